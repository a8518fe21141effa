// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Compiles the library's device code with NVRTC, which needs no GPU: every header that is handed to it by itself, then
// all elementwise kernels for one flat functor. Prints the time each takes, and fails on any error, on any include
// outside the library, and on warnings.
//
//   compile_headers <include directory> [header relative to it]…
//
// Without headers, it takes those whose opening comment says that they are device code. Exits with 77 (skipped) if
// libnvrtc is not there.

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace {

constexpr int skipped = 77;

/// The few functions of NVRTC that are needed, by name, so that the program builds and starts without the toolkit.
struct nvrtc {
    using program = void*;
    int (*create)(program*, const char*, const char*, int, const char* const*, const char* const*);
    int (*compile)(program, int, const char* const*);
    int (*log_size)(program, std::size_t*);
    int (*log)(program, char*);
    int (*destroy)(program*);
    int (*version)(int*, int*);

    bool load() {
        void* library = nullptr;
        for (const char* name :
             {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"})
            if (library == nullptr) library = dlopen(name, RTLD_NOW);
        if (library == nullptr) return false;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        return find(create, "nvrtcCreateProgram") && find(compile, "nvrtcCompileProgram") &&
               find(log_size, "nvrtcGetProgramLogSize") && find(log, "nvrtcGetProgramLog") &&
               find(destroy, "nvrtcDestroyProgram") && find(version, "nvrtcVersion");
    }
};

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Header texts by the names by which the library includes them: "cushard/base/config.hpp".
using headers = std::map<std::string, std::string>;

headers read_all(const std::filesystem::path& include) {
    headers found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(include))
        if (entry.path().extension() == ".hpp")
            found[std::filesystem::relative(entry.path(), include).generic_string()] = text_of(entry.path());
    return found;
}

/// The comment between `#pragma once` and the first include or namespace says so.
bool is_device_code(const std::string& text) {
    const std::size_t begin = text.find("#pragma once");
    const std::size_t end = std::min(text.find("\n#include", begin), text.find("\nnamespace", begin));
    if (begin == text.npos) return false;
    const std::string opening = text.substr(begin, end == text.npos ? end : end - begin);
    return opening.find("device code") != opening.npos || opening.find("NVRTC") != opening.npos;
}

/// Compiles and reports one source.
bool compiles(const nvrtc& api, const headers& all, const std::string& name, const std::string& source) {
    std::vector<const char*> names;
    std::vector<const char*> texts;
    for (const auto& [header, text] : all) {
        names.push_back(header.c_str());
        texts.push_back(text.c_str());
    }
    const std::vector<const char*> options{"-std=c++20", "-default-device", "-arch=compute_90", "-diag-suppress=1097",
                                           "-no-source-include"};
    const auto began = std::chrono::steady_clock::now();
    nvrtc::program program = nullptr;
    int error =
        api.create(&program, source.c_str(), "check.cu", static_cast<int>(names.size()), texts.data(), names.data());
    if (error == 0) error = api.compile(program, static_cast<int>(options.size()), options.data());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    std::string log;
    std::size_t bytes = 0;
    if (api.log_size(program, &bytes) == 0 && bytes > 1) {
        log.resize(bytes);
        api.log(program, log.data());
    }
    api.destroy(&program);
    const bool clean = error == 0 && log.find("warning") == log.npos;
    std::printf("%-52s %7.1f ms  %s\n", name.c_str(), took.count(), clean ? "ok" : "FAILED");
    if (!clean) std::printf("%s\n", log.c_str());
    return clean;
}

const char* const kernels = R"(
#include "cushard/launch/elementwise/broadcast.hpp"
#include "cushard/launch/elementwise/contiguous.hpp"
#include "cushard/launch/elementwise/strided.hpp"

using namespace cushard;

struct flat {
    using inputs = detail::tuple<float, float>;
    using outputs = detail::tuple<float>;
    static constexpr bool uses_position = true;
    float by;
    CUSHARD_HD void operator()(index_t position, const inputs& in, outputs& out) const {
        detail::get<0>(out) = by * detail::get<0>(in) + detail::get<1>(in) + static_cast<float>(position);
    }
};
template __global__ void detail::contiguous_kernel<flat>(const __grid_constant__ detail::contiguous_arguments<flat>);
template __global__ void detail::broadcast_kernel<flat>(const __grid_constant__ detail::broadcast_arguments<flat>);
template __global__ void detail::broadcast_shifted_kernel<flat>(
    const __grid_constant__ detail::broadcast_arguments<flat>);
template __global__ void detail::strided_kernel<flat, int>(
    const __grid_constant__ detail::strided_arguments<flat, int>);
template __global__ void detail::strided_kernel<flat, index_t>(
    const __grid_constant__ detail::strided_arguments<flat, index_t>);
)";

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: %s <include directory> [header]...\n", arguments[0]);
        return 2;
    }
    nvrtc api{};
    if (!api.load()) {
        std::puts("skipped: libnvrtc is not there");
        return skipped;
    }
    const headers all = read_all(arguments[1]);
    std::vector<std::string> wanted(arguments + 2, arguments + count);
    if (wanted.empty())
        for (const auto& [name, text] : all)
            if (is_device_code(text)) wanted.push_back(name);

    int major = 0;
    int minor = 0;
    api.version(&major, &minor);
    std::printf("NVRTC %d.%d, %zu headers\n", major, minor, wanted.size());
    bool good = !wanted.empty();
    for (const std::string& name : wanted) {
        if (all.count(name) == 0) {
            std::printf("%-52s            not under %s\n", name.c_str(), arguments[1]);
            good = false;
            continue;
        }
        // A standard header cannot be found: nothing but the library's own texts is handed over.
        good = compiles(api, all, name, "#include \"" + name + "\"\n") && good;
    }
    good = compiles(api, all, "elementwise kernels of one expression", kernels) && good;
    // The check can fail: a standard header is met.
    std::puts("and, expected to fail:");
    good = !compiles(api, all, "a standard header", "#include <vector>\n") && good;
    return good ? 0 : 1;
}
