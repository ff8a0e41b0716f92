// Joins the rows of the chapters; play/steps.h runs the mechanism by them.
#include "engine/core/hash.h"
#include "engine/systems/hex_campaign/choices.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

const play::RowTable<Mechanism>& Mechanism::rows() {
  static constexpr auto kRows = play::join_rows<Mechanism>(
      none_row, place_piece_row, place_depot_row, declare_independence_row, contingent_loss_row,
      deal_card_row, draw_card_row, play_card_row, card_loss_row, place_blank_row, uprising_die_row,
      expedition_die_row, forage_die_row, reserve_die_row, reserve_loss_row, convert_depot_row,
      remove_depot_row, allocate_train_row, establish_depot_row, choose_rally_row, rally_unit_row,
      choose_march_row, choose_group_row, take_for_group_row, attach_capacity_row,
      senior_to_move_row, reluctant_die_row, chaos_die_row, march_row, attrition_die_row,
      attrition_loss_row, excess_loss_row, choose_attack_row, choose_target_row, choose_ordered_row,
      take_for_order_row, commit_attack_row, order_die_row, withdraw_before_combat_row,
      commit_defence_row, name_attack_support_row, attack_support_die_row, name_defence_support_row,
      defence_support_die_row, senior_to_attack_row, senior_to_defend_row, attack_die_row,
      defence_die_row, loser_hit_row, loser_extra_hit_row, loser_hits_die_row, winner_hit_row,
      winner_extra_hit_row, withdraw_row, pursuit_loss_row, withdraw_to_row, overflow_unit_row,
      overflow_commander_row, overflow_to_row, overflow_loss_row, advance_row, take_for_advance_row,
      commander_die_row, commander_escape_row, choose_commander_row, move_commander_row,
      raid_die_row, place_reinforcement_row, restoration_die_row, choose_restored_row,
      place_restored_row, return_die_row, return_to_row, choose_winter_row, quarter_piece_row,
      choose_source_row, winter_loss_die_row, winter_loss_row, winter_commander_loss_row,
      winter_fate_die_row, leave_map_row, over_row, truce_die_row, call_truce_row, answer_truce_row,
      take_quarters_row, place_truce_depot_row, keep_supreme_row, recall_commander_row,
      choose_sources_row, place_switched_depot_row, offer_points_row, answer_offer_row,
      station_garrison_row);
  return kRows;
}

bool Mechanism::is_action(const Context& game, Action action) {
  if (hex_campaign::verb_of(action) >= Verb::Count || action >> 24) return false;
  const int payload = payload_of(action);
  switch (payload_kind(hex_campaign::verb_of(action))) {
    case PayloadKind::None: return payload == 0;
    case PayloadKind::Number: return payload < kNumberPayloads;
    case PayloadKind::Hex: return payload < game.map.size();
    default: return payload < static_cast<int>(game.pieces.size());
  }
}

int Mechanism::dice_turn(const Context& game, const State& state) {
  constexpr int kSecondYear = 64;
  return state.turn + game.turns_before + kSecondYear * state.second_year;
}

Verdict Mechanism::not_now(const Context&, const State& state, Verb) {
  return verdict_on_number(state, Reason::NotNow);
}

// --- refusals ------------------------------------------------------------------------------------

namespace {

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

Verdict verdict(const State& s, Reason reason, std::string_view rule, std::string culprit) {
  if (reason == Reason::Ok) return Verdict::yes();
  if (reason == Reason::NotOffered) rule = Steps::row_of(s).rule;
  return Verdict::no(std::string(rule), std::string(reason_text(reason)), std::move(culprit));
}

}  // namespace

Verdict verdict_on_hex(const Context& c, const State& s, Reason reason, int hex) {
  const bool bound = reason == Reason::BoundUnits || reason == Reason::Sheltered;
  const auto rule = bound ? binding_rule(c, s, hex) : reason_rule(reason);
  return verdict(s, reason, rule, reason == Reason::Ok ? "" : hex_name(c, hex));
}

Verdict verdict_on_piece(const Context& c, const State& s, Reason reason, int piece) {
  return verdict(s, reason, reason_rule(reason), reason == Reason::Ok ? "" : c.piece(piece).id);
}

Verdict verdict_on_number(const State& s, Reason reason) {
  return verdict(s, reason, reason_rule(reason), "");
}

// --- the contract --------------------------------------------------------------------------------

void HexCampaign::legal(const State& s, ActionList& list) const {
  Steps::legal(context_of(s), s, list);
}
void HexCampaign::chance(const State& s, play::ChanceList& list) const {
  Steps::chance(context_of(s), s, list);
}
play::ChanceKey HexCampaign::chance_key(const State& s) const {
  return Steps::chance_key(context_of(s), s);
}
void HexCampaign::apply(State& s, Action action, play::NullRecorder&) const {
  Steps::apply(context_of(s), s, action, nullptr);
}
void HexCampaign::apply(State& s, Action action, play::EventRecorder& recorder) const {
  Steps::apply(context_of(s), s, action, &recorder);
}
Verdict HexCampaign::why(const State& s, Action action) const {
  return Steps::why(context_of(s), s, action);
}

play::StepRow HexCampaign::step(const State& s) const {
  play::StepRow row = Steps::row_of(s);
  if (row.barrier == play::Barrier::Reveal && s.step != Step::PlayCard &&
      !context_of(s).rules.hidden_stacks)
    row.barrier = play::Barrier::None;
  return row;
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
