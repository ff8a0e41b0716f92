#include "engine/systems/hex_campaign/sense.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

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
  const int city = c.city_at[hex];
  return (city >= 0 ? c.cities[city].name + " (" : "hex (") + c.map.name(hex) + ")";
}

/// Where a piece stands in a position; nowhere when it is off the map.
HexSet hex_of(const State& s, int piece) {
  return on_map(s, piece) ? HexSet::of(place(s, piece)) : HexSet{};
}

/// Pieces that come when every campaign is over.
void find_late(const Context& c, std::vector<Fault>& faults) {
  for (const auto& piece : c.pieces)
    if (piece.arrival_turn > c.rules.turns && !piece.second_year)
      faults.push_back({kNoHex,
                        piece.id + " arrives in turn " + std::to_string(piece.arrival_turn) +
                            ", after the last turn (" + std::to_string(c.rules.turns) + ")",
                        piece.origin});
}

/// Victory that no place and no exit decides.
void find_no_objective(const Context& c, std::vector<Fault>& faults) {
  const auto is_of_places = [](const VictoryRow& row) {
    return row.what == VictoryRow::What::Place || row.what == VictoryRow::What::Exits;
  };
  if (c.victory.sudden_deaths.empty() &&
      std::none_of(c.victory.rows.begin(), c.victory.rows.end(), is_of_places))
    faults.push_back({kNoHex, "no place is worth points: there is nothing to take", {}});
}

/// Set-ups without room: pieces that may stand in a few hexes only and are too many for them.
void find_crowds(const Context& c, std::vector<Fault>& faults) {
  if (!c.scenario.position.empty()) return;
  const auto entry = [&](std::size_t i) {
    return c.scenario.free_setup ? c.pieces[i].free_entry : c.pieces[i].entry;
  };
  const auto set_up = [&](std::size_t i) {
    return c.pieces[i].arrival_turn == 0 && c.in_play.contains(static_cast<int>(i)) &&
           !c.pieces[i].carried;
  };
  for (std::size_t i = 0; i < c.pieces.size(); ++i) {
    if (!set_up(i)) continue;
    const auto hexes = entry(i);
    int load = 0;
    bool first = true;  // of those with these hexes: the others say the same
    for (std::size_t k = 0; k < c.pieces.size(); ++k) {
      if (!set_up(k) || c.pieces[k].side != c.pieces[i].side) continue;
      if (entry(k).is_subset_of(hexes)) load += c.occupancy[k];
      first = first && !(k < i && entry(k) == hexes);
    }
    const int room = hexes.count() * c.rules.hex_capacity;
    if (first && load > room)
      faults.push_back(
          {static_cast<Hex>(hexes.first()),
           c.pieces[i].id + " and others find no place in the set-up: " + std::to_string(load) +
               " half factors where " + std::to_string(room) + " have room (4.1), among them " +
               place_words(c, static_cast<Hex>(hexes.first())),
           c.pieces[i].origin});
  }
}

/// Rows of victory that can come true in no campaign of the scenario.
void find_unscorable(const Context& c, std::vector<Fault>& faults) {
  if (!c.scenario.position.empty()) return;
  const int turns = c.scenario.last_turn - c.scenario.first_turn + 1;
  for (const auto& row : c.victory.rows) {
    const auto where = row.what == VictoryRow::What::Place ? " for " + place_words(c, row.hex) : "";
    if (row.when == VictoryRow::When::ByTurn && row.turn < c.scenario.first_turn)
      faults.push_back({kNoHex,
                        "points" + where + " are to be scored by turn " + std::to_string(row.turn) +
                            ", before the first turn",
                        row.origin});
    if (row.when == VictoryRow::When::Held && row.turns_held > turns)
      faults.push_back({row.hex,
                        "points" + where + " are for " + std::to_string(row.turns_held) +
                            " turns, and the campaign has " + std::to_string(turns),
                        row.origin});
  }
}

/// Pieces that come at the end of one turn where there is not room for all of them.
void find_arriving_crowds(const Context& c, std::vector<Fault>& faults) {
  const auto comes = [&](std::size_t i) {
    const auto& piece = c.pieces[i];
    return piece.arrival_turn > 0 && c.in_play.contains(static_cast<int>(i)) && !piece.carried &&
           !piece.expedition && piece.with_power < 0 && !piece.entry.empty();
  };
  for (std::size_t i = 0; i < c.pieces.size(); ++i) {
    if (!comes(i)) continue;
    const auto& hexes = c.pieces[i].entry;
    int load = 0;
    bool first = true;  // of those with these hexes: the others say the same
    for (std::size_t k = 0; k < c.pieces.size(); ++k) {
      const auto& other = c.pieces[k];
      if (!comes(k) || other.side != c.pieces[i].side ||
          other.arrival_turn != c.pieces[i].arrival_turn)
        continue;
      if (other.entry.is_subset_of(hexes)) load += c.occupancy[k];
      first = first && !(k < i && other.entry == hexes);
    }
    const int room = hexes.count() * c.rules.hex_capacity;
    const auto hex = static_cast<Hex>(hexes.first());
    if (first && load > room)
      faults.push_back({hex,
                        c.pieces[i].id + " and others arrive together in turn " +
                            std::to_string(c.pieces[i].arrival_turn) + ": " + std::to_string(load) +
                            " half factors where " + std::to_string(room) +
                            " have room (4.1), among them " + place_words(c, hex),
                        c.pieces[i].origin});
  }
}

/// Where units of a side may stand at the end of a turn, the enemy apart: at most so many hexes
/// from where they were at its start.
HexSet reached_by(const Context& c, Side side, const HexSet& starts, int last_turn) {
  constexpr int kByCombat = 2;  // a withdrawal and an advance (11.11, 11.12)
  const auto s = static_cast<std::size_t>(play::index(side));
  const auto& rules = c.rules;
  const int hexes =
      std::min(kMaxMarch,
               std::max(rules.march, rules.forced_march) + rules.road_march +
                   *std::max_element(rules.march_of_arm.begin(), rules.march_of_arm.end())) +
      kByCombat;
  auto reached = starts & c.enterable[s];
  for (int turn = c.scenario.first_turn; turn <= last_turn; ++turn) {
    for (int step = 0; step < hexes; ++step) {
      const auto from = reached;
      for (int hex : from) reached |= c.map.around(static_cast<Hex>(hex)) & c.enterable[s];
    }
    for (const auto& piece : c.pieces)
      if (piece.side == side && piece.arrival_turn == turn) reached |= piece.entry;
  }
  return reached;
}

/// Exits inside the map, and exits that nobody comes to in time.
void find_idle_exits(const Context& c, PerSide<HexSet> starts, std::vector<Fault>& faults) {
  constexpr int kSides = 6;  // of a hex
  for (const auto& row : c.victory.rows) {
    if (row.what != VictoryRow::What::Exits) continue;
    const int last = row.when == VictoryRow::When::ByTurn ? row.turn : c.scenario.last_turn;
    const auto s = static_cast<std::size_t>(play::index(row.side));
    const auto in_time = reached_by(c, row.side, starts[s], last);
    for (int place : row.hexes) {
      const auto hex = static_cast<Hex>(place);
      if (c.map.around(hex).count() == kSides)
        faults.push_back({hex,
                          place_words(c, hex) +
                              " is an exit and lies inside the map: all six hexes around it can be "
                              "entered",
                          row.origin});
      if (!in_time.contains(hex))
        faults.push_back({hex,
                          place_words(c, hex) + " is an exit, and the " + c.side_names[s] +
                              " side cannot be there by turn " + std::to_string(last),
                          row.origin});
    }
  }
}

/// The position when both sides have set up, the first choice wherever there is one.
State after_set_up(const Context& c) {
  const HexCampaign game(c);
  play::NullRecorder silent;
  play::ActionList legal;
  auto state = game.initial();
  while (state.phase <= Phase::SetUpSecond && play::is_side(game.actor(state))) {
    game.legal(state, legal);
    game.apply(state, *legal.begin(), silent);
  }
  return state;
}

/// Units that a prepared deployment leaves without supply.
void find_starving(const Context& c, std::vector<Fault>& faults) {
  if (c.openings[0].name.empty() && c.openings[1].name.empty()) return;
  const auto state = after_set_up(c);
  for (const auto side : {Side::A, Side::B}) {
    const auto s = static_cast<std::size_t>(play::index(side));
    if (c.openings[s].name.empty() || c.openings[s].hungry) continue;
    const auto supplied = supplied_hexes(c, state, side);
    const auto local = supplied | locally_supplied_hexes(c, state, side);
    for (int unit : c.units_of[s]) {
      if (!on_map(state, unit) || always_fed(c, state, unit)) continue;
      const auto hex = static_cast<Hex>(place(state, unit));
      if (!(c.own_source.contains(unit) ? local : supplied).contains(hex))
        faults.push_back({hex,
                          "opening \"" + c.openings[s].name + "\": " + c.piece(unit).id +
                              " starts in " + place_words(c, hex) + ", out of supply (6.2)",
                          {}});
    }
  }
}

}  // namespace

std::vector<Fault> find_faults(const Context& c) {
  std::vector<Fault> faults;
  find_late(c, faults);
  find_unscorable(c, faults);
  find_no_objective(c, faults);
  find_crowds(c, faults);
  find_arriving_crowds(c, faults);
  find_starving(c, faults);
  std::optional<State> start;  // of a scenario that begins with a position
  if (!c.scenario.position.empty()) start = HexCampaign(c).initial();
  PerSide<HexSet> reached, at_start;
  for (const auto side : {Side::A, Side::B}) {
    const auto s = static_cast<std::size_t>(play::index(side));
    const auto& enterable = c.enterable[s];
    const auto sources = c.source_edge[s] | c.source_city[s];
    const auto fed = connected(c, sources, enterable);
    const auto fed_locally = fed | connected(c, c.local_source[s], enterable);
    if (sources.empty())
      faults.push_back(
          {kNoHex, "the " + c.side_names[s] + " side has no source of supply (1.1)", {}});
    for (std::size_t i = 0; i < c.pieces.size(); ++i) {
      const auto& piece = c.pieces[i];
      if (piece.side != side) continue;
      const HexSet starts = start ? hex_of(*start, static_cast<int>(i)) : piece.entry;
      if (start || piece.arrival_turn == 0) at_start[s] |= starts | piece.free_entry;
      reached[s] |= connected(c, starts | piece.entry | piece.free_entry, enterable);
      const auto hungry = starts - (piece.own_source ? fed_locally : fed);
      if (piece.commander || sources.empty() || hungry.empty()) continue;
      const auto hex = static_cast<Hex>(hungry.first());
      faults.push_back({hex,
                        piece.id + " may start or arrive in " + place_words(c, hex) +
                            ", which no source of its side can feed",
                        piece.origin});
    }
  }
  const auto cut_off = [&](const HexSet& places, Side side, const char* what,
                           const core::Origin& origin) {
    const auto s = static_cast<std::size_t>(play::index(side));
    for (int hex : places - reached[s])
      faults.push_back({static_cast<Hex>(hex),
                        place_words(c, static_cast<Hex>(hex)) + what + ", but the " +
                            c.side_names[s] + " side cannot reach it",
                        origin});
  };
  for (const auto& row : c.victory.rows) {
    cut_off(row.hexes, row.side, " is an exit", row.origin);
    if (row.what != VictoryRow::What::Place) continue;
    if (row.when != VictoryRow::When::End)
      cut_off(HexSet::of(row.hex), row.side, " scores", row.origin);
    else if (!(reached[0] | reached[1]).contains(row.hex))
      faults.push_back({row.hex, place_words(c, row.hex) + " scores, but neither side can reach it",
                        row.origin});
  }
  find_idle_exits(c, at_start, faults);
  for (const auto& death : c.victory.sudden_deaths)
    cut_off(death.places, death.winner, " decides the game", death.origin);
  for (const auto& city : c.cities)
    if (c.map.around(city.hex).empty())
      faults.push_back({city.hex, place_words(c, city.hex) + " touches no hex that can be entered",
                        city.origin});
  return faults;
}

std::vector<std::string> HexCampaign::fault_lines() const {
  std::vector<std::string> lines;
  for (const auto& fault : find_faults(*context_))
    lines.push_back((fault.origin.line ? fault.origin.words() : context_->title + ": ") +
                    fault.text);
  return lines;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
