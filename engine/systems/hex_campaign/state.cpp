#include "engine/systems/hex_campaign/state.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// Brings the caches of one hex in line with the pieces in it.
void refresh_hex(const Context& c, State& s, int hex) {
  const PieceSet here = pieces_at(s, hex);
  PieceSet cavalry = here & c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
  for (int unit : PieceSet(cavalry))
    if (disrupted(s, unit)) cavalry.erase(unit);
  for (std::size_t side = 0; side < play::kSides; ++side) {
    s.combat_hexes[side].assign(hex, here.intersects(c.units_of[side]));
    s.cavalry_hexes[side].assign(hex, cavalry.intersects(c.units_of[side]));
  }
}

}  // namespace

HexSet friendly_now(const Context& c, const State& s, Side side) {
  HexSet hexes = c.friendly[play::index(side)];
  for (std::size_t p = 0; p < c.powers.size(); ++p) {
    if (!has_joined(s, static_cast<int>(p))) {
      if (c.powers[p].common && side == Side::A) hexes |= c.powers[p].hexes;  // 17.3
      continue;
    }
    if (side == Side::A)
      hexes -= c.powers[p].hexes;
    else
      hexes |= c.powers[p].hexes;
  }
  for (int city : s.converted_cities) hexes.assign(c.cities[city].hex, side == Side::A);
  return hexes;
}

HexSet friendly_for_supply(const Context& c, const State& s, Side side) {
  HexSet hexes = friendly_now(c, s, side);
  for (const SupplyGround& ground : c.supply_ground[play::index(side)])
    if (turn_of(c, s) >= ground.from_turn && turn_of(c, s) <= ground.to_turn) hexes |= ground.hexes;
  for (std::size_t p = 0; p < c.powers.size(); ++p)
    if (stance(s, static_cast<int>(p)) == Stance::OpenToBoth) hexes |= c.powers[p].hexes;
  return hexes;
}

HexSet occupied_hexes(const Context& c, const State& s, Side side) {
  HexSet hexes = s.combat_hexes[play::index(side)];
  for (int commander : c.commanders_of[play::index(side)])
    if (on_map(s, commander)) hexes.insert(place(s, commander));
  return hexes;
}

int capacity(const Context& c, const State& s, int hex) {
  int total = c.rules.hex_capacity;
  for (std::size_t i = 0; i < s.raised_count; ++i)
    if ((s.raised[i] & kPlaceMask) == hex)
      total += ((s.raised[i] >> 10) & 7) * c.rules.capacity_per_train;
  return total;
}

void place_pieces(const Context& c, State& s, const PieceSet& pieces, int to) {
  const int first = pieces.first();
  if (first < 0) return;
  const int from = place(s, first);
  const bool off = to >= kFirstOffMap;
  for (int piece : pieces) {
    auto& word = s.piece[piece];
    word = static_cast<std::uint16_t>((off ? 0 : (word & ~kPlaceMask)) | to);
  }
  if (from < kFirstOffMap) refresh_hex(c, s, from);
  if (!off) refresh_hex(c, s, to);
}

void place_piece(const Context& c, State& s, int piece, int to) {
  place_pieces(c, s, PieceSet::of(piece), to);
}

void set_disrupted(const Context& c, State& s, int piece, bool value) {
  if (value)
    set_status(s, piece, kDisrupted);
  else
    clear_status(s, piece, kDisrupted);
  if (on_map(s, piece)) refresh_hex(c, s, place(s, piece));
}

void rebuild_caches(const Context& c, State& s) {
  s.combat_hexes = {};
  s.cavalry_hexes = {};
  const PieceSet& cavalry = c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (int unit : c.units_of[side]) {
      if (!on_map(s, unit)) continue;
      s.combat_hexes[side].insert(place(s, unit));
      if (cavalry.contains(unit) && !disrupted(s, unit))
        s.cavalry_hexes[side].insert(place(s, unit));
    }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
