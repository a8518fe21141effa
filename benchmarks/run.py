#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT
"""Runs the benchmarks, a process for each case and size, and prints one table last.

Writes bench.json (what Google Benchmark gave, process by process) and bench.txt (what was printed last) to a folder. On
a machine without a GPU it runs the cases of the host alone, and says so.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

NO_DEVICE = 77

# Case: title, program, arrays read and written, goal at 2^28, whose times the goal is a share of ("" is any peer's). At
# smaller sizes no case may fall below SMALL_GOAL of the best peer.
GPU_CASES = {
    "axpy": ("y = a*x + y", "bench.array.elementwise", 2, 1, 0.98, ""),
    "fused": ("sqrt(x*x + y*y)/2 + exp(-z)", "bench.array.elementwise", 3, 1, 0.98, ""),
    "copy": ("out = x", "bench.array.elementwise", 1, 1, None, ""),
    "sum": ("sum(x)", "bench.algorithm.sum", 1, 0, 0.98, "cub"),
    "sum_of_product": ("sum(x*y)", "bench.algorithm.sum", 2, 0, 0.98, "cub"),
}
GPU_SIZES = (20, 24, 28)
SMALL_GOAL = 0.95
SMALL_OPERATION = ("small_operation", "bench.array.small_operation", 1024)
SMALL_OPERATION_GOAL_US = 0.3
HOST_PROGRAM = "bench.host.loops"
HOST_SIZES = (20, 24)
# What is timed beside the contenders, and is none itself.
NOT_A_PEER = ("cushard", "empty_launch")


def run_process(program, case, size, environment):
    """What Google Benchmark wrote of one case and size; None where there is no device."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        command = [str(program), f"--benchmark_filter=^{case}/.*/{size}/", f"--benchmark_out={out}",
                   "--benchmark_out_format=json", "--benchmark_display_aggregates_only=true"]
        done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300)
        if done.returncode == NO_DEVICE:
            return None
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
        return json.loads(out.read_text())


def times_of(report):
    """Contender: its seconds by round; and contender: its label."""
    times, labels = {}, {}
    for entry in report["benchmarks"]:
        if entry.get("run_type") != "iteration":
            continue
        if entry.get("error_occurred") or entry.get("skipped"):
            raise RuntimeError(entry.get("error_message") or entry.get("skip_message"))
        name = entry["run_name"].split("/")[1]
        scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[entry["time_unit"]]
        times.setdefault(name, []).append((entry["repetition_index"], entry["real_time"] * scale))
        labels[name] = entry.get("label", "")
    return {name: [seconds for _, seconds in sorted(each)] for name, each in times.items()}, labels


def compare(times, prefix=""):
    """The best peer of those named so, and the quartiles of its time over ours, round by round."""
    peers = [name for name in times
             if name not in NOT_A_PEER and not name.startswith("limit.") and name.startswith(prefix)]
    best = min(peers, key=lambda name: statistics.median(times[name]))
    ratios = [peer / ours for peer, ours in zip(times[best], times["cushard"])]
    return best, statistics.quantiles(ratios, n=4, method="inclusive")


def limit_seconds(times, reads, writes):
    """How long the measured limits need for that mix: what is written is copied, what else is read is read. Each probe
    moves as many bytes as the case, so that the parts are weighted by theirs."""
    if "limit.copy" not in times:
        return None
    copied = 2 * min(reads, writes) / (reads + writes)
    return copied * statistics.median(times["limit.copy"]) + (1 - copied) * statistics.median(times["limit.read"])


class Table:
    HEAD = ("case", "size", "ours", "best peer", "ratio", "spread", "of limit")

    def __init__(self):
        self.rows, self.notes, self.missed, self.judged = [], [], [], 0

    def add(self, title, size, times, labels, reads, writes, goal, goal_peer=""):
        best, (low, ratio, high) = compare(times)
        moved = 4 * (reads + writes) * size
        ours = statistics.median(times["cushard"])
        peer = statistics.median(times[best])
        limit = limit_seconds(times, reads, writes)
        speed = lambda seconds: f"{moved / seconds * 1e-9:.{0 if moved > 2e10 * seconds else 1}f} GB/s"
        power = f"2^{size.bit_length() - 1}"
        self.rows.append((title, power, speed(ours), f"{best} {speed(peer)}", f"{ratio:.3f}",
                          f"{low:.3f} to {high:.3f}", f"{limit / ours:.3f}" if limit else "-"))
        others = ", ".join(f"{name} {speed(statistics.median(each))}" + (f" ({labels[name]})" if labels[name] else "")
                           for name, each in times.items() if name != "cushard")
        self.notes.append(f"{title}, {power}: {others}")
        if goal is not None:
            rival, (_, reached, _) = compare(times, goal_peer)
            self.judge(f"{title}, {power}", reached >= goal, f"{reached:.3f} of {rival}; the goal is {goal}")

    def add_small_operation(self, size, times):
        best, (low, ratio, high) = compare(times)
        micro = lambda name: statistics.median(times[name]) * 1e6
        more = statistics.median(ours - bare for ours, bare in zip(times["cushard"], times["launch"])) * 1e6
        self.rows.append(("c = a + b, host's time", str(size), f"{micro('cushard'):.2f} µs",
                          f"{best} {micro(best):.2f} µs", f"{ratio:.3f}", f"{low:.3f} to {high:.3f}",
                          f"launch {more:+.2f} µs"))
        self.notes.append("c = a + b: " + ", ".join(f"{name} {micro(name):.2f} µs" for name in times))
        self.judge("c = a + b", more <= SMALL_OPERATION_GOAL_US,
                   f"{more:.2f} µs more than a bare launch; the goal is {SMALL_OPERATION_GOAL_US}")

    def judge(self, what, is_met, why):
        self.judged += 1
        if not is_met:
            self.missed.append(f"{what}: {why}")

    def text(self, title):
        lines = [self.HEAD, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.HEAD))]
        table = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines]
        table.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
        lines = ["All that was timed:", *("- " + note for note in self.notes), "", title, "", *table]
        if self.judged:
            lines += ["", f"Goals: {self.judged - len(self.missed)} of {self.judged} met"]
            lines += ["- " + each for each in self.missed]
        return "\n".join(lines)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=root / "build" / "cuda", help="the build's folder")
    parser.add_argument("-o", "--out", type=pathlib.Path, help="where results go (default: BUILD/results)")
    parser.add_argument("--cases", help="some of the cases only: " + ",".join([*GPU_CASES, SMALL_OPERATION[0]]))
    parser.add_argument("--sizes", help="some of the sizes only, as powers of two: 20,24,28")
    parser.add_argument("--host", action="store_true", help="the cases of the host, also where there is a GPU")
    options = parser.parse_args()

    programs = options.build / "benchmarks"
    if not programs.is_dir():
        sys.exit(f"{programs} is not there: build the preset cuda or host with -DCUSHARD_BENCHMARKS=ON first")
    out = options.out or options.build / "results"
    out.mkdir(parents=True, exist_ok=True)
    cases = options.cases.split(",") if options.cases else [*GPU_CASES, SMALL_OPERATION[0]]
    sizes = [int(size) for size in options.sizes.split(",")] if options.sizes else None

    reports, table, failures, contexts = [], Table(), [], []

    def measure(title, program, case, size, environment, add):
        print(f"{title}, {size} elements ...", flush=True)
        try:
            report = run_process(programs / program, case, size, environment)
            if report is None:
                return False
            reports.append({"case": case, "size": size, "environment": environment, "report": report})
            contexts.append(report["context"])
            add(*times_of(report))
        except (RuntimeError, OSError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
            failures.append(f"{title}, {size} elements: {error}")
        return True

    def measure_gpu():
        """False where there is no device."""
        for case in cases:
            if case not in GPU_CASES:
                continue
            title, program, reads, writes, goal, goal_peer = GPU_CASES[case]
            for power in sizes or GPU_SIZES:
                wanted = (goal, goal_peer) if power == 28 else (SMALL_GOAL, "")
                if not measure(title, program, case, 1 << power, {"CUSHARD_DEVICES": "cuda:0"},
                               lambda times, labels: table.add(title, 1 << power, times, labels, reads, writes,
                                                               *wanted)):
                    return False
        case, program, size = SMALL_OPERATION
        if case in cases:
            return measure("c = a + b", program, case, size, {"CUSHARD_DEVICES": "cuda:0"},
                           lambda times, labels: table.add_small_operation(size, times))
        return True

    def measure_host():
        for threads in ("1", str(os.cpu_count())):
            for case in cases:
                if case not in GPU_CASES:
                    continue
                title, _, reads, writes, *_ = GPU_CASES[case]
                title += ", host, " + ("1 thread" if threads == "1" else f"ours on {threads} threads")
                for power in sizes or HOST_SIZES:
                    measure(title, HOST_PROGRAM, case, 1 << power,
                            {"CUSHARD_DEVICES": "host:1", "CUSHARD_THREADS": threads},
                            lambda times, labels: table.add(title, 1 << power, times, labels, reads, writes, None))

    built_for_gpu = (programs / SMALL_OPERATION[1]).exists()
    on_gpu = built_for_gpu and measure_gpu()
    if not on_gpu:
        print("No GPU" if built_for_gpu else "Not built with CUDA", "here: the cases of the host alone.", flush=True)
    if options.host or not on_gpu:
        measure_host()

    place = contexts[0].get("gpu", f"host, {os.cpu_count()} threads, no GPU") if contexts else "nothing ran"
    text = table.text(f"float32 on {place}; ratio: the best peer's time over ours, median and quartiles of the rounds")
    if failures:
        text += "\nFailed:\n" + "\n".join("- " + each for each in failures)
    (out / "bench.json").write_text(json.dumps(reports, indent=1))
    (out / "bench.txt").write_text(text + "\n")
    print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
