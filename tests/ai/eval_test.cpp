#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "ai/agents/agent_config.h"
#include "ai/agents/knowledge.h"
#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/area_campaign/features.h"
#include "ai/eval/fit.h"
#include "ai/eval/hex_campaign/features.h"
#include "ai/folder_lock.h"
#include "ai/training/train.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/area_campaign/places.h"
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

std::unique_ptr<play::AnyGame> game_of(const char* title, const char* scenario = "",
                                       const char* preset = "",
                                       std::vector<std::string> overrides = {}) {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs/games" / title;
  request.scenario = scenario;
  request.preset = preset;
  request.overrides = std::move(overrides);
  return systems::load_game(request);
}
std::unique_ptr<play::AnyGame> russia() { return game_of("russia-1812"); }

/// The features of a position by name.
template <class G>
std::map<std::string, double> measured(const G& game, const typename G::State& state) {
  using Features = ai::Features<G>;
  std::array<double, Features::kNames.size()> values;
  Features::measure(game, state, values);
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < values.size(); ++i)
    named[std::string(Features::kNames[i])] = values[i];
  return named;
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
  model.game = "long-march";
  model.provenance = "a test";
  const auto text = ai::model_text(model);
  std::vector<std::filesystem::path> folders{"games/long-march", "games/my-march"};
  const auto read = [&](std::string_view mechanism, std::span<const std::string_view> features) {
    return ai::read_model(core::read_toml_text(text, "w.toml"),
                          {.mechanism = mechanism, .folders = folders, .features = features});
  };
  const auto again = read("hex_campaign", kTwo);
  const std::array<double, 2> somewhere{0.3, -1.2};
  CHECK(again.evaluate(somewhere).win_a == Approx(model.evaluate(somewhere).win_a).epsilon(1e-7));
  CHECK_THROWS_WITH(read("area_campaign", kTwo), Contains("w.toml") && Contains("area_campaign"));
  constexpr std::array<std::string_view, 2> kOther{"first", "third"};
  CHECK_THROWS_WITH(read("hex_campaign", kOther), Contains("third"));
  constexpr std::array<std::string_view, 3> kMore{"first", "second", "third"};
  CHECK_THROWS_WITH(read("hex_campaign", kMore), Contains("2 features"));
  folders = {"games/short-march"};
  CHECK_THROWS_WITH(read("hex_campaign", kTwo), Contains("w.toml:3") && Contains("long-march") &&
                                                    Contains("allowed: short-march"));
}

TEST_CASE("sets are joined with campaigns and families apart, and each is judged alone", "[eval]") {
  const std::array<ai::TrainingSet, 2> sets{lucky_families(50), known_world(300)};
  const auto all = ai::joined(sets);
  REQUIRE(all.rows() == sets[0].rows() + sets[1].rows());
  const auto middle = static_cast<std::ptrdiff_t>(sets[0].rows());
  for (std::size_t r = 0; r < all.rows(); ++r) {
    const bool second = r >= sets[0].rows();
    const auto& set = sets[second ? 1 : 0];
    const auto own = second ? r - sets[0].rows() : r;
    CHECK(std::ranges::equal(all.row(r), set.row(own)));
    CHECK(all.score_a[r] == set.score_a[own]);
    CHECK(all.margin_a[r] == set.margin_a[own]);
  }
  for (const auto* numbers : {&all.campaign, &all.family})
    CHECK(*std::max_element(numbers->begin(), numbers->begin() + middle) <
          *std::min_element(numbers->begin() + middle, numbers->end()));
  const auto model = ai::fit_model(all, kTwo).model;
  const double first = ai::log_loss_of(model, sets[0]), second = ai::log_loss_of(model, sets[1]);
  const auto rows = [](const ai::TrainingSet& set) { return static_cast<double>(set.rows()); };
  CHECK(ai::log_loss_of(model, all) ==
        Approx((first * rows(sets[0]) + second * rows(sets[1])) / rows(all)));
}

TEST_CASE("a model that tells nothing loses what an even chance loses", "[eval]") {
  const auto set = known_world(100);
  auto model = ai::fit_model(set, kTwo).model;
  model.win_bias = 0;
  for (auto& term : model.terms) term.win_weight = 0;
  CHECK(ai::log_loss_of(model, set) == Approx(std::log(2.0)));
}

TEST_CASE("too few campaigns cannot be fitted", "[eval]") {
  CHECK_THROWS_AS(ai::fit_model(known_world(3), kTwo), core::InputError);
}

TEMPLATE_TEST_CASE("training repeats for any number of threads, and every feature moves", "[eval]",
                   hex_campaign::HexCampaign, area_campaign::AreaCampaign) {
  constexpr bool kHexes = std::is_same_v<TestType, hex_campaign::HexCampaign>;
  const auto game = kHexes ? russia() : game_of("strategic-1812", "", "optional");
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
  constexpr auto& kNames = ai::Features<TestType>::kNames;
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

TEST_CASE("training goes on where it was broken off", "[eval]") {
  namespace fs = std::filesystem;
  const auto game = game_of("lorn-valley", "", "");
  ai::TrainOptions options;
  options.agents[0].name = options.agents[1].name = "random";
  options.campaigns = 30;
  const auto whole = ai::collect_positions(*game, options);
  options.folder = fs::temp_directory_path() / "niemen-training-goes-on";
  fs::remove_all(options.folder);
  std::stop_source source;
  int played_now = 0;
  options.stop = source.get_token();
  options.progress = [&](int done, int kept) {
    played_now = done - kept;
    if (done == 12) source.request_stop();
  };
  CHECK(ai::collect_positions(*game, options).rows() < whole.rows());
  CHECK(played_now == 12);
  const auto log = options.folder / "families.log";
  options.stop = {};
  const auto go_on = [&](int threads) {
    options.threads = threads;
    const auto set = ai::collect_positions(*game, options);
    CHECK(set.features == whole.features);
    CHECK(set.score_a == whole.score_a);
    CHECK(set.margin_a == whole.margin_a);
    CHECK(set.campaign == whole.campaign);
    CHECK(set.family == whole.family);
  };
  SECTION("with more threads, then with nothing left to play") {
    go_on(2);
    CHECK(played_now == 18);
    go_on(1);
    CHECK(played_now == 0);
  }
  SECTION("from a torn record, which is played again") {
    fs::resize_file(log, fs::file_size(log) - 3);
    go_on(1);
    CHECK(played_now == 19);
  }
  SECTION("for fewer families, then for all") {
    options.campaigns = 10;
    const auto few = ai::collect_positions(*game, options);
    CHECK(played_now == 0);
    CHECK(std::equal(few.features.begin(), few.features.end(), whole.features.begin()));
    options.campaigns = 30;
    go_on(1);
  }
  SECTION("but not what is of something else, damaged, or in use") {
    const auto size = fs::file_size(log);
    {
      const ai::FolderLock held(options.folder);
      CHECK_THROWS_WITH(ai::collect_positions(*game, options), Contains("another program"));
    }
    auto other = options;
    other.seed = 2;
    CHECK_THROWS_WITH(ai::collect_positions(*game, other), Contains("families.log: is of another"));
    other = options;
    other.agents[1].hash = 7;
    CHECK_THROWS_WITH(ai::collect_positions(*game, other), Contains("families.log: is of another"));
    other = options;
    other.program = "another";
    CHECK_THROWS_WITH(ai::collect_positions(*game, other), Contains("families.log: is of another"));
    const auto slow = game_of("lorn-valley", "", "", {"rules.march=2"});
    CHECK_THROWS_WITH(ai::collect_positions(*slow, options),
                      Contains("families.log: is of another"));
    std::fstream file(log, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file << "damage";
    file.close();
    CHECK_THROWS_WITH(ai::collect_positions(*game, options), Contains("damaged at byte"));
    CHECK(fs::file_size(log) == size);
  }
  fs::remove_all(options.folder);
}

TEST_CASE("what an agent knows of a game is told apart by what it reads", "[eval]") {
  namespace fs = std::filesystem;
  const auto folder = fs::temp_directory_path() / "niemen-knowledge";
  fs::remove_all(folder);
  fs::create_directories(folder / "doctrines");
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
  };
  write("doctrines/bold.toml", "caution = 3\n");
  write("values.toml", "[a]\nground = 2\n");
  write("evaluation.toml", "win_bias = 0.5\n");
  const std::vector<fs::path> folders{folder};
  const auto hashes = [&] {
    std::map<ai::AgentKind, std::uint64_t> of;
    for (const auto kind : {ai::AgentKind::Random, ai::AgentKind::Process, ai::AgentKind::Doctrine,
                            ai::AgentKind::Turn, ai::AgentKind::Mcts}) {
      ai::AgentConfig agent;
      agent.kind = kind;
      of[kind] = ai::knowledge_hash(folders, agent);
    }
    return of;
  };
  const auto before = hashes();
  /// Whether (doctrine, searches) play otherwise now; random and process agents never do.
  const auto changed = [&] {
    const auto now = hashes();
    CHECK(now.at(ai::AgentKind::Random) == before.at(ai::AgentKind::Random));
    CHECK(now.at(ai::AgentKind::Process) == before.at(ai::AgentKind::Process));
    const bool turn = now.at(ai::AgentKind::Turn) != before.at(ai::AgentKind::Turn);
    CHECK(turn == (now.at(ai::AgentKind::Mcts) != before.at(ai::AgentKind::Mcts)));
    return std::pair(now.at(ai::AgentKind::Doctrine) != before.at(ai::AgentKind::Doctrine), turn);
  };
  write("doctrines/bold.toml", "# why\ncaution  =  3\n");
  CHECK(changed() == std::pair(false, false));
  SECTION("a doctrine") {
    write("doctrines/bold.toml", "caution = 4\n");
    CHECK(changed() == std::pair(true, true));
  }
  SECTION("one doctrine more") {
    write("doctrines/calm.toml", "caution = 3\n");
    CHECK(changed() == std::pair(true, true));
  }
  SECTION("a doctrine by another name") {
    fs::rename(folder / "doctrines/bold.toml", folder / "doctrines/brave.toml");
    CHECK(changed() == std::pair(true, true));
  }
  SECTION("values") {
    write("values.toml", "[a]\nground = 3\n");
    CHECK(changed() == std::pair(true, true));
  }
  SECTION("the evaluation") {
    write("evaluation.toml", "win_bias = 0.25\n");
    CHECK(changed() == std::pair(false, true));
  }
  fs::remove_all(folder);
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

TEST_CASE("families are played by the doctrines of a side in turn", "[eval]") {
  const auto game = russia();
  ai::TrainOptions options;
  options.campaigns = 6;
  for (auto& agent : options.agents) agent.kind = ai::AgentKind::Doctrine;
  const auto all = ai::collect_positions(*game, options);
  const auto rows_of = [](const ai::TrainingSet& set, std::uint32_t family) {
    std::vector<double> rows;
    for (std::size_t r = 0; r < set.rows(); ++r)
      if (set.campaign[r] == family) rows.insert(rows.end(), set.row(r).begin(), set.row(r).end());
    return rows;
  };
  options.agents[0].doctrine = "moscow-road";
  options.agents[1].doctrine = "stand-at-border";
  const auto standard = ai::collect_positions(*game, options);
  options.agents[0].doctrine = "border-battle";
  const auto border = ai::collect_positions(*game, options);
  CHECK(rows_of(all, 0) == rows_of(standard, 0));
  CHECK(rows_of(all, 1) == rows_of(border, 1));
  CHECK(rows_of(all, 1) != rows_of(standard, 1));
  // When each of the five of the French has had his family, the next of the Russians plays.
  options.agents[0].doctrine = "moscow-road";
  options.agents[1].doctrine = "flank-threat";
  CHECK(rows_of(all, 5) == rows_of(ai::collect_positions(*game, options), 5));
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
  auto model = ai::Features<Hex>::hand_set();
  model.win_bias = 20;
  model.game = "russia-1812";
  std::ofstream(folder / "evaluation.toml") << ai::model_text(model);
  CHECK(judged(folder, "") > 0.99);
  model.game = "its-model";  // a copy of another game judges by what it was copied with
  std::ofstream(folder / "evaluation.toml") << ai::model_text(model);
  CHECK(judged(folder, "") > 0.99);
  CHECK_THROWS_WITH(judged(parent, (folder / "evaluation.toml").c_str()), Contains("its-model"));
  CHECK(judged(parent, "") < 0.99);
  std::ofstream(folder / "evaluation.toml") << "mechanism = \"area_campaign\"\n";
  CHECK_THROWS_WITH(judged(folder, ""), Contains("evaluation.toml") && Contains("hex_campaign"));
  CHECK(judged(play::find_game_folder("lorn-valley"), "") ==
        judged(play::find_game_folder("lorn-valley"), "hand-set"));
  std::filesystem::remove_all(folder);
}

TEMPLATE_TEST_CASE("the hand-set evaluation judges the start of a campaign soberly", "[eval]",
                   hex_campaign::HexCampaign, area_campaign::AreaCampaign) {
  constexpr bool kHexes = std::is_same_v<TestType, hex_campaign::HexCampaign>;
  const auto any = kHexes ? russia() : game_of("strategic-1812");
  const auto& game = dynamic_cast<const play::TypedGame<TestType>&>(*any).game();
  const auto evaluator = ai::Evaluators<TestType>::make(game, "hand-set");
  const auto state = game.initial();
  const auto before = support::allocations();
  const auto judged = evaluator->evaluate(state);
  CHECK(support::allocations() == before);
  CHECK(judged.win_a > 0.02);
  CHECK(judged.win_a < 0.98);
}

TEST_CASE("an area campaign is measured as a player counts it", "[eval]") {
  using Area = area_campaign::AreaCampaign;
  using area_campaign::Kind;
  const auto any = game_of("strategic-1812", "1-historical");
  const auto& game = dynamic_cast<const play::TypedGame<Area>&>(*any).game();
  const auto& c = game.context();
  auto state = game.initial();
  auto seen = measured(game, state);
  CHECK(seen["points_now"] == game.outcome(state).margin);
  CHECK(seen["leaders_a"] == 0);  // the standard game has none
  CHECK(seen["hungry_a"] == 0);
  CHECK(seen["below_index"] == 0);
  CHECK(seen["progress"] == Approx(1 / 13.0));
  CHECK(seen["points_now_late"] == Approx(seen["points_now"] / 13));

  // One French Infantry Corps goes from its stack to St. Petersburg, where no Russian is.
  const auto corps = seen["infantry_a"];
  int from = -1;
  for (const int at : area_campaign::kind_places(state, 0, Kind::Infantry)) from = at;
  const int to = c.find_place("R41a");
  REQUIRE(from >= 0);
  REQUIRE(to >= 0);
  REQUIRE(state.corps(1, to) == 0);
  auto gone = state;
  gone.add(0, from, Kind::Infantry, -1);
  CHECK(measured(game, gone)["infantry_a"] == corps - 1);
  gone.add(0, to, Kind::Infantry, 1);
  auto moved = measured(game, gone);
  CHECK(moved["infantry_a"] == corps);
  CHECK(moved["points_near"] > seen["points_near"]);
  CHECK(moved["points_force"] > seen["points_force"]);
  CHECK(moved["under_way_a"] > seen["under_way_a"]);
  CHECK(moved["under_way_b"] == seen["under_way_b"]);

  // It is hungry where all is eaten up, unless it has a Depot.
  gone.set_full(std::uint64_t{1} << c.area_of[static_cast<std::size_t>(to)]);
  CHECK(measured(game, gone)["hungry_a"] == 1);
  gone.add(0, to, Kind::Depot, 1);
  auto fed = measured(game, gone);
  CHECK(fed["hungry_a"] == 0);
  CHECK(fed["depots"] == 1);
  CHECK(fed["stocked"] == 1);

  // Two Russian Corps beside it are too many for it, and it is not too many for them.
  const int beside = c.neighbours[static_cast<std::size_t>(to)][0];
  REQUIRE(gone.corps(1, beside) == 0);
  gone.add(1, beside, Kind::Infantry, 2);
  auto threatened = measured(game, gone);
  CHECK(threatened["exposed_a"] == fed["exposed_a"] + 1);
  CHECK(threatened["exposed_b"] == fed["exposed_b"]);
  CHECK(threatened["infantry_b"] == fed["infantry_b"] + 2);

  // Short of the Index of the Game-Turn.
  gone.turn = 5;
  const int short_of = c.rules.victory_index[4] - area_campaign::victory_points(c, gone);
  REQUIRE(short_of > 0);
  CHECK(measured(game, gone)["below_index"] == short_of);

  const auto with_leaders = game_of("strategic-1812", "1-historical", "optional");
  const auto& optional = dynamic_cast<const play::TypedGame<Area>&>(*with_leaders).game();
  CHECK(measured(optional, optional.initial())["leaders_a"] > 20);
}
