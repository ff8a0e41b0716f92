"""A hex grid over a window of longitude and latitude, as the hex games number it.

Flat-topped hexes; columns grow westward from 1, rows southward from 1, even columns stand half a
hex lower. Kilometres east and south of the window's north-western corner.
"""
import math

KM_A_DEGREE = 111.2  # of a meridian: the earth's circumference of 40,030 km by 360
COLUMN_STEP = math.sqrt(3) / 2  # of columns, in heights of a hex
MOST_COLUMNS, MOST_ROWS = 99, 63  # four digits; a column of the games' maps
MOST_EASTWARD = 62  # columns, and rows, of a game of operations


class Grid:
    """Hexes of a height (the way between the middles of neighbours) that cover a window."""

    def __init__(self, west, east, south, north, hex_km):
        self.west, self.north, self.hex_km = west, north, hex_km
        self.km_east = KM_A_DEGREE * math.cos(math.radians((south + north) / 2))
        self.width = (east - west) * self.km_east
        height = (north - south) * KM_A_DEGREE
        self.columns = max(1, round(self.width / (hex_km * COLUMN_STEP)))
        self.rows = max(1, round(height / hex_km))

    def km(self, longitude, latitude):
        return ((longitude - self.west) * self.km_east, (self.north - latitude) * KM_A_DEGREE)

    def degrees(self, point):
        return (self.west + point[0] / self.km_east, self.north - point[1] / KM_A_DEGREE)

    def middle(self, at):
        column, row = at
        lower = 0.5 if column % 2 == 0 else 0.0
        return (self.width - (column - 0.5) * self.hex_km * COLUMN_STEP,
                (row - 0.5 + lower) * self.hex_km)

    def corners(self, at):
        """Clockwise from the east."""
        x, y = self.middle(at)
        radius = self.hex_km / math.sqrt(3)
        return [(x + radius * math.cos(math.radians(60 * i)),
                 y + radius * math.sin(math.radians(60 * i))) for i in range(6)]

    def holds(self, at):
        return 1 <= at[0] <= self.columns and 1 <= at[1] <= self.rows

    def all(self):
        return [(column, row) for column in range(1, self.columns + 1)
                for row in range(1, self.rows + 1)]

    def neighbours(self, at):
        """The hexes of the grid that touch this one."""
        column, row = at
        side = row if column % 2 == 0 else row - 1
        around = [(column, row - 1), (column, row + 1)]
        around += [(column + step, side + lower) for step in (-1, 1) for lower in (0, 1)]
        return [other for other in around if self.holds(other)]

    def column_of(self, x):
        return round((self.width - x) / (self.hex_km * COLUMN_STEP) + 0.5)

    def nearest(self, point):
        """The hex of the grid whose middle is nearest to a point."""
        column = self.column_of(point[0])
        candidates = []
        for near in (column - 1, column, column + 1):
            row = round(point[1] / self.hex_km + (0.0 if near % 2 == 0 else 0.5))
            candidates += [(min(max(near, 1), self.columns), min(max(row + step, 1), self.rows))
                           for step in (-1, 0, 1)]
        return min(candidates, key=lambda at: (math.dist(self.middle(at), point), at))


class EastwardGrid(Grid):
    """The same with columns that grow eastward, as in games of operations on hexes."""

    def middle(self, at):
        column, row = at
        lower = 0.5 if column % 2 == 0 else 0.0
        return ((column - 0.5) * self.hex_km * COLUMN_STEP, (row - 0.5 + lower) * self.hex_km)

    def column_of(self, x):
        return round(x / (self.hex_km * COLUMN_STEP) + 0.5)


def name(at):
    return f"{at[0]:02d}{at[1]:02d}"
