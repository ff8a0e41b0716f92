#include "engine/systems/hex_campaign/context.h"

#include <map>

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// Whether a piece takes part under the rules in force.
bool takes_part(const PieceData& piece, const Rules& rules) {
  if (piece.absent) return false;
  if (piece.additional && !rules.additional_commanders) return false;
  if (piece.reserve && !rules.cavalry_reserve) return false;
  if (piece.expedition && !rules.expedition && !rules.two_year) return false;
  return true;
}

/// 3.2, 18.9.
int strength_of(const PieceData& unit, const Rules& rules) {
  if (unit.strength > 0) return unit.strength;
  return rules.strength[static_cast<std::size_t>(unit.unit_class)] +
         (unit.augmented ? rules.augmented_strength : 0);
}
int occupancy_of(const PieceData& unit, const Rules& rules) {
  if (unit.occupancy > 0) return unit.occupancy;
  return rules.occupancy[static_cast<std::size_t>(unit.unit_class)] +
         (unit.augmented ? rules.augmented_occupancy : 0);
}

/// Puts a unit into the sets of the digits of its number.
void enter_digits(Context::Digits& digits, int unit, int number) {
  for (std::size_t digit = 0; (number >> digit) > 0; ++digit) {
    if (digits.size() == digit) digits.push_back({});
    if ((number >> digit) & 1) digits[digit].insert(unit);
  }
}

/// Everything by which the rules in force can tell a unit from others; equal keys, equal kinds.
std::vector<std::uint64_t> kind_key(const Context& context, int unit) {
  const auto& piece = context.piece(unit);
  const auto& rules = context.rules;
  std::vector<std::uint64_t> key{
      static_cast<std::uint64_t>(play::index(piece.side)),   static_cast<std::uint64_t>(piece.arm),
      static_cast<std::uint64_t>(piece.unit_class),          piece.own_source,
      static_cast<std::uint64_t>(strength_of(piece, rules)), context.occupancy[unit]};
  const auto add = [&](bool when, bool value) { key.push_back(when && value); };
  if (rules.command_designations)
    for (std::size_t i = static_cast<std::size_t>(context.units); i < context.pieces.size(); ++i)
      add(context.in_play.contains(static_cast<int>(i)), context.pieces[i].commands.contains(unit));
  add(true, piece.cossack);
  add(true, piece.aloof);
  if (rules.tension) key.push_back(static_cast<std::uint64_t>(piece.nation));
  add(true, piece.wavering);
  if (piece.counterpart_of != kNoPiece) key.push_back(static_cast<std::uint64_t>(unit));
  key.push_back(static_cast<std::uint64_t>(piece.idle_to_turn));
  key.push_back(static_cast<std::uint64_t>(piece.bond));
  if (piece.bond != Bond::None) key.push_back(static_cast<std::uint64_t>(unit));
  for (auto word : piece.home.words) key.push_back(word);
  add(rules.reluctant_allies, piece.reluctant_ally);
  add(rules.contingents_leave || rules.two_year, piece.foreign_contingent);
  add(rules.two_year, piece.spared);
  add(rules.cavalry_reserve, piece.reserve);
  add(rules.uprising, piece.uprising_trigger);
  add(rules.uprising, piece.uprising_victim);
  add(rules.random_events, piece.no_forced_march);
  if (rules.two_year) {
    add(true, piece.second_year);
    for (auto word : piece.second_year_entry.words) key.push_back(word);
  }
  if (rules.random_events)
    for (const auto& card : context.cards)
      for (const auto& effects : card.effects)
        for (const auto& effect : effects) add(true, effect.units.contains(unit));
  return key;
}

void derive_kinds(Context& context) {
  std::map<std::vector<std::uint64_t>, std::size_t> numbers;
  // Reluctant allies come last: whoever is ordered before them is known when they are asked
  // (16.10).
  for (int pass = 0; pass < 2; ++pass)
    for (int unit = 0; unit < context.units; ++unit) {
      if (context.piece(unit).reluctant_ally != (pass == 1)) continue;
      const auto [it, added] = numbers.try_emplace(kind_key(context, unit), context.kinds.size());
      if (added) context.kinds.emplace_back();
      context.kinds[it->second].insert(unit);
      context.kind[unit] = static_cast<std::uint8_t>(it->second);
    }
}

}  // namespace

void finish_context(Context& context) {
  int garrisons = 0;
  for (std::size_t i = 0; i < context.pieces.size(); ++i) {
    const auto& piece = context.pieces[i];
    const int index = static_cast<int>(i);
    const auto side = static_cast<std::size_t>(play::index(piece.side));
    if (takes_part(piece, context.rules)) {
      context.in_play.insert(index);
      (piece.commander ? context.commanders_of : context.units_of)[side].insert(index);
    }
    if (takes_part(piece, context.rules) && piece.arrival_turn == 0)
      context.no_first_depot[1 - side] |=
          context.scenario.free_setup ? piece.free_entry : piece.entry;
    context.uprising_victim.assign(index, piece.uprising_victim);
    context.expedition.assign(index, piece.expedition);
    context.restrained.assign(index, piece.idle_to_turn > 0 || piece.bond != Bond::None);
    context.aloof.assign(index, piece.aloof);
    context.bound.assign(index, piece.bond != Bond::None);
    context.garrison[i] = -1;
    if (piece.bond == Bond::Garrison || piece.bond == Bond::Fortress)
      context.garrison[i] = static_cast<std::int8_t>(garrisons++);
    if (piece.commander && context.rules.command_designations) {
      context.cavalry_corps.assign(index, (piece.traits & kTraitCavalryCorps) != 0);
      context.regional.assign(index, piece.region_from_turn > 0);
      context.leavers.assign(index, !piece.leaves_if_entered.empty());
    }
    if (piece.counterpart_of != kNoPiece && takes_part(piece, context.rules))
      context.counterparts.push_back(static_cast<Piece>(index));
    if (piece.commander) continue;
    const auto unit_class = static_cast<std::size_t>(piece.unit_class);
    context.combat_units.insert(index);
    context.arm_units[static_cast<std::size_t>(piece.arm)].insert(index);
    context.class_units[unit_class].insert(index);
    context.cossack.assign(index, piece.cossack);
    context.wavering.assign(index, piece.wavering);
    context.occupancy[i] = static_cast<std::uint8_t>(occupancy_of(piece, context.rules));
    enter_digits(context.occupancy_digits, index, context.occupancy[i]);
    enter_digits(context.strength_above_one, index, strength_of(piece, context.rules) - 1);
    context.foreign.assign(index, piece.foreign_contingent);
    context.spared.assign(index, piece.spared);
    context.own_source.assign(index, piece.own_source);
    context.reluctant_ally.assign(index, piece.reluctant_ally);
    context.reserve.assign(index, piece.reserve);
    context.uprising_trigger.assign(index, piece.uprising_trigger);
    context.no_forced_march.assign(index, piece.no_forced_march);
  }
  derive_kinds(context);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
