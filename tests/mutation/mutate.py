#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The cuShard authors
# SPDX-License-Identifier: MIT
"""Drops one step of the library at a time and sees whether a test turns red.

mutants.toml lists the steps. All of them are written into one copy of the headers, each behind a switch that the
environment variable CUSHARD_MUTANT throws, so that a test program is compiled once and run once for each mutant. A
program is first run without a mutant and must be green. The table goes to docs/mutation.md. The exit code is 0 when
every mutant is killed or proved equivalent.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INCLUDE = ROOT / "include" / "cushard"
KINDS = ["wait", "device switch", "keep-alive", "registration", "lock", "check", "order"]
FORMS = ["statement", "expression", "lock", "text"]
BELOW_THE_RUNTIME = {"base", "backend", "layout", "launch"}  # as in tests/CMakeLists.txt
MODES = {  # what a mode adds to the compiler's flags and to the environment
    "plain": ([], {"CUSHARD_CHECK": "0"}),
    "checked": ([], {"CUSHARD_CHECK": "1"}),
    "tsan": (["-fsanitize=thread", "-g1"], {"CUSHARD_CHECK": "0", "TSAN_OPTIONS": "halt_on_error=1"}),
}


class Stale(Exception):
    """The list does not fit the sources."""


def fail(text):
    sys.exit(f"mutate.py: {text}")


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


# --- the list -------------------------------------------------------------------------------------------------------


def load_mutants():
    """In the order of the list; a header's `tests` hold for each of its mutants that names none. A text that stands in
    the header's bodies, a/b.inl.hpp, is dropped there."""
    mutants = []
    names = set()
    for header in tomllib.loads((HERE / "mutants.toml").read_text())["header"]:
        for each in header["mutant"]:
            each = {"file": header["path"], "tests": header["tests"], "form": "statement", "replace": ""} | each
            name = each.get("name", "?")
            missing = {"name", "kind", "why", "find"} - each.keys()
            unknown = each.keys() - {"name", "file", "kind", "why", "tests", "find", "replace", "form", "equivalent"}
            if missing or unknown:
                raise Stale(f"{name}: missing {sorted(missing)}, unknown {sorted(unknown)}")
            if name in names:
                raise Stale(f"{name}: named twice")
            if each["kind"] not in KINDS or each["form"] not in FORMS:
                raise Stale(f"{name}: kind or form is none of {KINDS}, {FORMS}")
            each["find"] = each["find"].strip()
            each["replace"] = each["replace"].strip()
            bodies = re.sub(r"\.hpp$", ".inl.hpp", each["file"])
            if (INCLUDE / bodies).exists() and not places_of(each["find"], (INCLUDE / each["file"]).read_text()):
                each["file"] = bodies
            names.add(name)
            mutants.append(each)
    return mutants


def switched(mutants, inner):
    """The text that does what `inner` does, unless one of the mutants, all of that place, is chosen."""
    text = inner
    for each in reversed(mutants):
        test = f'mutation::is(mutation::hash_of("{each["name"]}"))'
        replacement = each["replace"]
        if each["form"] == "statement":
            text = f"if ({test}) {{ {replacement} }} else {{ {text} }}"
        elif each["form"] == "expression":
            text = f"({test} ? ({replacement}) : ({text}))"
        elif each["form"] == "lock":
            found = re.fullmatch(r"(?:const )?std::(?:lock_guard|unique_lock) (\w+)\((.*)\);", text)
            if not found:
                raise Stale(f'{each["name"]}: no lock: {text}')
            text = f"const mutation::lock_unless {found[1]}({test}, {found[2]});"
        else:
            text = replacement.replace("MUTANT", test)
    return text


def places_of(text, source):
    """Where the text stands, however it is broken into lines."""
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    return [found.span() for found in re.finditer(pattern, source)]


def mutate_file(name, mutants):
    """The header with every mutant of it behind its switch. Places may lie within each other."""
    source = (INCLUDE / name).read_text()
    places = {}
    for each in mutants:
        found = places_of(each["find"], source)
        if len(found) != 1:
            raise Stale(f'{each["name"]}: its text stands {len(found)} times in {name}: {each["find"]}')
        places.setdefault(found[0], []).append(each)

    def render(begin, end, inside):
        text, at = "", begin
        while inside:
            first = min(inside, key=lambda place: (place[0], -place[1]))
            within = [p for p in inside if p != first and p[0] >= first[0] and p[1] <= first[1]]
            inside = [p for p in inside if p != first and p not in within]
            if any(p[0] < first[1] for p in inside):
                raise Stale(f'{places[first][0]["name"]}: overlaps another one')
            whole = [m for m in places[first] if m["form"] in ("lock", "text")]
            if whole and (within or len(places[first]) > 1):
                raise Stale(f'{whole[0]["name"]}: stands where another one does, which it would hide')
            text += source[at : first[0]] + switched(places[first], render(*first, within))
            at = first[1]
        return text + source[at:end]

    return render(0, len(source), list(places))


# --- programs -------------------------------------------------------------------------------------------------------


class Builder:
    def __init__(self, options, mutants):
        self.options = options
        self.tree = options.scratch / "include"
        self.flags = [options.compiler, "-std=c++20", "-O0", "-w"]
        for name in sorted({each["file"] for each in mutants}):
            text = mutate_file(name, [each for each in mutants if each["file"] == name])
            target = self.tree / "cushard" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_text() != text:
                target.write_text(text)
        mutated = {each["file"] for each in mutants}
        for path in (self.tree / "cushard").rglob("*.hpp"):
            if str(path.relative_to(self.tree / "cushard")) not in mutated:
                path.unlink()
        self.hashes = {}

    def closure(self, path, found):
        """Every file of the project that `path` includes, mutated headers in place of the project's."""
        if path in found:
            return
        found[path] = text = path.read_text()
        for included in re.findall(r'^#include (?:CUSHARD_HOST_ONLY\()?["<]([^">]+)[">]', text, re.MULTILINE):
            for folder in (path.parent, self.tree, ROOT / "include"):
                if (candidate := folder / included).exists():
                    self.closure(pathlib.Path(os.path.normpath(candidate)), found)
                    break

    def sources(self, test):
        return [ROOT / "tests" / f"{test}_test.cpp", ROOT / "tests" / "support" / "checked_mode.cpp"]

    def key(self, test, mode):
        sanitizer = " ".join(MODES[mode][0])
        if (test, sanitizer) not in self.hashes:
            found = {}
            for source in self.sources(test):
                self.closure(source, found)
            texts = [f"{path}\n{found[path]}" for path in sorted(found)]
            tools = [*self.flags, sanitizer, (HERE / "chosen.hpp").read_text()]
            self.hashes[test, sanitizer] = digest(*tools, *texts)
        return self.hashes[test, sanitizer]

    def prefix(self, mode):
        """The precompiled headers that do not depend on the library."""
        folder = self.options.scratch / ("prefix" + "".join(MODES[mode][0]))
        header = folder / "prefix.hpp"
        standard = "algorithm atomic chrono condition_variable deque functional map memory mutex numeric span string"
        text = "#include <gtest/gtest.h>\n" + "".join(f"#include <{each}>\n" for each in standard.split())
        text += f'#include "{HERE / "chosen.hpp"}"\n'
        stamp = folder / "stamp"
        wanted = digest(*self.flags, text, (HERE / "chosen.hpp").read_text())
        if not stamp.exists() or stamp.read_text() != wanted:
            folder.mkdir(parents=True, exist_ok=True)
            header.write_text(text)
            self.compile([*MODES[mode][0], *self.includes(), "-x", "c++-header", str(header), "-o", f"{header}.gch"])
            stamp.write_text(wanted)
        return header

    def includes(self):
        return [f"-I{each}" for each in (self.tree, ROOT / "include", ROOT / "tests", *self.options.gtest_include)]

    def compile(self, arguments):
        done = subprocess.run([*self.flags, *arguments], capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"does not compile: {' '.join(done.args)}\n{done.stderr[:6000]}")

    def program(self, test, mode):
        name = test.replace("/", ".") + "".join(MODES[mode][0][:1])
        path = self.options.scratch / "programs" / name
        stamp = path.with_name(name + ".stamp")
        wanted = self.key(test, mode)
        if not path.exists() or not stamp.exists() or stamp.read_text() != wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            sources = [str(source) for source in self.sources(test)]
            arguments = [*MODES[mode][0], "-include", str(self.prefix(mode)), *self.includes(), *sources]
            self.compile([*arguments, "-o", str(path), *self.options.gtest_library, "-pthread"])
            stamp.write_text(wanted)
        return path


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(path, mode, mutant, seconds):
    """What turned red, None if nothing did; and how long it took."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CUSHARD_")} | MODES[mode][1]
    if mutant:
        environment["CUSHARD_MUTANT"] = mutant
    begin = time.monotonic()
    process = subprocess.Popen(
        [str(path), "--gtest_fail_fast", "--gtest_color=no"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=environment, start_new_session=True, preexec_fn=limits,
    )  # fmt: skip
    hung = False
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        hung = True
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    took = time.monotonic() - begin
    if not hung and process.returncode == 0:
        return None, took
    text = output.decode(errors="replace")
    red = re.findall(r"^\[  FAILED  \] (\S+) \(", text, re.MULTILINE)
    if red:
        return red[0].rstrip(","), took
    begun = re.findall(r"^\[ RUN      \] (\S+)", text, re.MULTILINE)
    how = "hangs" if hung else "race" if "ThreadSanitizer" in text else "crash"
    return f"{begun[-1] if begun else path.name} ({how})", took


# --- verdicts -------------------------------------------------------------------------------------------------------


def steps_of(mutant):
    """(test, mode) pairs in the order in which they are tried. `runtime/submit` runs in the modes of the plain test
    run, `runtime/submit:tsan` in that one."""
    for spec in mutant["tests"]:
        test, _, mode = spec.partition(":")
        if mode:
            yield test, mode
        else:
            yield test, "plain"
            if test.split("/")[0] not in BELOW_THE_RUNTIME:
                yield test, "checked"


def judge(builder, mutant, allowed):
    for test, mode in steps_of(mutant):
        red, _ = run(builder.program(test, mode), mode, mutant["name"], allowed[test, mode])
        if red:
            return red if mode == "plain" else f"{red}, {mode}"
    return None


def in_pairs(action, items):
    """At most two at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(action, items))


def write_table(mutants, verdicts):
    counts = {"killed": 0, "equivalent": 0, "alive": 0}
    rows = []
    for each in mutants:
        killer = verdicts[each["name"]]
        if killer:
            state, shown = "killed", f"`{killer}`"
        elif "equivalent" in each:
            state, shown = "equivalent", f'equivalent: {each["equivalent"].strip()}'
        else:
            state, shown = "alive", "**alive**"
        counts[state] += 1
        cells = [f'`{each["file"]}`', f'`{each["name"]}`: {each["why"].strip()}', each["kind"], shown]
        rows.append("| " + " | ".join(re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in cells) + " |")
    intro = (HERE / "table_head.md").read_text()
    figures = f"{len(mutants)} mutants: " + ", ".join(f"{count} {state}" for state, count in counts.items()) + "."
    head = "| header | what is dropped | kind | what turns red |\n|---|---|---|---|"
    (ROOT / "docs" / "mutation.md").write_text(f"{intro}\n{figures}\n\n{head}\n" + "\n".join(rows) + "\n")
    return figures


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="PATTERN", help="mutants whose name or file matches; writes no table")
    parser.add_argument("--list", action="store_true", help="check that the list fits the sources, and print it")
    parser.add_argument("--fresh", action="store_true", help="take no verdict from an earlier run")
    parser.add_argument("--timeout", type=float, default=10, help="seconds after which a test counts as hanging")
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--gtest-include", action="append", default=[])
    parser.add_argument("--gtest-library", action="append", default=[])
    options = parser.parse_args()
    options.gtest_library = options.gtest_library or ["-lgtest_main", "-lgtest"]
    options.scratch = options.scratch.resolve()
    return options


def main():
    options = arguments()
    begin = time.monotonic()
    mutants = load_mutants()
    builder = Builder(options, mutants)
    wanted = [m for m in mutants if not options.only or re.search(options.only, m["name"] + " " + m["file"])]
    if options.list:
        for each in wanted:
            print(f'{each["file"]}: {each["name"]} ({each["kind"]})')
        return 0

    cache_file = options.scratch / "verdicts.json"
    known = {}
    if cache_file.exists() and not options.fresh:
        known = json.loads(cache_file.read_text())
    # A verdict holds as long as every program that may give it is the same, all other mutants' switches included.
    keys = {m["name"]: digest(*(builder.key(*step) + step[1] for step in steps_of(m))) for m in wanted}
    verdicts = {name: known[f"{name} {key}"] for name, key in keys.items() if f"{name} {key}" in known}
    open_ones = [m for m in wanted if m["name"] not in verdicts]
    print(f"{len(wanted)} mutants, {len(verdicts)} of them judged before", flush=True)

    steps = sorted({step for each in open_ones for step in steps_of(each)})
    for mode in sorted({mode for _, mode in steps}):
        builder.prefix(mode)
    # Each program by one thread; of the modes that share a program the first builds it.
    programs = sorted({(test, "tsan" if mode == "tsan" else "plain") for test, mode in steps})
    in_pairs(lambda step: builder.program(*step), programs)
    allowed = {}

    def prove_green(step):
        red, took = run(builder.program(*step), step[1], None, 12 * options.timeout)
        if red:
            fail(f"{step[0]} ({step[1]}) is red without a mutant: {red}")
        allowed[step] = max(options.timeout, 4 * took)

    in_pairs(prove_green, steps)
    print(f"{len(programs)} programs are green without a mutant, {time.monotonic() - begin:.0f} s", flush=True)

    def settle(mutant):
        verdicts[mutant["name"]] = killer = judge(builder, mutant, allowed)
        state = f"killed by {killer}" if killer else "equivalent" if "equivalent" in mutant else "ALIVE"
        print(f'{mutant["name"]}: {state}', flush=True)

    try:
        in_pairs(settle, open_ones)
    finally:
        known |= {f"{name} {keys[name]}": verdict for name, verdict in verdicts.items()}
        cache_file.write_text(json.dumps(known, indent=1))

    alive = [m["name"] for m in wanted if not verdicts[m["name"]] and "equivalent" not in m]
    wrong = [m["name"] for m in wanted if verdicts[m["name"]] and "equivalent" in m]
    if not options.only:
        figures = write_table(mutants, verdicts)
        print(f"{figures} {time.monotonic() - begin:.0f} s")
    for name in alive:
        print(f"alive: {name}")
    for name in wrong:
        print(f"marked equivalent, but killed: {name}: {verdicts[name]}")
    return 1 if alive or wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stale as stale:
        fail(str(stale))
