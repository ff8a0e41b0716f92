// Equilibria of payoff tables whose truth the tests know.
#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/LU>

#include "ai/lab/statistics/equilibrium.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;

namespace {

Eigen::MatrixXd random_truth(core::RandomStream& random, int size) {
  Eigen::MatrixXd truth(size, size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) truth(i, j) = 0.2 + 0.6 * random.uniform();
  return truth;
}

PayoffTable play(core::RandomStream& random, const Eigen::MatrixXd& truth, int campaigns) {
  PayoffTable table(static_cast<int>(truth.rows()), static_cast<int>(truth.cols()));
  std::uint64_t block = 0;
  for (int i = 0; i < table.rows; ++i)
    for (int j = 0; j < table.columns; ++j)
      for (int c = 0; c < campaigns; ++c)
        table.cell(i, j).push_back({random.uniform() < truth(i, j) ? 1.0 : 0.0, block++});
  return table;
}

struct Trial {
  double coverage = 0, exploitability_bias = 0;
};

/// 8 x 8 tables, 100 campaigns a cell. The cross-fit estimates the exploitability of mixes fitted
/// on half of the campaigns, so that is what it is held against.
Trial trial(int repetitions, int resamples) {
  Trial result;
  for (int r = 0; r < repetitions; ++r) {
    core::RandomStream random(0xe91, static_cast<std::uint64_t>(r));
    const auto truth = random_truth(random, 8);
    const auto table = play(random, truth, 100);
    const auto report =
        analyse_equilibrium(table, {.resamples = resamples, .seed = static_cast<std::uint64_t>(r)});
    result.coverage += report.value.interval.contains(solve_zero_sum(truth).value);
    double true_exploitability = 0;
    constexpr int kDraws = 4;
    for (int draw = 0; draw < kDraws; ++draw) {
      const auto half = solve_zero_sum(play(random, truth, 50).means());
      true_exploitability += exploitability(truth, half.row_mix, half.column_mix) / kDraws;
    }
    result.exploitability_bias += report.exploitability - true_exploitability;
  }
  result.coverage /= repetitions;
  result.exploitability_bias /= repetitions;
  return result;
}

}  // namespace

TEST_CASE("known games have their known equilibria", "[lab]") {
  // Matching pennies with unequal stakes: [[3, -1], [-2, 1]] has value 1/7, mixes 3/7 and 2/7.
  Eigen::MatrixXd pennies(2, 2);
  pennies << 3, -1, -2, 1;
  const auto solved = solve_zero_sum(pennies);
  CHECK(solved.value == Approx(1.0 / 7).margin(1e-6));
  CHECK(solved.row_mix[0] == Approx(3.0 / 7).margin(1e-6));
  CHECK(solved.column_mix[0] == Approx(2.0 / 7).margin(1e-6));
  Eigen::MatrixXd stone(3, 3);
  stone << 0, -1, 1, 1, 0, -1, -1, 1, 0;
  const auto even = solve_zero_sum(stone);
  CHECK(even.value == Approx(0).margin(1e-6));
  for (int i = 0; i < 3; ++i) {
    CHECK(even.row_mix[i] == Approx(1.0 / 3).margin(1e-6));
    CHECK(even.column_mix[i] == Approx(1.0 / 3).margin(1e-6));
  }
  // A saddle point, in a table that is not square.
  Eigen::MatrixXd saddle(2, 3);
  saddle << 0.6, 0.7, 0.55, 0.4, 0.9, 0.3;
  const auto pure = solve_zero_sum(saddle);
  CHECK(pure.value == Approx(0.55).margin(1e-6));
  CHECK(pure.row_mix[0] == Approx(1).margin(1e-6));
  CHECK(pure.column_mix[2] == Approx(1).margin(1e-6));
}

namespace {

/// The value of a game by support enumeration (Mangasarian's idea for bimatrix games), which shares
/// nothing with the linear programme: for every pair of equally large supports, mixes that make the
/// other side indifferent, kept when nothing outside the supports does better.
double value_by_supports(const Eigen::MatrixXd& payoff) {
  const int size = static_cast<int>(payoff.rows());
  const auto members = [&](int set) {
    std::vector<int> list;
    for (int i = 0; i < size; ++i)
      if ((set >> i) & 1) list.push_back(i);
    return list;
  };
  // The mix over `own` that gives every member of `others` the same, and that value.
  const auto mix = [](const Eigen::MatrixXd& table, const std::vector<int>& own,
                      const std::vector<int>& others) {
    const auto k = static_cast<Eigen::Index>(own.size());
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(k + 1, k + 1);
    for (Eigen::Index j = 0; j < k; ++j) {
      for (Eigen::Index i = 0; i < k; ++i)
        system(j, i) = table(own[static_cast<std::size_t>(i)], others[static_cast<std::size_t>(j)]);
      system(j, k) = -1;
      system(k, j) = 1;
    }
    Eigen::VectorXd right = Eigen::VectorXd::Zero(k + 1);
    right[k] = 1;
    return Eigen::VectorXd(system.fullPivLu().solve(right));
  };
  constexpr double kSlack = 1e-9;
  for (int rows = 1; rows < 1 << size; ++rows)
    for (int columns = 1; columns < 1 << size; ++columns) {
      const auto mine = members(rows), theirs = members(columns);
      if (mine.size() != theirs.size()) continue;
      const auto x = mix(payoff, mine, theirs), y = mix(payoff.transpose(), theirs, mine);
      const auto k = static_cast<Eigen::Index>(mine.size());
      if (x.head(k).minCoeff() < -kSlack || y.head(k).minCoeff() < -kSlack) continue;
      Eigen::VectorXd row_mix = Eigen::VectorXd::Zero(size), column_mix = row_mix;
      for (Eigen::Index i = 0; i < k; ++i) {
        row_mix[mine[static_cast<std::size_t>(i)]] = x[i];
        column_mix[theirs[static_cast<std::size_t>(i)]] = y[i];
      }
      const bool equilibrium = (payoff * column_mix).maxCoeff() <= x[k] + kSlack &&
                               (payoff.transpose() * row_mix).minCoeff() >= x[k] - kSlack;
      if (equilibrium) return x[k];
    }
  return std::nan("");
}

}  // namespace

TEST_CASE("B11: the linear programme agrees with support enumeration to 1e-6", "[lab]") {
  core::RandomStream random(11);
  for (int r = 0; r < 100; ++r) {
    const auto truth = random_truth(random, 4);
    CHECK(solve_zero_sum(truth).value == Approx(value_by_supports(truth)).margin(1e-6));
  }
}

TEST_CASE("the solution of a random table cannot be exploited", "[lab]") {
  core::RandomStream random(4);
  for (int r = 0; r < 50; ++r) {
    const auto truth = random_truth(random, 6);
    const auto solved = solve_zero_sum(truth);
    CHECK(exploitability(truth, solved.row_mix, solved.column_mix) < 1e-6);
    CHECK(solved.row_mix.minCoeff() >= 0);
    CHECK(solved.row_mix.sum() == Approx(1));
  }
}

TEST_CASE("a table's value is covered and its exploitability centred", "[lab][trials]") {
  const auto result = trial(40, 100);
  CHECK(result.coverage >= 0.8);
  CHECK(std::abs(result.exploitability_bias) <= 0.02);
}

TEST_CASE("B11: equilibria at length", "[.long]") {
  const auto result = trial(1000, 400);
  WARN("value covered " << result.coverage << ", exploitability bias "
                        << result.exploitability_bias);
  CHECK(result.coverage >= 0.93);
  CHECK(result.coverage <= 0.98);
  CHECK(std::abs(result.exploitability_bias) <= 0.01);
}

TEST_CASE("the value of unanimous cells is as open as Jeffreys' interval of a cell",
          "[lab][trials]") {
  const auto interval = [](int size, int campaigns, double score) {
    PayoffTable table(size, size);
    std::uint64_t block = 0;
    for (auto& cell : table.cells)
      for (int c = 0; c < campaigns; ++c) cell.push_back({score, block++});
    const auto report = analyse_equilibrium(table, {.resamples = 2000});
    CHECK(report.value.value == score);
    CHECK(report.value.interval.contains(report.value.value));
    return report.value.interval;
  };
  for (const int campaigns : {5, 30, 200}) {
    const auto known = jeffreys_interval(campaigns, campaigns);
    // The quantiles of 2,000 draws lie so near those of the distribution.
    const double near = 0.15 * known.width();
    const auto won = interval(1, campaigns, 1), lost = interval(1, campaigns, 0);
    CHECK(won.low == Approx(known.low).margin(near));
    CHECK(won.high == 1);
    CHECK(lost.high == Approx(1 - known.low).margin(near));
    CHECK(lost.low == 0);
    const auto drawn = interval(1, campaigns, 0.5);
    CHECK(drawn.width() >= known.width() / 2);
    CHECK(drawn.width() <= jeffreys_interval(campaigns / 2.0, campaigns).width());
    // A mix averages over cells, so that the value of many is known better than one of them.
    const auto many = interval(3, campaigns, 1);
    CHECK(many.width() >= known.width() / 4);
    CHECK(many.width() <= known.width());
  }
}

TEST_CASE("the value of nearly unanimous cells is covered", "[lab][trials]") {
  constexpr int kRepetitions = 200;
  double covered = 0;
  for (std::uint64_t r = 0; r < kRepetitions; ++r) {
    core::RandomStream random(0x0e0, r);
    Eigen::MatrixXd truth(2, 2);
    for (auto& share : truth.reshaped()) share = 0.95 + 0.05 * random.uniform();
    const auto report = analyse_equilibrium(play(random, truth, 20), {.resamples = 200, .seed = r});
    covered += report.value.interval.contains(solve_zero_sum(truth).value);
  }
  INFO("covered " << covered / kRepetitions);
  CHECK(covered / kRepetitions >= 0.9);
}

TEST_CASE("inclusion tells a clear choice from a hopeless one", "[lab]") {
  Eigen::MatrixXd truth(3, 2);
  truth << 0.8, 0.3, 0.3, 0.8, 0.1, 0.1;
  core::RandomStream random(8);
  const auto report = analyse_equilibrium(play(random, truth, 200), {.resamples = 100});
  CHECK(report.row_inclusion[0] == Approx(1.0));
  CHECK(report.row_inclusion[1] == Approx(1.0));
  CHECK(report.row_inclusion[2] == 0.0);
}

TEST_CASE("an empty cell is refused by its place", "[lab]") {
  PayoffTable table(2, 2);
  table.cell(0, 0).push_back({1, 0});
  CHECK_THROWS_WITH(analyse_equilibrium(table), Catch::Contains("row 1, column 2"));
}
