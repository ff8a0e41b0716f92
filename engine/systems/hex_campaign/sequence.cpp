// 5: the sequence of play. One decision or die is carried out, then the phases go on until the
// next.
#include "engine/core/hash.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/steps.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

template <class R>
void resume(Table<R>& t) {
  switch (t.s.phase) {
    case Phase::SetUpFirst:
    case Phase::SetUpSecond: return SetUp<R>::go(t);
    case Phase::Independence:
    case Phase::ContingentsLeave: return PoliticalDimension<R>::go(t);
    case Phase::CombatCommands: return CombatCommands<R>::go(t);
    case Phase::Cards: return RandomEvents<R>::go(t);
    case Phase::Blanks: return OptionalRules<R>::go(t);
    case Phase::Forage:
    case Phase::GeneralSupply: return GeneralSupply<R>::go(t);
    case Phase::ReserveLosses: return CavalryAndClimate<R>::go(t);
    case Phase::ConvertDepots:
    case Phase::RemoveDepots:
    case Phase::AllocateTrains:
    case Phase::ForageMarkers:
    case Phase::EstablishDepots: return ActiveSupply<R>::go(t);
    case Phase::Rally:
    case Phase::Movement:
    case Phase::MovementEnd: return RallyAndMovement<R>::go(t);
    case Phase::Combat:
    case Phase::CombatEnd: return CombatOverview<R>::go(t);
    case Phase::CommandersMovement: return Commanders<R>::go(t);
    case Phase::Raids:
    case Phase::Reinforcements: return RaidsAndReinforcements<R>::go(t);
    case Phase::Exits: return Victory<R>::exits(t);
    case Phase::Restoration:
    case Phase::Return:
    case Phase::WinterDecision:
    case Phase::WinterQuarters: return TwoYearCampaign<R>::go(t);
    case Phase::EndOfTurn:
      if (LinkedCampaign<R>::ask_garrison(t)) return;
      return Victory<R>::end_of_turn(t);
    case Phase::Truce:
    case Phase::Redeploy: return Armistice<R>::go(t);
    case Phase::Departures:
    case Phase::SwitchSources:
    case Phase::HandOver: return LinkedCampaign<R>::go(t);
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
template <class R>
void watch_leavers(Table<R>& t) {
  State& s = t.s;
  for (int commander : t.c.leavers) {
    const bool here = on_map(s, commander) || place(s, commander) == kNotArrived;
    if (!here || !t.c.piece(commander).leaves_if_entered.intersects(s.combat_hexes[at(Side::B)]))
      continue;
    t.tell(EventKind::CommanderRelieved,
           {.side = play::index(t.c.piece(commander).side), .pieces = PieceSet::of(commander)});
    place_piece(t.c, s, commander, kLostForGood);
  }
}

/// What happens at whatever moment it becomes true (9.2, 16.8, 16.9). Returns whether a die is due.
template <class R>
bool watch(Table<R>& t) {
  const Context& c = t.c;
  State& s = t.s;
  if (s.phase < Phase::Independence || s.phase >= Phase::Over) return false;
  watch_capitals(c, s);
  watch_powers(c, s);
  if (!c.leavers.empty()) watch_leavers(t);
  if (c.rules.uprising && s.uprising == 3)
    for (int hex : s.combat_hexes[at(Side::A)] & c.independence_area) convert_city(c, s, hex);
  if (!c.rules.uprising || s.uprising != 0 || c.uprising_city == kNoHex) return false;
  if (!s.combat_hexes[at(Side::A)].contains(c.uprising_city)) return false;
  if (!pieces_at(s, c.uprising_city).intersects(c.uprising_trigger)) return false;
  if (s.turn > c.rules.uprising_to_turn) {
    s.uprising = 1;  // T-11: too late for good
    return false;
  }
  ask(s, Step::UprisingDie, Actor::Nature);
  return true;
}

/// Tells where a part of the turn begins.
template <class R>
void tell_phase(Table<R>& t, [[maybe_unused]] Phase before) {
  if constexpr (R::kRecords)
    if (t.s.phase != Phase::Over && phase_heading(t.s.phase) != phase_heading(before))
      t.tell(EventKind::PhaseBegins, {.amount = static_cast<int>(t.s.phase)});
}

/// Goes on to the next decision or die. The part of a linked campaign may change on the way.
template <class R>
void go_on(const Context& first, State& s, R& recorder) {
  while (s.step == Step::None) {
    Table<R> t{part_of(first, s), s, recorder};
    if (watch(t) || Commanders<R>::fate_pending(t)) return;
    const Phase before = s.phase;
    resume(t);
    tell_phase(t, before);
  }
}

template <class R>
void advance(const Context& first, State& s, Action action, R& recorder) {
  Table<R> t{part_of(first, s), s, recorder};
  spec_of(s.step).chapter->apply(t, action);
  drop_surplus_blanks(t.c, s);
  go_on(first, s, recorder);
}

constexpr double kDie = 1.0 / 6.0;

}  // namespace

void complete_position(const Context& first, State& s) {
  play::NullRecorder silent;
  while (s.step == Step::None) {
    Table<play::NullRecorder> t{part_of(first, s), s, silent};
    if (Commanders<play::NullRecorder>::fate_pending(t)) return;
    resume(t);
  }
}

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

void HexCampaign::apply(State& state, Action action, play::NullRecorder& recorder) const {
  advance(*context_, state, action, recorder);
}
void HexCampaign::apply(State& state, Action action, play::EventRecorder& recorder) const {
  advance(*context_, state, action, recorder);
}

void HexCampaign::chance(const State& s, play::ChanceList& list) const {
  list.clear();
  if (spec_of(s.step).decides == Decides::Card) {
    const std::uint64_t cards = drawable_cards(context_of(s), s);
    const double each = 1.0 / std::popcount(cards);
    for (std::uint64_t bits = cards; bits; bits &= bits - 1)
      list.push_back({make_action(Verb::Card, std::countr_zero(bits)), each});
    return;
  }
  for (int die = 1; die <= 6; ++die) list.push_back({make_action(Verb::Die, die), kDie});
}

namespace {

std::uint32_t number_of(ChanceNumber number, const Context& c, const State& s) {
  return number ? number(c, s) : 0;
}

}  // namespace

play::ChanceKey HexCampaign::chance_key(const State& s) const {
  const StepSpec& spec = spec_of(s.step);
  const Context& c = context_of(s);
  return {static_cast<std::uint16_t>(turn(s) + 64 * s.second_year),
          static_cast<std::uint16_t>(s.step), number_of(spec.subject, c, s),
          number_of(spec.ordinal, c, s)};
}

void HexCampaign::legal(const State& s, ActionList& list) const {
  list.clear();
  if (play::is_side(s.actor)) spec_of(s.step).chapter->list(context_of(s), s, list);
}

namespace {

bool is_encoded(const Context& c, Action action) {
  if (verb_of(action) >= Verb::Count || action >> 24) return false;
  const int payload = payload_of(action);
  switch (payload_kind(verb_of(action))) {
    case PayloadKind::None: return payload == 0;
    case PayloadKind::Number: return payload < kNumberPayloads;
    case PayloadKind::Hex: return payload < c.map.size();
    default: return payload < static_cast<int>(c.pieces.size());
  }
}

Reason refuse(const Context& c, const State& s, Action action) {
  if (!is_encoded(c, action)) return Reason::NotOnMap;
  return spec_of(s.step).chapter->refuse(c, s, action);
}

/// Whether Nature can bring this about now.
bool is_outcome(const Context& c, const State& s, Action action) {
  const int payload = payload_of(action);
  if (spec_of(s.step).decides == Decides::Card)
    return verb_of(action) == Verb::Card && payload < kMaxCards &&
           ((drawable_cards(c, s) >> payload) & 1);
  return verb_of(action) == Verb::Die && payload >= 1 && payload <= 6;
}

/// 14.6-14.13: the rule that binds units of a hex to their place.
std::string_view binding_rule(const Context& c, const State& s, int hex) {
  const PieceSet units = pieces_at(s, hex) & c.combat_units;
  for (int unit : idle_among(c, s, units)) {
    const Bond bond = c.piece(unit).bond;
    return bond == Bond::Frozen ? "14.11" : bond == Bond::Neutral ? "14.10" : "14.6";
  }
  for (int unit : garrisons_among(c, s, units))
    return bond_of(c, s, unit) == Bond::Fortress ? "14.13" : "14.12";
  return "14.8";
}

/// The number of the rule behind a refusal, of those that several rules share the one that binds.
std::string_view rule_behind(const Context& c, const State& s, Action action, Reason reason) {
  if (reason == Reason::NotOffered && !spec_of(s.step).rule.empty()) return spec_of(s.step).rule;
  const bool bound = reason == Reason::BoundUnits || reason == Reason::Sheltered;
  if (bound && payload_kind(verb_of(action)) == PayloadKind::Hex)
    return binding_rule(c, s, payload_of(action));
  return reason_rule(reason);
}

}  // namespace

play::Verdict HexCampaign::why(const State& s, Action action) const {
  const Context& c = context_of(s);
  Reason reason = Reason::NotNow;
  if (play::is_side(s.actor)) reason = refuse(c, s, action);
  if (s.actor == Actor::Nature && is_outcome(c, s, action)) reason = Reason::Ok;
  if (reason == Reason::Ok) return play::Verdict::yes();
  std::string culprit;
  if (is_encoded(c, action)) {
    const PayloadKind kind = payload_kind(verb_of(action));
    if (kind == PayloadKind::Hex) culprit = hex_name(c, payload_of(action));
    if (kind == PayloadKind::Piece) culprit = c.piece(payload_of(action)).id;
  }
  return play::Verdict::no(std::string(rule_behind(c, s, action, reason)),
                           std::string(reason_text(reason)), culprit);
}

play::Outcome HexCampaign::outcome(const State& s) const { return outcome_of(context_of(s), s); }

std::uint64_t HexCampaign::hash(const State& s) const {
  const Position& remembered = s;
  return core::hash_bytes(std::as_bytes(std::span(&remembered, 1)));
}

int HexCampaign::max_decisions() const {
  // Set-up and winter quarters touch every piece a few times; a turn of russia-1812 takes at most
  // some 900 decisions at random, dice included.
  constexpr int kPerPiece = 8, kPerTurn = 4000;
  int most = 0;
  for (const Context* part = context_; part; part = part->next.get())
    most += static_cast<int>(part->pieces.size()) * kPerPiece +
            (part->rules.turns + kMaxTurns) * kPerTurn;
  return most;
}

std::string_view HexCampaign::decision_kind(Action action) const {
  return verb_word(verb_of(action));
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
