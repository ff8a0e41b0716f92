#include "ai/lab/statistics/designs.h"

#include <algorithm>
#include <numeric>

#include "engine/core/random.h"

namespace niemen::lab {

std::vector<LevelChoice> full_factorial(const std::vector<int>& levels) {
  std::vector<LevelChoice> result;
  LevelChoice choice(levels.size(), 0);
  while (true) {
    result.push_back(choice);
    std::size_t i = levels.size();
    while (i > 0 && ++choice[i - 1] == levels[i - 1]) choice[--i] = 0;
    if (i == 0) return result;
  }
}

std::vector<LevelChoice> one_at_a_time(const std::vector<int>& levels, const LevelChoice& base) {
  std::vector<LevelChoice> result{base};
  for (std::size_t factor = 0; factor < levels.size(); ++factor)
    for (int level = 0; level < levels[factor]; ++level) {
      if (level == base[factor]) continue;
      result.push_back(base);
      result.back()[factor] = level;
    }
  return result;
}

std::vector<std::vector<double>> latin_hypercube(int count, int factors, std::uint64_t seed) {
  core::RandomStream random(seed);
  std::vector<std::vector<double>> points(static_cast<std::size_t>(count),
                                          std::vector<double>(static_cast<std::size_t>(factors)));
  for (std::size_t factor = 0; factor < static_cast<std::size_t>(factors); ++factor) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    for (std::size_t i = 0; i < order.size(); ++i)
      points[i][factor] = (order[i] + random.uniform()) / count;
  }
  return points;
}

}  // namespace niemen::lab
