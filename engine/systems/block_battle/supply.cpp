// 7 Supply Phase.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

AreaSet supply_road(const BlockContext& game, const State& s, int side, int source) {
  const AreaSet open = free_of_enemy(game, s, side);
  AreaSet reached = area_bit(source) & open, edge = reached;
  while (edge) {
    AreaSet next = 0;
    for (; edge; edge &= edge - 1) next |= game.road[s.bridges_out][at(std::countr_zero(edge))];
    edge = next & open & ~reached;
    reached |= edge;
  }
  return reached;
}

namespace {

/// The areas of a supply road and what is next to them.
AreaSet supply_reach(const BlockContext& game, const State& s, int side, int source) {
  const AreaSet road = supply_road(game, s, side, source);
  AreaSet reach = road;
  for (AreaSet left = road; left; left &= left - 1)
    reach |= game.foot[s.bridges_out][at(std::countr_zero(left))];
  return reach & game.board;
}

int owner_of_supply(const State& s) { return decider(s); }

/// Cost of a step in points (7.2).
int cost_of_step(const BlockContext& game, int block) {
  return game.blocks[at(block)].dear ? game.rules.guard_step : 1;
}

/// Hall's condition: what is drawn on each set of sources is not more than they give (B-52).
bool affordable(const BlockContext& game, const State& s, int side, unsigned sources, int cost) {
  const int number = static_cast<int>(game.source_list[at(side)].size());
  for (unsigned set = 1; set < (1U << number); ++set) {
    int drawn = (sources & ~set) == 0 ? cost : 0, given = 0;
    for (unsigned other = 1; other < (1U << number); ++other)
      if ((other & ~set) == 0) drawn += s.demand[other];
    if (drawn == 0) continue;
    for (int i = 0; i < number; ++i)
      if ((set >> i) & 1U) given += points_of_source(game, s, side, i);
    if (drawn > given) return false;
  }
  return true;
}

/// State::fresh and twice hold areas that have had their steps.
bool area_open(const BlockContext& game, const State& s, int area) {
  if (s.by_night() && game.rules.night_steps > 1) return !in_set(s.twice, area);
  return !in_set(s.fresh, area);
}

void mark_area(State& s, int area) {
  if (in_set(s.fresh, area)) s.twice |= area_bit(area);
  s.fresh |= area_bit(area);
}

/// A block turns back by one face. The enemy sees in which area, not which block, and not the
/// price, which would tell him a Guard (B-33).
void give_step(Play& p, int block) {
  auto& s = p.state;
  const int side = p.game.side_of(block), area = s.at(block);
  blur_strength(p.game, s, side, blocks_in(p.game, s, side, area), -1, true);
  const auto& loss = s.loss[at(block)];
  s.loss[at(block)] = Loss::of(loss.lost() - 1, loss.least(), loss.most());
  p.note(EventKind::SupplyGiven, "7.2", [&](play::Event& e) {
    e.side = side;
    e.places = {area};
    e.visible_to[side] = false;
  });
  p.note_secret(EventKind::SupplyTaken, "7.2", block, [&](play::Event& e) {
    e.places = {area};
    e.amount = strength(p.game, s, block);
  });
}

void end_losses(Play& p);

}  // namespace

int points_of_source(const BlockContext& game, const State& s, int side, int position) {
  const int area = game.source_list[at(side)][at(position)];
  if (in_set(s.held(1 - side), area)) return 0;  // 7.32
  const int symbols = game.areas[at(area)].symbols;
  const int points = symbols > 1 ? game.days[s.by_night() ? 0 : s.day].main_symbols : symbols;
  return s.by_night() ? points * game.rules.night_points : points;
}

unsigned supply_lines(const BlockContext& game, const State& s, int side, int area) {
  unsigned lines = 0;
  const auto& sources = game.source_list[at(side)];
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (in_set(supply_reach(game, s, side, sources[i]), area)) lines |= 1U << i;
  return lines;
}

namespace {

/// That the sources of a side still have.
int points(const BlockContext& game, const State& s, int side) {
  int sum = 0;
  for (std::size_t i = 0; i < game.source_list[at(side)].size(); ++i)
    sum += points_of_source(game, s, side, static_cast<int>(i));
  return sum;
}

}  // namespace

void begin_supply(Play& p) {
  p.state.index = 0;
  begin_supply_of(p, p.state.first_player);
}

void begin_supply_of(Play& p, int side) {
  auto& s = p.state;
  s.phase = Step::Supply;
  s.demand = {};
  s.fresh = s.twice = 0;
  // Asked wherever there are points: whether anybody needs them is the owner's secret (B-61).
  p.ask(Step::Supply, side);
  if (points(p.game, s, side) == 0) end_supply(p);
}

BlockSet may_be_supplied(const BlockContext& game, const State& s, int side) {
  std::array<AreaSet, kMaxSources> reach{};
  const auto& sources = game.source_list[at(side)];
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (points_of_source(game, s, side, static_cast<int>(i)) > 0)
      reach[i] = supply_reach(game, s, side, sources[i]);
  std::array<std::int8_t, 4U << kMaxSources> known{};  // by cost and sources: 1 yes, -1 no
  BlockSet able = 0;
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i), area = s.at(block);
    if (!is_area(area) || s.lost(block) == 0 || !area_open(game, s, area)) continue;
    unsigned lines = 0;
    for (std::size_t source = 0; source < sources.size(); ++source)
      if (in_set(reach[source], area)) lines |= 1U << source;
    if (lines == 0) continue;
    const int cost = cost_of_step(game, block);
    auto& answer = known[at(cost) << kMaxSources | lines];
    if (answer == 0) answer = affordable(game, s, side, lines, cost) ? 1 : -1;
    if (answer > 0) able |= game.bit(block);
  }
  return able;
}

namespace {

void list_supply(const Lister& l) {
  const int side = owner_of_supply(l.state);
  add_blocks(l, side, may_be_supplied(l.game, l.state, side));
}

void supply(Play& p, int block) {
  auto& s = p.state;
  const int side = owner_of_supply(s);
  const int cost = cost_of_step(p.game, block);
  auto& drawn = s.demand[supply_lines(p.game, s, side, s.at(block))];
  drawn = static_cast<std::uint8_t>(drawn + cost);
  mark_area(s, s.at(block));
  give_step(p, block);
  p.ask(Step::Supply, side);
}

}  // namespace

void end_supply(Play& p) {
  auto& s = p.state;
  s.fresh = s.twice = 0;
  s.demand = {};
  if (s.by_night()) return continue_night(p);
  if (s.index == 0) {
    s.index = 1;
    return begin_supply_of(p, 1 - s.first_player);
  }
  end_losses(p);
}

namespace {

/// Bridges that `side` may burn: on one bank at least its blocks stand alone (7.4).
unsigned open_bridges(const BlockContext& game, const State& s, int side) {
  unsigned found = 0;
  const AreaSet own = friendly(s, side);
  for (std::size_t i = 0; i < game.bridges.size(); ++i) {
    const auto& border = game.borders[at(game.bridges[i])];
    if (!border.burnable || in_set(s.bridges_out, static_cast<int>(i))) continue;
    if (in_set(own, border.first) || in_set(own, border.second)) found |= 1U << i;
  }
  return found;
}

int burner(const State& s) { return s.index == 0 ? s.first_player : 1 - s.first_player; }

void continue_burning(Play& p) {
  auto& s = p.state;
  s.pending = kNone;
  for (; s.index < 2; ++s.index)
    if (open_bridges(p.game, s, burner(s))) return p.ask(Step::Burn, burner(s));
  s.index = 0;
  end_turn(p);
}

/// Blocks of a side without a line to a source (7.34).
BlockSet without_line(const BlockContext& game, const State& s, int side) {
  AreaSet supplied = side == 0 ? game.gates : 0;
  for (int source : game.source_list[at(side)]) supplied |= supply_reach(game, s, side, source);
  BlockSet without = 0;
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i), area = s.at(block);
    if (is_area(area) && !in_set(supplied, area)) without |= game.bit(block);
  }
  return without;
}

/// Each of them loses a step, unseen. All that is told of it comes area by area: in the order of
/// the blocks it would tell who stands where (B-33).
void starve(Play& p, int side, BlockSet blocks) {
  for_each(p.game, side, blocks,
           [&](int block) { blur_strength(p.game, p.state, side, p.game.bit(block), 1, true); });
  for (int area = 0; area < p.game.area_count(); ++area) {
    const auto here = blocks & blocks_in(p.game, p.state, side, area);
    for_each(p.game, side, here, [&](int) {
      p.note(EventKind::OutOfSupply, "7.34", [&](play::Event& e) {
        e.side = side;
        e.places = {area};
      });
    });
    for_each(p.game, side, here, [&](int block) { lose_step(p, block, false); });
  }
}

// 7.34, B-51: at 8 pm each block without a line loses a step, all at once.
void end_losses(Play& p) {
  auto& s = p.state;
  if (last_turn_of_day(p.game, s)) {
    const std::array<BlockSet, 2> without{without_line(p.game, s, 0), without_line(p.game, s, 1)};
    for (int side : {0, 1}) starve(p, side, without[at(side)]);
  }
  s.index = 0;
  continue_burning(p);
}

void burn_down(Play& p, int bridge) {
  auto& s = p.state;
  s.bridges_out = static_cast<std::uint8_t>(s.bridges_out | 1U << bridge);
  s.burnt = static_cast<std::uint8_t>(s.burnt | 1U << bridge);
  const auto& border = p.game.borders[at(p.game.bridges[at(bridge)])];
  p.note(EventKind::BridgeBurnt, "7.4", [&](play::Event& e) {
    e.places = {border.first, border.second};
  });
}

}  // namespace

unsigned burnable_bridges(const BlockContext& game, const State& s, int side) {
  return open_bridges(game, s, side);
}

namespace {

void list_burn(const Lister& l) {
  for (unsigned left = open_bridges(l.game, l.state, burner(l.state)); left; left &= left - 1)
    l.add(std::countr_zero(left));
}

void burn_none(Play& p, int) {
  ++p.state.index;
  continue_burning(p);
}

void burn(Play& p, int bridge) {
  auto& s = p.state;
  const auto& border = p.game.borders[at(p.game.bridges[at(bridge)])];
  const AreaSet own = friendly(s, burner(s));
  if (!in_set(own, border.first) || !in_set(own, border.second)) {
    s.pending = static_cast<std::uint8_t>(bridge);
    return p.roll(Step::BurnDie);
  }
  burn_down(p, bridge);
  ++s.index;
  continue_burning(p);
}

void burn_die(Play& p, int die) {
  auto& s = p.state;
  const auto& border = p.game.borders[at(p.game.bridges[s.pending])];
  p.note(EventKind::BurnRoll, "7.4", [&](play::Event& e) {
    e.side = burner(s);
    e.places = {border.first, border.second};
    e.face = die;
  });
  if (die <= p.game.rules.bridge_burns) burn_down(p, s.pending);
  ++s.index;
  continue_burning(p);
}

}  // namespace

// 7.33, B-22: the first time blocks of the other side stand there alone.
int source_to_capture(const BlockContext& game, const State& s) {
  for (int owner : {0, 1}) {
    if ((game.sources[at(owner)] & s.held(1 - owner) & ~s.held(owner)) == 0) continue;
    const auto& sources = game.source_list[at(owner)];
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const int which = kMaxSources * owner + static_cast<int>(i);
      const bool alone = in_set(s.held(1 - owner) & ~s.held(owner), sources[i]);
      if (alone && !in_set(s.captured, which)) return which;
    }
  }
  return -1;
}

int captured_points(const BlockContext& game, int area) {
  return game.rules.captured_symbol * game.areas[at(area)].symbols;
}

void begin_capture(Play& p, int which) {
  auto& s = p.state;
  const int owner = which / kMaxSources;
  const int area = p.game.source_list[at(owner)][at(which % kMaxSources)];
  s.captured = static_cast<std::uint8_t>(s.captured | 1U << which);
  s.points_left = static_cast<std::uint8_t>(captured_points(p.game, area));
  s.pending_area = static_cast<std::uint8_t>(area);
  s.twice = 0;
  p.note(EventKind::SourceCaptured, "7.33", [&](play::Event& e) {
    e.side = 1 - owner;
    e.places = {area};
    e.amount = s.points_left;
  });
  s.decider = static_cast<play::Actor>(1 - owner);
  s.step = Step::Capture;
}

BlockSet may_be_supplied_by_capture(const BlockContext& game, const State& s) {
  const int side = decider(s);
  const AreaSet reach = supply_reach(game, s, side, s.pending_area) & ~s.twice;
  BlockSet able = 0;
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i), area = s.at(block);
    if (is_area(area) && in_set(reach, area) && s.lost(block) > 0 &&
        cost_of_step(game, block) <= s.points_left)
      able |= game.bit(block);
  }
  return able;
}

namespace {

void list_capture(const Lister& l) {
  add_blocks(l, decider(l.state), may_be_supplied_by_capture(l.game, l.state));
}

void supply_by_capture(Play& p, int block) {
  auto& s = p.state;
  s.points_left = static_cast<std::uint8_t>(s.points_left - cost_of_step(p.game, block));
  s.twice |= area_bit(s.at(block));
  give_step(p, block);
}

void end_capture(Play& p, int) {
  auto& s = p.state;
  s.points_left = 0;
  s.twice = 0;
  s.pending_area = kNone;
  proceed(p);
}

Verdict refuse_supply(const BlockContext& game, const State& s, int block) {
  const auto& id = block_id(game, block);
  if (s.lost(block) == 0) return no("7.2", "it is at full strength", id);
  if (in_set(s.fresh | s.twice, s.at(block))) return no("7.2", "its area has had a step", id);
  if (supply_lines(game, s, decider(s), s.at(block)) == 0)
    return no("7.31", "it has no line to a source", id);
  return no("7.31", "no supply point with a line to it is left", id);
}
Verdict refuse_burn(const BlockContext& game, const State& s, int bridge) {
  const auto& border = game.borders[at(game.bridges[at(bridge)])];
  if (!border.burnable) return no("7.4", "it does not burn", border.id);
  if (in_set(s.bridges_out, bridge)) return no("7.4", "it does not stand", border.id);
  return no("7.4", "on neither bank are blocks of that side alone", border.id);
}

/// Both sides may burn the same bridge.
void name_burning(const BlockContext&, const State& s, play::ChanceKey& key) {
  key.subject = s.pending;
  key.ordinal = s.index;
}

}  // namespace

constinit const RowOf<Step::Supply> supply_row{
    {"supply", "7 Supply Phase", "7.2", "Choose a block to restore, or end"},
    {{Verb::Supply, "7.2", list_supply, of_own<refuse_supply>, supply},
     {Verb::EndSupply, "7.2", always, nullptr, [](Play& p, int) { end_supply(p); }}}};

constinit const RowOf<Step::Capture> capture_row{
    {"capture", "7 Supply Phase", "7.33", "Spend captured supplies on a block, or end"},
    {{Verb::Supply, "7.33", list_capture, of_own<refuse_supply>, supply_by_capture},
     {Verb::EndSupply, "7.33", always, nullptr, end_capture}}};

constinit const RowOf<Step::Burn> burn_row{
    {"burn", "7 Supply Phase", "7.4", "Choose a bridge to burn, or none"},
    {{Verb::Burn, "7.4", list_burn, refuse_burn, burn},
     {Verb::BurnNone, "7.4", always, nullptr, burn_none}}};

constinit const RowOf<Step::BurnDie> burn_die_row{
    {"burn-die", "7 Supply Phase", "7.4", "The die for burning a bridge"}, name_burning, burn_die};

}  // namespace niemen::block_battle
