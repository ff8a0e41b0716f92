// 9.3: the night of 6 September, in the order of B-56.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

// B-56 (2): the bridge is built where both banks are side A's.
void build_bridges(Play& p) {
  auto& s = p.state;
  for (std::size_t i = 0; i < p.game.bridges.size(); ++i) {
    const auto& border = p.game.borders[at(p.game.bridges[i])];
    const AreaSet own = friendly(s, 0);
    if (!border.later || !in_set(own, border.first) || !in_set(own, border.second)) continue;
    s.bridges_out = static_cast<std::uint8_t>(s.bridges_out & ~(1U << i));
    p.note(EventKind::BridgeBuilt, "9.3", [&](play::Event& e) {
      e.places = {border.first, border.second};
    });
  }
}

/// Side A's blocks that did not come up yet, headquarters first in the order of the file.
void call_late_blocks(Play& p) {
  auto& s = p.state;
  for (int block = 0; block < p.game.count[0]; ++block) {
    if (in_set(p.game.gates, s.at(block)) && is_area(s.at(block))) put_at(p, block, kWaiting);
    if (s.at(block) == kAbsent) s.place[at(block)] = kWaiting;
  }
}

void veil_newcomers(Play& p) {
  // The enemy counts them where they stand, and cannot tell who is who among them.
  BlockSet hidden = 0;
  for (int block = 0; block < p.game.count[0]; ++block) {
    const bool late = p.game.scenario.absent[at(block)] || p.game.scenario.enters[at(block)];
    if (late && is_area(p.state.at(block)) && is_known(p.game, p.state, block))
      hidden |= p.game.bit(block);
  }
  merge_veils(p.game, p.state, 0, hidden);
}

void begin_second_day(Play& p) {
  auto& s = p.state;
  s.night = Night::Day;
  s.index = 0;
  begin_turn(p);
}

void ask_transfer(Play& p) {
  auto& s = p.state;
  for (; s.index < p.game.divisions.size(); ++s.index) {
    s.pending = static_cast<std::uint8_t>(p.game.divisions[s.index]);
    return p.ask(Step::Transfer, 0);  // of the dead too: the enemy may not know of them (B-61)
  }
  s.night = Night::Redeployment;
  s.points_left = static_cast<std::uint8_t>(p.game.night_moves);
  continue_night(p);
}

void ask_night_move(Play& p) {
  auto& s = p.state;
  s.pending = kNone;
  s.phasing = 1;
  if (s.points_left > 0) return p.ask(Step::NightMove, 1);
  s.points_left = 0;
  s.night = Night::FirstSupply;
  begin_supply_of(p, 0);
}

}  // namespace

void begin_night(Play& p) {
  auto& s = p.state;
  s.day = 1;
  s.night = Night::LateBlocks;
  s.phasing = 0;
  p.note(EventKind::Night, "9.3", [](play::Event&) {});
  build_bridges(p);
  call_late_blocks(p);
  continue_deployment(p);
}

/// The stage at hand is done.
void continue_night(Play& p) {
  auto& s = p.state;
  switch (s.night) {
    case Night::LateBlocks:
      veil_newcomers(p);
      s.night = Night::Transfers;
      s.index = 0;
      return ask_transfer(p);
    case Night::Redeploying: s.night = Night::Redeployment; return ask_night_move(p);
    case Night::Redeployment: return ask_night_move(p);
    case Night::FirstSupply: s.night = Night::SecondSupply; return begin_supply_of(p, 1);
    default: return begin_second_day(p);
  }
}

namespace {

void list_give(const Lister& l) {
  if (alive(l.state, l.state.pending) && alive(l.state, l.game.divisions_to)) l.add();
}

void keep(Play& p, int) {
  ++p.state.index;
  ask_transfer(p);
}

void give(Play& p, int) {
  auto& s = p.state;
  s.given = static_cast<std::uint8_t>(s.given | 1U << s.index);
  p.note_secret(EventKind::Given, "9.3", s.pending, [](play::Event&) {});
  keep(p, 0);
}

}  // namespace

/// Corps headquarters that have not been moved by night.
BlockSet may_redeploy(const BlockContext& game, const State& s) {
  BlockSet able = 0;
  for_each(game, 1, game.headquarters[1] & ~s.acted[1], [&](int leader) {
    if (alive(s, leader) && game.blocks[at(leader)].office < 0) able |= game.bit(leader);
  });
  return able;
}

namespace {

void list_night_move(const Lister& l) { add_blocks(l, 1, may_redeploy(l.game, l.state)); }

void redeploy_none(Play& p, int) {
  p.state.points_left = 0;
  p.state.acted = {};
  continue_night(p);
}

void redeploy(Play& p, int leader) {
  auto& s = p.state;
  --s.points_left;
  s.acted[1] |= p.game.bit(leader);
  p.note_secret(EventKind::Redeploys, "9.3", leader, [](play::Event&) {});
  BlockSet corps = p.game.bit(leader);
  for_each(p.game, 1, p.game.attached[s.given][at(leader)], [&](int block) {
    if (alive(s, block)) corps |= p.game.bit(block);
  });
  for_each(p.game, 1, corps, [&](int block) {
    merge_veils(p.game, s, 1, blocks_in(p.game, s, 1, s.at(block)));
    put_at(p, block, kWaiting);
  });
  if (s.points_left == 0) s.acted = {};
  s.night = Night::Redeploying;
  continue_deployment(p);
}

Verdict refuse_give(const BlockContext&, const State&, int) {
  return no("9.3", "it is gone, or the corps that it would go to");
}
Verdict refuse_redeploy(const BlockContext& game, const State&, int block) {
  return no("9.3", "it is no corps headquarters, or has redeployed", block_id(game, block));
}

}  // namespace

constinit const RowOf<Step::Transfer> transfer_row{
    {"transfer", "9 Scenarios", "9.3", "Does {block} go over to the other corps?"},
    {{Verb::Give, "9.3", list_give, refuse_give, give},
     {Verb::Keep, "9.3", always, nullptr, keep}}};

constinit const RowOf<Step::NightMove> night_move_row{
    {"night-move", "9 Scenarios", "9.3", "Choose a headquarters to redeploy, or none"},
    {{Verb::Redeploy, "9.3", list_night_move, of_own<refuse_redeploy>, redeploy},
     {Verb::RedeployNone, "9.3", always, nullptr, redeploy_none}}};

}  // namespace niemen::block_battle
