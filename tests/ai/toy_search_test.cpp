// What the search makes of games whose solution is known.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "ai/search/search.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pennies.h"
#include "tests/support/toys/pig.h"
#include "tests/support/toys/trap.h"

using namespace niemen;
using toys::Kuhn;
using toys::Pennies;
using toys::Pig;

namespace {

// --- Kuhn poker: probability of a bet at each of the twelve information sets -------------------

/// Indexed by card, then by history: 0 nothing (A), 1 pass (B), 2 bet (B), 3 pass-bet (A).
using KuhnPolicy = std::array<std::array<double, 4>, Kuhn::kCards>;

Kuhn::State kuhn_state(int a, int b, int history) {
  Kuhn::State s;
  s.card = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  s.dealt = 2;
  s.bids = static_cast<std::uint8_t>(history == 0 ? 0 : history == 3 ? 2 : 1);
  s.bets = static_cast<std::uint8_t>(history == 2 ? 1 : history == 3 ? 2 : 0);
  return s;
}

/// Expected margin to A of a deal when both follow `policy`, except that `side` is free to choose
/// `deviation` (bit h*3+c set: bets at history h with card c).
double kuhn_value(const KuhnPolicy& policy, Kuhn::State s, int side, unsigned deviation) {
  const Kuhn game;
  const auto actor = game.actor(s);
  if (actor == play::Actor::Over) return game.outcome(s).margin;
  const int mover = actor == play::Actor::SideA ? 0 : 1;
  const int history = s.bids == 0 ? 0 : s.bids == 2 ? 3 : s.bets ? 2 : 1;
  const auto card = s.card[static_cast<std::size_t>(mover)];
  const double bet = mover == side ? (deviation >> (history * 3 + card)) & 1
                                   : policy[card][static_cast<std::size_t>(history)];
  play::NullRecorder silent;
  double value = 0;
  for (const auto action : {Kuhn::kPass, Kuhn::kBet}) {
    auto next = s;
    game.apply(next, action, silent);
    const double share = action == Kuhn::kBet ? bet : 1 - bet;
    if (share > 0) value += share * kuhn_value(policy, next, side, deviation);
  }
  return value;
}

double kuhn_best_response(const KuhnPolicy& policy, int side) {
  double best = -10;
  for (unsigned deviation = 0; deviation < 1U << 12; ++deviation) {
    // Only the six information sets of this side matter.
    if (side == 0 ? deviation & 0b000'111'111'000 : deviation & 0b111'000'000'111) continue;
    double total = 0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        if (a != b) total += kuhn_value(policy, kuhn_state(a, b, 0), side, deviation) / 6;
    best = std::max(best, side == 0 ? total : -total);
  }
  return best;
}

/// How much both sides together could gain by best responses, halved; 0 in equilibrium.
double kuhn_exploitability(const KuhnPolicy& policy) {
  return (kuhn_best_response(policy, 0) + kuhn_best_response(policy, 1)) / 2;
}

template <class Weight>
KuhnPolicy kuhn_policy(ai::Search<Kuhn>& search, Weight weight) {
  KuhnPolicy policy;
  for (int card = 0; card < 3; ++card)
    for (int history = 0; history < 4; ++history) {
      const int other = (card + 1) % 3;
      const bool a_moves = history == 0 || history == 3;
      const auto state =
          a_moves ? kuhn_state(card, other, history) : kuhn_state(other, card, history);
      double bet = 0, total = 0;
      for (auto& edge : search.edges_at(state, a_moves ? play::Side::A : play::Side::B)) {
        total += weight(edge);
        if (edge.action == Kuhn::kBet) bet = weight(edge);
      }
      policy[static_cast<std::size_t>(card)][static_cast<std::size_t>(history)] =
          total > 0 ? bet / total : 0.5;
    }
  return policy;
}

ai::SearchOptions money_options(double scale) {
  ai::SearchOptions options;
  options.win_weight = 0;
  options.margin_scale = scale;
  options.public_share = 1;
  options.memory_mb = 1;
  options.early_stop = false;
  return options;
}

double kuhn_after(ai::Selection selection, std::uint64_t iterations) {
  auto options = money_options(2);
  options.selection = selection;
  const Kuhn game;
  ai::Search<Kuhn> search(game, options, ai::RandomPolicy<Kuhn>(), nullptr);
  core::RandomStream random(17);
  search.run(game.observe(kuhn_state(1, 2, 0), play::Viewer::SideA), random,
             {.iterations = iterations});
  const bool regret = selection == ai::Selection::Regret;
  return kuhn_exploitability(kuhn_policy(search, [&](ai::Edge& edge) {
    return regret ? double{edge.strategy.load()} : double(edge.visits.load());
  }));
}

}  // namespace

TEST_CASE("the exploitability of Kuhn poker is measured rightly", "[search]") {
  // An equilibrium (A bluffs with probability 1/3, B's is unique) and the uniform policy.
  const double alpha = 1.0 / 3;
  const KuhnPolicy equilibrium{
      {{alpha, 1.0 / 3, 0, 0}, {0, 0, 1.0 / 3, alpha + 1.0 / 3}, {3 * alpha, 1, 1, 1}}};
  CHECK(kuhn_exploitability(equilibrium) == Approx(0).margin(1e-12));
  KuhnPolicy uniform;
  for (auto& row : uniform) row.fill(0.5);
  CHECK(kuhn_exploitability(uniform) == Approx(11.0 / 24));
}

TEST_CASE("regret matching solves Kuhn poker from the public root", "[search]") {
  const double early = kuhn_after(ai::Selection::Regret, 1000);
  const double late = kuhn_after(ai::Selection::Regret, 200000);
  CHECK(late < 0.02);
  CHECK(late < early);
}

TEST_CASE("exploitability in Kuhn poker against iterations", "[.long][search]") {
  for (const std::uint64_t iterations : {100, 1000, 10000, 100000, 1000000}) {
    const double puct = kuhn_after(ai::Selection::Puct, iterations);
    const double regret = kuhn_after(ai::Selection::Regret, iterations);
    WARN("Kuhn poker, " << iterations << " iterations: exploitability PUCT " << puct
                        << ", regret matching " << regret);
    if (iterations == 1000000) CHECK(regret < 0.01);
  }
}

TEST_CASE("regret matching mixes a secret choice as the equilibrium does", "[search]") {
  const Pennies game{1};
  auto options = money_options(3);
  options.selection = ai::Selection::Regret;
  ai::Search<Pennies> search(game, options, ai::RandomPolicy<Pennies>(), nullptr);
  const auto heads = [&](const Pennies::State& s, play::Side side) {
    const auto edges = search.edges_at(s, side);
    std::array<float, 2> policy;
    ai::average_policy(edges, policy);
    return policy[edges[0].action == Pennies::kHeads ? 0 : 1];
  };
  const auto start = game.initial();
  auto laid = start;
  play::NullRecorder silent;
  game.apply(laid, Pennies::kTails, silent);
  core::RandomStream random(3);
  SECTION("for the side that lays first") {
    search.run(game.observe(start, play::Viewer::SideA), random, {.iterations = 100000});
    CHECK(heads(start, play::Side::A) == Approx(Pennies::kEquilibriumHeads).margin(0.05));
    CHECK(heads(laid, play::Side::B) == Approx(Pennies::kEquilibriumHeads).margin(0.05));
  }
  SECTION("for the side that answers a coin face down") {
    search.run(game.observe(laid, play::Viewer::SideB), random, {.iterations = 100000});
    CHECK(heads(laid, play::Side::B) == Approx(Pennies::kEquilibriumHeads).margin(0.05));
  }
}

TEST_CASE("the search does not fall into a trap of strategy fusion", "[search]") {
  using toys::Trap;
  const Trap game;
  for (const auto selection : {ai::Selection::Puct, ai::Selection::Regret}) {
    auto options = money_options(Trap::kStake);
    options.selection = selection;
    options.public_share = 0.5;
    ai::Search<Trap> search(game, options, ai::RandomPolicy<Trap>(), nullptr);
    auto state = game.initial();
    play::NullRecorder silent;
    game.apply(state, Trap::kCoin, silent);
    core::RandomStream random(29);
    search.run(game.observe(state, play::Viewer::SideA), random, {.iterations = 5000});
    const auto edges = search.root_edges();
    CHECK(edges[ai::best_edge(edges, options)].action == Trap::kStop);
    for (auto& edge : edges)
      if (edge.action == Trap::kGoOn) CHECK(ai::value_of(edge, options).margin < 0.5);
  }
}

namespace {

// --- Pig: exact values by value iteration -------------------------------------------------------

/// Win probability of the side to move, by own bank, other bank, gathered. Draws by the turn limit
/// are out of reach of sensible play and left out.
class PigTable {
 public:
  static constexpr std::size_t kSize = Pig::kGoal;
  double& at(int own, int other, int gathered) {
    return values_[(static_cast<std::size_t>(own) * kSize + static_cast<std::size_t>(other)) *
                       kSize +
                   static_cast<std::size_t>(gathered)];
  }
  double value(int own, int other, int gathered) {
    return own + gathered >= Pig::kGoal ? 1.0 : at(own, other, gathered);
  }
  double roll(int own, int other, int gathered) {
    double total = 1 - value(other, own, 0);
    for (int face = 2; face <= Pig::kFaces; ++face) total += value(own, other, gathered + face);
    return total / Pig::kFaces;
  }
  double hold(int own, int other, int gathered) { return 1 - value(other, own + gathered, 0); }

  /// `choose(own, other, gathered, sweep value of roll, of hold)` returns the value to take.
  template <class Choose>
  void iterate(Choose choose) {
    for (double change = 1; change > 1e-10;) {
      change = 0;
      for (int own = 0; own < Pig::kGoal; ++own)
        for (int other = 0; other < Pig::kGoal; ++other)
          for (int gathered = 0; own + gathered < Pig::kGoal; ++gathered) {
            const double next = choose(own, other, gathered);
            change = std::max(change, std::abs(next - at(own, other, gathered)));
            at(own, other, gathered) = next;
          }
    }
  }

 private:
  std::vector<double> values_ = std::vector<double>(kSize * kSize * kSize, 0.5);
};

PigTable optimal_pig() {
  PigTable table;
  table.iterate([&](int own, int other, int gathered) {
    const double roll = table.roll(own, other, gathered);
    return gathered == 0 ? roll : std::max(roll, table.hold(own, other, gathered));
  });
  return table;
}

Pig::State pig_state(int own, int other, int gathered) {
  Pig::State s;
  s.banked = {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other)};
  s.gathered = static_cast<std::uint16_t>(gathered);
  return s;
}

/// The rule of thumb "hold at 15" as rollout policy: better than chance, well short of optimal.
struct HoldAt15 : ai::Policy<Pig> {
  static bool rolls(int gathered) { return gathered < 15; }
  std::unique_ptr<Policy> clone() const override { return std::make_unique<HoldAt15>(); }
  play::Action choose(const Pig::State& s, const play::ActionList&, core::RandomStream&) override {
    return rolls(s.gathered) ? Pig::kRoll : Pig::kHold;
  }
};

ai::SearchOptions race_options() {
  ai::SearchOptions options;
  options.win_weight = 1;
  options.exploration = 0.7;
  options.guide = 0;
  options.memory_mb = 4;
  return options;
}

/// Win probabilities of the player who rolls on when `rolls` says so, against the optimal player:
/// moving first, and moving second.
template <class Rolls>
std::pair<double, double> pig_against_optimal(PigTable& optimal, Rolls rolls) {
  PigTable mine, his;
  const auto step = [](PigTable& mover, PigTable& waiting, std::array<int, 3> at, bool roll) {
    const auto [own, other, gathered] = at;
    if (!roll) return 1 - waiting.value(other, own + gathered, 0);
    double total = 1 - waiting.value(other, own, 0);
    for (int face = 2; face <= Pig::kFaces; ++face)
      total += mover.value(own, other, gathered + face);
    return total / Pig::kFaces;
  };
  constexpr int kSweeps = 400;
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (int own = 0; own < Pig::kGoal; ++own)
      for (int other = 0; other < Pig::kGoal; ++other)
        for (int gathered = Pig::kGoal - own - 1; gathered >= 0; --gathered) {
          const bool must_roll = gathered < 2;
          mine.at(own, other, gathered) =
              step(mine, his, {own, other, gathered}, must_roll || rolls(own, other, gathered));
          his.at(own, other, gathered) = step(his, mine, {own, other, gathered},
                                              must_roll || optimal.roll(own, other, gathered) >=
                                                               optimal.hold(own, other, gathered));
        }
  return {mine.at(0, 0, 0), 1 - his.at(0, 0, 0)};
}

/// Whether the search rolls the die again.
bool search_rolls(ai::Search<Pig>& search, const Pig::State& s, std::uint64_t iterations) {
  core::RandomStream random(23, Pig{}.hash(s));
  search.forget();
  search.run(s, random, {.iterations = iterations});
  const auto edges = search.root_edges();
  return edges[ai::best_edge(edges, search.options())].action == Pig::kRoll;
}

}  // namespace

TEST_CASE("the search plays Pig as the optimal player where it matters", "[search]") {
  auto table = optimal_pig();
  ai::Search<Pig> search(Pig{}, race_options(), HoldAt15(), nullptr);
  int compared = 0, differs = 0;
  for (int own = 0; own < Pig::kGoal; own += 7)
    for (int other = 0; other < Pig::kGoal; other += 7)
      for (int gathered = 2; own + gathered < Pig::kGoal; gathered += 5) {
        const double gain = table.roll(own, other, gathered) - table.hold(own, other, gathered);
        if (std::abs(gain) < 0.04) continue;
        ++compared;
        differs += search_rolls(search, pig_state(own, other, gathered), 10000) != (gain > 0);
      }
  CHECK(compared > 40);
  CHECK(differs * 20 <= compared);
}

TEST_CASE("the search's Pig is within 0.01 of optimal play", "[.long][search]") {
  auto optimal = optimal_pig();
  ai::Search<Pig> search(Pig{}, race_options(), HoldAt15(), nullptr);
  std::map<std::array<int, 3>, bool> rolls;
  for (int own = 0; own < Pig::kGoal; ++own)
    for (int other = 0; other < Pig::kGoal; ++other)
      for (int gathered = 2; own + gathered < Pig::kGoal; ++gathered)
        rolls[{own, other, gathered}] =
            search_rolls(search, pig_state(own, other, gathered), 10000);
  const auto [first, second] = pig_against_optimal(optimal, [&](int own, int other, int gathered) {
    return rolls[{own, other, gathered}];
  });
  const auto [thumb_first, thumb_second] = pig_against_optimal(
      optimal, [](int, int, int gathered) { return HoldAt15::rolls(gathered); });
  const double best_first = optimal.at(0, 0, 0), best_second = 1 - best_first;
  WARN("Pig to 30 against the optimal player: moving first "
       << first << " (optimal " << best_first << ", rule of thumb " << thumb_first
       << "), moving second " << second << " (optimal " << best_second << ", rule of thumb "
       << thumb_second << ")");
  CHECK(first > best_first - 0.01);
  CHECK(second > best_second - 0.01);
}
