// Which combinations of factors to play.
#pragma once

#include <cstdint>
#include <vector>

namespace niemen::lab {

/// A combination: the position of the chosen level of each factor.
using LevelChoice = std::vector<int>;

/// Every combination, the last factor changing fastest. `levels[i]` >= 1.
std::vector<LevelChoice> full_factorial(const std::vector<int>& levels);

/// The first combination takes every factor at its base level; then each factor is varied alone.
std::vector<LevelChoice> one_at_a_time(const std::vector<int>& levels, const LevelChoice& base);

/// `count` points in the unit cube, each of `factors` coordinates stratified into `count` equal
/// intervals hit once each (McKay, Beckman and Conover, 1979).
std::vector<std::vector<double>> latin_hypercube(int count, int factors, std::uint64_t seed);

}  // namespace niemen::lab
