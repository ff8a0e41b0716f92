// 5.3 Bombard.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

void clear_redoubts(State& s) {
  s.named.fill(kNone);
  s.naming_done = 0;
  s.half = {};
}

void begin_bombardment(Play& p) {
  clear_redoubts(p.state);
  p.state.phase = Step::Bombard;
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

namespace {

void list_bombard(const Lister& l) { add_blocks(l, l.state.phasing, may_bombard(l.game, l.state)); }

void bombard(Play& p, int block) {
  p.state.pending = static_cast<std::uint8_t>(block);
  p.ask(Step::BombardAt, p.state.phasing);
}

void list_bombard_at(const Lister& l) {
  add_areas(l, bombard_targets(l.game, l.state, l.state.pending));
}

constexpr int kRedoubtSide = 1;  ///< whose works they are (6.51)

/// Blocks among whom the owner of a redoubt must name one, or none.
BlockSet to_name(const BlockContext& game, const State& s, int redoubt) {
  const int area = game.redoubt_list[at(redoubt)];
  if (!in_set(game.works, area)) return 0;
  const auto here = blocks_in(game, s, kRedoubtSide, area);
  if (here == 0) return 0;
  const bool threatened = s.phasing == kRedoubtSide
                              ? is_contested(s, area)
                              : (game.touching[at(area)] & s.held(1 - kRedoubtSide)) != 0;
  return threatened ? here : 0;
}

void note_bombardment(Play& p, int gun, int from, int to) {
  p.note(EventKind::Bombards, "5.3", [&](play::Event& e) {
    e.side = p.state.phasing;
    e.pieces = {gun};
    e.places = {from, to};
    e.amount = strength(p.game, p.state, gun);
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
  auto& s = p.state;
  const int gun = s.pending, from = s.at(gun), to = s.pending_area;
  const int border = border_between(p.game, from, to);
  s.fired_over[at(border / 64)] |= std::uint64_t{1} << (border % 64);
  note_bombardment(p, gun, from, to);
  p.roll(Step::BombardDice);
}

/// Before the first die of the phase the Russian names a block for each redoubt in danger (B-45).
void continue_naming(Play& p) {
  auto& s = p.state;
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
  auto& s = p.state;
  if (office != kNone) --s.commands[at(office)];
  reveal(p.game, s, s.pending);
  put(p.game, s.fired, s.pending, true);
  show_phase(s);
  s.index = 0;
  continue_naming(p);
}

void bombard_at(Play& p, int area) {
  auto& s = p.state;
  s.pending_area = static_cast<std::uint8_t>(area);
  const unsigned offices = offices_for(p.game, s, s.pending);
  if (offices != 0 && !single(offices)) return p.ask(Step::BombardBy, s.phasing);
  order_fire(p, offices ? std::countr_zero(offices) : kNone);
}

void list_ordered_by(const Lister& l) {
  const unsigned offices = offices_for(l.game, l.state, l.state.pending);
  BlockSet leaders = 0;
  for (int office = 0; office < kOffices; ++office)
    if ((offices >> office) & 1U) leaders |= l.game.bit(l.state.holder[at(office)]);
  add_blocks(l, l.state.phasing, leaders);
}

int office_held_by(const State& s, int block) {
  for (int office = 0; office < kOffices; ++office)
    if (s.holder[at(office)] == block) return office;
  return kNone;
}

void bombard_by(Play& p, int block) { order_fire(p, office_held_by(p.state, block)); }

void move_by(Play& p, int block) {
  p.state.index = static_cast<std::uint8_t>(office_held_by(p.state, block));
  p.ask(Step::MoveTo, p.state.phasing);
}

void list_name(const Lister& l) {
  add_blocks(l, kRedoubtSide, to_name(l.game, l.state, l.state.index));
}

void name_defender(Play& p, int block) {
  p.state.named[p.state.index] = static_cast<std::uint8_t>(block);
  p.note_secret(EventKind::Named, "5.3", block,
                [&](play::Event& e) { e.places = {p.state.at(block)}; });
  ++p.state.index;
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

}  // namespace

BlockSet bombard_victims(const BlockContext& game, const State& s, int side) {
  return strongest(game, s, side, blocks_in(game, s, side, s.pending_area));
}

namespace {

int redoubt_at(const BlockContext& game, int area) {
  if (!in_set(game.works, area)) return kNone;
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
  p.state.index = kTaken;
  p.state.pending_to = static_cast<std::uint8_t>(block);
  p.ask(Step::Withdraw, p.game.side_of(block));
}

/// One hit on one block; a last step makes it go instead (5.3).
void hit(Play& p, int block) {
  auto& s = p.state;
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
  auto& s = p.state;
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
  auto& s = p.state;
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

void bombard_dice(Play& p, int value) {
  auto& s = p.state;
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

void list_bombard_loss(const Lister& l) {
  const int side = victim_side(l.state);
  add_blocks(l, side, bombard_victims(l.game, l.state, side));
}

void bombard_loss(Play& p, int block) {
  p.state.step = Step::BombardLoss;
  hit(p, block);
  if (p.state.step == Step::Withdraw) return;
  continue_hits(p);
}

}  // namespace

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

namespace {

/// Where it may go, and what it may do else, in one look.
void list_withdraw(const Lister& l) {
  const int block = l.state.pending_to;
  if (has_taken_hit(l.state)) return l.add(Verb::Stand);
  const auto areas = withdrawals(l.game, l.state, block);
  const bool off = may_withdraw_off(l.game, l.state, block);
  const bool stand = in_set(l.game.works, l.state.pending_area);
  add_areas(l, areas);
  if (off) l.add(Verb::WithdrawOff);
  if (stand) l.add(Verb::Stand);
  if (!areas && !off && !stand) l.add(Verb::Perish);
}

/// Who was asked where to withdraw; nobody is any more.
int answer(Play& p) {
  auto& s = p.state;
  s.step = Step::BombardLoss;
  s.index = 0;
  return std::exchange(s.pending_to, kNone);
}
/// The same of somebody who goes.
int leave(Play& p) {
  const int block = answer(p), side = p.game.side_of(block);
  merge_veils(p.game, p.state, side, blocks_in(p.game, p.state, side, p.state.at(block)));
  return block;
}

void stand(Play& p, int) {
  auto& s = p.state;
  const bool taken = has_taken_hit(s);
  const int block = answer(p);
  if (!taken)
    p.note_secret(EventKind::Ignores, "5.3", block,
                  [&](play::Event& e) { e.places = {s.at(block)}; });
  continue_hits(p);
}

void perish(Play& p, int) {
  eliminate(p, leave(p), false);
  continue_hits(p);
}

void withdraw_off(Play& p, int) {
  const int block = leave(p);
  ++p.state.off_used[1];
  leave_board(p, block, false);
  continue_hits(p);
}

void withdraw_to(Play& p, int area) {
  auto& s = p.state;
  const int block = leave(p), from = s.at(block);
  p.note(EventKind::Withdraws, "5.3", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.places = {from, area};
  });
  add_one(s.used[1], border_between(p.game, from, area));
  put(p.game, s.pinned, block, false);
  put(p.game, s.half, block, false);
  for (auto& named : s.named)
    if (named == block) named = kNone;
  s.via[at(block)] = kNone;
  put_at(p, block, area);
  continue_hits(p);
}

Verdict refuse_bombard(const BlockContext& game, const State& s, int block) {
  const auto& id = block_id(game, block);
  if (!is_artillery(arm_of(game, block))) return no("5.3", "it is no artillery", id);
  if (has(game, s.fired, block)) return no("5.3", "it has bombarded", id);
  if (has(game, s.pinned, block)) return no("5.5", "it is pinned", id);
  if (is_contested(s, s.at(block)))
    return no("5.3", "artillery in a contested area does not bombard", id);
  if (!bombard_targets(game, s, block)) return no("5.3", "it has no target", id);
  return no("5.2", "nobody commands it", id);
}
Verdict refuse_bombard_at(const BlockContext& game, const State& s, int to) {
  const int gun = s.pending, from = s.at(gun), side = game.side_of(gun);
  const auto& id = area_id(game, to);
  if (!in_set(game.touching[at(from)], to)) return no("5.3", "it is not adjacent", id);
  if (!in_set(s.held(1 - side), to)) return no("5.3", "no enemy is there", id);
  const int border = border_between(game, from, to);
  if (in_set(s.fired_over[at(border / 64)], border % 64))
    return no("5.3", "artillery has fired over that border", id);
  return no("3.34", "its firepower there is nothing", id);
}
Verdict refuse_ordered_by(const BlockContext& game, const State&, int block) {
  return no("5.23", "it cannot give that order", block_id(game, block));
}
Verdict refuse_name(const BlockContext& game, const State&, int block) {
  return no("5.3", "it is not in the redoubt", block_id(game, block));
}
Verdict refuse_loss(const BlockContext& game, const State&, int block) {
  return no("6.5", "it is not the strongest there", block_id(game, block));
}

Verdict it_stays() { return no("5.3", "it has taken the hit, and stays"); }
Verdict refuse_withdraw_to(const BlockContext& game, const State& s, int to) {
  if (has_taken_hit(s)) return it_stays();
  return refuse_way_out(game, s, s.pending_to, s.pending_area, {1, "5.3"}, to);
}
Verdict refuse_withdraw_off(const BlockContext& game, const State& s, int) {
  if (has_taken_hit(s)) return it_stays();
  if (!in_set(game.edges[at(game.side_of(s.pending_to))], s.pending_area))
    return no("3.4", "it is no area of an edge that it may leave by");
  return no("3.4", "Attackers do not leave the board, nor more than the edge's limit");
}
Verdict refuse_stand(const BlockContext&, const State&, int) {
  return no("5.3", "there are no works to stand in");
}
Verdict refuse_perish(const BlockContext&, const State& s, int) {
  return has_taken_hit(s) ? it_stays() : no("5.3", "it can withdraw");
}

}  // namespace

constinit const RowOf<Step::Bombard> bombard_row{
    {"bombard", "5 Action Phase", "5.3", "Choose artillery to bombard, or go on to movement"},
    {{Verb::Bombard, "5.3", list_bombard, of_own<refuse_bombard>, bombard},
     {Verb::EndBombard, "5.3", always, nullptr, [](Play& p, int) { begin_movement(p); }}}};

constinit const RowOf<Step::BombardAt> bombard_at_row{
    {"bombard-at", "5 Action Phase", "5.3", "Choose the target of {block}", play::Barrier::Reveal},
    {{Verb::BombardAt, "5.3", list_bombard_at, refuse_bombard_at, bombard_at}}};

constinit const RowOf<Step::BombardBy> bombard_by_row{
    {"bombard-by", "5 Action Phase", "5.23", "Choose who orders {block} to fire",
     play::Barrier::Reveal},
    {{Verb::OrderedBy, "5.23", list_ordered_by, of_own<refuse_ordered_by>, bombard_by}}};

constinit const RowOf<Step::MoveBy> move_by_row{
    {"move-by", "5 Action Phase", "5.23", "Choose who orders {block} to move"},
    {{Verb::OrderedBy, "5.23", list_ordered_by, of_own<refuse_ordered_by>, move_by}}};

constinit const RowOf<Step::NameDefender> name_defender_row{
    {"name-defender", "5 Action Phase", "5.3", "Choose the block behind the works of {redoubt}"},
    {{Verb::Name, "5.3", list_name, of_own<refuse_name>, name_defender}}};

constinit const RowOf<Step::BombardDice> bombard_dice_row{
    {"bombard-dice", "5 Action Phase", "5.3", "The dice of the bombardment"},
    name_by_block,
    bombard_dice,
    Verb::Hits,
    list_bombard_dice};

constinit const RowOf<Step::BombardLoss> bombard_loss_row{
    {"bombard-loss", "5 Action Phase", "5.3", "Choose which of the strongest takes the hit"},
    {{Verb::Take, "5.3", list_bombard_loss, of_own<refuse_loss>, bombard_loss}}};

constinit const RowOf<Step::Withdraw> withdraw_row{
    {"withdraw", "5 Action Phase", "5.3", "Choose where the battered block withdraws to"},
    {{Verb::WithdrawTo, "5.3", list_withdraw, refuse_withdraw_to, withdraw_to},
     {Verb::WithdrawOff, "5.3", nullptr, refuse_withdraw_off, withdraw_off},
     {Verb::Stand, "5.3", nullptr, refuse_stand, stand},
     {Verb::Perish, "5.3", nullptr, refuse_perish, perish}}};

}  // namespace niemen::block_battle
