#!/usr/bin/python3
"""Checks that no source of engine/, ai/ and tools/ is longer than a person reads at once.

A source has at most 600 lines, a function 60. Those that are longer for a reason stand below, each with the length that
it may have; none may grow beyond, and one that has become short is taken off the list. Exit status 1 if anything is
too long.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_LINES, MOST_OF_FUNCTION = 600, 60
LONG_SOURCES = {
    # readers of files, part by part
    "engine/core/config.cpp": 820,
    "engine/systems/hex_campaign/notation.cpp": 780,
    # tables: a row or a field after the other
    "engine/systems/hex_campaign/rules.cpp": 940,
    # one course of events, told from its begin to its end
    "engine/play/session.cpp": 640,
    "ai/lab/run_folder.cpp": 620,
    "ai/search/turn_search.h": 680,
    # lists of commands and of what Python is given
    "tools/python/games.cpp": 780,
}
LONG_FUNCTIONS = {
    # tables: a row or a field after the other
    "engine/systems/area_campaign/data_tables.cpp: game": 80,
    "engine/systems/block_battle/data_tables.cpp: game": 80,
    # readers of files, part by part
    "engine/systems/hex_campaign/load_pieces.cpp: read_units": 80,
    "engine/systems/hex_campaign/read_game.cpp: read_game": 80,
    # one course of events, told from its begin to its end
    "engine/systems/hex_campaign/sense.cpp: find_faults": 80,
    "ai/doctrine/hex_campaign/appraisal.cpp: Appraisal::assign_objectives": 80,
    "ai/doctrine/hex_campaign/planner.cpp: Planner::choose": 120,
    "ai/lab/questions/rescore.cpp: look_back": 100,
    "ai/lab/run.cpp: run_experiment": 100,
    "ai/lab/run_folder.cpp: merge_shards": 80,
    "ai/lab/statistics/root_finding.cpp: find_root": 100,
    "tools/lab_submit.cpp: lab_submit_command": 80,
    "tools/lab_watch.cpp: lab_watch_command": 80,
    "tools/new_blank.cpp: lay_battle": 80,
    "tools/replay.cpp: replay_command": 100,
    # lists of commands and of what Python is given
    "tools/commands.cpp: commands": 100,
    "tools/python/fleets.cpp: bind_fleets": 100,
    "tools/python/games.cpp: bind_game": 100,
    "tools/python/games.cpp: bind_state": 200,
    "tools/table_commands.cpp: Table::commands": 80,
}
# A function begins where its head ends with a brace, in a namespace or in a class, and ends at the same depth.
HEAD = re.compile(r"^(?P<depth>(?:  )?)"
                  r"(?!namespace|constexpr std::array|struct|class|enum|union|using|extern|concept|#|//|\}|  )"
                  r"(?:template <.*?> (?!concept))?[^;=]*\)[^;()=]*\{$")
NAME = re.compile(r"([\w:~]+(?:<\w+>::~?\w+)?)\(")


def functions(lines):
    """(name, length) of the functions in formatted lines."""
    head_from = start = None
    depth, name = "", ""
    for number, line in enumerate(lines):
        if start is None:
            if re.match(r"^(?:  )?[A-Za-z~]", line) and not line.startswith("   "):
                head_from = number
            text = " ".join([lines[head_from]] + [part.strip() for part in lines[head_from + 1:number + 1]]) \
                if head_from is not None and number - head_from < 8 else ""
            if line.endswith("{") and text and HEAD.match(text):
                found = NAME.search(text)
                start, depth, name = head_from, HEAD.match(text)["depth"], found[1] if found else text
        elif line == depth + "}":
            yield name, number - start + 1
            start = head_from = None


def main():
    faults = []
    sources, found = {}, {}
    for folder in ("engine", "ai", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp") or "node_modules" in path.parts:
                continue
            lines = path.read_text(encoding="utf-8").splitlines()
            at = str(path.relative_to(ROOT))
            if len(lines) > MOST_LINES:
                sources[at] = len(lines)
            for name, length in functions(lines):
                if length > MOST_OF_FUNCTION:
                    found[f"{at}: {name}"] = length
    for long, allowed, most in ((sources, LONG_SOURCES, MOST_LINES), (found, LONG_FUNCTIONS, MOST_OF_FUNCTION)):
        for what, length in long.items():
            if length > allowed.get(what, most):
                faults.append(f"{what} has {length} lines; allowed: {allowed.get(what, most)}")
        for what in allowed.keys() - long.keys():
            faults.append(f"{what} is short enough now: take it off the list in scripts/check_sizes.py")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
