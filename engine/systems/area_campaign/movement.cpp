// The Movement Phase: the Basic Movement Segment, and what is done at the end of the phase.
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

bool entered(const State& state, int at) {
  // In the basic segment whatever has moved and is here came in (nothing crosses two borders).
  return corps_in(state.work.movement.moved[at]) > 0;
}

/// Places with Corps of the phasing side that have not moved.
PlaceSet unmoved_corps(const State& state) {
  return places_with(units_of(state, state.phasing), state.work.movement.moved, kCorpsMask);
}

/// Places that nothing but a Corps may enter now: see must_take_corps.
PlaceSet barred_without_corps(const AreaContext& game, const State& state) {
  return occupied_places(game, state, 1 - state.phasing) -
         places_with(state.work.movement.moved, kCorpsMask);
}

bool leader_unmoved_at(const State& state, int leader, int at) {
  return state.leaders[leader] == at;
}

int unmoved_leaders(const AreaContext& game, const State& state, int side, int at) {
  return game.rules.optional_rules ? leaders_at(game, state, side, at, true) : 0;
}

/// Moves units of one kind from the pending place to the pending target, marked as moved.
void carry_over(State& s, Kind kind, int number) {
  s.add(s.phasing, s.place, kind, -number);
  s.add(s.phasing, s.target, kind, number);
  auto& moved = s.work.movement.moved[s.target];
  moved = static_cast<std::uint16_t>(moved + one_of(kind) * number);
  if (number > 0) s.flags |= kShareSomething;
  if (number > 0 && kind <= Kind::Cavalry) s.flags |= kShareCorps;
  if (kind == Kind::Supply) s.taken = static_cast<std::uint8_t>(number);
}

/// Depots that the Supply units taken can carry, of those that started here (B.2, one each).
int most_depots(const State& s) {
  if (s.phasing != 0) return 0;
  const int here = field(unmoved(s, 0, s.place), Kind::Depot);
  const int room = kKindMost[Kind::Depot] - s.count(0, s.target, Kind::Depot);
  return std::min({here, static_cast<int>(s.taken), room});
}

template <class R>
void ask_share(Play<R>& p) {
  auto& s = p.state;
  for (; s.kind <= kKinds; ++s.kind) {
    if (s.kind == kKinds) {
      if (unmoved_leaders(p.game, s, s.phasing, s.place) == 0) break;
      return p.ask(Step::MoveShare, s.phasing);
    }
    const auto range = share_range(p.game, s);
    if (range.most == 0) continue;
    if (range.least < range.most || may_take_all(p.game, s))
      return p.ask(Step::MoveShare, s.phasing);
    carry_over(s, static_cast<Kind>(s.kind), range.most);
  }
  end_share(p);
}

template <class R>
void ask_move(Play<R>& p) {
  auto& s = p.state;
  s.place = s.target = s.kind = s.taken = s.flags = 0;
  if (!unmoved_corps(s).empty() || !move_sources(p.game, s).empty())
    return p.ask(Step::MoveStack, s.phasing);
  begin_forced_march(p);
}

}  // namespace

std::uint16_t unmoved(const State& state, int side, int at) {
  return static_cast<std::uint16_t>(state.word(side, at) - state.work.movement.moved[at]);
}

bool has_unmoved_leader(const AreaContext& game, const State& state, int side, int at) {
  return unmoved_leaders(game, state, side, at) > 0;
}

// B.1: into an enemy-occupied place at least one Corps enters first, in the same segment.
bool must_take_corps(const AreaContext& game, const State& state, int to) {
  return occupied(game, state, 1 - state.phasing, to) && !entered(state, to);
}

PlaceSet move_targets(const AreaContext& game, const State& state, int from) {
  const auto& adjacent = game.adjacent[from];
  const bool corps = corps_in(unmoved(state, state.phasing, from)) > 0;
  return corps ? adjacent : adjacent - barred_without_corps(game, state);
}

PlaceSet move_sources(const AreaContext& game, const State& state) {
  const int side = state.phasing;
  PlaceSet sources = unmoved_corps(state);
  const auto supply =
      places_with(units_of(state, side), state.work.movement.moved, mask_of(Kind::Supply));
  const auto others = (supply | leader_places(game, state, side, true)) - sources;
  if (others.empty()) return sources;
  const auto barred = barred_without_corps(game, state);
  for (int at : others)
    if (!game.adjacent[at].is_subset_of(barred)) sources.insert(at);
  return sources;
}

ShareRange share_range(const AreaContext& game, const State& state) {
  const auto word = unmoved(state, state.phasing, state.place);
  const auto kind = static_cast<Kind>(state.kind);
  if (kind == Kind::Depot) return {0, most_depots(state)};
  const int most = field(word, kind);
  if (most == 0) return {0, 0};
  const bool leaders = has_unmoved_leader(game, state, state.phasing, state.place);
  const bool corps_due = must_take_corps(game, state, state.target) && !(state.flags & kShareCorps);
  bool later = false;  // something that may still be taken would do
  if (kind == Kind::Infantry) {
    later = field(word, Kind::Cavalry) > 0 ||
            (!corps_due && (field(word, Kind::Supply) > 0 || leaders));
  } else if (kind == Kind::Cavalry) {
    later = !corps_due && (field(word, Kind::Supply) > 0 || leaders);
  } else {
    later = leaders;
  }
  const bool due = kind == Kind::Supply ? !(state.flags & kShareSomething)
                                        : corps_due || !(state.flags & kShareSomething);
  return {due && !later ? 1 : 0, most};
}

// Offered with the first question, where a stack has units of several kinds.
bool may_take_all(const AreaContext& game, const State& state) {
  if (state.flags & kShareSomething) return false;
  const auto word = unmoved(state, state.phasing, state.place);
  int kinds = has_unmoved_leader(game, state, state.phasing, state.place) ? 1 : 0;
  for (const Kind kind : kAllKinds) {
    if (field(word, kind) == 0) continue;
    if (static_cast<int>(kind) < state.kind) return false;
    ++kinds;
  }
  return kinds > 1;
}

// a. Basic Movement Segment.
template <class R>
void begin_movement(Play<R>& p) {
  p.state.work = {};
  ask_move(p);
}

template <class R>
void move_from(Play<R>& p, int at) {
  p.state.place = static_cast<std::uint8_t>(at);
  p.ask(Step::MoveTarget, p.state.phasing);
}

template <class R>
void move_to(Play<R>& p, int at) {
  auto& s = p.state;
  const int side = s.phasing;
  s.target = static_cast<std::uint8_t>(at);
  s.kind = s.taken = 0;
  // What the enemy knew of both stacks survives only if the whole stack goes.
  const bool empty = !occupied(p.game, s, side, at);
  s.flags = 0;
  for (auto what : {Knowledge::Contents, Knowledge::Number}) {
    const bool both = s.knows(side, s.place, what) && (empty || s.knows(side, at, what));
    if (both) s.flags |= what == Knowledge::Contents ? kShareContents : kShareNumber;
    s.set_knows(side, s.place, what, false);
    s.set_knows(side, at, what, false);
  }
  p.note_way(EventKind::StackMoves, side, s.place, at);
  ask_share(p);
}

template <class R>
void take(Play<R>& p, Kind kind, int number) {
  carry_over(p.state, kind, number);
  ++p.state.kind;
  ask_share(p);
}

template <class R>
void take_all(Play<R>& p) {
  auto& s = p.state;
  for (const Kind kind : kAllKinds) {
    const int number =
        kind == Kind::Depot ? most_depots(s) : field(unmoved(s, s.phasing, s.place), kind);
    carry_over(s, kind, number);
  }
  if (p.game.rules.optional_rules)
    for (int leader = p.game.leader_begin(s.phasing); leader < p.game.leader_end(s.phasing);
         ++leader)
      if (leader_unmoved_at(s, leader, s.place))
        s.leaders[leader] = static_cast<std::uint8_t>(s.target | kMovedFlag);
  end_share(p);
}

template <class R>
void take_leader(Play<R>& p, int leader) {
  auto& s = p.state;
  s.leaders[leader] = static_cast<std::uint8_t>(s.target | kMovedFlag);
  s.flags |= kShareSomething;
  ask_share(p);
}

template <class R>
void end_share(Play<R>& p) {
  auto& s = p.state;
  const int side = s.phasing;
  if (!occupied(p.game, s, side, s.place)) {
    tidy_place(p.game, s, side, s.place);
    s.set_knows(side, s.target, Knowledge::Contents, s.flags & kShareContents);
    s.set_knows(side, s.target, Knowledge::Number, s.flags & kShareNumber);
  }
  p.note_secret(side, EventKind::StackHasMoved, [&](play::Event& event) {
    const auto moved = s.work.movement.moved[s.target];
    event.places = {s.target};
    for (const auto kind : {Kind::Infantry, Kind::Cavalry, Kind::Supply})
      add_pieces(event, kind, field(moved, kind));
  });
  if (s.flags & kShareCorps || !p.game.rules.control_by_corps_only) update_control(p, s.target);
  ask_move(p);
}

// Supply D, A-47: the invader may give up a Depot in his Movement Phase or the Supply Interphase.
template <class R>
void drop_depot(Play<R>& p, int at) {
  auto& s = p.state;
  s.add(0, at, Kind::Depot, -1);
  if (s.step == Step::MoveStack) {
    // A Depot that was carried here stays marked only as long as it is there.
    auto& moved = s.work.movement.moved[at];
    if (field(moved, Kind::Depot) > s.count(0, at, Kind::Depot))
      moved = static_cast<std::uint16_t>(moved - one_of(Kind::Depot));
  }
  tidy_place(p.game, s, 0, at);
  p.note_at(EventKind::DepotGivenUp, 0, at);
  if (s.step == Step::MoveStack) return ask_move(p);
  ask_drop_depots(p);
}

// End of the phase: the defender's scorching, then the invader's Depots; the phasing player first.
template <class R>
void end_movement(Play<R>& p) {
  auto& s = p.state;
  s.work = {};
  for (auto& leader : s.leaders) leader = static_cast<std::uint8_t>(leader & ~kMovedFlag);
  s.place = s.target = s.kind = s.taken = s.flags = 0;
  ask_scorch(p);
}

// Supply B: a defender's Supply unit may lay waste the Area it is in, enemies or not.
std::uint64_t areas_to_scorch(const AreaContext& game, const State& state) {
  if (state.phasing != 1) return 0;
  auto areas = areas_of(game, kind_places(state, 1, Kind::Supply)) & ~state.full();
  if (!game.rules.scorch_contested) areas &= ~areas_of(game, occupied_places(game, state, 0));
  return areas;
}

template <class R>
void ask_scorch(Play<R>& p) {
  if (areas_to_scorch(p.game, p.state) != 0) return p.ask(Step::Scorch, 1);
  end_scorch(p);
}

template <class R>
void end_scorch(Play<R>& p) {
  auto& s = p.state;
  const auto& home = p.game.defenders_country;
  update_symbols(p.game, s, s.phasing == 1 ? p.game.fortresses & home : p.game.fortresses - home);
  ask_create(p);
}

template <class R>
void scorch(Play<R>& p, int area) {
  auto& s = p.state;
  s.set_full(s.full() | (std::uint64_t{1} << area));
  s.set_half(s.half() & ~(std::uint64_t{1} << area));
  p.note_at(EventKind::AreaLaidWaste, 1, p.place_of(area));
  ask_scorch(p);
}

// Supply B: a Depot takes all that an untouched Area has, with no enemy anywhere in it.
PlaceSet depot_sites(const AreaContext& game, const State& state) {
  const auto limit = game.rules.depot_limit;
  if (limit > 0) {
    int depots = 0;
    for (int at : kind_places(state, 0, Kind::Depot)) depots += state.count(0, at, Kind::Depot);
    if (depots >= limit) return {};
  }
  PlaceSet sites;
  for (int at : kind_places(state, 0, Kind::Supply)) {
    const int area = game.area_of[at];
    if (state.depletion(area) == Depletion::None && !side_in_area(game, state, 1, area) &&
        state.count(0, at, Kind::Depot) < kKindMost[Kind::Depot])
      sites.insert(at);
  }
  return sites;
}

template <class R>
void ask_create(Play<R>& p) {
  const bool own_phase = p.state.phasing == 0;
  // In the enemy's phase asked always: he sees whether it is, and Supply units lie face down
  //
  const bool asked =
      own_phase ? !depot_sites(p.game, p.state).empty() : p.game.rules.create_depots_both_phases;
  if (asked) return p.ask(Step::CreateDepot, 0);
  end_create(p);
}

template <class R>
void create_depot(Play<R>& p, int at) {
  auto& s = p.state;
  s.add(0, at, Kind::Depot, 1);
  const int area = p.game.area_of[at];
  s.set_full(s.full() | (std::uint64_t{1} << area));
  p.note_at(EventKind::DepotMade, 0, at);
  ask_create(p);
}

template <class R>
void end_create(Play<R>& p) {
  update_all_control(p);
  begin_combat(p);
}

template void begin_movement(Play<play::NullRecorder>&);
template void begin_movement(Play<play::EventRecorder>&);
template void move_from(Play<play::NullRecorder>&, int);
template void move_from(Play<play::EventRecorder>&, int);
template void move_to(Play<play::NullRecorder>&, int);
template void move_to(Play<play::EventRecorder>&, int);
template void take_all(Play<play::NullRecorder>&);
template void take_all(Play<play::EventRecorder>&);
template void take(Play<play::NullRecorder>&, Kind, int);
template void take(Play<play::EventRecorder>&, Kind, int);
template void take_leader(Play<play::NullRecorder>&, int);
template void take_leader(Play<play::EventRecorder>&, int);
template void end_share(Play<play::NullRecorder>&);
template void end_share(Play<play::EventRecorder>&);
template void end_movement(Play<play::NullRecorder>&);
template void end_movement(Play<play::EventRecorder>&);
template void drop_depot(Play<play::NullRecorder>&, int);
template void drop_depot(Play<play::EventRecorder>&, int);
template void scorch(Play<play::NullRecorder>&, int);
template void scorch(Play<play::EventRecorder>&, int);
template void ask_scorch(Play<play::NullRecorder>&);
template void ask_scorch(Play<play::EventRecorder>&);
template void end_scorch(Play<play::NullRecorder>&);
template void end_scorch(Play<play::EventRecorder>&);
template void ask_create(Play<play::NullRecorder>&);
template void ask_create(Play<play::EventRecorder>&);
template void create_depot(Play<play::NullRecorder>&, int);
template void create_depot(Play<play::EventRecorder>&, int);
template void end_create(Play<play::NullRecorder>&);
template void end_create(Play<play::EventRecorder>&);

}  // namespace niemen::area_campaign
