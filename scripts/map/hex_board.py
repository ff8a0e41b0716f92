"""A grid of hexes that geography is laid on: what covers a hex, and rivers along hexsides."""
import heapq

import numpy as np
from scipy.spatial import cKDTree

from projection import COLUMN, forward, hex_centre, inverse, name

CORNER = 1 / np.sqrt(3)  # from the centre, in hexes
SAMPLES = 15  # across a hex


def inside(outline, x, y):
    """Which points lie in a polygon (even-odd rule)."""
    result = np.zeros(len(x), bool)
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        crosses = (y1 > y) != (y2 > y)
        if y1 != y2:
            result ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        x1, y1 = x2, y2
    return result


class Board:
    """Hexes of the given columns and rows, each sampled by a grid of points."""

    def __init__(self, columns, rows, guess):
        self.names = [name(c, r) for r in rows for c in columns]
        centres = np.array([hex_centre(h) for h in self.names])
        lon, lat = inverse(centres[:, 0], centres[:, 1], guess)
        self.place = {h: (float(a), float(b)) for h, a, b in zip(self.names, lon, lat)}
        grid = np.linspace(-0.58, 0.58, SAMPLES)
        gx, gy = (g.ravel() for g in np.meshgrid(grid, grid))
        in_hex = (abs(gy) <= 0.5) & (abs(gx) * np.sqrt(3) + abs(gy) <= 1.0)
        gx, gy = gx[in_hex], gy[in_hex]
        self.samples = len(gx)
        self.lon, self.lat = inverse((centres[:, 0:1] + gx).ravel(), (centres[:, 1:2] + gy).ravel(),
                                     (np.repeat(lon, self.samples), np.repeat(lat, self.samples)))
        self._find_sides()

    def share(self, mask):
        """How much of each hex a mask over all sample points covers."""
        means = np.asarray(mask, float).reshape(len(self.names), self.samples).mean(1)
        return dict(zip(self.names, means))

    def share_of_polygon(self, outline):
        return self.share(inside(outline, self.lon, self.lat))

    def surface(self, lon, lat, values):
        """The value of a regular grid at every sample point."""
        i = np.clip(np.rint((self.lon - lon[0]) / (lon[1] - lon[0])).astype(int), 0, len(lon) - 1)
        j = np.clip(np.rint((self.lat - lat[0]) / (lat[1] - lat[0])).astype(int), 0, len(lat) - 1)
        return values[j, i]

    def _find_sides(self):
        """Hexsides as pairs of corners; corners are whole numbers of half steps."""
        steps = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
        hexes_of = {}
        for h in self.names:
            u, v = hex_centre(h)
            u, v = int(round(u / (CORNER / 2))), int(round(v * 2))
            corners = [(u + a, v + b) for a, b in steps]
            for i in range(6):
                side = tuple(sorted((corners[i], corners[(i + 1) % 6])))
                hexes_of.setdefault(side, []).append(h)
        self.hexes_of = hexes_of
        self.joined = {}
        for (a, b), hexes in hexes_of.items():
            if len(hexes) == 2:
                self.joined.setdefault(a, []).append(b)
                self.joined.setdefault(b, []).append(a)
        self.position = {k: (k[0] * CORNER / 2, k[1] / 2) for k in self.joined}

    def river_sides(self, line, banks):
        """The hexsides (a, b) that a river follows. `banks` says on which bank a hex must lie."""
        line = np.array(line)
        u, v = forward(line[:, 0], line[:, 1])
        points = np.c_[u, v]
        length = np.r_[0, np.cumsum(np.hypot(*np.diff(points, axis=0).T))]
        at = np.arange(0, length[-1], 0.04)
        dense = np.c_[np.interp(at, length, points[:, 0]), np.interp(at, length, points[:, 1])]
        corners = list(self.position)
        tree = cKDTree(np.array([self.position[k] for k in corners]))
        on_map = [i for i, q in enumerate(dense) if tree.query(q)[0] < 0.62]
        runs = []
        for i in on_map:
            if runs and i == runs[-1][1] + 1:
                runs[-1][1] = i
            else:
                runs.append([i, i])
        sides = []
        for first, last in runs:
            if last - first >= 8:
                sides += self._run(dense[first:last + 1], corners, banks)
        return sides

    def _run(self, course, corners, banks):
        """The cheapest chain of hexsides close to one stretch of a river on the map."""
        tree = cKDTree(course)
        distance, index = tree.query(np.array([self.position[k] for k in corners]))
        near = {k: (d, i) for k, d, i in zip(corners, distance, index) if d < 1.15}

        def off(corner, point):
            u, v = self.position[corner]
            return np.hypot(u - point[0], v - point[1])

        def ends(point):
            for width in (0.62, 0.8, 1.05):
                found = [k for k in near if off(k, point) < width]
                if found:
                    return found
            return []

        starts, goals = ends(course[0]), set(ends(course[-1]))
        if set(starts) & goals:  # a short stub: one corner each
            starts = [min(near, key=lambda k: off(k, course[0]))]
            goals = {min(near, key=lambda k: off(k, course[-1]))}
            if starts[0] in goals:
                return []
        cost, queue, done = {}, [], set()
        for k in starts:
            cost[k] = (off(k, course[0]) ** 2 * 1.2, None)
            heapq.heappush(queue, (cost[k][0], k))
        end, best = None, np.inf
        while queue:
            c, k = heapq.heappop(queue)
            if k in done:
                continue
            done.add(k)
            if c > best:
                break
            if k in goals and c + 1.2 * off(k, course[-1]) ** 2 < best:
                best, end = c + 1.2 * off(k, course[-1]) ** 2, k
            for m in self.joined[k]:
                if m not in near:
                    continue
                total = c + self._price(k, m, near, tree, banks)
                if m not in cost or total < cost[m][0]:
                    cost[m] = (total, k)
                    heapq.heappush(queue, (total, m))
        if end is None:
            return []
        path = [end]
        while cost[path[-1]][1] is not None:
            path.append(cost[path[-1]][1])
        path.reverse()
        return [tuple(sorted(self.hexes_of[tuple(sorted(pair))]))
                for pair in zip(path[:-1], path[1:])]

    def _price(self, k, m, near, tree, banks):
        """Of the hexside from corner k to m: far from the river, backward, or on the wrong bank."""
        (ku, kv), (mu, mv) = self.position[k], self.position[m]
        middle = ((ku + mu) / 2, (kv + mv) / 2)
        off_middle = tree.query(middle)[0]
        spread = (near[k][0] ** 2 + near[m][0] ** 2 + off_middle * off_middle) / 3
        price = 0.06 + 2.2 * spread * 0.577
        if near[m][1] - near[k][1] < -2:
            price += 0.25
        dx, dy = ku - mu, kv - mv  # east and north are positive on the ground
        wrong = right = False
        for h in self.hexes_of[tuple(sorted((k, m)))]:
            if h not in banks:
                continue
            u, v = hex_centre(h)
            bank = "L" if dx * (middle[1] - v) - dy * (middle[0] - u) > 0 else "R"
            wrong |= banks[h] != bank
            right |= banks[h] == bank
        if wrong:
            price += 6.0
        if right:
            price *= 0.55
        return price
