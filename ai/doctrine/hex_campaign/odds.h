// What an attack is worth before the dice.
#pragma once

namespace niemen::ai::hex_doctrine {

/// Worth of one combat unit, in the planner's points; a hit is half of it.
inline constexpr int kUnitWorth = 100;
inline constexpr int kMaxLead = 12;

/// What an attack is worth, in points, to one who leads by `lead` before both dice, against a stack
/// of so many units in good order and disrupted: units lost on both sides, disruption, ground, and
/// the decisive victory (11.8-11.17, 14.7b). `trapped`: who must withdraw cannot. Everything is
/// clamped.
int attack_worth(int lead, int ready, int down, bool trapped);
/// Expected loss, in points, of a stack of so many units that must forage (6.3, 6.4): one die
/// against all of them, and again in the turn after.
int forage_loss(int units);
/// Chance in percent that the attacker wins by `margin` or more.
int chance_to_lead(int lead, int margin);
/// Chance in percent of an order test or support test with this rating and these Commands (10.2,
/// 10.4). `aborts_to`: highest die that fails in any case.
int order_chance(int modifiers, int target, int aborts_to);

}  // namespace niemen::ai::hex_doctrine
