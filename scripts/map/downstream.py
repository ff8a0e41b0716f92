"""The order of cities along the rivers that flow into the Baltic (16.13)."""
import collections

from geography import RIVERS

# A hex at the mouth, or where the river joins a greater one.
MOUTHS = {"Niemen": "2307", "Dvina": "1904", "Bug": "2511", "Narew": "2511", "Vistula": "2611",
          "San": "2515", "Neva": "1101", "Volkhov": "0901"}


def corners(hex_name):
    column, row = int(hex_name[:2]), int(hex_name[2:])
    u, v = 3 * column, 2 * row + (1 if column % 2 == 0 else 0)
    return [(u + 2, v), (u + 1, v + 1), (u - 1, v + 1), (u - 2, v), (u - 1, v - 1), (u + 1, v - 1)]


def steps_to_mouth(river, sides):
    """Corner of a hex to the number of hexsides from it down to the mouth."""
    joined = collections.defaultdict(set)
    for a, b in sides:
        p, q = set(corners(a)) & set(corners(b))
        joined[p].add(q)
        joined[q].add(p)
    mouth = corners(MOUTHS[river])
    u, v = sum(p[0] for p in mouth) / 6, sum(p[1] for p in mouth) / 6
    ends = sorted(k for k in joined if len(joined[k]) == 1)
    end = min(ends, key=lambda k: (k[0] - u) ** 2 / 3 + (k[1] - v) ** 2)
    steps, queue = {end: 0}, [end]
    for corner in queue:
        for other in joined[corner]:
            if other not in steps:
                steps[other] = steps[corner] + 1
                queue.append(other)
    return steps


def write_downstream(folder, sides, cities):
    """A row for every city and Baltic river beside it, with the cities farther down that river."""
    with open(folder + "/downstream.csv", "w") as out:
        out.write("# 16.13: cities beside rivers that flow into the Baltic, and the cities farther "
                  "down the same river.\n"
                  "# Derived by scripts/map/downstream.py from hexsides.csv; a city beside two "
                  "rivers has a row for each.\nid,river,hex,city,downstream,source\n")
        for river in sorted(r for r in RIVERS if RIVERS[r][0] == "Baltic"):
            of_river = [side for side, rivers in sides.items() if river in rivers]
            steps = steps_to_mouth(river, of_river)
            height = {}
            for a, b in of_river:
                lowest = min(steps[k] for k in set(corners(a)) & set(corners(b)))
                for h in {a, b} & set(cities):
                    height[h] = min(height.get(h, lowest), lowest)
            order = sorted(height, key=lambda h: (-height[h], h))
            for h in order:
                below = ";".join(o for o in order if height[o] < height[h])
                out.write(f"{river}-{h},{river},{h},{cities[h]},{below},"
                          "16.13; order of the reconstructed river\n")
