#!/usr/bin/python3
"""Breaks every number and switch of a game's rules once, and says which breaks no case notices.

    scripts/break_numbers.py russia-1812 [--program build/release/niemen] [--only KEY...]

Each number of the rules (rules.toml, or what `niemen describe` lists of game.toml) is made one larger
and one smaller, each switch is turned, each choice made otherwise; then all cases of the game run with that value. What survives is printed: either a case is
missing, or the number does nothing. A value that a case sets itself is not broken there. Takes some
minutes; not a part of scripts/test.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEY = re.compile(r"^  ([\w.]+) \((?:.*; )?([^;\n]+)\)$", re.MULTILINE)


def described(program, mechanism):
    """Every key of the rules of a mechanism, with the words that a choice has."""
    text = subprocess.run([program, "describe", mechanism], capture_output=True, text=True,
                          check=True, cwd=ROOT).stdout
    return {key: words.split(", ") for key, words in KEY.findall(text)}


def rules_of(game, keys):
    """The rules of a game's folder, by table where they are in tables."""
    if (game / "rules.toml").exists():
        return tomllib.loads((game / "rules.toml").read_text())
    tables = tomllib.loads((game / "game.toml").read_text())
    return {name: {key: value for key, value in table.items() if f"{name}.{key}" in keys}
            for name, table in tables.items() if isinstance(table, dict)}


def broken(value, words):
    """What a value is changed to."""
    if isinstance(value, bool):
        return [str(not value).lower()]
    if isinstance(value, int):
        return [str(value + 1), str(value - 1)]
    return [word for word in words if word != value]


def changes(rules, keys, table="rules"):
    """(path, value) of everything that is tried; tables of the file bring their own name."""
    for key, value in rules.items():
        path = f"{table}.{key}"
        if isinstance(value, dict):
            yield from changes(value, keys, key)
        elif isinstance(value, list):
            for i, number in enumerate(value, start=1):
                yield from ((f"{path}[{i}]", other) for other in broken(number, []))
        else:
            words = keys.get(key) or keys.get(path, [])
            yield from ((path, other) for other in broken(value, words))


def with_setting(text, path, value):
    """The text of a case file whose cases all play with the setting."""
    lines = text.splitlines(keepends=True)
    game = next(i for i, line in enumerate(lines) if line.startswith("game "))
    lines.insert(game + 1, f"set {path}={value}\n")
    return "".join(lines)


def survives(program, cases, path, value, folder):
    """Whether all cases pass all the same. A value that cannot be is noticed too. The file that
    notices comes first in `cases` from then on: the next number is of the same chapter, likely."""
    for i, case in enumerate(cases):
        file = folder / case.name
        file.write_text(with_setting(case.read_text(), path, value))
        run = subprocess.run([program, "case", "--quiet", file], capture_output=True, cwd=ROOT)
        if run.returncode != 0:
            cases.insert(0, cases.pop(i))
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--program", default=ROOT / "build" / "release" / "niemen")
    parser.add_argument("--only", nargs="*", help="keys to try")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.program).resolve()
    game = ROOT / "configs" / "games" / arguments.game
    mechanism = tomllib.loads((game / "game.toml").read_text())["mechanism"]
    keys = described(program, mechanism)
    rules = rules_of(game, keys)
    if arguments.only:
        rules = {key: rules[key] for key in arguments.only}
    cases = sorted((ROOT / "tests" / "cases" / arguments.game).glob("*.case"))
    tried = survived = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, value in changes(rules, keys):
            tried += 1
            if survives(program, cases, path, value, pathlib.Path(folder)):
                survived += 1
                print(f"survives: {path} = {value}", flush=True)
    print(f"{tried} tried, {survived} survived")


if __name__ == "__main__":
    sys.exit(main())
