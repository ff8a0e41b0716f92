"""Outlines in SVG: those that a person draws in Inkscape, and those of a game to be drawn on."""
import math
import re
import xml.etree.ElementTree as ElementTree

from geojson_layers import BadInput

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
LAYERS = ("areas", "spaces")  # where outlines are looked for; without such a layer, everywhere
CURVE_PIECES = 8  # lines that a curve becomes
# What each command of a path is followed by.
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}

for prefix, space in (("", SVG), ("inkscape", INKSCAPE)):
    ElementTree.register_namespace(prefix, space[1:-1])


class Turn:
    """What `transform` does to a point."""

    def __init__(self, a=1.0, b=0.0, c=0.0, d=1.0, e=0.0, f=0.0):
        self.parts = (a, b, c, d, e, f)

    def of(self, point):
        a, b, c, d, e, f = self.parts
        return (a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f)

    def after(self, inner):
        """The turn that does `inner` first."""
        a, b, c, d, e, f = self.parts
        g, h, i, j, k, m = inner.parts
        return Turn(a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def turn_of(text, where):
    """The turn that a `transform` says."""
    whole = Turn()
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text or ""):
        n = [float(number) for number in re.findall(r"[-+.\deE]+", inside)]
        if name == "matrix" and len(n) == 6:
            one = Turn(*n)
        elif name == "translate" and n:
            one = Turn(e=n[0], f=n[1] if len(n) > 1 else 0.0)
        elif name == "scale" and n:
            one = Turn(a=n[0], d=n[1] if len(n) > 1 else n[0])
        elif name == "rotate" and n:
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            x, y = n[1:3] if len(n) > 2 else (0.0, 0.0)
            one = Turn(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        else:
            raise BadInput(f"{where}: transform \"{name}({inside})\" is not known; allowed: matrix, translate, scale, rotate")
        whole = whole.after(one)
    return whole


def curve(points):
    """A Bezier curve as points, without its first."""
    line = []
    for i in range(1, CURVE_PIECES + 1):
        share, level = i / CURVE_PIECES, points
        while len(level) > 1:
            level = [tuple(p + (q - p) * share for p, q in zip(a, b)) for a, b in zip(level, level[1:])]
        line.append(level[0])
    return line


def rings_of_path(text, where):
    """The closed lines of a path; curves become short lines."""
    rings, at, start, last, command = [], (0.0, 0.0), (0.0, 0.0), None, ""
    tokens = re.findall(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)
    i = 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command, i = tokens[i], i + 1
        kind, relative = command.upper(), command.islower()
        if kind not in NUMBERS:
            raise BadInput(f"{where}: \"{command}\" in its path is not known; in Inkscape, Path > Object to Path makes "
                           "lines and curves of it")
        try:
            n = [float(token) for token in tokens[i:i + NUMBERS[kind]]]
        except ValueError as error:
            raise BadInput(f"{where}: its path breaks off") from error
        if len(n) < NUMBERS[kind]:
            raise BadInput(f"{where}: its path breaks off")
        i += NUMBERS[kind]
        if kind == "Z":
            at, last = start, None
            continue
        if kind in "HV":
            n = [n[0] + (at[0] if relative else 0), at[1]] if kind == "H" else [at[0], n[0] + (at[1] if relative else 0)]
        elif relative:
            n = [number + at[j % 2] for j, number in enumerate(n)]
        points = list(zip(n[::2], n[1::2]))
        if kind == "M":
            rings.append([points[0]])
            start, command = points[0], "l" if relative else "L"
        else:
            if not rings:
                raise BadInput(f"{where}: its path does not begin with M")
            if kind in "ST":
                turned = (2 * at[0] - last[0], 2 * at[1] - last[1]) if last else at
                points = [turned, *points]
            rings[-1] += curve([at, *points]) if len(points) > 1 else points
        last = points[-2] if len(points) > 1 else None
        at = points[-1]
    return [ring[:-1] if len(ring) > 1 and math.dist(ring[0], ring[-1]) < 1e-9 else ring for ring in rings]


def rings_of(element, where):
    """The closed lines of a path, a polygon or a rectangle; nothing of anything else."""
    tag = element.tag.removeprefix(SVG)
    if tag == "path":
        return rings_of_path(element.get("d", ""), where)
    if tag == "polygon":
        n = [float(number) for number in re.findall(r"[-+.\deE]+", element.get("points", ""))]
        return [list(zip(n[::2], n[1::2]))]
    if tag == "rect":
        x, y, width, height = (float(element.get(key, 0)) for key in ("x", "y", "width", "height"))
        return [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]]
    return []


def view_of(root, file):
    """Left, top, width and height of the picture in its own units."""
    numbers = re.findall(r"[-+.\deE]+", root.get("viewBox", ""))
    if len(numbers) == 4:
        return tuple(map(float, numbers))
    try:
        return (0.0, 0.0, float(re.match(r"[\d.]+", root.get("width", ""))[0]),
                float(re.match(r"[\d.]+", root.get("height", ""))[0]))
    except TypeError as error:
        raise BadInput(f"{file}: the picture has no viewBox") from error


def read_svg(file, window):
    """(id, name, properties, rings, where) of every outline, in the coordinates of `window`: west, east, south and north
    of the picture, which it may say itself (data-window)."""
    try:
        root = ElementTree.parse(file).getroot()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except ElementTree.ParseError as error:
        raise BadInput(f"{file}:{error.position[0]}: is not SVG: {error.msg}") from error
    said = root.get("data-window", "").split()
    window = window or (tuple(map(float, said)) if len(said) == 4 else None)
    if not window:
        raise BadInput(f"{file}: does not say what ground it shows; give --window WEST,EAST,SOUTH,NORTH")
    left, top, width, height = view_of(root, file)
    west, east, south, north = window

    def laid(point):
        return (west + (point[0] - left) / width * (east - west), north - (point[1] - top) / height * (north - south))

    layers = [one for one in root.iter(SVG + "g") if one.get(INKSCAPE + "label") in LAYERS]
    found = []
    for layer in layers[:1] or [root]:
        walk(layer, ways_down(root, layer, file), file, laid, found)
    return found


def ways_down(root, wanted, file):
    """The turn of everything above an element, and of itself not."""
    def below(element, turn):
        if element is wanted:
            return turn
        for one in element:
            deeper = below(one, turn.after(turn_of(element.get("transform"), file)))
            if deeper:
                return deeper
        return None
    return below(root, Turn())


def walk(element, turn, file, laid, found):
    """Collects the outlines of an element and of all in it."""
    name = element.get(INKSCAPE + "label") or ""
    where = f"{file}: \"{name}\""
    turn = turn.after(turn_of(element.get("transform"), where))
    rings = rings_of(element, where) if name else []
    if rings:
        title = element.find(SVG + "title")
        properties = {key.removeprefix("data-"): value for key, value in element.attrib.items() if key.startswith("data-")}
        found.append((name, (title.text or "") if title is not None else "", properties,
                      [[laid(turn.of(point)) for point in ring] for ring in rings], where))
    for one in element:
        walk(one, turn, file, laid, found)


TINTS = ("#DDDFB4", "#E6D3AC", "#D2E2D3", "#E8CFCF", "#CFD8E8", "#E3DCC3")


def svg_of(shapes, window, squeeze):
    """Outlines as a picture to be drawn on: (id, name, properties, rings) in the coordinates of the window; `squeeze` is
    how much shorter a unit is from west to east than from south to north."""
    west, east, south, north = window
    scale = 1000 / ((east - west) * squeeze)
    width, height = 1000.0, (north - south) * scale

    def at(point):
        return f"{(point[0] - west) * squeeze * scale:.2f} {(north - point[1]) * scale:.2f}"

    root = ElementTree.Element(SVG + "svg", {"viewBox": f"0 0 {width:g} {height:.2f}", "width": f"{width:g}",
                                             "height": f"{height:.2f}",
                                             "data-window": " ".join(f"{side:.9g}" for side in window)})
    layers = [ElementTree.SubElement(root, SVG + "g", {INKSCAPE + "groupmode": "layer", INKSCAPE + "label": label,
                                                       "id": "layer-" + label}) for label in ("areas", "names")]
    for number, (name, title, properties, rings) in enumerate(shapes):
        path = ElementTree.SubElement(layers[0], SVG + "path", {
            INKSCAPE + "label": name, "d": " ".join("M" + " L".join(map(at, ring)) + "Z" for ring in rings),
            "fill": TINTS[number % len(TINTS)], "stroke": "#2A231A", "fill-rule": "evenodd",
            **{"data-" + key: value for key, value in properties.items() if value}})
        ElementTree.SubElement(path, SVG + "title").text = title
        x, y = at(tuple(sum(axis) / len(rings[0]) for axis in zip(*rings[0]))).split()
        ElementTree.SubElement(layers[1], SVG + "text", {"x": x, "y": y, "font-size": "11", "text-anchor": "middle",
                                                         "fill": "#2A231A"}).text = title or name
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"
