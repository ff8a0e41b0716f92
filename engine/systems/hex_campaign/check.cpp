// Invariants that hold after every decision.
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using play::other;

/// Hexes that may hold more than their capacity for the moment: withdrawals and raised limits that
/// have run out are settled a decision later.
bool capacity_may_be_exceeded(const State& s) {
  return s.phase == Phase::MovementEnd || s.phase == Phase::Movement || s.phase == Phase::Combat;
}

std::optional<std::string> check_side(const Context& c, const State& s, Side side) {
  const Side enemy = other(side);
  for (int hex : s.combat_hexes[at(side)]) {
    if (!c.enterable[at(side)].contains(hex))
      return "units on closed terrain at " + hex_name(c, hex);
    if (s.combat_hexes[at(enemy)].contains(hex)) return "both sides at " + hex_name(c, hex);
    if (has_depot(c, s, enemy, hex)) return "units on an enemy Depot at " + hex_name(c, hex);
    if (!capacity_may_be_exceeded(s) &&
        occupancy(c, units_at(c, s, side, hex)) > capacity(c, s, hex))
      return "hex over capacity: " + hex_name(c, hex);
    const PieceSet caught = commanders_at(c, s, enemy, hex) - s.fate;
    if (!caught.empty()) return "enemy Commander among units at " + hex_name(c, hex);
  }
  if (s.train_count[at(side)] > kMaxTrains) return std::string("too many trains");
  return std::nullopt;
}

}  // namespace

std::optional<std::string> HexCampaign::check(const State& s) const {
  const Context& c = context_of(s);
  State fresh = s;
  rebuild_caches(c, fresh);
  if (!(fresh == s)) return std::string("cached boards differ from the pieces");
  if (s.phase == Phase::Over) return std::nullopt;
  if (s.step == Step::None || s.step >= Step::Count) return std::string("no decision is pending");
  for (Side side : {Side::A, Side::B})
    if (auto fault = check_side(c, s, side)) return fault;
  for (int commander : c.commanders_of[0] | c.commanders_of[1])
    if (disrupted(s, commander)) return std::string("a Commander is disrupted");
  for (int unit : s.made_garrisons())
    if (!on_map(s, unit) || garrison_bit(c, place(s, unit)) == 0)
      return "a garrison out of its city: " + c.piece(unit).id;
  if (s.depots[0].intersects(s.depots[1])) return std::string("two Depots in one city");
  if (s.battle_points > c.rules.battle_points_max) return std::string("battle points out of range");
  return std::nullopt;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
