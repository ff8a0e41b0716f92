// 16.2-16.5: what Commanders are able to command, and their special characteristics.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign::inline NIEMEN_HEX_SIZE {

namespace {

/// 16.4(5): the most Combat Factors an inspiring Commander adds.
constexpr int kInspiredUnitsMax = 3;

}  // namespace

CombatRating combat_rating(const Context& c, const State& s, const PieceSet& commanders,
                           const PieceSet& units) {
  const bool rivalry = rivals_together(c, s, commanders);
  CombatRating best;
  int best_commanded = 0;
  Seniority best_rank = Seniority::None;
  for (int commander : commanders) {
    const auto& data = c.piece(commander);
    int commanded = (units & data.commands).count();
    if (data.seniority == Seniority::None &&
        c.rules.undesignated_rating == static_cast<int>(UndesignatedRating::Basic))
      commanded = units.count();
    if (commanded == 0 || commanded < best_commanded) continue;
    const int own = rivalry && (data.traits & kTraitRival) ? 0 : data.rating;
    const int rating = std::min(own, commanded);
    const bool equal = commanded == best_commanded;
    if (equal && data.seniority > best_rank) continue;
    // Equal seniority: the owner would always name the better one.
    if (equal && data.seniority == best_rank && rating <= best.rating) continue;
    best = {rating, commander};
    best_commanded = commanded;
    best_rank = data.seniority;
  }
  return best;
}

PieceSet senior_question(const Context& c, const PieceSet& commanders, std::uint32_t traits) {
  const PieceSet senior = most_senior(c, commanders);
  if (senior.count() < 2) return {};
  std::uint32_t any = 0, all = ~0U;
  for (int commander : senior) {
    const auto mine = c.piece(commander).traits & traits;
    any |= mine;
    all &= mine;
  }
  return any == all ? PieceSet{} : senior;
}

bool commanded_throughout(const Context& c, const PieceSet& commanders, const PieceSet& units) {
  PieceSet commanded;
  for (int commander : commanders) {
    const auto& data = c.piece(commander);
    if (c.rules.commander_characteristics && (data.traits & kTraitBurdensMarch)) continue;
    commanded |= data.commands;
  }
  return !units.empty() && units.is_subset_of(commanded);
}

int combat_factor_bonus(const Context& c, int senior, const PieceSet& units, bool attacking) {
  if (senior < 0) return 0;
  const auto traits = c.piece(senior).traits;
  int bonus = 0;
  if (traits & kTraitInspires) bonus += std::min(units.count(), kInspiredUnitsMax);
  if (attacking && (traits & kTraitLeadsCavalry))
    bonus += (units & c.arm_units[static_cast<std::size_t>(Arm::Cavalry)]).count();
  return bonus;
}

}  // namespace niemen::hex_campaign::inline NIEMEN_HEX_SIZE
