"""Outlines that were drawn one by one, made to fit each other; what adjoins."""
import itertools
import math


def nearest_on(point, a, b):
    """How far along the way from a to b (0 to 1) a point lies, and how far off it."""
    across = (b[0] - a[0], b[1] - a[1])
    length = across[0] ** 2 + across[1] ** 2
    if length == 0:
        return 0.0, math.dist(point, a)
    share = ((point[0] - a[0]) * across[0] + (point[1] - a[1]) * across[1]) / length
    share = min(1.0, max(0.0, share))
    return share, math.dist(point, (a[0] + across[0] * share, a[1] + across[1] * share))


def welded(shapes, near):
    """The rings of each name, with corners nearer than `near` to each other made one, and a corner that lies nearly on
    the side of another ring made a corner of it too."""
    corners = []

    def known(point):
        for corner in corners:
            if abs(corner[0] - point[0]) <= near and math.dist(corner, point) <= near:
                return corner
        corners.append(point)
        return point

    joined = {}
    for name, rings in shapes.items():
        joined[name] = [without_repeats([known(point) for point in ring]) for ring in rings]
    for rings in joined.values():
        for number, ring in enumerate(rings):
            rings[number] = with_corners(ring, corners, near)
    return joined


def without_repeats(ring):
    return [point for point, before in zip(ring, ring[-1:] + ring[:-1]) if point != before]


def with_corners(ring, corners, near):
    own, result = set(ring), []
    for a, b in zip(ring, ring[1:] + ring[:1]):
        between = []
        for corner in corners:
            if corner in own:
                continue
            share, off = nearest_on(corner, a, b)
            if 0 < share < 1 and off <= near:
                between.append((share, corner))
        result += [a, *(corner for _, corner in sorted(between))]
    return without_repeats(result)


def sides(rings):
    return {frozenset(side) for ring in rings for side in zip(ring, ring[1:] + ring[:1])}


def adjoining(shapes, least):
    """Pairs of names whose outlines share sides that are longer than `least` together."""
    by_name = {name: sides(rings) for name, rings in shapes.items()}
    for a, b in itertools.combinations(by_name, 2):
        shared = by_name[a] & by_name[b]
        if sum(math.dist(*side) for side in shared if len(side) == 2) > least:
            yield a, b
