# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# Older CMake (3.25 among them) does not know that nvcc has C++20. It takes CMAKE_CXX_STANDARD for CUDA too, so that a
# project which sets 20 and REQUIRED would fail to configure; and the package may be found before CUDA is enabled.
foreach(kind STANDARD EXTENSION)
    if(NOT DEFINED CMAKE_CUDA20_${kind}_COMPILE_OPTION)
        set(CMAKE_CUDA20_${kind}_COMPILE_OPTION "-std=c++20")
    endif()
endforeach()
