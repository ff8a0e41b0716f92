#!/usr/bin/python3
"""Tests of the check that rulings are in the tree and used."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_rulings import CITED, ROW, faults  # noqa: E402


class RulingsTest(unittest.TestCase):
    def test_citations_are_found(self):
        self.assertEqual(CITED.findall("8.4, R-37; (T-2) and R-104."), ["R-37", "T-2", "R-104"])

    def test_parts_of_other_names_are_none(self):
        for text in ("TIR-6.2c", "1-V-Vet-Inf-1", "3-X", "A +1/D-1", "R-6.2"):
            self.assertEqual(CITED.findall(text), [], text)

    def test_rows_begin_a_line(self):
        self.assertEqual(ROW.findall("| number |\n| R-1 | 3.1 | as R-2 |\n| T-10 | x |\n"),
                         ["R-1", "T-10"])

    def test_what_dangles_and_what_is_idle(self):
        self.assertEqual(faults(["R-1"], {"R-1": "a.cpp"}), [])
        self.assertEqual(faults([], {"R-1": "a.cpp"}), ["a.cpp: R-1 is cited and has no row"])
        self.assertEqual(faults(["R-1"], {}), ["R-1 has a row and is never cited"])
        self.assertEqual(faults(["R-1", "R-1"], {"R-1": "a.cpp"}), ["R-1 has two rows"])


if __name__ == "__main__":
    unittest.main()
