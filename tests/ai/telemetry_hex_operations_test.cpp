// What the lab records of hex operations, against the events of the same campaigns.
#include "ai/telemetry/hex_operations/telemetry.h"

#include <catch2/catch.hpp>

#include "ai/doctrine/hex_operations/doctrines.h"
#include "tests/systems/hex_operations/fixture.h"

using namespace niemen;
using hex_operations::Cause;
using hex_operations::EventKind;
using hex_operations::HexOperations;

namespace {

using BySide = std::array<int, play::kSides>;

/// Losses and battles as the events tell them.
struct Told {
  BySide combat{}, supply{}, all{};
  int battles = 0;

  void listen(const HexOperations& game, const std::vector<play::Event>& events) {
    for (const auto& event : events) {
      if (event.kind == static_cast<int>(EventKind::CombatResult)) ++battles;
      if (event.kind != static_cast<int>(EventKind::Lost)) continue;
      const int piece = event.pieces.at(0) & (hex_operations::kAsDivision - 1);
      if (!is_combat(game.context().arm[static_cast<std::size_t>(piece)])) continue;
      const auto side = static_cast<std::size_t>(event.side);
      const auto cause = static_cast<Cause>(event.amount);
      ++all[side];
      supply[side] += cause == Cause::Unsupplied;
      combat[side] += cause == Cause::Combat || cause == Cause::Exchange ||
                      cause == Cause::NoRetreat || cause == Cause::DisruptedTwice;
    }
  }
};

std::size_t column(const std::vector<lab::Column>& columns, const std::string& name) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return i;
  FAIL("no column " + name);
  return 0;
}

/// A campaign of the standard doctrines, recorded and told.
lab::PlayedCampaign record(const hex_operations::test::Loaded& loaded, std::uint64_t key,
                           Told& told) {
  const auto game = loaded.game();
  lab::Telemetry<HexOperations> telemetry(game);
  const auto policy = ai::Doctrines<HexOperations>::make(game, {});
  core::RandomStream random(key);
  play::ActionList legal;
  auto state = game.initial();
  for (auto actor = game.actor(state); actor != play::Actor::Over; actor = game.actor(state)) {
    telemetry.before(state, actor);
    play::Action action;
    if (actor == play::Actor::Nature) {
      action = play::draw_chance(game, state, key);
    } else {
      game.legal(state, legal);
      action = policy->choose(state, legal, random);
    }
    telemetry.after(state, actor, action, nullptr);
    play::EventRecorder recorder;
    game.apply(state, action, recorder);
    told.listen(game, recorder.events);
  }
  lab::PlayedCampaign played;
  played.outcome = game.outcome(state);
  played.turns = state.turn;
  telemetry.finish(state, played);
  return played;
}

}  // namespace

TEST_CASE("telemetry of hex operations agrees with the events", "[hex_operations][telemetry]") {
  using Telemetry = lab::Telemetry<HexOperations>;
  const auto columns = Telemetry::turn_columns();
  const auto combat = column(columns, "losses_combat"), supply = column(columns, "losses_supply");
  const auto units = column(columns, "units");
  for (const std::string scenario : {"1-june", "3-october"}) {
    CAPTURE(scenario);
    const auto loaded = hex_operations::test::load(scenario);
    Told told;
    const auto played = record(loaded, 3, told);
    BySide in_combat{}, unsupplied{};
    int last_units = 0;
    for (const auto& row : played.turn_rows) {
      REQUIRE(row.values.size() == columns.size());
      const auto side = static_cast<std::size_t>(play::index(row.side));
      in_combat[side] += static_cast<int>(row.values[combat]);
      unsupplied[side] += static_cast<int>(row.values[supply]);
      last_units += row.turn == played.turns ? static_cast<int>(row.values[units]) : 0;
    }
    CHECK(in_combat == told.combat);
    CHECK(unsupplied == told.supply);
    CHECK(played.a_losses == told.all[0]);
    CHECK(played.b_losses == told.all[1]);
    CHECK(static_cast<int>(played.battle_rows.size()) == told.battles);
    CHECK(told.battles > 0);
    CHECK(last_units > 0);
    const auto side_a = column(Telemetry::battle_columns(), "attacker_losses");
    const auto side_d = column(Telemetry::battle_columns(), "defender_losses");
    int lost = 0;
    for (const auto& row : played.battle_rows) {
      REQUIRE(row.cells.size() == Telemetry::battle_columns().size());
      lost += std::stoi(row.cells[side_a]) + std::stoi(row.cells[side_d]);
    }
    CHECK(lost == told.combat[0] + told.combat[1]);
  }
}

TEST_CASE("the tally of hex operations knows every hex, and counts what is done",
          "[hex_operations][telemetry]") {
  const auto loaded = hex_operations::test::load("3-october");
  Told told;
  const auto played = record(loaded, 4, told);
  const auto places = lab::OperationsTally::places(loaded.game());
  const auto rules = lab::OperationsTally::rules(loaded.game());
  REQUIRE(played.tally.places.size() == places.size());
  REQUIRE(played.tally.uses.size() == rules.size());
  std::uint32_t held = 0, dice = 0;
  for (const auto& place : played.tally.places) held += place.held[0] + place.held[1];
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].use == "die: attrition") dice = played.tally.uses[i];
  CHECK(held > 100);
  CHECK(dice == 2 * 9);  // both sides, Game-Turns 11 to 19
}
