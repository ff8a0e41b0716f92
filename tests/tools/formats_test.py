#!/usr/bin/python3
"""Games, logs and sessions of earlier formats: tests/formats/N holds a game of every mechanism of format N, each with
the log of a campaign. Whoever adds a format adds a folder, and touches none of the others.

usage: formats_test.py PROGRAM [unittest arguments]
"""
import json
import lzma
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATS = ROOT / "tests" / "formats"
PROGRAM = ""
NEWEST = 2
MECHANISMS = ("area_campaign", "block_battle", "hex_campaign", "hex_operations")
GAMES = [folder / mechanism for folder in sorted(FORMATS.iterdir()) for mechanism in MECHANISMS]


def is_older(game):
    return game.parent.name != str(NEWEST)


def full_disk():
    """For preexec_fn: files that cannot grow stand for a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


class FormatsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def niemen(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=300,
                              check=False, **options)

    def good(self, *arguments):
        result = self.niemen(*arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def refused(self, words, *arguments):
        result = self.niemen(*arguments)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for word in words.split("|"):
            self.assertIn(word, result.stderr)

    def copy(self, game):
        place = self.folder / f"{game.name}-{game.parent.name}"
        shutil.copytree(game, place)
        return place

    def log(self, game):
        place = self.folder / f"{game.name}-{game.parent.name}.jsonl"
        place.write_bytes(lzma.decompress(game.with_suffix(".jsonl.xz").read_bytes()))
        return place

    def played(self, game):
        """A campaign but for the hash of what it is played with: steps and positions."""
        log = self.folder / "log.jsonl"
        self.good("record", "--game", game, "--key", 7, "--out", log)
        return [[line.get(key) for key in ("actor", "action", "hash", "end")]
                for line in map(json.loads, log.read_text().splitlines()[1:])]

    def test_every_game_of_every_format_is_played_as_it_was(self):
        self.assertEqual(len(GAMES), len(MECHANISMS) * NEWEST)
        for game in GAMES:
            with self.subTest(game.relative_to(FORMATS)):
                if game.name == "block_battle":  # its rules ask other decisions since logs of version 5
                    self.refused("a rule was corrected since", "replay", "--game", game, self.log(game))
                else:
                    self.good("replay", "--game", game, self.log(game))

    def test_a_log_replays_with_the_game_that_an_older_program_played(self):
        # Both as they were written then: the game is known by the hash that it had.
        self.assertIn("317 steps are as recorded",
                      self.good("replay", "--game", FORMATS / "1" / "lorn-valley",
                                ROOT / "tests" / "play" / "logs" / "lorn-valley-1.jsonl"))

    def test_validate_says_in_one_line_what_was_taken_as_before(self):
        for game in GAMES:
            with self.subTest(game.relative_to(FORMATS)):
                lines = [line for line in self.good("validate", "--game", game).splitlines()
                         if "earlier format" in line]
                expected = is_older(game) and game.name != "block_battle"  # nothing of it came later
                self.assertEqual(len(lines), int(expected), lines)
        line = self.good("validate", "--game", FORMATS / "1" / "hex_campaign")
        for words in ("winter_to_turn = 0", 'raid_effect = "hit"', "combat_commands_b = [3]", 'lornmouth-early.side = "a"', "niemen new --renew"):
            self.assertIn(words, line)

    def test_a_game_of_the_newest_format_says_everything(self):
        game = self.copy(FORMATS / str(NEWEST) / "hex_campaign")
        rules = game / "rules.toml"
        rules.write_text(re.sub("(?m)^winter_to_turn.*\n", "", rules.read_text()))
        self.refused('rules.toml|"winter_to_turn" is missing', "record", "--game", game)
        # What extends an older game is of its format.
        older = self.copy(FORMATS / "1" / "hex_campaign")
        mine = self.folder / "mine"
        mine.mkdir()
        (mine / "game.toml").write_text(f'extends = "../{older.name}"\n[rules]\nwinter_to_turn = 2\n')
        self.assertNotIn("winter_to_turn", self.good("validate", "--game", mine))
        self.good("record", "--game", mine, "--set", "rules.raid_effect=battle_point", "--out", self.folder / "x.jsonl")

    def test_a_newer_game_and_log_are_refused_with_what_to_do(self):
        for game in GAMES:
            with self.subTest(game.relative_to(FORMATS)):
                newer = self.copy(game)
                text = re.sub("(?m)^format = .*\n", "", (newer / "game.toml").read_text())
                (newer / "game.toml").write_text("format = 9\n" + text)
                self.refused('game.toml:1: "format" is 9|newer niemen', "record", "--game", newer)
        log = self.folder / "newer.jsonl"
        text = self.log(FORMATS / "2" / "hex_campaign").read_text()
        log.write_text(text.replace('"niemen":4', '"niemen":99', 1))
        self.refused("newer.jsonl:1: a campaign log of version 99|newer niemen|1 to 5", "replay", log)

    def test_renew_writes_in_what_was_taken_and_nothing_else(self):
        for game in GAMES:
            with self.subTest(game.relative_to(FORMATS)):
                renewed = self.copy(game)
                before = {file.relative_to(renewed): file.read_text() for file in renewed.rglob("*") if file.is_file()}
                campaign = self.played(renewed)
                full = self.niemen("new", "--renew", renewed, preexec_fn=full_disk)
                self.assertEqual(full.returncode != 0, is_older(game), full.stderr)
                self.assertEqual(before, {file: (renewed / file).read_text() for file in before})
                self.good("new", "--renew", renewed)
                self.assertNotIn("earlier format", self.good("validate", "--game", renewed))
                self.assertIn("format = 2\n", (renewed / "game.toml").read_text())
                self.assertEqual(campaign, self.played(renewed))
                self.assertEqual({file.relative_to(renewed) for file in renewed.rglob("*") if file.is_file()},
                                 set(before))
                for file, text in before.items():  # every line as it stood, comments too
                    kept = iter((renewed / file).read_text().splitlines())
                    for line in text.splitlines():
                        if not line.startswith("combat_commands ="):
                            self.assertIn(line, kept, file)
                self.assertIn("format of today", self.good("new", "--renew", renewed))
        extending = self.folder / "extending"
        self.good("new", extending, "--from", "lorn-valley")
        self.refused("extends|--renew", "new", "--renew", extending)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
