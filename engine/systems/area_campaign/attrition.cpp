// The Attrition Phase: reinforcements, the die, and whose Corps are lost.
#include <bit>

#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

int total_of(const AreaContext& game, const State& state, int side, Kind kind) {
  int total = 0;
  for (int at = 0; at < game.place_count(); ++at) total += state.count(side, at, kind);
  return total;
}

/// What arrives, and where, is open to both.
void place_arrival(Play& p, int at) {
  auto& s = p.state;
  const int side = s.phasing;
  const int unit = current_reinforcement(p.game, s)->queue[s.target++];
  const bool first = !occupied(p.game, s, side, at);
  if (unit < kKinds) {
    s.add(side, at, static_cast<Kind>(unit), 1);
  } else {
    s.leaders[unit - kKinds] = static_cast<std::uint8_t>(at);
  }
  if (first) {
    s.set_knows(side, at, Knowledge::Contents, true);
    s.set_knows(side, at, Knowledge::Number, true);
  }
  p.note(EventKind::UnitArrives, [&](play::Event& event) {
    event.side = side;
    event.places = {at};
    event.pieces = {unit};
  });
}

void end_attrition(Play& p) {
  p.state.work = {};
  p.state.place = p.state.target = 0;
  update_all_control(p);
  begin_movement(p);
}

void next_loss(Play& p) {
  auto& s = p.state;
  const auto& due = s.work.attrition.due;
  if (due[0] + due[1] == 0 || areas_to_name(p.game, s, s.phasing) == 0) return end_attrition(p);
  p.ask(Step::AttritionArea, 1 - s.phasing);
}

/// Takes what is due from the Area named last; asks the owner where it has several Sub-areas.
void take_losses(Play& p) {
  auto& s = p.state;
  auto& work = s.work.attrition;
  const auto& places = p.game.areas[work.area].places;
  for (int k = 0; k < 2; ++k) {
    const auto kind = static_cast<Kind>(k);
    while (work.due[k] > 0) {
      int holding = 0, last = 0;
      for (int at : places)
        if (s.count(s.phasing, at, kind) > 0) ++holding, last = at;
      if (holding == 0) break;
      work.kind = static_cast<std::uint8_t>(k);
      if (holding > 1) return p.ask(Step::AttritionPlace, s.phasing);
      --work.due[k];
      eliminate_corps(p, s.phasing, last, kind, 1, LossCause::Attrition);
    }
  }
  next_loss(p);
}

}  // namespace

const Arrival* current_reinforcement(const AreaContext& game, const State& state) {
  return state.place < game.reinforcements.size() ? &game.reinforcements[state.place] : nullptr;
}

// Reinforcements: any place listed, enemies or not; recruits at fortresses that are still free, or
// at the eastern rim when there is none.
PlaceSet reinforcement_places(const AreaContext& game, const State& state) {
  const auto& row = *current_reinforcement(game, state);
  if (!row.at_free_fortress) return row.places;
  PlaceSet places;
  for (std::size_t i = 0; i < game.point_places.size(); ++i) {
    const int at = game.point_places[i];
    if (!((state.control() >> i) & 1U) && game.fortresses.contains(at) &&
        game.defenders_country.contains(at))
      places.insert(at);
  }
  return places.empty() ? game.fallback : places;
}

void arrive(Play& p) {
  auto& s = p.state;
  for (; s.place < p.game.reinforcements.size(); ++s.place, s.target = 0) {
    const auto& row = p.game.reinforcements[s.place];
    if (row.turn != s.turn || row.side != s.phasing) continue;
    while (s.target < row.queue.size()) {
      const auto places = reinforcement_places(p.game, s);
      if (places.count() > 1) return p.ask(Step::Reinforce, s.phasing);
      if (places.empty()) break;
      place_arrival(p, places.first());
    }
  }
  s.place = s.target = 0;
  s.work = {};
  p.roll(Step::AttritionDie);
}

void reinforce(Play& p, int at) {
  place_arrival(p, at);
  arrive(p);
}

// Attrition Table: one die, the phasing player's own column.
void attrition_die(Play& p, int die) {
  auto& s = p.state;
  auto& due = s.work.attrition.due;
  const auto side = static_cast<std::size_t>(s.phasing);
  const auto face = static_cast<std::size_t>(die - 1);
  due = {static_cast<std::uint8_t>(p.game.rules.attrition_infantry[side][face]),
         static_cast<std::uint8_t>(p.game.rules.attrition_cavalry[side][face])};
  p.note(EventKind::AttritionRolled, [&](play::Event& event) {
    event.side = s.phasing;
    event.face = die;
    add_pieces(event, Kind::Infantry, due[0]);
    add_pieces(event, Kind::Cavalry, due[1]);
  });
  // A kind that is nowhere on the map is ignored.
  for (int k = 0; k < 2; ++k)
    if (due[k] > 0)
      due[k] = static_cast<std::uint8_t>(
          std::min<int>(due[k], total_of(p.game, s, s.phasing, static_cast<Kind>(k))));
  next_loss(p);
}

// Only Areas with pieces of that side, each once a die.
std::uint64_t areas_to_name(const AreaContext& game, const State& state, int side) {
  return areas_of(game, occupied_places(game, state, side)) & ~state.work.attrition.named;
}

void name_area(Play& p, int area) {
  auto& work = p.state.work.attrition;
  work.named |= std::uint64_t{1} << area;
  work.area = static_cast<std::uint8_t>(area);
  p.note_at(EventKind::AreaNamed, 1 - p.state.phasing, p.place_of(area));
  take_losses(p);
}

// The owner picks the Sub-area.
void lose_at(Play& p, int at) {
  auto& work = p.state.work.attrition;
  --work.due[work.kind];
  eliminate_corps(p, p.state.phasing, at, static_cast<Kind>(work.kind), 1, LossCause::Attrition);
  take_losses(p);
}

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet nameable(const AreaContext& game, const State& s) {
  return area_values(areas_to_name(game, s, s.phasing));
}
ValueSet attrition_places(const AreaContext& game, const State& s) {
  const auto& work = s.work.attrition;
  ValueSet places;
  for (int at : game.areas[work.area].places)
    if (s.count(s.phasing, at, static_cast<Kind>(work.kind)) > 0) places.insert(at);
  return places;
}

Verdict refuse_reinforce(const AreaContext& game, const State& s, int at) {
  return at_place(game, at, "Reinforcements",
                  current_reinforcement(game, s)->at_free_fortress
                      ? "it is no Fortress of this country that the enemy does not control"
                      : "this reinforcement does not arrive there");
}
Verdict refuse_name_area(const AreaContext& game, const State& s, int area) {
  if ((s.work.attrition.named >> area) & 1U)
    return Verdict::no("A-48", "it has been named for this die", area_id(game, area));
  return Verdict::no("Attrition", "there are no enemy pieces", area_id(game, area));
}
Verdict refuse_lose_at(const AreaContext& game, const State& s, int at) {
  const int named = s.work.attrition.area;
  if (game.area_of[at] != named)
    return at_place(
        game, at, "Attrition",
        fmt::format("the loss is to be in {}, which the enemy named", area_id(game, named)));
  return at_place(
      game, at, "A-19",
      fmt::format("you have no {} there", kKindNames[static_cast<Kind>(s.work.attrition.kind)]));
}

}  // namespace

constinit const RowOf<Step::Reinforce> reinforce_row{
    {"reinforce", "Attrition Phase", "Reinforcements", "{unit} arrives: choose where"},
    {{Verb::Reinforce, "Reinforcements", allow<reinforcement_places>, refuse_reinforce,
      reinforce}}};

constinit const RowOf<Step::AttritionDie> attrition_die_row{
    {"attrition-die", "Attrition Phase", "Attrition", "Attrition of the {phasing} army"},
    name_by_side,
    attrition_die};

constinit const RowOf<Step::AttritionArea> attrition_area_row{
    {"attrition-area", "Attrition Phase", "Attrition",
     "Name an Area: the enemy has {due} to lose there"},
    {{Verb::NameArea, "Attrition", allow<nameable>, refuse_name_area, name_area}}};

constinit const RowOf<Step::AttritionPlace> attrition_place_row{
    {"attrition-place", "Attrition Phase", "Attrition",
     "The enemy named {area}: choose where {kind} is lost"},
    {{Verb::LoseAt, "Attrition", allow<attrition_places>, refuse_lose_at, lose_at}}};

}  // namespace niemen::area_campaign
