// The Forced March Movement Segment: one more Area, Corps by Corps, at the risk of losing it.
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

/// Places that nobody but a Corps may enter now: a Leader follows a Corps into an enemy-occupied
/// place, never leads the way.
PlaceSet barred_to_leaders(const AreaContext& game, const State& state) {
  return occupied_places(game, state, 1 - state.phasing) -
         places_with(state.work.movement.moved, kEnteredFlag);
}

/// Places with such Corps.
PlaceSet untried_corps(const State& state) {
  return places_with(units_of(state, state.phasing), state.work.movement.moved, kMarchMask);
}

template <class R>
void ask_march(Play<R>& p) {
  auto& s = p.state;
  s.place = s.target = s.kind = s.flags = 0;
  if (!untried_corps(s).empty() || !march_sources(p.game, s).empty())
    return p.ask(Step::MarchStack, s.phasing);
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

EventKind kind_of(MarchResult result) {
  switch (result) {
    case MarchResult::Succeeds: return EventKind::MarchSucceeds;
    case MarchResult::Stays: return EventKind::MarchStays;
    default: return EventKind::MarchFails;
  }
}

}  // namespace

std::uint16_t untried(const State& state, int at) {
  const auto side = static_cast<std::size_t>(state.phasing);
  const auto index = static_cast<std::size_t>(at);
  return static_cast<std::uint16_t>((state.units[side][index] & kMarchMask) -
                                    (state.work.movement.moved[index] & kMarchMask));
}

LeaderSet march_leaders(const AreaContext& game, const State& state) {
  LeaderSet leaders;
  if (!has_unmoved_leader(game, state, state.phasing, state.place) ||
      barred_to_leaders(game, state).contains(state.target))
    return leaders;
  for (int leader = game.leader_begin(state.phasing); leader < game.leader_end(state.phasing);
       ++leader)
    if (state.leaders[leader] == state.place) leaders.insert(leader);
  return leaders;
}

PlaceSet march_sources(const AreaContext& game, const State& state) {
  PlaceSet sources = untried_corps(state);
  const auto others = leader_places(game, state, state.phasing, true) - sources;
  if (others.empty()) return sources;
  const auto barred = barred_to_leaders(game, state);
  for (int at : others)
    if (!game.adjacent[at].is_subset_of(barred)) sources.insert(at);
  return sources;
}

PlaceSet march_targets(const AreaContext& game, const State& state, int from) {
  const auto& adjacent = game.adjacent[from];
  const bool corps = corps_in(untried(state, from)) > 0;
  return corps ? adjacent : adjacent - barred_to_leaders(game, state);
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
  const auto leaders = march_leaders(p.game, s);
  if (leaders.empty() && infantry != cavalry)
    return march_corps(p, infantry ? Kind::Infantry : Kind::Cavalry);
  if (!infantry && !cavalry && leaders.count() == 1) return march_leader(p, leaders.first());
  p.ask(Step::MarchUnit, s.phasing);
}

template <class R>
void march_corps(Play<R>& p, Kind kind) {
  auto& s = p.state;
  s.kind = static_cast<std::uint8_t>(kind);
  p.note_way(EventKind::CorpsTriesMarch, s.phasing, s.place, s.target);
  p.roll(Step::MarchDie);
}

// Leaders A: they march free, without a die.
template <class R>
void march_leader(Play<R>& p, int leader) {
  auto& s = p.state;
  const bool empty = !occupied(p.game, s, s.phasing, s.target);
  s.leaders[leader] = static_cast<std::uint8_t>(s.target | kMovedFlag);
  s.set_knows(s.phasing, s.place, Knowledge::Contents, false);
  s.set_knows(s.phasing, s.target, Knowledge::Contents, false);
  if (empty) s.set_knows(s.phasing, s.target, Knowledge::Number, false);
  tidy_place(p.game, s, s.phasing, s.place);
  p.note_way(EventKind::LeaderMarches, s.phasing, s.place, s.target);
  ask_march(p);
}

// Forced March Table.
template <class R>
void march_die(Play<R>& p, int die) {
  auto& s = p.state;
  const auto kind = static_cast<Kind>(s.kind);
  const auto result = p.game.rules.forced_march[die - 1];
  ++s.marches;
  p.note(kind_of(result), [&](play::Event& event) {
    event.side = s.phasing;
    event.face = die;
    event.places = {s.place, s.target};
  });
  if (result == MarchResult::Succeeds) {
    const int to = s.target;
    move_corps(p.game, s);
    update_control(p, to);
  } else if (result == MarchResult::Stays) {
    auto& moved = s.work.movement.moved[s.place];
    moved = static_cast<std::uint16_t>(moved + one_of(kind));
  } else {
    eliminate_corps(p, s.phasing, s.place, kind, 1, LossCause::ForcedMarch);
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
