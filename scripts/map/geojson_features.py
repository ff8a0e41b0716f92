"""What is drawn of a country and is no rule, out of the layers of from_geojson.py: features.csv."""
import math

from geojson_layers import along, cut

# As engine/systems/hex_campaign/board.cpp lays hexes: units of the picture of `niemen show --svg`.
BOARD_MARGIN, BOARD_HEX = 46, 34 * math.sqrt(3)
COLUMN_STEP = math.sqrt(3) / 2  # of columns, in heights of a hex
FRAME = 1.5  # heights of a hex that the sea reaches beyond the outermost middles: past the frame
LETTER = 9.5  # units along a river for each letter of its name
BESIDE = 9  # units between a river and its name

FEATURE_COLUMNS = ["id", "kind", "name", "line", "source"]


class Sheet:
    """From kilometres on a grid to the units of the picture of the hexes that a game has."""

    def __init__(self, grid, hexes):
        self.grid = grid
        self.last_column = max(column for column, _ in hexes)
        self.first_row = min(row for _, row in hexes)
        self.first_column = min(column for column, _ in hexes)
        self.last_row = max(row for _, row in hexes)

    def on_board(self, point):
        column = (self.grid.width - point[0]) / (self.grid.hex_km * COLUMN_STEP) + 0.5
        row = point[1] / self.grid.hex_km + 0.5
        return (BOARD_MARGIN + (self.last_column - column) * COLUMN_STEP * BOARD_HEX,
                BOARD_MARGIN + (row - self.first_row) * BOARD_HEX)

    def line(self, points):
        return [self.on_board(point) for point in points]

    def land(self, ring):
        """A ring of land; what reaches the end of the window goes on beyond the picture."""
        ends = (self.grid.width, self.grid.rows * self.grid.hex_km)
        return self.line([tuple(-end if at <= 0 else 2 * end if at >= end else at
                                for at, end in zip(point, ends)) for point in ring])

    def frame(self):
        """West, north, east and south of what is drawn, in units of the picture."""
        reach = FRAME * BOARD_HEX
        width = (self.last_column - self.first_column) * COLUMN_STEP * BOARD_HEX
        height = (self.last_row - self.first_row + 0.5) * BOARD_HEX
        return (BOARD_MARGIN - reach, BOARD_MARGIN - reach,
                BOARD_MARGIN + width + reach, BOARD_MARGIN + height + reach)


# As engine/systems/hex_operations/view.cpp lays them.
EASTWARD_HEX = 24 * math.sqrt(3)


class EastwardSheet(Sheet):
    """The same of a game of operations: columns grow eastward, and the first corner is that of the grid."""

    def on_board(self, point):
        column = point[0] / (self.grid.hex_km * COLUMN_STEP) + 0.5
        row = point[1] / self.grid.hex_km + 0.5
        return (column * COLUMN_STEP * EASTWARD_HEX, row * EASTWARD_HEX)

    def frame(self):
        reach = FRAME * EASTWARD_HEX
        return (-reach, -reach, self.last_column * COLUMN_STEP * EASTWARD_HEX + reach,
                (self.last_row + 0.5) * EASTWARD_HEX + reach)


def clipped(ring, frame):
    """The part of a polygon within a frame."""
    west, north, east, south = frame
    for side in (lambda point: point[0] - west, lambda point: east - point[0],
                 lambda point: point[1] - north, lambda point: south - point[1]):
        ring = cut(ring, side)
    return ring


def middle_stretch(line, length):
    """The ends of a stretch of a line about its middle, from left to right; none of a short line."""
    points = along(line, 1)
    steps = int(length / 2)
    middle = len(points) // 2
    if len(points) <= 2 * steps or steps < 1:
        return None
    a, b = points[middle - steps], points[middle + steps]
    return (a, b) if a[0] <= b[0] else (b, a)


def name_line(line, name):
    """Where the name of a river stands: beside the middle of its course."""
    ends = middle_stretch(line, LETTER * len(name))
    if not ends or math.dist(*ends) < 1:
        return None
    (x1, y1), (x2, y2) = ends
    off = BESIDE / math.dist(*ends)
    aside = ((y2 - y1) * off, -(x2 - x1) * off)
    return [(x1 + aside[0], y1 + aside[1]), (x2 + aside[0], y2 + aside[1])]


def sea_rows(sheet, layers):
    """The whole frame, and the land taken out of it: rings within rings."""
    if not layers["land"]:
        return
    west, north, east, south = sheet.frame()
    yield "sea", "", [(west, north), (east, north), (east, south), (west, south)]
    for shape in layers["land"]:
        for ring in shape.lines:
            land = clipped(sheet.land(ring[:-1] if ring[0] == ring[-1] else ring), sheet.frame())
            if len(land) > 2:
                yield "sea", "", land


def feature_rows(grid, sheet, layers, source):
    """Rows of features.csv for a game whose picture is that sheet."""
    middle = (grid.width / 2, grid.rows * grid.hex_km / 2)
    rows = [("scale", "", sheet.line([(middle[0] - 50, middle[1]), (middle[0] + 50, middle[1])]))]
    rows += sea_rows(sheet, layers)
    for road in layers["road"]:
        rows += [("road", road.name, sheet.line(line)) for line in road.lines]
    for river in layers["river"]:
        longest = max((sheet.line(line) for line in river.lines), key=len)
        stands = name_line(longest, river.name)
        if stands:
            rows.append(("river name", river.name, stands))
    for number, (kind, name, line) in enumerate(rows, 1):
        yield {"id": f"{kind.replace(' ', '-')}-{number}", "kind": kind, "name": name,
               "line": " ".join(f"{x:.1f} {y:.1f}" for x, y in line), "source": source}
