#include "engine/systems/block_battle/steps.h"

#include "engine/systems/block_battle/block_battle.h"

namespace niemen::block_battle {

namespace {

template <class... V>
constexpr VerbSet verbs(V... verb) {
  return ((VerbSet{1} << static_cast<int>(verb)) | ...);
}

using play::Barrier;

constexpr std::string_view kDeployment = "1 Deployment", kTurns = "2 Game Turns",
                           kAction = "5 Action Phase", kBattles = "6 Battles",
                           kSupplyPhase = "7 Supply Phase", kScenarios = "9 Scenarios";

/// A decision of a side.
constexpr Row choice(Step step, play::StepRow words, VerbSet takes, void (*list)(Lister&),
                     void (*apply)(Play&, Verb, int)) {
  return {words, step, takes, list, nullptr, apply};
}
/// Nature's.
constexpr Row die(Step step, play::StepRow words, VerbSet takes,
                  void (*chance)(const BlockContext&, const State&, play::ChanceList&),
                  void (*apply)(Play&, Verb, int)) {
  words.barrier = Barrier::Die;
  return {words, step, takes, nullptr, chance, apply};
}

constexpr std::array kRows{
    choice(Step::Deploy, {"deploy", kDeployment, "1.2", "Deploy {block}"}, verbs(Verb::Deploy),
           list_deploy, deploy),
    die(Step::InitiativeDice, {"initiative-dice", kTurns, "2.1", "Two dice for the initiative"},
        verbs(Verb::Roll), list_initiative, initiative),
    choice(Step::Enter, {"enter", kScenarios, "9.1", "Let a corps enter the field, or nobody"},
           verbs(Verb::Enter, Verb::EnterNobody), list_enter, enter),
    choice(Step::EnterAt,
           {"enter-at", kScenarios, "9.1", "Choose where the corps of {block} enters"},
           verbs(Verb::EnterAt), list_enter_at, enter_at),
    choice(Step::Pin, {"pin", kAction, "5.5", "Choose who is pinned in {index-area}"},
           verbs(Verb::Pin), list_pin, pin),
    choice(Step::Command,
           {"command", kAction, "5.2", "Activate a headquarters, or go on to bombardments",
            Barrier::Reveal},
           verbs(Verb::Activate, Verb::EndCommand), list_command, command),
    choice(Step::CommandAt,
           {"command-at", kAction, "5.2", "Choose where {block} activates", Barrier::Reveal},
           verbs(Verb::ActivateAt), list_command_at, command_at),
    choice(Step::CommandRole,
           {"command-role", kAction, "6.93", "Does {block} lead his corps or the army this turn?"},
           verbs(Verb::LeadCorps, Verb::LeadArmy), list_command_role, command_role),
    choice(Step::Bombard,
           {"bombard", kAction, "5.3", "Choose artillery to bombard, or go on to movement"},
           verbs(Verb::Bombard, Verb::EndBombard), list_bombard, bombard),
    choice(Step::BombardAt,
           {"bombard-at", kAction, "5.3", "Choose the target of {block}", Barrier::Reveal},
           verbs(Verb::BombardAt), list_bombard_at, bombard_at),
    choice(Step::BombardBy,
           {"bombard-by", kAction, "5.23", "Choose who orders {block} to fire", Barrier::Reveal},
           verbs(Verb::OrderedBy), list_ordered_by, bombard_by),
    choice(Step::NameDefender,
           {"name-defender", kAction, "5.3", "Choose the block behind the works of {redoubt}"},
           verbs(Verb::Name), list_name, name_defender),
    die(Step::BombardDice, {"bombard-dice", kAction, "5.3", "The dice of the bombardment"},
        verbs(Verb::Hits), list_bombard_dice, bombard_dice),
    choice(Step::BombardLoss,
           {"bombard-loss", kAction, "5.3", "Choose which of the strongest takes the hit"},
           verbs(Verb::Take), list_bombard_loss, bombard_loss),
    choice(Step::Withdraw,
           {"withdraw", kAction, "5.3", "Choose where the battered block withdraws to"},
           verbs(Verb::WithdrawTo, Verb::WithdrawOff, Verb::Stand, Verb::Perish), list_withdraw,
           withdraw),
    choice(Step::Move, {"move", kAction, "5.4", "Choose a block to move, or end movement"},
           verbs(Verb::Move, Verb::EndMove), list_move, move),
    choice(Step::MoveBy, {"move-by", kAction, "5.23", "Choose who orders {block} to move"},
           verbs(Verb::OrderedBy), list_ordered_by, move_by),
    choice(Step::MoveTo, {"move-to", kAction, "5.4", "Choose where {block} moves"},
           verbs(Verb::MoveTo, Verb::Stay), list_move_to, move_to),
    choice(Step::LeaderMove,
           {"leader-move", kAction, "5.2", "Choose an active headquarters to move, or none"},
           verbs(Verb::MoveLeader, Verb::EndLeaders), list_leader_move, leader_move),
    choice(Step::LeaderMoveTo, {"leader-move-to", kAction, "5.2", "Choose where {block} moves"},
           verbs(Verb::MoveTo, Verb::Stay), list_move_to, leader_move_to),
    choice(Step::Straggle,
           {"straggle", kAction, "5.7", "Choose a block to move without command, or none"},
           verbs(Verb::Straggle, Verb::EndStraggle), list_straggle, straggle),
    choice(Step::StraggleTo, {"straggle-to", kAction, "5.7", "Choose where {block} straggles to"},
           verbs(Verb::MoveTo, Verb::Stay), list_straggle_to, straggle_to),
    die(Step::StragglerDie, {"straggler-die", kAction, "5.7", "The straggler's die"},
        verbs(Verb::Roll), list_die, straggler_die),
    choice(Step::ChooseBattle,
           {"choose-battle", kBattles, "6.2", "Choose the battle to fight next", Barrier::Reveal},
           verbs(Verb::Fight), list_battles, fight),
    choice(Step::MainBorder,
           {"main-border", kAction, "5 Flanking", "Choose where the main attack comes from"},
           verbs(Verb::MainFrom), list_main_border, main_border),
    choice(Step::Square, {"square", kBattles, "6.6", "Form or break squares, or end declarations"},
           verbs(Verb::FormSquare, Verb::BreakSquare, Verb::EndSquares), list_square, square),
    choice(Step::Shelter,
           {"shelter", kBattles, "6.61", "Choose whom the square of {block} shelters"},
           verbs(Verb::Shelter, Verb::ShelterNobody), list_shelter, shelter),
    choice(Step::NextBlock, {"next-block", kBattles, "6.31", "Choose whose turn comes next"},
           verbs(Verb::Next), list_next, next_block),
    choice(Step::BlockTurn, {"block-turn", kBattles, "6.31", "{block}: fire or retreat"},
           verbs(Verb::Fire, Verb::FireAtSquares, Verb::FireAtOpen, Verb::Charge, Verb::RetreatTo,
                 Verb::RetreatOff),
           list_turn, block_turn),
    die(Step::RetreatDie, {"retreat-die", kBattles, "6.7", "The die of a square that retreats"},
        verbs(Verb::Roll), list_die, retreat_die),
    die(Step::FireDice, {"fire-dice", kBattles, "6.5", "The dice of a block that fires"},
        verbs(Verb::Hits), list_fire_dice, fire_dice),
    choice(Step::TakeHit,
           {"take-hit", kBattles, "6.5", "Choose which of the strongest takes the hit"},
           verbs(Verb::Take), list_take_hit, take_hit),
    choice(Step::Onward,
           {"onward", kBattles, "6.75", "The area is full: choose where {block} goes on to"},
           verbs(Verb::OnwardTo), list_onward, onward),
    choice(Step::Regroup, {"regroup", kBattles, "6.8", "Choose a block to regroup, or end"},
           verbs(Verb::Regroup, Verb::EndRegroup), list_regroup, regroup),
    choice(Step::RegroupTo, {"regroup-to", kBattles, "6.8", "Choose where {block} regroups"},
           verbs(Verb::RegroupTo, Verb::EndRegroup), list_regroup_to, regroup_to),
    choice(Step::Supply, {"supply", kSupplyPhase, "7.2", "Choose a block to restore, or end"},
           verbs(Verb::Supply, Verb::EndSupply), list_supply, supply),
    choice(Step::Capture,
           {"capture", kSupplyPhase, "7.33", "Spend captured supplies on a block, or end"},
           verbs(Verb::Supply, Verb::EndSupply), list_capture, capture),
    choice(Step::Burn, {"burn", kSupplyPhase, "7.4", "Choose a bridge to burn, or none"},
           verbs(Verb::Burn, Verb::BurnNone), list_burn, burn),
    die(Step::BurnDie, {"burn-die", kSupplyPhase, "7.4", "The die for burning a bridge"},
        verbs(Verb::Roll), list_die, burn_die),
    choice(Step::Transfer,
           {"transfer", kScenarios, "9.3", "Does {block} go over to the other corps?"},
           verbs(Verb::Give, Verb::Keep), list_transfer, transfer),
    choice(Step::NightMove,
           {"night-move", kScenarios, "9.3", "Choose a headquarters to redeploy, or none"},
           verbs(Verb::Redeploy, Verb::RedeployNone), list_night_move, night_move),
    Row{{"over", "8 Victory", "8.1", "The battle is over"},
        Step::Over,
        0,
        nullptr,
        nullptr,
        nullptr},
};

constexpr bool every_step_has_its_row() {
  if (kRows.size() != static_cast<std::size_t>(Step::Count)) return false;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    const auto& row = kRows[i];
    if (row.step != static_cast<Step>(i) || row.name.empty() || row.rule.empty()) return false;
    if (row.step != Step::Over && (!row.apply || (row.list != nullptr) == (row.chance != nullptr)))
      return false;
  }
  return true;
}
static_assert(every_step_has_its_row());

}  // namespace

const Row& row_of(Step step) { return kRows[static_cast<std::size_t>(step)]; }

const Row& row_of(Verb verb) {
  for (const auto& row : kRows)
    if ((row.verbs >> static_cast<int>(verb)) & 1U) return row;
  return kRows.back();
}

State BlockBattle::initial() const {
  State state{};
  Play p{*context_, state, nullptr};
  begin_campaign(p);
  return state;
}

void BlockBattle::legal(const State& state, play::ActionList& list) const {
  list.clear();
  if (!play::is_side(state.decider)) return;
  Lister lister{*context_, state, list};
  row_of(state.step).list(lister);
}

void BlockBattle::chance(const State& state, play::ChanceList& list) const {
  list.clear();
  if (state.decider == play::Actor::Nature) row_of(state.step).chance(*context_, state, list);
}

// Purposes are the steps; a block fires once a round and straggles once a turn.
play::ChanceKey BlockBattle::chance_key(const State& state) const {
  play::ChanceKey key;
  key.turn = state.turn;
  key.purpose = static_cast<std::uint16_t>(state.step);
  key.subject = state.pending;
  switch (state.step) {
    case Step::InitiativeDice: key.subject = state.first_roll == 0 ? 0 : 1; break;
    case Step::BurnDie: key.ordinal = state.index; break;
    case Step::FireDice:
    case Step::RetreatDie: key.ordinal = state.round; break;
    default: break;
  }
  return key;
}

void BlockBattle::apply(State& state, play::Action action, play::NullRecorder&) const {
  Play p{*context_, state, nullptr};
  row_of(state.step).apply(p, verb_of(action), value_of(action));
}

void BlockBattle::apply(State& state, play::Action action, play::EventRecorder& recorder) const {
  Play p{*context_, state, &recorder};
  row_of(state.step).apply(p, verb_of(action), value_of(action));
}

play::Outcome BlockBattle::outcome(const State& state) const {
  const auto& game = *context_;
  play::Outcome outcome;
  outcome.margin = victory_points(game, state, 0) - victory_points(game, state, 1) - game.rules.bid;
  for (std::size_t i = 0; i < game.rules.levels.size(); ++i) {
    const auto& level = game.rules.levels[i];
    if (outcome.margin < level.from) break;
    outcome.level = static_cast<int>(i);
    outcome.winner = level.winner == 0 ? play::Outcome::Winner::A : play::Outcome::Winner::B;
  }
  return outcome;
}

int BlockBattle::turn(const State& state) const {
  return state.step == Step::Deploy && !state.by_night() ? 0 : state.turn;
}

play::StepRow BlockBattle::step(const State& state) const { return row_of(state.step); }

}  // namespace niemen::block_battle
