#include "ai/table/scores.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <set>

namespace niemen::ai::table {

void Scores::fix(std::size_t position, double score) {
  positions_[position].fixed = true;
  positions_[position].mean = score;
}

void Scores::add(std::size_t position, const std::vector<double>& scores) {
  auto& one = positions_[position];
  one.scores.insert(one.scores.end(), scores.begin(), scores.end());
  one.mean = std::accumulate(one.scores.begin(), one.scores.end(), 0.0) /
             static_cast<double>(one.scores.size());
}

int Scores::lots(std::size_t position) const {
  return static_cast<int>(positions_[position].scores.size());
}

Measured Scores::measure(const Weights& weights) const {
  Measured sum;
  std::set<std::size_t> bounds;
  double most = 0;
  for (const auto& [position, weight] : weights) {
    assert(known(position));
    sum.value += weight * value(position);
    if (fixed(position)) continue;
    bounds.insert(positions_[position].scores.size());
    most = std::max(most, std::abs(weight));
  }
  if (bounds.empty()) return sum;
  sum.lots = static_cast<int>(*bounds.begin());
  double variance = most * most / static_cast<double>(sum.lots) / static_cast<double>(sum.lots);
  std::size_t from = 0;
  std::vector<double> totals;
  for (const auto to : bounds) {
    // All positions that were scored in one of these lots were scored in all of them.
    totals.assign(to - from, 0);
    for (const auto& [position, weight] : weights) {
      const auto& scores = positions_[position].scores;
      if (scores.size() < to || fixed(position)) continue;
      const auto share = weight / static_cast<double>(scores.size());
      for (std::size_t lot = from; lot < to; ++lot) totals[lot - from] += share * scores[lot];
    }
    const auto count = static_cast<double>(totals.size());
    const auto mean = std::accumulate(totals.begin(), totals.end(), 0.0) / count;
    double squares = 0;
    for (const auto total : totals) squares += (total - mean) * (total - mean);
    if (count > 1) variance += squares * count / (count - 1);
    from = to;
  }
  sum.error = std::sqrt(variance);
  return sum;
}

}  // namespace niemen::ai::table
