# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# cmake -DSCRATCH=<folder> -P layering_test.cmake
# Each check of layering.cmake, met by a tree with one fault: it must fail, with the words that name the fault.
cmake_minimum_required(VERSION 3.25)

set(tree "${SCRATCH}/tree")
set(head "// SPDX-FileCopyrightText: 2026 The cuShard authors\n// SPDX-License-Identifier: MIT\n#pragma once\n")
set_property(GLOBAL PROPERTY failures 0)

function(write_header header text)
    file(WRITE "${tree}/include/cushard/${header}" "${text}")
endfunction()

function(write_good_tree)
    file(REMOVE_RECURSE "${tree}")
    foreach(folder benchmarks cmake docs examples tests build .ci)
        file(MAKE_DIRECTORY "${tree}/${folder}")
    endforeach()
    foreach(name CMakeLists.txt CMakePresets.json LICENSE README.md CHANGELOG.md .gitignore)
        file(WRITE "${tree}/${name}" "")
    endforeach()
    write_header(base/config.hpp "${head}#if defined(__CUDACC__)\n#define CUSHARD_HD\n#else\n#define CUSHARD_HD\n#endif\n")
    write_header(base/error.hpp "${head}#include \"cushard/base/config.hpp\"\n")
    write_header(layout/shape.hpp "${head}#include \"cushard/base/error.hpp\"\n")
    write_header(cushard.hpp "${head}#include \"cushard/layout/shape.hpp\"\n")
endfunction()

# An empty `words` asks for a pass.
function(expect what words)
    execute_process(COMMAND "${CMAKE_COMMAND}" -DROOT=${tree} -P "${CMAKE_CURRENT_LIST_DIR}/layering.cmake"
                    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    string(FIND "${output}" "${words}" found)
    if((words AND (status EQUAL 0 OR found EQUAL -1)) OR (NOT words AND NOT status EQUAL 0))
        message("FAILED: ${what}: expected '${words}', met status ${status}: ${output}")
        set_property(GLOBAL PROPERTY failures 1)
    else()
        message("ok: ${what}")
    endif()
    write_good_tree()
endfunction()

write_good_tree()
expect("a good tree passes" "")

write_header(base/error.hpp "${head}#include \"cushard/layout/shape.hpp\"\n")
expect("an upward include" "base/error.hpp: includes upward, or across, layout/shape.hpp")

write_header(layout/shape.hpp "${head}#include <cushard/cushard.hpp>\n")
expect("an include of a facade from a layer" "layout/shape.hpp: includes upward, or across, cushard.hpp")

write_header(io/npy.hpp "${head}#include \"cushard/random/philox.hpp\"\n")
write_header(random/philox.hpp "${head}")
expect("an include across one layer" "io/npy.hpp: includes upward, or across, random/philox.hpp")

write_header(base/config.hpp "${head}#include \"cushard/base/error.hpp\"\n")
expect("a cycle" "an include cycle among: base/config.hpp, base/error.hpp")

set(declares "${head}void f();\n#include CUSHARD_HOST_ONLY(\"cushard/layout/f.inl.hpp\")\n")
set(defines "${head}#include \"cushard/layout/f.hpp\"\ninline void f() {}\n")
write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${defines}")
expect("a header with bodies for the host passes" "")

write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${defines}#include \"cushard/runtime/g.hpp\"\n")
write_header(runtime/g.hpp "${head}")
expect("an upward include among bodies" "layout/f.inl.hpp: includes upward, or across, runtime/g.hpp")

write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${defines}#include \"cushard/layout/g.hpp\"\n")
write_header(layout/g.hpp "${head}#include \"cushard/layout/f.hpp\"\n")
expect("a cycle through bodies" "an include cycle among: layout/f.hpp, layout/g.hpp")

write_header(layout/f.hpp "${head}#include CUSHARD_HOST_ONLY(\"cushard/layout/f.inl.hpp\")\nvoid f();\n")
write_header(layout/f.inl.hpp "${defines}")
expect("bodies before declarations" "layout/f.hpp: does not end with")

write_header(layout/f.hpp "${head}void f();\n#include \"cushard/layout/f.inl.hpp\"\n")
write_header(layout/f.inl.hpp "${defines}")
expect("bodies without the macro" "layout/f.hpp: of files .inl.hpp it may include its own alone")

write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${defines}")
write_header(layout/g.hpp "${head}#include CUSHARD_HOST_ONLY(\"cushard/layout/f.inl.hpp\")\n")
expect("another's bodies" "layout/g.hpp: of files .inl.hpp it may include its own alone")

write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${head}inline void f() {}\n")
expect("bodies without declarations" "layout/f.inl.hpp: does not include layout/f.hpp")

write_header(layout/f.hpp "${declares}")
write_header(layout/f.inl.hpp "${defines}inline void g() { kernel_of<int>(); }\n")
expect("a kernel among bodies" "layout/f.inl.hpp: names a kernel (kernel_of)")

write_header(base/error.hpp "${head}#include \"cushard/base/gone.hpp\"\n")
expect("an include of nothing" "base/error.hpp: includes base/gone.hpp, which is not there")

write_header(layout/shape.hpp "${head}#include <algorithm>\n")
expect("a heavy header below the facade" "layout/shape.hpp: includes <algorithm>, too heavy for what cushard.hpp includes")

write_header(io/npy.hpp "${head}#include <algorithm>\n")
expect("a heavy header beside the facade passes" "")

write_header(misc/other.hpp "${head}")
expect("an unknown folder" "misc/other.hpp: its folder is in no layer")

string(REPEAT "//\n" 398 long)
write_header(base/error.hpp "${head}${long}")
expect("a header of 401 lines" "base/error.hpp: 401 lines, more than 400")

string(REPEAT "//\n" 397 long)
write_header(base/error.hpp "${head}${long}")
expect("a header of 400 lines passes" "")

write_header(base/error.hpp "#pragma once\n")
expect("no SPDX lines" "base/error.hpp: does not begin with the two SPDX lines")

string(REPLACE "#pragma once\n" "" no_pragma "${head}")
write_header(base/error.hpp "${no_pragma}")
expect("no pragma once" "base/error.hpp: no #pragma once")

write_header(base/error.hpp "${head}#ifdef __CUDA_ARCH__\n#endif\n")
expect("a condition on CUDA" "base/error.hpp: a condition on CUDA")

write_header(base/error.hpp "${head}#define CUSHARD_A\n#define CUSHARD_B\n#  define CUSHARD_C(x) x\n")
expect("a fourth macro" "4 macros, more than 3: CUSHARD_HD, CUSHARD_A, CUSHARD_B, CUSHARD_C")

write_header(base/kernel.cuh "${head}")
expect("a file that is no header" "base/kernel.cuh: not a header")

file(WRITE "${tree}/notes.txt" "")
expect("a stray file at the top" "notes.txt: does not belong at the top")

file(REMOVE "${tree}/README.md")
expect("no README" "README.md: missing at the top")

get_property(failures GLOBAL PROPERTY failures)
if(failures)
    message(FATAL_ERROR "a check of layering.cmake did not do its work")
endif()
