#!/usr/bin/python3
"""Runs niemen lab as a person would: every question on a small game, interruptions, shards, mistakes.

usage: lab_test.py PROGRAM [unittest arguments]
"""
import collections
import csv
import hashlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
import unittest
import zlib

import pandas

from waiting import has_grown, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
DUCKDB = "@duckdb/node-api@1.5.6-r.1"
NO_NUMBER = r"(?<![\w-])-?(nan|inf)(?![\w-])"
RANDOM = 'a = "random"\nb = "random"\n'


def experiment(question, rest="", campaigns=120, agents="[agents]\n" + RANDOM):
    return (f'question = "{question}"\nname = "test"\ncampaigns = {campaigns}\nseed = 3\n'
            f'[game]\ntitle = "lorn-valley"\n{agents}{rest}')


# 160 campaigns each, in stages: two confirmations of 20, four rounds of 40.
STAGED_OPENINGS = experiment("openings", '[openings]\na = ["", "highmark-south"]\nb = [""]\n'
                                         'confirm = 20\n', 120)
STAGED_TUNE = experiment("tune", '[tune]\nmetric = "mean_margin"\ntarget = 0\nround = 40\n'
                                 '[[tune.factors]]\nkey = "rules.battle_points"\nlow = 0\n'
                                 'high = 10\nstep = 1\n', 160)


def files_of_at_most(size):
    """For preexec_fn: files that cannot grow beyond `size` bytes stand for a full disk."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


class LabTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name in ("configs", "experiments", "scripts"):
            (self.folder / name).symlink_to(ROOT / name)

    def tearDown(self):
        self.temporary.cleanup()

    def lab(self, *arguments, **options):
        return subprocess.run([PROGRAM, "lab", *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, timeout=300, check=False, **options)

    def tool(self, *arguments, status=0, **options):
        """Another command of niemen; any status where `status` is None."""
        result = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                                timeout=300, check=False, **options)
        if status is not None:
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def good(self, *arguments, **options):
        result = self.lab(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def refused(self, words, *arguments, status=1):
        result = self.lab(*arguments)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        for word in words.split("|"):
            self.assertIn(word, result.stderr)
        return result

    def cards(self, *runs):
        return subprocess.run([ROOT / "scripts/level_cards.py", *runs], cwd=self.folder, check=True,
                              capture_output=True, text=True).stdout

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def against_random(self, script):
        """The agent that a Python script is, and an experiment of four campaigns of it and random."""
        agent = self.write("agent.toml", f'kind = "process"\ncommand = ["{sys.executable}", "{script}"]\n')
        text = experiment("balance", "", 4).replace('"random"', f'"{agent}"', 1)
        return agent, self.write("plan.toml", text)

    def replace(self, file, text):
        """Saves a file at once, as editors do."""
        part = self.folder / "part"
        part.write_text(text)
        part.replace(file)

    def rows(self, run, table):
        with open(self.folder / run / f"{table}.csv") as file:
            return list(csv.DictReader(file))

    def tables(self, name):
        return {file.name: file.read_bytes() for file in sorted((self.folder / name).glob("*.csv"))
                if file.name != "timing.csv"}

    def plan(self):
        return self.write("plan.toml", experiment("balance"))

    def test_balance_with_picture_report_and_examples(self):
        text = self.good("run", self.plan(), "--out", "run")
        self.assertIn("The Highmark side scores ", text)
        self.assertTrue((self.folder / "run/balance.png").stat().st_size > 1000)
        rows = (self.folder / "run/campaigns.csv").read_text().splitlines()
        self.assertEqual(len(rows), 121)
        share = text.split("scores ")[1].split(" %")[0]
        line = subprocess.run([ROOT / "scripts/examples/win_rates.py", self.folder / "run"],
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual(line.strip(), f"all Highmark {share} % of 120")
        self.good("report", "run")
        page = (self.folder / "run/report.html").read_text()
        self.assertIn(text.splitlines()[0].split(":")[0], page)
        self.assertNotIn('src="http', page)

    def test_sums_map_and_rules(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        self.good("report", "run")
        campaigns, places, rules = (self.rows("run", name) for name in ("campaigns", "places", "rules"))
        self.assertEqual([row["place_id"] for row in places],
                         [row["place_id"] for row in self.rows("run", "map")])
        # Whoever stands somewhere at the end of a turn came in or was set up there.
        held = sum(int(row["a_turns_held"]) for row in places)
        hexes = sum(int(row["hexes"]) for row in self.rows("run", "turns") if row["side"] == "a")
        self.assertGreaterEqual(held, hexes)
        self.assertLessEqual(max(int(row["a_turns_held"]) for row in places),
                             sum(int(row["turns"]) for row in campaigns))
        used = {row["rule_use"]: row for row in rules}
        self.assertEqual(used["a combat is fought"]["uses"],
                         str(len(self.rows("run", "battles"))))
        self.assertEqual({row["campaigns"] for row in rules}, {"120"})
        for row in campaigns:
            self.assertEqual(int(row["margin"]), float(row["a_points"]) - float(row["b_points"]))
        page = (self.folder / "run/report.html").read_text()
        self.assertIn("Rules in force that never came into use", page)
        # The maps are those of `show`, with the rivers and names of the country.
        for picture, words in (("control", "Highmark at the end"), ("traffic", "nearly all campaigns")):
            drawn = (self.folder / f"run/{picture}.svg").read_text()
            self.assertIn(words, drawn)
            self.assertIn("Lornmouth", drawn)
            self.assertIn(drawn, page)
            self.assertTrue((self.folder / f"run/{picture}.png").read_bytes().startswith(b"\x89PNG"))

    def test_every_column_is_filled_or_explained(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        rows = self.rows("run", "campaigns")
        empty = {name for name in rows[0] if all(row[name] == "" for row in rows)}
        # Set-up is played, so there is no opening to name.
        self.assertEqual(empty, {"a_opening", "b_opening"})

    def test_json_progress(self):
        result = self.lab("run", self.plan(), "--out", "run", "--no-picture", "--progress", "json")
        lines = [json.loads(line) for line in result.stderr.splitlines()]
        self.assertEqual(lines[-1]["done"], 120)
        self.assertEqual(lines[-1]["planned"], 120)
        for key in ("campaigns_per_second", "seconds_left", "failed"):
            self.assertIn(key, lines[-1])
        self.assertLess(lines[-1]["ci_low"], lines[-1]["share_a"])
        self.assertGreater(lines[-1]["ci_high"], lines[-1]["share_a"])

    def test_progress_promises_nothing_before_the_first_campaign(self):
        slow = self.write("slow.py", "import time\ntime.sleep(3)\n")
        _, plan = self.against_random(slow)
        result = self.lab("run", plan, "--out", "run", "--no-picture",
                          "--progress", "json", "--threads", "1")
        first = json.loads(result.stderr.splitlines()[0])
        self.assertEqual(first["done"], 0)
        self.assertIsNone(first["seconds_left"])
        self.assertIsNone(first["share_a"])

    def test_a_forfeit_is_recorded_and_plays_again(self):
        quits = self.write("quits.py", """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("decision") == 5:
        sys.exit(3)
    if "legal" in message:
        print(json.dumps({"action": message["legal"][0]}), flush=True)
""")
        agent, plan = self.against_random(quits)
        self.assertEqual(self.lab("run", plan, "--out", "run", "--no-picture").returncode, 2)
        rows = self.rows("run", "campaigns")
        self.assertEqual([(r["status"], r["winner"], r["victory_level"]) for r in rows],
                         [("forfeit", "b", "")] * 4)
        self.good("replay", "run", 1, "--out", "one.jsonl")
        replayed = subprocess.run([PROGRAM, "replay", "one.jsonl"], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
        self.assertEqual(replayed.returncode, 0, replayed.stderr)
        forfeit = ("Highmark forfeits the campaign: turn 0, decision 5 (place-piece): the program has "
                   "ended with exit status 3\n")
        self.assertIn("Coastland won: " + forfeit, replayed.stdout)
        recorded = subprocess.run(
            [PROGRAM, "record", "--game", "lorn-valley", "--agent-a", agent, "--out", "two.jsonl"],
            cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(recorded.returncode, 1)
        self.assertEqual(recorded.stderr, "niemen: " + forfeit)
        end = json.loads((self.folder / "two.jsonl").read_text().splitlines()[-1])
        self.assertEqual((end["winner"], end["forfeit"]), ("B", "A"))

    def test_manifest_names_the_commit(self):
        self.lab("run", self.plan(), "--out", "run", "--no-picture")
        manifest = json.loads((self.folder / "run/manifest.json").read_text())
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(manifest["git_commit"], head.stdout.strip())

    def test_watch_rates_each_save(self):
        game = self.folder / "valley"
        shutil.copytree(ROOT / "configs/games/lorn-valley", game)
        watch = subprocess.Popen(
            [PROGRAM, "lab", "watch", "valley", "-a", "random", "-b", "random", "--campaigns",
             "60", "--saves", "2"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        try:
            self.assertRegex(watch.stdout.readline(),
                             r"^\d\d:\d\d:\d\d Highmark scores .* 60 campaigns: .* 40 to 60 %")
            rules = game / "rules.toml"
            text = rules.read_text()
            self.replace(rules, text.replace("\nturns = 8", "\nturns = soon", 1))
            self.assertIn("not valid: ", watch.stdout.readline())
            self.replace(rules, text.replace("\nwinter_from_turn = 7", "\nwinter_from_turn = 5", 1))
            self.assertRegex(watch.stdout.readline(),
                             r"^\d\d:\d\d:\d\d rules.toml winter_from_turn: 7 -> 5$")
            self.assertRegex(watch.stdout.readline(), "against the last version .* paired by dice")
            self.assertEqual(watch.wait(60), 0)
        finally:
            watch.kill()
            watch.stdout.close()
            watch.wait()
        self.assertGreater((self.folder / "map.svg").stat().st_size, 1000)

    def test_tutorial(self):
        """The commands of experiments/README.md, in their order, on a small game."""
        text = (ROOT / "experiments/README.md").read_text()
        script = "\n".join(block.split("```")[0] for block in text.split("```sh\n")[1:])
        self.assertIn("niemen lab new balance", script)
        # Filling in the new file is the reader's part; DuckDB has a test of its own.
        fill_in = ("sed -i -e 's/^title = .*/title = \"lorn-valley\"/' -e 's/\"doctrine\"/\"random\"/' "
                   "-e 's/^campaigns = .*/campaigns = 60/' my-balance.toml\n"
                   "sed 's/^seed = 1/seed = 2/' my-balance.toml >other.toml\n"
                   "niemen lab run other.toml --out out/other\n")
        lines = script.splitlines(keepends=True)
        lines.insert(1, fill_in)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/niemen").symlink_to(PROGRAM)
        (self.folder / "out").mkdir()
        result = subprocess.run(
            ["bash", "-e", "-c", "".join(line for line in lines if not line.startswith("node "))],
            cwd=self.folder, capture_output=True, text=True, timeout=300, check=False,
            env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertTrue((self.folder / "out/joined/campaigns.csv").exists())

    def test_threads_and_shards_give_the_same_bytes(self):
        plan = self.plan()
        self.good("run", plan, "--out", "one", "--threads", 1, "--no-picture")
        self.good("run", plan, "--out", "four", "--threads", 4, "--no-picture")
        for shard in range(3):
            self.good("run", plan, "--out", f"s{shard}", "--shard", f"{shard}/3")
        self.good("merge", "merged", "s2", "s0", "s1", "--no-picture")
        self.assertEqual(self.tables("one"), self.tables("four"))
        self.assertEqual(self.tables("one"), self.tables("merged"))
        self.assertEqual((self.folder / "one/results/balance.csv").read_bytes(),
                         (self.folder / "merged/results/balance.csv").read_bytes())
        self.refused("shard 1 of 3 is missing", "merge", "other", "s0", "s2")
        foreign = self.write("foreign.toml", experiment("balance").replace("seed = 3", "seed = 4"))
        self.good("run", foreign, "--out", "f1", "--shard", "1/3")
        self.refused("f1|another experiment", "merge", "other", "s0", "f1", "s2")
        self.assertFalse((self.folder / "other").exists())
        self.refused("is one shard", "report", "s0")

    def test_parallel_resumes_its_jobs(self):
        if shutil.which("parallel") is None:
            self.fail("GNU parallel is missing; scripts/setup --test installs it")
        plan = self.plan()
        self.good("run", plan, "--out", "whole", "--no-picture")
        # The second shard's job fails the first time: its folder is a file.
        self.write("s1", "in the way")
        command = (f"parallel --will-cite --joblog jobs --resume-failed '{PROGRAM} lab run {plan} "
                   "--out s{} --shard {}/3' ::: 0 1 2")
        first = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(first.returncode, 1)
        (self.folder / "s1").unlink()
        subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=True)
        self.good("merge", "merged", "s0", "s1", "s2", "--no-picture")
        self.assertEqual(self.tables("whole"), self.tables("merged"))

    def test_rounds_in_shards_give_the_same_bytes(self):
        for name, text, rounds in (("openings", STAGED_OPENINGS, 2), ("tune", STAGED_TUNE, 4)):
            plan = self.write(f"{name}.toml", text)
            self.good("run", plan, "--out", f"{name}-whole", "--no-picture")
            after = []
            for number in range(1, rounds + 1):
                for shard in range(3):
                    self.good("run", plan, "--out", f"{name}-{shard}", "--shard", f"{shard}/3", *after)
                after = ["--after", f"{name}-merged"]
                merged = self.lab("merge", f"{name}-merged", *(f"{name}-{i}" for i in range(3)), "--round",
                                  "--no-picture")
                self.assertEqual(merged.returncode, 75 if number < rounds else 0, merged.stderr)
            self.assertEqual(self.tables(f"{name}-whole"), self.tables(f"{name}-merged"))
            for shard in range(3):
                played = json.loads(self.good("status", f"{name}-{shard}", "--json"))
                self.assertIn(played["done"], (53, 54), name)
        # Shards of different rounds do not fit together, and a round follows its own experiment only.
        self.good("run", "tune.toml", "--out", "late", "--shard", "1/3")
        self.refused("late|of 40|give the command of the round to both", "merge", "new", "tune-0", "late",
                     "tune-2")
        self.refused("another experiment", "run", "tune.toml", "--out", "x", "--shard", "1/3", "--after",
                     "openings-merged")

    # What Slurm does, one after another: an array's tasks, again where they are queued again, and jobs that
    # depend on it.
    FAKE_SLURM = """#!/bin/bash
        count=$(($(cat "$SLURM_FAKE/count" 2>/dev/null || echo 0) + 1))
        echo $count >"$SLURM_FAKE/count"
        echo "$*" >>"$SLURM_FAKE/queued"
        for word; do case $word in
          --array=*) tasks=${word#--array=} ;;
          --output=*) output=${word#--output=} ;;
          --cpus-per-task=*) export SLURM_CPUS_PER_TASK=${word#--cpus-per-task=} ;;
          --wrap=*) script=${word#--wrap=} ;;
        esac; done
        unset SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID
        tasks=${tasks//,/ }
        for task in ${tasks:-once}; do
          [ "$task" = once ] || export SLURM_ARRAY_JOB_ID=$count SLURM_ARRAY_TASK_ID=$task
          for SLURM_RESTART_COUNT in 0 1 2 3; do
            export SLURM_RESTART_COUNT
            sh -c "$script" >>"${output/\\%a/$task}" 2>&1
            [ -e "$SLURM_FAKE/requeued" ] || break
            rm "$SLURM_FAKE/requeued"
          done
        done
        echo $count
        """

    def submitted(self, *arguments, program=None):
        """Submits to what stands for Slurm; `program`: the text of a program that stands for niemen there."""
        fake = self.folder / "fake"
        fake.mkdir(exist_ok=True)
        for name, text in (("sbatch", self.FAKE_SLURM),
                           ("scontrol", '#!/bin/sh\necho "$*" >"$SLURM_FAKE/requeued"\n')):
            (fake / name).write_text(text)
            (fake / name).chmod(0o755)
        environment = {**os.environ, "SLURM_FAKE": str(fake), "PATH": f"{fake}:{os.environ['PATH']}"}
        if not program:
            return self.good("submit", *arguments, env=environment)
        self.good("submit", *arguments, "--dry-run")
        (fake / "niemen").write_text(program)
        (fake / "niemen").chmod(0o755)
        settings = self.folder / "run/cluster/settings.sh"
        settings.write_text(re.sub("^niemen=.*$", f"niemen={fake}/niemen", settings.read_text(), flags=re.M))
        return subprocess.run([self.folder / "run/cluster/submit.sh"], env=environment, cwd=self.folder,
                              capture_output=True, text=True, timeout=120, check=False)

    def test_submit_plays_rounds_to_the_verdict(self):
        plan = self.write("plan.toml", STAGED_TUNE)
        self.submitted(plan, "--shards", 3, "--out", "run", "--threads", 2, "--time", "2h")
        queued = (self.folder / "fake/queued").read_text().splitlines()
        arrays = [line for line in queued if "--array" in line]
        self.assertEqual((len(queued), len(arrays)), (8, 4))
        for option in ("--array=0,1,2", "--cpus-per-task=2", "--time=120", "--requeue", "--signal=B:TERM@120"):
            self.assertIn(option, arrays[0].split())
        self.assertIn("--dependency=afterany:1", queued[1])
        # niemen stops by itself before Slurm would stop it.
        self.assertIn("max_wall=6600s\n", (self.folder / "run/cluster/settings.sh").read_text())
        self.good("run", plan, "--out", "whole", "--no-picture")
        self.assertEqual(self.tables("whole"), self.tables("run/merged"))
        self.assertIn("finished: ", self.submitted(plan, "--shards", 3, "--out", "run"))
        self.refused("in 3 shards", "submit", plan, "--shards", 4, "--out", "run")
        other = self.write("other.toml", STAGED_OPENINGS)
        self.refused("another experiment", "submit", other, "--shards", 3, "--out", "run")
        self.refused("allowed: 1 to 160", "submit", other, "--shards", 200)

    def test_submit_queues_killed_shards_again(self):
        # The second shard is killed twice, the third once does not get through at all.
        program = f"""#!/bin/bash
            case "$*" in
              *--shard\\ 1/3*) [ -e killed-twice ] || {{
                  [ ! -e killed-once ] || touch killed-twice
                  touch killed-once
                  kill -9 $$
                }} ;;
              *--shard\\ 2/3*) [ -e failed ] || {{ touch failed; exit 1; }} ;;
            esac
            exec {PROGRAM} "$@"
            """.replace("\\\\ ", "\\ ")
        plan = self.write("plan.toml", experiment("balance"))
        result = self.submitted(plan, "--shards", 3, "--out", "run", "--threads", 1,
                                program=program)
        self.assertEqual(result.returncode, 0, result.stderr)
        queued = (self.folder / "fake/queued").read_text().splitlines()
        self.assertEqual([line.split("--array=")[1].split()[0] for line in queued if "--array" in line],
                         ["0,1,2", "2"])
        self.good("run", plan, "--out", "whole", "--no-picture")
        self.assertEqual(self.tables("whole"), self.tables("run/merged"))
        # One that fails each time is given up.
        shutil.rmtree(self.folder / "run")
        result = self.submitted(plan, "--shards", 3, "--out", "run", program="#!/bin/sh\nexit 1\n")
        self.assertIn("shards 0,1,2 did not end in 5 attempts",
                      (self.folder / "run/cluster/gather.log").read_text())

    def test_submit_over_ssh(self):
        plan = self.write("plan.toml", STAGED_OPENINGS)
        self.good("submit", plan, "--shards", 3, "--out", "a b/run", "--hosts", ":")
        self.good("run", plan, "--out", "whole", "--no-picture")
        self.assertEqual(self.tables("whole"), self.tables("a b/run/merged"))

    def test_less_may_be_kept_of_each_campaign(self):
        plan = self.plan()
        self.good("run", plan, "--out", "all", "--no-picture")
        results = {file.name: file.read_bytes() for file in (self.folder / "all/results").iterdir()}
        for keep, tables in (("counts", set()), ("campaigns", {"campaigns", "places", "map", "rules"})):
            stopped = self.lab("run", plan, "--out", keep, "--keep", keep, "--total", 50)
            self.assertEqual(stopped.returncode, 75, stopped.stderr)
            self.refused(f"was begun with --keep {keep}", "run", plan, "--out", keep, "--keep", "all")
            self.good("run", plan, "--out", keep)
            self.assertEqual({file.stem for file in (self.folder / keep).glob("*.csv")},
                             tables | {"timing", "failures"})
            self.assertEqual({file.name: file.read_bytes()
                              for file in (self.folder / keep / "results").iterdir()}, results, keep)
            package = json.loads((self.folder / keep / "datapackage.json").read_text())
            for table in package["resources"]:
                self.assertTrue((self.folder / keep / table["path"]).exists(), table["path"])
            self.assertIn("20 of 20 campaigns", self.good("verify", keep))
            self.good("replay", keep, 7, "--out", "seven.jsonl")
        self.assertEqual((self.folder / "campaigns/campaigns.csv").read_bytes(),
                         (self.folder / "all/campaigns.csv").read_bytes())
        self.good("report", "campaigns")
        self.refused("only counted its campaigns", "report", "counts")
        why = self.write("why.toml", 'question = "why"\n[why]\nrun = "campaigns"\n')
        self.refused("kept less than everything", "run", why)
        for shard in range(2):
            self.good("run", plan, "--out", f"s{shard}", "--shard", f"{shard}/2", "--keep", "counts")
        self.good("merge", "merged", "s0", "s1")
        self.assertEqual((self.folder / "merged/results/balance.csv").read_bytes(), results["balance.csv"])
        self.refused("allowed: counts, campaigns, all", "run", plan, "--keep", "some", status=2)

    def test_a_run_without_a_name_is_called_as_its_file(self):
        lines = experiment("balance", "", 4).splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("name"))
        stopped = self.lab("run", self.write("plan.toml", text), "--out", "r", "--total", 2)
        self.assertEqual(stopped.returncode, 75)
        self.good("resume", "r")
        self.assertIn("4 of 4 campaigns", self.good("verify", "r", "--sample", 4))

    def test_terminated_run_resumes(self):
        plan = self.write("plan.toml", experiment("balance", campaigns=2000))
        process = subprocess.Popen([PROGRAM, "lab", "run", plan, "--out", "run", "--no-picture"],
                                   cwd=self.folder, stderr=subprocess.PIPE, text=True)
        log = self.folder / "run/log/shard-0000.log"
        wait_until(lambda: has_grown(log, 5000))
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 75, errors)
        self.assertIn("niemen lab resume run", errors)
        self.assertIn("go on with", self.good("status", "run"))
        self.good("resume", "run", "--no-picture")
        self.good("run", plan, "--out", "whole", "--no-picture")
        self.assertEqual(self.tables("run"), self.tables("whole"))

    def test_total_stops_resumable(self):
        plan = self.plan()
        self.assertEqual(self.lab("run", plan, "--out", "run", "--total", 50).returncode, 75)
        self.assertFalse((self.folder / "run/campaigns.csv").exists())
        self.good("resume", "run", "--no-picture")
        self.assertEqual(len(self.tables("run")["campaigns.csv"].splitlines()), 121)

    def test_stop_rules(self):
        for rule in ("stop_at_half_width = 0.09", "stop_between = [0.2, 0.4]",
                     "stop_between_elo = [-200, -100]", "stop_when_shown = true"):
            plan = self.write("plan.toml", experiment("balance", f"[balance]\n{rule}\n", 3000))
            runs = []
            for threads in (1, 3):
                out = f"{rule.split()[0]}-{threads}"
                runs.append(self.good("run", plan, "--out", out, "--threads", threads,
                                      "--no-picture").splitlines()[0])
                self.assertLess(len(self.tables(out)["campaigns.csv"].splitlines()), 3000)
            self.assertEqual(runs[0], runs[1])

    def test_openings(self):
        plan = self.write("plan.toml", experiment(
            "openings", '[openings]\na = ["highmark-south", ""]\nb = [""]\nconfirm = 20\n'))
        text = self.good("run", plan, "--out", "run", "--no-picture")
        self.assertIn("on fresh dice", text)
        self.assertIn("In equilibrium", text)
        self.good("report", "run")
        for name in ("ratings", "equilibrium", "cells", "confirmation", "replies"):
            self.assertTrue((self.folder / f"run/results/{name}.csv").exists(), name)
        # Pictures and sentences call it by its title.
        for picture in ("ratings", "equilibrium"):
            self.assertIn("By the lower bridge (Highmark)",
                          (self.folder / f"run/{picture}.svg").read_text())
        self.assertRegex((self.folder / "run/results/verdict.txt").read_text(),
                         r"deployment: (set up in play|highmark-south \(By the lower bridge\))\.")
        # Every piece of the only named deployment, where its file has it, and its depot.
        with open(ROOT / "configs/games/lorn-valley/openings/highmark-south.toml", "rb") as file:
            opening = tomllib.load(file)
        wanted = {("h" + place, piece) for place, pieces in opening["hexes"].items()
                  for piece in pieces}
        rows = self.rows("run", "deployments")
        self.assertEqual({(row["side"], row["opening"], row["pieces"]) for row in rows},
                         {("a", "highmark-south", "1")})
        self.assertEqual({(row["place_id"], row["piece"]) for row in rows
                          if row["piece"] != "depot"}, wanted)
        names = {row["place_id"]: row["place_name"] for row in self.rows("run", "map")}
        self.assertEqual([names[row["place_id"]] for row in rows if row["piece"] == "depot"],
                         opening["depots"])

    def test_progress_counts_all_stages(self):
        for name, text in (("openings", STAGED_OPENINGS), ("tune", STAGED_TUNE)):
            result = self.lab("run", self.write("plan.toml", text), "--out", name, "--no-picture",
                              "--progress", "json")
            lines = [json.loads(line) for line in result.stderr.splitlines()]
            self.assertEqual({line["planned"] for line in lines}, {160}, name)
            self.assertEqual(lines[-1]["done"], 160, name)

    def test_status_counts_all_stages(self):
        for name, text, total, stage in (("openings", STAGED_OPENINGS, 30, 120),
                                         ("openings", STAGED_OPENINGS, 130, 160),
                                         ("tune", STAGED_TUNE, 30, 40), ("tune", STAGED_TUNE, 60, 80)):
            result = self.lab("run", self.write(f"{name}.toml", text), "--out", name, "--total", total,
                              "--threads", 1)
            self.assertIn(f"{total} of 160 campaigns are kept", result.stderr)
            status = json.loads(self.good("status", name, "--json"))
            self.assertEqual((status["done"], status["planned"], status["planned_to_end_of_stage"]),
                             (total, 160, stage), name)
            words = f"{total} of 160 campaigns" + (
                f" ({stage} to the end of this stage)," if stage < 160 else ",")
            self.assertIn(words, self.good("status", name))
        for name in ("openings", "tune"):
            self.good("resume", name, "--no-picture")
            status = json.loads(self.good("status", name, "--json"))
            self.assertEqual((status["done"], status["planned"], status["planned_to_end_of_stage"]),
                             (160, 160, 160), name)
        # A shard plays its part of the first stage; the confirmation is played by merge.
        self.lab("run", "openings.toml", "--out", "s1", "--shard", "1/7", "--total", 70)
        status = json.loads(self.good("status", "s1", "--json"))
        self.assertEqual((status["planned"], status["planned_to_end_of_stage"]), (17, 17))

    def test_openings_are_chosen_in_rounds(self):
        plan = self.write("plan.toml", experiment(
            "openings", '[openings]\na = ["", "highmark-south"]\nb = [""]\nconfirm = 20\n'
                        'allocation = "adaptive"\nrounds = 10\n', 400))
        text = self.good("run", plan, "--out", "one", "--threads", 1, "--no-picture")
        self.assertRegex(text, r"Of 2 Highmark deployments .* leads after 400 campaigns: ")
        self.assertIn("on fresh dice", text)
        stopped = self.lab("run", plan, "--out", "four", "--threads", 4, "--total", 150)
        self.assertEqual(stopped.returncode, 75, stopped.stderr)
        self.good("resume", "four", "--threads", 3, "--no-picture")
        self.assertEqual(self.tables("one"), self.tables("four"))
        # Both had half of the first two rounds, and the better one most of the others.
        first = [row["a_opening"] for row in self.rows("one", "campaigns")][:80]
        self.assertEqual(first.count(""), 40)
        with open(self.folder / "one/results/allocation.csv") as file:
            rows = {row["cell_id"]: row for row in csv.DictReader(file) if row["metric"] == "win_share_a"}
        self.assertEqual(sum(int(row["n"]) for row in rows.values()), 400)
        leader = max(rows.values(), key=lambda row: int(row["n"]))
        self.assertEqual([row["verdict"] != "" for row in (leader,)], [True])
        self.assertEqual(len(self.rows("one", "campaigns")), 420)
        self.assertIn("20 of 20 campaigns", self.good("verify", "one"))
        self.good("report", "one")
        bad = self.write("bad.toml", (self.folder / "plan.toml").read_text().replace("= 400", "= 8"))
        self.refused("bad.toml:|in the first two; allowed: campaigns from 10", "run", bad)

    def test_a_search_finds_openings_and_leaves_them_as_files(self):
        plan = self.write("plan.toml", experiment(
            "search", '[search]\na = ["highmark-south"]\npasses = 2\ncandidates = 6\ngames = 2\ntable = 10\n'
                      'trial = 50\nconfirm = 20\narchive = 20\n', 1200).replace(
                          '"lorn-valley"\n', '"lorn-valley"\nscenario = "free"\n'))
        text = self.good("run", plan, "--out", "one", "--threads", 1, "--no-picture")
        self.assertIn("In equilibrium of what was found the Highmark side scores ", text)
        self.assertRegex(text, r"\d+ Highmark and \d+ \w+ set-ups were looked at in [12] pass")
        stopped = self.lab("run", plan, "--out", "four", "--threads", 4, "--total", 300)
        self.assertEqual(stopped.returncode, 75, stopped.stderr)
        self.good("resume", "four", "--threads", 3, "--no-picture")
        self.assertEqual(self.tables("one"), self.tables("four"))
        for part in ("results", "found/openings"):
            files = {run: {file.name: file.read_bytes() for file in (self.folder / run / part).iterdir()}
                     for run in ("one", "four")}
            self.assertEqual(files["one"], files["four"])
        with open(self.folder / "one/results/archive.csv") as file:
            kept = list(csv.DictReader(file))
        self.assertEqual({row["n"] for row in kept}, {"20"})
        self.assertEqual({row["seeds"] for row in kept}, {"confirmation"})
        # Every opening that is left is one of the game's, played and in the table of the campaigns.
        self.tool("validate", "one/found")
        left = {file.stem: file.read_text() for file in (self.folder / "one/found/openings").glob("*.toml")}
        self.assertTrue({row["cell_id"][2:] for row in kept if "found" in row["cell_id"]} <= set(left))
        played = {row[f"{side}_opening"] for row in self.rows("one", "campaigns") for side in "ab"}
        self.assertTrue(set(left) <= played)
        for words in left.values():
            self.assertRegex(words, r"^# Found by a search: Main army round .* % of the strength")
        self.assertIn("20 of 20 campaigns", self.good("verify", "one"))
        last = len(self.rows("one", "campaigns")) - 1
        self.good("replay", "one", last, "--out", "campaign.jsonl")
        self.tool("replay", "campaign.jsonl", "--text")
        self.good("report", "one")
        bad = self.write("bad.toml", (self.folder / "plan.toml").read_text().replace("= 1200", "= 100"))
        self.refused("bad.toml:|too few for 2 passes; allowed: from ", "run", bad)
        bad = self.write("bad.toml", (self.folder / "plan.toml").read_text().replace(
            'a = ["highmark-south"]\n', "").replace('"lorn-valley"', '"strategic-1812"').replace(
                '"free"', '"1-historical"'))
        self.refused("nothing of its set-up is decided", "run", bad)

    def test_a_run_can_be_watched(self):
        running = subprocess.Popen([PROGRAM, "lab", "run", self.plan(), "--out", "run", "--watch"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port, token = re.search(r"http://127\.0\.0\.1:(\d+)/#t=(\w+)$", running.stdout.readline().strip()).groups()
            for line in running.stdout:
                if line.startswith("The page stays"):
                    break

            def asked(path, host=f"127.0.0.1:{port}"):
                connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
                connection.request("GET", path, headers={"Host": host})
                with connection.getresponse() as answer:
                    told = answer.status, answer.read()
                connection.close()
                return told
            self.assertIn(b"A run of the lab", asked("/")[1])
            self.assertEqual(asked("/", "evil.example")[0], 421)
            self.assertEqual(asked("/../spec.toml")[0], 404)
            self.assertEqual(asked("/pictures/balance.png"), (200, (self.folder / "run/balance.png").read_bytes()))
            self.assertIsNone(self.told(port, "0" * 32))
            run = self.told(port, token)
            self.assertEqual((run["done"], run["planned"], run["over"]), (120, 120, True))
            self.assertIn("The Highmark side scores ", run["sentences"][0])
            self.assertLess(run["low"], run["share"])
            self.assertEqual(run["series"][-1][0], 120)
            self.assertEqual(run["series"][-1][1], run["share"])
        finally:
            running.send_signal(signal.SIGINT)
            running.stdout.close()
            self.assertEqual(running.wait(60), 0)
        self.refused("--port is of the page of --watch", "run", "plan.toml", "--port", "0", status=2)

    @staticmethod
    def told(port, token):
        """The first message of the page's socket; nothing where the token is refused."""
        greeting = json.dumps({"kind": "hello", "token": token}).encode()
        with socket.create_connection(("127.0.0.1", int(port)), timeout=30) as line:
            line.sendall((f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
            with line.makefile("rb") as answer:
                while answer.readline() != b"\r\n":
                    pass
                # A masked text of less than 126 bytes; a mask of noughts changes nothing.
                line.sendall(bytes([0x81, 0x80 | len(greeting)]) + bytes(4) + greeting)
                kind, size = answer.read(2)
                if kind != 0x81:
                    return None
                size = int.from_bytes(answer.read({126: 2, 127: 8}[size]), "big") if size >= 126 else size
                return json.loads(answer.read(size))

    def test_deployments_of_an_area_game(self):
        plan = experiment("openings", '[openings]\na = ["french-north"]\nb = ["russian-drissa"]\n',
                          2).replace("lorn-valley", "strategic-1812")
        self.good("run", self.write("plan.toml", plan), "--out", "run", "--no-picture")
        rows = self.rows("run", "deployments")
        self.assertEqual({(row["side"], row["opening"]) for row in rows},
                         {("a", "french-north"), ("b", "russian-drissa")})
        words = {"infantry": "ic", "cavalry": "cc", "supply": "su", "depot": "d"}
        for side, name in (("a", "french-north"), ("b", "russian-drissa")):
            file = ROOT / f"configs/games/strategic-1812/openings/{name}.toml"
            wanted = collections.Counter()
            for placed in tomllib.loads(file.read_text())["placed"]:
                for number, word in re.findall(r"(\d+)([a-z]+)", placed["units"]):
                    wanted[placed["area"], word] += int(number)
            found = {(row["place_id"], words[row["piece"]]): int(row["pieces"]) for row in rows
                     if row["side"] == side and row["piece"] in words}
            self.assertEqual(found, dict(wanted))

    def test_manifest_counts_rows(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        files = json.loads((self.folder / "run/manifest.json").read_text())["files"]
        self.assertEqual({file["path"] for file in files},
                         {str(file.relative_to(self.folder / "run"))
                          for pattern in ("*.csv", "results/*.csv")
                          for file in (self.folder / "run").glob(pattern)}
                         - {"timing.csv", "failures.csv"})
        for file in files:
            path = self.folder / "run" / file["path"]
            self.assertEqual(file["rows"], len(pandas.read_csv(path)), path)
            self.assertEqual(file["sha256"], hashlib.sha256(path.read_bytes()).hexdigest(), path)

    def test_status_for_programs(self):
        self.lab("run", self.plan(), "--out", "run", "--no-picture", "--total", 30)
        status = json.loads(self.good("status", "run", "--json"))
        self.assertEqual((status["planned"], status["failed"], status["complete"]), (120, 0, False))
        self.assertGreaterEqual(status["done"], 30)
        self.good("resume", "run")
        status = json.loads(self.good("status", "run", "--json"))
        self.assertEqual((status["done"], status["complete"]), (120, True))
        scores = [float(row["a_score"]) for row in self.rows("run", "campaigns")]
        self.assertAlmostEqual(status["share_a"], sum(scores) / 120)
        self.assertLess(status["ci_low"], status["share_a"])
        self.assertGreater(status["ci_high"], status["share_a"])

    def test_sweep_tune_and_skill(self):
        plan = self.write("plan.toml", experiment(
            "sweep", '[sweep]\ndesign = "full"\n[[sweep.factors]]\nkey = "rules.battle_points"\n'
                     'values = [0, 2, 4]\n[[sweep.factors]]\nkey = "a.agent"\n'
                     'values = ["random", "doctrine"]\n'))
        self.assertIn("rules.battle_points", self.good("run", plan, "--out", "sweep"))
        # The values of the factors stand in campaigns.csv, the results in the data package.
        rows = self.rows("sweep", "campaigns")
        self.assertEqual({(row["factor_rules_battle_points"], row["factor_a_agent"]) for row in rows},
                         {(points, agent) for points in "024" for agent in ("random", "doctrine")})
        package = json.loads((self.folder / "sweep/datapackage.json").read_text())
        paths = {resource["path"] for resource in package["resources"]}
        self.assertLessEqual({"campaigns.csv", "results/sweep.csv", "results/levels.csv"}, paths)
        for resource in package["resources"]:
            with open(self.folder / "sweep" / resource["path"]) as file:
                self.assertEqual(next(csv.reader(file)),
                                 [field["name"] for field in resource["schema"]["fields"]])
        # The effect and the paired difference say the same, whichever value the list names first.
        plan = self.write("plan.toml", experiment(
            "sweep", '[sweep]\ndesign = "one_at_a_time"\n[[sweep.factors]]\n'
                     'key = "rules.battle_points"\nvalues = [6, 0]\n'))
        text = self.good("run", plan, "--out", "pair")
        effect = re.search(r"([+-][\d.]+) points .* rules.battle_points from 0 to 6", text)
        paired = re.search(r"rules.battle_points=0: ([+-][\d.]+) points", text)
        self.assertEqual(float(effect[1]), -float(paired[1]), text)
        plan = self.write("tune.toml", experiment(
            "tune", '[tune]\nmetric = "mean_margin"\ntarget = 0\nround = 40\n[[tune.factors]]\n'
                    'key = "rules.battle_points"\nlow = 0\nhigh = 10\nstep = 1\n', 160))
        text = self.good("run", plan, "--out", "tune")
        self.assertRegex(text, "rules.battle_points(: no root| = )")
        plan = self.write("skill.toml", experiment(
            "skill", '[skill]\nagents = ["random", "doctrine"]\n', agents=""))
        self.assertIn("between equals", self.good("run", plan, "--out", "skill"))
        for name, equals, absent in (("ladder", "true", ("random", "doctrine")),
                                     ("steps", "false", ("random", "random"))):
            plan = self.write(f"{name}.toml", experiment(
                "skill", f'[skill]\nneighbours = true\nequals = {equals}\nagents = ["random", '
                         '{ name = "doctrine", doctrine = "derived" }, "doctrine"]\n', agents=""))
            text = self.good("run", plan, "--out", name)
            self.assertRegex(text, r"doctrine:derived against random: [\d.]+ % .*[+-]\d+ Elo")
            self.assertEqual("between equals" in text, equals == "true")
            with open(self.folder / name / "campaigns.csv", encoding="utf-8") as file:
                pairs = {(row["a_agent"], row["b_agent"]) for row in csv.DictReader(file)}
            self.assertIn(("doctrine:derived", "doctrine"), pairs)
            self.assertNotIn(absent, pairs)
        plan = self.write("quick.toml", experiment(
            "skill", '[skill]\nneighbours = true\nequals = false\nagents = ["doctrine", '
                     '{ name = "recruit", iterations = 2 }]\n', 4, agents=""))
        self.good("run", plan, "--out", "quick")
        cards = self.cards("ladder")
        self.assertIn("as measured in lorn-valley", cards)
        self.assertRegex(cards, r"\| doctrine:derived \| - \| [\d.e-]+ \| [\d.]+ % \(")
        self.assertIn("campaigns of `ladder` and", self.cards("ladder", "steps"))
        self.assertRegex(self.cards("quick"), r"\| doctrine \| - \| - \| - \| 0 \|\n"
                                              r"\| recruit \| 2 \| [\d.]+ \| [\d.]+ % \(")
        plan = self.write("area.toml", 'question = "skill"\nname = "area"\ncampaigns = 4\nseed = 3\n'
                                       '[game]\ntitle = "strategic-1812"\n[skill]\nneighbours = true\n'
                                       'equals = false\nagents = ["random", "doctrine"]\n')
        self.good("run", plan, "--out", "area")
        two_games = subprocess.run([ROOT / "scripts/level_cards.py", "ladder", "area"], cwd=self.folder,
                                   capture_output=True, text=True, check=False)
        self.assertEqual(two_games.returncode, 1)
        self.assertIn("lorn-valley and strategic-1812: a card is of one game", two_games.stderr)
        for name in ("sweep", "tune", "skill"):
            self.good("report", name)

    def test_nothing_is_certain_of_equal_campaigns(self):
        # 20 pairs of which none or few differ.
        plan = self.write("plan.toml", experiment(
            "sweep", '[sweep]\ndesign = "one_at_a_time"\n[[sweep.factors]]\n'
                     'key = "rules.river_attack"\nvalues = [-1, 0]\n', 40).replace(
                         'a = "random"', 'a = "doctrine"'))
        text = self.good("run", plan, "--out", "run", "--no-picture")
        self.assertNotIn("(+0.0 to +0.0)", text)
        for row in self.rows("run", "results/sweep") + self.rows("run", "results/differences"):
            self.assertFalse(row["ci_low"] and row["ci_low"] == row["ci_high"], row)
            if row["metric"].startswith("effect_on_win"):  # by all of it at most
                self.assertGreaterEqual(float(row["ci_low"]), -1, row)
                self.assertLessEqual(float(row["ci_high"]), 1, row)

    def test_equal_pairs_are_told_as_equal_not_as_a_wide_interval(self):
        for design in ("full", "one_at_a_time"):
            plan = self.write("plan.toml", experiment(
                "sweep", f'[sweep]\ndesign = "{design}"\n[[sweep.factors]]\nkey = "rules.battle_points"\n'
                         'values = [3, 4]\n', 6, '[agents]\na = "doctrine"\nb = "random"\n'))
            text = self.good("run", plan, "--out", design, "--no-picture")
            self.assertIn("+0.0 points (alike with all 3 sets of dice", text)
            self.assertNotRegex(text, r"\+0\.0 points \(-")

    def test_runs_as_small_as_can_be(self):
        # One to three campaigns of every question end with a result or one line that says why not.
        factor = '[[{}.factors]]\nkey = "rules.battle_points"\n'
        questions = {
            "balance": "",
            "openings": '[openings]\na = ["", "highmark-south"]\nb = [""]\nconfirm = {confirm}\n',
            "sweep": '[sweep]\ndesign = "full"\ninteractions = true\n' + factor.format("sweep")
                     + "values = [3, 4]\n" + factor.format("sweep").replace("battle_points", "supply_range")
                     + "values = [5, 6]\n",
            "tune": '[tune]\nround = 8\n' + factor.format("tune") + "low = 0\nhigh = 10\nstep = 1\n",
            "skill": '[skill]\nagents = ["random", "doctrine"]\n',
        }
        for question, rest in questions.items():
            for campaigns in (1, 2, 3, 6):
                with self.subTest((question, campaigns)):
                    plan = self.write("tiny.toml", experiment(
                        question, rest.replace("{confirm}", str(campaigns % 2)), campaigns,
                        "" if question == "skill" else '[agents]\na = "doctrine"\nb = "random"\n'))
                    run = self.folder / f"{question}-{campaigns}"
                    result = self.lab("run", plan, "--out", run, "--no-picture")
                    if result.returncode == 1:
                        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                        self.assertFalse(run.exists())
                        continue
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    tables = [file.read_text() for file in run.rglob("*.csv")]
                    for text in (result.stdout, result.stderr, *tables):
                        self.assertNotRegex(text.lower(), NO_NUMBER)
                    if question == "balance":
                        for back in ('rescore"\n[rescore]\nset = ["rules.battle_points=4"]\nsample = 10', 'why"\n[why]'):
                            again = self.write("back.toml", f'question = "{back}\nrun = "{run}"\n')
                            looked = self.lab("run", again, "--out", self.folder / "back", "--no-picture")
                            self.assertIn(looked.returncode, (0, 1), looked.stderr)
                            self.assertNotRegex(looked.stdout.lower(), NO_NUMBER)
                            shutil.rmtree(self.folder / "back", ignore_errors=True)

    def test_small_examples_of_history_are_even_between_rules_of_thumb(self):
        for game in ("auerstedt-1806", "egypt-1798", "ulm-1805"):
            with self.subTest(game):
                plan = self.write("even.toml", f'question = "balance"\ncampaigns = 120\n[game]\ntitle = "{game}"\n'
                                               '[agents]\na = "doctrine"\nb = "doctrine"\n')
                self.good("run", plan, "--out", self.folder / game, "--no-picture")
                rows = self.rows(game, "campaigns")
                self.assertEqual({row["status"] for row in rows}, {"ok"})
                share = sum(float(row["a_score"]) for row in rows) / len(rows)
                self.assertGreater(share, 0.35)
                self.assertLess(share, 0.65)

    def test_positions_of_every_mechanism_are_played_on(self):
        # Twenty positions of a campaign each, wherever the mechanism saves one.
        for game, agents in (("lorn-valley", "doctrine"), ("portugal-1810", "doctrine"),
                             ("grand-tactical-1812", "random"), ("borodino-1812", "random")):
            with self.subTest(game):
                log, mine = self.folder / f"{game}.jsonl", self.folder / f"mine-{game}"
                self.tool("record", "--game", game, "--key", 1, "--agent-a", agents, "--out", log)
                scenarios = mine / "scenarios"
                scenarios.mkdir(parents=True)
                (mine / "game.toml").write_text(f'extends = "{game}"\n')
                told = self.tool("replay", log, "--raw").stdout.splitlines()
                steps = [line for line in told if re.match(r"  \S", line) or line.startswith("Turn ")]
                turns = [i - n for n, i in enumerate(i for i, line in enumerate(steps) if line.startswith("Turn "))]
                count = len(steps) - len(turns)
                wanted = {"grand-tactical-1812": turns + list(range(1)),
                          "borodino-1812": range(0, 60, 3)}.get(game, range(9, count, count // 20))
                for step in list(wanted)[:20]:
                    saved = self.tool("replay", log, "--at", step, "--save-scenario", scenarios / f"at-{step}.toml",
                                      status=None)
                    if saved.returncode:
                        self.assertEqual(len(saved.stderr.splitlines()), 1, saved.stderr)
                        self.assertFalse((scenarios / f"at-{step}.toml").exists())
                names = sorted(file.stem for file in scenarios.glob("at-*.toml"))
                self.assertGreaterEqual(len(names), 15, game)
                plan = self.write("plan.toml", f'question = "balance"\ncampaigns = {len(names)}\n[game]\n'
                                               f'title = "{mine}"\nscenarios = {json.dumps(names)}\n'
                                               f"[agents]\n{RANDOM}")
                self.good("run", plan, "--out", self.folder / f"run-{game}", "--no-picture")
                rows = self.rows(f"run-{game}", "campaigns")
                self.assertEqual([row["scenario"] for row in rows], names)
                self.assertEqual({row["status"] for row in rows}, {"ok"})

    def test_a_session_goes_to_the_lab_with_what_its_seat_knows(self):
        os.environ["XDG_DATA_HOME"] = str(self.folder / "data")  # where the keys of sessions lie
        self.tool("play", "--game", "borodino-1812", "--session", "s.jsonl", "--level", "doctrine", "--defaults",
                  "--key", 5, input="")
        self.good("new", "balance", "--session", "s.jsonl", "--worlds", 4, "--out", "asked.toml")
        worlds = [file.read_text() for file in sorted((self.folder / "asked-game/scenarios").glob("*.toml"))]
        self.assertEqual(len(worlds), 4)
        self.assertGreater(len(set(worlds)), 1, "what lies hidden is dealt again")
        self.refused("is there already", "new", "balance", "--session", "s.jsonl", "--out", "asked.toml")
        plan = self.folder / "asked.toml"
        plan.write_text(re.sub("campaigns = .*", "campaigns = 8", plan.read_text()))
        text = self.good("run", plan, "--out", "run", "--no-picture")
        self.assertIn("4 scenarios in turn from world-1 on", text)
        self.assertEqual([row["scenario"] for row in self.rows("run", "campaigns")],
                         [f"world-{1 + i % 4}" for i in range(8)])
        self.good("replay", "run", 5, "--out", "five.jsonl")
        self.refused("seat B is the computer's", "new", "balance", "--session", "s.jsonl", "--seat", "B", "--out",
                     "theirs.toml")
        self.assertFalse((self.folder / "theirs-game").exists())
        # A twig that is over opens nothing while this campaign goes on.
        self.tool("play", "--session", "s.jsonl", input="branch twig.jsonl")
        self.tool("play", "--session", "twig.jsonl", input="resign")
        self.refused("when the campaign in s.jsonl is over too", "new", "balance", "--session", "twig.jsonl", "--at", 0,
                     "--out", "twig.toml")
        self.refused("of a session may be asked", "new", "openings", "--session", "s.jsonl", status=2)
        self.refused("nowhere.jsonl", "new", "balance", "--session", "nowhere.jsonl", "--out", "b.toml")
        self.assertFalse((self.folder / "b-game").exists())

    def test_plan_counts_every_stage(self):
        plan = self.write("plan.toml", STAGED_OPENINGS)
        self.assertIn("160 campaigns (120 over the table, 2 x 20 to confirm)",
                      self.good("plan", plan, "--seconds", 0.1))
        text = self.good("plan", self.write("plan.toml", STAGED_TUNE), "--seconds", 0.1)
        self.assertIn("160 campaigns (1 parameters in 4 rounds each)", text)
        self.assertGreaterEqual(int(re.search(r"from (\d+) played", text)[1]), 3)

    def test_balance_by_strength(self):
        text = self.good("balance", "--game", "lorn-valley", "--agents", "random,doctrine",
                         "--campaigns", 200, "--out", "levels", "--progress", "none")
        self.assertRegex(text, r"Score of the Highmark side between equals:\n  random +[\d.]+ % \(.*"
                               r"(inside|outside|open) 40 to 60 % +\d+ campaigns +[\d.e-]+ s each")
        self.assertIn("\n  doctrine  ", text)
        self.good("report", "levels/random")
        again = self.good("balance", "--game", "lorn-valley", "--agents", "random,doctrine",
                          "--campaigns", 200, "--out", "levels", "--progress", "none")
        self.assertEqual(text, again)

    def test_looking_back(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        self.assertIn("20 of 20 campaigns played again came out as recorded",
                      self.good("verify", "run"))
        self.good("replay", "run", 7, "--out", "seven.jsonl")
        replayed = subprocess.run([PROGRAM, "replay", "seven.jsonl"], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
        self.assertEqual(replayed.returncode, 0, replayed.stderr)
        self.assertIn("Nothing differs", self.good("compare", "run", "run"))
        why = self.write("why.toml", 'question = "why"\nname = "w"\n[why]\nrun = "run"\n')
        text = self.good("run", why, "--out", "why")
        for words in ("Campaigns to look at", "biggest upset", "Mean losses of the Highmark side",
                      "Never used", "Between random (Highmark) and random (Coastland)"):
            self.assertIn(words, text)
        logs = sorted((self.folder / "why/replays").glob("*.jsonl"))
        self.assertEqual(len(logs), 3)
        for log in logs:
            self.assertIn("Turn 1", log.with_suffix(".txt").read_text())
            self.assertTrue((log.parent / f"{log.stem}-maps/turn-1.svg").exists())
        self.good("report", "why")
        self.assertIn("Mean losses", (self.folder / "why/report.html").read_text())
        self.refused("looks back at the run in", "status", "why")
        rescore = self.write("rescore.toml", 'question = "rescore"\nname = "r"\n[rescore]\n'
                                             'run = "run"\nchanges = ["rules.battle_points=9"]\n'
                                             'sample = 40\ntolerance = 0.2\n')
        self.assertRegex(self.good("run", rescore, "--out", "re"),
                         "(?s)re-scoring (valid|refused).*Between random")
        self.good("report", "re")

    def test_levels_set_up_as_their_files_say(self):
        """In experiments as anywhere: recruit, who spends nothing on it, sets up as the doctrine does."""
        set_ups = []
        for agent in ("recruit", "doctrine"):
            plan = self.write(f"{agent}.toml", experiment("balance", "", 1).replace(
                "lorn-valley", "russia-1812").replace("random", agent))
            self.good("run", plan, "--out", agent, "--no-picture")
            self.good("replay", agent, 0, "--out", f"{agent}.jsonl")
            steps = map(json.loads, (self.folder / f"{agent}.jsonl").read_text().splitlines()[1:-1])
            set_ups.append([step["action"] for step in steps if step["turn"] == 0])
        self.assertGreater(len(set_ups[0]), 50)
        self.assertEqual(*set_ups)

    def test_playing_again_can_be_interrupted(self):
        """By an agent that has become slow since, and says so in a file."""
        slow = self.write("slow.py", """import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:
        if os.path.exists("slow"):
            open("asked", "w").close()
            time.sleep(0.2)
        print(json.dumps({"action": message["legal"][0]}), flush=True)
""")
        _, plan = self.against_random(slow)
        self.good("run", plan, "--out", "run", "--no-picture")
        why = self.write("why.toml", 'question = "why"\nname = "w"\n[why]\nrun = "run"\n')
        self.write("slow", "")
        asked = self.folder / "asked"
        for arguments, words in ((("replay", "run", 1, "--out", "one.jsonl"), "nothing was written"),
                                 (("verify", "run"), "interrupted"),
                                 (("run", why, "--out", "why"), "nothing was written")):
            asked.unlink(missing_ok=True)
            process = subprocess.Popen([PROGRAM, "lab", *map(str, arguments)], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_until(asked.exists)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, errors)
            self.assertIn(words, errors)
            self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertFalse((self.folder / "one.jsonl").exists())
        self.assertFalse((self.folder / "why/replays").exists())

    def test_new_writes_every_kind(self):
        for kind in ("balance", "openings", "search", "sweep", "tune", "rescore", "skill", "why"):
            self.good("new", kind)
            self.assertTrue((self.folder / f"{kind}.toml").exists())
        self.refused("is there already", "new", "balance")
        for game in ("russia-1812", "lorn-valley", "strategic-1812"):
            for kind in ("balance", "openings", "search", "sweep", "tune", "skill"):
                with self.subTest((game, kind)):
                    (self.folder / f"{kind}.toml").unlink()
                    self.good("new", kind, "--game", game)
                    self.assertIn(f'title = "{game}"', (self.folder / f"{kind}.toml").read_text())
                    self.good("plan", f"{kind}.toml", "--seconds", "0.1")
        # What a tuning varies decides who wins, wherever a game says what victory is.
        for game, key, now in (("portugal-1810", "French success.from", 14),
                               ("grand-tactical-1812", "marginal-a.from", 18),
                               ("borodino-1812", "bid", 0),
                               ("nemesis-1813", "battles-a.points", 1)):
            (self.folder / "tune.toml").unlink()
            self.good("new", "tune", "--game", game)
            text = (self.folder / "tune.toml").read_text()
            self.assertIn(f'key = "victory.{key}"', text)
            self.assertIn(f"\nnow = {now} ", text)
            self.good("plan", "tune.toml", "--seconds", "0.1")
        # Openings that meet are of one scenario.
        for game, scenario in (("grand-tactical-1812", "2-august"), ("borodino-1812", "borodino")):
            (self.folder / "openings.toml").unlink()
            self.good("new", "openings", "--game", game)
            self.assertIn(f'title = "{game}"\nscenario = "{scenario}"\n',
                          (self.folder / "openings.toml").read_text())
            self.good("plan", "openings.toml", "--seconds", "0.1")
        self.refused("allowed: ", "new", "poetry")

    def test_plan(self):
        text = self.good("plan", self.plan(), "--seconds", 0.2)
        self.assertIn("+-5 points takes 385 campaigns", text)
        stop = self.write("stop.toml", experiment("balance", "[balance]\nstop_at_half_width = 0.05\n"))
        self.assertIn("the asked +-5 points take at most 385 campaigns",
                      self.good("plan", stop, "--seconds", 0.2))
        why = self.write("why.toml", 'question = "why"\n[why]\nrun = "run"\n')
        self.refused("no manifest.json", "plan", why)
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        self.assertIn("looks back at run", self.good("plan", why))
        bad = self.write("bad.toml", 'question = "rescore"\n[rescore]\nrun = "run"\n'
                                     'changes = ["victory.nowhere.points=2"]\n')
        for command in ("plan", "run"):
            self.refused('there is no "nowhere" here; allowed: ', command, bad)
        self.assertFalse((self.folder / "out/bad").exists())
        tune = self.write("tune.toml", experiment(
            "tune", '[tune]\n[[tune.factors]]\nkey = "rules.battle_points"\nlow = 0\nhigh = 9999\n'
                    'step = 1\n'))
        for command in ("plan", "run"):
            self.refused("battle_points", command, tune)

    def test_tune_finds_a_root_that_holds_in_fresh_campaigns(self):
        plan = self.write("tune.toml", experiment(
            "tune", '[tune]\nmetric = "mean_margin"\ntarget = 5\nround = 40\n[[tune.factors]]\n'
                    'key = "victory.aldern.points"\nlow = 0\nhigh = 20\nstep = 1\nnow = 3\n', 400))
        text = self.good("run", plan, "--out", "tune", "--no-picture")
        found = re.search(r"is 5 at victory.aldern.points \(points of Aldern\) = "
                          r"([\d.]+) \(([\d.]+) to ([\d.]+)\). "
                          r"Recommended: victory.aldern.points = (\d+) is the nearest step", text)
        self.assertIsNotNone(found, text)
        root, low, high, step = map(float, found.groups())
        self.assertTrue(low < root < high, text)
        self.assertLessEqual(abs(step - root), 0.5)
        fresh = self.write("fresh.toml", experiment("balance", campaigns=600).replace(
            "seed = 3", "seed = 1812").replace(
                'title = "lorn-valley"', 'title = "lorn-valley"\n'
                f'set = ["victory.aldern.points={step:g}"]'))
        text = self.good("run", fresh, "--out", "fresh", "--no-picture")
        mean = float(re.search(r"Mean margin: (-?[\d.]+)", text)[1])
        self.assertLess(abs(mean - 5), 2, text)

    def test_mend_finds_the_smallest_change(self):
        # As it stands Highmark scores 19 %; ten points for Aldern make it even, and so do two or three for losses.
        mend = ('[mend]\ntarget = [0.4, 0.6]\nconfirm = 500\n'
                '[[mend.factors]]\nkey = "victory.aldern.points"\nlow = 0\nhigh = 20\nstep = 1\nnow = 3\n')
        other = ('[[mend.factors]]\nkey = "victory.netherby.points"\nlow = 0\nhigh = 2\nstep = 1\n'
                 'now = 1\n')
        plan = self.write("mend.toml", experiment("mend", mend + other, 1200))
        text = self.good("run", plan, "--out", "one", "--threads", 1)
        self.assertRegex(text, r"As the rules stand the Highmark side scores [12]\d\.\d % .*; wanted: 40 to 60 %\.")
        found = re.search(r"The smallest change found: victory.aldern.points \(points of Aldern\) from 3 to (\d+): "
                          r".* in (1000|1250) campaigns, shown to lie within 40 to 60 %", text)
        self.assertIsNotNone(found, text)
        self.assertTrue(7 <= int(found[1]) <= 12, text)
        self.assertIn(f"niemen play --game lorn-valley --set victory.aldern.points={found[1]}", text)
        # The overlay is that game.
        def log(*game):
            subprocess.run([PROGRAM, "record", *game, "--agent-a", "random", "--agent-b", "random", "--key", "5",
                            "--out", "log.jsonl"], cwd=self.folder, check=True, capture_output=True)
            return json.loads((self.folder / "log.jsonl").read_text().splitlines()[0])["data"]
        self.assertEqual(log("--game", "one/mended"),
                         log("--game", "lorn-valley", "--set", f"victory.aldern.points={found[1]}"))
        # The same bytes by shards in rounds, and after an interruption.
        self.good("submit", plan, "--shards", 3, "--out", "spread", "--hosts", ":")
        self.assertEqual(self.tables("one"), self.tables("spread/merged"))
        self.assertEqual(self.lab("run", plan, "--out", "two", "--total", 500).returncode, 75)
        self.good("resume", "two", "--no-picture")
        self.assertEqual(self.tables("one"), self.tables("two"))
        self.good("report", "one")
        self.assertIn("20 of 20 campaigns", self.good("verify", "one"))
        # What is there already needs no change, and what nothing reaches has none.
        wide = self.write("wide.toml", experiment("mend", mend.replace("0.4, 0.6", "0.1, 0.3"), 600))
        self.assertIn("Nothing was changed", self.good("run", wide, "--out", "wide", "--no-picture"))
        self.assertFalse((self.folder / "wide/mended").exists())
        weak = self.write("weak.toml", experiment("mend", mend.split("[[")[0] + other, 600))
        self.assertIn("No one or two of these parameters", self.good("run", weak, "--out", "weak", "--no-picture"))
        few = self.write("few.toml", experiment("mend", mend + other, 100))
        self.refused("few.toml:|100 campaigns are too few for 2 parameters", "run", few)

    def test_a_refused_run_leaves_nothing(self):
        self.write("file", "")
        plans = [self.write(f"{number}.toml", text) for number, text in enumerate((
            experiment("balance", "[balance]\nband = [0.6, 0.4]\n"),
            experiment("balance").replace("lorn-valley", "no-such-game"),
            experiment("balance", agents='[agents]\na = "nobody"\nb = "random"\n'),
            experiment("sweep", '[sweep]\n[[sweep.factors]]\nkey = "rules.marsh"\nvalues = [1, 2]\n'),
            experiment("tune", '[tune]\n[[tune.factors]]\nkey = "rules.march"\nlow = 0\n'
                               'high = 9999\nstep = 1\n'),
            'question = "rescore"\n[rescore]\nrun = "nowhere"\nchanges = ["victory.aldern.points=2"]\n',
            'question = "why"\n[why]\nrun = "nowhere"\n'))]
        before = sorted(self.folder.rglob("*"))
        for plan in plans:
            for out in ((), ("--out", "run")):
                self.refused("niemen: ", "run", plan, *out)
        self.refused("file", "run", self.plan(), "--out", "file/run")
        self.assertEqual(sorted(self.folder.rglob("*")), sorted(before + [self.folder / self.plan()]))

    def test_mistakes(self):
        plan = self.plan()
        self.refused("unknown key|allowed", "run", self.write("x.toml", experiment("balance") + "x=1"))
        for text, words in (
                ("[balance]\nstop_at_half_width = 0.1\nstop_between = [0.4, 0.5]\n",
                 "contradict each other"),
                ("[balance]\nband = [0.6, 0.4]\n", "lower one first"),
                ("[sweep]\n", "unknown key")):
            self.refused(words, "run", self.write("x.toml", experiment("balance", text)))
        self.refused("battle_pints", "run", self.write("x.toml", experiment(
            "sweep", '[sweep]\ndesign = "full"\n[[sweep.factors]]\nkey = "rules.battle_pints"\n'
                     'values = [1, 2]\n')))
        self.refused("x.toml:|plays by the clock|iterations = ", "run", self.write("x.toml", experiment(
            "balance", agents='[agents]\na = "tree"\nb = "random"\n')))
        self.refused("x.toml:|does not search", "run", self.write("x.toml", experiment(
            "balance", agents='[agents]\na = "random"\nb = { name = "random", iterations = 5 }\n')))
        self.refused("no agent|nobody", "run", self.write("x.toml", experiment(
            "balance", agents='[agents]\na = "nobody"\nb = "random"\n')))
        self.refused("no-such", "run", self.write("x.toml", experiment(
            "openings", '[openings]\na = ["no-such"]\nb = [""]\n')))
        self.refused("leave some of the 4 combinations empty", "run", self.write("x.toml", experiment(
            "skill", '[skill]\nagents = ["random", "doctrine"]\n', 3, "")))
        sweep = '[sweep]\ndesign = "full"\n'
        tune = '[tune]\nround = 40\n'
        factor = '[[{}.factors]]\nkey = "{}"\n{}\n'
        for question, rest, words in (
                ("balance", "[balance]\nstop_between = [0.4, 0.5]\n", "x.toml:|first looks after 32"),
                ("sweep", sweep + factor.format("sweep", "rules.turns", "values = [7, 7]"),
                 "x.toml:|names 7 twice"),
                ("sweep", sweep + 2 * factor.format("sweep", "rules.turns", "values = [7, 8]"),
                 "x.toml:|varied by two factors"),
                ("sweep", sweep + factor.format("sweep", "rules.battle_points", "values = [7]"),
                 "do not tell the factors apart"),
                ("sweep", sweep + factor.format("sweep", "a.agent", 'values = ["random", "nobody"]'),
                 'x.toml:14: no agent "nobody"'),
                ("tune", tune + "".join(factor.format("tune", f"rules.key_{i}", "low = 0\nhigh = 1")
                                        for i in range(31)), "31 parameters without any"),
                ("tune", '[tune]\nmetric = "level_share"\nlevel = "a tie"\n' +
                 factor.format("tune", "rules.battle_points", "low = 0\nhigh = 9\nstep = 1"),
                 'no victory level is called "a tie"; allowed: "')):
            self.refused(words, "run", self.write("x.toml", experiment(question, rest, 30)),
                         "--out", "x")
            self.assertFalse((self.folder / "x").exists())
        self.refused("2 campaigns over 2 combinations do not tell", "run", self.write(
            "x.toml", experiment("sweep", sweep + factor.format(
                "sweep", "rules.battle_points", "values = [7, 8]"), 2)), "--out", "x")
        self.assertFalse((self.folder / "x").exists())
        self.good("run", plan, "--out", "run", "--no-picture")
        self.refused("holds shard 0/1", "resume", "run", "--shard", "1/2")
        for wrong in ("3x", "120", "x"):
            self.refused(f'no campaign "{wrong}"', "replay", "run", wrong)
        other = self.write("other.toml", experiment("balance").replace("seed = 3", "seed = 4"))
        before = self.tables("run")
        self.refused("another experiment|/seed is now", "run", other, "--out", "run")
        self.assertEqual(self.tables("run"), before)
        self.refused("not the folder of a run", "status", "configs")
        self.refused("--shard", "run", plan, "--shard", "3/3", status=2)
        for duration in ("0", "0h0m", "nan", "-1", "soon"):
            self.refused(f'--max-wall is "{duration}"', "run", plan, "--max-wall", duration, status=2)
        for option, wrong, command in (
                ("--threads", "-1", ("run", plan)), ("--threads", "1025", ("run", plan)),
                ("--total", "-1", ("run", plan)), ("--sample", "0", ("verify", "run")),
                ("--seconds", "0", ("plan", plan)), ("--seconds", "0", ("watch", "lorn-valley")),
                ("--campaigns", "0", ("watch", "lorn-valley")),
                ("--saves", "-1", ("watch", "lorn-valley"))):
            self.refused(f'{option} is "{wrong}"; allowed: ', *command, option, wrong, status=2)

    def test_damaged_manifest(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        manifest = self.folder / "run/manifest.json"
        text = manifest.read_text()
        for wrong in ("{", "[]", "", text.replace('"n_planned": 120', '"n_planned": "many"'),
                      text.replace('"shard_count": 1', '"shard_count": 0')):
            manifest.write_text(wrong)
            for command in ("status", "resume", "report", "verify"):
                self.refused("is not the manifest of a run; remove it", command, "run")
        manifest.unlink()
        self.assertIn("Played 0 campaigns", self.good("run", "plan.toml", "--out", "run",
                                                      "--no-picture"))

    def test_verify_sees_altered_campaigns_and_tables(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        table = self.folder / "run/campaigns.csv"
        whole = table.read_bytes()
        table.write_bytes(whole.replace(b",a,", b",b,", 1))
        (self.folder / "run/results/balance.csv").unlink()
        result = self.lab("verify", "run")
        self.assertEqual(result.returncode, 1)
        for name in ("campaigns.csv", "results/balance.csv"):
            self.assertIn(f"run/{name}: is not as the run wrote it", result.stdout)
        self.good("resume", "run", "--no-picture")
        self.good("verify", "run")
        self.assertEqual(table.read_bytes(), whole)
        # One record of the log with another winner, its checksum made good.
        log = self.folder / "run/log/shard-0000.log"
        data = log.read_bytes()
        length = int.from_bytes(data[87:91], "little")
        payload = re.sub(b",(a|b),(?=[A-Z])", lambda m: b",b," if m[1] == b"a" else b",a,",
                         data[95:95 + length], count=1)
        self.assertNotEqual(payload, data[95:95 + length])
        log.write_bytes(data[:91] + zlib.crc32(payload).to_bytes(4, "little") + payload +
                        data[95 + length:])
        result = self.lab("verify", "run", "--sample", 120)
        self.assertEqual(result.returncode, 1)
        self.assertIn("came out otherwise", result.stdout)

    def test_agents_that_have_learned_since(self):
        (self.folder / "configs").unlink()
        shutil.copytree(ROOT / "configs", self.folder / "configs")
        doctrine = self.folder / "configs/games/russia-1812/doctrines/moscow-road.toml"
        plan = self.write("plan.toml", experiment("balance", campaigns=30, agents=(
            '[agents]\na = "doctrine"\nb = "doctrine"\n')).replace("lorn-valley", "russia-1812"))
        text = doctrine.read_text()
        changed = re.sub(r"(?m)^depot_price = (\d+)", r"depot_price = 1\1", text)
        self.assertNotEqual(changed, text)
        run = ("run", plan, "--out", "run", "--no-picture")
        self.assertEqual(self.lab(*run, "--total", 10).returncode, 75)
        doctrine.write_text("# A comment changes nobody's mind.\n" + text)
        self.assertEqual(self.lab(*run, "--total", 20).returncode, 75)
        doctrine.write_text(changed)
        self.refused("run: the doctrines or the evaluation of its agents have changed", *run)
        doctrine.write_text(text)
        self.good(*run)
        self.good("verify", "run")
        doctrine.write_text(changed)
        for command in (("verify", "run"), ("replay", "run", 3)):
            self.refused("have changed since|cannot be played again", *command)
        self.good("run", plan, "--out", "after", "--no-picture")
        self.assertIn("what the agents know: other doctrines", self.good("compare", "run", "after"))

    def test_balance_of_several_ways_to_begin_is_one_table(self):
        text = self.good("balance", "--game", "lorn-valley", "--agents", "random", "--presets", "all",
                         "--openings", "--campaigns", 12, "--out", "all", "--progress", "none")
        self.assertRegex(text, r"plain, .* against set up +random +\d.* % .* 12 campaigns")
        self.assertRegex(text, r"commanders, .* against set up +random")
        self.assertTrue(list((self.folder / "all").glob("plain-*/random/campaigns.csv")))
        self.refused("bishop", "balance", "--game", "lorn-valley", "--agents", "random,bishop",
                     "--out", "none")
        self.assertFalse((self.folder / "none").exists())

    def test_compare_tells_what_was_edited_since(self):
        game = self.folder / "mine"
        subprocess.run([PROGRAM, "new", "mine", "--from", "lorn-valley"], cwd=self.folder,
                       check=True, capture_output=True)
        plan = self.write("mine.toml", 'question = "balance"\nname = "m"\ncampaigns = 20\nseed = 3\n'
                          '[game]\ntitle = "mine"\n[agents]\na = "random"\nb = "random"\n')
        self.good("run", plan, "--out", "before", "--no-picture")
        with open(game / "game.toml", "a", encoding="utf-8") as file:
            file.write("[rules]\nriver_attack = -1\n")
        (game / "victory.toml").write_text('[[row]]\nid = "aldern"\npoints = 9\n')
        self.good("run", plan, "--out", "after", "--no-picture")
        text = self.good("compare", "before", "after")
        self.assertIn("game.toml rules.river_attack: nothing -> -1", text)
        self.assertRegex(text, r"victory.toml row.aldern.points: \d -> 9")
        self.assertNotIn("data_hash", text)
        self.assertRegex(text, r"Score of the Highmark side +\d.* %  .* %  .*correlation")
        self.assertIn("Paired by dice", text)

    def test_merge_keeps_what_was_played_since(self):
        plan = self.write("plan.toml", experiment(
            "openings", '[openings]\na = ["", "highmark-south"]\nb = [""]\nconfirm = 20\n'))
        self.good("run", plan, "--out", "whole", "--no-picture")
        for i in range(2):
            self.good("run", plan, "--out", f"s{i}", "--shard", f"{i}/2")
        merge = ("merge", "out", "s0", "s1", "--no-picture")
        self.assertEqual(self.lab(*merge, "--total", 130).returncode, 75)
        self.assertEqual(self.lab(*merge, "--total", 125).returncode, 75)
        self.assertEqual(json.loads(self.good("status", "out", "--json"))["done"], 130)
        self.assertIn("Played 30 campaigns", self.good(*merge))
        self.assertEqual(self.tables("out"), self.tables("whole"))
        (self.folder / "s1/log/shard-0001.log").unlink()
        self.refused("s1/log/shard-0001.log: is missing", "merge", "new", "s0", "s1")
        self.assertFalse((self.folder / "new").exists())

    def test_stages_stop_in_time(self):
        """Rounds that are over before anybody looks at the clock."""
        plan = self.write("plan.toml", experiment(
            "tune", '[tune]\nmetric = "mean_margin"\ntarget = 0\nround = 8\n[[tune.factors]]\n'
                    'key = "rules.battle_points"\nlow = 0\nhigh = 10\nstep = 1\n', 40000))
        result = self.lab("run", plan, "--out", "run", "--max-wall", "1s")
        self.assertEqual(result.returncode, 75, result.stderr)
        self.assertIn("of 40000 campaigns are kept", result.stderr)
        before = json.loads(self.good("status", "run", "--json"))["done"]
        process = subprocess.Popen([PROGRAM, "lab", "resume", "run"], cwd=self.folder,
                                   stderr=subprocess.PIPE, text=True)
        wait_until(lambda: json.loads(self.good("status", "run", "--json"))["done"] > before)
        process.send_signal(signal.SIGTERM)
        self.assertIn("of 40000 campaigns are kept", process.communicate(timeout=60)[1])
        self.assertEqual(process.returncode, 75)

    def test_what_a_plan_names_is_refused_at_its_line(self):
        plan = experiment("sweep", '[sweep]\ndesign = "latin_hypercube"\nsettings = 4\n'
                          '[[sweep.factors]]\nkey = "rules.battle_points"\nlow = 0\nhigh = 10\nstep = 5\n')
        title = 'title = "lorn-valley"'
        for line, before, after, words in (
                (6, title, 'title = "lorn-vally"', 'no game "lorn-vally"'),
                (7, title, title + '\nscenario = "wintr"', 'no scenario "wintr"'),
                (7, title, title + '\npreset = "advancd"', 'no preset "advancd"'),
                (7, title, title + '\nopening_b = "nope"', 'no opening "nope"'),
                (8, title, title + '\nset = [\n"rules.marhc=3"]', 'there is no "marhc" here'),
                (7, title, title + '\nset = ["rules.march=99"]', '"march" is 99'),
                (8, 'a = "random"', 'a = { name = "doctrine", doctrine = "nope" }', 'no doctrine "nope"'),
                (14, "rules.battle_points", "rules.battle_pints", 'there is no "battle_pints" here'),
                (14, "rules.battle_points", "a.agnt", 'factor "a.agnt"'),
                (14, "rules.battle_points", "rules", "must be a table"),
                (15, "high = 10", "high = -1", '"low" must be below "high"')):
            with self.subTest(after):
                self.refused(f"x.toml:{line}: |{words}", "plan",
                             self.write("x.toml", plan.replace(before, after)), "--seconds", "0.1")

    def test_watch_refuses_what_no_save_mends(self):
        self.refused("no game", "watch", "nonsense")
        self.refused("no agent", "watch", "lorn-valley", "-a", "nobody")
        self.refused("cannot be written", "watch", "lorn-valley", "--picture", "nowhere/map.svg")

    def test_one_program_at_a_time(self):
        plan = self.write("plan.toml", experiment("balance", campaigns=5000))
        first = subprocess.Popen([PROGRAM, "lab", "run", plan, "--out", "run", "--no-picture"],
                                 cwd=self.folder, stderr=subprocess.DEVNULL)
        try:
            wait_until((self.folder / "run/log/shard-0000.log").exists)
            self.refused("another program is at work", "run", plan, "--out", "run")
        finally:
            first.send_signal(signal.SIGTERM)
            self.assertEqual(first.wait(60), 75)

    def test_torn_and_damaged_log(self):
        plan = self.plan()
        self.good("run", plan, "--out", "run", "--no-picture")
        whole = self.tables("run")
        log = self.folder / "run/log/shard-0000.log"
        data = log.read_bytes()
        log.write_bytes(data[:-100])
        self.assertIn("119 of 120 campaigns, 0 failed", self.good("status", "run"))
        self.assertFalse(json.loads(self.good("status", "run", "--json"))["complete"])
        self.good("resume", "run", "--no-picture")
        self.assertEqual(self.tables("run"), whole)
        # One flipped byte loses its campaign, which is told and played again; the others are kept.
        data = log.read_bytes()
        log.write_bytes(data[:3000] + bytes([data[3000] ^ 1]) + data[3001:])
        self.assertIn("119 of 120 campaigns, 0 failed", self.good("status", "run"))
        result = self.lab("resume", "run", "--no-picture")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("shard-0000.log: is damaged at byte ", result.stderr)
        self.assertEqual(self.tables("run"), whole)
        spec = self.folder / "run/spec.resolved.json"
        spec.write_text(spec.read_text().replace('"campaigns": 120', '"campaigns": 121'))
        self.refused("spec.resolved.json|spec_sha256", "verify", "run")

    def test_full_disk(self):
        plan = self.write("plan.toml", experiment("balance", campaigns=1000))
        result = self.lab("run", plan, "--out", "run", "--no-picture",
                          preexec_fn=files_of_at_most(150_000))
        self.assertEqual(result.returncode, 1)
        self.assertIn("resume when there is room", result.stderr)
        self.assertFalse((self.folder / "run/campaigns.csv").exists())
        self.good("resume", "run", "--no-picture")

    def test_full_disk_at_the_start(self):
        """A run that cannot begin leaves nothing behind."""
        plan = self.plan()
        for limit, file in ((100, "spec.toml"), (400, "spec.resolved.json")):
            for name, there in (("new", False), ("empty", True)):
                run = self.folder / name
                if there:
                    run.mkdir()
                result = self.lab("run", plan, "--out", name, preexec_fn=files_of_at_most(limit))
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"{file}: cannot be written", result.stderr)
                self.assertEqual(run.exists(), there)
                if there:
                    self.assertEqual(list(run.iterdir()), [])
                    run.rmdir()

    def test_full_disk_at_a_merge(self):
        plan = self.plan()
        for i in range(2):
            self.good("run", plan, "--shard", f"{i}/2", "--out", f"s{i}")
        small = min((self.folder / f"s{i}/log/shard-000{i}.log").stat().st_size for i in range(2))
        result = self.lab("merge", "whole", "s0", "s1", preexec_fn=files_of_at_most(small - 1))
        self.assertEqual(result.returncode, 1)
        self.assertIn("shard-0000.log", result.stderr)
        self.assertEqual(list((self.folder / "whole/log").iterdir()), [])

    def test_loads_in_pandas_r_and_duckdb(self):
        """Every table without options: as many rows, the same types, no value changed."""
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        run = self.folder / "run"
        expected = subprocess.run([ROOT / "scripts/examples/win_rates.py", run],
                                  capture_output=True, text=True, check=True).stdout
        self.assertEqual(subprocess.run(["Rscript", ROOT / "scripts/examples/win_rates.R", run],
                                        capture_output=True, text=True, check=True).stdout, expected)
        # Kept between runs; the package brings its own library.
        home = pathlib.Path(PROGRAM).parent / "duckdb"
        home.mkdir(exist_ok=True)
        subprocess.run(["npm", "install", "--no-save", "--silent", DUCKDB], cwd=home, check=True)
        self.assertEqual(subprocess.run(["node", ROOT / "scripts/examples/win_rates.mjs", run],
                                        cwd=home, capture_output=True, text=True, check=True).stdout,
                         expected)
        package = json.loads((run / "datapackage.json").read_text())
        for table in package["resources"]:
            self.check_loaded(run / table["path"], table["schema"]["fields"], home)

    def check_loaded(self, file, fields, home):
        frame = pandas.read_csv(file)
        self.assertEqual(list(frame.columns), [field["name"] for field in fields], file)
        kinds = {}
        for field in fields:
            column = frame[field["name"]]
            if column.isna().all():
                continue
            numeric = pandas.api.types.is_numeric_dtype(column)
            self.assertEqual(numeric, field["type"] != "string", f"{file.name} {field['name']}")
            kinds[field["name"]] = numeric
        sums = {name: frame[name].sum() for name, numeric in kinds.items() if numeric}
        r = subprocess.run(
            ["Rscript", "-e", "t <- read.csv(commandArgs(TRUE)[1]); cat(nrow(t), '\\n'); "
             "for (n in names(t)) cat(n, is.numeric(t[[n]]), "
             "if (is.numeric(t[[n]])) format(sum(t[[n]], na.rm = TRUE), digits = 15) else 0, '\\n')",
             file], capture_output=True, text=True, check=True).stdout.split("\n")
        duck = subprocess.run(
            ["node", "-e", """
             const { DuckDBInstance } = require("@duckdb/node-api");
             (async () => {
               const db = await (await DuckDBInstance.create()).connect();
               const from = `read_csv('${process.argv[1]}')`;
               const rows = await db.runAndReadAll(`SELECT count(*) FROM ${from}`);
               console.log(String(rows.getRows()[0][0]));
               const types = await db.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
               for (const [name, type] of types.getRows()) {
                 const number = /INT|DOUBLE|DECIMAL/.test(type);
                 const sum = number ? (await db.runAndReadAll(
                   `SELECT sum("${name}")::DOUBLE FROM ${from}`)).getRows()[0][0] : 0;
                 console.log(name, number, sum);
               }
             })();""", str(file)], cwd=home, capture_output=True, text=True, check=True
        ).stdout.split("\n")
        for reader in (r, duck):
            self.assertEqual(int(reader[0]), len(frame), file)
            for line in reader[1:]:
                if not line or line.split()[0] not in kinds:
                    continue
                name, numeric, total = line.split()
                self.assertEqual(numeric.lower() == "true", kinds[name], f"{file.name} {name}")
                if kinds[name]:
                    self.assertAlmostEqual(float(total), float(sums[name]), delta=1e-9 * (
                        1 + abs(float(sums[name]))), msg=f"{file.name} {name}")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
