# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# cmake -DNVCC=<nvcc> -DNM=<nm> -DROOT=<repository> -DUNIT=<source> -DSCRATCH=<folder> -P passes.cmake
# Fails if nvcc's pass for the host has a kernel of UNIT that its pass for the device has not compiled, as it is with one
# that is named in bodies for the host alone (CUSHARD_HOST_ONLY): neither compiler nor linker says a word.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")

execute_process(COMMAND "${NVCC}" -std=c++20 -O0 -arch=sm_90 "-I${ROOT}/include" -x cu -DCUSHARD_EXAMPLE_DATA="" -c
                        --keep --keep-dir "${SCRATCH}" -o "${SCRATCH}/unit.o" "${UNIT}"
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB ptx "${SCRATCH}/*.ptx")
file(STRINGS "${ptx}" device REGEX "\\.entry")
list(TRANSFORM device REPLACE ".*\\.entry ([A-Za-z0-9_]+).*" "\\1")
execute_process(COMMAND "${NM}" "${SCRATCH}/unit.o" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [TtWw] _ZN7cushard2v06detailL?[0-9]+[a-z_]+_kernelI[A-Za-z0-9_]+" host "${symbols}")
list(FILTER host EXCLUDE REGEX "__wrapper__device_stub_")  # nvcc's own, beside each
list(TRANSFORM host REPLACE "^ . " "")
list(TRANSFORM host REPLACE "^_ZN7cushard2v06detailL" "_ZN7cushard2v06detail")  # the mark of `static`

list(LENGTH device device_count)
list(LENGTH host host_count)
if(device_count EQUAL 0)
    message(FATAL_ERROR "the unit has no kernel: what is compared is not what is compiled")
endif()
set(unseen ${host})
list(REMOVE_ITEM unseen ${device})
if(unseen OR NOT host_count EQUAL device_count)
    list(JOIN unseen "\n  " unseen)
    message(FATAL_ERROR "kernels: ${host_count} in the host's pass, ${device_count} in the device's; without code:\n  ${unseen}")
endif()
message(STATUS "${device_count} kernels, each in both passes")
