// 8: Rally and Movement, with the capacity trains of 15.2.
#include <algorithm>

#include "engine/systems/hex_campaign/hidden_sums.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

int attached(const State& s) { return s.work.march.trains; }

int steps_done(const State& s) { return s.path_length - 1; }
/// Hexes marched, difficult ones counted double off the road (8.4, R-40).
int march_cost(const Context& c, const State& s) {
  const EntryCosts& costs = entry_costs(c, s, s.side);
  if (costs.uniform()) return steps_done(s);
  int total = 0;
  for (std::size_t i = 1; i < s.path_length; ++i)
    total += costs.cost(s.places.march.path[i - 1], s.places.march.path[i]);
  return total;
}
int march_hex(const State& s) {
  return s.places.march.path[static_cast<std::size_t>(s.path_length - 1)];
}
PieceSet group_units(const Context& c, const State& s) { return s.group & c.combat_units; }

/// 8.4: hexes more that the march under way may have because it follows roads, `next` too if it is
/// a hex.
int road_bonus(const Context& c, const State& s, int next = kNoHex) {
  if (c.rules.road_march == 0) return 0;
  const auto by_road = [&](int from, int to) {
    return c.by_road[static_cast<std::size_t>(from)].contains(to);
  };
  for (std::size_t i = 1; i < s.path_length; ++i)
    if (!by_road(s.places.march.path[i - 1], s.places.march.path[i])) return 0;
  return next == kNoHex || by_road(march_hex(s), next) ? c.rules.road_march : 0;
}

/// Cost of the march under way beyond a normal march.
int forced_hexes(const Context& c, const State& s) {
  const int normal = normal_march(c, s, group_units(c, s)) + road_bonus(c, s);
  return std::max(0, march_cost(c, s) - std::min(normal, kMaxMarch));
}

bool may_force_march(const Context& c, const State& s, const PieceSet& units) {
  return !c.rules.random_events || s.corps_released ||
         !units.intersects(c.no_forced_march);  // 16.1
}

// --- 8.1 rally -----------------------------------------------------------------------------------

/// 16.6: how many units of a Commander's nation in the hex may still rally.
int rallies_left(const Context& c, const State& s, Side side, int hex, int nation) {
  const PieceSet commanders = of_nation(c, commanders_at(c, s, side, hex), nation);
  return rating_sum(c, s, commanders) -
         of_nation(c, s.choice.rally.rallied & units_at(c, s, side, hex), nation).count();
}

PieceSet rallying(const Context& c, const State& s, Side side, int hex) {
  const PieceSet able =
      units_at(c, s, side, hex) & with_status(s, kDisrupted) & with_status(s, kSupplied);
  if (!is_tense(s, side)) return able;
  PieceSet led;
  for (int commander : commanders_at(c, s, side, hex)) {
    const int nation = c.piece(commander).nation;
    if (rallies_left(c, s, side, hex, nation) > 0) led |= of_nation(c, able, nation);
  }
  return led;
}

/// 8.1, 16.6: how many of the units that wait in the hex may rally.
int rally_limit(const Context& c, const State& s, Side side, int hex) {
  const PieceSet commanders = commanders_at(c, s, side, hex);
  if (!is_tense(s, side)) return rating_sum(c, s, commanders);
  PieceSet open = rallying(c, s, side, hex);
  int limit = 0;
  for (int commander : commanders) {
    const int nation = c.piece(commander).nation;
    const PieceSet units = of_nation(c, open, nation);
    limit += std::min(units.count(), rallies_left(c, s, side, hex, nation));
    open -= units;
  }
  return limit;
}

/// 16.6: whether units of the group would be left without a Commander of their nation if this one
/// does not go with them. `others`: Commanders who go, or still may.
bool is_needed(const Context& c, const State& s, int commander, const PieceSet& others) {
  if (!is_tense(s, s.side)) return false;
  const int nation = c.piece(commander).nation;
  PieceSet rest = others;
  rest.erase(commander);
  return !of_nation(c, s.group & c.combat_units, nation).empty() &&
         of_nation(c, rest, nation).empty();
}

/// Stacks rally in the order of their hexes.
bool may_still_rally(const State& s, int hex) {
  return s.places.sweep.hex == kNoHexBits || hex > s.places.sweep.hex;
}

/// Its train apart.
Reason refuse_led_rally(const Context& c, const State& s, Side side, int hex) {
  if (!may_still_rally(s, hex)) return Reason::RallyOrder;
  const PieceSet commanders = commanders_at(c, s, side, hex);
  if (commanders.empty() || rating_sum(c, s, commanders) == 0) return Reason::NoCommander;
  if (rallying(c, s, side, hex).empty()) return Reason::NobodyDisrupted;
  return Reason::Ok;
}

Reason refuse_rally(const Context& c, const State& s, Side side, int hex) {
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  return refuse_led_rally(c, s, side, hex);
}

template <class R>
void rally_unit(Table<R>& t, int unit) {
  set_disrupted(t.c, t.s, unit, false);
  t.tell(EventKind::UnitRallies,
         {.side = play::index(t.s.side), .place = place(t.s, unit), .pieces = PieceSet::of(unit)});
}

HexSet own_train_hexes(const State& s, Side side) {
  HexSet hexes;
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i) {
    const Train train = s.train[at(side)][i];
    if ((train & kTrainGenuine) && !(train & kTrainAttached)) hexes.insert(train & kPlaceMask);
  }
  return hexes;
}

/// Whether the side can rally a stack with a train as far as its opponent sees, to whom anybody may
/// lead a stack face down.
bool seems_to_rally(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.hidden_stacks) return refuse_led_rally(c, s, side, hex) == Reason::Ok;
  const PieceSet units = units_at(c, s, side, hex);
  return may_still_rally(s, hex) && units.intersects(with_status(s, kDisrupted)) &&
         units.intersects(with_status(s, kSupplied));
}

template <class R>
void go_rally(Table<R>& t) {
  State& s = t.s;
  if (s.work.rally.to_rally > 0) {  // a rally is under way
    ask(s, Step::RallyUnit, s.side);
    return;
  }
  for (; s.work.rally.nth_side < 2;
       ++s.work.rally.nth_side, s.work.rally.stopped = 0, s.places.sweep.hex = kNoHexBits) {
    s.side = side_in_order(t.c, s, s.work.rally.nth_side);
    if (s.work.rally.stopped) continue;
    // Asked over dummies too, and again after a rally of a stack face down: whether one is asked is
    // seen.
    if (t.c.rules.hidden_stacks && s.places.sweep.hex != kNoHexBits)
      return ask(s, Step::ChooseRally, s.side);
    for (std::size_t i = 0; i < s.train_count[at(s.side)]; ++i)
      if (seems_to_rally(t.c, s, s.side, s.train[at(s.side)][i] & kPlaceMask))
        return ask(s, Step::ChooseRally, s.side);
  }
  next_phase(s, Phase::Movement);
  s.side = trains_first(t.c, s);  // 8.2
}

template <class R>
void begin_rally(Table<R>& t, int hex) {
  State& s = t.s;
  s.places.sweep.hex = static_cast<std::uint16_t>(hex);
  remove_train(s, s.side, hex);
  s.choice.rally.candidates = rallying(t.c, s, s.side, hex);
  s.choice.rally.rallied.clear();
  const int limit = rally_limit(t.c, s, s.side, hex);
  if (s.choice.rally.candidates.count() > limit) {
    s.work.rally.to_rally = static_cast<std::uint8_t>(limit);
    return;
  }
  for (int unit : s.choice.rally.candidates) rally_unit(t, unit);
  s.choice.all = {};
}

// --- 8.2-8.4 choosing what moves -----------------------------------------------------------------

/// Units of a hex that may march: there since the phase began, in supply, not locked.
PieceSet movable(const Context& c, const State& s, Side side, int hex) {
  PieceSet units = (units_at(c, s, side, hex) & with_status(s, kSupplied)) - s.moved - s.locked;
  if (is_tense(s, side))
    units = led_by_countrymen(c, units, commanders_at(c, s, side, hex) - s.moved);
  if (may_be_bound(c, s, units))
    units -= idle_among(c, s, units) | immobile_among(c, s, units);  // 14.6, 14.10-14.12
  return units;
}

bool freed(const Context& c, const State& s, Side side, int hex) {
  return units_at(c, s, side, hex).intersects(c.combat_units - s.moved - s.group);  // 8.4 bp6, R-37
}

/// Why a group may not go from `from` to `to`, its size apart. `first` is the first hex of the
/// move, `was_held` whether enemy cavalry held the group when movement began.
Reason refuse_route(const Context& c, const State& s, int from, int to, bool first, bool was_held) {
  const Side side = s.side;
  if (!c.map.around(static_cast<Hex>(from)).contains(to)) return Reason::NotAdjacent;
  if (!may_enter(c, s, side, to)) return Reason::Terrain;
  if (leaves_confinement(c, s, side, from, to)) return Reason::Confined;
  if (!c.restrained.empty() && is_sheltered(c, s, to)) return Reason::Sheltered;
  if (s.combat_hexes[at(other(side))].contains(to)) return Reason::EnemyUnit;
  if (first && was_held && is_held(c, s, side, to) && !freed(c, s, side, to))
    return Reason::HeldHex;  // 8.4 bp7
  return Reason::Ok;
}

int room(const Context& c, const State& s, Side side, int hex) {
  return capacity(c, s, hex) - occupancy(c, units_at(c, s, side, hex) - s.group);
}

/// Half factors of the largest group that could leave `hex` for some neighbour, attached capacity
/// trains apart (at_end: a group may pass through a full hex).
int largest_group(const Context& c, const State& s, Side side, int hex, bool was_held) {
  int best = 0;
  for (int to : c.map.around(static_cast<Hex>(hex)))
    if (refuse_route(c, s, hex, to, true, was_held) == Reason::Ok)
      best = std::max(best, room(c, s, side, to));
  return best;
}

int attachable(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.capacity_trains) return 0;
  return std::min(c.rules.capacity_trains_per_hex, genuine_trains(s, side, hex) - 1);
}

int group_limit(const Context& c, const State& s, Side side, int hex) {
  const bool was_held = movable(c, s, side, hex).intersects(s.held);
  const int plain = largest_group(c, s, side, hex, was_held);
  return plain + std::max(0, attachable(c, s, side, hex)) * c.rules.capacity_per_train;
}

/// Pieces of a hex that a group may be made of, units too large for every way out apart.
PieceSet marchable(const Context& c, const State& s, Side side, int hex) {
  const int limit = group_limit(c, s, side, hex);
  PieceSet pieces = commanders_at(c, s, side, hex) - s.moved;
  for (int unit : movable(c, s, side, hex))
    if (c.occupancy[static_cast<std::size_t>(unit)] <= limit) pieces.insert(unit);
  return pieces;
}

Reason refuse_march(const Context& c, const State& s, Side side, int hex) {
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  const PieceSet here = pieces_at(s, hex);
  const PieceSet commanders = here & c.commanders_of[at(side)];
  if (commanders.empty()) return Reason::NoCommander;
  if ((commanders - s.moved).empty()) return Reason::CommanderMoved;
  const PieceSet stood = (here & c.units_of[at(side)]) - s.moved;
  if (stood.intersects(with_status(s, kDisrupted))) return Reason::DisruptedInStack;
  if (stood.empty() || (stood - s.locked).empty()) return Reason::NobodyToMove;
  const PieceSet able = movable(c, s, side, hex);
  if (able.empty() && is_tense(s, side) && (stood - s.locked).intersects(with_status(s, kSupplied)))
    return Reason::Tension;
  if (able.empty())
    return (stood - s.locked).intersects(with_status(s, kSupplied)) ? Reason::BoundUnits
                                                                    : Reason::NotSupplied;
  if (is_besieged(c, s, side, hex)) return Reason::UnderSiege;
  const int limit = group_limit(c, s, side, hex);
  for (int unit : able)
    if (c.occupancy[static_cast<std::size_t>(unit)] <= limit) return Reason::Ok;
  return Reason::NoWayOut;
}

Reason refuse_raise(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.capacity_trains) return Reason::NotNow;
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  if (commanders_at(c, s, side, hex).empty()) return Reason::NoCommander;
  if (!units_at(c, s, side, hex).intersects(with_status(s, kSupplied))) return Reason::NotSupplied;
  int trains = 0;
  for (std::size_t i = 0; i < s.raised_count; ++i)
    if ((s.raised[i] & kPlaceMask) == hex && !((s.raised[i] >> 13) & 1))
      trains += (s.raised[i] >> 10) & 7;
  if (trains >= c.rules.capacity_trains_per_hex || s.raised_count >= kMaxRaised)
    return Reason::TooManyTrains;
  return Reason::Ok;
}

void raise_capacity(State& s, int hex, int trains) {
  if (trains == 0 || s.raised_count >= kMaxRaised) return;
  s.raised[s.raised_count++] = static_cast<std::uint16_t>(hex | (trains << 10));
}

bool whole_fits(const Context& c, const State& s) {
  const PieceSet able = movable(c, s, s.side, s.places.march.from);
  return able == (s.choice.taking.candidates & c.combat_units) &&
         occupancy(c, able) <= group_limit(c, s, s.side, s.places.march.from);
}

Reason refuse_take(const Context& c, const State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  const int most = question.members.count();
  if (n > most) return Reason::OutOfRange;
  if (question.commander) {
    const int commander = question.members.first();
    PieceSet others = s.group - c.combat_units;  // those after him are still to be asked
    for (int later : s.choice.taking.candidates - c.combat_units)
      if (later > commander) others.insert(later);
    return n == 0 && is_needed(c, s, commander, others) ? Reason::Tension : Reason::Ok;
  }
  const int each = c.occupancy[static_cast<std::size_t>(question.members.first())];
  const int sofar = occupancy(c, group_units(c, s));
  if (n > 0 && sofar + n * each > group_limit(c, s, s.side, s.places.march.from))
    return Reason::WouldNotFit;
  if (n == 0 && question.last_unit_kind && group_units(c, s).empty()) return Reason::NeedsUnits;
  return Reason::Ok;
}

/// Trains the group needs with it to fit anywhere (15.2).
int attach_needed(const Context& c, const State& s) {
  const bool was_held = s.group.intersects(s.held);
  const int plain = largest_group(c, s, s.side, s.places.march.from, was_held);
  const int excess = occupancy(c, group_units(c, s)) - plain;
  return excess <= 0 ? 0 : (excess + c.rules.capacity_per_train - 1) / c.rules.capacity_per_train;
}

constexpr std::uint32_t kMarchTraits = kTraitEasesMarch | kTraitBurdensMarch;

template <class R>
void finish_opportunity(Table<R>& t) {
  State& s = t.s;
  s.stage.march = MarchStage::Idle;
  s.group.clear();
  s.choice.all = {};
  s.path_length = 0;
  s.work.march.trains = 0;
  s.work.march.flags = kMovementBegun;
  s.seniors.march = {};
  s.places.march.path.fill(0);
  s.places.march.from = kNoHexBits;
  s.side = other(s.side);
  show_besiegers(t.c, s);
}

/// a move that is not carried out uses up its train.
template <class R>
void abandon_march(Table<R>& t, EventKind why) {
  remove_train(t.s, t.s.side, t.s.places.march.from);
  t.tell(why, {.side = play::index(t.s.side), .place = t.s.places.march.from});
  finish_opportunity(t);
}

// --- 8.4 the march -------------------------------------------------------------------------------

/// 8.4: hexes by which the slowest of some units differs from what the marches say.
int change_of_arms(const Context& c, const PieceSet& units) {
  const auto& change = c.rules.march_of_arm;
  if (change == std::array<int, kArms>{}) return 0;
  int least = kMaxMarch;
  for (std::size_t arm = 0; arm < change.size(); ++arm)
    if (units.intersects(c.arm_units[arm])) least = std::min(least, change[arm]);
  return least == kMaxMarch ? 0 : least;
}

Reason refuse_step(const Context& c, const State& s, int to) {
  const int done = steps_done(s), from = march_hex(s);
  if (s.work.march.flags & kMustStop) return Reason::MustStop;
  const int cost = march_cost(c, s) + entry_costs(c, s, s.side).cost(from, to);
  const PieceSet units = group_units(c, s);
  const int bonus = road_bonus(c, s, to);
  const int longest = std::min(forced_march(c, units) + bonus, kMaxMarch);
  if (cost > longest) return Reason::TooFar;
  const int most = may_force_march(c, s, units)
                       ? longest
                       : std::min(normal_march(c, s, units) + bonus, kMaxMarch);
  if (cost > most) return Reason::NoForcedMarch;
  const Reason route = refuse_route(c, s, from, to, done == 0, s.group.intersects(s.held));
  if (route != Reason::Ok) return route;
  if (!c.aloof.empty() && would_mix(c, s, to, s.group)) return Reason::Aloof;
  if (!c.rules.revisit_hexes || to == s.places.march.path[0])
    for (std::size_t i = 0; i < s.path_length; ++i)
      if (s.places.march.path[i] == to) return Reason::Revisit;
  const int size = occupancy(c, units), space = room(c, s, s.side, to);
  if (size <= space) return Reason::Ok;
  if (done == 0 && size <= space + attached(s) * c.rules.capacity_per_train) return Reason::Ok;
  if (c.rules.capacity_test == static_cast<int>(CapacityTest::AtEnd) && cost < most &&
      !is_held(c, s, s.side, to))
    for (int beyond : c.map.around(static_cast<Hex>(to)))
      if (beyond != from && refuse_route(c, s, to, beyond, false, false) == Reason::Ok &&
          size <= room(c, s, s.side, beyond))
        return Reason::Ok;  // it may pass, and can go on
  return Reason::HexFull;
}

bool fits_here(const Context& c, const State& s) {
  return room(c, s, s.side, march_hex(s)) + attached(s) * c.rules.capacity_per_train >=
         occupancy(c, group_units(c, s));
}

bool can_step(const Context& c, const State& s) {
  for (int to : c.map.around(static_cast<Hex>(march_hex(s))))
    if (refuse_step(c, s, to) == Reason::Ok) return true;
  return false;
}

/// 8.2: undisrupted cavalry shows when an enemy stack comes next to it.
void show_cavalry_near(const Context& c, State& s, Side enemy, int hex) {
  if (!c.rules.hidden_stacks) return;
  const PieceSet cavalry =
      c.arm_units[static_cast<std::size_t>(Arm::Cavalry)] - with_status(s, kDisrupted);
  for (int near : c.map.around(static_cast<Hex>(hex)) & s.cavalry_hexes[at(enemy)])
    for (int unit : units_at(c, s, enemy, near) & cavalry) reveal_piece(s, unit);
}

template <class R>
void step_to(Table<R>& t, int to) {
  State& s = t.s;
  const Side side = s.side;
  const bool held = is_held(t.c, s, side, to);
  bool stop = false;
  if (held) {
    const PieceSet waiting = units_at(t.c, s, side, to) - s.moved;
    if (waiting.empty())
      stop = true;  // 8.4 bp6
    else if (!waiting.intersects(s.locked))
      s.locked.insert(waiting.first());
  }
  const int size = occupancy(t.c, group_units(t.c, s));
  if (size > room(t.c, s, side, to) && attached(s) > 0) stop = true;
  const int from = march_hex(s);
  const PieceSet stack = pieces_at(s, from) & side_pieces(t.c, side);
  if (steps_done(s) == 0 && s.group != stack)
    mix_veils(t.c, s, stack);  // who left is not seen (15.1)
  note_sortie(t.c, s, s.group);
  place_pieces(t.c, s, s.group, to);
  show_cavalry_near(t.c, s, other(side), to);
  move_blanks(t.c, s, side, from, to);
  s.places.march.path[s.path_length++] = static_cast<std::uint16_t>(to);
  s.work.march.flags &= static_cast<std::uint8_t>(~kLeftCommander);
  if (stop) s.work.march.flags |= kMustStop;
  t.tell(steps_done(s) == 1 ? EventKind::MarchBegins : EventKind::MarchGoesOn,
         {.side = play::index(side), .place = from, .to = to, .pieces = s.group});
  enter_hex(t, side, s.group, to);
}

// --- 8.5, 8.6 march attrition --------------------------------------------------------------------

template <class R>
Sum<R> march_modifiers(const Context& c, const State& s) {
  Sum<R> m;
  const Rules& r = c.rules;
  if (s.turn >= r.attrition_bonus_from_turn || s.second_year)
    m.add(r.attrition_bonus[at(s.side)], ModifierCode::LongCampaign);
  if (is_winter(c, s)) m.add(r.attrition_winter, ModifierCode::Winter);
  m.add(forced_hexes(c, s) * r.attrition_forced_hex, ModifierCode::ForcedMarch);
  m.add(s.march_change[at(s.side)], ModifierCode::MarchCard);
  const PieceSet throughout = s.group - c.combat_units;
  if (r.accompanied_march_bonus && has_trait(c, throughout, kTraitEasesMarchBasic))
    m.add(-1, ModifierCode::SupremeCommander);
  if (r.command_designations && commanded_throughout(c, s, throughout, group_units(c, s)))
    m.add(-1, ModifierCode::OwnCommander);
  if (r.commander_characteristics && s.seniors.march.of_group > 0) {
    const int senior = s.seniors.march.of_group - 1;
    const auto traits = c.piece(senior).traits;
    if ((traits & kTraitEasesMarch) && throughout.contains(senior))
      m.add(-1, ModifierCode::SeniorCommander, -1, senior);
    if (traits & kTraitBurdensMarch) m.add(1, ModifierCode::SeniorCommander, -1, senior);
  }
  return m;
}

/// Units that may suffer attrition: infantry and cavalry that marched, cavalry first in the
/// turns of 16.6.
PieceSet attrition_targets(const Context& c, const State& s) {
  const PieceSet mortal = group_units(c, s) - c.arm_units[static_cast<std::size_t>(Arm::Artillery)];
  const PieceSet cavalry = mortal & c.arm_units[static_cast<std::size_t>(Arm::Cavalry)];
  const bool first =
      c.rules.cavalry_attrition && !s.second_year && s.turn <= c.rules.cavalry_attrition_to_turn;
  return first && !cavalry.empty() ? cavalry : mortal;
}

/// Candidates of the attrition loss under way: those eliminated or disrupted already are out.
PieceSet attrition_candidates(const Context& c, const State& s) {
  PieceSet open = attrition_targets(c, s) - s.choice.attrition.hurt;
  if (open.empty())
    open = group_units(c, s) - c.arm_units[static_cast<std::size_t>(Arm::Artillery)] -
           s.choice.attrition.hurt;
  return open;
}

/// MarchPlaces::losses.
int to_eliminate(const State& s) { return s.places.march.losses >> 2; }
int to_disrupt(const State& s) { return s.places.march.losses & 3; }
void set_losses(State& s, int eliminate, int disrupt) {
  s.places.march.losses = static_cast<std::uint16_t>(eliminate << 2 | disrupt);
}

template <class R>
void lose_to_attrition(Table<R>& t, int unit) {
  State& s = t.s;
  s.choice.attrition.hurt.insert(unit);
  if (to_eliminate(s) > 0) {
    set_losses(s, to_eliminate(s) - 1, to_disrupt(s));
    eliminate_unit(t, unit, Cause::MarchAttrition);
  } else {
    set_losses(s, 0, to_disrupt(s) - 1);
    hit_unit(t, unit, Cause::MarchAttrition);
  }
}

template <class R>
void roll_attrition(Table<R>& t, int die) {
  State& s = t.s;
  const Rules& r = t.c.rules;
  auto modifiers = march_modifiers<R>(t.c, s);
  const int score = die + modifiers.total;
  const int size = group_units(t.c, s).count();
  int eliminate = 0, disrupt = 0;
  if (score >= r.attrition_one_from) {
    if (size == 1)
      disrupt = 1;
    else if (score >= r.attrition_two_from)
      eliminate = 2;
    else
      eliminate = 1, disrupt = score >= r.attrition_disrupt_from ? 1 : 0;
  }
  tell_sum(t, EventKind::MarchAttritionRolled,
           {.side = play::index(s.side), .place = march_hex(s), .amount = score, .face = die},
           std::move(modifiers), march_hex(s));
  s.choice.attrition.hurt.clear();
  set_losses(s, eliminate, disrupt);
}

template <class R>
void finish_march(Table<R>& t) {
  State& s = t.s;
  if (forced_hexes(t.c, s) > 0)
    for (int unit : group_units(t.c, s)) set_status(s, unit, kForcedMarch);
  s.moved |= s.group;
  if (attached(s) > 0) {
    const int there = occupancy(t.c, units_at(t.c, s, s.side, march_hex(s)));
    if (there > t.c.rules.hex_capacity || s.raised_count < kMaxRaised)
      raise_capacity(s, march_hex(s), attached(s));
    for (int i = 0; i < attached(s); ++i) remove_train(s, s.side, s.places.march.from);
  }
  remove_train(s, s.side, s.places.march.from);  // 8.2
  finish_opportunity(t);
}

// --- the movement phase --------------------------------------------------------------------------

template <class R>
void begin_movement(Table<R>& t) {
  State& s = t.s;
  s.moved.clear();
  s.locked.clear();
  s.held.clear();
  for (Side side : {Side::A, Side::B})
    for (int hex : s.combat_hexes[at(side)])
      if (is_held(t.c, s, side, hex)) s.held |= units_at(t.c, s, side, hex);
  s.work.march.flags = kMovementBegun;
  s.stage.march = MarchStage::Idle;
  s.places.march.path.fill(0);
  s.path_length = 0;
  show_besiegers(t.c, s);
}

template <class R>
void go_idle(Table<R>& t) {
  State& s = t.s;
  for (Side side : {Side::A, Side::B})
    if (own_train_hexes(s, side).empty()) s.out[at(side)] = 1;
  if (s.out[at(s.side)]) s.side = other(s.side);
  if (s.out[at(s.side)]) {
    next_phase(s, Phase::MovementEnd);
    return;
  }
  ask(s, Step::ChooseMarch, s.side);
}

template <class R>
void go_march(Table<R>& t);

/// Goes from choosing the group to the first hex, step by step.
template <class R>
void go_prepare(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.stage.march == MarchStage::TakeGroup) {
    if (!kind_question(c, s).members.empty()) return ask(s, Step::TakeForGroup, s.side);
    s.stage.march = MarchStage::Attach;
    s.work.all = {};
    s.work.march.flags = kMovementBegun;
    if (attachable(c, s, s.side, s.places.march.from) > 0)
      return ask(s, Step::AttachCapacity, s.side);
  }
  if (s.stage.march == MarchStage::Attach) {
    s.stage.march = MarchStage::SeniorOfHex;
    s.choice.seniors.commanders = s.group - c.combat_units;
  }
  const PieceSet in_hex = commanders_at(c, s, s.side, s.places.march.from);
  if (s.stage.march == MarchStage::SeniorOfHex) {
    if (c.rules.commander_characteristics && s.seniors.march.of_hex == 0) {
      s.choice.seniors.candidates = senior_question(
          c, s, in_hex, units_at(c, s, s.side, s.places.march.from), kTraitReluctant);
      if (!s.choice.seniors.candidates.empty()) return ask(s, Step::SeniorToMove, s.side);
      s.seniors.march.of_hex = static_cast<std::uint8_t>(
          most_senior(c, s, in_hex, units_at(c, s, s.side, s.places.march.from)).first() + 1);
    }
    s.stage.march = MarchStage::SeniorOfGroup;
  }
  if (s.stage.march == MarchStage::SeniorOfGroup) {
    if (c.rules.commander_characteristics && s.seniors.march.of_group == 0 &&
        !s.choice.seniors.commanders.empty()) {
      s.choice.seniors.candidates =
          senior_question(c, s, s.choice.seniors.commanders, group_units(c, s), kMarchTraits);
      if (!s.choice.seniors.candidates.empty()) return ask(s, Step::SeniorToMove, s.side);
      s.seniors.march.of_group = static_cast<std::uint8_t>(
          most_senior(c, s, s.choice.seniors.commanders, group_units(c, s)).first() + 1);
    }
    s.stage.march = MarchStage::Reluctance;
    if (s.seniors.march.of_hex > 0 &&
        (c.piece(s.seniors.march.of_hex - 1).traits & kTraitReluctant))
      return ask(s, Step::ReluctantDie, Actor::Nature);
  }
  if (s.stage.march == MarchStage::Reluctance) {
    s.stage.march = MarchStage::Chaos;
    if (c.rules.chaos_of_command && c.rules.chaos_side[at(s.side)] && !s.second_year &&
        s.turn <= c.rules.chaos_to_turn)
      return ask(s, Step::ChaosDie, Actor::Nature);
  }
  s.stage.march = MarchStage::Marching;
  s.places.march.path[0] = s.places.march.from;
  s.path_length = 1;
  s.choice.all = {};
  go_march(t);
}

template <class R>
void go_march(Table<R>& t) {
  State& s = t.s;
  if (s.stage.march == MarchStage::Marching) {
    if (steps_done(s) == 0 || can_step(t.c, s)) return ask(s, Step::March, s.side);
    s.stage.march = MarchStage::Arrived;
  }
  if (s.stage.march == MarchStage::Arrived) {
    const int threshold =
        is_winter(t.c, s) ? t.c.rules.attrition_from_hexes_winter : t.c.rules.attrition_from_hexes;
    s.stage.march = MarchStage::Losses;
    set_losses(s, 0, 0);
    if (march_cost(t.c, s) >= threshold) return ask(s, Step::AttritionDie, Actor::Nature);
  }
  while (to_eliminate(s) + to_disrupt(s) > 0) {
    const PieceSet open = attrition_candidates(t.c, s);
    if (open.empty()) break;
    ActionList kinds;
    list_picks(t.c, s, open, kinds);
    if (kinds.size() > 1) return ask(s, Step::AttritionLoss, s.side);
    lose_to_attrition(t, open.first());
  }
  finish_march(t);
}

// --- the end of the phase ------------------------------------------------------------------------

int overfull_hex(const Context& c, const State& s, Side side) {
  for (int hex : s.combat_hexes[at(side)])
    if (occupancy(c, units_at(c, s, side, hex)) > capacity(c, s, hex)) return hex;
  return -1;
}

/// none of the units picked may be superfluous.
Reason refuse_excess(const Context& c, const State& s, int unit) {
  const PieceSet here = units_at(c, s, s.side, s.places.sweep.hex);
  const int excess = occupancy(c, here) - capacity(c, s, s.places.sweep.hex);
  return refuse_excess_unit(c, s, here, excess, s.work.excess.last_occupancy, unit);
}

/// forage markers are shown.
template <class R>
void tell_markers(Table<R>& t) {
  if constexpr (R::kRecords)
    for (Side side : {Side::A, Side::B})
      for (int hex : t.s.combat_hexes[at(side)])
        if (units_at(t.c, t.s, side, hex).intersects(with_status(t.s, kForage)))
          t.tell_secret(other(side), EventKind::ForageMarkerPlaced,
                        {.side = play::index(side), .place = hex});
}

template <class R>
void go_end(Table<R>& t) {
  State& s = t.s;
  if (!s.work.excess.begun) {
    tell_markers(t);
    s.train_count = {0, 0};
    s.train = {};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < s.raised_count; ++i)
      if (!((s.raised[i] >> 13) & 1)) s.raised[kept++] = s.raised[i];
    for (std::size_t i = kept; i < s.raised_count; ++i) s.raised[i] = 0;
    s.raised_count = static_cast<std::uint8_t>(kept);
    s.work.excess.begun = 1;
  }
  for (Side side : {Side::A, Side::B}) {
    const int hex = overfull_hex(t.c, s, side);
    if (hex < 0) continue;
    if (hex != s.places.sweep.hex) s.work.excess.last_occupancy = 0;
    s.places.sweep.hex = static_cast<std::uint16_t>(hex);
    s.side = side;
    // The opponent chooses among what he must then be able to see (15.1).
    if (t.c.rules.hidden_stacks) reveal(t.c, s, units_at(t.c, s, side, hex));
    return ask(s, Step::ExcessLoss, other(side));
  }
  for (std::size_t i = 0; i < s.raised_count; ++i) s.raised[i] |= 1U << 13;
  s.moved.clear();
  s.locked.clear();
  s.held.clear();
  next_phase(s, Phase::Combat);
}

template <class R>
void apply_choose_march(Table<R>& t, Action action) {
  State& s = t.s;
  const int hex = payload_of(action);
  switch (verb_of(action)) {
    case Verb::Discard:
      remove_train(s, s.side, hex);
      t.tell(EventKind::TrainDiscarded, {.side = play::index(s.side), .place = hex});
      finish_opportunity(t);
      break;
    case Verb::Raise:
      remove_train(s, s.side, hex);
      raise_capacity(s, hex, 1);
      t.tell(EventKind::CapacityRaised, {.side = play::index(s.side), .place = hex});
      finish_opportunity(t);
      break;
    default: {
      s.places.march.from = static_cast<std::uint16_t>(hex);
      s.group.clear();
      s.choice.taking.candidates = marchable(t.c, s, s.side, hex);
      s.stage.march = MarchStage::ChooseGroup;
      s.work.march.trains = 0;
      s.seniors.march = {};
    }
  }
}

}  // namespace

int normal_march(const Context& c, const State& s, const PieceSet& units) {
  const int march = is_winter(c, s) ? c.rules.march_winter : c.rules.march;
  return std::clamp(march + change_of_arms(c, units), 1, kMaxMarch);
}

int forced_march(const Context& c, const PieceSet& units) {
  return std::clamp(c.rules.forced_march + change_of_arms(c, units), 1, kMaxMarch);
}

int forced_hexes_with(const Context& c, const State& s, int to) {
  const int cost = march_cost(c, s) + entry_costs(c, s, s.side).cost(march_hex(s), to);
  const int normal = normal_march(c, s, group_units(c, s)) + road_bonus(c, s, to);
  return std::max(0, cost - std::min(normal, kMaxMarch));
}

int trains_promised(const State& s) {
  return s.phase == Phase::Movement && s.stage.march != MarchStage::Idle ? 1 + attached(s) : 0;
}

void refind_movement_choice(const Context& c, State& s) {
  if (s.step == Step::RallyUnit)
    s.choice.rally.candidates = rallying(c, s, s.side, s.places.sweep.hex);
}

bool attrition_eliminates(const State& s) { return to_eliminate(s) > 0; }

template <class R>
void RallyAndMovement<R>::go(Table<R>& t) {
  State& s = t.s;
  if (s.phase == Phase::Rally) return go_rally(t);
  if (s.phase == Phase::MovementEnd) return go_end(t);
  if (!(s.work.march.flags & kMovementBegun)) begin_movement(t);
  if (s.stage.march == MarchStage::Idle) return go_idle(t);
  if (s.stage.march == MarchStage::ChooseGroup) return ask(s, Step::ChooseGroup, s.side);
  if (s.stage.march < MarchStage::Marching) return go_prepare(t);
  go_march(t);
}

template <class R>
void RallyAndMovement<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  const Step step = s.step;
  s.step = Step::None;
  switch (step) {
    case Step::ChooseRally:
      if (verb == Verb::Done)
        s.work.rally.stopped = 1;
      else
        begin_rally(t, payload);
      break;
    case Step::RallyUnit:
      s.choice.rally.candidates.erase(payload);
      --s.work.rally.to_rally;
      rally_unit(t, payload);
      if (is_tense(s, s.side)) {
        s.choice.rally.rallied.insert(payload);
        s.choice.rally.candidates = rallying(t.c, s, s.side, s.places.sweep.hex);
      }
      if (s.work.rally.to_rally == 0) s.choice.all = {};
      break;
    case Step::ChooseMarch: apply_choose_march(t, action); break;
    case Step::ChooseGroup:
      s.stage.march = MarchStage::TakeGroup;
      s.work.taking.next_kind = 0;
      if (verb == Verb::Whole) {
        s.group = s.choice.taking.candidates;
        s.work.taking.next_kind = kAllKinds;
      }
      break;
    case Step::TakeForGroup: take_of_kind(t.c, s, payload); break;
    case Step::AttachCapacity: s.work.march.trains = static_cast<std::uint8_t>(payload); break;
    case Step::SeniorToMove:
      (s.stage.march == MarchStage::SeniorOfHex ? s.seniors.march.of_hex
                                                : s.seniors.march.of_group) =
          static_cast<std::uint8_t>(payload + 1);
      break;
    case Step::ReluctantDie:
      t.tell(EventKind::ReluctanceRolled,
             {.side = play::index(s.side), .place = s.places.march.from, .face = payload});
      if (payload <= t.c.rules.reluctant_fails_to) abandon_march(t, EventKind::MarchRefused);
      break;
    case Step::ChaosDie:
      t.tell(EventKind::ChaosRolled,
             {.side = play::index(s.side), .place = s.places.march.from, .face = payload});
      if (payload <= t.c.rules.chaos_fails_to) abandon_march(t, EventKind::MarchGarbled);
      break;
    case Step::March:
      if (verb == Verb::StepTo) {
        step_to(t, payload);
      } else if (verb == Verb::Drop) {
        mix_veils(t.c, s, s.group);
        s.group.erase(payload);
        s.moved.insert(payload);
        s.work.march.flags |= kLeftCommander;
        t.tell(
            EventKind::CommanderStaysBehind,
            {.side = play::index(s.side), .place = march_hex(s), .pieces = PieceSet::of(payload)});
      } else {
        s.stage.march = MarchStage::Arrived;
      }
      break;
    case Step::AttritionDie: roll_attrition(t, payload); break;
    case Step::AttritionLoss: lose_to_attrition(t, payload); break;
    case Step::ExcessLoss:
      s.work.excess.last_occupancy = t.c.occupancy[static_cast<std::size_t>(payload)];
      eliminate_unit(t, payload, Cause::OverCapacity);
      break;
    default: assert(false);
  }
}

void list_rally_and_movement(const Context& c, const State& s, ActionList& list) {
  const auto add_if = [&](Verb verb, int payload) {
    const Action action = make_action(verb, payload);
    if (refuse_rally_and_movement(c, s, action) == Reason::Ok) list.push_back(action);
  };
  switch (s.step) {
    case Step::ChooseRally:
      list.push_back(make_action(Verb::Done));
      for (int hex : own_train_hexes(s, s.side)) add_if(Verb::Rally, hex);
      break;
    case Step::RallyUnit: list_picks(c, s, s.choice.rally.candidates, list); break;
    case Step::SeniorToMove: list_picks(c, s, s.choice.seniors.candidates, list); break;
    case Step::ChooseMarch: {
      const HexSet hexes = own_train_hexes(s, s.side);
      for (int hex : hexes) list.push_back(make_action(Verb::Discard, hex));
      for (int hex : hexes) add_if(Verb::March, hex);
      if (c.rules.capacity_trains)
        for (int hex : hexes) add_if(Verb::Raise, hex);
      break;
    }
    case Step::ChooseGroup:
      if (whole_fits(c, s)) list.push_back(make_action(Verb::Whole));
      list.push_back(make_action(Verb::Custom));
      break;
    case Step::TakeForGroup:
      for (int n = 0; n <= kind_question(c, s).members.count(); ++n) add_if(Verb::Take, n);
      break;
    case Step::AttachCapacity:
      for (int n = attach_needed(c, s); n <= attachable(c, s, s.side, s.places.march.from); ++n)
        list.push_back(make_action(Verb::Take, n));
      break;
    case Step::March: {
      if (refuse_rally_and_movement(c, s, make_action(Verb::Done)) == Reason::Ok)
        list.push_back(make_action(Verb::Done));
      const auto before = list.size();
      for (int to : c.map.around(static_cast<Hex>(march_hex(s)))) add_if(Verb::StepTo, to);
      if (list.size() == before || steps_done(s) == 0) break;
      for (int commander : s.group - c.combat_units)
        if (!is_needed(c, s, commander, s.group - c.combat_units))
          list.push_back(make_action(Verb::Drop, commander));
      break;
    }
    case Step::AttritionLoss: list_picks(c, s, attrition_candidates(c, s), list); break;
    case Step::ExcessLoss:
      for (int unit : units_at(c, s, s.side, s.places.sweep.hex)) add_if(Verb::Pick, unit);
      break;
    default: assert(false);
  }
}

Reason refuse_rally_and_movement(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  switch (s.step) {
    case Step::ChooseRally:
      if (verb == Verb::Done) return Reason::Ok;
      return verb == Verb::Rally ? refuse_rally(c, s, s.side, payload) : Reason::NotNow;
    case Step::RallyUnit:
      return verb == Verb::Pick ? refuse_pick(c, s, s.choice.rally.candidates, payload)
                                : Reason::NotNow;
    case Step::SeniorToMove:
      return verb == Verb::Pick ? refuse_pick(c, s, s.choice.seniors.candidates, payload)
                                : Reason::NotNow;
    case Step::ChooseMarch:
      if (verb == Verb::March) return refuse_march(c, s, s.side, payload);
      if (verb == Verb::Raise) return refuse_raise(c, s, s.side, payload);
      if (verb != Verb::Discard) return Reason::NotNow;
      return genuine_trains(s, s.side, payload) > 0 ? Reason::Ok : Reason::NoTrainThere;
    case Step::ChooseGroup:
      if (verb == Verb::Custom) return Reason::Ok;
      if (verb != Verb::Whole) return Reason::NotNow;
      return whole_fits(c, s) ? Reason::Ok : Reason::WouldNotFit;
    case Step::TakeForGroup:
      return verb == Verb::Take ? refuse_take(c, s, payload) : Reason::NotNow;
    case Step::AttachCapacity:
      if (verb != Verb::Take) return Reason::NotNow;
      if (payload < attach_needed(c, s)) return Reason::WouldNotFit;
      return payload <= attachable(c, s, s.side, s.places.march.from) ? Reason::Ok
                                                                      : Reason::TooManyTrains;
    case Step::March:
      if (verb == Verb::StepTo) return refuse_step(c, s, payload);
      if (verb == Verb::Done) {
        if (steps_done(s) == 0) return can_step(c, s) ? Reason::MustMove : Reason::Ok;
        // Where the group ends, nobody was left behind: he has accompanied it throughout (14.5).
        if ((s.work.march.flags & kLeftCommander) && can_step(c, s)) return Reason::LeftBehind;
        return fits_here(c, s) ? Reason::Ok : Reason::HexFull;
      }
      if (verb != Verb::Drop) return Reason::NotNow;
      if (!(s.group - c.combat_units).contains(payload)) return Reason::NotInGroup;
      if (steps_done(s) == 0 || !can_step(c, s)) return Reason::MustMove;
      return is_needed(c, s, payload, s.group - c.combat_units) ? Reason::Tension : Reason::Ok;
    case Step::AttritionLoss:
      return verb == Verb::Pick ? refuse_pick(c, s, attrition_candidates(c, s), payload)
                                : Reason::NotNow;
    case Step::ExcessLoss:
      return verb == Verb::Pick ? refuse_excess(c, s, payload) : Reason::NotNow;
    default: return Reason::NotNow;
  }
}

template struct RallyAndMovement<play::NullRecorder>;
template struct RallyAndMovement<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
