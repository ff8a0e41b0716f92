// blocks.csv and the tables about leaders: the order of battle.
#include <cmath>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/block_battle/action.h"
#include "engine/systems/block_battle/load_parts.h"

namespace niemen::block_battle {

namespace {

using core::ConfigTable;

constexpr std::array<std::string_view, 6> kArms{
    "headquarters", "infantry", "cavalry", "light artillery", "heavy artillery", "horse artillery"};
constexpr std::array<std::string_view, 4> kArmies{"", "all", "1st", "2nd"};
constexpr std::array<std::string_view, 4> kOfficeNames{"", "commander-in-chief", "1st army",
                                                       "2nd army"};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void read_steps(ConfigTable& row, Block& block) {
  const auto text = row.text("steps");
  block.faces = 0;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const bool digit = text[i] >= '0' && text[i] <= '0' + kMaxStrength;
    const bool dash = i + 1 == text.size() || text[i + 1] == '-';
    const bool falls = block.faces == 0 || text[i] - '0' < block.steps[at(block.faces - 1)];
    // Four faces at most, each lower than the one before (B-26).
    if (!digit || !dash || block.faces == kFaces || !falls) {
      block.faces = std::max(block.faces, 1);
      return core::report(row, "steps",
                          "\"" + text + "\"; allowed: falling strengths of at most " +
                              std::to_string(kMaxStrength) + " on at most " +
                              std::to_string(kFaces) + " faces, such as \"6-4-2-1\"");
    }
    block.steps[at(block.faces++)] = static_cast<std::uint8_t>(text[i] - '0');
  }
  if (block.faces > 0) return;
  block.faces = 1;
  core::report(row, "steps", "a block needs a face");
}

void read_firepower(ConfigTable& row, Block& block) {
  const auto text = row.text("firepower");
  if (text.size() != 2 || text[0] < 'A' || text[0] > 'C' || text[1] < '1' ||
      text[1] > '0' + kDieFaces)
    return core::report(row, "firepower",
                        "\"" + text + "\"; allowed: a letter A to C and a number 1 to 6");
  block.letter = text[0];
  block.firepower = text[1] - '0';
}

void read_flags(ConfigTable& row, Block& block) {
  const auto text = row.text("flags");
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(';', begin), text.size());
    const auto word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word == "guard")
      block.guard = true;
    else if (word == "cossack")
      block.cossack = true;
    else if (word == "militia")
      block.militia = true;
    else if (word == "light")
      block.light = true;
    else if (word == "dear")
      block.dear = true;
    else
      core::report(row, "flags",
                   "\"" + word + "\"" +
                       core::likely_name(word, {"guard", "cossack", "militia", "light", "dear"}) +
                       "; allowed: guard, cossack, militia, light, dear");
  }
}

/// Who is to command a block, until all are read.
struct Attachment {
  int block = 0;
  std::string leader;
  ConfigTable row;
};

void read_block_row(ConfigTable& row, BlockContext& context, std::vector<Attachment>& attached) {
  constexpr int kMaxRange = 6;
  Block block;
  block.origin = core::origin_of(row.value());
  block.id = row.text("id");
  if (context.find_block(block.id) >= 0)
    row.fail("id", "there are two blocks \"" + block.id + "\"");
  block.name = row.text("name");
  block.side = read_side(row, "side", context);
  block.arm = static_cast<Arm>(row.choice("type", kArms));
  read_steps(row, block);
  read_firepower(row, block);
  block.range = static_cast<int>(row.integer("range", 0, kMaxRange));
  const auto leader = row.text("attached");
  block.army = row.choice("army", kArmies) - 1;
  block.office = row.choice("office", kOfficeNames) - 1;
  block.points = static_cast<int>(row.integer("points", 0, kMaxPoints));
  read_flags(row, block);
  block.source = row.text("source");
  if ((block.office >= 0 || block.range > 0) != (block.arm == Arm::Headquarters))
    row.fail("range", "headquarters, and nobody else, have a range");
  if (block.side < 1 && context.count[1] > 0)
    row.fail("side", "the blocks of " + context.side_names[0] + " come first");
  if (context.count[at(block.side)] == kMaxSide - (block.side == 0 ? 8 : 0))
    row.fail("side", "more blocks than a side may have");
  row.finish();
  ++context.count[at(block.side)];
  if (!leader.empty()) attached.push_back({context.block_count(), leader, row});
  context.blocks.push_back(std::move(block));
}

void attach(BlockContext& context, std::vector<Attachment>& attached) {
  for (auto& [block, leader, row] : attached) {
    const int of = read_block(row, "attached", leader, context);
    const auto& commander = context.blocks[at(of)];
    if (commander.arm != Arm::Headquarters || commander.side != context.blocks[at(block)].side)
      core::report(row, "attached", leader + " is no headquarters of this side");
    context.blocks[at(block)].attached = of;
  }
}

std::vector<int> read_leaders(ConfigTable& table, std::string_view key, int side,
                              const BlockContext& context) {
  std::vector<int> leaders;
  for (const auto& id : table.texts(key))
    core::attempt([&] {
      const int block = read_block(table, key, id, context);
      if (context.blocks[at(block)].side != side ||
          context.blocks[at(block)].arm != Arm::Headquarters)
        table.fail(key, id + " is no headquarters of " + context.side_names[at(side)]);
      leaders.push_back(block);
    });
  return leaders;
}

void read_succession(ConfigTable& game, BlockContext& context) {
  if (!game.has("succession")) return;
  auto succession = game.table("succession");
  succession.text("source");
  for (int side : {0, 1})
    context.succession[at(side)] =
        read_leaders(succession, context.side_names[at(side)], side, context);
  context.army_succession = read_leaders(succession, context.side_names[1] + "_armies", 1, context);
  succession.finish();
}

void read_transfers(ConfigTable& game, BlockContext& context, int& passes_to) {
  if (!game.has("transfers")) return;
  auto table = game.table("transfers");
  table.text("source");
  for (const auto& id : table.texts("divisions"))
    context.divisions.push_back(read_block(table, "divisions", id, context));
  constexpr std::size_t kMaxDivisions = 2;
  if (context.divisions.size() > kMaxDivisions)
    table.fail("divisions", "at most " + std::to_string(kMaxDivisions));
  context.divisions_to = read_block(table, "to", table.text("to"), context);
  context.passing_corps = read_block(table, "corps", table.text("corps"), context);
  constexpr std::array<std::string_view, 2> kNew{"1st", "2nd"};
  passes_to = 1 + table.choice("army", kNew);
  context.night_moves = static_cast<int>(table.integer("night_moves", 0, 9));
  context.waits_for_range_of =
      read_block(table, "waits_for_range_of", table.text("waits_for_range_of"), context);
  table.finish();
}

void index_armies(BlockContext& context, int passes_to) {
  for (int day : {0, 1})
    for (int i = 0; i < context.count[1]; ++i) {
      const int block = context.block_of(1, i);
      const auto& unit = context.blocks[at(block)];
      const bool passes =
          context.passing_corps != kNone &&
          (block == context.passing_corps || unit.attached == context.passing_corps);
      context.army[at(day)][0] |= context.bit(block);
      const int of = day == 1 && passes ? passes_to : unit.army;
      if (of > 0) context.army[at(day)][at(of)] |= context.bit(block);
    }
}

void index_attachments(BlockContext& context, int cavalry, int cossacks) {
  for (unsigned given = 0; given < context.attached.size(); ++given)
    for (int block = 0; block < context.block_count(); ++block) {
      const auto& unit = context.blocks[at(block)];
      int leader = unit.attached;
      for (std::size_t i = 0; i < context.divisions.size(); ++i)
        if (context.divisions[i] == block && ((given >> i) & 1U)) leader = context.divisions_to;
      const auto bit = context.bit(block);
      if (leader != kNone) {
        context.attached[given][at(leader)] |= bit;
        context.commanded[given][at(leader)] |= bit;
      }
      const bool horse = unit.arm == Arm::Cavalry || unit.arm == Arm::HorseArtillery;
      if (cavalry != kNone && horse && unit.side == context.blocks[at(cavalry)].side)
        context.commanded[given][at(cavalry)] |= bit;
      if (cossacks != kNone && unit.cossack && unit.side == context.blocks[at(cossacks)].side)
        context.commanded[given][at(cossacks)] |= bit;
    }
}

void index_blocks(BlockContext& context) {
  context.first = {0, context.count[0]};
  for (int block = 0; block < context.block_count(); ++block) {
    const auto& unit = context.blocks[at(block)];
    const auto side = at(unit.side);
    const auto bit = context.bit(block);
    const auto add = [&](bool is, std::array<BlockSet, 2>& set) {
      if (is) set[side] |= bit;
    };
    add(unit.arm == Arm::Headquarters, context.headquarters);
    add(unit.arm == Arm::Infantry, context.infantry);
    add(unit.arm == Arm::Cavalry, context.cavalry);
    add(is_artillery(unit.arm), context.artillery);
    add(unit.arm == Arm::HeavyArtillery, context.heavy);
    add(is_mounted(unit.arm), context.mounted);
    add(unit.cossack, context.cossacks);
    add(unit.militia, context.militia);
    add(unit.light, context.light);
    add(unit.dear, context.dear);
    context.letters[side][at(unit.letter - 'A')] |= bit;
    context.strength[at(block)] = unit.steps;
    context.faces[at(block)] = static_cast<std::uint8_t>(unit.faces);
  }
}

double choose(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

/// Exact odds of a handful of dice: hits alone, or hits and sixes.
void make_odds(BlockContext& context) {
  for (int dice = 0; dice <= kMaxStrength; ++dice)
    for (int power = 0; power <= kDieFaces; ++power) {
      auto& odds = context.odds[at(dice)][at(power)];
      const double p = static_cast<double>(power) / kDieFaces;
      for (int hits = 0; hits <= dice; ++hits) {
        const double chance = choose(dice, hits) * std::pow(p, hits) * std::pow(1 - p, dice - hits);
        if (chance > 0) odds.plain.push_back({encode(Verb::Hits, hits), chance});
      }
      // A six is no hit on the enemy where it hits a friend.
      const double six = 1.0 / kDieFaces,
                   hit = static_cast<double>(std::min(power, kDieFaces - 1)) / kDieFaces;
      const double miss = 1 - hit - six;
      for (int sixes = 0; sixes <= dice; ++sixes)
        for (int hits = 0; hits + sixes <= dice; ++hits) {
          const int rest = dice - hits - sixes;
          const double chance = choose(dice, sixes) * choose(dice - sixes, hits) *
                                std::pow(six, sixes) * std::pow(hit, hits) *
                                (rest == 0 ? 1 : std::pow(std::max(miss, 0.0), rest));
          constexpr double kRounding = 1e-12;
          if (chance > kRounding)
            odds.sixes.push_back({encode(Verb::Hits, hits | sixes << kSixShift), chance});
        }
    }
}

}  // namespace

int BlockContext::find_block(std::string_view id) const {
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].id == id) return static_cast<int>(i);
  return -1;
}

int read_block(ConfigTable& table, std::string_view key, const std::string& id,
               const BlockContext& context) {
  const int block = context.find_block(id);
  if (block >= 0) return block;
  std::vector<std::string> names;
  for (const auto& known : context.blocks) names.push_back(known.id);
  core::fail_unknown(table, key, "block", id, names);
}

void read_blocks(const play::GameFolder& folder, ConfigTable& game, BlockContext& context) {
  const auto csv = folder.csv("blocks.csv");
  std::vector<Attachment> attached;
  core::each_row(csv, [&](ConfigTable& row) { read_block_row(row, context, attached); });
  if (core::all_was_read() && (context.count[0] == 0 || context.count[1] == 0))
    csv.fail("each side needs blocks");
  index_blocks(context);
  core::attempt([&] { attach(context, attached); });
  read_succession(game, context);
  int passes_to = 0, cavalry = kNone, cossacks = kNone;
  core::attempt([&] { read_transfers(game, context, passes_to); });
  index_armies(context, passes_to);
  if (game.has("special_command"))
    core::attempt([&] {
      auto special = game.table("special_command");
      cavalry = read_block(special, "cavalry", special.text("cavalry"), context);
      cossacks = read_block(special, "cossacks", special.text("cossacks"), context);
      special.finish();
    });
  index_attachments(context, cavalry, cossacks);
  make_odds(context);
}

}  // namespace niemen::block_battle
