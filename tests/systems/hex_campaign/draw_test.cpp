#include "engine/systems/hex_campaign/draw.h"

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

/// Nobody on the map.
State empty_map(const Context& context) {
  State state{};
  state.piece.fill(kNotArrived);
  rebuild_caches(context, state);
  return state;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("the picture has every hex, river and city once") {
  const auto context = load();
  const auto state = empty_map(context);
  const auto svg = draw_svg({context, state, {}, {}});
  CHECK(count(svg, "<polygon") ==
        context.closed.size() + static_cast<std::size_t>(context.map.size()));
  CHECK(count(svg, "stroke=\"#3f7fc0\"") == context.rivers.size());
  for (const auto& city : context.cities) CHECK(count(svg, ">" + city.name + "</text>") == 1);
  CHECK(count(svg, "rx=\"2\"") == 0);
}

TEST_CASE("the picture shows units where they stand, faults and supply") {
  const auto context = load();
  auto state = empty_map(context);
  const auto hex = context.cities[0].hex;
  place_pieces(context, state, PieceSet::of(context.units_of[0].first()), hex);
  Drawing drawing{context, state, {}, {{hex, "5 < 6 & more"}}};
  drawing.supplied[0].insert(hex);
  const auto svg = draw_svg(drawing);
  CHECK(count(svg, "rx=\"2\"") == 1);
  CHECK(count(svg, "5 &lt; 6 &amp; more") == 1);
  CHECK(count(svg, "width=\"5\" height=\"5\"") == 1);
}

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
