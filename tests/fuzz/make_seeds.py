#!/usr/bin/python3
"""Writes the seeds of the fuzz targets that follow from the tree: make_seeds.py NIEMEN FOLDER.

FOLDER/config has every small file of the games, replaced and laid over; FOLDER/case every case of
tests/cases on its own; FOLDER/replay the beginnings of logs that the program NIEMEN records. What is
made here never goes stale; tests/fuzz/seeds holds the rest.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAMES = ROOT / "configs" / "games"
LARGEST = 16_000  # bytes of a seed: larger ones slow the fuzzer down more than they show
LOGS = [
    ("lorn-valley", []),
    ("lorn-valley", ["--preset", "commanders"]),
    ("lorn-valley", ["--set", "scenario.last_turn=1"]),  # whole
    ("strategic-1812", []),
    ("russia-1812", ["--preset", "advanced"]),
]


def config_seeds(folder):
    for path in sorted(GAMES.rglob("*")):
        if path.relative_to(GAMES).parts[0] == "russia-1812" or path.suffix not in (".toml", ".csv") or path.parent.name == "doctrines":
            continue
        text = path.read_bytes()
        if len(text) > LARGEST:
            continue
        name = path.relative_to(GAMES).as_posix()
        for number, mark in enumerate(("", "+")):
            seed = f"{mark}{name}\n\n".encode() + text
            (folder / f"{name.replace('/', '-')}-{number}").write_bytes(seed)


def case_seeds(folder):
    for path in sorted((ROOT / "tests/cases").rglob("*.case")):
        header, *cases = ("\n" + path.read_text()).split("\ncase ")
        for number, case in enumerate(cases):
            (folder / f"{path.stem}-{number}").write_text(f"{header}\ncase {case}")


def replay_seeds(folder, niemen):
    for number, (game, options) in enumerate(LOGS):
        log = folder / f"{game}-{number}"
        command = [niemen, "record", "--game", game, "--out", log, *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        text = log.read_bytes()
        log.write_bytes(text[: text.rfind(b"\n", 0, LARGEST) + 1])


def main():
    niemen, out = sys.argv[1], pathlib.Path(sys.argv[2])
    for kind in ("config", "case", "replay"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    config_seeds(out / "config")
    case_seeds(out / "case")
    replay_seeds(out / "replay", niemen)


if __name__ == "__main__":
    main()
