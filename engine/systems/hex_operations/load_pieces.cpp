// leaders.csv, reinforcements.csv, a scenario and openings: who exists, where, from when.
#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/text.h"
#include "engine/play/game_files.h"
#include "engine/systems/hex_operations/load_parts.h"

namespace niemen::hex_operations {

namespace {

using core::ConfigTable;

/// How reinforcements enter that come by any lawful Fortress (H-46).
constexpr std::string_view kByFortress = "fortress";

struct LeaderRow {
  int side = 0;
  char letter = 0;
  std::string name;
  int offence = 0;
  int defence = 0;
  bool points = false;
};

/// A unit that configuration names: "5-5", or a leader's letter.
struct UnitWord {
  UnitClass unit = UnitClass::InfantryCorps;
  char letter = 0;
};

/// Units that a word names: "3x5-5", "N".
struct CountedWord {
  int count = 1;  ///< 0: what stands before the x is no number that may be
  std::string unit;
};

CountedWord read_counted(const std::string& word) {
  const auto times = word.find('x');
  if (times == std::string::npos) return {1, word};
  int count = 0;
  const auto* end = word.data() + times;
  const auto parsed = std::from_chars(word.data(), end, count);
  const bool good =
      parsed.ec == std::errc{} && parsed.ptr == end && count >= 1 && count <= kSidePieces;
  return {good ? count : 0, word.substr(times + 1)};
}

/// The words of a list of units, of which there is one at least.
std::vector<std::string> read_unit_words(ConfigTable& row, std::string_view key) {
  auto words = core::split_words(row.text(key));
  if (words.empty()) row.fail(key, "no unit is named");
  return words;
}

/// A unit on its way into a slot.
struct Recruit {
  int side = 0;
  UnitWord unit;
  HexCode hex = kNoHex;
  int group = -1;
  int arrival = -1;
  int marker = 0;
  bool doubtful = false;
};

/// Reads everything that makes pieces, then gives them slots.
class PieceReader {
 public:
  PieceReader(const play::GameFolder& folder, OperationsContext& context)
      : folder_(folder), context_(context) {}

  void read_leaders() {
    constexpr int kMaxBonus = 99;
    core::each_row(folder_.csv("leaders.csv"), [&](ConfigTable& row) {
      LeaderRow leader;
      row.text("id");
      leader.side = read_side(row, "side", context_);
      const auto letter = row.text("letter");
      if (letter.size() != 1 || letter[0] < 'A' || letter[0] > 'Z')
        row.fail("letter", "\"" + letter + "\": a leader is known by one letter, A to Z");
      leader.letter = letter[0];
      leader.name = row.text("name");
      if (leader.name.empty() || leader.name.find(' ') != std::string::npos)
        row.fail("name", "\"" + leader.name + "\": the name of a leader is one word");
      require_unlike_others(row, leader);
      leader.offence = read_number(row, "offence", 0, kMaxBonus);
      leader.defence = read_number(row, "defence", 0, kMaxBonus);
      leader.points = read_number(row, "points", 0, 1) == 1;
      if (leader.points) require_only_one_counts(row, leader);
      row.text("source");
      row.finish();
      leaders_.push_back(std::move(leader));
    });
  }

  void read_entries(ConfigTable& game) {
    auto table = game.table("entries");
    table.text("source");
    for (const auto& key : table.keys()) {
      if (key == "source") continue;
      if (key == kByFortress) table.fail(key, "this word means the Fortresses of the side");
      std::vector<HexCode> hexes;
      for (const auto& text : table.texts(key))
        core::attempt([&] { read_range(table, key, text, hexes); });
      std::sort(hexes.begin(), hexes.end());
      hexes.erase(std::unique(hexes.begin(), hexes.end()), hexes.end());
      entries_.emplace_back(key, std::move(hexes));
    }
    table.finish();
    auto sides = game.table("sides");
    barred_ = sides.text("barred_entry");
    const auto lies_there = [&](const Hex& hex) { return hex.country == barred_; };
    if (core::all_was_read() && !barred_.empty() &&
        std::none_of(context_.hexes.begin(), context_.hexes.end(), lies_there))
      sides.fail("barred_entry", "no hex lies in \"" + barred_ + "\"");
  }

  void read_reinforcements(int first_turn) {
    core::each_row(folder_.csv("reinforcements.csv"), [&](ConfigTable& row) {
      Arrival arrival;
      arrival.id = row.text("id");
      arrival.side = read_side(row, "side", context_);
      arrival.turn = read_number(row, "turn", 1, kMaxTurns);
      read_arrival(row, std::move(arrival), first_turn);
    });
  }
  /// Units of earlier Game-Turns that still wait outside.
  void read_late(ConfigTable& row, int first_turn) {
    Arrival arrival;
    arrival.id = row.text("id");
    arrival.side = read_side(row, "side", context_);
    arrival.turn = first_turn;
    read_arrival(row, std::move(arrival), first_turn);
  }

  void read_placed(ConfigTable& row) {
    row.text("id");
    const int side = read_side(row, "side", context_);
    const auto hex = read_hex(row, "hex", context_);
    const int marker = row.has("disrupted") ? read_marker(row) : 0;
    const auto units = read_units(row, "units", side);
    require_once(row, units, side);
    for (const auto& unit : units)
      recruits_.push_back({side, unit, hex, -1, -1, unit.unit == UnitClass::Leader ? 0 : marker});
    row.text("source");
    row.finish();
  }

  void read_group(ConfigTable& row) {
    Group group;
    group.id = row.text("id");
    group.side = read_side(row, "side", context_);
    group.apart = row.flag_or("apart", false);
    group.source = row.text("source");
    group.hexes = group_hexes(row);
    const int index = static_cast<int>(context_.scenario.groups.size());
    const auto units = read_units(row, "units", group.side);
    require_once(row, units, group.side);
    for (const auto& unit : units) recruits_.push_back({group.side, unit, kNoHex, index, -1, 0});
    if (row.has("doubtful"))
      for (const auto& unit : read_units(row, "doubtful", group.side))
        if (context_.rules.doubtful_units)
          recruits_.push_back({group.side, unit, kNoHex, index, -1, 0, true});
    row.finish();
    if (group.hexes.empty()) row.fail("units", "there is no hex for this group");
    context_.scenario.groups.push_back(std::move(group));
  }

  /// Gives every recruit its slot: by side, then arm, then the order of the files.
  void muster(const ConfigTable& scenario) {
    context_.pieces.assign(kPieces, {});
    context_.arm.fill(Arm::Depot);
    for (int side : {0, 1}) {
      int slot = side * kSidePieces;
      for (const auto arm : {Arm::Infantry, Arm::Cavalry, Arm::Leader, Arm::Supply, Arm::Depot})
        slot = muster_arm(scenario, side, arm, slot);
    }
    for (std::size_t g = 0; g < context_.scenario.groups.size(); ++g)
      for (const auto& recruit : recruits_)
        if (recruit.group == static_cast<int>(g))
          context_.scenario.deployment.push_back(slots_[index_in_recruits(recruit)]);
  }

  std::optional<std::size_t> find_leader(int side, char letter) const {
    for (std::size_t i = 0; i < leaders_.size(); ++i)
      if (leaders_[i].side == side && leaders_[i].letter == letter) return i;
    return std::nullopt;
  }

  std::vector<UnitWord> read_units(ConfigTable& row, std::string_view key, int side) const {
    std::vector<UnitWord> units;
    for (const auto& word : read_unit_words(row, key)) {
      const auto [count, name] = read_counted(word);
      const auto unit = unit_named(name, side);
      if (!unit || count == 0)
        row.fail(key, "\"" + word + "\" is no unit; allowed: " + unit_names() +
                          ", each with a number before it as in 2x5-5, and letters of leaders");
      if (unit->unit == UnitClass::Depot && side != 0) row.fail(key, "only the invader has Depots");
      for (int i = 0; i < count; ++i) units.push_back(*unit);
    }
    return units;
  }

 private:
  void require_unlike_others(const ConfigTable& row, const LeaderRow& leader) const {
    for (const auto& other : leaders_) {
      if (other.side != leader.side) continue;
      if (other.letter == leader.letter)
        row.fail("letter", "this side has a leader " + std::string(1, leader.letter) + " already");
      if (other.name == leader.name)
        row.fail("name", "this side has a leader " + leader.name + " already");
    }
  }
  void require_only_one_counts(const ConfigTable& row, const LeaderRow& leader) const {
    if (leader.side != 0)
      row.fail("points", "only a leader of the invader costs victory points when he is lost");
    for (const auto& other : leaders_)
      if (other.points)
        row.fail("points", other.name + " costs victory points when he is lost; only one may");
  }
  void read_arrival(ConfigTable& row, Arrival arrival, int first_turn) {
    arrival.origin = core::origin_of(row.value());
    arrival.entry = row.text("entry");
    arrival.by_fortress = arrival.entry == kByFortress;
    arrival.entries = entries_named(row, arrival.by_fortress ? "east" : arrival.entry);
    arrival.source = row.text("source");
    const auto units = read_units(row, "units", arrival.side);
    if (std::any_of(units.begin(), units.end(),
                    [](const UnitWord& word) { return word.unit == UnitClass::Depot; }))
      row.fail("units", "a Depot does not arrive: Supply units create it (Supply B)");
    row.finish();
    if (arrival.turn < first_turn) return;  // history: the set-up has them
    const int index = static_cast<int>(context_.arrivals.size());
    for (const auto& unit : units)
      if (!is_recruited(arrival.side, unit))
        recruits_.push_back({arrival.side, unit, kNoHex, -1, index, 0});
    context_.arrivals.push_back(std::move(arrival));
  }
  /// A Leader stands in one place, or deploys with one group.
  void require_once(const ConfigTable& row, const std::vector<UnitWord>& units, int side) const {
    for (const auto& unit : units) {
      const auto same = [&](const UnitWord& other) {
        return unit.unit == UnitClass::Leader && other.unit == unit.unit &&
               other.letter == unit.letter;
      };
      if (is_recruited(side, unit) || std::count_if(units.begin(), units.end(), same) > 1)
        core::report(row, "units",
                     "the leader " + leaders_[*find_leader(side, unit.letter)].name + " (" +
                         std::string(1, unit.letter) + ") is there twice");
    }
  }
  /// A Leader whom the set-up has already does not arrive as well (H-29).
  bool is_recruited(int side, const UnitWord& unit) const {
    return unit.unit == UnitClass::Leader &&
           std::any_of(recruits_.begin(), recruits_.end(), [&](const Recruit& recruit) {
             return recruit.side == side && recruit.unit.unit == UnitClass::Leader &&
                    recruit.unit.letter == unit.letter && recruit.arrival < 0;
           });
  }
  /// Words as positions write them: SIDE-movement, SIDE-combat.
  int read_marker(ConfigTable& row) const {
    std::array<std::string, 4> words;
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = context_.side_names[i / 2] + (i % 2 == 0 ? "-movement" : "-combat");
    const std::array<std::string_view, 4> allowed{words[0], words[1], words[2], words[3]};
    return 1 + row.choice("disrupted", allowed);
  }
  std::optional<UnitWord> unit_named(std::string_view name, int side) const {
    if (name.size() == 1 && find_leader(side, name[0])) return UnitWord{UnitClass::Leader, name[0]};
    for (const auto unit : core::values_of<UnitClass>())
      if (unit != UnitClass::Leader && name == counter_of(unit)) return UnitWord{unit, 0};
    return std::nullopt;
  }
  std::string counter_of(UnitClass unit) const {
    return std::to_string(context_.rules.strength(unit)) + "-" +
           std::to_string(context_.rules.allowance(unit));
  }
  /// What units are called, each name once.
  std::string unit_names() const {
    std::vector<std::string> names;
    for (const auto unit : core::values_of<UnitClass>())
      if (const auto name = counter_of(unit);
          unit != UnitClass::Leader && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    return core::listed(names);
  }

  void read_range(ConfigTable& table, const std::string& key, const std::string& text,
                  std::vector<HexCode>& hexes) const {
    const auto dash = text.find('-');
    const auto first = context_.hex_named(text.substr(0, dash));
    const auto last = dash == std::string::npos ? first : context_.hex_named(text.substr(dash + 1));
    const bool line = column_of(first) == column_of(last) || row_of(first) == row_of(last);
    if (first == kNoHex || last == kNoHex || !line || first > last)
      table.fail(key, "\"" + text +
                          "\" is no hex of the map, and no range along a row or column from the " +
                          "lower to the higher number");
    for (int column = column_of(first); column <= column_of(last); ++column)
      for (int row = row_of(first); row <= row_of(last); ++row)
        if (context_.open[hex_code(column, row)]) hexes.push_back(hex_code(column, row));
  }
  /// Without the hexes of the country that nobody enters the map by.
  std::vector<HexCode> entries_named(const ConfigTable& row, const std::string& name) const {
    std::string allowed(kByFortress);
    std::vector<std::string> names{allowed};
    for (const auto& [key, hexes] : entries_) {
      names.push_back(key);
      allowed += ", " + key;
      if (key != name) continue;
      std::vector<HexCode> kept;
      for (const auto hex : hexes)
        if (context_.hexes[context_.find_hex(hex)].country != barred_) kept.push_back(hex);
      return kept;
    }
    row.fail("entry", "\"" + name + "\" is no entry" + core::likely_name(name, names) +
                          "; allowed: " + allowed);
  }

  std::vector<HexCode> group_hexes(ConfigTable& row) const {
    HexCode middle = kNoHex, shunned = kNoHex;
    int within = kHexCodes, away = -1, area = -1;
    if (row.has("area")) {
      const auto name = row.text("area");
      const auto found = std::find(context_.areas.begin(), context_.areas.end(), name);
      if (found == context_.areas.end())
        core::fail_unknown(row, "area", "Area", name, context_.areas);
      area = static_cast<int>(found - context_.areas.begin());
    } else {
      within = static_cast<int>(row.integer("within", 0, kMaxColumn));
      middle = read_hex(row, "of", context_);
    }
    if (row.has("away")) {
      away = static_cast<int>(row.integer("away", 0, kMaxColumn));
      shunned = read_hex(row, "from", context_);
    }
    std::vector<HexCode> hexes;
    for (const auto& hex : context_.hexes) {
      if (!context_.open[hex.code]) continue;
      if (area >= 0 && context_.area[hex.code] != area) continue;
      if (middle != kNoHex && hex_distance(hex.code, middle) > within) continue;
      if (shunned != kNoHex && hex_distance(hex.code, shunned) <= away) continue;
      hexes.push_back(hex.code);
    }
    return hexes;
  }

  static Arm arm_of(UnitClass unit) {
    switch (unit) {
      case UnitClass::InfantryCorps:
      case UnitClass::InfantryDivision: return Arm::Infantry;
      case UnitClass::CavalryCorps:
      case UnitClass::CavalryDivision: return Arm::Cavalry;
      case UnitClass::Leader: return Arm::Leader;
      case UnitClass::SupplyUnit: return Arm::Supply;
      default: return Arm::Depot;
    }
  }
  std::size_t index_in_recruits(const Recruit& recruit) const {
    return static_cast<std::size_t>(&recruit - recruits_.data());
  }

  int muster_arm(const ConfigTable& scenario, int side, Arm arm, int slot) {
    constexpr std::array<std::string_view, 5> kWords{"inf", "cav", "", "sup", "dep"};
    slots_.resize(recruits_.size());
    int number = 0;
    const auto name_of = [&] {
      return context_.side_names[side] + "-" + std::string(kWords[static_cast<std::size_t>(arm)]) +
             "-" + std::to_string(++number);
    };
    const auto take = [&]() -> Piece& {
      if (slot == (side + 1) * kSidePieces)
        scenario.fail("first_turn", context_.side_names[side] + " has too many units; at most " +
                                        std::to_string(kSidePieces));
      context_.arm[slot] = arm;
      return context_.pieces[slot++];
    };
    for (const auto& recruit : recruits_) {
      if (recruit.side != side || arm_of(recruit.unit.unit) != arm) continue;
      slots_[index_in_recruits(recruit)] = static_cast<std::uint8_t>(slot);
      auto& piece = take();
      piece.exists = true;
      piece.arm = arm;
      piece.division = recruit.unit.unit == UnitClass::InfantryDivision ||
                       recruit.unit.unit == UnitClass::CavalryDivision;
      piece.hex = recruit.hex;
      piece.group = recruit.group;
      piece.arrival = recruit.arrival;
      piece.marker = recruit.marker;
      piece.doubtful = recruit.doubtful;
      if (arm == Arm::Leader)
        enlist_leader(scenario, piece, recruit, slot - 1);
      else
        piece.id = name_of();
    }
    if (arm == Arm::Depot && side == 0)
      while (number < context_.rules.depot_limit) {
        auto& piece = take();
        piece.arm = arm;
        piece.id = name_of();
      }
    return slot;
  }

  void enlist_leader(const ConfigTable& scenario, Piece& piece, const Recruit& recruit, int slot) {
    const auto& leader = leaders_[*find_leader(recruit.side, recruit.unit.letter)];
    piece.name = leader.name;
    piece.letter = leader.letter;
    piece.offence = leader.offence;
    piece.defence = leader.defence;
    piece.points = leader.points;
    piece.id = context_.side_names[recruit.side] + "-" + leader.name;
    for (int other = 0; other < slot; ++other)
      if (context_.pieces[other].id == piece.id)
        scenario.fail("first_turn", "leader " + leader.name + " is there twice");
    if (leader.points) context_.victory_leader = slot;
  }

  const play::GameFolder& folder_;
  OperationsContext& context_;
  std::vector<LeaderRow> leaders_;
  std::vector<std::pair<std::string, std::vector<HexCode>>> entries_;
  std::string barred_;
  std::vector<Recruit> recruits_;
  std::vector<std::uint8_t> slots_;  ///< by recruit
};

std::uint64_t read_area_list(ConfigTable& table, std::string_view key,
                             const OperationsContext& context) {
  std::uint64_t areas = 0;
  for (const auto& id : table.texts_or_none(key))
    core::attempt([&] {
      const auto found = std::find(context.areas.begin(), context.areas.end(), id);
      if (found == context.areas.end()) core::fail_unknown(table, key, "Area", id, context.areas);
      areas |= std::uint64_t{1} << (found - context.areas.begin());
    });
  return areas;
}

std::uint32_t read_place_list(ConfigTable& table, std::string_view key,
                              const OperationsContext& context) {
  std::uint32_t places = 0;
  std::vector<std::string> names;
  for (const auto& place : context.places) names.push_back(place.name);
  for (const auto& name : table.texts_or_none(key))
    core::attempt([&] {
      const auto hex = context.hex_named(name);
      if (hex == kNoHex)
        core::fail_unknown(table, key, "Fortress or place with points", name, names);
      if (context.place[hex] == kNoPlace)
        table.fail(key, "\"" + name + "\" is no fortress and worth no points; allowed: " +
                            core::allowed_names(name, names));
      places |= 1U << context.place[hex];
    });
  return places;
}

void fill_sets(OperationsContext& context) {
  for (int piece = 0; piece < kPieces; ++piece) {
    const auto side = static_cast<std::size_t>(side_of_piece(piece));
    const int index = piece < kSidePieces ? piece : piece - kSidePieces;
    if (context.pieces[piece].id.empty()) continue;
    switch (context.arm[piece]) {
      case Arm::Infantry: context.combat_pieces[side].insert(index); break;
      case Arm::Cavalry:
        context.combat_pieces[side].insert(index);
        context.cavalry_pieces[side].insert(index);
        break;
      case Arm::Leader: context.leader_pieces[side].insert(index); break;
      case Arm::Supply: context.supply_pieces[side].insert(index); break;
      case Arm::Depot: context.depot_pieces[side].insert(index); break;
    }
  }
}

/// One Combat unit to an attack, so that the list of attacks of a phase can hold them all.
constexpr int kMaxCombatUnits = 40;

void check_counts(const ConfigTable& table, const OperationsContext& context) {
  for (std::size_t side = 0; side < 2; ++side)
    if (context.combat_pieces[side].count() > kMaxCombatUnits)
      table.fail("first_turn", context.side_names[side] + " has " +
                                   std::to_string(context.combat_pieces[side].count()) +
                                   " Combat units; at most " + std::to_string(kMaxCombatUnits));
}

}  // namespace

void read_pieces(const play::GameFolder& folder, ConfigTable& game, ConfigTable table,
                 const std::string& id, OperationsContext& context) {
  auto& scenario = context.scenario;
  scenario.id = id;
  scenario.name = table.text("name");
  scenario.first_turn = static_cast<int>(table.integer("first_turn", 1, context.rules.last_turn));
  scenario.level = static_cast<int>(table.integer_or("level", 0, -99, 99));
  scenario.controlled = read_place_list(table, "controlled", context);
  table.text_or("controlled_source", "");
  // A Fortress in the hands of those who did not own it has been passed through (H-47).
  scenario.passed = table.has("passed")
                        ? read_place_list(table, "passed", context)
                        : (scenario.controlled ^ ~context.defenders_places) & context.fortresses;
  scenario.half_depleted = read_area_list(table, "half_depleted", context);
  scenario.fully_depleted = read_area_list(table, "fully_depleted", context);
  if (scenario.half_depleted & scenario.fully_depleted)
    table.fail("fully_depleted", "an Area is half depleted too");
  table.text_or("depleted_source", "");
  PieceReader reader(folder, context);
  reader.read_leaders();
  core::attempt([&] { reader.read_entries(game); });
  core::each_row(table, "placed", [&](ConfigTable& row) { reader.read_placed(row); });
  core::each_row(table, "group", [&](ConfigTable& row) { reader.read_group(row); });
  core::each_row(table, "late",
                 [&](ConfigTable& row) { reader.read_late(row, scenario.first_turn); });
  table.finish();
  reader.read_reinforcements(scenario.first_turn);
  core::stop_at_faults();
  reader.muster(table);
  fill_sets(context);
  check_counts(table, context);
  context.level_offset = scenario.level;
  for (std::size_t at = 0; at < context.places.size(); ++at)
    if ((scenario.controlled >> at) & 1U) context.level_offset -= context.places[at].points;
}

namespace {

/// Takes a piece of the group that looks like the word of the opening file, not yet placed.
Piece* find_recruit(OperationsContext& context, int side, int group, const std::string& word) {
  for (int piece = side * kSidePieces; piece < (side + 1) * kSidePieces; ++piece) {
    auto& info = context.pieces[piece];
    if (info.group != group || info.hex != kNoHex) continue;
    const auto unit = info.arm == Arm::Infantry
                          ? info.division ? UnitClass::InfantryDivision : UnitClass::InfantryCorps
                      : info.arm == Arm::Cavalry
                          ? info.division ? UnitClass::CavalryDivision : UnitClass::CavalryCorps
                      : info.arm == Arm::Supply ? UnitClass::SupplyUnit
                                                : UnitClass::Depot;
    const auto counter = info.arm == Arm::Leader
                             ? std::string(1, info.letter)
                             : std::to_string(context.rules.strength(unit)) + "-" +
                                   std::to_string(context.rules.allowance(unit));
    if (counter == word) return &info;
  }
  return nullptr;
}

void read_opening_row(ConfigTable& row, int side, OperationsContext& context) {
  const auto id = row.text("group");
  const auto& groups = context.scenario.groups;
  const auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& g) { return g.id == id && g.side == side; });
  if (group == groups.end()) row.fail("group", "this side has no group \"" + id + "\"");
  const auto hex = read_hex(row, "hex", context);
  if (!std::binary_search(group->hexes.begin(), group->hexes.end(), hex))
    row.fail("hex", "group " + id + " may not deploy in " + context.hex_text(hex));
  for (const auto& word : read_unit_words(row, "units")) {
    const auto [count, name] = read_counted(word);
    if (count == 0) row.fail("units", "\"" + word + "\" is no unit; write 2x5-5 for two of a kind");
    for (int i = 0; i < count; ++i) {
      auto* piece = find_recruit(context, side, static_cast<int>(group - groups.begin()), name);
      if (!piece) row.fail("units", "group " + id + " has no (further) unit " + name);
      piece->hex = hex;
    }
  }
  row.finish();
}

}  // namespace

void read_opening(const core::ConfigValue& file, const std::string& name, int side,
                  OperationsContext& context) {
  ConfigTable table(file);
  play::read_opening_head(table, name, side, context.side_names, context.scenario.id);
  core::each_row(table, "placed", [&](ConfigTable& row) { read_opening_row(row, side, context); });
  table.finish();
  core::stop_at_faults();
  auto& deployment = context.scenario.deployment;
  for (const auto piece : deployment) {
    const auto& info = context.pieces[piece];
    if (side_of_piece(piece) == side && info.hex == kNoHex && !info.doubtful)
      table.fail("placed", info.id + " of group " + context.scenario.groups[info.group].id +
                               " is not placed");
  }
  std::erase_if(deployment, [&](std::uint8_t piece) {
    return side_of_piece(piece) == side && context.pieces[piece].hex != kNoHex;
  });
  context.opening[side] = true;
}

}  // namespace niemen::hex_operations
