#include "engine/play/flow.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "engine/play/draw_flow.h"
#include "engine/play/ending.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

struct Campaign {
  std::unique_ptr<play::AnyGame> game;
  std::vector<play::AnyState> states;
};

Campaign campaign_of(const char* title, std::uint64_t key) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  Campaign campaign{systems::load_game(request), {}};
  campaign.states.push_back(campaign.game->initial());
  for (const auto action : campaign.game->random_actions(key, campaign.game->max_decisions())) {
    auto state = campaign.states.back();
    campaign.game->apply(state, action);
    campaign.states.push_back(std::move(state));
  }
  return campaign;
}

int on_board(const play::AnyGame& game, const play::AnyState& state, int side) {
  int strength = 0;
  for (const auto& counter : game.whole_view(state).counters)
    if (counter.side == side && counter.place >= 0 && counter.kind != "commander")
      strength += counter.strength * counter.count;
  return strength;
}

}  // namespace

TEST_CASE("what came and was not lost is what stands at the end", "[flow]") {
  const auto* title = GENERATE("lorn-valley", "strategic-1812");
  const auto side = GENERATE(play::Side::A, play::Side::B);
  const auto campaign = campaign_of(title, 5);
  const auto flow = play::flow_of(*campaign.game, campaign.states, side);
  const int lost =
      std::accumulate(flow.losses.begin(), flow.losses.end(), 0,
                      [](int sum, const play::Loss& loss) { return sum + loss.strength; });
  CHECK(flow.came - lost == on_board(*campaign.game, campaign.states.back(), play::index(side)));
  CHECK(flow.strength.back().second == flow.came - lost);
  REQUIRE(!flow.marches.empty());
  for (const auto& march : flow.marches) {
    CHECK(march.strength > 0);
    CHECK(march.places.size() >= 2);
  }
}

TEST_CASE("the picture of a campaign has a band for each march and a figure for each turn",
          "[flow][draw]") {
  const auto campaign = campaign_of("lorn-valley", 5);
  const auto flow = play::flow_of(*campaign.game, campaign.states, play::Side::A);
  const auto svg = play::draw_flow(campaign.game->board(), flow, {"A <game>", "Reds", "A draw"});
  CHECK(svg.find("A &lt;game&gt;") != std::string::npos);
  CHECK(svg.find("A draw.") != std::string::npos);
  std::size_t bands = 0;
  for (auto at = svg.find("<path d=\"M"); at != std::string::npos;
       at = svg.find("<path d=\"M", at + 1))
    ++bands;
  CHECK(bands >= 2 * flow.marches.size());
  CHECK(svg.find(">" + std::to_string(flow.strength.back().first) + "</text>") !=
        std::string::npos);
}

TEST_CASE("the picture shows the real coast where the country has one, else the spaces of water",
          "[flow][draw]") {
  play::Board board;
  board.width = 1180;  // as wide as the picture, so that lines are drawn where they lie
  board.spaces.resize(1);
  board.spaces[0].terrain = "sea";
  board.spaces[0].polygon = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
  play::Country country;
  country.features = {{"sea", "", {{7, 7}, {9, 7}, {8, 9}}}, {"stream", "", {{3, 1}, {4, 2}}}};
  const auto coast = "M7.0 7.0", stream = "M3.0 1.0", water = "M0.0 0.0";
  const auto shows = [&](const std::string& svg, const char* path) {
    return svg.find(path) != std::string::npos;
  };
  const auto real = play::draw_flow(board, {}, {}, country);
  CHECK(shows(real, coast));
  CHECK(shows(real, stream));
  CHECK(!shows(real, water));
  const auto bare = play::draw_flow(board, {}, {});
  CHECK(shows(bare, water));
  CHECK(!shows(bare, coast));
}

TEST_CASE("an ending says who won, by what, and how", "[play]") {
  play::GameInfo info;
  info.side_names[0] = "French";
  info.side_names[1] = "Russian";
  info.victory_levels = {"close", "clear"};
  const play::Outcome clear{play::Outcome::Winner::B, -4, 1};
  CHECK(play::ending_text(info, clear, std::nullopt) == "Russian won by 4 (clear)");
  CHECK(play::ending_text(info, {}, std::nullopt) == "A draw (close)");
  // A level may be won from behind, and level points may win.
  auto behind = clear;
  behind.margin = -behind.margin;
  CHECK(play::ending_text(info, behind, std::nullopt) == "Russian won with a margin of -4 (clear)");
  behind.margin = 0;
  CHECK(play::ending_text(info, behind, std::nullopt) == "Russian won with a margin of 0 (clear)");
  play::Outcome ahead;
  ahead.margin = -2;
  CHECK(play::ending_text(info, ahead, std::nullopt) == "A draw, Russian 2 ahead (close)");
  const play::Forfeit forfeit{play::Side::A, "it ended"};
  CHECK(play::ending_text(info, play::Outcome::of_forfeit(play::Side::A), forfeit) ==
        "Russian won: French forfeits the campaign: it ended");
}
