#!/usr/bin/python3
"""Lays the Areas of a game out of where its places lie: each has the ground that is nearest to it.

usage: area_outlines.py GAME [--land FILE.geojson [--where KEY=VALUE]] [--reach KM] [--borders]

Reads areas.csv of a campaign over Areas or of a block battle and writes shapes.csv beside it; with
--borders also borders.csv, a row for each two Areas whose ground touches. README.md tells more.
Needs Python's standard library only.
"""
import argparse
import csv
import io
import itertools
import math
import pathlib
import sys

from geojson_layers import BadInput, cut, inside, read_layer
from hex_grid import KM_A_DEGREE

CORNERS = 24  # of the circle about a place that nothing else bounds
TOUCH = 1e-6  # of a distance: nearer is the same
LEAST_EDGE = 0.15  # of the way between two places: with less they meet in a corner only
SAMPLES = 9  # points of an edge that are asked whether they are land

WELD = 1e-3  # of the reach: corners nearer than this are one

SHAPE_COLUMNS = ["id", "area", "ring", "outline", "source"]
BORDER_COLUMNS = ["id", "first", "second", "source"]
CORNER_COLUMNS = ["id", "x", "y", "area", "source"]
BATTLE_BORDER_COLUMNS = ["id", "first", "second", "terrain", "water", "crossing", "burnable",
                         "later", "slope", "road", "source"]


class Plane:
    """Kilometres east and north, right along a parallel."""

    def __init__(self, latitude):
        self.km_east = KM_A_DEGREE * math.cos(math.radians(latitude))

    def km(self, longitude, latitude):
        return (longitude * self.km_east, latitude * KM_A_DEGREE)

    def degrees(self, point):
        return (point[0] / self.km_east, point[1] / KM_A_DEGREE)


class Field:
    """The ground of a battle, whose places are in kilometres already."""

    @staticmethod
    def km(east, north):
        return (east, north)

    @staticmethod
    def degrees(point):
        return point


def read_rows(file):
    """The rows of a table as dictionaries, without comments."""
    try:
        return csv.DictReader(line for line in file.read_text(encoding="utf-8-sig").splitlines()
                              if line and not line.startswith("#"))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error


def is_battle(file):
    """Whether areas.csv is that of a block battle, in kilometres x and y."""
    columns = read_rows(file).fieldnames or []
    return "x" in columns and "longitude" not in columns


def read_places(file):
    """Longitude and latitude, or in a battle kilometres east and north, of the places by id, in
    the order of the file."""
    east, north, unit = (("x", "y", "kilometres") if is_battle(file) else
                         ("longitude", "latitude", "degrees"))
    places = {}
    for row in read_rows(file):
        try:
            places[row["id"]] = (float(row[east]), float(row[north]))
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"{file}: {row.get('id') or 'a row'}: id, {east} and {north} are "
                           f"needed, the last two as numbers of {unit}") from error
    if len(places) < 2 or len(set(places.values())) < len(places):
        raise BadInput(f"{file}: two places at least are needed, and no two in one spot")
    return places


def nearer(a, b):
    """How much nearer a point lies to `a` than to `b`: linear, 0 half-way."""
    across = (b[0] - a[0], b[1] - a[1])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    length = math.hypot(*across)
    return lambda point: ((middle[0] - point[0]) * across[0] +
                          (middle[1] - point[1]) * across[1]) / length


def circle(middle, radius):
    return [(middle[0] + radius * math.cos(2 * math.pi * i / CORNERS),
             middle[1] + radius * math.sin(2 * math.pi * i / CORNERS)) for i in range(CORNERS)]


class Ground:
    """The ground of each place, in kilometres. That of a battle fills a rectangle."""

    def __init__(self, places, land_file=None, where=None, reach=None, battle=False):
        self.plane = (Field() if battle else
                      Plane(sum(latitude for _, latitude in places.values()) / len(places)))
        self.spots = {name: self.plane.km(*place) for name, place in places.items()}
        shapes = read_layer(land_file, "land", where or {}, "name", self.plane) if land_file else []
        self.land = [ring for shape in shapes for ring in shape.lines]
        self.reach = reach or max(min(math.dist(a, b) for b in self.spots.values() if b != a)
                                  for a in self.spots.values())
        self.frame = self.rectangle() if battle else None
        self.corners = []
        self.cells = {name: self.cell(name) for name in places}

    def rectangle(self):
        """What a battle's map shows: half the reach beyond the outermost places."""
        xs, ys = zip(*self.spots.values())
        west, east = min(xs) - self.reach / 2, max(xs) + self.reach / 2
        south, north = min(ys) - self.reach / 2, max(ys) + self.reach / 2
        return [(west, south), (east, south), (east, north), (west, north)]

    def welded(self, point):
        """The corner that neighbours have in common there."""
        for corner in self.corners:
            if math.dist(corner, point) < WELD * self.reach:
                return corner
        self.corners.append(point)
        return point

    def cell(self, name):
        """The points nearest to a place, no farther than the reach or the frame."""
        spot = self.spots[name]
        ring = self.frame or circle(spot, self.reach)
        for other in self.spots.values():
            if other != spot:
                ring = cut(ring, nearer(spot, other))
        return ring

    def is_land(self, point):
        return not self.land or inside(point, self.land)

    def rings(self, name):
        """The outline of an Area: the land that its place lies on, and the lakes in that, or all
        where the place itself is at sea."""
        cell, spot = self.cells[name], self.spots[name]
        if not self.land or not self.is_land(spot):
            return [cell]
        edges = list(zip(cell[-1:] + cell[:-1], cell))
        rings = []
        for ring in self.land:
            for start, end in edges:
                ring = cut(ring, left_of(start, end))
            if len(ring) > 2:
                rings.append(ring)
        rings = [ring for ring in map(without_spikes, rings) if len(ring) > 2]
        own = max((ring for ring in rings if inside(spot, [ring])), key=size)
        return [own] + [ring for ring in rings if ring is not own and inside(ring[0], [own])]

    def shared(self, a, b):
        """The edge between the ground of two places, or nothing."""
        side = nearer(self.spots[a], self.spots[b])
        ends = [point for point in self.cells[a] if abs(side(point)) < TOUCH * self.reach]
        edge = max(itertools.combinations(ends, 2), key=lambda pair: math.dist(*pair), default=None)
        least = LEAST_EDGE * math.dist(self.spots[a], self.spots[b])
        return edge if edge and math.dist(*edge) >= least else None

    def touch(self, a, b):
        """Whether one can go from one Area to the other by land, or from a place at sea."""
        edge = self.shared(a, b)
        if not edge:
            return False
        points = [tuple(x + (y - x) * (i + 0.5) / SAMPLES for x, y in zip(*edge))
                  for i in range(SAMPLES)]
        at_sea = not (self.is_land(self.spots[a]) and self.is_land(self.spots[b]))
        return at_sea or any(self.is_land(point) for point in points)


def size(ring):
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]))) / 2


def without_spikes(ring):
    """A ring without corners at which it only turns back: what cutting a bay leaves between two pieces of land."""
    ring = list(ring)
    number = 0
    while len(ring) > 2 and number < len(ring):
        (x0, y0), (x1, y1), (x2, y2) = ring[number - 1], ring[number], ring[(number + 1) % len(ring)]
        ahead, onward = (x1 - x0, y1 - y0), (x2 - x1, y2 - y1)
        across = abs(ahead[0] * onward[1] - ahead[1] * onward[0])
        along = ahead[0] * onward[0] + ahead[1] * onward[1]
        if across <= TOUCH * (abs(along) + TOUCH) and along <= 0:
            del ring[number]
            number = max(0, number - 2)
        else:
            number += 1
    return ring


def left_of(start, end):
    """How far a point lies to the left of a line, which cells have inside of them."""
    across = (end[0] - start[0], end[1] - start[1])
    length = math.hypot(*across) or 1.0
    return lambda point: (across[0] * (point[1] - start[1]) -
                          across[1] * (point[0] - start[0])) / length


def shape_rows(ground, source):
    for name in ground.spots:
        for number, ring in enumerate(ground.rings(name), 1):
            corners = (ground.plane.degrees(point) for point in ring)
            yield {"id": name if number == 1 else f"{name}-{number}", "area": name, "ring": number,
                   "outline": " ".join(f"{x:.4f};{y:.4f}" for x, y in corners), "source": source}


def corner_rows(ground, source):
    """The outlines of a battle, a row a corner."""
    for name in ground.spots:
        ring = [ground.welded(point) for point in ground.rings(name)[0]]
        ring = [point for point, before in zip(ring, ring[-1:] + ring[:-1]) if point != before]
        for number, (x, y) in enumerate(ring):
            yield {"id": f"{name}-{number}", "x": f"{x:.3f}", "y": f"{y:.3f}", "area": name,
                   "source": source}


def border_rows(ground, source):
    for a, b in itertools.combinations(ground.spots, 2):
        if ground.touch(a, b):
            yield {"id": f"{a}-{b}", "first": a, "second": b, "source": source}


def battle_border_rows(ground, source):
    """Borders of open ground, without water, slope or road."""
    for row in border_rows(ground, source):
        yield {**row, "id": f"{row['first']}--{row['second']}", "terrain": "clear", "water": "",
               "crossing": "", "burnable": "false", "later": "false", "slope": "", "road": "false"}


def write_csv(file, columns, rows):
    text = io.StringIO()
    text.write("# Made by scripts/map/area_outlines.py.\n")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    rows = list(rows)
    writer.writerows(rows)
    file.write_text(text.getvalue(), encoding="utf-8")
    return len(rows)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2][7:])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--land", type=pathlib.Path)
    parser.add_argument("--where", default="")
    parser.add_argument("--reach", type=float)
    parser.add_argument("--borders", action="store_true")
    given = parser.parse_args()
    try:
        if given.reach is not None and not given.reach > 0:
            raise BadInput("--reach must be more than 0 kilometres")
        if given.where and "=" not in given.where:
            raise BadInput(f"--where is \"{given.where}\"; it must be KEY=VALUE")
        where = dict([given.where.split("=", 1)]) if given.where else {}
        battle = is_battle(given.folder / "areas.csv")
        if battle and given.land:
            raise BadInput("--land is for campaigns over Areas, whose places lie by longitude and "
                           "latitude; those of a battle have kilometres")
        ground = Ground(read_places(given.folder / "areas.csv"), given.land, where, given.reach,
                        battle)
        source = "the ground nearest to the place" + (
            f", as far as it is land of {given.land.name}" if given.land else "")
        outlines = write_csv(given.folder / "shapes.csv",
                             CORNER_COLUMNS if battle else SHAPE_COLUMNS,
                             (corner_rows if battle else shape_rows)(ground, source))
        told = f"{len(ground.spots)} places, {outlines} {'corners' if battle else 'outlines'}"
        if given.borders:
            borders = write_csv(given.folder / "borders.csv",
                                BATTLE_BORDER_COLUMNS if battle else BORDER_COLUMNS,
                                (battle_border_rows if battle else border_rows)(ground, source))
            told += f", {borders} borders"
    except BadInput as error:
        sys.exit(f"area_outlines: {error}")
    except OSError as error:
        sys.exit(f"area_outlines: {error.filename}: {error.strerror}")
    print(f"{given.folder}: {told}; reach {ground.reach:.0f} km")


if __name__ == "__main__":
    main()
