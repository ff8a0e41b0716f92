#include "ai/doctrine/hex_campaign/appraisal.h"

#include <algorithm>
#include <bit>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::Arm;
using play::other;

namespace {

/// Status bits that change what a stack is worth; forage and fight marks are looked at when needed.
constexpr std::uint16_t kSeen = static_cast<std::uint16_t>(hex_campaign::kPlaceMask) |
                                static_cast<std::uint16_t>(hex_campaign::kDisrupted);
constexpr int kAutumn = 1;  ///< turns before winter in which it is prepared for

}  // namespace

int unit_worth(const Context& c, int unit) {
  constexpr std::array<int, 3> kByClass{50, 40, 30};
  constexpr std::array<int, 3> kByArm{0, 5, 8};
  const auto& data = c.pieces[static_cast<std::size_t>(unit)];
  return kByClass[static_cast<std::size_t>(data.unit_class)] +
         kByArm[static_cast<std::size_t>(data.arm)];
}

int combat_value(const Context& c, const State& s, const PieceSet& units,
                 const PieceSet& commanders) {
  const int count = units.count();
  if (count == 0) return 0;
  int arms = 0;
  for (const auto& arm : c.arm_units) arms += units.intersects(arm);
  const int combined = arms == 3   ? c.rules.combined_arms_three
                       : arms == 2 ? c.rules.combined_arms_two
                                   : 0;
  return hex_campaign::combat_factors(c, units) + combined +
         std::min(hex_campaign::rating_best(c, s, commanders), count);
}

int guns_among(const Context& c, const PieceSet& units) {
  return (units & c.arm_units[static_cast<std::size_t>(hex_campaign::Arm::Artillery)]).count();
}

Strategy::Strategy(const Context& context, PerSide<Doctrine> chosen)
    : geography(context), doctrines(std::move(chosen)) {
  for (const auto side : {Side::A, Side::B}) {
    const auto seat = static_cast<std::size_t>(play::index(side));
    prizes[seat] = prizes_of(context);
    for (const auto& prize : prizes[seat]) {
      auto& points_there = points[seat][static_cast<std::size_t>(prize.hex)];
      points_there = static_cast<std::uint8_t>(std::min(points_there + prize.points, 99));
      prize_places[seat].insert(prize.hex);
    }
    for (int from = 0; from < context.map.size(); ++from)
      for (int to = 0; to < context.map.size(); ++to)
        if (geography.steps(side, from, to) <= context.rules.forced_march)
          forced_march[seat][static_cast<std::size_t>(from)].insert(to);
  }
  for (const auto& units : context.units_of)
    for (const int unit : units - context.own_source)
      if (const int turn = context.pieces[static_cast<std::size_t>(unit)].arrival_turn; turn > 0)
        arriving[static_cast<std::size_t>(turn)].insert(unit);
  for (int hex = 0; hex < context.map.size(); ++hex) {
    const auto i = static_cast<std::size_t>(hex);
    near[i] = context.map.within(static_cast<Hex>(hex), kDangerReach);
    for (const int other : near[i]) near_masks[i][static_cast<std::size_t>(other)] = 0xFF;
  }
}

Appraisal::Appraisal(const Context& context, std::shared_ptr<const Strategy> strategy, Side side)
    : c_(context),
      strategy_(std::move(strategy)),
      me_(side),
      seat_(static_cast<std::size_t>(play::index(side))) {
  own_index_.fill(-1);
  foe_index_.fill(-1);
}

void Appraisal::look(const State& s) {
  bool own_changed = !known_ || turn_ != s.turn || depots_ != s.depots;
  bool foes_changed = !known_ || turn_ != s.turn;
  if (!own_changed || !foes_changed) {
    const auto changed = hex_campaign::changed_pieces(pieces_, s.piece, kSeen);
    own_changed |= changed.intersects(hex_campaign::side_pieces(c_, me_));
    foes_changed |= changed.intersects(hex_campaign::side_pieces(c_, other(me_)));
  }
  if (!own_changed && !foes_changed) return;
  ++version_;
  known_ = true;
  surveyed_ = false;
  pieces_ = s.piece;
  depots_ = s.depots;
  turn_ = s.turn;
  const auto& phases = doctrine().phases;
  phase_ = &phases.front();
  for (const auto& phase : phases)
    if (phase.from_turn <= s.turn) phase_ = &phase;
  friendly_ = hex_campaign::friendly_now(c_, s, me_);
  foraged_ = hex_campaign::friendly_for_supply(c_, s, me_);
  find_barred(s);
  if (own_changed) find_stacks(s, me_, own_, own_index_);
  if (foes_changed) {
    find_stacks(s, other(me_), foes_, foe_index_);
    find_dangers();
    find_fronts();
    held_.clear();
    for (const int hex : s.cavalry_hexes[1 - seat_]) held_ |= c_.map.dry(static_cast<Hex>(hex));
    if (c_.rules.difficult_terrain[1 - seat_] ==
        static_cast<int>(hex_campaign::DifficultTerrain::Impassable))
      held_ -= c_.difficult;
  }
}

void Appraisal::survey(const State& s) {
  look(s);
  if (surveyed_) return;
  surveyed_ = true;
  find_supply(s);
  choose_objectives(s);
  find_quarters(s);
  assign_objectives();
}

/// Nemesis 14.6, 14.10 to 14.13: units that neither march nor attack from where they stand.
PieceSet Appraisal::bound_units(const State& s, Side side) const {
  if (hex_campaign::all_unbound(c_, s)) return {};
  const PieceSet pieces = hex_campaign::side_pieces(c_, side);
  return hex_campaign::idle_among(c_, s, pieces) | hex_campaign::garrisons_among(c_, s, pieces);
}

void Appraisal::find_barred(const State& s) {
  barred_.clear();
  if (!c_.closures.empty()) barred_ = hex_campaign::closed_hexes(c_, s, me_);
  if (c_.restrained.empty()) return;
  for (const int unit : hex_campaign::idle_among(c_, s, c_.restrained & c_.combat_units))
    if (hex_campaign::on_map(s, unit)) barred_.insert(hex_campaign::place(s, unit));
}

void Appraisal::find_stacks(const State& s, Side side, Stacks& stacks, Index& index) {
  for (const auto& stack : stacks) index[static_cast<std::size_t>(stack.hex)] = -1;
  stacks.clear();
  const auto seat = static_cast<std::size_t>(play::index(side));
  HexSet hexes = s.combat_hexes[seat];
  for (const int commander : c_.commanders_of[seat])
    if (hex_campaign::on_map(s, commander)) hexes.insert(hex_campaign::place(s, commander));
  for (const int hex : hexes) {
    if (stacks.full()) break;
    index[static_cast<std::size_t>(hex)] = static_cast<std::int8_t>(stacks.size());
    stacks.push_back({.hex = static_cast<Hex>(hex)});
  }
  std::array<PieceSet, kMaxStacks> pieces{};
  for (const int piece : hex_campaign::side_pieces(c_, side))
    if (hex_campaign::on_map(s, piece))
      if (const auto i = index[static_cast<std::size_t>(hex_campaign::place(s, piece))]; i >= 0)
        pieces[static_cast<std::size_t>(i)].insert(piece);
  const PieceSet down = hex_campaign::with_status(s, hex_campaign::kDisrupted);
  const PieceSet bound = bound_units(s, side);
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    auto& stack = stacks[i];
    const PieceSet units = pieces[i] & c_.units_of[seat];
    const PieceSet commanders = pieces[i] & c_.commanders_of[seat];
    const PieceSet ready = units - down;
    stack.units = static_cast<std::int8_t>(units.count());
    stack.ready = static_cast<std::int8_t>(ready.count());
    stack.free = static_cast<std::int8_t>((ready - bound).count());
    stack.commanders = static_cast<std::int8_t>(commanders.count());
    stack.rating = static_cast<std::int8_t>(hex_campaign::rating_best(c_, s, commanders));
    stack.value = static_cast<std::int8_t>(combat_value(c_, s, ready, commanders));
    stack.occupancy = static_cast<std::int8_t>(hex_campaign::occupancy(c_, units));
    stack.guns = static_cast<std::int8_t>(guns_among(c_, ready));
  }
}

void Appraisal::find_dangers() {
  near_best_.fill(0);
  near_ready_.fill(0);
  for (const auto& foe : foes_) {
    if (foe.free == 0) continue;
    const auto beyond = static_cast<std::uint8_t>(foe.value - foe.ready);
    const auto units = static_cast<std::uint8_t>(foe.free);
    if (foe.commanders > 0) {
      const auto& near = strategy_->near_masks[static_cast<std::size_t>(foe.hex)];
      for (std::size_t hex = 0; hex < near.size(); ++hex) {
        near_best_[hex] = std::max<std::uint8_t>(near_best_[hex], near[hex] & beyond);
        near_ready_[hex] = static_cast<std::uint8_t>(near_ready_[hex] + (near[hex] & units));
      }
      continue;
    }
    // Without a Commander nobody marches (8.4).
    for (const int hex : c_.map.around(foe.hex)) {
      auto& best = near_best_[static_cast<std::size_t>(hex)];
      best = std::max(best, beyond);
      auto& ready = near_ready_[static_cast<std::size_t>(hex)];
      ready = static_cast<std::uint8_t>(ready + units);
    }
  }
}

void Appraisal::find_fronts() {
  foe_hexes_.clear();
  fronts_.clear();
  for (std::size_t i = 0; i < foes_.size(); ++i) {
    const auto& foe = foes_[i];
    if (foe.units > 0 && !barred_.contains(foe.hex)) {
      foe_hexes_.insert(foe.hex);
      fronts_ |= c_.map.around(foe.hex);
    }
    int defence = 0;
    if (foe.ready > 0) {
      defence = foe.value;
      for (const int beside : c_.map.around(foe.hex))
        defence += foe_ready(beside) * values().support / 100;
    }
    foe_defence_[i] = static_cast<std::int16_t>(defence);
  }
}

int Appraisal::danger(int hex) const {
  const auto i = static_cast<std::size_t>(hex);
  const int ready = near_ready_[i];
  constexpr int kMainStack = 4;  ///< units that attack with their full factors; others support
  return near_best_[i] + std::min(ready, kMainStack) + std::max(0, ready - kMainStack) / 3;
}

int Appraisal::supply_turn(const State& s) const {
  const int next = s.turn + 1, winter = c_.rules.winter_from_turn;
  return s.second_year || next + kAutumn < winter ? next : std::max(next, winter);
}

bool Appraisal::is_last_turn(const State& s) const {
  return s.turn >= c_.scenario.last_turn && !hex_campaign::goes_on(c_);
}

State Appraisal::at_next_supply(const State& s) const {
  State then = s;
  then.turn = static_cast<std::uint8_t>(std::min(supply_turn(s), 255));
  return then;
}

void Appraisal::find_supply(const State& s) {
  State next = at_next_supply(s);
  supplied_ = is_last_turn(s) ? c_.map.all() : hex_campaign::supplied_hexes(c_, next, me_);
  next.turn = static_cast<std::uint8_t>(std::min(s.turn + 1, 255));
  trains_next_turn_ =
      hex_campaign::table_trains(c_, next, me_) - s.train_losses[seat_] - s.depots[seat_].count();
}

bool Appraisal::holds(const State& s, int hex) const {
  if (s.combat_hexes[seat_].contains(hex)) return true;
  return friendly_.contains(hex) && !s.combat_hexes[1 - seat_].contains(hex);
}

int Appraisal::garrison_needed(const State& s, int hex) const {
  if (!c_.city.contains(hex)) return 0;
  const bool counts = points(hex) > 0;
  const bool depot = hex_campaign::has_depot(c_, s, me_, hex);
  if (!counts && !depot) return 0;
  if (!friendly_.contains(hex)) return doctrine().garrison;
  return foes_near(hex) > 0 ? doctrine().garrison : 0;
}

/// Where a thrust stands, or falls back to.
Hex Appraisal::stand_of(const State& s, const Thrust& thrust, int strength) const {
  const bool withdraws = phase_->posture == Posture::Withdraw;
  for (const Hex place : thrust.places)
    if (holds(s, place) && (!withdraws || foes_near(place) <= strength)) return place;
  return thrust.places.back();
}

/// Each place on the way of a thrust that is still to be taken gets what it needs, the nearest
/// first; the last gets the rest.
void Appraisal::advance_thrust(const State& s, const Thrust& thrust, int strength) {
  const std::size_t first = objectives_.size();
  for (const Hex place : thrust.places) {
    if (strength <= 0 || objectives_.full()) break;
    if (holds(s, place)) continue;
    const int need =
        std::min(strength, std::max(values().least_force, foes_near(place) * values().force / 100));
    objectives_.push_back({place, thrust_draw(points(place)), need, Geography::kFar, true});
    strength -= need;
  }
  if (objectives_.full() && objectives_.size() == first) return;
  if (objectives_.size() == first)
    objectives_.push_back({thrust.places.back(), 100, strength, Geography::kFar, true});
  else
    objectives_.back().need += std::max(0, strength);
}

void Appraisal::choose_objectives(const State& s) {
  objectives_.clear();
  int army = 0;
  for (const auto& stack : own_) army += stack.units;
  // Who has taken all he was sent for goes where something is left to take.
  const auto is_done = [&](const Thrust& thrust) {
    return phase_->posture == Posture::Advance &&
           std::all_of(thrust.places.begin(), thrust.places.end(),
                       [&](Hex place) { return holds(s, place); });
  };
  const bool all_done = std::all_of(phase_->thrusts.begin(), phase_->thrusts.end(), is_done);
  const auto goes_on = [&](const Thrust& thrust) { return all_done || !is_done(thrust); };
  int shares = 0;
  for (const auto& thrust : phase_->thrusts)
    if (goes_on(thrust)) shares += thrust.share;
  for (const auto& thrust : phase_->thrusts) {
    if (!goes_on(thrust)) continue;
    const int strength = army * thrust.share / std::max(1, shares);
    if (objectives_.full()) break;
    if (phase_->posture == Posture::Advance)
      advance_thrust(s, thrust, strength);
    else
      objectives_.push_back({stand_of(s, thrust, strength), 100, strength, Geography::kFar, true});
  }
  for (const auto& prize : strategy_->prizes[seat_]) {
    if (objectives_.full()) break;
    const int near = foes_near(prize.hex);
    if (holds(s, prize.hex)) {
      const int guard = own_ready(prize.hex);
      if (near == 0 || guard >= near) continue;
      if (phase_->posture == Posture::Withdraw && prize.points < 2) continue;
      objectives_.push_back({prize.hex, values().hold + values().hold_point * prize.points,
                             std::min(near, values().most_defenders), values().defend_reach,
                             false});
    } else if (near <= values().most_defenders / 2) {
      objectives_.push_back({prize.hex, values().take + values().take_point * prize.points,
                             near + 1, values().opportunity_reach, false});
    }
  }
}

/// Cities from which a Depot would feed, in winter, the places held or wanted that none will feed
/// then and in which none may stand.
void Appraisal::find_quarters(const State& s) {
  quarters_.clear();
  if (s.second_year || is_last_turn(s)) return;
  const HexSet starving = c_.no_depot[seat_] - friendly_;
  if (!starving.intersects(strategy_->prize_places[seat_])) return;
  State then = s;
  then.turn = static_cast<std::uint8_t>(std::max<int>(c_.rules.winter_from_turn, s.turn));
  const HexSet fed = hex_campaign::supplied_hexes(c_, then, me_);
  const HexSet depots = hex_campaign::depot_hexes(c_, s, me_);
  const HexSet sites = c_.city - c_.no_depot[seat_];
  for (const auto& prize : strategy_->prizes[seat_]) {
    if (!starving.contains(prize.hex) || fed.contains(prize.hex)) continue;
    bool wanted = holds(s, prize.hex);
    for (const auto& objective : objectives_)
      wanted |= objective.main && objective.hex == prize.hex;
    if (!wanted) continue;
    int best = -1, least = Geography::kFar;
    for (const int site : sites) {
      const int way = steps(site, prize.hex);
      if (way > c_.rules.supply_range_winter || foes_near(site) > values().most_defenders) continue;
      int link = Geography::kFar;
      for (const int depot : depots) link = std::min(link, steps(depot, site));
      if (link > c_.rules.link_range[seat_] || link + way >= least) continue;
      least = link + way;
      best = site;
    }
    if (best < 0 || objectives_.full() || quarters_.full()) continue;
    quarters_.push_back({static_cast<Hex>(best), prize.points});
    objectives_.push_back({static_cast<Hex>(best),
                           thrust_draw(prize.points) * values().quarter_pull / 100,
                           values().quarter_force, values().quarter_reach, false});
  }
}

void Appraisal::assign_objectives() {
  /// A stack that has no objective yet, and the one that pulls it most.
  struct Open {
    int stack = 0;
    int pull = -1;
    std::size_t objective = 0;
  };
  core::FixedVector<Open, kMaxStacks> open;
  /// An objective that needs more, in their order.
  struct Caller {
    const std::uint8_t* steps;  ///< to it, by hex
    int weight, reach, need;
    std::size_t objective;
  };
  core::FixedVector<Caller, kMaxObjectives> callers;
  for (std::size_t o = 0; o < objectives_.size(); ++o) {
    const auto& objective = objectives_[o];
    if (objective.need > 0)
      callers.push_back({strategy_->geography.steps_to(me_, objective.hex), objective.weight * 100,
                         objective.reach, objective.need, o});
  }
  const auto find_pull = [&](Open& entry) {
    const auto hex = static_cast<std::size_t>(own_[static_cast<std::size_t>(entry.stack)].hex);
    entry.pull = -1;
    for (const auto& caller : callers) {
      const int steps = caller.steps[hex], way = steps + 2;
      if (steps > caller.reach || caller.weight < (entry.pull + 1) * way) continue;
      entry.pull = caller.weight / way;
      entry.objective = caller.objective;
    }
  };
  for (std::size_t i = 0; i < own_.size(); ++i) {
    own_[i].objective = 0;
    open.push_back({.stack = static_cast<int>(i)});
    find_pull(open.back());
  }
  // The nearest pair first; what is worth more seems nearer.
  while (!open.empty()) {
    std::size_t best = 0;
    for (std::size_t slot = 1; slot < open.size(); ++slot)
      if (open[slot].pull > open[best].pull) best = slot;
    if (open[best].pull < 0) break;
    const std::size_t met = open[best].objective;
    auto& stack = own_[static_cast<std::size_t>(open[best].stack)];
    stack.objective = static_cast<std::int8_t>(met);
    open[best] = open.back();
    open.pop_back();
    auto* const caller = std::find_if(callers.begin(), callers.end(),
                                      [&](const Caller& one) { return one.objective == met; });
    caller->need -= std::max<int>(stack.units, 1);
    if (caller->need > 0) continue;
    std::move(caller + 1, callers.end(), caller);
    callers.pop_back();
    for (auto& entry : open)
      if (entry.pull >= 0 && entry.objective == met) find_pull(entry);
  }
  for (const auto& entry : open) {
    auto& stack = own_[static_cast<std::size_t>(entry.stack)];
    int nearest = Geography::kFar + 1;
    for (std::size_t o = 0; o < objectives_.size(); ++o) {
      const int steps = this->steps(stack.hex, objectives_[o].hex);
      if (!objectives_[o].main || steps >= nearest) continue;
      nearest = steps;
      stack.objective = static_cast<std::int8_t>(o);
    }
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
