#include "engine/systems/hex_operations/words.h"

#include <fmt/format.h>

#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/steps.h"

namespace niemen::hex_operations {

std::string unit_words(const OperationsContext& game, const State& state, int piece) {
  const auto counter = counter_text(game, state, piece);
  return state.is_on_map(piece) ? counter + " on " + game.hex_text(state.at(piece)) : counter;
}

namespace {

std::string way_words(const OperationsContext& game, int value) {
  const int from = directed_what(value);
  const int to = game.neighbour[from][directed_way(value)];
  return game.hex_text(to) + " from " + game.hex_text(from);
}

std::string advance_words(const OperationsContext& game, const State& state, int value) {
  const int piece = directed_what(value), from = state.at(piece);
  const int to = game.neighbour[from][directed_way(value)];
  return "Advance " + counter_text(game, state, piece) + " to " + game.hex_text(to);
}

}  // namespace

std::string action_words(const OperationsContext& game, const State& state, play::Action action) {
  const int value = value_of(action);
  const auto unit = [&] { return unit_words(game, state, value); };
  const auto hex = [&] { return game.hex_text(value); };
  const auto area = [&] { return game.areas[value]; };
  switch (verb_of(action)) {
    case Verb::Roll: return fmt::format("Die {}", value);
    case Verb::Deploy: return "Deploy on " + hex();
    case Verb::ArriveAt: return "Arrive at " + hex();
    case Verb::WaitOutside: return "Wait outside the map";
    case Verb::Lose: return "Lose " + unit();
    case Verb::EndMoves: return "End the movement";
    case Verb::Move: return "Move " + unit();
    case Verb::MarchDouble: return "March " + unit() + " up to twice its allowance";
    case Verb::MarchTriple: return "March " + unit() + " up to three times its allowance";
    case Verb::Crush: return "Eliminate automatically " + way_words(game, value);
    case Verb::StepTo: return "Go to " + hex();
    case Verb::TakeDepot: return "Take the Depot along";
    case Verb::NextAllowance: return "Begin the second allowance";
    case Verb::Halt: return "Halt";
    case Verb::Risk: return "Roll again";
    case Verb::EndDepots: return "Create no (further) Depot";
    case Verb::CreateDepot: return "Create a Depot by " + unit();
    case Verb::EndScorch: return "Lay nothing (more) waste";
    case Verb::Scorch: return "Lay " + area() + " waste";
    case Verb::EndAttacks: return "Declare no (further) attack";
    case Verb::Attack: return "Attack " + way_words(game, value);
    case Verb::Sally: return "Attack all around from " + hex() + ", but not over rivers";
    case Verb::SallyOverRivers: return "Attack all around from " + hex() + ", over rivers too";
    case Verb::EndWithdrawals: return "Stand and fight";
    case Verb::Withdraw: return "Retreat before combat with " + unit();
    case Verb::Fight: return "Fight the battle from " + hex();
    case Verb::Commit: return unit() + " takes part";
    case Verb::HoldBack: return unit() + " holds back";
    case Verb::Retreat: return "Retreat " + unit();
    case Verb::TakeAlong: return "Take along " + unit();
    case Verb::EndAdvances: return "Advance no (further) unit";
    case Verb::Advance: return advance_words(game, state, value);
    case Verb::FeedFrom: return "The Fortress feeds " + unit();
    case Verb::FeedNobody: return "The Fortress feeds nobody";
    case Verb::UseDepot: return "Feed it from a Depot";
    case Verb::UseArea: return "Feed it from " + area();
    case Verb::WithoutUnit: return "Deplete the Area as without a Supply unit";
    case Verb::WithUnit: return "Spare the Area by the Supply unit";
    case Verb::Count: break;
  }
  return "";
}

std::string HexOperations::prompt(const State& state) const {
  const auto& game = *context_;
  const auto text = std::string(Steps::row_of(state).prompt);
  switch (state.step) {
    case Step::SetUp: {
      const int piece = game.scenario.deployment[state.work.set_up.next];
      return text + ": " + counter_text(game, state, piece);
    }
    case Step::Arrive: return text + ": " + counter_text(game, state, state.work.attrition.next);
    case Step::MoveStep:
      return fmt::format("{}: {}, movement points left: {}", text,
                         unit_words(game, state, state.work.movement.piece),
                         state.work.movement.points);
    case Step::LeaderFlees:
      return text + ": " + unit_words(game, state, state.work.movement.leader);
    case Step::MarchDie:
    case Step::MarchSecondDie:
    case Step::MarchOption: return text + ": " + unit_words(game, state, state.work.movement.piece);
    case Step::WithdrawStep:
    case Step::RetreatStep: return text + ": " + unit_words(game, state, state.work.combat.piece);
    case Step::CommitLeader: return text + ": " + unit_words(game, state, state.work.combat.leader);
    case Step::CombatDie: return fmt::format("{}, at {}%", text, state.work.combat.odds);
    case Step::FeedUnit:
    case Step::UnsuppliedDie: return text + ": " + unit_words(game, state, state.work.supply.piece);
    case Step::SupplyTrack: return text + ": " + game.areas[state.work.supply.area];
    default: return text;
  }
}

}  // namespace niemen::hex_operations
