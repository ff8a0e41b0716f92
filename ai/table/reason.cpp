#include "ai/table/reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace niemen::ai::table {

namespace {

std::string share_of(const Alternative& one) {
  return fmt::format("{:.0f} % to win ({:.0f} to {:.0f})", 100 * one.win_probability,
                     100 * one.win_low, 100 * one.win_high);
}

/// Another way, and how much less it promises (or more: a search may prefer what it tried most).
std::string other_words(const Alternative& one, const Alternative& chosen) {
  const auto less = 100 * (chosen.win_probability - one.win_probability);
  return fmt::format("{}: {}, {:.1f} points {}", one.text, share_of(one), less < 0 ? -less : less,
                     less < 0 ? "more" : "less");
}

}  // namespace

std::string reason_of(const Decision& decision) {
  constexpr std::size_t kOthers = 2;
  const auto& tried = decision.report.alternatives;
  const auto chosen = std::ranges::find(tried, decision.action, &Alternative::action);
  const auto visits =
      std::accumulate(tried.begin(), tried.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const Alternative& one) { return sum + one.visits; });
  if (chosen == tried.end() || visits < 2) return {};  // of one try there is nothing to say
  auto words =
      fmt::format("{:.0f} % of {} tries; {}",
                  100.0 * static_cast<double>(chosen->visits) / static_cast<double>(visits), visits,
                  share_of(*chosen));
  std::size_t told = 0;
  for (const auto& one : tried) {
    if (one.action == chosen->action || one.visits == 0 || told == kOthers) continue;
    words += (told++ == 0 ? "; else " : "; ") + other_words(one, *chosen);
  }
  return words;
}

}  // namespace niemen::ai::table
