#include "ai/table/reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace niemen::ai::table {

namespace {

/// Playings that a reason rests on at least.
constexpr std::uint64_t kFewest = 50;

/// Half of the 95 % interval of the difference of two shares that were measured apart.
double reach(const Alternative& one, const Alternative& other) {
  return std::hypot(one.win_high - one.win_low, other.win_high - other.win_low) / 2;
}

std::string other_words(const Alternative& one, const Alternative& chosen) {
  const auto less = chosen.win_probability - one.win_probability;
  const auto around = reach(one, chosen);
  if (less - around <=
      0)  // the chosen one is not better by its figure: the search found them alike
    return fmt::format("{} was equal to it", one.text);
  return fmt::format("{} promised {:.0f} points less ({:.0f} to {:.0f})", one.text, 100 * less,
                     100 * (less - around), 100 * (less + around));
}

}  // namespace

std::string reason_of(const Decision& decision) {
  constexpr std::size_t kOthers = 2;
  const auto& tried = decision.report.alternatives;
  const auto chosen = std::ranges::find(tried, decision.action, &Alternative::action);
  if (chosen == tried.end() || chosen->visits < kFewest) return {};
  std::string others;
  std::size_t told = 0;
  for (const auto& one : tried) {
    if (one.action == chosen->action || one.visits < kFewest || told == kOthers) continue;
    others += (told++ == 0 ? "; " : ", ") + other_words(one, *chosen);
  }
  if (others.empty()) return {};  // there is nothing that it was weighed against
  return fmt::format("its search gave it {:.0f} % to win ({:.0f} to {:.0f}){}",
                     100 * chosen->win_probability, 100 * chosen->win_low, 100 * chosen->win_high,
                     others);
}

}  // namespace niemen::ai::table
