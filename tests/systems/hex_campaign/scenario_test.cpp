// Scenarios that start in the middle of a campaign: they load, start without a fault, and play out.
#include <catch2/catch.hpp>

#include "engine/core/random.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/load_parts.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

std::shared_ptr<const Context> load(const std::string& scenario, const std::string& preset) {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.scenario = scenario;
  request.preset = preset;
  return load_context(request, play::open_game_folder(request));
}

/// Plays uniformly at random; returns what is wrong, or nothing.
std::string play_out(const HexCampaign& game, std::uint64_t seed) {
  core::RandomStream random(seed);
  play::NullRecorder silent;
  play::ActionList actions;
  play::ChanceList chances;
  auto state = game.initial();
  for (int i = 0; game.actor(state) != play::Actor::Over; ++i) {
    if (i > game.max_decisions()) return "no end";
    if (auto fault = game.check(state)) return *fault;
    if (game.actor(state) == play::Actor::Nature) {
      game.chance(state, chances);
      game.apply(state, chances[random.below(static_cast<std::uint32_t>(chances.size()))].action,
                 silent);
      continue;
    }
    game.legal(state, actions);
    if (actions.empty()) return "nothing to decide";
    game.apply(state, actions[random.below(static_cast<std::uint32_t>(actions.size()))], silent);
  }
  return {};
}

const char* const kShort[] = {"march-on-smolensk", "race-to-moscow", "retreat"};

}  // namespace

TEST_CASE("short scenarios start and end under every preset", "[hex][scenario]") {
  for (const std::string scenario : kShort)
    for (const std::string preset : {"basic", "optional", "advanced", "two-year"}) {
      INFO(scenario << " " << preset);
      const auto context = load(scenario, preset);
      const HexCampaign game(*context);
      CHECK(game.turn(game.initial()) == context->scenario.first_turn);
      for (std::uint64_t seed = 1; seed <= 5; ++seed) CHECK(play_out(game, seed) == "");
    }
}

TEST_CASE("short scenarios stand as their files say", "[hex][scenario]") {
  const auto context = load("retreat", "advanced");
  const auto state = HexCampaign(*context).initial();
  const auto at_hex = [&](const char* id) {
    const int where = place(state, find_piece(*context, id));
    return where < kFirstOffMap ? context->map.name(static_cast<Hex>(where)) : std::string("off");
  };
  CHECK(at_hex("napoleon") == "0308");
  CHECK(at_hex("Reserve-Vet-Cav-1") == "0409");
  CHECK(at_hex("bagration") == "off");
  CHECK(place(state, find_piece(*context, "bagration")) == kLost);
  CHECK(place(state, find_piece(*context, "chichagov")) == kNotArrived);
  CHECK(disrupted(state, find_piece(*context, "V-Line-Inf-1")));
  CHECK(state.reserve_lost == 8);
  CHECK(state.captured == 1);
  CHECK(state.corps_released == 1);
  CHECK(depot_hexes(*context, state, Side::A).count() == 9);
}
