#!/usr/bin/python3
"""Tests of hex maps made out of GeoJSON."""
import collections
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

MAP = pathlib.Path(__file__).resolve().parents[2] / "scripts/map"
sys.path.insert(0, str(MAP))
from from_geojson import build  # noqa: E402
from geojson_layers import BadInput, inside  # noqa: E402
from hex_grid import Grid, name  # noqa: E402


def rows_of(text):
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text.split("\n", 1)[1]))}


def polygon(kind, title, west, south, east, north):
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return feature(kind, title, "Polygon", [ring])


def feature(kind, title, geometry, coordinates, **properties):
    return {"type": "Feature", "properties": {"class": kind, "name": title, **properties},
            "geometry": {"type": geometry, "coordinates": coordinates}}


class GridTest(unittest.TestCase):
    def test_neighbours_touch_and_are_a_hex_apart(self):
        grid = Grid(0, 4, 40, 42, 20)
        for at in grid.all():
            for other in grid.neighbours(at):
                (x1, y1), (x2, y2) = grid.middle(at), grid.middle(other)
                self.assertAlmostEqual(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5, 20, places=6)
                self.assertIn(at, grid.neighbours(other))
            self.assertEqual(grid.nearest(grid.middle(at)), at)

    def test_columns_grow_westward_and_even_ones_stand_lower(self):
        grid = Grid(0, 4, 40, 42, 20)
        self.assertGreater(grid.middle((1, 1))[0], grid.middle((2, 1))[0])
        self.assertEqual(grid.middle((2, 1))[1] - grid.middle((1, 1))[1], 10)

    def test_a_hole_is_outside(self):
        rings = [[(0, 0), (4, 0), (4, 4), (0, 4)], [(1, 1), (2, 1), (2, 2), (1, 2)]]
        self.assertTrue(inside((3, 3), rings))
        self.assertFalse(inside((1.5, 1.5), rings))
        self.assertFalse(inside((5, 1), rings))


class BuildTest(unittest.TestCase):
    """A square island, two countries, a river down the middle of it and a road across."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.features = [
            polygon("land", "Island", 0.5, 40.5, 3.5, 42.5),
            polygon("territory", "West", 0, 40, 2, 43), polygon("territory", "East", 2, 40, 4, 43),
            polygon("terrain", "wood", 2.4, 41.6, 3.4, 42.4),
            feature("river", "Middle", "LineString", [[2, 42.5], [2, 40.5]], basin="South Sea"),
            feature("road", "High road", "LineString", [[0.9, 41.5], [3.1, 41.5]]),
            feature("town", "Harbour", "Point", [0.8, 41.5], fortified=True),
        ]
        self.settings = {"hex_km": 20, "source": '"a test"'}

    def tearDown(self):
        self.temporary.cleanup()

    def write(self):
        (self.folder / "shapes.geojson").write_text(
            json.dumps({"type": "FeatureCollection", "features": self.features}))
        lines = [f"{key} = {value}" for key, value in self.settings.items()]
        lines += ["[window]", "west = 0", "east = 4", "south = 40", "north = 43"]
        kinds = {feature["properties"]["class"]: None for feature in self.features}
        for kind in kinds:
            lines += ["[[layer]]", 'file = "shapes.geojson"', f'kind = "{kind}"',
                      f'where = {{ class = "{kind}" }}']
        (self.folder / "map.toml").write_text("\n".join(lines) + "\n")
        return self.folder / "map.toml"

    def build(self):
        texts, board = build(self.write())
        self.features_csv = rows_of(texts["features.csv"])
        return rows_of(texts["hexes.csv"]), rows_of(texts["hexsides.csv"]), board

    def test_land_sea_and_countries(self):
        hexes, _, board = self.build()
        for at in board.grid.all():
            longitude, latitude = board.grid.degrees(board.grid.middle(at))
            row = hexes.get(name(at))
            if 0.75 < longitude < 3.25 and 40.75 < latitude < 42.25:
                self.assertNotEqual(row["terrain"], "sea", at)
            if 0.8 < longitude < 1.8 and 40.75 < latitude < 42.25:
                self.assertEqual(row["territory"], "West")
            if 2.2 < longitude < 3.2 and 40.75 < latitude < 42.25:
                self.assertEqual(row["territory"], "East")
            if 2.6 < longitude < 3.2 and 41.8 < latitude < 42.2:
                self.assertEqual(row["terrain"], "wood")
            if longitude < 0.25 and row:
                self.assertEqual((row["terrain"], row["territory"]), ("sea", ""))
        self.assertTrue(any(row["coast"] == "1" for row in hexes.values()))

    def test_operations_have_columns_eastward_areas_and_bridges(self):
        self.settings["mechanism"] = '"hex_operations"'
        self.features[-1]["properties"]["points"] = 5
        hexes, sides, board = self.build()
        self.assertGreater(board.grid.middle((2, 1))[0], board.grid.middle((1, 1))[0])
        harbour, = (row for row in hexes.values() if row["name"])
        self.assertEqual((harbour["name"], harbour["fortress"], harbour["points"], harbour["country"], harbour["terrain"]),
                         ("Harbour", "1", "5", "West", "clear"))
        for at, row in hexes.items():
            longitude, _ = board.grid.degrees(board.grid.middle((int(at[:2]), int(at[2:]))))
            if row["country"]:
                self.assertEqual(row["country"], "West" if longitude < 2 else "East", at)
            self.assertEqual(row["area"][:2], {"West": "WE", "East": "EA", "": ""}[row["country"]])
        sizes = collections.Counter(row["area"] for row in hexes.values() if row["area"])
        self.assertGreaterEqual(min(sizes.values()), 4)  # no Area is a sliver
        self.assertEqual({row["river"] for row in sides.values()}, {"Middle"})
        self.assertEqual([row["bridged"] for row in sides.values()].count("1"), 1)  # where the road crosses it
        self.features.append(polygon("area", "North", 0, 41.5, 4, 43))
        with self.assertRaisesRegex(BadInput, "no area covers it"):
            self.build()
        self.features.append(polygon("area", "South", 0, 40, 4, 41.5))
        hexes, _, _ = self.build()
        self.assertEqual({row["area"] for row in hexes.values()} - {""}, {"North", "South"})
        self.settings["mechanism"] = '"chess"'
        with self.assertRaisesRegex(BadInput, "allowed: hex_campaign, hex_operations"):
            self.build()

    def test_what_is_drawn_lies_where_the_hexes_are(self):
        hexes, _, board = self.build()
        lines = {}
        for row in self.features_csv.values():
            numbers = [float(number) for number in row["line"].split()]
            lines.setdefault(row["kind"], []).append(list(zip(numbers[::2], numbers[1::2])))
        # As the picture lays its hexes: columns of 51 units from the west, rows of 58.9.
        columns = [int(at[:2]) for at in hexes]
        rows = [int(at[2:]) for at in hexes]

        def is_sea(at):
            column, row = int(at[:2]), int(at[2:])
            return inside((46 + (max(columns) - column) * 51,
                           46 + (row - min(rows) + (column % 2 == 0) / 2) * 58.9), lines["sea"])
        off = [at for at, row in hexes.items() if is_sea(at) != (row["terrain"] == "sea")]
        self.assertLess(len(off), len(hexes) / 10, off)  # those that the coast cuts through
        (west, east), = lines["scale"]
        self.assertAlmostEqual(east[0] - west[0], 100 / 20 * 58.9, delta=0.2)
        self.assertEqual(len(lines["road"]), 1)
        (above, below), = lines["river name"]
        self.assertAlmostEqual(above[0], below[0], delta=0.2)  # along a river that runs due south

    def test_land_goes_on_beyond_the_end_of_the_window(self):
        self.features[0] = polygon("land", "Continent", 0.5, 40, 4, 43)
        self.build()
        sea = [row["line"].split() for row in self.features_csv.values() if row["kind"] == "sea"]
        self.assertEqual(max(float(x) for x in sea[0][::2]), max(float(x) for x in sea[1][::2]))

    def test_the_river_parts_east_and_west(self):
        hexes, sides, board = self.build()
        dry = {at: [other for other in board.grid.neighbours(at)
                    if tuple(sorted((at, other))) not in board.rivers and board.is_land(other)]
               for at in board.grid.all() if board.is_land(at)}
        reached, edge = set(), [next(at for at in dry if hexes[name(at)]["city"] == "Harbour")]
        while edge:
            at = edge.pop()
            if at not in reached:
                reached.add(at)
                edge += dry[at]
        for at in dry:
            if at not in reached:
                self.assertGreater(board.grid.degrees(board.grid.middle(at))[0], 1.8)
        self.assertLess(len(reached), len(dry))
        self.assertEqual({row["basin"] for row in sides.values() if row["river"]}, {"South Sea"})
        bridges = [row for row in sides.values() if row["bridged"] == "1"]
        self.assertEqual([(row["river"], row["road"]) for row in bridges],
                         [("Middle", "High road")])

    def test_a_town_is_a_city(self):
        hexes, _, _ = self.build()
        towns = [row for row in hexes.values() if row["city"]]
        self.assertEqual([(row["city"], row["fortified"]) for row in towns], [("Harbour", "1")])

    def test_what_cannot_be_is_refused_in_a_line(self):
        def refused(words):
            with self.assertRaisesRegex(BadInput, words):
                build(self.write())

        self.features.append(feature("town", "Twin", "Point", [0.8, 41.52]))
        refused("Twin and Harbour lie in one hex, ....; make hex_km smaller")
        self.features[-1] = feature("river", "", "LineString", [[2, 42], [2, 41]])
        refused("a river needs a name")
        self.features[-1] = feature("river", "Dot", "Point", [2, 42])
        refused("a river is a LineString or MultiLineString, not a Point")
        self.features.pop()
        self.settings["hex_km"] = 2
        refused("columns of .* hexes; allowed: 99 of 63; make hex_km larger")
        self.settings["hex_km"] = 8
        refused("hexes of land; allowed: 640")
        self.settings["hex_size"] = 3
        refused('unknown key "hex_size"; allowed: hex_km')

    def test_the_worked_example(self):
        result = subprocess.run([MAP / "from_geojson.py", MAP / "examples/portugal.toml",
                                 self.folder / "map"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("[terrain] rows for: mountain, open, sea", result.stdout)
        hexes = rows_of((self.folder / "map/hexes.csv").read_text())
        cities = {row["city"]: row for row in hexes.values() if row["city"]}
        self.assertEqual(cities["Lisbon"]["territory"], "Portugal")
        self.assertEqual(cities["Badajoz"]["territory"], "Spain")
        self.assertEqual(cities["Oporto"]["coast"], "1")
        sides = rows_of((self.folder / "map/hexsides.csv").read_text())
        self.assertEqual({row["river"] for row in sides.values() if row["river"]},
                         {"Douro", "Mondego", "Tagus", "Guadiana", "Coa", "Zezere"})


if __name__ == "__main__":
    unittest.main()
