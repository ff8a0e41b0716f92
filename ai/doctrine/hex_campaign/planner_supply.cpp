// 7 and 8.1: Depots and trains.
#include <algorithm>

#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/systems/hex_campaign/arrivals.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::depot_hexes;
using hex_campaign::make_action;
using hex_campaign::payload_of;
using hex_campaign::verb_of;

namespace {

constexpr int kFewDepots = 2;
constexpr int kMaxStepsGained = 20;  ///< more are not counted

}  // namespace

/// Whether what is done now is done for the winter.
bool Planner::is_winter_near(const State& s) const {
  return !s.second_year && view_->supply_turn(s) >= c().rules.winter_from_turn;
}

/// The price of a Depot: the fewer of its trains a side has left to march with, the dearer.
int Planner::least_depot_gain(const State& s) const {
  const int price = is_winter_near(s) ? values().winter_depot_price : view_->doctrine().depot_price;
  const int usual =
      std::max(1, hex_campaign::table_trains(c(), s, me_) * values().usual_trains / 100);
  return price * usual / std::clamp(view_->trains_next_turn(), 1, usual);
}

/// Whether the enemy can march into a hex next turn: nobody is in it, or too few.
bool Planner::is_exposed(int hex) const {
  const auto& view = *view_;
  if (const auto* guard = view.own_at(hex); guard && guard->units > 0)
    return view.danger(hex) > 2 * (guard->ready + 1) && !c().fortified.contains(hex);
  for (const auto& foe : view.foes())
    if (foe.commanders > 0 && foe.ready > 0 &&
        strategy_->geography.steps(play::other(me_), foe.hex, hex) <= c().rules.forced_march)
      return true;
  return false;
}

/// Gets ready to weigh one more Depot, given that those of the position feed the side in `fed`.
void Planner::weigh_depots(const State& s, const HexSet& fed) {
  const auto& view = *view_;
  const HexSet routes = hex_campaign::route_hexes(c(), s, me_);
  const int range = hex_campaign::supply_range(c(), view_->at_next_supply(s));
  const auto* costs = &hex_campaign::entry_costs(c(), view_->at_next_supply(s), me_);
  if (routes != scale_.routes || range != scale_.range || costs != scale_.costs)
    scale_.known.clear();
  scale_.routes = routes;
  scale_.range = range;
  scale_.costs = costs;
  scale_.fed = fed;
  scale_.reached =
      hex_campaign::supply_reach(c(), *scale_.costs, depot_hexes(c(), s, me_), routes, range);
  scale_.nearest.fill(Geography::kFar);
  for (std::size_t o = 0; o < view.objectives().size(); ++o)
    scale_.nearest[o] = strategy_->geography.nearest(me_, fed, view.objectives()[o].hex);
  scale_.arrivals.clear();
  for (const int unit : strategy_->arriving[s.turn] & c().units_of[seat_]) {
    const auto& entry = c().pieces[static_cast<std::size_t>(unit)].entry;
    if (scale_.arrivals.full() || entry.intersects(fed) ||
        hex_campaign::place(s, unit) != hex_campaign::kNotArrived)
      continue;
    scale_.arrivals.push_back(entry);
  }
}

/// What a Depot in a city would feed, alone.
const HexSet& Planner::reach_of_depot(int city) {
  auto& reach = scale_.reach[static_cast<std::size_t>(city)];
  if (!scale_.known.contains(city)) {
    const HexSet site = HexSet::of(c().cities[static_cast<std::size_t>(city)].hex);
    reach = hex_campaign::supply_reach(c(), *scale_.costs, site, scale_.routes, scale_.range);
    scale_.known.insert(city);
  }
  return reach;
}

/// What one more Depot in a city would be worth, in points; 0 for nothing. Precondition:
/// weigh_depots() for the position.
int Planner::depot_gain(const State& s, int hex) {
  const auto& view = *view_;
  const auto& rules = c().rules;
  const HexSet fresh =
      (scale_.reached | reach_of_depot(c().city_at[static_cast<std::size_t>(hex)])) - scale_.fed;
  int gain = 0;
  // No train reaches units out of supply (7.3): a Depot is what saves them from foraging on.
  for (const int rescued : fresh& s.combat_hexes[seat_])
    gain += view.own_at(rescued)->units * values().rescue +
            view.points(rescued) * values().rescue_point;
  // 13.2: who arrives at the end of the turn must be fed at the start of the next.
  for (const auto& entry : scale_.arrivals)
    if (entry.intersects(fresh)) gain += values().rescue;
  if (must_forage(s, hex)) {
    const PieceSet here = hex_campaign::units_at(c(), s, me_, hex);
    const bool stuck = !here.is_subset_of(hex_campaign::with_status(s, hex_campaign::kSupplied));
    const auto* stack = view.own_at(hex);
    const bool idle = stuck || !stack || stack->commanders == 0 || is_winter_near(s);
    gain += idle ? forage_loss(here.count()) : values().spared_train;
    gain +=
        view.points(hex) * (is_winter_near(s) ? values().winter_point : values().garrison_point);
  }
  for (const auto& quarter : view.quarters())
    if (quarter.hex == hex) gain += quarter.points * values().quarter;
  const int turns_left = c().scenario.last_turn - s.turn;
  if (!fresh.empty() && turns_left > 1) {
    // How much nearer to its objective the army can go and be fed.
    std::array<int, kMaxObjectives> units{};
    for (const auto& stack : view.own())
      if (view.steps(stack.hex, hex) <= values().serves)
        units[static_cast<std::size_t>(stack.objective)] += stack.units;
    for (std::size_t o = 0; o < view.objectives().size(); ++o) {
      if (units[o] == 0) continue;
      gain += std::min(steps_gained(o, fresh), rules.supply_range) * units[o] * values().reach;
    }
  }
  if (!is_exposed(hex)) return gain;
  return gain - values().depot_loss * std::max(0, turns_left);
}

/// How many steps nearer to an objective one can be fed if these hexes are fed too. Precondition:
/// weigh_depots().
int Planner::steps_gained(std::size_t objective, const HexSet& fresh) const {
  const int nearest = strategy_->geography.nearest(me_, fresh, view_->objectives()[objective].hex);
  return std::max(0, scale_.nearest[objective] - nearest);
}

/// 7.7, 7.8: how many steps nearer to an objective the army could be fed if a train of next turn
/// made a Depot in a city; 0 where none can be made, or for an objective that is not a main one.
/// Precondition: begin_plan() for the position.
int Planner::steps_to_gain(const State& s, int hex, std::size_t objective) {
  if (values().stepping_stone == 0 || view_->trains_next_turn() <= 0 || view_->is_last_turn(s) ||
      !view_->objectives()[objective].main)
    return 0;
  if (!stones_.sought) find_stepping_stones(s);
  if (!stones_.sites.contains(hex)) return 0;
  const int city = c().city_at[static_cast<std::size_t>(hex)];
  auto& gained = stones_.gained[static_cast<std::size_t>(city)][objective];
  if (gained < 0)
    gained = static_cast<std::int8_t>(
        std::min(steps_gained(objective, reach_of_depot(city) - scale_.fed), kMaxStepsGained));
  return gained;
}

/// The cities in supply that the chain of next turn reaches, and where a train can make a Depot
/// then (7.3, 7.8).
void Planner::find_stepping_stones(const State& s) {
  weigh_depots(s, view_->supplied());
  const HexSet linked = hex_campaign::chain_reach(c(), view_->at_next_supply(s), me_);
  stones_.sites = (c().city & linked & scale_.fed & c().enterable[seat_]) - c().no_depot[seat_] -
                  depot_hexes(c(), s, me_) - view_->foe_hexes();
  for (auto& city : stones_.gained) city.fill(-1);
  stones_.sought = true;
}

/// 7.6: whether nothing but a Depot or a train spares units in this hex from foraging so many turns
/// from now.
bool Planner::is_bare(const State& s, int hex, int ahead) const {
  const auto& rules = c().rules;
  const int from =
      s.second_year ? rules.second_year_forage_from_turn : rules.forage_marker_from_turn;
  return rules.forages[seat_] && s.turn + ahead >= from && !view_->foraged().contains(hex);
}

/// 6.6: whether all units in a hex are such as need no supply there.
bool Planner::feeds_itself(const State& s, int hex) const {
  if (c().bound.empty() && c().cossack.empty()) return false;
  for (const int unit : hex_campaign::units_at(c(), s, me_, hex))
    if (!hex_campaign::always_fed(c(), s, unit)) return false;
  return true;
}

/// 7.6: whether units in this hex need a train now, or they must forage.
bool Planner::must_forage(const State& s, int hex) const {
  const int from =
      s.second_year ? c().rules.second_year_forage_from_turn : c().rules.forage_marker_from_turn;
  const bool crowded =
      feeds_crowds() && c().rules.forages[seat_] && s.turn >= from && is_crowded(hex);
  return (crowded || is_bare(s, hex, 0)) && !hex_campaign::has_depot(c(), s, me_, hex) &&
         !feeds_itself(s, hex);
}

/// 7.6: two other stacks beside it make a stack forage, unless a train feeds crowds.
bool Planner::is_crowded(int hex) const {
  int crowd = 0;
  for (const int near : c().map.around(static_cast<Hex>(hex))) {
    const auto* stack = view_->own_at(near);
    crowd += stack && stack->units > 0;
  }
  return crowd >= kCrowd;
}

/// What a train brought to a stack spares it by keeping the forage marker off: also where no
/// Commander is with the units or they are out of supply, if it comes to their city for a Depot,
/// though none is built (7.3, 7.6, R-16).
int Planner::spared_by_train(const State& s, const Stack& stack) const {
  const bool helps = feeds_crowds() || !is_crowded(stack.hex);
  return must_forage(s, stack.hex) && helps ? forage_loss(stack.units) : 0;
}

/// What a train is worth to a stack that stays: the units it rallies, that they need not forage,
/// and what they attack, for nobody who forages is ordered to.
int Planner::train_gain(const State& s, const Stack& stack) const {
  int gain = 0;
  if (stack.ready < stack.units) {
    const PieceSet here = hex_campaign::pieces_at(s, stack.hex);
    const PieceSet supplied = here & hex_campaign::with_status(s, hex_campaign::kSupplied);
    const int down = (supplied & hex_campaign::with_status(s, hex_campaign::kDisrupted)).count();
    gain = std::min<int>(down, hex_campaign::rating_sum(c(), s, here & c().commanders_of[seat_])) *
           values().rally;
    if (gain > 0) gain += stack.ready * values().delay;
  }
  if (const int spared = spared_by_train(s, stack); spared > 0)
    gain += spared + attack_gain(s, stack.hex) * values().fed_attack / 100;
  return gain;
}

void Planner::find_wants(const State& s) {
  wants_.clear();
  wants_version_ = view_->version();
  wants_side_ = me_;
  wants_turn_ = s.turn;
  const PieceSet supplied = hex_campaign::with_status(s, hex_campaign::kSupplied);
  const PieceSet able = able_to_march(s);
  HexSet movable;
  for (const auto& stack : view_->own()) {
    if (stack.commanders == 0 || stack.units == 0) continue;
    const PieceSet units = hex_campaign::units_at(c(), s, me_, stack.hex);
    if (stack.ready == stack.units && units.intersects(able)) movable.insert(stack.hex);
  }
  plan_marches(s, movable, able, kEverybody);
  const HexSet sites = hex_campaign::depot_sites(c(), s, me_);
  for (const auto& stack : view_->own()) {
    if (stack.units == 0) continue;
    int gain = 0;
    if (stack.commanders > 0 &&
        hex_campaign::units_at(c(), s, me_, stack.hex).intersects(supplied)) {
      gain = train_gain(s, stack);
      for (const auto& plan : intents_)
        if (plan.path[0] == stack.hex) gain += plan.gain;
    } else if (sites.contains(stack.hex)) {
      gain = spared_by_train(s, stack);
    }
    if (gain >= values().least_train_gain) wants_.push_back({stack.hex, gain, 1, false});
  }
  find_depot_wants(s);
  std::sort(wants_.begin(), wants_.end(), [](const TrainWant& a, const TrainWant& b) {
    if (a.gain != b.gain) return a.gain > b.gain;
    return a.hex != b.hex ? a.hex < b.hex : a.depot < b.depot;
  });
  // Two wishes in one hex need two trains.
  for (std::size_t i = 0; i < wants_.size(); ++i)
    for (std::size_t before = 0; before < i; ++before)
      wants_[i].nth =
          static_cast<std::int8_t>(wants_[i].nth + (wants_[before].hex == wants_[i].hex));
}

/// The Depot that is worth most, then the next given that one, as long as they are worth a train.
void Planner::find_depot_wants(const State& s) {
  constexpr int kMaxAtOnce = 3;
  State with = s;
  weigh_depots(with, view_->supplied());
  for (int done = 0; done < kMaxAtOnce; ++done) {
    int best = -1, most = least_depot_gain(s) - 1;
    for (const int hex :
         hex_campaign::depot_sites(c(), with, me_) & hex_campaign::chain_reach(c(), with, me_)) {
      const int gain = depot_gain(with, hex);
      if (gain <= most) continue;
      most = gain;
      best = hex;
    }
    if (best < 0 || wants_.full()) return;
    wants_.push_back({static_cast<Hex>(best), most, 1, true});
    const int city = c().city_at[static_cast<std::size_t>(best)];
    with.depots[seat_].insert(city);
    weigh_depots(with, scale_.reached | reach_of_depot(city));
  }
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

/// A Depot where a train was brought for that, or where one stands that nobody else needs.
Action Planner::choose_depot(const State& s, const ActionList& legal) {
  if (wants_side_ != me_ || wants_turn_ != s.turn) find_wants(s);
  Action best = legal[0];
  int most = least_depot_gain(s) - 1;
  weigh_depots(s, view_->supplied());
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Depot) continue;
    const int hex = payload_of(action);
    int spare = hex_campaign::genuine_trains(s, me_, hex);
    for (const auto& want : wants_)
      if (!want.depot && want.hex == hex) --spare;
    if (spare <= 0) continue;
    const int gain = depot_gain(s, hex);
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

/// Whether the Depot in a hex does nothing more on the last turn, where nobody is fed any more: it
/// holds no place that counts, and trains come to all who can march without it.
bool Planner::is_spent(const State& s, int hex) const {
  const auto& view = *view_;
  if (view.points(hex) > 0 && !view.friendly().contains(hex)) return false;
  if (depot_hexes(c(), s, me_).count() <= 1) return false;
  State without = s;
  without.depots[seat_].erase(c().city_at[static_cast<std::size_t>(hex)]);
  const HexSet lost =
      hex_campaign::chain_reach(c(), s, me_) - hex_campaign::chain_reach(c(), without, me_);
  for (const auto& stack : view.own())
    if (stack.units > 0 && stack.commanders > 0 && lost.contains(stack.hex)) return false;
  return true;
}

/// Whether nobody would miss the Depot in a hex: whoever it feeds another feeds as well, nobody
/// would have to forage for want of it, and the chain still reaches the foremost, or before winter
/// the places where Depots are still wanted.
bool Planner::is_dispensable(const State& s, int hex) const {
  const auto& view = *view_;
  if (view.is_last_turn(s)) return is_spent(s, hex);
  const HexSet depots = depot_hexes(c(), s, me_);
  if (depots.count() <= kFewDepots) return false;
  const bool winter = is_winter_near(s);
  const auto* garrison = view.own_at(hex);
  const bool stays = garrison && (garrison->commanders == 0 || winter);
  if (stays && garrison->units > 1 && is_bare(s, hex, 1)) return false;
  if (winter && view.points(hex) > 0 && !view.friendly().contains(hex)) return false;
  HexSet others = depots;
  others.erase(hex);
  if (!winter && is_foremost(hex, others)) return false;
  State without = view_->at_next_supply(s);
  without.depots[seat_].erase(c().city_at[static_cast<std::size_t>(hex)]);
  int cut_off = 0;
  for (const int fed :
       (s.combat_hexes[seat_] & view.supplied()) - hex_campaign::supplied_hexes(c(), without, me_))
    cut_off += view.own_at(fed)->units + (view.friendly().contains(fed) ? 0 : view.points(fed));
  if (cut_off > (winter ? 1 : 0)) return false;
  without.turn = s.turn;
  const HexSet lost =
      hex_campaign::chain_reach(c(), s, me_) - hex_campaign::chain_reach(c(), without, me_);
  for (const int other : lost) {
    HexSet rivals = others;
    rivals.erase(other);
    if (winter ? view.points(other) > 0 && !others.contains(other)
               : others.contains(other) && is_foremost(other, rivals))
      return false;
  }
  return true;
}

/// A Depot that nobody needs any more gives its counter back.
Action Planner::choose_conversion(const State& s, const ActionList& legal) {
  for (const auto action : legal)
    if (verb_of(action) == Verb::Convert && is_dispensable(s, payload_of(action))) return action;
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

/// How well the stacks are fed by the Depots of a position, and how far they can go and still be.
int Planner::worth_of_depots(const State& s) const {
  const auto& view = *view_;
  const HexSet fed = hex_campaign::supplied_hexes(c(), s, me_);
  int worth = 0;
  for (const auto& stack : view.own()) {
    if (stack.units == 0) continue;
    if (fed.contains(stack.hex)) worth += stack.units * values().fed;
    const int goal = view.objective_of(stack).hex;
    int nearest = view.steps(stack.hex, goal);
    const int start = nearest;
    for (const int hex : fed & strategy_->near[static_cast<std::size_t>(stack.hex)])
      nearest = std::min(nearest, view.steps(hex, goal));
    worth += (start - nearest) * stack.units * values().reach;
  }
  if (s.step == hex_campaign::Step::PlaceTruceDepot) worth += arrivals_fed(s, fed) * values().fed;
  return worth;
}

/// 14.15: units whose rows come with an armistice, where these hexes feed them.
int Planner::arrivals_fed(const State& s, const HexSet& fed) const {
  int units = 0;
  for (const int unit : hex_campaign::pieces_at(s, hex_campaign::kNotArrived) & c().units_of[seat_])
    units += c().piece(unit).arrival_turn <= s.turn && hex_campaign::has_row(c(), s, unit) &&
             hex_campaign::arrival_entry(c(), s, unit).intersects(fed);
  return units;
}

/// 7.8: the shortest chains of new Depots from what stands to each of `sites`, the nearest first;
/// at most `longest` Depots a chain.
void Planner::lay_chains(const State& s, HexSet sites, int longest) {
  const auto& rules = c().rules;
  const int range =
      hex_campaign::is_winter(c(), s) ? rules.link_range_winter[seat_] : rules.link_range[seat_];
  const HexSet routes = hex_campaign::route_hexes(c(), s, me_);
  const auto& costs = hex_campaign::entry_costs(c(), s, me_);
  chains_.clear();
  const auto join = [&](const HexSet& linked, int before, int links) {
    for (const int hex : sites& linked)
      chains_.push_back({static_cast<Hex>(hex), static_cast<std::int16_t>(before),
                         static_cast<std::int16_t>(links)});
    sites -= linked;
  };
  join(hex_campaign::chain_reach(c(), s, me_), -1, 1);
  for (std::size_t i = 0; i < chains_.size() && chains_[i].links < longest; ++i)
    join(costs.reach(c().map, HexSet::of(chains_[i].hex), routes, range), static_cast<int>(i),
         chains_[i].links + 1);
}

/// Where a Depot would feed units that starve as the Depots stand.
HexSet Planner::relief_sites(const State& s) const {
  const HexSet starving = s.combat_hexes[seat_] - hex_campaign::supplied_hexes(c(), s, me_);
  return hex_campaign::entry_costs(c(), s, me_)
      .reach(c().map, starving, hex_campaign::route_hexes(c(), s, me_),
             hex_campaign::supply_range(c(), s));
}

/// 14.1, 7.8: the first Depot of the chain to somebody who starves that is worth most over `most`,
/// or -1.
int Planner::best_chain(const State& s, int most) {
  const int left = c().rules.depots_at_start[seat_] - s.depots[seat_].count();
  const HexSet relief = relief_sites(s);
  lay_chains(s, hex_campaign::depot_sites(c(), s, me_) - c().no_first_depot[seat_],
             std::min(left, values().set_up_chain));
  int best = -1;
  for (const Chain& end : chains_) {
    if (end.links < 2 || !relief.contains(end.hex)) continue;
    State after = s;
    const Chain* link = &end;
    for (; link->before >= 0; link = &chains_[static_cast<std::size_t>(link->before)])
      after.depots[seat_].insert(c().city_at[static_cast<std::size_t>(link->hex)]);
    after.depots[seat_].insert(c().city_at[static_cast<std::size_t>(link->hex)]);
    const int worth = worth_of_depots(after) - end.links * values().first_depot_price;
    if (worth <= most) continue;
    most = worth;
    best = link->hex;
  }
  return best;
}

/// 14.1: as few as feed everybody where he stands and where he goes. The first is chosen with the
/// best second in mind, or the chain that it begins.
Action Planner::choose_set_up_depot(const State& s, const ActionList& legal) {
  const auto with = [&](const State& before, Action action) {
    State after = before;
    after.depots[seat_].insert(c().city_at[static_cast<std::size_t>(payload_of(action))]);
    return after;
  };
  const bool truce = s.step == hex_campaign::Step::PlaceTruceDepot;
  State now = s;
  now.turn = static_cast<std::uint8_t>(s.turn + truce);  // sources that open with the next turn
  const bool first = s.depots[seat_].empty();
  Action best = legal[0];
  int most = worth_of_depots(now);
  for (const auto action : legal) {
    if (verb_of(action) != Verb::Depot) continue;
    const State one = with(now, action);
    int worth = worth_of_depots(one) - values().first_depot_price;
    if (first)
      for (const auto partner : legal)
        if (verb_of(partner) == Verb::Depot && partner > action)
          worth =
              std::max(worth, worth_of_depots(with(one, partner)) - 2 * values().first_depot_price);
    if (worth <= most) continue;
    most = worth;
    best = action;
  }
  if (s.step != hex_campaign::Step::PlaceDepot || values().set_up_chain < 2) return best;
  const int link = best_chain(s, most);
  const auto begin = make_action(Verb::Depot, std::max(link, 0));
  return link >= 0 && has_action(legal, begin) ? begin : best;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
