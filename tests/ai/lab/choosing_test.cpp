// Whoever looks at many figures is shown the luckiest: what is printed of them allows for it.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"
#include "ai/lab/statistics/multiplicity.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;

namespace {

/// In how many of the repetitions the value with the highest share is covered by its interval.
double best_covered(int values, int repetitions, double level) {
  int covered = 0;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0xc057, static_cast<std::uint64_t>(r));
    Estimate best;
    best.value = -1;
    for (int v = 0; v < values; ++v) {
      std::vector<Observation> scores;
      for (std::uint64_t i = 0; i < 100; ++i)
        scores.push_back({random.uniform() < 0.5 ? 1.0 : 0.0, i});
      if (const auto share = share_estimate(scores, level); share.value > best.value) best = share;
    }
    covered += best.interval.contains(0.5);
  }
  return static_cast<double>(covered) / repetitions;
}

enum class Tail { Normal, Exponential, Rare };

/// In how many of the repetitions any of the figures, none of which means anything, is shown to
/// tell won from lost.
double false_reasons(int figures, int campaigns, double won, Tail tail, bool shared,
                     int repetitions) {
  int runs = 0;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0x4ea5, static_cast<std::uint64_t>(r));
    std::vector<bool> winner;
    for (int c = 0; c < campaigns; ++c) winner.push_back(random.uniform() < won);
    std::vector<WonAndLost> all;
    for (int f = 0; f < figures; ++f) {
      WonAndLost figure;
      double common = 0;
      for (int c = 0; c < campaigns; ++c) {
        const double u = random.uniform();
        double value = tail == Tail::Rare ? (u < 0.05 ? 20.0 : 0.0) : -std::log(1 - u);
        if (tail == Tail::Normal)
          value = std::sqrt(2 * value) * std::cos(6.283185307179586 * random.uniform());
        // Four campaigns of a block came out alike, but for a tenth.
        if (shared && c % 4 != 0) value = common + value / 10;
        common = shared && c % 4 == 0 ? value : common;
        const auto block = static_cast<std::uint64_t>(shared ? c / 4 : c);
        (winner[static_cast<std::size_t>(shared ? c / 4 : c)] ? figure.won : figure.lost)
            .push_back({value, block});
      }
      all.push_back(std::move(figure));
    }
    bool any = false;
    for (const auto& one : won_lost_contrasts(all)) any = any || one.shown;
    runs += any;
  }
  return static_cast<double>(runs) / repetitions;
}

}  // namespace

TEST_CASE("the best of fifty values is covered where all intervals hold at once", "[lab][trials]") {
  CHECK(best_covered(50, 100, 0.95) < 0.7);
  CHECK(best_covered(50, 100, level_of_each(0.95, 50)) >= 0.89);
}

TEST_CASE("figures that mean nothing are no reasons", "[lab][trials]") {
  CHECK(false_reasons(40, 200, 0.5, Tail::Normal, false, 100) <= 0.12);
  CHECK(false_reasons(40, 200, 0.9, Tail::Exponential, false, 100) <= 0.12);
  CHECK(false_reasons(40, 200, 0.1, Tail::Rare, false, 100) <= 0.12);
  CHECK(false_reasons(40, 400, 0.5, Tail::Normal, true, 100) <= 0.12);
}

TEST_CASE("figures that mean nothing, at length", "[.long]") {
  for (const double won : {0.1, 0.5, 0.9})
    for (const auto tail : {Tail::Normal, Tail::Exponential, Tail::Rare})
      for (const int campaigns : {60, 200}) {
        const double shown = false_reasons(40, campaigns, won, tail, false, 1000);
        WARN(campaigns << " campaigns, won " << won << ", tail " << static_cast<int>(tail) << ": "
                       << shown);
        CHECK(shown <= 0.06);
      }
}

TEST_CASE("a figure that tells won from lost is found among many", "[lab]") {
  core::RandomStream random(7);
  std::vector<WonAndLost> figures(40);
  for (std::size_t f = 0; f < figures.size(); ++f)
    for (std::uint64_t c = 0; c < 200; ++c)
      (c % 2 ? figures[f].won : figures[f].lost)
          .push_back({random.uniform() + (f == 17 && c % 2 ? 0.3 : 0.0), c});
  const auto found = won_lost_contrasts(figures);
  REQUIRE(found.size() == 40);
  CHECK(found[0].figure == 17);
  CHECK(found[0].shown);
  CHECK(found[0].difference.interval.contains(0.3));
  CHECK(found[0].difference.level == Approx(1 - 0.05 / 40));
}
