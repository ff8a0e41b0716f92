// What happened is told as data; sentences come last, and tell nobody what he may not know.
#include <catch2/catch.hpp>
#include <functional>
#include <set>

#include "engine/play/game_folder.h"
#include "engine/play/random_play.h"
#include "engine/systems/hex_campaign/events.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

std::shared_ptr<const Context> load(const std::string& preset,
                                    std::vector<std::string> overrides = {}) {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = preset;
  request.overrides = std::move(overrides);
  return load_context(request, play::open_game_folder(request));
}

using Watch = std::function<void(const State& before, const play::Event&, const State& after)>;

/// Calls `watch` for every event of random campaigns.
void for_each_event(const HexCampaign& game, std::uint64_t campaigns, const Watch& watch) {
  play::ActionList legal;
  for (std::uint64_t key = 1; key <= campaigns; ++key) {
    auto decisions = play::decision_stream(key);
    for (auto state = game.initial(); state.phase != Phase::Over;) {
      const auto before = state;
      play::EventRecorder recorder;
      game.apply(state, play::random_action(game, state, key, decisions, legal), recorder);
      for (const auto& event : recorder.events) watch(before, event, state);
    }
  }
}

}  // namespace

TEST_CASE("every event has a sentence with its rule, and every modifier words", "[hex_campaign]") {
  const auto context = load(GENERATE("advanced", "two-year"));
  const HexCampaign game(*context);
  std::set<EventKind> kinds;
  std::set<ModifierCode> codes;
  constexpr std::uint64_t kCampaigns = 8;
  for_each_event(game, kCampaigns, [&](const State&, const play::Event& event, const State&) {
    kinds.insert(kind_of(event));
    const auto text = game.event_text(event, play::Viewer::Public);
    INFO(game.event_row(event).name << ": " << text);
    REQUIRE(!text.starts_with("nobody"));
    REQUIRE(text.find("nowhere") == std::string::npos);
    if (kind_of(event) != EventKind::TurnBegins && kind_of(event) != EventKind::PhaseBegins)
      REQUIRE(text.ends_with(std::string(event.rule) + ")"));
    for (const auto& modifier : event.modifiers) {
      codes.insert(code_of(modifier));
      REQUIRE(modifier.value != 0);
      REQUIRE(game.modifier_text(modifier).ends_with(", " + std::string(modifier.rule)));
    }
  });
  CHECK(kinds.size() > 50);
  CHECK(codes.size() > 12);
}

TEST_CASE("an event addresses the side that it is told to", "[hex_campaign]") {
  const auto context = load("basic");
  const HexCampaign game(*context);
  play::Event event;
  event.kind = static_cast<std::uint16_t>(EventKind::DepotDestroyed);
  event.rule = "8.7";
  event.side = 0;
  event.places = {context->cities.front().hex};
  const auto told = [&](play::Viewer reader) { return game.event_text(event, reader); };
  CHECK(told(play::Viewer::SideA).starts_with("Your Depot at "));
  CHECK(told(play::Viewer::SideB).starts_with("French Depot at "));
  CHECK(told(play::Viewer::Public) == told(play::Viewer::SideB));
}

TEST_CASE("events name no counter that lies face down for their reader", "[hex_campaign]") {
  const auto context = load("basic", {"rules.hidden_stacks=true"});
  const HexCampaign game(*context);
  int unseen = 0;
  for_each_event(game, 4, [&](const State& before, const play::Event& event, const State& after) {
    unseen += event.pieces.empty() && !event.visible_to[event.side < 0 ? 0 : event.side];
    for (const int piece : event.pieces) {
      const auto opponent = play::other(context->piece(piece).side);
      if (!event.visible_to[static_cast<int>(play::viewer_of(opponent))]) continue;
      const auto i = static_cast<std::size_t>(piece);
      INFO(game.event_text(event, play::Viewer::Public));
      REQUIRE((!on_map(after, piece) || before.veil[i] == kKnown || after.veil[i] == kKnown));
    }
  });
  CHECK(unseen > 0);
}
