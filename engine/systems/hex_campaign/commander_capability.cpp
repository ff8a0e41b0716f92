// 16.2-16.5: what Commanders are able to command, and their special characteristics.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// 16.4(5): the most Combat Factors an inspiring Commander adds.
constexpr int kInspiredUnitsMax = 3;
/// Nemesis 16.2: the same for those who inspire fewer.
constexpr int kFewInspiredMax = 2;

PieceSet cavalry_of(const Context& c) {
  return c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
}

}  // namespace

Seniority rank_of(const Context& c, const State& s, int commander) {
  const auto& data = c.piece(commander);
  if (c.regional.contains(commander) && s.turn >= data.region_from_turn && on_map(s, commander) &&
      !data.region.contains(place(s, commander)))
    return Seniority::None;  // N-47
  return data.seniority;
}

bool cavalry_only(const Context& c, const PieceSet& commanders) {
  return commanders.intersects(c.cavalry_corps) && commanders.count() == 1;
}

PieceSet of_nation(const Context& c, const PieceSet& pieces, int nation) {
  PieceSet found;
  for (int piece : pieces)
    if (c.piece(piece).nation == nation) found.insert(piece);
  return found;
}

PieceSet led_by_countrymen(const Context& c, const PieceSet& units, const PieceSet& commanders) {
  PieceSet led;
  for (int commander : commanders) led |= of_nation(c, units, c.piece(commander).nation);
  return led;
}

int best_rated(const Context& c, const PieceSet& commanders) {
  int best = -1;
  for (int commander : commanders)
    if (best < 0 || c.piece(commander).rating > c.piece(best).rating) best = commander;
  return best;
}

CombatRating combat_rating(const Context& c, const State& s, const PieceSet& commanders,
                           const PieceSet& units) {
  const bool rivalry = rivals_together(c, s, commanders);
  const bool alone = cavalry_only(c, commanders);
  CombatRating best;
  int best_commanded = 0;
  Seniority best_rank = Seniority::None;
  for (int commander : commanders) {
    const auto& data = c.piece(commander);
    const Seniority rank = rank_of(c, s, commander);
    int commanded = rank == data.seniority ? (units & data.commands).count() : 0;
    if (alone) commanded = (units & cavalry_of(c)).count();
    if (rank == Seniority::None &&
        c.rules.undesignated_rating == static_cast<int>(UndesignatedRating::Basic))
      commanded = units.count();
    if (commanded == 0 || commanded < best_commanded) continue;
    const int own = rivalry && (data.traits & kTraitRival) ? 0 : data.rating;
    const int rating = std::min(own, commanded);
    const bool equal = commanded == best_commanded;
    if (equal && rank > best_rank) continue;
    // Equal seniority: the owner would always name the better one.
    if (equal && rank == best_rank && rating <= best.rating) continue;
    best = {rating, commander};
    best_commanded = commanded;
    best_rank = rank;
  }
  return best;
}

PieceSet senior_question(const Context& c, const State& s, const PieceSet& commanders,
                         const PieceSet& units, std::uint32_t traits) {
  const PieceSet senior = most_senior(c, s, commanders, units);
  if (senior.count() < 2) return {};
  std::uint32_t any = 0, all = ~0U;
  for (int commander : senior) {
    const auto mine = c.piece(commander).traits & traits;
    any |= mine;
    all &= mine;
  }
  return any == all ? PieceSet{} : senior;
}

namespace {

/// N-47: whether a Commander kept his designation in every hex of the march under way.
bool designated_throughout(const Context& c, const State& s, int commander) {
  const auto& data = c.piece(commander);
  if (!c.regional.contains(commander) || s.turn < data.region_from_turn) return true;
  const auto& path = s.places.march.path;
  return std::all_of(path.begin(), path.begin() + s.path_length,
                     [&](int hex) { return data.region.contains(hex); });
}

}  // namespace

bool commanded_throughout(const Context& c, const State& s, const PieceSet& commanders,
                          const PieceSet& units) {
  PieceSet commanded;
  for (int commander : commanders) {
    const auto& data = c.piece(commander);
    if (c.rules.commander_characteristics && (data.traits & kTraitBurdensMarch)) continue;
    if (designated_throughout(c, s, commander)) commanded |= data.commands;
  }
  return !units.empty() && units.is_subset_of(commanded);
}

int combat_factor_bonus(const Context& c, int senior, const PieceSet& units, bool attacking) {
  if (senior < 0) return 0;
  const auto traits = c.piece(senior).traits;
  int bonus = 0;
  if (traits & kTraitInspires) bonus += std::min(units.count(), kInspiredUnitsMax);
  if ((traits & kTraitInspiresTwo) || (attacking && (traits & kTraitInspiresAttack)))
    bonus += std::min(units.count(), kFewInspiredMax);
  if (attacking && (traits & kTraitLeadsCossacks))
    bonus += std::min((units & c.cossack).count(), kFewInspiredMax);
  if (attacking && (traits & kTraitLeadsCavalry)) {
    const int cavalry = (units & cavalry_of(c)).count(), most = c.rules.led_cavalry_max;
    bonus += most == 0 ? cavalry : std::min(cavalry, most);
  }
  return bonus;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
