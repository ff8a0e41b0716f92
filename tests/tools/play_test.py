#!/usr/bin/python3
"""Sits down at niemen play as a person does, and asks niemen engine as a program does.

usage: play_test.py PROGRAM [unittest arguments]
"""
import csv
import hashlib
import json
import os
import pathlib
import pty
import random
import re
import resource
import runpy
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
PATIENCE = 120  # seconds for one answer, on a busy machine
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Seat:
    """Somebody at a terminal: types lines, waits for prompts."""

    def __init__(self, folder, *arguments, columns=80, rows=0, environment=None):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="xterm", COLUMNS=str(columns), **(environment or {}))
            if rows:
                termios.tcsetwinsize(pty.STDIN_FILENO, (rows, columns))
            os.execv(PROGRAM, [PROGRAM, "play", *arguments])
        self.text = ""

    def wait_for(self, pattern):
        """All that is shown up to what fits the pattern at its end."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern + r" ?$", self.text.rstrip("\n")[-400:]):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                raise TimeoutError(f"no {pattern!r} in {self.text[-2000:]!r}")
            try:
                got = os.read(self.terminal, 1 << 16)
            except OSError as gone:
                raise EOFError(self.text[-2000:]) from gone
            self.text += ESCAPES.sub("", got.decode("utf-8", "replace"))
        shown, self.text = self.text, ""
        return shown

    def type(self, line):
        os.write(self.terminal, (line + "\n").encode())

    def press(self, key):
        os.write(self.terminal, key)

    def leave(self):
        """Reads what is left; the exit status, that of a kill for who says nothing and does not end."""
        try:
            while True:
                if not select.select([self.terminal], [], [], PATIENCE)[0]:
                    os.kill(self.pid, signal.SIGKILL)
                    break
                if not (got := os.read(self.terminal, 1 << 16)):
                    break
                self.text += ESCAPES.sub("", got.decode("utf-8", "replace"))
        except OSError:
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class PlayTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        (self.folder / "configs").symlink_to(ROOT / "configs")
        os.environ["XDG_DATA_HOME"] = str(self.folder / "data")

    def tearDown(self):
        self.temporary.cleanup()

    def script(self, lines, *arguments, status=0):
        result = subprocess.run([PROGRAM, "play", *arguments], input="\n".join(lines) + "\n",
                                cwd=self.folder, capture_output=True, text=True, timeout=600,
                                check=False)
        self.assertEqual(result.returncode, status, result.stderr + result.stdout[-2000:])
        return result

    def play_out(self, seat, luck, prompt, most=None):
        """Decides by lot until the campaign is over, after `most` decisions by the staff; how many
        lines were typed."""
        typed = stood = 0
        while True:
            shown = seat.wait_for(rf"({prompt}|over)>")
            if shown.rstrip().endswith("over>"):
                return typed
            many = re.findall(r"(\d+) choices;", shown)
            few = re.findall(r"^\s*#(\d+) ", shown, re.M)
            if not many and not few:  # a warning or a question that stands
                stood += 1
                self.assertLess(stood, 20, shown)
                seat.type("")
                continue
            stood = 0
            if most is not None and typed >= most:
                seat.type("staff always")
                typed += 1
                continue
            seat.type(f"#{luck.randint(1, int(many[-1] if many else few[-1]))}")
            typed += 1

    def campaign(self, title, side, level, answers, most=None):
        """From the first question to the review, at a terminal."""
        seat = Seat(self.folder, "--session", "s.jsonl", "--seconds", "0.1")
        seat.wait_for(r"\] >")
        for answer in (title, *answers, side, level):
            seat.type(answer)
            shown = seat.wait_for(r"(\] |\w)>")
        while shown.rstrip().endswith("] >"):  # how the side sets up
            seat.type("2")
            shown = seat.wait_for(r"(\] |\w)>")
        seat.text = shown
        self.assertGreater(self.play_out(seat, random.Random(3), side.capitalize(), most), 20)
        seat.type("review 1")
        review = seat.wait_for("over>")
        review = " ".join(review.split())
        self.assertRegex(review, r"turned it by more than about \d+ points")
        self.assertIn("campaigns were played on by rules of thumb on both sides", review)
        figures = [float(x) for x in
                   re.findall(r"([+-]\d+\.\d) points \([+-]?\d+ to [+-]?\d+\)",
                              review.split("It turned on:")[0])]
        self.assertEqual(len(figures), 4)
        start, end = map(float, re.findall(r"the (?:start|end) ([\d.]+) %", review))  # with one digit
        self.assertAlmostEqual(start + sum(figures), end, delta=0.3)  # each is shown to a tenth
        seat.type("save my log.jsonl")
        said = re.search(r"`niemen (replay .*)` checks it", seat.wait_for("over>"))[1]
        seat.type("branch twig.jsonl 1")
        twig = re.search(r"`niemen (play --session .*)` plays it",
                         " ".join(seat.wait_for("over>").split()))[1]
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)
        replay = subprocess.run([PROGRAM, *shlex.split(said)], cwd=self.folder, text=True,
                                capture_output=True, timeout=60, check=False)
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn("`niemen play --session twig.jsonl` goes on.",
                      " ".join(self.script(["quit"], *shlex.split(twig)[1:]).stdout.split()))
        by_niemen = subprocess.run([PROGRAM, "replay", "--check-dice", "s.jsonl"], cwd=self.folder,
                                   text=True, capture_output=True, timeout=60, check=True).stdout
        by_hand = subprocess.run([ROOT / "scripts/examples/check_dice.py", "s.jsonl"],
                                 cwd=self.folder, text=True, capture_output=True, timeout=60,
                                 check=True).stdout
        self.assertGreater(int(by_hand.split()[0]), 3)
        self.assertEqual(by_niemen, by_hand)
        self.check_forged_dice()

    def check_forged_dice(self):
        """Files that somebody wrote anew so that the dice are others, with sums that agree with that."""
        checker = runpy.run_path(str(ROOT / "scripts/examples/check_dice.py"))
        texts = (self.folder / "s.jsonl").read_text().splitlines()
        lines = [json.loads(text.rpartition(',"sum":"')[0] + "}") for text in texts]
        dice = [i for i, line in enumerate(lines) if line.get("action", "").startswith("die ")]
        purposes = [lines[i]["draw"]["key"][1] for i in dice]
        first = next(i for i, purpose in zip(dice, purposes) if purposes.count(purpose) > 1)

        def changed(**members):
            return lines[:first] + [{**lines[first], **members}] + lines[first + 1:]

        def of_draw(**members):
            return changed(draw={**lines[first]["draw"], **members})

        def numbered(these):
            return [{**line, "n": i} if "n" in line else {**line, "end": i - 1} if "end" in line else line
                    for i, line in enumerate(these)]

        draw, key = lines[first]["draw"], int(lines[0]["key"], 16)

        def drawn(name):  # the place in the unit interval where the session's key draws for it
            turn, purpose, subject, ordinal = name
            bits = checker["philox"]([ordinal, 0, subject, turn << 16 | purpose], [key & 0xFFFFFFFF, key >> 32])
            return (bits >> 11) * 2.0**-53

        elsewhere = next(name for name in ([99, draw["key"][1], 99, i] for i in range(1000))
                         if not draw["from"] - 1e-6 <= drawn(name) <= draw["to"] + 1e-6)
        header, without = lines[0], dict(lines[first])
        del without["draw"]
        other_key = {"key": "0" * 15 + "8", "commitment": hashlib.sha256(b"0000000000000008").hexdigest()}
        second = next(i for i in dice if i > first and lines[i]["action"] != lines[first]["action"])
        exchanged = list(lines)
        exchanged[first] = {**lines[second], "n": lines[first]["n"]}
        exchanged[second] = {**lines[first], "n": lines[second]["n"]}
        forged = {  # and whether a script finds it that knows no rules
            "another share": (of_draw(**{"from": 2.0, "to": 3.0}), True),
            "a wider share": (of_draw(**{"from": 0.0, "to": 1.0}), True),
            "another name": (of_draw(key=elsewhere), True),
            "left out": (lines[:first] + lines[first + 1:], True),
            "left out, counted anew": (numbered(lines[:first] + lines[first + 1:]), False),
            "exchanged": (exchanged, False),
            "rolled twice": (numbered(lines[:first + 1] + lines[first:]), True),
            "passed for a decision": (lines[:first] + [{**without, "actor": "A"}] + lines[first + 1:], True),
            "of another key": ([{**header, **other_key}] + lines[1:], True),
            "without an end": (lines[:-1], True),
        }
        for words, (these, by_hand) in forged.items():
            with self.subTest(words):
                total, text = 0, ""
                for line in these:
                    plain = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
                    total = checker["chained"](plain, total)
                    text += plain[:-1] + f',"sum":"{total:016x}"}}\n'
                (self.folder / "forged.jsonl").write_text(text)
                commands = [[PROGRAM, "replay", "--check-dice"]] if words != "without an end" else []
                commands += [[ROOT / "scripts/examples/check_dice.py"]] if by_hand else []
                for command in commands:
                    result = subprocess.run([*command, "forged.jsonl"], cwd=self.folder, text=True,
                                            capture_output=True, timeout=60, check=False)
                    self.assertEqual(result.returncode, 1, f"{command}: {result.stdout}")
                    self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertEqual((self.folder / "forged.jsonl").read_text(), text)
        # A line that was changed and bears its old sum.
        for i in (first, len(texts) - 1):
            text = "\n".join(texts[:i] + [texts[i].replace("{", "{ ", 1)] + texts[i + 1:]) + "\n"
            (self.folder / "forged.jsonl").write_text(text)
            for command in ([PROGRAM, "replay", "--check-dice"], [ROOT / "scripts/examples/check_dice.py"]):
                result = subprocess.run([*command, "forged.jsonl"], cwd=self.folder, text=True,
                                        capture_output=True, timeout=60, check=False)
                self.assertEqual(result.returncode, 1, f"{command}: {result.stdout}")
            self.assertEqual((self.folder / "forged.jsonl").read_text(), text)

    def test_a_whole_campaign_on_areas(self):
        self.campaign("strategic-1812", "french", "doctrine", ("1-historical", "standard"))

    def test_a_whole_campaign_on_hexes(self):
        self.campaign("russia-1812", "French", "doctrine", ("race-to-moscow", "basic"))

    def test_a_whole_campaign_of_a_small_game(self):
        self.campaign("lorn-valley", "Highmark", "doctrine", ("spring", "plain"), 15)

    def test_a_whole_campaign_in_italy(self):
        self.campaign("italy-1799", "Coalition", "doctrine", ("historical",), 15)

    def test_a_whole_campaign_in_germany(self):
        self.campaign("nemesis-1813", "Coalition", "doctrine", ("spring",), 15)

    def test_a_whole_campaign_of_corps_and_divisions(self):
        self.campaign("grand-tactical-1812", "russian", "doctrine", ("3-october", "standard"), 15)

    def test_a_whole_battle_of_blocks(self):
        self.campaign("borodino-1812", "french", "doctrine", ("shevardino", "standard", "3"), 15)

    def test_a_script_plays_and_its_mistakes_have_a_line(self):
        arguments = ("--game", "strategic-1812", "--defaults", "--side", "russian", "--level",
                     "doctrine", "--key", "5", "--session", "s.jsonl")
        first = self.script(["# the first decision there is", "#1", "log", "dice", "hint 1"],
                            *arguments, "--seconds", "0.1")
        self.assertIn("SHA-256", first.stdout)
        self.assertIn("goes on", first.stdout)
        self.assertNotIn("\x1b", first.stdout)
        for line, words in (("frobnicate", "not an order"), ("#9999", "choices"), ("hint 7", "hint")):
            wrong = self.script(["moves", "", line], "--session", "s.jsonl", status=1)
            self.assertEqual(len(wrong.stderr.splitlines()), 1, wrong.stderr)
            self.assertIn("line 3: ", wrong.stderr)
            self.assertIn(words, wrong.stderr)
        self.assertIn("Goes on", self.script([], "--session", "s.jsonl").stdout)

    def test_why_answers_what_is_no_decision_of_now(self):
        arguments = ("--game", "russia-1812", "--scenario", "free", "--opening-a", "french-north",
                     "--opening-b", "russian-dvina", "--side", "french", "--level", "doctrine",
                     "--defaults", "--key", "3", "--session", "w.jsonl")
        said = self.script(["why #1", "why march 0105", "why convert 0105"], *arguments).stdout
        said = " ".join(said.split())
        self.assertIn('"#1" can be done: done.', said)
        self.assertIn('"march 0105" is not decided now (rule 5.1), but: Choose a Depot', said)
        self.assertRegex(said, r'"convert 0105": .* \(rule 7\.1\)')
        wrong = self.script(["why banana"], "--session", "w.jsonl", status=1)
        self.assertIn('"banana" is no decision that is open now, nor an order', wrong.stderr)

    def test_no_line_of_a_campaign_has_a_shape_that_is_never_right(self):
        shapes = {
            "a rule twice": r"\(([^()]+)\) \(\1\)",
            "two full stops": r"(?<!\.)\.\.(?!\.)",
            "a hex by its code": r"\bh\d{4}\b",
            "a space too many": r"(?<=\w) [,;.)](?=\s|$)|\( ",
            "a blank that was not filled in": r"[{}]",
            "a side as one person": r"\b(?:French|Russian|Coalition|Highmark|Coastland) "
                                    r"(?:loses|places|passes|gains|takes|gives|wins|has|is)\b",
            "people without an article": r"(?<!the )(?<!The )\b(?:French|Russian|Coalition) (?:lose|place|"
                                         r"pass|gain|take|give|win|have|order)\b",
        }
        for game in sorted(path.name for path in (ROOT / "configs" / "games").iterdir()):
            said = self.script([], "--game", game, "--defaults", "--side", "watch", "--level",
                               "doctrine", "--key", "5", "--session", f"{game}.jsonl").stdout
            ids = {row["id"] for row in self.rows_of(game) if "-" in row["id"]}
            self.assertGreater(len(said.splitlines()), 60, game)
            for line in said.splitlines():
                for shape, pattern in shapes.items():
                    self.assertNotRegex(line, pattern, f"{game}: {shape}")
                self.assertFalse(ids & set(re.split(r"[ ,.;:()]+", line)), f"{game}: {line}")

    def rows_of(self, game):
        """The areas of a game that names them by words, as its file has them."""
        path = ROOT / "configs" / "games" / game / "areas.csv"
        if not path.exists():
            return []
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        return list(csv.DictReader(lines))

    def test_the_account_says_what_ends_a_campaign_and_what_averts_it(self):
        arguments = ("--game", "linked-1812-1813", "--defaults", "--side", "french", "--level",
                     "doctrine", "--key", "3", "--session", "l.jsonl")
        said = " ".join(self.script(["account"], *arguments).stdout.split())
        self.assertIn("sudden death: the Coalition as turn 14 ends; averted by the French with all "
                      "of 0308 Moscow, or all of 1101 St Petersburg, or all of ", said)
        self.assertIn("the Coalition with all of 2507 Konigsberg, 2512 Warszawa as a turn ends, by "
                      "turn 14; lacking 2507 Konigsberg, 2512 Warszawa (14.7)", said)

    def test_questions_end_with_the_input(self):
        ended = self.script(["strategic-1812"], status=1)
        self.assertIn("input ended", ended.stderr)
        wrong = self.script(["strategic-1812", "9-never"], status=1)
        self.assertIn("line 2: ", wrong.stderr)
        for option, value in (("--level", "emperor"), ("--side", "swiss"), ("--scenario", "none")):
            wrong = self.script([], "--game", "strategic-1812", "--defaults", option, value,
                                "--session", "never.jsonl", status=1)
            self.assertIn(value, wrong.stderr)
            self.assertEqual(len(wrong.stderr.splitlines()), 1, wrong.stderr)
            self.assertFalse((self.folder / "never.jsonl").exists())

    def test_a_killed_program_goes_on_and_two_cannot_play_one_session(self):
        arguments = ("--game", "strategic-1812", "--defaults", "--level", "doctrine", "--key", "5",
                     "--session", "s.jsonl")
        seat = Seat(self.folder, *arguments)
        seat.wait_for("French>")
        second = self.script([], "--session", "s.jsonl", status=1)
        self.assertIn("another program", second.stderr)
        seat.type("#1")
        seat.wait_for("French>")
        steps = len((self.folder / "s.jsonl").read_text().splitlines())
        os.kill(seat.pid, signal.SIGKILL)
        seat.leave()
        with open(self.folder / "s.jsonl", "a", encoding="utf-8") as file:
            file.write('{"n":')  # what a dying program may leave
        again = self.script([], "--session", "s.jsonl")
        self.assertIn("cut off", again.stdout)
        self.assertEqual(len((self.folder / "s.jsonl").read_text().splitlines()), steps)

    def test_a_full_disk_at_the_table(self):
        def small_disk():
            resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
        arguments = ("--game", "strategic-1812", "--defaults", "--side", "russian", "--level",
                     "doctrine", "--key", "5", "--session", "s.jsonl")
        full = subprocess.run([PROGRAM, "play", *arguments], input="staff always\n" * 60,
                              cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=PATIENCE, preexec_fn=small_disk)
        self.assertEqual(full.returncode, 1)
        self.assertEqual(len(full.stderr.splitlines()), 1, full.stderr)
        self.assertIn("everything before it is safe", full.stderr)
        kept = (self.folder / "s.jsonl").read_bytes()
        self.assertTrue(kept.endswith(b"\n"))
        again = self.script(["log"], "--session", "s.jsonl").stdout
        self.assertIn("Goes on", again)
        self.assertNotIn("cut off", again)
        self.assertTrue((self.folder / "s.jsonl").read_bytes().startswith(kept))

    def test_a_place_that_cannot_be_written(self):
        arguments = ("--game", "strategic-1812", "--defaults", "--level", "doctrine", "--session")
        for place in ("/proc/s.jsonl", "here/s.jsonl"):  # /proc takes no file, not even from root
            (self.folder / "here").write_text("a file, not a folder")
            wrong = self.script([], *arguments, place, status=1)
            self.assertEqual(len(wrong.stderr.splitlines()), 1, wrong.stderr)
            self.assertIn(place, wrong.stderr)
        self.script([], *arguments, "s.jsonl")
        before = (self.folder / "s.jsonl").read_bytes()
        for command in ("map /proc/map.svg", "diary here/diary.md", "branch /proc/s.jsonl"):
            wrong = self.script([command], "--session", "s.jsonl", status=1)
            self.assertEqual(len(wrong.stderr.splitlines()), 1, wrong.stderr)
            self.assertIn("line 1: " + command.split()[1], wrong.stderr)
        self.assertEqual((self.folder / "s.jsonl").read_bytes(), before)

    def opened(self, session):
        """The lines of a session as they are when it is over: of a copy that is given up."""
        header = json.loads((self.folder / session).read_text().splitlines()[0])
        shutil.copy(self.folder / session, self.folder / "copy.jsonl")
        shutil.copy(self.key_of(header), self.folder / "copy.jsonl.key")
        self.script(["resign"], "--session", "copy.jsonl")
        self.assertFalse((self.folder / "copy.jsonl.key").exists())
        return (self.folder / "copy.jsonl").read_text()

    def key_of(self, header):
        return self.folder / "data/niemen/keys" / (header["id"] + ".key")

    def decisions(self, side):
        """What the side of a letter decided itself, and where dice fell between: "a die"."""
        lines = map(json.loads, self.opened("s.jsonl").splitlines())
        steps = [line for line in lines if "n" in line and not line.get("forced")]
        return ["a die" if "draw" in step else step["action"] for step in steps
                if "draw" in step or step["actor"] == side]

    def test_orders_on_one_line_go_on_over_dice(self):
        self.script(["end; end; end; #1; #1; #1"], "--game", "strategic-1812", "--defaults",
                    "--side", "russian", "--level", "doctrine", "--key", "5", "--session",
                    "s.jsonl")
        taken = self.decisions("B")
        first, last = taken.index("end move"), len(taken) - 1 - taken[::-1].index("a die")
        self.assertLess(first, last)
        self.assertEqual(len([one for one in taken if one != "a die"]), 6, taken)

    def test_ending_all_of_a_kind_passes_until_something_else_is_asked(self):
        arguments = ("--game", "lorn-valley", "--defaults", "--side", "Highmark", "--level",
                     "doctrine", "--key", "5", "--session", "s.jsonl")
        self.script(["staff always", "staff always"], *arguments)
        before = len(self.decisions("A"))
        shown = self.script(["end all"], "--session", "s.jsonl").stdout
        self.assertGreaterEqual(shown.count("pass and give a train up"), 2, shown)
        passed = self.decisions("A")[before:]
        self.assertGreater(len(passed), 1)
        self.assertEqual(set(passed), {"done"})

    def test_a_forced_march_is_meant(self):
        arguments = ("--game", "lorn-valley", "--defaults", "--side", "Highmark", "--level",
                     "doctrine", "--key", "5", "--session", "s.jsonl")
        self.script(["staff always"] * 4, *arguments)  # set-up, depots, trains, depots
        before = self.decisions("A")
        wrong = self.script(["0706 to 0204"], "--session", "s.jsonl", status=1)
        self.assertIn("forced march, 1 hex beyond", wrong.stderr)
        self.assertIn('"force" behind the order', wrong.stderr)
        self.assertEqual(self.decisions("A"), before)
        given = self.script(["0706 to 0204 force"], "--session", "s.jsonl")
        self.assertIn("+1 forced march, 8.6", given.stdout)
        self.assertGreater(len(self.decisions("A")), len(before))

    def test_decisions_that_cost_much_are_practised(self):
        """A campaign decided without thought, and positions of it once more."""
        self.script(["#1"] * 60 + ["resign"], "--game", "lorn-valley", "--defaults", "--level", "random",
                    "--key", "1", "--session", "mine.jsonl")

        def practice(lines, *arguments, status=0):
            result = subprocess.run([PROGRAM, "practice", *arguments], input=lines, cwd=self.folder,
                                    capture_output=True, text=True, timeout=600, check=False)
            self.assertEqual(result.returncode, status, result.stderr + result.stdout[-2000:])
            return " ".join((result.stdout + result.stderr).split())

        said = practice("#1\n" * 400, "mine.jsonl", "--depth", "4000", "--count", "2", "--seed", "3")
        self.assertIn("Position 2 of 2", said)
        self.assertEqual(len(re.findall(r"Your new course against the old: [+-]\d", said)), 2)
        costs = re.findall(r"In that campaign: .*?; it cost (\d+) points \((-?\d+) to (\d+)\)", said)
        self.assertEqual(len(costs), 2)
        for cost, low, high in costs:
            self.assertTrue(5 <= int(low) <= int(cost) <= int(high), costs)
        self.assertRegex(said, r"Of 2 positions you decided \d better than then and \d worse")
        self.assertNotIn("In that campaign", practice("", "mine.jsonl", "--depth", "4000", "--count", "2"))
        self.script(["#1"], "--game", "lorn-valley", "--defaults", "--session", "goes-on.jsonl")
        self.assertIn("goes-on.jsonl: a review tells all", practice("", "goes-on.jsonl", status=1))
        self.assertIn("nothing.jsonl", practice("", "nothing.jsonl", status=1))
        self.assertIn("is shown to have cost", practice(""))  # none was kept

    def test_the_rest_of_a_set_up_stands_as_in_history(self):
        arguments = ("--game", "russia-1812", "--defaults", "--side", "French", "--level", "doctrine", "--session",
                     "s.jsonl")
        self.assertIn("sets up the rest as it stood in history", self.script(["#4", "staff history"], *arguments).stdout)
        self.assertIn("nothing is set up now", self.script(["staff history"], "--session", "s.jsonl", status=1).stderr)

    def test_keys_at_the_terminal(self):
        seat = Seat(self.folder, "--game", "strategic-1812", "--defaults", "--level", "doctrine",
                    "--session", "s.jsonl", columns=40)
        seat.wait_for("French>")
        seat.press(b"acc\t")
        seat.wait_for("account")
        seat.press(b"\x15")
        seat.type("nonsense")
        self.assertIn("No:", seat.wait_for("French>"))
        seat.press(b"\x03")
        seat.wait_for("N]")
        seat.type("n")
        seat.wait_for("French>")
        seat.press(b"\x03")
        seat.wait_for("N]")
        seat.press(b"\x03")
        self.assertEqual(seat.leave(), 0)
        self.assertIn("kept in", seat.text)

    def steps(self):
        session = self.folder / "s.jsonl"
        return session.read_text().count('"n":') if session.exists() else 0

    def test_two_at_one_keyboard_leave_each_other_nothing(self):
        seat = Seat(self.folder, "--game", "borodino-1812", "--defaults", "--side", "both", "--key",
                    "7", "--session", "s.jsonl")
        shown = seat.wait_for(r"\w>")
        first = re.findall(r"(\w+)>$", shown.rstrip())[-1]
        seat.type("staff always")
        raw = ""
        while "Hand over to" not in raw:
            self.assertTrue(select.select([seat.terminal], [], [], PATIENCE)[0], raw[-2000:])
            raw += os.read(seat.terminal, 1 << 16).decode("utf-8", "replace")
        said = raw[:raw.index("Hand over to")]
        self.assertIn("(your staff: ", said)
        # What scrolled away is cleared as well, and behind that nothing of the other is told.
        cleared = said.rindex("\x1b[3J")
        self.assertNotIn("your staff", said[cleared:])
        seat.type("")
        shown = seat.wait_for(r"\w>")
        self.assertNotIn(first + ">", shown)
        self.assertNotIn("your staff", shown)
        for key in (b"\x1b[A", b"\x10", b"\x19"):  # up, the line before, what was cut
            seat.press(key)
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)
        self.assertNotIn("staff", seat.text)
        # Whoever opens the campaign again sees nothing before he says that he is the one.
        seat = Seat(self.folder, "--session", "s.jsonl")
        said = seat.wait_for("press Enter when you are alone.")
        self.assertNotIn("choices;", said)
        self.assertNotIn("#1", said)
        self.assertNotIn("after step", said)  # how many he noticed would tell the other
        seat.type("")
        seat.wait_for(r"\w>")
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)

    def test_a_twig_of_a_campaign_that_goes_on_opens_nothing(self):
        arguments = ("--game", "borodino-1812", "--defaults", "--level", "recruit", "--key", "77",
                     "--session", "s.jsonl")
        self.script(["#1"] * 12, *arguments)
        board = self.script(["board"], "--session", "s.jsonl").stdout.split("kept in")[0]
        said = self.script(["branch twig.jsonl"], "--session", "s.jsonl").stdout
        self.assertIn("until this one is over", " ".join(said.split()))
        self.assertIn('"note":"branch"', (self.folder / "s.jsonl").read_text())
        self.script(["resign"], "--session", "twig.jsonl")
        after = self.script(["board", "dice"], "--session", "twig.jsonl").stdout
        self.assertGreater(board.count("unknown"), 5)
        self.assertEqual(after.count("unknown"), board.count("unknown"))
        self.assertNotIn("000000000000004d", after)  # the key
        for command in ("review", "save log.jsonl", "retry 1"):
            wrong = self.script([command], "--session", "twig.jsonl", status=1)
            self.assertIn("opened when the campaign in s.jsonl is over too", wrong.stderr)
        ended = " ".join(self.script(["resign"], "--session", "s.jsonl").stdout.split())
        self.assertIn("Branched off while the campaign went on: 1.", ended)
        self.assertIn("000000000000004d", self.script(["dice"], "--session", "twig.jsonl").stdout)

    def test_a_campaign_that_goes_on_tells_its_file_nothing(self):
        """What the board, the log or a hint do not say is not in the file either."""
        self.script(["staff always"] * 3, "--game", "borodino-1812", "--defaults", "--side", "Russian",
                    "--level", "recruit", "--key", "77", "--session", "s.jsonl")
        text = (self.folder / "s.jsonl").read_text()
        opened = self.opened("s.jsonl")
        lines = [json.loads(line) for line in opened.splitlines()]
        secret = [line["action"] for line in lines if "action" in line]
        secret += [line["reason"] for line in lines if "saw" in line and "reason" in line]
        secret += [lines[0]["key"], lines[0]["data"], *filter(None, lines[0]["openings"])]
        self.assertGreater(len(secret), 30)
        for words in secret:
            self.assertNotIn(f'"{words}"', text)
        self.assertIn('"saw"', opened)

    def test_a_sealed_campaign_moves_with_its_key(self):
        shown = self.script(["#1"], "--game", "strategic-1812", "--defaults", "--level", "doctrine",
                            "--session", "s.jsonl").stdout
        self.assertIn("to open it before is cheating", " ".join(shown.split()))
        session = self.folder / "s.jsonl"
        key = self.key_of(json.loads(session.read_text().splitlines()[0]))
        os.environ["XDG_DATA_HOME"] = str(self.folder / "another computer")
        before = session.read_bytes()
        for arguments in (("play", "--session"), ("replay", "--check-dice")):
            wrong = subprocess.run([PROGRAM, *arguments, "s.jsonl"], cwd=self.folder, text=True,
                                   stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                                   check=False)
            self.assertEqual(wrong.returncode, 1)
            self.assertEqual(len(wrong.stderr.splitlines()), 1, wrong.stderr)
            for words in (key.name, "another computer/niemen/keys", "s.jsonl.key"):
                self.assertIn(words, wrong.stderr)
        by_hand = subprocess.run([ROOT / "scripts/examples/check_dice.py", "s.jsonl"],
                                 cwd=self.folder, text=True, capture_output=True, check=False)
        self.assertEqual(by_hand.returncode, 1)
        self.assertEqual(len(by_hand.stderr.splitlines()), 1, by_hand.stderr)
        self.assertIn("sealed until the campaign is over", by_hand.stderr)
        self.assertEqual(session.read_bytes(), before)
        key.rename(self.folder / "s.jsonl.key")
        self.assertIn("Goes on", self.script([], "--session", "s.jsonl").stdout)

    def test_move_now(self):
        seat = Seat(self.folder, "--game", "russia-1812", "--scenario", "race-to-moscow",
                    "--defaults", "--side", "Russian", "--level", "marshal", "--session", "s.jsonl")
        # The thought may be over before the key comes, or before it shows: what counts is that the
        # game goes on either way. One key only: a second in the same thought leaves.
        shown, pressed = "", False
        end = time.monotonic() + PATIENCE
        while (decided := self.steps()) == 0 and time.monotonic() < end:
            if select.select([seat.terminal], [], [], 0.05)[0]:
                shown += os.read(seat.terminal, 1 << 16).decode("utf-8", "replace")
            if "thinking" in shown and not pressed:
                seat.press(b"\x03")
                pressed = True
        os.kill(seat.pid, signal.SIGKILL)
        os.waitpid(seat.pid, 0)
        os.close(seat.terminal)
        self.assertGreater(decided, 0)

    def test_a_program_plays_through_the_engine(self):
        client = ROOT / "scripts/examples/engine_client.py"
        self.assertLessEqual(len(client.read_text().splitlines()), 40)
        for game in ("strategic-1812", "lorn-valley"):
            result = subprocess.run([client, PROGRAM, game, "doctrine"], cwd=self.folder, text=True,
                                    capture_output=True, timeout=300, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stdout.splitlines()[-1], r"^(A|B|draw) by -?\d+")

    def test_the_engine_counts_what_its_client_notices(self):
        """How many decisions the other seat takes out of sight is a fact that lies hidden too."""
        query = {"id": 1, "op": "new", "game": "borodino-1812", "seats": ["client", "recruit"], "key": 3}
        result = subprocess.run([PROGRAM, "engine"], input=json.dumps(query) + "\n", cwd=self.folder,
                                text=True, capture_output=True, timeout=PATIENCE, check=True)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["side"], "A")
        # Tens of blocks were deployed face down before the client is asked.
        self.assertLess(answer["steps"], 5)

    def test_the_engine_answers_many_queries_and_says_what_is_wrong(self):
        game = {"game": "strategic-1812"}
        queries = [
            {"id": 1, "op": "new", "campaign": "c", "seats": ["client", "client"], "key": 3, **game},
            {"id": "t", "op": "think", "campaign": "c", "agent": "recruit", "colour": "red",
             "limits": {"iterations": 16}},
            {"id": "long", "op": "think", "campaign": "c", "limits": {"seconds": 600},
             "report_seconds": 0.2},
            {"id": "s", "op": "stop", "query": "long"},
            {"id": "w", "op": "why", "campaign": "c", "decision": "end march"},
            {"id": "v", "op": "state", "campaign": "c", "view": True, "board": True},
            {"id": "e1", "op": "state", "campaign": "d"},
            {"id": "e2", "op": "think", "campaign": "c", "limits": {"seconds": "long"}},
            {"id": "e3", "op": "fly"},
            {"id": "e4", "op": "decide", "campaign": "c", "decision": "charge"},
            {"id": "e5", "op": "new", "seats": ["client", "emperor"], **game},
        ]
        text = "\n".join(map(json.dumps, queries)) + "\nnot json\n" + "[" * 100000 + "\n"
        result = subprocess.run([PROGRAM, "engine"], input=text, cwd=self.folder, text=True,
                                capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        last = {answer["id"]: answer for answer in answers}
        self.assertEqual(last["1"]["campaign"], "c")
        self.assertIn("legal", last["1"])
        self.assertIn("colour", last["t"]["warnings"][0])
        self.assertIn(last["t"]["decision"], last["1"]["legal"])
        self.assertTrue(last["s"]["stopped"])
        self.assertFalse(last["long"]["partial"])
        self.assertIn("ok", last["w"])
        self.assertIn("spaces", last["v"]["board"])
        for number, field in (("e1", "campaign"), ("e2", "limits.seconds"), ("e3", "op"),
                              ("e4", "decision")):
            self.assertEqual(last[number]["field"], field)
        self.assertIn("emperor", last["e5"]["error"])
        told = subprocess.run([PROGRAM, "help", "queries"], text=True, capture_output=True,
                              timeout=PATIENCE, check=True).stdout
        for operation in last["e3"]["error"].split("allowed: ")[1].split(", "):
            self.assertRegex(told, rf"(?m)^  {operation} +{{")
        self.assertEqual(sum("JSON" in answer.get("error", "") for answer in answers), 2)

    def test_what_the_enemy_did_is_not_scrolled_past(self):
        rows = 9
        seat = Seat(self.folder, "--game", "strategic-1812", "--side", "french", "--level", "doctrine",
                    "--key", "3", "--defaults", rows=rows)
        seat.wait_for("French>")
        seat.type("#1")
        pages = []
        while "skips to the end" in (shown := seat.wait_for(r"(French>|skips to the end --)")):
            pages.append(shown)
            seat.type("")
        self.assertGreater(len(pages), 0)
        for page in pages:
            self.assertLessEqual(len(page.splitlines()), rows)
        told = "".join(pages) + shown
        self.assertIn("Russian stack moves", told)
        # The same list, and the rest of it left out.
        seat.type("since")
        first = seat.wait_for("skips to the end --")
        self.assertIn(first.splitlines()[-3].strip(), told)
        seat.type("s")
        self.assertLess(len(seat.wait_for("French>").splitlines()), rows)
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)

    def test_help_before_the_campaign_and_a_board_with_towns(self):
        seat = Seat(self.folder, "--session", "s.jsonl", columns=160, rows=200)
        shown = seat.wait_for(r"\[russia-1812\] >")
        self.assertRegex(shown, r"lorn-valley: .*half an hour")
        seat.type("help")
        self.assertIn("Enter takes russia-1812", seat.wait_for(r"\[russia-1812\] >"))
        seat.type("")
        while not (shown := seat.wait_for(r"(\] |French)>")).rstrip().endswith("French>"):
            self.assertNotRegex(shown, r"\d\. (random|tree|lab)")
            seat.type("recruit" if "strong is the computer" in shown else "")
        seat.type("board 1808")
        board = seat.wait_for("French>")
        self.assertRegex(board, r">1808 ")
        self.assertRegex(board, r"(?m)Wilno( {2,}\S.*)?$")  # under its number, not in a sentence
        self.assertIn("F3: French, strength 3", board)
        self.assertGreater(max(map(len, board.splitlines())), 100)
        seat.type("rule 8.4")
        told = " ".join(seat.wait_for("French>").split())
        self.assertRegex(told, r"R-\d+: ")
        seat.type("rule 99.9")
        self.assertIn("nothing is noted on rule 99.9", seat.wait_for("French>"))
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)

    def test_a_person_is_asked_to_play_as_history_had_it(self):
        seat = Seat(self.folder, "--game", "russia-1812", "--side", "french", "--level", "recruit",
                    "--scenario", "historical", "--preset", "basic", "--session", "s.jsonl")
        while "set up?" not in (shown := seat.wait_for(r"\] >")):
            seat.type("")
        self.assertIn("How do the French set up?", shown)
        self.assertIn("by hand", shown)
        self.assertTrue(shown.rstrip().endswith("[french-historical] >"))
        seat.type("")
        shown = seat.wait_for("French>")
        self.assertNotIn("sets up", shown.splitlines()[-2])
        seat.type("quit")
        self.assertEqual(seat.leave(), 0)

    def test_the_engine_says_what_may_lie_face_down(self):
        queries = [
            {"id": 1, "op": "new", "campaign": "c", "seats": ["client", "client"], "key": 3,
             "game": "borodino-1812", "openings": ["french-historical", "russian-historical"]},
            {"id": "b", "op": "belief", "campaign": "c"},
            {"id": "d", "op": "decide", "campaign": "c", "decision": "end command"},
            {"id": "e", "op": "belief", "campaign": "c", "before": 1},
        ]
        result = subprocess.run([PROGRAM, "engine"], input="\n".join(map(json.dumps, queries)),
                                cwd=self.folder, text=True, capture_output=True, timeout=PATIENCE,
                                check=False)
        last = {answer["id"]: answer for answer in map(json.loads, result.stdout.splitlines())}
        beliefs = last["b"]["beliefs"]
        self.assertGreater(len(beliefs), 5)
        for belief in beliefs:
            self.assertEqual(belief["side"], "B")
            shares = [one["share"] for one in belief["possibilities"]]
            self.assertAlmostEqual(sum(shares), belief["face_down"], places=6)
            self.assertNotIn("there", belief["possibilities"][0])
        self.assertNotIn("share_of_truth", last["b"])
        # What was believed earlier is for after the campaign: the step is passed over.
        self.assertIn("before", last["e"]["warnings"][0])


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
