// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// headers.nvrtc <include folder> <header>: compiles the one header as at run time, for a device and with
// nothing but the library's own headers in reach.

#include <nvrtc.h>

#include <array>
#include <cstdio>
#include <string>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s <include folder> <header>\n", argv[0]);
        return 2;
    }
    const std::string source = "#include \"" + std::string(argv[2]) + "\"\n";
    const std::string include = "-I" + std::string(argv[1]);
    const std::array options = {"-std=c++20", "-default-device", "-arch=compute_90", include.c_str()};

    nvrtcProgram program = nullptr;
    nvrtcResult result = nvrtcCreateProgram(&program, source.c_str(), "header_test.cu", 0, nullptr, nullptr);
    if (result == NVRTC_SUCCESS) {
        result = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    }
    std::size_t log_size = 0;
    if (program != nullptr && nvrtcGetProgramLogSize(program, &log_size) == NVRTC_SUCCESS && log_size > 1) {
        std::string log(log_size, '\0');
        nvrtcGetProgramLog(program, log.data());
        std::fputs(log.c_str(), stderr);
    }
    if (result != NVRTC_SUCCESS) std::fprintf(stderr, "%s: %s\n", argv[2], nvrtcGetErrorString(result));
    nvrtcDestroyProgram(&program);
    return result == NVRTC_SUCCESS ? 0 : 1;
}
