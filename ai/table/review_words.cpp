// A review told to a person.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ai/table/review.h"
#include "engine/play/telling.h"

namespace niemen::ai::table {

namespace {

std::string figure(double share) { return fmt::format("{:.0f}", 100 * std::abs(share)); }

/// "+27", "-13", "0": there is no "-0".
std::string whole_points(double share) {
  const auto points = std::lround(100 * share);
  return points == 0 ? "0" : fmt::format("{:+}", points);
}

/// "gave 20 points (+12 to +27)", or what was taken.
std::string gave(const Chance& change) {
  return fmt::format("{} {} point{} {}", change.value < 0 ? "took" : "gave", figure(change.value),
                     figure(change.value) == "1" ? "" : "s", interval_words(change));
}

/// Points of one turn are told in the order of the campaign.
std::vector<TurningPoint> in_order(const Review& review, std::size_t most) {
  auto points = review.points;
  if (points.size() > most) points.resize(most);
  std::ranges::stable_sort(points, {}, &TurningPoint::from);
  return points;
}

}  // namespace

std::string interval_words(const Chance& change) {
  return fmt::format("({} to {})", whole_points(change.low), whole_points(change.high));
}

std::string owed_words(Owed owed, play::Side side, const play::GameInfo& info) {
  switch (owed) {
    case Owed::Mine: return "your decisions";
    case Owed::His:
      return "the decisions of " + play::people_of(info.side_names[play::index(play::other(side))]);
    case Owed::Dice: return "the dice";
    case Owed::Reveal: return "what came out";
  }
  return "";
}

std::string review_words(const Review& review, const play::GameInfo& info) {
  constexpr std::size_t kMost = 5;
  auto words = fmt::format("At the start {:.0f} of 100 such campaigns would have been yours",
                           100 * review.start.value);
  for (const auto& point : in_order(review, kMost)) {
    const auto when =
        point.turn > 0 ? fmt::format("in turn {}", point.turn) : std::string("in the set-up");
    words += fmt::format("; {} {} {} ({})", when, owed_words(point.owed, review.side, info),
                         gave(point.change), point.words);
  }
  words += fmt::format("; at the end {:.0f}. ", 100 * review.result);
  if (!review.complete) return words + "The review was broken off: it says what it had found.";
  if (review.points.empty()) words += "Nothing in it can be told from luck at this depth. ";
  words += fmt::format("Nothing {}turned it by more than about {:.0f} points.",
                       review.points.empty() ? "" : "else ", std::ceil(100 * review.others));
  return words;
}

}  // namespace niemen::ai::table
