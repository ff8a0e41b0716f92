// The parts of load.cpp, in the order in which they need each other.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/config.h"
#include "engine/systems/hex_campaign/context.h"
#include "engine/systems/hex_campaign/read_game.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Names of hexes: numbers, cities, and the words that sides.toml explains.
class Places {
 public:
  /// Keeps a reference to the context, whose map, cities and territories must be filled in.
  Places(const Context& context, std::map<std::string, HexSet> zones,
         std::map<std::string, HexSet> edges)
      : context_(&context), zones_(std::move(zones)), edges_(std::move(edges)) {}
  /// Adds named sets; each may use those of the whole table, in any order but not in a circle.
  void define(const core::ConfigValue& table) { named_ = &table; }

  /// The hexes that a text ("2206;near Kiev") or a list of texts names; `home` is the territory
  /// that "home" means. Throws InputError at the value.
  HexSet resolve(const core::ConfigValue& value, std::optional<Side> home = {}) const;
  /// The same, which must be exactly one hex.
  Hex one(const core::ConfigValue& value) const;
  /// The hex that the key of a value names.
  Hex one(const core::ConfigValue& value, std::string_view key) const;

 private:
  HexSet terms(const core::ConfigValue& at, std::string_view text, std::optional<Side> home,
               int depth) const;
  HexSet atom(const core::ConfigValue& at, std::string_view text, std::optional<Side> home,
              int depth) const;
  HexSet whole(const core::ConfigValue& value, std::optional<Side> home, int depth) const;
  const Context* context_;
  std::map<std::string, HexSet> zones_, edges_;
  const core::ConfigValue* named_ = nullptr;
  mutable std::map<std::pair<std::string, std::optional<Side>>, HexSet> known_;  ///< of named_
};

/// Reads `key` as the index of a power.
int power_named(core::ConfigTable& table, std::string_view key, const Context& context);

/// Map, cities, terrain, territories, rivers, sources: from hexes, hexsides, downstream and sides.
Places load_map(const core::ConfigValue& game, Context& context);
/// Combat units and Commanders.
void load_pieces(const core::ConfigValue& game, const Places& places, Context& context);
/// Victory table.
void load_victory(const core::ConfigValue& game, const Places& places, Context& context);
/// Scenario, with quotas.
void load_scenario(const core::ConfigValue& game, Context& context);
/// Random event cards.
void load_cards(const core::ConfigValue& game, Context& context);
/// What is said of a part of a linked campaign (`[linked]` of game.toml).
void load_linked(const core::ConfigValue& game, const Places& places, Context& context);
/// Refuses switches that belong to another game than a linked one, or than one of so many pieces.
void check_linked(const core::ConfigValue& game, const Context& context);
/// The position of a scenario that lists where everything stands, as text that the game reads; the
/// pieces that the rules leave out are passed over.
void load_position(const core::ConfigValue& game, const Places& places, Context& context);
/// The chosen openings, each checked against the limits of set-up.
void load_openings(const core::ConfigValue& game, const Places& places, Context& context);

/// The piece called `id`, or kNoPiece.
Piece find_piece(const Context& context, std::string_view id);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
