#!/usr/bin/python3
"""Checks that engine/README.md names every source file of engine/, and nothing that is not there.

A source that belongs to a header of the same name needs no entry of its own. Exit status 1 if
anything is missing or left over.
"""
import pathlib
import re
import sys

ENGINE = pathlib.Path(__file__).resolve().parent.parent / "engine"
HEADING = re.compile(r"^##+ (?:systems/)?(\w+)")
ENTRY = re.compile(r"`(\w+\.(?:h|cpp))`")


def named_files():
    """(folder name, file name) of every entry, by the heading it stands under."""
    folder, names = None, set()
    for line in (ENGINE / "README.md").read_text().splitlines():
        if line.startswith("# ") and line != "# Source map":
            break  # what follows is no part of the map
        heading = HEADING.match(line)
        folder = heading[1] if heading else folder
        names.update((folder, name) for name in ENTRY.findall(line))
    return names


def source_files():
    """The same of every file that needs an entry."""
    files = {path for path in ENGINE.rglob("*") if path.suffix in (".h", ".cpp")}
    return {(path.parent.name, path.name) for path in files
            if path.suffix == ".h" or path.with_suffix(".h") not in files}


def main():
    named = named_files()
    missing = sorted(source_files() - named)
    gone = sorted((folder, name) for folder, name in named
                  if not any(ENGINE.rglob(f"{folder}/{name}")))
    for folder, name in missing:
        print(f"engine/README.md: {folder}/{name} is not named")
    for folder, name in gone:
        print(f"engine/README.md: {folder}/{name} does not exist")
    return 1 if missing or gone else 0


if __name__ == "__main__":
    sys.exit(main())
