// 7.6, ruling R-17: forage markers are placed before Depots are founded and shown only at the end
// of Rally and Movement, so that they do not betray dummy trains.
#include <catch2/catch.hpp>

#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

Observation seen_by(play::Viewer viewer, const std::string& phase, const std::string& marker) {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = "basic";
  const auto context = load_context(request, play::open_game_folder(request));
  const HexCampaign game(*context);
  // Both sides have a train to discard in the movement phase and an attack to order later.
  const auto state = game.parse_state(
      "turn 3\nphase " + phase + "\ntrain a 2512\ntrain b 0311\nunit I-Vet-Inf-1 0415 supplied" +
      marker + "\nunit III-Vet-Inf-1 0315\nunit 1-I-Vet-Inf-1 0314 supplied\n");
  return game.observe(state, viewer);
}

}  // namespace

TEST_CASE("forage markers are shown at the end of Rally and Movement (TIR-7.6h)",
          "[hex][observation]") {
  const auto opponent = play::Viewer::SideB;
  CHECK(seen_by(opponent, "rally", " forage") == seen_by(opponent, "rally", ""));
  CHECK_FALSE(seen_by(opponent, "combat", " forage") == seen_by(opponent, "combat", ""));
}

TEST_CASE("their owner knows forage markers at once (TIR-7.6h)", "[hex][observation]") {
  const auto owner = play::Viewer::SideA;
  CHECK_FALSE(seen_by(owner, "rally", " forage") == seen_by(owner, "rally", ""));
}
