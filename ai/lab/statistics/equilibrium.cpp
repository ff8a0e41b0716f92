#include "ai/lab/statistics/equilibrium.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <ClpSimplex.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// A choice counts as used by a mix above this weight.
constexpr double kUsed = 1e-6;
/// How much likelier it is, before anything was played, that choices are alike than that they are
/// not: near-equal deployments are the usual case.
constexpr double kLikelyLuck = 4;
/// The stream from which the shares of luck are drawn.
constexpr std::uint64_t kShrinkageKey = 0x6c75636b;  // "luck"

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

/// Scores and weights summed by cell.
struct WeightedSums {
  Eigen::MatrixXd scores, weights;

  WeightedSums(Eigen::Index rows, Eigen::Index columns)
      : scores(Eigen::MatrixXd::Zero(rows, columns)), weights(scores) {}
  void add(const BlockResults& block, double weight) {
    const auto columns = scores.cols();
    for (const auto& [cell, value] : block.results) {
      scores(cell / columns, cell % columns) += weight * value;
      weights(cell / columns, cell % columns) += weight;
    }
  }
};

/// Means of the cells of the blocks that are `in`; a cell left empty takes its mean from the whole
/// table.
Eigen::MatrixXd means_of_part(const std::vector<BlockResults>& blocks, const std::vector<bool>& in,
                              const Eigen::MatrixXd& fallback) {
  WeightedSums sums(fallback.rows(), fallback.cols());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    if (in[b]) sums.add(blocks[b], 1);
  return (sums.weights.array() > 0)
      .select(sums.scores.array() / sums.weights.array().max(1.0), fallback.array());
}

/// A draw of gamma(1), the weight of a block in the Bayesian bootstrap (Rubin 1981).
double block_weight(core::RandomStream& random) { return -std::log1p(-random.uniform()); }

/// A draw of gamma(1/2), the weight of half an observation: by Box and Muller half the square of a
/// normal figure.
double half_weight(core::RandomStream& random) {
  const double cosine = std::cos(std::numbers::pi * random.uniform());
  return block_weight(random) * cosine * cosine;
}

/// The means of the cells drawn anew: every block with a random weight, and in every cell half a
/// win and half a loss beside what was played. Without those a cell that one side always won, or
/// that was always drawn, would come out the same in every table, as if its share were known for
/// sure. With them the mean of n independent wins and losses is beta(wins + 1/2, losses + 1/2), the
/// distribution that Jeffreys' interval is cut from. A draw counts as half of each.
Eigen::MatrixXd redrawn_means(const std::vector<BlockResults>& blocks, Eigen::Index rows,
                              Eigen::Index columns, core::RandomStream& random) {
  WeightedSums sums(rows, columns);
  for (const auto& block : blocks) sums.add(block, block_weight(random));
  for (Eigen::Index cell = 0; cell < rows * columns; ++cell) {
    const double win = half_weight(random), loss = half_weight(random);
    sums.scores(cell / columns, cell % columns) += win;
    sums.weights(cell / columns, cell % columns) += win + loss;
  }
  return sums.scores.array() / sums.weights.array();
}

/// A table taken apart: what all cells share, what a row or a column adds, and what is a cell's
/// own.
struct Parts {
  double all = 0;
  Eigen::MatrixXd rows, columns, cells;

  explicit Parts(const Eigen::MatrixXd& table) : all(table.mean()) {
    const Eigen::VectorXd of_rows = table.rowwise().mean().array() - all;
    const Eigen::RowVectorXd of_columns = table.colwise().mean().array() - all;
    rows = of_rows.replicate(1, table.cols());
    columns = of_columns.replicate(table.rows(), 1);
    cells = (table - rows - columns).array() - all;
  }
};

/// One part of the tables drawn anew: what was seen of it, of which some is luck.
class Shrinkage {
 public:
  /// `noise` is the mean square that luck alone makes in a part of so many `degrees` of freedom.
  Shrinkage(Eigen::MatrixXd seen, double noise, double degrees)
      : seen_(std::move(seen)), degrees_(degrees) {
    if (degrees > 0 && noise > 0) rate_ = seen_.squaredNorm() / (2 * noise);
  }

  /// The share of luck in the mean square seen, drawn from its posterior. Before, `most` (nothing
  /// differs but by luck) is kLikelyLuck times as likely as all shares below it together.
  double draw_luck(double most, core::RandomStream& random) const {
    const double shape = degrees_ / 2 + 1;
    const double u = std::clamp(random.uniform(), 1e-12, 1 - 1e-12), v = random.uniform();
    if (rate_ <= 0) return most;
    const double below = boost::math::gamma_p(shape, most * rate_);
    // Both weights divided by the likelihood's scale.
    const double all = kLikelyLuck * std::exp((shape - 1) * std::log(most * rate_) - most * rate_ -
                                              std::lgamma(shape));
    const double some = below / (most * rate_);
    if (!(some > 0) || v * (all + some) < all) return most;
    return std::clamp(boost::math::gamma_p_inv(shape, u * below) / rate_, 0.0, most);
  }

  /// The part as it may truly be, with `luck` drawn anew.
  Eigen::MatrixXd mix(const Eigen::MatrixXd& luck, double share_of_luck) const {
    const double kept = 1 - share_of_luck;
    return kept * seen_ + std::sqrt(kept) * luck;
  }

 private:
  Eigen::MatrixXd seen_;
  double degrees_, rate_ = 0;
};

/// Tables as they may truly be. The best mix of a table of noisy means reaches for the cells that
/// luck raised, and the other side's for those that it lowered: with as many rows as columns the
/// two errors cancel, else the value leans towards the side that has more to choose from. So what
/// rows, columns and cells differ by is drawn back by as much of it as is luck.
///
/// The half win and half loss that each redrawn cell assumes pull all cells alike; what they share
/// is known from all of them and is pulled as one of them would be.
std::vector<Eigen::MatrixXd> true_tables(std::vector<Eigen::MatrixXd> redrawn,
                                         const Eigen::MatrixXd& means) {
  const auto rows = redrawn[0].rows(), columns = redrawn[0].cols();
  Eigen::MatrixXd centre = Eigen::MatrixXd::Zero(rows, columns);
  for (const auto& table : redrawn) centre += table / static_cast<double>(redrawn.size());
  double of_rows = 0, of_columns = 0, of_cells = 0;
  for (const auto& table : redrawn) {
    const Parts luck(table - centre);
    of_rows += luck.rows.squaredNorm();
    of_columns += luck.columns.squaredNorm();
    of_cells += luck.cells.squaredNorm();
  }
  const Parts seen(centre);
  const auto part = [&](const Eigen::MatrixXd& matrix, double squares, Eigen::Index degrees) {
    const auto d = static_cast<double>(degrees);
    const double noise = degrees > 0 ? squares / static_cast<double>(redrawn.size()) / d : 0;
    return Shrinkage(matrix, noise, d);
  };
  const auto row_part = part(seen.rows, of_rows, rows - 1);
  const auto column_part = part(seen.columns, of_columns, columns - 1);
  const auto cell_part = part(seen.cells, of_cells, (rows - 1) * (columns - 1));
  const double shared =
      means.mean() + (seen.all - means.mean()) / static_cast<double>(rows * columns);
  core::RandomStream random(kShrinkageKey, 3);
  for (auto& table : redrawn) {
    const Parts luck(table - centre);
    // Rows differ by what their cells do and what they have in common: by less luck than cells.
    const double of_cell = cell_part.draw_luck(1, random);
    const double of_row = row_part.draw_luck(of_cell, random);
    const double of_column = column_part.draw_luck(of_cell, random);
    table = (row_part.mix(luck.rows, of_row) + column_part.mix(luck.columns, of_column) +
             cell_part.mix(luck.cells, of_cell))
                .array() +
            (shared + luck.all);
    table = table.cwiseMax(0.0).cwiseMin(1.0);
  }
  return redrawn;
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
    std::vector<bool> fit(blocks.size(), false), judge = fit, first = fit, second = fit;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const auto part = random.below(4);
      (part < 2 ? fit : part == 2 ? first : second)[b] = true;
      judge[b] = part >= 2;
    }
    const auto mixes = solve_zero_sum(means_of_part(blocks, fit, means));
    total += judged_exploitability(mixes, means_of_part(blocks, judge, means),
                                   means_of_part(blocks, first, means),
                                   means_of_part(blocks, second, means));
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
    for (int i = 0; i < rows; ++i) element[i] = payoff(i, j);
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
  // The solver's tolerance must not lead out of the table, where the value lies.
  result.value = std::clamp(programme.objectiveValue(), payoff.minCoeff(), payoff.maxCoeff());
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
  std::vector<Eigen::MatrixXd> redrawn;
  for (int r = 0; r < options.resamples; ++r)
    redrawn.push_back(redrawn_means(blocks, table.rows, table.columns, random));
  std::vector<double> values;
  for (const auto& truth : true_tables(std::move(redrawn), means)) {
    const auto solved = solve_zero_sum(truth);
    values.push_back(solved.value);
    for (int i = 0; i < table.rows; ++i)
      report.row_inclusion[i] += (solved.row_mix[i] > kUsed ? 1.0 : 0.0) / options.resamples;
    for (int j = 0; j < table.columns; ++j)
      report.column_inclusion[j] += (solved.column_mix[j] > kUsed ? 1.0 : 0.0) / options.resamples;
  }
  std::sort(values.begin(), values.end());
  const double tail = (1 - options.level) / 2;
  // Between the k-th lowest and the k-th highest of r draws lies (r + 1 - 2k) / (r + 1).
  const auto draws = static_cast<double>(values.size());
  const auto end = static_cast<std::size_t>(std::max(0.0, tail * (draws + 1) - 1));
  // Half a win and half a loss draw unanimous cells inwards; where all say the same, so does the
  // value, and as in Jeffreys' interval the end stays closed where it lies beyond.
  const bool unanimous = means.maxCoeff() == means.minCoeff();
  report.value.value = unanimous ? means(0, 0) : values[values.size() / 2];
  report.value.level = options.level;
  report.value.interval = {std::min(values[end], report.value.value),
                           std::max(values[values.size() - 1 - end], report.value.value)};
  report.value.std_error =
      report.value.interval.width() / (2 * normal_quantile(0.5 + options.level / 2));
  report.value.blocks = static_cast<int>(blocks.size());
  for (const auto& cell : table.cells) report.value.n += static_cast<int>(cell.size());
  report.exploitability = cross_fitted(blocks, means, options);
  return report;
}

}  // namespace niemen::lab
