#!/usr/bin/python3
"""Builds a small project with scripts/build and scripts/niemen, in the orders that people choose."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
add_compile_options(-Wall)
option(NIEMEN_JOIN "" ON)
if(NIEMEN_JOIN)
  add_compile_definitions(JOINED)
endif()
add_executable(niemen engine/main.cpp engine/other.cpp)
file(WRITE ${CMAKE_BINARY_DIR}/type ${CMAKE_BUILD_TYPE})
"""


class BuildTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.release = self.folder / "build/release"
        shutil.copytree(ROOT / "scripts", self.folder / "scripts",
                        ignore=shutil.ignore_patterns("__pycache__", "map"))
        shutil.copy(ROOT / "CMakePresets.json", self.folder)
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        for name in ("engine", "ai", "tools"):
            (self.folder / name).mkdir()
        (self.folder / "engine/main.cpp").write_text(
            '#include <cstdio>\nint other();\nint main() { std::puts("runs"); return other(); }\n')
        self.write_other("")
        (self.folder / "scripts/setup").write_text("#!/bin/sh\n")

    def tearDown(self):
        subprocess.run(["chmod", "-R", "u+w", self.folder], check=True)
        self.temporary.cleanup()

    def write_other(self, more):
        (self.folder / "engine/other.cpp").write_text(f"int other() {{ {more} return 0; }}\n")

    def run_script(self, *words, **options):
        return subprocess.run([self.folder / "scripts" / words[0], *words[1:]], capture_output=True, text=True,
                              timeout=120, check=False, **options)

    def good(self, *words, **options):
        result = self.run_script(*words, **options)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result

    def compiled(self):
        return self.release.joinpath("CMakeFiles/niemen.dir/engine/main.cpp.o").stat().st_mtime_ns

    def test_what_is_built_to_play_serves_the_tests(self):
        self.assertEqual(self.good("niemen").stdout, "runs\n")
        compiled = self.compiled()
        self.good("build", "--strict", "release")
        self.assertEqual(self.compiled(), compiled)
        self.assertEqual(self.good("niemen").stdout, "runs\n")
        self.assertEqual(self.compiled(), compiled)
        self.assertEqual((self.release / "type").read_text(), "Release")

    def test_a_folder_that_was_configured_otherwise_becomes_what_the_preset_says(self):
        subprocess.run(["cmake", "--preset", "release", "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=Debug"],
                       cwd=self.folder, check=True, capture_output=True)
        self.good("build", "release")
        cache = (self.release / "CMakeCache.txt").read_text()
        self.assertIn("CMAKE_BUILD_TYPE:STRING=Release", cache)
        self.assertRegex(cache, r"CMAKE_CXX_COMPILER:\w+=\S*g\+\+\n")
        self.assertNotRegex(cache, r"CMAKE_CXX_COMPILER:\w+=\S*clang")
        compiled = self.compiled()
        # Settings that change, here by a preset more, do not cost the objects.
        presets = self.folder / "CMakePresets.json"
        presets.write_text(presets.read_text() + "\n")
        self.good("build", "release")
        self.assertEqual(self.compiled(), compiled)

    def test_a_warning_fails_the_strict_build_until_it_is_gone(self):
        self.write_other("int unused;")
        self.good("build", "release")  # people's builds go on
        for _ in range(2):
            result = self.run_script("build", "--strict", "release")
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("unused variable", result.stdout)
            self.assertIn("other.cpp.o", result.stderr)
        self.write_other("")
        self.good("build", "--strict", "release")

    def test_a_failed_build_is_told_with_its_words(self):
        self.write_other("no such thing")
        result = self.run_script("niemen")
        self.assertEqual(result.returncode, 1)
        self.assertIn("other.cpp:1", result.stderr)
        self.assertIn("the build failed", result.stderr)

    def test_sources_that_do_not_bear_to_be_joined_are_compiled_each_by_itself(self):
        (self.folder / "engine/other.cpp").write_text(
            "#ifdef JOINED\n#error joined\n#endif\nint other() { return 0; }\n")
        self.assertEqual(self.good("niemen").stdout, "runs\n")
        presets = self.folder / "CMakePresets.json"
        presets.write_text(presets.read_text() + "\n")  # configured anew, for which it is remembered
        self.good("build", "release")
        self.assertIn("NIEMEN_JOIN:BOOL=OFF", (self.release / "CMakeCache.txt").read_text())

    def test_a_checkout_that_may_only_be_read_runs_as_it_was_built(self):
        self.good("niemen")
        (self.release / "build.log").write_text("of an earlier build\n")
        subprocess.run(["chmod", "-R", "a+rX,a-w", self.folder], check=True)
        other = {}
        if os.geteuid() == 0:
            other = {"user": 65534, "group": 65534, "extra_groups": []}
        result = self.good("niemen", **other)
        self.assertEqual((result.stdout, result.stderr), ("runs\n", ""))
        subprocess.run(["chmod", "u+w", self.folder / "engine", self.folder / "engine/other.cpp"], check=True)
        os.utime(self.folder / "engine/other.cpp", ns=(self.compiled() + 10**12,) * 2)
        result = self.good("niemen", **other)
        self.assertEqual(result.stdout, "runs\n")
        self.assertIn("older than", result.stderr)
        subprocess.run(["chmod", "u+w", self.release], check=True)
        (self.release / "niemen").unlink()
        subprocess.run(["chmod", "u-w", self.release], check=True)
        result = self.run_script("niemen", **other)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn("cannot be written", result.stderr)


if __name__ == "__main__":
    unittest.main()
