// 5: the sequence of play. One decision or die is carried out, then the phases go on until the
// next.
#include "engine/core/hash.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {

namespace {

/// Which chapter owns a step.
enum class Chapter : std::uint8_t {
  SetUp,
  Supply,
  ActiveSupply,
  Movement,
  Orders,
  Combat,
  Commanders,
  Reinforcements,
  Victory,
  Optional,
  Cards,
  Cavalry,
  Politics,
  TwoYear,
  None
};

constexpr Chapter chapter_of(Step step) {
  if (step == Step::None || step >= Step::Over) return Chapter::None;
  if (step <= Step::PlaceDepot) return Chapter::SetUp;
  if (step <= Step::ContingentLoss) return Chapter::Politics;
  if (step <= Step::CardLoss) return Chapter::Cards;
  if (step == Step::PlaceBlank) return Chapter::Optional;
  if (step <= Step::ExpeditionDie) return Chapter::Politics;
  if (step == Step::ForageDie) return Chapter::Supply;
  if (step <= Step::ReserveLoss) return Chapter::Cavalry;
  if (step <= Step::EstablishDepot) return Chapter::ActiveSupply;
  if (step <= Step::ExcessLoss) return Chapter::Movement;
  if (step <= Step::OrderDie) return Chapter::Orders;
  if (step <= Step::TakeForAdvance) return Chapter::Combat;
  if (step <= Step::MoveCommander) return Chapter::Commanders;
  if (step <= Step::PlaceReinforcement) return Chapter::Reinforcements;
  return step == Step::LeaveMap ? Chapter::Victory : Chapter::TwoYear;
}

template <class R>
void carry_out(Table<R>& t, Action action) {
  switch (chapter_of(t.s.step)) {
    case Chapter::SetUp: return SetUp<R>::apply(t, action);
    case Chapter::Supply: return GeneralSupply<R>::apply(t, action);
    case Chapter::ActiveSupply: return ActiveSupply<R>::apply(t, action);
    case Chapter::Movement: return RallyAndMovement<R>::apply(t, action);
    case Chapter::Orders: return CombatOverview<R>::apply(t, action);
    case Chapter::Combat: return CombatDetail<R>::apply(t, action);
    case Chapter::Commanders: return Commanders<R>::apply(t, action);
    case Chapter::Reinforcements: return RaidsAndReinforcements<R>::apply(t, action);
    case Chapter::Victory: return Victory<R>::apply(t, action);
    case Chapter::Optional: return OptionalRules<R>::apply(t, action);
    case Chapter::Cards: return RandomEvents<R>::apply(t, action);
    case Chapter::Cavalry: return CavalryAndClimate<R>::apply(t, action);
    case Chapter::Politics: return PoliticalDimension<R>::apply(t, action);
    case Chapter::TwoYear: return TwoYearCampaign<R>::apply(t, action);
    case Chapter::None: assert(false);
  }
}

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
    case Phase::EndOfTurn: return Victory<R>::end_of_turn(t);
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

/// What happens at whatever moment it becomes true (9.2, 16.8, 16.9). Returns whether a die is due.
bool watch(const Context& c, State& s) {
  if (s.phase < Phase::Independence || s.phase >= Phase::Over) return false;
  watch_capitals(c, s);
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

template <class R>
void advance(const Context& c, State& s, Action action, R& recorder) {
  Table<R> t{c, s, recorder};
  carry_out(t, action);
  drop_surplus_blanks(c, s);
  while (s.step == Step::None) {
    if (watch(c, s) || Commanders<R>::fate_pending(t)) return;
    resume(t);
  }
}

constexpr double kDie = 1.0 / 6.0;

}  // namespace

void complete_position(const Context& c, State& s) {
  play::NullRecorder silent;
  Table<play::NullRecorder> t{c, s, silent};
  while (s.step == Step::None) {
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
  if (s.step == Step::DealCard || s.step == Step::DrawCard) {
    const std::uint64_t cards = drawable_cards(*context_, s);
    const double each = 1.0 / std::popcount(cards);
    for (std::uint64_t bits = cards; bits; bits &= bits - 1)
      list.push_back({make_action(Verb::Card, std::countr_zero(bits)), each});
    return;
  }
  for (int die = 1; die <= 6; ++die) list.push_back({make_action(Verb::Die, die), kDie});
}

namespace {

/// The subject of a die and whether it may be rolled more than once for it in a turn.
std::uint32_t chance_subject(const Context& c, const State& s) {
  switch (s.step) {
    case Step::ForageDie:
    case Step::RaidDie:
    case Step::ReluctantDie:
    case Step::ChaosDie: return s.hex_a;
    case Step::AttritionDie: return static_cast<std::uint32_t>((s.group & c.combat_units).first());
    case Step::OrderDie:
    case Step::AttackDie:
    case Step::DefenceDie:
    case Step::LoserHitsDie: return static_cast<std::uint32_t>(s.hex_a << 10 | s.hex_b);
    case Step::AttackSupportDie:
    case Step::DefenceSupportDie:
      return static_cast<std::uint32_t>(s.hex_a << 13 | s.hex_b << 3 | s.cursor);
    case Step::CommanderDie: return static_cast<std::uint32_t>(fate_subject(c, s));
    case Step::DealCard:
    case Step::DrawCard: return static_cast<std::uint32_t>(s.side);
    case Step::WinterLossDie:
    case Step::RestorationDie: return s.cursor;
    default: return 0;
  }
}

/// How often the same die may already have been rolled this turn: orders of a stack can be
/// repeated, and a march can fail and be tried again with another train.
std::uint32_t chance_ordinal(const Context& c, const State& s) {
  switch (s.step) {
    case Step::OrderDie:
    case Step::AttackDie:
    case Step::DefenceDie:
    case Step::LoserHitsDie:
    case Step::AttackSupportDie:
    case Step::DefenceSupportDie: return s.ordinal[s.hex_a % kOrdinalBuckets];
    case Step::ReluctantDie:
    case Step::ChaosDie: return static_cast<std::uint32_t>(genuine_trains(s, s.side, s.hex_a));
    case Step::CommanderDie:
      return s.ordinal[static_cast<std::size_t>(fate_subject(c, s)) % kOrdinalBuckets];
    default: return 0;
  }
}

}  // namespace

play::ChanceKey HexCampaign::chance_key(const State& s) const {
  return {static_cast<std::uint16_t>(s.turn + 64 * s.second_year),
          static_cast<std::uint16_t>(s.step), chance_subject(*context_, s),
          chance_ordinal(*context_, s)};
}

void HexCampaign::legal(const State& s, ActionList& list) const {
  list.clear();
  const Context& c = *context_;
  switch (chapter_of(s.step)) {
    case Chapter::SetUp: list_set_up(c, s, list); break;
    case Chapter::ActiveSupply: list_active_supply(c, s, list); break;
    case Chapter::Movement: list_rally_and_movement(c, s, list); break;
    case Chapter::Orders: list_combat_overview(c, s, list); break;
    case Chapter::Combat: list_combat_detail(c, s, list); break;
    case Chapter::Commanders: list_commanders(c, s, list); break;
    case Chapter::Reinforcements: list_raids_and_reinforcements(c, s, list); break;
    case Chapter::Victory: list_victory(list); break;
    case Chapter::Optional: list_optional_rules(c, s, list); break;
    case Chapter::Cards: list_random_events(c, s, list); break;
    case Chapter::Cavalry: list_cavalry_and_climate(c, s, list); break;
    case Chapter::Politics: list_political_dimension(c, s, list); break;
    case Chapter::TwoYear: list_two_year_campaign(c, s, list); break;
    case Chapter::Supply:
    case Chapter::None: break;
  }
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
  if (verb_of(action) == Verb::Die) return Reason::NotNow;
  switch (chapter_of(s.step)) {
    case Chapter::SetUp: return refuse_set_up(c, s, action);
    case Chapter::ActiveSupply: return refuse_active_supply(c, s, action);
    case Chapter::Movement: return refuse_rally_and_movement(c, s, action);
    case Chapter::Orders: return refuse_combat_overview(c, s, action);
    case Chapter::Combat: return refuse_combat_detail(c, s, action);
    case Chapter::Commanders: return refuse_commanders(c, s, action);
    case Chapter::Reinforcements: return refuse_raids_and_reinforcements(c, s, action);
    case Chapter::Victory: return refuse_victory(action);
    case Chapter::Optional: return refuse_optional_rules(c, s, action);
    case Chapter::Cards: return refuse_random_events(c, s, action);
    case Chapter::Cavalry: return refuse_cavalry_and_climate(c, s, action);
    case Chapter::Politics: return refuse_political_dimension(c, s, action);
    case Chapter::TwoYear: return refuse_two_year_campaign(c, s, action);
    default: return Reason::NotNow;
  }
}

}  // namespace

namespace {

/// Whether Nature can bring this about now.
bool is_outcome(const Context& c, const State& s, Action action) {
  const int payload = payload_of(action);
  if (s.step == Step::DealCard || s.step == Step::DrawCard)
    return verb_of(action) == Verb::Card && payload < kMaxCards &&
           ((drawable_cards(c, s) >> payload) & 1);
  return verb_of(action) == Verb::Die && payload >= 1 && payload <= 6;
}

}  // namespace

play::Verdict HexCampaign::why(const State& s, Action action) const {
  const Context& c = *context_;
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
  return play::Verdict::no(std::string(reason_rule(reason)), std::string(reason_text(reason)),
                           culprit);
}

play::Outcome HexCampaign::outcome(const State& s) const { return outcome_of(*context_, s); }

std::uint64_t HexCampaign::hash(const State& s) const {
  const Remembered& remembered = s;
  return core::hash_bytes(std::as_bytes(std::span(&remembered, 1)));
}

int HexCampaign::max_decisions() const {
  // Set-up and winter quarters touch every piece a few times; a turn of russia-1812 takes at most
  // some 900 decisions at random, dice included.
  constexpr int kPerPiece = 8, kPerTurn = 4000;
  return static_cast<int>(context_->pieces.size()) * kPerPiece +
         (context_->rules.turns + kMaxTurns) * kPerTurn;
}

std::string_view HexCampaign::decision_kind(Action action) const {
  return verb_word(verb_of(action));
}

}  // namespace niemen::hex_campaign
