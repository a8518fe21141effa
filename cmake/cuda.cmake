# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# Sets CUSHARD_HAVE_CUDA, and enables the language, by the option CUSHARD_CUDA (AUTO, ON, OFF).
if(NOT CUSHARD_CUDA MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "CUSHARD_CUDA is '${CUSHARD_CUDA}'; it may be AUTO, ON or OFF.")
endif()
if(CUSHARD_CUDA STREQUAL "OFF")
    return()
endif()

if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    file(GLOB cushard_toolkits LIST_DIRECTORIES TRUE /usr/local/cuda-*)
    list(SORT cushard_toolkits COMPARE NATURAL ORDER DESCENDING)
    find_program(CUSHARD_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda ${cushard_toolkits}
                 PATH_SUFFIXES bin DOC "The CUDA compiler to try")
    mark_as_advanced(CUSHARD_NVCC)
    if(CUSHARD_NVCC)
        set(ENV{CUDACXX} "${CUSHARD_NVCC}")
    endif()
endif()

# Before the language is enabled, for CMake's own default may be an architecture which nvcc no longer has.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE cushard_architectures RESULT_VARIABLE cushard_status
                    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(cushard_status EQUAL 0 AND cushard_architectures MATCHES "^[0-9]+\\.[0-9]+")
        string(REPLACE "." "" cushard_architectures "${cushard_architectures}")
        string(REGEX REPLACE "[ \n]+" ";" cushard_architectures "${cushard_architectures}")
        list(REMOVE_DUPLICATES cushard_architectures)
    else()
        set(cushard_architectures 80-virtual 90)
    endif()
    set(CMAKE_CUDA_ARCHITECTURES "${cushard_architectures}" CACHE STRING "CUDA architectures")
endif()

include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
        set(cushard_why_not "${CMAKE_CUDA_COMPILER} is ${CMAKE_CUDA_COMPILER_VERSION}; C++20 needs 12.0 or newer")
    else()
        set(CUSHARD_HAVE_CUDA ON)
    endif()
else()
    set(cushard_why_not "no working CUDA compiler was found on PATH, by CUDACXX, by CUDA_HOME or in /usr/local/cuda*")
endif()

if(CUSHARD_HAVE_CUDA)
    message(STATUS "cushard: CUDA ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
elseif(CUSHARD_CUDA STREQUAL "ON")
    message(FATAL_ERROR "CUSHARD_CUDA=ON, but ${cushard_why_not}. Name nvcc by CUDACXX or CMAKE_CUDA_COMPILER, "
                        "or use CUSHARD_CUDA=AUTO or OFF: cuShard then runs on the host.")
else()
    message(STATUS "cushard: host only: ${cushard_why_not}")
endif()
