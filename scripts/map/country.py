#!/usr/bin/python3
"""Lays the real coast, lakes, rivers and roads under the hexes of a game: map/features.csv.

Usage: country.py WORK_FOLDER GAME_FOLDER, where WORK_FOLDER holds what ./rebuild takes out of GSHHG:
coast.txt and streams.txt (GMT's multi-segment text) and land.bin. The game's own tables say where
its places lie, and what is drawn follows them. Nothing here is a rule.
"""
import csv
import os
import sys

import numpy as np
from scipy.interpolate import RBFInterpolator
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union

import geography
from build_hexes import read_surface, towns_of

COLUMN = np.sqrt(3) / 2  # the way from one column to the next, in hexes
EARTH_RADIUS_KM = 6371
LAND = 1  # value of the surface; 0: sea, 2: lake
BOARD_MARGIN, BOARD_HEX = 46, 34 * np.sqrt(3)  # units of the board
MARGIN = 1.1  # hexes beyond the outermost middles: past the frame
TOLERANCE = 0.018  # hexes that a simplified line may lie off
SMALLEST = {"sea": 0.02, "lake": 0.04, "island": 0.012}  # square hexes
SHORTEST_STREAM = 1.0
NEAR_RIVER = 0.75  # hexes: a river of the rules stands for the real course that near
# Lakes that dams have made since.
RESERVOIRS = [(30.5, 50.9), (38.4, 58.3), (36.9, 56.75), (37.4, 56.05), (38.2, 57.9), (31.6, 49.7),
              (32.4, 49.25), (33.6, 49.0), (31.45, 49.8), (32.0, 49.5)]


def read_lines(path):
    lines = []
    for text in open(path):
        if text.startswith(("#", ">")):
            lines.append([])
        else:
            lines[-1].append([float(number) for number in text.split()[:2]])
    return [line for line in lines if len(line) > 1]


def hex_middles(folder):
    """Longitude, latitude and place on the plane of every hex, in hexes; columns grow westward."""
    rows = [line for line in open(folder + "/map/hexes.csv") if not line.startswith("#")]
    places, plane = [], []
    for row in csv.DictReader(rows):
        column, line = int(row["id"][:2]), int(row["id"][2:])
        places.append((float(row["longitude"]), float(row["latitude"])))
        plane.append((column * COLUMN, line + (0.5 if column % 2 == 0 else 0)))
    return np.array(places), np.array(plane)


class Sheet:
    """A map: from degrees to a plane in hexes, and from there to the units of the board."""

    def lay(self, line):
        raise NotImplementedError

    def on_board(self, line):
        raise NotImplementedError

    def scale_bar(self):
        west, south, east, north = self.degrees
        middle = np.array([(west + east) / 2, (south + north) / 2])
        half = 50 / (111.32 * np.cos(np.radians(middle[1])))
        return self.lay([middle - [half, 0], middle + [half, 0]])


class HexSheet(Sheet):
    """A hex campaign, as the middles of its hexes say; columns grow westward."""

    def __init__(self, folder):
        places, self.plane = hex_middles(folder)
        self.middle = places.mean(0)
        self.squeeze = np.array([np.cos(np.radians(self.middle[1])), 1.0])
        self.to_plane = RBFInterpolator((places - self.middle) * self.squeeze, self.plane,
                                        kernel="thin_plate_spline", neighbors=60)
        low, high = self.plane.min(0) - MARGIN, self.plane.max(0) + MARGIN
        self.window = box(*low, *high)
        reach = 1.3  # degrees: farther off nothing says where it lies
        self.degrees = (*(places.min(0) - reach), *(places.max(0) + reach))

    def lay(self, line):
        return self.to_plane((np.array(line) - self.middle) * self.squeeze)

    def on_board(self, line):
        """As engine/systems/hex_campaign/board.cpp lays hexes."""
        west, north = self.plane[:, 0].max(), np.floor(self.plane[:, 1].min())
        return [(BOARD_MARGIN + (west - u) * BOARD_HEX, BOARD_MARGIN + (v - north) * BOARD_HEX)
                for u, v in line]


class OperationsSheet(Sheet):
    """The hex game of 1812: hexes of 25 km on a conic of the meridian of Smolensk's west."""

    HEX_KM, HEX = 25, 24 * np.sqrt(3)  # units of the board, engine/systems/hex_operations/view.cpp
    CONIC = {"meridian": 28.6, "south": 50, "north": 57, "centre": 54}
    WEST, SOUTH, ROWS, COLUMNS = (18.2, 54.3), (28.6, 50.05), 46, 62

    def __init__(self):
        self.x0 = self.conic(*self.WEST)[0]
        self.y0 = self.conic(*self.SOUTH)[1]
        self.window = box(-0.5, -0.5, self.COLUMNS * COLUMN + 1.7, self.ROWS + 2.0)
        self.degrees = (13.5, 48.5, 44, 61)

    def conic(self, lon, lat):
        lon, lat = np.asarray(lon, float), np.asarray(lat, float)
        south, north = np.radians(self.CONIC["south"]), np.radians(self.CONIC["north"])
        cone = (np.cos(south) - np.cos(north)) / (north - south)
        apex = np.cos(south) / cone + south
        radius, base = apex - np.radians(lat), apex - np.radians(self.CONIC["centre"])
        angle = cone * np.radians(lon - self.CONIC["meridian"])
        return EARTH_RADIUS_KM * radius * np.sin(angle), \
            EARTH_RADIUS_KM * (base - radius * np.cos(angle))

    def lay(self, line):
        lon, lat = np.array(line).T
        x, y = self.conic(lon, lat)
        return np.c_[(x - self.x0) / self.HEX_KM + COLUMN, self.ROWS - (y - self.y0) / self.HEX_KM]

    def on_board(self, line):
        return [(self.HEX * u, self.HEX * v) for u, v in line]


class AreaSheet(Sheet):
    """A map of Areas, as engine/systems/area_campaign/board.cpp projects it."""

    DEGREE, EDGE, UNIT = 80, 24, 45  # units of the board

    def __init__(self, folder):
        rows = [line for line in open(folder + "/shapes.csv") if not line.startswith("#")]
        corners = np.array([[float(number) for number in point.split(";")]
                            for row in csv.DictReader(rows) for point in row["outline"].split()])
        self.west, self.south = corners.min(0)
        self.east, self.north = corners.max(0)
        self.squeeze = np.cos(np.radians((self.north + self.south) / 2))
        self.degrees = (self.west - 1, self.south - 1, self.east + 1, self.north + 1)
        corner = self.lay([(self.east, self.south)])[0] + self.EDGE / self.UNIT
        self.window = box(-MARGIN, -MARGIN, *(corner + MARGIN))

    def lay(self, line):
        lon, lat = np.array(line).T
        return np.c_[self.EDGE + (lon - self.west) * self.squeeze * self.DEGREE,
                     self.EDGE + (self.north - lat) * self.DEGREE] / self.UNIT

    def on_board(self, line):
        return [(self.UNIT * u, self.UNIT * v) for u, v in line]


def sheet_of(folder):
    title = os.path.basename(os.path.normpath(folder))
    if title == "grand-tactical-1812":
        return OperationsSheet()
    return AreaSheet(folder) if os.path.exists(folder + "/shapes.csv") else HexSheet(folder)


def clipped(lines, degrees):
    area = box(*degrees)
    for line in lines:
        part = LineString(line).intersection(area)
        yield from (piece for piece in getattr(part, "geoms", [part]) if piece.length > 0)


def surface_at(surface, lon, lat):
    x, y, values = surface
    i = int(np.clip(np.rint((lon - x[0]) / (x[1] - x[0])), 0, len(x) - 1))
    j = int(np.clip(np.rint((lat - y[0]) / (y[1] - y[0])), 0, len(y) - 1))
    return values[j, i]


def waters(sheet, coast, surface):
    """Seas and lakes as polygons of the plane, with the islands in them taken out."""
    west, south, east, north = sheet.degrees
    degrees = (west, max(south, surface[1][0]), east, min(north, surface[1][-1]))
    lines = list(clipped(coast, degrees)) + [box(*degrees).exterior]
    found = {"sea": [], "lake": []}
    for face in polygonize(unary_union(lines)):
        at = face.representative_point()
        kind = surface_at(surface, at.x, at.y)
        if kind == LAND or any(face.contains(Point(dam)) for dam in RESERVOIRS):
            continue
        rings = [sheet.lay(ring.coords) for ring in (face.exterior, *face.interiors)]
        islands = [ring for ring in rings[1:] if Polygon(ring).area > SMALLEST["island"]]
        water = Polygon(rings[0], islands).buffer(0).intersection(sheet.window)
        found["lake" if kind == 2 else "sea"].append(water)
    return found


def rings_of(water):
    """Outlines of a polygon, its islands behind it: what is drawn takes them out again."""
    for part in getattr(water, "geoms", [water]):
        simple = part.simplify(TOLERANCE)
        if isinstance(simple, Polygon) and not simple.is_empty:
            yield simple.exterior.coords[:-1]
            yield from (ring.coords[:-1] for ring in simple.interiors)


def river_sides(folder, sheet):
    """The hexsides that are rivers of the rules, as lines of the plane; nothing on other maps."""
    if not isinstance(sheet, HexSheet):
        return LineString()
    rows = [line for line in open(folder + "/map/hexsides.csv") if not line.startswith("#")]
    sides = []
    for row in csv.DictReader(rows):
        if not row["river"]:
            continue
        a, b = (np.array([int(h[:2]) * COLUMN, int(h[2:]) + (0.5 if int(h[:2]) % 2 == 0 else 0)])
                for h in (row["a"], row["b"]))
        across = (b - a)[::-1] * [1, -1] / np.sqrt(3) / 2
        sides.append(LineString([(a + b) / 2 - across, (a + b) / 2 + across]))
    return unary_union(sides)


def streams(folder, sheet, rivers, water):
    """Courses that no rule knows, where no river of the rules is near."""
    lines = [LineString(sheet.lay(piece.coords)) for piece in clipped(rivers, sheet.degrees)]
    merged = linemerge(unary_union(lines))
    off = merged.intersection(sheet.window).difference(water)
    off = off.difference(river_sides(folder, sheet).buffer(NEAR_RIVER))
    for part in getattr(off, "geoms", [off]):
        if part.length > SHORTEST_STREAM:
            yield part.simplify(2 * TOLERANCE).coords


def roads(sheet):
    """Post roads of 1812, each stretch once."""
    towns = {**geography.CITIES, **geography.ROAD_TOWNS}
    seen = set()
    for road in geography.ROADS.replace("\n", "").split(";"):
        names = towns_of(road)
        for a, b in zip(names, names[1:]):
            if frozenset((a, b)) in seen:
                continue
            seen.add(frozenset((a, b)))
            line = LineString(sheet.lay([towns[a][:2], towns[b][:2]]))
            line = line.intersection(sheet.window)
            if line.length > 0:
                yield f"{a} to {b}", curved(line.coords)


def curved(line):
    """A road bends a little to one side and back, as roads do."""
    a, b = (np.array(end) for end in (line[0], line[-1]))
    side = (b - a)[::-1] * [1, -1]
    shares = np.linspace(0, 1, max(3, int(np.hypot(*(b - a)) * 2) + 1))
    return [a + (b - a) * t + side * 0.045 * np.sin(2 * np.pi * t) for t in shares]


def text_of(sheet, line):
    """Points in the units of the board, as `niemen show --svg` draws it."""
    return " ".join(f"{x:.1f} {y:.1f}" for x, y in sheet.on_board(line))


def main(work, folder):
    sheet = sheet_of(folder)
    os.makedirs(folder + "/map", exist_ok=True)
    surface = read_surface(work)
    water = waters(sheet, read_lines(work + "/coast.txt"), surface)
    unit = "versts" if folder.rstrip("/").endswith("1812") else ""  # a game of Russia
    rows = [("scale", unit, sheet.scale_bar(), "100 km along the middle parallel")]
    for kind, polygons in water.items():
        for polygon in polygons:
            if polygon.area < SMALLEST[kind]:
                continue
            rows += [(kind, "", ring, "GSHHG 2.3.7") for ring in rings_of(polygon)]
    whole = unary_union([part for parts in water.values() for part in parts])
    # The hex game of 1812 draws its own rivers.
    if not isinstance(sheet, OperationsSheet):
        rows += [("stream", "", line, "WDBII") for line in
                 streams(folder, sheet, read_lines(work + "/streams.txt"), whole)]
    if folder.rstrip("/").endswith("russia-1812"):
        rows += [("road", name, line, "reconstructed: main roads of 1812")
                 for name, line in roads(sheet)]
    names = getattr(geography, "NAMES", {}).get(folder.rstrip("/").split("/")[-1], [])
    rows += [(kind, name, sheet.lay(line), "reconstructed: where the name has room")
             for kind, name, line in names]
    with open(folder + "/map/features.csv", "w", newline="") as out:
        out.write("# What is drawn of the country and is no rule: x and y of each point in the units of the\n"
                  "# picture that show --svg draws. Made by scripts/map/country.py; coast, lakes and streams follow\n"
                  "# GSHHG and WDBII, simplified (see NOTICE).\n")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["id", "kind", "name", "line", "source"])
        for i, (kind, name, line, source) in enumerate(rows, 1):
            writer.writerow([f"{kind.replace(' ', '-')}-{i}", kind, name, text_of(sheet, line), source])


if __name__ == "__main__":
    main(*sys.argv[1:])
