// What a seat may believe of pieces whose backs it sees.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "ai/table/belief.h"
#include "engine/systems/registry.h"

using namespace niemen;
using play::Side;

namespace {

std::unique_ptr<play::AnyGame> borodino() {
  play::GameRequest request;
  request.folder = std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / "borodino-1812";
  return systems::load_game(request);
}

int place_of(const play::AnyGame& game, const std::string& id) {
  const auto board = game.board();
  for (std::size_t i = 0; i < board.spaces.size(); ++i)
    if (board.spaces[i].id == id) return static_cast<int>(i);
  return -1;
}

const ai::table::Possibility* find(const ai::table::Belief& belief, const std::string& name) {
  for (const auto& one : belief.possibilities)
    if (one.name == name) return &one;
  return nullptr;
}

/// Two blocks under one veil in Gorki, one in Tatarinovo; the third is known to have lost nothing.
const std::string kThree =
    "turn 2\nday 2\nstep move\nphasing russian\nfirst-player russian\n"
    "block kutuzov gorki\nblock wuerttemberg gorki\nblock olsufiev gorki veil=wuerttemberg\n"
    "block n-bakhmetev tatarinovo veil=wuerttemberg\nblock napoleon borodino\n";

}  // namespace

TEST_CASE("a belief is the share of the worlds that fit", "[table][belief]") {
  const auto game = borodino();
  const auto state = game->parse_state(kThree);
  ai::table::BeliefOptions options;
  options.worlds = 2000;
  const auto found = ai::table::beliefs(*game, game->observe(state, play::Viewer::SideA), options);
  REQUIRE(found.size() == 2);
  const auto& gorki = found[0].place == place_of(*game, "gorki") ? found[0] : found[1];
  const auto& tatarinovo = &gorki == &found[0] ? found[1] : found[0];
  CHECK(tatarinovo.place == place_of(*game, "tatarinovo"));
  CHECK(gorki.face_down == 2);
  CHECK(tatarinovo.face_down == 1);
  // Kutuzov is known; of three ways to stand each block is in Gorki in two.
  CHECK_FALSE(find(gorki, "Kutuzov"));
  for (const std::string name :
       {"4th Div Württemberg", "17th Div Olsufiev", "11th Div N. Bakhmetev"}) {
    CAPTURE(name);
    REQUIRE(find(gorki, name));
    REQUIRE(find(tatarinovo, name));
    CHECK(find(gorki, name)->share + find(tatarinovo, name)->share == Approx(1));
    CHECK(std::abs(find(tatarinovo, name)->share - 1.0 / 3) < 0.06);  // five deviations
    CHECK_FALSE(find(gorki, name)->there);
  }
  CHECK(find(gorki, "4th Div Württemberg")->strength == Approx(3));
}

TEST_CASE("a belief knows nothing but what its seat knows", "[table][belief]") {
  const auto game = borodino();
  const auto one = game->parse_state(kThree);
  auto text = kThree;
  text.replace(text.find("olsufiev gorki"), 14, "olsufiev tatarinovo");
  text.replace(text.find("n-bakhmetev tatarinovo"), 22, "n-bakhmetev gorki");
  const auto other = game->parse_state(text);
  const auto of = [&](const play::AnyState& state, play::Viewer viewer) {
    std::vector<std::string> lines;
    for (const auto& belief : ai::table::beliefs(*game, game->observe(state, viewer)))
      for (const auto& p : belief.possibilities)
        lines.push_back(std::to_string(belief.place) + p.name + std::to_string(p.share) +
                        std::to_string(p.strength));
    return lines;
  };
  CHECK_FALSE(one == other);
  CHECK(of(one, play::Viewer::SideA) == of(other, play::Viewer::SideA));
  CHECK(of(one, play::Viewer::SideB).empty());
}

TEST_CASE("the truth stands beside a belief after the end only", "[table][belief]") {
  play::SessionSettings settings;
  settings.request.folder =
      std::filesystem::path(NIEMEN_SOURCE_DIR) / "configs" / "games" / "borodino-1812";
  settings.request.openings[0] = "french-historical";
  settings.request.openings[1] = "russian-historical";
  settings.campaign_key = 12;
  auto session = play::Session::create({}, settings, systems::load_game);
  const auto now = ai::table::beliefs(session, Side::A, session.steps().size());
  REQUIRE_FALSE(now.empty());
  CHECK(ai::table::mean_share_of_truth(now) == 0);
  session.decide(Side::A, session.revision(), session.parse(Side::A, "end command"));
  CHECK_THROWS_AS(ai::table::beliefs(session, Side::A, 0), play::Refused);
  session.resign(Side::A, session.revision(), "enough");
  REQUIRE(session.over());
  CHECK_THROWS_AS(ai::table::beliefs(session, Side::A, session.steps().size() + 1),
                  core::InputError);
  const auto then = ai::table::beliefs(session, Side::A, 0);
  REQUIRE(then.size() == now.size());
  for (std::size_t i = 0; i < then.size(); ++i) {
    int there = 0;
    for (const auto& one : then[i].possibilities) there += one.there;
    CHECK(there == then[i].face_down);
    CHECK(then[i].face_down == now[i].face_down);
  }
  const double share = ai::table::mean_share_of_truth(then);
  CHECK(share > 0);
  CHECK(share < 0.5);  // most of an army that has just deployed may be anywhere
}
