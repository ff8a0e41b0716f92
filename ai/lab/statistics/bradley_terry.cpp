#include "ai/lab/statistics/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr int kMaxNewtonSteps = 100;
constexpr double kTolerance = 1e-10;
/// The prior's deviation, in logits, that keeps the likelihood's maximum finite where it is not,
/// and changes it by less than the interval's ends are known.
constexpr double kFarthest = 30;

void refuse_disconnected(std::span<const Comparison> results,
                         const std::vector<std::string>& names) {
  std::vector<int> leader(names.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  for (const auto& result : results) leader[find(result.first)] = find(result.second);
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

/// All results of one pair.
struct Meetings {
  int first = 0, second = 0;
  double wins = 0, draws = 0, losses = 0;
  double count() const { return wins + draws + losses; }
};

std::vector<Meetings> count_meetings(std::span<const Comparison> results) {
  std::map<std::pair<int, int>, Meetings> pairs;
  for (const auto& r : results) {
    auto& met = pairs.try_emplace({r.first, r.second}, Meetings{r.first, r.second}).first->second;
    ++(r.score == 1 ? met.wins : r.score == 0 ? met.losses : met.draws);
  }
  std::vector<Meetings> list;
  for (const auto& [key, met] : pairs) list.push_back(met);
  return list;
}

}  // namespace

/// The likelihood of all results. Parameters: ratings, then log nu where draws were seen.
class RatingModel {
 public:
  RatingModel(std::span<const Comparison> results, int things)
      : results_(results.begin(), results.end()),
        meetings_(count_meetings(results)),
        things_(things) {
    std::set<std::uint64_t> blocks;
    for (const auto& r : results) blocks.insert(r.block);
    blocks_ = static_cast<int>(blocks.size());
    for (const auto& met : meetings_) ties_ = ties_ || met.draws > 0;
    find_chains();
  }

  int things() const { return things_; }
  int size() const { return things_ + (ties_ ? 1 : 0); }
  int results() const { return static_cast<int>(results_.size()); }
  int blocks() const { return blocks_; }
  bool shares_dice() const { return blocks_ < results(); }
  double nu(const Eigen::VectorXd& p) const { return ties_ ? std::exp(p[things_]) : 0.0; }

  /// Whether a chain of results in which each scored against the next leads from `from` to `to`:
  /// then `from` is not boundlessly weaker than `to`.
  bool chain(int from, int to) const { return chains_[from][to]; }

  double log_likelihood(const Eigen::VectorXd& p, double precision) const {
    double total = -0.5 * precision * p.head(things_).squaredNorm();
    for (const auto& met : meetings_) {
      const auto c = chances(p[met.first] - p[met.second], nu(p));
      if (met.wins > 0) total += met.wins * std::log(c.win);
      if (met.draws > 0) total += met.draws * std::log(c.draw);
      if (met.losses > 0) total += met.losses * std::log(c.loss);
    }
    return total;
  }

  void gradient_and_information(const Eigen::VectorXd& p, double precision,
                                Eigen::VectorXd& gradient, Eigen::MatrixXd& information) const {
    gradient = Eigen::VectorXd::Zero(size());
    information = Eigen::MatrixXd::Zero(size(), size());
    gradient.head(things_) = -precision * p.head(things_);
    information.diagonal().head(things_).setConstant(precision);
    for (const auto& met : meetings_) {
      const auto c = chances(p[met.first] - p[met.second], nu(p));
      const double n = met.count(), mean = c.win + c.draw / 2;
      const double g = met.wins + met.draws / 2 - n * mean;
      gradient[met.first] += g;
      gradient[met.second] -= g;
      const double variance = n * (c.win + c.draw / 4 - mean * mean);
      information(met.first, met.first) += variance;
      information(met.second, met.second) += variance;
      information(met.first, met.second) -= variance;
      information(met.second, met.first) -= variance;
      if (!ties_) continue;
      gradient[things_] += met.draws - n * c.draw;
      information(things_, things_) += n * c.draw * (1 - c.draw);
      const double cross = n * (c.draw / 2 - c.draw * mean);
      for (const auto& [thing, sign] : {std::pair{met.first, 1.0}, std::pair{met.second, -1.0}}) {
        information(thing, things_) += sign * cross;
        information(things_, thing) += sign * cross;
      }
    }
  }

  /// Climbs to the maximum from `start`; where `contrast` is given, without changing contrast' p.
  Eigen::VectorXd maximise(Eigen::VectorXd p, double precision,
                           const Eigen::VectorXd* contrast = nullptr) const {
    Eigen::VectorXd gradient;
    Eigen::MatrixXd information;
    double best = log_likelihood(p, precision);
    for (int step = 0; step < kMaxNewtonSteps; ++step) {
      gradient_and_information(p, precision, gradient, information);
      const auto solver = information.ldlt();
      Eigen::VectorXd direction = solver.solve(gradient);
      if (contrast) {
        const Eigen::VectorXd along = solver.solve(*contrast);
        direction -= along * (contrast->dot(direction) / contrast->dot(along));
      }
      double length = 1;
      Eigen::VectorXd trial = p + direction;
      double value = log_likelihood(trial, precision);
      while (!(value >= best - kTolerance) && length > 1e-6) {
        length /= 2;
        trial = p + length * direction;
        value = log_likelihood(trial, precision);
      }
      p = trial;
      best = value;
      if (direction.cwiseAbs().maxCoeff() * length < kTolerance) break;
    }
    return p;
  }

  /// How shared dice change what is known of a contrast.
  struct SharedDice {
    double widening = 1;    ///< of the variance of separate results
    double degrees = 1;     ///< of freedom, with which the widening is known
    double of_a_block = 1;  ///< results of a block that count, if they were all one
  };

  /// The widening is Huber and White's variance by block against that of the information. Blocks
  /// count by what they tell of the contrast (Bell and McCaffrey, 2002): results that bridge two
  /// groups are few, however many blocks there are. Where hardly any result went the other way the
  /// blocks do not show how they lean; one block that leans as one is assumed beside them.
  SharedDice shared_dice(const Eigen::VectorXd& p, double precision,
                         const Eigen::VectorXd& contrast) const {
    SharedDice shared;
    shared.degrees = std::max(1, blocks_ - 1);
    if (!shares_dice()) return shared;
    Eigen::VectorXd unused;
    Eigen::MatrixXd information;
    gradient_and_information(p, precision, unused, information);
    const Eigen::VectorXd weights = information.ldlt().solve(contrast);
    struct Block {
      double lean = 0, variance = 0, deviation = 0;
    };
    std::map<std::uint64_t, Block> by_block;
    double farthest = 0;  // lean of a single result
    for (const auto& r : results_) {
      const auto c = chances(p[r.first] - p[r.second], nu(p));
      const double weight = weights[r.first] - weights[r.second];
      const double of_tie = ties_ ? weights[things_] : 0.0;
      const double mean = c.win + c.draw / 2;
      const auto lean_of = [&](double score, bool draw) {
        return weight * (score - mean) + of_tie * ((draw ? 1 : 0) - c.draw);
      };
      const double won = lean_of(1, false), drawn = lean_of(0.5, true), lost = lean_of(0, false);
      const double variance = c.win * won * won + c.draw * drawn * drawn + c.loss * lost * lost;
      auto& block = by_block[r.block];
      block.lean += lean_of(r.score, r.score != 0 && r.score != 1);
      block.variance += variance;
      block.deviation += std::sqrt(variance);
      farthest = std::max({farthest, won * won, lost * lost});
    }
    double squares = 0, variance = 0, of_variance = 0, as_one = 0;
    for (const auto& [key, block] : by_block) {
      squares += block.lean * block.lean;
      variance += block.variance;
      of_variance += block.variance * block.variance;
      as_one += block.deviation * block.deviation;
    }
    if (!(variance > 0)) return shared;
    const double effective = std::max(2.0, variance * variance / of_variance);
    shared.degrees = effective - 1;
    shared.of_a_block = as_one / variance;
    const double seen = effective / (effective - 1) * squares / contrast.dot(weights);
    const double rare = variance / farthest;  // results that went the rarer way
    shared.widening = (rare * seen + shared.of_a_block) / (rare + 1);
    return shared;
  }

 private:
  void find_chains() {
    const auto size = static_cast<std::size_t>(things_);
    chains_.assign(size, std::vector<bool>(size, false));
    for (std::size_t i = 0; i < size; ++i) chains_[i][i] = true;
    for (const auto& met : meetings_) {
      const auto a = static_cast<std::size_t>(met.first), b = static_cast<std::size_t>(met.second);
      if (met.wins + met.draws > 0) chains_[a][b] = true;
      if (met.losses + met.draws > 0) chains_[b][a] = true;
    }
    for (std::size_t via = 0; via < size; ++via)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; chains_[i][via] && j < size; ++j)
          if (chains_[via][j]) chains_[i][j] = true;
  }

  std::vector<Comparison> results_;
  std::vector<Meetings> meetings_;
  std::vector<std::vector<bool>> chains_;
  int things_;
  int blocks_ = 0;
  bool ties_ = false;
};

namespace {

/// The profile likelihood of one contrast of the ratings.
class Profile {
 public:
  Profile(const RatingModel& model, Eigen::VectorXd contrast)
      : model_(model),
        contrast_(std::move(contrast)),
        top_(model.maximise(Eigen::VectorXd::Zero(model.size()), kPrecision)),
        last_(top_) {
    // The contrast itself, and directions that leave it as it is.
    const Eigen::MatrixXd basis = Eigen::HouseholderQR<Eigen::MatrixXd>(contrast_).householderQ() *
                                  Eigen::MatrixXd::Identity(model.size(), model.size());
    others_ = basis.rightCols(model.size() - 1);
    Eigen::VectorXd unused;
    model.gradient_and_information(top_, kPrecision, unused, information_);
    best_ = model.log_likelihood(top_, kPrecision);
    shared_ = model.shared_dice(top_, kPrecision, contrast_);
    deviation_ = std::sqrt(shared_.widening * contrast_.dot(information_.ldlt().solve(contrast_)));
  }

  double top() const { return contrast_.dot(top_); }
  double deviation() const { return deviation_; }
  double degrees() const { return shared_.degrees; }

  /// Twice the log-likelihood lost by holding the contrast at `value`, with the shared dice
  /// allowed for.
  double loss(double value) { return plain_loss(value) / shared_.widening; }
  /// The same where no block went the other way, so that none shows how far they lean together:
  /// each counts as one result.
  double loss_of_blocks(double value) { return plain_loss(value) / shared_.of_a_block; }

  /// The signed root of the loss, positive below the top; adjusted for few results where they are
  /// independent (Barndorff-Nielsen's r*, for a canonical parameter: Davison, "Statistical Models",
  /// 2003, ch. 12.3). Close to a normal figure at the true value.
  double signed_root(double value) {
    const double side = value < top() ? 1 : -1;
    const double root = side * std::sqrt(loss(value));
    constexpr double kNear = 0.05;
    if (model_.shares_dice() || std::abs(root) < kNear) return root;
    Eigen::VectorXd unused;
    Eigen::MatrixXd held;
    model_.gradient_and_information(last_, kPrecision, unused, held);
    const double log_ratio =
        log_determinant(information_) - log_determinant(others_.transpose() * held * others_);
    const double slope = (top() - value) / contrast_.norm() * std::exp(log_ratio / 2);
    return root + std::log(slope / root) / root;
  }

 private:
  double plain_loss(double value) {
    const double shift = (value - contrast_.dot(last_)) / contrast_.squaredNorm();
    last_ = model_.maximise(last_ + shift * contrast_, kPrecision, &contrast_);
    return std::max(0.0, 2 * (best_ - model_.log_likelihood(last_, kPrecision)));
  }

  static constexpr double kPrecision = 1 / (kFarthest * kFarthest);

  static double log_determinant(const Eigen::MatrixXd& matrix) {
    return matrix.ldlt().vectorD().array().log().sum();
  }

  const RatingModel& model_;
  Eigen::VectorXd contrast_;
  Eigen::VectorXd top_, last_;
  Eigen::MatrixXd others_, information_;
  RatingModel::SharedDice shared_;
  double best_ = 0, deviation_ = 0;
};

/// Where `excess`, which is negative at `from`, reaches 0 in the direction of `step`.
template <class F>
double crossing(double from, double step, F&& excess) {
  double inside = from, outside = from + step;
  constexpr int kDoublings = 12, kHalvings = 30;
  for (int i = 0; i < kDoublings && excess(outside) < 0; ++i) {
    inside = outside;
    outside += step * std::pow(2, i);
  }
  for (int i = 0; i < kHalvings && std::abs(outside - inside) > 1e-4 * std::abs(step); ++i) {
    const double middle = (inside + outside) / 2;
    (excess(middle) < 0 ? inside : outside) = middle;
  }
  return (inside + outside) / 2;
}

/// What is said to be the likeliest value is not left out.
void hold(Estimate& estimate) {
  estimate.interval.low = std::min(estimate.interval.low, estimate.value);
  estimate.interval.high = std::max(estimate.interval.high, estimate.value);
}

/// The estimate of a contrast that is `value`, and bounded from above and below or not.
Estimate profile_estimate(const RatingModel& model, const Eigen::VectorXd& contrast, double value,
                          bool above, bool below, double level) {
  Estimate estimate;
  estimate.value = value;
  estimate.level = level;
  estimate.n = model.results();
  estimate.blocks = model.blocks();
  estimate.interval = {-kUnbounded, kUnbounded};
  estimate.std_error = std::numeric_limits<double>::quiet_NaN();
  if ((!above && !below) || model.blocks() < 2) return estimate;
  Profile profile(model, contrast);
  const double step = std::clamp(profile.deviation(), 0.05, 3.0);
  if (above && below) {
    const double critical = model.shares_dice() ? student_critical(level, profile.degrees())
                                                : normal_quantile(0.5 + level / 2);
    const auto outside = [&](double at) { return std::abs(profile.signed_root(at)) - critical; };
    estimate.interval = {crossing(profile.top(), -step, outside),
                         crossing(profile.top(), step, outside)};
    estimate.std_error = profile.deviation();
    hold(estimate);
    return estimate;
  }
  // The likelihood has no end on one side: what was seen, or more of it, has at most this chance.
  const double critical = -2 * std::log((1 - level) / 2);
  const auto outside = [&](double at) { return profile.loss_of_blocks(at) - critical; };
  if (above) estimate.interval.high = crossing(profile.top(), step, outside);
  if (below) estimate.interval.low = crossing(profile.top(), -step, outside);
  hold(estimate);
  return estimate;
}

}  // namespace

Estimate Ratings::estimate(int a, double level) const {
  const int things = model->things();
  Eigen::VectorXd contrast = Eigen::VectorXd::Zero(model->size());
  contrast.head(things).setConstant(-1.0 / things);
  contrast[a] += 1;
  bool above = true, below = true;
  for (int i = 0; i < things; ++i) {
    above = above && model->chain(i, a);
    below = below && model->chain(a, i);
  }
  return profile_estimate(*model, contrast, value[a], above, below, level);
}

Estimate Ratings::difference(int a, int b, double level) const {
  Eigen::VectorXd contrast = Eigen::VectorXd::Zero(model->size());
  contrast[a] = 1;
  contrast[b] = -1;
  return profile_estimate(*model, contrast, value[a] - value[b], model->chain(b, a),
                          model->chain(a, b), level);
}

double Ratings::expected_score(int a, int b) const {
  const auto c = chances(value[a] - value[b], tie_parameter);
  return c.win + c.draw / 2;
}

Ratings fit_ratings(std::span<const Comparison> results, const std::vector<std::string>& names,
                    const RatingOptions& options) {
  if (names.empty() || results.empty()) throw core::InputError("ratings: there are no results");
  refuse_disconnected(results, names);
  auto model = std::make_shared<RatingModel>(results, static_cast<int>(names.size()));
  const Eigen::VectorXd p =
      model->maximise(Eigen::VectorXd::Zero(model->size()),
                      1 / (options.prior_deviation * options.prior_deviation));
  Ratings ratings;
  ratings.value = p.head(model->things()).array() - p.head(model->things()).mean();
  ratings.tie_parameter = model->nu(p);
  ratings.model = std::move(model);
  return ratings;
}

}  // namespace niemen::lab
