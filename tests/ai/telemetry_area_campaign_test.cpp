// What the lab records of area campaigns, against the events of the same campaigns.
#include "ai/eval/area_campaign/features.h"
#include "ai/telemetry/area_campaign/telemetry.h"

#include <catch2/catch.hpp>
#include <map>

#include "ai/doctrine/area_campaign/doctrines.h"
#include "engine/systems/area_campaign/events.h"
#include "tests/systems/area_campaign/fixture.h"

using namespace niemen;
using area_campaign::AreaCampaign;

namespace {

using area_campaign::EventKind;
using area_campaign::LossCause;

/// Losses and battles as the events tell them.
struct Told {
  std::map<LossCause, std::array<int, play::kSides>> losses;  ///< Corps; combat as one cause
  std::vector<int> battles;                                   ///< places where plans were chosen
  std::vector<std::array<int, play::kSides>> battle_losses;   ///< of each, by side

  void listen(const std::vector<play::Event>& events) {
    for (const auto& event : events) {
      switch (area_campaign::kind_of(event)) {
        case EventKind::BattleBegins: place_ = event.places.at(0), planned_ = false; break;
        case EventKind::AttackPlanChosen:
        case EventKind::DefencePlanChosen:
          if (!planned_) battles.push_back(place_), battle_losses.push_back({});
          planned_ = true;
          break;
        case EventKind::CorpsLost:
        case EventKind::StackLost: lose(event); break;
        default: break;
      }
    }
  }

 private:
  void lose(const play::Event& event) {
    const int number = area_campaign::count_pieces(event, area_campaign::Kind::Infantry) +
                       area_campaign::count_pieces(event, area_campaign::Kind::Cavalry);
    const auto side = static_cast<std::size_t>(event.side);
    auto cause = static_cast<LossCause>(event.amount);
    if (area_campaign::is_combat(cause)) cause = LossCause::Combat;
    losses[cause][side] += number;
    if (cause == LossCause::Combat && planned_) battle_losses.back()[side] += number;
  }
  int place_ = -1;
  bool planned_ = false;
};

std::size_t column(const std::vector<lab::Column>& columns, const std::string& name) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return i;
  FAIL("no column " + name);
  return 0;
}

/// A campaign by `policy` for both sides, recorded and told.
lab::PlayedCampaign record(const area_campaign::test::Loaded& loaded,
                           ai::Policy<AreaCampaign>& policy, std::uint64_t key, Told& told) {
  const auto game = loaded.game();
  lab::Telemetry<AreaCampaign> telemetry(game);
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
      action = policy.choose(state, legal, random);
    }
    telemetry.after(state, actor, action, nullptr);
    play::EventRecorder recorder;
    game.apply(state, action, recorder);
    told.listen(recorder.events);
  }
  lab::PlayedCampaign played;
  played.outcome = game.outcome(state);
  played.turns = state.turn;
  telemetry.finish(state, played);
  return played;
}

}  // namespace

TEST_CASE("losses of the area game by cause are those of its events", "[area_campaign][lab]") {
  const auto columns = lab::Telemetry<AreaCampaign>::turn_columns();
  const std::map<LossCause, std::string> causes{{LossCause::Attrition, "losses_attrition"},
                                                {LossCause::ForcedMarch, "losses_march"},
                                                {LossCause::Combat, "losses_combat"},
                                                {LossCause::Unsupplied, "losses_supply"},
                                                {LossCause::Political, "losses_politics"}};
  ai::RandomPolicy<AreaCampaign> random;
  for (const auto& scenario : area_campaign::test::scenarios())
    for (std::uint64_t key = 1; key <= 6; ++key) {
      CAPTURE(scenario, key);
      const auto loaded = area_campaign::test::load(scenario, key % 2 ? "standard" : "optional");
      Told told;
      const auto played = record(loaded, random, key, told);
      const auto turns = static_cast<std::size_t>(14 - loaded.context->scenario.first_turn);
      CHECK(played.turn_rows.size() == 2 * turns);
      for (const auto& [cause, name] : causes) {
        CAPTURE(name);
        std::array<double, play::kSides> sums{};
        for (const auto& row : played.turn_rows)
          sums[static_cast<std::size_t>(play::index(row.side))] +=
              row.values[column(columns, name)];
        CHECK(sums[0] == told.losses[cause][0]);
        CHECK(sums[1] == told.losses[cause][1]);
      }
      CHECK(played.turn_rows.back().values[column(columns, "lead")] == -played.outcome.margin);
    }
}

TEST_CASE("battles of the area game are recorded as its events tell them", "[area_campaign][lab]") {
  const auto columns = lab::Telemetry<AreaCampaign>::battle_columns();
  const auto attacker = column(columns, "attacker"), place = column(columns, "place");
  const auto attacker_losses = column(columns, "attacker_losses");
  const auto defender_losses = column(columns, "defender_losses");
  const auto die = column(columns, "die"), result = column(columns, "result");
  std::size_t battles = 0, rolled = 0;
  for (const char* preset : {"standard", "optional"}) {
    const auto loaded = area_campaign::test::load("1-historical", preset);
    const auto policy = ai::Doctrines<AreaCampaign>::make(loaded.game(), "");
    for (std::uint64_t key = 1; key <= 5; ++key) {
      CAPTURE(preset, key);
      Told told;
      const auto played = record(loaded, *policy, key, told);
      REQUIRE(played.battle_rows.size() == told.battles.size());
      for (std::size_t i = 0; i < told.battles.size(); ++i) {
        const auto& cells = played.battle_rows[i].cells;
        REQUIRE(cells.size() == columns.size());
        CHECK(cells[place] == loaded.game().place_code(told.battles[i]));
        const std::size_t a = cells[attacker] == "a" ? 0 : 1;
        CHECK(std::stoi(cells[attacker_losses]) == told.battle_losses[i][a]);
        CHECK(std::stoi(cells[defender_losses]) == told.battle_losses[i][1 - a]);
        CHECK(cells[die].empty() == cells[result].empty());
        rolled += !cells[die].empty();
      }
      battles += told.battles.size();
    }
  }
  CHECK(battles > 20);
  CHECK(rolled > 10);
}

TEST_CASE("a turn row of the area game counts what is on the map", "[area_campaign][lab]") {
  const auto loaded =
      area_campaign::test::load("1-historical", "standard", {"rules.political_losses=false"});
  const auto game = loaded.game();
  // 3ic and 1cc stand in a 100% depleted Area: they are unsupplied; the Russian Corps is not.
  auto state = game.parse_state(
      "turn 4\nstep march-stack\ndecider french\nphasing french\nsegment 1\n"
      "control FP2 FP3 FP5 FW7 FW11 FW13 FA16\nfull R22\n"
      "at R22 french 3ic 1cc\nat FA14 french 1su\nat R60 russian 1ic\n");
  lab::Telemetry<AreaCampaign> telemetry(game);
  play::NullRecorder silent;
  const auto step = [&](std::string_view text) {
    telemetry.before(state, game.actor(state));
    const auto action = game.parse_action(state, text);
    REQUIRE(action);
    REQUIRE(game.why(state, *action).ok);
    telemetry.after(state, game.actor(state), *action, nullptr);
    game.apply(state, *action, silent);
  };
  step("end march");
  step("end depots");
  for (const char* die : {"die 1", "die 6", "die 1", "die 6"}) step(die);
  lab::PlayedCampaign played;
  telemetry.before(state, game.actor(state));
  telemetry.finish(state, played);
  const auto columns = lab::Telemetry<AreaCampaign>::turn_columns();
  const auto french = played.turn_rows.at(0).values, russian = played.turn_rows.at(1).values;
  const auto of = [&](const auto& row, const char* name) { return row[column(columns, name)]; };
  CHECK(of(french, "corps") == 2);
  CHECK(of(french, "infantry") == 2);
  CHECK(of(french, "supplied") == 0);
  CHECK(of(russian, "supplied") == 1);
  CHECK(of(french, "supply_units") == 1);
  CHECK(of(french, "losses_supply") == 2);
  CHECK(of(french, "areas") == 1);
  CHECK(of(russian, "areas") == 1);
  CHECK(of(french, "controlled") == 7);
  CHECK(of(french, "depleted") == 1);
  CHECK(of(french, "lead") == 7 - 16);
  CHECK(of(russian, "lead") == 16 - 7);
}
