// What makes no sense in the data of a hex campaign is found.
#include "engine/systems/hex_campaign/sense.h"

#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

Context load(const std::vector<std::string>& overrides = {}, const std::string& scenario = "") {
  play::GameRequest request;
  request.scenario = scenario;
  request.folder = play::find_game_folder("russia-1812");
  request.overrides = overrides;
  return *load_context(request, play::open_game_folder(request));
}

}  // namespace

TEST_CASE("data that make sense have no faults, and others have") {
  const auto sound = load();
  for (const auto& fault : find_faults(sound)) FAIL_CHECK(fault.text);

  auto cut_off = sound;
  const auto target = cut_off.victory.rows[1].hex;
  for (auto& enterable : cut_off.enterable) enterable.erase(target);
  const auto faults = find_faults(cut_off);
  REQUIRE(faults.size() >= 1);
  CHECK(faults[0].hex == target);
  CHECK_THAT(faults[0].text, Catch::Contains("neither side can reach"));

  auto one_sided = sound;
  one_sided.enterable[0].erase(target);
  CHECK(find_faults(one_sided).empty());
  one_sided.victory.rows[1].when = VictoryRow::When::Held;
  CHECK_THAT(find_faults(one_sided).at(0).text, Catch::Contains("scores, but the French"));
  VictoryRow exit;
  exit.what = VictoryRow::What::Exits;
  exit.hexes = HexSet::of(target);
  one_sided.victory.rows = {exit};
  CHECK_THAT(find_faults(one_sided).at(0).text, Catch::Contains("is an exit, but the French"));

  // Moscow is 20 hexes from the frontier.
  auto far = sound;
  for (const auto& city : sound.cities)
    if (city.name == "Moscow") exit.hexes = HexSet::of(city.hex);
  exit.when = VictoryRow::When::ByTurn;
  for (const int turn : {2, 3}) {
    exit.turn = turn;
    far.victory.rows = {exit};
    std::size_t late = 0;
    for (const auto& fault : find_faults(far))
      late += fault.text.find("cannot be there by turn 2") != std::string::npos;
    CHECK(late == (turn == 2 ? 1 : 0));
  }

  auto unfed = sound;
  unfed.source_edge[0].clear();
  unfed.source_city[0].clear();
  CHECK_THAT(find_faults(unfed)[0].text, Catch::Contains("no source of supply"));

  auto besieged = load({}, "retreat");
  CHECK(find_faults(besieged).empty());
  const auto state = HexCampaign(besieged).initial();
  for (int unit : besieged.units_of[0])
    if (on_map(state, unit)) {
      const auto hex = static_cast<Hex>(place(state, unit));
      for (int near : besieged.map.around(hex)) besieged.enterable[0].erase(near);
      break;
    }
  CHECK_THAT(find_faults(besieged).at(0).text,
             Catch::Contains("which no source of its side can feed"));

  auto island = sound;
  const auto first = island.pieces[0].entry;
  for (int hex : first) island.enterable[0] -= island.map.around(static_cast<Hex>(hex)) - first;
  bool told = false;
  for (const auto& fault : find_faults(island))
    told = told || fault.text.find("can feed") != std::string::npos;
  CHECK(told);
}
