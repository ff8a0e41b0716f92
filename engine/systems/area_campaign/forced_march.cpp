// The Forced March Movement Segment: one more Area, Corps by Corps, at the risk of losing it.
#include "engine/systems/area_campaign/choices.h"
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

void ask_march(Play& p) {
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

void begin_forced_march(Play& p) {
  auto& s = p.state;
  s.work = {};
  for (auto& leader : s.leaders) leader = static_cast<std::uint8_t>(leader & ~kMovedFlag);
  ask_march(p);
}

void march_from(Play& p, int at) {
  p.state.place = static_cast<std::uint8_t>(at);
  p.ask(Step::MarchTarget, p.state.phasing);
}

void march_to(Play& p, int at) {
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

void march_corps(Play& p, Kind kind) {
  auto& s = p.state;
  s.kind = static_cast<std::uint8_t>(kind);
  p.note_way(EventKind::CorpsTriesMarch, s.phasing, s.place, s.target);
  p.roll(Step::MarchDie);
}

// Leaders A: they march free, without a die.
void march_leader(Play& p, int leader) {
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
void march_die(Play& p, int die) {
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

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet march_ends(const AreaContext& game, const State& s) {
  return march_targets(game, s, s.place);
}
template <Kind kind>
ValueSet march_kind(const AreaContext&, const State& s) {
  return once_if(field(untried(s, s.place), kind) > 0);
}
ValueSet marching_leaders(const AreaContext& game, const State& s) {
  return {{march_leaders(game, s).words[0], 0}};
}

Verdict refuse_march_from(const AreaContext& game, const State& s, int at) {
  if (!occupied(game, s, s.phasing, at))
    return at_place(game, at, "Movement D", "you have no units there");
  if (s.corps(s.phasing, at) == 0 && !has_leader(game, s, s.phasing, at))
    return at_place(game, at, "A-35", "Supply units and Depots do not force march");
  if (has_unmoved_leader(game, s, s.phasing, at))
    return at_place(game, at, "A-39",
                    "no Corps there has yet to try, and a Leader does not go first to the enemy");
  return at_place(game, at, "Movement D", "every Corps there has tried");
}
Verdict refuse_march_to(const AreaContext& game, const State& s, int at) {
  if (!adjoins(game, s.place, at))
    return at_place(game, at, "Movement D",
                    fmt::format("it does not adjoin {}", id(game, s.place)));
  return at_place(game, at, "A-39", "enemy units are there, and no Corps goes first");
}
Verdict refuse_march_corps(const AreaContext& game, const State& s, int) {
  return Verdict::no("Movement D", "no Corps of that kind there has yet to try", id(game, s.place));
}
Verdict refuse_march_leader(const AreaContext& game, const State& s, int leader) {
  return refuse_leader_along(
      game, s, leader, "marched",
      Verdict::no(
          "A-39",
          fmt::format("no Corps has gone first to {}, where the enemy is", id(game, s.target)),
          leader_name(game, leader)));
}

void name_march(const AreaContext&, const State& s, play::ChanceKey& key) {
  key.subject = s.place;
  key.ordinal = static_cast<std::uint32_t>(s.marches) * 2 + s.phasing;
}

}  // namespace

constinit const RowOf<Step::MarchStack> march_stack_row{
    {"march-stack", "Forced March", "Movement D",
     "Choose a stack for a forced march, or end the marches", play::Barrier::Reveal},
    {{Verb::EndMarch, "Movement D", always, nullptr, [](Play& p, int) { end_movement(p); }},
     {Verb::MarchFrom, "Movement D", allow<march_sources>, refuse_march_from, march_from}}};

constinit const RowOf<Step::MarchTarget> march_target_row{
    {"march-target", "Forced March", "Movement D", "From {from}: choose where to march"},
    {{Verb::MarchTo, "Movement D", allow<march_ends>, refuse_march_to, march_to}}};

constinit const RowOf<Step::MarchUnit> march_unit_row{
    {"march-unit", "Forced March", "Movement D", "From {from} to {to}: choose who marches"},
    {{Verb::MarchInfantry, "Movement D", allow<march_kind<Kind::Infantry>>, refuse_march_corps,
      [](Play& p, int) { march_corps(p, Kind::Infantry); }},
     {Verb::MarchCavalry, "Movement D", allow<march_kind<Kind::Cavalry>>, refuse_march_corps,
      [](Play& p, int) { march_corps(p, Kind::Cavalry); }},
     {Verb::MarchLeader, "Leaders A", allow<marching_leaders>, refuse_march_leader, march_leader}}};

constinit const RowOf<Step::MarchDie> march_die_row{
    {"march-die", "Forced March", "Movement D", "Forced march from {from} to {to}"},
    name_march,
    march_die};

}  // namespace niemen::area_campaign
