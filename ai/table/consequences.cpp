#include "ai/table/consequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "engine/play/orders.h"
#include "engine/play/telling.h"

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

/// What is no unit: it follows an army, or marks a place.
bool is_unit(const std::string& kind) {
  constexpr std::array<std::string_view, 7> kOthers{"commander", "leader", "depot", "train",
                                                    "dummy",     "blank",  "supply"};
  return std::ranges::count(kOthers, kind) == 0;
}

/// "2 infantry", "1 Depot", "3 Supply Trains".
std::string counted(int count, const std::string& kind) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNames{
      {{"commander", "Commander"},
       {"leader", "Leader"},
       {"depot", "Depot"},
       {"train", "Supply Train"},
       {"dummy", "dummy train"},
       {"blank", "blank counter"}}};
  const auto named =
      std::ranges::find_if(kNames, [&](const auto& row) { return row.first == kind; });
  if (named == kNames.end() && (kind == "infantry" || kind == "cavalry" || kind == "artillery"))
    return fmt::format("{} {}", count, kind);
  const auto name = named == kNames.end() ? std::string(kind) : std::string(named->second);
  return fmt::format("{} {}{}", count, name, count == 1 ? "" : "s");
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

void add_places(const play::Board& board, const play::View& before, const play::View& after,
                const std::string* names, std::vector<std::string>& words) {
  const auto places = std::min({before.spaces.size(), after.spaces.size(), board.spaces.size()});
  for (std::size_t i = 0; i < places; ++i) {
    const auto owner = after.spaces[i].owner;
    if (owner < 0 || owner == before.spaces[i].owner || board.spaces[i].name.empty()) continue;
    words.push_back(fmt::format("{} falls to {}", board.spaces[i].name, names[owner]));
  }
}

/// What has become of the place that was attacked.
std::string of_target(const play::Board& board, const play::View& after, play::Side side,
                      int target) {
  const auto place = play::place_name(board, target);
  const bool own = holds_place(after, target, play::index(side));
  const bool enemy = holds_place(after, target, play::index(play::other(side)));
  if (own && enemy) return place + " is still fought for";
  if (own) return "you take " + place;
  return place + (enemy ? " holds" : " is left empty");
}

}  // namespace

std::string people_words(const play::GameInfo& info, play::Side side) {
  return play::people_of(info.side_names[play::index(side)]);
}

bool holds_its_place(const play::Counter& counter) {
  return stands(counter) &&
         (is_unit(counter.kind) || counter.kind == "commander" || counter.kind == "leader");
}

bool holds_place(const play::View& view, int place, int side) {
  return std::ranges::any_of(view.counters, [&](const play::Counter& counter) {
    return counter.place == place && counter.side == side && holds_its_place(counter);
  });
}

Force force_of(const play::View& view, int side) {
  Force force;
  for (const auto& counter : view.counters) {
    if (!stands(counter) || counter.side != side || !is_unit(counter.kind)) continue;
    force.units += counter.count;
    force.strength += counter.strength * counter.count;
  }
  return force;
}

Consequences consequences(const play::GameInfo& info, const play::Board& board,
                          const play::View& before, const play::View& after, play::Side side,
                          int target) {
  Consequences found;
  std::string names[play::kSides];
  for (const auto one : {play::Side::A, play::Side::B})
    names[play::index(one)] = one == side ? "you" : people_words(info, one);
  if (target >= 0) found.losses.push_back(of_target(board, after, side, target));
  const auto lost = change(forces(before), forces(after));
  for (const auto& [key, count] : lost)
    found.losses.push_back(fmt::format("{} {} {}", names[key.first], count < 0 ? "lose" : "gain",
                                       counted(std::abs(count), key.second)));
  const auto enemy = play::index(play::other(side));
  if (const int gone = moved(before, after, enemy); gone > 0 && target < 0)
    found.losses.push_back(
        fmt::format("{} of {} move{}", gone, names[enemy], gone == 1 ? "s" : ""));
  // Where counters went their strength went with them.
  for (const auto& [key, count] : change(strengths(before), strengths(after)))
    if (std::ranges::none_of(
            lost, [of = key.first](const auto& entry) { return entry.first.first == of; }))
      found.traces.push_back(fmt::format("{} {} {} strength", names[key.first],
                                         count < 0 ? "lose" : "gain", std::abs(count)));
  for (const auto& [key, count] : change(states(before), states(after)))
    found.traces.push_back(fmt::format("{} have {} {} {}", names[key.first], std::abs(count),
                                       count < 0 ? "fewer" : "more", key.second));
  add_places(board, before, after, names, found.traces);
  return found;
}

}  // namespace niemen::ai::table
