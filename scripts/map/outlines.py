#!/usr/bin/python3
"""Outlines of areas out of GeoJSON or SVG into a game, with the borders that follow from them; and back.

usage: outlines.py GAME --from FILE [--window W,E,S,N] [--degrees] [--weld SHARE] [--all-borders]
       outlines.py GAME --to FILE

GAME is the folder of a game over areas or of a block battle; FILE ends in .geojson, .json or .svg. README.md tells more.
Needs Python's standard library only.
"""
import argparse
import csv
import io
import json
import math
import pathlib
import re
import sys
import tomllib

from geojson_layers import BadInput, inside
from svg_outlines import read_svg, svg_of
from welding import adjoining, welded

WELD = 0.004  # of the longer side of the map: corners nearer than this are one
KM_A_DEGREE = 111.2  # of a meridian


class Table:
    """A CSV file of a game: its rows in order, and the comment above them."""

    def __init__(self, file):
        self.file = file
        try:
            lines = file.read_text(encoding="utf-8-sig").splitlines()
        except OSError as error:
            raise BadInput(f"{file}: {error.strerror}; a game that extends another one has outlines of its own only in its "
                           "own files") from error
        head = next((i for i, line in enumerate(lines) if line and not line.startswith("#")), len(lines))
        self.comment = lines[:head]
        reader = csv.DictReader(line for line in lines[head:] if line and not line.startswith("#"))
        self.columns = reader.fieldnames or []
        self.rows = list(reader)

    def text(self):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n", extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows(self.rows)
        return "".join(line + "\n" for line in self.comment) + text.getvalue()


def middle_of(ring):
    """A point within a ring: where its weight is, or, where that is outside, within its widest stretch half-way up."""
    area = x = y = 0.0
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
        cross = x1 * y2 - x2 * y1
        area, x, y = area + cross, x + (x1 + x2) * cross, y + (y1 + y2) * cross
    if area and inside((x / (3 * area), y / (3 * area)), [ring]):
        return (x / (3 * area), y / (3 * area))
    level = (min(p[1] for p in ring) + max(p[1] for p in ring)) / 2 + 1e-9
    cuts = sorted(x1 + (level - y1) / (y2 - y1) * (x2 - x1)
                  for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]) if (y1 > level) != (y2 > level))
    west, east = max(zip(cuts[::2], cuts[1::2]), key=lambda stretch: stretch[1] - stretch[0])
    return ((west + east) / 2, level)


class AreaCampaign:
    """areas.csv, borders.csv and shapes.csv in degrees of longitude and latitude."""

    x, y, digits, squeezed = "longitude", "latitude", 4, True
    is_id = re.compile(r"[A-Za-z]+\d+[a-z]?")
    id_words = "letters, a number, perhaps a letter: R27, R27a"

    @staticmethod
    def rings_of(shapes):
        """The rings of each area, and of ground that nobody enters."""
        rings = {}
        for row in shapes.rows:
            ring = [tuple(float(number) for number in corner.split(";")) for corner in row["outline"].split()]
            rings.setdefault(row["area"], []).append(ring)
        return rings

    def shape_rows(self, name, rings, source):
        for number, ring in enumerate(rings, 1):
            yield {"id": name if number == 1 else f"{name}-{number}", "area": name, "ring": number,
                   "outline": " ".join(f"{x:.{self.digits}f};{y:.{self.digits}f}" for x, y in ring), "source": source}

    @staticmethod
    def new_area(name, properties, _, table, where):
        countries = sorted({row["country"] for row in table.rows})
        country = properties.get("country") or ""
        if not country:
            raise BadInput(f"{where}: a new area needs a country (property \"country\"); the game has: {', '.join(countries)}")
        return {"fortress": properties.get("fortress", ""), "points": properties.get("points") or 0, "country": country}

    @staticmethod
    def new_border():
        return {}


class BlockBattle:
    """The same in kilometres east and north of a point; shapes.csv has a row a corner."""

    x, y, digits, squeezed = "x", "y", 3, False
    is_id = re.compile(r"[^\s,;\"]+")
    id_words = "a word without blanks, commas and semicolons"

    @staticmethod
    def rings_of(shapes):
        rings = {}
        for row in shapes.rows:
            rings.setdefault(row["area"], [[]])[0].append((float(row["x"]), float(row["y"])))
        return rings

    def shape_rows(self, name, rings, source):
        if len(rings) > 1:
            raise BadInput(f"{name}: an area of a block battle has one outline, without holes; this has {len(rings)}")
        for number, (x, y) in enumerate(rings[0]):
            yield {"id": f"{name}-{number}", "x": round(x, self.digits), "y": round(y, self.digits), "area": name,
                   "source": source}

    @staticmethod
    def new_area(_, properties, edges, table, where):
        given = {key: properties.get(key) or otherwise
                 for key, otherwise in (("terrain", "clear"), ("village", "false"), ("redoubt", "false"),
                                        ("startline", "west"), ("supply_side", ""), ("symbols", 0))}
        return given | {"edge": properties.get("edge") or ";".join(edges)}

    @staticmethod
    def new_border():
        return {"terrain": "clear", "burnable": "false", "later": "false", "road": "false"}


MECHANISMS = {"area_campaign": AreaCampaign(), "block_battle": BlockBattle()}


def mechanism_of(folder):
    """Which of them a game is of; what it extends may say."""
    file = folder / "game.toml"
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"{file}: {error}") from error
    name = said.get("mechanism", "")
    if name not in MECHANISMS:
        raise BadInput(f"{file}: mechanism is \"{name}\"; outlines are of {', '.join(MECHANISMS)} (and a game that extends "
                       "another one states its mechanism there)")
    return MECHANISMS[name]


def read_geojson(file, degrees):
    """(id, name, properties, rings, where) of every feature that is a polygon."""
    try:
        features = json.loads(file.read_text(encoding="utf-8"))["features"]
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: is not a FeatureCollection of GeoJSON") from error
    found = []
    for number, feature in enumerate(features, 1):
        where = f"{file}: feature {number}"
        properties, geometry = feature.get("properties") or {}, feature.get("geometry") or {}
        polygons = {"Polygon": lambda c: [c], "MultiPolygon": lambda c: c}.get(geometry.get("type"))
        if not polygons:
            continue
        try:
            rings = [[(float(point[0]), float(point[1])) for point in ring[:-1] if ring[0] == ring[-1]] or
                     [(float(point[0]), float(point[1])) for point in ring]
                     for polygon in polygons(geometry["coordinates"]) for ring in polygon]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadInput(f"{where}: its coordinates are not pairs of numbers") from error
        name = str(properties.get("id") or feature.get("id") or properties.get("name") or "")
        found.append((name, str(properties.get("name") or ""), {key: str(value) for key, value in properties.items()
                                                                if value is not None}, rings, where))
    return in_kilometres(found) if degrees else found


def in_kilometres(found):
    """Degrees as kilometres east and north of the south-western corner."""
    corners = [point for one in found for ring in one[3] for point in ring]
    if not corners:
        return found
    west, south = (min(point[axis] for point in corners) for axis in (0, 1))
    north = max(point[1] for point in corners)
    east_km = KM_A_DEGREE * math.cos(math.radians((south + north) / 2))
    return [(name, title, properties, [[((x - west) * east_km, (y - south) * KM_A_DEGREE) for x, y in ring]
                                       for ring in rings], where) for name, title, properties, rings, where in found]


def read_outlines(file, window, degrees):
    if file.suffix == ".svg":
        return read_svg(file, window)
    if file.suffix in (".geojson", ".json"):
        return read_geojson(file, degrees)
    raise BadInput(f"{file}: must end in .geojson, .json or .svg")


def checked(found, mechanism, file):
    """The outlines by id."""
    by_name = {}
    for name, title, properties, rings, where in found:
        if not mechanism.is_id.fullmatch(name):
            raise BadInput(f"{where}: \"{name}\" is no id of an area; allowed: {mechanism.id_words}"
                           + (" (in SVG the label of its path, in GeoJSON the property \"id\")" if not name else ""))
        if name in by_name:
            raise BadInput(f"{where}: {name} has an outline already")
        if any(len(set(ring)) < 3 for ring in rings):
            raise BadInput(f"{where}: an outline has three corners at least")
        by_name[name] = (title, properties, rings, where)
    if not by_name:
        raise BadInput(f"{file}: there is no outline in it; in SVG those in the layer \"areas\" are read, by their labels, in "
                       "GeoJSON polygons")
    return by_name


def window_of(rings_by_name):
    corners = [point for rings in rings_by_name.values() for ring in rings for point in ring]
    across, up = zip(*corners)
    return min(across), max(across), min(up), max(up)


def edges_of(ring, window, near):
    """The edges of the map that an outline touches."""
    west, east, south, north = window
    touched = {"west": min(x for x, _ in ring) - west, "north": north - max(y for _, y in ring),
               "east": east - max(x for x, _ in ring), "south": min(y for _, y in ring) - south}
    return [edge for edge, off in touched.items() if off <= near]


def lay_areas(table, mechanism, outlines, shapes, window, near, source):
    """Rows of areas.csv: new ones for new areas, and the middle of every one within its outline. Names of the new."""
    rows = {row["id"]: row for row in table.rows}
    new = []
    for name, (title, properties, _, where) in outlines.items():
        ring = shapes[name][0]
        if name not in rows:
            rows[name] = {"id": name, "name": title or name.replace("-", " ").title(), "source": source,
                          **mechanism.new_area(name, properties, edges_of(ring, window, near), table, where)}
            table.rows.append(rows[name])
            new.append(name)
        row = rows[name]
        try:
            at = (float(row[mechanism.x]), float(row[mechanism.y]))
        except (KeyError, TypeError, ValueError):
            at = None
        if at is None or not inside(at, [ring]):
            x, y = middle_of(ring)
            row[mechanism.x], row[mechanism.y] = f"{x:.{mechanism.digits}f}", f"{y:.{mechanism.digits}f}"
    return new


def pairs_of(shapes, least):
    """Pairs of areas that adjoin, each in the order of the outlines."""
    return {frozenset(pair): pair for pair in adjoining(shapes, least)}


def lay_borders(table, mechanism, shapes, before, least, source):
    """Rows of borders.csv. What is known of pairs that still adjoin stays, and so does what somebody decided: that one
    cannot go between two areas that adjoined `before`, or that one can where nothing does. Names of new pairs, and of those
    gone."""
    now = pairs_of(shapes, least)
    had = {frozenset((row["first"], row["second"])) for row in table.rows}
    gone = [row["id"] for row in table.rows
            if frozenset((row["first"], row["second"])) in before - now.keys() and {row["first"], row["second"]} <= shapes.keys()]
    table.rows = [row for row in table.rows if row["id"] not in gone]
    new = [pair for key, pair in now.items() if key not in had and key not in before]
    dash = "--" if any("--" in row["id"] for row in table.rows) else "-"
    for first, second in new:
        table.rows.append({"id": f"{first}{dash}{second}", "first": first, "second": second, "source": source,
                           **mechanism.new_border()})
    return [f"{first}-{second}" for first, second in new], gone


def lay_shapes(table, mechanism, shapes, source):
    """Rows of shapes.csv: those of outlines that did not move stay as they are."""
    old = mechanism.rings_of(table)
    moved = {name: rings for name, rings in shapes.items() if not same_rings(rings, old.get(name, []), 10 ** -mechanism.digits)}
    rows = [row for name, rings in moved.items() for row in mechanism.shape_rows(name, rings, source)]
    table.rows = [row for row in table.rows if row["area"] not in moved] + rows


def same_rings(some, others, near):
    return len(some) == len(others) and all(
        len(ring) == len(other) and all(math.dist(p, q) <= 2 * near for p, q in zip(ring, other))
        for ring, other in zip(some, others))


def bring_in(folder, given):
    """Writes the outlines of a file into a game. What it did, in one line."""
    mechanism = mechanism_of(folder)
    outlines = checked(read_outlines(given.source, given.window, given.degrees), mechanism, given.source)
    areas, borders, shapes = (Table(folder / f"{name}.csv") for name in ("areas", "borders", "shapes"))
    source = f"drawn in {given.source.name}"
    drawn = {name: rings for name, (_, _, rings, _) in outlines.items()}
    window = window_of(drawn)
    near = given.weld * max((window[1] - window[0]) * (squeeze_of(window) if mechanism.squeezed else 1), window[3] - window[2])
    fitted = welded(drawn, near)
    for name, rings in fitted.items():
        if any(len(ring) < 3 for ring in rings):
            raise BadInput(f"{outlines[name][3]}: is smaller than corners may be off ({near:.3g}); make --weld smaller")
    before = set() if given.all_borders else set(pairs_of(welded(mechanism.rings_of(shapes), near), near))
    new_areas = lay_areas(areas, mechanism, outlines, fitted, window, near, source)
    new, gone = lay_borders(borders, mechanism, fitted, before, near, source)
    lay_shapes(shapes, mechanism, fitted, source)
    for table in (areas, borders, shapes):
        table.file.write_text(table.text(), encoding="utf-8")
    lacking = sorted({row["id"] for row in areas.rows} - fitted.keys())
    return told(fitted, new_areas, new, gone, lacking)


def told(fitted, new_areas, new, gone, lacking):
    words = f"{len(fitted)} outlines"
    for names, what in ((new_areas, "new areas"), (new, "new borders"), (gone, "borders gone"),
                        (lacking, "areas without an outline there")):
        if names:
            words += f"; {len(names)} {what}: {', '.join(names[:8])}" + (", ..." if len(names) > 8 else "")
    return words


def squeeze_of(window):
    return math.cos(math.radians((window[2] + window[3]) / 2))


def take_out(folder, file):
    """Writes the outlines of a game into a file. What it did, in one line."""
    mechanism = mechanism_of(folder)
    areas, shapes = Table(folder / "areas.csv"), Table(folder / "shapes.csv")
    rings = mechanism.rings_of(shapes)
    if not rings:
        raise BadInput(f"{shapes.file}: has no outline")
    rows = {row["id"]: row for row in areas.rows}
    listed = [(name, rows[name]["name"], {key: value for key, value in rows[name].items() if key not in ("id", "name")},
               rings[name]) for name in rings if name in rows]
    if file.suffix == ".svg":
        window = window_of(rings)
        text = svg_of(listed, window, squeeze_of(window) if mechanism.squeezed else 1.0)
    elif file.suffix in (".geojson", ".json"):
        text = json.dumps({"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": name, "properties": {"id": name, "name": title, **properties},
             "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]] for ring in lines]}}
            for name, title, properties, lines in listed]}, indent=1) + "\n"
    else:
        raise BadInput(f"{file}: must end in .geojson, .json or .svg")
    file.write_text(text, encoding="utf-8")
    return f"{len(listed)} outlines"


def window_option(text):
    try:
        west, east, south, north = map(float, text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError("four numbers are needed: WEST,EAST,SOUTH,NORTH") from error
    if west >= east or south >= north:
        raise argparse.ArgumentTypeError("the window is empty: west must be less than east, south than north")
    return west, east, south, north


def main():
    parser = argparse.ArgumentParser(usage="\n".join(line for line in __doc__.split("\n")[2:4])[7:])
    parser.add_argument("folder", type=pathlib.Path)
    ways = parser.add_mutually_exclusive_group(required=True)
    ways.add_argument("--from", dest="source", type=pathlib.Path)
    ways.add_argument("--to", type=pathlib.Path)
    parser.add_argument("--window", type=window_option)
    parser.add_argument("--degrees", action="store_true")
    parser.add_argument("--all-borders", action="store_true")
    parser.add_argument("--weld", type=float, default=WELD)
    given = parser.parse_args()
    try:
        if not 0 < given.weld < 0.1:
            raise BadInput("--weld is a share of the map; allowed: more than 0, less than 0.1")
        words = bring_in(given.folder, given) if given.source else take_out(given.folder, given.to)
    except BadInput as error:
        sys.exit(f"outlines: {error}")
    except OSError as error:
        sys.exit(f"outlines: {error.filename}: {error.strerror}")
    print(f"{given.folder if given.source else given.to}: {words}")


if __name__ == "__main__":
    main()
