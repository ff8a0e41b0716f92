// What was scored by playing on from the positions of a campaign, and what chance leaves open about
// their sums and differences.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace niemen::ai::table {

/// Positions with a factor each, every position once: +1 and -1 make a difference.
using Weights = std::vector<std::pair<std::size_t, double>>;

/// A sum over positions, with its standard error.
struct Measured {
  double value = 0;
  double error = 0;
  int lots = 0;  ///< of the position that was played on from least; 0: of none
};

/// The scores of a row of positions. The n-th score of each was dealt and diced by the same lot, so
/// that sums over positions are measured lot by lot, whatever they share.
class Scores {
 public:
  explicit Scores(std::size_t positions) : positions_(positions) {}

  /// A position whose score is known: the end of the campaign.
  void fix(std::size_t position, double score);
  /// Adds the scores of the next lots.
  void add(std::size_t position, const std::vector<double>& scores);
  bool fixed(std::size_t position) const { return positions_[position].fixed; }
  /// Played on from a position that is not fixed.
  int lots(std::size_t position) const;
  bool known(std::size_t position) const { return fixed(position) || lots(position) > 0; }
  /// The mean. Precondition: known().
  double value(std::size_t position) const { return positions_[position].mean; }
  /// One lot in which the score turned round is assumed beside those that were played: of what has
  /// not happened yet nobody can be sure. Precondition: all are known(), by two lots or more.
  Measured measure(const Weights& weights) const;

 private:
  struct Position {
    std::vector<double> scores;
    double mean = 0;
    bool fixed = false;
  };
  std::vector<Position> positions_;
};

}  // namespace niemen::ai::table
