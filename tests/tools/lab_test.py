#!/usr/bin/python3
"""Runs niemen lab as a person would: every question on a small game, interruptions, shards, mistakes.

usage: lab_test.py PROGRAM [unittest arguments]
"""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
DUCKDB = "@duckdb/node-api@1.5.6-r.1"
RANDOM = 'a = "random"\nb = "random"\n'


def experiment(question, rest="", campaigns=120, agents="[agents]\n" + RANDOM):
    return (f'question = "{question}"\nname = "test"\ncampaigns = {campaigns}\nseed = 3\n'
            f'[game]\ntitle = "lorn-valley"\n{agents}{rest}')


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

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

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

    def test_terminated_run_resumes(self):
        plan = self.write("plan.toml", experiment("balance", campaigns=2000))
        process = subprocess.Popen([PROGRAM, "lab", "run", plan, "--out", "run", "--no-picture"],
                                   cwd=self.folder, stderr=subprocess.PIPE, text=True)
        log = self.folder / "run/log/shard-0000.log"
        for _ in range(400):
            if log.exists() and log.stat().st_size > 5000:
                break
            time.sleep(0.05)
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
        for rule in ("stop_at_half_width = 0.09", "stop_between = [0.2, 0.4]"):
            plan = self.write("plan.toml", experiment("balance", f"[balance]\n{rule}\n", 3000))
            runs = []
            for threads in (1, 3):
                out = f"{rule[:9]}{threads}"
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

    def test_sweep_tune_and_skill(self):
        plan = self.write("plan.toml", experiment(
            "sweep", '[sweep]\ndesign = "full"\n[[sweep.factors]]\nkey = "rules.battle_points"\n'
                     'values = [0, 2, 4]\n[[sweep.factors]]\nkey = "a.agent"\n'
                     'values = ["random", "doctrine"]\n'))
        self.assertIn("rules.battle_points", self.good("run", plan, "--out", "sweep"))
        plan = self.write("tune.toml", experiment(
            "tune", '[tune]\nmetric = "mean_margin"\ntarget = 0\nround = 40\n[[tune.factors]]\n'
                    'key = "rules.battle_points"\nlow = 0\nhigh = 10\nstep = 1\n', 160))
        text = self.good("run", plan, "--out", "tune")
        self.assertRegex(text, "rules.battle_points(: no root| = )")
        self.refused("cannot be cut into shards", "run", plan, "--out", "t", "--shard", "0/2")
        plan = self.write("skill.toml", experiment(
            "skill", '[skill]\nagents = ["random", "doctrine"]\n', agents=""))
        self.assertIn("between equals", self.good("run", plan, "--out", "skill"))
        for name in ("sweep", "tune", "skill"):
            self.good("report", name)

    def test_looking_back(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        self.assertIn("20 of 20 campaigns played again came out as recorded",
                      self.good("verify", "run"))
        self.good("replay", "run", 7, "--out", "seven.jsonl")
        replayed = subprocess.run([PROGRAM, "replay", "seven.jsonl"], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
        self.assertEqual(replayed.returncode, 0, replayed.stderr)
        self.assertIn("nothing", self.good("compare", "run", "run"))
        why = self.write("why.toml", 'question = "why"\nname = "w"\n[why]\nrun = "run"\n')
        self.assertIn("Campaigns to look at", self.good("run", why, "--out", "why"))
        rescore = self.write("rescore.toml", 'question = "rescore"\nname = "r"\n[rescore]\n'
                                             'run = "run"\nchanges = ["rules.battle_points=9"]\n'
                                             'sample = 40\ntolerance = 0.2\n')
        self.assertRegex(self.good("run", rescore, "--out", "re"), "re-scoring (valid|refused)")

    def test_new_writes_every_kind(self):
        for kind in ("balance", "openings", "sweep", "tune", "rescore", "skill", "why"):
            self.good("new", kind)
            self.assertTrue((self.folder / f"{kind}.toml").exists())
        self.refused("is there already", "new", "balance")
        self.refused("allowed: ", "new", "poetry")

    def test_plan(self):
        text = self.good("plan", self.plan(), "--seconds", 0.2)
        self.assertIn("+-5 points takes 385 campaigns", text)

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
        self.refused("no-such", "run", self.write("x.toml", experiment(
            "openings", '[openings]\na = ["no-such"]\nb = [""]\n')))
        self.refused("leave some of the 4 combinations empty", "run", self.write("x.toml", experiment(
            "skill", '[skill]\nagents = ["random", "doctrine"]\n', 3, "")))
        self.good("run", plan, "--out", "run", "--no-picture")
        other = self.write("other.toml", experiment("balance").replace("seed = 3", "seed = 4"))
        before = self.tables("run")
        self.refused("another experiment|/seed is now", "run", other, "--out", "run")
        self.assertEqual(self.tables("run"), before)
        self.refused("not the folder of a run", "status", "configs")
        self.refused("--shard", "run", plan, "--shard", "3/3", status=2)

    def test_full_disk(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
        plan = self.write("plan.toml", experiment("balance", campaigns=1000))
        result = self.lab("run", plan, "--out", "run", "--no-picture", preexec_fn=small_files)
        self.assertEqual(result.returncode, 1)
        self.assertIn("resume when there is room", result.stderr)
        self.assertFalse((self.folder / "run/campaigns.csv").exists())
        self.good("resume", "run", "--no-picture")

    def test_loads_in_duckdb_and_r(self):
        self.good("run", self.plan(), "--out", "run", "--no-picture")
        expected = subprocess.run([ROOT / "scripts/examples/win_rates.py", self.folder / "run"],
                                  capture_output=True, text=True, check=True).stdout
        if shutil.which("Rscript"):
            output = subprocess.run(["Rscript", ROOT / "scripts/examples/win_rates.R",
                                     self.folder / "run"], capture_output=True, text=True,
                                    check=True).stdout
            self.assertEqual(output, expected)
        if shutil.which("npm"):
            # Kept between runs; the package brings its own library.
            home = pathlib.Path(PROGRAM).parent / "duckdb"
            home.mkdir(exist_ok=True)
            subprocess.run(["npm", "install", "--no-save", "--silent", DUCKDB], cwd=home, check=True)
            output = subprocess.run(["node", ROOT / "scripts/examples/win_rates.mjs",
                                     self.folder / "run"], cwd=home,
                                    capture_output=True, text=True, check=True).stdout
            self.assertEqual(output, expected)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
