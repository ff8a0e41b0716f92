#include "engine/systems/area_campaign/data_tables.h"

namespace niemen::area_campaign {

namespace {

using Rows = std::vector<core::ParameterDescription>;

constexpr const char* kSource = "text, a ruling, or reconstructed and why";
constexpr const char* kAreas =
    "divided by blanks: 27, 27a, R27a, 19-63, controlled (places that the invader holds), "
    "DEFENDER_fortresses";
constexpr const char* kUnits =
    "divided by blanks: 2ic (Infantry Corps), 1cc (Cavalry Corps), 1su (Supply unit), 1dp (Depot, "
    "invader only), letters of leaders";
constexpr const char* kSide = "a name of [sides]";

Rows areas() {
  return {
      {"id", "text", "", "letters, a number, perhaps a letter: R27, R27a",
       "places of one number are Sub-areas of one Area, which depletes and feeds as a whole"},
      {"name", "text", "", "", "on the map and in texts"},
      {"country", "text", "", "", "sides.defender_country makes it the defender's"},
      {"fortress", "text", "empty", "", "its name; a Fortress of the defender's country resists"},
      {"points", "whole number", "", "0 to 20", "victory points while the invader controls it"},
      {"longitude", "number", "", "-180 to 180", "of its middle, where counters are drawn"},
      {"latitude", "number", "", "-90 to 90", ""},
      {"evidence", "text", "", "", "why it is thought to lie there"},
      {"source", "text", "", "", kSource},
  };
}

Rows borders() {
  return {
      {"id", "text", "", "", "another folder changes the row by it"},
      {"first", "text", "", "an id of areas.csv", ""},
      {"second", "text", "", "another one", "units march from each to the other"},
      {"source", "text", "", "", kSource},
  };
}

Rows shapes() {
  return {
      {"id", "text", "", "", "another folder changes the row by it"},
      {"area", "text", "", "an id of areas.csv",
       "whose outline it is; any other word is ground that no unit enters"},
      {"ring", "text", "", "", "which of its outlines, for people"},
      {"outline", "text", "", "longitude;latitude, divided by blanks", "its corners in order"},
      {"source", "text", "", "", kSource},
  };
}

Rows game() {
  return {
      {"mechanism", "text", "", "area_campaign", ""},
      {"format", "integer", "1", "1 to 2",
       "what the program knew when the game was made; new games say 2"},
      {"title", "text", "none", "", "what people are shown"},
      {"default_scenario", "text", "", "a file of scenarios", "played when none is named"},
      {"default_preset", "text", "", "a table of presets", "played when none is named"},
      {"turn_names", "list of text", "none", "", "what each Game-Turn stands for, for people"},
      {"sides.invader", "text", "", "a word without blanks",
       "side A: it alone has Depots, scores points and suffers political losses"},
      {"sides.defender", "text", "", "another word", "side B: it alone lays waste Areas"},
      {"sides.defender_country", "text", "", "a country of areas.csv", ""},
      {"sides.first_player", "text", "", kSide, "who moves, and deploys, first"},
      {"colours.a", "text", "as in other games", "#rrggbb",
       "the ground of the invader's counters; the other side's is darker or lighter by far"},
      {"colours.b", "text", "as in other games", "#rrggbb", "likewise of the defender"},
      {"doctrines.INVADER", "text", "", "a file of doctrines, or empty",
       "what the side plays when an agent names no doctrine; likewise of the defender"},
      {"presets.NAME", "table", "", "keys of [rules]", "what changes under the preset"},
      {"forced_march.results", "6 words", "", "succeeds, stays, eliminated", "by the die"},
      {"forced_march.source", "text", "", "", kSource},
      {"attrition.source", "text", "", "", kSource},
      {"battle_plans.attacker", "4 texts", "", "", "names of the Attacker's chits"},
      {"battle_plans.defender", "4 texts", "", "", "names of the Defender's chits"},
      {"battle_plans.source", "text", "", "", kSource},
      {"battle_plans.row.id", "text", "", "", "four rows, one a Defender's chit"},
      {"battle_plans.row.cells", "4 texts", "",
       "words of switch, attacker_loses, defender_loses, attacker_double, defender_double, soften, "
       "retreat, may_retreat, may_retreat_cavalry; last stop, combat or pursuit",
       "one an Attacker's chit; carried out in this order"},
      {"combat.source", "text", "", "", kSource},
      {"combat.row.id", "whole number", "", "-2 to 9", "the modified die; twelve rows"},
      {"combat.row.results", "10 words", "", "Ae, Ahe, hex, ArA, ArD, DrA, DrD, Dhe, De",
       "by column: who is eliminated (Ae, De), by half (Ahe, Dhe, hex both), or retreats (Ar, Dr) "
       "to a place that A or D names"},
      {"pursuit.source", "text", "", "", kSource},
      {"pursuit.row.id", "whole number", "", "-2 to 9", "the modified die; twelve rows"},
      {"pursuit.row.results", "5 words", "", "none, exchange, one, two",
       "by Cavalry superiority 1 to 5: losses of the Defender beyond the Attacker's stake"},
      {"supply.source", "text", "", "", kSource},
      {"victory.index", "list of whole numbers", "none without rules.political_losses",
       "-99 to 99, one a Game-Turn",
       "points that the invader needs then, or he loses a Corps (rules.political_losses)"},
      {"victory.index_source", "text", "none", "", kSource},
      {"victory.victory_leader", "text", "", "the invader's or defender's name, and a letter",
       "whose loss costs victory.leader_lost"},
      {"victory.level.id", "text", "", "", "the name of the level, for people"},
      {"victory.level.from", "whole number", "", "-99 to 99, descending",
       "points from which it counts; the first that is reached holds"},
      {"victory.level.winner", "text", "", "invader, defender, draw", ""},
      {"leaders.INVADER", "list of text", "", "\"A Massena 3 general\"",
       "letter, name, points, general or cavalry; at most 16; likewise of the defender; only with "
       "rules.optional_rules"},
      {"leaders.source", "text", "", "", kSource},
      {"reinforcements.fallback", "text", "", kAreas,
       "where they come when no Fortress is free (uncontrolled_fortress)"},
      {"reinforcements.fallback_source", "text", "", "", kSource},
      {"reinforcements.row.id", "text", "", "", "another folder changes the row by it"},
      {"reinforcements.row.side", "text", "", kSide, ""},
      {"reinforcements.row.turn", "whole number", "", "1 to rules.last_turn", "when they come"},
      {"reinforcements.row.units", "text", "", kUnits, ""},
      {"reinforcements.row.areas", "text", "", kAreas,
       "any one of these; uncontrolled_fortress: any Fortress that the enemy does not control"},
      {"reinforcements.row.source", "text", "", "", kSource},
  };
}

Rows scenarios() {
  return {
      {"name", "text", "", "", ""},
      {"first_turn", "whole number", "", "1 to rules.last_turn", ""},
      {"level", "whole number", "0", "-99 to 99", "victory points at the start"},
      {"controlled", "list of text", "none", "ids of places worth points",
       "what the invader controls at the start"},
      {"controlled_source", "text", "none", "", kSource},
      {"half_depleted", "list of text", "none", "ids of Areas", "50% depleted at the start"},
      {"fully_depleted", "list of text", "none", "ids of Areas", "100% depleted at the start"},
      {"depleted_source", "text", "none", "", kSource},
      {"position", "text", "none", "as niemen show prints it", "a whole position to begin with"},
      {"placed", "list of tables", "none", "", "units that stand on the map at the start"},
      {"placed.id", "text", "", "", ""},
      {"placed.side", "text", "", kSide, ""},
      {"placed.area", "text", "", "an id of areas.csv", ""},
      {"placed.units", "text", "", kUnits, ""},
      {"placed.source", "text", "", "", kSource},
      {"group", "list of tables", "none", "", "units that their owner deploys, in this order"},
      {"group.id", "text", "", "", "openings name it"},
      {"group.side", "text", "", kSide, ""},
      {"group.areas", "text", "", kAreas, "where they may deploy"},
      {"group.units", "text", "", kUnits, ""},
      {"group.limit", "text", "", "none, one_corps_each, one_depot_each", "most in one place"},
      {"group.source", "text", "", "", kSource},
      {"SECTION.KEY", "as there", "none", "keys of sections of game.toml",
       "what this scenario changes of them: [rules], [victory]"},
  };
}

Rows openings() {
  return {
      {"name", "text", "", "", ""},
      {"why", "text", "", "", "what this deployment wants"},
      {"side", "text", "", kSide, ""},
      {"scenario", "text", "", "a file of scenarios with groups", "for which it is made"},
      {"scenarios", "list of text", "", "files of scenarios", "instead, where there are several"},
      {"placed", "list of tables", "", "", "every unit of the side's groups"},
      {"placed.group", "text", "", "an id of the scenario's groups", ""},
      {"placed.area", "text", "", "an id of areas.csv", ""},
      {"placed.units", "text", "", kUnits, ""},
  };
}

}  // namespace

std::vector<play::DataTable> data_tables() {
  return {
      {"areas", "areas.csv", "a row a place that units enter; at most 72, in 64 Areas", areas()},
      {"borders", "borders.csv", "a row a pair of places that adjoin; at most 12 a place",
       borders()},
      {"shapes", "shapes.csv", "outlines, for the map", shapes()},
      {"area-game", "game.toml", "sides, tables, victory, leaders, reinforcements", game()},
      {"area-scenarios", "scenarios/*.toml", "how campaigns begin", scenarios()},
      {"area-openings", "openings/*.toml", "prepared set-ups of one side", openings()},
  };
}

}  // namespace niemen::area_campaign
