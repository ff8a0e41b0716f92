#include "ai/telemetry/hex_campaign/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <tuple>

#include "ai/telemetry/outline.h"
#include "engine/systems/hex_campaign/action.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/events.h"

namespace niemen::lab {
inline namespace NIEMEN_HEX_SIZE {

namespace hex = hex_campaign;

namespace {

using hex::Context;
using hex::ModifierCode;
using hex::Step;
using hex::Verb;

using InForce = bool (*)(const Context&);

bool always(const Context&) { return true; }
bool sets_up(const Context& c) {
  return c.scenario.position.empty() && (c.openings[0].name.empty() || c.openings[1].name.empty());
}

bool with_independence(const Context& c) { return c.rules.independence != 0; }
bool with_contingents(const Context& c) { return c.rules.contingents_leave != 0; }
bool with_cards(const Context& c) { return c.rules.random_events != 0; }
bool with_blanks(const Context& c) {
  return c.rules.hidden_stacks != 0 && c.rules.blank_counters > 0;
}
bool with_uprising(const Context& c) { return c.rules.uprising != 0; }
bool with_expedition(const Context& c) { return c.rules.expedition != 0; }
bool with_forage(const Context& c) { return c.rules.forages[0] != 0 || c.rules.forages[1] != 0; }
bool with_reserve(const Context& c) { return c.rules.cavalry_reserve != 0; }
bool with_dummies(const Context& c) { return c.rules.dummy_trains > 0; }
bool with_capacity(const Context& c) { return c.rules.capacity_trains != 0; }
bool with_characteristics(const Context& c) { return c.rules.commander_characteristics != 0; }
bool with_chaos(const Context& c) { return c.rules.chaos_of_command != 0; }
bool with_raids(const Context& c) { return c.rules.raided[0] != 0 || c.rules.raided[1] != 0; }
bool with_second_year(const Context& c) { return c.rules.two_year != 0; }
bool with_exits(const Context& c) {
  return !c.victory.exits[0].empty() || !c.victory.exits[1].empty();
}

/// A choice that was taken (`verb`, or any but Done), or a die that was rolled.
struct StepUse {
  Step step;
  std::optional<Verb> verb;
  std::string_view rule, use;
  InForce in_force = always;
};

const StepUse kSteps[] = {
    {Step::PlacePiece, {}, "14.1", "a piece is set up", sets_up},
    {Step::PlaceDepot, {}, "14.1", "a Depot is set up", sets_up},
    {Step::DeclareIndependence, {}, "16.9", "independence is declared", with_independence},
    {Step::ContingentLoss, {}, "16.11", "a contingent leaves", with_contingents},
    {Step::DrawCard, {}, "16.1", "a card is drawn", with_cards},
    {Step::CardLoss, {}, "16.1", "a card picks a unit", with_cards},
    {Step::PlaceBlank, {}, "15.1", "a blank counter is laid", with_blanks},
    {Step::UprisingDie, {}, "16.8", "the uprising is tried", with_uprising},
    {Step::ExpeditionDie, {}, "16.12", "the expedition is tried", with_expedition},
    {Step::ForageDie, {}, "6.3", "a stack forages", with_forage},
    {Step::ReserveDie, {}, "16.7", "the Cavalry Reserve rolls", with_reserve},
    {Step::ReserveLoss, {}, "16.7", "the Cavalry Reserve loses a unit", with_reserve},
    {Step::ConvertDepot, {}, "7.1", "a Depot is converted into a train"},
    {Step::RemoveDepot, {}, "7.2", "a Depot is removed for want of trains"},
    {Step::AllocateTrain, Verb::Train, "7.3", "a Supply Train is allocated"},
    {Step::AllocateTrain, Verb::Dummy, "7.5", "a dummy train is allocated", with_dummies},
    {Step::EstablishDepot, {}, "7.7", "a Depot is established"},
    {Step::ChooseRally, {}, "8.1", "a train rallies a stack"},
    {Step::RallyUnit, {}, "8.1", "a unit to rally is chosen"},
    {Step::ChooseMarch, Verb::March, "8.2", "a group marches"},
    {Step::ChooseMarch, Verb::Discard, "8.2", "a train is given up"},
    {Step::ChooseMarch, Verb::Raise, "15.2", "a train raises the capacity of a hex", with_capacity},
    {Step::TakeForGroup, {}, "8.3", "a part of a stack marches"},
    {Step::AttachCapacity, {}, "15.2", "trains march along for capacity", with_capacity},
    {Step::SeniorToMove, {}, "16.4", "the senior of a march is named", with_characteristics},
    {Step::ReluctantDie, {}, "16.4", "a reluctant Commander is tested", with_characteristics},
    {Step::ChaosDie, {}, "16.5", "chaos of command is tested", with_chaos},
    {Step::March, Verb::Drop, "8.4", "a Commander is left behind on a march"},
    {Step::AttritionDie, {}, "8.5", "a march rolls for attrition"},
    {Step::AttritionLoss, {}, "8.5", "a unit is lost or disrupted on the march"},
    {Step::ExcessLoss, {}, "4.1", "a unit is lost for want of room"},
    {Step::ChooseAttack, {}, "10.1", "a stack is ordered to attack"},
    {Step::TakeForOrder, {}, "10.1", "a part of a stack is ordered to attack"},
    {Step::OrderDie, {}, "10.2", "an order is tested"},
    {Step::WithdrawBeforeCombat, Verb::Yes, "11.1", "a defender withdraws before combat"},
    {Step::CommitDefence, {}, "10.3", "Combat Commands are committed to the defence"},
    {Step::NameAttackSupport, Verb::Yes, "10.4", "an attack is to be supported"},
    {Step::AttackSupportDie, {}, "10.4", "support of an attack is tested"},
    {Step::NameDefenceSupport, Verb::Yes, "10.4", "a defence is to be supported"},
    {Step::DefenceSupportDie, {}, "10.4", "support of a defence is tested"},
    {Step::DefenceDie, {}, "11.7", "a combat is fought"},
    {Step::LoserHit, {}, "11.17", "the loser of a combat takes a hit of his choice"},
    {Step::WinnerHit, {}, "11.17", "the winner of a combat takes a hit of his choice"},
    {Step::LoserHitsDie, {}, "11.15", "the hits of a loser are rolled"},
    {Step::PursuitLoss, {}, "11.16", "a pursuit costs a unit"},
    {Step::Withdraw, Verb::Yes, "11.12", "a defender withdraws after combat"},
    {Step::WithdrawTo, {}, "11.11", "the hex of a withdrawal is chosen"},
    {Step::OverflowUnit, {}, "11.11", "units withdraw farther for want of room"},
    {Step::OverflowLoss, {}, "11.11", "a withdrawal loses a unit for want of room"},
    {Step::Advance, {}, "11.12", "the attacker advances after combat"},
    {Step::CommanderDie, {}, "11.19", "the fate of a Commander is rolled"},
    {Step::CommanderEscape, {}, "11.19", "a Commander escapes"},
    {Step::MoveCommander, {}, "12.1", "a Commander moves"},
    {Step::RaidDie, {}, "13.1", "a raid is rolled", with_raids},
    {Step::PlaceReinforcement, {}, "13.2", "a reinforcement chooses where it arrives"},
    {Step::LeaveMap, {}, "14.7", "a stack leaves the map for points", with_exits},
    {Step::RestorationDie, {}, "16.13", "restored units are rolled for", with_second_year},
    {Step::ReturnDie, {}, "16.13", "a Commander's return is rolled for", with_second_year},
    {Step::ChooseWinter, {}, "16.13", "winter quarters are chosen", with_second_year},
    {Step::WinterLossDie, {}, "16.13", "winter losses are rolled", with_second_year},
};

/// A modifier that a rule brings about; its rule is the engine's.
struct ModifierUse {
  hex::ModifierCode code;
  std::string_view use;
  InForce in_force = always;
};

bool with_rivers(const Context& c) { return !c.rivers.empty(); }
bool with_difficult(const Context& c) { return !c.difficult.empty(); }
bool with_fortresses(const Context& c) { return !c.fortified.empty(); }

const ModifierUse kModifiers[] = {
    {ModifierCode::OrderRating, "modifier: Commander of an order"},
    {ModifierCode::OrderCommands, "modifier: Combat Commands for an order"},
    {ModifierCode::SupportRating, "modifier: Commander of a support"},
    {ModifierCode::SupportCommands, "modifier: Combat Commands for a support"},
    {ModifierCode::SupportConscripts, "modifier: Conscripts in support"},
    {ModifierCode::SupportTension, "modifier: support by another nation",
     [](const Context& c) { return c.rules.tension != 0; }},
    {ModifierCode::Halved, "modifier: combat value halved"},
    {ModifierCode::Quartered, "modifier: combat value quartered"},
    {ModifierCode::AttackArms, "modifier: combined arms of the attack"},
    {ModifierCode::DefenceArms, "modifier: combined arms of the defence"},
    {ModifierCode::AcrossRiver, "modifier: attack across a river", with_rivers},
    {ModifierCode::IntoDifficult, "modifier: attack into difficult terrain", with_difficult},
    {ModifierCode::IntoFortress, "modifier: attack into a fortified city", with_fortresses},
    {ModifierCode::IntoFortressWithArtillery,
     "modifier: attack into a fortified city with artillery", with_fortresses},
    {ModifierCode::Understrength, "modifier: attack of units under strength",
     [](const Context& c) { return c.rules.understrength[0] != 0; }},
    {ModifierCode::AttackSupport, "modifier: support of the attack"},
    {ModifierCode::SupportAcrossRiver, "modifier: support across a river", with_rivers},
    {ModifierCode::SupportIntoDifficult, "modifier: support into difficult terrain",
     with_difficult},
    {ModifierCode::SupportIntoFortress, "modifier: support into a fortified city", with_fortresses},
    {ModifierCode::AttackSupportCommander, "modifier: Commander supporting the attack"},
    {ModifierCode::AttackRating, "modifier: Commander of the attack"},
    {ModifierCode::DefenceRating, "modifier: Commander of the defence"},
    {ModifierCode::DefenceSupport, "modifier: support of the defence"},
    {ModifierCode::DefenceSupportCommander, "modifier: Commander supporting the defence"},
    {ModifierCode::SeniorCommander, "modifier: characteristics of a Commander",
     with_characteristics},
    {ModifierCode::LongCampaign, "modifier: march in a long campaign",
     [](const Context& c) {
       return c.rules.attrition_bonus[0] != 0 || c.rules.attrition_bonus[1] != 0;
     }},
    {ModifierCode::Winter, "modifier: march in winter"},
    {ModifierCode::ForcedMarch, "modifier: forced march"},
    {ModifierCode::MarchCard, "modifier: march under a card", with_cards},
    {ModifierCode::SupremeCommander, "modifier: march under the supreme Commander",
     [](const Context& c) { return c.rules.accompanied_march_bonus != 0; }},
    {ModifierCode::OwnCommander, "modifier: march under its own Commander",
     [](const Context& c) { return c.rules.command_designations != 0; }},
};

std::string place_words(const Context& c, int at) {
  const int city = c.city_at[at];
  return city >= 0 ? c.cities[city].name : c.map.name(static_cast<hex::Hex>(at));
}

std::string row_words(const Context& c, const hex::VictoryRow& row) {
  const auto place = place_words(c, row.hex);
  const auto& side = c.side_names[play::index(row.side)];
  switch (row.when) {
    case hex::VictoryRow::When::End: return "scored against its owner: " + place;
    case hex::VictoryRow::When::ByTurn:
      return fmt::format("scored by turn {}: {}, {}", row.turn, place, side);
    case hex::VictoryRow::When::Held:
      return fmt::format("held for {} turns: {}, {}", row.turns_held, place, side);
  }
  return place;
}

bool reports_modifiers(Step step) {
  return step == Step::OrderDie || step == Step::AttackDie || step == Step::DefenceDie ||
         step == Step::AttackSupportDie || step == Step::DefenceSupportDie ||
         step == Step::AttritionDie;
}

/// The middle of a hex in steps between neighbours; columns grow westward, even ones stand half a
/// hex lower.
std::array<double, 2> middle(map::Coordinates at) {
  return {-at.column * std::numbers::sqrt3 / 2, -(at.row + (at.column % 2 == 0 ? 0.5 : 0.0))};
}

std::string outline(map::Coordinates at) {
  const auto [x, y] = middle(at);
  Ring ring;
  constexpr int kCorners = 6;
  for (int corner = 0; corner < kCorners; ++corner) {
    const double angle = corner * std::numbers::pi / 3;
    ring.push_back(
        {x + std::cos(angle) / std::numbers::sqrt3, y + std::sin(angle) / std::numbers::sqrt3});
  }
  constexpr int kDecimals = 4;  // of a step between neighbours
  return well_known({&ring, 1}, kDecimals);
}

}  // namespace

/// What the rules in force can bring about, and where each thing stands in it.
struct HexTally::List : UseList {
  explicit List(const Context& c) {
    for (const auto& one : kSteps)
      if (one.in_force(c)) by_step[one.step].push_back({one.verb, add(one.rule, one.use)});
    for (const auto& one : kModifiers)
      modifiers.push_back(one.in_force(c) ? add(hex::spec_of(one.code).rule, one.use) : kNoUse);
    for (const auto& card : c.cards)
      cards.push_back(c.rules.random_events != 0 ? add("16.1", "card played: " + card.title)
                                                 : kNoUse);
    for (const auto& row : c.victory.rows)
      rows_scored.push_back(
          row.what == hex::VictoryRow::What::Place ? add("14.7", row_words(c, row)) : kNoUse);
  }

  struct Entry {
    std::optional<Verb> verb;
    std::size_t use;
  };
  core::EnumArray<Step, std::vector<Entry>> by_step;
  std::vector<std::size_t> modifiers, cards, rows_scored;
};

std::vector<MapPlace> HexTally::places(const Game& game) {
  const auto& c = game.context();
  std::vector<MapPlace> places;
  for (int i = 0; i < c.map.size(); ++i) {
    const auto at = c.map.coordinates(static_cast<hex::Hex>(i));
    const int city = c.city_at[i];
    const auto [x, y] = middle(at);
    places.push_back({"h" + map::coordinates_text(at), city >= 0 ? c.cities[city].name : "",
                      c.terrain[i], x, y, outline(at)});
  }
  return places;
}

std::vector<DeployedPieces> HexTally::deployment(const Game& game, play::Side side) {
  const auto& c = game.context();
  const auto& opening = c.openings[play::index(side)];
  const auto place = [&](hex::Hex at) {
    return "h" + map::coordinates_text(c.map.coordinates(at));
  };
  std::vector<DeployedPieces> pieces;
  for (const auto& [piece, at] : opening.places) pieces.push_back({place(at), c.piece(piece).id});
  for (const hex::Hex at : opening.depots) pieces.push_back({place(at), "depot"});
  std::sort(pieces.begin(), pieces.end(), [](const DeployedPieces& x, const DeployedPieces& y) {
    return std::tie(x.place, x.piece) < std::tie(y.place, y.piece);
  });
  return pieces;
}

std::vector<RuleUse> HexTally::rules(const Game& game) { return List(game.context()).rows(); }

HexTally::HexTally(const Game& game)
    : HexTally(game, std::make_shared<const List>(game.context())) {}

HexTally::HexTally(const Game& game, std::shared_ptr<const List> list)
    : CampaignTally(static_cast<std::size_t>(game.context().map.size()), list->rows().size()),
      game_(game),
      list_(std::move(list)) {}

void HexTally::before(const State& state) {
  stand(state.combat_hexes,
        state.phase == hex::Phase::SetUpFirst || state.phase == hex::Phase::SetUpSecond);
}

void HexTally::after(const State& state, play::Actor actor, play::Action action) {
  const auto verb = hex::verb_of(action);
  const int payload = hex::payload_of(action);
  if (verb == Verb::StepTo && play::is_side(actor))
    enter_at_once(static_cast<std::size_t>(play::index(play::side_of(actor))), payload);
  if (verb != Verb::Done)
    for (const auto& entry : list_->by_step[state.step])
      if (!entry.verb || *entry.verb == verb) use(entry.use);
  if (state.step == Step::PlayCard && verb == Verb::Card)
    use(list_->cards.at(static_cast<std::size_t>(payload)));
  if (reports_modifiers(state.step)) count_modifiers(state, action);
}

void HexTally::count_modifiers(const State& state, play::Action action) {
  auto next = state;
  play::EventRecorder recorder;
  game_.apply(next, action, recorder);
  for (const auto& event : recorder.events)
    for (const auto& modifier : event.modifiers)
      for (std::size_t i = 0; i < std::size(kModifiers); ++i)
        if (kModifiers[i].code == hex::code_of(modifier)) use(list_->modifiers[i]);
}

void HexTally::end_turn(const State& state) {
  const auto& c = game_.context();
  hold({state.combat_hexes[0] | hex::depot_hexes(c, state, play::Side::A),
        state.combat_hexes[1] | hex::depot_hexes(c, state, play::Side::B)});
}

void HexTally::end(const State& last) {
  before(last);
  const auto& c = game_.context();
  const auto of_a = hex::friendly_now(c, last, play::Side::A);
  for (std::size_t i = 0; i < c.victory.rows.size(); ++i) {
    const auto& row = c.victory.rows[i];
    if (row.what != hex::VictoryRow::What::Place) continue;
    const std::size_t enemy = of_a.contains(row.hex) ? 1 : 0;
    const bool scored = row.when == hex::VictoryRow::When::End
                            ? last.combat_hexes[enemy].contains(row.hex)
                            : last.progress[i] == hex::kScored;
    if (scored) use(list_->rows_scored[i]);
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::lab
