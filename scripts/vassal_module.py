#!/usr/bin/python3
"""Puts a module of VASSAL together: JSON on standard input, the module (a zip) on standard output.

    scripts/vassal_module.py <game.json >game.vmod

`niemen export --vassal` calls it and says in tools/vassal.h what the JSON holds. A module has one XML file that names
the Java classes of VASSAL that it is built of (buildFile.xml), pictures in images/, and a saved game for each set-up.
The form of pieces and saved games is that of VASSAL 3.6, which later ones read too.
"""
import io
import json
import os
import sys
import time
import xml.etree.ElementTree as ElementTree
import zipfile

from draw_png import Easel, NoPicture

VASSAL = "3.6.0"  # the earliest that reads all that is written here
VERSION = "1.0"  # of the module
MAIN, WAITING = "Main Map", "Reinforcements"  # the two map windows
ESCAPE = "\x1b"  # divides the commands of a saved game
KEY = 0xA5  # of the saved games, which are only made hard to read
CTRL = 130  # of a key that is pressed with Ctrl, as Java counts both its masks


def sequence(parts, delimiter):
    """Texts as one, which can be taken apart again: a delimiter within a text has a backslash before it, and a text that
    would be mistaken has quotes about it."""
    whole = []
    for part in parts:
        text = part.replace(delimiter, "\\" + delimiter)
        quoted = part.endswith("\\") or (part.startswith("'") and part.endswith("'") and len(part) > 1)
        whole.append(f"'{text}'" if quoted else text)
    return delimiter.join(whole)


def key(letter):
    return f"{ord(letter)},{CTRL}"


class Counter:
    """A kind of counter as a piece of VASSAL: its traits from the outermost to the piece itself."""

    def __init__(self, number, counter, sides):
        self.slot = number + 1  # by which VASSAL knows the definition
        self.name, self.kind = counter["name"] or counter["kind"], counter["kind"]
        self.side = sides[counter["side"]]
        self.back = back_name(counter["side"])
        self.pictures = [f"counter-{number + 1:03}-{face + 1}.png" for face in range(len(counter["faces"]))]

    def traits(self, where, face, hidden):
        """Pairs of what a trait is and its state."""
        yield sequence(["delete", "Delete", key("D")], ";"), ""
        yield sequence(["clone", "Clone", key("C")], ";"), ""
        yield (sequence(["obs", key("F"), self.back, "Turn over", "I", "?", "side:", "Peek", "", "false", "", ""], ";"),
               sequence([self.side if hidden else "null", ""], ";"))
        if len(self.pictures) > 1:
            yield self.layers(), str(face + 1)
        yield sequence(["mark", sequence(["Side", "Kind"], ",")], ";"), sequence([self.side, self.kind], ",")
        yield (sequence(["piece", "", "", self.pictures[0], self.name], ";"),
               sequence([*where, str(self.slot), "0"], ";"))

    def layers(self):
        """Its faces from the strongest down."""
        pictures = sequence(self.pictures, ",")
        names = sequence([""] * len(self.pictures), ",")
        control = str(CTRL - 2)
        return sequence(["emb2", "", control, "", "Lose a step", control, "L", "Regain a step", control, "R", "", "", "1",
                         "false", "0", "0", pictures, names, "false", "Strength", "", "", "false", "", "1", "1", "true",
                         "", key("L"), key("R")], ";")

    def added(self, piece, where, face=0, hidden=False):
        """The command that adds it under the name `piece`: of one trait, then of what it is about, within each other."""
        kind = state = None
        for trait, says in reversed(list(self.traits(where, face, hidden))):
            kind = trait if kind is None else sequence([trait, kind], "\t")
            state = says if state is None else sequence([says, state], "\t")
        return "+/" + sequence([piece, kind, state], "/")


def back_name(side):
    return ("back-a.png", "back-b.png")[side]


def map_picture(name):
    return {MAIN: "map.png", WAITING: "reinforcements.png"}[name]


def boards(game):
    """The map windows, by name, with what each shows."""
    return {MAIN: game["map"]} | ({WAITING: game["waiting"]} if "waiting" in game else {})


# --- the saved games


def saved_commands(game, counters, set_up):
    """A set-up as the commands that VASSAL carries out to have it: pieces, then stacks of those that lie on each other."""
    stacks = {}
    commands = ["begin_save"]
    for number, piece in enumerate(set_up["pieces"], 1):
        where = (MAIN if piece["on_map"] else WAITING, str(piece["x"]), str(piece["y"]))
        counter = counters[piece["counter"]]
        commands.append(counter.added(str(number), where, piece["face"], piece["hidden"]))
        stacks.setdefault(where, []).append(str(number))
    for number, (where, pieces) in enumerate(stacks.items(), len(set_up["pieces"]) + 1):
        commands.append("+/" + sequence([str(number), "stack", sequence([*where, *pieces, "@@-1"], ";")], "/"))
    for name in boards(game):
        commands.append(sequence([name + "BoardPicker", name, "0", "0"], "\t"))
    return commands + ["end_save"]


def obfuscated(text):
    """Bytes that nobody reads by chance: a head, a key, every byte with the key laid over it, in hexadecimal digits."""
    return f"!VCSK{KEY:02x}".encode() + bytes(byte ^ KEY for byte in text.encode("utf-8")).hex().encode()


def saved_game(game, counters, set_up):
    file = Archive()
    file.add("savedGame", obfuscated(sequence(saved_commands(game, counters, set_up), ESCAPE)))
    file.add("savedata", metadata(None, set_up["name"]))
    file.add("moduledata", metadata(game["name"], game["description"]))
    return file.bytes()


def metadata(name, description):
    root = ElementTree.Element("data", version="1")
    for tag, text in (("version", VERSION if name else ""), ("VassalVersion", VASSAL),
                      ("dateSaved", str(1000 * moment())), ("description", description), ("name", name)):
        if text is not None:
            ElementTree.SubElement(root, tag).text = text
    return xml_of(root)


def xml_of(root):
    ElementTree.indent(root)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + ElementTree.tostring(root, encoding="utf-8")


# --- the tree of components


def child(parent, class_name, inside=None, **attributes):
    made = ElementTree.SubElement(parent, "VASSAL." + class_name, {name: str(value) for name, value in attributes.items()})
    made.text = inside
    return made


def add_map(module, name, board, first):
    """A window with a board, on which counters come to rest in the middle of places and are told by their names."""
    window = child(module, "build.module.Map", mapName=name, allowMultiple="false", backgroundcolor="255,255,255",
                   edgeHeight=0, edgeWidth=0, launch="false" if first else "true", buttonName="" if first else name,
                   markMoved="Never", moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
                   moveWithinFormat="", createFormat="$pieceName$ created in $location$ *", color="0,0,0", thickness=3)
    picker = child(window, "build.module.map.BoardPicker", boardPrompt="Select board", slotHeight=125, slotScale="0.2",
                   slotWidth=350, title="Choose Boards")
    ElementTree.SubElement(picker, "setup").text = sequence([name + "BoardPicker", name, "0", "0"], "\t")
    sheet = child(picker, "build.module.map.boardPicker.Board", name=name, image=map_picture(name), reversible="false")
    places = child(sheet, "build.module.map.boardPicker.board.RegionGrid", snapto="true", visible="false", fontsize=9)
    for place in board["places"]:
        child(places, "build.module.map.boardPicker.board.Region", name=place["name"], originx=place["x"],
              originy=place["y"])
    child(window, "build.module.map.StackMetrics", disabled="false", exSepX=12, exSepY=24, unexSepX=4, unexSepY=5)
    for part in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
                 "PieceMover", "KeyBufferer", "ImageSaver", "TextSaver"):
        child(window, "build.module.map." + part)
    child(window, "build.module.map.CounterDetailViewer", description="Mouse-over stack viewer", display="from top-most layer only",
          delay=700, minDisplayPieces=1, showgraph="true", showgraphsingle="false", showtext="true", showtextsingle="true",
          zoomlevel="1.0", version=3)
    child(window, "build.module.map.Zoomer", zoomLevels="0.25,0.4,0.5,0.63,0.8,1.0,1.25,1.6,2.0", zoomStart=6)


def build_file(game, counters):
    """The tree that VASSAL builds a module from."""
    module = ElementTree.Element("VASSAL.build.GameModule", {
        "name": game["name"], "version": VERSION, "VassalVersion": VASSAL, "description": game["description"],
        "ModuleOther1": "", "ModuleOther2": "", "nextPieceSlotId": str(len(counters) + 1)})
    child(module, "build.module.BasicCommandEncoder")
    child(module, "build.module.Documentation")
    roster = child(module, "build.module.PlayerRoster", buttonText="Retire", buttonToolTip="Switch sides")
    for side in game["sides"]:
        ElementTree.SubElement(roster, "entry").text = side
    child(module, "build.module.GlobalOptions", autoReport="Always", playerIdFormat="$PlayerName$")
    child(module, "build.module.DiceButton", name="1d6", text="1d6", tooltip="Roll a die", icon="/images/die.gif", nDice=1,
          nSides=6, plus=0, addToTotal=0, reportTotal="false", prompt="false",
          reportFormat="** $name$ = $result$ *** <$PlayerName$>")
    turns = child(module, "build.module.turn.TurnTracker", name="Turn", buttonText="Turn", turnFormat="Turn $level1$",
                  reportFormat="* <$newTurn$>", lengthStyle="Maximum")
    child(turns, "build.module.turn.CounterTurnLevel", property="turn", start=game["first_turn"], incr=1, loop="false",
          loopLimit=-1, turnFormat="$value$")
    for number, (name, board) in enumerate(boards(game).items()):
        add_map(module, name, board, number == 0)
    palette = child(module, "build.module.PieceWindow", name="Counters", text="Counters", tooltip="All counters of the game",
                    hidden="false", hotkey="", icon="", defaultWidth=0, scale="1.0")
    tabs = child(palette, "build.widget.TabWidget", entryName="Counters")
    for side in game["sides"]:
        listed = child(tabs, "build.widget.ListWidget", entryName=side, scale="1.0", width=300, height=600, divider=150)
        for counter in counters:
            if counter.side == side:
                child(listed, "build.widget.PieceSlot", inside=counter.added("null", ("null", "0", "0")),
                      entryName=counter.name, gpid=counter.slot, width=game["size"], height=game["size"])
    child(module, "build.module.PrototypesContainer")
    for number, set_up in enumerate(game["set_ups"], 1):
        child(module, "build.module.PredefinedSetup", name=set_up["name"], file=set_up_file(number), useFile="true",
              isMenu="false", description="")
    child(module, "build.module.Chatter")
    child(module, "build.module.KeyNamer")
    child(module, "i18n.Language")
    return xml_of(module)


def set_up_file(number):
    return f"set-up-{number:02}.vsav"


# --- the file


def moment():
    """Seconds since 1970: of today, unless the environment says which (SOURCE_DATE_EPOCH). VASSAL keeps what it has made
    of a picture until that is newer."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())


class Archive:
    """A zip in memory."""

    def __init__(self):
        self.memory = io.BytesIO()
        self.zip = zipfile.ZipFile(self.memory, "w", zipfile.ZIP_DEFLATED)

    def add(self, name, data):
        self.zip.writestr(zipfile.ZipInfo(name, time.gmtime(max(moment(), 315532800))[:6]), data,
                          compress_type=zipfile.ZIP_DEFLATED)

    def bytes(self):
        self.zip.close()
        return self.memory.getvalue()


def pictures_of(game, counters):
    """Every picture by its name, as SVG."""
    pictures = {map_picture(name): board["svg"] for name, board in boards(game).items()}
    pictures |= {back_name(side): svg for side, svg in enumerate(game["backs"])}
    for counter, said in zip(counters, game["counters"]):
        pictures |= dict(zip(counter.pictures, said["faces"]))
    return pictures


def module_of(game):
    """The module, as bytes. Throws NoPicture."""
    counters = [Counter(number, counter, game["sides"]) for number, counter in enumerate(game["counters"])]
    file = Archive()
    file.add("moduledata", metadata(game["name"], game["description"]))
    file.add("buildFile.xml", build_file(game, counters))
    pictures = pictures_of(game, counters)
    with Easel(list(pictures.values())) as easel:
        for name, svg in pictures.items():
            file.add("images/" + name, easel.convert([svg]))
    for number, set_up in enumerate(game["set_ups"], 1):
        file.add(set_up_file(number), saved_game(game, counters, set_up))
    return file.bytes()


if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(module_of(json.load(sys.stdin)))
    except NoPicture as error:
        sys.exit(f"vassal_module.py: {error}")
