#!/usr/bin/python3
"""Runs the built niemen as a person would: the examples of its help, and what people do wrong.

usage: tools_test.py PROGRAM [unittest arguments]
"""
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import textwrap
import time
import tomllib
import unittest
import xml.etree.ElementTree as ElementTree

from waiting import has_grown, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
GAME = "russia-1812"


class ToolsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        # A folder that looks like the project's, so that examples write nowhere else.
        for name in ("configs", "experiments", "scripts", "tests"):
            if (ROOT / name).exists():
                (self.folder / name).symlink_to(ROOT / name)

    def tearDown(self):
        self.temporary.cleanup()

    def run_niemen(self, *arguments, **options):
        return subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
            check=False, **options)

    def assert_refused(self, result, *words, status=1):
        """One line on stderr that holds all the words, and the exit status."""
        self.assertEqual(result.returncode, status, result.stderr + result.stdout)
        lines = result.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_review_without_a_face(self):
        made = self.run_niemen("record", "--game", "lorn-valley", "--agent-a", "doctrine", "--key",
                               "5", "--out", "c.jsonl")
        self.assertEqual(made.returncode, 0, made.stderr)
        arguments = ("review", "c.jsonl", "--depth", "2000", "--json", "--quiet")
        said = self.run_niemen(*arguments)
        self.assertEqual(said.returncode, 0, said.stderr)
        review = json.loads(said.stdout)
        sums = [review["sums"][owed] for owed in ("mine", "theirs", "dice", "reveal")]
        self.assertAlmostEqual(review["start"]["value"] + sum(one["value"] for one in sums),
                               review["result"], places=9)
        for one in (review["start"], *sums):
            self.assertLessEqual(one["low"], one["value"])
            self.assertLessEqual(one["value"], one["high"])
        for point in review["points"]:
            self.assertEqual(set(point) & {"step", "turn", "owed", "change", "low", "high", "words"},
                             {"step", "turn", "owed", "change", "low", "high", "words"})
            self.assertGreater(point["low"] * point["high"], 0)
        self.assertTrue(review["complete"])
        self.assertEqual(review["resumed"], 0)
        again = json.loads(self.run_niemen(*arguments).stdout)  # from what was kept beside it
        self.assertEqual(again.pop("resumed"), review["campaigns"])
        review.pop("resumed")
        self.assertEqual(again, review)
        text = self.run_niemen("review", "c.jsonl", "--depth", "2000", "--side", "highmark",
                               "--forget")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("turned it by more than about", text.stdout)
        self.assertRegex(text.stdout, r"turn 1 +\d+ % \(\d+ to \d+\)")  # the curve
        self.assert_refused(self.run_niemen("review", "c.jsonl", "--side", "Prussian"),
                            "--side is A (", "Prussian", status=2)
        self.assert_refused(self.run_niemen("review", "c.jsonl", "--depth", "0"), "--depth",
                            status=2)
        log = (self.folder / "c.jsonl").read_text().splitlines(keepends=True)
        (self.folder / "early.jsonl").write_text("".join(log[:40]))
        self.assert_refused(self.run_niemen("review", "early.jsonl"), "early.jsonl:", "missing")
        (self.folder / "old.jsonl").write_text(log[0].replace('"niemen":5', '"niemen":99'))
        self.assert_refused(self.run_niemen("review", "old.jsonl"), "old.jsonl:1:", "1 to 5")
        self.run_niemen("play", "--game", "lorn-valley", "--defaults", "--session", "s.jsonl",
                        stdin=subprocess.DEVNULL)
        self.assert_refused(self.run_niemen("review", "s.jsonl"), "s.jsonl", "a review tells all")
        self.assert_refused(self.run_niemen("review"), "name a session or a log", status=2)

    def record(self, name="campaign.jsonl", key="5"):
        result = self.run_niemen("record", "--game", GAME, "--key", key, "--out", name)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.folder / name

    def make_game(self, text="", files=None):
        """A game folder that extends GAME with `text` in its game.toml."""
        folder = self.folder / "changed"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "game.toml").write_text(f'extends = "{GAME}"\n{text}')
        for name, content in (files or {}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content)
        return folder

    def test_every_example_of_the_help_runs(self):
        examples = self.run_niemen("help", "--examples").stdout.splitlines()
        self.assertGreater(len(examples), 10)
        environment = dict(os.environ, PATH=f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}")
        for example in examples:
            with self.subTest(example):
                if example.startswith("niemen lab watch"):  # goes on until it is stopped
                    with subprocess.Popen(example.split(), cwd=self.folder, env=environment,
                                          stdout=subprocess.PIPE, text=True) as watching:
                        rating = watching.stdout.readline()
                        watching.send_signal(signal.SIGINT)
                    self.assertRegex(rating, r"scores [\d.]+ %")
                    self.assertIn(watching.returncode, (0, 130))
                    continue
                result = subprocess.run(example, shell=True, cwd=self.folder, capture_output=True,
                                        text=True, env=environment, timeout=300, check=False)
                stopped = 75 if "--total" in example else 0  # to be resumed by the next line
                self.assertEqual(result.returncode, stopped, result.stderr + result.stdout)

    def follow(self, text, changes=()):
        """Does what a document says, in its order: commands, and files that begin with their name."""
        environment = dict(os.environ, PATH=f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}")
        for block in re.finditer(r"```(?:toml|sh)\n(.*?)```|(?:^ {4,}\S[^\n]*\n)+", text, re.S | re.M):
            words = textwrap.dedent(block[1] or block[0])
            if words.startswith("# "):
                name = words.split()[1].rstrip(":")
                (self.folder / name).write_text(words)
                continue
            for before, after in changes:
                words = words.replace(before, after)
            result = subprocess.run(["bash", "-e", "-c", words], cwd=self.folder, timeout=120,
                                    capture_output=True, text=True, env=environment, check=False)
            self.assertEqual(result.returncode, 0, words + result.stdout + result.stderr)

    def test_a_first_game_is_made_as_the_document_says(self):
        text = (ROOT / "configs/README.md").read_text()
        fewer = "sed -i 's/^campaigns = .*/campaigns = 20/' my-plan.toml\nniemen lab run --no-picture"
        self.follow(text.split("## What lies in a game's folder")[0], [
            ("niemen lab run", fewer), ("niemen edit my-copy\n", "")])  # which goes on until it is stopped
        self.assertIn("river_attack = -4", (self.folder / "my-valley/game.toml").read_text())
        self.assertGreater((self.folder / "map.svg").stat().st_size, 1000)
        self.assertTrue((self.folder / "my-results/campaigns.csv").exists())

    def test_margins_carry_their_sign_and_follow_the_levels(self):
        blank = ROOT / "configs/blank"
        ends = [self.run_niemen("record", "--game", blank / "block_battle", "--set", "victory.west.from=-20", "--key",
                                str(key)).stdout for key in range(1, 13)]
        won = [re.search(r"West won (by|with a margin of) (-?\d+)", end) for end in ends]
        self.assertIn("with a margin of", {match[1] for match in won})
        for match in won:
            self.assertEqual(int(match[2]) > 0, match[1] == "by", match[0])
        # Without a word of it, a margin of 1 is one point more than the side that is behind may have.
        operations = self.folder / "operations"
        shutil.copytree(blank / "hex_operations", operations)
        for level in (3, 7):
            said = self.run_niemen("record", "--game", operations, "--set", f"victory.west.from={level}").stdout
            self.assertRegex(said, r"(West|East) won (by|with a margin of) \d+ ")
        text = (operations / "rules.toml").read_text().replace("[victory]\n", "[victory]\nmargin_at = 20\n")
        (operations / "rules.toml").write_text(text)
        result = self.run_niemen("validate", "--game", operations)
        self.assertEqual(result.returncode, 1)
        self.assertIn("victory.margin_at is 20, and the winner changes at 3 points", result.stderr)

    def test_an_experiment_is_played_as_the_document_says(self):
        text = (ROOT / "experiments/README.md").read_text()
        fewer = "sed -i 's/^campaigns = .*/campaigns = 40/' my-balance.toml\nniemen lab plan"
        self.follow(text.split("scripts/examples/win_rates.py")[0].rpartition("```sh")[0], [
            ("niemen lab plan", fewer + " --seconds 0.1"), ("lab run", "lab run --no-picture"),
            ("lab merge", "lab merge --no-picture"),
            ("niemen lab compare", "cp -r out/my-balance out/other\nniemen lab compare")])
        for made in ("my-balance/report.html", "my-balance/replays/17.jsonl", "joined/campaigns.csv",
                     "balance-lorn-valley/doctrine/campaigns.csv"):
            self.assertTrue((self.folder / "out" / made).exists(), made)

    def test_a_game_is_laid_out_of_geography_as_the_document_says(self):
        text = (ROOT / "scripts/map/README.md").read_text()
        self.follow(text.split("## The map of russia-1812")[0])
        self.assertIn(">Castelo Branco<", (self.folder / "map.svg").read_text())
        self.assertIn("Mondego", (self.folder / "map.svg").read_text())
        self.assertIn(">Torres Vedras<", (self.folder / "areas.svg").read_text())
        self.assertEqual(self.run_niemen("validate", "--game", "my-war").returncode, 0)

    def test_documents_name_options_that_there_are(self):
        documents = [ROOT / "README.md", *(ROOT / "tests/cases").glob("*.md")]
        for folder in ("configs", "experiments", "scripts"):
            documents += [file for kind in ("md", "toml") for file in (ROOT / folder).rglob(f"*.{kind}")]
        used = {}
        for file in documents:
            for words, rest in re.findall(r"(?:^|[`\s])niemen ((?:lab )?[a-z]+)\b([^`\n|&>;)]*)",
                                          file.read_text(), re.M):
                used.setdefault(tuple(words.split()), {}).update(
                    {option: file.name for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", rest)})
        self.assertGreater(len(used), 15)
        for words, options in used.items():
            known = re.findall(r"--[a-z][a-z-]*", self.run_niemen("help", *words).stdout)
            for option, document in options.items():
                self.assertIn(option, known, f"niemen {' '.join(words)} of {document}")

    def test_every_subcommand_has_help(self):
        overview = self.run_niemen("help").stdout
        names = [line.split()[0] for line in overview.splitlines()
                 if line.startswith("  ") and line[2] != " "]
        self.assertIn("validate", names)
        for name in names:
            result = self.run_niemen("help", name)
            self.assertEqual(result.returncode, 0, name)
            self.assertIn(f"\n  niemen {name}", result.stdout)
        of_lab = self.run_niemen("lab", "--help").stdout.split("Examples")[0]
        names = [line.split()[0] for line in of_lab.splitlines()
                 if line.startswith("  ") and line[2] != " "]
        self.assertIn("merge", names)
        for name in names:
            result = self.run_niemen("lab", name, "--help")
            self.assertEqual(result.returncode, 0, name)
            self.assertIn(f"\n  niemen lab {name}", result.stdout)
            for words in (("help", "lab", name), ("lab", "help", name)):
                self.assertEqual(self.run_niemen(*words).stdout, result.stdout, words)

    def test_wrong_usage_is_told_in_one_line(self):
        self.assert_refused(self.run_niemen("frobnicate"), "frobnicate", status=2)
        for amount in ("many", "0", "-1", "1.5", "100000001", "99999999999999999999"):
            self.assert_refused(self.run_niemen("fuzz", "--campaigns", amount),
                                f'--campaigns is "{amount}"; allowed: 1 to 100000000', status=2)
        game = ("--game", "lorn-valley")
        for command, option, wrong in (
                ("fuzz", "--threads", "1025"), ("bench", "--campaigns", "0"),
                ("bench", "--seconds", "0"), ("bench", "--seconds", "nan"),
                ("bench", "--seconds", "-1"), ("perft", "--depth", "31"),
                ("perft", "--depth", "-1"), ("train", "--campaigns", "4"),
                ("train", "--threads", "0")):
            self.assert_refused(self.run_niemen(command, *game, option, wrong),
                                f'{option} is "{wrong}"; allowed: ', status=2)
        self.assert_refused(self.run_niemen("fuzz", "--speed", "3"), "speed", status=2)
        self.assert_refused(self.run_niemen("perft"), "--game", status=2)
        self.assert_refused(self.run_niemen("case"), "files", status=2)

    def test_training_writes_weights_and_their_calibration(self):
        result = self.run_niemen("train", "--game", "lorn-valley", "--campaigns", "20", "--out", "fit")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('game = "lorn-valley"', (self.folder / "fit/weights.toml").read_text())
        bins = (self.folder / "fit/calibration.csv").read_text().splitlines()
        self.assertEqual(bins[0], "predicted,observed,count")
        self.assertGreater(len(bins), 2)
        self.assertEqual((self.folder / "fit/calibration.png").read_bytes()[:4], b"\x89PNG")

    def test_one_evaluation_is_fitted_to_several_scenarios(self):
        def train(scenarios, *options):
            return self.run_niemen("train", "--game", "lorn-valley", "--agent-a", "random", "--agent-b", "random",
                                   "--campaigns", "20", "--scenarios", scenarios, "--out", "fit", *options)

        result = train("all")
        self.assertEqual(result.returncode, 0, result.stderr)
        for scenario in ("free", "spring"):
            self.assertRegex(result.stdout, rf"(?m)^{scenario}: \d+ positions, log loss \d\.\d{{4}}$")
            self.assertTrue((self.folder / "fit" / scenario / "families.log").exists())
        self.assertIn("lorn-valley (free and spring; ", (self.folder / "fit/weights.toml").read_text())
        # Judged by the same positions, weights lose what they were said to lose.
        judged = train("free,spring", "--compare", "fit/weights.toml")
        self.assertRegex(judged.stdout, r"(?m)^spring: \d+ positions, log loss (\S+), by fit/weights.toml \1$")
        self.assert_refused(train("free,free"), "names free twice", status=2)
        self.assert_refused(train("free,autumn"), "autumn", "allowed: free, spring")

    def test_training_goes_on(self):
        """Interrupted and gone on with: the weights of one that was played in one go."""
        game = self.make_game(files={"values.toml": "[a]\n"})
        def train(*options, out="fit"):
            return self.run_niemen("train", "--game", str(game), "--campaigns", "20", "--out", out,
                                   *options)
        def weights(out):
            return (self.folder / out / "weights.toml").read_text()
        process = subprocess.Popen(
            [PROGRAM, "train", "--game", str(game), "--campaigns", "1000000", "--out", "fit"],
            cwd=self.folder, stderr=subprocess.PIPE, text=True)
        log = self.folder / "fit/families.log"
        wait_until(lambda: has_grown(log, 1000))
        self.assert_refused(train(), "another program is at work")
        process.send_signal(signal.SIGINT)
        self.assertIn("the same command goes on", process.communicate(timeout=60)[1])
        self.assertEqual(process.returncode, 130)
        self.assertFalse((self.folder / "fit/weights.toml").exists())
        size = log.stat().st_size
        result = train()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"^\d+/20 families were played before")
        self.assertEqual(train(out="whole").returncode, 0)
        self.assertEqual(weights("fit"), weights("whole"))
        self.assert_refused(train("--seed", "2"), "families.log", "another folder")
        (game / "values.toml").write_text("[a]\nthrust = 71\n")
        self.assert_refused(train(), "families.log", "another folder")
        self.assertGreaterEqual(log.stat().st_size, size)

    def test_bad_games_are_refused(self):
        def refused(*arguments):
            return self.run_niemen("show", "--game", GAME, *arguments)
        self.assert_refused(self.run_niemen("show", "--game", "chess"), "chess", GAME)
        self.assert_refused(refused("--scenario", "x"), "x", "historical")
        self.assert_refused(refused("--preset", "x"), "x", "basic")
        self.assert_refused(refused("--set", "rules.no_such_rule=1"), "no_such_rule")
        self.assert_refused(refused("--set", "rules.march=fast"), "rules.march", "whole number")
        self.assert_refused(refused("--set", "rules.march=1000"), "march", "1000", "allowed")
        self.assert_refused(refused("--set", "march"), "key=value")

    def test_bad_game_files_are_refused_with_file_and_line(self):
        cases = {
            "unknown key": ("frobnication = 1\n", ["game.toml:2", "frobnication"]),
            "wrong type": ("[rules]\nmarch = \"far\"\n", ["game.toml:3", "march"]),
            "out of range": ("[rules]\nmarch = 1000\n", ["game.toml:3", "1000", "allowed"]),
            "syntax": ("[rules\n", ["game.toml:2"]),
        }
        for name, (text, words) in cases.items():
            with self.subTest(name):
                folder = self.make_game(text)
                self.assert_refused(self.run_niemen("show", "--game", str(folder)), *words)

    def test_bad_units_are_refused_with_file_and_line(self):
        cases = {
            "unit on a lake": ("id,set_up\nI-Vet-Inf-1,0901\n", ["units.csv:2", "lake"]),
            "no such hex": ("id,set_up\nI-Vet-Inf-1,9999\n", ["units.csv:2", "9999"]),
            "duplicate unit": ("id,set_up\nI-Vet-Inf-1,2206\nI-Vet-Inf-1,2207\n",
                               ["units.csv:3", "two rows"]),
            "unknown column": ("id,morale\nI-Vet-Inf-1,7\n", ["units.csv:1", "morale"]),
        }
        for name, (text, words) in cases.items():
            with self.subTest(name):
                folder = self.make_game(files={"units.csv": text})
                self.assert_refused(self.run_niemen("show", "--game", str(folder)), *words)

    def test_a_folder_without_its_files_is_refused(self):
        folder = self.folder / "empty"
        folder.mkdir()
        (folder / "game.toml").write_text('mechanism = "hex_campaign"\n')
        result = self.run_niemen("show", "--game", str(folder))
        self.assertEqual(result.returncode, 1, result.stdout)
        lines = result.stderr.splitlines()
        self.assertIn(f"niemen: {folder}/units.csv: the file is missing", lines)
        for line in lines:
            self.assertIn("empty/", line)

    def test_a_changed_or_cut_log_is_refused_at_its_line(self):
        log = self.record()
        lines = log.read_text().splitlines(keepends=True)
        middle = len(lines) // 2
        changed = self.folder / "changed.jsonl"

        def refused(new_lines, line):
            changed.write_text("".join(new_lines))
            self.assert_refused(self.run_niemen("replay", "changed.jsonl"), f"changed.jsonl:{line}:")

        refused(lines[:middle], middle + 1)
        refused(lines[:middle] + [lines[middle][:-10]], middle + 1)
        refused(lines[:middle] + lines[middle + 1:], middle + 1)
        step = json.loads(lines[middle])
        step["hash"] = "0" * 16
        refused(lines[:middle] + [json.dumps(step) + "\n"] + lines[middle + 1:], middle + 1)
        self.assert_refused(self.run_niemen("replay", "nothing.jsonl"), "nothing.jsonl")
        self.assertEqual(self.run_niemen("replay", "campaign.jsonl").returncode, 0)

    def test_recording_is_the_same_bytes_every_time(self):
        self.assertEqual(self.record("a.jsonl").read_bytes(), self.record("b.jsonl").read_bytes())

    def test_the_key_of_a_recording_names_the_luck_of_its_agents_too(self):
        def set_up(log):
            steps = [json.loads(line) for line in log.read_text().splitlines()[1:]]
            return [step["action"] for step in steps if step.get("turn") == 0]

        self.assertNotEqual(set_up(self.record("a.jsonl")), set_up(self.record("b.jsonl", key="6")))

    def test_a_case_with_an_illegal_action_fails_at_its_line(self):
        (self.folder / "bad.case").write_text(f"game {GAME}\n\ndo fly to Moscow\n")
        result = self.run_niemen("case", "bad.case")
        self.assert_refused(result, "bad.case:3", "fly to Moscow")
        (self.folder / "worse.case").write_text(f"game {GAME}\nperhaps\n")
        self.assert_refused(self.run_niemen("case", "worse.case"), "worse.case:2", "allowed")

    def test_a_full_disk_leaves_nothing_half_written(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

        result = self.run_niemen("record", "--game", GAME, "--out", "big.jsonl",
                                 preexec_fn=small_files)
        self.assert_refused(result, "big.jsonl", "cannot be written")
        result = self.run_niemen("show", "--game", GAME, "--svg", "big.svg",
                                 preexec_fn=small_files)
        self.assert_refused(result, "big.svg", "cannot be written")
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith("big")], [])
        with open("/dev/full", "w", encoding="ascii") as full:
            result = subprocess.run([PROGRAM, "describe"], cwd=self.folder, stdout=full,
                                    stderr=subprocess.PIPE, text=True, check=False)
        self.assert_refused_without_output(result)

    def assert_refused_without_output(self, result):
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, "cannot be written|No space left")

    def test_an_interrupt_ends_the_program_and_leaves_nothing(self):
        before = sorted(p.name for p in self.folder.iterdir())
        with subprocess.Popen([PROGRAM, "fuzz", "--game", GAME, "--campaigns", "100000000"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted", errors)
        self.assertEqual(len(errors.strip().splitlines()), 1, errors)
        self.assertEqual(before, sorted(p.name for p in self.folder.iterdir()))

    def test_a_campaign_says_on_a_terminal_how_long_it_will_take(self):
        for game, scenario, last in (("strategic-1812", "1-historical", 13),
                                     (GAME, "historical", 16), (GAME, "retreat", 13)):
            terminal, errors = pty.openpty()
            command = [PROGRAM, "record", "--game", game, "--scenario", scenario,
                       "--agent-a", "corporal", "--agent-b", "doctrine"]
            with self.subTest(scenario), subprocess.Popen(
                    command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=errors) as process:
                os.close(errors)
                said = ""
                while " left" not in said:  # reading fails when the program ends without
                    said += os.read(terminal, 4096).decode()
                process.send_signal(signal.SIGINT)
                self.assertRegex(said, rf"turn \d+ of {last}, \d+ s, \d+ (min \d+ )?s left")
            os.close(terminal)

    def test_new_makes_a_game_that_validates(self):
        self.assertEqual(self.run_niemen("new", "mine", "--from", GAME).returncode, 0)
        result = self.run_niemen("validate", "--game", "mine")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_refused(self.run_niemen("new", "mine", "--from", GAME), "exists")
        self.assert_refused(self.run_niemen("new", "other", "--from", "chess"), "chess")
        for game in (GAME, "linked-1812-1813"):  # which has its parts in folders of their own
            result = self.run_niemen("new", f"copy-{game}", "--from", game, "--copy")
            self.assertEqual(result.returncode, 0, result.stderr)
            result = self.run_niemen("validate", "--game", f"copy-{game}")
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_files_of_games_are_documented_as_they_are_read(self):
        for name in ("hex-campaign-files.md", "area-campaign-files.md", "hex-operations-files.md",
                     "block-battle-files.md"):
            text = (ROOT / "configs" / name).read_text()
            written = text[text.index("## "):]
            command = text[text.index("`niemen describe --markdown"):text.index("`.\n\n")].strip("`")
            self.assertEqual(self.run_niemen(*command.split()[1:]).stdout, written)

    def test_every_key_of_a_game_is_described(self):
        def described(*tables):
            text = self.run_niemen("describe", "--markdown", *tables).stdout
            return set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))

        def keys(value, prefix=""):
            """The keys of a table, and of the rows of its lists of tables."""
            for key, one in value.items():
                if isinstance(one, dict):
                    yield from keys(one, f"{prefix}{key}.")
                elif isinstance(one, list) and one and isinstance(one[0], dict):
                    for row in one:
                        yield from keys(row, f"{prefix}{key}.")
                else:
                    yield prefix + key

        def unknown(found, *tables):
            """Those that no table describes; words in capitals stand for any word."""
            known = re.compile("|".join(re.sub("[A-Z]+", ".+", re.escape(key))
                                        for key in described(*tables)))
            return [key for key in found if not known.fullmatch(key)]

        operations = {f"operations-{name}": file for name, file in (
            ("terrain", "terrain.csv"), ("hexes", "map/hexes.csv"), ("hexsides", "map/hexsides.csv"),
            ("leaders", "leaders.csv"), ("reinforcements", "reinforcements.csv"))}
        battle = {f"battle-{name}": f"{name}.csv" for name in ("areas", "borders", "shapes")}
        for mechanism, word, titles, settings, rows in (
                ("area_campaign", "area", ("portugal-1810", "strategic-1812"), ("area-game",),
                 {name: f"{name}.csv" for name in ("areas", "borders", "shapes")}),
                ("hex_operations", "operations", ("grand-tactical-1812",),
                 ("operations-game", "operations-tables"), operations),
                ("block_battle", "battle", ("borodino-1812",), ("battle-game",),
                 {**battle, "blocks": "blocks.csv"})):
            games = [ROOT / "configs/blank" / mechanism]
            games += [ROOT / "configs/games" / title for title in titles]
            for game in games:
                for name in ("game.toml", "rules.toml"):
                    if not (game / name).exists():
                        continue
                    config = tomllib.loads((game / name).read_text())
                    if "presets" in config:
                        config["presets"] = {preset: 0 for preset in config["presets"]}
                    self.assertEqual(unknown(keys(config), mechanism, *settings), [], game)
                for table, file in rows.items():
                    lines = (game / file).read_text().splitlines()
                    header = next(line for line in lines if not line.startswith("#"))
                    self.assertEqual(set(header.split(",")), described(table), game)
                for folder in ("scenarios", "openings", "doctrines"):
                    for file in (game / folder).glob("*.toml"):
                        found = keys(tomllib.loads(file.read_text()))
                        self.assertEqual(unknown(found, f"{word}-{folder}"), [], file)

    def test_an_opening_is_changed_by_its_name(self):
        openings = ("show", "--game", GAME, "--opening-a", "french-north", "--opening-b",
                    "russian-dvina")
        self.assertGreater(self.run_niemen(*openings).stdout.count("\ndepot a "), 1)
        changed = self.run_niemen(*openings, "--set", 'openings.french-north.depots=["Tilsit"]')
        self.assertEqual(changed.returncode, 0, changed.stderr)
        self.assertEqual(changed.stdout.count("\ndepot a "), 1)
        self.assert_refused(self.run_niemen(*openings, "--set", "openings.french-north.depot=1"),
                            "depot", "hexes")

    def test_show_draws_how_far_supply_reaches(self):
        show = ("show", "--game", GAME)
        self.assertEqual(self.run_niemen(*show, "--supply", "French", "--svg", "map.svg").returncode, 0)
        self.assertIn(">supply ends<", (self.folder / "map.svg").read_text())
        self.assert_refused(self.run_niemen(*show, "--supply", "A"), "--svg", status=2)
        self.assert_refused(self.run_niemen(*show, "--supply", "C", "--svg", "none.svg"),
                            "allowed: A, French, B, Russian")
        self.assertFalse((self.folder / "none.svg").exists())

    def test_a_picture_is_drawn_as_png(self):
        def size_of(name):
            """Width and height, as the head of a PNG says."""
            head = (self.folder / name).read_bytes()[:24]
            self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
            return struct.unpack(">II", head[16:])

        both = self.run_niemen("show", "--game", "lorn-valley", "--svg", "map.svg", "--png", "map.png")
        self.assertEqual(both.returncode, 0, both.stderr)
        self.assertEqual(both.stdout.splitlines()[-2:],
                         ["drawn into map.svg", "drawn into map.png"])
        svg = (self.folder / "map.svg").read_text()
        width, height = map(int, re.search(r'width="(\d+)" height="(\d+)"', svg).groups())
        self.assertEqual(size_of("map.png"), (2 * width, 2 * height))
        self.record("campaign.jsonl")
        minard = self.run_niemen("replay", "campaign.jsonl", "--minard", "road.png")
        self.assertEqual(minard.returncode, 0, minard.stderr)
        size_of("road.png")

    def test_names_along_a_line_are_drawn_letter_by_letter(self):
        sys.path.insert(0, str(ROOT / "scripts"))
        from draw_png import SVG, along, straighten  # pylint: disable=import-outside-toplevel
        root = ElementTree.fromstring(
            f'<svg xmlns="{SVG}"><path id="n" d="M0.0 0.0L10.0 0.0L10.0 30.0"/><text font-size="10" '
            'letter-spacing="2"><textPath href="#n" startOffset="50%">Ob</textPath></text></svg>')
        straighten(root, {"O": 0.8, "b": 0.6})
        letters = list(root.iter(f"{{{SVG}}}text"))
        self.assertEqual([letter.text for letter in letters], ["O", "b"])
        # A line of 40, letters of 10 and 8 with their spaces: their middles are at 16 and 25.
        self.assertEqual([letter.get("transform") for letter in letters],
                         ["translate(10.00 6.00) rotate(90.00)", "translate(10.00 15.00) rotate(90.00)"])
        self.assertEqual(along([(0, 0), (10, 0)], 12), (12, 0, 0))

    def test_a_png_without_the_program_that_draws_it_is_refused(self):
        result = subprocess.run(
            ["/usr/bin/python3", str(ROOT / "scripts/draw_png.py")],
            input='<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>',
            capture_output=True, text=True, check=False, env={"PATH": str(self.folder)})
        self.assert_refused(result, "rsvg-convert is missing", "librsvg2-bin", "scripts/setup")

    def test_show_explains_places_and_pieces(self):
        def explain(*what):
            result = self.run_niemen("show", "--explain", *what)
            self.assertEqual(result.returncode, 0, result.stderr)
            return result.stdout

        area = explain("Almeida", "--game", "portugal-1810")
        self.assertIn("Almeida (P10): Portugal, not depleted", area)
        self.assertEqual(area, explain("P10", "--game", "portugal-1810"))
        self.assertIn("supplied: the Area feeds all 1 Corps of it (Supply E, F)", area)
        hex_text = explain("Aldern", "--game", "lorn-valley")
        self.assertIn("not in General Supply: the side has no Depot (6.1)", hex_text)
        self.assertIn("supplied from", explain("gryaz", "--game", "borodino-1812"))
        self.assertIn("Movement Point", explain("1624", "--game", "grand-tactical-1812"))
        self.assert_refused(self.run_niemen("show", "--game", "lorn-valley", "--explain", "Aldren"),
                            '"Aldren"', "Aldern")

    def test_the_blank_game_of_each_mechanism_plays(self):
        mechanisms = re.findall(r"^  X\((\w+)\)", (ROOT / "engine/systems/mechanisms.h").read_text(),
                                re.MULTILINE)
        self.assertIn("hex_campaign", mechanisms)
        for mechanism in mechanisms:
            with self.subTest(mechanism):
                made = self.run_niemen("new", mechanism, "--mechanism", mechanism, "--blank")
                self.assertEqual(made.returncode, 0, made.stderr)
                result = self.run_niemen("validate", "--game", mechanism)
                self.assertEqual(result.returncode, 0, result.stderr)
                result = self.run_niemen("fuzz", "--game", mechanism, "--campaigns", "20")
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                result = self.run_niemen("record", "--game", mechanism, "--agent-a", "doctrine",
                                         "--agent-b", "doctrine", "--out", f"{mechanism}.jsonl")
                self.assertEqual(result.returncode, 0, result.stderr)
                text = self.run_niemen("replay", f"{mechanism}.jsonl", "--game", mechanism, "--text")
                self.assertIn("Turn 6", text.stdout)
                drawn = self.run_niemen("show", "--game", mechanism, "--svg", f"{mechanism}.svg")
                self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assert_refused(self.run_niemen("new", "other", "--mechanism", "chess", "--blank"),
                            "no blank game", *mechanisms)
        self.assert_refused(self.run_niemen("new", "other", "--blank"), "--mechanism", status=2)

    def test_validate_finds_what_makes_no_sense(self):
        self.run_niemen("new", "mine", "--from", "lorn-valley", "--copy")
        mine = self.folder / "mine"

        def faults(file, change):
            before = (mine / file).read_text() if (mine / file).exists() else None
            (mine / file).parent.mkdir(exist_ok=True)
            (mine / file).write_text(change(before))
            result = self.run_niemen("validate", "--game", "mine")
            if before is None:
                (mine / file).unlink()
            else:
                (mine / file).write_text(before)
            self.assertEqual(result.returncode, 1, result.stdout)
            return result.stderr

        self.assertIn("unit.csv: nothing reads this file; the nearest that is read: units.csv",
                      faults("unit.csv", lambda _: "id\n"))
        self.assertIn("the nearest that is read: openings/*.toml",
                      faults("opening/x.toml", lambda _: "a = 1\n"))
        units = (mine / "units.csv").read_text()
        first_new = f"units.csv:{len(units.splitlines()) + 1}: "
        self.assertIn(f"{first_new}Late arrives in turn 20, after the last turn (8)", faults(
            "units.csv", lambda text: text + "Late,Late,a,infantry,line,Highmark,North,,,,20,"
                                             "upper camp,,,a test\n"))
        self.assertIn(f"{first_new}Wave-0 and others arrive together in turn 5: 24 half factors where "
                      "12 have room (4.1), among them Corrie (0803)\n", faults(
                          "units.csv", lambda text: text + "".join(
                              f"Wave-{i},Wave,a,infantry,line,Highmark,North,,,,5,0803,,,a test\n"
                              for i in range(8))))
        raiders = 'places = ["0106", "0107"]\nwhen = "by_turn"\nturn = 7'
        inside = faults("victory.toml", lambda text: text.replace(raiders, 'places = ["0705"]'))
        rows = (mine / "victory.toml").read_text()
        exits = rows[:rows.rindex("[[row]]", 0, rows.index(raiders))].count("\n") + 1
        self.assertRegex(inside, rf"mine/victory\.toml:{exits}: .*\(?0705\)? is an exit and lies inside "
                                 r"the map: all six hexes around it can be entered\n")
        self.assertIn("openings/highmark-south.toml: The Lorn Valley: opening \"highmark-south\"", faults(
            "openings/highmark-south.toml",
            lambda text: re.sub(r"^depots = .*$", "depots = []", text, flags=re.M)))
        self.assertIn("find no place in the set-up", faults("units.csv", lambda text: text + "".join(
            f"Crowd-{i},Crowd,a,infantry,line,Highmark,North,,0803,home,0,,,,a test\n"
            for i in range(9))))
        self.assertIn("changes nothing", faults(
            "presets/empty.toml", lambda _: 'title = "Empty"\n'))

    def test_a_position_of_a_campaign_becomes_a_scenario(self):
        self.record()
        self.run_niemen("new", "mine", "--from", GAME)
        (self.folder / "mine" / "scenarios").mkdir()
        saved = "mine/scenarios/saved.toml"
        result = self.run_niemen("replay", "campaign.jsonl", "--at", "400", "--save-scenario", saved)
        self.assertEqual(result.returncode, 0, result.stderr)
        position = self.run_niemen("replay", "campaign.jsonl", "--at", "400").stdout
        shown = self.run_niemen("show", "--game", "mine", "--scenario", "saved")
        self.assertEqual(shown.stdout, position, shown.stderr)

    def test_a_set_up_becomes_an_opening(self):
        openings = ("--opening-a", "french-north", "--opening-b", "russian-dvina")
        result = self.run_niemen("record", "--game", GAME, *openings, "--out", "a.jsonl")
        self.assertEqual(result.returncode, 0, result.stderr)
        result = self.run_niemen("replay", "a.jsonl", "--seat", "A", "--save-opening", "x.toml")
        self.assert_refused(result, "--save-opening needs --at N, from 0 to ", status=2)
        self.run_niemen("new", "mine", "--from", GAME)
        (self.folder / "mine" / "openings").mkdir()
        for side, name in (("A", "mine-a"), ("B", "mine-b")):
            result = self.run_niemen("replay", "a.jsonl", "--at", "0", "--seat", side,
                                     "--save-opening", f"mine/openings/{name}.toml")
            self.assertEqual(result.returncode, 0, result.stderr)
        original = self.run_niemen("show", "--game", GAME, *openings)
        again = self.run_niemen("show", "--game", "mine", "--scenario", "free",
                                "--opening-a", "mine-a", "--opening-b", "mine-b")
        self.assertEqual(again.stdout, original.stdout, again.stderr)

    def test_bench_prints_one_signature_and_the_speeds(self):
        first = self.run_niemen("bench", "--signature", "--game", GAME, "--preset", "basic")
        again = self.run_niemen("bench", "--json", "--game", GAME, "--preset", "basic",
                                "--seconds", "0.05")
        found = json.loads(again.stdout)
        self.assertEqual(first.stdout, f"Bench: {found['signature']}\n")
        row = found["games"][0]
        self.assertGreater(row["actions_a_second"], 0)
        self.assertEqual(sum(row["by_kind"].values()), row["actions"])

    def test_a_replay_in_words_says_what_was_decided(self):
        self.record()
        text = self.run_niemen("replay", "campaign.jsonl", "--raw").stdout
        for words in ("(Choose a Depot to convert into a Supply Train, or none, 7.1)",
                      "(Choose a stack to move, or a train to give up, 8.2)",
                      "(Choose a stack to rally, or none, 8.1)",
                      "(Choose a Commander to move, or no more, 12.2)"):
            self.assertIn(words, text)

    def test_a_diary_has_a_section_and_a_map_for_each_turn(self):
        self.run_niemen("record", "--game", "strategic-1812", "--out", "campaign.jsonl")
        text = self.run_niemen("replay", "campaign.jsonl", "--text", "--maps", "maps").stdout
        self.assertIn("\nGame-Turn 13 of 13, late December 1812\n===", text)
        self.assertIn("  Strengths and account at the end of the turn\n", text)
        maps = sorted(path.name for path in (self.folder / "maps").iterdir())
        self.assertEqual(maps, sorted(f"turn-{turn}.svg" for turn in range(1, 14)))
        seat = self.run_niemen("replay", "campaign.jsonl", "--text", "--seat", "A").stdout
        self.assertIn("Your attrition: ", seat)

    def test_a_seat_log_tells_no_secret(self):
        self.record()
        log = self.run_niemen("replay", "campaign.jsonl", "--seat", "A").stdout
        for line in log.splitlines():
            entry = json.loads(line)
            self.assertNotIn("key", entry)
            self.assertNotIn("hash", entry)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
