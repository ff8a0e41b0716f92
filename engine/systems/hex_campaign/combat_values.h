// 11.2-11.7: the sums that decide a combat, before the dice. A player weighs by them a combat that
// nobody has ordered yet.
#pragma once

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Who attacks what from where.
struct Combat {
  Side attacker = Side::A;
  int from = 0;
  int target = 0;
  PieceSet ordered{};         ///< the attacking units
  int attacking_senior = -1;  ///< the Commander whose traits count (16.4); -1: nobody's
  int defending_senior = -1;
};

/// Units in good order.
inline PieceSet ready(const State& s, const PieceSet& units) {
  return units - with_status(s, kDisrupted);
}

/// Of the units of a hex, those that may support: idle ones never do (14.6, 14.11), garrisons in
/// their city a defence only (14.12, 14.13, N-39).
PieceSet support_units(const Context& c, const State& s, Side side, int hex, bool attacks);

/// What the value of the units of a hex is divided by: 1, or one of Rules::exertion_divisors (11.2
/// bp3, R-47, R-94).
int divisor(const Context& c, const State& s, const PieceSet& units);
/// 11.18: Combat Factors that the disrupted among some units add to a defence.
int shaken_factors(const Context& c, const State& s, const PieceSet& units);
/// Whether units of a hex have any value in defence: somebody in good order, unless the disrupted
/// defend too (11.18).
bool defends(const Context& c, const State& s, const PieceSet& units);

/// 11.3-11.5: what the ordered units bring, supports apart; `value`: a sum of nothing, that may
/// keep its parts.
Sum attack_value(const Context& c, const State& s, const Combat& combat, Sum value = {});
/// 11.5: adds what a support of the attack in `hex` brings.
void add_attack_support(const Context& c, const State& s, const Combat& combat, int hex,
                        Sum& value);
/// 11.6, 11.7: what the units in the target bring, supports apart; nothing where none defends, for
/// whom no support counts either (11.18).
Sum defence_value(const Context& c, const State& s, const Combat& combat, Sum value = {});
/// 11.7: adds what a support of the defence in `hex` brings.
void add_defence_support(const Context& c, const State& s, const Combat& combat, int hex,
                         Sum& value);
/// 11.4: adds what river and ground take from an attack; `guns`: artillery attacks.
void add_ground(const Context& c, int from, int target, bool guns, Sum& value);
/// 11.5: the same for a support of an attack; `guns`: artillery attacks or supports.
void add_support_ground(const Context& c, int hex, int target, bool guns, Sum& value);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
