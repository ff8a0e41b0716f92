#!/usr/bin/python3
"""Runs niemen where things go wrong around it: streams, signals, programs, places, spreadsheets.

usage: faults_test.py PROGRAM [unittest arguments]
"""
import csv
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from waiting import wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
GAME = "lorn-valley"

PLAYS_THE_FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "campaign" not in message:
        print(json.dumps({"action": message["legal"][0]}), flush=True)
"""


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class FaultsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        os.environ["XDG_DATA_HOME"] = str(self.folder / "data")  # where the keys of sessions lie
        for name in ("configs", "experiments", "scripts"):
            (self.folder / name).symlink_to(ROOT / name)

    def tearDown(self):
        self.temporary.cleanup()

    def niemen(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, timeout=120,
                              capture_output=True, text=True, check=False, **options)

    def good(self, *arguments, **options):
        result = self.niemen(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def refused(self, *words, command, status=1, **options):
        """One line that holds the words."""
        result = self.niemen(*command, **options)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        lines = result.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def plan(self, campaigns=40, a="random", b="random", name="test", rest=""):
        (self.folder / "plan.toml").write_text(
            f'question = "balance"\nname = {json.dumps(name)}\ncampaigns = {campaigns}\nseed = 3\n'
            f'[game]\ntitle = "{GAME}"\n[agents]\na = "{a}"\nb = "{b}"\n{rest}')
        return "plan.toml"

    def agent(self, script, seconds=20, name="agent"):
        """An agent file of a Python script that stands in the test's folder."""
        file = self.folder / f"{name}.py"
        file.write_text(script)
        (self.folder / f"{name}.toml").write_text(
            f'kind = "process"\ncommand = ["{sys.executable}", "{file}"]\n'
            f"answer_seconds = {seconds}\n")
        return f"{name}.toml"

    def record(self, agent, out="x.jsonl"):
        return self.niemen("record", "--game", GAME, "--agent-a", agent, "--out", out)

    def copy(self, name):
        self.good("new", name, "--from", GAME, "--copy")
        return self.folder / name

    # Standard streams

    def test_closed_streams_do_not_reach_the_files_of_a_run(self):
        plan = self.plan(200)
        self.good("lab", "run", plan, "--out", "open", "--no-picture")
        for closed in ("1>&- 2>&-", "0<&- 1>&- 2>&-", "2>&-"):
            with self.subTest(closed):
                subprocess.run(["rm", "-rf", self.folder / "run"], check=True)
                result = subprocess.run(
                    f"{shlex.quote(PROGRAM)} lab run {plan} --out run --no-picture --progress json "
                    + closed, shell=True, cwd=self.folder, timeout=120, check=False)
                self.assertEqual(result.returncode, 0)
                self.assertEqual((self.folder / "run/.lock").read_text(), "")
                self.assertEqual((self.folder / "run/campaigns.csv").read_bytes(),
                                 (self.folder / "open/campaigns.csv").read_bytes())

    # Programs that play

    def test_a_program_that_cannot_be_started_gives_no_verdict(self):
        (self.folder / "gone.toml").write_text('kind = "process"\ncommand = ["no-such-program"]\n')
        self.refused("given up", "20 by the First side", "cannot start \"no-such-program\"",
                     command=("lab", "run", self.plan(400, a="gone.toml"), "--out", "run",
                              "--threads", "1", "--progress", "none"))
        self.assertIn("20 forfeited", self.good("lab", "status", "run"))
        self.refused("cannot start \"no-such-program\"",
                     command=("record", "--game", GAME, "--agent-a", "gone.toml"))

    def test_forfeits_are_told_and_are_in_no_mean(self):
        """A program that plays three campaigns of four and crashes in the others."""
        agent = self.agent("""
import json, sys
campaigns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message.get("campaign") == "new":
        campaigns += 1
        if campaigns % 4 == 0:
            sys.exit("made up to fail")
    elif "decision" in message:
        print(json.dumps({"action": message["legal"][0]}), flush=True)
""")
        result = self.niemen("lab", "run", self.plan(12, a=agent), "--out", "run", "--threads", "1",
                             "--no-picture", "--progress", "none")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("Invalid: 3 of 12 campaigns were forfeited, 3 by the Highmark side "
                      "(turn 0, decision 1 (place-piece): the program has ended with exit status 1)",
                      result.stdout.splitlines()[0])
        with open(self.folder / "run/campaigns.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        margins = [float(row["margin"]) for row in rows if row["status"] == "ok"]
        self.assertEqual(len(margins), 9)
        with open(self.folder / "run/results/balance.csv", encoding="utf-8") as file:
            found = {row["metric"]: row for row in csv.DictReader(file)}
        self.assertEqual(found["margin"]["n"], "9")
        self.assertAlmostEqual(float(found["margin"]["estimate"]), sum(margins) / 9)
        self.assertEqual(found["win_share_a"]["n"], "12")
        manifest = json.loads((self.folder / "run/manifest.json").read_text())
        self.assertEqual((manifest["n_forfeited_a"], manifest["n_forfeited_b"]), (3, 0))
        self.assertEqual(json.loads(self.good("lab", "status", "run", "--json"))["forfeited"], 3)

    def test_status_counts_what_the_verdict_counts(self):
        """A run that a stop rule has cut while other campaigns were in flight."""
        plan = self.plan(5000, rest="[balance]\nstop_at_half_width = 0.05\n")
        self.good("lab", "run", plan, "--out", "run", "--threads", "4", "--no-picture")
        with open(self.folder / "run/results/balance.csv", encoding="utf-8") as file:
            share = next(row for row in csv.DictReader(file) if row["metric"] == "win_share_a")
        status = json.loads(self.good("lab", "status", "run", "--json"))
        self.assertEqual(status["done"], int(share["n"]))
        self.assertEqual(status["planned"], status["done"])
        self.assertAlmostEqual(status["share_a"], float(share["estimate"]))

    def test_a_report_of_forfeits_alone_is_a_page(self):
        (self.folder / "gone.toml").write_text('kind = "process"\ncommand = ["no-such-program"]\n')
        result = self.niemen("lab", "run", self.plan(5, a="gone.toml"), "--out", "run",
                             "--no-picture")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.good("lab", "report", "run")
        self.assertIn("5 of 5 campaigns were forfeited", (self.folder / "run/report.html").read_text())

    def test_a_program_has_the_last_word(self):
        agent = self.agent(PLAYS_THE_FIRST + "open('learned', 'w').write('goodbye')\n")
        self.assertEqual(self.record(agent).returncode, 0)
        self.assertEqual((self.folder / "learned").read_text(), "goodbye")

    def test_a_program_out_of_step_forfeits_at_once(self):
        agent = self.agent(PLAYS_THE_FIRST.replace("print(", "print('{\"action\": \"x\"}'); print("))
        result = self.record(agent)
        self.assertEqual(result.returncode, 1)
        self.assertIn("which is not legal", result.stderr)
        agent = self.agent(PLAYS_THE_FIRST.replace("flush=True)", "end='\\n{}\\n', flush=True)"))
        result = self.record(agent)
        self.assertEqual(result.returncode, 1)
        self.assertIn("out of step", result.stderr)

    def thinking(self, *command):
        """Starts niemen with an agent that thinks for ever; the process and that of the agent."""
        agent = self.agent(f"""
import os, pathlib, time
pathlib.Path({str(self.folder / "number")!r}).write_text(str(os.getpid()))
while True:
    time.sleep(0.05)
""", seconds=600)
        process = subprocess.Popen(
            [PROGRAM, *command, "--agent-a", agent], cwd=self.folder, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        number = self.folder / "number"
        wait_until(lambda: number.exists() and number.read_text())
        return process, int(number.read_text())

    def test_every_way_out_takes_the_programs_along(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(number):
                process, agent = self.thinking("record", "--game", GAME, "--out", "x.jsonl")
                process.send_signal(number)
                process.wait(60)
                wait_until(lambda: not alive(agent))
                self.assertFalse(alive(agent))
                self.assertEqual(process.returncode,
                                 -signal.SIGKILL if number == signal.SIGKILL else 130)
                self.assertFalse((self.folder / "x.jsonl").exists())
                (self.folder / "number").unlink()

    def test_the_second_interrupt_takes_the_programs_along(self):
        process, agent = self.thinking("record", "--game", GAME, "--out", "x.jsonl")
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        process.wait(60)
        wait_until(lambda: not alive(agent))
        self.assertFalse(alive(agent))

    # Places

    def test_a_place_that_cannot_be_written_is_told_before_anything_is_played(self):
        agent = self.agent("open('asked', 'w')\n" + PLAYS_THE_FIRST)
        result = self.record(agent, "no/such/folder/x.jsonl")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no/such/folder/x.jsonl: cannot be written", result.stderr)
        self.assertFalse((self.folder / "asked").exists())
        self.good("lab", "run", self.plan(), "--out", "run", "--no-picture")
        self.good("record", "--game", GAME, "--out", "x.jsonl")
        for command in (("lab", "replay", "run", "0", "--out", "no/x"),
                        ("replay", "x.jsonl", "--at", "9", "--save-scenario", "no/x"),
                        ("show", "--game", GAME, "--svg", "no/x"),
                        ("lab", "watch", GAME, "--picture", "no/x"),
                        ("train", "--game", GAME, "--out", "/dev/null/x")):
            with self.subTest(command):
                self.refused("no/x" if "train" not in command else "/dev/null", command=command)

    def test_the_users_own_files_stay(self):
        (self.folder / "h.part").mkdir()
        (self.folder / "h.part/mine").write_text("precious")
        (self.folder / "x.jsonl.part").write_text("precious")
        self.good("new", "h", "--from", GAME)
        self.good("record", "--game", GAME, "--out", "x.jsonl")
        self.assertEqual((self.folder / "h.part/mine").read_text(), "precious")
        self.assertEqual((self.folder / "x.jsonl.part").read_text(), "precious")

    def test_many_may_write_one_file(self):
        start = [subprocess.Popen([PROGRAM, "record", "--game", GAME, "--key", str(key), "--out",
                                   "x.jsonl"], cwd=self.folder, stdout=subprocess.DEVNULL)
                 for key in range(4)]
        self.assertEqual([process.wait(60) for process in start], [0] * 4)
        self.good("replay", "x.jsonl")

    def test_links_and_modes_stay(self):
        (self.folder / "real.svg").write_text("old")
        os.chmod(self.folder / "real.svg", 0o640)
        (self.folder / "link.svg").symlink_to("real.svg")
        self.good("show", "--game", GAME, "--svg", "link.svg")
        self.assertTrue((self.folder / "link.svg").is_symlink())
        self.assertIn("<svg", (self.folder / "real.svg").read_text())
        self.assertEqual(stat.S_IMODE((self.folder / "real.svg").stat().st_mode), 0o640)
        with open(self.folder / "redirected", "w", encoding="utf-8") as out:
            subprocess.run([PROGRAM, "show", "--game", GAME, "--svg", "/dev/stdout"],
                           cwd=self.folder, stdout=out, check=True)
        self.assertIn("<svg", (self.folder / "redirected").read_text())

    def test_a_limit_on_the_size_of_files_is_told(self):
        self.refused("x.jsonl: cannot be written", command=(
            "record", "--game", GAME, "--out", "x.jsonl"),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)))
        self.assertEqual(list(self.folder.glob(".niemen*")), [])

    # Names and words

    def test_new_makes_what_loads(self):
        self.copy("base")
        for folder, base in (("other/a", "./base"), ("b", "base/"), ("c/", GAME), ("base/in", "base"),
                             ("d", self.folder / "base")):
            with self.subTest((folder, base)):
                self.good("new", folder, "--from", base)
                self.good("validate", "--game", folder)
        (self.folder / 'b"q\\').mkdir()
        self.good("new", 'b"q\\/e', "--from", GAME, "--copy")
        self.good("new", "f", "--from", 'b"q\\/e')
        self.good("validate", "--game", "f")
        self.refused("copied into itself", command=("new", "base/copy", "--from", "base", "--copy"))
        for name in ("base/..", "a\nb", "."):
            self.refused("does not serve", command=("new", name, "--from", GAME))
        (self.folder / "base/units.csv").write_text("nonsense\n")
        self.refused("is not made", "units.csv", command=("new", "g/h", "--from", "base"))
        self.assertFalse((self.folder / "g").exists())

    def test_the_name_of_a_run_is_the_name_of_a_folder(self):
        for name in ("../up", "/tmp/abs", "", ".", "..", "a\nb", "-x"):
            with self.subTest(name):
                self.refused("plan.toml:2", "\"name\"",
                             command=("lab", "run", self.plan(name=name), "--no-picture"))
        self.assertFalse((self.folder / "out").exists())
        self.refused("allowed: balance", command=("lab", "new", "../templates/balance"))

    def test_printed_commands_can_be_pasted(self):
        (self.folder / "it's my").mkdir()
        run = "it's my/$run"
        result = self.niemen("lab", "run", self.plan(400), "--out", run, "--total", "20",
                             "--no-picture", "--progress", "none")
        said = [result.stderr.splitlines()[-1].strip(),
                self.good("lab", "status", run).splitlines()[-1].split(": ")[-1]]
        for line in said:
            self.assertEqual(shlex.split(line), ["niemen", "lab", "resume", run])
        made = self.good("new", "it's my/g", "--from", GAME).split("with: ")[-1]
        self.assertEqual(shlex.split(made)[-1], "it's my/g")
        said.append(made)
        made = self.good("new", "./-x", "--from", GAME).split("with: ")[-1]
        self.assertEqual(shlex.split(made)[-1], "./-x")
        said.append(made)
        made = self.good("lab", "new", "balance", "--game", "it's my/g", "--out",
                         "it's my/p.toml").split("then ")[-1]
        self.assertEqual(shlex.split(made)[-1], "it's my/p.toml")
        said.append(made.strip() + " --seconds 1")
        # Of a game that lies elsewhere, the log of a campaign names no more than its title.
        own = self.folder / "it's my/p.toml"
        own.write_text(own.read_text().replace("campaigns = 2000", "campaigns = 8"))
        self.good("lab", "run", own, "--out", "own", "--no-picture")
        said.append(self.good("lab", "replay", "own", "7").split("with ")[-1])
        # What a refusal says to do: a report of half a run, or of a table that somebody changed.
        half = self.niemen("lab", "run", self.plan(401), "--out", "a half", "--total", "20",
                           "--no-picture", "--progress", "none")
        self.assertEqual(half.returncode, 75)
        said.append(self.niemen("lab", "report", "a half").stderr.strip().split("; ")[-1])
        with open(self.folder / "own/campaigns.csv", "a", encoding="utf-8") as file:
            file.write("changed\n")
        altered = self.niemen("lab", "verify", "own", "--sample", "1")
        said.append(re.search(r"; (niemen lab resume .*) writes it again", altered.stdout)[1])
        for shard in (0, 1):
            made = self.good("lab", "run", self.plan(40), "--out", f"s {shard}", "--shard",
                             f"{shard}/2", "--no-picture")
        said.append(re.search(r"with (niemen lab merge) OUT SHARD", made)[1]
                    + " whole 's 0' 's 1'")
        said.append("niemen lab report whole")
        for line in said:
            result = subprocess.run(["bash", "-c", line], cwd=self.folder, timeout=120, text=True,
                                    capture_output=True, check=False, env={
                                        **os.environ,
                                        "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
            self.assertEqual(result.returncode, 0, line + result.stdout + result.stderr)
        page = (self.folder / "whole/report.html").read_text()
        shown = re.search(r"<code>(niemen lab replay whole \d+)</code>", page)[1]
        self.good(*shlex.split(shown)[1:])
        self.assertIn("; --game names a folder elsewhere",
                      self.niemen("replay", "own/replays/7.jsonl").stderr)

    # Spreadsheets

    def test_what_spreadsheets_save_is_read_or_explained(self):
        units = self.copy("game") / "units.csv"
        plain = units.read_text()
        rows = list(csv.reader(plain.splitlines()))

        def save(rows, **style):
            with open(units, "w", newline="", encoding="utf-8") as file:
                csv.writer(file, **style).writerows(rows)

        shown = self.good("show", "--game", "game")
        units.write_bytes(b"\xef\xbb\xbf" + plain.encode())
        self.assertEqual(self.good("show", "--game", "game"), shown)
        save(rows, quoting=csv.QUOTE_ALL)
        self.assertEqual(self.good("show", "--game", "game"), shown)
        rows[-1][-1] = "rule 4, note 2"
        save(rows)
        self.assertEqual(self.good("show", "--game", "game"), shown)
        units.write_text(plain.replace(",", ";"))
        self.refused("units.csv:", "semicolons", command=("show", "--game", "game"))
        hexes = self.folder / "game/map/hexes.csv"
        hexes.write_text(hexes.read_text().replace("\n01", "\n1", 1))
        units.write_text(plain)
        self.refused("hexes.csv:", "leading nought", command=("show", "--game", "game"))

    def test_a_script_of_orders_may_come_from_any_editor(self):
        orders = ["#1", "#1", "board", "quit"]

        def told(name, script):
            return subprocess.run(
                [PROGRAM, "play", "--game", GAME, "--defaults", "--level", "random", "--key", "5",
                 "--session", name + ".jsonl"], cwd=self.folder, input=script, timeout=120,
                capture_output=True, check=True).stdout.replace(name.encode(), b"it")
        plain = told("one", "\n".join(orders).encode() + b"\n")
        self.assertEqual(told("two", b"\xef\xbb\xbf" + "\r\n".join(orders).encode() + b"\r\n"), plain)

    def test_names_of_sides_are_seen_and_told_apart(self):
        game = self.copy("game") / "game.toml"
        plain = game.read_text()
        self.assertIn('"Highmark"', plain)
        for name in ("", " Highmark", "High\\u200bmark", "\\u00a0", "coastland"):
            with self.subTest(name):
                game.write_text(plain.replace('"Highmark"', f'"{name}"'))
                self.refused("game.toml:", command=("show", "--game", "game"))
        game.write_text(plain.replace('"Highmark"', '"=1+1"'))
        plan = self.folder / self.plan(4)
        plan.write_text(plan.read_text().replace(f'"{GAME}"', '"game"'))
        self.good("lab", "run", "plan.toml", "--out", "run", "--no-picture")
        self.assertIn(",'=1+1,", (self.folder / "run/campaigns.csv").read_text())

    def test_names_that_begin_with_a_dot_are_no_part_of_a_game(self):
        game = self.copy("game")
        shown = self.good("show", "--game", "game"), self.good("validate", "--game", "game")
        for name in ("scenarios/._x.toml", "doctrines/.#x.toml", "openings/._x.toml", "._game.toml"):
            (game / name).parent.mkdir(exist_ok=True)
            (game / name).write_bytes(b"\x00\x05\x16\x07 not TOML")
        self.assertEqual((self.good("show", "--game", "game"),
                          self.good("validate", "--game", "game")), shown)

    @unittest.skipUnless(os.getuid() == 0, "only root can become another user")
    def test_another_user_may_call_from_a_folder_that_he_cannot_enter(self):
        os.chmod(self.folder, 0o755)
        for name in ("private", "bin", "home"):
            (self.folder / name).mkdir()
        os.chmod(self.folder / "private", 0o700)
        os.chown(self.folder / "home", 65534, 65534)
        subprocess.run(["cp", PROGRAM, self.folder / "bin/niemen"], check=True)
        subprocess.run(["cp", "-r", ROOT / "configs", self.folder / "bin"], check=True)
        subprocess.run(["chmod", "-R", "a+rX", self.folder / "bin"], check=True)
        for words in (("show", "--game", GAME),
                      ("play", "--game", GAME, "--defaults", "--level", "random")):
            with self.subTest(words):
                result = subprocess.run(
                    ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env",
                     f"XDG_DATA_HOME={self.folder}/home", self.folder / "bin/niemen", *words],
                    cwd=self.folder / "private", stdin=subprocess.DEVNULL, capture_output=True,
                    text=True, timeout=120, check=False)
                self.assertEqual(result.returncode, 0, result.stderr)

    # Job arrays

    def test_a_job_array_in_part_is_not_taken_for_the_whole(self):
        plan = self.plan()

        def array(shard, **numbers):
            environment = {f"SLURM_ARRAY_TASK_{key}": value for key, value in numbers.items()}
            return {"command": ("lab", "run", plan, "--out", "run", "--shard", shard, "--no-picture"),
                    "status": 2, "env": {**os.environ, **environment}}

        self.refused("SLURM_ARRAY_TASK_ID is not set", **array("slurm"))
        self.refused("does not say how many", **array("slurm", ID="3", COUNT="2", MIN="3", MAX="7"))
        self.refused("does not say how many", **array("slurm", ID="10", COUNT="4", MIN="0", MAX="30"))
        self.refused("a single task, which would play everything",
                     **array("slurm", ID="0", COUNT="1", MIN="0", MAX="0"))
        self.refused('"abc", no whole number', **array("slurm", ID="abc", COUNT="4", MIN="0", MAX="3"))
        self.refused("allowed: 0 to 9", **array("slurm/10", ID="10"))
        for shard in ("0/4x", "1/2.5", "1/3/7", "-2/-1", "3", "/", "4/4", " 1/2"):
            self.refused(f'--shard is "{shard}"', **array(shard))
        for wall in ("0x10", " 5", "1e3", "h"):
            self.refused("--max-wall", status=2, command=(
                "lab", "run", plan, "--out", "run", "--max-wall", wall))
        whole = dict(array("slurm", ID="1", COUNT="4", MIN="0", MAX="3"))
        self.assertIn("shard 1/4", self.good(*whole["command"], env=whole["env"]))
        part = dict(array("slurm/4", ID="1", COUNT="1", MIN="1", MAX="1"))
        self.assertIn("shard 1/4", self.good(*part["command"], env=part["env"]))

    # Watching

    def test_only_a_save_of_the_game_is_a_save(self):
        game = self.copy("game")
        watching = subprocess.Popen(
            [PROGRAM, "lab", "watch", ".", "--saves", "1", "--seconds", "0.2", "--campaigns", "20",
             "-a", "random", "-b", "random"], cwd=game, stdout=subprocess.PIPE, text=True)
        self.assertIn("scores", watching.stdout.readline())
        for name in ("map.svg", ".game.toml.swp", "game.toml~", "notes.txt"):
            (game / name).write_text("not of the game")
        time.sleep(1)
        self.assertIsNone(watching.poll())
        (game / "victory.toml").write_text((game / "victory.toml").read_text() + "\n")
        self.assertIn("against the last version", watching.communicate(timeout=60)[0])
        self.assertEqual(watching.returncode, 0)

    # Environment

    def test_pictures_are_drawn_whatever_the_environment(self):
        plan = self.plan()
        for name, value in (("PYTHONHOME", "/opt/other"), ("PYTHONPATH", str(self.folder)),
                            ("MPLBACKEND", "module://not_there.backend"),
                            ("MPLBACKEND", "no-such-backend"), ("MPLCONFIGDIR", "/proc/no")):
            with self.subTest(name):
                (self.folder / "json.py").write_text("raise SystemExit('the wrong module')\n")
                subprocess.run(["rm", "-rf", self.folder / "run"], check=True)
                self.good("lab", "run", plan, "--out", "run", env={**os.environ, name: value})
                self.assertTrue((self.folder / "run/balance.png").exists())

    def test_scripts_are_found_through_links(self):
        project = self.folder / "project"
        (project / "scripts").mkdir(parents=True)
        for name in ("niemen", "setup"):
            text = (ROOT / "scripts" / name).read_text()
            (project / "scripts" / name).write_text(text)
            os.chmod(project / "scripts" / name, 0o755)
        (project / "scripts/setup").write_text('#!/bin/sh\necho "setup of $0"; exit 3\n')
        (self.folder / "bin").mkdir()
        (self.folder / "bin/niemen").symlink_to("../project/scripts/niemen")
        result = subprocess.run([self.folder / "bin/niemen", "help"], capture_output=True, text=True,
                                check=False)
        self.assertEqual(result.stdout.strip(), f"setup of {project.resolve()}/scripts/setup")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
