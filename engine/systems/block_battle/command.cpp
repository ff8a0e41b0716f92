// 5.2 Command and 5.5 Pinning.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

/// How many of the phasing side's blocks are pinned in a contested area: one for each enemy (B-10).
int pins_due(const State& s, int area) {
  return std::min(s.crowded(1 - s.phasing, area), s.crowded(s.phasing, area));
}

int pins_made(const BlockContext& game, const State& s, int area) {
  return std::popcount(blocks_in(game, s, s.phasing, area) & s.pinned[s.phasing]);
}

void note_pins(Play& p, int area) {
  p.note(EventKind::Pins, "5.5", [&](play::Event& e) {
    e.side = p.state.phasing;
    e.places = {area};
    e.amount = pins_due(p.state, area);
  });
}

/// Goes through the contested areas in their order; where all are pinned nobody is asked.
void continue_pins(Play& p) {
  auto& s = p.state;
  for (AreaSet left = s.contested() & ~((area_bit(s.index)) - 1); left; left &= left - 1) {
    const int area = std::countr_zero(left);
    s.index = static_cast<std::uint8_t>(area);
    const auto here = blocks_in(p.game, s, s.phasing, area);
    const int due = pins_due(s, area);
    if (due == std::popcount(here)) {
      s.pinned[s.phasing] |= here;
      note_pins(p, area);
    } else if (pins_made(p.game, s, area) < due) {
      return p.ask(Step::Pin, s.phasing);
    } else {
      note_pins(p, area);
    }
  }
  begin_command(p);
}

}  // namespace

// 5.5: Player 1 is never pinned.
void begin_pins(Play& p) {
  p.state.index = 0;
  if (p.state.phasing == p.state.first_player) return begin_command(p);
  continue_pins(p);
}

/// In ascending order, leaving enough for the pins still due, so that a choice is made once only.
BlockSet may_be_pinned(const BlockContext& game, const State& s) {
  const auto here = blocks_in(game, s, s.phasing, s.index);
  const auto chosen = here & s.pinned[s.phasing];
  const int due = pins_due(s, s.index) - std::popcount(chosen);
  auto open = chosen ? here & ~((std::bit_floor(chosen) << 1) - 1) : here;
  BlockSet allowed = 0;
  for (int left = std::popcount(open); left >= due && open; --left) {
    allowed |= open & (~open + 1);
    open &= open - 1;
  }
  return allowed;
}

namespace {

void list_pin(const Lister& l) { add_blocks(l, l.state.phasing, may_be_pinned(l.game, l.state)); }

void pin(Play& p, int block) {
  put(p.game, p.state.pinned, block, true);
  p.note_secret(EventKind::Pinned, "5.5", block, [](play::Event&) {});
  continue_pins(p);
}

}  // namespace

// 5.21: through friendly or vacant areas; contested ones only at either end (B-5).
AreaSet in_range(const BlockContext& game, const State& s, int side, int from, int range) {
  const auto& ways = game.foot[s.bridges_out];
  const AreaSet open = ~s.held(1 - side), contested = s.contested();
  AreaSet reached = area_bit(from), edge = reached;
  for (int step = 0; step < range && edge; ++step) {
    AreaSet next = 0;
    for (; edge; edge &= edge - 1) next |= ways[at(std::countr_zero(edge))];
    next &= (open | contested) & ~reached;
    reached |= next;
    edge = next & ~contested;
  }
  return reached;
}

namespace {

int first_living(const State& s, const std::vector<int>& order, BlockSet, int other = kNone,
                 int another = kNone) {
  for (int block : order)
    if (block != other && block != another && alive(s, block)) return block;
  return kNone;
}

/// Who holds each office of `side` now (6.93, B-25).
std::array<int, kOffices> offices(const BlockContext& game, const State& s, int side) {
  std::array<int, kOffices> held{kNone, kNone, kNone};
  held[0] = first_living(s, game.succession[at(side)], 0);
  if (side == 0) return held;
  for (std::size_t office = 1; office < kOffices; ++office) {
    for (int i = 0; i < game.count[1]; ++i) {
      const int block = game.block_of(1, i);
      if (game.blocks[at(block)].office == static_cast<int>(office) && alive(s, block) &&
          block != held[0])
        held[office] = block;
    }
    if (held[office] == kNone)
      held[office] = first_living(s, game.army_succession, 0, held[0], held[3 - office]);
  }
  return held;
}

}  // namespace

int office_of(const BlockContext& game, const State& s, int block) {
  const auto held = offices(game, s, game.side_of(block));
  for (std::size_t office = 0; office < kOffices; ++office)
    if (held[office] == block) return static_cast<int>(office);
  return kNone;
}

// 5.2, 5.5: a headquarters with a step above zero that is not pinned.
BlockSet may_activate(const BlockContext& game, const State& s) {
  const int side = s.phasing;
  const auto i = at(side);
  BlockSet able = 0;
  for_each(game, side, game.headquarters[i] & ~(s.active[i] | s.pinned[i] | s.moved[i]),
           [&](int block) {
             if (alive(s, block) && strength(game, s, block) > 0) able |= game.bit(block);
           });
  return able;
}

void begin_command(Play& p) {
  p.state.phase = Step::Command;
  p.state.shown_phase = Step::Command;
  proceed(p);
}

namespace {

void list_command(const Lister& l) {
  add_blocks(l, l.state.phasing, may_activate(l.game, l.state));
}

void activate(Play& p, int block) {
  auto& s = p.state;
  s.pending = static_cast<std::uint8_t>(block);
  if (single(activation_areas(p.game, s, block))) return activate_at(p, s.at(block));
  p.ask(Step::CommandAt, s.phasing);
}

}  // namespace

// 5.2: where it stands, or an adjacent friendly area with room or a vacant one; out of a battle
// within Battle Limits and not by a border that the Attacker used (5.5).
AreaSet activation_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  AreaSet next = game.foot[s.bridges_out][at(from)] & free_of_enemy(game, s, side);
  if (is_contested(s, from)) {
    next &= ~entered_from(game, s, 1 - side, from);
    next = within_limits(game, s, 0, from, next);
  }
  return with_room(game, s, side, next) | area_bit(from);
}

namespace {

void list_command_at(const Lister& l) {
  add_areas(l, activation_areas(l.game, l.state, l.state.pending));
}

}  // namespace

void activate_at(Play& p, int area) {
  auto& s = p.state;
  const int block = s.pending, from = s.at(block);
  reveal(p.game, s, block);
  if (area != from) {
    const bool left_battle = is_contested(s, from);
    if (left_battle) add_one(s.used[0], border_between(p.game, from, area));
    put_at(p, block, area);
    // Kept until it moves: who left a battle enters none in this Action (5.5, B-36).
    s.via[at(block)] = static_cast<std::uint8_t>(left_battle ? from : kNone);
  } else if (!is_contested(s, from)) {
    s.via[at(block)] = kNone;
  }
  put(p.game, s.active, block, true);
  p.note(EventKind::Activates, "5.2", [&](play::Event& e) {
    e.side = s.phasing;
    e.pieces = {block};
    e.places = {area};
    e.amount = strength(p.game, s, block);
  });
  const int office = office_of(p.game, s, block);
  if (office == kNone) return proceed(p);
  // A risen commander has a corps too, and one role a turn (6.93).
  const bool risen = p.game.blocks[at(block)].office < 0;
  if (risen) {
    s.index = static_cast<std::uint8_t>(office);
    return p.ask(Step::CommandRole, s.phasing);
  }
  s.holder[at(office)] = static_cast<std::uint8_t>(block);
  s.commands[at(office)] = static_cast<std::uint8_t>(strength(p.game, s, block));
  proceed(p);
}

namespace {

void lead_army(Play& p, int) {
  auto& s = p.state;
  s.holder[s.index] = s.pending;
  s.commands[s.index] = static_cast<std::uint8_t>(strength(p.game, s, s.pending));
  proceed(p);
}

BlockSet standing_in(const BlockContext& game, const State& s, int side, BlockSet blocks,
                     AreaSet areas) {
  BlockSet found = 0;
  for_each(game, side, blocks, [&](int block) {
    const int where = s.at(block);
    if (is_area(where) && in_set(areas, where)) found |= game.bit(block);
  });
  return found;
}

}  // namespace

BlockSet commanded_by_corps(const BlockContext& game, const State& s, int side) {
  const auto i = at(side);
  const auto idle = ~(s.moved[i] | s.active[i] | s.fired[i] | s.pinned[i] | s.acted[i]);
  BlockSet found = 0;
  for_each(game, side, s.active[i], [&](int leader) {
    // Who leads an army has as many commands as strength, light troops among them (5.23, B-4).
    if (leader == s.holder[0] || leader == s.holder[1] || leader == s.holder[2]) return;
    const auto own = (game.commanded[s.given][at(leader)] | game.light[i]) & idle & ~found;
    if (own)
      found |= standing_in(game, s, side, own,
                           in_range(game, s, side, s.at(leader), game.blocks[at(leader)].range));
  });
  return found;
}

BlockSet commanded_by_office(const BlockContext& game, const State& s, int side, int office) {
  const auto i = at(side);
  const int leader = s.holder[at(office)];
  if (leader == kNone || s.commands[at(office)] == 0) return 0;
  auto own = ~(s.moved[i] | s.active[i] | s.fired[i] | s.pinned[i] | s.acted[i]) &
             ((BlockSet{1} << game.count[i]) - 1);
  if (side == 1) own &= game.army[s.day][at(office)] | game.light[i];  // 5.24
  return standing_in(game, s, side, own,
                     in_range(game, s, side, s.at(leader), game.blocks[at(leader)].range));
}

BlockSet commanded(const BlockContext& game, const State& s, int side) {
  auto found = commanded_by_corps(game, s, side);
  for (int office = 0; office < kOffices; ++office)
    found |= commanded_by_office(game, s, side, office);
  return found;
}

unsigned offices_for(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  const auto bit = game.bit(block);
  if (commanded_by_corps(game, s, side) & bit) return 0;
  unsigned found = 0;
  for (int office = 0; office < kOffices; ++office)
    if (commanded_by_office(game, s, side, office) & bit) found |= 1U << office;
  return found;
}

namespace {

Verdict refuse_pin(const BlockContext& game, const State& s, int block) {
  const auto& id = block_id(game, block);
  if (s.at(block) != s.index) return no("5.5", "it is not in that area", id);
  if (has(game, s.pinned, block)) return no("5.5", "it is pinned", id);
  return no("5.5", "they are named in their order, and as many must be left as are due", id);
}
Verdict refuse_activate(const BlockContext& game, const State& s, int block) {
  const auto& id = block_id(game, block);
  if (arm_of(game, block) != Arm::Headquarters) return no("5.2", "only headquarters activate", id);
  if (has(game, s.pinned, block)) return no("5.5", "it is pinned", id);
  if (has(game, s.active, block)) return no("5.2", "it is active", id);
  return no("5.2", "it has strength zero", id);
}
Verdict refuse_activate_at(const BlockContext& game, const State&, int to) {
  return no("5.2", "it is not adjacent, friendly with room or vacant", area_id(game, to));
}

}  // namespace

constinit const RowOf<Step::Pin> pin_row{
    {"pin", "5 Action Phase", "5.5", "Choose who is pinned in {index-area}"},
    {{Verb::Pin, "5.5", list_pin, of_own<refuse_pin>, pin}}};

constinit const RowOf<Step::Command> command_row{
    {"command", "5 Action Phase", "5.2", "Activate a headquarters, or go on to bombardments",
     play::Barrier::Reveal},
    {{Verb::Activate, "5.2", list_command, of_own<refuse_activate>, activate},
     {Verb::EndCommand, "5.2", always, nullptr, [](Play& p, int) { begin_bombardment(p); }}}};

constinit const RowOf<Step::CommandAt> command_at_row{
    {"command-at", "5 Action Phase", "5.2", "Choose where {block} activates",
     play::Barrier::Reveal},
    {{Verb::ActivateAt, "5.2", list_command_at, refuse_activate_at, activate_at}}};

constinit const RowOf<Step::CommandRole> command_role_row{
    {"command-role", "5 Action Phase", "6.93",
     "Does {block} lead his corps or the army this turn?"},
    {{Verb::LeadCorps, "6.93", always, nullptr, [](Play& p, int) { proceed(p); }},
     {Verb::LeadArmy, "6.93", always, nullptr, lead_army}}};

}  // namespace niemen::block_battle
