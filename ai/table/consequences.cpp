#include "ai/table/consequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "engine/core/text.h"

namespace niemen::ai::table {

namespace {

/// Counts by side and by what is counted.
using Tally = std::map<std::pair<int, std::string>, int>;

bool stands(const play::Counter& counter) { return counter.place >= 0 && counter.side >= 0; }

Tally forces(const play::View& view) {
  Tally all;
  for (const auto& counter : view.counters)
    if (stands(counter)) all[{counter.side, counter.kind}] += counter.count;
  return all;
}

/// States that keep the books of a turn: they say what a counter has done, not how it fares.
bool keeps_books(const std::string& state) {
  constexpr std::array<std::string_view, 10> kBooks{
      "moved",     "forced march", "fought",  "foraging", "active",
      "bombarded", "reserve",      "counted", "cavalry",  "to be deployed"};
  return std::ranges::count(kBooks, state) > 0;
}

Tally states(const play::View& view) {
  Tally all;
  for (const auto& counter : view.counters)
    if (stands(counter))
      for (const auto& state : counter.states)
        if (!keeps_books(state)) all[{counter.side, state}] += counter.count;
  return all;
}

Tally strengths(const play::View& view) {
  Tally all;
  for (const auto& counter : view.counters)
    if (stands(counter)) all[{counter.side, "strength"}] += counter.strength * counter.count;
  return all;
}

/// What is more afterwards; entries that stayed as they were are left out.
Tally change(const Tally& before, Tally after) {
  for (const auto& [key, count] : before) after[key] -= count;
  std::erase_if(after, [](const auto& entry) { return entry.second == 0; });
  return after;
}

int moved(const play::View& before, const play::View& after, int side) {
  int count = 0;
  for (const auto& counter : before.counters) {
    if (counter.side != side || counter.place < 0) continue;
    const auto now = std::ranges::find(after.counters, counter.id, &play::Counter::id);
    count += now != after.counters.end() && now->place >= 0 && now->place != counter.place;
  }
  return count;
}

void add_places(const play::GameInfo& info, const play::Board& board, const play::View& before,
                const play::View& after, std::vector<std::string>& words) {
  const auto places = std::min({before.spaces.size(), after.spaces.size(), board.spaces.size()});
  for (std::size_t i = 0; i < places; ++i) {
    const auto owner = after.spaces[i].owner;
    if (owner < 0 || owner == before.spaces[i].owner || board.spaces[i].name.empty()) continue;
    words.push_back(fmt::format("{} falls to {}", board.spaces[i].name,
                                core::capitalised(info.side_names[owner])));
  }
}

}  // namespace

Consequences consequences(const play::GameInfo& info, const play::Board& board,
                          const play::View& before, const play::View& after, play::Side side) {
  Consequences found;
  const auto name = [&](int of) { return core::capitalised(info.side_names[of]); };
  const auto lost = change(forces(before), forces(after));
  for (const auto& [key, count] : lost)
    found.losses.push_back(fmt::format("{} {} {} {}", name(key.first),
                                       count < 0 ? "loses" : "gains", std::abs(count), key.second));
  const auto enemy = play::index(play::other(side));
  if (const int gone = moved(before, after, enemy); gone > 0)
    found.losses.push_back(fmt::format("{} {} piece{} move{}", gone, name(enemy),
                                       gone == 1 ? "" : "s", gone == 1 ? "s" : ""));
  // Where counters went their strength went with them.
  for (const auto& [key, count] : change(strengths(before), strengths(after)))
    if (std::ranges::none_of(
            lost, [of = key.first](const auto& entry) { return entry.first.first == of; }))
      found.traces.push_back(fmt::format("{} {} {:+}", name(key.first), key.second, count));
  for (const auto& [key, count] : change(states(before), states(after)))
    found.traces.push_back(fmt::format("{} {} {} {}", std::abs(count), count < 0 ? "fewer" : "more",
                                       name(key.first), key.second));
  add_places(info, board, before, after, found.traces);
  return found;
}

}  // namespace niemen::ai::table
