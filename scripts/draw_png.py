#!/usr/bin/python3
"""Draws a picture of niemen as PNG: SVG on standard input, PNG on standard output.

    scripts/draw_png.py <map.svg >map.png

`niemen show --png` and the reports call it. It draws with rsvg-convert in the type of the page,
which need not be installed for that.
"""
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from house_fonts import faces_for

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
PIXELS = 2  # for each unit of the SVG, so that print is sharp
REGULAR = 400  # weight of text that does not state one
BROAD = 0.6  # of the size: a letter that none of the fonts has
ElementTree.register_namespace("", SVG)


class NoPicture(Exception):
    """Why there is none, in one line."""


def along(line, distance):
    """The point of a line of points at a distance from its start, and its direction in degrees; before
    the start and beyond the end the line goes on straight."""
    for (x, y), (to_x, to_y) in zip(line, line[1:]):
        length = math.hypot(to_x - x, to_y - y)
        if length == 0:
            continue
        if distance <= length or (to_x, to_y) == line[-1]:
            share = distance / length
            return (x + share * (to_x - x), y + share * (to_y - y),
                    math.degrees(math.atan2(to_y - y, to_x - x)))
        distance -= length
    raise NoPicture("a name stands along a line without length")


def length_of(line):
    return sum(math.dist(start, end) for start, end in zip(line, line[1:]))


def letter_by_letter(text, name, line, widths):
    """A text along a line as one text for each letter: rsvg-convert knows no text along a line."""
    size = float(text.get("font-size"))
    spacing = float(text.get("letter-spacing", 0))
    steps = [widths.get(letter, BROAD) * size + spacing for letter in name]
    look = {key: value for key, value in text.attrib.items() if key != "letter-spacing"}
    at = (length_of(line) - sum(steps)) / 2
    places = []
    for letter, step in zip(name, steps):
        places.append((letter, along(line, at + step / 2)))
        at += step
    group = ElementTree.Element(f"{{{SVG}}}g")
    # No letter's halo lies over the letter before it.
    for halo in ({}, {"style": "stroke:none"}) if "class" in look else ({},):
        for letter, (x, y, turned) in places:
            one = ElementTree.SubElement(group, f"{{{SVG}}}text", {**look, **halo})
            one.set("transform", f"translate({x:.2f} {y:.2f}) rotate({turned:.2f})")
            one.text = letter
    return group


def straighten(root, widths):
    """Replaces every text along a line."""
    lines = {path.get("id"): [tuple(map(float, point.split()))
                              for point in re.split("[ML]", path.get("d")) if point]
             for path in root.iter(f"{{{SVG}}}path") if path.get("id")}
    for parent in root.iter():
        for place, text in enumerate(parent):
            bent = text.find(f"{{{SVG}}}textPath")
            if bent is not None:
                line = lines[(bent.get(f"{{{XLINK}}}href") or bent.get("href")).lstrip("#")]
                parent[place] = letter_by_letter(text, bent.text, line, widths)


def widths_of(faces, family):
    """How broad each letter of a family is, of the size."""
    widths = {}
    for _, name, font in faces:
        if name != family:
            continue
        glyphs = font.getGlyphSet(location={"wght": REGULAR})
        for code, glyph in font.getBestCmap().items():
            widths.setdefault(chr(code), glyphs[glyph].width / font["head"].unitsPerEm)
    return widths


def settings_of(folder):
    """Fontconfig's: the fonts in a folder, then those of the system."""
    return (f'<?xml version="1.0"?>\n<fontconfig><cachedir>{folder}/cache</cachedir><dir>{folder}</dir>'
            '<include ignore_missing="yes">/etc/fonts/fonts.conf</include></fontconfig>\n')


class Easel:
    """Draws pictures in the type of the page, for as long as it stands: `with Easel(svgs) as easel:`. It must be told
    of every picture at once, so that the fonts have all their letters."""

    def __init__(self, svgs):
        self.faces = faces_for("".join("".join(ElementTree.fromstring(svg).itertext()) for svg in svgs))
        self.widths = widths_of(self.faces, "Playfair")
        self.folder = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, _, font in self.faces:
            font.save(os.path.join(self.folder.name, name + ".ttf"))
        with open(os.path.join(self.folder.name, "fonts.conf"), "w", encoding="utf-8") as file:
            file.write(settings_of(self.folder.name))
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def readable(self, svg):
        """The same picture as rsvg-convert can read it, as bytes."""
        root = ElementTree.fromstring(svg)
        straighten(root, self.widths)
        return ElementTree.tostring(root)

    def convert(self, svgs, *options):
        """What rsvg-convert makes of pictures: one picture, or one document of several. Throws NoPicture."""
        names = []
        for number, svg in enumerate(svgs):
            names.append(os.path.join(self.folder.name, f"{number}.svg"))
            with open(names[-1], "wb") as file:
                file.write(self.readable(svg))
        settings = os.path.join(self.folder.name, "fonts.conf")
        try:
            drawn = subprocess.run(["rsvg-convert", "--unlimited", *options, *names], capture_output=True, check=False,
                                   env={**os.environ, "FONTCONFIG_FILE": settings})
        except FileNotFoundError:
            raise NoPicture("rsvg-convert is missing; it is in the Debian package librsvg2-bin, which "
                            "scripts/setup installs") from None
        if drawn.returncode != 0:
            raise NoPicture("rsvg-convert: " + drawn.stderr.decode().strip().replace("\n", "; "))
        return drawn.stdout


def png_of(svg):
    """The PNG of an SVG, as bytes. Throws NoPicture."""
    with Easel([svg]) as easel:
        return easel.convert([svg], "--zoom", str(PIXELS))


if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(png_of(sys.stdin.read()))
    except NoPicture as error:
        sys.exit(f"draw_png.py: {error}")
