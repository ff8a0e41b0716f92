#!/usr/bin/python3
"""Tests of outlines out of GeoJSON and SVG into games of areas, and back."""
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAP = ROOT / "scripts/map"
sys.path.insert(0, str(MAP))
from geojson_layers import BadInput  # noqa: E402
from outlines import middle_of  # noqa: E402
from svg_outlines import rings_of_path, turn_of  # noqa: E402
from welding import adjoining, welded  # noqa: E402


def rows_of(file):
    with open(file, encoding="utf-8") as text:
        return list(csv.DictReader(line for line in text if not line.startswith("#")))


def square(area, west, south, size=2, **properties):
    ring = [[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]
    return {"type": "Feature", "properties": {"id": area, **properties},
            "geometry": {"type": "Polygon", "coordinates": [ring]}}


class GeometryTest(unittest.TestCase):
    def test_corners_that_nearly_meet_are_one_and_those_on_a_side_are_corners_of_it(self):
        shapes = welded({"a": [[(0, 0), (4, 0), (4, 4), (0, 4)]], "b": [[(4.01, 0), (8, 0), (8, 2), (4.02, 2.01)]]}, 0.05)
        self.assertEqual(shapes["b"][0][0], (4, 0))
        self.assertIn((4.02, 2.01), shapes["a"][0])  # in the middle of the side of a
        self.assertEqual(list(adjoining(shapes, 0.1)), [("a", "b")])

    def test_a_corner_is_no_border(self):
        shapes = welded({"a": [[(0, 0), (2, 0), (2, 2), (0, 2)]], "b": [[(2, 2), (4, 2), (4, 4), (2, 4)]]}, 0.01)
        self.assertEqual(list(adjoining(shapes, 0.1)), [])

    def test_the_middle_lies_within_however_bent_an_outline_is(self):
        self.assertEqual(middle_of([(0, 0), (2, 0), (2, 2), (0, 2)]), (1, 1))
        horseshoe = [(0, 0), (9, 0), (9, 6), (8, 6), (8, 1), (1, 1), (1, 6), (0, 6)]
        x, y = middle_of(horseshoe)
        self.assertTrue((0 < x < 1 or 8 < x < 9) and 0 < y < 6, (x, y))

    def test_paths_of_inkscape(self):
        square_of = [(1, 1), (3, 1), (3, 3), (1, 3)]
        for path in ("M1 1 L3 1 L3 3 L1 3Z", "m1,1 2,0 0,2 -2,0 z", "M 1,1 H 3 V 3 H 1 Z", "M1 1h2v2h-2z", "M1 1 3 1 3 3 1 3 1 1"):
            self.assertEqual(rings_of_path(path, ""), [square_of], path)
        bent = rings_of_path("M0 0 C0 1 2 1 2 0 Z", "")[0]
        self.assertEqual((bent[0], bent[-1]), ((0, 0), (2, 0)))
        self.assertAlmostEqual(max(y for _, y in bent), 0.75)
        self.assertEqual(len(rings_of_path("M0 0h4v4h-4zM1 1h1v1h-1z", "")), 2)
        for path in ("M1 1 L3", "L1 1", "M0 0 A1 1 0 0 1 2 2"):
            with self.assertRaises(BadInput, msg=path):
                rings_of_path(path, "x")

    def test_transforms(self):
        self.assertEqual(turn_of("translate(1,2) scale(2)", "").of((3, 4)), (7, 10))
        self.assertEqual(tuple(round(n, 6) for n in turn_of("rotate(90 1 1)", "").of((2, 1))), (1, 2))
        self.assertEqual(turn_of("matrix(1 0 0 -1 0 10)", "").of((3, 4)), (3, 6))
        with self.assertRaises(BadInput):
            turn_of("skewX(3)", "x")


class OutlinesTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for mechanism in ("block_battle", "area_campaign"):
            shutil.copytree(ROOT / "configs/blank" / mechanism, self.folder / mechanism)
        shutil.copytree(ROOT / "configs/games/portugal-1810", self.folder / "portugal")

    def tearDown(self):
        self.temporary.cleanup()

    def run_script(self, *arguments):
        return subprocess.run([MAP / "outlines.py", *arguments], cwd=self.folder, capture_output=True, text=True, check=False)

    def good(self, *arguments):
        result = self.run_script(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, words, *arguments):
        result = self.run_script(*arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn(words, result.stderr)

    def files(self, game):
        return {file.name: file.read_text() for file in (self.folder / game).glob("*.csv")}

    def test_out_and_in_again_changes_nothing(self):
        for game in ("block_battle", "area_campaign"):
            before = self.files(game)
            for kind in ("svg", "geojson"):
                self.good(game, "--to", f"map.{kind}")
                self.good(game, "--from", f"map.{kind}")
                self.assertEqual(self.files(game), before, kind)

    def test_what_somebody_decided_stays(self):
        # Areas of Portugal touch without a border where nobody crosses the river.
        borders = (self.folder / "portugal/borders.csv").read_text()
        self.good("portugal", "--to", "map.svg")
        self.good("portugal", "--from", "map.svg")
        self.assertEqual((self.folder / "portugal/borders.csv").read_text(), borders)
        told = self.good("portugal", "--from", "map.svg", "--all-borders")
        self.assertRegex(told, "1[0-9] new borders: S1-P10, ")

    def test_a_new_area_is_drawn_and_joined(self):
        self.good("block_battle", "--to", "map.geojson")
        drawn = json.loads((self.folder / "map.geojson").read_text())
        drawn["features"].append(square("far-hill", 8.01, 2, name="Far Hill", terrain="woods"))
        (self.folder / "map.geojson").write_text(json.dumps(drawn))
        told = self.good("block_battle", "--from", "map.geojson")
        self.assertIn("1 new areas: far-hill; 1 new borders: eastgate-far-hill", told)
        row = rows_of(self.folder / "block_battle/areas.csv")[-1]
        self.assertEqual((row["name"], row["terrain"], row["edge"], row["source"]),
                         ("Far Hill", "woods", "east", "drawn in map.geojson"))
        self.assertTrue(8 < float(row["x"]) < 10 and 2 < float(row["y"]) < 4)
        corners = {(row["x"], row["y"]) for row in rows_of(self.folder / "block_battle/shapes.csv") if row["area"] == "far-hill"}
        self.assertIn(("8.0", "2.0"), corners)  # of its neighbour, to which it was drawn nearly

    def test_areas_that_part_lose_their_border(self):
        self.good("block_battle", "--to", "map.geojson")
        drawn = json.loads((self.folder / "map.geojson").read_text())
        for feature in drawn["features"]:
            if feature["id"] == "eastgate":
                feature["geometry"]["coordinates"][0] = [[x + 3, y] for x, y in feature["geometry"]["coordinates"][0]]
        (self.folder / "map.geojson").write_text(json.dumps(drawn))
        told = self.good("block_battle", "--from", "map.geojson")
        self.assertRegex(told, r"\d borders gone: .*eastgate")
        self.assertFalse([row for row in rows_of(self.folder / "block_battle/borders.csv") if "eastgate" in row["id"]])

    def test_a_drawing_of_inkscape_is_read_in_its_layer_with_its_transforms(self):
        (self.folder / "drawn.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            'viewBox="0 0 100 100"><g inkscape:groupmode="layer" inkscape:label="notes"><path inkscape:label="no area" '
            'd="M0 0L1 1L2 0Z"/></g><g transform="translate(10 0)"><g inkscape:groupmode="layer" inkscape:label="areas" '
            'transform="scale(10)"><path inkscape:label="W1" d="m0,0 4,0 0,10 -4,0 z"/><path inkscape:label="W2" '
            'd="M4 0H9V10H4Z"><title>Western Hills</title></path></g></g></svg>')
        self.refused("does not say what ground it shows", "area_campaign", "--from", "drawn.svg")
        self.good("area_campaign", "--from", "drawn.svg", "--window", "0,10,40,50")
        shapes = {row["area"]: row["outline"] for row in rows_of(self.folder / "area_campaign/shapes.csv")}
        self.assertEqual(shapes["W1"], "1.0000;50.0000 5.0000;50.0000 5.0000;40.0000 1.0000;40.0000")
        self.assertEqual([row["id"] for row in rows_of(self.folder / "area_campaign/borders.csv")][0], "W1-W2")
        row = next(row for row in rows_of(self.folder / "area_campaign/areas.csv") if row["id"] == "W1")
        self.assertEqual((row["longitude"], row["latitude"]), ("3.0000", "45.0000"))

    def test_degrees_become_kilometres_of_a_battle(self):
        collection = {"type": "FeatureCollection", "features": [square("a", 12, 50, 0.02), square("b", 12.02, 50, 0.02)]}
        (self.folder / "real.geojson").write_text(json.dumps(collection))
        self.good("block_battle", "--from", "real.geojson", "--degrees")
        far = max(float(row["x"]) for row in rows_of(self.folder / "block_battle/shapes.csv") if row["area"] == "b")
        self.assertAlmostEqual(far, 0.04 * 111.2 * 0.6427, delta=0.01)

    def test_what_cannot_be_read_is_told_in_one_line(self):
        file = self.folder / "bad.geojson"
        for text, words in (
                ("{", "is not a FeatureCollection"),
                ('{"features": []}', "there is no outline in it"),
                (json.dumps({"features": [square("two words", 0, 0)]}), 'feature 1: "two words" is no id of an area'),
                (json.dumps({"features": [square("a", 0, 0), square("a", 2, 0)]}), "a has an outline already"),
                (json.dumps({"features": [square("a", 0, 0), square("b", 90, 0, 0.01)]}), "make --weld smaller")):
            file.write_text(text)
            self.refused(words, "block_battle", "--from", "bad.geojson")
        file.write_text(json.dumps({"features": [square("E9", 0, 0)]}))
        self.refused('a new area needs a country (property "country"); the game has: East, West', "area_campaign", "--from",
                     "bad.geojson")
        (self.folder / "bad.svg").write_text("<svg>")
        self.refused("bad.svg:1: is not SVG", "block_battle", "--from", "bad.svg")
        self.refused("must end in .geojson, .json or .svg", "block_battle", "--to", "map.png")
        self.refused("No such file", "block_battle", "--from", "nothing.svg")
        shutil.copytree(ROOT / "configs/blank/hex_operations", self.folder / "hexes")
        self.refused("outlines are of area_campaign, block_battle", "hexes", "--to", "map.svg")
        self.assertFalse((self.folder / "map.svg").exists())


if __name__ == "__main__":
    unittest.main()
