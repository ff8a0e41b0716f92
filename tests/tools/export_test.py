#!/usr/bin/python3
"""What niemen makes of a game for other programs: pictures in layers, sheets to print, modules of VASSAL, and back.

usage: export_test.py PROGRAM [unittest arguments]
"""
import collections
import io
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import tomllib
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
SVG = "{http://www.w3.org/2000/svg}"


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name in ("configs", "scripts"):
            (self.folder / name).symlink_to(ROOT / name)

    def tearDown(self):
        self.temporary.cleanup()

    def run_niemen(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)

    def good(self, *arguments):
        result = self.run_niemen(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, words, *arguments, status=1):
        result = self.run_niemen(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn(words, result.stderr)


class LayersTest(ExportTest):
    def layers(self, *game):
        self.good("show", *game, "--svg", "map.svg")
        root = ElementTree.parse(self.folder / "map.svg").getroot()
        # Whatever is seen lies in a layer, at the top, where Inkscape looks for them.
        for child in root:
            if child.tag == SVG + "g":
                self.assertEqual(child.get(INKSCAPE + "groupmode"), "layer")
        return {child.get(INKSCAPE + "label"): child for child in root if child.tag == SVG + "g"}

    def test_a_map_of_every_mechanism_has_its_layers_by_name(self):
        always = ["ground", "grid", "spaces", "places", "names", "frame", "card", "legend"]
        # In russia-1812 both sides are still to set up.
        for game, more in (("russia-1812", ["water", "borders", "roads"]), ("portugal-1810", ["borders", "counters"]),
                           ("grand-tactical-1812", ["water", "counters"]),
                           ("borodino-1812", ["water", "roads", "counters"])):
            with self.subTest(game):
                layers = self.layers("--game", game)
                for name in [*always, *more]:
                    self.assertIn(name, layers)
                self.assertGreater(len(list(layers["names"].iter(SVG + "text"))), 10)
                if "counters" in more:
                    self.assertGreater(len(list(layers["counters"].iter(SVG + "title"))), 1)

    def test_every_space_has_an_outline_with_its_name(self):
        layers = self.layers("--game", "portugal-1810")
        labels = [path.get(INKSCAPE + "label") for path in layers["spaces"].iter(SVG + "path")]
        self.assertIn("P10", labels)
        self.assertEqual(len(set(labels) - {""}), 24)

    def test_what_is_shown_again_is_named_as_all_programs_read_it(self):
        self.good("show", "--game", "russia-1812", "--svg", "map.svg")
        text = (self.folder / "map.svg").read_text()
        self.assertIn("<use xlink:href=", text)
        self.assertNotRegex(text, r"<(use|textPath) href")

    def test_title_and_legend_stand_beside_the_map(self):
        # However small the map is, nothing lies over it, and the legend ends within the picture.
        self.good("new", "small", "--blank", "block_battle")
        for game in ("small", "portugal-1810"):
            layers = self.layers("--game", game)
            root = ElementTree.parse(self.folder / "map.svg").getroot()
            height = max(float(rect.get("height")) for rect in layers["frame"]) - 8
            right = float(root.get("width")) - 10
            for name in ("card", "legend"):
                for text in layers[name].iter(SVG + "text"):
                    if text.get("text-anchor") != "middle" or name == "card":  # else of the sign of a counter
                        self.assertGreater(float(text.get("y")), height)
            for text in layers["legend"].iter(SVG + "text"):
                self.assertLess(float(text.get("x")) + 5 * len(text.text), right)


def pages_of(pdf):
    """Width and height of every page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    return [tuple(float(side) / 72 * 25.4 for side in box) for box in boxes]


class SheetsTest(ExportTest):
    def pdf(self, name, *arguments):
        told = self.good("export", *arguments)
        pages = pages_of((self.folder / name).read_bytes())
        self.assertIn(f"on {len(pages)} page", told)
        return pages, told

    def assert_paper(self, page, width, height):
        for side, wanted in zip(sorted(page), sorted((width, height))):
            self.assertAlmostEqual(side, wanted, delta=0.5)

    def test_counters_are_printed_on_paper_of_its_size(self):
        pages, told = self.pdf("c.pdf", "--game", "lorn-valley", "--counters", "c.pdf")
        self.assertIn(" counters on ", told)
        for page in pages:
            self.assert_paper(page, 210, 297)
        small, _ = self.pdf("s.pdf", "--game", "lorn-valley", "--counters", "s.pdf", "--paper", "letter", "--counter", "40",
                            "--backs")
        for page in small:
            self.assert_paper(page, 215.9, 279.4)
        self.assertGreater(len(small), len(pages))
        self.assertEqual(len(small) % 2, 0)  # a sheet of backs to each of counters

    def test_a_map_takes_more_pages_the_larger_its_counters_are(self):
        pages, _ = self.pdf("m.pdf", "--game", "lorn-valley", "--map", "m.pdf")
        larger, _ = self.pdf("l.pdf", "--game", "lorn-valley", "--map", "l.pdf", "--counter", "30")
        self.assertGreater(len(larger), len(pages))
        for page in pages + larger:
            self.assert_paper(page, 210, 297)

    def test_what_cannot_be_printed_is_refused(self):
        game = ("export", "--game", "lorn-valley")
        self.refused("--counters, --map or --vassal", *game, status=2)
        self.refused('--paper is "a3"; allowed: a4, letter', *game, "--map", "m.pdf", "--paper", "a3")
        self.refused("--counter is 2; allowed: 8 to 40 millimetres", *game, "--map", "m.pdf", "--counter", "2")
        self.refused("cannot be written", *game, "--map", "nowhere/m.pdf")
        result = subprocess.run(["/usr/bin/python3", str(ROOT / "scripts/draw_pdf.py")], input='{"pages": ["<svg/>"]}',
                                capture_output=True, text=True, check=False, env={"PATH": str(self.folder)})
        self.assertEqual(result.returncode, 1)
        self.assertIn("librsvg2-bin", result.stderr)


# --- VASSAL: what its own program does with a module, written from its form.


def parts(text, delimiter):
    """What VASSAL's SequenceEncoder has put together."""
    found, part, i = [], "", 0
    while i < len(text):
        if text[i] == delimiter:
            found.append(part)
            part = ""
        elif text[i] == "\\" and text[i + 1:i + 2] == delimiter:
            part += delimiter
            i += 1
        else:
            part += text[i]
        i += 1
    found.append(part)
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in found]


def traits(text):
    """The traits of a type or of a state, from the outermost to the piece."""
    both = parts(text, "\t")
    return [both[0]] + (traits(both[1]) if len(both) > 1 else [])


class Piece:
    def __init__(self, command):
        self.id, kinds, states = parts(command.removeprefix("+/"), "/")
        self.types, self.states = traits(kinds), traits(states)
        self.name = parts(self.types[-1], ";")[4]
        self.map, x, y, self.slot = parts(self.states[-1], ";")[:4]
        self.at = (int(x), int(y))

    def of(self, trait):
        """The fields of a trait and of its state, or nothing."""
        for kind, state in zip(self.types, self.states):
            if parts(kind, ";")[0] == trait:
                return parts(kind, ";"), parts(state, ";")
        return None

    def pictures(self):
        names = [parts(self.types[-1], ";")[3], self.of("obs")[0][2]]
        layers = self.of("emb2")
        return names + (parts(layers[0][16], ",") if layers else [])


def plain(data):
    """A saved game as it was before it was made hard to read."""
    assert data[:5] == b"!VCSK"
    key = int(data[5:7], 16)
    return bytes(byte ^ key for byte in bytes.fromhex(data[7:].decode())).decode("utf-8")


class Module:
    def __init__(self, file):
        self.zip = zipfile.ZipFile(file)
        assert self.zip.testzip() is None
        self.root = ElementTree.fromstring(self.zip.read("buildFile.xml"))
        self.data = ElementTree.fromstring(self.zip.read("moduledata"))
        self.slots = {slot.get("gpid"): Piece(slot.text) for slot in self.root.iter("VASSAL.build.widget.PieceSlot")}
        self.maps = {one.get("mapName"): one for one in self.root.iter("VASSAL.build.module.Map")}

    def size(self, picture):
        data = self.zip.read("images/" + picture)
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        return struct.unpack(">II", data[16:24])

    def boards(self):
        return {name: window.find(".//VASSAL.build.module.map.boardPicker.Board").get("image")
                for name, window in self.maps.items()}

    def places(self, name):
        """Names of places by where they are on a map."""
        return {(int(place.get("originx")), int(place.get("originy"))): place.get("name")
                for place in self.maps[name].iter("VASSAL.build.module.map.boardPicker.board.Region")}

    def set_ups(self):
        return {one.get("name"): one.get("file") for one in self.root.iter("VASSAL.build.module.PredefinedSetup")}

    def commands(self, file):
        saved = zipfile.ZipFile(io.BytesIO(self.zip.read(file)))
        assert {"savedGame", "savedata", "moduledata"} == set(saved.namelist())
        return parts(plain(saved.read("savedGame")), "\x1b")

    def pieces(self, file):
        return [Piece(command) for command in self.commands(file)
                if command.startswith("+/") and parts(command[2:], "/")[1] != "stack"]

    def where(self, piece):
        """The place that a piece stands in, as VASSAL names it: the nearest."""
        places = self.places(piece.map)
        return places[min(places, key=lambda at: (at[0] - piece.at[0]) ** 2 + (at[1] - piece.at[1]) ** 2)]


class VassalTest(ExportTest):
    def module(self, *game):
        self.good("export", *game, "--vassal", "game.vmod")
        module = Module(self.folder / "game.vmod")
        self.assert_whole(module)
        return module

    def assert_whole(self, module):
        """All that a module names is there, and everything stands where it can be seen."""
        self.assertEqual(module.root.tag, "VASSAL.build.GameModule")
        self.assertEqual(module.data.find("name").text, module.root.get("name"))
        self.assertEqual(module.data.find("VassalVersion").text, module.root.get("VassalVersion"))
        self.assertEqual(len(module.slots), int(module.root.get("nextPieceSlotId")) - 1)
        for one in module.root.iter():  # text is what pieces and sides are; buttons have theirs in an attribute
            if one.text and one.text.strip():
                self.assertIn(one.tag.split(".")[-1], ("entry", "setup", "PieceSlot"))
        sides = [entry.text for entry in module.root.find("VASSAL.build.module.PlayerRoster")]
        sizes = {name: module.size(picture) for name, picture in module.boards().items()}
        for slot, piece in module.slots.items():
            self.assertEqual(piece.slot, slot)
            self.assertEqual(piece.map, "null")
            self.assertEqual(len({module.size(picture) for picture in piece.pictures()}), 1)
        self.assertTrue(module.set_ups())
        for file in module.set_ups().values():
            self.assert_saved(module, file, sizes, sides)

    def assert_saved(self, module, file, sizes, sides):
        commands = module.commands(file)
        self.assertEqual((commands[0], commands[-1]), ("begin_save", "end_save"))
        for name in module.maps:
            self.assertIn(f"{name}BoardPicker\t{name}\t0\t0", commands)
        pieces = module.pieces(file)
        self.assertTrue(pieces)
        self.assertEqual(len({piece.id for piece in pieces}), len(pieces))
        for piece in pieces:
            self.assertEqual(piece.types, module.slots[piece.slot].types)
            self.assertIn(piece.of("obs")[1][0], ["null", *sides])
            width, height = sizes[piece.map]
            self.assertTrue(0 <= piece.at[0] < width and 0 <= piece.at[1] < height)
            layers = piece.of("emb2")
            if layers:
                self.assertIn(int(layers[1][0]), range(1, len(parts(layers[0][16], ",")) + 1))
        by_id = {piece.id: piece for piece in pieces}
        stacked = []
        for command in commands:
            if not command.startswith("+/") or "/stack/" not in command:
                continue
            state = parts(parts(command[2:], "/")[2], ";")
            self.assertTrue(state[-1].startswith("@@"))
            for one in state[3:-1]:
                self.assertEqual((by_id[one].map, *map(str, by_id[one].at)), tuple(state[:3]))
            stacked += state[3:-1]
        self.assertEqual(sorted(stacked), sorted(by_id))  # each in one stack

    def test_units_stand_where_an_opening_has_them(self):
        module = self.module("--game", "lorn-valley")
        name = next(name for name in module.set_ups() if "highmark south" in name)
        stand = collections.Counter(module.where(piece).split()[0] for piece in module.pieces(module.set_ups()[name])
                                    if piece.map == "Main Map" and piece.of("mark")[1] and "Highmark" in
                                    piece.of("mark")[1][0])
        opening = tomllib.loads((ROOT / "configs/games/lorn-valley/openings/highmark-south.toml").read_text())
        for at, units in opening["hexes"].items():
            self.assertGreaterEqual(stand[at], len(units), at)

    def test_armies_of_counts_are_counters_one_by_one(self):
        module = self.module("--game", "portugal-1810")
        scenario = tomllib.loads((ROOT / "configs/games/portugal-1810/scenarios/massena.toml").read_text())
        (file,) = module.set_ups().values()
        stand = collections.Counter((module.where(piece).split()[0], piece.name) for piece in module.pieces(file))
        words = {"ic": "Infantry Corps", "cc": "Cavalry Corps", "su": "Supply unit", "dp": "Depot"}
        for placed in scenario["placed"]:
            for unit in placed["units"].split():
                found = re.fullmatch(r"(\d+)(ic|cc|su|dp)", unit)
                if found:
                    self.assertEqual(stand[placed["area"], words[found[2]]], int(found[1]), placed["area"])
        # At the start both sides see who stands where.
        self.assertEqual({piece.of("obs")[1][0] for piece in module.pieces(file)}, {"null"})
        self.assertIn("turn 8", " ".join(module.places("Reinforcements").values()))

    def test_blocks_have_a_layer_for_each_step(self):
        self.good("new", "small", "--blank", "block_battle")
        module = self.module("--game", "small")
        infantry = next(piece for piece in module.slots.values() if piece.name == "Ashdown Infantry 1")
        self.assertIn(len(parts(infantry.of("emb2")[0][16], ",")), (3, 4))  # 5-4-2-1, the last of which is rare
        (file, *_) = module.set_ups().values()
        names = collections.Counter(piece.name for piece in module.pieces(file))
        with open(ROOT / "configs/blank/block_battle/blocks.csv", encoding="utf-8") as blocks:
            known = [line.split(",")[1] for line in blocks if not line.startswith(("#", "id,"))]
        self.assertLessEqual(set(known), set(names))  # all of them, set up or to be

    def test_operations_on_hexes(self):
        self.good("new", "small", "--blank", "hex_operations")
        module = self.module("--game", "small")
        self.assertIn("4-4", {piece.name for piece in module.slots.values()})

    def test_a_position_is_one_more_set_up(self):
        position = self.good("show", "--game", "portugal-1810")
        (self.folder / "p.txt").write_text(position)
        module = self.module("--game", "portugal-1810", "--position", "p.txt")
        self.assertEqual(len(module.set_ups()), 2)
        (self.folder / "p.txt").write_text("nonsense\n")
        self.refused("p.txt: ", "export", "--game", "portugal-1810", "--vassal", "x.vmod", "--position", "p.txt")

    def test_texts_that_vassal_would_mistake_are_read_back(self):
        sys.path.insert(0, str(ROOT / "scripts"))
        from vassal_module import sequence  # pylint: disable=import-outside-toplevel
        for texts in (["a", "b"], ["a;b", "c\\", "'d'"], ["", "x;;y", ";"], ["a\\;b", "'"]):
            self.assertEqual(parts(sequence(texts, ";"), ";"), texts)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
