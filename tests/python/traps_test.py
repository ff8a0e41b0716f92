#!/usr/bin/python3
"""The traps and the plain opponents: traps_test.py FOLDER, where the folder holds the built package niemen."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]):
    PACKAGE = os.path.abspath(sys.argv.pop(1))
else:
    PACKAGE = str(ROOT / "build/release/python")
sys.path[:0] = [PACKAGE, str(ROOT / "tests/traps")]
os.environ.setdefault("NIEMEN_CONFIGS", str(ROOT / "configs"))
os.environ["PYTHONPATH"] = PACKAGE

import check  # noqa: E402

TRAPS = sorted((ROOT / "tests/traps").glob("*/*.trap"))


def run(program, *arguments):
    return subprocess.run([sys.executable, str(ROOT / "tests" / program), *arguments], capture_output=True, text=True,
                          check=False)


class TrapsTest(unittest.TestCase):
    def test_every_trap_stands(self):
        self.assertGreaterEqual(len(TRAPS), 40)
        self.assertGreaterEqual(len({trap.parent.name for trap in TRAPS}), 7)
        for file in TRAPS:
            trap = check.Trap(file)
            _, _, by_text = trap.stand()  # raises where a choice is not legal
            self.assertNotIn(trap.of["right"], trap.wrong, file)
            self.assertGreaterEqual(len(by_text), 2, file)

    def test_a_trap_is_proved_and_its_opposite_is_none(self):
        file = next(trap for trap in TRAPS if trap.parent.name == "lorn-valley" and "loser-hit" in trap.name)
        self.assertEqual(check.prove(check.Trap(file)), [])
        with tempfile.TemporaryDirectory() as folder:
            trap = check.Trap(file)
            turned = pathlib.Path(folder, "turned.trap")
            text = file.read_text()
            lines = [line for line in text.splitlines() if not line.startswith(("right ", "wrong "))]
            lines[1:1] = [f"right {trap.wrong[0]}", f"wrong {trap.of['right']}"]
            turned.write_text("\n".join(lines) + "\n")
            self.assertEqual(len(check.prove(check.Trap(turned))), 1)

    def test_what_is_wrong_in_a_file_is_one_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "bad.trap")
            for text, said in (("trap a\ngame portugal-1810\nrihgt x\n", "bad.trap:3: \"rihgt x\" is none of"),
                               ("trap a\ngame portugal-1810\nright x\nposition {\nturn 1\n", "bad.trap:4: the position"),
                               ("trap a\nright x\nwrong y\nposition {\n}\n", "no game")):
                file.write_text(text)
                result = run("traps/check.py", str(file))
                self.assertEqual(result.returncode, 1)
                self.assertIn(said, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_agents_are_asked(self):
        files = [str(trap) for trap in TRAPS if trap.parent.name == "portugal-1810"]
        result = run("traps/check.py", "--agent", "general", "--bar", "0.5", *files)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"of {len(files)} (", result.stdout)
        self.assertEqual(run("traps/check.py", "--agent", "doctrine", "--bar", "1", "--quiet", *files).returncode, 1)


class OpponentsTest(unittest.TestCase):
    def test_a_doctrine_takes_its_pairs(self):
        result = run("opponents/bars.py", "--campaigns", "4", "lorn-valley", "portugal-1810")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stdout.count("of the pairs"), 6)

    def test_who_is_no_better_is_below_the_bar(self):
        result = run("opponents/bars.py", "--campaigns", "2", "--temper", "hugger", "--agent", "random", "lorn-valley")
        self.assertIn("of the pairs", result.stdout)
        self.assertEqual(result.returncode, "below the bar" in result.stdout, result.stdout)


if __name__ == "__main__":
    unittest.main()
