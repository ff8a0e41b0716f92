// The Forced March Movement Segment: one more Area, Corps by Corps, at the risk of losing it.
#include <fmt/format.h>

#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

bool entered(const State& state, int at) {
  return state.work.movement.moved[static_cast<std::size_t>(at)] & kEnteredFlag;
}

/// Corps of the phasing side at a place that have not tried yet, packed like units.
std::uint16_t untried(const State& state, int at) {
  const auto side = static_cast<std::size_t>(state.phasing);
  const auto index = static_cast<std::size_t>(at);
  return static_cast<std::uint16_t>((state.units[side][index] & kMarchMask) -
                                    (state.work.movement.moved[index] & kMarchMask));
}

template <class R>
void ask_march(Play<R>& p) {
  auto& s = p.state;
  s.place = s.target = s.kind = s.flags = 0;
  for (int at = 0; at < p.game.place_count(); ++at)
    if (may_march_from(p.game, s, at)) return p.ask(Step::MarchStack, s.phasing);
  end_movement(p);
}

/// Moves one Corps and keeps what the enemy can know: each attempt is one Corps, its kind unseen.
void move_corps(const AreaContext& game, State& s) {
  const int side = s.phasing;
  const auto kind = static_cast<Kind>(s.kind);
  const bool empty = !occupied(game, s, side, s.target);
  const bool one_kind =
      s.count(side, s.place, Kind::Infantry) == 0 || s.count(side, s.place, Kind::Cavalry) == 0;
  s.add(side, s.place, kind, -1);
  s.add(side, s.target, kind, 1);
  auto& moved = s.work.movement.moved[s.target];
  moved = static_cast<std::uint16_t>((moved + one_of(kind)) | kEnteredFlag);
  const bool left = occupied(game, s, side, s.place);
  const bool traced = s.knows(side, s.place, Knowledge::Contents) && (one_kind || !left);
  const bool counted = s.knows(side, s.place, Knowledge::Number);
  s.set_knows(side, s.target, Knowledge::Contents,
              traced && (empty || s.knows(side, s.target, Knowledge::Contents)));
  s.set_knows(side, s.target, Knowledge::Number,
              counted && (empty || s.knows(side, s.target, Knowledge::Number)));
  if (left) s.set_knows(side, s.place, Knowledge::Contents, traced);
  tidy_place(game, s, side, s.place);
}

}  // namespace

bool may_march_leader(const AreaContext& game, const State& state, int leader) {
  if (!game.rules.optional_rules || state.leaders[static_cast<std::size_t>(leader)] != state.place)
    return false;
  return leader >= game.leader_begin(state.phasing) && leader < game.leader_end(state.phasing) &&
         (!occupied(game, state, 1 - state.phasing, state.target) || entered(state, state.target));
}

bool may_march_from(const AreaContext& game, const State& state, int at) {
  if (corps_in(untried(state, at)) > 0) return true;
  if (!has_unmoved_leader(game, state, state.phasing, at)) return false;
  for (int to : game.neighbours[static_cast<std::size_t>(at)])
    if (may_march_to(game, state, at, to)) return true;
  return false;
}

// A Leader follows a Corps into an enemy-occupied place, never leads the way.
bool may_march_to(const AreaContext& game, const State& state, int from, int to) {
  return corps_in(untried(state, from)) > 0 || !occupied(game, state, 1 - state.phasing, to) ||
         entered(state, to);
}

template <class R>
void begin_forced_march(Play<R>& p) {
  auto& s = p.state;
  s.work = {};
  for (auto& leader : s.leaders) leader = static_cast<std::uint8_t>(leader & ~kMovedFlag);
  ask_march(p);
}

template <class R>
void march_from(Play<R>& p, int at) {
  p.state.place = static_cast<std::uint8_t>(at);
  p.ask(Step::MarchTarget, p.state.phasing);
}

template <class R>
void march_to(Play<R>& p, int at) {
  auto& s = p.state;
  s.target = static_cast<std::uint8_t>(at);
  const auto word = untried(s, s.place);
  const bool infantry = field(word, Kind::Infantry) > 0, cavalry = field(word, Kind::Cavalry) > 0;
  bool leaders = false;
  int only = -1;
  for (int leader = p.game.leader_begin(s.phasing); leader < p.game.leader_end(s.phasing); ++leader)
    if (may_march_leader(p.game, s, leader)) {
      only = leaders ? -1 : leader;
      leaders = true;
    }
  if (!leaders && infantry != cavalry)
    return march_corps(p, infantry ? Kind::Infantry : Kind::Cavalry);
  if (!infantry && !cavalry && only >= 0) return march_leader(p, only);
  p.ask(Step::MarchUnit, s.phasing);
}

template <class R>
void march_corps(Play<R>& p, Kind kind) {
  auto& s = p.state;
  s.kind = static_cast<std::uint8_t>(kind);
  p.note([&] {
    return fmt::format("{}: a Corps tries to march from {} to {}", p.side_name(s.phasing),
                       p.place_id(s.place), p.place_id(s.target));
  });
  p.roll(Step::MarchDie);
}

// Leaders A: they march free, without a die.
template <class R>
void march_leader(Play<R>& p, int leader) {
  auto& s = p.state;
  const bool empty = !occupied(p.game, s, s.phasing, s.target);
  s.leaders[static_cast<std::size_t>(leader)] = static_cast<std::uint8_t>(s.target | kMovedFlag);
  s.set_knows(s.phasing, s.place, Knowledge::Contents, false);
  s.set_knows(s.phasing, s.target, Knowledge::Contents, false);
  if (empty) s.set_knows(s.phasing, s.target, Knowledge::Number, false);
  tidy_place(p.game, s, s.phasing, s.place);
  p.note([&] {
    return fmt::format("{}: a Leader marches from {} to {}", p.side_name(s.phasing),
                       p.place_id(s.place), p.place_id(s.target));
  });
  ask_march(p);
}

// Forced March Table.
template <class R>
void march_die(Play<R>& p, int die) {
  auto& s = p.state;
  const auto kind = static_cast<Kind>(s.kind);
  const auto result = p.game.rules.forced_march[static_cast<std::size_t>(die - 1)];
  ++s.marches;
  if (result == MarchResult::Succeeds) {
    p.note([&] {
      return fmt::format("forced march to {}: die {}, it arrives", p.place_id(s.target), die);
    });
    const int to = s.target;
    move_corps(p.game, s);
    update_control(p, to);
  } else if (result == MarchResult::Stays) {
    p.note([&] {
      return fmt::format("forced march from {}: die {}, it stays", p.place_id(s.place), die);
    });
    auto& moved = s.work.movement.moved[s.place];
    moved = static_cast<std::uint16_t>(moved + one_of(kind));
  } else {
    p.note([&] { return fmt::format("forced march: die {}", die); });
    eliminate_corps(p, s.phasing, s.place, kind, 1, false, "forced march");
  }
  ask_march(p);
}

template void begin_forced_march(Play<play::NullRecorder>&);
template void begin_forced_march(Play<play::EventRecorder>&);
template void march_from(Play<play::NullRecorder>&, int);
template void march_from(Play<play::EventRecorder>&, int);
template void march_to(Play<play::NullRecorder>&, int);
template void march_to(Play<play::EventRecorder>&, int);
template void march_corps(Play<play::NullRecorder>&, Kind);
template void march_corps(Play<play::EventRecorder>&, Kind);
template void march_leader(Play<play::NullRecorder>&, int);
template void march_leader(Play<play::EventRecorder>&, int);
template void march_die(Play<play::NullRecorder>&, int);
template void march_die(Play<play::EventRecorder>&, int);

}  // namespace niemen::area_campaign
