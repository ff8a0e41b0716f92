// The mixed equilibrium of a payoff table, and what sampling leaves open about it.
#pragma once

#include <cstdint>
#include <Eigen/Core>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// Results in the cells of a table: rows are side A's choices, columns side B's; values are scores
/// of side A. Results that share a block share dice, also across cells.
struct PayoffTable {
  int rows = 0;
  int columns = 0;
  std::vector<std::vector<Observation>> cells;  ///< row by row

  PayoffTable(int row_count, int column_count)
      : rows(row_count),
        columns(column_count),
        cells(static_cast<std::size_t>(row_count) * static_cast<std::size_t>(column_count)) {}
  std::vector<Observation>& cell(int row, int column) {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column)];
  }
  const std::vector<Observation>& cell(int row, int column) const {
    return const_cast<PayoffTable*>(this)->cell(row, column);
  }
  /// The mean of every cell. Throws InputError naming the first empty cell.
  Eigen::MatrixXd means() const;
};

/// Optimal mixes of a zero-sum game and its value to the row player.
struct Equilibrium {
  Eigen::VectorXd row_mix;
  Eigen::VectorXd column_mix;
  double value = 0;
};

/// Solves max over mixes x of min over columns of x'M by linear programming (Clp).
Equilibrium solve_zero_sum(const Eigen::MatrixXd& payoff);

/// What both sides together could gain by their best replies: max (M y) - min (x' M), >= 0.
double exploitability(const Eigen::MatrixXd& payoff, const Eigen::VectorXd& row_mix,
                      const Eigen::VectorXd& column_mix);

struct EquilibriumReport {
  Equilibrium equilibrium;            ///< of the table of means
  Estimate value;                     ///< interval by Bayesian bootstrap over blocks
  double exploitability = 0;          ///< cross-fitted, of mixes from half of the campaigns
  std::vector<double> row_inclusion;  ///< share of bootstrap tables whose mix uses the row
  std::vector<double> column_inclusion;
};

struct BootstrapOptions {
  int resamples = 400;
  int splits = 8;  ///< random halvings for the cross-fit
  std::uint64_t seed = 1;
  double level = 0.95;
};

/// Solves the table and says how sure one may be of it. Throws InputError for an empty cell.
EquilibriumReport analyse_equilibrium(const PayoffTable& table,
                                      const BootstrapOptions& options = {});

}  // namespace niemen::lab
