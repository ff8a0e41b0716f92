#include "tools/review_text.h"

#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

std::string change_words(const ai::table::Chance& change) {
  return points_words(change.value) + " " + interval_words(change);
}

std::string point_line(int number, const ai::table::TurningPoint& point, play::Side side,
                       const play::GameInfo& info) {
  const auto mark = std::string(mark_word(mark_of(point)));
  constexpr std::size_t kWords = 160;
  const auto when = point.turn > 0 ? fmt::format("turn {}", point.turn) : std::string("set-up");
  return fmt::format("  {}. {}, step {}, {}: {}{}; {}{}", number, when, point.from + 1,
                     owed_words(point.owed, side, info), change_words(point.change),
                     mark.empty() ? "" : ", " + mark, point.words.substr(0, kWords),
                     point.words.size() > kWords ? "..." : "");
}

}  // namespace

std::string advice_line(const std::optional<ai::table::Advice>& advice) {
  if (!advice) return "no other course that was tried is better for certain";
  return ai::table::advice_words(*advice);
}

std::vector<std::string> review_lines(const ai::table::Review& review, const play::GameInfo& info,
                                      const Advices& advice) {
  using ai::table::Owed;
  std::vector<std::string> lines{review_words(review, info)};
  if (review.curve.empty()) return lines;
  lines.push_back(fmt::format("At the start {:.1f} % ({:.0f} to {:.0f}), {} {:.1f} %.",
                              100 * review.start.value, 100 * review.start.low,
                              100 * review.start.high, review.complete ? "at the end" : "so far",
                              100 * review.result));
  std::string sums;
  for (const auto owed : {Owed::Mine, Owed::His, Owed::Dice, Owed::Reveal})
    sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", owed_words(owed, review.side, info),
                        change_words(review.sums[static_cast<std::size_t>(owed)]));
  lines.push_back(core::capitalised(sums) + ".");
  if (!review.points.empty()) lines.push_back("It turned on:");
  for (std::size_t i = 0; i < review.points.size(); ++i) {
    const auto& point = review.points[i];
    lines.push_back(point_line(static_cast<int>(i) + 1, point, review.side, info));
    if (i < advice.size() && cost_something(point))
      lines.push_back("     " + advice_line(advice[i]));
  }
  if (review.looked_at > 0)
    lines.push_back(fmt::format(
        "{} campaigns were played on by rules of thumb on both sides, from {} stretches; the "
        "intervals of the turning points allow for that many.",
        review.campaigns, review.looked_at));
  return lines;
}

}  // namespace niemen::tools
