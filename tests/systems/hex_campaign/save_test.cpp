// Positions of campaigns as files: read again they are the same positions of the same game.
#include "engine/systems/hex_campaign/save.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/play/random_play.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"
#include "tests/support/extended_folder.h"

using namespace niemen;
using namespace niemen::hex_campaign;
namespace fs = std::filesystem;

namespace {

std::shared_ptr<const Context> load(play::GameRequest request) {
  return load_context(request, play::open_game_folder(request));
}

play::GameRequest request_of(const fs::path& folder, const std::string& scenario,
                             const std::string& preset) {
  play::GameRequest request;
  request.folder = folder;
  request.scenario = scenario;
  request.preset = preset;
  return request;
}

/// A random campaign of the game after each of `steps` actions; fewer when it ends before.
std::vector<State> positions(const HexCampaign& game, const std::vector<int>& steps) {
  std::vector<State> result;
  play::NullRecorder silent;
  play::ActionList legal;
  auto decisions = play::decision_stream(3);
  auto state = game.initial();
  for (int step = 0; step <= steps.back() && state.phase != Phase::Over; ++step) {
    if (std::find(steps.begin(), steps.end(), step) != steps.end()) result.push_back(state);
    game.apply(state, play::random_action(game, state, 3, decisions, legal), silent);
  }
  return result;
}

}  // namespace

TEST_CASE("a saved position starts there again, under its preset and changes", "[hex][save]") {
  const support::ExtendedFolder folder("russia-1812");
  for (const std::string scenario : {"free", "historical", "retreat"})
    for (const std::string preset : {"basic", "advanced", "two-year"}) {
      auto request = request_of(folder.path(), scenario, preset);
      request.overrides = {"rules.march=4"};
      const auto context = load(request);
      const HexCampaign game(*context);
      for (const auto& state : positions(game, {7, 60, 250, 500, 900})) {
        folder.add("scenarios/saved.toml", game.scenario_toml(state, "saved"));
        const auto saved = load(request_of(folder.path(), "saved", ""));
        const HexCampaign again(*saved);
        CAPTURE(scenario, preset, game.state_text(state));
        CHECK(saved->rules == context->rules);
        const auto start = again.initial();
        REQUIRE(start == state);
        if (!play::is_side(state.actor)) continue;
        play::ActionList before, after;
        game.legal(state, before);
        again.legal(start, after);
        CHECK(std::equal(before.begin(), before.end(), after.begin(), after.end()));
      }
    }
  CHECK_THROWS_WITH(load(request_of(folder.path(), "saved", "optional")),
                    Catch::Contains("saved.toml:3: ") && Catch::Contains("preset \"two-year\""));
}

TEST_CASE("a whole set-up is saved as an opening, and no other", "[hex][save]") {
  const support::ExtendedFolder folder("russia-1812");
  const auto context = load(request_of(folder.path(), "free", "basic"));
  const HexCampaign game(*context);
  CHECK_THROWS_WITH(game.opening_toml(positions(game, {20})[0], Side::A, "begun"),
                    Catch::Contains("set-up is not whole") && Catch::Contains("has no hex"));
  int step = 20;
  while (positions(game, {step})[0].phase <= Phase::SetUpSecond) ++step;
  const auto whole = positions(game, {step})[0];
  for (const auto side : {Side::A, Side::B}) {
    folder.add("openings/mine.toml", game.opening_toml(whole, side, "mine"));
    auto request = request_of(folder.path(), "free", "basic");
    request.openings[play::index(side)] = "mine";
    const auto opened = load(request);
    for (const auto& [piece, hex] : opened->openings[play::index(side)].places)
      CHECK(place(whole, piece) == hex);
  }
}

TEST_CASE("a march from the first hex of the map leaves a position that reads back",
          "[hex][save]") {
  const auto context = load(request_of(play::find_game_folder("lorn-valley"), "", ""));
  const HexCampaign game(*context);
  auto state = positions(game, {100}).back();
  REQUIRE(state.step != Step::None);
  state.path_length = 0;
  state.places.march.path.fill(0);
  state.places.march.path[1] = 5;
  CHECK(game.parse_state(game.state_text(state)) == state);
}

TEST_CASE("a piece stands on one line of a position", "[hex][save]") {
  const auto context = load(request_of(play::find_game_folder("russia-1812"), "", "advanced"));
  const HexCampaign game(*context);
  CHECK_THROWS_WITH(game.parse_state("turn 3\nphase combat\nunit I-Vet-Inf-1 2206\n"
                                     "unit I-Vet-Inf-1 2207\n"),
                    Catch::Contains("4: \"I-Vet-Inf-1\" stands on two lines"));
}

TEST_CASE("a decision under way is not changed by hand", "[hex][save]") {
  const auto context = load(request_of(play::find_game_folder("russia-1812"), "", "advanced"));
  const HexCampaign game(*context);
  const auto state = positions(game, {400}).back();
  const auto text = game.state_text(state);
  REQUIRE(game.parse_state(text) == state);
  const auto refused = [&](const std::string& changed) {
    try {
      game.parse_state(changed);
      return std::string("read");
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
  };
  CHECK(refused(text + "cursor 200\n").find("\"cursor\" belongs to a decision under way") !=
        std::string::npos);
  CHECK(refused(text + "depot a 2207\n").find("under way") != std::string::npos);
  CHECK(refused("turn 3\nphase movement\nhex-a #900\n").find("position:3: ") == 0);
  CHECK(refused("turn 3\nphase over\n").find("the position is over") == 0);
  CHECK(refused("turn 0\nphase combat\n").find("the turns are 1 to 16") != std::string::npos);
  CHECK(refused("turn 17\nphase combat\n").find("from 0 to 16") != std::string::npos);
  CHECK(refused("turn 3\nphase cards\nhand a 48\n").find("no card 48") != std::string::npos);
  CHECK(refused("turn 3\nphase rally\ntrains-to-place a 19\ndummies-to-place a 2\n")
            .find("more trains than 20") != std::string::npos);
}

namespace {

/// A position without its decision under way: every word that the reader refuses, left out.
std::string at_phase_start(const HexCampaign& game, const std::string& position) {
  auto text = "\n" + position;
  for (std::string word = "seal"; !word.empty();) {
    for (auto at = text.find("\n" + word + " "); at != std::string::npos;
         at = text.find("\n" + word + " "))
      text.erase(at, text.find('\n', at + 1) - at);
    try {
      game.parse_state(text);
      word.clear();
    } catch (const core::InputError& error) {
      const std::string message = error.what();
      const auto from = message.find('"') + 1;
      const auto refused = message.substr(from, message.find('"', from) - from);
      if (refused == word) throw;
      word = refused;
    }
  }
  return text;
}

/// Leaves out a line, or writes another number into it.
void change_a_line(std::string& text, core::RandomStream& random) {
  const auto somewhere = random.below(static_cast<std::uint32_t>(text.size()));
  const auto from = text.rfind('\n', somewhere);
  const auto to = std::min(text.find('\n', somewhere + 1), text.size());
  if (from == std::string::npos) return;
  const auto digit = text.find_last_of("0123456789", to - 1);
  if (random.below(3) == 0 || digit == std::string::npos || digit <= from)
    text.erase(from, to - from);
  else
    text.replace(digit, 1, std::to_string(random.below(300)));
}

}  // namespace

TEST_CASE("positions changed at random are refused, or the game goes on", "[hex][save]") {
  play::NullRecorder silent;
  play::ActionList legal;
  int played = 0;
  for (const std::string preset : {"basic", "two-year"}) {
    const auto context = load(request_of(play::find_game_folder("russia-1812"), "", preset));
    const HexCampaign game(*context);
    for (const auto& from : positions(game, {30, 200, 350, 500, 650, 800, 950}))
      for (std::uint64_t key = 0; key < 30; ++key) {
        core::RandomStream random(key);
        auto text = at_phase_start(game, game.state_text(from));
        for (auto changes = 1 + random.below(3); changes > 0; --changes)
          change_a_line(text, random);
        try {
          auto state = game.parse_state(text);
          if (game.check(state)) continue;
          for (int i = 0; i < 40 && state.phase != Phase::Over && !play::find_fault(game, state);
               ++i)
            game.apply(state, play::random_action(game, state, key, random, legal), silent);
          ++played;
        } catch (const core::InputError&) {
        }
      }
  }
  CHECK(played > 100);
}
