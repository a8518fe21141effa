# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# cmake -DBUILD=<build folder> -DSTAGE=<install prefix> -DROOT=<repository> -P install.cmake
# Installs. An installation holds every header, the package and the licence, nothing else, and names no place of the
# machine that made it.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE "${STAGE}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${STAGE}" OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE expected RELATIVE "${ROOT}" "${ROOT}/include/*.hpp")
foreach(name Config ConfigVersion CudaStandard Targets)
    list(APPEND expected share/cmake/cushard/cushard${name}.cmake)
endforeach()
list(APPEND expected share/doc/cushard/LICENSE)
file(GLOB_RECURSE met RELATIVE "${STAGE}" "${STAGE}/*")
list(SORT expected)
list(SORT met)
if(NOT met STREQUAL expected)
    set(missing ${expected})
    list(REMOVE_ITEM missing ${met})
    list(REMOVE_ITEM met ${expected})
    message(FATAL_ERROR "missing: ${missing}; not ours: ${met}")
endif()

foreach(name IN LISTS met)
    file(READ "${STAGE}/${name}" text)
    foreach(place "${ROOT}" "${STAGE}" /usr/local/cuda)
        string(FIND "${text}" "${place}" found)
        if(NOT found EQUAL -1)
            message(FATAL_ERROR "${name} names ${place}")
        endif()
    endforeach()
endforeach()
