"""The type of the project's pictures, out of the fonts that the page brings along."""
import os

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ABOVE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# Where the page is built, or beside the scripts when they are installed.
PAGE = next((folder for folder in (os.path.join(ABOVE, "tools", "web", "dist", "fonts"), os.path.join(ABOVE, "fonts"))
             if os.path.isdir(folder)), ABOVE)
# What maps are lettered in: file of the page's fonts, family, and what is set once for all, here the
# cut for small letters. A family's second file is for letters that the first has not.
FACES = (("playfair", "Playfair", {"opsz": 7}), ("playfair-polish", "Playfair", {"opsz": 7}),
         ("source-sans-3", "Source Sans 3", {}))
FAMILY_NAMES = (1, 16)  # of the table of names, OpenType specification


def face_of(name, family, axes, letters, features):
    """One font with the letters and features of layout that are wanted; None: it has none of them."""
    font = TTFont(os.path.join(PAGE, name + ".woff2"))
    wanted = [ord(letter) for letter in letters if ord(letter) in font.getBestCmap()]
    if not wanted:
        return None
    cut = subset.Subsetter(subset.Options(layout_features=features, name_IDs=["*"]))
    cut.populate(unicodes=wanted)
    cut.subset(font)
    if axes:
        font = instancer.instantiateVariableFont(font, axes)
    for row in font["name"].names:
        if row.nameID in FAMILY_NAMES:
            row.string = family
    font.flavor = None
    return font


def faces_for(text):
    """The fonts with the letters of a text, as (file's name, family, font)."""
    faces, had = [], {}
    for name, family, axes in FACES:
        letters = set(text) - had.setdefault(family, set())
        face = face_of(name, family, axes, letters, ["kern", "liga"])
        if face:
            faces.append((name, family, face))
            had[family] |= set(map(chr, face.getBestCmap()))
    return faces
