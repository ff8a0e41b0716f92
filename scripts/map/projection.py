"""Longitude and latitude to the hex grid of russia-1812 and back.

Flat-top hexes; columns grow westward, rows southward, even columns stand half a hex lower. The plane
has u = column axis and v = row axis, both in units of a hex from flat side to flat side.

The rules name the hexes of seven places. A similarity over an equidistant conic projection is fitted
to them; rows north of row 3 are squeezed, because St Petersburg must lie on the sheet; a thin-plate
warp then takes 60 % of what is left at each named place, and dies out away from them.
"""
import numpy as np
from scipy.interpolate import RBFInterpolator

COLUMN = 0.8660254037844386  # distance of two columns
EARTH_RADIUS_KM = 6371

# longitude, latitude, hex, place, rule
ANCHORS = [
    (24.11, 56.95, "1904", "Riga", "14.1"),
    (25.28, 54.69, "1808", "Wilno", "14.1"),
    (21.89, 55.08, "2207", "Tilsit", "14.1"),
    (27.56, 53.90, "1610", "Minsk", "14.1"),
    (23.68, 52.09, "2113", "Brest", "14.1"),
    (24.03, 49.84, "2217", "Lemberg", "13.2"),
    (20.48, 53.78, "2509", "Allenstein", "joins the map to the west"),
]
# Places bent into a hex because the rules name the neighbouring hex bare: column, row aimed at.
PULLS = [
    (20.51, 54.71, 24.62, 7.16),  # Konigsberg to 2507: 2407 is named without a city
    (30.52, 50.45, 12.40, 17.42),  # Kiev to 1217: 1317 is named without a city
    (23.90, 54.90, 19.80, 7.48),  # Kowno to the right bank of the Niemen
]
FRONTIER_PULL = (22.75, 52.95, "2211")  # a French set-up hex west of the frontier
CONIC = {"meridian": 37.6, "south": 48, "north": 58, "centre": 53}
SQUEEZE_NORTH_OF, SQUEEZE, KNEE = 3.0, 0.52, 1.2
ANCHOR_SHARE = 0.6
# Where the warp is held at nothing: a frame, and places that already fit (column, row).
FRAME = [(c, r) for c in (-2, 2, 6, 10, 14, 18, 22, 26, 30, 34) for r in (-4, 21)]
FRAME += [(c, r) for r in (0, 4, 8, 12, 16) for c in (-2, 34)]
FRAME += [(3, 7.5), (5, 10), (3, 11), (10, 9), (11, 1.1), (8, 13), (13, 13)]


def name(column, row):
    return f"{column:02d}{row:02d}"


def hex_centre(hex_name):
    column, row = int(hex_name[:2]), int(hex_name[2:])
    return COLUMN * column, row + (0.5 if column % 2 == 0 else 0.0)


def hex_at(u, v):
    """The name of the hex whose centre is nearest."""
    best = None
    first = int(np.floor(u / COLUMN))
    for column in (first, first + 1):
        offset = 0.5 if column % 2 == 0 else 0.0
        row = int(np.rint(v - offset))
        distance = (u - COLUMN * column) ** 2 + (v - offset - row) ** 2
        if best is None or distance < best[0]:
            best = (distance, column, row)
    return name(best[1], best[2])


def neighbours(hex_name):
    column, row = int(hex_name[:2]), int(hex_name[2:])
    upper = row if column % 2 == 0 else row - 1
    around = [(column, row - 1), (column, row + 1), (column - 1, upper), (column - 1, upper + 1),
              (column + 1, upper), (column + 1, upper + 1)]
    return [name(c, r) for c, r in around if 0 < c < 100 and 0 < r < 100]


def _conic(lon, lat):
    lon, lat = np.asarray(lon, float), np.asarray(lat, float)
    south, north = np.radians(CONIC["south"]), np.radians(CONIC["north"])
    cone = (np.cos(south) - np.cos(north)) / (north - south)
    apex = np.cos(south) / cone + south
    radius, base = apex - np.radians(lat), apex - np.radians(CONIC["centre"])
    angle = cone * np.radians(lon - CONIC["meridian"])
    east, north = radius * np.sin(angle), base - radius * np.cos(angle)
    return EARTH_RADIUS_KM * east, EARTH_RADIUS_KM * north


def _fit_similarity():
    rows, values = [], []
    for lon, lat, hex_name, *_ in ANCHORS:
        x, y = _conic(lon, lat)
        u, v = hex_centre(hex_name)
        rows += [[-x, y, 1, 0], [-y, -x, 0, 1]]
        values += [u, v]
    return np.linalg.lstsq(np.array(rows, float), np.array(values, float), rcond=None)[0]


_FIT = _fit_similarity()


def _straight(lon, lat):
    """Similarity and squeeze, without the warp."""
    x, y = _conic(lon, lat)
    u = -(_FIT[0] * x - _FIT[1] * y) + _FIT[2]
    v = -(_FIT[1] * x + _FIT[0] * y) + _FIT[3]
    softness = KNEE * 0.25
    north = softness * np.log1p(np.exp(np.clip((SQUEEZE_NORTH_OF - v) / softness, -50, 50)))
    return u, v + (1 - SQUEEZE) * north


def _fit_warp():
    points, shifts = [], []

    def add(lon, lat, aim):
        u, v = (float(x) for x in _straight(lon, lat))
        points.append((u, v))
        shifts.append(aim(u, v))

    for lon, lat, hex_name, *_ in ANCHORS:
        cu, cv = hex_centre(hex_name)
        add(lon, lat, lambda u, v: (ANCHOR_SHARE * (cu - u), ANCHOR_SHARE * (cv - v)))
    for column, row in FRAME:
        points.append((column * COLUMN, row))
        shifts.append((0, 0))
    for lon, lat, column, row in PULLS:
        add(lon, lat, lambda u, v: (column * COLUMN - u, row - v))
    lon, lat, hex_name = FRONTIER_PULL
    cu, cv = hex_centre(hex_name)
    add(lon, lat, lambda u, v: (0.35 * (cu - u) - 0.25, 0.35 * (cv - v)))
    return RBFInterpolator(np.array(points), np.array(shifts), kernel="thin_plate_spline")


_WARP = _fit_warp()


def forward(lon, lat):
    """(u, v) of places; arrays or single numbers."""
    lon, lat = np.asarray(lon, float), np.asarray(lat, float)
    u, v = _straight(lon.ravel(), lat.ravel())
    points = np.c_[u, v]
    shift = np.empty_like(points)
    block = 50000
    for start in range(0, len(points), block):
        shift[start:start + block] = _WARP(points[start:start + block])
    return (u + shift[:, 0]).reshape(lon.shape), (v + shift[:, 1]).reshape(lon.shape)


def inverse(u, v, guess):
    """(lon, lat) of points of the plane, by Newton's method from a guess."""
    u, v = np.asarray(u, float), np.asarray(v, float)
    lon, lat = (np.array(np.broadcast_to(g, u.shape), float) for g in guess)
    step = 1e-3
    for _ in range(25):
        u0, v0 = forward(lon, lat)
        u1, v1 = forward(lon + step, lat)
        u2, v2 = forward(lon, lat + step)
        a, b, c, d = (u1 - u0) / step, (u2 - u0) / step, (v1 - v0) / step, (v2 - v0) / step
        du, dv = u - u0, v - v0
        determinant = a * d - b * c
        lon = lon + np.clip((d * du - b * dv) / determinant, -2, 2)
        lat = lat + np.clip((-c * du + a * dv) / determinant, -1, 1)
    return lon, lat
