// 2 Game Turns: initiative, Actions, battles, supply; and 9.1, the entry of corps.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

constexpr int kTwoDice = 12;  ///< highest sum of two dice

void start_first_player(Play& p, int side) {
  p.state.first_player = static_cast<std::uint8_t>(side);
  p.note(EventKind::FirstPlayer, "2.1", [&](play::Event& e) { e.side = side; });
  begin_action(p, side);
}

/// The first turn of each day belongs to side A, but for a second day that follows a first (B-2).
bool first_turn_is_given(const State& s) { return s.turn == 1; }

}  // namespace

void begin_turn(Play& p) {
  auto& s = p.state;
  s.attack = {};
  s.entered = {};
  s.battle = kNone;
  p.note(EventKind::Turn, "2", [&](play::Event& e) { e.amount = s.turn; });
  if (first_turn_is_given(s)) return start_first_player(p, 0);
  s.first_roll = 0;
  p.roll(Step::InitiativeDice);
}

namespace {

void list_initiative(const BlockContext&, const State&, play::ChanceList& list) {
  constexpr double kPairs = kDieFaces * kDieFaces;
  for (int sum = 2; sum <= kTwoDice; ++sum) {
    const int ways = sum <= kDieFaces + 1 ? sum - 1 : kTwoDice + 1 - sum;
    list.push_back({encode(Verb::Roll, sum), ways / kPairs});
  }
}

// 2.1: side A wins ties.
void initiative(Play& p, int sum) {
  auto& s = p.state;
  const int side = s.first_roll == 0 ? 0 : 1;
  p.note(EventKind::InitiativeRoll, "2.1", [&](play::Event& e) {
    e.side = side;
    e.amount = sum;
  });
  if (side == 0) {
    s.first_roll = static_cast<std::uint8_t>(sum);
    return p.roll(Step::InitiativeDice);
  }
  const int winner = sum > s.first_roll ? 1 : 0;
  s.first_roll = 0;
  start_first_player(p, winner);
}

}  // namespace

void begin_action(Play& p, int side) {
  auto& s = p.state;
  s.phasing = static_cast<std::uint8_t>(side);
  s.used = {};
  s.off_used = {};
  s.fired_over = {};
  s.pending = s.pending_area = s.pending_to = kNone;
  s.index = 0;
  s.fresh = 0;
  s.shown_phase = Step::Command;
  bool waiting = false;
  if (side == 0 && s.turn > 1)
    for (int leader : p.game.scenario.entering) waiting |= s.at(leader) == kWaiting;
  if (waiting) return p.ask(Step::Enter, 0);
  begin_pins(p);
}

namespace {

void list_enter(const Lister& l) {
  const auto& waiting = l.game.scenario.entering;
  for (int block = 0; block < l.game.block_count(); ++block)
    if (l.state.at(block) == kWaiting &&
        std::find(waiting.begin(), waiting.end(), block) != waiting.end())
      l.add(block);
}

void enter(Play& p, int block) {
  p.state.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::EnterAt, 0);
}

void list_enter_at(const Lister& l) {
  AreaSet areas = 0;
  for (int area : l.game.entry_areas) areas |= area_bit(area);
  add_areas(l, areas);
}

// 9.1, B-55: into the entry area, or where the enemy holds it before it, off the map.
void enter_at(Play& p, int area) {
  auto& s = p.state;
  const auto& entries = p.game.entry_areas;
  const auto position = std::find(entries.begin(), entries.end(), area) - entries.begin();
  const int leader = s.pending;
  const int where = in_set(s.held(1), area) ? p.game.gate_areas[position] : area;
  p.note(EventKind::Enters, "9.1", [&](play::Event& e) {
    e.side = 0;
    e.pieces = {leader};
    e.places = {where};
  });
  s.fresh |= area_bit(area);
  put_at(p, leader, where);
  for_each(p.game, 0, p.game.attached[s.given][at(leader)], [&](int block) {
    if (s.at(block) == kWaiting) put_at(p, block, where);
  });
  s.pending = kNone;
  begin_pins(p);
}

void proceed_command(Play& p) {
  if (may_activate(p.game, p.state) == 0) return begin_bombardment(p);
  p.ask(Step::Command, p.state.phasing);
}

void proceed_bombardment(Play& p) {
  if (may_bombard(p.game, p.state) == 0) return begin_movement(p);
  p.ask(Step::Bombard, p.state.phasing);
}

void proceed_movement(Play& p) {
  if (may_move(p.game, p.state) == 0) return begin_leader_moves(p);
  p.ask(Step::Move, p.state.phasing);
}

void proceed_leaders(Play& p) {
  if (may_move(p.game, p.state) == 0) return begin_straggling(p);
  p.ask(Step::LeaderMove, p.state.phasing);
}

void proceed_stragglers(Play& p) {
  if (may_move(p.game, p.state) == 0) return end_action(p);
  p.ask(Step::Straggle, p.state.phasing);
}

}  // namespace

void proceed(Play& p) {
  p.state.pending = kNone;
  if (const int which = source_to_capture(p.game, p.state); which >= 0)
    return begin_capture(p, which);
  switch (p.state.phase) {
    case Step::Command: return proceed_command(p);
    case Step::Bombard: return proceed_bombardment(p);
    case Step::Move: return proceed_movement(p);
    case Step::LeaderMove: return proceed_leaders(p);
    case Step::Straggle: return proceed_stragglers(p);
    case Step::Regroup: return begin_regroup(p);
    default: return next_battle(p);
  }
}

void end_action(Play& p) {
  auto& s = p.state;
  const auto i = at(s.phasing);
  for_each(p.game, s.phasing, s.active[i], [&](int leader) {
    if (!is_contested(s, s.at(leader))) s.via[at(leader)] = kNone;
  });
  s.moved[i] = s.active[i] = s.fired[i] = s.pinned[i] = s.acted[i] = 0;
  s.holder = {kNone, kNone, kNone};
  s.commands = {};
  s.fresh = 0;
  s.overfull = kNone;
  s.shown_phase = Step::Deploy;
  clear_redoubts(s);  // not before: that the Bombard phase is over does not show
  if (s.phasing == s.first_player) return begin_action(p, 1 - s.phasing);
  begin_battles(p);
}

void begin_battles(Play& p) {
  p.state.phase = Step::ChooseBattle;
  proceed(p);
}

void end_turn(Play& p) {
  auto& s = p.state;
  if (s.turn == last_turn(p.game)) return finish(p);
  const bool night = last_turn_of_day(p.game, s);
  ++s.turn;
  if (night) return begin_night(p);
  begin_turn(p);
}

namespace {

Verdict refuse_enter(const BlockContext& game, const State& s, int block) {
  const auto& id = block_id(game, block);
  if (decider(s) != game.side_of(block)) return no("9.1", "it is the enemy's", id);
  return no("9.1", "it leads no corps that waits to enter", id);
}
Verdict refuse_enter_at(const BlockContext& game, const State&, int to) {
  return no("9.1", "no corps enters there", area_id(game, to));
}

/// The first throw is side A's, the second side B's.
void name_initiative(const BlockContext&, const State& s, play::ChanceKey& key) {
  key.subject = s.first_roll == 0 ? 0 : 1;
}

}  // namespace

constinit const RowOf<Step::InitiativeDice> initiative_dice_row{
    {"initiative-dice", "2 Game Turns", "2.1", "Two dice for the initiative"},
    name_initiative,
    initiative,
    Verb::Roll,
    list_initiative};

constinit const RowOf<Step::Enter> enter_row{
    {"enter", "9 Scenarios", "9.1", "Let a corps enter the field, or nobody"},
    {{Verb::Enter, "9.1", list_enter, refuse_enter, enter},
     {Verb::EnterNobody, "9.1", always, nullptr, [](Play& p, int) { begin_pins(p); }}}};

constinit const RowOf<Step::EnterAt> enter_at_row{
    {"enter-at", "9 Scenarios", "9.1", "Choose where the corps of {block} enters"},
    {{Verb::EnterAt, "9.1", list_enter_at, refuse_enter_at, enter_at}}};

}  // namespace niemen::block_battle
