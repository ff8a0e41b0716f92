// Set-up: units on fixed hexes, and groups that their owner deploys.
#include <algorithm>

#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

int next_to_deploy(const OperationsContext& game, const State& state) {
  return game.scenario.deployment[state.work.set_up.next];
}

bool beside_enemy(const OperationsContext& game, const State& state, int side, int hex) {
  for (const auto next : game.neighbour[hex])
    if (next != kNoHex && occupied_by(state, 1 - side, next)) return true;
  return false;
}

// Nobody deploys on the enemy; beside it only where the scenario does not forbid it (H-57).
bool may_deploy(const OperationsContext& game, const State& state, const Group& group, int hex) {
  if (!std::binary_search(group.hexes.begin(), group.hexes.end(), hex)) return false;
  if (occupied_by(state, 1 - group.side, hex)) return false;
  return !group.apart || !beside_enemy(game, state, group.side, hex);
}

const Group& group_of(const OperationsContext& game, int piece) {
  return game.scenario.groups[game.pieces[piece].group];
}

/// An invented scenario may leave a group no lawful hex: then all of its hexes serve.
bool any_lawful(const OperationsContext& game, const State& state, const Group& group) {
  return std::any_of(group.hexes.begin(), group.hexes.end(),
                     [&](HexCode hex) { return may_deploy(game, state, group, hex); });
}

}  // namespace

void next_deployment(Play& p) {
  auto& s = p.state;
  if (s.work.set_up.next < p.game.scenario.deployment.size())
    return p.ask(Step::SetUp, side_of_piece(next_to_deploy(p.game, s)));
  begin_turn(p);
}

namespace {

void deploy(Play& p, int value) {
  auto& s = p.state;
  const int piece = next_to_deploy(p.game, s);
  // Who controls what at the start is the scenario's word: nobody takes a place by deploying.
  s.hex[piece] = static_cast<std::uint16_t>(value);
  p.tell(EventKind::Deploys, {.piece = piece, .hex = value});
  ++s.work.set_up.next;
  next_deployment(p);
}

void list_set_up(const Lister& l) {
  const auto& group = group_of(l.game, next_to_deploy(l.game, l.state));
  const bool lawful = any_lawful(l.game, l.state, group);
  for (const auto hex : group.hexes)
    if (!lawful || may_deploy(l.game, l.state, group, hex)) l.add(hex);
}

Verdict refuse_set_up(const OperationsContext& game, const State& s, int value) {
  const int piece = next_to_deploy(game, s);
  const auto& group = group_of(game, piece);
  const auto place = game.hex_text(value);
  const auto& id = game.pieces[piece].id;
  if (!std::binary_search(group.hexes.begin(), group.hexes.end(), value))
    return Verdict::no("Scenarios", id + " is not deployed so far from its place", place);
  if (occupied_by(s, 1 - group.side, value))
    return Verdict::no("Scenarios", "the enemy stands there", place);
  return Verdict::no("Scenarios", "this group is not deployed beside the enemy", place);
}

}  // namespace

State HexOperations::initial() const {
  const auto& game = *context_;
  State state{};
  for (int piece = 0; piece < kPieces; ++piece) {
    const auto slot = static_cast<std::size_t>(piece);
    const auto& info = game.pieces[slot];
    if (!info.exists) continue;
    state.hex[slot] = info.hex != kNoHex ? info.hex : info.arrival >= 0 ? kOutside : kUndeployed;
    state.status[slot] =
        static_cast<std::uint8_t>((info.division ? kDivision : 0) | info.marker << kMarkerShift);
  }
  state.control = game.scenario.controlled;
  state.spoilt = game.scenario.passed;
  state.half = game.scenario.half_depleted;
  state.full = game.scenario.fully_depleted;
  state.turn = static_cast<std::uint8_t>(game.scenario.first_turn);
  Play p{{game, state, nullptr}};
  next_deployment(p);
  return state;
}

constinit const RowOf<Step::SetUp> set_up_row{
    {"set-up", "The Scenarios", "Scenarios", "Deploy this unit"},
    {{Verb::Deploy, "Scenarios", list_set_up, refuse_set_up, deploy}}};

}  // namespace niemen::hex_operations
