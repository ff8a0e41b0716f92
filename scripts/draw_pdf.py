#!/usr/bin/python3
"""Draws pictures of niemen as the pages of a PDF: JSON on standard input, PDF on standard output.

    scripts/draw_pdf.py <pages.json >sheets.pdf

The JSON is {"pages": [SVG, ...]}; each page is as large as its SVG says in millimetres. `niemen export` calls it. Like
draw_png.py it draws with rsvg-convert in the type of the page.
"""
import json
import sys

from draw_png import Easel, NoPicture


def pdf_of(pages):
    """The PDF of several SVGs, as bytes. Throws NoPicture."""
    with Easel(pages) as easel:
        return easel.convert(pages, "--format=pdf")


if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(pdf_of(json.load(sys.stdin)["pages"]))
    except NoPicture as error:
        sys.exit(f"draw_pdf.py: {error}")
