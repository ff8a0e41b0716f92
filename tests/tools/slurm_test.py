#!/usr/bin/python3
"""niemen lab submit on a Slurm that is set up for it on this machine: shards that are killed, queued again and out
of time, and a run of rounds, end in the bytes of one process.

usage: slurm_test.py PROGRAM [unittest arguments]

Where Slurm is not installed, or may not be started, the tests are skipped.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from loopback_slurm import LoopbackSlurm, is_possible

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
BALANCE = """\
question = "balance"
name = "test"
campaigns = 60000
seed = 3
[game]
title = "lorn-valley"
[agents]
a = "random"
b = "random"
"""
TUNE = BALANCE.replace('"balance"', '"tune"').replace("60000", "240") + """\
[tune]
metric = "mean_margin"
target = 0
round = 80
[[tune.factors]]
key = "rules.battle_points"
low = 0
high = 10
step = 1
"""


@unittest.skipUnless(is_possible(), "needs root and Debian's munge, slurmctld, slurmd and slurm-client")
class SlurmTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name in ("configs", "experiments", "scripts"):
            (self.folder / name).symlink_to(ROOT / name)
        self.slurm = self.enterContext(LoopbackSlurm(self.folder / "slurm"))

    def tearDown(self):
        self.doCleanups()
        self.temporary.cleanup()

    def enterContext(self, context):  # of Python 3.11
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def lab(self, *arguments):
        result = subprocess.run([PROGRAM, "lab", *arguments], cwd=self.folder, env=self.slurm.environment,
                                capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def finish(self):
        """Waits for the verdict; what is queued again need not wait out Slurm's two minutes."""
        finished = self.folder / "run/cluster/finished"

        def look():
            for line in self.slurm.run("squeue", "-h", "-t", "PD", "-o", "%i %r").splitlines():
                job, reason = line.split(maxsplit=1)
                if reason == "BeginTime":
                    self.slurm.run("scontrol", "update", f"JobId={job}", "StartTime=now")
            return finished.exists()

        self.slurm.wait("verdict", look, 280)

    def same(self, *patterns):
        for pattern in patterns:
            names = sorted(file.relative_to(self.folder / "whole")
                           for file in (self.folder / "whole").glob(pattern))
            self.assertTrue(names, pattern)
            for name in names:
                if name.name not in ("timing.csv", "failures.csv"):
                    self.assertEqual((self.folder / "whole" / name).read_bytes(),
                                     (self.folder / "run/merged" / name).read_bytes(), name)

    def test_an_array_with_a_task_killed_and_one_queued_again(self):
        (self.folder / "plan.toml").write_text(BALANCE)
        self.lab("submit", "plan.toml", "--shards", "10", "--out", "run", "--threads", "1", "--time", "30m")
        logs = [self.folder / f"run/shard-{i:04}/log/shard-{i:04}.log" for i in range(10)]
        self.slurm.wait("campaigns", lambda: all(log.exists() and log.stat().st_size > 1000 for log in logs[:3]))
        # The first task's program is killed, the second task is queued again from outside, and the third is told
        # that its time is nearly up.
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if str(self.folder / "run/shard-0000").encode() in words:
                os.kill(int(process.name), signal.SIGKILL)
        self.slurm.run("scontrol", "requeue", "1_1")
        # It has done so, and would wait while other tasks of the array are under way.
        self.slurm.run("timeout", "10", "scancel", "--batch", "--signal=TERM", "1_2")
        self.finish()
        self.assertIn("killed", (self.folder / "run/cluster/shard-0.log").read_text().lower())
        self.assertIn("go on with", (self.folder / "run/cluster/shard-2.log").read_text())
        self.lab("run", "plan.toml", "--out", "whole", "--no-picture")
        self.same("*.csv", "results/*")

    def test_a_tuning_in_three_rounds(self):
        (self.folder / "plan.toml").write_text(TUNE)
        self.lab("submit", "plan.toml", "--shards", "3", "--out", "run", "--threads", "1")
        self.finish()
        self.assertEqual((self.folder / "run/cluster/round").read_text(), "3\n")
        self.lab("run", "plan.toml", "--out", "whole", "--no-picture")
        self.same("*.csv", "results/*")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
