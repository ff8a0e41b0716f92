#include "engine/play/arrivals.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

namespace niemen::play {

namespace {

constexpr std::string_view kArrives = "arrives on ";
constexpr std::string_view kEnters = "in ";

std::string entry_of(const Counter& counter) {
  const auto entry = std::ranges::find_if(
      counter.states, [](const std::string& state) { return state.starts_with(kEnters); });
  return entry == counter.states.end() ? "" : *entry;
}

}  // namespace

std::string arrival_mark(std::string_view turn_word, int turn) {
  return std::string(kArrives) + std::string(turn_word) + " " + std::to_string(turn);
}

std::string entry_mark(std::vector<std::string> places) {
  constexpr std::size_t kNamed = 3;
  std::stable_partition(places.begin(), places.end(), [](const std::string& place) {
    return std::ranges::any_of(place, [](unsigned char letter) { return std::isalpha(letter); });
  });
  std::string words(kEnters);
  for (std::size_t i = 0; i < std::min(kNamed, places.size()); ++i)
    words += (i == 0 ? "" : ", ") + places[i];
  const auto more = places.size() - std::min(kNamed, places.size());
  if (more == 0) return words;
  return words + ", " + std::to_string(more) + (more == 1 ? " more place" : " more places");
}

std::optional<int> arrival_turn(const Counter& counter) {
  if (counter.place >= 0) return std::nullopt;
  for (const auto& state : counter.states)
    if (state.starts_with(kArrives)) return std::stoi(state.substr(state.rfind(' ') + 1));
  return std::nullopt;
}

std::vector<Arrival> arrivals(const View& view) {
  using Units = std::vector<std::pair<std::string, int>>;  // names, how many of each
  std::map<std::tuple<int, int, std::string>, Units> together;
  for (const auto& counter : view.counters) {
    const auto turn = arrival_turn(counter);
    if (!turn) continue;
    auto& units = together[{*turn, counter.side, entry_of(counter)}];
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
