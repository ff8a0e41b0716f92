// 7 and 8.1: Depots and trains.
#include <algorithm>

#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {

using hex_campaign::depot_hexes;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::verb_of;

namespace {

constexpr int kRallyWorth = 45;     ///< a unit back in good order
constexpr int kRescueWorth = 80;    ///< a unit that would be out of supply
constexpr int kStepWorth = 30;      ///< a hex that a new Depot gains towards an objective
constexpr int kLeastTrainGain = 6;  ///< below this a train is better not used
constexpr int kFewDepots = 2;

}  // namespace

/// What a Depot in a city would be worth, in points; 0 for nothing.
int Planner::depot_gain(const State& s, int hex) const {
  const auto& view = *view_;
  const auto& rules = c().rules;
  const bool winter = view.next_turn_is_winter(s);
  const int range = winter ? rules.supply_range_winter : rules.supply_range;
  const HexSet depots = depot_hexes(c(), s, me_);
  const PieceSet here = hex_campaign::units_at(c(), s, me_, hex);
  int rescued = 0, fed = 0;
  for (const auto& stack : view.own()) {
    if (stack.units == 0 || view.steps(hex, stack.hex) > range) continue;
    fed += stack.units;
    if (!view.supplied().contains(stack.hex)) rescued += stack.units;
  }
  int gain = rescued * kRescueWorth;
  // No train reaches units out of supply (7.3): a Depot is what saves them from foraging on.
  const int feeding = must_forage(s, hex, 0) ? forage_loss(here.count()) : 0;
  const bool stuck = !here.is_subset_of(hex_campaign::with_status(s, hex_campaign::kSupplied));
  if (stuck) gain += feeding;
  if (view.danger(hex) > 2 * (view.own_ready(hex) + 1) && !c().fortified.contains(hex)) gain /= 2;
  if (depots.count() >= view.doctrine().most_depots) return gain;
  if (!stuck) gain += feeding / 2;
  if (view.phase().posture == Posture::Advance && fed > 0) {
    for (const auto& objective : view.objectives()) {
      if (!objective.main) continue;
      int nearest = Geography::kFar;
      for (const int depot : depots) nearest = std::min(nearest, view.steps(depot, objective.hex));
      const int closer = nearest - view.steps(hex, objective.hex);
      if (closer >= view.doctrine().depot_spacing)
        gain += std::min(closer, rules.supply_range) * kStepWorth;
    }
  }
  return gain;
}

/// 7.6: whether units in this hex will need a train so many turns from now, or they must forage.
bool Planner::must_forage(const State& s, int hex, int ahead) const {
  const auto& rules = c().rules;
  const int from =
      s.second_year ? rules.second_year_forage_from_turn : rules.forage_marker_from_turn;
  return rules.forages[seat_] && s.turn + ahead >= from && !view_->friendly().contains(hex) &&
         !hex_campaign::has_depot(c(), s, me_, hex);
}

/// 7.6: two other stacks beside it make a stack forage in any case.
bool Planner::is_crowded(int hex) const {
  int crowd = 0;
  for (const int near : c().map.around(static_cast<Hex>(hex))) {
    const auto* stack = view_->own_at(near);
    crowd += stack && stack->units > 0;
  }
  return crowd >= 2;
}

/// What a train is worth to a stack: the march it makes possible, or the units it rallies.
int Planner::train_gain(const State& s, const Stack& stack) {
  if (stack.commanders == 0 || stack.units == 0) return 0;
  const PieceSet here = hex_campaign::pieces_at(s, stack.hex);
  const PieceSet units = here & c().units_of[seat_];
  const PieceSet supplied = units & hex_campaign::with_status(s, hex_campaign::kSupplied);
  if (supplied.empty()) return 0;
  int gain = 0;
  if (stack.ready < stack.units) {
    const int down = (supplied & hex_campaign::with_status(s, hex_campaign::kDisrupted)).count();
    gain = std::min<int>(down, hex_campaign::rating_sum(c(), s, here & c().commanders_of[seat_])) *
           kRallyWorth;
  } else {
    const auto group = group_of(s, stack.hex, supplied);
    if (!group.units.empty()) gain = plan_march(s, group, stack.hex, 0).gain;
  }
  if (must_forage(s, stack.hex, 0) && !is_crowded(stack.hex)) gain += forage_loss(stack.units);
  return gain;
}

void Planner::find_wants(const State& s) {
  wants_.clear();
  wants_version_ = view_->version();
  wants_side_ = me_;
  for (const auto& stack : view_->own()) {
    const int gain = train_gain(s, stack);
    if (gain >= kLeastTrainGain) wants_.push_back({stack.hex, gain, 1, false});
  }
  const HexSet reached = hex_campaign::chain_reach(c(), s, me_);
  for (const int hex : c().city& reached) {
    if (hex_campaign::refuse_depot_site(c(), s, me_, hex) != hex_campaign::Reason::Ok) continue;
    const int gain = depot_gain(s, hex);
    if (gain >= kLeastTrainGain) wants_.push_back({static_cast<Hex>(hex), gain, 1, true});
  }
  std::sort(wants_.begin(), wants_.end(), [](const TrainWant& a, const TrainWant& b) {
    if (a.gain != b.gain) return a.gain > b.gain;
    return a.hex != b.hex ? a.hex < b.hex : a.depot < b.depot;
  });
  // Two wishes in one hex need two trains; Depots that serve the same purpose need only one.
  bool founded = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < wants_.size(); ++i) {
    auto want = wants_[i];
    if (want.depot && founded) continue;
    founded |= want.depot;
    for (std::size_t before = 0; before < kept; ++before)
      want.nth = static_cast<std::int8_t>(want.nth + (wants_[before].hex == want.hex));
    wants_[kept++] = want;
  }
  wants_.truncate(kept);
}

Action Planner::choose_train(const State& s, const ActionList& legal) {
  if (wants_version_ != view_->version() || wants_side_ != me_) find_wants(s);
  for (const auto& want : wants_) {
    if (hex_campaign::genuine_trains(s, me_, want.hex) >= want.nth) continue;
    const auto action = make_action(Verb::Train, want.hex);
    if (has_action(legal, action)) return action;
  }
  // Dummies go where the enemy looks: to the strongest stack without a train.
  Action best = legal[0];
  int most = 0;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Dummy) continue;
    const auto* stack = view_->own_at(payload_of(action));
    if (!stack || stack->commanders == 0) continue;
    int trains = 0;
    for (std::size_t i = 0; i < s.train_count[seat_]; ++i)
      trains += (s.train[seat_][i] & hex_campaign::kPlaceMask) == stack->hex;
    const int strength = stack->ready - 8 * trains;
    if (strength <= most) continue;
    most = strength;
    best = action;
  }
  return best;
}

Action Planner::choose_depot(const State& s, const ActionList& legal) {
  Action best = legal[0];
  int most = kLeastTrainGain - 1;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Depot) continue;
    const int gain = depot_gain(s, payload_of(action));
    if (gain <= most) continue;
    most = gain;
    best = action;
  }
  return best;
}

/// Whether no other of these Depots is as near to some objective.
bool Planner::is_foremost(int hex, const HexSet& others) const {
  for (const auto& objective : view_->objectives()) {
    if (!objective.main) continue;
    bool beaten = false;
    for (const int depot : others)
      beaten |= view_->steps(depot, objective.hex) <= view_->steps(hex, objective.hex);
    if (!beaten) return true;
  }
  return false;
}

/// A Depot that nobody needs any more gives its counter back.
Action Planner::choose_conversion(const State& s, const ActionList& legal) {
  const HexSet depots = depot_hexes(c(), s, me_);
  if (depots.count() <= kFewDepots) return legal[0];
  const HexSet stacks = s.combat_hexes[seat_];
  const HexSet fed = stacks & view_->supplied();
  const HexSet reached = hex_campaign::chain_reach(c(), s, me_) & depots;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Convert) continue;
    const int hex = payload_of(action);
    State without = s;
    without.depots[seat_] &= ~(std::uint64_t{1} << c().city_at[static_cast<std::size_t>(hex)]);
    if (without.turn < 255) ++without.turn;
    HexSet others = depots;
    others.erase(hex);
    if (depot_gain(without, hex) >= kLeastTrainGain || is_foremost(hex, others)) continue;
    others &= reached;
    if (!others.is_subset_of(hex_campaign::chain_reach(c(), without, me_))) continue;
    if (fed.is_subset_of(hex_campaign::supplied_hexes(c(), without, me_))) return action;
  }
  return legal[0];
}

/// 7.2: the opponent's Depot that feeds most.
Action Planner::choose_depot_to_remove(const State& s, const ActionList& legal) {
  const auto enemy = static_cast<std::size_t>(1 - seat_);
  Action best = legal[0];
  int most = -1;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Remove) continue;
    const HexSet fed =
        strategy_->near[static_cast<std::size_t>(payload_of(action))] & s.combat_hexes[enemy];
    if (fed.count() <= most) continue;
    most = fed.count();
    best = action;
  }
  return best;
}

/// 14.1: as few as feed everybody, each linked; then one as far forward as it goes.
Action Planner::choose_set_up_depot(const State& s, const ActionList& legal) {
  const auto& view = *view_;
  const HexSet supplied = hex_campaign::supplied_hexes(c(), s, me_);
  int hungry = 0;
  for (const auto& stack : view.own())
    if (stack.units > 0 && !supplied.contains(stack.hex)) hungry += stack.units;
  if (hungry == 0) return legal[0];
  Action best = legal[0];
  int most = 0;
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Depot) continue;
    const int hex = payload_of(action);
    State with = s;
    with.depots[seat_] |= std::uint64_t{1} << c().city_at[static_cast<std::size_t>(hex)];
    const HexSet then = hex_campaign::supplied_hexes(c(), with, me_);
    int score = 0;
    for (const auto& stack : view.own()) {
      if (stack.units == 0 || supplied.contains(stack.hex)) continue;
      score += then.contains(stack.hex) ? 200 * stack.units
                                        : std::max(0, 20 - view.steps(hex, stack.hex));
    }
    score = score * 8 - view.foes_near(hex);
    if (score <= most) continue;
    most = score;
    best = action;
  }
  return best;
}

}  // namespace niemen::ai::hex_doctrine
