# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# Looks at the project that uses the package, never at the machine that installed it.
if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
    set(cushard_FOUND FALSE)
    set(cushard_NOT_FOUND_MESSAGE
        "nvcc ${CMAKE_CUDA_COMPILER_VERSION} has no C++20; cuShard needs 12.0 or newer, or a project without CUDA")
    return()
endif()

include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/cushardCudaStandard.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/cushardTargets.cmake")
