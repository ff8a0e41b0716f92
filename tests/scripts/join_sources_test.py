#!/usr/bin/python3
"""Tests of which sources are compiled together."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from join_sources import MOST, join  # noqa: E402


def within(own, rest=""):
    return f"#include <string>\n\nnamespace niemen::play {{\n\nnamespace {{\n\n{own}\n}}  // namespace\n\n{rest}\n}}\n"


class JoinTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def joined(self, *texts, headers=()):
        """Which of the sources of these texts are compiled together, as letters: "ab c"."""
        paths = []
        for letter, text in zip("abcdef", texts):
            (self.folder / f"{letter}.cpp").write_text(text)
            paths.append(str(self.folder / f"{letter}.cpp"))
        groups = join(paths, {(("niemen", "play"), name) for name in headers})
        return " ".join(sorted("".join(pathlib.Path(path).stem for path in group) for group in groups))

    def test_strangers_are_joined(self):
        self.assertEqual(self.joined(within("int one() { return 1; }"), within("constexpr int kTwo = 2;"),
                                     within("struct Three { int three = 3; };")), "abc")

    def test_what_two_keep_to_themselves_may_not_have_one_name(self):
        self.assertEqual(self.joined(within("int one() { return 1; }"), within("double one(int);"), within("")), "ac b")
        self.assertEqual(self.joined(within("enum class Kind { a };"), within("struct Kind {};")), "a b")
        self.assertEqual(self.joined(within("constexpr std::array<int, 2> kOne{1, 2};"),
                                     within("const char* kOne[] = {\"}\"};")), "a b")

    def test_what_one_keeps_to_itself_may_mean_something_else_to_another(self):
        own = within("int one() { return 1; }")
        self.assertEqual(self.joined(own, within("", "int two() { return one(); }")), "a b")
        self.assertEqual(self.joined(own, within("", "int two() { return core::one() + it.one(); }")), "ab")
        self.assertEqual(self.joined(own, within("", "int two(int one) { return one; }")), "ab")
        self.assertEqual(self.joined(own, within("", "// one()\nconst char* two = \"one()\";")), "ab")
        constant = within("constexpr int kOne = 1;")
        self.assertEqual(self.joined(constant, within("", "int two() { return kOne; }")), "a b")

    def test_a_name_of_a_header_too_is_ambiguous_beside_it(self):
        self.assertEqual(self.joined(within("int at(int);"), within(""), within(""), headers=["at"]), "a bc")

    def test_a_name_of_another_namespace_is_the_same_for_all(self):
        self.assertEqual(self.joined(within("using core::Table;"), within("using core::Table;", "Table table;")), "ab")

    def test_macros_count_while_they_last(self):
        row, end = "#define NIEMEN_ROW(a) a\n", "#undef NIEMEN_ROW\n"
        self.assertEqual(self.joined(row + end, row + end), "ab")
        self.assertEqual(self.joined(row, row), "a b")
        self.assertEqual(self.joined(row, within(""), within("")), "a bc")
        self.assertEqual(self.joined("#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n", "", ""), "a bc")

    def test_directives_are_of_all_or_of_none(self):
        self.assertEqual(self.joined("using namespace niemen;\n", "using namespace niemen;\n", ""), "ab c")

    def test_what_is_joined_has_an_end(self):
        long = "//" + "x" * (MOST // 2 - 100) + "\n"
        self.assertEqual(self.joined(long, long, long), "ab c")

    def test_what_is_written_compiles_as_its_parts_do(self):
        (self.folder / "a.cpp").write_text("namespace { int own() { return 1; } }\nint a() { return own(); }\n")
        (self.folder / "b.cpp").write_text("int a();\nint main() { return a() - 1; }\n")
        script, out = ROOT / "scripts/join_sources.py", self.folder / "out"
        subprocess.run([script, out, "--headers"], check=True)
        told = subprocess.run([script, out, "small", self.folder / "a.cpp", self.folder / "b.cpp"], check=True,
                              capture_output=True, encoding="utf-8").stdout
        self.assertEqual(told, str(out / "small-0.cpp"))
        subprocess.run(["g++", told, "-o", self.folder / "program"], check=True)
        subprocess.run([self.folder / "program"], check=True)


if __name__ == "__main__":
    unittest.main()
