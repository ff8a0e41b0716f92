// 8.4: the march, hex by hex.
#include <algorithm>

#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

int march_cost(const Context& c, const State& s) {
  const EntryCosts& costs = entry_costs(c, s, s.side);
  if (costs.uniform()) return steps_done(s);
  int total = 0;
  for (std::size_t i = 1; i < s.path_length; ++i)
    total += costs.cost(s.places.march.path[i - 1], s.places.march.path[i]);
  return total;
}

namespace {

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

bool may_force_march(const Context& c, const State& s, const PieceSet& units) {
  return !c.rules.random_events || s.corps_released ||
         !units.intersects(c.no_forced_march);  // 16.1
}

/// 8.4: hexes by which the slowest of some units differs from what the marches say.
int change_of_arms(const Context& c, const PieceSet& units) {
  const auto& change = c.rules.march_of_arm;
  if (change == std::array<int, kArms>{}) return 0;
  int least = kMaxMarch;
  for (std::size_t arm = 0; arm < change.size(); ++arm)
    if (units.intersects(c.arm_units[arm])) least = std::min(least, change[arm]);
  return least == kMaxMarch ? 0 : least;
}

}  // namespace

int forced_hexes(const Context& c, const State& s) {
  const int normal = normal_march(c, s, group_units(c, s)) + road_bonus(c, s);
  return std::max(0, march_cost(c, s) - std::min(normal, kMaxMarch));
}

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

namespace {

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

}  // namespace

bool go_marching(Play& p) {
  State& s = p.state;
  if (steps_done(s) == 0 || can_step(p.game, s)) {
    p.ask(Step::March, s.side);
    return false;
  }
  s.stage.march = MarchStage::Arrived;
  return true;
}

namespace {

Reason refuse_stop(const Context& c, const State& s, int) {
  if (steps_done(s) == 0) return can_step(c, s) ? Reason::MustMove : Reason::Ok;
  // Where the group ends, nobody was left behind: he has accompanied it throughout (14.5).
  if ((s.work.march.flags & kLeftCommander) && can_step(c, s)) return Reason::LeftBehind;
  return fits_here(c, s) ? Reason::Ok : Reason::HexFull;
}
void list_stop(const Lister& l) { add_numbers<refuse_stop>(l, 0, 0); }
void stop_march(Play& p, int) { p.state.stage.march = MarchStage::Arrived; }

Reason refuse_drop(const Context& c, const State& s, int commander) {
  const PieceSet commanders = s.group - c.combat_units;
  if (!commanders.contains(commander)) return Reason::NotInGroup;
  if (steps_done(s) == 0 || !can_step(c, s)) return Reason::MustMove;
  return is_needed(c, s, commander, commanders) ? Reason::Tension : Reason::Ok;
}
/// The next hexes, and Commanders who may stay behind if there are any.
void list_steps(const Lister& l) {
  const State& s = l.state;
  const auto before = l.list.size();
  add_allowed<refuse_step>(l, l.game.map.around(static_cast<Hex>(march_hex(s))));
  if (l.list.size() == before || steps_done(s) == 0) return;
  const PieceSet commanders = s.group - l.game.combat_units;
  for (int commander : commanders)
    if (!is_needed(l.game, s, commander, commanders)) l.add(Verb::Drop, commander);
}

/// 8.2: undisrupted cavalry shows when an enemy stack comes next to it.
void show_cavalry_near(const Context& c, State& s, Side enemy, int hex) {
  if (!c.rules.hidden_stacks) return;
  const PieceSet cavalry =
      c.arm_units[static_cast<std::size_t>(Arm::Cavalry)] - with_status(s, kDisrupted);
  for (int near : c.map.around(static_cast<Hex>(hex)) & s.cavalry_hexes[at(enemy)])
    for (int unit : units_at(c, s, enemy, near) & cavalry) reveal_piece(s, unit);
}

void step_to(Play& p, int to) {
  State& s = p.state;
  const Side side = s.side;
  const bool held = is_held(p.game, s, side, to);
  bool stop = false;
  if (held) {
    const PieceSet waiting = units_at(p.game, s, side, to) - s.moved;
    if (waiting.empty())
      stop = true;  // 8.4 bp6
    else if (!waiting.intersects(s.locked))
      s.locked.insert(waiting.first());
  }
  const int size = occupancy(p.game, group_units(p.game, s));
  if (size > room(p.game, s, side, to) && attached(s) > 0) stop = true;
  const int from = march_hex(s);
  const PieceSet stack = pieces_at(s, from) & side_pieces(p.game, side);
  if (steps_done(s) == 0 && s.group != stack)
    mix_veils(p.game, s, stack);  // who left is not seen (15.1)
  note_sortie(p.game, s, s.group);
  place_pieces(p.game, s, s.group, to);
  show_cavalry_near(p.game, s, other(side), to);
  move_blanks(p.game, s, side, from, to);
  s.places.march.path[s.path_length++] = static_cast<std::uint16_t>(to);
  s.work.march.flags &= static_cast<std::uint8_t>(~kLeftCommander);
  if (stop) s.work.march.flags |= kMustStop;
  p.tell(steps_done(s) == 1 ? EventKind::MarchBegins : EventKind::MarchGoesOn,
         {.side = play::index(side), .place = from, .to = to, .pieces = s.group});
  enter_hex(p, side, s.group, to);
}

void leave_behind(Play& p, int commander) {
  State& s = p.state;
  mix_veils(p.game, s, s.group);
  s.group.erase(commander);
  s.moved.insert(commander);
  s.work.march.flags |= kLeftCommander;
  p.tell(EventKind::CommanderStaysBehind,
         {.side = play::index(s.side), .place = march_hex(s), .pieces = PieceSet::of(commander)});
}

}  // namespace

constinit const RowOf<Step::March> march_row{
    {"march", "8 Rally and Movement", "8.4",
     "Choose the next hex of the march from {from}, or stop", play::Barrier::Reveal},
    {{Verb::Done, "8.4", list_stop, of_number<refuse_stop>, stop_march},
     {Verb::StepTo, "8.4", list_steps, of_hex<refuse_step>, step_to},
     {Verb::Drop, "8.4", nullptr, of_piece<refuse_drop>, leave_behind}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
