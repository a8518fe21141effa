#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT
#
# time.sh NVCC REPOSITORY MOST SCRATCH
# User time that nvcc takes for an empty unit with the library's header, against one with four usual headers: the least
# of five, measured in turn: whatever else the machine does only adds to it. Fails if the ratio is over MOST.
set -euo pipefail
export LC_ALL=C
nvcc=$1
root=$2
most=$3
scratch=$4
here=$(dirname "$0")
mkdir -p "$scratch"

user_time() { # <unit>
    local TIMEFORMAT=%U
    { time "$nvcc" -std=c++20 -O2 -arch=sm_90 "-I$root/include" -c "$here/$1.cu" -o "$scratch/$1.o" >&3 2>&4; } 2>&1
}
exec 3>&1 4>&2

user_time baseline >"$scratch/warm_up"
for _ in 1 2 3 4 5; do
    for unit in baseline empty; do
        user_time "$unit"
    done
done >"$scratch/times"

awk -v most="$most" '
    { times[NR % 2 == 1 ? "baseline" : "empty", int((NR + 1) / 2)] = $1 }
    function least(unit, i, found) {
        found = times[unit, 1]
        for (i = 2; i <= 5; ++i) if (times[unit, i] < found) found = times[unit, i]
        return found
    }
    END {
        header = least("empty")
        usual = least("baseline")
        ratio = header / usual
        printf "<cushard/cushard.hpp> %.2f s, four usual headers %.2f s: %.2f times\n", header, usual, ratio
        if (ratio > most) {
            printf "the header is too heavy: at most %.2f times is allowed\n", most
            exit 1
        }
    }' "$scratch/times"
