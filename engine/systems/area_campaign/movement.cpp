// The Movement Phase: the Basic Movement Segment, and what is done at the end of the phase.
#include "engine/systems/area_campaign/choices.h"
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

void ask_share(Play& p) {
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

void ask_move(Play& p) {
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
void begin_movement(Play& p) {
  p.state.work = {};
  ask_move(p);
}

void move_from(Play& p, int at) {
  p.state.place = static_cast<std::uint8_t>(at);
  p.ask(Step::MoveTarget, p.state.phasing);
}

void move_to(Play& p, int at) {
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

void take(Play& p, Kind kind, int number) {
  carry_over(p.state, kind, number);
  ++p.state.kind;
  ask_share(p);
}

void take_all(Play& p) {
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

void take_leader(Play& p, int leader) {
  auto& s = p.state;
  s.leaders[leader] = static_cast<std::uint8_t>(s.target | kMovedFlag);
  s.flags |= kShareSomething;
  ask_share(p);
}

void end_share(Play& p) {
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
void drop_depot(Play& p, int at) {
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
void end_movement(Play& p) {
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

void ask_scorch(Play& p) {
  if (areas_to_scorch(p.game, p.state) != 0) return p.ask(Step::Scorch, 1);
  end_scorch(p);
}

void end_scorch(Play& p) {
  auto& s = p.state;
  const auto& home = p.game.defenders_country;
  update_symbols(p.game, s, s.phasing == 1 ? p.game.fortresses & home : p.game.fortresses - home);
  ask_create(p);
}

void scorch(Play& p, int area) {
  auto& s = p.state;
  s.set_full(s.full() | (std::uint64_t{1} << area));
  s.set_half(s.half() & ~(std::uint64_t{1} << area));
  p.note_at(EventKind::AreaLaidWaste, 1, p.place_of(area));
  p.ask(Step::Scorch, 1);  // also where no more can be: Supply units lie face down
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

void ask_create(Play& p) {
  const bool own_phase = p.state.phasing == 0;
  // In the enemy's phase asked always: he sees whether it is, and Supply units lie face down
  //
  const bool asked =
      own_phase ? !depot_sites(p.game, p.state).empty() : p.game.rules.create_depots_both_phases;
  if (asked) return p.ask(Step::CreateDepot, 0);
  end_create(p);
}

void create_depot(Play& p, int at) {
  auto& s = p.state;
  s.add(0, at, Kind::Depot, 1);
  const int area = p.game.area_of[at];
  s.set_full(s.full() | (std::uint64_t{1} << area));
  p.note_at(EventKind::DepotMade, 0, at);
  p.ask(Step::CreateDepot, 0);  // as scorch
}

void end_create(Play& p) {
  update_all_control(p);
  begin_combat(p);
}

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet depots_in_movement(const AreaContext& game, const State& s) {
  return s.phasing == 0 ? depots(game, s) : ValueSet{};
}
ValueSet targets(const AreaContext& game, const State& s) { return move_targets(game, s, s.place); }
ValueSet share_all(const AreaContext& game, const State& s) {
  return once_if(s.kind < kKinds && may_take_all(game, s));
}
template <Kind kind>
ValueSet share(const AreaContext& game, const State& s) {
  if (static_cast<Kind>(s.kind) != kind) return {};
  const auto range = share_range(game, s);
  return numbers(range.least, range.most);
}
ValueSet share_leaders(const AreaContext& game, const State& s) {
  ValueSet set;
  if (s.kind != kKinds) return set;
  for (int leader = game.leader_begin(s.phasing); leader < game.leader_end(s.phasing); ++leader)
    if (s.leaders[leader] == s.place) set.insert(leader);
  return set;
}
ValueSet share_no_leader(const AreaContext&, const State& s) {
  return once_if(s.kind == kKinds && (s.flags & kShareSomething));
}
ValueSet scorchable(const AreaContext& game, const State& s) {
  return area_values(areas_to_scorch(game, s));
}

Verdict refuse_move_from(const AreaContext& game, const State& s, int at) {
  if (!occupied(game, s, s.phasing, at))
    return at_place(game, at, "Movement", "you have no units there");
  const auto left = unmoved(s, s.phasing, at);
  const bool leader = has_unmoved_leader(game, s, s.phasing, at);
  if (corps_in(left) == 0 && field(left, Kind::Supply) == 0 && !leader) {
    if (s.phasing == 0 && field(left, Kind::Depot) > 0)
      return at_place(game, at, "Movement B.2", "Depots move only with Supply units");
    return at_place(game, at, "Movement A", "all units there have moved in this segment");
  }
  return at_place(game, at, "Movement B.1",
                  "no Corps there has yet to move, and enemy units are in every place next to it");
}
Verdict refuse_move_to(const AreaContext& game, const State& s, int at) {
  if (!adjoins(game, s.place, at))
    return at_place(game, at, "Movement A",
                    fmt::format("it does not adjoin {}", id(game, s.place)));
  return at_place(game, at, "Movement B.1", "enemy units are there, and no Corps goes first");
}
Verdict refuse_take_all(const AreaContext& game, const State& s, int) {
  if (s.flags & kShareSomething)
    return Verdict::no("Movement A", "some of the stack has been taken", id(game, s.place));
  return Verdict::no("Movement A", "what may move there is of one kind: say how many",
                     id(game, s.place));
}
Verdict refuse_units(const AreaContext& game, const State& s, Kind kind, int value) {
  const auto asked = static_cast<Kind>(s.kind);
  if (asked != kind)
    return Verdict::no(kind == Kind::Depot ? "Movement B.2" : "Movement A",
                       fmt::format("{} {}", kKindNames[kind],
                                   asked < kind ? "are asked for later" : "have been asked for"),
                       id(game, s.place));
  if (static_cast<Kind>(s.kind) == Kind::Depot)
    return Verdict::no("Movement B.2",
                       "a Depot goes only with a Supply unit that started here, one each",
                       id(game, s.place));
  const auto range = share_range(game, s);
  if (value < range.least && must_take_corps(game, s, s.target))
    return at_place(game, s.target, "Movement B.1", "a Corps must go first where the enemy is");
  return refuse_number("Movement A", kKindNames[static_cast<Kind>(s.kind)], range.least, range.most,
                       id(game, s.place));
}
Verdict refuse_take_leader(const AreaContext& game, const State& s, int leader) {
  return refuse_leader_along(
      game, s, leader, "moved",
      Verdict::no("Leaders A", "first say how many units go along", leader_name(game, leader)));
}
Verdict refuse_no_more_leaders(const AreaContext& game, const State& s, int) {
  if (s.kind != kKinds)
    return Verdict::no("Leaders A", "first say how many units go along", id(game, s.place));
  return Verdict::no("Movement A", "nothing goes along but a Leader: name one", id(game, s.place));
}
Verdict refuse_scorch(const AreaContext& game, const State& s, int area) {
  const auto& name = area_id(game, area);
  if (s.is_full(area)) return Verdict::no("Supply B", "the Area is 100% depleted", name);
  if (!game.rules.scorch_contested && side_in_area(game, s, 0, area))
    return Verdict::no("A-50", "enemy units are in the Area", name);
  return Verdict::no("Supply B", "there is no Supply unit", name);
}
Verdict refuse_create_depot(const AreaContext& game, const State& s, int at) {
  const int area = game.area_of[at];
  if (s.count(0, at, Kind::Supply) == 0)
    return at_place(game, at, "Supply B", "there is no Supply unit");
  if (s.depletion(area) != Depletion::None)
    return at_place(game, at, "Supply B", "the Area is depleted");
  if (side_in_area(game, s, 1, area))
    return at_place(game, at, "Supply B", "enemy units are in the Area");
  return at_place(game, at, "A-47", "no more Depots are allowed");
}
template <Kind kind>
Verdict refuse_share(const AreaContext& game, const State& s, int value) {
  return refuse_units(game, s, kind, value);
}

}  // namespace

constinit const RowOf<Step::MoveStack> move_stack_row{
    {"move-stack", "Movement Phase", "Sequence A.2a", "Choose a stack to move, or end the moves"},
    {{Verb::EndMove, "Sequence A.2a", always, nullptr, [](Play& p, int) { begin_forced_march(p); }},
     {Verb::MoveFrom, "Movement A", allow<move_sources>, refuse_move_from, move_from},
     {Verb::DropDepot, "Supply D", allow<depots_in_movement>, refuse_drop_depot, drop_depot}}};

constinit const RowOf<Step::MoveTarget> move_target_row{
    {"move-target", "Movement Phase", "Movement A", "From {from}: choose where to move"},
    {{Verb::MoveTo, "Movement A", allow<targets>, refuse_move_to, move_to}}};

constinit const RowOf<Step::MoveShare> move_share_row{
    {"move-share", "Movement Phase", "Movement",
     "From {from} to {to}: choose what goes along ({kind})"},
    {{Verb::TakeAll, "Movement A", allow<share_all>, refuse_take_all,
      [](Play& p, int) { take_all(p); }},
     {Verb::TakeInfantry, "Movement A", allow<share<Kind::Infantry>>, refuse_share<Kind::Infantry>,
      [](Play& p, int number) { take(p, Kind::Infantry, number); }},
     {Verb::TakeCavalry, "Movement A", allow<share<Kind::Cavalry>>, refuse_share<Kind::Cavalry>,
      [](Play& p, int number) { take(p, Kind::Cavalry, number); }},
     {Verb::TakeSupply, "Movement B", allow<share<Kind::Supply>>, refuse_share<Kind::Supply>,
      [](Play& p, int number) { take(p, Kind::Supply, number); }},
     {Verb::TakeDepots, "Movement B.2", allow<share<Kind::Depot>>, refuse_share<Kind::Depot>,
      [](Play& p, int number) { take(p, Kind::Depot, number); }},
     {Verb::TakeLeader, "Leaders A", allow<share_leaders>, refuse_take_leader, take_leader},
     {Verb::TakeNoLeader, "Leaders A", allow<share_no_leader>, refuse_no_more_leaders,
      [](Play& p, int) { end_share(p); }}}};

constinit const RowOf<Step::Scorch> scorch_row{
    {"scorch", "Movement Phase", "Supply B", "Choose an Area to lay waste, or end that",
     play::Barrier::Reveal},
    {{Verb::EndScorch, "Supply B", always, nullptr, [](Play& p, int) { end_scorch(p); }},
     {Verb::Scorch, "Supply B", allow<scorchable>, refuse_scorch, scorch}}};

constinit const RowOf<Step::CreateDepot> create_depot_row{
    {"create-depot", "Movement Phase", "Supply B", "Choose where to make a Depot, or end that",
     play::Barrier::Reveal},
    {{Verb::EndCreate, "Supply B", always, nullptr, [](Play& p, int) { end_create(p); }},
     {Verb::CreateDepot, "Supply B", allow<depot_sites>, refuse_create_depot, create_depot}}};

}  // namespace niemen::area_campaign
