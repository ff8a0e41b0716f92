#include "ai/lab/statistics/multiplicity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace niemen::lab {

double level_of_each(double level, std::size_t looked_at) {
  return 1 - (1 - level) / static_cast<double>(std::max<std::size_t>(1, looked_at));
}

std::string together_words(std::size_t looked_at) {
  if (looked_at < 2) return "";
  return fmt::format("each of the {} intervals so wide that all hold at once in 95 % of runs",
                     looked_at);
}

namespace {

/// The mean of each block.
std::vector<double> block_means(const std::vector<Observation>& figures) {
  std::map<std::uint64_t, std::pair<double, int>> sums;
  for (const auto& one : figures) {
    auto& [sum, count] = sums[one.block];
    sum += one.value;
    ++count;
  }
  std::vector<double> means;
  for (const auto& [block, sum] : sums) means.push_back(sum.first / sum.second);
  return means;
}

/// The two-sided chance of ranks at least as far apart as these where both are alike (normal
/// approximation with the correction for ties and continuity).
double rank_chance(const std::vector<double>& first, const std::vector<double>& second) {
  std::vector<std::pair<double, bool>> all;
  for (const double value : first) all.emplace_back(value, true);
  for (const double value : second) all.emplace_back(value, false);
  std::sort(all.begin(), all.end());
  const auto n = static_cast<double>(all.size()), m = static_cast<double>(first.size());
  double ranks = 0, ties = 0;
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    while (end < all.size() && all[end].first == all[i].first) ++end;
    const auto tied = static_cast<double>(end - i);
    ties += tied * tied * tied - tied;
    const double rank = (static_cast<double>(i + end) + 1) / 2;
    for (auto k = i; k < end; ++k)
      if (all[k].second) ranks += rank;
  }
  const double apart = std::abs(ranks - m * (n + 1) / 2) - 0.5;
  const double variance = m * (n - m) / 12 * (n + 1 - ties / (n * (n - 1)));
  if (!(variance > 0) || apart <= 0) return 1;
  return 2 * normal_cdf(-apart / std::sqrt(variance));
}

}  // namespace

std::vector<Contrast> won_lost_contrasts(std::span<const WonAndLost> figures, double level) {
  constexpr std::size_t kFewest = 5;
  struct Means {
    std::size_t figure;
    std::vector<double> won, lost;
  };
  std::vector<Means> told;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    auto won = block_means(figures[i].won), lost = block_means(figures[i].lost);
    if (won.size() >= kFewest && lost.size() >= kFewest)
      told.push_back({i, std::move(won), std::move(lost)});
  }
  const double each = level_of_each(level, told.size());
  std::vector<Contrast> contrasts;
  for (const auto& one : told) {
    const auto& [name, won, lost] = figures[one.figure];
    Contrast contrast{one.figure, independent_difference(lost, won, each), 0, false};
    auto all = won;
    all.insert(all.end(), lost.begin(), lost.end());
    double mean = 0, squares = 0;
    for (const auto& figure : all) mean += figure.value / static_cast<double>(all.size());
    for (const auto& figure : all) squares += (figure.value - mean) * (figure.value - mean);
    if (squares > 0)
      contrast.size =
          contrast.difference.value / std::sqrt(squares / (static_cast<double>(all.size()) - 1));
    contrast.shown =
        !contrast.difference.interval.contains(0) && rank_chance(one.won, one.lost) <= 1 - each;
    contrasts.push_back(std::move(contrast));
  }
  std::stable_sort(contrasts.begin(), contrasts.end(), [](const Contrast& a, const Contrast& b) {
    return std::abs(a.size) > std::abs(b.size);
  });
  return contrasts;
}

}  // namespace niemen::lab
