#include "ai/lab/statistics/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>
#include <map>
#include <numeric>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr int kMaxNewtonSteps = 100;
constexpr double kTolerance = 1e-10;

void refuse_disconnected(std::span<const Comparison> results,
                         const std::vector<std::string>& names) {
  std::vector<int> leader(names.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int i) {
    while (leader[static_cast<std::size_t>(i)] != i) i = leader[static_cast<std::size_t>(i)];
    return i;
  };
  for (const auto& result : results)
    leader[static_cast<std::size_t>(find(result.first))] = find(result.second);
  for (std::size_t i = 1; i < names.size(); ++i)
    if (find(static_cast<int>(i)) != find(0))
      throw core::InputError("ratings: no chain of results joins \"" + names[0] + "\" and \"" +
                             names[i] + "\"; they cannot be compared");
}

/// Chances of a win, draw and loss at a rating difference and a tie parameter.
struct Chances {
  double win, draw, loss;
};

Chances chances(double difference, double nu) {
  const double up = std::exp(difference / 2), down = std::exp(-difference / 2);
  const double sum = up + down + nu;
  return {up / sum, nu / sum, down / sum};
}

/// Parameters: ratings, then log nu where draws were seen.
struct Model {
  std::span<const Comparison> results;
  int things;
  bool ties;
  double prior_precision;

  int size() const { return things + (ties ? 1 : 0); }
  double nu(const Eigen::VectorXd& p) const { return ties ? std::exp(p[things]) : 0.0; }

  double log_likelihood(const Eigen::VectorXd& p) const {
    double total = -0.5 * prior_precision * p.head(things).squaredNorm();
    for (const auto& r : results) {
      const auto c = chances(p[r.first] - p[r.second], nu(p));
      total += std::log(r.score == 1 ? c.win : r.score == 0 ? c.loss : c.draw);
    }
    return total;
  }

  /// Gradient in (difference, log nu) of one result.
  std::pair<double, double> slope(const Comparison& r, const Chances& c) const {
    const bool draw = r.score != 0 && r.score != 1;
    return {r.score - (c.win + c.draw / 2), (draw ? 1.0 : 0.0) - c.draw};
  }

  void gradient_and_information(const Eigen::VectorXd& p, Eigen::VectorXd& gradient,
                                Eigen::MatrixXd& information) const {
    gradient = Eigen::VectorXd::Zero(size());
    information = Eigen::MatrixXd::Zero(size(), size());
    gradient.head(things) = -prior_precision * p.head(things);
    information.diagonal().head(things).setConstant(prior_precision);
    for (const auto& r : results) {
      const auto c = chances(p[r.first] - p[r.second], nu(p));
      const auto [g, h] = slope(r, c);
      gradient[r.first] += g;
      gradient[r.second] -= g;
      const double mean = c.win + c.draw / 2;
      const double variance = c.win + c.draw / 4 - mean * mean;
      information(r.first, r.first) += variance;
      information(r.second, r.second) += variance;
      information(r.first, r.second) -= variance;
      information(r.second, r.first) -= variance;
      if (!ties) continue;
      gradient[things] += h;
      information(things, things) += c.draw * (1 - c.draw);
      const double cross = c.draw / 2 - c.draw * mean;
      for (const auto& [thing, sign] : {std::pair{r.first, 1.0}, std::pair{r.second, -1.0}}) {
        information(thing, things) += sign * cross;
        information(things, thing) += sign * cross;
      }
    }
  }
};

Eigen::VectorXd maximise(const Model& model) {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(model.size());
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
  double best = model.log_likelihood(p);
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    model.gradient_and_information(p, gradient, information);
    const Eigen::VectorXd direction = information.ldlt().solve(gradient);
    double length = 1;
    Eigen::VectorXd trial = p + direction;
    double value = model.log_likelihood(trial);
    while (!(value >= best - kTolerance) && length > 1e-6) {
      length /= 2;
      trial = p + length * direction;
      value = model.log_likelihood(trial);
    }
    p = trial;
    best = value;
    if (direction.cwiseAbs().maxCoeff() * length < kTolerance) break;
  }
  return p;
}

/// The covariance that holds when results of one block lean together (Huber-White by block).
Eigen::MatrixXd block_covariance(const Model& model, const Eigen::VectorXd& p) {
  Eigen::VectorXd unused;
  Eigen::MatrixXd information;
  model.gradient_and_information(p, unused, information);
  std::map<std::uint64_t, Eigen::VectorXd> by_block;
  for (const auto& r : model.results) {
    auto& sum = by_block.try_emplace(r.block, Eigen::VectorXd::Zero(model.size())).first->second;
    const auto c = chances(p[r.first] - p[r.second], model.nu(p));
    const auto [g, h] = model.slope(r, c);
    sum[r.first] += g;
    sum[r.second] -= g;
    if (model.ties) sum[model.things] += h;
  }
  Eigen::MatrixXd meat = Eigen::MatrixXd::Zero(model.size(), model.size());
  for (const auto& [block, sum] : by_block) meat += sum * sum.transpose();
  const double blocks = static_cast<double>(by_block.size());
  if (blocks > 1) meat *= blocks / (blocks - 1);
  const Eigen::MatrixXd bread =
      information.ldlt().solve(Eigen::MatrixXd::Identity(model.size(), model.size()));
  return bread * meat * bread;
}

Estimate around(double value, double variance, double level, int n) {
  Estimate estimate;
  estimate.value = value;
  estimate.std_error = std::sqrt(std::max(0.0, variance));
  const double reach = normal_quantile(0.5 + level / 2) * estimate.std_error;
  estimate.interval = {value - reach, value + reach};
  estimate.level = level;
  estimate.n = n;
  return estimate;
}

}  // namespace

Estimate Ratings::difference(int a, int b, double level) const {
  const double variance = covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
  return around(value[a] - value[b], variance, level, estimates[0].n);
}

double Ratings::expected_score(int a, int b) const {
  const auto c = chances(value[a] - value[b], tie_parameter);
  return c.win + c.draw / 2;
}

Ratings fit_ratings(std::span<const Comparison> results, const std::vector<std::string>& names,
                    const RatingOptions& options) {
  if (names.empty() || results.empty()) throw core::InputError("ratings: there are no results");
  refuse_disconnected(results, names);
  Model model{results, static_cast<int>(names.size()), false,
              1 / (options.prior_deviation * options.prior_deviation)};
  for (const auto& r : results) model.ties = model.ties || (r.score != 0 && r.score != 1);
  const Eigen::VectorXd p = maximise(model);
  const Eigen::MatrixXd all = block_covariance(model, p);
  // Centre on a mean of zero.
  const int k = model.things;
  const Eigen::MatrixXd centre =
      Eigen::MatrixXd::Identity(k, k) - Eigen::MatrixXd::Constant(k, k, 1.0 / k);
  Ratings ratings;
  ratings.value = centre * p.head(k);
  ratings.covariance = centre * all.topLeftCorner(k, k) * centre.transpose();
  ratings.tie_parameter = model.nu(p);
  for (int i = 0; i < k; ++i)
    ratings.estimates.push_back(around(ratings.value[i], ratings.covariance(i, i), options.level,
                                       static_cast<int>(results.size())));
  return ratings;
}

}  // namespace niemen::lab
