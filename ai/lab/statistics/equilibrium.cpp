#include "ai/lab/statistics/equilibrium.h"

#include <algorithm>
#include <ClpSimplex.hpp>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// A choice counts as used by a mix above this weight.
constexpr double kUsed = 1e-6;

/// Results of one block: which cells, and what.
struct BlockResults {
  std::vector<std::pair<int, double>> results;
};

std::vector<BlockResults> group_by_block(const PayoffTable& table) {
  std::map<std::uint64_t, BlockResults> blocks;
  for (std::size_t c = 0; c < table.cells.size(); ++c)
    for (const auto& one : table.cells[c])
      blocks[one.block].results.emplace_back(static_cast<int>(c), one.value);
  std::vector<BlockResults> list;
  for (auto& [block, results] : blocks) list.push_back(std::move(results));
  return list;
}

/// Means of the cells when block b counts weights[b] times; a cell left empty takes its mean from
/// the whole table.
Eigen::MatrixXd weighted_means(const std::vector<BlockResults>& blocks,
                               const std::vector<int>& weights, const Eigen::MatrixXd& fallback) {
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(fallback.rows(), fallback.cols());
  Eigen::MatrixXd counts = sums;
  const auto columns = static_cast<int>(fallback.cols());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (weights[b] == 0) continue;
    for (const auto& [cell, value] : blocks[b].results) {
      sums(cell / columns, cell % columns) += weights[b] * value;
      counts(cell / columns, cell % columns) += weights[b];
    }
  }
  return (counts.array() > 0).select(sums.array() / counts.array().max(1.0), fallback.array());
}

/// The gain of a best reply to each mix on `payoff`, judged by tables of other campaigns. Choosing
/// the reply on the table that also values it flatters it; choosing it on one half and valuing it
/// on the other misses the best one. The two errors are of like size and opposite sign.
double judged_exploitability(const Equilibrium& mixes, const Eigen::MatrixXd& whole,
                             const Eigen::MatrixXd& first, const Eigen::MatrixXd& second) {
  const auto crossed = [&](const Eigen::MatrixXd& choose, const Eigen::MatrixXd& value) {
    Eigen::Index row = 0, column = 0;
    (choose * mixes.column_mix).maxCoeff(&row);
    (mixes.row_mix.transpose() * choose).minCoeff(&column);
    return (value * mixes.column_mix)[row] - (mixes.row_mix.transpose() * value)[column];
  };
  const double flattered = exploitability(whole, mixes.row_mix, mixes.column_mix);
  const double missed = (crossed(first, second) + crossed(second, first)) / 2;
  return (flattered + missed) / 2;
}

double cross_fitted(const std::vector<BlockResults>& blocks, const Eigen::MatrixXd& means,
                    const BootstrapOptions& options) {
  core::RandomStream random(options.seed, 2);
  double total = 0;
  for (int split = 0; split < options.splits; ++split) {
    // Fit on one half; judge by the other, which is itself cut into quarters.
    std::vector<int> fit(blocks.size(), 0), judge = fit, first = fit, second = fit;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const auto part = random.below(4);
      (part < 2 ? fit : part == 2 ? first : second)[b] = 1;
      judge[b] = part >= 2;
    }
    const auto mixes = solve_zero_sum(weighted_means(blocks, fit, means));
    total += judged_exploitability(mixes, weighted_means(blocks, judge, means),
                                   weighted_means(blocks, first, means),
                                   weighted_means(blocks, second, means));
  }
  return std::max(0.0, total / options.splits);
}

}  // namespace

Eigen::MatrixXd PayoffTable::means() const {
  Eigen::MatrixXd result(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const auto& results = cell(i, j);
      if (results.empty())
        throw core::InputError("payoff table: row " + std::to_string(i + 1) + ", column " +
                               std::to_string(j + 1) + " has no campaign");
      double sum = 0;
      for (const auto& one : results) sum += one.value;
      result(i, j) = sum / static_cast<double>(results.size());
    }
  return result;
}

Equilibrium solve_zero_sum(const Eigen::MatrixXd& payoff) {
  // Columns of the programme: the row mix, then the value. Rows: one a reply, then "sums to one".
  const int rows = static_cast<int>(payoff.rows()), columns = static_cast<int>(payoff.cols());
  CoinPackedMatrix matrix(false, 0.0, 0.0);
  matrix.setDimensions(0, rows + 1);
  std::vector<int> index(static_cast<std::size_t>(rows) + 1);
  std::iota(index.begin(), index.end(), 0);
  std::vector<double> element(index.size());
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) element[static_cast<std::size_t>(i)] = payoff(i, j);
    element.back() = -1;
    matrix.appendRow(rows + 1, index.data(), element.data());
  }
  std::fill(element.begin(), element.end(), 1.0);
  matrix.appendRow(rows, index.data(), element.data());

  const auto size = static_cast<std::size_t>(rows) + 1;
  std::vector<double> lower(size, 0.0), upper(size, 1.0), objective(size, 0.0);
  lower.back() = -COIN_DBL_MAX;
  upper.back() = COIN_DBL_MAX;
  objective.back() = 1;
  std::vector<double> least(static_cast<std::size_t>(columns) + 1, 0.0);
  std::vector<double> most(least.size(), COIN_DBL_MAX);
  least.back() = most.back() = 1;

  ClpSimplex programme;
  programme.setLogLevel(0);
  programme.loadProblem(matrix, lower.data(), upper.data(), objective.data(), least.data(),
                        most.data());
  programme.setOptimizationDirection(-1);
  programme.primal();
  if (!programme.isProvenOptimal())
    throw std::runtime_error("equilibrium: the linear programme was not solved");

  Equilibrium result;
  result.value = programme.objectiveValue();
  result.row_mix.resize(rows);
  for (int i = 0; i < rows; ++i)
    result.row_mix[i] = std::max(0.0, programme.primalColumnSolution()[i]);
  result.row_mix /= result.row_mix.sum();
  result.column_mix.resize(columns);
  for (int j = 0; j < columns; ++j) result.column_mix[j] = std::abs(programme.dualRowSolution()[j]);
  result.column_mix /= result.column_mix.sum();
  return result;
}

double exploitability(const Eigen::MatrixXd& payoff, const Eigen::VectorXd& row_mix,
                      const Eigen::VectorXd& column_mix) {
  return (payoff * column_mix).maxCoeff() - (row_mix.transpose() * payoff).minCoeff();
}

EquilibriumReport analyse_equilibrium(const PayoffTable& table, const BootstrapOptions& options) {
  EquilibriumReport report;
  const Eigen::MatrixXd means = table.means();
  report.equilibrium = solve_zero_sum(means);
  report.row_inclusion.assign(static_cast<std::size_t>(table.rows), 0);
  report.column_inclusion.assign(static_cast<std::size_t>(table.columns), 0);

  const auto blocks = group_by_block(table);
  core::RandomStream random(options.seed, 1);
  std::vector<double> values;
  for (int r = 0; r < options.resamples; ++r) {
    std::vector<int> weights(blocks.size(), 0);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      ++weights[random.below(static_cast<std::uint32_t>(blocks.size()))];
    const auto solved = solve_zero_sum(weighted_means(blocks, weights, means));
    values.push_back(solved.value);
    for (int i = 0; i < table.rows; ++i)
      report.row_inclusion[static_cast<std::size_t>(i)] +=
          (solved.row_mix[i] > kUsed ? 1.0 : 0.0) / options.resamples;
    for (int j = 0; j < table.columns; ++j)
      report.column_inclusion[static_cast<std::size_t>(j)] +=
          (solved.column_mix[j] > kUsed ? 1.0 : 0.0) / options.resamples;
  }
  std::sort(values.begin(), values.end());
  const double tail = (1 - options.level) / 2;
  const auto rank = [&](double q) {
    const double position = q * static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(position + 0.5)];
  };
  report.value.value = report.equilibrium.value;
  report.value.level = options.level;
  report.value.interval = {rank(tail), rank(1 - tail)};
  report.value.std_error =
      report.value.interval.width() / (2 * normal_quantile(0.5 + options.level / 2));
  report.value.blocks = static_cast<int>(blocks.size());
  for (const auto& cell : table.cells) report.value.n += static_cast<int>(cell.size());
  report.exploitability = cross_fitted(blocks, means, options);
  return report;
}

}  // namespace niemen::lab
