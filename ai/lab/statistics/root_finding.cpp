#include "ai/lab/statistics/root_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <map>

namespace niemen::lab {

namespace {

/// A slope or a turn is believed only at this level: a flat response shows a slope by chance in one
/// of a hundred.
constexpr double kShapeLevel = 0.99;
/// How many groups of neighbouring x are compared for the shape.
constexpr std::size_t kGroups = 8;

double logistic(double z) { return 1 / (1 + std::exp(-z)); }
double logit(double p) { return std::log(p / (1 - p)); }

/// A fitted polynomial in (x - centre), with a covariance robust to shared blocks.
struct Fit {
  Eigen::VectorXd beta;
  Eigen::MatrixXd covariance;
  bool sound = false;
};

Fit fit_polynomial(std::span<const ResponsePoint> points, double centre, double scale, int terms,
                   bool share) {
  const auto row = [&](const ResponsePoint& point) {
    Eigen::VectorXd x(terms);
    double power = 1;
    for (int i = 0; i < terms; ++i, power *= (point.x - centre) / scale) x[i] = power;
    return x;
  };
  Fit fit;
  fit.beta = Eigen::VectorXd::Zero(terms);
  Eigen::MatrixXd information;
  Eigen::VectorXd gradient;
  // A trace of a prior keeps a fit to all-won or all-lost data finite.
  const double ridge = share ? 1e-3 : 1e-9;
  const int steps = share ? 30 : 1;
  for (int step = 0; step < steps; ++step) {
    information = Eigen::MatrixXd::Identity(terms, terms) * ridge;
    gradient = -ridge * fit.beta;
    for (const auto& point : points) {
      const auto x = row(point);
      const double z = fit.beta.dot(x);
      const double mean = share ? logistic(z) : z;
      const double weight = share ? std::max(1e-9, mean * (1 - mean)) : 1.0;
      gradient += x * (point.response - mean);
      information += weight * x * x.transpose();
    }
    Eigen::VectorXd change = information.ldlt().solve(gradient);
    const double longest = change.cwiseAbs().maxCoeff();
    constexpr double kLongestStep = 3;
    if (share && longest > kLongestStep) change *= kLongestStep / longest;
    fit.beta += change;
    if (longest < 1e-10) break;
  }
  std::map<std::uint64_t, Eigen::VectorXd> by_block;
  for (const auto& point : points) {
    const auto x = row(point);
    const double z = fit.beta.dot(x);
    auto& sum = by_block.try_emplace(point.block, Eigen::VectorXd::Zero(terms)).first->second;
    sum += x * (point.response - (share ? logistic(z) : z));
  }
  Eigen::MatrixXd meat = Eigen::MatrixXd::Zero(terms, terms);
  for (const auto& [block, sum] : by_block) meat += sum * sum.transpose();
  const double blocks = static_cast<double>(by_block.size());
  if (blocks > terms) {
    meat *= blocks / (blocks - terms);
    const Eigen::MatrixXd bread = information.ldlt().solve(Eigen::MatrixXd::Identity(terms, terms));
    fit.covariance = bread * meat * bread;
    fit.sound = fit.beta.allFinite() && fit.covariance.allFinite();
  }
  return fit;
}

/// Neighbouring values of x, taken together.
struct Group {
  double mean = 0, variance = 0;
  int n = 0;
};

std::vector<Group> group_by_x(std::span<const ResponsePoint> points) {
  std::vector<ResponsePoint> sorted(points.begin(), points.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.x < b.x; });
  std::vector<Group> groups;
  const std::size_t size = std::max<std::size_t>(1, (sorted.size() + kGroups - 1) / kGroups);
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = std::min(sorted.size(), i + size);
    while (end < sorted.size() && sorted[end].x == sorted[end - 1].x) ++end;
    Group group;
    group.n = static_cast<int>(end - i);
    for (auto j = i; j < end; ++j) group.mean += sorted[j].response / group.n;
    double squares = 0;
    for (auto j = i; j < end; ++j)
      squares += (sorted[j].response - group.mean) * (sorted[j].response - group.mean);
    // A quarter of an observation of spread keeps a group of equal results from certainty.
    group.variance = (squares + 0.25) / group.n / std::max(1, group.n - 1);
    groups.push_back(group);
    i = end;
  }
  return groups;
}

/// True when some pair of groups goes against `direction` beyond chance (Bonferroni over pairs).
bool goes_against(const std::vector<Group>& groups, double direction) {
  const double pairs = static_cast<double>(groups.size() * (groups.size() - 1)) / 2;
  const double critical = -normal_quantile((1 - kShapeLevel) / std::max(1.0, pairs));
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const double fall = direction * (groups[i].mean - groups[j].mean);
      if (fall > critical * std::sqrt(groups[i].variance + groups[j].variance)) return true;
    }
  return false;
}

/// True when a parabola fits better than a line beyond chance and turns well inside the range.
bool turns_round(std::span<const ResponsePoint> points, const RootQuestion& question) {
  const double centre = (question.low + question.high) / 2;
  const double scale = (question.high - question.low) / 2;
  const auto fit = fit_polynomial(points, centre, scale, 3, question.share);
  if (!fit.sound || fit.beta[2] == 0) return false;
  const double critical = normal_quantile(0.5 + kShapeLevel / 2);
  const double ratio = std::abs(fit.beta[2]) / std::sqrt(fit.covariance(2, 2));
  constexpr double kWellInside = 0.7;
  return ratio > critical && std::abs(fit.beta[1] / (2 * fit.beta[2])) < kWellInside;
}

/// The values x with (c + b x)^2 <= z^2 var(c + b x), when they form one bounded interval.
bool fieller(double c, double b, const Eigen::Matrix2d& v, double z, Interval& interval) {
  const double qa = b * b - z * z * v(1, 1);
  const double qb = 2 * (c * b - z * z * v(0, 1));
  const double qc = c * c - z * z * v(0, 0);
  const double discriminant = qb * qb - 4 * qa * qc;
  if (qa <= 0 || discriminant < 0) return false;
  const double root = std::sqrt(discriminant);
  interval = {(-qb - root) / (2 * qa), (-qb + root) / (2 * qa)};
  return true;
}

}  // namespace

RootAnswer find_root(std::span<const ResponsePoint> points, const RootQuestion& question) {
  assert(points.size() >= 2);
  RootAnswer answer;
  const double centre = (question.low + question.high) / 2;
  const double scale = (question.high - question.low) / 2;
  const auto fit = fit_polynomial(points, centre, scale, 2, question.share);
  const auto groups = group_by_x(points);
  const double slope_error = fit.sound ? std::sqrt(fit.covariance(1, 1)) : 0;
  const bool sloped =
      fit.sound && std::abs(fit.beta[1]) > normal_quantile(0.5 + kShapeLevel / 2) * slope_error;
  answer.slope = fit.beta[1] / scale;
  const bool both_ways = goes_against(groups, 1) && goes_against(groups, -1);
  if (both_ways || turns_round(points, question) ||
      (sloped && goes_against(groups, fit.beta[1] > 0 ? 1 : -1))) {
    answer.status = RootStatus::NotMonotone;
    answer.message = "not monotone: the response turns round inside the range";
    return answer;
  }
  if (!sloped) {
    answer.message = "no root in range: the response is flat as far as these campaigns show";
    return answer;
  }
  const double goal = question.share ? logit(question.target) : question.target;
  const double root = centre + scale * (goal - fit.beta[0]) / fit.beta[1];
  Interval interval;
  const double z = normal_quantile(0.5 + question.level / 2);
  const Eigen::Matrix2d covariance = fit.covariance;
  const bool bounded = fieller(fit.beta[0] - goal, fit.beta[1], covariance, z, interval);
  if (!bounded || root < question.low || root > question.high) {
    answer.message = fmt::format("no root in range: the target {} is not met between {} and {}",
                                 question.target, question.low, question.high);
    return answer;
  }
  answer.status = RootStatus::Found;
  answer.root.value = root;
  answer.root.interval = {centre + scale * interval.low, centre + scale * interval.high};
  answer.root.level = question.level;
  answer.root.std_error = answer.root.interval.width() / (2 * z);
  answer.root.n = static_cast<int>(points.size());
  answer.message = fmt::format("{:.4g} ({:.4g} to {:.4g})", root, answer.root.interval.low,
                               answer.root.interval.high);
  return answer;
}

std::vector<double> next_root_values(std::span<const ResponsePoint> points,
                                     const RootQuestion& question, int count, double step) {
  const double range = question.high - question.low;
  double low = question.low, high = question.high;
  int places = static_cast<int>(kGroups);
  if (points.size() >= 2) {
    const auto answer = find_root(points, question);
    if (answer.status == RootStatus::Found) {
      // Close around the root, yet far enough apart to keep the slope in sight: half a logit.
      const double reach = question.share ? 0.5 / std::abs(answer.slope) : range / 8;
      const double half = std::clamp(reach, step, range / 4);
      low = std::max(question.low, answer.root.value - half);
      high = std::min(question.high, answer.root.value + half);
      places = 3;
    }
  }
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    double x = low + (high - low) * (i % places) / (places - 1);
    if (step > 0) x = question.low + step * std::round((x - question.low) / step);
    values.push_back(std::clamp(x, question.low, question.high));
  }
  return values;
}

}  // namespace niemen::lab
