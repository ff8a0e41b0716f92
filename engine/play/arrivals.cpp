#include "engine/play/arrivals.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

namespace niemen::play {

std::string entry_words(std::vector<std::string> places) {
  constexpr std::size_t kNamed = 3;
  if (places.empty()) return "";
  std::stable_partition(places.begin(), places.end(), [](const std::string& place) {
    return std::ranges::any_of(place, [](unsigned char letter) { return std::isalpha(letter); });
  });
  std::string words = "in ";
  for (std::size_t i = 0; i < std::min(kNamed, places.size()); ++i)
    words += (i == 0 ? "" : ", ") + places[i];
  const auto more = places.size() - std::min(kNamed, places.size());
  if (more == 0) return words;
  return words + ", " + std::to_string(more) + (more == 1 ? " more place" : " more places");
}

std::vector<Arrival> arrivals(const View& view) {
  using Units = std::vector<std::pair<std::string, int>>;  // names, how many of each
  std::map<std::tuple<int, int, std::string>, Units> together;
  for (const auto& counter : view.counters) {
    if (counter.arrives == 0) continue;
    auto& units = together[{counter.arrives, counter.side, counter.entry}];
    auto same = std::ranges::find(units, counter.name, &Units::value_type::first);
    if (same == units.end()) same = units.insert(same, {counter.name, 0});
    same->second += counter.count;
  }
  std::vector<Arrival> list;
  for (const auto& [key, units] : together) {
    const auto& [turn, side, where] = key;
    list.push_back({turn, side, where, {}});
    for (const auto& [name, count] : units)
      list.back().units.push_back((count > 1 ? std::to_string(count) + " x " : "") + name);
  }
  return list;
}

}  // namespace niemen::play
