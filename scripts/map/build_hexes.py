#!/usr/bin/python3
"""Builds map/hexes.csv, hexsides.csv and downstream.csv of russia-1812 from geography.

Usage: build_hexes.py WORK_FOLDER OUTPUT_FOLDER, where WORK_FOLDER holds what ./rebuild takes out of
GSHHG and WDBII: land.bin (longitude, latitude, surface as doubles) and rivers.txt.
"""
import collections
import heapq
import sys

import numpy as np

import geography as land
from downstream import write_downstream
from hex_board import Board
from projection import forward, hex_at, hex_centre, neighbours
from river_lines import trace_all

COLUMNS, ROWS = range(1, 27), range(1, 18)
WATER, GROUND, LAKE = 0, 1, 2  # values of the surface
CLOSED = {"sea", "lake", "mountain"}
TOWNS = {**land.CITIES, **land.ROAD_TOWNS}
RULES = {h: rule for rule, hexes in reversed(land.RULE_HEXES.items()) for h in hexes.split()}
TERRAIN_WORDS = {"sea": "coast line", "lake": "coast line",
                 "forest": "historical extent of the forests",
                 "marsh": "historical extent of the marshes",
                 "rough": "historical extent of the rough ground",
                 "mountain": "historical extent of the mountains"}


def read_surface(folder):
    data = np.fromfile(folder + "/land.bin").reshape(-1, 3)
    lon, lat = np.unique(data[:, 0]), np.unique(data[:, 1])
    values = np.empty((len(lat), len(lon)), int)
    values[np.searchsorted(lat, data[:, 1]), np.searchsorted(lon, data[:, 0])] = data[:, 2]
    return lon, lat, values


def place_towns():
    """Hex of every town."""
    hexes = {}
    for town, (lon, lat, _) in TOWNS.items():
        u, v = forward(lon, lat)
        hexes[land.MOVED.get(town, hex_at(float(u), float(v)))] = town
    assert len(hexes) == len(TOWNS), "two towns in one hex"
    return hexes


def lay_terrain(board, surface, towns):
    """Terrain word and whether the hex touches the sea, of every hex."""
    values = board.surface(*surface)
    water, lake, ground = (board.share(values == kind) for kind in (WATER, LAKE, GROUND))
    islands = board.share_of_polygon(land.ISLANDS)
    covers = collections.defaultdict(collections.Counter)
    for word, _, outline in land.TERRAIN:
        for h, share in board.share_of_polygon(outline).items():
            covers[h][word] += share
    terrain, coast = {}, {}
    for h in board.names:
        lake_share, ground_share = lake[h], ground[h]
        if int(h[:2]) <= 4 and lake_share > 0.05:  # the Rybinsk reservoir did not exist
            ground_share, lake_share = ground_share + lake_share, 0
        word, share = covers[h].most_common(1)[0]
        if h in towns or h in RULES or h in land.CLEARED:
            terrain[h] = "clear"
        elif lake_share > 0.36:
            terrain[h] = "lake"
        elif ground_share + lake_share < 0.17 or islands[h] > 0.5:
            terrain[h] = "sea"
        else:
            terrain[h] = word if share >= 0.46 else "clear"
        coast[h] = terrain[h] not in ("sea", "lake") and water[h] > 0.06
    return terrain, coast


def lay_territories(board, terrain, towns):
    shares = {country: board.share_of_polygon(p) for country, p in land.TERRITORIES.items()}
    of_city = {c: country for country, cities in land.CITY_TERRITORIES.items() for c in cities}
    territory = {}
    for h in board.names:
        if terrain[h] == "sea":
            territory[h] = ""
            continue
        part = {country: share[h] for country, share in shares.items()}
        part["Duchy of Warsaw"] = max(0, part["Duchy of Warsaw"] - part["Prussia"])
        country = max(part, key=part.get)
        territory[h] = country if part[country] >= 0.05 else "Russia"
        if h in land.FIXED_TERRITORIES:
            territory[h] = land.FIXED_TERRITORIES[h]
        if h in towns:
            territory[h] = of_city.get(towns[h], "Russia")
    return territory


def lay_rivers(board, lines, terrain, hex_of):
    """Hexside to its rivers, in the order of geography.RIVERS."""
    sides = {}
    for river in land.RIVERS:
        banks = {hex_of[town]: bank for town, bank in land.BANKS.get(river, {}).items()
                 if town in hex_of}
        line = lines[river]
        if river == "Dnieper":
            line = [p for p in line if not (p[1] < 51.25 and p[0] > 30.2)] + land.DNIEPER_BELOW
        if river == "Niemen":
            course = [tuple(sorted(s.split("-"))) for s in land.NIEMEN_SIDES]
        else:
            course = board.river_sides(line, banks)
        for a, b in course:
            if terrain[a] == terrain[b] and terrain[a] in ("sea", "lake"):
                continue
            if river not in sides.setdefault((a, b), []):
                sides[a, b].append(river)
    return sides


def road_path(a, b, terrain, towns, sides):
    """Hexes from town to town: short, straight, dry, and through open country."""
    (u0, v0), (u1, v1) = hex_centre(a), hex_centre(b)
    length = np.hypot(u1 - u0, v1 - v0)
    queue, cost, done = [(0, a)], {a: (0, None)}, set()
    while queue:
        c, h = heapq.heappop(queue)
        if h in done:
            continue
        done.add(h)
        if h == b:
            break
        for m in neighbours(h):
            if terrain.get(m, "sea") in CLOSED:
                continue
            price = 1 + {"marsh": 3, "forest": 1.2, "rough": 1.2}.get(terrain[m], 0)
            if tuple(sorted((h, m))) in sides:
                price += 0.9 if h in towns or m in towns else 1.8
            u, v = hex_centre(m)
            price += 0.25 * abs((u1 - u0) * (v0 - v) - (u0 - u) * (v1 - v0)) / length
            if m not in cost or c + price < cost[m][0]:
                cost[m] = (c + price, h)
                heapq.heappush(queue, (c + price, m))
    path = [b]
    while cost[path[-1]][1]:
        path.append(cost[path[-1]][1])
    return path[::-1]


def towns_of(road):
    """A road as a list of towns; names hold hyphens, so the longest name that fits is taken."""
    names, rest = [], road.strip()
    while rest:
        town = next(t for t in sorted(TOWNS, key=len, reverse=True)
                    if rest == t or rest.startswith(t + "-"))
        names.append(town)
        rest = rest[len(town) + 1:]
    return names


def build_bridges(terrain, towns, hex_of, sides):
    """Hexside to the roads that cross it."""
    bridges = collections.defaultdict(list)
    for road in land.ROADS.replace("\n", "").split(";"):
        stops = towns_of(road)
        for a, b in zip(stops[:-1], stops[1:]):
            path = road_path(hex_of[a], hex_of[b], terrain, towns, sides)
            for pair in zip(path[:-1], path[1:]):
                side = tuple(sorted(pair))
                if side in sides:
                    bridges[side].append(f"{a}-{b}")
    for a, b, town in land.BRIDGES:
        if (a, b) in sides:
            bridges[a, b].append(town)
    return bridges


def western_zone(terrain, territory, sides):
    """16.9: Russia from column 13 westward, not beyond the Dvina."""
    zone, queue = {"1808"}, ["1808"]
    while queue:
        h = queue.pop()
        for m in neighbours(h):
            if m in zone or territory.get(m) != "Russia" or int(m[:2]) < 13:
                continue
            if terrain[m] in ("sea", "lake") or "Dvina" in sides.get(tuple(sorted((h, m))), []):
                continue
            zone.add(m)
            queue.append(m)
    return zone


def source_of(h, terrain):
    if h in RULES:
        return RULES[h]
    return "reconstructed: " + TERRAIN_WORDS.get(terrain[h], "projection of the geography")


def city_source(city):
    fallback = "reconstructed: a town of 1812 at its position"
    if land.CITIES[city][2]:
        fallback += "; fortified: reconstructed"
    return land.CITY_SOURCES.get(city, fallback)


def write_hexes(folder, board, terrain, coast, territory, towns, zone):
    with open(folder + "/hexes.csv", "w") as out:
        out.write("# One row a hex: columns grow westward, rows southward, even columns stand half "
                  "a hex lower (ruling T-4).\n"
                  "# Rebuilt by scripts/map from GSHHG coast and rivers (see NOTICE); `source` is a "
                  "rule number or what was reconstructed.\n"
                  "id,terrain,city,fortified,coast,territory,zone,longitude,latitude,source,"
                  "city_source\n")
        for h in sorted(board.names):
            city = towns.get(h, "")
            city = city if city in land.CITIES else ""
            lon, lat = board.place[h]
            cells = [h, terrain[h], city, str(int(bool(city) and land.CITIES[city][2])),
                     str(int(coast[h])), territory[h], "western" if h in zone else "",
                     str(round(lon, 3)), str(round(lat, 3)), source_of(h, terrain),
                     city_source(city) if city else ""]
            out.write(",".join(cells) + "\n")


def write_hexsides(folder, sides, bridges):
    with open(folder + "/hexsides.csv", "w") as out:
        out.write("# One row a hexside with a river; bridged where a main road of 1812 crossed (the "
                  "road named).\nid,a,b,river,basin,bridged,road,source\n")
        for (a, b), rivers in sorted(sides.items()):
            road = " ".join(bridges[a, b])
            cells = [f"{a}-{b}", a, b, "/".join(rivers[:2]), land.RIVERS[rivers[0]][0],
                     str(int(bool(road))), road, "reconstructed: WDBII river line laid on hexsides"]
            out.write(",".join(cells) + "\n")


def main():
    work, output = sys.argv[1:3]
    board = Board(COLUMNS, ROWS, (29.0, 54.5))
    towns = place_towns()
    hex_of = {town: h for h, town in towns.items()}
    terrain, coast = lay_terrain(board, read_surface(work), towns)
    territory = lay_territories(board, terrain, towns)
    sides = lay_rivers(board, trace_all(work + "/rivers.txt"), terrain, hex_of)
    bridges = build_bridges(terrain, towns, hex_of, sides)
    sides.pop(land.STUB, None)
    zone = western_zone(terrain, territory, sides)
    write_hexes(output, board, terrain, coast, territory, towns, zone)
    write_hexsides(output, sides, bridges)
    write_downstream(output, sides, {h: c for h, c in towns.items() if c in land.CITIES})


if __name__ == "__main__":
    main()
