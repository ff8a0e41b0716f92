#!/usr/bin/python3
"""What scripts/package makes, played by an ordinary user where nothing else is: usage: package_test.py BUILD_FOLDER.

The package is installed into a bare root of this machine's Debian, which apt fills with what the package says it
needs. The archive is unpacked into a root in which there is the C library of that Debian and nothing else: no shell,
no other library. Needs root (for chroot), mmdebstrap, and Debian's archive; NIEMEN_SUITE names another release of
Debian, for the archive alone.
"""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from page_socket import Socket

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/release").resolve()
PACKAGES = ROOT / "build" / "package"
PLAYER = 1000  # user and group
HOME = "/home/player"
MEGABYTE = 1e6
ARCHIVE_MOST = 25 * MEGABYTE


def run(*command, **options):
    """What a command prints; a failed one is shown."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", **options)
    if done.returncode:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def why_not():
    """Why no bare root can be made here, or None."""
    if os.geteuid() != 0:
        return "only root may make a bare root and play in it"
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is not there (scripts/setup --test installs it)"
    if subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL).returncode:
        return "nothing can be mounted here, not even by root"
    return None


def suite():
    """The release of Debian to try: NIEMEN_SUITE, or that of this machine."""
    words = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return os.environ.get("NIEMEN_SUITE") or words.get("VERSION_CODENAME", "stable").strip('"')


def enter(root, program, *words):
    """The command line of a program of that root, started by the player in his home."""
    enter_root = ("import os, sys; os.chroot(sys.argv[1]); os.setgroups([]); os.setgid(1000); os.setuid(1000); "
                  f"os.chdir('{HOME}'); os.execve(sys.argv[2], sys.argv[2:], "
                  f"{{'HOME': '{HOME}', 'PATH': '/usr/bin:/bin'}})")
    return ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec "$@"', str(root),
            sys.executable, "-c", enter_root, str(root), program, *words]


@contextlib.contextmanager
def served(command):
    """Port and token of a server while it runs."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            for line in process.stdout:
                if found := re.search(r"http://127\.0\.0\.1:(\d+)/#t=(\S+)", line):
                    yield int(found[1]), found[2]
                    return
            raise AssertionError("niemen serve prints no address")
        finally:
            process.terminate()
            process.stdout.read()


def files_of(folder):
    """Every file of a folder with what is in it."""
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in folder.rglob("*") if file.is_file()}


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        print(run(ROOT / "scripts" / "package", "--built", BUILT))
        cls.package, = PACKAGES.glob("*.deb")
        cls.archive, = PACKAGES.glob("*.tar.gz")

    def test_it_is_small_and_says_what_it_is(self):
        self.assertLess(self.archive.stat().st_size, ARCHIVE_MOST)
        lines = run(BUILT / "niemen", "--version").splitlines()
        self.assertRegex(lines[0], r"^niemen \d+\.\d+\.\d+$")
        self.assertRegex(lines[1], r"^commit ([0-9a-f]{40}|unknown)")
        self.assertRegex(lines[2], r"^compiler (g\+\+|clang) \d+")
        self.assertIn(lines[0].split()[1], run("dpkg-deb", "--field", self.package, "Version"))

    def test_the_manual_names_every_subcommand(self):
        manual = (BUILT / "niemen.1").read_text()
        for line in run(BUILT / "niemen", "help").splitlines():
            if found := re.match(r"  (\w+) {2,}", line):
                self.assertRegex(manual, rf"\.(B|BR) .*\b{found[1]}\b")

    def play_everything(self, root, program):
        """What a newcomer does, from an empty folder: the version, the quickstart, a campaign, a game of one's own,
        the page."""
        def play(*words):
            return run(*enter(root, program, *words))

        self.assertEqual(play("--version"), run(BUILT / "niemen", "--version"))
        told = play("lab", "run", "experiments/quickstart.toml", "--out", "out/quickstart")
        self.assertIn("Played 1000 campaigns", told)
        self.assertIn("the tables are complete", told)  # nothing is there to draw with
        home = root / HOME[1:]
        self.assertTrue((home / "out/quickstart/campaigns.csv").is_file())
        play("play", "--game", "strategic-1812", "--defaults", "--side", "watch", "--level", "doctrine")
        play("new", "my-valley", "--from", "lorn-valley")
        play("show", "--game", "my-valley", "--svg", "map.svg")
        self.assertIn("<svg", (home / "map.svg").read_text())
        with served(enter(root, program, "serve", "--port", "0")) as (port, token):
            with Socket(port) as page:
                page.send(kind="hello", token=token)
                game = next(card for card in page.receive("welcome")["games"] if card["id"] == "russia-1812")
                page.send(kind="begin", game="russia-1812", scenario=game["default_scenario"],
                          preset=game["presets"][0]["id"], side=0, level=game["levels"][0]["name"], clock=0,
                          openings=["", ""], overrides=[], practice=False)
                self.assertGreater(len(page.receive("campaign")["board"]["spaces"]), 100)
                self.assertTrue(page.receive("position"))
        self.assertTrue(list((home / ".local/share/niemen/sessions").iterdir()))
        # Nothing lies where nobody said or expects it.
        self.assertLessEqual({file.name for file in home.iterdir()},
                             {".local", "out", "my-valley", "map.svg", self.archive.name.removesuffix(".tar.gz")})

    def make_home(self, root):
        home = root / HOME[1:]
        home.mkdir(parents=True)
        (root / "proc").mkdir(exist_ok=True)
        (root / "tmp").mkdir(exist_ok=True)
        (root / "tmp").chmod(0o1777)
        os.chown(home, PLAYER, PLAYER)
        return home

    @unittest.skipIf(why_not(), why_not())
    def test_it_is_played_where_nothing_else_is(self):
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            place.chmod(0o755)
            with self.subTest("archive"):
                bare = place / "only-the-c-library"
                # Extracted and no more: nothing is there to configure it with.
                run("mmdebstrap", "--mode=root", "--variant=extract", "--include=libc6", suite(), bare)
                for linked in ("bin", "sbin", "lib", "lib64"):  # as every Debian has it since 12
                    if (bare / "usr" / linked).is_dir() and not (bare / linked).exists():
                        (bare / linked).symlink_to(f"usr/{linked}")
                for other in bare.rglob("lib*.so*"):
                    self.assertFalse(other.name.startswith(("libstdc++", "libtbb", "libfmt")), other)
                home = self.make_home(bare)
                run("tar", "-C", home, "-xf", self.archive)
                unpacked, = home.iterdir()
                for file in [unpacked, *unpacked.rglob("*")]:
                    os.chown(file, PLAYER, PLAYER, follow_symlinks=False)
                before = files_of(unpacked)
                self.play_everything(bare, f"/home/player/{unpacked.name}/bin/niemen")
                self.assertEqual(files_of(unpacked), before)
            if os.environ.get("NIEMEN_SUITE"):
                return
            with self.subTest("package"):
                root = place / "debian"
                run("mmdebstrap", "--mode=root", "--variant=apt", f"--customize-hook=copy-in {self.package} /",
                    '--customize-hook=chroot "$1" apt-get install --yes --quiet --no-install-recommends '
                    f"/{self.package.name}", suite(), root)
                self.make_home(root)
                self.play_everything(root, "/usr/bin/niemen")


if __name__ == "__main__":
    unittest.main()
