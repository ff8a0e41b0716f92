// Openings changed by name, as `--set` does, in the games whose openings are files of their own.
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;

namespace {

/// The set-up of a game under an opening of its first side, with some of it overridden.
std::string set_up(const std::string& title, const std::string& opening,
                   std::vector<std::string> overrides) {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  request.openings[0] = opening;
  request.overrides = std::move(overrides);
  const auto game = systems::load_game(request);
  return game->state_text(game->initial());
}

std::string complaint(const std::string& opening, const std::string& override) {
  try {
    set_up("strategic-1812", opening, {override});
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("units of an opening over Areas go elsewhere by the opening's name", "[openings]") {
  using Catch::Contains;
  const auto text = set_up("strategic-1812", "french-centre",
                           {"openings.french-centre.french-1/FP3.units=1ic",
                            "openings.french-centre.placed.french-1/FP2.units=1ic 1su"});
  CHECK_THAT(set_up("strategic-1812", "french-centre", {}), Contains("at FP3 french 1ic 1su"));
  CHECK_THAT(text, Contains("at FP3 french 1ic\n"));
}

TEST_CASE("pieces of an opening on hexes go elsewhere by the opening's name", "[openings]") {
  using Catch::Contains;
  const auto text = set_up("grand-tactical-1812", "french-august-kiev",
                           {"openings.french-august-kiev.french-13/3322.units=5-5 G",
                            "openings.french-august-kiev.french-13/3321.units=2-3 H"});
  CHECK_THAT(set_up("grand-tactical-1812", "french-august-kiev", {}),
             Contains("unit french-St-Cyr 3322\n"));
  CHECK_THAT(text, Contains("unit french-St-Cyr 3321\n"));
}

TEST_CASE("blocks of an opening go elsewhere by the opening's name", "[openings]") {
  using Catch::Contains;
  const auto text =
      set_up("borodino-1812", "french-north", {"openings.french-north.places.morand=gryaz"});
  CHECK_THAT(set_up("borodino-1812", "french-north", {}), Contains("block morand zakharino\n"));
  CHECK_THAT(text, Contains("block morand gryaz\n"));
}

TEST_CASE("a name that no opening has is answered with those it has", "[openings]") {
  using Catch::Contains;
  CHECK_THAT(complaint("french-centre", "openings.french-centre.french-9/FP3.units=1ic"),
             Contains("there is no \"french-9/FP3\" here") && Contains("french-1/FP3"));
  CHECK_THAT(complaint("french-centre", "openings.french-north.side=french"),
             Contains("there is no \"french-north\" here; allowed: french-centre"));
  CHECK_THAT(complaint("", "openings.french-north.side=french"), Contains("no opening is played"));
  CHECK_THAT(complaint("french-centre", "openings.french-centre.french-1/FP3.area=FP9"),
             Contains("there is no place \"FP9\""));
}
