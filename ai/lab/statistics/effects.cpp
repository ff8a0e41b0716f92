#include "ai/lab/statistics/effects.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>
#include <limits>
#include <map>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

/// Figures that differ by less than this share of their size differ by rounding.
constexpr double kRounding = 1e-10;

struct Terms {
  std::vector<std::string> names;
  std::vector<std::pair<std::size_t, std::size_t>> factors;  ///< equal: a main effect
};

Terms make_terms(const std::vector<std::string>& factors, bool interactions) {
  Terms terms;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    terms.names.push_back(factors[i]);
    terms.factors.emplace_back(i, i);
  }
  for (std::size_t i = 0; interactions && i < factors.size(); ++i)
    for (std::size_t j = i + 1; j < factors.size(); ++j) {
      terms.names.push_back(factors[i] + " x " + factors[j]);
      terms.factors.emplace_back(i, j);
    }
  return terms;
}

/// Settings run from -1/2 to 1/2, so that a coefficient is the change from lowest to highest; an
/// interaction is by how much the change of one grows from the lowest to the highest of the other.
Eigen::MatrixXd design_matrix(std::span<const SweepPoint> points, const Terms& terms) {
  Eigen::MatrixXd x(static_cast<Eigen::Index>(points.size()),
                    static_cast<Eigen::Index>(terms.names.size()) + 1);
  for (std::size_t r = 0; r < points.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    x(row, 0) = 1;
    for (std::size_t t = 0; t < terms.factors.size(); ++t) {
      const auto [i, j] = terms.factors[t];
      const double a = points[r].setting[i] - 0.5, b = points[r].setting[j] - 0.5;
      x(row, static_cast<Eigen::Index>(t) + 1) = i == j ? a : a * b;
    }
  }
  return x;
}

Eigen::MatrixXd block_meat(std::span<const SweepPoint> points, const Eigen::MatrixXd& x,
                           const Eigen::VectorXd& residual, std::size_t& blocks) {
  std::map<std::uint64_t, Eigen::VectorXd> sums;
  for (std::size_t r = 0; r < points.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    auto& sum = sums.try_emplace(points[r].block, Eigen::VectorXd::Zero(x.cols())).first->second;
    sum += x.row(row).transpose() * residual[row];
  }
  blocks = sums.size();
  Eigen::MatrixXd meat = Eigen::MatrixXd::Zero(x.cols(), x.cols());
  for (const auto& [block, sum] : sums) meat += sum * sum.transpose();
  return meat;
}

/// Whether least squares has one answer, and something left over to judge its error by.
bool is_determined(const Eigen::MatrixXd& x) {
  return x.rows() > x.cols() && Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(x).rank() == x.cols();
}

}  // namespace

bool tells_apart(std::span<const SweepPoint> points, const std::vector<std::string>& factors,
                 bool interactions) {
  return is_determined(design_matrix(points, make_terms(factors, interactions)));
}

std::vector<Effect> ranked_effects(std::span<const SweepPoint> points,
                                   const std::vector<std::string>& factors, ResponseKind kind,
                                   bool interactions, double level) {
  const auto terms = make_terms(factors, interactions);
  const auto x = design_matrix(points, terms);
  if (!is_determined(x))
    throw core::InputError(
        "sweep: the settings played do not tell the factors apart; play more combinations");
  Eigen::VectorXd y(x.rows());
  for (Eigen::Index i = 0; i < y.size(); ++i) y[i] = points[i].response;
  const auto solver = (x.transpose() * x).eval().ldlt();
  const Eigen::VectorXd beta = solver.solve(x.transpose() * y);
  const Eigen::VectorXd residual = y - x * beta;
  std::size_t blocks = 0;
  const auto meat = block_meat(points, x, residual, blocks);
  const Eigen::MatrixXd bread = solver.solve(Eigen::MatrixXd::Identity(x.cols(), x.cols()));
  const double groups = static_cast<double>(blocks);
  const double correction = blocks > 1 ? groups / (groups - 1) : 1;
  const Eigen::MatrixXd covariance = correction * bread * meat * bread;
  const double total = (y.array() - y.mean()).square().sum();

  // What computing with these figures may add to them.
  const double rounding = kRounding * y.cwiseAbs().maxCoeff();
  const double left_over = residual.cwiseAbs().maxCoeff();
  const double rare = 1 - std::pow((1 - level) / 2, 1 / groups);

  std::vector<Effect> effects;
  for (std::size_t t = 0; t < terms.names.size(); ++t) {
    const auto column = static_cast<Eigen::Index>(t) + 1;
    Effect effect;
    effect.name = terms.names[t];
    auto& change = effect.change;
    change.value = beta[column];
    change.std_error = std::sqrt(std::max(0.0, covariance(column, column)));
    double reach = student_critical(level, std::max(1.0, groups - 1)) * change.std_error;
    if (std::abs(change.value) <= rounding) change.value = 0;
    // By nothing but rounding does any set of dice say another change.
    change.alike = reach <= rounding || blocks < 2;
    if (kind == ResponseKind::Share)
      reach = std::max(reach, rare);
    else if (left_over <= rounding)
      reach = std::numeric_limits<double>::infinity();
    change.interval = {change.value - reach, change.value + reach};
    change.level = level;
    change.n = static_cast<int>(points.size());
    change.blocks = static_cast<int>(blocks);
    const auto centred = x.col(column).array() - x.col(column).mean();
    effect.share_of_variance =
        total > 0 ? beta[column] * beta[column] * centred.square().sum() / total : 0;
    effects.push_back(std::move(effect));
  }
  std::stable_sort(effects.begin(), effects.end(), [](const Effect& a, const Effect& b) {
    return std::abs(a.change.value) > std::abs(b.change.value);
  });
  return effects;
}

VarianceShares variance_shares(const std::vector<std::vector<double>>& values) {
  assert(values.size() >= 2 && values[0].size() >= 2);
  const auto cells = static_cast<double>(values.size());
  const auto dice = static_cast<double>(values[0].size());
  double grand = 0;
  std::vector<double> row(values.size(), 0), column(values[0].size(), 0);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values[i].size(); ++j) {
      row[i] += values[i][j] / dice;
      column[j] += values[i][j] / cells;
      grand += values[i][j] / (cells * dice);
    }
  double between_rows = 0, between_columns = 0, rest = 0;
  for (double mean : row) between_rows += dice * (mean - grand) * (mean - grand);
  for (double mean : column) between_columns += cells * (mean - grand) * (mean - grand);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values[i].size(); ++j) {
      const double e = values[i][j] - row[i] - column[j] + grand;
      rest += e * e;
    }
  between_rows /= cells - 1;
  between_columns /= dice - 1;
  rest /= (cells - 1) * (dice - 1);
  const double of_cells = std::max(0.0, (between_rows - rest) / dice);
  const double of_dice = std::max(0.0, (between_columns - rest) / cells);
  const double total = of_cells + of_dice + rest;
  if (total <= 0) return {};
  return {of_cells / total, of_dice / total, rest / total};
}

}  // namespace niemen::lab
