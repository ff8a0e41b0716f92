#include "engine/systems/hex_campaign/combat_values.h"

#include <algorithm>

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Divides what has been summed up so far (11.2 bp3).
void divide(Sum& value, int by) {
  if (by == 1) return;
  const auto code = by == 2   ? ModifierCode::Halved
                    : by == 4 ? ModifierCode::Quartered
                              : ModifierCode::Divided;
  value.add(value.total / by - value.total, code);
}

int combined_arms(const Context& c, const PieceSet& units) {
  int types = 0;
  for (const auto& arm : c.arm_units) types += units.intersects(arm);
  return types == 3 ? c.rules.combined_arms_three : types == 2 ? c.rules.combined_arms_two : 0;
}

int rating_in_combat(const Context& c, const State& s, const PieceSet& commanders,
                     const PieceSet& units) {
  if (c.rules.command_designations) return combat_rating(c, s, commanders, units).rating;
  return std::min(rating_best(c, s, commanders), units.count());
}

/// Nemesis 16.3, N-15: attacks of the first turns.
int understrength(const Context& c, const State& s) {
  const auto turn = static_cast<std::size_t>(s.turn);
  return turn >= 1 && turn <= c.rules.understrength.size() ? c.rules.understrength[turn - 1] : 0;
}

/// 11.5, 11.7: whether Commanders with a supporting stack help it.
bool helps_support(const Context& c, const PieceSet& commanders, const PieceSet& units) {
  if (commanders.empty()) return false;
  return !cavalry_only(c, commanders) ||
         units.intersects(c.arm_units[static_cast<std::size_t>(Arm::Cavalry)]);
}

PieceSet artillery(const Context& c) {
  return c.arm_units[static_cast<std::size_t>(Arm::Artillery)];
}

}  // namespace

PieceSet support_units(const Context& c, const State& s, Side side, int hex, bool attacks) {
  PieceSet units = units_at(c, s, side, hex);
  if (!may_be_bound(c, s, units)) return units;
  if (attacks) units -= garrisons_among(c, s, units);
  return units - idle_among(c, s, units);
}

int shaken_factors(const Context& c, const State& s, const PieceSet& units) {
  if (c.rules.disrupted_defence == 0) return 0;
  return combat_factors(c, units - ready(s, units)) * c.rules.disrupted_defence / 100;
}

bool defends(const Context& c, const State& s, const PieceSet& units) {
  return !ready(s, units).empty() || shaken_factors(c, s, units) > 0;
}

int divisor(const Context& c, const State& s, const PieceSet& units) {
  bool marched = false;
  int most_fought = 0;
  for (int unit : units) {
    marched |= has_status(s, unit, kForcedMarch);
    most_fought = std::max(most_fought, fought(s, unit));
  }
  const auto& [once, more] = c.rules.exertion_divisors;
  if (most_fought >= 2 || (marched && most_fought == 1)) return more;
  return marched || most_fought == 1 ? once : 1;
}

void add_ground(const Context& c, int from, int target, bool guns, Sum& value) {
  if (c.map.river_between(static_cast<Hex>(from), static_cast<Hex>(target)))
    value.add(c.rules.river_attack, ModifierCode::AcrossRiver);
  const bool fortified = c.fortified.contains(target);
  if (c.difficult.contains(target))
    value.add(c.rules.difficult_attack, ModifierCode::IntoDifficult);
  else if (fortified && !guns)
    value.add(c.rules.fortress_attack, ModifierCode::IntoFortress);
  if (fortified && guns)
    value.add(c.rules.fortress_attack_artillery, ModifierCode::IntoFortressWithArtillery);
}

void add_support_ground(const Context& c, int hex, int target, bool guns, Sum& value) {
  if (c.map.river_between(static_cast<Hex>(hex), static_cast<Hex>(target)))
    value.add(c.rules.river_support, ModifierCode::SupportAcrossRiver, hex);
  if (c.difficult.contains(target))
    value.add(c.rules.difficult_support, ModifierCode::SupportIntoDifficult, hex);
  else if (c.fortified.contains(target) && !guns)
    value.add(c.rules.fortress_support, ModifierCode::SupportIntoFortress, hex);
}

Sum attack_value(const Context& c, const State& s, const Combat& combat, Sum value) {
  const PieceSet& units = combat.ordered;
  value.add(combat_factors(c, units), ModifierCode::AttackFactors);
  if (c.rules.commander_characteristics)
    value.add(combat_factor_bonus(c, combat.attacking_senior, units, true),
              ModifierCode::SeniorCommander, -1, combat.attacking_senior);
  value.add(combined_arms(c, units), ModifierCode::AttackArms);
  divide(value, divisor(c, s, units_at(c, s, combat.attacker, combat.from)));
  add_ground(c, combat.from, combat.target, units.intersects(artillery(c)), value);
  value.add(understrength(c, s), ModifierCode::Understrength);
  value.add(rating_in_combat(c, s, commanders_at(c, s, combat.attacker, combat.from), units),
            ModifierCode::AttackRating);
  return value;
}

void add_attack_support(const Context& c, const State& s, const Combat& combat, int hex,
                        Sum& value) {
  const PieceSet units = support_units(c, s, combat.attacker, hex, true);
  const PieceSet active = ready(s, units);
  value.add(combat_factors(c, active) / divisor(c, s, units_at(c, s, combat.attacker, hex)),
            ModifierCode::AttackSupport, hex);
  const bool guns = (active | combat.ordered).intersects(artillery(c));
  add_support_ground(c, hex, combat.target, guns, value);
  if (helps_support(c, commanders_at(c, s, combat.attacker, hex), units))
    value.add(c.rules.commander_support, ModifierCode::AttackSupportCommander, hex);
}

Sum defence_value(const Context& c, const State& s, const Combat& combat, Sum value) {
  const Side side = other(combat.attacker);
  const PieceSet all = units_at(c, s, side, combat.target), units = ready(s, all);
  if (!defends(c, s, all)) return value;  // 11.18
  value.add(combat_factors(c, units), ModifierCode::DefenceFactors);
  value.add(shaken_factors(c, s, all), ModifierCode::DisruptedFactors);
  if (c.rules.commander_characteristics)
    value.add(combat_factor_bonus(c, combat.defending_senior, units, false),
              ModifierCode::SeniorCommander, -1, combat.defending_senior);
  value.add(combined_arms(c, units), ModifierCode::DefenceArms);
  divide(value, divisor(c, s, all));
  value.add(rating_in_combat(c, s, commanders_at(c, s, side, combat.target), units),
            ModifierCode::DefenceRating);
  return value;
}

void add_defence_support(const Context& c, const State& s, const Combat& combat, int hex,
                         Sum& value) {
  const Side side = other(combat.attacker);
  const PieceSet stack = support_units(c, s, side, hex, false);
  value.add(combat_factors(c, ready(s, stack)) / divisor(c, s, units_at(c, s, side, hex)),
            ModifierCode::DefenceSupport, hex);
  if (helps_support(c, commanders_at(c, s, side, hex), stack))
    value.add(c.rules.commander_support, ModifierCode::DefenceSupportCommander, hex);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
