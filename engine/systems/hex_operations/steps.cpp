#include "engine/systems/hex_operations/steps.h"

#include "engine/core/hash.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

/// A decision: `list` and `refuse` by the same predicates, `apply` for both recorders.
#define DECISION(step, name, chapter, rule, prompt, function)                                     \
  Row {                                                                                           \
    Step::step, {name, chapter, rule, prompt, Barrier::None}, list_##function, refuse_##function, \
        do_##function<play::NullRecorder>, do_##function<play::EventRecorder>                     \
  }
/// A die of Nature.
#define DIE(step, name, chapter, rule, prompt, function)                       \
  Row {                                                                        \
    Step::step, {name, chapter, rule, prompt, Barrier::Die}, nullptr, nullptr, \
        do_##function<play::NullRecorder>, do_##function<play::EventRecorder>  \
  }

using play::Barrier;

constexpr std::array<Row, kSteps> kRows{
    DECISION(SetUp, "set-up", "The Scenarios", "Scenarios", "Deploy this unit", set_up),
    DECISION(Arrive, "arrive", "Attrition", "Reinforcements",
             "Place the unit that arrives at a Fortress, or let it wait", arrive),
    DIE(AttritionDie, "attrition-die", "Attrition", "Attrition", "attrition", attrition_die),
    DECISION(AttritionLoss, "attrition-loss", "Attrition", "Attrition",
             "Choose the Corps that attrition costs", attrition_loss),
    DECISION(MoveUnit, "move-unit", "Movement", "Movement C",
             "Choose a unit to move, and how far it shall march", move_unit),
    DECISION(MoveStep, "move-step", "Movement", "Movement E", "Move the unit hex by hex",
             move_step),
    DIE(MarchDie, "march-die", "Movement", "Movement F", "the forced march", march_die),
    DECISION(MarchOption, "march-option", "Movement", "Movement F",
             "Halt the march here, or roll again", march_option),
    DIE(MarchSecondDie, "march-second-die", "Movement", "Movement F",
        "the forced march, second roll", march_second_die),
    DECISION(StackLoss, "stack-loss", "Movement", "Movement J",
             "Choose a unit to lose: the stack can neither attack nor part", stack_loss),
    DECISION(CreateDepot, "create-depot", "Supply", "Supply B", "Create Depots", create_depot),
    DECISION(Scorch, "scorch", "Supply", "Supply B", "Lay Areas waste", scorch),
    DECISION(DeclareAttack, "declare-attack", "Combat", "Combat A", "Declare attacks", declare),
    DECISION(Withdraw, "withdraw", "Combat", "Combat D", "Choose a unit to retreat before combat",
             withdraw),
    DECISION(WithdrawStep, "withdraw-step", "Combat", "Combat E", "Retreat the unit hex by hex",
             withdraw_step),
    DECISION(ChooseBattle, "choose-battle", "Combat", "Combat, procedure",
             "Choose the battle to be fought next", choose_battle),
    DECISION(CommitLeader, "commit-leader", "Leaders", "Leaders B",
             "Does the Leader take part in the attack?", commit_leader),
    DIE(CombatDie, "combat-die", "Combat", "Combat H", "the battle", combat_die),
    DECISION(ExchangeLoss, "exchange-loss", "Combat", "Combat Results, half exchange",
             "Choose a unit to lose in the exchange", exchange_loss),
    DECISION(RetreatUnit, "retreat-unit", "Combat", "Retreat Procedure",
             "Choose the unit that retreats next, and who goes along", retreat_unit),
    DECISION(RetreatStep, "retreat-step", "Combat", "Retreat Procedure",
             "Retreat the unit hex by hex", retreat_step),
    DECISION(Advance, "advance", "Combat", "Combat J", "Advance after combat", advance),
    DECISION(FeedFortress, "feed-fortress", "Supply", "Supply J",
             "Choose the unit that the Fortress feeds", feed_fortress),
    DECISION(FeedUnit, "feed-unit", "Supply", "Supply F", "Choose what feeds this unit", feed_unit),
    DECISION(SupplyTrack, "supply-track", "Supply", "Supply H",
             "Does the Supply unit spare the Area?", supply_track),
    DIE(UnsuppliedDie, "unsupplied-die", "Supply", "Unsupplied Chart", "the unit without supply",
        unsupplied_die),
    DECISION(PoliticalLoss, "political-loss", "Victory", "Victory B",
             "Choose the Corps that politics cost", political_loss),
    DECISION(LeaderFlees, "leader-flees", "Movement", "Leaders C",
             "Take the Leader out of the enemy's way", leader_flees),
    Row{Step::Over, {"over", "Victory", "Victory C", "The campaign is over"}},
};
#undef DECISION
#undef DIE

/// Rows stand in the order of the steps, and every step but the last does something.
constexpr bool complete() {
  for (std::size_t i = 0; i < kSteps; ++i) {
    if (kRows[i].step != static_cast<Step>(i) || kRows[i].face.prompt.empty()) return false;
    if (kRows[i].step != Step::Over && (!kRows[i].apply || !kRows[i].record)) return false;
    if ((kRows[i].list == nullptr) != (kRows[i].refuse == nullptr)) return false;
  }
  return true;
}
static_assert(complete());

/// The step that an action of this verb belongs to, for words about actions out of turn.
constexpr Step step_of(Verb verb) {
  switch (verb) {
    case Verb::Roll: return Step::CombatDie;
    case Verb::Deploy: return Step::SetUp;
    case Verb::ArriveAt:
    case Verb::WaitOutside: return Step::Arrive;
    case Verb::Lose: return Step::AttritionLoss;
    case Verb::EndMoves:
    case Verb::Move:
    case Verb::MarchDouble:
    case Verb::MarchTriple:
    case Verb::Crush: return Step::MoveUnit;
    case Verb::StepTo:
    case Verb::TakeDepot:
    case Verb::NextAllowance:
    case Verb::Halt: return Step::MoveStep;
    case Verb::Risk: return Step::MarchOption;
    case Verb::EndDepots:
    case Verb::CreateDepot: return Step::CreateDepot;
    case Verb::EndScorch:
    case Verb::Scorch: return Step::Scorch;
    case Verb::EndAttacks:
    case Verb::Attack:
    case Verb::Sally:
    case Verb::SallyOverRivers: return Step::DeclareAttack;
    case Verb::EndWithdrawals:
    case Verb::Withdraw: return Step::Withdraw;
    case Verb::Fight: return Step::ChooseBattle;
    case Verb::Commit:
    case Verb::HoldBack: return Step::CommitLeader;
    case Verb::Retreat:
    case Verb::TakeAlong: return Step::RetreatUnit;
    case Verb::EndAdvances:
    case Verb::Advance: return Step::Advance;
    case Verb::FeedFrom:
    case Verb::FeedNobody: return Step::FeedFortress;
    case Verb::UseDepot:
    case Verb::UseArea: return Step::FeedUnit;
    case Verb::WithoutUnit:
    case Verb::WithUnit: return Step::SupplyTrack;
    case Verb::Count: break;
  }
  return Step::Over;
}

/// Steps whose lists hold actions of this verb.
bool belongs_to(Verb verb, Step step) {
  if (step_of(verb) == step) return true;
  switch (verb) {
    case Verb::Lose:
      return step == Step::StackLoss || step == Step::ExchangeLoss || step == Step::PoliticalLoss;
    case Verb::StepTo:
      return step == Step::LeaderFlees || step == Step::WithdrawStep || step == Step::RetreatStep;
    case Verb::Halt: return step == Step::MarchOption;
    default: return false;
  }
}

}  // namespace

namespace {

/// True for integers that mean something in this game: a verb with one of its values.
bool is_encoded(const OperationsContext& game, play::Action action) {
  if (!is_action(action)) return false;
  const auto is_hex = [&](int code) { return code < kHexCodes && game.open[code]; };
  const auto is_piece = [&](int piece) {
    return piece < kPieces && !game.pieces[piece].id.empty();
  };
  const int value = value_of(action), what = directed_what(value), way = directed_way(value);
  switch (range_of(verb_of(action))) {
    case ValueRange::Nothing: return value == 0;
    case ValueRange::Die: return value >= 1 && value <= kDieFaces;
    case ValueRange::Hex: return is_hex(value);
    case ValueRange::Piece: return is_piece(value);
    case ValueRange::HexWay:
      return is_hex(what) && way < kDirections && game.neighbour[what][way] != kNoHex;
    case ValueRange::PieceWay: return is_piece(what) && way < kDirections;
    case ValueRange::Area: return value < game.area_count();
  }
  return false;
}

/// True for actions that need no look at the legal list to be refused: somebody attacks from a hex
/// without units, or goes to a hex that is not the next one. `why` is asked of every hex there is.
bool out_of_the_question(const State& state, Verb verb, int value) {
  if (range_of(verb) == ValueRange::HexWay)
    return pieces_at(state, state.phasing, directed_what(value)).empty();
  if (verb != Verb::StepTo) return false;
  const int walker = state.step == Step::MoveStep      ? state.work.movement.piece
                     : state.step == Step::LeaderFlees ? state.work.movement.leader
                                                       : state.work.combat.piece;
  return state.is_on_map(walker) && hex_distance(state.at(walker), value) != 1;
}

}  // namespace

const Row& row_of(Step step) { return kRows[static_cast<std::size_t>(step)]; }

void HexOperations::legal(const State& state, play::ActionList& list) const {
  list.clear();
  if (play::is_side(state.decider)) row_of(state.step).list({*context_, state, list});
}

void HexOperations::chance(const State& state, play::ChanceList& list) const {
  list.clear();
  if (state.decider != play::Actor::Nature) return;
  for (int die = 1; die <= kDieFaces; ++die)
    list.push_back({encode(Verb::Roll, die), 1.0 / kDieFaces});
}

// Purposes are the steps; a unit marches and starves once a turn, a hex attacks once a phase.
play::ChanceKey HexOperations::chance_key(const State& state) const {
  play::ChanceKey key;
  key.turn = state.turn;
  key.purpose = static_cast<std::uint16_t>(state.step);
  key.ordinal = state.phasing;
  switch (state.step) {
    case Step::MarchDie:
    case Step::MarchSecondDie: key.subject = state.work.movement.piece; break;
    case Step::CombatDie: key.subject = state.attacks[state.work.combat.battle].from; break;
    case Step::UnsuppliedDie: key.subject = state.work.supply.piece; break;
    default: break;
  }
  return key;
}

template <class Recorder>
void HexOperations::apply(State& state, play::Action action, Recorder& recorder) const {
  Play<Recorder> p{*context_, state, recorder};
  const auto& row = row_of(state.step);
  if constexpr (Recorder::kRecords)
    row.record(p, verb_of(action), value_of(action));
  else
    row.apply(p, verb_of(action), value_of(action));
}
template void HexOperations::apply(State&, play::Action, play::NullRecorder&) const;
template void HexOperations::apply(State&, play::Action, play::EventRecorder&) const;

play::Verdict HexOperations::why(const State& state, play::Action action) const {
  if (!is_encoded(*context_, action)) return Verdict::no("notation", "there is no such action");
  if (state.step == Step::Over) return Verdict::no("Game Length", "the campaign is over");
  const auto verb = verb_of(action);
  const auto& row = row_of(state.step);
  if (row.list == nullptr) {
    if (verb == Verb::Roll) return Verdict::yes();
    return Verdict::no(std::string(row.face.rule),
                       "a die is rolled first: " + std::string(row.face.prompt));
  }
  if (belongs_to(verb, state.step)) {
    play::ActionList list;
    list.clear();
    if (!out_of_the_question(state, verb, value_of(action))) legal(state, list);
    if (std::binary_search(list.begin(), list.end(), action)) return Verdict::yes();
    return row.refuse({*context_, state, verb, value_of(action)});
  }
  return Verdict::no(std::string(row_of(step_of(verb)).face.rule),
                     "now it is asked: " + std::string(row.face.prompt));
}

play::StepRow HexOperations::step(const State& state) const { return row_of(state.step).face; }

std::uint64_t HexOperations::hash(const State& state) const {
  return core::hash_bytes(std::as_bytes(std::span(&state, 1)));
}

}  // namespace niemen::hex_operations
