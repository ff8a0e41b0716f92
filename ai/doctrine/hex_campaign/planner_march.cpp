// 8.2 to 8.5: who marches, and where to.
#include <algorithm>

#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/combat_values.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::Arm;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::verb_of;

/// The pieces that would march from a hex: all available but a garrison.
MarchGroup Planner::group_of(const State& s, int hex, const PieceSet& available) const {
  MarchGroup group;
  const PieceSet here = hex_campaign::pieces_at(s, hex);
  const PieceSet all = here & c().units_of[seat_];
  group.units = available & all;
  group.commanders = (here & c().commanders_of[seat_]) - s.moved;
  const auto* stack = view_->own_at(hex);
  group.objective = stack ? stack->objective : 0;
  group.way = view_->steps(hex, view_->objectives()[static_cast<std::size_t>(group.objective)].hex);
  int missing = view_->garrison_needed(s, hex) - (all - group.units).count();
  while (missing-- > 0 && !group.units.empty()) {
    group.units.erase(cheapest_of(group.units));
    group.stays_garrisoned = true;
  }
  describe(s, group);
  return group;
}

/// The cheapest unit alone, to take what nobody defends; the rest of the stack stays.
MarchGroup Planner::detachment_of(const State& s, const MarchGroup& whole) const {
  MarchGroup group = whole;
  group.units = PieceSet::of(cheapest_of(whole.units));
  for (const int commander : whole.commanders)  // whose loss ends the game stays with the main body
    if (c().pieces[static_cast<std::size_t>(commander)].traits & hex_campaign::kTraitSuddenDeath)
      group.commanders.erase(commander);
  group.stays_garrisoned = true;
  describe(s, group);
  return group;
}

int Planner::cheapest_of(const PieceSet& units) const {
  constexpr int kNotToCities = 100;  // where garrisons and detachments are for
  int cheapest = -1, least = 0;
  for (const int unit : units) {
    const int worth = unit_worth(c(), unit) + (is_unruly(unit) ? kNotToCities : 0);
    if (cheapest >= 0 && worth >= least) continue;
    cheapest = unit;
    least = worth;
  }
  return cheapest;
}

void Planner::describe(const State& s, MarchGroup& group) const {
  const PieceSet ready = group.units - hex_campaign::with_status(s, hex_campaign::kDisrupted);
  group.ready = ready.count();
  group.value = combat_value(c(), s, ready, group.commanders);
  group.guns = guns_among(c(), ready);
  group.occupancy = hex_campaign::occupancy(c(), group.units);
  group.marked = group.units.intersects(hex_campaign::with_status(s, hex_campaign::kForage));
  group.precious = hex_campaign::has_trait(c(), group.commanders, hex_campaign::kTraitSuddenDeath);
}

/// What stacks around `target` bring against it when the best of them leads and the group stands in
/// `hex`: before the dice, in points of the attack value (11.3-11.5).
int Planner::attack_on(const MarchGroup& group, int hex, int target) const {
  int supports = 0, most = -100;
  for (const int beside : c().map.around(static_cast<Hex>(target))) {
    const auto* friends = deployment_.at(beside);
    int ready = friends ? friends->ready : 0, value = friends ? friends->value : 0;
    bool guns = friends && friends->guns > 0;
    if (beside == hex) {
      value = std::max(value - ready, group.value - group.ready) + ready + group.ready;
      ready += group.ready;
      guns |= group.guns > 0;
    }
    if (ready == 0) continue;
    hex_campaign::Sum support, lead;
    hex_campaign::add_support_ground(c(), beside, target, guns, support);
    hex_campaign::add_ground(c(), beside, target, guns, lead);
    const int brought = std::max(0, ready + support.total) * values().support / 100;
    supports += brought;
    most = std::max(most, value + lead.total - brought);
  }
  return supports + most;
}

/// What fighting next to enemies in `hex` promises, beyond what is promised already by stacks that
/// were planned before.
Planner::Contact Planner::score_contact(const MarchGroup& group, int hex) const {
  const auto& view = *view_;
  Contact best;
  if (!view.fronts().contains(hex)) return best;
  for (const int near : c().map.around(static_cast<Hex>(hex)) & view.foe_hexes()) {
    const auto* foe = view.foe_at(near);
    const int lead = attack_on(group, hex, near) - view.defence_of(*foe);
    if (lead < view.doctrine().attack_lead) continue;
    int worth = attack_worth(lead, foe->ready, foe->units - foe->ready, false);
    if (view.points(near) > 0) worth += values().ground * view.points(near);
    const int more = worth - claimed_[static_cast<std::size_t>(near)];
    if (more > best.more) best = {near, worth, more};
  }
  return best;
}

/// 7.6: whether a train spares a crowded stack from foraging, as it does any other, and whether a
/// crowd makes stacks forage in friendly territory too.
bool Planner::feeds_crowds() const {
  return c().rules.forage_condition ==
         static_cast<int>(hex_campaign::ForageCondition::NoTrainNeeded);
}

/// 7.6: whether who stands in `hex` when the planned marches have been made needs a train.
bool Planner::is_hungry(int hex) const {
  if (hungry_.contains(hex)) return true;
  return feeds_crowds() && crowdable_.contains(hex) && deployment_.crowd(hex) >= kCrowd;
}

/// Nemesis 13.1: Cossacks, who in a city may cost their side battle points.
bool Planner::is_unruly(int unit) const {
  return c().rules.raid_effect == static_cast<int>(hex_campaign::RaidEffect::BattlePoint) &&
         c().cossack.contains(unit);
}

/// Nemesis 13.1: what a turn of these units in a city costs: what one side loses the other gains.
int Planner::unruly_cost(const State& s, const PieceSet& units) const {
  if (!units.intersects(c().cossack) || !is_unruly((units & c().cossack).first())) return 0;
  if (s.turn < c().rules.raid_from_turn || s.battle_points == 0) return 0;
  constexpr int kSidesMoved = 2;
  return kSidesMoved * values().point * order_chance(0, c().rules.raid_score, 0) / 100;
}

namespace {

/// Nemesis 14.14: battle points that both sides together are moved by, this turn, when side B has
/// a unit in the outpost.
int points_of_outpost(const Context& c, const State& s) {
  constexpr int kSidesMoved = 2;
  const auto& rules = c.rules;
  const bool due = rules.outpost_from_turn > 0 && s.turn + 1 >= rules.outpost_from_turn &&
                   s.outpost_points < rules.outpost_max &&
                   s.battle_points < rules.battle_points_max &&
                   !(s.truce & hex_campaign::kTruceInForce);
  return due ? kSidesMoved : 0;
}

}  // namespace

/// 7.6: what foraging costs, in points, when the group joins who is in `hex`.
int Planner::forage_cost(const MarchGroup& group, int hex) const {
  const auto* friends = deployment_.at(hex);
  const int there = friends ? friends->units : 0;
  const int size = group.units.count();
  const bool catching = there > 0 && marked_.contains(hex);
  if (there > 0 && (group.marked || catching))  // one die for all who stand together (6.3)
    return forage_loss(there + size) - (group.marked ? forage_loss(size) : 0) -
           (catching ? forage_loss(there) : 0);
  if (!is_hungry(hex)) return 0;
  const int whole = forage_loss(there + size);
  if (deployment_.crowd(hex) >= kCrowd && !feeds_crowds())
    return whole - (there > 0 ? forage_loss(there) : 0);
  if (there > 0) return train_price_ / 2;  // a train feeds them all
  const bool fed = trains_left_ > 0 && !group.commanders.empty();
  return fed ? std::min(whole, train_price_) : whole;
}

/// 7.6: what it costs the neighbours of `hex` that one more stack stands beside them.
int Planner::crowding_cost(int hex) const {
  if (const auto* friends = deployment_.at(hex); friends && friends->units > 0) return 0;
  int cost = 0;
  for (const int near : c().map.around(static_cast<Hex>(hex)) & crowdable_) {
    const auto* neighbour = deployment_.at(near);
    if (!neighbour || neighbour->units == 0 || deployment_.crowd(near) != kCrowd - 1) continue;
    const int loss = forage_loss(neighbour->units);
    cost += feeds_crowds() && trains_left_ > 0 ? std::min(loss, train_price_) : loss;
  }
  return cost;
}

/// 8.5: what the march die costs a group of so many units in good order after so many steps.
int Planner::attrition_cost(const State& s, int ready, int steps) const {
  const auto& rules = c().rules;
  const bool winter = hex_campaign::is_winter(c(), s);
  const int threshold = winter ? rules.attrition_from_hexes_winter : rules.attrition_from_hexes;
  if (steps < threshold) return 0;
  int bonus = s.march_change[seat_] + (winter ? rules.attrition_winter : 0);
  if (s.turn >= rules.attrition_bonus_from_turn || s.second_year)
    bonus += rules.attrition_bonus[seat_];
  bonus +=
      std::max(0, steps - (winter ? rules.march_winter : rules.march)) * rules.attrition_forced_hex;
  const int chance = order_chance(bonus, rules.attrition_one_from, 0);
  return chance * (ready > 1 ? values().attrition : values().lone_attrition) / 100;
}

/// How good it is for a group that has been taken up to stand in `hex` after so many steps. What is
/// not better than `floor` may come out too high, but not better than `floor`.
int Planner::score_place(const State& s, const MarchGroup& group, const HexSet& supplied, int hex,
                         int steps, int floor) {
  const auto& view = *view_;
  const auto& rules = c().rules;
  const int n = std::max(1, group.ready);
  const auto& objective = view.objectives()[static_cast<std::size_t>(group.objective)];
  const int drawn = std::min(objective.weight, values().most_draw);
  const bool fed = supplied.contains(hex);
  int way = view.steps(hex, objective.hex);
  // To go where nobody can stay is no progress.
  if (!fed) way = std::max(way, group.way);
  int score = -n * values().step * way * drawn / 100;
  if (!fed)
    score -= n * (rules.unsupplied_fate[seat_][1] ? values().unsupplied : values().unsupplied_mild);

  const int company = deployment_.ready(hex);
  if (n <= values().small_group && company > 0) score += values().company;
  const auto enemy = 1 - seat_;
  if (c().city.contains(hex)) {
    score -= unruly_cost(s, group.units);
    if (hex == c().outpost && me_ == Side::B && company == 0)
      score += values().point * points_of_outpost(c(), s);
    score += n * values().stepping_stone *
             steps_to_gain(s, hex, static_cast<std::size_t>(group.objective));
    if (steps > 0 && !view.holds(s, hex)) {
      const int kept = fed ? 100 : values().unfed;
      score += values().capture + values().point * view.points(hex) * kept / 100;
      if (hex_campaign::has_depot(c(), s, play::other(me_), hex)) score += values().enemy_depot;
    }
  } else if (rules.raided[seat_] && n + company == 1 && c().friendly[enemy].contains(hex)) {
    score -= values().raid;
  }
  if (c().victory.exits[seat_].contains(hex))
    score += values().point * exit_worth(s, hex).points * group.units.count();
  score -= attrition_cost(s, n, steps);
  score += score_contact(group, hex).more;

  // All that follows speaks against the place.
  if (score <= floor) return score;
  // Who else will be there or beside, and who may come against it.
  int defence = group.value + company + deployment_.ready_around(hex) * values().support / 100;
  if (c().fortified.contains(hex)) defence -= rules.fortress_attack;
  // Whose loss ends the game is not risked (11.19, 14.7).
  const int excess = view.danger(hex) - defence - (group.precious ? 0 : values().tolerance);
  if (excess > 0)
    score -= n * values().danger * std::min(excess, values().most_danger) *
             (group.precious ? 2 : 1) * view.doctrine().caution / 100;
  if (score <= floor) return score;
  score -= forage_cost(group, hex);
  if (score <= floor) return score;
  return score - crowding_cost(hex);
}

/// 6.2: where the group will be in supply, given that it leaves `from`: a city of the enemy's that
/// nobody holds any more bars the way.
HexSet Planner::supplied_without(const State& s, const MarchGroup& group, int from) const {
  const bool gate = !group.stays_garrisoned && !view_->is_last_turn(s) &&
                    (view_->held().contains(from) || (c().city & hungry_).contains(from));
  if (!gate) return view_->supplied();
  State next = view_->at_next_supply(s);
  hex_campaign::place_pieces(c(), next, group.units | group.commanders, hex_campaign::kLost);
  return hex_campaign::supplied_hexes(c(), next, me_);
}

/// 16.1: some corps may not until a card lets them.
bool Planner::may_force_march(const State& s, const MarchGroup& group) const {
  return !c().rules.random_events || s.corps_released ||
         !group.units.intersects(c().no_forced_march);
}

/// 4.1: hexes that have no room for a group, now or once the planned marches have been made.
HexSet Planner::full_for(const MarchGroup& group) const {
  const int room = c().rules.hex_capacity - group.occupancy;
  HexSet full = room < 0 ? c().map.all() : HexSet{};
  for (const auto* stacks : {&view_->own(), &deployment_.stacks()})
    for (const auto& stack : *stacks)
      if (stack.occupancy > room) full.insert(stack.hex);
  return full;
}

/// The best place within a normal march for a group that has been taken up, and the way there:
/// breadth first, legal as far as the position tells. A forced march is for what nobody defends.
/// `done` steps were made before `from`.
MarchPlan Planner::plan_march(const State& s, const MarchGroup& group, int from, int done) {
  const auto& view = *view_;
  const int normal = hex_campaign::normal_march(c(), s, group.units) - done;
  const bool forced = done == 0 && may_force_march(s, group) && is_prey_near(from);
  const int most = forced ? hex_campaign::forced_march(c(), group.units) : normal;
  const auto enemy = 1 - seat_;
  const bool was_held = group.units.intersects(s.held);
  const HexSet open =
      c().enterable[seat_] - view.barred() - s.combat_hexes[enemy] - full_for(group);
  const HexSet halting = view.held() - s.combat_hexes[seat_];
  struct Node {
    Hex hex;
    std::int8_t before;
    std::int8_t steps;
  };
  core::FixedVector<Node, 96> nodes;
  nodes.push_back({static_cast<Hex>(from), -1, 0});
  HexSet seen = HexSet::of(from);
  const HexSet supplied = supplied_without(s, group, from);
  // Who depends on the group's staying where it is.
  int cut_off = 0;
  for (const int hex : (view.supplied() - supplied) & s.combat_hexes[seat_])
    if (hex != from) cut_off += view.own_at(hex)->units;
  const int stay = score_place(s, group, view.supplied(), from, done);
  const int leave = cut_off * values().unsupplied;
  int best = stay;
  std::size_t best_node = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node node = nodes[i];
    if (i > 0 && (node.steps <= normal || prey_.contains(node.hex))) {
      const int score =
          score_place(s, group, supplied, node.hex, done + node.steps, best + leave) - leave;
      if (score > best) {
        best = score;
        best_node = i;
      }
    }
    if (i > 0 && halting.contains(node.hex)) continue;  // 8.4 bp6
    if (node.steps >= most) continue;
    HexSet next = (c().map.around(node.hex) & open) - seen;
    if (i == 0 && was_held && done == 0) next -= halting;  // 8.4 bp7
    for (const int to : next) {
      if (nodes.full()) break;
      seen.insert(to);
      nodes.push_back({static_cast<Hex>(to), static_cast<std::int8_t>(i),
                       static_cast<std::int8_t>(node.steps + 1)});
    }
  }
  MarchPlan plan;
  plan.pieces = group.units | group.commanders;
  plan.gain = best - stay;
  plan.length = nodes[best_node].steps + 1;
  for (int at = static_cast<int>(best_node), slot = plan.length - 1; at >= 0;
       at = nodes[static_cast<std::size_t>(at)].before, --slot)
    plan.path[static_cast<std::size_t>(slot)] = nodes[static_cast<std::size_t>(at)].hex;
  return plan;
}

/// Nothing is planned yet: everybody stays where he is.
void Planner::begin_plan(const State& s) {
  const auto& rules = c().rules;
  intents_.clear();
  deployment_.start(view_->own());
  hungry_.clear();
  crowdable_.clear();
  const int from_turn =
      s.second_year ? rules.second_year_forage_from_turn : rules.forage_marker_from_turn;
  if (rules.forages[seat_] && s.turn + 1 >= from_turn && !view_->is_last_turn(s)) {
    const HexSet bare = c().map.all() - hex_campaign::depot_hexes(c(), s, me_);
    hungry_ = bare - view_->foraged();
    crowdable_ = feeds_crowds() ? bare - hungry_ : hungry_;
  }
  trains_left_ = view_->trains_next_turn();
  train_price_ = is_winter_near(s) ? values().winter_train : values().train;
  stones_.sought = false;
  claimed_.fill(0);
  const auto enemy = 1 - seat_;
  const HexSet held = s.combat_hexes[seat_] | (view_->friendly() - s.combat_hexes[enemy]);
  prey_ =
      hex_campaign::depot_hexes(c(), s, play::other(me_)) | (strategy_->prize_places[seat_] - held);
  prey_ -= s.combat_hexes[enemy];
  marked_.clear();
  for (const int unit : hex_campaign::with_status(s, hex_campaign::kForage) & c().units_of[seat_])
    if (hex_campaign::on_map(s, unit)) marked_.insert(hex_campaign::place(s, unit));
}

bool Planner::is_prey_near(int hex) const {
  return prey_.intersects(strategy_->forced_march[seat_][static_cast<std::size_t>(hex)]);
}

/// Plans the marches of the side together: one stack after the other, the strongest and foremost
/// first, each knowing where those before it will stand and how many trains are left to feed it
/// there next turn (7.6). `movable`: stacks that may march; the others stay. Nothing is planned
/// beyond the stack in the hex `last`, or beyond the first march worth making (kFirstWorthMaking).
void Planner::plan_marches(const State& s, const HexSet& movable, const PieceSet& available,
                           int last) {
  const auto& view = *view_;
  begin_plan(s);
  core::FixedVector<std::int16_t, kMaxStacks> order;
  const auto settle = [&](const Stack& stack) {
    trains_left_ -= stack.units > 1 && is_hungry(stack.hex);
  };
  for (std::size_t i = 0; i < view.own().size(); ++i) {
    const auto& stack = view.own()[i];
    if (stack.units == 0) continue;
    if (movable.contains(stack.hex))
      order.push_back(static_cast<std::int16_t>(i));
    else
      settle(stack);
  }
  const auto rank = [&](std::int16_t i) {
    const auto& stack = view.own()[static_cast<std::size_t>(i)];
    return 3 * stack.value - view.steps(stack.hex, view.objective_of(stack).hex);
  };
  std::sort(order.begin(), order.end(), [&](std::int16_t a, std::int16_t b) {
    const int x = rank(a), y = rank(b);
    return x != y ? x > y : a < b;
  });
  for (const auto i : order) {
    const auto& stack = view.own()[static_cast<std::size_t>(i)];
    auto group = group_of(s, stack.hex, available);
    if (group.units.empty()) {
      settle(stack);
      continue;
    }
    deployment_.take_up(group, stack.hex);
    auto plan = plan_march(s, group, stack.hex, 0);
    if (group.units.count() > 1 && is_prey_near(stack.hex)) {
      const auto part = detachment_of(s, group);
      deployment_.set_down(group, stack.hex);
      deployment_.take_up(part, stack.hex);
      MarchPlan other;
      if (!part.commanders.empty()) other = plan_march(s, part, stack.hex, 0);
      if (other.gain > plan.gain && other.length > 1) {
        plan = other;
        group = part;
      } else {
        deployment_.set_down(part, stack.hex);
        deployment_.take_up(group, stack.hex);
      }
    }
    intents_.push_back(plan);
    if (stack.hex == last || (last == kFirstWorthMaking && is_worth_making(plan))) return;
    const int to = plan.path[static_cast<std::size_t>(plan.length - 1)];
    const auto* there = deployment_.at(to);
    trains_left_ -= is_hungry(to) && !(there && there->units > 0) && group.units.count() > 1;
    if (const auto contact = score_contact(group, to); contact.target >= 0)
      claimed_[static_cast<std::size_t>(contact.target)] = static_cast<std::int16_t>(contact.worth);
    deployment_.set_down(group, to);
  }
}

/// 8.2: units in supply that are bound to no place (Nemesis 14.6, 14.10 to 14.12).
PieceSet Planner::able_to_march(const State& s) const {
  PieceSet able = hex_campaign::with_status(s, hex_campaign::kSupplied) & c().units_of[seat_];
  if (!hex_campaign::all_unbound(c(), s))
    able -= hex_campaign::idle_among(c(), s, able) | hex_campaign::immobile_among(c(), s, able);
  return able;
}

/// What marches a side is asked to choose from, planned as plan_marches() does.
void Planner::plan_choice(const State& s, const ActionList& legal, int last) {
  HexSet movable;
  for (const auto action : legal)
    if (verb_of(action) == Verb::March) movable.insert(payload_of(action));
  plan_marches(s, movable, able_to_march(s) - s.moved - s.locked, last);
  march_.length = 0;
  if (intents_.empty()) return;
  march_ = intents_.back();
  march_side_ = me_;
  march_turn_ = s.turn;
}

Action Planner::choose_march(const State& s, const ActionList& legal) {
  plan_choice(s, legal, kFirstWorthMaking);
  if (march_.length > 0 && is_worth_making(march_)) return make_action(Verb::March, march_.path[0]);
  march_.length = 0;
  return legal[0];
}

/// Knows how the march that has been chosen was planned then. Who was asked nothing since (he
/// forgot, or somebody else chose) plans it again: from where it begins it is another march than
/// from where it has come to, and others were planned before it.
void Planner::recall_march(const State& s) {
  const auto from = static_cast<Hex>(s.places.march.from);
  if (march_.length > 0 && march_side_ == me_ && march_turn_ == s.turn && march_.path[0] == from)
    return;
  State then = s;
  then.step = hex_campaign::Step::ChooseMarch;
  hex_campaign::place_pieces(c(), then, s.group, from);
  then.group.clear();
  ActionList legal;
  game_.legal(then, legal);
  view_->survey(then);
  plan_choice(then, legal, from);
}

/// Who was meant to march, if this is the march that was planned.
PieceSet Planner::marching(const State& s) const {
  const PieceSet able = s.choice.taking.candidates & c().combat_units;
  const bool planned = march_.length > 1 && march_.path[0] == static_cast<Hex>(s.places.march.from);
  if (planned) return march_.pieces;
  return group_of(s, s.places.march.from, able).units | c().commanders_of[seat_];
}

Action Planner::choose_group(const State& s, const ActionList& legal) {
  recall_march(s);
  view_->survey(s);
  const auto whole = make_action(Verb::Whole);
  if (!has_action(legal, whole)) return legal[0];
  const PieceSet all = s.choice.taking.candidates & c().combat_units, units = marching(s) & all;
  return units != all && !units.empty() ? legal[legal.size() - 1] : whole;
}

/// Kind by kind: what belongs to the group, as far as it fits.
Action Planner::take_marching(const State& s, const ActionList& legal) {
  recall_march(s);
  view_->survey(s);
  const auto question = hex_campaign::kind_question(c(), s);
  const int wanted = (question.members & marching(s)).count();
  for (std::size_t i = legal.size(); i-- > 0;)
    if (payload_of(legal[i]) <= wanted) return legal[i];
  return legal[0];
}

/// 16.4: of equally senior Commanders the one whose traits help the march most.
Action Planner::choose_senior(const ActionList& legal) const {
  const auto help = [&](Action action) {
    const auto traits = c().pieces[static_cast<std::size_t>(payload_of(action))].traits;
    const bool eases = traits & hex_campaign::kTraitEasesMarch;
    const bool hinders =
        traits & (hex_campaign::kTraitBurdensMarch | hex_campaign::kTraitReluctant);
    return eases - hinders;
  };
  return *std::max_element(legal.begin(), legal.end(),
                           [&](Action a, Action b) { return help(a) < help(b); });
}

Action Planner::choose_step(const State& s, const ActionList& legal) {
  recall_march(s);
  const int length = s.path_length;
  const auto here = static_cast<int>(s.places.march.path[static_cast<std::size_t>(length - 1)]);
  // As planned when the march was chosen, if all went as planned since.
  bool planned = march_.length > 1 && length <= march_.length;
  for (int i = 0; planned && i < length; ++i)
    planned = march_.path[static_cast<std::size_t>(i)] ==
              s.places.march.path[static_cast<std::size_t>(i)];
  if (planned) {
    const auto action =
        length == march_.length
            ? make_action(Verb::Done)
            : make_action(Verb::StepTo, march_.path[static_cast<std::size_t>(length)]);
    if (has_action(legal, action)) return action;
  }
  view_->survey(s);
  begin_plan(s);
  MarchGroup group = group_of(s, here, s.group & c().combat_units);
  deployment_.take_up(group, here);
  const auto plan = plan_march(s, group, here, length - 1);
  const auto action =
      plan.length < 2 ? make_action(Verb::Done) : make_action(Verb::StepTo, plan.path[1]);
  if (has_action(legal, action)) return action;
  return legal[0];
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
