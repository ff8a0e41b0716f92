#include <algorithm>
#include <iterator>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using core::ConfigValue;

/// Reads a table of hexes, each with a list of pieces, into `result`. Pieces already placed are
/// passed over; `used` says whether this table counts under the rules in force.
void read_hexes(ConfigTable& table, std::string_view name, Side side, bool used,
                const Places& places, const Context& context,
                std::vector<std::pair<Piece, Hex>>& result) {
  auto hexes = table.table(name);
  PieceSet placed, seen;
  for (const auto& [piece, unused] : result) placed.insert(piece);
  for (const auto& key : hexes.keys())
    core::attempt([&] {
      const auto* list = hexes.take(key);
      const Hex hex = places.one(*list, key);
      for (const auto& id : hexes.texts(key))
        core::attempt([&] {
          const Piece piece = find_piece(context, id);
          if (piece == kNoPiece || context.piece(piece).side != side)
            list->fail("no unit or Commander of this side is called \"" + id + "\"");
          const auto& what = context.piece(piece);
          if (what.arrival_turn > 0) list->fail(id + " is a reinforcement; it is not set up");
          if (seen.contains(piece)) list->fail(id + " stands in two hexes");
          seen.insert(piece);
          if (!used || placed.contains(piece) || !context.in_play.contains(piece)) return;
          const auto& allowed = context.scenario.free_setup ? what.free_entry : what.entry;
          if (!allowed.contains(hex))
            list->fail(id + " may not be set up in " + key + " in scenario \"" +
                       context.scenario.name + "\" (14.1)");
          result.emplace_back(piece, hex);
        });
    });
  hexes.finish();
}

void check_complete(const ConfigTable& table, Side side, const Opening& opening,
                    const Context& context) {
  PieceSet placed;
  for (const auto& [piece, unused] : opening.places) placed.insert(piece);
  const auto s = static_cast<std::size_t>(play::index(side));
  for (int piece : (context.units_of[s] | context.commanders_of[s]) - placed)
    if (context.piece(piece).arrival_turn == 0)
      table.fail("hexes", context.piece(piece).id + " has no hex");
}

/// 4.1, 14.1: capacity, quotas of the free set-up, and Commanders who join a stack.
void check_limits(const ConfigTable& table, Side side, const Opening& opening,
                  const Context& context) {
  std::vector<int> load(static_cast<std::size_t>(context.map.size()), 0);
  for (const auto& [piece, hex] : opening.places) load[hex] += context.occupancy[piece];
  for (Hex hex = 0; hex < context.map.size(); ++hex)
    if (load[hex] > context.rules.hex_capacity)
      table.fail("hexes", "hex " + context.map.name(hex) + " holds " + std::to_string(load[hex]) +
                              " half factors; allowed: " +
                              std::to_string(context.rules.hex_capacity) + " (4.1)");
  for (const auto& [piece, hex] : opening.places)
    if (context.piece(piece).joins_stack && !context.scenario.free_setup && load[hex] == 0)
      table.fail("hexes", context.piece(piece).id + " must join a stack (14.1)");
  if (!context.scenario.free_setup) return;
  for (const auto& quota : context.scenario.quotas) {
    if (quota.side != side) continue;
    int count = 0;
    for (const auto& [piece, hex] : opening.places)
      count += piece < context.units && context.piece(piece).arm == quota.arm &&
               quota.hexes.contains(hex);
    if (count < quota.count)
      table.fail("hexes", "only " + std::to_string(count) +
                              " units of an arm near the border; needed: " +
                              std::to_string(quota.count) + " (14.1)");
  }
}

/// A position of the first turn in which nobody stands and the side has these Depots.
State bare_position(const Context& context, Side side, const std::vector<Hex>& depots) {
  State s{};
  s.piece.fill(kNotInPlay);
  s.added_source = kNoHexBits;
  s.turn = static_cast<std::uint8_t>(context.scenario.first_turn);
  for (Hex hex : depots) s.depots[at(side)].insert(context.city_at[hex]);
  return s;
}

void read_depots(ConfigTable& table, Side side, const Places& places, const Context& context,
                 Opening& opening) {
  const auto s = static_cast<std::size_t>(play::index(side));
  const auto* list = table.take("depots");
  if (!list) table.fail("depots", "\"depots\" is missing; it must be a list of cities");
  const HexSet friendly = friendly_for_supply(context, bare_position(context, side, {}), side) -
                          context.no_first_depot[s];
  for (const auto& item : list->list) {
    const Hex hex = places.one(item);
    if (!(context.city & friendly).contains(hex))
      item.fail(context.map.name(hex) + " is no friendly city (7.7, 14.1)");
    if (context.no_depot[s].contains(hex)) item.fail("no Depot may stand here (7.3)");
    if (std::count(opening.depots.begin(), opening.depots.end(), hex))
      item.fail("this city has two Depots");
    opening.depots.push_back(hex);
  }
  // In whatever order they are named: each is set up once the chain reaches it.
  std::vector<Hex> linked;
  for (std::size_t before = 0;; before = linked.size()) {
    const auto reached = chain_reach(context, bare_position(context, side, linked), side);
    linked.clear();
    std::copy_if(opening.depots.begin(), opening.depots.end(), std::back_inserter(linked),
                 [&](Hex hex) { return reached.contains(hex); });
    if (linked.size() == before) break;
  }
  for (std::size_t i = 0; i < opening.depots.size(); ++i)
    if (!std::count(linked.begin(), linked.end(), opening.depots[i]))
      list->list[i].fail("no chain of Depots links " + list->list[i].text + " to a source (7.8)");
  if (static_cast<int>(opening.depots.size()) > context.rules.depots_at_start[s])
    list->fail(std::to_string(opening.depots.size()) +
               " Depots; allowed: " + std::to_string(context.rules.depots_at_start[s]) + " (14.1)");
}

}  // namespace

void load_openings(const ConfigValue& game, const Places& places, Context& context) {
  const auto& openings = game.table.at("openings");
  for (auto side : {Side::A, Side::B}) {
    const auto s = static_cast<std::size_t>(play::index(side));
    const auto it = openings.table.find(kSideWords[s]);
    if (it == openings.table.end()) continue;
    ConfigTable table(it->second);
    if (!context.scenario.position.empty())
      table.fail("name", "scenario \"" + context.scenario.name +
                             "\" gives a position; it takes no opening");
    auto& opening = context.openings[s];
    opening.name = table.text("name");
    opening.title = table.text("title");
    table.text_or("scenario", "");
    opening.hungry = table.flag_or("hungry", false);
    if (read_side(table, "side") != side)
      table.fail("side", "opening \"" + opening.name + "\" is for the other side");
    read_hexes(table, "with_reserve", side, context.rules.cavalry_reserve != 0, places, context,
               opening.places);
    read_hexes(table, "with_garrisons_withdrawn", side, context.rules.garrisons_withdrawn != 0,
               places, context, opening.places);
    read_hexes(table, "hexes", side, true, places, context, opening.places);
    core::stop_at_faults();
    std::sort(opening.places.begin(), opening.places.end());
    check_complete(table, side, opening, context);
    check_limits(table, side, opening, context);
    read_depots(table, side, places, context, opening);
    table.finish();
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
