// 5.3 Bombard.
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

void clear_redoubts(State& s) {
  s.named.fill(kNone);
  s.naming_done = 0;
  s.half = {};
}

void begin_bombardment(Play& p) {
  clear_redoubts(p.s);
  p.s.phase = Step::Bombard;
  proceed(p);
}

int bombard_firepower(const BlockContext& game, int block, int from, int to) {
  const int modifier = game.bombard[at(from)][at(to)];
  if (modifier == kForbidden) return 0;
  return std::min(game.blocks[at(block)].firepower + modifier, kDieFaces);
}

// 5.3: adjacent areas with enemies, over a border by which nobody has fired; not out of a contested
// area (B-6) and not with firepower 0 (B-9).
AreaSet bombard_targets(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  if (is_contested(s, from)) return 0;
  AreaSet open = 0;
  for (auto left = game.touching[at(from)] & s.held(1 - side); left; left &= left - 1) {
    const int to = std::countr_zero(left), border = border_between(game, from, to);
    if (in_set(s.fired_over[at(border / 64)], border % 64)) continue;
    if (bombard_firepower(game, block, from, to) > 0) open |= area_bit(to);
  }
  return open;
}

BlockSet may_bombard(const BlockContext& game, const State& s) {
  const int side = s.phasing;
  if (s.held(1 - side) == 0 || s.active[at(side)] == 0) return 0;
  BlockSet near = 0;
  const auto i = at(side);
  for_each(game, side, game.artillery[i] & ~(s.fired[i] | s.moved[i] | s.pinned[i]), [&](int gun) {
    if (alive(s, gun) && bombard_targets(game, s, gun)) near |= game.bit(gun);
  });
  return near ? near & commanded(game, s, side) : 0;
}

void list_bombard(Lister& l) {
  l.add_blocks(Verb::Bombard, l.s.phasing, may_bombard(l.game, l.s));
  l.add(Verb::EndBombard);
}

void bombard(Play& p, Verb verb, int block) {
  if (verb == Verb::EndBombard) return begin_movement(p);
  p.s.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::BombardAt, p.s.phasing);
}

void list_bombard_at(Lister& l) {
  l.add_areas(Verb::BombardAt, bombard_targets(l.game, l.s, l.s.pending));
}

namespace {

constexpr int kRedoubtSide = 1;  ///< whose works they are (6.51)

/// Blocks among whom the owner of a redoubt must name one, or none.
BlockSet to_name(const BlockContext& game, const State& s, int redoubt) {
  const int area = game.redoubt_list[at(redoubt)];
  const auto here = blocks_in(game, s, kRedoubtSide, area);
  if (here == 0) return 0;
  const bool threatened = s.phasing == kRedoubtSide
                              ? is_contested(s, area)
                              : (game.touching[at(area)] & s.held(1 - kRedoubtSide)) != 0;
  return threatened ? here : 0;
}

void note_bombardment(Play& p, int gun, int from, int to) {
  p.note(EventKind::Bombards, "5.3", [&](play::Event& e) {
    e.side = p.s.phasing;
    e.pieces = {gun};
    e.places = {from, to};
    e.amount = strength(p.game, p.s, gun);
    const auto& game = p.game;
    const auto add = [&](int value, ModifierCode code) {
      if (value != 0)
        e.modifiers.push_back({value, "", static_cast<std::uint16_t>(code), "3.34", to, gun});
    };
    add(game.blocks[at(gun)].firepower, ModifierCode::Firepower);
    const auto& border = game.borders[at(border_between(game, from, to))];
    const bool out = game.areas[at(from)].terrain == Terrain::Woods;
    const bool in = game.areas[at(to)].terrain == Terrain::Woods;
    if (out) add(game.rules.bombard_woods, ModifierCode::WoodsFrom);
    if (in) add(game.rules.bombard_woods, ModifierCode::WoodsInto);
    if (!out && !in && border.terrain == Terrain::Woods)
      add(game.rules.bombard_woods, ModifierCode::WoodsBorder);
    if (game.areas[at(to)].terrain == Terrain::Swamp || border.terrain == Terrain::Swamp)
      add(game.rules.bombard_swamp, ModifierCode::SwampInto);
    if (border.slope == Slope::None) return;
    const bool climbs = (border.slope == Slope::Up) == (border.first == from);
    if (border.slope == Slope::Double || climbs)
      add(game.rules.bombard_slope_up, ModifierCode::SlopeUp);
    if (border.slope == Slope::Double || !climbs)
      add(game.rules.bombard_slope_down, ModifierCode::SlopeDown);
  });
}

void open_fire(Play& p) {
  auto& s = p.s;
  const int gun = s.pending, from = s.at(gun), to = s.pending_area;
  const int border = border_between(p.game, from, to);
  s.fired_over[at(border / 64)] |= std::uint64_t{1} << (border % 64);
  note_bombardment(p, gun, from, to);
  p.roll(Step::BombardDice);
}

/// Before the first die of the phase the Russian names a block for each redoubt in danger (B-45).
void continue_naming(Play& p) {
  auto& s = p.s;
  const int redoubts = static_cast<int>(p.game.redoubt_list.size());
  for (; !s.naming_done && s.index < redoubts; ++s.index) {
    const auto here = to_name(p.game, s, s.index);
    if (single(here))
      s.named[s.index] = static_cast<std::uint8_t>(first_of(p.game, kRedoubtSide, here));
    if (here && !single(here)) return p.ask(Step::NameDefender, kRedoubtSide);
  }
  s.naming_done = 1;
  open_fire(p);
}

void order_fire(Play& p, int office) {
  auto& s = p.s;
  if (office != kNone) --s.commands[at(office)];
  reveal(p.game, s, s.pending);
  put(p.game, s.fired, s.pending, true);
  show_phase(s);
  s.index = 0;
  continue_naming(p);
}

}  // namespace

void bombard_at(Play& p, Verb, int area) {
  auto& s = p.s;
  s.pending_area = static_cast<std::uint8_t>(area);
  const unsigned offices = offices_for(p.game, s, s.pending);
  if (offices != 0 && !single(offices)) return p.ask(Step::BombardBy, s.phasing);
  order_fire(p, offices ? std::countr_zero(offices) : kNone);
}

void list_ordered_by(Lister& l) {
  const unsigned offices = offices_for(l.game, l.s, l.s.pending);
  BlockSet leaders = 0;
  for (int office = 0; office < kOffices; ++office)
    if ((offices >> office) & 1U) leaders |= l.game.bit(l.s.holder[at(office)]);
  l.add_blocks(Verb::OrderedBy, l.s.phasing, leaders);
}

namespace {

int office_held_by(const State& s, int block) {
  for (int office = 0; office < kOffices; ++office)
    if (s.holder[at(office)] == block) return office;
  return kNone;
}

}  // namespace

void bombard_by(Play& p, Verb, int block) { order_fire(p, office_held_by(p.s, block)); }

void move_by(Play& p, Verb, int block) {
  p.s.index = static_cast<std::uint8_t>(office_held_by(p.s, block));
  p.ask(Step::MoveTo, p.s.phasing);
}

void list_name(Lister& l) {
  l.add_blocks(Verb::Name, kRedoubtSide, to_name(l.game, l.s, l.s.index));
}

void name_defender(Play& p, Verb, int block) {
  p.s.named[p.s.index] = static_cast<std::uint8_t>(block);
  p.note_secret(EventKind::Named, "5.3", block,
                [&](play::Event& e) { e.places = {p.s.at(block)}; });
  ++p.s.index;
  continue_naming(p);
}

// 5.3, B-48: in a contested area a six hits friends, whatever the firepower.
void list_bombard_dice(const BlockContext& game, const State& s, play::ChanceList& list) {
  const int gun = s.pending;
  const bool contested = is_contested(s, s.pending_area);
  const int power = bombard_firepower(game, gun, s.at(gun), s.pending_area);
  const auto& odds = game.odds[at(strength(game, s, gun))][at(power)];
  for (const auto& outcome : contested ? odds.sixes : odds.plain) list.push_back(outcome);
}

BlockSet bombard_victims(const BlockContext& game, const State& s, int side) {
  return strongest(game, s, side, blocks_in(game, s, side, s.pending_area));
}

namespace {

int redoubt_at(const BlockContext& game, int area) {
  for (std::size_t i = 0; i < game.redoubt_list.size(); ++i)
    if (game.redoubt_list[i] == area) return static_cast<int>(i);
  return kNone;
}

/// Whose block is hit next: the enemy's first, then friends.
int victim_side(const State& s) {
  return s.hits[at(1 - s.phasing)] > 0 ? 1 - s.phasing : s.phasing;
}

void begin_withdrawal(Play& p, int block);

/// Behind works whoever took a hit is asked too, though he stays: a question that only the last
/// step is asked would tell it (B-61).
constexpr std::uint8_t kTaken = 1;  ///< State::index at Step::Withdraw

void stand_by(Play& p, int block) {
  p.s.index = kTaken;
  p.s.pending_to = static_cast<std::uint8_t>(block);
  p.ask(Step::Withdraw, p.game.side_of(block));
}

/// One hit on one block; a last step makes it go instead (5.3).
void hit(Play& p, int block) {
  auto& s = p.s;
  const int side = p.game.side_of(block);
  --s.hits[at(side)];
  // Whoever it was, and in a redoubt whether it cost a step: anybody there may have lost one.
  const int redoubt = redoubt_at(p.game, s.pending_area);
  blur_strength(p.game, s, side, blocks_in(p.game, s, side, s.pending_area), 1, redoubt == kNone);
  if (redoubt != kNone && s.named[at(redoubt)] == block && !has(p.game, s.half, block)) {
    put(p.game, s.half, block, true);
    p.note_secret(EventKind::HalfHit, "6.52", block, [](play::Event&) {});
    return stand_by(p, block);
  }
  put(p.game, s.half, block, false);
  if (at_last_face(p.game, s, block)) return begin_withdrawal(p, block);
  lose_step(p, block, false);
  if (redoubt != kNone) stand_by(p, block);
}

/// Takes the hits that are left, until the owner has something to decide.
void continue_hits(Play& p) {
  auto& s = p.s;
  while (s.hits[0] + s.hits[1] > 0) {
    const int side = victim_side(s);
    const auto victims = bombard_victims(p.game, s, side);
    if (victims == 0) {
      s.hits[at(side)] = 0;
      continue;
    }
    // Asked wherever several blocks stand, tied or not: that it is asked tells nothing (B-61).
    if (s.crowded(side, s.pending_area) > 1) return p.ask(Step::BombardLoss, side);
    hit(p, first_of(p.game, side, victims));
    if (s.step == Step::Withdraw) return;
  }
  s.pending_area = s.pending_to = kNone;
  proceed(p);
}

void begin_withdrawal(Play& p, int block) {
  auto& s = p.s;
  const bool may_stand = redoubt_at(p.game, s.pending_area) != kNone;
  const bool way = withdrawals(p.game, s, block) != 0 || may_withdraw_off(p.game, s, block);
  if (!way && !may_stand) {
    leave_unseen(p, block);
    return eliminate(p, block, false);
  }
  if (!may_stand)
    p.note(EventKind::Withdraws, "5.3", [&](play::Event& e) {
      e.side = p.game.side_of(block);
      e.places = {s.pending_area};
    });
  // Alone it took all hits: how many it left would tell how strong it was.
  const int side = p.game.side_of(block);
  if (!may_stand && s.crowded(side, s.pending_area) == 1) s.hits[at(side)] = 0;
  s.index = 0;
  s.pending_to = static_cast<std::uint8_t>(block);
  p.ask(Step::Withdraw, side);
}

}  // namespace

void bombard_dice(Play& p, Verb, int value) {
  auto& s = p.s;
  const int hits = value & ((1 << kSixShift) - 1), sixes = value >> kSixShift;
  p.note(EventKind::BombardResult, "5.3", [&](play::Event& e) {
    e.side = s.phasing;
    e.places = {s.pending_area};
    e.amount = hits;
    e.face = sixes;
  });
  s.hits[at(1 - s.phasing)] = static_cast<std::uint8_t>(hits);
  s.hits[at(s.phasing)] = static_cast<std::uint8_t>(sixes);
  s.step = Step::BombardDice;
  continue_hits(p);
}

void list_bombard_loss(Lister& l) {
  const int side = victim_side(l.s);
  l.add_blocks(Verb::Take, side, bombard_victims(l.game, l.s, side));
}

void bombard_loss(Play& p, Verb, int block) {
  p.s.step = Step::BombardLoss;
  hit(p, block);
  if (p.s.step == Step::Withdraw) return;
  continue_hits(p);
}

// 5.3, B-44: at once to a friendly area with room or a vacant one, with a count of its own.
bool has_taken_hit(const State& s) { return s.step == Step::Withdraw && s.index == kTaken; }

AreaSet withdrawals(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block), from = s.at(block);
  AreaSet to = ways(game, s, block, from) & free_of_enemy(game, s, side);
  if (is_contested(s, from)) {
    const AreaSet enemy_way = entered_from(game, s, 1 - side, from);
    if (in_set(s.attack[at(side)], from))
      to &= entered_from(game, s, side, from) | friendly(s, side);
    to &= ~enemy_way;
  }
  return with_room(game, s, side, within_limits(game, s, 1, from, to));
}

bool may_withdraw_off(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  return in_set(game.edges[at(side)], s.at(block)) && !in_set(s.attack[at(side)], s.at(block)) &&
         s.off_used[1] < game.rules.limit_edge;
}

void list_withdraw(Lister& l) {
  const int block = l.s.pending_to;
  if (has_taken_hit(l.s)) return l.add(Verb::Stand);
  const auto areas = withdrawals(l.game, l.s, block);
  const bool off = may_withdraw_off(l.game, l.s, block);
  const bool stand = in_set(l.game.redoubts, l.s.pending_area);
  l.add_areas(Verb::WithdrawTo, areas);
  if (off) l.add(Verb::WithdrawOff);
  if (stand) l.add(Verb::Stand);
  if (!areas && !off && !stand) l.add(Verb::Perish);
}

void withdraw(Play& p, Verb verb, int area) {
  auto& s = p.s;
  const int block = s.pending_to, from = s.at(block), side = p.game.side_of(block);
  s.step = Step::BombardLoss;
  s.pending_to = kNone;
  if (std::exchange(s.index, 0) == kTaken) return continue_hits(p);
  if (verb == Verb::Stand) {
    p.note_secret(EventKind::Ignores, "5.3", block, [&](play::Event& e) { e.places = {from}; });
    return continue_hits(p);
  }
  merge_veils(p.game, s, side, blocks_in(p.game, s, side, from));
  if (verb == Verb::Perish) {
    eliminate(p, block, false);
  } else if (verb == Verb::WithdrawOff) {
    ++s.off_used[1];
    leave_board(p, block, false);
  } else {
    p.note(EventKind::Withdraws, "5.3", [&](play::Event& e) {
      e.side = side;
      e.places = {from, area};
    });
    add_one(s.used[1], border_between(p.game, from, area));
    put(p.game, s.pinned, block, false);
    put(p.game, s.half, block, false);
    for (auto& named : s.named)
      if (named == block) named = kNone;
    s.via[at(block)] = kNone;
    put_at(p, block, area);
  }
  continue_hits(p);
}

}  // namespace niemen::block_battle
