// The lab's statistics against truths that the tests make themselves. The quick cases run a few
// hundred repetitions with wide bands; those tagged [.long] hold the bars at a thousand and more.
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <set>

#include "ai/lab/statistics/bradley_terry.h"
#include "ai/lab/statistics/designs.h"
#include "ai/lab/statistics/effects.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/intervals.h"
#include "ai/lab/statistics/rescoring.h"
#include "ai/lab/statistics/root_finding.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;

namespace {

double normal(core::RandomStream& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(6.283185307179586 * random.uniform());
}
double logistic(double z) { return 1 / (1 + std::exp(-z)); }

/// The share of repetitions in which `covers` says yes.
double share_of(int repetitions, const std::function<bool(core::RandomStream&)>& covers) {
  int hits = 0;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0x51ab, static_cast<std::uint64_t>(r) + 1);
    hits += covers(random) ? 1 : 0;
  }
  return static_cast<double>(hits) / repetitions;
}

std::vector<Observation> independent(const std::vector<double>& values) {
  std::vector<Observation> result;
  for (std::size_t i = 0; i < values.size(); ++i) result.push_back({values[i], i});
  return result;
}

}  // namespace

TEST_CASE("Jeffreys' interval covers a share by exact enumeration", "[lab]") {
  for (const int n : {100, 200, 400}) {
    for (const double p : {0.01, 0.05, 0.1, 0.2, 0.35, 0.5, 0.72, 0.9, 0.95, 0.99}) {
      const boost::math::binomial_distribution<> wins(n, p);
      double coverage = 0;
      for (int k = 0; k <= n; ++k)
        if (jeffreys_interval(k, n).contains(p)) coverage += boost::math::pdf(wins, k);
      INFO("n " << n << " p " << p);
      const bool extreme = p < 0.05 || p > 0.95;
      CHECK(coverage >= (extreme ? 0.92 : 0.93));
      CHECK(coverage <= (extreme ? 1.0 : 0.97));
    }
  }
}

TEST_CASE("a share of independent wins has exactly Jeffreys' interval", "[lab]") {
  std::vector<double> scores(40, 0.0);
  std::fill(scores.begin(), scores.begin() + 13, 1.0);
  const auto estimate = share_estimate(independent(scores));
  const auto exact = jeffreys_interval(13, 40);
  CHECK(estimate.value == Approx(13.0 / 40));
  CHECK(estimate.interval.low == Approx(exact.low).margin(1e-9));
  CHECK(estimate.interval.high == Approx(exact.high).margin(1e-9));
  // Draws carry less spread, hence a narrower interval round the same share.
  auto drawn = scores;
  for (std::size_t i = 0; i < 8; ++i) drawn[i] = drawn[39 - i] = 0.5;
  CHECK(share_estimate(independent(drawn)).interval.width() < estimate.interval.width());
  // Scores that are all equal leave an interval open on one side only.
  const auto won = share_estimate(independent(std::vector<double>(20, 1.0)));
  CHECK(won.interval.high == 1.0);
  CHECK(won.interval.low < 0.95);
}

TEST_CASE("a share of two or three blocks of several campaigns has an interval", "[lab]") {
  for (const std::uint64_t blocks : {2, 3, 4, 5})
    for (const int size : {2, 3, 9}) {
      std::vector<Observation> scores;
      for (std::uint64_t block = 0; block < blocks; ++block)
        for (int i = 0; i < size; ++i) scores.push_back({block == 0 && i == 0 ? 0.0 : 1.0, block});
      for (const double level : {0.95, 0.999}) {
        const auto estimate = share_estimate(scores, level);
        INFO(blocks << " blocks of " << size << " at " << level);
        CHECK(estimate.interval.low >= 0);
        CHECK(estimate.interval.high <= 1);
        CHECK(estimate.interval.contains(estimate.value));
      }
    }
}

namespace {

/// Coverage of the share estimate when `size` campaigns of a block share a leaning.
double clustered_coverage(int repetitions, int blocks, int size) {
  return share_of(repetitions, [&](core::RandomStream& random) {
    // A block's chance is 0.3 or 0.7: the true share is one half.
    std::vector<Observation> scores;
    for (int b = 0; b < blocks; ++b) {
      const double p = random.uniform() < 0.5 ? 0.3 : 0.7;
      for (int i = 0; i < size; ++i)
        scores.push_back({random.uniform() < p ? 1.0 : 0.0, static_cast<std::uint64_t>(b)});
    }
    return share_estimate(scores).interval.contains(0.5);
  });
}

double paired_coverage(int repetitions, int pairs, bool& narrower) {
  double paired_width = 0, independent_width = 0;
  const double coverage = share_of(repetitions, [&](core::RandomStream& random) {
    std::vector<Observation> first, second;
    double truth = 0;
    for (int i = 0; i < pairs; ++i) {
      // The dice of a pair lean by one logit either way for both of its campaigns.
      const double lean = normal(random);
      const auto block = static_cast<std::uint64_t>(i);
      first.push_back({random.uniform() < logistic(lean) ? 1.0 : 0.0, block});
      second.push_back({random.uniform() < logistic(lean + 0.5) ? 1.0 : 0.0, block});
    }
    // E[logistic(N + 0.5)] - E[logistic(N)] by fine summation.
    double weight = 0;
    for (double z = -6; z <= 6; z += 0.05) {
      const double density = std::exp(-z * z / 2);
      truth += density * (logistic(z + 0.5) - logistic(z));
      weight += density;
    }
    const auto paired = paired_difference(first, second);
    const auto loose = independent_difference(first, second);
    paired_width += paired.interval.width();
    independent_width += loose.interval.width();
    return paired.interval.contains(truth / weight);
  });
  const double ratio = paired_width / independent_width;
  narrower = ratio * ratio <= 0.85;
  return coverage;
}

}  // namespace

TEST_CASE("clustered and paired intervals cover, and pairing pays", "[lab]") {
  const double clustered = clustered_coverage(300, 60, 4);
  CHECK(clustered > 0.90);
  CHECK(clustered < 0.99);
  bool narrower = false;
  const double paired = paired_coverage(300, 150, narrower);
  CHECK(paired > 0.90);
  CHECK(paired < 0.99);
  CHECK(narrower);
}

TEST_CASE("B4, B5: clustered and paired coverage at length", "[.long]") {
  for (const int blocks : {50, 100, 200}) {
    const double coverage = clustered_coverage(3000, blocks, 4);
    WARN("clustered, " << blocks << " blocks: " << coverage);
    CHECK(coverage >= 0.93);
    CHECK(coverage <= 0.97);
  }
  bool narrower = false;
  const double coverage = paired_coverage(3000, 150, narrower);
  WARN("paired difference: " << coverage);
  CHECK(coverage >= 0.93);
  CHECK(coverage <= 0.97);
  CHECK(narrower);
}

TEST_CASE("a median's order statistics cover it", "[lab]") {
  const double coverage = share_of(1000, [](core::RandomStream& random) {
    std::vector<double> values;
    for (int i = 0; i < 80; ++i) values.push_back(std::exp(normal(random)));
    return quantile_estimate(values, 0.5).interval.contains(1.0);
  });
  CHECK(coverage >= 0.93);
  CHECK(coverage <= 0.985);
  // Six figures cannot bound their 1 % quantile from below.
  CHECK(std::isinf(quantile_estimate({1, 2, 3, 4, 5, 6}, 0.01).interval.low));
}

TEST_CASE("the equivalence test has the power of its table", "[lab]") {
  const Band band{0.4, 0.6};
  CHECK(equivalence_power(0.5, band, 100) == Approx(0.28).margin(0.01));
  CHECK(equivalence_power(0.5, band, 200) == Approx(0.76).margin(0.01));
  CHECK(equivalence_power(0.5, band, 400) == Approx(0.98).margin(0.01));
  CHECK(equivalence_power(0.55, band, 800) == Approx(0.88).margin(0.01));
  const int needed = campaigns_for_equivalence(0.55, band, 0.88);
  CHECK(equivalence_power(0.55, band, needed) >= 0.88);
  CHECK(equivalence_power(0.55, band, needed - 1) < 0.88);
  CHECK(campaigns_for_equivalence(0.65, band, 0.8) == 0);

  const auto verdicts = [&](double p, EquivalenceVerdict wanted) {
    return share_of(500, [&](core::RandomStream& random) {
      std::vector<double> scores;
      for (int i = 0; i < 400; ++i) scores.push_back(random.uniform() < p ? 1.0 : 0.0);
      return equivalence_test(independent(scores), band).verdict == wanted;
    });
  };
  CHECK(verdicts(0.5, EquivalenceVerdict::Inside) > 0.95);
  CHECK(verdicts(0.6, EquivalenceVerdict::Inside) < 0.08);
  CHECK(verdicts(0.75, EquivalenceVerdict::Outside) > 0.99);
  CHECK(campaigns_for_precision(0.05, 0.5) == 385);
  CHECK(campaigns_for_precision(0.01, 0.5) == 9604);
}

namespace {

/// Four openings a side with known ratings; draws by Davidson's model.
std::vector<Comparison> rated_results(core::RandomStream& random, const std::vector<double>& truth,
                                      double nu, int rounds) {
  std::vector<Comparison> results;
  for (int round = 0; round < rounds; ++round)
    for (int a = 0; a < 4; ++a)
      for (int b = 4; b < 8; ++b) {
        const double d = truth[static_cast<std::size_t>(a)] - truth[static_cast<std::size_t>(b)];
        const double up = std::exp(d / 2), down = std::exp(-d / 2), sum = up + down + nu;
        const double u = random.uniform();
        const double score = u < up / sum ? 1 : u < (up + nu) / sum ? 0.5 : 0;
        results.push_back({a, b, score, results.size()});
      }
  return results;
}

const std::vector<double> kTrueRatings{0.6, 0.2, -0.1, -0.3, 0.5, 0.0, -0.4, -0.5};
const std::vector<std::string> kNames{"a", "b", "c", "d", "e", "f", "g", "h"};

double rating_coverage(int repetitions) {
  return share_of(repetitions, [&](core::RandomStream& random) {
    const auto results = rated_results(random, kTrueRatings, 0.6, 25);
    const auto ratings = fit_ratings(results, kNames);
    return ratings.difference(0, 3).interval.contains(0.9);
  });
}

}  // namespace

TEST_CASE("ratings recover known strengths and cover differences", "[lab]") {
  core::RandomStream random(3);
  const auto ratings = fit_ratings(rated_results(random, kTrueRatings, 0.6, 3000), kNames);
  CHECK(ratings.tie_parameter == Approx(0.6).margin(0.03));
  for (int i = 1; i < 8; ++i)
    CHECK(ratings.difference(0, i).value ==
          Approx(kTrueRatings[0] - kTrueRatings[static_cast<std::size_t>(i)]).margin(0.06));
  CHECK(ratings.value.sum() == Approx(0).margin(1e-9));
  const double coverage = rating_coverage(200);
  CHECK(coverage > 0.89);
  CHECK(coverage <= 1.0);
}

TEST_CASE("B4: coverage of rating differences at length", "[.long]") {
  const double coverage = rating_coverage(2000);
  WARN("Davidson rating difference: " << coverage);
  CHECK(coverage >= 0.93);
  CHECK(coverage <= 0.97);
}

TEST_CASE("two results of one block count as less than two", "[lab]") {
  core::RandomStream random(9);
  auto results = rated_results(random, kTrueRatings, 0.6, 40);
  const double single = fit_ratings(results, kNames).difference(0, 1).std_error;
  auto doubled = results;
  doubled.insert(doubled.end(), results.begin(), results.end());
  CHECK(fit_ratings(doubled, kNames).difference(0, 1).std_error == Approx(single).epsilon(0.02));
}

TEST_CASE("ratings refuse what no chain of results joins", "[lab]") {
  const std::vector<Comparison> split{{0, 1, 1, 0}, {2, 3, 0, 1}};
  CHECK_THROWS_WITH(fit_ratings(split, {"north", "south", "east", "west"}),
                    Catch::Contains("north") && Catch::Contains("cannot be compared"));
  // A thing that won everything stays finite.
  const std::vector<Comparison> sweep{{0, 1, 1, 0}, {0, 1, 1, 1}, {0, 1, 1, 2}};
  CHECK(std::isfinite(fit_ratings(sweep, {"winner", "loser"}).value[0]));
}

namespace {

constexpr double kRoot = 0.37, kScale = 0.25;

/// Plays a stochastic search for the root with `count` campaigns in rounds.
std::vector<ResponsePoint> search_root(core::RandomStream& random, int count,
                                       const std::function<double(double)>& chance) {
  const RootQuestion question;
  std::vector<ResponsePoint> points;
  constexpr int kRound = 80;
  while (static_cast<int>(points.size()) < count) {
    const int size = std::min(kRound, count - static_cast<int>(points.size()));
    for (const double x : next_root_values(points, question, size))
      points.push_back({x, random.uniform() < chance(x) ? 1.0 : 0.0, points.size()});
  }
  return points;
}

struct RootTrial {
  double coverage = 0, median_width = 0;
};

RootTrial root_trial(int repetitions, int count) {
  std::vector<double> widths;
  RootTrial trial;
  trial.coverage = share_of(repetitions, [&](core::RandomStream& random) {
    const auto points =
        search_root(random, count, [](double x) { return logistic((x - kRoot) / kScale); });
    const auto answer = find_root(points, {});
    widths.push_back(answer.status == RootStatus::Found ? answer.root.interval.width() : 1e9);
    return answer.status == RootStatus::Found && answer.root.interval.contains(kRoot);
  });
  std::nth_element(widths.begin(), widths.begin() + static_cast<long>(widths.size() / 2),
                   widths.end());
  trial.median_width = widths[widths.size() / 2];
  return trial;
}

double refused(int repetitions, RootStatus wanted, const std::function<double(double)>& chance) {
  return share_of(repetitions, [&](core::RandomStream& random) {
    return find_root(search_root(random, 500, chance), {}).status == wanted;
  });
}

double flat(double) { return 0.5; }
double beyond(double x) { return 0.6 + 0.3 * x; }
double hill(double x) { return 0.2 + 2.4 * x * (1 - x); }

}  // namespace

TEST_CASE("a root is found with an interval, or refused with the reason", "[lab][trials]") {
  const auto trial = root_trial(150, 500);
  CHECK(trial.coverage > 0.89);
  CHECK(trial.median_width <= 0.11);
  CHECK(refused(100, RootStatus::NotInRange, flat) > 0.9);
  CHECK(refused(100, RootStatus::NotInRange, beyond) > 0.9);
  CHECK(refused(100, RootStatus::NotMonotone, hill) > 0.9);
}

TEST_CASE("B9: roots at length", "[.long]") {
  const auto small = root_trial(1000, 500), large = root_trial(1000, 2000);
  WARN("500: coverage " << small.coverage << ", median width " << small.median_width);
  WARN("2000: coverage " << large.coverage << ", median width " << large.median_width);
  CHECK(small.coverage >= 0.93);
  CHECK(small.coverage <= 0.97);
  CHECK(small.median_width <= 0.10);
  CHECK(large.coverage >= 0.93);
  CHECK(large.coverage <= 0.97);
  CHECK(large.median_width <= 0.05);
  const double never_flat = refused(1000, RootStatus::NotInRange, flat);
  const double never_beyond = refused(1000, RootStatus::NotInRange, beyond);
  const double never_hill = refused(1000, RootStatus::NotMonotone, hill);
  WARN("refused: flat " << never_flat << ", out of range " << never_beyond << ", hill "
                        << never_hill);
  CHECK(never_flat >= 0.95);
  CHECK(never_beyond >= 0.95);
  CHECK(never_hill >= 0.95);
}

namespace {

/// Root mean square error of the even-chances threshold when margins are normal with mean 3 and
/// standard deviation 20: by re-scoring `count` campaigns.
double rescoring_error(int repetitions, int count) {
  double squares = 0;
  share_of(repetitions, [&](core::RandomStream& random) {
    std::vector<Observation> margins;
    for (int i = 0; i < count; ++i)
      margins.push_back({3 + 20 * normal(random), static_cast<std::uint64_t>(i)});
    const double error = even_point(margins).points - 3;
    squares += error * error;
    return true;
  });
  return std::sqrt(squares / repetitions);
}

/// The same by bisection: six halvings of [-32, 32], the majority of fresh campaigns deciding each.
double bisection_error(int repetitions, int count) {
  double squares = 0;
  share_of(repetitions, [&](core::RandomStream& random) {
    double low = -32, high = 32;
    for (int step = 0; step < 6; ++step) {
      const double middle = (low + high) / 2;
      int wins = 0;
      for (int i = 0; i < count / 6; ++i) wins += 3 + 20 * normal(random) > middle;
      (2 * wins > count / 6 ? low : high) = middle;
    }
    const double error = (low + high) / 2 - 3;
    squares += error * error;
    return true;
  });
  return std::sqrt(squares / repetitions);
}

}  // namespace

TEST_CASE("re-scoring one batch beats bisection with three times the campaigns", "[lab]") {
  CHECK(rescoring_error(2000, 200) <= bisection_error(2000, 600));
}

namespace {

/// Whether the validity check passes: agents that ignore the new conditions replay the same
/// campaign; agents that use them win `shift` more.
double passes(int repetitions, double shift) {
  return share_of(repetitions, [&](core::RandomStream& random) {
    std::vector<Observation> rescored, replayed;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const double u = random.uniform();
      rescored.push_back({u < 0.5 ? 1.0 : 0.0, i});
      // Half of the campaigns of agents that know take another course altogether.
      const double again = shift > 0 && random.uniform() < 0.5 ? random.uniform() : u;
      replayed.push_back({again < 0.5 + shift ? 1.0 : 0.0, i});
    }
    return check_rescoring(rescored, replayed, 0.03).valid;
  });
}

}  // namespace

TEST_CASE("B10: the re-scoring check passes the ignorant and catches the knowing", "[lab]") {
  CHECK(passes(1000, 0) >= 0.95);
  CHECK(passes(1000, 0.05) <= 0.10);
}

TEST_CASE("designs cover what they say", "[lab]") {
  const auto full = full_factorial({2, 3, 2});
  CHECK(full.size() == 12);
  CHECK(std::set<LevelChoice>(full.begin(), full.end()).size() == 12);
  const auto single = one_at_a_time({2, 3, 2}, {0, 1, 0});
  CHECK(single == std::vector<LevelChoice>{{0, 1, 0}, {1, 1, 0}, {0, 0, 0}, {0, 2, 0}, {0, 1, 1}});
  const auto points = latin_hypercube(20, 3, 5);
  for (std::size_t factor = 0; factor < 3; ++factor) {
    std::set<int> strata;
    for (const auto& point : points) strata.insert(static_cast<int>(point[factor] * 20));
    CHECK(strata.size() == 20);
  }
}

TEST_CASE("effects are ranked by their true size with intervals that cover", "[lab]") {
  const auto sweep = [](core::RandomStream& random) {
    std::vector<SweepPoint> points;
    for (const auto& setting : latin_hypercube(300, 3, random.next()))
      points.push_back({setting,
                        10 + 5 * setting[1] - 1.5 * setting[2] + 3 * setting[0] * setting[2] +
                            2 * normal(random),
                        points.size()});
    return points;
  };
  core::RandomStream random(12);
  const auto effects =
      ranked_effects(sweep(random), {"march", "supply", "winter"}, ResponseKind::Figure, true);
  CHECK(effects.size() == 6);
  CHECK(effects[0].name == "supply");
  const double coverage = share_of(400, [&](core::RandomStream& stream) {
    for (const auto& effect :
         ranked_effects(sweep(stream), {"march", "supply", "winter"}, ResponseKind::Figure, true))
      if (effect.name == "march x winter") return effect.change.interval.contains(3.0);
    return false;
  });
  CHECK(coverage > 0.91);
  CHECK(coverage < 0.985);
  const std::vector<SweepPoint> same(10, SweepPoint{{0.5, 0.5, 0.5}, 1, 0});
  CHECK_THROWS_AS(ranked_effects(same, {"march", "supply", "winter"}, ResponseKind::Figure),
                  core::InputError);
}

TEST_CASE("variance is shared out between choice, dice and the rest", "[lab]") {
  core::RandomStream random(21);
  std::vector<double> dice;
  for (int j = 0; j < 400; ++j) dice.push_back(3 * normal(random));
  std::vector<std::vector<double>> values;
  for (int i = 0; i < 200; ++i) {
    const double cell = 4 * normal(random);
    values.emplace_back();
    for (const double luck : dice) values.back().push_back(cell + luck + 5 * normal(random));
  }
  const auto shares = variance_shares(values);
  CHECK(shares.cells == Approx(16.0 / 50).margin(0.05));
  CHECK(shares.dice == Approx(9.0 / 50).margin(0.04));
  CHECK(shares.rest == Approx(25.0 / 50).margin(0.05));
}
