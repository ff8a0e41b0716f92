#!/usr/bin/python3
"""What a person gets wrong in the files of a game, and what niemen validate says about it.

usage: slips_test.py PROGRAM [unittest arguments]
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""

# Of the smallest game of a mechanism: file, what stands there, what a person writes instead, and what the one line says:
# its file and line, and words of it. Nothing else is said: what follows from a fault is no fault.
SLIPS = {
    "block_battle": [
        # cells
        ("blocks.csv", "west,infantry,5-4-2-1,C3,0,ashdown,,,2,,invented\nashdown-infantry-2",
         "wset,infantry,5-4-2-1,C3,0,ashdown,,,2,,invented\nashdown-infantry-2",
         'blocks.csv:6: "side" is "wset" (west?); allowed: west, east'),
        ("blocks.csv", "C3,0,ashdown,,,2,,invented\nashdown-guns", "C3,0,ashdown,,,200,,invented\nashdown-guns",
         'blocks.csv:7: "points" is 200; allowed: 0 to 99'),
        ("blocks.csv", "C3,0,ashdown,,,2,,invented\nashdown-guns", "C3,0,ashdown,,,two,,invented\nashdown-guns",
         'blocks.csv:7: "points" must be a number, not "two"; allowed: 0 to 99'),
        ("blocks.csv", "C3,0,ashdown,,,2,,invented\nashdown-guns", "C3,x,ashdown,,,2,,invented\nashdown-guns",
         'blocks.csv:7: "range" must be a number, not "x"; allowed: 0 to 6'),
        ("blocks.csv", "infantry,5-4-2-1,C3,0,ashdown,,,2,,invented\nashdown-infantry-2",
         "infanty,5-4-2-1,C3,0,ashdown,,,2,,invented\nashdown-infantry-2",
         'blocks.csv:6: "type" is "infanty" (infantry?); allowed: headquarters, '),
        ("blocks.csv", "5-4-2-1,C3,0,bellamy", "5-4-4-1,C3,0,bellamy",
         'blocks.csv:9: steps: "5-4-4-1"; allowed: falling strengths of at most 6'),
        ("blocks.csv", "B3,2,,all,commander-in-chief,5,,invented\nashdown,",
         "D3,2,,all,commander-in-chief,5,,invented\nashdown,",
         'blocks.csv:3: firepower: "D3"; allowed: a letter A to C and a number 1 to 6'),
        ("blocks.csv", "1,light,invented", "1,lihgt,invented",
         'blocks.csv:23: flags: "lihgt" (light?); allowed: guard, '),
        ("blocks.csv", "C3,0,bellamy,,,2,,invented\nbellamy-infantry-2", "C3,0,bellmay,,,2,,invented\nbellamy-infantry-2",
         'blocks.csv:9: attached: there is no block "bellmay" (bellamy?); allowed: '),
        ("blocks.csv", "light artillery,2-1,B2,0,bellamy", "light artillery,2-1,B2,0,carrow",
         "blocks.csv:11: attached: carrow is no headquarters of this side"),
        ("blocks.csv", "west-cavalry,", "west-caverly,westcavalry,", "blocks.csv:12: has 14 cells; the header has 13"),
        ("blocks.csv", "id,name,side,type,steps", "id,name,side,typ,steps",
         'blocks.csv:2: the column "type" is missing; is "typ" meant for it?'),
        ("blocks.csv", "points,flags,source", "points,flags,sources",
         'blocks.csv:2: the column "source" is missing; is "sources" meant for it?'),
        ("blocks.csv", "bellamy-guns,", "ashdown-guns,", "blocks.csv:11: two rows have the id ashdown-guns; the other is line 8"),
        ("areas.csv", "middleton,Middleton,clear,true,true,east,,0,,5,3",
         "middleton,Middleton,claer,true,true,east,,0,,5,3",
         'areas.csv:9: "terrain" is "claer" (clear?); allowed: clear, woods, swamp'),
        ("areas.csv", "westgate,Westgate,clear,false,false,west,west,1,west,1,3",
         "westgate,Westgate,clear,false,false,west,west,0,west,1,3",
         "areas.csv:7: symbols: a source of supply needs a side and symbols"),
        ("areas.csv", ",5,3,invented", ',"5,5",3,invented',
         'areas.csv:9: "x" must be a number, not "5,5" (with a point, not a comma)'),
        ("areas.csv", ",5,3,invented", ",5,5,3,invented",
         "areas.csv:9: has 13 cells; the header has 12; if 5,5 is one number, write it with a point: 5.5", ),
        ("areas.csv", "north,3,5", "nroth,3,5", 'areas.csv:4: edge: "nroth" (north?); allowed: west, north, east, south'),
        ("borders.csv", "north-fields--westgate,north-fields,westgate", "north-fields--westgate,north-feilds,westgate",
         'borders.csv:4: first: there is no area "north-feilds" (north-fields?); allowed: north-fields, '),
        ("borders.csv", "false,false,up,false", "false,false,upp,false",
         'borders.csv:3: "slope" is "upp" (up?); allowed: nothing, up, down, double'),
        ("borders.csv", "clear,stream,bridge", "clear,,bridge", "borders.csv:12: crossing: there is no water to cross"),
        ("borders.csv", "north-fields--westgate,north-fields,westgate", "north-fields--westgate,north-fields,eastgate",
         "borders.csv:4: north-fields--westgate: the outlines of north-fields and eastgate do not touch"),
        ("areas.csv", "middleton,Middleton,clear,true,true,east,,0,,5,3",
         "middleton,Middleton,clear,true,true,east,,0,,5,7", "areas.csv:9: middleton: its middle (x, y) lies outside its outline"),
        ("areas.csv", "north-fields,North Fields,clear,false,false,west,,0,west;north,1,5",
         "north-fields,North Fields,clear,false,false,west,,0,west;north,5,1",
         "areas.csv:3: north-fields: its middle (x, y) lies outside its outline; x and y are exchanged"),
        ("areas.csv", "clear,true,true,east,,0,,5,3", "clear,true,false,east,,0,,5,3", "no area is a redoubt: nothing is to be taken"),
        ("shapes.csv", "middleton-0,4,2,middleton", "middleton-0,4,2,middletwon",
         'shapes.csv:27: area: there is no area "middletwon" (middleton?)'),
        # scenarios
        ("scenarios/start.toml", 'bellamy = "middle-fields"', 'bellamy = "middle-feilds"',
         'scenarios/start.toml:13: bellamy: there is no area "middle-feilds" (middle-fields?)'),
        ("scenarios/start.toml", 'bellamy = "middle-fields"', 'belamy = "middle-fields"',
         'scenarios/start.toml:13: there is no block "belamy" (bellamy?)'),
        ("scenarios/start.toml", 'bellamy = "middle-fields"', "bellamy = middle-fields",
         'scenarios/start.toml:13: text stands in quotation marks: "middle-fields"'),
        ("scenarios/start.toml", 'bellamy = "middle-fields"', 'bellamy = "middle-fields',
         "scenarios/start.toml:13: a closing quotation mark is missing"),
        ("scenarios/start.toml", "absent = []", 'absent = ["ashdown"]',
         "scenarios/start.toml:12: ashdown is absent, and has no place"),
        ("scenarios/start.toml", "enters = []", 'enters = ["ashdown"]',
         "scenarios/start.toml:12: ashdown enters with his corps, and has no place at the start"),
        ("scenarios/start.toml", 'enters = []\nabsent = []\n\n# Blocks that have no choice. The others deploy in the range of '
         'the headquarters that commands them.\n[places]\nwesterby = "middle-fields"\nashdown = "north-hill"\n',
         'enters = ["ashdown"]\nabsent = []\n[places]\nwesterby = "middle-fields"\n',
         "scenarios/start.toml:6: corps enter, and game.toml names no areas of [entry]"),
        ("scenarios/start.toml", "first_day = false", "first_day = no", "scenarios/start.toml:3: a switch is true or false: false"),
        ("scenarios/start.toml", 'carrow = "middleton"', 'carrow = "middle-fields"',
         "scenarios/start.toml:15: middle-fields: both sides stand there at the start"),
        ("scenarios/start.toml", '[places]\n', '[places]\n' + "".join(
            f'{block} = "middle-fields"\n' for block in ("ashdown-infantry-1", "ashdown-infantry-2", "bellamy-infantry-1")),
         "middle-fields: 5 blocks of west at the start, at most 4 may stand there"),
        ("scenarios/start.toml", "first_day = false", "frist_day = false",
         'scenarios/start.toml:3: "first_day" is missing; it must be true or false; is "frist_day" meant for it?'),
        ("scenarios/start.toml", "second_redoubt_points = 1 ", "russian_redoubt_points = 1,5 ",
         "scenarios/start.toml:5: a number has a point, not a comma: 1.5"),
        # game.toml
        ("game.toml", 'default_scenario = "start"', 'default_scenario = "strat"',
         'game.toml:6: scenario "strat" (start?) is not known; allowed: start'),
        ("game.toml", 'default_preset = "standard"', 'default_preset = "standart"', 'game.toml:'),
        ("game.toml", "rounds = 4", "rounds = 40", 'game.toml:59: "rounds" is 40; allowed: 2 to 4'),
        ("game.toml", "rounds = 4", "rouns = 4", 'game.toml:59: unknown key "rouns" (rounds?); allowed: '),
        ("game.toml", "rounds = 4", 'rounds = "four"', '"rounds" must be a number, not "four"; allowed: 2 to 4'),
        ("game.toml", "[bombardment]", "[bombardement]", 'game.toml:44: unknown key "bombardement" (bombardment?); allowed: '),
        ("game.toml", 'winner = "east"', 'winner = "esat"', '"winner" is "esat" (east?); allowed: west, east'),
        ("game.toml", 'cavalry = "westerby"', 'cavalry = "westerbi"',
         'cavalry: there is no block "westerbi" (westerby?); allowed: '),
        ("game.toml", 'west = ["westerby", "ashdown", "bellamy"]', 'west = ["westerby", "ashdow", "bellamy"]',
         'west: there is no block "ashdow" (ashdown?); allowed: '),
        ("game.toml", "flanking = false\nleave", "flanking = False\nleave", "a switch is true or false: false"),
    ],
    "area_campaign": [
        ("areas.csv", "E3,Borderland,East,Middleton,1,3,0", "E3,Borderland,East,Middleton,1o,3,0",
         'areas.csv:5: "points" must be a number, not "1o"; allowed: 0 to 20'),
        ("areas.csv", "E3,Borderland,East,Middleton,1,3,0", "E3,Borderland,East,Middleton,30,3,0",
         'areas.csv:5: "points" is 30; allowed: 0 to 20'),
        ("areas.csv", "name,country,fortress", "name,contry,fortress",
         'areas.csv:2: the column "country" is missing; is "contry" meant for it?'),
        ("areas.csv", "W2,West March,West,,0,2,0", "W2,West March,West,,0,0,2", "areas.csv:4: West March (W2): longitude and "
         "latitude lie outside its outline; they are exchanged"),
        ("areas.csv", "W2,West March,West,,0,2,0", "W2,West March,West,,0,4,0",
         "areas.csv:4: West March (W2): longitude and latitude lie outside its outline"),
        ("borders.csv", "E3-E4,E3,E4", "E3-E4,E3,E44", 'borders.csv:5: second: there is no place "E44" (E4?); allowed: W1, '),
        ("borders.csv", "E4-E5,E4,E5,invented\n", "E4-E5,E4,E5,invented\nW1-E5,W1,E5,invented\n",
         "areas.csv:3: Westgate (W1) adjoins E5 in borders.csv, and their outlines do not touch"),
        ("shapes.csv", "2.5;-0.5 3.5;-0.5", "2,5;-0.5 3.5;-0.5", "shapes.csv:5: has 6 cells; the header has 5"),
        ("shapes.csv", "2.5;-0.5 3.5;-0.5", "2.5:-0.5 3.5;-0.5", 'shapes.csv:5: outline: "2.5:-0.5" must be longitude;latitude'),
        ("game.toml", 'defender_country = "East"', 'defender_country = "Esat"',
         'game.toml:12: defender_country: no place of areas.csv lies in "Esat" (East?)'),
        ("game.toml", 'default_scenario = "start"', 'default_scenario = "Start1"',
         'game.toml:6: scenario "Start1" (start?) is not known; allowed: start'),
        ("game.toml", "scorch_contested = true", "scorch_contestd = true",
         'game.toml:27: unknown key "scorch_contestd" (scorch_contested?); allowed: '),
        ("game.toml", "invader_infantry = [0, 0, 0, 0, 1, 1]", "invader_infantry = [0, 0, 0, 0, 1]",
         '"invader_infantry" needs 6 numbers, not 5'),
        ("game.toml", '"succeeds", "stays", "stays"', '"suceeds", "stays", "stays"',
         'results: "suceeds" (succeeds?) is not known here; allowed: succeeds, stays, eliminated'),
        ("game.toml", '"retreat stop", "may_retreat combat"', '"retreat stop", "may_retrat combat"',
         'cells: "may_retrat" (may_retreat?) is not a result of battle plans'),
        ("game.toml", 'victory_leader = "west A"', 'victory_leader = "west B"', 'victory_leader: there is no leader "west B"'),
        ("game.toml", "index = [0, 0, 0, 0, 0, 0]", "index = [0, 0, 0, 0, 0]",
         "index: needs one number for each of the 6 Game-Turns"),
        ("game.toml", '[sides]\n', 'turn_names = ["May", "June"]\n[sides]\n', "turn_names: 2 names for 6 Game-Turns"),
        ("game.toml", 'east = ["A East 2 general"]', 'east = ["A East 2 generl"]',
         'east: "A East 2 generl" must be: letter, name, points, general or cavalry'),
        ("game.toml", 'areas = "5"', 'areas = "7"', 'areas: "7" names no Area'),
        ("game.toml", 'turn = 3', 'turn = 7', '"turn" is 7; allowed: 1 to 6'),
        ("scenarios/start.toml", 'area = "W2"', 'area = "W22"', 'area: there is no place "W22" (W2?); allowed: '),
        ("scenarios/start.toml", 'side = "west"', 'side = "wets"', '"side" is "wets" (west?); allowed: west, east'),
        ("scenarios/start.toml", '"2ic 1cc"', '"2 ic 1cc"',
         'units: "2" is a number of nothing; number and kind are one word: 2ic, 2cc, 2su or 2dp'),
        ("areas.csv", "E3,Borderland,East,", "E3,Borderland,Eastt,", 'no other place lies in "Eastt" (East?)'),
        ("game.toml", 'west = "advance"', 'west = "advanse"', 'game.toml:15: [doctrines] names "advanse" (advance?); allowed: '),
        ("scenarios/start.toml", '"2ic 1cc"', '"2ic 1xx"', 'units: "1xx" is not a unit; allowed: a number and ic, cc, su or dp'),
        ("scenarios/start.toml", '"2ic 1cc"', '"2ic 1cc A"', 'units: the leader East (A) is there twice'),
        ("scenarios/start.toml", 'controlled = []', 'controlled = ["W1"]', "controlled: W1 is worth no points and cannot be"),
        ("scenarios/start.toml", 'half_depleted = []', 'half_depleted = ["E33"]',
         'half_depleted: there is no Area "E33" (E3?)'),
        ("scenarios/start.toml", 'first_turn = 1', 'first_turn = 9', '"first_turn" is 9; allowed: 1 to 6'),
    ],
    "hex_operations": [
        ("map/hexes.csv", "0103,clear,,0,0,W1,West", "0103,claer,,0,0,W1,West",
         'map/hexes.csv:6: terrain: there is no row of terrain.csv called "claer" (clear?)'),
        ("map/hexes.csv", "0103,clear,,0,0,W1,West", "103,clear,,0,0,W1,West",
         'map/hexes.csv:6: id: "103" is no hex; column and row in four digits'),
        ("map/hexes.csv", "0103,clear,,0,0,W1,West", "0103,clear,,0,x,W1,West",
         'map/hexes.csv:6: "points" must be a number, not "x"; allowed: 0 to 99'),
        ("map/hexes.csv", "fortress,points,area", "fortress,point,area",
         'map/hexes.csv:3: the column "points" is missing; is "point" meant for it?'),
        ("map/hexsides.csv", "0602-0702,0602,0702", "0602-0702,0602,0802",
         "map/hexsides.csv:5: second: the two hexes do not touch; 0602 touches 0601, 0702, 0703, 0603, 0503, 0502"),
        ("map/hexsides.csv", "0602-0702,0602,0702", "0602-0702,0602,9702", 'second: "9702" is no hex'),
        ("terrain.csv", "forest,2,1,0", "forest,2,1,2", 'terrain.csv:4: "closed" is 2; allowed: 0 to 1'),
        ("leaders.csv", "west-A,west,A,Westerby,4,3,0", "west-A,west,A,Westerby,four,3,0",
         'leaders.csv:3: "offence" must be a number, not "four"; allowed: 0 to 99'),
        ("reinforcements.csv", "west-3,west,3,west,4-4", "west-3,west,3,wset,4-4",
         'reinforcements.csv:3: entry: "wset" is no entry (west?); allowed: fortress, '),
        ("reinforcements.csv", "west-3,west,3,west,4-4", "west-3,west,3,west,4-5",
         'units: "4-5" is no unit; allowed: 4-4, 2-3, 2-6, 1-5, 1-4 and 0-0'),
        ("scenarios/start.toml", 'hex = "0503"', "hex = 0503", 'scenarios/start.toml:14: text stands in quotation marks: "0503"'),
        ("scenarios/start.toml", 'hex = "0503"', "hex = 1103",
         'scenarios/start.toml:14: "hex" must be text, in quotation marks: "1103"'),
        ("scenarios/start.toml", 'hex = "Middleton"', 'hex = "Midleton"',
         'hex: there is no hex "Midleton" (Middleton?); allowed: '),
        ("scenarios/start.toml", 'hex = "0503"', 'hex = "Middleton"', "both sides begin on hex"),
        ("scenarios/start.toml", 'units = "4-4"', 'units = "4-4 A"', "units: the leader Eastman (A) is there twice"),
        ("scenarios/start.toml", 'controlled = ["Westgate"]', 'controlled = ["Wesgate"]',
         'controlled: there is no Fortress or place with points "Wesgate" (Westgate?)'),
        ("scenarios/start.toml", 'of = "Eastgate"', 'of = "Estgate"', 'of: there is no hex "Estgate" (Eastgate?)'),
        ("rules.toml", "infantry_division = [2, 3]", "infantry_division = [4, 4]",
         "infantry_division and infantry_corps are both 4-4: units are told apart by these numbers"),
        ("rules.toml", "depot_limit = 4", "depot_limt = 4",
         'rules.toml:16: unknown key "depot_limt" (depot_limit?); allowed: '),
        ("rules.toml", "depot_limit = 4", "depot_limit = 4,0", "rules.toml:16: a number has a point, not a comma: 4.0"),
        ("game.toml", '"mid June", "late June"', '"mid June"', "game.toml:10: dates: 5 dates for 6 Game-Turns"),
        ("game.toml", '"mid June", "late June"', '"mid June", "late June", "July"', "game.toml:10: dates: 7 dates for 6 Game-Turns"),
        ("game.toml", 'defender_country = "East"', 'defender_country = "Eest"',
         'no hex lies in "Eest", the country of the defender'),
        ("game.toml", 'first_player = "west"', 'first_player = "wst"',
         'game.toml:17: "first_player" is "wst" (west?); allowed: west, east'),
    ],
    "hex_campaign": [
        ("units.csv", "West-1,West infantry 1,a,infantry", "West-1,West infantry 1,a,infantery",
         'units.csv:3: "arm" is "infantery" (infantry?); allowed: infantry, cavalry, artillery'),
        ("units.csv", "line,West,,,Westgate;near Westgate,home,0", "line,Wst,,,Westgate;near Westgate,home,0",
         'units.csv:3: nationality: there is no nationality "Wst" (West?); allowed: East, West'),
        ("units.csv", "Westgate;near Westgate,home,0", "Westgat;near Westgate,home,0",
         'units.csv:3: "Westgat" (Westgate?) is no hex, city or place'),
        ("units.csv", "Westgate;near Westgate,home,0", "603,home,0", 'units.csv:3: "603" is no hex; write column and row in four'),
        ("units.csv", "West-2,", "West-1,", "units.csv:4: two rows have the id West-1; the other is line 3"),
        ("units.csv", "name,side,arm", "name,side,arms", 'units.csv:2: the column "arm" is missing; is "arms" meant for it?'),
        ("commanders.csv", "a,2,supreme", "a,2,suprem", 'commanders.csv:3: "seniority" is "suprem" (supreme?); allowed: '),
        ("commanders.csv", "a,2,supreme", "a,9,supreme", 'commanders.csv:3: "rating" is 9; allowed: 0 to 6'),
        ("map/hexes.csv", "0101,open", "0101,opne", 'map/hexes.csv:4: "terrain" is "opne" (open?); allowed: open'),
        ("map/hexsides.csv", "0403-0503,0403,0503", "0403-0503,0403,0703",
         "map/hexsides.csv:3: a river or road between 0403 and 0703, which do not touch; 0403 touches "),
        ("victory.toml", 'place = "Middleton"', 'place = "Middletown"', '"Middletown" (Middleton?) is no hex, city or place'),
        ("victory.toml", 'place = "Middleton"', "place = Middleton", 'text stands in quotation marks: "Middleton"'),
        ("victory.toml", 'what = "place"\nplace = "Middleton"\npoints', 'what = "battles"\nside = "a"\npoints',
         "no place is worth points: there is nothing to take"),
        ("sides.toml", 'open = { passage = "open", colour = "#efe9d0" }', "",
         "sides.toml:2: [terrain] has no ground for the hexes of the map"),
        ("sides.toml", 'territories = ["West"]', 'territories = ["Wset"]', "territories: no hex belongs to territory"),
        ("sides.toml", "steadfast = []\n\n[b]", "stedfast = []\n\n[b]", 'steadfast is missing; it must name hexes'),
        ("game.toml", 'scenario = "start"', 'scenario = "strat"', 'game.toml:7: no scenario "strat" (start?)'),
        ("game.toml", 'preset = "plain"', 'preset = "plan"', 'game.toml:8: no preset "plan" (plain?)'),
        ("game.toml", "turns = 6", "turns = 60", 'game.toml:12: "turns" is 60; allowed: '),
        ("rules.toml", "march = 3", "march = three", 'text stands in quotation marks: "three"'),
        ("rules.toml", "march = 3", "marhc = 3", '"march" is missing; it must be a whole number; is "marhc" meant for it?'),
    ],
}


# Of those, some of many files, by words of what is said.
AT_ONCE = {
    "block_battle": ["areas.csv:4: edge", "areas.csv:7: ", 'areas.csv:9: "terrain"', 'blocks.csv:6: "side"',
                     "blocks.csv:9: steps", "blocks.csv:23: ", "borders.csv:3: ", "borders.csv:4: first", "borders.csv:12: ",
                     "start.toml:12: ashdown is absent", "start.toml:13: bellamy", "shapes.csv:27: "],
    "area_campaign": ['areas.csv:5: "points" is 30', "borders.csv:5: ", "shapes.csv:5: outline", '"turn" is 7',
                      'area: there is no place "W22"', 'units: "1xx"', "half_depleted: "],
    "hex_operations": ["map/hexes.csv:6: terrain", '"9702" is no hex', "terrain.csv:4: ", "leaders.csv:3: ",
                       "reinforcements.csv:3: ", "controlled: ", "of: there is no hex"],
    "hex_campaign": ['units.csv:3: "arm"', 'commanders.csv:3: "seniority"', "map/hexes.csv:4: ", "map/hexsides.csv:3: ",
                     '"Middletown" (Middleton?)'],
}


class SlipsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        (self.folder / "configs").symlink_to(ROOT / "configs")

    def tearDown(self):
        self.temporary.cleanup()

    def niemen(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, timeout=120, capture_output=True,
                              text=True, check=False)

    def blank(self, mechanism):
        made = self.niemen("new", mechanism, "--mechanism", mechanism, "--blank")
        self.assertEqual(made.returncode, 0, made.stderr)
        return self.folder / mechanism

    def faults(self, game):
        """What niemen validate says of a game, line by line, without its folder."""
        result = self.niemen("validate", game)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        *lines, count = result.stderr.strip().splitlines()
        self.assertEqual(count.split()[0], str(len(lines)), result.stderr)
        return [line.removeprefix("niemen: ").removeprefix(f"{game}/") for line in lines]

    def test_each_slip_is_told_where_it_is_in_one_line(self):
        for mechanism, slips in SLIPS.items():
            game = self.blank(mechanism)
            for file, stands, written, words in slips:
                with self.subTest(mechanism=mechanism, file=file, written=written):
                    before = (game / file).read_text()
                    self.assertIn(stands, before)
                    (game / file).write_text(before.replace(stands, written, 1))
                    try:
                        lines = self.faults(game)
                    finally:
                        (game / file).write_text(before)
                    self.assertEqual(len(lines), 1, lines)
                    self.assertIn(words, lines[0])

    def test_slips_in_many_files_are_told_at_once_by_file_and_line(self):
        for mechanism, chosen in AT_ONCE.items():
            game = self.blank(mechanism)
            with self.subTest(mechanism):
                expected = []
                for start in chosen:
                    file, stands, written, words = next(slip for slip in SLIPS[mechanism] if start in slip[3])
                    text = (game / file).read_text()
                    self.assertIn(stands, text)
                    (game / file).write_text(text.replace(stands, written, 1))
                    expected.append(words)
                lines = self.faults(game)
                for words in expected:
                    self.assertTrue(any(words in line for line in lines), f"{words}\n{lines}")
                self.assertEqual(len(lines), len(expected), lines)
                places = [re.match(r"(\S+):(\d+): ", line).groups() for line in lines]
                self.assertEqual(places, sorted(places, key=lambda place: (place[0], int(place[1]))))
                # Whoever else reads the game says the same.
                shown = self.niemen("show", "--game", game)
                self.assertEqual(shown.returncode, 1)
                self.assertEqual([line.removeprefix(f"niemen: {game}/") for line in shown.stderr.splitlines()], lines)

    def test_faults_of_doctrines_are_told_at_once(self):
        # Two generals of a game, several faults each; each is told, with what may be meant.
        slips = {
            "block_battle": [("attack.toml", "attack_odds = 0.9", "attack_odds = 900", 'attack.toml:5: "attack_odds" is 900'),
                             ("attack.toml", "charges = false", 'charges = "no"', 'attack.toml:11: "charges" must be'),
                             ("attack.toml", 'id = "middleton"', 'id = "midleton"', '"midleton" (middleton?)'),
                             ("stand.toml", "pull = 0.2", "pul = 0.2", 'is "pul" meant for it?')],
            "area_campaign": [("advance.toml", "[4, 2, 3, 2]", "[0, 0, 0, 0]", "advance.toml:24: attack_even: needs four weights"),
                              ("advance.toml", 'deploy = ["W2"]', 'deploy = ["W22", "W9"]', '"W22" (W2?)'),
                              ("advance.toml", 'id = "E5"', 'id = "E55"', '"E55" (E5?)'),
                              ("stand.toml", "attack_odds = 1.2", "attack_odds = -1", 'stand.toml:')],
            "hex_operations": [("advance.toml", '"Eastgate", "Middleton"', '"Eastgat", "Middletown"', '"Eastgat"'),
                               ("advance.toml", "attack_percent = 150", "attack_percent = -150", '"attack_percent" is -150'),
                               ("advance.toml", "Eastgate = 2", "Eastgte = 2", '"Eastgte" (Eastgate?) is no fortress'),
                               ("stand.toml", 'side = "east"', 'side = "est"', '"side" is "est" (east?)')],
        }
        for mechanism, written in slips.items():
            game = self.blank(mechanism)
            for file, stands, wrong, _ in written:
                doctrine = game / "doctrines" / file
                self.assertIn(stands, doctrine.read_text())
                doctrine.write_text(doctrine.read_text().replace(stands, wrong, 1))
            lines = self.faults(game)
            for *_, words in written:
                self.assertTrue(any(words in line for line in lines), f"{words}\n{lines}")
            told = [re.match(r"(\S+):(\d+): ", line).groups() for line in lines]
            self.assertEqual({file for file, _ in told}, {"doctrines/" + file for file, *_ in written})
            self.assertLessEqual(len(lines), len(written) + 2, lines)  # two lists have two wrong places

    def test_a_file_that_is_missing_does_not_hide_the_faults_of_others(self):
        game = self.blank("block_battle")
        (game / "shapes.csv").unlink()
        borders = (game / "borders.csv").read_text()
        (game / "borders.csv").write_text(borders.replace("false,false,up,false", "false,false,upp,false"))
        self.assertEqual(self.faults(game), [
            "shapes.csv: the file is missing",
            'borders.csv:3: "slope" is "upp" (up?); allowed: nothing, up, down, double'])

    def test_what_has_a_default_may_be_left_out(self):
        for mechanism, file in (("block_battle", "game.toml"), ("area_campaign", "game.toml"),
                                ("hex_operations", "rules.toml")):
            game = self.blank(mechanism)
            described = self.niemen("describe", mechanism).stdout
            keys = {line.split()[0].split(".")[-1] for line in described.splitlines()
                    if line.startswith("  ") and "; default " in line and not line.startswith("      ")}
            table, kept = "", []
            for line in (game / file).read_text().splitlines():
                table = line.split("]")[0] + "]" if line.startswith("[") else table
                key = line.split(" = ")[0]
                if key == "index":  # of as many turns as the game has: it is not used here
                    continue
                if key == "political_losses":  # without which nobody looks at the index
                    keys.discard(key)
                if table == "[units]" or " = " not in line or key not in keys or table.startswith("[["):
                    kept.append(line)
            self.assertLess(len(kept), len((game / file).read_text().splitlines()) - 10)
            (game / file).write_text("\n".join(kept) + "\n")
            shown = self.niemen("show", "--game", game)
            self.assertEqual(shown.returncode, 0, shown.stderr)

    def test_columns_of_a_battle_that_say_nothing_may_be_left_out(self):
        game = self.blank("block_battle")

        def without(name, *columns):
            lines = (game / name).read_text().splitlines()
            rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
            with open(game / name, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, [key for key in rows[0] if key not in columns], extrasaction="ignore")
                writer.writeheader()
                writer.writerows(rows)

        without("borders.csv", "water", "crossing", "burnable", "later", "slope", "road")
        without("areas.csv", "village", "startline")
        text = (game / "areas.csv").read_text()
        (game / "areas.csv").write_text(text.replace(",false,", ",,"))
        config = (game / "game.toml").read_text()
        start = config.index("[first_day]")
        (game / "game.toml").write_text(config[:start] + config[config.index("[second_day]"):])
        said = self.faults(game)  # of roads, which are no fault of what was left out
        self.assertTrue(all("a source of supply without a road" in line for line in said), said)
        (game / "scenarios/start.toml").write_text(
            (game / "scenarios/start.toml").read_text().replace("first_day = false", "first_day = true"))
        self.assertIn("[first_day] is missing", "\n".join(self.faults(game)))

    def test_a_redoubt_of_the_second_side_is_called_as_it_was_before_too(self):
        game = self.blank("block_battle")
        scenario = game / "scenarios/start.toml"
        text = scenario.read_text()
        self.assertIn("second_redoubt_points", text)
        for name, good in (("russian_redoubt_points", True), ("second_redoubt_pionts", False)):
            scenario.write_text(text.replace("second_redoubt_points", name))
            result = self.niemen("validate", game)
            self.assertEqual(result.returncode == 0, good, result.stderr)
        self.assertIn("second_redoubt_points?", result.stderr)

    def test_a_game_is_checked_by_its_title(self):
        result = self.niemen("validate", "portugal-1810")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("good: portugal-1810", result.stdout)

    def test_a_row_of_any_table_is_set_by_its_id_and_column(self):
        for mechanism, change, wrong in (
                ("block_battle", "blocks.bellamy.range=2", "blocks.belamy.range=2"),
                ("block_battle", "areas.middleton.terrain=woods", "areas.middleton.terain=woods"),
                ("area_campaign", "areas.E5.points=4", "areas.E6.points=4"),
                ("hex_operations", "hexes.0303.terrain=forest", "hexes.9999.terrain=forest"),
                ("hex_operations", "leaders.west-A.offence=9", "leaders.west-B.offence=9")):
            with self.subTest(change):
                game = self.folder / mechanism if (self.folder / mechanism).exists() else self.blank(mechanism)
                self.assertEqual(self.niemen("show", "--game", game, "--set", change).returncode, 0)
                refused = self.niemen("show", "--game", game, "--set", wrong)
                self.assertEqual(refused.returncode, 1)
                self.assertIn(f"--set {wrong}: there is no ", refused.stderr)
                out_of_range = change.split("=")[0] + "=nonsense"
                self.assertIn(f"--set {out_of_range}", self.niemen("show", "--game", game, "--set", out_of_range).stderr)

    def test_a_scenario_changes_rules_and_length(self):
        for mechanism, text, turns in (("block_battle", "second_day_turns = 3\n", 3),
                                       ("area_campaign", "[rules]\nlast_turn = 4\n", 4),
                                       ("hex_operations", "[rules]\nlast_turn = 4\n", 4)):
            with self.subTest(mechanism):
                game = self.blank(mechanism)
                start = (game / "scenarios/start.toml").read_text()
                head, tables = start.split("\n[", 1)
                first, *rest = ("[" + tables).split("\n[")
                short = head + "\n" + text + "\n" + "\n[".join([first, *rest])
                (game / "scenarios/short.toml").write_text(short)
                self.assertEqual(self.niemen("validate", game).returncode, 0, self.niemen("validate", game).stderr)
                log = self.niemen("record", "--game", game, "--scenario", "short", "--agent-a", "random",
                                  "--agent-b", "random", "--out", f"{mechanism}.jsonl")
                self.assertEqual(log.returncode, 0, log.stderr)
                told = self.niemen("replay", f"{mechanism}.jsonl", "--game", game, "--text").stdout
                self.assertIn(f"Turn {turns}", told)
                self.assertNotIn(f"Turn {turns + 1}", told)

    def test_a_plan_names_what_the_game_has(self):
        (self.folder / "experiments").symlink_to(ROOT / "experiments")
        self.assertIn("KIND is one of: balance, mend, ", self.niemen("help", "lab", "new").stdout)
        game = self.blank("area_campaign")
        made = self.niemen("lab", "new", "balance", "--game", game, "--out", "plan.toml")
        self.assertEqual(made.returncode, 0, made.stderr)
        plan = (self.folder / "plan.toml").read_text()
        self.assertIn('# preset = "leaders"  # standard, leaders\n# scenario = "start"  # start\n', plan)

    def test_a_blank_game_takes_names_length_and_size(self):
        for mechanism, areas in (("block_battle", 14), ("area_campaign", 14), ("hex_operations", 0), ("hex_campaign", 0)):
            with self.subTest(mechanism):
                size = ["--areas", areas] if areas else []
                made = self.niemen("new", mechanism, "--blank", mechanism, "--sides", "france,prussia", "--turns", 7, *size)
                self.assertEqual(made.returncode, 0, made.stderr)
                game = self.folder / mechanism
                result = self.niemen("validate", game)
                self.assertEqual(result.returncode, 0, result.stderr)
                log = self.niemen("record", "--game", game, "--out", f"{mechanism}.jsonl")
                self.assertEqual(log.returncode, 0, log.stderr)
                self.assertIn("Turn 7", self.niemen("replay", f"{mechanism}.jsonl", "--game", game, "--text").stdout)
                rows = [line for line in (game / "areas.csv").read_text().splitlines() if line[0] != "#"] if areas else []
                self.assertEqual(len(rows[1:]), areas)
                for file in game.rglob("*.toml"):
                    said = [line for line in file.read_text().splitlines() if not line.startswith("#")]
                    self.assertFalse([line for line in said if re.search(r'\bside = "(west|east)"|the West|the East', line)], file)
        self.assertIn("--areas is 3; allowed: ", self.niemen("new", "x", "--blank", "area_campaign", "--areas", 3).stderr)
        self.assertIn("the maps of hex_campaign are hexes",
                      self.niemen("new", "x", "--blank", "hex_campaign", "--areas", 9).stderr)
        self.assertIn('"two words" does not serve',
                      self.niemen("new", "x", "--blank", "area_campaign", "--sides", "two words,b").stderr)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
