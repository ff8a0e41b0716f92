#include "ai/eval/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <limits>
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

/// Standardised features of some rows, with a leading 1.
MatrixXd design(const TrainingSet& set, const Scaling& scaling, const Rows& rows) {
  const auto n = static_cast<Eigen::Index>(set.feature_count);
  MatrixXd x(static_cast<Eigen::Index>(rows.size()), n + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto r = static_cast<Eigen::Index>(i);
    x(r, 0) = 1;
    x.row(r).tail(n) = (Eigen::Map<const VectorXd>(set.row(rows[i]).data(), n) - scaling.mean)
                           .cwiseQuotient(scaling.scale)
                           .transpose();
  }
  return x;
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
  diagonal(0, 0) = 1e-9;
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
    const MatrixXd hessian = x.transpose() * curvature.asDiagonal() * x / rows + shrink;
    const VectorXd change = hessian.ldlt().solve(gradient);
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

/// Predictions for every row by models that did not see its campaign.
VectorXd cross_validated(const TrainingSet& set, const Scaling& scaling, int folds,
                         double penalty) {
  VectorXd predicted(static_cast<Eigen::Index>(set.rows()));
  for (int fold = 0; fold < folds; ++fold) {
    Rows seen, unseen;
    for (std::size_t r = 0; r < set.rows(); ++r)
      (set.campaign[r] % static_cast<std::uint32_t>(folds) == static_cast<std::uint32_t>(fold)
           ? unseen
           : seen)
          .push_back(r);
    const auto weights = fit_logistic(design(set, scaling, seen), pick(set.score_a, seen), penalty);
    const VectorXd p = logistic(design(set, scaling, unseen) * weights);
    for (std::size_t i = 0; i < unseen.size(); ++i)
      predicted(static_cast<Eigen::Index>(unseen[i])) = p(static_cast<Eigen::Index>(i));
  }
  return predicted;
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

}  // namespace

FitResult fit_model(const TrainingSet& set, std::span<const std::string_view> features,
                    const FitOptions& options) {
  const std::set<std::uint32_t> campaigns(set.campaign.begin(), set.campaign.end());
  if (campaigns.size() < static_cast<std::size_t>(options.folds))
    throw core::InputError(fmt::format("{} campaigns are too few to fit an evaluation; at least {}",
                                       campaigns.size(), options.folds));
  const auto scaling = scaling_of(set);
  Rows all(set.rows());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
  const auto score = pick(set.score_a, all);
  FitResult result;
  result.log_loss = std::numeric_limits<double>::infinity();
  VectorXd best;
  for (const double penalty : options.penalties) {
    const auto predicted = cross_validated(set, scaling, options.folds, penalty);
    const double loss = log_loss(predicted, score);
    if (loss >= result.log_loss) continue;
    result.log_loss = loss;
    result.penalty = penalty;
    best = predicted;
  }
  calibrate(best, score, result);
  result.log_loss_of_mean = log_loss(VectorXd::Constant(score.size(), score.mean()), score);
  const auto x = design(set, scaling, all);
  const auto win = fit_logistic(x, score, result.penalty);
  const auto margin = fit_ridge(x, pick(set.margin_a, all), result.penalty);
  result.model.win_bias = win(0);
  result.model.margin_bias = margin(0);
  for (std::size_t i = 0; i < set.feature_count; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    result.model.terms.push_back(
        {std::string(features[i]), scaling.mean(k), scaling.scale(k), win(k + 1), margin(k + 1)});
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
