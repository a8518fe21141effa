# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT

# cmake -DPROGRAM=<program> -DPAGE=<page> -P output.cmake
# Fails unless a block of the page is what the program prints.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ "${PAGE}" text)
string(FIND "${text}" "\n```\n${printed}```\n" place)
if(printed STREQUAL "" OR place EQUAL -1)
    message(FATAL_ERROR "no block of ${PAGE} is what the program prints:\n${printed}")
endif()
