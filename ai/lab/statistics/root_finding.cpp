#include "ai/lab/statistics/root_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cassert>
#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace niemen::lab {

namespace {

/// How many groups of neighbouring x are compared for the shape.
constexpr std::size_t kGroups = 12;
/// Over how many values of x the first campaigns are spread.
constexpr int kFirstPlaces = 8;
/// The same of the later ones, around the root.
constexpr int kClosePlaces = 3;
/// The share of the campaigns, nearest to the root, through which its line is drawn: those that
/// only looked for it, where the response may bend otherwise, stay out.
constexpr double kNearest = 0.95;
/// Where they do not fit the curve fewer are taken, in steps, down to so many.
constexpr double kFewer = 0.7;
constexpr double kFewest = 60;
/// One in so many of the later campaigns is played at an end of the range in turn: without them
/// nothing shows that a response turns round far from its root.
constexpr int kLookBack = 10;
/// The widest interval, as a share of the range, in which a response is taken for a line.
constexpr double kTrusted = 1.0 / 6;
/// The root has settled when it moves by less than this, in half ranges.
constexpr double kSettled = 1e-3;

double logistic(double z) { return 1 / (1 + std::exp(-z)); }
double logit(double p) { return std::log(p / (1 - p)); }

std::vector<ResponsePoint> in_order(std::span<const ResponsePoint> points) {
  std::vector<ResponsePoint> sorted(points.begin(), points.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.x < b.x; });
  return sorted;
}

/// At least `least` neighbouring points each, all at one x together.
std::vector<ResponseGroup> group_points(const std::vector<ResponsePoint>& sorted,
                                        std::size_t least) {
  std::vector<ResponseGroup> groups;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = std::min(sorted.size(), i + least);
    while (end < sorted.size() && sorted[end].x == sorted[end - 1].x) ++end;
    ResponseGroup group;
    group.n = static_cast<int>(end - i);
    for (auto j = i; j < end; ++j) {
      group.mean += sorted[j].response / group.n;
      group.x += sorted[j].x / group.n;
    }
    groups.push_back(group);
    i = end;
  }
  return groups;
}

/// Gives the groups the variance of their means: pooled over all where figures may have any size,
/// with half a win and half a loss more in each where they are shares.
void set_variances(std::vector<ResponseGroup>& groups, const std::vector<ResponsePoint>& sorted,
                   bool share) {
  std::size_t first = 0;
  for (auto& group : groups) {
    double squares = 0;
    const std::size_t end = first + static_cast<std::size_t>(group.n);
    for (auto j = first; j < end; ++j)
      squares += (sorted[j].response - group.mean) * (sorted[j].response - group.mean);
    first = end;
    const double n = group.n;
    if (share) {
      const double pull = group.mean - 0.5;
      squares += 0.25 + pull * pull * n / (n + 1);
      group.variance = squares / ((n + 1) * (n + 1));
    } else {
      group.variance = squares / n / std::max(1.0, n - 1);
    }
  }
  if (share) return;
  double pooled = 0, degrees = 0;
  for (const auto& group : groups) {
    pooled += group.variance * group.n * (group.n - 1);
    degrees += group.n - 1;
  }
  const double variance = degrees > 0 && pooled > 0 ? pooled / degrees : 1;
  for (auto& group : groups) group.variance = variance / group.n;
}

/// A curve c + b t + g t^2 through the points, t the distance from `centre` in units of `scale`:
/// logistic for shares. Where the points show no bend g, it is a line. Else g is held back faintly,
/// so that the slope changes by no more than several times itself over the range; what is not known
/// of it widens the interval.
class LocalCurve {
 public:
  LocalCurve(std::vector<ResponsePoint> points, const RootQuestion& question, double centre,
             double scale)
      : points_(std::move(points)),
        question_(question),
        centre_(centre),
        scale_(scale),
        goal_(question.share ? logit(question.target) : question.target) {
    for (const auto& point : points_) {
      if (places_.empty() || places_.back().t != at(point)) places_.push_back({at(point), 0, 0});
      places_.back().sum += point.response;
      ++places_.back().n;
    }
    blocks_ = static_cast<double>(count_blocks());
    figures_ = spread_within();
    fit(kHeld);  // a line first, for its slope
    const double slope = std::abs(curve_[1]);
    fit(spread_of_points() / std::max(kTrace, kBends * kBends * slope * slope));
    find_spread();
    if (std::abs(curve_[2]) >= kShown * std::sqrt(covariance_(2, 2))) return;
    fit(kHeld);
    find_spread();
  }

  bool sound() const { return curve_.allFinite() && curve_[1] != 0 && std::isfinite(root()); }
  /// Whether the curve crosses the target at all, and does not turn before it.
  bool reaches() const { return discriminant() >= 0; }
  /// The crossing next to the centre; where the curve turns before the target, where it turns.
  double root() const {
    const double c = curve_[0] - goal_, b = curve_[1], g = curve_[2];
    const double t =
        reaches() ? -2 * c / (b + std::copysign(std::sqrt(discriminant()), b)) : -b / (2 * g);
    return centre_ + scale_ * t;
  }

  /// How steeply the curve (logistic for shares) rises at the root, per unit of x.
  double slope() const {
    return (curve_[1] + 2 * curve_[2] * (root() - centre_) / scale_) / scale_;
  }

  /// Whether the places lie round the curve as luck would have it (Pearson's test).
  bool fits() const {
    double apart = 0;
    for (const auto& place : places_) {
      const double mean = mean_at(curve_.dot(row(place.t)));
      const double variance =
          question_.share ? std::max(kLeastVariance, mean * (1 - mean)) : figures_;
      apart += std::pow(place.sum - place.n * mean, 2) / (place.n * variance);
    }
    const double degrees = static_cast<double>(places_.size()) - (held_ < kHeld ? 3 : 2);
    if (degrees < 1) return true;
    return boost::math::cdf(boost::math::chi_squared(degrees), apart) < kFits;
  }

  /// The interval of the root; nothing where it has no end on some side.
  std::optional<Interval> interval() const {
    const auto low = end(-1), high = end(1);
    if (!low || !high) return {};
    return Interval{*low, *high};
  }

 private:
  /// All points at one x.
  struct Place {
    double t, sum, n;
  };

  double discriminant() const {
    return curve_[1] * curve_[1] - 4 * curve_[2] * (curve_[0] - goal_);
  }
  double at(const ResponsePoint& point) const { return (point.x - centre_) / scale_; }
  double mean_at(double figure) const { return question_.share ? logistic(figure) : figure; }
  double weight_at(double mean) const {
    return question_.share ? std::max(1e-9, mean * (1 - mean)) : 1.0;
  }
  static Eigen::Vector3d row(double t) { return {1, t, t * t}; }

  std::size_t count_blocks() const {
    std::set<std::uint64_t> blocks;
    for (const auto& point : points_) blocks.insert(point.block);
    return blocks.size();
  }

  /// The variance of figures within their places.
  double spread_within() const {
    double squares = 0, degrees = 0;
    std::size_t first = 0;
    for (const auto& place : places_) {
      const auto end = first + static_cast<std::size_t>(place.n);
      for (auto i = first; i < end; ++i)
        squares += std::pow(points_[i].response - place.sum / place.n, 2);
      degrees += place.n - 1;
      first = end;
    }
    return degrees > 0 && squares > 0 ? squares / degrees : 1;
  }

  /// The variance of a figure round the curve: of a coin's scores already in their weights.
  double spread_of_points() const {
    if (question_.share) return 1;
    double squares = 0;
    for (const auto& point : points_)
      squares += std::pow(point.response - curve_.dot(row(at(point))), 2);
    return squares / std::max(1.0, static_cast<double>(points_.size()) - 2);
  }

  /// `held`: how firmly the bend is held at 0.
  void fit(double held) {
    held_ = held;
    const int steps = question_.share ? 40 : 1;
    for (int step = 0; step < steps; ++step) {
      Eigen::Vector3d firm(kTrace, kTrace, held);
      Eigen::Vector3d gradient = -firm.cwiseProduct(curve_);
      information_ = firm.asDiagonal();
      for (const auto& place : places_) {
        const auto x = row(place.t);
        const double mean = mean_at(curve_.dot(x));
        gradient += x * (place.sum - place.n * mean);
        information_ += place.n * weight_at(mean) * x * x.transpose();
      }
      Eigen::Vector3d change = information_.ldlt().solve(gradient);
      constexpr double kLongestStep = 3;
      const double longest = change.cwiseAbs().maxCoeff();
      if (question_.share && longest > kLongestStep) change *= kLongestStep / longest;
      curve_ += change;
      if (longest < 1e-10) break;
    }
  }

  /// The covariance of the curve, robust to shared blocks and to a spread that is not the coin's.
  void find_spread() {
    coins_ = true;
    std::map<std::uint64_t, Eigen::Vector3d> by_block;
    for (const auto& point : points_) {
      const auto x = row(at(point));
      by_block.try_emplace(point.block, Eigen::Vector3d::Zero()).first->second +=
          x * (point.response - mean_at(curve_.dot(x)));
      coins_ = coins_ && (point.response == 0 || point.response == 1);
    }
    coins_ = question_.share && coins_ && by_block.size() == points_.size();
    Eigen::Matrix3d meat = Eigen::Matrix3d::Zero();
    for (const auto& [block, sum] : by_block) meat += sum * sum.transpose();
    if (blocks_ > 3) meat *= blocks_ / (blocks_ - 3);
    if (held_ < kHeld) meat(2, 2) += held_;
    const Eigen::Matrix3d bread = information_.inverse();
    covariance_ = bread * meat * bread;
    if (coins_ || !question_.share) return;
    const auto x = row((root() - centre_) / scale_);
    widening_ = x.dot(covariance_ * x) / x.dot(bread * x);
  }

  double critical() const {
    const double known = coins_ ? normal_quantile(0.5 + question_.level / 2)
                                : student_critical(question_.level, std::max(1.0, blocks_ - 3));
    return kChosen * known;
  }

  double log_likelihood(const Eigen::Vector3d& curve) const {
    double total = -0.5 * held_ * curve[2] * curve[2];
    for (const auto& place : places_) {
      const double z = curve.dot(row(place.t));
      // log(1 + exp(z)) without overflow.
      const double both = z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
      total += place.sum * z - place.n * both;
    }
    return total;
  }

  /// The log-likelihood of the best curve that crosses the target at t = `crossing`.
  double held_likelihood(double crossing) const {
    Eigen::Vector2d bend(curve_[1], curve_[2]);
    const auto curve = [&](const Eigen::Vector2d& b) {
      return Eigen::Vector3d(goal_ - b[0] * crossing - b[1] * crossing * crossing, b[0], b[1]);
    };
    double best = log_likelihood(curve(bend));
    constexpr int kMaxSteps = 60;
    for (int step = 0; step < kMaxSteps; ++step) {
      const Eigen::Vector2d firm(kTrace, held_);
      Eigen::Vector2d gradient(0, -held_ * bend[1]);
      Eigen::Matrix2d information = firm.asDiagonal();
      for (const auto& place : places_) {
        const Eigen::Vector2d x(place.t - crossing, place.t * place.t - crossing * crossing);
        const double mean = logistic(goal_ + bend.dot(x));
        gradient += x * (place.sum - place.n * mean);
        information += place.n * std::max(1e-9, mean * (1 - mean)) * x * x.transpose();
      }
      Eigen::Vector2d change = information.ldlt().solve(gradient);
      double value = log_likelihood(curve(bend + change));
      while (value < best - 1e-12 && change.norm() > 1e-9) {
        change /= 2;
        value = log_likelihood(curve(bend + change));
      }
      bend += change;
      best = value;
      if (change.norm() < 1e-6 * (1 + bend.norm())) break;
    }
    return best;
  }

  /// Whether the curve may cross the target at x: by the likelihood lost (shares), or by how far it
  /// stays from the target there (means, after Fieller).
  bool inside(double x) const {
    const double t = (x - centre_) / scale_, z = critical();
    if (question_.share) {
      const double lost = log_likelihood(curve_) - held_likelihood(t);
      return 2 * lost <= z * z * widening_;
    }
    const auto here = row(t);
    const double apart = curve_.dot(here) - goal_;
    return apart * apart <= z * z * here.dot(covariance_ * here);
  }

  /// The end of the interval in a direction; nothing where it lies far beyond the range.
  std::optional<double> end(double direction) const {
    const double range = question_.high - question_.low;
    double within = root(), step = kFirstStep * range;
    while (inside(within + direction * step)) {
      within += direction * step;
      step *= kStretch;
      if (step > range) return {};
    }
    double beyond = within + direction * step;
    while (std::abs(beyond - within) > kPrecision * range) {
      const double middle = (within + beyond) / 2;
      (inside(middle) ? within : beyond) = middle;
    }
    return (within + beyond) / 2;
  }

  /// A trace of a prior keeps a curve through all-won and all-lost campaigns finite.
  static constexpr double kTrace = 1e-6;
  static constexpr double kHeld = 1e12;
  static constexpr double kLeastVariance = 1e-3;
  static constexpr double kFits = 0.95;
  /// What choosing the points and the curve by the same campaigns adds to the error.
  static constexpr double kChosen = 1.05;
  /// A bend of fewer standard errors is none.
  static constexpr double kShown = 1.5;
  /// By how many times itself the slope may well change over half the range.
  static constexpr double kBends = 4;
  static constexpr double kFirstStep = 1e-3, kStretch = 1.5, kPrecision = 1e-5;

  std::vector<ResponsePoint> points_;
  std::vector<Place> places_;
  const RootQuestion& question_;
  double centre_, scale_, goal_;
  Eigen::Vector3d curve_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3d information_, covariance_;
  double blocks_ = 0, held_ = 0, widening_ = 1;
  double figures_ = 1;  ///< the variance of means' figures within their places
  bool coins_ = true;
};

/// Where the monotone fit crosses the target, between two groups; the end of the range nearest to
/// it where it does not.
double crossing_of(const std::vector<ResponseGroup>& groups, const std::vector<double>& fit,
                   double target, int direction) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const double here = direction * (fit[i] - target);
    if (here < 0) continue;
    if (i == 0) return groups[0].x;
    const double before = direction * (target - fit[i - 1]);
    return groups[i - 1].x + (groups[i].x - groups[i - 1].x) * before / (before + here);
  }
  return groups.back().x;
}

/// The `share` of the points nearest to `place`, at three values of x or more where there
/// are as many.
std::vector<ResponsePoint> nearest(const std::vector<ResponsePoint>& points, double place,
                                   double share) {
  auto sorted = points;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return std::abs(a.x - place) < std::abs(b.x - place);
  });
  auto count = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  std::set<double> places;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i >= count && places.size() >= 3 &&
        std::abs(sorted[i].x - place) > std::abs(sorted[i - 1].x - place)) {
      sorted.resize(i);
      break;
    }
    places.insert(sorted[i].x);
  }
  return in_order(sorted);
}

/// What a monotone response leaves open of its root without any other assumption: below every x
/// whose neighbours on the lower side are shown to lie beyond the target, above every x whose
/// neighbours on the upper side are shown not to reach it.
Interval by_one_sided_tests(const std::vector<ResponsePoint>& sorted, const RootQuestion& question,
                            int direction) {
  constexpr std::size_t kSmallest = 20;
  std::vector<std::size_t> sizes;
  for (std::size_t size = kSmallest; size <= sorted.size(); size *= 2) sizes.push_back(size);
  Interval left{question.low, question.high};
  if (sizes.empty()) return left;
  // Each size at each x is a test of its own.
  const auto tests = sizes.size() * group_points(sorted, 1).size();
  const double level = 1 - (1 - question.level) / static_cast<double>(tests);
  const auto shown = [&](std::size_t begin, std::size_t end, int side) {
    std::vector<Observation> figures;
    for (auto i = begin; i < end; ++i) figures.push_back({sorted[i].response, sorted[i].block});
    const auto estimate =
        question.share ? share_estimate(figures, level) : mean_estimate(figures, level);
    return side * direction > 0 ? estimate.interval.low > question.target
                                : estimate.interval.high < question.target;
  };
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (const auto size : sizes) {
      const bool last_here = i + 1 == sorted.size() || sorted[i + 1].x > sorted[i].x;
      if (last_here && i + 1 >= size && sorted[i].x < left.high && shown(i + 1 - size, i + 1, 1))
        left.high = sorted[i].x;
      const bool first_here = i == 0 || sorted[i - 1].x < sorted[i].x;
      if (first_here && i + size <= sorted.size() && sorted[i].x > left.low &&
          shown(i, i + size, -1))
        left.low = sorted[i].x;
    }
  return left.low <= left.high ? left : Interval{left.high, left.low};
}

/// With how many campaigns both ends of the range would be shown to lie on either side of the
/// target, if the means there are true; 0 where they do not lie so.
int campaigns_that_show(const std::vector<ResponseGroup>& places, const RootQuestion& question,
                        int direction) {
  double most = 0;
  int all = 0;
  for (const auto& place : places) all += place.n;
  for (const auto& [place, side] : {std::pair{places.front(), -1}, std::pair{places.back(), 1}}) {
    const double ahead = side * direction * (place.mean - question.target);
    if (ahead <= 0) return 0;
    // Each end is held against the target in tests of several places and sizes.
    constexpr double kTests = 12;
    const double reach = normal_quantile(1 - (1 - question.level) / (2 * kTests));
    const double needed = place.variance * place.n * reach * reach / (ahead * ahead);
    most = std::max(most, needed * all / place.n);
  }
  constexpr double kMost = 1e9;
  return static_cast<int>(std::ceil(std::min(most, kMost)));
}

RootAnswer refusal(RootStatus status, std::string message) {
  RootAnswer answer;
  answer.status = status;
  answer.message = std::move(message);
  return answer;
}

}  // namespace

RootAnswer find_root(std::span<const ResponsePoint> points, const RootQuestion& question) {
  assert(points.size() >= 2);
  const auto sorted = in_order(points);
  auto places = group_points(sorted, 1);
  auto groups =
      group_points(sorted, std::max<std::size_t>(1, (sorted.size() + kGroups - 1) / kGroups));
  set_variances(places, sorted, question.share);
  set_variances(groups, sorted, question.share);
  if (places.size() < 2)
    return refusal(RootStatus::NotInRange, "no root in range: only one value was played");
  const auto shape = groups.size() < 2 ? ResponseShape::Flat : response_shape(groups);
  const int direction = shape == ResponseShape::Falling ? -1 : 1;
  const auto fit = monotone_fit(places, direction);
  std::vector<CurvePoint> curve;
  for (std::size_t i = 0; i < places.size(); ++i)
    curve.push_back({places[i].x, places[i].mean, fit[i], places[i].n});
  if (shape == ResponseShape::TurnsRound) {
    for (auto& point : curve) point.fitted = std::numeric_limits<double>::quiet_NaN();
    auto answer =
        refusal(RootStatus::NotMonotone, "not monotone: the response turns round inside the range");
    answer.curve = std::move(curve);
    return answer;
  }
  const auto none = [&](std::string message) {
    auto answer = refusal(RootStatus::NotInRange, "no root in range: " + std::move(message));
    answer.curve = std::move(curve);
    return answer;
  };
  if (shape == ResponseShape::Flat)
    return none("the response is flat as far as these campaigns show");

  double place = crossing_of(places, fit, question.target, direction);
  const double scale = (question.high - question.low) / 2;
  std::optional<LocalCurve> line;
  double share = kNearest;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    line.emplace(nearest(sorted, place, share), question, place, scale);
    if (!line->sound()) break;
    const double before = place;
    place = std::clamp(line->root(), question.low, question.high);
    const bool fewer = share * kFewer * static_cast<double>(sorted.size()) >= kFewest;
    const bool fits = !fewer || line->fits();
    if (!fits) share *= kFewer;
    if (fits && std::abs(place - before) < kSettled * scale) break;
  }
  RootAnswer answer;
  const bool straight = line->sound() && line->reaches();
  const bool outside = straight && (line->root() < question.low || line->root() > question.high);
  const auto bounded = straight ? line->interval() : std::nullopt;
  if (bounded && outside)
    return none(fmt::format("the target {} is not met between {} and {}", question.target,
                            question.low, question.high));
  if (bounded) answer.near_root = *bounded;
  if (straight) answer.slope = line->slope();
  answer.root.value = place;
  if (bounded && bounded->width() <= kTrusted * (question.high - question.low)) {
    answer.root.interval = *bounded;
  } else {
    const auto open = by_one_sided_tests(sorted, question, direction);
    if (open.low <= question.low || open.high >= question.high) {
      const int more = campaigns_that_show(places, question, direction);
      auto unknown = none("");
      unknown.message = fmt::format("not shown: the target {} may be met between {} and {}",
                                    question.target, question.low, question.high);
      if (more > static_cast<int>(points.size()))
        unknown.message += fmt::format(
            "; if the response is as it seems, about {} campaigns in all would show it", more);
      unknown.more = std::max(more, 0);
      unknown.near_root = answer.near_root;
      unknown.slope = answer.slope;
      return unknown;
    }
    answer.root.interval = open;
    answer.root.value = std::clamp(place, open.low, open.high);
  }
  answer.status = RootStatus::Found;
  answer.curve = std::move(curve);
  answer.root.level = question.level;
  answer.root.std_error =
      answer.root.interval.width() / (2 * normal_quantile(0.5 + question.level / 2));
  answer.root.n = static_cast<int>(points.size());
  answer.message = fmt::format("{:.4g} ({:.4g} to {:.4g})", answer.root.value,
                               answer.root.interval.low, answer.root.interval.high);
  return answer;
}

std::vector<double> next_root_values(std::span<const ResponsePoint> points,
                                     const RootQuestion& question, int count, double step) {
  const double range = question.high - question.low;
  double low = question.low, high = question.high;
  bool close = false;
  if (points.size() >= 2) {
    const auto found = find_root(points, question);
    const auto& near_root = found.near_root;
    if (near_root.width() > 0) {
      // Close around the root, yet far enough apart to hold it and to keep the slope in sight: half
      // a logit, or an eighth of the range.
      const double sight = question.share ? 0.5 / std::abs(found.slope) : range / 8;
      const double middle = std::clamp((near_root.low + near_root.high) / 2, low, high);
      const double half = std::clamp(std::max(sight, near_root.width() / 2),
                                     std::max(step, 1e-6 * range), range / 4);
      low = std::max(question.low, middle - half);
      high = std::min(question.high, middle + half);
      close = true;
    }
  }
  const int places = close ? kClosePlaces : kFirstPlaces;
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    double x = low + (high - low) * (i % places) / (places - 1);
    if (close && i % kLookBack == 0) x = i % (2 * kLookBack) == 0 ? question.low : question.high;
    if (step > 0) x = question.low + step * std::round((x - question.low) / step);
    values.push_back(std::clamp(x, question.low, question.high));
  }
  return values;
}

}  // namespace niemen::lab
