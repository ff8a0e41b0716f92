// Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, in the
// many-observer form) over any game of the contract.
//
// One iteration: sample a world from what the searching side knows; walk down, each side choosing
// at the node of what it may know in that world, Nature by its exact probabilities; add one node;
// play on by the policy, to the end or to the evaluation; add the result to every edge on the way.
//
// Half the worlds (public_share) are drawn from the public's view, and only those teach the
// opponent's nodes: in worlds drawn from my own view he would learn to answer the secrets that I
// hold in all of them.
#pragma once

#include <tbb/info.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <stop_token>
#include <vector>

#include "ai/eval/evaluator.h"
#include "ai/parallel.h"
#include "ai/policy/policy.h"
#include "ai/rollout/rollout.h"
#include "ai/search/options.h"
#include "ai/search/selection.h"
#include "ai/search/tree.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"

namespace niemen::ai {

/// A game that can take back the secret choices that wait to be revealed gives the search the
/// position before them, in which the opponent's choice is modelled rather than guessed.
template <class G>
concept TakesBackSecrets = requires(const G& game, const typename G::State& state) {
  { game.before_secret_choices(state) } -> std::same_as<typename G::State>;
};

/// When a search ends: whichever comes first. One of iterations and seconds must be positive.
struct SearchLimits {
  std::uint64_t iterations = 0;
  double seconds = 0;  ///< may stop sooner when the leader is clear
  std::stop_token stop = {};
  bool again = false;  ///< the last run was about the same decision
};

struct SearchStatistics {
  std::uint64_t iterations = 0;
  std::uint64_t worlds = 0;
  double seconds = 0;
  bool memory_full = false;
};

/// How far the rollouts of a decision in `turn` go.
inline RolloutLimits rollout_limits(const SearchOptions& options, int turn) {
  if (turn == 0) return {options.set_up_rollout_turns, std::numeric_limits<int>::max()};
  return {options.rollout_turns, options.rollout_decisions, options.evaluated_turns};
}

template <play::Game G>
class Search {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;

  /// Allocates all that a search will ever use. `evaluator` may be null: rollouts then end with the
  /// campaign. Throws core::InputError for a memory that is too small.
  Search(const G& game, const SearchOptions& options, const Policy<G>& policy,
         std::shared_ptr<const Evaluator<G>> evaluator)
      : game_(game), options_(options), evaluator_(std::move(evaluator)), tree_(options.memory_mb) {
    // More threads than processors would only wait for one another.
    options_.threads = std::clamp(options.threads, 1, tbb::info::default_concurrency());
    for (int thread = 0; thread < options_.threads; ++thread)
      workers_.push_back(std::make_unique<Worker>(policy.clone()));
  }

  /// Drops what earlier searches learned.
  void forget() { tree_.clear(); }

  /// Searches the decision of the side that observes. Precondition: that side is to move and has
  /// more than one legal action.
  SearchStatistics run(const Observation& observation, core::RandomStream& random,
                       const SearchLimits& limits) {
    const auto start = Clock::now();
    prepare(observation, random);
    limits_ = limits;
    start_ = start;
    next_iteration_.store(0, kRelaxed);
    done_.store(0, kRelaxed);
    stop_.store(false, kRelaxed);
    if (root_)
      run_workers(options_.threads,
                  [this](int worker) { work(*workers_[static_cast<std::size_t>(worker)]); });
    SearchStatistics statistics;
    statistics.iterations = statistics.worlds = done_.load(kRelaxed);
    statistics.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    statistics.memory_full = tree_.full();
    return statistics;
  }

  /// The edges of the position last searched; empty when the memory did not hold even that.
  std::span<Edge> root_edges() { return root_ ? tree_.edges(*root_) : std::span<Edge>(); }
  /// The edges known for what `viewer` may know in `state`, where that side decides; else empty.
  std::span<Edge> edges_at(const State& state, play::Side side) {
    const auto* node = tree_.find(key_of(game_.observe(state, play::viewer_of(side)), side));
    return node ? tree_.edges(*node) : std::span<Edge>();
  }
  Tree& tree() { return tree_; }
  const SearchOptions& options() const { return options_; }
  const G& game() const { return game_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr std::size_t kLongestPath = 1024;
  /// Draws with more outcomes than this open them by and by.
  static constexpr std::size_t kExactChance = 12;
  static constexpr std::uint64_t kNatureSalt = 0x6E61747572650001;
  static constexpr int kHiddenProbes = 8;
  static constexpr std::uint64_t kEarlyStopInterval = 16;

  struct Step {
    Node* node;
    Edge* edge;
    play::Actor actor;
    bool learns;
    // Selection::Regret: probability of this edge in the policy, and as it was sampled.
    float policy;
    float sampled;
  };
  using Path = core::FixedVector<Step, kLongestPath>;

  /// What one thread owns.
  struct Worker {
    explicit Worker(std::unique_ptr<Policy<G>> p) : policy(std::move(p)) {}
    std::unique_ptr<Policy<G>> policy;
    RolloutScratch scratch;
    Path path;
    std::array<float, play::kMaxLegalActions> weights;
    std::array<float, play::kMaxLegalActions> shares;
    std::array<double, play::kMaxChanceOutcomes> probabilities;
    std::array<play::Action, play::kMaxLegalActions> actions;
    std::array<std::uint32_t, play::kMaxLegalActions> order;
  };

  static std::uint64_t key_of(const Observation& observation, play::Side side) {
    return core::mix(core::hash_bytes(std::as_bytes(std::span(&observation, 1))),
                     static_cast<std::uint64_t>(play::index(side)));
  }

  State sample(const Observation& observation, core::RandomStream& random) const {
    auto state = game_.sample_world(observation, random);
    if constexpr (TakesBackSecrets<G>) {
      if (options_.selection == Selection::Regret) return game_.before_secret_choices(state);
    }
    return state;
  }

  void prepare(const Observation& observation, core::RandomStream& random) {
    observation_ = observation;
    const auto world = game_.sample_world(observation, random);
    side_ = play::side_of(game_.actor(world));
    limits_of_rollouts_ = rollout_limits(options_, game_.turn(world));
    public_observation_ = game_.observe(world, play::Viewer::Public);
    hidden_ = false;
    const auto first = sample(public_observation_, random);
    for (int probe = 1; probe < kHiddenProbes; ++probe)
      hidden_ = hidden_ || !(sample(public_observation_, random) == first);
    stream_key_ = random.next();
    const auto place = tree_.claim(key_of(observation, side_));
    root_ = nullptr;
    if (place.found == Tree::Found::Full) return;
    grow_root(*place.node, place.found == Tree::Found::Ready, world, random);
  }

  /// The root opens every legal action.
  void grow_root(Node& node, bool ready, const State& world, core::RandomStream& random) {
    auto& worker = *workers_[0];
    if (ready && node.edge_count == node.legal_count) {
      root_ = &node;
      return;
    }
    worker.policy->forget();
    game_.legal(world, worker.scratch.legal);
    const auto count = worker.scratch.legal.size();
    choose_and_rank(worker, world, random, node.key.load(kRelaxed), count);
    const std::span actions(worker.actions.data(), count);
    const std::span priors(worker.shares.data(), count);
    const bool grown = ready ? tree_.regrow(node, actions, priors)
                             : tree_.grow(node, play::actor_of(side_), actions, priors, count);
    if (grown || ready) root_ = &node;
  }

  /// Asks the policy for its choice and its weights, and leaves the best `width` actions with
  /// priors in worker.actions and worker.shares, best first. Returns the policy's choice.
  play::Action choose_and_rank(Worker& worker, const State& world, core::RandomStream& random,
                               std::uint64_t key, std::size_t width) {
    const auto& legal = worker.scratch.legal;
    const auto count = legal.size();
    const auto chosen = count == 1 ? legal[0] : worker.policy->choose(world, legal, random);
    worker.policy->weigh(world, legal, std::span(worker.weights.data(), count));
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += worker.weights[i];
    const double guide = worker.policy->guides() ? options_.guide : 0.0;
    for (std::size_t i = 0; i < count; ++i)
      worker.weights[i] = static_cast<float>((1 - guide) * worker.weights[i] / total +
                                             (legal[i] == chosen ? guide : 0.0));
    std::iota(worker.order.begin(), worker.order.begin() + static_cast<std::ptrdiff_t>(count), 0U);
    // Equal priors are ordered by lot, the same lot whenever this node is met.
    const auto lot = [&](std::uint32_t i) { return core::mix(key, legal[i]); };
    std::partial_sort(worker.order.begin(),
                      worker.order.begin() + static_cast<std::ptrdiff_t>(std::min(width, count)),
                      worker.order.begin() + static_cast<std::ptrdiff_t>(count),
                      [&](std::uint32_t a, std::uint32_t b) {
                        if (worker.weights[a] != worker.weights[b])
                          return worker.weights[a] > worker.weights[b];
                        return lot(a) < lot(b);
                      });
    for (std::size_t i = 0; i < std::min(width, count); ++i) {
      worker.actions[i] = legal[worker.order[i]];
      worker.shares[i] = worker.weights[worker.order[i]];
    }
    return chosen;
  }

  void work(Worker& worker) {
    while (!stop_.load(kRelaxed)) {
      const auto iteration = next_iteration_.fetch_add(1, kRelaxed);
      if (limits_.iterations > 0 && iteration >= limits_.iterations) return;
      iterate(worker, iteration);
      const auto done = done_.fetch_add(1, kRelaxed) + 1;
      if (out_of_time(done)) stop_.store(true, kRelaxed);
    }
  }

  bool out_of_time(std::uint64_t done) {
    if (limits_.stop.stop_requested()) return true;
    double share_left = 1;
    if (limits_.seconds > 0) {
      const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
      if (seconds >= limits_.seconds) return true;
      share_left = (limits_.seconds - seconds) / std::max(seconds, 1e-9);
    }
    if (!options_.early_stop || options_.selection == Selection::Regret) return false;
    if (done % kEarlyStopInterval != 0) return false;
    double left = limits_.seconds > 0 ? share_left * static_cast<double>(done) : HUGE_VAL;
    if (limits_.iterations > 0)
      left = std::min(left, static_cast<double>(limits_.iterations - done));
    return lead() > left;
  }
  /// Visits by which the best root edge is ahead of the second.
  double lead() {
    double most = 0, second = 0;
    for (const auto& edge : root_edges()) {
      const double visits = edge.visits.load(kRelaxed);
      second = std::max(second, std::min(visits, most));
      most = std::max(most, visits);
    }
    return most - second;
  }

  void iterate(Worker& worker, std::uint64_t iteration) {
    core::RandomStream random(stream_key_, iteration);
    const bool public_view = hidden_ && falls_to_public(iteration);
    auto state = sample(public_view ? public_observation_ : observation_, random);
    worker.path.clear();
    worker.policy->forget();
    const auto value = descend(worker, state, random, !hidden_ || public_view);
    if (options_.selection == Selection::Regret) update_regrets(worker, value);
    back_up(worker.path, value);
  }
  /// Spreads the public's share evenly over the iterations.
  bool falls_to_public(std::uint64_t iteration) const {
    const double share = options_.public_share;
    return std::floor(static_cast<double>(iteration + 1) * share) >
           std::floor(static_cast<double>(iteration) * share);
  }

  Evaluation descend(Worker& worker, State& state, core::RandomStream& random, bool all_learn) {
    play::NullRecorder silent;
    while (!worker.path.full()) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over) return Evaluation::of(game_.outcome(state));
      if (actor == play::Actor::Nature) {
        draw_chance(worker, state, random);
        continue;
      }
      const auto side = play::side_of(actor);
      const bool learns = all_learn || side == side_;
      const auto place = tree_.claim(key_of(game_.observe(state, play::viewer_of(side)), side));
      if (place.found == Tree::Found::Claimed) {
        const auto action = expand(worker, *place.node, state, random, learns);
        const bool forced = worker.scratch.legal.size() == 1;
        game_.apply(state, action, silent);
        if (forced) continue;
        break;
      }
      if (place.found != Tree::Found::Ready) break;
      const auto step = select(worker, *place.node, random, learns);
      step.edge->in_flight.fetch_add(1, kRelaxed);
      worker.path.push_back(step);
      game_.apply(state, step.edge->action, silent);
    }
    return rollout(game_, state, {worker.policy.get(), worker.policy.get()}, evaluator_.get(),
                   limits_of_rollouts_, random.next(), random, worker.scratch);
  }

  /// Grows a node and takes the policy's choice there (any of its edges when regrets are matched).
  play::Action expand(Worker& worker, Node& node, const State& state, core::RandomStream& random,
                      bool learns) {
    game_.legal(state, worker.scratch.legal);
    const auto legal_count = worker.scratch.legal.size();
    const auto actor = game_.actor(state);
    const bool regret = options_.selection == Selection::Regret;
    const auto width = regret ? legal_count : static_cast<std::size_t>(options_.width);
    const auto count = std::min(width, legal_count);
    auto chosen = choose_and_rank(worker, state, random, node.key.load(kRelaxed), width);
    if (!tree_.grow(node, actor, std::span(worker.actions.data(), count),
                    std::span(worker.shares.data(), count), legal_count))
      return chosen;
    const auto edges = tree_.edges(node);
    const float uniform = 1.0F / static_cast<float>(count);
    if (regret) chosen = edges[random.below(static_cast<std::uint32_t>(count))].action;
    for (auto& edge : edges) {
      if (edge.action != chosen) continue;
      edge.in_flight.fetch_add(1, kRelaxed);
      worker.path.push_back({&node, &edge, actor, learns, uniform, uniform});
    }
    return chosen;
  }

  Step select(Worker& worker, Node& node, core::RandomStream& random, bool learns) {
    const auto edges = tree_.edges(node);
    if (options_.selection == Selection::Regret) return select_regret(worker, node, random, learns);
    if (!learns) return {&node, &edges[sample_visits(edges, random)], node.actor, learns, 1, 1};
    const auto open = open_width(edges.size(), node.visits.load(kRelaxed), options_);
    return {&node, &edges[select_puct(edges, open, options_)], node.actor, learns, 1, 1};
  }
  /// The opponent as he has learned to play: by his visits, or his policy's favourite before any.
  static std::size_t sample_visits(std::span<Edge> edges, core::RandomStream& random) {
    double total = 0;
    for (const auto& edge : edges) total += edge.visits.load(kRelaxed);
    double left = random.uniform() * total;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      left -= edges[i].visits.load(kRelaxed);
      if (left < 0) return i;
    }
    return 0;
  }
  Step select_regret(Worker& worker, Node& node, core::RandomStream& random, bool learns) {
    const auto edges = tree_.edges(node);
    const std::span policy(worker.shares.data(), edges.size());
    regret_policy(edges, policy);
    const double explore = learns ? options_.regret_exploration : 0.0;
    const auto sampled = [&](std::size_t i) {
      return explore / static_cast<double>(edges.size()) + (1 - explore) * policy[i];
    };
    double left = random.uniform();
    std::size_t choice = 0;
    while (choice + 1 < edges.size() && (left -= sampled(choice)) >= 0) ++choice;
    return {&node,  &edges[choice], node.actor,
            learns, policy[choice], static_cast<float>(sampled(choice))};
  }

  void draw_chance(Worker& worker, State& state, core::RandomStream& random) {
    play::NullRecorder silent;
    auto& outcomes = worker.scratch.outcomes;
    game_.chance(state, outcomes);
    auto action = play::draw({outcomes.begin(), outcomes.size()}, random.next());
    if (outcomes.size() > 1) {
      const auto key =
          core::mix(key_of(game_.observe(state, play::viewer_of(side_)), side_), kNatureSalt);
      auto place = tree_.claim(key);
      if (place.found == Tree::Found::Claimed && grow_chance(worker, *place.node, outcomes))
        place.found = Tree::Found::Ready;
      if (place.found == Tree::Found::Ready)
        action = take_outcome(worker, *place.node, action, random);
    }
    game_.apply(state, action, silent);
  }
  bool grow_chance(Worker& worker, Node& node, const play::ChanceList& outcomes) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      worker.actions[i] = outcomes[i].action;
      worker.shares[i] = static_cast<float>(outcomes[i].probability);
    }
    return tree_.grow(node, play::Actor::Nature, std::span(worker.actions.data(), outcomes.size()),
                      std::span(worker.shares.data(), outcomes.size()), outcomes.size());
  }
  /// The outcome to follow: `drawn` when this world's outcomes are not the node's (hidden facts
  /// differ) or a large draw opens another one, else the one that lags behind its probability.
  play::Action take_outcome(Worker& worker, Node& node, play::Action drawn,
                            core::RandomStream& random) {
    const auto edges = tree_.edges(node);
    const auto& outcomes = worker.scratch.outcomes;
    if (edges.size() != outcomes.size()) return drawn;
    std::size_t tried = 0, choice = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].action != outcomes[i].action) return drawn;
      const bool begun = edges[i].visits.load(kRelaxed) + edges[i].in_flight.load(kRelaxed) > 0;
      const bool closed = !begun && edges.size() > kExactChance;
      worker.probabilities[i] = closed ? 0 : outcomes[i].probability;
      tried += begun;
      if (edges[i].action == drawn) choice = i;
    }
    const bool opens_another =
        edges.size() > kExactChance &&
        tried < open_width(edges.size(), node.visits.load(kRelaxed), options_);
    if (!opens_another)
      choice = select_chance(edges, std::span(worker.probabilities.data(), edges.size()),
                             random.uniform());
    edges[choice].in_flight.fetch_add(1, kRelaxed);
    worker.path.push_back({&node, &edges[choice], play::Actor::Nature, true, 1, 1});
    return edges[choice].action;
  }

  void back_up(Path& path, const Evaluation& value) {
    const auto win = std::llround(value.win_a * kWinUnit);
    const auto margin = std::llround(value.margin_a * kMarginUnit);
    const auto whole = static_cast<long long>(kWinUnit);
    for (auto& step : path) {
      step.edge->in_flight.fetch_sub(1, kRelaxed);
      if (!step.learns) continue;
      const bool for_b = step.actor == play::Actor::SideB;
      step.edge->win_sum.fetch_add(for_b ? whole - win : win, kRelaxed);
      step.edge->margin_sum.fetch_add(for_b ? -margin : margin, kRelaxed);
      step.edge->visits.fetch_add(1, kRelaxed);
      step.node->visits.fetch_add(1, kRelaxed);
    }
  }

  /// Outcome-sampling counterfactual regrets (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo
  /// Sampling for Regret Minimization in Extensive Games", 2009), with stochastically weighted
  /// averaging. Nature and the rollout are sampled as they are played, so they cancel.
  void update_regrets(Worker& worker, const Evaluation& value) {
    auto& path = worker.path;
    double sampled_all = 1;
    for (const auto& step : path) sampled_all *= step.sampled;
    double tail = 1;  // of the policies, from after the step to the end
    for (std::size_t k = path.size(); k-- > 0;) {
      auto& step = path[k];
      if (play::is_side(step.actor) && step.learns)
        update_node(worker, path, k, value, tail, sampled_all);
      tail *= step.policy;
    }
  }
  void update_node(Worker& worker, const Path& path, std::size_t k, const Evaluation& value,
                   double tail, double sampled_all) {
    const auto& step = path[k];
    double mine = 1, others = 1, sampled = 1;
    for (std::size_t j = 0; j < k; ++j) {
      (path[j].actor == step.actor ? mine : others) *= path[j].policy;
      sampled *= path[j].sampled;
    }
    const bool for_b = step.actor == play::Actor::SideB;
    const double worth = 2 * utility(value.win_a, value.margin_a, options_) - 1;
    const double weight = (for_b ? -worth : worth) * others * tail / sampled_all;
    const auto edges = tree_.edges(*step.node);
    const std::span policy(worker.shares.data(), edges.size());
    regret_policy(edges, policy);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const double gain =
          &edges[i] == step.edge ? weight * (1 - step.policy) : -weight * step.policy;
      edges[i].regret.fetch_add(static_cast<float>(gain), kRelaxed);
      edges[i].strategy.fetch_add(static_cast<float>(mine / sampled * policy[i]), kRelaxed);
    }
  }

  G game_;
  SearchOptions options_;
  std::shared_ptr<const Evaluator<G>> evaluator_;
  Tree tree_;
  std::vector<std::unique_ptr<Worker>> workers_;

  // Constant while workers run.
  Observation observation_{}, public_observation_{};
  play::Side side_ = play::Side::A;
  bool hidden_ = false;
  std::uint64_t stream_key_ = 0;
  RolloutLimits limits_of_rollouts_;
  Node* root_ = nullptr;
  SearchLimits limits_;
  Clock::time_point start_;

  // Shared by workers. Relaxed: counters, and a flag that carries no data.
  std::atomic<std::uint64_t> next_iteration_{0};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace niemen::ai
