"""How pictures of results and their pages look: paper, ink and type as on the map and the page.

Colours lie far apart in lightness, for the colour-blind and for black print, and never are the only
mark.
"""
import base64
import os
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import font_manager

from house_fonts import PAGE, face_of

PANEL, INK, RULE = "#FBF7EB", "#2A231A", "#C3B494"
NAVY, RUST, STONE, LEAF, STRAW, SLATE = (
    "#1E3566", "#A8430F", "#8C7B5A", "#5F7F4F", "#D9A93C", "#7FA3B5")
REGULAR, STRONG = 400, 600  # weights
LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "".join(map(chr, range(0xA0, 0x180))) + "–−…"
# File of the page's fonts, family and what is set once for all.
TYPE = (("source-sans-3", "Source Sans 3", {"wght": REGULAR}),
        ("playfair", "Playfair", {"wght": STRONG, "opsz": 14}))
FONTS = tempfile.TemporaryDirectory()  # while anything may be drawn


def prepare():
    """Everything that is drawn from here on is drawn in the style of the house."""
    for name, family, axes in TYPE:
        file = os.path.join(FONTS.name, name + ".ttf")
        face_of(name, family, axes, LETTERS, []).save(file)  # matplotlib knows no layout
        font_manager.fontManager.addfont(file)
    plt.rcParams.update({
        "font.family": ["Source Sans 3", "DejaVu Sans"], "font.size": 11, "axes.titlelocation": "left",
        "axes.titlesize": 14, "axes.titlepad": 8, "axes.spines.top": False, "axes.spines.right": False,
        "axes.edgecolor": STONE, "axes.labelcolor": INK, "axes.titlecolor": INK, "text.color": INK,
        "xtick.color": INK, "ytick.color": INK, "figure.facecolor": PANEL, "axes.facecolor": PANEL,
        "savefig.facecolor": PANEL, "legend.facecolor": PANEL, "legend.edgecolor": RULE,
        "legend.fontsize": 9.5, "hatch.linewidth": 0.8, "figure.dpi": 150, "savefig.bbox": "tight",
        "svg.hashsalt": "niemen"})


def entitle(axes, text, **more):
    """Writes the title of a picture, in the type of titles."""
    axes.set_title(text, fontfamily=["Playfair", "DejaVu Serif"], **more)


def legend_above(axes, columns):
    """The legend in a row between the picture and its title, which leaves room for it (pad=24)."""
    axes.legend(ncol=columns, loc="lower left", bbox_to_anchor=(-0.02, 0.98), frameon=False,
                columnspacing=1.2)


def font_face(name, family):
    """A font of the page within a style sheet."""
    with open(os.path.join(PAGE, name + ".woff2"), "rb") as file:
        data = base64.b64encode(file.read()).decode()
    return (f'@font-face{{font-family:"{family}";font-weight:300 900;'
            f'src:url(data:font/woff2;base64,{data}) format("woff2")}}\n')


def sheet():
    """The style sheet of a page, with its fonts."""
    fonts = "".join(font_face(name, family) for name, family in (
        ("source-serif-4", "Source Serif 4"), ("playfair", "Playfair"),
        ("source-sans-3", "Source Sans 3")))
    return f"""{fonts}
body{{font:17px/1.5 "Source Serif 4",Georgia,serif;color:{INK};background:{PANEL};max-width:50em;
margin:2em auto;padding:0 1em}}
h1,h2{{font-family:Playfair,Georgia,serif;font-weight:600;line-height:1.2}} h1{{font-size:2.4em}}
h2{{margin-top:2em;break-after:avoid;border-bottom:1px solid {RULE}}}
img,figure svg{{max-width:100%;height:auto}} figure{{margin:1.5em 0;break-inside:avoid}}
figcaption{{font-style:italic}} p{{white-space:pre-line}} .purpose{{font-style:italic}}
.verdict{{font-size:1.25em;border-left:4px solid {NAVY};padding-left:.6em}}
td,th{{text-align:left;vertical-align:top;padding:.1em .7em}}
code,td{{font-family:"Source Sans 3",sans-serif}} code{{user-select:all}}
"""
