#include "ai/eval/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "engine/core/error.h"

namespace niemen::ai {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = std::vector<std::size_t>;

constexpr int kNewtonSteps = 30;
constexpr double kConverged = 1e-9;
constexpr std::size_t kBins = 10;
constexpr double kNoPenalty = 1e-9;

struct Scaling {
  VectorXd mean, scale;
};

Scaling scaling_of(const TrainingSet& set) {
  const auto n = static_cast<Eigen::Index>(set.feature_count);
  Scaling scaling{VectorXd::Zero(n), VectorXd::Zero(n)};
  const auto rows = static_cast<double>(set.rows());
  for (std::size_t r = 0; r < set.rows(); ++r)
    scaling.mean += Eigen::Map<const VectorXd>(set.row(r).data(), n) / rows;
  for (std::size_t r = 0; r < set.rows(); ++r)
    scaling.scale +=
        (Eigen::Map<const VectorXd>(set.row(r).data(), n) - scaling.mean).cwiseAbs2() / rows;
  for (auto& scale : scaling.scale) scale = scale > 1e-12 ? std::sqrt(scale) : 1.0;
  return scaling;
}

/// Standardised features of all rows, and who are siblings.
struct Standardised {
  MatrixXd rows;
  std::vector<Rows> families;
  MatrixXd means;  ///< of each row's family; nought for a row without siblings
};
Standardised standardise(const TrainingSet& set, const Scaling& scaling) {
  const auto n = static_cast<Eigen::Index>(set.feature_count);
  const auto count = static_cast<Eigen::Index>(set.rows());
  Standardised z{MatrixXd(count, n), {}, MatrixXd::Zero(count, n)};
  std::map<std::uint32_t, Rows> families;
  for (std::size_t r = 0; r < set.rows(); ++r) {
    families[set.family[r]].push_back(r);
    z.rows.row(static_cast<Eigen::Index>(r)) =
        (Eigen::Map<const VectorXd>(set.row(r).data(), n) - scaling.mean)
            .cwiseQuotient(scaling.scale)
            .transpose();
  }
  for (const auto& [number, family] : families) {
    z.families.push_back(family);
    if (family.size() == 1) continue;
    VectorXd mean = VectorXd::Zero(n);
    for (const auto r : family) mean += z.rows.row(static_cast<Eigen::Index>(r)).transpose();
    mean /= static_cast<double>(family.size());
    for (const auto r : family) z.means.row(static_cast<Eigen::Index>(r)) = mean.transpose();
  }
  return z;
}

/// A leading 1, what a row differs from its family by, and the family.
MatrixXd design(const Standardised& z, const Rows& rows) {
  const auto n = z.rows.cols();
  MatrixXd x(static_cast<Eigen::Index>(rows.size()), 2 * n + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto r = static_cast<Eigen::Index>(rows[i]);
    x.row(static_cast<Eigen::Index>(i)) << 1, z.rows.row(r) - z.means.row(r), z.means.row(r);
  }
  return x;
}
/// Weighted sums of the features of some rows.
VectorXd sums(const Standardised& z, const Rows& rows, const VectorXd& weights) {
  VectorXd values(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    values(static_cast<Eigen::Index>(i)) =
        z.rows.row(static_cast<Eigen::Index>(rows[i])).dot(weights);
  return values;
}
VectorXd pick(const std::vector<double>& values, const Rows& rows) {
  VectorXd picked(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    picked(static_cast<Eigen::Index>(i)) = values[rows[i]];
  return picked;
}

VectorXd logistic(const VectorXd& logit) { return (1 + (-logit.array()).exp()).inverse().matrix(); }

/// The bias is not penalised.
MatrixXd ridge(Eigen::Index size, double penalty) {
  MatrixXd diagonal = MatrixXd::Identity(size, size) * penalty;
  diagonal(0, 0) = kNoPenalty;
  return diagonal;
}

VectorXd fit_logistic(const MatrixXd& x, const VectorXd& y, double penalty) {
  const auto rows = static_cast<double>(x.rows());
  const MatrixXd shrink = ridge(x.cols(), penalty);
  VectorXd weights = VectorXd::Zero(x.cols());
  for (int step = 0; step < kNewtonSteps; ++step) {
    const VectorXd p = logistic(x * weights);
    const VectorXd gradient = x.transpose() * (y - p) / rows - shrink * weights;
    const VectorXd curvature = (p.array() * (1 - p.array())).max(1e-6).matrix();
    const MatrixXd weighted = curvature.cwiseSqrt().asDiagonal() * x;
    MatrixXd hessian = shrink;
    hessian.selfadjointView<Eigen::Lower>().rankUpdate(weighted.transpose(), 1 / rows);
    const VectorXd change = hessian.selfadjointView<Eigen::Lower>().ldlt().solve(gradient);
    weights += change;
    if (change.norm() < kConverged) break;
  }
  return weights;
}

VectorXd fit_ridge(const MatrixXd& x, const VectorXd& y, double penalty) {
  const auto rows = static_cast<double>(x.rows());
  const MatrixXd normal = x.transpose() * x / rows + ridge(x.cols(), penalty);
  return normal.ldlt().solve(x.transpose() * y / rows);
}

double log_loss(const VectorXd& p, const VectorXd& y) {
  const Eigen::ArrayXd q = p.array().max(1e-9).min(1 - 1e-9);
  return -(y.array() * q.log() + (1 - y.array()) * (1 - q).log()).mean();
}

/// The sum of weighted features, and what is added.
struct Line {
  VectorXd weights;
  double bias = 0;
};

/// Siblings give the weights; all rows the bias, and the factor by which the sum tells who wins.
Line fit_win(const Standardised& z, const Rows& rows, const VectorXd& score, double penalty) {
  const VectorXd weights = fit_logistic(design(z, rows), score, penalty).segment(1, z.rows.cols());
  MatrixXd x = MatrixXd::Ones(score.size(), 2);
  x.col(1) = sums(z, rows, weights);
  const VectorXd line = fit_logistic(x, score, kNoPenalty);
  return {line(1) * weights, line(0)};
}
/// Siblings give the weights, all rows the bias.
Line fit_margin(const Standardised& z, const Rows& rows, const VectorXd& margin, double penalty) {
  const VectorXd weights = fit_ridge(design(z, rows), margin, penalty).segment(1, z.rows.cols());
  return {weights, (margin - sums(z, rows, weights)).mean()};
}

/// The sums for every row by fits that did not see its campaign.
VectorXd cross_validated(const TrainingSet& set, const Standardised& z, int folds, double penalty,
                         Line (*fit)(const Standardised&, const Rows&, const VectorXd&, double),
                         const std::vector<double>& target) {
  VectorXd told(static_cast<Eigen::Index>(set.rows()));
  for (int fold = 0; fold < folds; ++fold) {
    Rows seen, unseen;
    for (std::size_t r = 0; r < set.rows(); ++r)
      (set.campaign[r] % static_cast<std::uint32_t>(folds) == static_cast<std::uint32_t>(fold)
           ? unseen
           : seen)
          .push_back(r);
    const auto line = fit(z, seen, pick(target, seen), penalty);
    for (const auto r : unseen) {
      const auto row = static_cast<Eigen::Index>(r);
      told(row) = line.bias + z.rows.row(row).dot(line.weights);
    }
  }
  return told;
}

/// Mean squared error after the mean error of each family was taken away: what is common to
/// siblings does not count when one of them is chosen.
double error_between_siblings(const Standardised& z, const VectorXd& told, const VectorXd& target) {
  const VectorXd off = target - told;
  double error = 0;
  for (const auto& family : z.families) {
    double mean = 0;
    if (family.size() > 1)
      for (const auto r : family)
        mean += off(static_cast<Eigen::Index>(r)) / static_cast<double>(family.size());
    for (const auto r : family) error += std::pow(off(static_cast<Eigen::Index>(r)) - mean, 2);
  }
  return error / static_cast<double>(target.size());
}

void calibrate(const VectorXd& predicted, const VectorXd& score, FitResult& result) {
  std::vector<CalibrationBin> bins(kBins);
  for (Eigen::Index r = 0; r < predicted.size(); ++r) {
    auto& bin = bins[std::min(kBins - 1, static_cast<std::size_t>(predicted(r) * kBins))];
    bin.predicted += predicted(r);
    bin.observed += score(r);
    ++bin.count;
  }
  for (auto& bin : bins) {
    if (bin.count == 0) continue;
    const auto count = static_cast<double>(bin.count);
    bin.predicted /= count;
    bin.observed /= count;
    result.calibration_error +=
        count / static_cast<double>(predicted.size()) * std::abs(bin.predicted - bin.observed);
    result.calibration.push_back(bin);
  }
}

/// Appends other numbers than there are.
void append_numbers(std::vector<std::uint32_t>& numbers, const std::vector<std::uint32_t>& more) {
  const auto first = numbers.empty() ? 0 : *std::ranges::max_element(numbers) + 1;
  for (const auto number : more) numbers.push_back(first + number);
}

}  // namespace

TrainingSet joined(std::span<const TrainingSet> sets) {
  TrainingSet all;
  for (const auto& set : sets) {
    all.feature_count = set.feature_count;
    all.features.insert(all.features.end(), set.features.begin(), set.features.end());
    all.score_a.insert(all.score_a.end(), set.score_a.begin(), set.score_a.end());
    all.margin_a.insert(all.margin_a.end(), set.margin_a.begin(), set.margin_a.end());
    append_numbers(all.campaign, set.campaign);
    append_numbers(all.family, set.family);
  }
  return all;
}

double log_loss_of(const LinearModel& model, const TrainingSet& set) {
  VectorXd predicted(static_cast<Eigen::Index>(set.rows()));
  for (std::size_t r = 0; r < set.rows(); ++r)
    predicted(static_cast<Eigen::Index>(r)) = model.evaluate(set.row(r)).win_a;
  Rows all(set.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return log_loss(predicted, pick(set.score_a, all));
}

FitResult fit_model(const TrainingSet& set, std::span<const std::string_view> features,
                    const FitOptions& options) {
  const std::set<std::uint32_t> campaigns(set.campaign.begin(), set.campaign.end());
  if (campaigns.size() < static_cast<std::size_t>(options.folds))
    throw core::InputError(fmt::format("{} campaigns are too few to fit an evaluation; at least {}",
                                       campaigns.size(), options.folds));
  const auto scaling = scaling_of(set);
  const auto z = standardise(set, scaling);
  Rows all(set.rows());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
  const auto score = pick(set.score_a, all);
  FitResult result;
  const auto margins = pick(set.margin_a, all);
  result.log_loss = std::numeric_limits<double>::infinity();
  double least_error = std::numeric_limits<double>::infinity();
  VectorXd best;
  for (const double penalty : options.penalties) {
    const VectorXd predicted =
        logistic(cross_validated(set, z, options.folds, penalty, fit_win, set.score_a));
    if (const double loss = log_loss(predicted, score); loss < result.log_loss) {
      result.log_loss = loss;
      result.penalty = penalty;
      best = predicted;
    }
    const auto told = cross_validated(set, z, options.folds, penalty, fit_margin, set.margin_a);
    if (const double error = error_between_siblings(z, told, margins); error < least_error) {
      least_error = error;
      result.margin_penalty = penalty;
    }
  }
  calibrate(best, score, result);
  result.log_loss_of_mean = log_loss(VectorXd::Constant(score.size(), score.mean()), score);
  const double unexplained = error_between_siblings(z, VectorXd::Zero(score.size()), margins);
  result.explained = 1 - least_error / unexplained;
  const auto win = fit_win(z, all, score, result.penalty);
  const auto margin = fit_margin(z, all, margins, result.margin_penalty);
  result.model.win_bias = win.bias;
  result.model.margin_bias = margin.bias;
  for (std::size_t i = 0; i < set.feature_count; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    result.model.terms.push_back({std::string(features[i]), scaling.mean(k), scaling.scale(k),
                                  win.weights(k), margin.weights(k)});
  }
  return result;
}

std::string calibration_csv(const FitResult& result) {
  std::string text = "predicted,observed,count\n";
  for (const auto& bin : result.calibration)
    text += fmt::format("{:.6f},{:.6f},{}\n", bin.predicted, bin.observed, bin.count);
  return text;
}

}  // namespace niemen::ai
