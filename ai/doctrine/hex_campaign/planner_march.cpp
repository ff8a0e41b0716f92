// 8.2 to 8.5: who marches, and where to.
#include <algorithm>

#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {

using hex_campaign::Arm;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::verb_of;

namespace {

constexpr int kStepWorth = 11;       ///< a hex nearer to the objective, per unit
constexpr int kUnsupplied = 90;      ///< a unit that will be out of supply, where that kills
constexpr int kUnsuppliedMild = 50;  ///< the same where it only disrupts
constexpr int kDangerWorth = 9;      ///< a point of danger beyond the defence, per unit
constexpr int kMostDanger = 8;
constexpr int kTolerance = 2;  ///< danger beyond the defence that is shrugged off
constexpr int kCaptureWorth = 50, kPointWorth = 120, kDepotWorth = 150;
constexpr int kRaidWorth = 25;        ///< 13.1: a lone unit in raiders' country
constexpr int kCompanyWorth = 25;     ///< a small group that joins another
constexpr int kAttritionWorth = 120;  ///< a unit lost on the march, for nothing
constexpr int kSmallGroup = 2;
constexpr int kSupportPercent = 60;  ///< chance that a neighbour comes to help, as a rule
constexpr int kLeastGain = 4;
constexpr int kTurnsAhead = 2;   ///< a stack that fights stays a turn to rally
constexpr int kTrainsShort = 6;  ///< one stack in so many will find no train next turn

}  // namespace

/// The pieces that would march from a hex: all available but a garrison.
MarchGroup Planner::group_of(const State& s, int hex, const PieceSet& available) const {
  MarchGroup group;
  const PieceSet here = hex_campaign::pieces_at(s, hex);
  const PieceSet all = here & c().units_of[seat_];
  group.units = available & all;
  group.commanders = (here & c().commanders_of[seat_]) - s.moved;
  const auto* stack = view_->own_at(hex);
  group.objective = stack ? stack->objective : 0;
  int missing = view_->garrison_needed(s, hex) - (all - group.units).count();
  while (missing-- > 0 && !group.units.empty()) {
    int cheapest = -1, least = 0;
    for (const int unit : group.units) {
      const int worth = unit_worth(c(), unit);
      if (cheapest >= 0 && worth >= least) continue;
      cheapest = unit;
      least = worth;
    }
    group.units.erase(cheapest);
    group.stays_garrisoned = true;
  }
  // Too large for any neighbour: the dearest go.
  const PieceSet ready = group.units - hex_campaign::with_status(s, hex_campaign::kDisrupted);
  group.ready = ready.count();
  group.value = combat_value(c(), s, ready, group.commanders);
  group.occupancy = hex_campaign::occupancy(c(), group.units);
  return group;
}

/// Whether another stack of the side than the one that leaves `from` stands beside this hex.
bool Planner::has_company(int hex, int from) const {
  for (const int near : c().map.around(static_cast<Hex>(hex))) {
    const auto* stack = view_->own_at(near);
    if (near != from && stack && stack->units > 0) return true;
  }
  return false;
}

/// What fighting next to enemies in `hex` promises or threatens.
int Planner::score_contact(const State& s, const MarchGroup& group, int from, int hex) const {
  const auto& view = *view_;
  int best = 0;
  for (const int near : c().map.around(static_cast<Hex>(hex))) {
    const auto* foe = view.foe_at(near);
    if (!foe || foe->units == 0) continue;
    int attack = group.value, defence = foe->ready == 0 ? 0 : foe->value;
    if (const auto* friends = view.own_at(hex); friends && hex != from) attack += friends->ready;
    if (c().map.river_between(static_cast<Hex>(hex), static_cast<Hex>(near)))
      attack += c().rules.river_attack;
    if (c().difficult.contains(near))
      attack += c().rules.difficult_attack;
    else if (c().fortified.contains(near))
      attack += c().rules.fortress_attack_artillery;
    for (const int beside : c().map.around(static_cast<Hex>(near))) {
      if (beside == hex) continue;
      if (beside != from) attack += view.own_ready(beside) * kSupportPercent / 100;
      if (foe->ready > 0) defence += view.foe_ready(beside) * kSupportPercent / 100;
    }
    const int lead = attack - defence;
    if (lead < view.doctrine().attack_lead) continue;
    int worth = combat_balance(lead);
    if (view.points(near) > 0) worth += 40 * view.points(near);
    best = std::max(best, worth);
  }
  (void)s;
  return best;
}

/// How good it is for a group from `from` to stand in `hex` after so many steps.
int Planner::score_place(const State& s, const MarchGroup& group, int from, int hex,
                         int steps) const {
  const auto& view = *view_;
  const auto& rules = c().rules;
  const int n = std::max(1, group.ready);
  const auto& objective = view.objectives()[static_cast<std::size_t>(group.objective)];
  int score = -n * kStepWorth * view.steps(hex, objective.hex);
  if (!view.supplied().contains(hex))
    score -= n * (rules.unsupplied_fate[seat_][1] ? kUnsupplied : kUnsuppliedMild);

  // Who else will be there or beside, and who may come against it.
  const auto* friends = hex == from ? nullptr : view.own_at(hex);
  int beside = 0, crowd = 0, crowded_friends = 0;
  for (const int near : c().map.around(static_cast<Hex>(hex))) {
    if (near == from && !group.stays_garrisoned) continue;
    const auto* neighbour = view.own_at(near);
    if (!neighbour || neighbour->units == 0) continue;
    beside += neighbour->ready;
    ++crowd;
    if (hex != from && neighbour->units > 1 && must_forage(s, near, kTurnsAhead) &&
        has_company(near, from))
      crowded_friends += forage_loss(neighbour->units);
  }
  const int company = friends ? friends->ready : 0;
  int defence = group.value + company + beside * kSupportPercent / 100;
  if (c().fortified.contains(hex)) defence -= rules.fortress_attack;
  // Whose loss ends the game is not risked (11.19, 14.7).
  const bool precious =
      hex_campaign::has_trait(c(), group.commanders, hex_campaign::kTraitSuddenDeath);
  const int excess = view.danger(hex) - defence - (precious ? 0 : kTolerance);
  if (excess > 0)
    score -= n * kDangerWorth * std::min(excess, kMostDanger) * (precious ? 2 : 1) *
             view.doctrine().caution / 100;
  score += score_contact(s, group, from, hex);

  const auto enemy = 1 - seat_;
  if (c().city.contains(hex)) {
    if (hex != from && !view.holds(s, hex)) {
      score += kCaptureWorth + kPointWorth * view.points(hex);
      if (hex_campaign::has_depot(c(), s, play::other(me_), hex)) score += kDepotWorth;
    }
  } else if (rules.raided[seat_] && n + company == 1 && c().friendly[enemy].contains(hex)) {
    score -= kRaidWorth;
  }
  if (must_forage(s, hex, kTurnsAhead)) {
    const int loss = forage_loss(n + company);
    const bool alone = company == 0 && view.trains_are_short();
    score -= crowd >= 2 ? loss : alone ? loss / 2 : loss / kTrainsShort;
  }
  if (company == 0) score -= crowded_friends;  // 7.6: two neighbours are too many
  if (n <= kSmallGroup && company > 0) score += kCompanyWorth;

  // 8.5: the march die.
  const bool winter = hex_campaign::is_winter(c(), s);
  const int threshold = winter ? rules.attrition_from_hexes_winter : rules.attrition_from_hexes;
  if (steps >= threshold) {
    int bonus = s.march_change[seat_] + (winter ? rules.attrition_winter : 0);
    if (s.turn >= rules.attrition_bonus_from_turn || s.second_year)
      bonus += rules.attrition_bonus[seat_];
    bonus += std::max(0, steps - (winter ? rules.march_winter : rules.march)) *
             rules.attrition_forced_hex;
    const int chance = order_chance(bonus, rules.attrition_one_from, 0);
    score -= chance * (n > 1 ? kAttritionWorth : kUnitWorth / 2) / 100;
  }
  return score;
}

/// The best place within a normal march, and the way there: breadth first, legal as far as the
/// position tells. `done` steps were made before `from`.
MarchPlan Planner::plan_march(const State& s, const MarchGroup& group, int from, int done) const {
  const auto& view = *view_;
  const bool winter = hex_campaign::is_winter(c(), s);
  const int most = (winter ? c().rules.march_winter : c().rules.march) - done;
  const auto enemy = 1 - seat_;
  const bool was_held = group.units.intersects(s.held);
  const HexSet open = c().enterable[seat_] - s.combat_hexes[enemy];
  struct Node {
    Hex hex;
    std::int8_t before;
    std::int8_t steps;
  };
  core::FixedVector<Node, 96> nodes;
  nodes.push_back({static_cast<Hex>(from), -1, 0});
  HexSet seen = HexSet::of(from);
  const int stay = score_place(s, group, from, from, done);
  int best = stay;
  std::size_t best_node = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node node = nodes[i];
    if (i > 0) {
      const int score = score_place(s, group, from, node.hex, done + node.steps);
      if (score > best) {
        best = score;
        best_node = i;
      }
      if (view.held().contains(node.hex)) {
        const auto* friends = view.own_at(node.hex);
        if (!friends || friends->units == 0) continue;  // 8.4 bp6
      }
    }
    if (node.steps >= most) continue;
    const HexSet next = (c().map.around(node.hex) & open) - seen;
    for (const int to : next) {
      if (i == 0 && was_held && done == 0 && view.held().contains(to)) {
        const auto* friends = view.own_at(to);
        if (!friends || friends->units == 0) continue;  // 8.4 bp7
      }
      const auto* friends = view.own_at(to);
      const int there = friends ? friends->occupancy : 0;
      if (there + group.occupancy > c().rules.hex_capacity) continue;  // 4.1
      if (nodes.full()) break;
      seen.insert(to);
      nodes.push_back({static_cast<Hex>(to), static_cast<std::int8_t>(i),
                       static_cast<std::int8_t>(node.steps + 1)});
    }
  }
  MarchPlan plan;
  plan.gain = best - stay;
  plan.length = nodes[best_node].steps + 1;
  for (int at = static_cast<int>(best_node), slot = plan.length - 1; at >= 0;
       at = nodes[static_cast<std::size_t>(at)].before, --slot)
    plan.path[static_cast<std::size_t>(slot)] = nodes[static_cast<std::size_t>(at)].hex;
  return plan;
}

Action Planner::choose_march(const State& s, const ActionList& legal) {
  march_.length = 0;
  const PieceSet supplied = hex_campaign::with_status(s, hex_campaign::kSupplied);
  Action best = legal[0];
  int most = kLeastGain - 1;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::March) continue;
    const int hex = payload_of(action);
    const auto group = group_of(s, hex, supplied - s.moved - s.locked);
    if (group.units.empty()) continue;
    const auto plan = plan_march(s, group, hex, 0);
    if (plan.length < 2 || plan.gain <= most) continue;
    most = plan.gain;
    best = action;
    march_ = plan;
    march_side_ = me_;
    march_turn_ = s.turn;
  }
  return best;
}

Action Planner::choose_group(const State& s, const ActionList& legal) {
  view_->look(s);
  const auto whole = make_action(Verb::Whole);
  if (!has_action(legal, whole)) return legal[0];
  const auto group = group_of(s, s.hex_a, s.pick_from & c().combat_units);
  return group.stays_garrisoned && !group.units.empty() ? legal[legal.size() - 1] : whole;
}

/// Kind by kind: what belongs to the group, as far as it fits.
Action Planner::take_marching(const State& s, const ActionList& legal) const {
  const auto question = hex_campaign::kind_question(c(), s);
  const auto group = group_of(s, s.hex_a, s.pick_from & c().combat_units);
  int wanted = 1;
  if (!question.commander) wanted = (question.members & group.units).count();
  for (std::size_t i = legal.size(); i-- > 0;)
    if (payload_of(legal[i]) <= wanted) return legal[i];
  return legal[0];
}

Action Planner::choose_step(const State& s, const ActionList& legal) {
  const int length = s.path_length;
  const auto here = static_cast<int>(s.path[static_cast<std::size_t>(length - 1)]);
  // As planned when the march was chosen, if all went as planned since.
  bool planned =
      march_.length > 1 && march_side_ == me_ && march_turn_ == s.turn && length <= march_.length;
  for (int i = 0; planned && i < length; ++i)
    planned = march_.path[static_cast<std::size_t>(i)] == s.path[static_cast<std::size_t>(i)];
  if (planned) {
    const auto action =
        length == march_.length
            ? make_action(Verb::Done)
            : make_action(Verb::StepTo, march_.path[static_cast<std::size_t>(length)]);
    if (has_action(legal, action)) return action;
  }
  view_->look(s);
  MarchGroup group = group_of(s, here, s.group & c().combat_units);
  group.units = s.group & c().combat_units;
  const auto plan = plan_march(s, group, here, length - 1);
  const auto action =
      plan.length < 2 ? make_action(Verb::Done) : make_action(Verb::StepTo, plan.path[1]);
  if (has_action(legal, action)) return action;
  return legal[0];
}

}  // namespace niemen::ai::hex_doctrine
