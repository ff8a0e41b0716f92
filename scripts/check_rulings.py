#!/usr/bin/python3
"""Checks that the rulings of every mechanism are in the tree, each of them used, and none missing.

A ruling is a row "| R-17 | ..." of engine/systems/<mechanism>/rulings.md. What belongs to a
mechanism (its code, its data, its cases) cites it as R-17. A mechanism whose files cite nothing
needs no rulings.md. Exit status 1 if a number is cited that has no row, or has a row and is never
cited.
"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| ([A-Z]-\d+) \|", re.MULTILINE)
# Not the tail of a longer name, such as the number of a line of a rulebook (TIR-6.2c) or the name
# of a counter (1-V-Vet-Inf-1).
CITED = re.compile(r"(?<![\w./-])([A-Z]-\d+)(?![\w-]|\.\d)")
TEXT = {".cpp", ".h", ".md", ".toml", ".csv", ".case", ".py"}


def mechanism_of(game):
    """The mechanism of a folder of configs/games, which may be said by the game that it extends."""
    data = tomllib.loads((game / "game.toml").read_text())
    if "mechanism" in data:
        return data["mechanism"]
    return mechanism_of(game.parent / data["extends"])


def folders(mechanism, games):
    """Every folder that belongs to a mechanism."""
    yield ROOT / "engine" / "systems" / mechanism
    yield ROOT / "tests" / "systems" / mechanism
    yield from (ROOT / "ai").glob(f"*/{mechanism}")
    for game in games:
        yield ROOT / "configs" / "games" / game
        yield ROOT / "tests" / "cases" / game


def citations(folder, rulings):
    """(number, file) of every ruling cited below a folder, the list of rulings itself apart."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in TEXT and path != rulings:
            for number in CITED.findall(path.read_text()):
                yield number, path


def faults(rows, cited):
    """One line for each number that dangles or is not used. `cited`: number to a file."""
    lines = [f"{file}: {number} is cited and has no row" for number, file in cited.items()
             if number not in rows]
    lines += [f"{number} has a row and is never cited" for number in rows if number not in cited]
    lines += [f"{number} has two rows" for number in sorted(set(rows)) if rows.count(number) > 1]
    return lines


def check(mechanism, games):
    rulings = ROOT / "engine" / "systems" / mechanism / "rulings.md"
    text = rulings.read_text() if rulings.exists() else ""
    rows = ROW.findall(text)
    cited = {}
    for folder in folders(mechanism, games):
        for number, path in citations(folder, rulings):
            cited.setdefault(number, path.relative_to(ROOT))
    return [f"{mechanism}: {line}" for line in faults(rows, cited)]


def main():
    games = {}
    for game in sorted((ROOT / "configs" / "games").iterdir()):
        if (game / "game.toml").exists():
            games.setdefault(mechanism_of(game), []).append(game.name)
    lines = []
    for folder in sorted((ROOT / "engine" / "systems").iterdir()):
        if folder.is_dir():
            lines += check(folder.name, games.get(folder.name, []))
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
