#!/usr/bin/python3
"""Makes a game's hex map out of GeoJSON: coast, territories, terrain, rivers, roads, towns.

usage: from_geojson.py SETTINGS.toml FOLDER

Writes hexes.csv, hexsides.csv and features.csv of a hex campaign, or of operations on hexes, into FOLDER. The settings are
explained in README.md; examples/portugal.toml is one. Needs Python's standard library only.
"""
import collections
import csv
import heapq
import io
import math
import pathlib
import sys
import tomllib

from geojson_features import FEATURE_COLUMNS, EastwardSheet, Sheet, feature_rows
from geojson_layers import BadInput, KINDS, along, inside, read_layer
from hex_grid import MOST_COLUMNS, MOST_EASTWARD, MOST_ROWS, EastwardGrid, Grid, name

MOST_HEXES = 640  # that somebody can enter, as configs/README.md has it
SAMPLES = 4  # rings of points that a hex is looked at in
STEP = 8  # points of a line to the height of a hex
WAY_POINTS = 3  # heights of a hex between points that a river is led through
FARNESS = 6.0  # how dear a hexside is that lies a hex away from its river

HEX_COLUMNS = ["id", "terrain", "city", "fortified", "coast", "territory", "zone", "longitude",
               "latitude", "source", "city_source"]
SIDE_COLUMNS = ["id", "a", "b", "river", "basin", "bridged", "road", "source"]
OPERATIONS_HEX_COLUMNS = ["id", "terrain", "name", "fortress", "points", "area", "country", "source"]
OPERATIONS_SIDE_COLUMNS = ["id", "first", "second", "river", "bridged", "source"]
AREA_COLUMNS, AREA_ROWS = 3, 4  # of hexes that make an Area where no layer says which do
LEAST_OF_AREA = 4  # hexes; fewer join a neighbour


def read_settings(file):
    """The settings, with everything that may be left out filled in."""
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"{file}: {error}") from error
    known = {"mechanism", "window", "hex_km", "open", "sea", "territory", "source", "layer"}
    for key in settings:
        if key not in known:
            raise BadInput(f"{file}: unknown key \"{key}\"; allowed: {', '.join(sorted(known))}")
    for key in ("window", "hex_km", "source", "layer"):
        if key not in settings:
            raise BadInput(f"{file}: \"{key}\" is missing")
    for key in ("west", "east", "south", "north"):
        if not isinstance(settings["window"].get(key), (int, float)):
            raise BadInput(f"{file}: window.{key} must be a number of degrees")
    if settings["hex_km"] <= 0:
        raise BadInput(f"{file}: hex_km must be more than 0")
    mechanism = settings.get("mechanism", "hex_campaign")
    if mechanism not in BOARDS:
        raise BadInput(f"{file}: mechanism is \"{mechanism}\"; allowed: {', '.join(BOARDS)}")
    return {"open": BOARDS[mechanism].open, "sea": "sea", "territory": "", "mechanism": mechanism} | settings


def make_grid(file, settings):
    window = settings["window"]
    if window["west"] >= window["east"] or window["south"] >= window["north"]:
        raise BadInput(f"{file}: the window is empty: west must be less than east, south than north")
    board = BOARDS[settings["mechanism"]]
    grid = board.grid(window["west"], window["east"], window["south"], window["north"],
                      settings["hex_km"])
    if grid.columns > board.most_columns or grid.rows > board.most_rows:
        raise BadInput(f"{file}: {grid.columns} columns of {grid.rows} hexes; allowed: "
                       f"{board.most_columns} of {board.most_rows}; make hex_km larger")
    return grid


def read_layers(file, settings, grid):
    """The shapes of each kind, in the order of the settings."""
    layers = {kind: [] for kind in KINDS}
    for layer in settings["layer"]:
        for key in ("file", "kind"):
            if not isinstance(layer.get(key), str):
                raise BadInput(f"{file}: a layer needs {key} = \"...\"")
        layers.setdefault(layer["kind"], []).extend(
            read_layer(file.parent / layer["file"], layer["kind"], layer.get("where", {}),
                       layer.get("name", "name"), grid))
    return layers


class Board:
    """What lies in each hex and on each hexside of a hex campaign."""

    grid_words = "sides.toml needs [terrain] rows for"
    grid, sheet, open = Grid, Sheet, "open"
    most_columns, most_rows, most_hexes = MOST_COLUMNS, MOST_ROWS, MOST_HEXES
    hex_columns, side_columns = HEX_COLUMNS, SIDE_COLUMNS

    def __init__(self, grid, settings, layers):
        self.grid, self.settings, self.layers = grid, settings, layers
        self.points = {at: self.sample(at) for at in grid.all()}
        self.land = {at: self.share(at, layers["land"]) if layers["land"] else 1.0
                     for at in grid.all()}
        self.towns = {}
        self.rivers = {}
        self.roads = {}

    def sample(self, at):
        """Points spread evenly over a hex."""
        middle, points = self.grid.middle(at), [self.grid.middle(at)]
        for ring in range(1, SAMPLES):
            for corner in self.grid.corners(at):
                part = ring / SAMPLES
                points.append((middle[0] + (corner[0] - middle[0]) * part,
                               middle[1] + (corner[1] - middle[1]) * part))
        return points

    def share(self, at, shapes):
        points = self.points[at]
        return sum(any(inside(point, shape.lines) for shape in shapes)
                   for point in points) / len(points)

    def is_land(self, at):
        return self.land[at] >= 0.5 or at in self.towns

    def most(self, at, kind, otherwise):
        """The name of the shape that covers most of a hex, if any covers a half of its points."""
        counts = collections.Counter()
        for shape in self.layers[kind]:
            counts[shape.name] += sum(inside(point, shape.lines) for point in self.points[at])
        best = max(counts, key=lambda key: (counts[key], key), default=None)
        return best if best and counts[best] * 2 >= len(self.points[at]) else otherwise

    def place_towns(self):
        for town in self.layers["town"]:
            at = self.grid.nearest(town.lines[0][0])
            if not self.holds(town.lines[0][0]):
                raise BadInput(f"{town.name}: lies outside of the window")
            if at in self.towns:
                raise BadInput(f"{town.name} and {self.towns[at].name} lie in one hex, {name(at)}; "
                               "make hex_km smaller or leave one out")
            self.towns[at] = town

    def holds(self, point):
        return 0 <= point[0] <= self.grid.width and 0 <= point[1] <= self.grid.rows * \
            self.grid.hex_km + self.grid.hex_km / 2

    def lay_rivers(self):
        """Each river on the hexsides that are nearest to it."""
        corners = CornerMap(self.grid)
        for river in self.layers["river"]:
            for line in river.lines:
                for side in corners.course(line):
                    if all(self.is_land(at) for at in side):
                        self.rivers.setdefault(side, river)

    def lay_roads(self):
        """Each road from hex to hex; where it crosses a river it has a bridge."""
        for road in self.layers["road"]:
            for line in road.lines:
                points = along(line, self.grid.hex_km / STEP)
                hexes = [self.grid.nearest(point) for point in points if self.holds(point)]
                for a, b in zip(hexes, hexes[1:]):
                    if a != b and b in self.grid.neighbours(a) and self.is_land(a) and \
                            self.is_land(b):
                        self.roads.setdefault(tuple(sorted((a, b))), road)

    def hex_rows(self):
        for at in sorted(self.grid.all()):
            land, town = self.is_land(at), self.towns.get(at)
            longitude, latitude = self.grid.degrees(self.grid.middle(at))
            coast = land and any(not self.is_land(other) for other in self.grid.neighbours(at))
            if not land and all(not self.is_land(other) for other in self.grid.neighbours(at)):
                continue  # open sea is not drawn
            yield {
                "id": name(at),
                "terrain": self.most(at, "terrain", self.settings["open"]) if land
                           else self.settings["sea"],
                "city": town.name if town else "",
                "fortified": int(bool(town and town.properties.get("fortified"))),
                "coast": int(coast),
                "territory": self.territory(at) if land else "",
                "zone": self.most(at, "zone", "") if land else "",
                "longitude": round(longitude, 3), "latitude": round(latitude, 3),
                "source": self.settings["source"],
                "city_source": town.properties.get("source") or self.settings["source"]
                               if town else "",
            }

    def territory(self, at):
        """A hex with a town belongs to the country of the town, another to that of most of it."""
        town = self.towns.get(at)
        of_town = [shape.name for shape in self.layers["territory"]
                   if town and inside(town.lines[0][0], shape.lines)]
        found = of_town[0] if of_town else self.most(at, "territory", self.settings["territory"])
        if not found:
            raise BadInput(f"hex {name(at)}: no territory covers it; give the settings "
                           "territory = \"...\" for such ground")
        return found

    def side_rows(self):
        for side in sorted(self.rivers.keys() | self.roads.keys()):
            river, road = self.rivers.get(side), self.roads.get(side)
            a, b = (name(at) for at in side)
            yield {
                "id": f"{a}-{b}", "a": a, "b": b, "river": river.name if river else "",
                "basin": str(river.properties.get("basin") or "") if river else "",
                "bridged": int(bool(river and road)), "road": road.name if road else "",
                "source": self.settings["source"],
            }


class OperationsBoard(Board):
    """The same of operations on hexes, which know Areas instead of zones, and no roads: those only bridge rivers."""

    grid_words = "terrain.csv needs rows for"
    grid, sheet, open = EastwardGrid, EastwardSheet, "clear"
    most_columns, most_rows, most_hexes = MOST_EASTWARD, MOST_EASTWARD, MOST_EASTWARD * MOST_EASTWARD
    hex_columns, side_columns = OPERATIONS_HEX_COLUMNS, OPERATIONS_SIDE_COLUMNS

    def hex_rows(self):
        rows = {}
        for row in super().hex_rows():
            at = (int(row["id"][:2]), int(row["id"][2:]))
            land, town = self.is_land(at), self.towns.get(at)
            rows[at] = {
                "id": row["id"], "terrain": row["terrain"], "name": row["city"], "fortress": row["fortified"],
                "points": self.points_of(town), "area": self.area(at, row["territory"]) if land else "",
                "country": row["territory"], "source": row["city_source"] or row["source"],
            }
        if not self.layers["area"]:
            self.join_slivers(rows)
        return rows.values()

    def join_slivers(self, rows):
        """Frontiers and the edge of the map leave Areas of a few hexes, which would feed an army as large ones do: each
        joins the Area of its country that it touches most."""
        sizes = collections.Counter(row["area"] for row in rows.values() if row["area"])
        for area in sorted(sizes, key=lambda key: (sizes[key], key)):
            hexes = [at for at, row in rows.items() if row["area"] == area]
            if not hexes or len(hexes) >= LEAST_OF_AREA:
                continue
            country = rows[hexes[0]]["country"]
            touched = collections.Counter(
                rows[other]["area"] for at in hexes for other in self.grid.neighbours(at)
                if other in rows and rows[other]["area"] not in ("", area) and rows[other]["country"] == country)
            if touched:
                most = max(touched, key=lambda key: (touched[key], key))
                for at in hexes:
                    rows[at]["area"] = most

    @staticmethod
    def points_of(town):
        points = town.properties.get("points") or 0 if town else 0
        if not isinstance(points, int) or not 0 <= points <= 99:
            raise BadInput(f"{town.name}: its points are \"{points}\"; allowed: a whole number, 0 to 99")
        return points

    def area(self, at, country):
        """The Area that covers most of a hex; without such a layer, blocks of hexes in each country."""
        if self.layers["area"]:
            found = self.most(at, "area", "")
            if not found:
                raise BadInput(f"hex {name(at)}: no area covers it; draw one, or none at all")
            return found
        across = (self.grid.columns + AREA_COLUMNS - 1) // AREA_COLUMNS
        block = (at[1] - 1) // AREA_ROWS * across + (at[0] - 1) // AREA_COLUMNS + 1
        letters = "".join(letter for letter in country if letter.isalpha())
        return f"{letters[:2].upper() or 'A'}{block}"

    def side_rows(self):
        for row in super().side_rows():
            if row["river"]:
                yield {"id": row["id"], "first": row["a"], "second": row["b"], "river": row["river"],
                       "bridged": row["bridged"], "source": row["source"]}


BOARDS = {"hex_campaign": Board, "hex_operations": OperationsBoard}


class CornerMap:
    """The corners of hexes, joined by the sides between them."""

    def __init__(self, grid):
        self.grid = grid
        self.places = {}  # corner: where it is
        self.sides = collections.defaultdict(list)  # corner: (other corner, pair of hexes)
        for at in grid.all():
            for other in grid.neighbours(at):
                if at < other:
                    ends = sorted(self.keys(at) & self.keys(other))
                    if len(ends) == 2:
                        self.sides[ends[0]].append((ends[1], (at, other)))
                        self.sides[ends[1]].append((ends[0], (at, other)))

    def keys(self, at):
        """The corners of a hex, so rounded that neighbours share them."""
        found = set()
        for corner in self.grid.corners(at):
            key = (round(corner[0] / self.grid.hex_km * 100), round(corner[1] / self.grid.hex_km *
                                                                    100))
            for near in ((key[0] + x, key[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)):
                if near in self.places:
                    key = near
                    break
            self.places.setdefault(key, corner)
            found.add(key)
        return found

    def course(self, line):
        """The pairs of hexes between which a line runs, from end to end."""
        points = along(line, self.grid.hex_km / STEP)
        stops = points[::STEP * WAY_POINTS] + [points[-1]]
        corners = [min(self.sides, key=lambda key, stop=stop: (math.dist(self.places[key], stop),
                                                               key)) for stop in stops]
        sides = []
        for start, end in zip(corners, corners[1:]):
            sides += self.way(start, end, points)
        return sides

    def way(self, start, end, points):
        """The cheapest way from corner to corner: hexsides are dear that lie off the points."""
        best, before, queue = {start: 0.0}, {}, [(0.0, start)]
        while queue:
            cost, corner = heapq.heappop(queue)
            if corner == end:
                break
            if cost > best[corner]:
                continue
            for other, side in self.sides[corner]:
                then = cost + self.price(corner, other, points)
                if then < best.get(other, math.inf):
                    best[other], before[other] = then, (corner, side)
                    heapq.heappush(queue, (then, other))
        sides = []
        while end != start and end in before:
            end, side = before[end]
            sides.append(side)
        return sides

    def price(self, a, b, points):
        (x1, y1), (x2, y2) = self.places[a], self.places[b]
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        off = min(math.dist(middle, point) for point in points) / self.grid.hex_km
        return 1.0 + FARNESS * off * off


def csv_text(comment, columns, rows):
    text = io.StringIO()
    text.write(f"# {comment}\n")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def build(file):
    """The texts of the files by name, and the board. Raises BadInput."""
    settings = read_settings(file)
    grid = make_grid(file, settings)
    board = BOARDS[settings["mechanism"]](grid, settings, read_layers(file, settings, grid))
    board.place_towns()
    entered = sum(board.is_land(at) for at in grid.all())
    if entered > board.most_hexes:
        raise BadInput(f"{file}: {entered} hexes of land; allowed: {board.most_hexes}; make hex_km larger")
    board.lay_rivers()
    board.lay_roads()
    made = f"made by scripts/map/from_geojson.py from {file.name}"
    hexes = list(board.hex_rows())
    places = [(int(row["id"][:2]), int(row["id"][2:])) for row in hexes]
    return {
        "hexes.csv": csv_text(f"{grid.columns} columns of {grid.rows} hexes of "
                              f"{settings['hex_km']:g} km, {made}.", board.hex_columns, hexes),
        "hexsides.csv": csv_text(f"Rivers and roads, {made}.", board.side_columns, board.side_rows()),
        "features.csv": csv_text(
            f"What is drawn of the country and is no rule, {made}.", FEATURE_COLUMNS,
            feature_rows(grid, board.sheet(grid, places), board.layers, settings["source"])),
    }, board


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    file, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    try:
        texts, board = build(file)
        folder.mkdir(parents=True, exist_ok=True)
        for name_of_file, text in texts.items():
            (folder / name_of_file).write_text(text, encoding="utf-8")
    except BadInput as error:
        sys.exit(f"from_geojson: {error}")
    except OSError as error:
        sys.exit(f"from_geojson: {error.filename}: {error.strerror}")
    land = sum(board.is_land(at) for at in board.grid.all())
    print(f"{folder}: {board.grid.columns} columns of {board.grid.rows} hexes, {land} of land, "
          f"{len(board.towns)} towns, {len(board.rivers)} hexsides of rivers")
    words = sorted({row["terrain"] for row in board.hex_rows()})
    print(f"{board.grid_words}: {', '.join(words)}")


if __name__ == "__main__":
    main()
