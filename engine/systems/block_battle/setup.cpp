// 1 Deployment and 9 Scenarios: who stands where at the start, and the places of the rest.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

/// Areas where the side may stand at all now.
AreaSet allowed_ground(const BlockContext& game, const State& s, int side) {
  if (s.by_night()) return free_of_enemy(game, s, side);
  AreaSet ground = game.board & ~s.held(1 - side);
  if (game.scenario.first_day) return side == 1 ? ground & ~game.sources[0] : ground;  // B-54
  return side == 1 ? ground & game.east : ground & ~game.east;                         // 9.2
}

/// The headquarters in whose range the block deploys: its own, or any (1.2, B-56).
BlockSet leaders_of(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  if (const auto only = game.scenario.deploys_with[at(block)]; only && !s.by_night()) return only;
  for (int leader = game.first[at(side)]; leader < game.first[at(side)] + game.count[at(side)];
       ++leader) {
    if (!(game.attached[s.given][at(leader)] & game.bit(block))) continue;
    if (alive(s, leader) || leader != game.waits_for_range_of) return game.bit(leader);
  }
  if (s.by_night()) {
    for (int leader : game.succession[at(side)])
      if (alive(s, leader)) return game.bit(leader);
    return 0;
  }
  return game.headquarters[at(side)];
}

AreaSet ground_for(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  AreaSet open = with_room(game, s, side, allowed_ground(game, s, side));
  if (is_artillery(arm_of(game, block))) open &= game.gun_places;
  return open;
}

/// The lawful areas nearest to a headquarters, by any way (B-54).
AreaSet nearest(const BlockContext& game, BlockSet leaders, const State& s, int side,
                AreaSet lawful) {
  AreaSet reached = 0;
  for_each(game, side, leaders, [&](int leader) {
    if (alive(s, leader)) reached |= area_bit(s.at(leader));
  });
  if (reached == 0) return lawful;
  while ((reached & lawful) == 0) {
    AreaSet wider = reached;
    for (AreaSet left = reached; left; left &= left - 1)
      wider |= game.touching[at(std::countr_zero(left))];
    if (wider == reached) return lawful;
    reached = wider;
  }
  return reached & lawful;
}

void put_down(Play& p, int block, int area) {
  put_at(p, block, area);
  p.note_secret(EventKind::Deployed, "1.2", block, [&](play::Event& e) { e.places = {area}; });
}

/// The next block of a side that waits for a place, or kNone. Corps that enter do not.
int next_to_deploy(const BlockContext& game, const State& s, int side) {
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i);
    if (s.at(block) != kWaiting) continue;
    if (!s.by_night() && game.scenario.enters[at(block)]) continue;
    return block;
  }
  return kNone;
}

/// The enemy knows a deployed army as one veil: all but the headquarters, whose areas are printed.
void veil_army(const BlockContext& game, State& s, int side) {
  BlockSet hidden = 0;
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i);
    const auto& scenario = game.scenario;
    const bool printed = scenario.place[at(block)] != kNone && !scenario.by_opening[at(block)];
    if (is_area(s.at(block)) && !printed) hidden |= game.bit(block);
  }
  merge_veils(game, s, side, hidden);
}

}  // namespace

void begin_campaign(Play& p) {
  auto& s = p.state;
  const auto& scenario = p.game.scenario;
  s.turn = 1;
  s.day = scenario.first_day ? 0 : 1;
  s.first_player = 0;
  s.place.fill(kDead);
  s.via.fill(kNone);
  for (auto* bytes : {&s.shelter_square, &s.shelter_guest}) bytes->fill(kNone);
  s.named.fill(kNone);
  s.holder.fill(kNone);
  s.battle = s.pending = s.pending_area = s.pending_to = s.overfull = kNone;
  for (std::size_t i = 0; i < p.game.bridges.size(); ++i)
    if (p.game.borders[at(p.game.bridges[i])].later && s.day == 0)
      s.bridges_out = static_cast<std::uint8_t>(s.bridges_out | 1U << i);
  if (s.day == 1) s.given = static_cast<std::uint8_t>((1U << p.game.divisions.size()) - 1);
  for (int block = 0; block < kMaxBlocks; ++block) {
    s.veil[at(block)] = static_cast<std::uint8_t>(block);
    if (block >= p.game.block_count()) continue;
    const int lost = scenario.lost[at(block)];
    s.loss[at(block)] = Loss::of(lost, lost, lost);
    const bool absent = scenario.absent[at(block)];
    s.place[at(block)] = absent ? kAbsent : kWaiting;
    if (!absent && scenario.place[at(block)] != kNone) put_at(p, block, scenario.place[at(block)]);
  }
  s.phasing = 1;
  continue_deployment(p);
}

// 1.2: headquarters' range through own or empty areas, within stacking.
AreaSet deployment_areas(const BlockContext& game, const State& s, int block) {
  const int side = game.side_of(block);
  const AreaSet lawful = ground_for(game, s, block);
  const auto leaders = leaders_of(game, s, block);
  AreaSet near = 0;
  for_each(game, side, leaders, [&](int leader) {
    if (alive(s, leader))
      near |= in_range(game, s, side, s.at(leader), game.blocks[at(leader)].range);
  });
  const bool leader = arm_of(game, block) == Arm::Headquarters;
  if (s.night == Night::Redeploying && leader) near = ~AreaSet{0};
  if (s.by_night() && leader) near &= friendly(s, side);
  if (const AreaSet open = near & lawful) return open;
  return nearest(game, leaders, s, side, lawful);
}

/// Side B deploys first, then side A (1.1); by night whoever has blocks in hand.
void continue_deployment(Play& p) {
  auto& s = p.state;
  for (;;) {
    const int block = next_to_deploy(p.game, s, s.phasing);
    if (block != kNone) {
      s.pending = static_cast<std::uint8_t>(block);
      return p.ask(Step::Deploy, s.phasing);
    }
    s.pending = kNone;
    if (s.by_night()) return continue_night(p);
    veil_army(p.game, s, s.phasing);
    p.note(EventKind::SetUpDone, "1.1", [&](play::Event& e) { e.side = s.phasing; });
    if (s.phasing == 0) return begin_turn(p);
    s.phasing = 0;
  }
}

namespace {

void list_deploy(const Lister& l) {
  add_areas(l, deployment_areas(l.game, l.state, l.state.pending));
}

Verdict refuse_deploy(const BlockContext& game, const State& s, int to) {
  const int side = decider(s);
  const auto& id = area_id(game, to);
  const bool one_day = !game.scenario.first_day && !s.by_night();
  if (!in_set(game.board, to)) return no("1.2", "it is no area of the board", id);
  if (in_set(s.held(1 - side), to)) return no("9", "the enemy is there", id);
  if (one_day && in_set(game.east, to) != (side == 1))
    return no("1.2", "it is on the wrong side of the Startline (9.2)", id);
  if (side == 1 && game.scenario.first_day && in_set(game.sources[0], to))
    return no("9.1", "nobody deploys in the other side's source of supply", id);
  if (!has_room(game, s, side, to)) return no("3.31", "the area is full", id);
  if (is_artillery(arm_of(game, s.pending)) && !in_set(game.gun_places, to))
    return no("3.2", "artillery cannot stand there", id);
  return no("1.2", "it is out of range of the headquarters", id);
}

void deploy(Play& p, int area) {
  put_down(p, p.state.pending, area);
  continue_deployment(p);
}

}  // namespace

constinit const RowOf<Step::Deploy> deploy_row{
    {"deploy", "1 Deployment", "1.2", "Deploy {block}"},
    {{Verb::Deploy, "1.2", list_deploy, refuse_deploy, deploy}}};

}  // namespace niemen::block_battle
