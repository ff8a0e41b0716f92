#include "engine/systems/hex_campaign/data_tables.h"

namespace niemen::hex_campaign {

namespace {

using Rows = std::vector<core::ParameterDescription>;

constexpr const char* kPlaces =
    "hexes (\"0308\"), cities, places of sides.toml, home, cities, territory X, zone X, edge X, "
    "near "
    "X, X & Y";
constexpr const char* kCellPlaces = "the same, divided by \";\"";
constexpr const char* kSides = "a, b";

Rows hexes() {
  return {
      {"id", "text", "", "column and row, four digits", "columns grow westward, rows southward"},
      {"terrain", "text", "", "a word of [terrain] in sides.toml", ""},
      {"city", "text", "empty", "", "its name; a city can hold a Depot and be scored"},
      {"fortified", "0 or 1", "", "1 in cities only", "whether the city is a fortress"},
      {"coast", "0 or 1", "", "", "drawn on the map"},
      {"territory", "text", "", "empty where nobody can enter", "belongs to a side in sides.toml"},
      {"zone", "text", "empty", "", "a name for \"zone X\" in lists of places"},
      {"longitude", "number", "", "-180 to 180", "of its middle, for a reader's map"},
      {"latitude", "number", "", "-90 to 90", ""},
      {"source", "text", "", "not empty", "a rule number, or reconstructed and why"},
      {"city_source", "text", "", "not empty for a city", "the same, of the city"},
  };
}

Rows hexsides() {
  return {
      {"id", "text", "", "", "another folder changes the row by it"},
      {"a", "text", "", "a hex", ""},
      {"b", "text", "", "a hex that touches it", ""},
      {"river", "text", "empty", "", "the river between them; supply does not cross it unbridged"},
      {"basin", "text", "", "", "the sea that it flows to, for people"},
      {"bridged", "0 or 1", "", "1 with a river only", "supply and marches cross"},
      {"road", "text", "empty", "", "a road between them: entry at the cost of open ground"},
      {"source", "text", "", "", "a rule number, or reconstructed and why"},
  };
}

Rows downstream() {
  return {
      {"id", "text", "", "", "another folder changes the row by it"},
      {"river", "text", "", "", "for people"},
      {"hex", "text", "", "a city", "where a second source may be founded (16.13)"},
      {"city", "text", "", "", "its name, for people"},
      {"downstream", "text", "", kCellPlaces, "the cities below it on the river"},
      {"source", "text", "", "", "a rule number, or reconstructed and why"},
  };
}

/// What units and Commanders have in common.
Rows piece_rows(Rows own) {
  Rows rows{
      {"id", "text", "", "a word without blanks, unique", "how files and notation call it"},
      {"name", "text", "", "", "on pictures and in texts"},
      {"side", "text", "", kSides, ""},
      {"army", "whole number", "empty", "1 to 9", "for Commanders of an army's infantry (16.2)"},
      {"set_up", "text", "", kCellPlaces, "where it starts in a historical set-up"},
      {"free_set_up", "text", "", kCellPlaces, "where its side may place it in a free set-up"},
      {"arrival_turn", "whole number", "", "0 to 24", "0: set up; else at the end of that turn"},
      {"arrival", "text", "", kCellPlaces, "where it then comes; empty with arrival_turn 0"},
      {"second_year", "text", "empty", kCellPlaces, "where it comes in the winter (16.13)"},
      {"source", "text", "", "not empty", "a rule number, or reconstructed and why"},
  };
  rows.insert(rows.end() - 1, own.begin(), own.end());
  return rows;
}

Rows units() {
  return piece_rows({
      {"arm", "text", "", "infantry, cavalry, artillery", ""},
      {"class", "text", "", "veteran, line, conscript", "room, strength, fate without supply"},
      {"nationality", "text", "", "a row of [nationalities] in sides.toml", ""},
      {"corps", "text", "empty", "", "for Commanders of a corps"},
      {"strength", "whole number", "by its class", "1 to 12", "its Combat Factors (optional)"},
      {"occupancy", "whole number", "by its class", "1 to 40",
       "room it takes in a hex, in half factors (optional)"},
      {"flags", "text", "empty",
       "reserve, expedition, uprising_trigger, uprising_victim, no_forced_march, augmented, "
       "cossack, exempt, unblockable, frozen, neutral, garrison, fortress, star",
       ""},
      {"counterpart_of", "text", "empty", "an id above it",
       "whose place it takes when their power changes sides (optional, Nemesis 14.9)"},
      {"late_arrival", "text", "empty", kCellPlaces,
       "where it arrives after a late truce (optional, Nemesis 16.4)"},
      {"withdrawn", "text", "empty", kCellPlaces,
       "its set-up with rules.garrisons_withdrawn (optional, Nemesis 15.2)"},
      {"withdrawn_corps", "text", "empty", "", "its corps then (optional)"},
  });
}

Rows commanders() {
  return piece_rows({
      {"rating", "whole number", "", "0 to 6", "added to orders of combat"},
      {"seniority", "text", "", "supreme, infantry, cavalry, cossack, corps, none",
       "whom he commands"},
      {"commands", "text", "empty", "corps of units.csv", "with seniority corps only"},
      {"traits", "text", "empty",
       "eases_march, eases_march_basic, burdens_march, inspires, leads_cavalry, reluctant, rival, "
       "sudden_death, inspires_two, inspires_attack, leads_cossacks, cavalry_corps",
       ""},
      {"leaves_turn", "whole number", "never", "2 to 24", "the turn in which he goes (optional)"},
      {"flags", "text", "empty",
       "additional, expedition, uprising_victim, joins_stack, with_reserve, frozen, neutral, "
       "unblockable, with_countrymen",
       ""},
      {"nationality", "text", "empty", "a row of [nationalities] in sides.toml", "(optional)"},
      {"late_arrival", "text", "empty", kCellPlaces, "as in units.csv (optional)"},
      {"withdrawn", "text", "empty", kCellPlaces, "as in units.csv (optional)"},
      {"leaves_if_entered", "text", "empty", kCellPlaces,
       "he goes for good when side B comes there (optional, Nemesis 16.2)"},
      {"region", "text", "empty", kCellPlaces,
       "out of it he has no designation (optional, Nemesis 16.2)"},
      {"region_from_turn", "whole number", "empty", "1 to 24", "from that turn on (optional)"},
  });
}

Rows sides() {
  return {
      {"terrain.WORD.passage", "text", "", "open, difficult, closed, mire, pass",
       "what it costs to enter"},
      {"terrain.WORD.cost", "whole number", "1 in open, else 2", "1 to 3",
       "of entering it off the road; of other than open ground only for sides that it slows"},
      {"terrain.WORD.colour", "text", "", "#rrggbb", ""},
      {"a.territories", "list of text", "", "words of hexes.csv", "friendly ground; likewise b"},
      {"a.no_depot", "list of text", "", kPlaces, "cities in which the side founds no Depot"},
      {"a.source_edge", "list of text", "", kPlaces,
       "ultimate sources of supply on the map's edge"},
      {"a.source_city", "list of text", "", kPlaces, "the same, in cities"},
      {"a.supply_ground", "list of tables", "none", "places, from_turn, to_turn",
       "ground that is friendly for supply only"},
      {"a.local_source", "list of text", "", kPlaces, "sources of units with own_source"},
      {"a.steadfast", "list of text", "", kPlaces, "cities in which units stand without supply"},
      {"neutral", "list of text", "none", "words of hexes.csv", "territories of neither side"},
      {"special", "table", "",
       "capital, stay_contingents, uprising_city, independence_area, restoration",
       "cities with a rule of their own"},
      {"places.NAME", "list of text", "", kPlaces, "a name for several hexes"},
      {"reserve.place", "list of text", "none", kPlaces, "where the Cavalry Reserve is set up"},
      {"power", "list of tables", "none",
       "id, places, cities, sources, sources_from_turn, wavers, common",
       "powers that may change sides (Nemesis 14.9, 14.16)"},
      {"closure", "list of tables", "none", "places, to, to_turn, until_joined, routes, if_bought",
       "ground that is closed for a time (Nemesis 14.16, 16.5)"},
      {"a.truce_zone", "list of text", "none", kPlaces, "quarters in a truce; likewise b"},
      {"a.confined", "list of text", "none", kPlaces,
       "ground that the side may not leave after a truce was refused (Nemesis 14.15)"},
      {"nationalities.NAME.colour", "text", "", "#rrggbb", ""},
      {"nationalities.NAME.guard", "flag", "false", "",
       "likewise foreign, spared, own_source, reluctant, aloof, wavering, absent"},
      {"nationalities.NAME.counts_as", "text", "itself", "a nationality",
       "whose Commanders are its own (Nemesis 16.6)"},
  };
}

Rows victory() {
  return {
      {"tie_winner", "text", "", "a, b, draw", "who wins a margin of 0"},
      {"least_lead_a", "whole number", "none", "1 to 1000", "a smaller lead is a draw; likewise b"},
      {"independence_places", "list of text", "none", kPlaces, "needed by rules.independence"},
      {"row.id", "text", "", "", "victory.ID.points in --set"},
      {"row.what", "text", "", "place, losses, battles, exits", "what scores"},
      {"row.when", "text", "end", "end, by_turn, held", ""},
      {"row.points", "whole number", "", "-1000 to 1000", "a place, a unit, a point of the score"},
      {"row.place", "text", "", "a hex or city", "of what = place"},
      {"row.places", "list of text", "", kPlaces, "of what = exits"},
      {"row.side", "text", "", kSides, "who scores; a place at the end is whoever's who holds it"},
      {"row.turn", "whole number", "", "1 to the last", "of when = by_turn"},
      {"row.turns_held", "whole number", "", "1 to the last",
       "of when = held: ends of turns in a row"},
      {"sudden_death.id", "text", "", "", ""},
      {"sudden_death.winner", "text", "", kSides, "wins at once at the end of a turn ..."},
      {"sudden_death.places", "list of text", "", kPlaces, "... in which it holds all of these"},
      {"sudden_death.from_turn", "whole number", "1", "1 to the last", "likewise to_turn"},
      {"sudden_death.averted_by", "list of text", "none", kPlaces,
       "does not count once the other side held all of one of these as a turn ended"},
      {"level.id", "text", "", "", "victory.ID.from in --set"},
      {"level.name", "text", "", "", "of the victory, for people"},
      {"level.from", "whole number", "", "-1000 to 1000, ascending",
       "side A's points less side B's from which it counts; the last that is reached holds"},
  };
}

Rows scenarios() {
  return {
      {"title", "text", "", "", ""},
      {"set_up", "text", "", "historical, free, position", "how it begins"},
      {"first_turn", "whole number", "", "1 to the rules' turns", ""},
      {"last_turn", "whole number", "", "first_turn to the rules' turns", ""},
      {"preset", "text", "any", "", "the only one under which it can be played"},
      {"deploys_first", "text", "b", kSides, ""},
      {"source", "text", "empty", "", ""},
      {"goes_on_with", "text", "the game's", "", "scenario of the last part of a linked campaign"},
      {"set", "list of text", "none", "key=value", "what it changes, as --set does"},
      {"quota", "list of tables", "none", "id, side, arm, count, within_of_border",
       "what a free set-up must leave near the border"},
      {"a.hexes.HEX", "list of text", "", "ids of pieces", "of a position; likewise b"},
      {"a.depots", "list of text", "", kPlaces, "cities with a Depot"},
      {"a.lost", "list of text", "none", "ids of pieces", "out of play"},
      {"a.disrupted", "list of text", "none", "ids of pieces", ""},
      {"battle_points", "whole number", "as at the start", "", "of a position"},
      {"released", "flag", "false", "", "of a position: the card that frees a corps was played"},
      {"captured", "list of text", "none", kPlaces, "of a position: capitals taken before"},
      {"supreme_left", "flag", "false", "",
       "of a linked campaign's: its supreme Commander went home"},
  };
}

Rows openings() {
  return {
      {"title", "text", "", "", "what this deployment wants"},
      {"side", "text", "", kSides, ""},
      {"scenario", "text", "the game's", "", "for which it is made, unless another is asked for"},
      {"depots", "list of text", "", kPlaces, "cities; each must link to a source"},
      {"hexes.HEX", "list of text", "", "ids of pieces", "every piece of the set-up"},
      {"with_reserve.HEX", "list of text", "none", "ids of pieces",
       "where they stand instead under rules.cavalry_reserve"},
  };
}

Rows game() {
  return {
      {"mechanism", "text", "", "hex_campaign", ""},
      {"format", "integer", "1", "1 to 2",
       "what the program knew when the game was made; new games say 2"},
      {"title", "text", "", "", "on maps and in texts"},
      {"side_a", "text", "", "", "what side A is called"},
      {"side_b", "text", "", "", "likewise side B"},
      {"scenario", "text", "", "a file of scenarios", "played when none is named"},
      {"preset", "text", "", "a file of presets", "played when none is named"},
      {"calendar", "list of text", "none", "", "what each turn stands for, for people"},
      {"calendar_second_year", "list of text", "none", "", "the same from its first turn on"},
      {"colours.a", "text", "as in other games", "#rrggbb",
       "the ground of side A's counters; the other side's is darker or lighter by far"},
      {"colours.b", "text", "as in other games", "#rrggbb", "likewise of side B"},
  };
}

}  // namespace

std::vector<play::DataTable> data_tables() {
  return {
      {"hex-game", "game.toml", "names of sides and turns, what is played by default", game()},
      {"hexes", "map/hexes.csv", "a row a hex", hexes()},
      {"hexsides", "map/hexsides.csv", "a row a hexside with a river or a road", hexsides()},
      {"downstream", "map/downstream.csv", "cities along rivers (may be missing)", downstream()},
      {"units", "units.csv", "a row a combat unit", units()},
      {"commanders", "commanders.csv", "a row a Commander", commanders()},
      {"sides", "sides.toml", "terrain, territories, sources of supply, named places", sides()},
      {"victory", "victory.toml", "points, levels and sudden deaths", victory()},
      {"scenarios", "scenarios/*.toml", "how campaigns begin and end", scenarios()},
      {"openings", "openings/*.toml", "prepared set-ups of one side", openings()},
  };
}

}  // namespace niemen::hex_campaign
