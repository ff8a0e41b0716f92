#!/usr/bin/python3
"""Signals, stops and waits: what niemen does while it thinks, listens, or is itself made to stand.

usage: waits_test.py PROGRAM [unittest arguments]
"""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from waiting import wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
PATIENCE = 120  # seconds for one answer, on a busy machine
GAME = "lorn-valley"


class Engine:
    """niemen engine, asked and answered in lines of JSON."""

    def __init__(self, folder):
        # No buffer: select() sees nothing of what was read ahead of the line that was asked for.
        self.process = subprocess.Popen([PROGRAM, "engine"], cwd=folder, bufsize=0, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answered = {}

    def ask(self, **query):
        self.process.stdin.write((json.dumps(query) + "\n").encode())
        self.process.stdin.flush()

    def answer(self, patience=PATIENCE):
        if not select.select([self.process.stdout], [], [], patience)[0]:
            raise TimeoutError("no answer")
        return json.loads(self.process.stdout.readline())

    def answer_to(self, query):
        """The last answer to a query, whatever came before it or comes between."""
        while query not in self.answered:
            answer = self.answer()
            if not answer.get("partial"):
                self.answered[answer["id"]] = answer
        return self.answered[query]

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class WaitsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        os.environ["XDG_DATA_HOME"] = str(self.folder / "data")  # where the keys of sessions lie
        (self.folder / "configs").symlink_to(ROOT / "configs")

    def tearDown(self):
        self.temporary.cleanup()

    def engine(self):
        engine = Engine(self.folder)
        self.addCleanup(engine.end)
        return engine

    # The engine

    def seat_that_thinks(self, engine):
        """A campaign in which the engine's own seat has an hour for its turn, of which it takes all."""
        engine.ask(id="n", op="new", campaign="c", game=GAME, seats=["client", "marshal@3600"], key=7)
        state = engine.answer()
        for count in range(80):
            self.assertFalse(state["over"])
            engine.ask(id=f"d{count}", op="decide", campaign="c", decision=state["legal"][0])
            try:
                state = engine.answer(4)
            except TimeoutError:
                return f"d{count}"
        self.fail("its seat was never asked for long")

    def test_the_engine_reads_while_its_seat_thinks(self):
        engine = self.engine()
        deciding = self.seat_that_thinks(engine)
        engine.ask(id="x", op="nonsense")
        self.assertIn("error", engine.answer_to("x"))
        engine.ask(id="s", op="stop", query=deciding)
        self.assertIn("legal", engine.answer_to(deciding))  # its seat moves now

    def test_a_signal_ends_an_engine_that_waits_or_thinks(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                engine = self.engine()
                engine.ask(id="a", op="new", campaign="c", game=GAME, key=7)
                engine.answer()
                engine.process.send_signal(number)
                engine.process.wait(PATIENCE)
        engine = self.engine()
        self.seat_that_thinks(engine)
        engine.process.send_signal(signal.SIGTERM)
        engine.process.wait(PATIENCE)

    def test_nothing_is_thought_for_a_client_that_is_gone(self):
        engine = self.engine()
        engine.ask(id="t", op="think", game=GAME, agent="general", limits={"seconds": 3600})
        engine.ask(id="x", op="nonsense")
        engine.answer_to("x")
        engine.process.stdin.close()
        engine.process.stdout.close()
        engine.process.wait(PATIENCE)

    def test_all_is_answered_behind_the_end_of_the_input(self):
        queries = [{"id": 1, "op": "new", "campaign": "c", "game": GAME, "key": 7},
                   {"id": 2, "op": "think", "campaign": "c", "agent": "recruit", "limits": {"iterations": 16}},
                   {"id": 3, "op": "odds", "campaign": "c", "decisions": [], "campaigns": 20},
                   {"id": 4, "op": "state", "campaign": "c"}]
        result = subprocess.run([PROGRAM, "engine"], input="\n".join(map(json.dumps, queries)),
                                cwd=self.folder, text=True, capture_output=True, timeout=PATIENCE,
                                check=True)
        self.assertEqual({json.loads(line)["id"] for line in result.stdout.splitlines()},
                         {"1", "2", "3", "4"})

    def test_odds_of_many_campaigns_do_not_stop_the_reading(self):
        engine = self.engine()
        engine.ask(id="n", op="new", campaign="c", game="russia-1812", key=7)
        state = engine.answer()
        engine.ask(id="o", op="odds", campaign="c", decisions=state["legal"][:1],
                   campaigns=1000)
        engine.ask(id="x", op="nonsense")
        self.assertEqual(engine.answer()["id"], "x")
        engine.ask(id="s", op="stop", query="o")
        engine.answer_to("s")

    def test_many_thoughts_that_were_stopped_are_gone(self):
        count = 2000
        queries = [{"id": "n", "op": "new", "campaign": "c", "game": GAME, "key": 7}]
        for i in range(count):
            queries += [{"id": f"t{i}", "op": "think", "campaign": "c", "agent": "general",
                         "limits": {"seconds": 600}}, {"id": f"s{i}", "op": "stop", "query": f"t{i}"}]
        result = subprocess.run([PROGRAM, "engine"], input="\n".join(map(json.dumps, queries)),
                                cwd=self.folder, text=True, capture_output=True, timeout=PATIENCE,
                                check=True)
        answered = {json.loads(line)["id"] for line in result.stdout.splitlines()}
        self.assertEqual(len(answered), 2 * count + 1)

    # Programs that play

    def test_time_in_which_everything_stood_is_nobodys(self):
        """A player that needs a moment, and has eight seconds for it; all stand for longer."""
        (self.folder / "player.py").write_text(f"""
import json, pathlib, sys, time
first = True
for line in sys.stdin:
    message = json.loads(line)
    if "campaign" in message:
        continue
    if first:
        first = False
        pathlib.Path({str(self.folder / "thinking")!r}).write_text("yes")
        while time.process_time() < 0.5:
            pass
    print(json.dumps({{"action": message["legal"][0]}}), flush=True)
""")
        (self.folder / "player.toml").write_text(
            f'kind = "process"\ncommand = ["{sys.executable}", "{self.folder / "player.py"}"]\n'
            "answer_seconds = 8\n")
        recording = subprocess.Popen(
            [PROGRAM, "record", "--game", GAME, "--agent-a", "player.toml", "--agent-b", "random",
             "--out", "x.jsonl"], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True)
        wait_until(lambda: (self.folder / "thinking").exists())
        children = pathlib.Path(f"/proc/{recording.pid}/task/{recording.pid}/children").read_text()
        family = [recording.pid, *map(int, children.split())]
        for one in family:
            os.kill(one, signal.SIGSTOP)
        time.sleep(10)
        for one in reversed(family):
            os.kill(one, signal.SIGCONT)
        said = recording.communicate(timeout=PATIENCE)[0]
        self.assertEqual(recording.returncode, 0, said)

    # Locks

    def test_where_there_are_no_locks_one_plays_all_the_same(self):
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not compiler:
            self.skipTest("no compiler of C")
        (self.folder / "nolock.c").write_text("""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
int flock(int file, int operation) { (void)file; (void)operation; errno = ENOLCK; return -1; }
int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *what = va_arg(rest, void *);
  va_end(rest);
  if (command != F_OFD_SETLK) return (int)syscall(SYS_fcntl, file, command, what);
  errno = ENOLCK;
  return -1;
}
int fcntl(int file, int command, ...) __attribute__((alias("fcntl64")));
""")
        subprocess.run([compiler, "-shared", "-fPIC", "nolock.c", "-o", "nolock.so"], check=True,
                       cwd=self.folder)
        result = subprocess.run(
            [PROGRAM, "play", "--game", GAME, "--defaults", "--level", "random", "--session",
             "s.jsonl"], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
            env={**os.environ, "LD_PRELOAD": str(self.folder / "nolock.so")})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("has no locks", result.stderr)
        self.assertNotIn("another program", result.stderr)

    # The terminal

    def test_after_a_stop_the_line_is_edited_again(self):
        """Ctrl-Z and fg, in a shell that sets the terminal for itself and in one that does not."""
        for shell in (["dash", "-i"], ["bash", "--norc", "--noprofile", "-i"]):
            if not shutil.which(shell[0]):
                continue
            with self.subTest(shell[0]):
                self.stop_and_go_on(shell)

    def stop_and_go_on(self, shell):
        child, line = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.environ.update(TERM="xterm", PS1="SHELL$ ", ENV="", XDG_DATA_HOME=str(self.folder))
            os.execvp(shell[0], shell)
        shown = bytearray()

        def see(words):
            """Until the words are shown; what came before them is forgotten."""
            end = time.monotonic() + PATIENCE
            while words not in shown:
                self.assertGreater(end, time.monotonic(), bytes(shown[-500:]))
                if select.select([line], [], [], 1)[0]:
                    shown.extend(os.read(line, 1 << 16))
            del shown[:shown.index(words) + len(words)]

        def edited():
            return not termios.tcgetattr(line)[3] & termios.ICANON
        try:
            see(b"SHELL$ ")
            os.write(line, (f"{PROGRAM} play --game {GAME} --defaults --level random --key 5\n").encode())
            see(b"> ")
            wait_until(edited)
            self.assertTrue(edited())
            os.write(line, b"boa")
            see(b"boa")
            os.write(line, b"\x1a")
            see(b"SHELL$ ")
            os.write(line, b"fg\n")
            see(b"> boa")
            wait_until(edited)
            self.assertTrue(edited())
            os.write(line, b"rd\n")
            see(b"> ")
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(line)

    def test_an_empty_name_of_a_terminal_has_no_colours(self):
        for term, coloured in (("xterm", True), ("", False), ("dumb", False)):
            with self.subTest(term):
                child, line = pty.fork()
                if child == 0:
                    os.chdir(self.folder)
                    os.environ.update(TERM=term)
                    os.environ.pop("NO_COLOR", None)
                    os.execv(PROGRAM, [PROGRAM, "play", "--game", GAME, "--defaults", "--level",
                                       "random", "--key", "5"])
                shown = b""
                while b"> " not in shown and select.select([line], [], [], PATIENCE)[0]:
                    shown += os.read(line, 1 << 16)
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(line)
                self.assertEqual(b"\x1b[1m" in shown, coloured)

    # The server of the page

    def server(self, *options, files=None):
        command = [PROGRAM, "serve", "--seconds", "600", *options]
        if files:
            command = ["prlimit", f"--nofile={files}:{files}", *command]
        server = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True,
                                  env={**os.environ, "XDG_DATA_HOME": str(self.folder)})
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server, int(re.search(r":(\d+)/", server.stdout.readline())[1])

    def test_more_connections_than_files_are_waited_for_idly(self):
        server, port = self.server("--port", "0", files=24)
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]

        def state():
            return pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        time.sleep(1)  # until it has found out
        states = set()
        for _ in range(100):
            states.add(state())
            time.sleep(0.01)
        self.assertIn("S", states)  # it sleeps between two tries
        for one in held:
            one.close()
        asking = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        asking.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.assertIn(b"200", asking.recv(100))
        asking.close()

    def test_a_port_of_which_no_browser_opens_pages_is_refused(self):
        for port in (1720, 6000):
            result = subprocess.run([PROGRAM, "serve", "--port", str(port), "--seconds", "1"],
                                    cwd=self.folder, capture_output=True, text=True,
                                    timeout=PATIENCE, check=False,
                                    env={**os.environ, "XDG_DATA_HOME": str(self.folder)})
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, rf"port {port}: no browser opens .* try --port {port + 1}$")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
