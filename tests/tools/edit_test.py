#!/usr/bin/python3
"""niemen edit: what is changed on its page, as the page asks for it.

usage: edit_test.py PROGRAM [unittest arguments]
"""
import http.client
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

from page_socket import PATIENCE, Socket

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""


class Tab(Socket):
    """A tab of the page: it keeps the last message of each kind."""

    def __init__(self, port, token):
        super().__init__(port)
        self.kept = {}
        self.send(kind="hello", token=token)
        self.receive("workshop")

    def heard(self, message):
        self.kept[message["kind"]] = message

    def known(self, kind, revision=0):
        """What is told of that kind of a version, or of a later one."""
        while kind not in self.kept or self.kept[kind].get("revision", revision) < revision:
            self.receive()
        return self.kept[kind]


class EditTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        self.game = self.folder / "mine"

    def niemen(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, timeout=PATIENCE, capture_output=True,
                              text=True, check=False)

    def make(self, *how):
        made = self.niemen("new", self.game, *how)
        self.assertEqual(made.returncode, 0, made.stderr)

    def serve(self):
        """A tab of an editor of the game."""
        server = subprocess.Popen([PROGRAM, "edit", str(self.game), "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE,
                                  text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/edit\.html#t=(\w+)", server.stdout.readline())
        self.port, token = int(found[1]), found[2]
        tab = Tab(self.port, token)
        self.addCleanup(tab.__exit__)
        return tab

    def faults(self, tab, revision=0):
        """What is wrong with a version, when it is known."""
        return tab.known("faults", revision)["lines"]

    def map(self, tab, revision=0):
        """The places of the board and the pieces of a version."""
        counters = tab.known("position", revision)["view"]["counters"]
        return tab.known("map")["board"]["spaces"], counters

    def counters_at(self, tab, place, revision=0):
        places, counters = self.map(tab, revision)
        return [counter for counter in counters if counter.get("place", -1) >= 0
                and places[counter["place"]]["id"] == place]

    def refused(self, tab, **message):
        tab.send(**message)
        return tab.receive("error")["text"]

    def changed(self, tab, **message):
        """The revision after a change."""
        tab.send(**message)
        return tab.receive("workshop")["revision"]

    def save(self, tab):
        tab.send(kind="save")
        return tab.receive("saved")["files"]

    # --- values

    def test_a_value_is_changed_and_every_other_byte_stays(self):
        self.make("--blank", "block_battle")
        file = self.game / "game.toml"
        before = file.read_bytes().replace(b"\n", b"\r\n", 40)  # of two kinds of line ends
        before = before.replace(b"[stacking]", b"# Napol\xc3\xa9on says so\r\n[stacking]   # behind")
        file.write_bytes(before)
        clear = re.search(rb"clear = (\d+)", before)
        now = 3 if clear[1] == b"4" else 4
        tab = self.serve()
        self.assertEqual(self.faults(tab), [])
        revision = self.changed(tab, kind="set", file="game.toml", path=["stacking", "clear"], text=str(now))
        self.assertEqual(file.read_bytes(), before, "nothing is written before it is saved")
        self.assertEqual(self.faults(tab, revision), [])
        self.assertEqual(self.save(tab), ["game.toml"])
        self.assertEqual(file.read_bytes(), before[:clear.start(1)] + b"%d" % now + before[clear.end(1):])

    def test_a_cell_is_changed_by_the_id_of_its_row(self):
        self.make("--blank", "block_battle")
        file = self.game / "blocks.csv"
        before = file.read_text(encoding="utf-8")
        row = next(line for line in before.splitlines() if line.startswith("westerby,"))
        tab = self.serve()
        name = before.split("id,", 1)[1].split("\n")[0].split(",").index("name") + 1
        revision = self.changed(tab, kind="set", file="blocks.csv", path=["westerby", "name"], text="Westerby, the elder")
        self.assertEqual(self.faults(tab, revision), [])
        self.save(tab)
        cells = row.split(",")
        cells[name] = '"Westerby, the elder"'
        self.assertEqual(file.read_text(encoding="utf-8"), before.replace(row, ",".join(cells)))

    def test_a_bad_value_is_told_as_validate_tells_it_and_nothing_is_written(self):
        self.make("--blank", "hex_campaign")
        file = self.game / "units.csv"
        before = file.read_bytes()
        tab = self.serve()
        revision = self.changed(tab, kind="set", file="units.csv", path=["West-3", "arm"], text="cavlary")
        told = self.faults(tab, revision)
        self.assertEqual([(fault["file"], fault["line"]) for fault in told], [("units.csv", 5)])
        self.assertEqual(file.read_bytes(), before)
        self.save(tab)  # a designer may keep what is not finished
        said = self.niemen("validate", self.game).stderr.splitlines()[0]
        self.assertEqual(said, f"niemen: {self.game}/units.csv:5: {told[0]['text']}")

    def test_what_is_no_number_is_told_by_its_line(self):
        self.make("--blank", "area_campaign")
        tab = self.serve()
        line = next(number for number, text in enumerate((self.game / "game.toml").read_text().splitlines(), 1)
                    if text.startswith("last_turn"))
        revision = self.changed(tab, kind="set", file="game.toml", path=["rules", "last_turn"], text="nine")
        told = [fault["text"] for fault in self.faults(tab, revision)
                if (fault["file"], fault["line"]) == ("game.toml", line)]
        self.assertTrue(told)
        self.assertIn("must be a number", told[0])

    def test_what_is_not_there_is_named_with_the_nearest(self):
        self.make("--blank", "area_campaign")
        tab = self.serve()
        self.assertIn("rules.last_turn", self.refused(tab, kind="set", file="game.toml", path=["rules", "last_tern"],
                                                      text="9"))
        self.assertIn("is there: fortress", self.refused(tab, kind="set", file="areas.csv", path=["W2", "fortres"],
                                                         text="x"))
        self.assertIn("no row", self.refused(tab, kind="set", file="areas.csv", path=["W99", "name"], text="x"))

    def test_undo_and_redo(self):
        self.make("--blank", "area_campaign")
        file = self.game / "areas.csv"
        before = file.read_bytes()
        tab = self.serve()
        self.changed(tab, kind="set", file="areas.csv", path=["W2", "name"], text="Westford")
        self.changed(tab, kind="undo")
        self.assertEqual(self.save(tab), [])
        self.assertEqual(file.read_bytes(), before)
        self.changed(tab, kind="redo")
        self.assertEqual(self.save(tab), ["areas.csv"])
        self.assertIn(b"Westford", file.read_bytes())
        self.changed(tab, kind="undo")
        self.assertIn("nothing to undo", self.refused(tab, kind="undo"))

    def test_rows_are_copied_and_deleted(self):
        self.make("--blank", "hex_campaign")
        file = self.game / "units.csv"
        before = file.read_text(encoding="utf-8")
        tab = self.serve()
        revision = self.changed(tab, kind="copy-row", file="units.csv", row="East-3")
        self.assertEqual(self.faults(tab, revision), [])
        self.save(tab)
        last = before.splitlines()[-1]
        self.assertEqual(file.read_text(encoding="utf-8"), before + last.replace("East-3", "East-3-2", 1) + "\n")
        self.changed(tab, kind="delete-row", file="units.csv", row="East-3-2")
        self.save(tab)
        self.assertEqual(file.read_text(encoding="utf-8"), before)

    def test_text_is_changed_by_bytes(self):
        self.make("--blank", "area_campaign")
        file = self.game / "scenarios" / "start.toml"
        before = file.read_bytes()
        tab = self.serve()
        tab.send(kind="table", file="scenarios/start.toml")
        table = tab.receive("table")
        self.assertEqual(table["source"].encode(), before)
        self.changed(tab, kind="text", file="scenarios/start.toml", revision=table["revision"], **{"from": 0}, to=1,
                     text="# Né\n#")
        self.save(tab)
        self.assertEqual(file.read_bytes(), "# Né\n#".encode() + before[1:])
        self.assertIn("look again", self.refused(tab, kind="text", file="scenarios/start.toml",
                                                 revision=table["revision"], **{"from": 0}, to=1, text=""))

    def test_tables_tell_what_is_allowed(self):
        self.make("--blank", "block_battle")
        tab = self.serve()
        tab.send(kind="table", file="game.toml")
        row = next(row for row in tab.receive("table")["rows"] if row["path"] == ["stacking", "clear"])
        self.assertEqual(row["allowed"], "1 to 12")
        tab.send(kind="table", file="scenarios/start.toml")
        row = next(row for row in tab.receive("table")["rows"] if row["path"] == ["places", "westerby"])
        self.assertEqual(row["allowed"], "an id of areas.csv")
        tab.send(kind="find", text="NORTH hill", whole=False)
        self.assertIn("areas.csv", [row["file"] for row in tab.receive("found")["rows"]])

    # --- the disk

    def test_what_others_have_changed_is_not_written_over(self):
        self.make("--blank", "area_campaign")
        file, other = self.game / "areas.csv", self.game / "borders.csv"
        tab = self.serve()
        self.changed(tab, kind="set", file="areas.csv", path=["W2", "name"], text="Westford")
        self.changed(tab, kind="set", file="borders.csv", path=["[1]", "source"], text="mine")
        theirs, untouched = file.read_bytes() + b"# theirs\n", other.read_bytes()
        file.write_bytes(theirs)
        self.assertIn("areas.csv: changed on the disk", self.refused(tab, kind="save"))
        self.assertEqual((file.read_bytes(), other.read_bytes()), (theirs, untouched))
        self.changed(tab, kind="theirs", file="areas.csv")
        self.assertEqual(self.save(tab), ["borders.csv"])
        self.assertEqual(file.read_bytes(), theirs)

    def test_what_others_write_is_taken_in_where_nothing_was_changed(self):
        self.make("--blank", "area_campaign")
        tab = self.serve()
        first = tab.kept["workshop"]["revision"]
        file = self.game / "areas.csv"
        file.write_text(file.read_text().replace("W2,", "W2x,"))
        self.assertTrue(self.faults(tab, tab.known("workshop", first + 1)["revision"]))

    def test_only_files_of_the_folder_are_named(self):
        self.make("--blank", "area_campaign")
        secret = self.folder / "secret.toml"
        secret.write_text("key = 1\n")
        (self.game / "link.toml").symlink_to(secret)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere" / "more.toml").write_text("key = 1\n")
        (self.game / "doors").symlink_to(self.folder / "elsewhere")
        tab = self.serve()
        for name in ("../secret.toml", str(secret), "doors/more.toml", "scenarios/../../secret.toml", ""):
            for kind in ("set", "table"):
                self.assertIn("no file", self.refused(tab, kind=kind, file=name, path=["key"], text="2"))
        self.assertIn("is a link", self.refused(tab, kind="set", file="link.toml", path=["key"], text="2"))
        self.assertEqual(secret.read_text(), "key = 1\n")

    def test_a_file_that_has_become_a_link_is_not_written(self):
        self.make("--blank", "area_campaign")
        file, moved = self.game / "areas.csv", self.folder / "moved.csv"
        tab = self.serve()
        self.changed(tab, kind="set", file="areas.csv", path=["W2", "name"], text="Westford")
        before = file.read_bytes()
        file.rename(moved)
        file.symlink_to(moved)
        self.assertIn("has become a link", self.refused(tab, kind="save"))
        self.assertEqual(moved.read_bytes(), before)

    def test_others_are_not_answered(self):
        self.make("--blank", "area_campaign")
        self.serve()
        for status, headers in ((421, {"Host": "example.com"}),
                                (403, {"Host": f"127.0.0.1:{self.port}", "Origin": "http://example.com"}),
                                (200, {"Host": f"127.0.0.1:{self.port}"})):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            connection.request("GET", "/edit.html", headers=headers)
            self.assertEqual(connection.getresponse().status, status)
            connection.close()
        with Socket(self.port) as stranger:
            stranger.send(kind="hello", token="0" * 32)
            with self.assertRaises((ValueError, OSError, IndexError, EOFError)):  # the line is closed
                stranger.receive("workshop")

    def test_a_game_of_the_project_is_not_edited(self):
        told = self.niemen("edit", "lorn-valley", "--seconds", "1")
        self.assertEqual(told.returncode, 1)
        self.assertIn("--copy", told.stderr)
        self.assertEqual(len(told.stderr.splitlines()), 1)

    def test_a_game_that_extends_another_is_loaded(self):
        self.make("--from", "lorn-valley")
        tab = self.serve()
        self.assertEqual(self.faults(tab), [])
        self.assertTrue(self.map(tab)[1])

    # --- campaigns

    def test_campaigns_are_compared_with_the_game_as_it_was(self):
        self.make("--blank", "area_campaign")
        tab = self.serve()
        self.faults(tab)
        tab.send(kind="measure", campaigns=20)
        while (first := tab.receive("measured"))["running"]:
            pass
        self.assertEqual(first["now"]["done"], 20)
        self.assertIsNone(first["before"])
        revision = self.changed(tab, kind="set", file="scenarios/start.toml", path=["placed", "west", "units"],
                                text="14ic 4cc 2su A")
        self.assertEqual(self.faults(tab, revision), [])
        tab.send(kind="measure", campaigns=20)
        while (then := tab.receive("measured"))["running"]:
            pass
        self.assertEqual(then["before"], first["now"])
        self.assertGreater(then["now"]["won"], first["now"]["won"])
        self.assertIn("points", then["change"])

    # --- pieces

    def test_pieces_of_areas_are_put_elsewhere(self):
        self.make("--blank", "area_campaign")
        file = self.game / "scenarios" / "start.toml"
        before = file.read_text()
        tab = self.serve()
        here = [counter["id"] for counter in self.counters_at(tab, "W2")]
        revision = self.changed(tab, kind="move", counters=here, **{"from": "W2"}, to="W1")
        self.assertEqual(self.faults(tab, revision), [])
        self.save(tab)
        self.assertEqual(file.read_text(), before.replace('area = "W2"', 'area = "W1"'))
        some = next(counter["id"] for counter in self.counters_at(tab, "E3", revision)
                    if counter["kind"] == "cavalry")
        revision = self.changed(tab, kind="move", counters=[some], **{"from": "E3"}, to="E5")
        self.assertEqual(self.faults(tab, revision), [])
        self.save(tab)
        placed = {row["id"]: row["units"].split() for row in tomllib.loads(file.read_text())["placed"]}
        self.assertEqual(sorted(placed["east-border"]), ["2ic"])
        self.assertEqual(sorted(placed["east-home"]), ["1cc", "1su", "2ic", "A"])

    def test_blocks_and_pieces_on_hexes_are_put_elsewhere(self):
        for mechanism, piece, to, file, after in (
                ("block_battle", "westerby", "north-hill", "scenarios/start.toml", 'westerby = "north-hill"'),
                ("hex_campaign", "West-1", "0603", "units.csv", "West-1,West infantry 1,a,infantry,line,West,,,0603,home"),
                ("hex_campaign", "West-2", "0602", "units.csv", "West-2,West infantry 2,a,infantry,line,West,,,0602,home")):
            with self.subTest(mechanism):
                self.game = self.folder / f"{mechanism}-{piece}"
                self.make("--blank", mechanism)
                tab = self.serve()
                places, counters = self.map(tab)
                counter = next(one for one in counters if one["id"] == piece)
                here = places[counter["place"]]["id"]
                there = next(place["id"] for place in places if place["id"].endswith(to))
                revision = self.changed(tab, kind="move", counters=[piece], **{"from": here}, to=there)
                self.assertEqual(self.faults(tab, revision), [])
                self.save(tab)
                self.assertIn(after, (self.game / file).read_text())

    def test_a_set_up_that_is_free_becomes_an_opening(self):
        self.make("--blank", "hex_operations")
        tab = self.serve()
        places, counters = self.map(tab)
        free = [one for one in counters if one.get("side") == "b" and one.get("place", -1) >= 0
                and places[one["place"]].get("name") != "Middleton"]
        counter = free[0]
        here = places[counter["place"]]["id"]
        taken = {places[one["place"]]["id"] for one in counters if one.get("place", -1) >= 0}
        there = next(place["id"] for place in places if place["id"].lstrip("h")[:2] in ("12", "11") and place["id"] not in taken)
        revision = self.changed(tab, kind="move", counters=[counter["id"]], **{"from": here}, to=there)
        self.assertEqual(self.faults(tab, revision), [])
        made, = self.save(tab)
        self.assertTrue(made.startswith("openings/east-start"))
        rows = tomllib.loads((self.game / made).read_text())["placed"]
        self.assertIn(there.lstrip("h"), [row["hex"] for row in rows])
        self.changed(tab, kind="undo")
        self.save(tab)
        self.assertFalse((self.game / made).exists())

    # --- outlines and rivers

    def test_a_corner_goes_with_those_of_the_neighbours(self):
        for mechanism in ("area_campaign", "block_battle"):
            with self.subTest(mechanism):
                self.game = self.folder / mechanism
                self.make("--blank", mechanism)
                file = self.game / "shapes.csv"
                before = file.read_text()
                tab = self.serve()
                self.map(tab)
                tab.send(kind="points")
                points = tab.receive("points")["points"]
                corners = [point for point in points if point["what"] == "corner"]
                # One that several areas share: an inner one, furthest from the border of the map.
                wide, high = max(point["x"] for point in corners), max(point["y"] for point in corners)
                corner = max(corners, key=lambda point: min(point["x"], wide - point["x"]) +
                             (min(point["y"], high - point["y"]) if mechanism == "block_battle" else 0))
                down = 7 if corner["y"] < high / 2 else -7  # into the map, which stays as large as it is
                revision = self.changed(tab, kind="point", what="corner",
                                        **{"from": [round(100 * corner["x"]), round(100 * corner["y"])]},
                                        to=[round(100 * corner["x"]) + 1200, round(100 * (corner["y"] + down))])
                self.assertEqual(self.faults(tab, revision), [])
                self.save(tab)
                after = file.read_text()
                changed = [(old, new) for old, new in zip(before.splitlines(), after.splitlines()) if old != new]
                self.assertGreater(len(changed), 1, "the neighbour's corner stayed")
                self.assertEqual(len(before.splitlines()), len(after.splitlines()))
                self.map(tab, revision)
                tab.send(kind="points")
                there = [point for point in tab.receive("points")["points"] if point["what"] == "corner"
                         and abs(point["x"] - corner["x"] - 12) < 3 and abs(point["y"] - corner["y"] - down) < 3]
                self.assertEqual(len(there), 1)

    def test_a_river_between_two_hexes_comes_and_goes(self):
        self.make("--blank", "hex_operations")
        file = self.game / "map" / "hexsides.csv"
        before = file.read_text()
        tab = self.serve()
        self.map(tab)
        revision = self.changed(tab, kind="river", a="0202", b="0203")
        self.assertEqual(self.faults(tab, revision), [])
        self.map(tab, revision)
        self.save(tab)
        self.assertIn("\n0202-0203,0202,0203,Border,0,invented\n", file.read_text())
        self.changed(tab, kind="river", a="0203", b="0202")
        self.save(tab)
        self.assertEqual(file.read_text(), before)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
