// Logs that older programs wrote still replay. Each was recorded with `niemen record --key 7`.
#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "engine/play/log.h"
#include "engine/play/typed_game.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// The game as if its data had never been touched since: what the log says of them is not in
/// question here.
template <class G>
std::unique_ptr<play::AnyGame> with_hash(std::unique_ptr<play::AnyGame>& any, std::uint64_t hash) {
  const auto* typed = dynamic_cast<const play::TypedGame<G>*>(any.get());
  if (!typed) return nullptr;
  auto info = typed->info();
  info.data_hash = hash;
  const G game = typed->game();
  return std::make_unique<play::TypedGame<G>>(game, info,
                                              std::shared_ptr<const void>(std::move(any)));
}

play::Replay replay(const std::string& text, const std::string& name) {
  const auto header = play::read_log_header(text.substr(0, text.find('\n')), name);
  const auto load = [&](const play::GameRequest& request) {
    auto any = systems::load_game(request);
    auto hex = with_hash<hex_campaign::HexCampaign>(any, header.data_hash);
    return hex ? std::move(hex) : with_hash<area_campaign::AreaCampaign>(any, header.data_hash);
  };
  return play::replay_log(
      text, name, [](std::string_view title) { return play::find_game_folder(std::string(title)); },
      load);
}

std::string log_named(const std::string& name) {
  return core::read_file(std::filesystem::path(NIEMEN_SOURCE_DIR) / "tests/play/logs" / name);
}

}  // namespace

TEST_CASE("a log of the first version replays", "[log]") {
  const std::string title = GENERATE("lorn-valley", "russia-1812", "strategic-1812");
  const auto name = title + "-1.jsonl";
  const auto text = log_named(name);
  const auto again = replay(text, name);
  CHECK(again.header.version == 1);
  CHECK(again.actions.size() > 300);
  CHECK(again.game->actor(again.states.back()) == play::Actor::Over);
  // Written now, it holds data, and replays byte for byte.
  auto now = play::log_of(*again.game, again.header, again.actions);
  CHECK(now.find("\"kind\":") != std::string::npos);
  CHECK(replay(now, name).header.version == 5);
}

TEST_CASE("a log of the second version replays, whose seats were told more", "[log]") {
  const std::string name = "lorn-valley-2.jsonl";
  const auto again = replay(log_named(name), name);
  CHECK(again.header.version == 2);
  CHECK(again.header.request.preset == "commanders");
  CHECK(again.game->actor(again.states.back()) == play::Actor::Over);
  for (const auto viewer : {play::Viewer::SideA, play::Viewer::SideB})
    CHECK(play::seat_log(again, viewer).find("march attrition: die ") != std::string::npos);
}

TEST_CASE("a log of the third version replays, which has other words", "[log]") {
  const std::string name = "portugal-1810-3.jsonl";
  const auto again = replay(log_named(name), name);
  CHECK(again.header.version == 3);
  CHECK(again.game->actor(again.states.back()) == play::Actor::Over);
}

TEST_CASE("a log of the first version that was changed is refused", "[log]") {
  const std::string name = "lorn-valley-1.jsonl";
  const auto text = log_named(name);
  const auto changed = [&](const std::string& from, const std::string& to) {
    auto copy = text;
    const auto at = copy.find(from, copy.find('\n'));
    REQUIRE(at != std::string::npos);
    return copy.replace(at, from.size(), to);
  };
  CHECK_THROWS_WITH(replay(changed("sets up", "sits up"), name), Catch::Contains("checksum"));
  CHECK_THROWS_WITH(replay(changed("\"turn\":1", "\"turn\":2"), name),
                    Catch::Contains(name + ":") && Catch::Contains("checksum"));
}
