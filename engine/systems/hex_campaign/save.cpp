#include "engine/systems/hex_campaign/save.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

/// Steps from the nearest source of the side, over hexes it may enter.
std::vector<int> steps_from_source(const Context& c, Side side) {
  const auto s = static_cast<std::size_t>(play::index(side));
  std::vector<int> steps(static_cast<std::size_t>(c.map.size()), c.map.size());
  auto front = (c.source_edge[s] | c.source_city[s]) & c.enterable[s];
  auto reached = front;
  for (int step = 0; !front.empty(); ++step) {
    for (int hex : front) steps[hex] = step;
    front = (c.map.across(front) & c.enterable[s]) - reached;
    reached |= front;
  }
  return steps;
}

}  // namespace

std::string scenario_toml(const Context& c, const State& s, std::string_view title,
                          std::string_view position) {
  constexpr std::string_view kArmWords[] = {"infantry", "cavalry", "artillery"};
  std::string text = fmt::format(
      "title = {}\nset_up = \"position\"\npreset = {}\nfirst_turn = {}\nlast_turn = {}\n"
      "deploys_first = \"{}\"\nsource = \"a position that was played\"\n",
      core::toml_text(title), core::toml_text(c.preset),
      s.truce & kPartMask ? c.scenario.first_turn : std::max<int>(s.turn, c.scenario.first_turn),
      c.scenario.last_turn, kSideWords[play::index(c.deploys_first)]);
  if (c.scenario.free_setup) text += "free = true\n";
  std::string changes;
  for (const auto& change : c.overrides)
    changes += (changes.empty() ? "" : ", ") + core::toml_text(change);
  if (!changes.empty()) text += "set = [" + changes + "]\n";
  text += fmt::format("position = '''\n{}{}'''\n", position, position.ends_with('\n') ? "" : "\n");
  int number = 0;
  for (const auto& quota : c.scenario.quotas)
    text += fmt::format(
        "\n[[quota]]\nid = \"{}\"\nside = \"{}\"\narm = \"{}\"\ncount = {}\n"
        "within_of_border = {}\n",
        ++number, kSideWords[play::index(quota.side)],
        kArmWords[static_cast<std::size_t>(quota.arm)], quota.count, quota.within_of_border);
  return text;
}

std::string opening_toml(const Context& c, const State& s, Side side, std::string_view title) {
  for (int piece : side_pieces(c, side) & c.in_play)
    if (c.piece(piece).arrival_turn == 0 && !on_map(s, piece))
      throw core::InputError("the set-up is not whole in this position: " + c.piece(piece).id +
                             " has no hex");
  auto depots = std::vector<int>();
  for (int hex : depot_hexes(c, s, side)) depots.push_back(hex);
  const auto steps = steps_from_source(c, side);
  std::stable_sort(depots.begin(), depots.end(), [&](int a, int b) { return steps[a] < steps[b]; });
  std::string text = fmt::format("title = {}\nside = \"{}\"\ndepots = [", core::toml_text(title),
                                 kSideWords[play::index(side)]);
  for (std::size_t i = 0; i < depots.size(); ++i) {
    const auto city = c.city_at[depots[i]];
    text += (i ? ", " : "") + core::toml_text(c.cities[city].name);
  }
  text += "]\n\n[hexes]\n";
  for (int hex : c.map.all()) {
    std::string pieces;
    for (int piece : pieces_at(s, hex) & side_pieces(c, side)) {
      const auto& data = c.piece(piece);
      if (data.arrival_turn == 0) pieces += (pieces.empty() ? "" : ", ") + core::toml_text(data.id);
    }
    if (!pieces.empty())
      text += fmt::format("{} = [{}]\n", c.map.name(static_cast<Hex>(hex)), pieces);
  }
  return text;
}

std::string HexCampaign::scenario_toml(const State& state, std::string_view title) const {
  return hex_campaign::scenario_toml(*context_, state, title, state_text(state));
}

std::string HexCampaign::opening_toml(const State& state, play::Side side,
                                      std::string_view title) const {
  return hex_campaign::opening_toml(*context_, state, side, title);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
