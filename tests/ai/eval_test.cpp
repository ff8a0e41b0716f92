#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "ai/agents/agent_config.h"
#include "ai/eval/fit.h"
#include "ai/eval/hex_campaign/features.h"
#include "ai/eval/train.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tests/support/allocation_count.h"

using namespace niemen;
using Catch::Matchers::Contains;

namespace {

constexpr std::array<std::string_view, 2> kTwo{"first", "second"};

/// Positions of a known world: logit = 0.5 + 2 * first - second, each its own campaign.
ai::TrainingSet known_world(std::size_t rows) {
  ai::TrainingSet set;
  set.feature_count = 2;
  core::RandomStream random(5);
  for (std::size_t i = 0; i < rows; ++i) {
    const double first = 2 * random.uniform() - 1, second = 6 * random.uniform() - 3;
    const double logit = 0.5 + 2 * first - second;
    set.features.insert(set.features.end(), {first, second});
    set.score_a.push_back(random.uniform() < 1 / (1 + std::exp(-logit)) ? 1 : 0);
    set.margin_a.push_back(10 + 3 * first + 0.1 * random.uniform());
    set.campaign.push_back(static_cast<std::uint32_t>(i));
    set.family.push_back(static_cast<std::uint32_t>(i));
  }
  return set;
}

/// Families of four: the first feature brings victory, the second only goes with the luck of the
/// family.
ai::TrainingSet lucky_families(std::uint32_t families) {
  ai::TrainingSet set;
  set.feature_count = 2;
  core::RandomStream random(6);
  for (std::uint32_t family = 0; family < families; ++family) {
    const double luck = 4 * random.uniform() - 2;
    for (int sibling = 0; sibling < 4; ++sibling) {
      const double first = 2 * random.uniform() - 1;
      const double logit = first + luck;
      set.features.insert(set.features.end(), {first, 2 * luck + random.uniform()});
      set.score_a.push_back(random.uniform() < 1 / (1 + std::exp(-logit)) ? 1 : 0);
      set.margin_a.push_back(3 * first + 5 * luck + random.uniform());
      set.campaign.push_back(family);
      set.family.push_back(family);
    }
  }
  return set;
}

std::unique_ptr<play::AnyGame> russia() {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games/russia-1812";
  return systems::load_game(request);
}

}  // namespace

TEST_CASE("a fit finds the weights of a known world", "[eval]") {
  auto result = ai::fit_model(known_world(20000), kTwo);
  const auto& model = result.model;
  CHECK(model.terms[0].win_weight / model.terms[0].scale == Approx(2).epsilon(0.1));
  CHECK(model.terms[1].win_weight / model.terms[1].scale == Approx(-1).epsilon(0.1));
  CHECK(model.terms[0].margin_weight / model.terms[0].scale == Approx(3).epsilon(0.02));
  const std::array<double, 2> middle{0, 0};
  CHECK(model.evaluate(middle).win_a == Approx(1 / (1 + std::exp(-0.5))).margin(0.02));
  CHECK(model.evaluate(middle).margin_a == Approx(10.05).margin(0.1));
  CHECK(result.log_loss < 0.8 * result.log_loss_of_mean);
  CHECK(result.calibration_error < 0.03);
}

TEST_CASE("what goes with winning does not pass for what brings it about", "[eval]") {
  const auto result = ai::fit_model(lucky_families(5000), kTwo);
  const auto& terms = result.model.terms;
  CHECK(terms[0].margin_weight / terms[0].scale == Approx(3).epsilon(0.05));
  CHECK(std::abs(terms[1].margin_weight / terms[1].scale) < 0.1);  // 2.5 without families
  CHECK(terms[0].win_weight > 10 * std::abs(terms[1].win_weight));
  CHECK(result.explained > 0.9);
  CHECK(result.calibration_error < 0.03);
}

TEST_CASE("a model is read back as it was written, and refused elsewhere", "[eval]") {
  auto model = ai::fit_model(known_world(500), kTwo).model;
  model.mechanism = "hex_campaign";
  model.provenance = "a test";
  const auto text = ai::model_text(model);
  const auto read = [&](std::string_view mechanism, std::span<const std::string_view> features) {
    return ai::read_model(core::read_toml_text(text, "w.toml"), std::string(mechanism), features);
  };
  const auto again = read("hex_campaign", kTwo);
  const std::array<double, 2> somewhere{0.3, -1.2};
  CHECK(again.evaluate(somewhere).win_a == Approx(model.evaluate(somewhere).win_a).epsilon(1e-7));
  CHECK_THROWS_WITH(read("area_campaign", kTwo), Contains("w.toml") && Contains("area_campaign"));
  constexpr std::array<std::string_view, 2> kOther{"first", "third"};
  CHECK_THROWS_WITH(read("hex_campaign", kOther), Contains("third"));
  constexpr std::array<std::string_view, 3> kMore{"first", "second", "third"};
  CHECK_THROWS_WITH(read("hex_campaign", kMore), Contains("2 features"));
}

TEST_CASE("too few campaigns cannot be fitted", "[eval]") {
  CHECK_THROWS_AS(ai::fit_model(known_world(3), kTwo), core::InputError);
}

TEST_CASE("training repeats for any number of threads and beats guessing", "[eval]") {
  const auto game = russia();
  ai::TrainOptions options;
  options.agents[0].name = options.agents[1].name = "random";
  options.campaigns = 40;
  const auto one = ai::collect_positions(*game, options);
  options.threads = 2;
  const auto two = ai::collect_positions(*game, options);
  CHECK(one.features == two.features);
  CHECK(one.margin_a == two.margin_a);
  CHECK(one.rows() > 4 * 40);
  for (const double value : one.features) CHECK(std::isfinite(value));
  // A feature that never moves would be a mistake in measuring it. (Some of a side's cannot move:
  // Russians do not forage in the basic game.)
  constexpr auto& kNames = ai::Features<hex_campaign::HexCampaign>::kNames;
  std::map<std::string, bool> moves;
  for (std::size_t f = 0; f < one.feature_count; ++f) {
    std::string name(kNames[f]);
    if (const auto side = name.find("_b"); side != std::string::npos) name.replace(side, 2, "_a");
    for (std::size_t r = 1; r < one.rows(); ++r) moves[name] |= one.row(r)[f] != one.row(0)[f];
  }
  for (const auto& [name, does] : moves) {
    INFO(name);
    CHECK(does);
  }
}

TEST_CASE("siblings of a family differ by one turn", "[eval]") {
  const auto game = russia();
  ai::TrainOptions options;
  options.agents[0].name = options.agents[1].name = "doctrine";
  options.campaigns = 6;
  const auto set = ai::collect_positions(*game, options);
  const auto& names = ai::Features<hex_campaign::HexCampaign>::kNames;
  const auto progress =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), "progress") - names.begin());
  bool differ = false;
  for (std::size_t r = 0; r < set.rows(); ++r)
    for (std::size_t other = 0; other < r; ++other) {
      if (set.family[r] != set.family[other]) continue;
      CHECK(set.campaign[r] == set.campaign[other]);
      CHECK(set.row(r)[progress] == set.row(other)[progress]);
      differ |= !std::equal(set.row(r).begin(), set.row(r).end(), set.row(other).begin());
    }
  CHECK(differ);
}

TEST_CASE("a game is judged by the evaluation in the nearest of its folders", "[eval]") {
  using Hex = hex_campaign::HexCampaign;
  const auto folder = std::filesystem::temp_directory_path() / "niemen-evaluation-of-a-child";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "game.toml") << "extends = \"russia-1812\"\n";
  const auto judged = [](const std::filesystem::path& where, const char* weights) {
    play::GameRequest request;
    request.folder = where;
    const auto any = systems::load_game(request);
    const auto& game = dynamic_cast<const play::TypedGame<Hex>&>(*any).game();
    return ai::Evaluators<Hex>::make(game, weights)->evaluate(game.initial()).win_a;
  };
  const auto parent = play::find_game_folder("russia-1812");
  CHECK(judged(folder, "") == judged(parent, ""));
  CHECK(judged(folder, "") != judged(folder, "hand-set"));
  auto model = ai::hand_set_hex_campaign_model();
  model.win_bias = 20;
  std::ofstream(folder / "evaluation.toml") << ai::model_text(model);
  CHECK(judged(folder, "") > 0.99);
  CHECK(judged(parent, "") < 0.99);
  std::ofstream(folder / "evaluation.toml") << "mechanism = \"area_campaign\"\n";
  CHECK_THROWS_WITH(judged(folder, ""), Contains("evaluation.toml") && Contains("hex_campaign"));
  CHECK(judged(play::find_game_folder("lorn-valley"), "") ==
        judged(play::find_game_folder("lorn-valley"), "hand-set"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("the hand-set evaluation judges the start of a campaign soberly", "[eval]") {
  const auto any = russia();
  const auto* typed = dynamic_cast<const play::TypedGame<hex_campaign::HexCampaign>*>(any.get());
  REQUIRE(typed != nullptr);
  const auto& game = typed->game();
  const auto evaluator = ai::Evaluators<hex_campaign::HexCampaign>::make(game, "hand-set");
  const auto state = game.initial();
  const auto before = support::allocations();
  const auto judged = evaluator->evaluate(state);
  CHECK(support::allocations() == before);
  CHECK(judged.win_a > 0.02);
  CHECK(judged.win_a < 0.98);
}
