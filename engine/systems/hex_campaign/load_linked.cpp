#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

constexpr int kMaxTrainsATurn = 30;
constexpr int kMaxGarrisonCities = 16;  // bits of Stations::founded
constexpr int kMaxReach = 12;

HexSet hexes_or_none(ConfigTable& table, std::string_view key, const Places& places) {
  const auto* value = table.take(key);
  return value ? places.resolve(*value) : HexSet{};
}

Piece find_commander(ConfigTable& table, std::string_view key, const Context& context) {
  const Piece piece = find_piece(context, table.text(key));
  if (piece == kNoPiece || !context.piece(piece).commander)
    table.fail(key, "no Commander is called so");
  return piece;
}

int turn_or_none(ConfigTable& table, std::string_view key) {
  return table.has(key) ? static_cast<int>(table.integer(key, 1, kMaxTurns)) : 0;
}

/// 17.6: cities that may be garrisoned.
void load_garrisons(ConfigTable& table, const Places& places, Context& context) {
  Linked& linked = context.linked;
  const HexSet cities = hexes_or_none(table, "garrisons", places);
  linked.fortresses = hexes_or_none(table, "fortresses", places);
  if (!cities.is_subset_of(context.city) || cities.count() > kMaxGarrisonCities)
    table.fail("garrisons", "must be cities, at most " + std::to_string(kMaxGarrisonCities));
  if (!linked.fortresses.is_subset_of(cities))
    table.fail("fortresses", "must be among the garrisons");
  for (int hex : cities) linked.garrisons.push_back(static_cast<Hex>(hex));
  if (cities.empty()) return;
  linked.garrison_reach = static_cast<int>(table.integer("garrison_reach", 0, kMaxReach));
  if (table.has("castellan")) linked.castellan = find_commander(table, "castellan", context);
}

}  // namespace

void load_linked(const ConfigValue& game, const Places& places, Context& context) {
  const auto& words = game.table.at("game").table;
  const auto it = words.find("linked");
  if (it == words.end()) return;
  ConfigTable table(it->second);
  Linked& linked = context.linked;
  linked.after_supply = table.flag_or("after_supply", false);
  linked.sheds_disrupted = table.flag_or("sheds_disrupted", false);
  linked.begins_anew = table.flag_or("begins_anew", false);
  linked.switches = table.flag_or("switches", false);
  constexpr std::string_view kTrains[] = {"trains_a", "trains_b"};
  constexpr std::string_view kSources[] = {"sources_after_a", "sources_after_b"};
  constexpr std::string_view kEdges[] = {"edge_after_a", "edge_after_b"};
  for (std::size_t s = 0; s < play::kSides; ++s) {
    if (linked.switches)
      linked.trains[s] = static_cast<int>(table.integer(kTrains[s], 0, kMaxTrainsATurn));
    linked.sources_after[s] = hexes_or_none(table, kSources[s], places) & context.enterable[s];
    linked.edge_after[s] = hexes_or_none(table, kEdges[s], places) & context.enterable[s];
  }
  linked.lost_sources = hexes_or_none(table, "lost_sources", places);
  linked.home = hexes_or_none(table, "home", places);
  load_garrisons(table, places, context);
  if (table.has("supreme")) linked.supreme = find_commander(table, "supreme", context);
  linked.supreme_leaves_turn = turn_or_none(table, "supreme_leaves_turn");
  linked.forfeits_from_turn = turn_or_none(table, "forfeits_from_turn");
  table.finish();
  if (linked.supreme_leaves_turn > 0 && linked.supreme == kNoPiece)
    table.fail("supreme_leaves_turn", "supreme_leaves_turn needs \"supreme\"");
}

void check_linked(const ConfigValue& game, const Context& context) {
  const Rules& rules = context.rules;
  const auto& place = game.table.at("rules");
  if (rules.hidden_stacks && kSize.veils < kMaxPieces)
    place.fail("hidden_stacks: a campaign with so many pieces is played with open stacks (15.1)");
  if (!context.next && context.part == 0) return;
  if (rules.two_year) place.fail("two_year: a linked campaign has no two-year campaign (17.9a)");
  if (rules.expedition) place.fail("expedition: no Swedes in a linked campaign (17.9a)");
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
