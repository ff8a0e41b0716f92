"""Traces the rivers of geography.py along the river lines of WDBII between way-points."""
import heapq

import numpy as np
from scipy.spatial import cKDTree

from geography import RIVERS

EAST_WEST = 0.6  # a degree of longitude, in degrees of latitude, at these latitudes
NEAR_WAY_POINT, NEAR_END = 0.13, 0.12  # degrees


def read_segments(file):
    """Segments of `gmt coast -M`, each an array of longitude and latitude."""
    segments, current = [], []
    with open(file) as lines:
        for line in lines:
            if line.startswith(">"):
                segments.append(current)
                current = []
            else:
                current.append(tuple(float(x) for x in line.split()[:2]))
    segments.append(current)
    return [np.array(segment) for segment in segments if len(segment) > 1]


class Network:
    """River vertices; ends of segments that lie close together are joined at a price."""

    def __init__(self, segments):
        self.points = np.vstack(segments)
        self.links = [[] for _ in self.points]
        ends, start = [], 0
        for segment in segments:
            for i in range(start, start + len(segment) - 1):
                self._link(i, i + 1, self._distance(i, i + 1))
            ends += [start, start + len(segment) - 1]
            start += len(segment)
        self.tree = cKDTree(self.points * [EAST_WEST, 1])
        for end in ends:
            for other in self._near(self.points[end], NEAR_END):
                if other == end:
                    continue
                gap = self._distance(end, other)
                self._link(end, other, gap if gap < 0.01 else gap * 3 + 0.02)

    def _link(self, i, j, cost):
        self.links[i].append((j, cost))
        self.links[j].append((i, cost))

    def _distance(self, i, j):
        d = self.points[i] - self.points[j]
        return np.hypot(d[0] * EAST_WEST, d[1])

    def _near(self, place, radius):
        return self.tree.query_ball_point(np.array(place) * [EAST_WEST, 1], radius)

    def _detour(self, i, place):
        d = self.points[i] - np.array(place)
        return 2 * np.hypot(d[0] * EAST_WEST, d[1])

    def path(self, a, b):
        """Vertices from one way-point to the next, or the straight line where no river is near."""
        ends = set(self._near(b, NEAR_WAY_POINT))
        queue, cost = [], {}
        for i in self._near(a, NEAR_WAY_POINT):
            cost[i] = (self._detour(i, a), -1)
            heapq.heappush(queue, (cost[i][0], i))
        limit = max(3 * np.hypot((a[0] - b[0]) * EAST_WEST, a[1] - b[1]), 0.6)
        best, best_cost, done = None, np.inf, set()
        while queue and ends:
            d, i = heapq.heappop(queue)
            if i in done:
                continue
            done.add(i)
            if d > limit or d > best_cost:
                break
            if i in ends and d + self._detour(i, b) < best_cost:
                best, best_cost = i, d + self._detour(i, b)
            for j, step in self.links[i]:
                if j not in cost or d + step < cost[j][0]:
                    cost[j] = (d + step, i)
                    heapq.heappush(queue, (d + step, j))
        if best is None:
            return [a, b]
        course = []
        while best != -1:
            course.append(tuple(self.points[best]))
            best = cost[best][1]
        return course[::-1]


def trace_all(file):
    """River name to its line from source to mouth."""
    network = Network(read_segments(file))
    lines = {}
    for river, (_, way_points) in RIVERS.items():
        line = []
        for a, b in zip(way_points[:-1], way_points[1:]):
            for point in network.path(a, b):
                if not line or abs(point[0] - line[-1][0]) + abs(point[1] - line[-1][1]) > 1e-6:
                    line.append(point)
        lines[river] = [(round(x, 4), round(y, 4)) for x, y in line]
    return lines
