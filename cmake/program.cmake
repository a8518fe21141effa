# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# What the project's own programs are held to; users never see it.
add_library(cushard_strict INTERFACE)
target_link_libraries(cushard_strict INTERFACE cushard::cushard)
target_compile_options(cushard_strict INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow>"
    "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-Wall,-Wextra,-Wshadow>")
# g++ 12 imagines overflows in what it inlines of std::string and std::vector (its bugs 105329 and 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(cushard_strict INTERFACE
        "$<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict;-Wno-array-bounds>"
        "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-Wno-stringop-overflow,-Wno-stringop-overread,-Wno-restrict,-Wno-array-bounds>")
endif()
if(CUSHARD_WERROR)
    target_compile_options(cushard_strict INTERFACE
        "$<$<COMPILE_LANGUAGE:CXX>:-Werror>"
        "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--Werror=all-warnings>")
endif()

# cushard_add_program(<target> [PLAIN] <source>...): where CUDA is on, nvcc compiles the sources, whatever their suffix, so
# that every expression in them has its kernel. PLAIN sources have none, and stay C++.
function(cushard_add_program target)
    cmake_parse_arguments(PARSE_ARGV 1 program "PLAIN" "" "")
    add_executable(${target} ${program_UNPARSED_ARGUMENTS})
    target_link_libraries(${target} PRIVATE cushard_strict)
    if(CUSHARD_HAVE_CUDA AND NOT program_PLAIN)
        set_source_files_properties(${program_UNPARSED_ARGUMENTS} PROPERTIES LANGUAGE CUDA)
    endif()
endfunction()
