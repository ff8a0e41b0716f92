"""GeoJSON files as layers of shapes on a grid, in kilometres."""
import json
import math


class BadInput(Exception):
    """Something in the user's files, told in one line."""


class Shape:
    """A feature: its rings, line or point in kilometres, its name and properties."""

    def __init__(self, name, properties, lines):
        self.name, self.properties, self.lines = name, properties, lines


def inside(point, rings):
    """Whether a point lies within rings by the even-odd rule: holes are rings within rings."""
    x, y = point
    within = False
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                within = not within
    return within


def cut(ring, side):
    """The part of a polygon on one side of a line: where the linear `side(point)` is not negative
    (Sutherland and Hodgman)."""
    part = []
    for start, end in zip(ring[-1:] + ring[:-1], ring):
        before, after = side(start), side(end)
        if (before >= 0) != (after >= 0):
            share = before / (before - after)
            part.append(tuple(a + (b - a) * share for a, b in zip(start, end)))
        if after >= 0:
            part.append(end)
    return part


def along(line, step):
    """Points of a line, at most `step` apart, its corners among them."""
    points = [line[0]]
    for start, end in zip(line, line[1:]):
        pieces = max(1, math.ceil(math.dist(start, end) / step))
        points += [(start[0] + (end[0] - start[0]) * i / pieces,
                    start[1] + (end[1] - start[1]) * i / pieces) for i in range(1, pieces + 1)]
    return points


LINES_OF = {
    "Point": lambda c: [[c]],
    "MultiPoint": lambda c: [[point] for point in c],
    "LineString": lambda c: [c],
    "MultiLineString": lambda c: c,
    "Polygon": lambda c: c,
    "MultiPolygon": lambda c: [ring for polygon in c for ring in polygon],
}
KINDS = {
    "land": ("Polygon", "MultiPolygon"),
    "territory": ("Polygon", "MultiPolygon"),
    "terrain": ("Polygon", "MultiPolygon"),
    "zone": ("Polygon", "MultiPolygon"),
    "area": ("Polygon", "MultiPolygon"),
    "river": ("LineString", "MultiLineString"),
    "road": ("LineString", "MultiLineString"),
    "town": ("Point", "MultiPoint"),
}


def shape_of(feature, where, kind, name_key, grid):
    geometry = feature.get("geometry") or {}
    if geometry.get("type") not in KINDS[kind]:
        raise BadInput(f"{where}: a {kind} is a {' or '.join(KINDS[kind])}, "
                       f"not a {geometry.get('type')}")
    try:
        lines = [[grid.km(float(point[0]), float(point[1])) for point in line]
                 for line in LINES_OF[geometry["type"]](geometry["coordinates"])]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadInput(f"{where}: its coordinates are not pairs of longitude and latitude") from error
    properties = feature.get("properties") or {}
    name = str(properties.get(name_key) or "")
    if not name and kind not in ("land",):
        raise BadInput(f"{where}: a {kind} needs a name (property \"{name_key}\")")
    return Shape(name, properties, lines)


def read_layer(file, kind, wanted, name_key, grid):
    """The shapes of a file whose properties have the wanted values. Raises BadInput."""
    if kind not in KINDS:
        raise BadInput(f"{file}: there is no layer of kind \"{kind}\"; allowed: {', '.join(KINDS)}")
    try:
        features = json.loads(file.read_text(encoding="utf-8"))["features"]
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: is not a FeatureCollection of GeoJSON") from error
    shapes = []
    for number, feature in enumerate(features, 1):
        properties = feature.get("properties") or {}
        if all(properties.get(key) == value for key, value in wanted.items()):
            shapes.append(shape_of(feature, f"{file}: feature {number}", kind, name_key, grid))
    if not shapes:
        raise BadInput(f"{file}: no feature has {wanted or 'any properties'}")
    return shapes
