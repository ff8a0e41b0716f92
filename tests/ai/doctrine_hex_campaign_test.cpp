// The rule-of-thumb general of hex campaigns: what he answers is legal, always the same, and better
// than chance.
#include <catch2/catch.hpp>

#include "ai/agents/match.h"
#include "ai/doctrine/all.h"
#include "ai/doctrine/hex_campaign/doctrine.h"
#include "ai/doctrine/hex_campaign/odds.h"
#include "engine/core/error.h"
#include "engine/systems/registry.h"

using namespace niemen;
using namespace niemen::ai;

namespace {

std::unique_ptr<play::AnyGame> game_of(const char* title, const char* preset = "",
                                       const char* scenario = "") {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  request.preset = preset;
  request.scenario = scenario;
  return systems::load_game(request);
}

AgentConfig agent(const char* doctrine) {
  AgentConfig config;
  config.name = "test";
  config.kind = AgentKind::Doctrine;
  config.doctrine = doctrine;
  return config;
}

/// Victories of side A in `campaigns` campaigns, a draw as half of one. Requires that nobody
/// answered with what is not legal.
double score_of(const play::AnyGame& game, const char* a, const char* b, unsigned campaigns) {
  const auto match = make_match(game, {agent(a), agent(b)});
  double score = 0;
  for (unsigned key = 0; key < campaigns; ++key) {
    const auto record = match->play({.campaign_key = 500 + key, .agent_keys = {key, key + 1}});
    REQUIRE_FALSE(record.forfeit);
    score += record.outcome.score_a();
  }
  return score;
}

}  // namespace

TEST_CASE("doctrines of a hex campaign answer legally under all presets", "[doctrine][hex]") {
  for (const char* preset : {"basic", "optional", "advanced", "two-year"})
    for (const char* scenario : {"historical", "free"}) {
      const auto game = game_of("russia-1812", preset, scenario);
      INFO(preset << ", " << scenario);
      score_of(*game, "", "", 3);
      score_of(*game, "", "random", 2);
      score_of(*game, "random", "", 2);
    }
}

TEST_CASE("every doctrine of a game can be played, and no other", "[doctrine][hex]") {
  const auto game = game_of("russia-1812");
  for (const char* french : {"moscow-road", "st-petersburg", "southern-march", "border-battle"})
    for (const char* russian : {"trade-space", "stand-at-border", "flank-threat", "derived"})
      score_of(*game, french, russian, 1);
  REQUIRE_THROWS_AS(make_match(*game, {agent("no-such-plan"), agent("")}), core::InputError);
}

TEST_CASE("a doctrine decides the same again", "[doctrine][hex]") {
  const auto game = game_of("russia-1812", "advanced");
  const auto match = make_match(*game, {agent(""), agent("")});
  const auto other = make_match(*game, {agent(""), agent("")});
  std::vector<play::Action> first;
  for (std::uint64_t key : {3U, 4U, 3U}) {
    const auto record = match->play({.campaign_key = key, .keep_actions = true, .clock = false});
    if (first.empty()) first = record.actions;
    if (key == 4) continue;
    REQUIRE(record.actions == first);
  }
  REQUIRE(other->play({.campaign_key = 3, .keep_actions = true}).actions == first);
}

TEST_CASE("a doctrine beats chance", "[doctrine][hex]") {
  const auto russia = game_of("russia-1812");
  CHECK(score_of(*russia, "random", "", 20) <= 0.5);
  // A game without doctrines of its own gets them from its victory table.
  const auto valley = game_of("lorn-valley");
  CHECK(score_of(*valley, "", "random", 100) >= 88);
  CHECK(score_of(*valley, "random", "", 100) <= 12);
}

TEST_CASE("doctrines are read strictly", "[doctrine][hex]") {
  const auto game = game_of("russia-1812");
  const auto& context =
      dynamic_cast<const play::TypedGame<hex_campaign::HexCampaign>&>(*game).game().context();
  const auto read = [&](const std::string& text) {
    return hex_doctrine::read_doctrine(core::read_toml_text(text, "plan.toml"), "plan", context);
  };
  const std::string thrust =
      "[[phase]]\nfrom_turn = 1\nposture = \"hold\"\n[[phase.thrust]]\nshare = 5\n";
  const auto plan =
      read("title = \"x\"\nside = \"b\"\n" + thrust + "places = [\"Riga\", \"1009\"]");
  REQUIRE(plan.side == play::Side::B);
  REQUIRE(plan.phases.at(0).posture == hex_doctrine::Posture::Hold);
  REQUIRE(plan.phases.at(0).thrusts.at(0).places.size() == 2);
  const auto refuses = [&](const std::string& text, const char* part) {
    CHECK_THROWS_WITH(read(text), Catch::Contains(part));
  };
  refuses("title = \"x\"\nside = \"b\"\n" + thrust + "places = [\"Paris\"]", "Paris");
  refuses("title = \"x\"\nside = \"b\"\nboldness = 3\n" + thrust + "places = [\"Riga\"]",
          "boldness");
  refuses("title = \"x\"\nside = \"b\"\ncaution = 501\n" + thrust + "places = [\"Riga\"]",
          "caution");
  refuses("title = \"x\"\nside = \"b\"\n", "first phase");
}

TEST_CASE("the worth of an attack grows with its lead", "[doctrine][hex]") {
  for (int lead = -11; lead <= 12; ++lead)
    CHECK(hex_doctrine::attack_worth(lead, 6, 0, false) >=
          hex_doctrine::attack_worth(lead - 1, 6, 0, false));
  // Six hits fell three units (11.17); hits on the disrupted fell at once; no way out fells all.
  CHECK(hex_doctrine::attack_worth(4, 0, 4, false) > hex_doctrine::attack_worth(4, 4, 0, false));
  CHECK(hex_doctrine::attack_worth(4, 4, 0, true) > hex_doctrine::attack_worth(4, 4, 0, false));
  // Equal values: 15 of 36 rolls of two dice differ in the attacker's favour, 6 tie (11.8, 11.9).
  CHECK(hex_doctrine::chance_to_lead(0, 1) == 15 * 100 / 36);
  CHECK(hex_doctrine::chance_to_lead(5, 0) == 100);
  // Rating 2 and 2 Commands need a 3 against 7 (10.2).
  CHECK(hex_doctrine::order_chance(4, 7, 1) == 4 * 100 / 6);
  CHECK(hex_doctrine::order_chance(9, 7, 1) == 5 * 100 / 6);
}
