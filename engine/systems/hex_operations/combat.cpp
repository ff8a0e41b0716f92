// The Combat Phase: attacks are declared, and battles fought in the order of the Attacker's choice.
#include <algorithm>
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

int target_hex(const OperationsContext& game, int from, int direction) {
  return game.neighbour[from][direction];
}

/// Directions in which enemies stand beside a hex.
std::uint8_t enemies_around(const OperationsContext& game, const State& state, int hex) {
  std::uint8_t bits = 0;
  if (pieces_near(state, 1 - state.phasing, hex, 1).empty()) return bits;
  for (int d = 0; d < kDirections; ++d) {
    const int next = target_hex(game, hex, d);
    if (next != kNoHex && occupied_by(state, 1 - state.phasing, next))
      bits |= static_cast<std::uint8_t>(1U << d);
  }
  return bits;
}

bool has_attack(const State& state, int hex) {
  return std::any_of(state.attacks.begin(), state.attacks.begin() + state.attack_count,
                     [&](const Attack& attack) { return attack.from == hex; });
}

/// Targets that an attack from a hex could still be declared against.
std::uint8_t open_targets(const OperationsContext& game, const State& state, int hex) {
  if (state.attack_count == kMaxAttacks || has_attack(state, hex)) return 0;
  if (attackers_at(game, state, state.phasing, hex).empty()) return 0;
  return enemies_around(game, state, hex);
}

// A, Movement J: stacked Combat units must attack, unless disruption or lack of room holds them.
bool must_attack(const OperationsContext& game, const State& state, int hex) {
  const auto units = combat_at(game, state, state.phasing, hex);
  if (units.count() < 2 || has_attack(state, hex)) return false;
  for (int index : units) {
    const int piece = piece_of(state.phasing, index);
    if (state.disrupted(piece) || state.marked(piece, kHeld | kCounted)) return false;
  }
  return open_targets(game, state, hex) != 0;
}

using HexList = core::FixedVector<std::uint16_t, kSidePieces>;

/// Hexes with Combat units of the phasing side near enemies, ascending, each once.
HexList front(const OperationsContext& game, const State& state) {
  HexList hexes;
  const MoveMap map(game, state, state.phasing);
  for (int index : pieces_on_map(state, state.phasing) & game.combat_pieces[state.phasing]) {
    const int hex = state.at(piece_of(state.phasing, index));
    if (can_attack_from(map, hex)) hexes.push_back(static_cast<std::uint16_t>(hex));
  }
  std::sort(hexes.begin(), hexes.end());
  hexes.truncate(static_cast<std::size_t>(std::unique(hexes.begin(), hexes.end()) - hexes.begin()));
  return hexes;
}

int stack_that_must_attack(const OperationsContext& game, const State& state) {
  for (const int hex : front(game, state))
    if (must_attack(game, state, hex)) return hex;
  return kNoHex;
}

void ask_attacks(Play& p) {
  for (const int hex : front(p.game, p.state))
    if (open_targets(p.game, p.state, hex) != 0) return p.ask(Step::DeclareAttack, p.state.phasing);
  begin_withdrawals(p);
}

}  // namespace

void begin_combat(Play& p) {
  p.state.work = {};
  remove_doomed(p);
  lose_lone_depots(p);
  ask_attacks(p);
}

namespace {

void list_declare(const Lister& l) {
  if (stack_that_must_attack(l.game, l.state) == kNoHex) l.add(Verb::EndAttacks);
  const auto hexes = front(l.game, l.state);
  for (const int hex : hexes) {
    if (l.game.fortress_at(hex)) continue;
    for (unsigned bits = open_targets(l.game, l.state, hex); bits != 0; bits &= bits - 1)
      l.add(Verb::Attack, directed(hex, std::countr_zero(bits)));
  }
  // Fortresses E: out of a Fortress all adjacent enemies at once, those beyond rivers all or none;
  // each hex's strength is reckoned by itself, and all are added (H-37).
  for (const int hex : hexes)
    if (l.game.fortress_at(hex) && (open_targets(l.game, l.state, hex) & ~l.game.river[hex]))
      l.add(Verb::Sally, hex);
  for (const int hex : hexes)
    if (l.game.fortress_at(hex) && (open_targets(l.game, l.state, hex) & l.game.river[hex]))
      l.add(Verb::SallyOverRivers, hex);
}

/// An attack from a hex in these directions.
void declare(Play& p, int from, unsigned targets) {
  auto& s = p.state;
  s.attacks[s.attack_count++] = {static_cast<std::uint16_t>(from),
                                 static_cast<std::uint8_t>(targets), 0};
  for (unsigned bits = targets; bits != 0; bits &= bits - 1)
    p.tell(
        EventKind::Attacks,
        {.hex = from, .to = target_hex(p.game, from, std::countr_zero(bits)), .side = s.phasing});
  ask_attacks(p);
}

void attack(Play& p, int value) { declare(p, directed_what(value), 1U << directed_way(value)); }

void sally(Play& p, int from) {
  declare(p, from, open_targets(p.game, p.state, from) & ~p.game.river[from]);
}

void sally_over_rivers(Play& p, int from) { declare(p, from, open_targets(p.game, p.state, from)); }

Verdict refuse_end_attacks(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Movement J", "a stack of Combat units must attack",
                     game.hex_text(stack_that_must_attack(game, s)));
}

/// Why nobody attacks from a hex; `otherwise`: what is said where somebody could.
Verdict refuse_attack_from(const OperationsContext& game, const State& s, int from,
                           Verdict otherwise) {
  const auto place = game.hex_text(from);
  if (combat_at(game, s, s.phasing, from).empty())
    return Verdict::no("Combat A", "no Combat unit is there to attack", place);
  if (has_attack(s, from))
    return Verdict::no("Combat B", "no unit attacks more than once in a Combat Phase", place);
  if (attackers_at(game, s, s.phasing, from).empty())
    return Verdict::no("Disruption A", "a disrupted unit does not attack", place);
  return otherwise;
}
Verdict nobody_there(const std::string& place) {
  return Verdict::no("Combat A", "no enemy stands there beside it", place);
}
Verdict refuse_attack(const OperationsContext& game, const State& s, int value) {
  const int from = directed_what(value);
  const auto place = game.hex_text(from);
  const auto whole =
      Verdict::no("Fortresses E", "out of a Fortress all adjacent enemies are attacked", place);
  return refuse_attack_from(game, s, from, game.fortress_at(from) ? whole : nobody_there(place));
}
Verdict refuse_sally(const OperationsContext& game, const State& s, int from) {
  const auto place = game.hex_text(from);
  const auto single = Verdict::no("Combat C", "each hex is attacked separately", place);
  return refuse_attack_from(game, s, from, game.fortress_at(from) ? nobody_there(place) : single);
}

/// True when the battle has somebody on both sides: units that attack, and first defenders.
bool is_alive(const OperationsContext& game, const State& state, int index) {
  const auto& attack = state.attacks[index];
  if (attackers_at(game, state, state.phasing, attack.from).empty()) return false;
  for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1) {
    const int target = target_hex(game, attack.from, std::countr_zero(bits));
    for (int piece : standing_at(state, 1 - state.phasing, target))
      if (!state.marked(piece_of(1 - state.phasing, piece), kWithdrew)) return true;
  }
  return false;
}

/// H-38: attacks that find nobody left lapse.
void drop_lapsed(Play& p) {
  auto& s = p.state;
  for (int i = 0; i < s.attack_count; ++i) {
    auto& attack = s.attacks[i];
    if ((attack.state & kFought) || is_alive(p.game, s, i)) continue;
    attack.state |= kFought;
    p.tell(EventKind::Lapses, {.hex = attack.from, .side = s.phasing});
  }
}

/// The first attacks of all battles still to fight, by the lowest hex of each.
core::FixedVector<std::uint8_t, kMaxAttacks> battles(const OperationsContext& game,
                                                     const State& state) {
  core::FixedVector<std::uint8_t, kMaxAttacks> list;
  std::uint64_t seen = 0;
  for (int i = 0; i < state.attack_count; ++i) {
    if ((state.attacks[i].state & kFought) || ((seen >> i) & 1U)) continue;
    seen |= attacks_of_battle(game, state, i);
    list.push_back(static_cast<std::uint8_t>(i));
  }
  std::sort(list.begin(), list.end(), [&](std::uint8_t a, std::uint8_t b) {
    return state.attacks[a].from < state.attacks[b].from;
  });
  return list;
}

}  // namespace

void next_battle(Play& p) {
  drop_lapsed(p);
  const auto list = battles(p.game, p.state);
  if (list.empty()) return begin_advances(p);
  if (list.size() == 1) return begin_battle(p, list[0]);
  p.ask(Step::ChooseBattle, p.state.phasing);
}

namespace {

void list_choose_battle(const Lister& l) {
  for (const auto attack : battles(l.game, l.state)) l.add(l.state.attacks[attack].from);
}

void choose_battle(Play& p, int value) {
  for (const auto attack : battles(p.game, p.state))
    if (p.state.attacks[attack].from == value) return begin_battle(p, attack);
}

Verdict refuse_choose_battle(const OperationsContext& game, const State&, int value) {
  return Verdict::no("Combat, procedure", "no battle from there is still to be fought",
                     game.hex_text(value));
}

}  // namespace

void end_combat(Play& p) {
  end_disruption(p.state, combat_marker(p.state.phasing));
  end_player_turn(p);
}

constinit const RowOf<Step::DeclareAttack> declare_attack_row{
    {"declare-attack", "Combat", "Combat A", "Declare attacks"},
    {{Verb::EndAttacks, "Combat A", list_declare, refuse_end_attacks,
      [](Play& p, int) { begin_withdrawals(p); }},
     {Verb::Attack, "Combat A", nullptr, refuse_attack, attack},
     {Verb::Sally, "Fortresses E", nullptr, refuse_sally, sally},
     {Verb::SallyOverRivers, "Fortresses E", nullptr, refuse_sally, sally_over_rivers}}};

constinit const RowOf<Step::ChooseBattle> choose_battle_row{
    {"choose-battle", "Combat", "Combat, procedure", "Choose the battle to be fought next"},
    {{Verb::Fight, "Combat, procedure", list_choose_battle, refuse_choose_battle, choose_battle}}};

}  // namespace niemen::hex_operations
