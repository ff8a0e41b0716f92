#include "engine/systems/hex_campaign/sense.h"

#include <optional>

#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign::inline NIEMEN_HEX_SIZE {

namespace {

/// Everything connected with `from` over hexes that the side may enter. Unbridged rivers can be
/// crossed.
HexSet connected(const Context& c, HexSet from, const HexSet& enterable) {
  from &= enterable;
  while (true) {
    auto wider = from;
    for (int hex : from) wider |= c.map.around(static_cast<Hex>(hex)) & enterable;
    if (wider == from) return from;
    from = wider;
  }
}

std::string place_words(const Context& c, Hex hex) {
  const int city = c.city_at[static_cast<std::size_t>(hex)];
  return (city >= 0 ? c.cities[static_cast<std::size_t>(city)].name + " (" : "hex (") +
         c.map.name(hex) + ")";
}

/// Where a piece stands in a position; nowhere when it is off the map.
HexSet hex_of(const State& s, int piece) {
  return on_map(s, piece) ? HexSet::of(place(s, piece)) : HexSet{};
}

}  // namespace

std::vector<Fault> find_faults(const Context& c) {
  std::vector<Fault> faults;
  std::optional<State> start;  // of a scenario that begins with a position
  if (!c.scenario.position.empty()) start = HexCampaign(c).initial();
  PerSide<HexSet> reached;
  for (const auto side : {Side::A, Side::B}) {
    const auto s = static_cast<std::size_t>(play::index(side));
    const auto& enterable = c.enterable[s];
    const auto sources = c.source_edge[s] | c.source_city[s];
    const auto fed = connected(c, sources, enterable);
    const auto fed_locally = fed | connected(c, c.local_source[s], enterable);
    if (sources.empty())
      faults.push_back({kNoHex, "the " + c.side_names[s] + " side has no source of supply (1.1)"});
    for (std::size_t i = 0; i < c.pieces.size(); ++i) {
      const auto& piece = c.pieces[i];
      if (piece.side != side) continue;
      const HexSet starts = start ? hex_of(*start, static_cast<int>(i)) : piece.entry;
      reached[s] |= connected(c, starts | piece.entry | piece.free_entry, enterable);
      const auto hungry = starts - (piece.own_source ? fed_locally : fed);
      if (piece.commander || sources.empty() || hungry.empty()) continue;
      const auto hex = static_cast<Hex>(hungry.first());
      faults.push_back({hex, piece.id + " may start or arrive in " + place_words(c, hex) +
                                 ", which no source of its side can feed"});
    }
  }
  const auto cut_off = [&](const HexSet& places, Side side, const char* what) {
    const auto s = static_cast<std::size_t>(play::index(side));
    for (int hex : places - reached[s])
      faults.push_back({static_cast<Hex>(hex), place_words(c, static_cast<Hex>(hex)) + what +
                                                   ", but the " + c.side_names[s] +
                                                   " side cannot reach it"});
  };
  for (const auto& row : c.victory.rows) {
    cut_off(row.hexes, row.side, " is an exit");
    if (row.what != VictoryRow::What::Place) continue;
    if (row.when != VictoryRow::When::End)
      cut_off(HexSet::of(row.hex), row.side, " scores");
    else if (!(reached[0] | reached[1]).contains(row.hex))
      faults.push_back(
          {row.hex, place_words(c, row.hex) + " scores, but neither side can reach it"});
  }
  for (const auto& death : c.victory.sudden_deaths)
    cut_off(death.places, death.winner, " decides the game");
  for (const auto& city : c.cities)
    if (c.map.around(city.hex).empty())
      faults.push_back(
          {city.hex, place_words(c, city.hex) + " touches no hex that can be entered"});
  return faults;
}

std::vector<std::string> HexCampaign::fault_lines() const {
  std::vector<std::string> lines;
  for (const auto& fault : find_faults(*context_))
    lines.push_back(context_->title + ": " + fault.text);
  return lines;
}

}  // namespace niemen::hex_campaign::inline NIEMEN_HEX_SIZE
