# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# cmake -DNVCC=<nvcc> -DROOT=<repository> -DMOST=<kernels> -DSCRATCH=<folder> -P kernels.cmake
# Counts the kernels in the PTX of a unit with no expression, with one and with two; fails if the second adds more
# than MOST.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY "${SCRATCH}")

foreach(unit empty one two)
    execute_process(COMMAND "${NVCC}" -std=c++20 -O2 -arch=sm_90 -ptx "-I${ROOT}/include" -o "${SCRATCH}/${unit}.ptx"
                            "${CMAKE_CURRENT_LIST_DIR}/${unit}.cu"
                    COMMAND_ERROR_IS_FATAL ANY)
    file(STRINGS "${SCRATCH}/${unit}.ptx" entries REGEX "\\.entry")
    list(LENGTH entries ${unit})
endforeach()
math(EXPR first "${one} - ${empty}")
math(EXPR second "${two} - ${one}")
message(STATUS "kernels: empty unit ${empty}, first expression adds ${first}, second adds ${second}")
if(second GREATER MOST)
    message(FATAL_ERROR "a float expression adds ${second} kernels: at most ${MOST} are allowed")
endif()
if(second LESS 1)
    message(FATAL_ERROR "a float expression adds no kernel: what is counted is not what is compiled")
endif()
