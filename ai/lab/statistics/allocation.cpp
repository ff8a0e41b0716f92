#include "ai/lab/statistics/allocation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

namespace {

constexpr int kDrawings = 256;

/// A true score of each choice, as it may be.
class Drawing {
 public:
  explicit Drawing(std::span<const ChoiceRecord> choices) {
    for (const auto& choice : choices) {
      means_.push_back(choice.mean());
      deviations_.push_back(std::sqrt(choice.variance()));
    }
  }

  /// The best in new drawings of all but `left_out`.
  std::size_t best(core::RandomStream& random, std::size_t left_out = ~std::size_t{0}) const {
    std::size_t best = left_out == 0 ? 1 : 0;
    double highest = -1e9;
    constexpr double kSmallest = 0x1.0p-54;  // the quantile needs a number above 0
    for (std::size_t i = 0; i < means_.size(); ++i) {
      const double drawn =
          means_[i] + deviations_[i] * normal_quantile(random.uniform() + kSmallest);
      if (i == left_out || drawn <= highest) continue;
      highest = drawn;
      best = i;
    }
    return best;
  }

 private:
  std::vector<double> means_, deviations_;
};

/// Whole numbers of the sum `total` in the proportions of `shares`: what rounding down leaves goes
/// to the largest remainders, the first of equals.
std::vector<std::uint64_t> apportion(const std::vector<int>& shares, std::uint64_t total) {
  const auto all = static_cast<std::uint64_t>(std::accumulate(shares.begin(), shares.end(), 0));
  std::vector<std::uint64_t> parts;
  std::vector<std::pair<std::uint64_t, std::size_t>> remainders;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto share = static_cast<std::uint64_t>(shares[i]) * total;
    parts.push_back(share / all);
    given += parts.back();
    remainders.emplace_back(all - share % all, i);
  }
  std::sort(remainders.begin(), remainders.end());
  for (std::size_t i = 0; given < total; ++i, ++given) ++parts[remainders[i].second];
  return parts;
}

}  // namespace

double ChoiceRecord::variance() const {
  const double n = static_cast<double>(campaigns) + 2;
  return std::max(0.0, (squares + 1) / n - mean() * mean()) / (n + 1);
}

std::size_t leader_of(std::span<const ChoiceRecord> choices) {
  assert(!choices.empty());
  std::size_t leader = 0;
  for (std::size_t i = 1; i < choices.size(); ++i)
    if (choices[i].mean() > choices[leader].mean()) leader = i;
  return leader;
}

std::vector<std::uint64_t> allocate(std::span<const ChoiceRecord> choices, std::uint64_t campaigns,
                                    core::RandomStream& random) {
  assert(choices.size() > 1);
  const Drawing drawing(choices);
  std::vector<int> shares(choices.size(), 0);
  for (int i = 0; i < kDrawings; ++i) {
    const auto first = drawing.best(random);
    ++shares[first];
    ++shares[drawing.best(random, first)];
  }
  return apportion(shares, campaigns);
}

std::vector<double> chances_of_best(std::span<const ChoiceRecord> choices,
                                    core::RandomStream& random) {
  constexpr int kMany = 10'000;
  const Drawing drawing(choices);
  std::vector<double> chances(choices.size(), 0);
  for (int i = 0; i < kMany; ++i) chances[drawing.best(random)] += 1.0 / kMany;
  return chances;
}

bool is_leader_shown(std::span<const ChoiceRecord> choices, double error) {
  const auto leader = leader_of(choices);
  double campaigns = 0;
  for (const auto& choice : choices) campaigns += static_cast<double>(choice.campaigns);
  const double others = static_cast<double>(choices.size()) - 1;
  const double needed = std::log((1 + std::log(campaigns + 1)) * others / error);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i == leader) continue;
    const double lead = choices[leader].mean() - choices[i].mean();
    if (lead * lead <= 2 * needed * (choices[leader].variance() + choices[i].variance()))
      return false;
  }
  return true;
}

}  // namespace niemen::lab
