#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT
set -u -o pipefail

usage() {
    cat <<'TEXT'
One round on a machine with a GPU: builds everything, runs the tests, the sanitizer and the benchmarks.

    benchmarks/gpu_round.sh [-o FOLDER] [-j JOBS] [STEP...] [-- CMAKE_OPTION...]

Steps, all of them in this order by default:
  build     configures the preset `cuda` and builds all tests and benchmarks
  test      ctest on one logical device, then on three that share the GPU
  sanitize  compute-sanitizer's four tools on a short list of tests
  bench     benchmarks/run.py: tables last, raw JSON beside them

FOLDER (default: build/round) gets a log per step, bench.json and bench.txt. Options after -- go to CMake when it
configures: -DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=PATH and …_BENCHMARK=PATH on a machine without a network.

Each step is stopped at its limit, in seconds: BUILD_LIMIT=360 TEST_LIMIT=220 SANITIZE_LIMIT=480 BENCH_LIMIT=480. TESTS
is a regular expression of the tests to run, SANITIZED one of the programs to sanitize. A failed step does not stop the
next ones; the exit status is 1 if any failed.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/cuda
out=$root/build/round
jobs=$(nproc)
steps=()
while (($#)); do
    case $1 in
        -o) out=$2; shift ;;
        -j) jobs=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        --) shift; break ;;
        build | test | sanitize | bench) steps+=("$1") ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
((${#steps[@]})) || steps=(build test sanitize bench)
configure_options=("$@")
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$root" || exit 2

step_build() {
    # One failed program must not hide the others.
    local keep_going=(-k)
    if [[ -f $build/build.ninja ]] || { [[ ! -f $build/CMakeCache.txt ]] && command -v ninja >/dev/null; }; then
        export CMAKE_GENERATOR=Ninja
        keep_going=(-k 0)
    fi
    cmake --preset cuda ${configure_options[@]+"${configure_options[@]}"} &&
        cmake --build "$build" -j "$jobs" -- "${keep_going[@]}"
}

# Processes that share one GPU: more than eight only wait for each other.
test_jobs=$((jobs < 8 ? jobs : 8))
step_test() {
    local failed=0
    echo "== one logical device"
    CUSHARD_DEVICES=cuda:0 ctest --test-dir "$build" -j "$test_jobs" --output-on-failure --no-tests=error \
        -LE consumer -R "${TESTS:-.}" || failed=1
    echo "== three logical devices on one GPU"
    CUSHARD_DEVICES=cuda:0,cuda:0,cuda:0 ctest --test-dir "$build" -j "$test_jobs" --output-on-failure \
        --no-tests=error -LE 'consumer|tree|nvrtc|large' -R "${TESTS:-.}" || failed=1
    return "$failed"
}

# What compute-sanitizer says of one program by one tool; a line at the end says how it went.
sanitize_one() {
    local tool=$1 program=$2 options=() status text begin=$SECONDS
    [[ $tool == memcheck ]] && options=(--track-stream-ordered-races all)
    # With kernels of several streams at once the tool reports written memory as unwritten, differently in each run. The
    # order of streams is memcheck's matter.
    [[ $tool == initcheck ]] && options=(--force-blocking-launches)
    text=$(timeout 150 compute-sanitizer --tool "$tool" "${options[@]}" --error-exitcode 99 "$program" 2>&1)
    status=$?
    local verdict="failed ($status)"
    if [[ $status == 0 ]]; then
        verdict=ok
    elif [[ $status == 124 ]]; then
        verdict="stopped at its limit of 150 s"
    fi
    # The first reports say most; the end, which tests failed.
    [[ $verdict == ok ]] || { grep -m 60 '^=========' <<<"$text"; tail -n 20 <<<"$text"; }
    printf '== %s %s: %s, %d s\n' "$tool" "$(basename "$program")" "$verdict" $((SECONDS - begin))
    [[ $verdict == ok ]]
}
export -f sanitize_one

step_sanitize() {
    if ! command -v compute-sanitizer >/dev/null; then
        echo "compute-sanitizer is not on PATH"
        return 1
    fi
    local chosen='test\.(array\.(creation|device_array|view)|launch\.elementwise_cuda|lower\.assign)$'
    chosen+='|test\.(algorithm\.(reductions|reduce_cuda)|pool\.(creation|sharded_array|reductions))$'
    local programs
    mapfile -t programs < <(find "$build/tests" -maxdepth 1 -type f -perm -u+x | grep -E "${SANITIZED:-$chosen}" |
        grep -v _large | sort)
    if ((!${#programs[@]})); then
        echo "no program in $build/tests is to be sanitized: the step build comes first"
        return 1
    fi
    local tool program
    for tool in memcheck initcheck racecheck synccheck; do
        for program in "${programs[@]}"; do printf '%s\n%s\n' "$tool" "$program"; done
    done | CUSHARD_CACHE=0 CUSHARD_DEVICES=${CUSHARD_DEVICES:-cuda:0,cuda:0} xargs -d '\n' -n 2 -P "$test_jobs" \
        bash -c 'sanitize_one "$@"' sanitize_one
}

step_bench() { python3 benchmarks/run.py --build "$build" -o "$out"; }

if [[ ${ROUND_STEP:-} ]]; then
    "step_$ROUND_STEP"
    exit
fi

declare -A limit=([build]=${BUILD_LIMIT:-360} [test]=${TEST_LIMIT:-220} [sanitize]=${SANITIZE_LIMIT:-480}
    [bench]=${BENCH_LIMIT:-480})
summary=()
failed=0
for step in "${steps[@]}"; do
    begin=$SECONDS
    # A process of its own, so that the limit ends everything the step started.
    ROUND_STEP=$step timeout -k 10 "${limit[$step]}" bash "$0" -o "$out" -j "$jobs" \
        -- ${configure_options[@]+"${configure_options[@]}"} >"$out/$step.log" 2>&1
    status=$?
    case $status in
        0) verdict=ok ;;
        124 | 137) verdict="stopped at its limit of ${limit[$step]} s" ;;
        *) verdict="failed ($status)" ;;
    esac
    [[ $status == 0 ]] || failed=1
    summary+=("$(printf '%-9s %s, %d s' "$step" "$verdict" $((SECONDS - begin)))")
    printf '==== %s\n' "${summary[-1]}"
    case $step in
        build)
            [[ $status == 0 ]] || grep -E -m 40 -A 6 'error|FAILED' "$out/$step.log" || tail -n 40 "$out/$step.log"
            ;;
        test) grep -E '^== |tests passed|^[[:space:]]+[0-9]+ - ' "$out/$step.log" || tail -n 40 "$out/$step.log" ;;
        sanitize) grep -E '^== |not on PATH|no program' "$out/$step.log" ;;
        bench) tail -n 60 "$out/$step.log" ;;
    esac
done
printf '==== summary; logs in %s\n' "$out"
printf '%s\n' "${summary[@]}"
exit $failed
