// The sequential test under many workers whose campaigns take unequal time, and the estimate after
// it.
#include <catch2/catch.hpp>
#include <cmath>
#include <queue>

#include "ai/lab/statistics/sequential.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;

namespace {

struct Run {
  SequentialVerdict verdict = SequentialVerdict::Continue;
  int length = 0;
  Estimate corrected;
};

/// 64 workers; a campaign that side A wins takes twice as long. The test is fed in schedule order.
Run run_with_workers(core::RandomStream& random, double rate, const SequentialDesign& design,
                     bool estimate) {
  using Finish = std::pair<double, std::size_t>;
  std::priority_queue<Finish, std::vector<Finish>, std::greater<>> busy;
  std::vector<double> scores;
  SequentialTest test(design);
  ScheduleOrder order;
  const auto start = [&](double now) {
    scores.push_back(random.uniform() < rate ? 1.0 : 0.0);
    busy.emplace(now + (scores.back() == 1 ? 2.0 : 1.0) * (0.9 + 0.2 * random.uniform()),
                 scores.size() - 1);
  };
  constexpr int kWorkers = 64;
  for (int w = 0; w < kWorkers; ++w) start(0);
  while (test.verdict() == SequentialVerdict::Continue) {
    const auto [now, index] = busy.top();
    busy.pop();
    for (const double score : order.add(index, scores[index])) test.add(score);
    start(now);
  }
  Run run{test.verdict(), test.count(), {}};
  if (estimate) run.corrected = test.corrected_estimate();
  return run;
}

struct Batch {
  double alternative = 0, length = 0, coverage = 0, bias = 0, below = 0;
};

Batch batch(int repetitions, double rate, bool estimate) {
  Batch result;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0x5e9, static_cast<std::uint64_t>(r));
    const auto run = run_with_workers(random, rate, {}, estimate);
    result.alternative += run.verdict == SequentialVerdict::Alternative;
    result.length += run.length;
    if (!estimate) continue;
    result.coverage += run.corrected.interval.contains(rate);
    result.bias += run.corrected.value - rate;
    result.below += run.corrected.value < rate;
  }
  result.alternative /= repetitions;
  result.length /= repetitions;
  result.coverage /= repetitions;
  result.bias /= repetitions;
  result.below /= repetitions;
  return result;
}

}  // namespace

TEST_CASE("results come back in the order of the schedule", "[lab]") {
  ScheduleOrder order;
  CHECK(order.add(2, 0.2).empty());
  CHECK(order.add(0, 0.0) == std::vector<double>{0.0});
  CHECK(order.add(1, 0.1) == std::vector<double>{0.1, 0.2});
  CHECK(order.released() == 3);
}

TEST_CASE("the sequential test keeps its errors and its length", "[lab]") {
  const auto null = batch(400, 0.50, false), alternative = batch(400, 0.55, false);
  CHECK(null.alternative <= 0.08);
  CHECK(alternative.alternative >= 0.91);
  CHECK(expected_length({}, 0.50) == Approx(530).epsilon(0.02));
  CHECK(expected_length({}, 0.525) == Approx(867).epsilon(0.02));
  CHECK(null.length == Approx(530).epsilon(0.15));
}

TEST_CASE("B6: errors and length at length", "[.long]") {
  const auto null = batch(10000, 0.50, false), alternative = batch(10000, 0.55, false);
  const auto between = batch(10000, 0.525, false);
  WARN("false positives " << null.alternative << ", power " << alternative.alternative
                          << ", lengths " << null.length << " " << alternative.length << " "
                          << between.length);
  CHECK(null.alternative <= 0.06);
  CHECK(alternative.alternative >= 0.93);
  CHECK(null.length == Approx(530).epsilon(0.10));
  CHECK(alternative.length == Approx(530).epsilon(0.10));
  CHECK(between.length == Approx(867).epsilon(0.10));
}

TEST_CASE("after stopping, the corrected estimate is centred and covers", "[lab][trials]") {
  const auto even = batch(60, 0.50, true);
  CHECK(even.coverage >= 0.85);
  CHECK(even.below == Approx(0.5).margin(0.2));
}

TEST_CASE("after stopping: coverage and bias at length", "[.long]") {
  for (const double rate : {0.50, 0.525, 0.55, 0.62}) {
    const auto many = batch(1000, rate, true);
    WARN("rate " << rate << ": coverage " << many.coverage << ", bias " << many.bias << ", below "
                 << many.below);
    CHECK(many.coverage >= 0.93);
    CHECK(many.coverage <= 0.97);
    // As often too low as too high; the mean leans a little, since early stops lie far out.
    CHECK(many.below == Approx(0.5).margin(0.05));
    CHECK(std::abs(many.bias) <= 0.015);
  }
}

namespace {

struct FarBatch {
  double alternative = 0, coverage = 0;
};

/// Tests between rates away from one half, with or without draws; in schedule order.
FarBatch far_batch(const SequentialDesign& design, double rate, double draws, int repetitions,
                   bool estimate) {
  FarBatch batch;
  const double drawn = draws * 2 * std::min(rate, 1 - rate), won = rate - drawn / 2;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0xfa4, static_cast<std::uint64_t>(r));
    SequentialTest test(design);
    while (test.verdict() == SequentialVerdict::Continue) {
      const double u = random.uniform();
      test.add(u < won ? 1 : u < won + drawn ? 0.5 : 0);
    }
    batch.alternative += test.verdict() == SequentialVerdict::Alternative;
    batch.coverage += estimate && test.corrected_estimate().interval.contains(rate);
  }
  return {batch.alternative / repetitions, batch.coverage / repetitions};
}

SequentialDesign between(double null, double alternative) {
  SequentialDesign design;
  design.null_rate = null;
  design.alternative_rate = alternative;
  return design;
}

}  // namespace

TEST_CASE("the ratio of wins and losses is that of coins at every rate", "[lab]") {
  SequentialTest test(between(0.9, 0.95));
  for (int i = 0; i < 20; ++i) test.add(i % 10 == 9 ? 0 : 1);
  CHECK(test.log_likelihood_ratio() ==
        Approx(18 * std::log(0.95 / 0.9) + 2 * std::log(0.05 / 0.1)));
}

TEST_CASE("the sequential test keeps its errors away from one half", "[lab][trials]") {
  CHECK(far_batch(between(0.90, 0.95), 0.90, 0, 300, false).alternative <= 0.09);
  CHECK(far_batch(between(0.02, 0.05), 0.05, 0.5, 300, false).alternative >= 0.91);
  CHECK(far_batch(between(0.90, 0.95), 0.925, 0.5, 60, true).coverage >= 0.85);
}

TEST_CASE("away from one half, at length", "[.long]") {
  for (const auto& [null, alternative] :
       {std::pair{0.90, 0.95}, std::pair{0.02, 0.05}, std::pair{0.5, 0.55}, std::pair{0.95, 0.9}})
    for (const double draws : {0.0, 0.5}) {
      const auto design = between(null, alternative);
      for (const double place : {0.0, 0.5, 1.0, 1.5}) {
        const double rate = null + place * (alternative - null);
        const auto many = far_batch(design, rate, draws, 2000, true);
        WARN(null << " v " << alternative << " at " << rate << ", draws " << draws
                  << ": alternative " << many.alternative << ", covered " << many.coverage);
        if (place == 0.0) CHECK(many.alternative <= 0.06);
        if (place == 1.0) CHECK(many.alternative >= 0.94);
        CHECK(many.coverage >= 0.93);
        // Few scores fall on a coarse lattice near 0 and 1.
        CHECK(many.coverage <= 0.985);
      }
    }
}

TEST_CASE("contradictory sequential designs are refused", "[lab]") {
  CHECK_THROWS_AS(SequentialTest({.null_rate = 0.5, .alternative_rate = 0.5}), core::InputError);
  CHECK_THROWS_AS(SequentialTest({.alpha = 0.7}), core::InputError);
  CHECK_THROWS_AS(SequentialTest({.minimum = 500, .maximum = 100}), core::InputError);
}
