#include "engine/systems/hex_operations/data_tables.h"

namespace niemen::hex_operations {

namespace {

using Rows = std::vector<core::ParameterDescription>;

constexpr const char* kSource = "text, a ruling, or reconstructed and why";
constexpr const char* kSide = "a name of [sides]";
constexpr const char* kHex = "column and row: 0101 to 6262";
constexpr const char* kPlace = "number or name of a hex that can be entered";
constexpr const char* kUnits =
    "divided by blanks: 5-5 (strength and Movement Allowance, one of [units]), 3x5-5 (three of "
    "them), letters of Leaders of the side";
constexpr const char* kSwitch = "0, 1";
constexpr const char* kById = "another folder changes the row by it";

Rows terrain() {
  return {
      {"id", "text", "", "", "the word in the column terrain of map/hexes.csv"},
      {"cost", "whole number", "", "0 to 9; from 1 where it can be entered",
       "Movement Points to enter such a hex"},
      {"defence", "whole number", "", "1 to 9", "the defender's factor"},
      {"closed", "whole number", "", kSwitch, "1: nobody enters it"},
      {"source", "text", "", "", kSource},
  };
}

Rows hexes() {
  return {
      {"id", "text", "", kHex,
       "columns grow eastward, rows southward; even columns stand half a hex lower"},
      {"terrain", "text", "", "an id of terrain.csv", ""},
      {"name", "text", "empty", "", "of a town; files and people call the hex by it"},
      {"fortress", "whole number", "", kSwitch, "1: the town is a Fortress"},
      {"points", "whole number", "", "0 to 99", "victory points while the invader controls it"},
      {"area", "text", "", "any word; off",
       "the Area that feeds those in the hex; off: in none, closed unless rules.pripet_open"},
      {"country", "text", "", "", "sides.defender_country makes it the defender's"},
      {"source", "text", "", "", kSource},
  };
}

Rows hexsides() {
  return {
      {"id", "text", "", "", kById},
      {"first", "text", "", kHex, ""},
      {"second", "text", "", "a hex next to it", "the river flows between the two"},
      {"river", "text", "", "", "its name"},
      {"bridged", "whole number", "", kSwitch,
       "1: zones of control cross it, units without rules of unbridged rivers"},
      {"source", "text", "", "", kSource},
  };
}

Rows leaders() {
  return {
      {"id", "text", "", "", kById},
      {"side", "text", "", kSide, ""},
      {"letter", "text", "", "A to Z, each once a side", "scenarios call him by it"},
      {"name", "text", "", "one word", ""},
      {"offence", "whole number", "", "0 to 99", "added to the strength of an attack"},
      {"defence", "whole number", "", "0 to 99", "added to the strength of a defence"},
      {"points", "whole number", "", kSwitch, "1: his loss costs victory.leader_lost"},
      {"source", "text", "", "", kSource},
  };
}

Rows reinforcements() {
  return {
      {"id", "text", "", "", kById},
      {"side", "text", "", kSide, ""},
      {"turn", "whole number", "", "1 to 24",
       "when they come; those of turns before a scenario begins are left out"},
      {"entry", "text", "", "a key of [entries]; fortress",
       "where they enter; fortress: in a free Fortress of theirs, or by the entry east"},
      {"units", "text", "", kUnits, ""},
      {"source", "text", "", "", kSource},
  };
}

Rows game() {
  return {
      {"mechanism", "text", "", "hex_operations", ""},
      {"format", "integer", "1", "1 to 2",
       "what the program knew when the game was made; new games say 2"},
      {"title", "text", "none", "", "what people are shown"},
      {"default_scenario", "text", "", "a file of scenarios", "played when none is named"},
      {"default_preset", "text", "", "a file of presets", "played when none is named"},
      {"dates", "list of text", "", "", "what each Game-Turn stands for, for people"},
      {"sides.invader", "text", "", "a word without blanks",
       "side A: it alone has Depots, scores points and suffers political losses"},
      {"sides.defender", "text", "", "another word", "side B: it alone lays waste Areas"},
      {"sides.defender_country", "text", "", "a country of map/hexes.csv", ""},
      {"sides.first_player", "text", "", kSide, "who moves first each Game-Turn"},
      {"sides.barred_entry", "text", "", "a country of map/hexes.csv, or empty",
       "nobody enters the map by its hexes"},
      {"colours.a", "text", "as in other games", "#rrggbb",
       "the ground of the invader's counters; the other side's is darker or lighter by far"},
      {"colours.b", "text", "as in other games", "#rrggbb", "likewise of the defender"},
      {"doctrines.INVADER", "text", "", "a file of doctrines, or empty",
       "what the side plays when an agent names no doctrine; likewise of the defender"},
      {"entries.NAME", "list of text", "", "hexes, or ranges along a row or column: 0123-0144",
       "where units from outside come onto the map; one is called east"},
      {"entries.source", "text", "", "", kSource},
  };
}

/// What rules.toml says beside the numbers of describe_rules().
Rows tables() {
  return {
      {"forced_march.double_first", "6 words", "", "ok, option, e",
       "who marches two allowances, by the die: ok, eliminated, or by a second die"},
      {"forced_march.double_second_N", "6 words", "", "ok, d, e",
       "the second die, where the first, N, says option: d disrupts; for each such N"},
      {"forced_march.triple_first", "6 words", "", "ok, option, e", "likewise of three allowances"},
      {"forced_march.triple_second_N", "6 words", "", "ok, d, e", ""},
      {"forced_march.source", "text", "", "", kSource},
      {"combat.source", "text", "", "", kSource},
      {"combat.row.id", "whole number", "", "1 to 6", "the die; six rows"},
      {"combat.row.results", "11 texts", "", "one or two words: ex; A or D with e, rs, r1 or r2",
       "by the odds. ex: half exchange; e: eliminated; rs: scattered; r1, r2: retreats by so many "
       "hexes; A: the Attacker, D: the Defender"},
      {"victory.level.id", "text", "", "", kById},
      {"victory.level.name", "text", "", "", "for people"},
      {"victory.level.from", "whole number", "", "-99 to 99, descending",
       "points from which it counts; the first that is reached holds"},
      {"victory.level.winner", "text", "", "invader, defender, draw", ""},
  };
}

Rows scenarios() {
  return {
      {"name", "text", "", "", ""},
      {"first_turn", "whole number", "", "1 to rules.last_turn", ""},
      {"level", "whole number", "0", "-99 to 99", "victory points at the start"},
      {"controlled", "list of text", "none", "Fortresses and hexes worth points",
       "what the invader controls at the start"},
      {"controlled_source", "text", "none", "", kSource},
      {"passed", "list of text", "those in the hands of who did not own them", "Fortresses",
       "which enemies have passed through: nobody is sheltered or arrives there"},
      {"half_depleted", "list of text", "none", "Areas", "50% depleted at the start"},
      {"fully_depleted", "list of text", "none", "Areas", "100% depleted at the start"},
      {"depleted_source", "text", "none", "", kSource},
      {"placed", "list of tables", "none", "", "units that stand on the map at the start"},
      {"placed.id", "text", "", "", kById},
      {"placed.side", "text", "", kSide, ""},
      {"placed.hex", "text", "", kPlace, ""},
      {"placed.units", "text", "", kUnits, "with 0-0 for a Depot, the invader's only"},
      {"placed.disrupted", "text", "not", "SIDE-movement, SIDE-combat",
       "disrupted in this phase of that side"},
      {"placed.source", "text", "", "", kSource},
      {"group", "list of tables", "none", "", "units that their owner deploys, in this order"},
      {"group.id", "text", "", "", "openings name it"},
      {"group.side", "text", "", kSide, ""},
      {"group.area", "text", "", "an Area", "where they deploy; or else within and of"},
      {"group.within", "whole number", "", "0 to 62", "at most so many hexes from `of`"},
      {"group.of", "text", "", kPlace, ""},
      {"group.away", "whole number", "anywhere", "0 to 62", "and farther than this from `from`"},
      {"group.from", "text", "", kPlace, ""},
      {"group.apart", "flag", "false", "true, false", "not beside enemy units"},
      {"group.units", "text", "", kUnits, ""},
      {"group.doubtful", "text", "none", kUnits, "in play with rules.doubtful_units"},
      {"group.source", "text", "", "", kSource},
      {"late", "list of tables", "none", "", "units of earlier Game-Turns that still wait outside"},
      {"late.id", "text", "", "", kById},
      {"late.side", "text", "", kSide, ""},
      {"late.entry", "text", "", "a key of [entries]; fortress", ""},
      {"late.units", "text", "", kUnits, ""},
      {"late.source", "text", "", "", kSource},
      {"SECTION.KEY", "as there", "none", "keys of sections of rules.toml",
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
      {"placed.hex", "text", "", kPlace, ""},
      {"placed.units", "text", "", kUnits, ""},
  };
}

}  // namespace

std::vector<play::DataTable> data_tables() {
  return {
      {"operations-game", "game.toml", "sides, dates, entries", game()},
      {"operations-tables", "rules.toml", "tables beside the numbers of hex_operations", tables()},
      {"operations-terrain", "terrain.csv", "a row a kind of ground", terrain()},
      {"operations-hexes", "map/hexes.csv",
       "a row a hex; at most 64 Areas and 32 hexes with a Fortress or points", hexes()},
      {"operations-hexsides", "map/hexsides.csv", "a row a hexside with a river", hexsides()},
      {"operations-leaders", "leaders.csv", "a row a Leader", leaders()},
      {"operations-reinforcements", "reinforcements.csv", "who comes from outside, and when",
       reinforcements()},
      {"operations-scenarios", "scenarios/*.toml",
       "how campaigns begin; at most 72 pieces and 40 Combat units a side", scenarios()},
      {"operations-openings", "openings/*.toml", "prepared set-ups of one side", openings()},
  };
}

}  // namespace niemen::hex_operations
