// The Supply Interphase: sources, the Area Depletion Chart, the Unsupplied Chart.
//
// Procedure of A-45: each side in turn names the sources of its Corps; then every Area that
// somebody drew on is looked up; then the unsupplied roll; depletion takes effect at the end.
#include "engine/systems/area_campaign/supply.h"

#include <bit>

#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

void begin_naming(Play& p);
void begin_unsupplied(Play& p, int side);

/// A Corps on a Fortress symbol needs no source (optional Fortresses): 1 or 0.
int free_corps(const AreaContext& game, const State& s, int side, int at) {
  const int point = game.point_of[at];
  if (!game.rules.optional_rules || point == kNowhere || s.corps(side, at) == 0) return 0;
  const bool theirs = game.defenders_country.contains(at) == (side == 1);
  return theirs && ((s.symbols() >> point) & 1U) ? 1 : 0;
}

const Area& area_at(const AreaContext& game, int area) { return game.areas[area]; }

}  // namespace

int hungry_corps(const AreaContext& game, const State& s, int side, int area) {
  int number = 0;
  for (int at : area_at(game, area).places)
    number += s.corps(side, at) - free_corps(game, s, side, at);
  return number;
}

int units_in_area(const AreaContext& game, const State& s, int side, int area, Kind kind) {
  int number = 0;
  for (int at : area_at(game, area).places) number += s.count(side, at, kind);
  return number;
}

Depletion depleted(const AreaContext& game, const State& s, int area, int users, bool with_unit) {
  return game.rules.depleted(game.winter(s.turn), with_unit, s.depletion(area), users);
}

namespace {

/// Case D: Depots serve three Corps each and last; one more, and one of them is expended.
void draw_on_depots(Play& p, int area, int number) {
  auto& s = p.state;
  if (number == 0) return;
  if (s.is_full(area)) s.work.supply.users[area] = kFedByDepot;
  const int depots = units_in_area(p.game, s, 0, area, Kind::Depot);
  if (number <= depots * p.game.rules.depot_serves) return;
  for (int at : area_at(p.game, area).places) {
    if (s.count(0, at, Kind::Depot) == 0) continue;
    s.add(0, at, Kind::Depot, -1);
    tidy_place(p.game, s, 0, at);
    p.note_at(EventKind::DepotExpended, 0, at);
    return;
  }
}

void draw_on_area(State& s, int area, int number) {
  auto& users = s.work.supply.users[area];
  users = static_cast<std::uint8_t>(users + number);
}

/// Areas with Corps that have not named their source.
std::uint64_t unsettled_areas(const AreaContext& game, const State& s) {
  const auto& work = s.work.supply;
  return areas_of(game, corps_places(s, work.side)) & ~work.settled;
}

void mark_settled(State& s, int area) { s.work.supply.settled |= std::uint64_t{1} << area; }

/// Names the next source of a 100% depleted Area's Corps: next door first, Depots last.
void next_source(Play& p) {
  auto& s = p.state;
  auto& work = s.work.supply;
  const int area = work.area;
  const int first = work.source == kNowhere ? 0 : work.source + 1;
  const auto later =
      first >= 64 ? 0 : adjacent_sources(p.game, s, work.side, area) & (~std::uint64_t{0} << first);
  const bool depot = work.side == 0 && units_in_area(p.game, s, 0, area, Kind::Depot) > 0;
  if (later == 0) {
    draw_on_depots(p, area, work.left);
    mark_settled(s, area);
    return settle_supply(p);
  }
  work.source = static_cast<std::uint8_t>(std::countr_zero(later));
  if (!depot && std::popcount(later) == 1) return feed(p, work.left);
  p.ask(Step::FeedCorps, work.side);
}

/// Settles an Area whose Corps have no choice next door; false when a decision is asked for.
bool settle_plainly(Play& p, int area) {
  auto& s = p.state;
  auto& work = s.work.supply;
  const int corps = hungry_corps(p.game, s, work.side, area);
  const bool depot =
      work.side == 0 && corps > 0 && units_in_area(p.game, s, 0, area, Kind::Depot) > 0;
  if (corps > 0) {
    const auto depletion = s.depletion(area);
    if (depletion == Depletion::Full) {
      if (adjacent_sources(p.game, s, work.side, area) != 0) return true;
      if (depot) draw_on_depots(p, area, corps);
    } else if (!depot) {
      draw_on_area(s, area, corps);
    } else if (depletion == Depletion::Half) {
      draw_on_depots(p, area, corps);  // case F
    } else {
      work.area = static_cast<std::uint8_t>(area);
      work.source = kFromDepot;
      work.left = static_cast<std::uint8_t>(corps);
      p.ask(Step::FeedCorps, work.side);
      return false;
    }
  }
  mark_settled(s, area);
  return true;
}

EventKind kind_of(Depletion result) {
  switch (result) {
    case Depletion::None: return EventKind::AreaHolds;
    case Depletion::Half: return EventKind::AreaHalfDepletes;
    default: return EventKind::AreaFullyDepletes;
  }
}

void record_depletion(Play& p, int area, Depletion result) {
  auto& s = p.state;
  auto& users = s.work.supply.users[area];
  p.note(kind_of(result), [&](play::Event& event) {
    event.places = {p.place_of(area)};
    event.amount = users;
  });
  users = static_cast<std::uint8_t>(result);
}

/// Case H, Area by Area; asks where a Supply unit makes a difference.
void consult_chart(Play& p) {
  auto& s = p.state;
  auto& work = s.work.supply;
  for (; work.area < p.game.area_count(); ++work.area) {
    const int area = work.area;
    if (s.is_full(area)) continue;
    const int users = work.users[area];
    if (users == 0) {  // nobody drew on it
      work.users[area] = static_cast<std::uint8_t>(s.depletion(area));
      continue;
    }
    const bool here_0 = side_in_area(p.game, s, 0, area), here_1 = side_in_area(p.game, s, 1, area);
    const int alone = here_0 ? 0 : 1;
    const auto without = depleted(p.game, s, area, users, false);
    // Asked whether a Supply unit is there or not: it lies face down.
    if (here_0 != here_1 && depleted(p.game, s, area, users, true) != without)
      return p.ask(Step::SupplyTrack, alone);
    record_depletion(p, area, without);
  }
  begin_unsupplied(p, p.game.rules.first_player);
}

/// True when the Corps of `side` in a 100% depleted Area have named a source.
bool is_fed(const State& s, int side, int area) {
  const auto& work = s.work.supply;
  if (side == 0 && work.users[area] == kFedByDepot) return true;
  const auto user = static_cast<std::uint8_t>(1 + area + 64 * side);
  return std::find(work.user_of.begin(), work.user_of.end(), user) != work.user_of.end();
}

void apply_depletion(Play& p) {
  auto& s = p.state;
  std::uint64_t half = 0, full = s.full();
  for (int area = 0; area < p.game.area_count(); ++area) {
    if (s.is_full(area)) continue;
    const auto state = static_cast<Depletion>(s.work.supply.users[area]);
    if (state == Depletion::Half) half |= std::uint64_t{1} << area;
    if (state == Depletion::Full) full |= std::uint64_t{1} << area;
  }
  s.set_half(half);
  s.set_full(full);
  begin_victory(p);
}

/// The next Corps that rolls on the Unsupplied Chart, place by place, Infantry before Cavalry.
void next_unsupplied(Play& p) {
  auto& s = p.state;
  auto& work = s.work.supply;
  if (work.to_roll[0] + work.to_roll[1] > 0) return p.roll(Step::UnsuppliedDie);
  const int side = work.side, looked_at = work.place == kNowhere ? -1 : work.place;
  for (int at : corps_places(s, side)) {
    const int area = p.game.area_of[at];
    if (at <= looked_at || !s.is_full(area) || is_fed(s, side, area)) continue;
    const int free = free_corps(p.game, s, side, at);
    const int infantry = s.count(side, at, Kind::Infantry);
    const int safe_infantry = std::min(free, infantry);  // the free Corps is one of Infantry
    work.to_roll = {
        static_cast<std::uint8_t>(infantry - safe_infantry),
        static_cast<std::uint8_t>(s.count(side, at, Kind::Cavalry) - (free - safe_infantry))};
    work.place = static_cast<std::uint8_t>(at);
    if (work.to_roll[0] + work.to_roll[1] > 0) return p.roll(Step::UnsuppliedDie);
  }
  if (side != p.game.rules.first_player) return apply_depletion(p);
  begin_unsupplied(p, 1 - side);
}

void begin_unsupplied(Play& p, int side) {
  auto& work = p.state.work.supply;
  work.side = static_cast<std::uint8_t>(side);
  work.place = kNowhere;
  work.to_roll = {};
  next_unsupplied(p);
}

}  // namespace

bool side_in_area(const AreaContext& game, const State& state, int side, int area) {
  for (int at : area_at(game, area).places)
    if (occupied(game, state, side, at)) return true;
  return false;
}

int corps_in_area(const AreaContext& game, const State& state, int side, int area) {
  int number = 0;
  for (int at : area_at(game, area).places) number += state.corps(side, at);
  return number;
}

namespace {

// Case G, the four of its five conditions that hold all turn.
std::uint64_t sources_next_door(const AreaContext& game, const State& state, int side, int area) {
  std::uint64_t sources = 0;
  for (int next : area_at(game, area).neighbours) {
    if (state.is_full(next)) continue;                                                      // 3
    if (units_in_area(game, state, side, next, Kind::Supply) == 0) continue;                // 4
    if (side_in_area(game, state, 1 - side, next)) continue;                                // 1
    if (corps_in_area(game, state, side, next) > game.rules.adjacent_area_corps) continue;  // 2
    sources |= std::uint64_t{1} << next;
  }
  return sources;
}

}  // namespace

std::uint64_t adjacent_sources(const AreaContext& game, const State& state, int side, int area) {
  std::uint64_t sources = 0;
  for (auto left = sources_next_door(game, state, side, area); left != 0; left &= left - 1) {
    const int user = state.work.supply.user_of[std::countr_zero(left)];
    if (user == 0 || user == 1 + area + 64 * side) sources |= left & (~left + 1);  // 5
  }
  return sources;
}

bool has_source(const AreaContext& game, const State& state, int side, int area) {
  return !state.is_full(area) ||
         (side == 0 && units_in_area(game, state, side, area, Kind::Depot) > 0) ||
         sources_next_door(game, state, side, area) != 0;
}

std::uint64_t competing_areas(const AreaContext& game, const State& state) {
  const auto& work = state.work.supply;
  std::uint64_t seen = 0, twice = 0, competing = 0;
  std::array<std::uint64_t, kMaxAreas> sources{};
  for (auto left = unsettled_areas(game, state); left != 0; left &= left - 1) {
    const int area = std::countr_zero(left);
    auto& mine = sources[area];
    mine = adjacent_sources(game, state, work.side, area);
    twice |= seen & mine;
    seen |= mine;
  }
  for (int area = 0; area < game.area_count(); ++area)
    if (sources[area] & twice) competing |= std::uint64_t{1} << area;
  return competing;
}

void begin_supply(Play& p) {
  auto& s = p.state;
  s.work = {};
  // Both players show how many Corps they have.
  for (int side : {0, 1})
    for (int at : occupied_places(p.game, s, side)) s.set_knows(side, at, Knowledge::Number, true);
  s.work.supply.side = static_cast<std::uint8_t>(p.game.rules.first_player);
  p.note(EventKind::SupplyBegins, [](play::Event&) {});
  begin_naming(p);
}

namespace {
void begin_naming(Play& p) {
  if (p.state.work.supply.side == 0) return ask_drop_depots(p);
  settle_supply(p);
}
}  // namespace

// Case D: Depots may be given up.
void ask_drop_depots(Play& p) {
  if (!kind_places(p.state, 0, Kind::Depot).empty()) return p.ask(Step::DropDepots, 0);
  settle_supply(p);
}

void settle_supply(Play& p) {
  auto& s = p.state;
  auto& work = s.work.supply;
  for (auto left = unsettled_areas(p.game, s); left != 0; left &= left - 1)
    if (!settle_plainly(p, std::countr_zero(left))) return;
  const auto competing = competing_areas(p.game, s);
  if (competing != 0) return p.ask(Step::SettleArea, work.side);
  const auto unsettled = unsettled_areas(p.game, s);
  if (unsettled != 0) return settle_area(p, std::countr_zero(unsettled));
  if (work.side == p.game.rules.first_player) {
    work.side = static_cast<std::uint8_t>(1 - work.side);
    work.settled = 0;
    return begin_naming(p);
  }
  work.area = 0;
  consult_chart(p);
}

void settle_area(Play& p, int area) {
  auto& work = p.state.work.supply;
  work.area = static_cast<std::uint8_t>(area);
  work.source = kNowhere;
  work.left = static_cast<std::uint8_t>(hungry_corps(p.game, p.state, work.side, area));
  next_source(p);
}

// Cases F and G: each Corps separately.
void feed(Play& p, int number) {
  auto& s = p.state;
  auto& work = s.work.supply;
  work.left = static_cast<std::uint8_t>(work.left - number);
  if (work.source == kFromDepot) {
    draw_on_depots(p, work.area, number);
    draw_on_area(s, work.area, work.left);
    mark_settled(s, work.area);
    return settle_supply(p);
  }
  if (number > 0) {
    draw_on_area(s, work.source, number);
    work.user_of[work.source] = static_cast<std::uint8_t>(1 + work.area + 64 * work.side);
    p.note(EventKind::SupplyFromNextDoor, [&](play::Event& event) {
      event.side = work.side;
      event.amount = number;
      event.places = {p.place_of(work.area), p.place_of(work.source)};
    });
  }
  if (work.left == 0) {
    mark_settled(s, work.area);
    return settle_supply(p);
  }
  next_source(p);
}

void choose_track(Play& p, bool with_supply_unit) {
  auto& work = p.state.work.supply;
  const int area = work.area;
  record_depletion(p, area, depleted(p.game, p.state, area, work.users[area], with_supply_unit));
  ++work.area;
  consult_chart(p);
}

// Unsupplied Chart.
void unsupplied_die(Play& p, int die) {
  auto& s = p.state;
  auto& work = s.work.supply;
  const auto kind = work.to_roll[0] > 0 ? Kind::Infantry : Kind::Cavalry;
  --work.to_roll[kind == Kind::Cavalry];
  const int from = p.game.rules.unsupplied_from[p.game.winter(s.turn)];
  const bool dies = die >= from;
  p.note(dies ? EventKind::UnsuppliedDies : EventKind::UnsuppliedSurvives, [&](play::Event& event) {
    event.side = work.side;
    event.places = {work.place};
    event.face = die;
  });
  if (dies) eliminate_corps(p, work.side, work.place, kind, 1, LossCause::Unsupplied);
  next_unsupplied(p);
}

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet competing(const AreaContext& game, const State& s) {
  return area_values(competing_areas(game, s));
}
ValueSet feedable(const AreaContext&, const State& s) { return numbers(0, s.work.supply.left); }
ValueSet supply_unit_there(const AreaContext& game, const State& s) {
  const int area = s.work.supply.area, side = static_cast<int>(s.decider);
  return once_if(units_in_area(game, s, side, area, Kind::Supply) > 0);
}

Verdict refuse_settle(const AreaContext& game, const State& s, int area) {
  if (corps_in_area(game, s, s.work.supply.side, area) == 0)
    return Verdict::no("Supply G", "you have no Corps there", area_id(game, area));
  if ((s.work.supply.settled >> area) & 1U)
    return Verdict::no("Supply G", "its Corps have named their source", area_id(game, area));
  return Verdict::no("Supply G", "its Corps do not compete for a source", area_id(game, area));
}
Verdict refuse_feed(const AreaContext& game, const State& s, int) {
  return refuse_number("Supply F", "Corps that draw on it", 0, s.work.supply.left,
                       area_id(game, s.work.supply.area));
}
Verdict refuse_supply_unit(const AreaContext& game, const State& s, int) {
  return Verdict::no("Supply H", "you have no Supply unit there",
                     area_id(game, s.work.supply.area));
}

void name_unsupplied(const AreaContext&, const State& s, play::ChanceKey& key) {
  const auto& work = s.work.supply;
  key.subject = work.place;
  key.ordinal = static_cast<std::uint32_t>(work.to_roll[0] + work.to_roll[1]) * 2 + work.side;
}

}  // namespace

constinit const RowOf<Step::DropDepots> drop_depots_row{
    {"drop-depots", "Supply Interphase", "Supply D", "Choose a Depot to give up, or keep them",
     play::Barrier::Reveal},
    {{Verb::DropDepot, "Supply D", allow<depots>, refuse_drop_depot, drop_depot},
     {Verb::EndDrop, "Supply D", always, nullptr, [](Play& p, int) { settle_supply(p); }}}};

constinit const RowOf<Step::SettleArea> settle_area_row{
    {"settle-area", "Supply Interphase", "Supply G",
     "Areas compete for supply: choose the one that is served next", play::Barrier::Reveal},
    {{Verb::Settle, "Supply G", allow<competing>, refuse_settle, settle_area}}};

constinit const RowOf<Step::FeedCorps> feed_corps_row{
    {"feed-corps", "Supply Interphase", "Supply F",
     "{hungry}: choose how many of {left} Corps draw on {source}", play::Barrier::Reveal},
    {{Verb::Feed, "Supply F", allow<feedable>, refuse_feed, feed}}};

constinit const RowOf<Step::SupplyTrack> supply_track_row{
    {"supply-track", "Supply Interphase", "Supply H",
     "{hungry}: choose whether the Supply unit eases its depletion", play::Barrier::Reveal},
    {{Verb::WithoutSupplyUnit, "Supply H", always, nullptr,
      [](Play& p, int) { choose_track(p, false); }},
     {Verb::WithSupplyUnit, "Supply H", allow<supply_unit_there>, refuse_supply_unit,
      [](Play& p, int) { choose_track(p, true); }}}};

constinit const RowOf<Step::UnsuppliedDie> unsupplied_die_row{
    {"unsupplied-die", "Supply Interphase", "Unsupplied Chart", "Unsupplied Corps in {unfed}"},
    name_unsupplied,
    unsupplied_die};

}  // namespace niemen::area_campaign
