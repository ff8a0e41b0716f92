// 5: the sequence of play. One decision or die is carried out, then the phases go on until the
// next.
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

void resume(Play& p) {
  switch (p.state.phase) {
    case Phase::SetUpFirst:
    case Phase::SetUpSecond: return go_set_up(p);
    case Phase::Independence:
    case Phase::ContingentsLeave: return go_political_dimension(p);
    case Phase::CombatCommands: return receive_commands(p);
    case Phase::Cards: return go_random_events(p);
    case Phase::Blanks: return go_blanks(p);
    case Phase::Forage:
    case Phase::GeneralSupply: return go_general_supply(p);
    case Phase::ReserveLosses: return go_cavalry_reserve(p);
    case Phase::ConvertDepots:
    case Phase::RemoveDepots:
    case Phase::AllocateTrains:
    case Phase::ForageMarkers:
    case Phase::EstablishDepots: return go_active_supply(p);
    case Phase::Rally:
    case Phase::Movement:
    case Phase::MovementEnd: return go_rally_and_movement(p);
    case Phase::Combat:
    case Phase::CombatEnd: return go_combat(p);
    case Phase::CommandersMovement: return go_commanders(p);
    case Phase::Raids:
    case Phase::Reinforcements: return go_raids_and_reinforcements(p);
    case Phase::Exits: return go_exits(p);
    case Phase::Restoration:
    case Phase::Return:
    case Phase::WinterDecision:
    case Phase::WinterQuarters: return go_two_year_campaign(p);
    case Phase::EndOfTurn:
      if (!ask_garrison(p)) end_turn(p);
      return;
    case Phase::Truce:
    case Phase::Redeploy: return go_armistice(p);
    case Phase::Departures:
    case Phase::SwitchSources:
    case Phase::HandOver: return go_linked_campaign(p);
    default: assert(false);
  }
}

/// 9.2: capitals taken for the first time, and left for the first time.
void watch_capitals(const Context& c, State& s) {
  int bit = 0;
  for (int hex : c.capital) {
    const bool held = s.combat_hexes[at(Side::A)].contains(hex);
    const auto captured = static_cast<std::uint8_t>(1U << bit);
    const auto left = static_cast<std::uint8_t>(2U << bit);
    bit += 2;
    int shift = 0;
    if (held && !(s.captured & captured)) {
      s.captured = static_cast<std::uint8_t>(s.captured | captured);
      shift = c.rules.capture_shift;
    } else if (!held && (s.captured & captured) && !(s.captured & left)) {
      s.captured = static_cast<std::uint8_t>(s.captured | left);
      shift = -c.rules.capture_shift;
    } else {
      continue;
    }
    s.command_passing[0] = static_cast<std::int8_t>(s.command_passing[0] + shift);
    s.command_passing[1] = static_cast<std::int8_t>(s.command_passing[1] - shift);
  }
}

/// Nemesis 16.2 (10): Commanders who go when side B enters some ground, on the map or not (N-48).
void watch_leavers(Play& p) {
  State& s = p.state;
  for (int commander : p.game.leavers) {
    const bool here = on_map(s, commander) || place(s, commander) == kNotArrived;
    if (!here || !p.game.piece(commander).leaves_if_entered.intersects(s.combat_hexes[at(Side::B)]))
      continue;
    p.tell(EventKind::CommanderRelieved,
           {.side = play::index(p.game.piece(commander).side), .pieces = PieceSet::of(commander)});
    place_piece(p.game, s, commander, kLostForGood);
  }
}

/// What happens at whatever moment it becomes true (9.2, 16.8, 16.9). Returns whether a die is due.
bool watch(Play& p) {
  const Context& c = p.game;
  State& s = p.state;
  if (s.phase < Phase::Independence || s.phase >= Phase::Over) return false;
  watch_capitals(c, s);
  watch_powers(c, s);
  if (!c.leavers.empty()) watch_leavers(p);
  if (c.rules.uprising && s.uprising == kIndependent)
    for (int hex : s.combat_hexes[at(Side::A)] & c.independence_area) convert_city(c, s, hex);
  if (!c.rules.uprising || s.uprising != kUntried || c.uprising_city == kNoHex) return false;
  if (!s.combat_hexes[at(Side::A)].contains(c.uprising_city)) return false;
  if (!pieces_at(s, c.uprising_city).intersects(c.uprising_trigger)) return false;
  if (s.turn > c.rules.uprising_to_turn) {
    s.uprising = kNoUprising;  // T-11: too late for good
    return false;
  }
  p.roll(Step::UprisingDie);
  return true;
}

/// Tells where a part of the turn begins.
void tell_phase(Play& p, [[maybe_unused]] Phase before) {
  if (p.log)
    if (p.state.phase != Phase::Over && phase_heading(p.state.phase) != phase_heading(before))
      p.tell(EventKind::PhaseBegins, {.amount = static_cast<int>(p.state.phase)});
}

/// Goes on from phase to phase to the next decision or die; `play_on` looks at what may happen at
/// any moment. The part of a linked campaign may change on the way.
template <class PlayOn>
void go_on_by(const Play& first, PlayOn play_on) {
  State& s = first.state;
  while (s.step == Step::None) {
    Play p{{part_of(first.game, s), s, first.log}};
    play_on(p);
  }
}

}  // namespace

void Mechanism::go_on(Play& p) {
  drop_surplus_blanks(p.game, p.state);
  go_on_by(p, [](Play& now) {
    if (watch(now) || ask_fate(now)) return;
    const Phase before = now.state.phase;
    resume(now);
    tell_phase(now, before);
  });
}

void complete_position(const Context& first, State& s) {
  go_on_by(Play{{first, s, nullptr}}, [](Play& now) {
    if (!ask_fate(now)) resume(now);
  });
}

constinit const RowOf<Step::None> none_row{{"none", "", "", ""}};

State HexCampaign::initial() const {
  const Context& c = *context_;
  if (!c.scenario.position.empty()) return parse_state(c.scenario.position);
  State s{};
  for (std::size_t i = 0; i < kMaxPieces; ++i)
    s.piece[i] =
        i < c.pieces.size() && c.in_play.contains(static_cast<int>(i)) ? kNotArrived : kNotInPlay;
  s.veil.fill(kKnown);
  for (auto& blanks : s.blanks) blanks.fill(kNoHexBits);
  for (auto& veils : s.blank_veil) veils.fill(kKnown);
  s.added_source = kNoHexBits;
  s.battle_points = static_cast<std::uint8_t>(c.rules.battle_points);
  for (std::size_t i = 0; i < c.cards.size(); ++i)
    if (c.rules.random_events) s.deck |= std::uint64_t{1} << i;
  next_phase(s, Phase::SetUpFirst);
  complete_position(c, s);
  return s;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
