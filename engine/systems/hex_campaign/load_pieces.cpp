#include <algorithm>
#include <set>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

constexpr std::string_view kArms[] = {"infantry", "cavalry", "artillery"};
constexpr std::string_view kClassWords[] = {"veteran", "line", "conscript"};
constexpr std::string_view kSeniorities[] = {"supreme", "infantry", "cavalry",
                                             "cossack", "corps",    "none"};
constexpr std::string_view kTraits[] = {"eases_march",     "eases_march_basic", "burdens_march",
                                        "inspires",        "leads_cavalry",     "reluctant",
                                        "rival",           "sudden_death",      "inspires_two",
                                        "inspires_attack", "leads_cossacks",    "cavalry_corps"};
constexpr int kMaxArmy = 9;
constexpr int kMaxRating = 6;
constexpr int kMaxOccupancy = 40;  // half factors of a unit

struct Nationality {
  bool guard = false, foreign = false, spared = false, own_source = false, reluctant = false;
  bool aloof = false, wavering = false, absent = false;
  int idle_to_turn = 0, power = -1;
  int nation = -1;
  std::string counts_as;  ///< the nationality whose Commanders are its own (16.6)
  HexSet home, quarters;
};

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> result;
  std::size_t start = 0;
  while (start < text.size()) {
    const auto end = std::min(text.find(';', start), text.size());
    result.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return result;
}

std::map<std::string, Nationality> read_nationalities(const ConfigValue& sides,
                                                      const Places& places, Context& context) {
  std::map<std::string, Nationality> result;
  auto table = ConfigTable(sides).table("nationalities");
  for (const auto& name : table.keys())
    core::attempt([&] {
      auto row = table.table(name);
      context.colours[name] = row.text("colour");
      auto& read = result[name];
      read.guard = row.flag_or("guard", false);
      read.foreign = row.flag_or("foreign", false);
      read.spared = row.flag_or("spared", false);
      read.own_source = row.flag_or("own_source", false);
      read.reluctant = row.flag_or("reluctant", false);
      read.aloof = row.flag_or("aloof", false);
      read.wavering = row.flag_or("wavering", false);
      read.absent = row.flag_or("absent", false);
      if (row.has("idle_to_turn"))
        read.idle_to_turn = static_cast<int>(row.integer("idle_to_turn", 1, kMaxTurns));
      read.counts_as = row.text_or("counts_as", name);
      if (row.has("power")) read.power = power_named(row, "power", context);
      if (const auto* home = row.take("home")) read.home = places.resolve(*home);
      if (const auto* where = row.take("truce_quarters")) read.quarters = places.resolve(*where);
      row.finish();
    });
  for (auto& [name, read] : result) {
    const auto nation = result.find(read.counts_as);
    if (nation == result.end())
      table.fail(name, "counts_as: \"" + read.counts_as + "\" is no nationality");
    read.nation = static_cast<int>(std::distance(result.begin(), nation));
  }
  return result;
}

/// A whole number of a column that may be missing, or 0 where its cell is empty.
int number_or_none(ConfigTable& table, std::string_view key, int most) {
  if (!table.has(key) || table.text(key).empty()) return 0;
  return static_cast<int>(table.integer(key, 1, most));
}

std::string joined(std::span<const std::string_view> words) {
  std::string all;
  for (auto word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

/// The position of each word of the cell "one;two" in `allowed`.
std::vector<std::size_t> read_words(ConfigTable& table, std::string_view key,
                                    std::span<const std::string_view> allowed) {
  std::vector<std::size_t> result;
  for (const auto& word : parts(table.text(key))) {
    const auto it = std::find(allowed.begin(), allowed.end(), word);
    if (it == allowed.end())
      table.fail(key, "\"" + word + "\"" +
                          core::likely_name(word, {allowed.begin(), allowed.end()}) +
                          " is unknown; allowed: " + joined(allowed));
    result.push_back(static_cast<std::size_t>(it - allowed.begin()));
  }
  return result;
}

/// Reads what combat units and Commanders have in common.
class PieceReader {
 public:
  PieceReader(const ConfigValue& game, const Places& places, Context& context)
      : places_(places), context_(context) {
    ConfigTable reserve = ConfigTable(game.table.at("sides")).table("reserve");
    if (const auto* place = reserve.take("place")) reserve_place_ = places.resolve(*place);
    reserve.finish();
  }

  PieceData common(ConfigTable& table) {
    PieceData piece;
    piece.id = table.text("id");
    piece.name = table.text("name");
    piece.side = read_side(table, "side");
    piece.army = army(table);
    piece.source = table.text("source");
    piece.origin = core::origin_of(table.value());
    if (piece.id.empty() || piece.id.find_first_of(" \t\"") != std::string::npos)
      table.fail("id", "an id is a word without blanks");
    if (!ids_.insert(piece.id).second) table.fail("id", "two pieces are called " + piece.id);
    if (piece.source.empty()) table.fail("source", "a piece needs a source");
    return piece;
  }

  /// A cell of places that a file may do without.
  HexSet optional_hexes(ConfigTable& table, std::string_view key, const PieceData& piece) {
    return table.has(key) ? hexes(table, key, piece) : HexSet{};
  }

  /// Set-up and arrival, once the flags of the piece are known.
  void arrival(ConfigTable& table, PieceData& piece, bool with_reserve) {
    piece.arrival_turn = static_cast<int>(table.integer("arrival_turn", 0, kMaxTurns));
    const auto set_up = hexes(table, "set_up", piece);
    const auto free_set_up = hexes(table, "free_set_up", piece);
    const auto arrives = hexes(table, "arrival", piece);
    const auto second_year = hexes(table, "second_year", piece);
    const auto late = optional_hexes(table, "late_arrival", piece);
    const auto withdrawn = optional_hexes(table, "withdrawn", piece);
    if (piece.absent || piece.carried) return;
    if (piece.counterpart_of != kNoPiece || piece.with_countrymen) {
      piece.arrival_turn = context_.rules.turns;  // by no row of the card (14.9)
      return;
    }
    piece.late_entry = late;
    if (piece.arrival_turn == 0) {
      piece.entry = set_up;
      piece.free_entry = free_set_up;
      if (with_reserve && context_.rules.cavalry_reserve) {
        piece.entry = piece.free_entry = reserve_place_;
        piece.joins_stack = false;
      }
      if (context_.rules.garrisons_withdrawn && !withdrawn.empty()) {  // Nemesis 15.2
        piece.entry = piece.free_entry = withdrawn;
        piece.bond = Bond::None;
        piece.exempt = false;
      }
      if (piece.entry.empty()) fail_nowhere(table, "set_up", piece);
      if (piece.free_entry.empty()) fail_nowhere(table, "free_set_up", piece);
      if (!arrives.empty()) table.fail("arrival", "a piece of the set-up does not arrive");
    } else {
      piece.entry = arrives;
      if (piece.entry.empty()) fail_nowhere(table, "arrival", piece);
      if (!(set_up | free_set_up).empty())
        table.fail("set_up", "a piece that arrives is not set up");
    }
    piece.second_year = !second_year.empty();
    piece.second_year_entry = second_year;
  }

 private:
  [[noreturn]] static void fail_nowhere(const ConfigTable& table, std::string_view key,
                                        const PieceData& piece) {
    const auto words = piece.id + " has no hex that its side can enter";
    // Whose ground it is may be what is wrong.
    if (!core::all_was_read()) throw core::ToldFault(words);
    table.fail(key, words);
  }
  static int army(ConfigTable& table) {
    return table.text("army").empty() ? 0 : static_cast<int>(table.integer("army", 1, kMaxArmy));
  }
  /// The hexes of a cell that the side can enter; the whole cell outside is an error.
  HexSet hexes(ConfigTable& table, std::string_view key, const PieceData& piece) {
    table.text(key);
    const auto* cell = table.take(key);
    if (!cell) throw core::ToldFault(std::string(key) + " is missing");
    const auto all = places_.resolve(*cell, piece.side);
    const auto able = all & context_.enterable[play::index(piece.side)];
    if (!all.empty() && able.empty()) fail_nowhere(table, key, piece);
    return able;
  }

  const Places& places_;
  Context& context_;
  HexSet reserve_place_;
  std::set<std::string> ids_;
};

/// What a nationality means for all its pieces.
void apply(const Nationality& nationality, PieceData& piece) {
  piece.nation = nationality.nation;
  piece.aloof = nationality.aloof;
  piece.wavering = nationality.wavering;
  piece.absent |= nationality.absent;
  piece.idle_to_turn = nationality.idle_to_turn;
  piece.with_power = nationality.power;
  piece.home = nationality.home;
  piece.truce_quarters = nationality.quarters;
}

/// 14.9: the unit of side A whose place this one takes when their power changes sides.
void read_counterpart(ConfigTable& table, const Context& context, PieceData& piece) {
  const auto id = table.text("counterpart_of");
  piece.counterpart_of = find_piece(context, id);
  if (piece.counterpart_of == kNoPiece)
    table.fail("counterpart_of", "no unit above this row is called \"" + id + "\"");
  const auto& unit = context.piece(piece.counterpart_of);
  if (unit.side == piece.side || !unit.wavering)
    table.fail("counterpart_of", id + " is no unit of a wavering nationality of the other side");
  piece.wavering = false;
  piece.unblockable = true;  // N-8: whoever is near
}

void read_units(const ConfigValue& list, const std::map<std::string, Nationality>& nationalities,
                PieceReader& reader, Context& context) {
  static constexpr std::string_view kFlags[] = {
      "reserve",         "expedition", "uprising_trigger", "uprising_victim",
      "no_forced_march", "augmented",  "cossack",          "exempt",
      "unblockable",     "frozen",     "neutral",          "garrison",
      "fortress",        "absent",     "carried",          "star"};
  core::each_row(list, [&](ConfigTable& table) {
    auto piece = reader.common(table);
    piece.arm = static_cast<Arm>(table.choice("arm", kArms));
    piece.unit_class = static_cast<UnitClass>(table.choice("class", kClassWords));
    piece.nationality = table.text("nationality");
    piece.corps = table.text("corps");
    piece.strength = number_or_none(table, "strength", 2 * kMaxStrength);
    piece.occupancy = number_or_none(table, "occupancy", kMaxOccupancy);
    const auto nationality = nationalities.find(piece.nationality);
    if (nationality == nationalities.end()) {
      std::vector<std::string> names;
      for (const auto& [name, unused] : nationalities) names.push_back(name);
      core::fail_unknown(table, "nationality", "nationality", piece.nationality, names);
    }
    apply(nationality->second, piece);
    piece.guard = nationality->second.guard;
    piece.foreign_contingent = nationality->second.foreign;
    piece.spared = nationality->second.spared;
    piece.own_source = nationality->second.own_source;
    piece.reluctant_ally = nationality->second.reluctant;
    if (table.has("counterpart_of") && !table.text("counterpart_of").empty()) {
      read_counterpart(table, context, piece);
    }
    bool frozen = false, neutral = false, garrison = false, fortress = false;
    bool star = false;  // counts in a linked campaign only (17.4), which leaves such units out
    bool* const flags[] = {&piece.reserve,
                           &piece.expedition,
                           &piece.uprising_trigger,
                           &piece.uprising_victim,
                           &piece.no_forced_march,
                           &piece.augmented,
                           &piece.cossack,
                           &piece.exempt,
                           &piece.unblockable,
                           &frozen,
                           &neutral,
                           &garrison,
                           &fortress,
                           &piece.absent,
                           &piece.carried,
                           &star};
    for (auto flag : read_words(table, "flags", kFlags)) *flags[flag] = true;
    piece.bond = frozen     ? Bond::Frozen
                 : neutral  ? Bond::Neutral
                 : garrison ? Bond::Garrison
                 : fortress ? Bond::Fortress
                            : Bond::None;
    if (context.rules.garrisons_withdrawn && table.has("withdrawn") &&
        !table.text("withdrawn").empty() && table.has("withdrawn_corps") &&
        !table.text("withdrawn_corps").empty())
      piece.corps = table.text("withdrawn_corps");
    table.text_or("withdrawn_corps", "");
    reader.arrival(table, piece, false);
    table.finish();
    context.pieces.push_back(std::move(piece));
  });
}

/// 16.2: the units that a Commander is able to command.
PieceSet commanded(const Context& context, const PieceData& leader,
                   const std::vector<std::string>& corps) {
  PieceSet units;
  for (int i = 0; i < context.units; ++i) {
    const auto& unit = context.piece(i);
    if (unit.side != leader.side) continue;
    bool able = unit.guard && leader.seniority != Seniority::None;
    switch (leader.seniority) {
      case Seniority::Supreme: able = true; break;
      case Seniority::Infantry:
        able |= unit.arm == Arm::Infantry && (leader.army == 0 || leader.army == unit.army);
        break;
      case Seniority::Cavalry: able |= unit.arm == Arm::Cavalry; break;
      case Seniority::Cossack: able |= unit.cossack; break;
      case Seniority::Corps:
        able |= std::find(corps.begin(), corps.end(), unit.corps) != corps.end();
        break;
      case Seniority::None: break;
    }
    units.assign(i, able);
  }
  return units;
}

void read_commanders(const ConfigValue& list,
                     const std::map<std::string, Nationality>& nationalities, PieceReader& reader,
                     Context& context) {
  static constexpr std::string_view kFlags[] = {
      "additional", "expedition",  "uprising_victim", "joins_stack", "with_reserve",   "frozen",
      "neutral",    "unblockable", "absent",          "carried",     "with_countrymen"};
  std::set<std::string> known;
  for (const auto& unit : context.pieces) known.insert(unit.corps);
  core::each_row(list, [&](ConfigTable& table) {
    auto piece = reader.common(table);
    piece.commander = true;
    piece.rating = static_cast<int>(table.integer("rating", 0, kMaxRating));
    piece.seniority = static_cast<Seniority>(table.choice("seniority", kSeniorities));
    if (table.has("leaves_turn") && !table.text("leaves_turn").empty())
      piece.leaves_turn = static_cast<int>(table.integer("leaves_turn", 2, kMaxTurns));
    const auto corps = parts(table.text("commands"));
    for (const auto& name : corps)
      if (!known.count(name))
        core::fail_unknown(table, "commands", "unit of a corps", name,
                           {known.begin(), known.end()});
    if (piece.seniority == Seniority::Corps && corps.empty())
      table.fail("commands", "a corps Commander needs a corps");
    if (piece.seniority != Seniority::Corps && !corps.empty())
      table.fail("commands", "only a corps Commander has a corps");
    for (auto trait : read_words(table, "traits", kTraits)) piece.traits |= 1U << trait;
    bool with_reserve = false, frozen = false, neutral = false;
    bool* const flags[] = {&piece.additional,  &piece.expedition,     &piece.uprising_victim,
                           &piece.joins_stack, &with_reserve,         &frozen,
                           &neutral,           &piece.unblockable,    &piece.absent,
                           &piece.carried,     &piece.with_countrymen};
    for (auto flag : read_words(table, "flags", kFlags)) *flags[flag] = true;
    piece.bond = frozen ? Bond::Frozen : neutral ? Bond::Neutral : Bond::None;
    if (table.has("nationality") && !table.text("nationality").empty()) {
      piece.nationality = table.text("nationality");
      const auto of = nationalities.find(piece.nationality);
      if (of == nationalities.end())
        table.fail("nationality", "\"" + piece.nationality + "\" is unknown");
      apply(of->second, piece);
    }
    piece.leaves_if_entered = reader.optional_hexes(table, "leaves_if_entered", piece);
    piece.region = reader.optional_hexes(table, "region", piece);
    if (table.has("region_from_turn") && !table.text("region_from_turn").empty())
      piece.region_from_turn = static_cast<int>(table.integer("region_from_turn", 1, kMaxTurns));
    if (piece.region.empty() != (piece.region_from_turn == 0))
      table.fail("region", "\"region\" and \"region_from_turn\" go together");
    if (piece.with_countrymen) piece.wavering = false;
    piece.commands = commanded(context, piece, corps);
    reader.arrival(table, piece, with_reserve);
    table.finish();
    context.pieces.push_back(std::move(piece));
  });
}

}  // namespace

int power_named(ConfigTable& table, std::string_view key, const Context& context) {
  const auto id = table.text(key);
  for (std::size_t p = 0; p < context.powers.size(); ++p)
    if (context.powers[p].id == id) return static_cast<int>(p);
  std::vector<std::string> names;
  for (const auto& power : context.powers) names.push_back(power.id);
  core::fail_unknown(table, key, "power", id, names);
}

void load_pieces(const ConfigValue& game, const Places& places, Context& context) {
  const auto nationalities = read_nationalities(game.table.at("sides"), places, context);
  PieceReader reader(game, places, context);
  const auto& units = game.table.at("units");
  const auto& commanders = game.table.at("commanders");
  if (units.list.empty()) units.fail("a game needs combat units");
  if (units.list.size() + commanders.list.size() > static_cast<std::size_t>(kMaxPieces))
    units.fail(std::to_string(units.list.size() + commanders.list.size()) +
               " units and Commanders; allowed: " + std::to_string(kMaxPieces));
  read_units(units, nationalities, reader, context);
  context.units = static_cast<int>(context.pieces.size());
  read_commanders(commanders, nationalities, reader, context);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
