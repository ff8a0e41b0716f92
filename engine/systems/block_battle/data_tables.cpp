#include "engine/systems/block_battle/data_tables.h"

namespace niemen::block_battle {

namespace {

using Rows = std::vector<core::ParameterDescription>;

constexpr const char* kSource = "a rule, or reconstructed and why";
constexpr const char* kSide = "a name of [sides]";
constexpr const char* kArea = "an id of areas.csv";
constexpr const char* kBlock = "an id of blocks.csv";
constexpr const char* kFlag = "true, false";
constexpr const char* kById = "another folder changes the row by it";
constexpr const char* kTerrain = "clear, woods, swamp";

Rows areas() {
  return {
      {"id", "text", "", "", "files and notation name the area by it"},
      {"name", "text", "", "", "on the map and in texts"},
      {"terrain", "text", "", kTerrain, ""},
      {"village", "text", "false", kFlag, "its attackers fire worse in their first round"},
      {"redoubt", "text", "false", kFlag,
       "who stands there at the end scores, and the second side defends works (rules.works); at "
       "most "
       "5 redoubts"},
      {"startline", "text", "west", "west, east, a name of [sides]",
       "whose ground it is on the second day alone: the first side deploys west of the Startline, "
       "the second east, or each where its name stands"},
      {"supply_side", "text", "empty", kSide, "whose source of supply it is; 1 to 3 a side"},
      {"symbols", "whole number", "0", "0 to 2", "of supply; 0 where there is no source"},
      {"edge", "text", "empty", "west, north, east, south, with ; between them",
       "edges of the map that it touches"},
      {"x", "number", "", "kilometres east of a point of yours",
       "its middle, where blocks are drawn"},
      {"y", "number", "", "kilometres north of it", ""},
      {"source", "text", "", "", kSource},
  };
}

Rows borders() {
  return {
      {"id", "text", "", "", kById},
      {"first", "text", "", kArea, ""},
      {"second", "text", "", kArea, "once a pair"},
      {"terrain", "text", "", kTerrain, ""},
      {"water", "text", "empty", "stream, river", "a river is crossed by its crossings only"},
      {"crossing", "text", "empty", "bridge, dam, ford", ""},
      {"burnable", "text", "false", kFlag, "a bridge that may be burnt"},
      {"later", "text", "false", kFlag,
       "a bridge that is built in the night; at most 4 burn or are built"},
      {"slope", "text", "empty", "up, down, double", "up climbs from first to second"},
      {"road", "text", "false", kFlag, ""},
      {"source", "text", "", "", kSource},
  };
}

Rows shapes() {
  return {
      {"id", "text", "", "", kById},
      {"x", "number", "", "kilometres, as in areas.csv", "a corner, in order"},
      {"y", "number", "", "kilometres, as in areas.csv", ""},
      {"area", "text", "", kArea, "whose outline it is"},
      {"source", "text", "", "", kSource},
  };
}

Rows blocks() {
  return {
      {"id", "text", "", "", "files and notation name the block by it"},
      {"name", "text", "", "", "for people"},
      {"side", "text", "", kSide, "the blocks of the first side come first"},
      {"type", "text", "",
       "headquarters, infantry, cavalry, light artillery, heavy artillery, horse artillery", ""},
      {"steps", "text", "", "strengths from 6 down, at most four: 4-3-2-1",
       "by the steps lost; a headquarters ends with 0"},
      {"firepower", "text", "", "A1 to C6", "when it fires, and the die up to which it hits"},
      {"range", "whole number", "", "0 to 6", "Command Range of a headquarters; 0 of others"},
      {"attached", "text", "empty", "a headquarters of the side",
       "which commands it; nobody needs to command light blocks and militia"},
      {"army", "text", "empty", "all, 1st, 2nd", "of the second side; all of a commander-in-chief"},
      {"office", "text", "empty", "commander-in-chief, 1st army, 2nd army",
       "which army a headquarters leads from the start"},
      {"points", "whole number", "", "0 to 99", "of the other side when it is lost"},
      {"flags", "text", "empty", "guard, cossack, militia, light, dear, with ; between them",
       "dear: a step costs supply.guard_step"},
      {"source", "text", "", "", kSource},
  };
}

Rows game() {
  return {
      {"mechanism", "text", "", "block_battle", ""},
      {"format", "integer", "1", "1 to 2",
       "what the program knew when the game was made; new games say 2"},
      {"title", "text", "none", "", "what people are shown"},
      {"default_scenario", "text", "", "a file of scenarios", "played when none is named"},
      {"default_preset", "text", "", "a table of presets", "played when none is named"},
      {"sides.first", "text", "", "a word without blanks",
       "side A: it moves first on the first turn, wins ties of initiative, and its corps may "
       "enter"},
      {"sides.second", "text", "", "another word", "side B: it deploys first, in two armies"},
      {"colours.a", "text", "as in other games", "#rrggbb",
       "the ground of the first side's blocks; the other side's is darker or lighter by far"},
      {"colours.b", "text", "as in other games", "#rrggbb", "likewise of the second side"},
      {"doctrines.FIRST", "text", "", "a file of doctrines, or empty",
       "what the side plays when an agent names no doctrine; likewise of the second side"},
      {"presets.NAME", "table", "", "keys of [rules]", "what changes under the preset"},
      {"victory.level.id", "text", "", "", kById},
      {"victory.level.name", "text", "", "", "for people"},
      {"victory.level.from", "whole number", "", "-999 to 999, ascending; the first is -999",
       "the first side's points less the second's from which it counts; the last reached holds"},
      {"victory.level.winner", "text", "", kSide, ""},
      {"victory.level.source", "text", "", "", kSource},
      {"first_day.name", "text", "", "",
       "(a day that no scenario fights may be left out) for people"},
      {"first_day.turns", "whole number", "", "1 to 24", "a turn is an hour"},
      {"first_day.first_hour", "whole number", "", "0 to 23", "of its first turn"},
      {"first_day.main_symbols", "whole number", "", "1 to 2",
       "supply points of a source with two symbols"},
      {"first_day.source", "text", "", "", kSource},
      {"second_day.name", "text", "", "", "likewise of the second day, all of it"},
      {"second_day.turns", "whole number", "", "1 to 24", ""},
      {"second_day.first_hour", "whole number", "", "0 to 23", ""},
      {"second_day.main_symbols", "whole number", "", "1 to 2", ""},
      {"second_day.source", "text", "", "", kSource},
      {"transfers.divisions", "list of text", "none", "at most two blocks of the first side",
       "(the whole table may be left out) which it may give to another corps in the night"},
      {"transfers.to", "text", "", kBlock, "the headquarters of that corps"},
      {"transfers.corps", "text", "", kBlock,
       "headquarters of the corps of the second side that passes to another army in the night"},
      {"transfers.army", "text", "", "1st, 2nd", "which it passes to"},
      {"transfers.source", "text", "", "", kSource},
      {"transfers.night_moves", "whole number", "", "0 to 9",
       "headquarters of corps that the second side may move in the night"},
      {"transfers.waits_for_range_of", "text", "", kBlock,
       "a headquarters whose late blocks come within its army's range when it is lost"},
      {"succession.FIRST", "list of text", "nobody", "headquarters of the side",
       "(the whole table may be left out) who leads when a leader is lost, in order; likewise of "
       "the second side"},
      {"succession.SECOND_armies", "list of text", "", "headquarters of the second side",
       "the same for its armies"},
      {"succession.source", "text", "", "", kSource},
      {"special_command.cavalry", "text", "nobody", kBlock,
       "(the whole table may be left out) a headquarters that commands all cavalry and horse "
       "artillery of its side"},
      {"special_command.cossacks", "text", "", kBlock,
       "one that commands the Cossacks of its side"},
      {"entry.areas", "list of text", "none", "at most 3 sources of supply of the first side",
       "(the whole table may be left out) by which the corps enter that a scenario names"},
      {"entry.limit", "whole number", "", "1 to 3", "blocks that come by one into a battle"},
      {"entry.source", "text", "", "", kSource},
  };
}

Rows scenarios() {
  return {
      {"name", "text", "", "", ""},
      {"first_day", "flag", "", kFlag, "it is fought; the first side then deploys anywhere"},
      {"second_day", "flag", "", kFlag,
       "likewise; alone, each side deploys on its own side of the Startline"},
      {"first_day_turns", "whole number", "first_day.turns", "1 to 24", "how long it goes on here"},
      {"second_day_turns", "whole number", "second_day.turns", "1 to 24", "likewise"},
      {"second_redoubt_points", "whole number", "0", "0 to 99",
       "of a redoubt that the second side holds at the end; the first scores victory.redoubt"},
      {"enters", "list of text", "none", "headquarters of the first side",
       "whose corps enter from turn 2 on, one a turn"},
      {"absent", "list of text", "none", "blocks of the first side",
       "which come in the night, or not at all"},
      {"places.BLOCK", "text", "none", kArea,
       "where a block stands; the others deploy in the range of their headquarters"},
      {"deploys_with.BLOCK", "list of text", "any headquarters", "headquarters of its side",
       "in whose range one deploys that no headquarters commands"},
      {"reduced.BLOCK", "whole number", "0", "less than its faces", "steps lost before the battle"},
      {"reduced.source", "text", "none", "", kSource},
      {"SECTION.KEY", "as there", "none", "keys of sections of game.toml",
       "what this scenario changes of them: [rules], [victory]"},
  };
}

Rows openings() {
  return {
      {"name", "text", "", "", ""},
      {"why", "text", "", "", "what this deployment wants"},
      {"side", "text", "", kSide, ""},
      {"scenario", "text", "", "a file of scenarios", "for which it is made"},
      {"scenarios", "list of text", "", "files of scenarios", "instead, where there are several"},
      {"places.BLOCK", "text", "", kArea, "of every block of the side that deploys"},
  };
}

}  // namespace

std::vector<play::DataTable> data_tables() {
  return {
      {"battle-game", "game.toml", "sides, victory, days, leaders", game()},
      {"battle-areas", "areas.csv", "a row an area; at most 61", areas()},
      {"battle-borders", "borders.csv", "a row a pair of areas that adjoin; at most 125",
       borders()},
      {"battle-shapes", "shapes.csv", "outlines, for the map", shapes()},
      {"blocks", "blocks.csv", "a row a block; at most 48 of the first side, 56 of the second",
       blocks()},
      {"battle-scenarios", "scenarios/*.toml", "how battles begin", scenarios()},
      {"battle-openings", "openings/*.toml", "prepared set-ups of one side", openings()},
  };
}

}  // namespace niemen::block_battle
