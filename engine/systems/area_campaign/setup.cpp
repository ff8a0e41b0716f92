// Game Set-up: historical dispositions, and free ones as decisions.
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

void next_group(Play& p) {
  auto& s = p.state;
  const auto& groups = p.game.scenario.groups;
  while (s.place < groups.size()) {
    const auto& group = groups[s.place];
    if (s.target < group.queue.size() && !p.game.scenario.opening[group.side])
      return p.ask(Step::SetUp, group.side);
    ++s.place;
    s.target = 0;
    s.work = {};
  }
  s.place = s.target = 0;
  begin_turn(p);
}

}  // namespace

const Arrival* current_group(const AreaContext& game, const State& state) {
  return state.place < game.scenario.groups.size() ? &game.scenario.groups[state.place] : nullptr;
}

// Free set-up: "no more than one Corps in each"; nobody deploys on the enemy.
PlaceSet deployment_places(const AreaContext& game, const State& state) {
  const auto& group = *current_group(game, state);
  const int unit = group.queue[state.target];
  const bool corps = unit <= static_cast<int>(Kind::Cavalry);
  const bool depot = unit == static_cast<int>(Kind::Depot);
  PlaceSet places = group.places;
  if ((corps && group.corps_limit > 0) || (depot && group.depot_limit > 0))
    places -= state.work.set_up.used.set();
  places -= occupied_places(game, state, 1 - group.side);
  // The printed groups always leave room; invented ones need not.
  return places.empty() ? group.places : places;
}

void begin_campaign(Play& p) {
  p.state.place = p.state.target = 0;
  next_group(p);
}

void deploy(Play& p, int at) {
  auto& s = p.state;
  const auto& group = *current_group(p.game, s);
  const int unit = group.queue[s.target];
  if (unit < kKinds) {
    s.add(group.side, at, static_cast<Kind>(unit), 1);
    const bool limited = unit == static_cast<int>(Kind::Depot) ? group.depot_limit > 0
                                                               : group.corps_limit > 0 && unit <= 1;
    if (limited) s.work.set_up.used = s.work.set_up.used.set() | PlaceSet::of(at);
  } else {
    s.leaders[unit - kKinds] = static_cast<std::uint8_t>(at);
  }
  p.note_secret(group.side, EventKind::UnitDeploys, [&](play::Event& event) {
    event.places = {at};
    event.pieces = {unit};
  });
  ++s.target;
  next_group(p);
}

State AreaCampaign::initial() const {
  const auto& game = *context_;
  if (!game.scenario.position.empty()) return parse_state(game.scenario.position);
  State state{};
  state.leaders.fill(kNotArrived);
  const auto& scenario = game.scenario;
  for (const auto& placed : scenario.placed) {
    for (const Kind kind : kAllKinds)
      state.add(placed.side, placed.place, kind, placed.units.counts[kind]);
    for (int leader : placed.units.leaders)
      state.leaders[leader] = static_cast<std::uint8_t>(placed.place);
    // The scenario card is open to both; an opening file is its owner's secret.
    if (!scenario.opening[placed.side]) {
      state.set_knows(placed.side, placed.place, Knowledge::Contents, true);
      state.set_knows(placed.side, placed.place, Knowledge::Number, true);
    }
  }
  std::uint32_t control = 0;
  for (int at : scenario.controlled) control |= 1U << game.point_of[at];
  state.set_control(control);
  state.set_half(scenario.half_depleted);
  state.set_full(scenario.fully_depleted);
  state.turn = static_cast<std::uint8_t>(scenario.first_turn);
  Play p{{game, state, nullptr}};
  begin_campaign(p);
  return state;
}

// ---- What is listed, refused and set going, step by step

namespace {

Verdict refuse_deploy(const AreaContext& game, const State& s, int at) {
  const auto& group = *current_group(game, s);
  if (!group.places.contains(at))
    return at_place(game, at, "The Scenarios", "it is not among the Areas of this group");
  if (occupied(game, s, 1 - group.side, at))
    return at_place(game, at, "A-37", "enemy units are there");
  return at_place(game, at, "The Scenarios", "the group's limit for one place is reached");
}

}  // namespace

constinit const RowOf<Step::SetUp> set_up_row{
    {"set-up", "Game Set-up", "The Scenarios", "Deploy {unit}: choose where"},
    {{Verb::Deploy, "The Scenarios", allow<deployment_places>, refuse_deploy, deploy}}};

}  // namespace niemen::area_campaign
