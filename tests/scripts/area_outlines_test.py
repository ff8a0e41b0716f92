#!/usr/bin/python3
"""Tests of Areas laid out of their places."""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

MAP = pathlib.Path(__file__).resolve().parents[2] / "scripts/map"
sys.path.insert(0, str(MAP))
from area_outlines import Ground, border_rows, read_places, shape_rows, size  # noqa: E402
from geojson_layers import BadInput, inside  # noqa: E402

SQUARE = {"SW": (0, 0), "SE": (1, 0), "NW": (0, 1), "NE": (1, 1)}


def pairs(ground):
    return {(row["first"], row["second"]) for row in border_rows(ground, "a test")}


class AreaOutlinesTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def land(self, *rings):
        file = self.folder / "land.geojson"
        features = [{"type": "Feature", "properties": {"class": "land"},
                     "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}}
                    for ring in rings]
        file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return file

    def test_each_area_has_what_is_nearest_to_its_place(self):
        ground = Ground(SQUARE)
        for name, spot in ground.spots.items():
            for x in range(-20, 21):
                for y in range(-20, 21):
                    point = (spot[0] + 7.3 * x, spot[1] + 7.3 * y)
                    others = [math.dist(point, other) for key, other in ground.spots.items()
                              if key != name]
                    own = math.dist(point, spot)
                    # A circle of 24 corners is a little less than round.
                    if own < min(others) - 1e-6 and own < 0.99 * ground.reach:
                        self.assertTrue(inside(point, [ground.cells[name]]), (name, point))
                    if own > min(others) + 1e-6 or own > ground.reach:
                        self.assertFalse(inside(point, [ground.cells[name]]), (name, point))

    def test_areas_that_meet_in_a_corner_do_not_adjoin(self):
        self.assertEqual(pairs(Ground(SQUARE)),
                         {("SW", "SE"), ("SW", "NW"), ("SE", "NE"), ("NW", "NE")})
        self.assertEqual(pairs(Ground(SQUARE, reach=20)), set())  # too far from one another

    def test_only_land_is_drawn_and_crossed(self):
        # Two islands with a strait between west and east.
        file = self.land([[-1, -1], [0.4, -1], [0.4, 2], [-1, 2]], [[0.6, -1], [2, -1], [2, 2], [0.6, 2]])
        ground = Ground(SQUARE, file)
        self.assertEqual(pairs(ground), {("SW", "NW"), ("SE", "NE")})
        for row in shape_rows(ground, "a test"):
            for corner in row["outline"].split():
                self.assertFalse(0.401 < float(corner.split(";")[0]) < 0.599, row)
        whole = Ground(SQUARE)
        for name in SQUARE:
            self.assertLess(size(ground.rings(name)[0]), 0.95 * size(whole.rings(name)[0]))

    def test_a_lake_is_a_second_outline_and_an_island_none(self):
        around = [[-1, -1], [2, -1], [2, 2], [-1, 2]]
        lake = [[0.1, 0.2], [0.3, 0.2], [0.3, 0.3], [0.1, 0.3]]
        island = [[-1.0, -1.4], [-0.5, -1.4], [-0.5, -1.2], [-1.0, -1.2]]
        ground = Ground(SQUARE, self.land(around, lake, island), reach=400)
        self.assertEqual([len(ground.rings(name)) for name in SQUARE], [2, 1, 1, 1])
        self.assertAlmostEqual(size(ground.rings("SW")[1]), 0.2 * 0.1 * 111.2 ** 2, delta=1)

    def test_a_place_at_sea_keeps_its_ground(self):
        ground = Ground({"fleet": (0, 0), "port": (1, 0), "inland": (2, 0)},
                        self.land([[0.6, -1], [3, -1], [3, 1], [0.6, 1]]))
        self.assertEqual(ground.rings("fleet"), [ground.cells["fleet"]])
        self.assertEqual(pairs(ground), {("fleet", "port"), ("port", "inland")})

    def test_a_battle_is_laid_out_in_kilometres_with_corners_in_common(self):
        (self.folder / "areas.csv").write_text(
            "# Middles.\nid,name,terrain,x,y,source\nmill,Mill,clear,1,1.2,s\n"
            "hill,Hill,clear,4.1,1,s\nwood,Wood,woods,2.3,3.9,s\nford,Ford,clear,5.2,4,s\n")
        result = subprocess.run([MAP / "area_outlines.py", self.folder, "--borders"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = {name: list(csv.DictReader((self.folder / name).read_text().splitlines()[1:]))
                for name in ("shapes.csv", "borders.csv")}
        corners = {}
        for row in rows["shapes.csv"]:
            corners.setdefault(row["area"], []).append((row["x"], row["y"]))
        self.assertEqual(set(corners), {"mill", "hill", "wood", "ford"})
        for row in rows["borders.csv"]:  # in the very same digits
            both = set(corners[row["first"]]) & set(corners[row["second"]])
            self.assertEqual(len(both), 2, row)
            self.assertEqual((row["terrain"], row["road"]), ("clear", "false"))
        self.assertIn(("mill", "hill"), {(r["first"], r["second"]) for r in rows["borders.csv"]})
        # A rectangle is filled: the middles lie inside of it, and nothing is left over.
        xs, ys = zip(*[(float(x), float(y)) for ring in corners.values() for x, y in ring])
        whole = (max(xs) - min(xs)) * (max(ys) - min(ys))
        parts = sum(size([(float(x), float(y)) for x, y in ring]) for ring in corners.values())
        self.assertAlmostEqual(parts, whole, delta=0.01 * whole)
        refused = subprocess.run([MAP / "area_outlines.py", self.folder, "--land", "x.geojson"],
                                 capture_output=True, text=True, check=False)
        self.assertIn("--land is for campaigns over Areas", refused.stderr)

    def test_what_cannot_be_is_refused_in_a_line(self):
        def refused(text, words):
            (self.folder / "areas.csv").write_text(text)
            with self.assertRaisesRegex(BadInput, words):
                read_places(self.folder / "areas.csv")

        refused("id,longitude,latitude\nA,1,x\n", "A: id, longitude and latitude are needed")
        refused("id,longitude\nA,1\nB,2\n", "A: id, longitude and latitude are needed")
        refused("id,longitude,latitude\nA,1,1\n", "two places at least")
        refused("id,longitude,latitude\nA,1,1\nB,1,1\n", "no two in one spot")
        for options, words in ((("--reach", "0"), "more than 0"), (("--where", "land"), "KEY=VALUE"),
                               (("--land", "none.geojson"), "none.geojson")):
            (self.folder / "areas.csv").write_text("id,longitude,latitude\nA,1,1\nB,2,1\n")
            result = subprocess.run([MAP / "area_outlines.py", self.folder, *options],
                                    cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn(words, result.stderr)
            self.assertFalse((self.folder / "shapes.csv").exists())


if __name__ == "__main__":
    unittest.main()
