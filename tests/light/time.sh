#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT
#
# time.sh NVCC REPOSITORY MOST SCRATCH
# User time that nvcc takes for an empty unit with the library's header, against one with four usual headers: median of
# five, measured in turn, so that whatever else the machine does meets both. Fails if the ratio is over MOST.
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
    function median(unit, i, j, sorted, swap) {
        for (i = 1; i <= 5; ++i) sorted[i] = times[unit, i]
        for (i = 1; i <= 5; ++i) for (j = i + 1; j <= 5; ++j)
            if (sorted[j] < sorted[i]) { swap = sorted[i]; sorted[i] = sorted[j]; sorted[j] = swap }
        return sorted[3]
    }
    END {
        header = median("empty")
        usual = median("baseline")
        ratio = header / usual
        printf "<cushard/cushard.hpp> %.2f s, four usual headers %.2f s: %.2f times\n", header, usual, ratio
        if (ratio > most) {
            printf "the header is too heavy: at most %.2f times is allowed\n", most
            exit 1
        }
    }' "$scratch/times"
