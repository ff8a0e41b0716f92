// 10 and 11: attacks, supports, withdrawals, losses.
#include <algorithm>

#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/combat_values.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::Combat;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::Sum;
using hex_campaign::verb_of;
using play::other;

namespace {

constexpr int kMustWithdraw = 3;

struct Fighters {
  PieceSet units, ready;
  int rating = 0;
};

Fighters fighters_at(const Context& c, const State& s, Side side, int hex) {
  Fighters found;
  found.units = hex_campaign::units_at(c, s, side, hex);
  found.ready = hex_campaign::ready(s, found.units);
  found.rating = hex_campaign::rating_best(c, s, hex_campaign::commanders_at(c, s, side, hex));
  return found;
}

/// The Commander whose traits count among those in a hex (16.4); -1: nobody's.
int senior_at(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.commander_characteristics) return -1;
  const PieceSet commanders = hex_campaign::commanders_at(c, s, side, hex);
  const PieceSet units = hex_campaign::units_at(c, s, side, hex);
  const PieceSet senior = hex_campaign::most_senior(c, s, commanders, units);
  return senior.empty() ? -1 : senior.first();
}

/// An attack by all units of a hex in good order.
Combat combat_between(const Context& c, const State& s, Side attacker, int from, int target) {
  return {.attacker = attacker,
          .from = from,
          .target = target,
          .ordered = hex_campaign::ready(s, hex_campaign::units_at(c, s, attacker, from)),
          .attacking_senior = senior_at(c, s, attacker, from),
          .defending_senior = senior_at(c, s, other(attacker), target)};
}

int attack_of(const Context& c, const State& s, const Combat& combat) {
  return hex_campaign::attack_value(c, s, combat).total;
}
int defence_of(const Context& c, const State& s, const Combat& combat) {
  return hex_campaign::defence_value(c, s, combat).total;
}

/// What a support adds if it comes, terrain of the attack included.
int support_of(const Context& c, const State& s, const Combat& combat, int hex, bool attacking) {
  Sum value;
  if (attacking)
    hex_campaign::add_attack_support(c, s, combat, hex, value);
  else
    hex_campaign::add_defence_support(c, s, combat, hex, value);
  return value.total;
}

}  // namespace

/// The expected worth of an attack, with a typical number of Commands behind it.
Planner::AttackIdea Planner::weigh_attack(const State& s, int from, int target) const {
  const auto& rules = c().rules;
  const Side enemy = other(me_);
  const auto foe = fighters_at(c(), s, enemy, target);
  AttackIdea idea{.worth = 0, .lead = 0, .from = from, .target = target};
  if (foe.units.empty()) {  // a lone Depot or Commander
    idea.lead = kMaxLead;
    idea.worth = 120;
    return idea;
  }
  const auto here = static_cast<Hex>(from), there = static_cast<Hex>(target);
  const Combat combat = combat_between(c(), s, me_, from, target);
  const int attack = attack_of(c(), s, combat), defence = defence_of(c(), s, combat);
  const int commands = s.commands[seat_] > 1 ? 2 : s.commands[seat_];
  const int foe_commands = s.commands[1 - seat_] > 0 ? 1 : 0;
  int hundredths = 0;
  bool way_out = false;
  for (const int near : c().map.around(there)) {
    if (near == from) continue;
    if (s.combat_hexes[seat_].contains(near)) {
      const auto support = fighters_at(c(), s, me_, near);
      if (support.ready.empty() ||
          support.units.intersects(hex_campaign::with_status(s, hex_campaign::kForage)))
        continue;
      const int value = support_of(c(), s, combat, near, true);
      if (value > 0)
        hundredths += value * order_chance(support.rating + commands, rules.order_target, 0);
    } else if (s.combat_hexes[1 - seat_].contains(near)) {
      const auto support = fighters_at(c(), s, enemy, near);
      if (foe.ready.empty() || support.ready.empty()) continue;
      hundredths -= support_of(c(), s, combat, near, false) *
                    order_chance(support.rating + foe_commands, rules.order_target, 0);
    }
    if (!s.combat_hexes[seat_].contains(near) && c().map.crossable(there).contains(near) &&
        c().enterable[1 - seat_].contains(near) && !c().map.around(here).contains(near))
      way_out = true;
  }
  idea.lead = attack - defence + hundredths / 100;
  const int ready = foe.ready.count();
  idea.worth = attack_worth(idea.lead, ready, foe.units.count() - ready, !way_out);
  const int driven_out = chance_to_lead(idea.lead, kMustWithdraw);
  idea.worth += view_->points(target) * values().ground * driven_out / 100;
  return idea;
}

Planner::AttackIdea Planner::best_attack(const State& s, int from) const {
  AttackIdea best{.worth = -1000, .lead = 0, .from = from, .target = -1};
  const auto enemy = static_cast<std::size_t>(1 - seat_);
  for (const int target : c().map.around(static_cast<Hex>(from)) - view_->barred()) {
    if (!s.combat_hexes[enemy].contains(target) &&
        !hex_campaign::has_depot(c(), s, other(me_), target) &&
        hex_campaign::commanders_at(c(), s, other(me_), target).empty())
      continue;
    const auto idea = weigh_attack(s, from, target);
    if (idea.worth > best.worth) best = idea;
  }
  return best;
}

/// What the best attack from a hex is worth, by the chance that its order goes ahead; 0 where none
/// is worth an order.
int Planner::attack_gain(const State& s, int from) const {
  const auto idea = best_attack(s, from);
  if (idea.target < 0) return 0;
  // On the last turn there is nothing to spare an army for: a place that counts is tried for.
  const bool last_try = view_->is_last_turn(s) && view_->points(idea.target) > 0;
  if (!last_try && idea.lead < view_->doctrine().attack_lead) return 0;
  const int rating =
      hex_campaign::rating_best(c(), s, hex_campaign::commanders_at(c(), s, me_, from));
  const int chance =
      order_chance(rating + s.commands[seat_], c().rules.order_target, c().rules.order_abort);
  return chance < values().least_chance && !last_try ? 0 : std::max(0, idea.worth * chance / 100);
}

/// A failed order ends the attacks of the turn: sure ones first.
Action Planner::choose_attack(const State& s, const ActionList& legal) const {
  Action best = legal[0];
  int most = 0;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Attack) continue;
    const int worth = attack_gain(s, payload_of(action));
    if (worth <= most) continue;
    most = worth;
    best = action;
  }
  return best;
}

Action Planner::choose_target(const State& s, const ActionList& legal) const {
  Action best = legal[0];
  int most = -100000;
  for (const auto action : legal) {
    const int worth = weigh_attack(s, s.places.combat.from, payload_of(action)).worth;
    if (worth <= most) continue;
    most = worth;
    best = action;
  }
  return best;
}

/// As many as make the order likely, and no more.
Action Planner::choose_commands(const State& s, const ActionList& legal) const {
  const int rating = hex_campaign::rating_best(
      c(), s, hex_campaign::commanders_at(c(), s, me_, s.places.combat.from));
  for (const auto action : legal)
    if (order_chance(rating + payload_of(action), c().rules.order_target, c().rules.order_abort) >=
        values().good_chance)
      return action;
  return legal[legal.size() - 1];
}

/// 10.3: Commands of the defender serve his supports alone.
Action Planner::choose_defence_commands(const State& s, const ActionList& legal) const {
  int supports = 0, rating = 0;
  for (const int near : c().map.around(static_cast<Hex>(s.places.combat.target))) {
    if (near == s.places.combat.from || !s.combat_hexes[seat_].contains(near)) continue;
    const auto support = fighters_at(c(), s, me_, near);
    if (support.ready.empty()) continue;
    supports += support.ready.count();
    rating = std::max(rating, support.rating);
  }
  if (supports < 2) return legal[0];
  constexpr int kMaxSpent = 2;
  const int wanted = std::min(kMaxSpent, std::max(1, c().rules.order_target - 4 - rating));
  const auto action = make_action(Verb::Commit, std::min<int>(wanted, s.commands[seat_]));
  return has_action(legal, action) ? action : legal[0];
}

Action Planner::choose_support(const State& s, const ActionList& legal) const {
  const bool attacking = me_ == s.side;
  const int hex =
      c().map.neighbour(static_cast<Hex>(s.places.combat.target), s.work.support.direction);
  const Combat combat =
      combat_between(c(), s, s.side, s.places.combat.from, s.places.combat.target);
  return support_of(c(), s, combat, hex, attacking) > 0 ? legal[legal.size() - 1] : legal[0];
}

/// Before the fight when it would be lost, after it when the stack is shaken.
Action Planner::choose_withdrawal(const State& s, const ActionList& legal) const {
  const auto stay = legal[0], go = legal[legal.size() - 1];
  const auto mine = fighters_at(c(), s, me_, s.places.combat.target);
  const Combat combat =
      combat_between(c(), s, other(me_), s.places.combat.from, s.places.combat.target);
  const int attack = attack_of(c(), s, combat), defence = defence_of(c(), s, combat);
  const bool prize =
      view_->points(s.places.combat.target) > 0 || c().fortified.contains(s.places.combat.target);
  if (s.step == hex_campaign::Step::WithdrawBeforeCombat)
    return attack - defence >= (prize ? kMustWithdraw : 0) ? go : stay;
  if (s.difference < 0) return stay;  // the attack was beaten off
  const bool shaken = 2 * mine.ready.count() < mine.units.count();
  return shaken && (!prize || attack - defence >= kMustWithdraw) ? go : stay;
}

Action Planner::choose_retreat(const State& s, const ActionList& legal, int from) const {
  const auto moving = hex_campaign::units_at(c(), s, me_, from);
  const int size = hex_campaign::occupancy(c(), moving);
  Action best = legal[0];
  int most = -100000;
  for (const auto action : legal) {
    const int hex = payload_of(action);
    const auto* friends = view_->own_at(hex);
    const int there = friends ? friends->occupancy : 0;
    int score = view_->supplied().contains(hex) ? 60 : 0;
    score -= 12 * std::max(0, there + size - c().rules.hex_capacity);
    score -= 8 * view_->danger(hex);
    score += 6 * (friends ? friends->ready : 0);
    if (view_->points(hex) > 0) score += 10;
    if (score <= most) continue;
    most = score;
    best = action;
  }
  (void)s;
  return best;
}

/// Into what was worth the attack, if that is a better place than where the stack stands.
Action Planner::choose_advance(const State& s, const ActionList& legal) {
  begin_plan(s);
  const auto main = fighters_at(c(), s, me_, s.places.combat.from);
  auto group = group_of(s, s.places.combat.from, main.ready);
  group.stays_garrisoned |= main.ready.count() < main.units.count();
  if (group.units.empty()) return legal[0];
  deployment_.take_up(group, s.places.combat.from);
  const int stay = score_place(s, group, view_->supplied(), s.places.combat.from, 0);
  const int go = score_place(s, group, supplied_without(s, group, s.places.combat.from),
                             s.places.combat.target, 1);
  if (go <= stay) return legal[0];
  return first_with(legal, Verb::Whole, legal[legal.size() - 1]);
}

/// The piece that can be spared best of one's own; the dearest of the enemy's, or to get back.
Action Planner::choose_victim(const State& s, const ActionList& legal, bool own) const {
  Action best = legal[0];
  int most = -100000;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Pick) continue;
    const int piece = payload_of(action);
    const auto& data = c().pieces[piece];
    const bool mine = data.side == me_;
    int worth = data.commander ? 20 + 10 * data.rating : unit_worth(c(), piece);
    // A hit on somebody disrupted kills: those in good order take theirs first (11.17).
    if (own && hex_campaign::disrupted(s, piece)) worth += mine ? 100 : -10;
    const int score = own && mine ? -worth : worth;
    if (score <= most) continue;
    most = score;
    best = action;
  }
  return best;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
