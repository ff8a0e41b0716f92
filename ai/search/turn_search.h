// Online evolutionary planning of a whole turn (Justesen, Mahlmann, Risi and Togelius, "Playing
// Multi-Action Adversarial Games: Online Evolutionary Planning versus Tree Search", 2017), with
// plans that race each other.
//
// A plan is a doctrine that decides, and a few deviations from it ("at my third decision from now,
// this action instead"); a deviation goes along with what it was a choice between, when that comes
// up a few decisions earlier or later, and is followed once. Its worth is the mean over sampled
// worlds and dice of what follows when the turn is played so and both sides go on by doctrine. All
// plans meet the same worlds and the same dice, draw by draw, so their paired differences are of
// the plans and little else. One plan is in force, at first the doctrine's own. Others race against
// it: first those that differ now, then mutants. Each round doubles the worlds and sends home the
// worse half (sequential halving; Karnin, Koren and Somekh, 2013); a plan comes into force when it
// is better by so many standard errors. So noise alone does not turn a doctrine's head. The plan in
// force moves on with the turn from decision to decision.
//
// The opponent is taken to keep to a doctrine, in each world the next of those that he can play: a
// plan against one alone comes to live off its habits. Racing his replies as well was tried and
// weakened the search: half the playings then go to what he might do, and what was found against
// the last plan misjudges the next.
//
// Its tree form (nodes are plans, edges changes, playings go down by upper confidence bounds; Baier
// and Cowling, "Evolutionary MCTS with Flexible Search Horizon", 2018) was tried, with the horizon
// that doctrines play on to, and lost to the race: experiments/strategic-1812/README.md. Few
// playings tell plans apart that differ in little, and a tree hands them out to ever more plans.
#pragma once

#include <tbb/info.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "ai/eval/evaluator.h"
#include "ai/parallel.h"
#include "ai/policy/policy.h"
#include "ai/rollout/rollout.h"
#include "ai/search/options.h"
#include "ai/search/search.h"
#include "ai/search/turn_plan.h"
#include "engine/core/hash.h"

namespace niemen::ai {

/// The policies of a turn search.
template <play::Game G>
struct TurnDoctrines {
  std::unique_ptr<Policy<G>> plain;  ///< for both sides; never null
  /// What either side can play instead: its own plans set out from these, and in some worlds the
  /// other side expects them of it.
  std::array<std::vector<std::unique_ptr<Policy<G>>>, play::kSides> others{};
};

template <play::Game G>
class TurnSearch {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;

  TurnSearch(const G& game, const SearchOptions& options, const TurnSearchOptions& turn,
             const TurnDoctrines<G>& doctrines, std::shared_ptr<const Evaluator<G>> evaluator)
      : game_(game), options_(options), turn_options_(turn), evaluator_(std::move(evaluator)) {
    options_.threads = std::clamp(options.threads, 1, tbb::info::default_concurrency());
    for (int thread = 0; thread < options_.threads; ++thread) {
      Worker worker;
      worker.doctrines.push_back(doctrines.plain->clone());
      for (const auto& side : doctrines.others)
        for (const auto& doctrine : side) worker.doctrines.push_back(doctrine->clone());
      workers_.push_back(std::move(worker));
    }
    std::uint8_t next = 1;
    for (std::size_t side = 0; side < play::kSides; ++side) {
      choices_[side].push_back(0);
      for (std::size_t i = 0; i < doctrines.others[side].size(); ++i)
        choices_[side].push_back(next++);
    }
  }

  void forget() {
    in_force_ = {};
    turn_ = -1;
  }

  using Deviation = TurnDeviation;
  using Result = TurnResult;
  using Plan = TurnPlan;

  /// Plans on from the observation. An iteration is one playing of one plan. `truth` stands for
  /// every world where it is given.
  SearchStatistics run(const Observation& observation, core::RandomStream& random,
                       const SearchLimits& limits, const State* truth = nullptr) {
    truth_ = truth;
    begin(observation, random, limits);
    Plan* const in_force[] = {&in_force_};
    play_to(in_force, 1);
    find_alternatives(random);
    drop_idle_deviation(random);
    while (!out_of_budget()) {
      propose(random);
      if (plans_.empty()) break;
      race();
      for (const auto& plan : plans_)
        if (plan.first != in_force_.first) note(plan);
    }
    note(in_force_);
    SearchStatistics statistics;
    statistics.iterations = done_;
    statistics.worlds = worlds_.size();
    statistics.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (done_ > 0) seconds_each_ = statistics.seconds / static_cast<double>(done_);
    return statistics;
  }

  /// What to do now.
  play::Action choice() const { return in_force_.first; }
  /// What the plan in force does now, and what else was tried and with what success: sums over all
  /// runs about this decision. What was given up is told by the worlds that both met, for plans
  /// grow better in the course of a search.
  struct FirstStep {
    play::Action action = 0;
    int played = 0;
    double win = 0, margin = 0;
    int compared = 0;                      ///< playings in worlds that the plan in force met too
    double more_win = 0, more_margin = 0;  ///< sums of what they came to beyond it
  };
  std::span<const FirstStep> first_steps() const { return {steps_.begin(), steps_.size()}; }
  /// How the plan in force goes on from `state`, for at most `steps` steps and with the likeliest
  /// dice: calls `visit(state, action)` before each.
  template <class Visit>
  void follow(State state, std::size_t steps, core::RandomStream& random, Visit&& visit) {
    auto& worker = workers_[0];
    worker.settles = false;
    worker.opponent = 0;
    for (auto& doctrine : worker.doctrines) doctrine->forget();
    play::NullRecorder silent;
    TurnPlaying playing;
    for (; steps > 0; --steps) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over) return;
      play::Action action;
      if (actor == play::Actor::Nature) {
        game_.chance(state, worker.scratch.outcomes);
        action = likeliest(worker.scratch.outcomes);
      } else {
        action = next(in_force_, playing, state, worker, random);
      }
      visit(std::as_const(state), action);
      game_.apply(state, action, silent);
    }
  }
  std::uint64_t memory_bytes() const {
    return plans_.capacity() * sizeof(Plan) + worlds_.capacity() * sizeof(World) +
           workers_.size() * kKeptEnds * sizeof(TurnEnd);
  }
  /// After `action` was decided: the plan in force moves on by one decision.
  void advance(play::Action action) {
    if (in_force_.first != action) {
      in_force_ = {};
      return;
    }
    std::size_t kept = 0;
    for (auto deviation : in_force_.deviations)
      if (deviation.ordinal-- > 0) in_force_.deviations[kept++] = deviation;
    in_force_.deviations.truncate(kept);
  }
  const G& game() const { return game_; }
  const SearchOptions& options() const { return options_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kReportedSteps = play::kMaxLegalActions;
  static constexpr int kAnyTurn = 1;  ///< but those of set-up
  static constexpr std::size_t kFirstWorlds = 2;
  /// A look again may take so many times the worlds of the one before.
  static constexpr std::size_t kMoreWorlds = 4;
  /// Worlds before a plan may come into force.
  static constexpr std::size_t kLeastWorlds = 8;
  /// A race gets more than so many playings for each plan in it, or has fewer plans. Measured: of
  /// more plans at a time fewer come into force, of one at a time too few are tried.
  static constexpr std::uint64_t kPlayingsEach = 12;
  /// Part of the playings, for either, in which a deviation that is due meets its doctrine's
  /// choice.
  static constexpr std::uint64_t kIdleShare = 8;
  /// Standard errors by which that deviation has to be better. 0 plays as well (49.4 % of 160
  /// campaigns of strategic-1812), but leaves whims in a plan.
  static constexpr double kIdleErrors = 0.5;

  /// How a turn ended in a world, and what came of it. What does not differ by the end of the turn
  /// goes on alike: a third of what the strongest level plays in strategic-1812, a quarter in
  /// russia-1812.
  struct TurnEnd {
    std::uint64_t key = 0;
    Evaluation value{};
  };
  /// Of the newest; must be a power of two.
  static constexpr std::size_t kKeptEnds = std::size_t{1} << 13;

  /// What one thread owns.
  struct Worker {
    std::vector<std::unique_ptr<Policy<G>>> doctrines;
    RolloutScratch scratch{};
    std::vector<TurnEnd> ends = std::vector<TurnEnd>(kKeptEnds);  ///< by their keys
    std::size_t opponent = 0;  ///< doctrine of the other side in this playing
    bool settles = true;  ///< this playing settles what the plan does now and where it deviates
  };
  struct World {
    State state;
    std::uint64_t key;
  };

  void begin(const Observation& observation, core::RandomStream& random,
             const SearchLimits& limits) {
    start_ = Clock::now();
    limits_ = limits;
    done_ = 0;
    if (!limits.again) steps_.clear();
    worlds_.clear();
    observation_ = &observation;
    world_key_ = random.next();
    see_worlds(1);
    const auto& state = worlds_[0].state;
    side_ = play::side_of(game_.actor(state));
    const bool new_turn = game_.turn(state) != turn_ || side_ != planned_side_;
    turn_ = game_.turn(state);
    planned_side_ = side_;
    if (new_turn) in_force_ = {};
    plain_untried_ = !is_plain(in_force_);
    others_untried_ = new_turn;
    in_force_.results.clear();
    in_force_.length = 0;
  }

  /// What else can be done now, in random order.
  void find_alternatives(core::RandomStream& random) {
    auto& legal = workers_[0].scratch.legal;
    game_.legal(worlds_[0].state, legal);
    now_choice_ = choice_among(legal);
    now_.assign(legal.begin(), legal.end());
    choices_now_ = now_;
    looked_ = 0;
    std::erase(now_, in_force_.first);
    for (std::size_t k = now_.size(); k > 1; --k)
      std::swap(now_[k - 1], now_[random.below(static_cast<std::uint32_t>(k))]);
  }

  bool out_of_budget() const {
    if (done_ == 0) return false;  // one playing at least, or there is nothing to answer with
    return playings_left() == 0 || out_of_time();
  }
  /// As many as there may be, estimated where time counts.
  std::uint64_t playings_expected() const {
    if (limits_.seconds <= 0 || seconds_each_ <= 0) return playings_left();
    return std::min(playings_left(), static_cast<std::uint64_t>(limits_.seconds / seconds_each_));
  }
  std::uint64_t playings_left() const {
    if (limits_.iterations == 0) return ~std::uint64_t{0};
    return limits_.iterations > done_ ? limits_.iterations - done_ : 0;
  }
  bool out_of_time() const {
    if (limits_.stop.stop_requested()) return true;
    return limits_.seconds > 0 &&
           std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds;
  }

  /// The doctrines of a side, the plain one first.
  const std::vector<std::uint8_t>& choices_of(play::Side side) const {
    return choices_[static_cast<std::size_t>(play::index(side))];
  }
  static bool is_plain(const Plan& plan) { return plan.doctrine == 0 && plan.deviations.empty(); }
  /// Sets out from the plan in force.
  Plan& challenge() {
    auto& plan = plans_.emplace_back(in_force_);
    plan.results.clear();
    return plan;
  }

  /// The plans of the next race: the doctrines not tried yet, what can be done otherwise now, and
  /// when all of that was raced, mutants. None are left when this is the last decision of the turn.
  void propose(core::RandomStream& random) {
    plans_.clear();
    const auto affordable = (std::max<std::uint64_t>(1, playings_expected()) - 1) / kPlayingsEach;
    const auto size = static_cast<std::size_t>(std::clamp<std::uint64_t>(
        affordable, 1, static_cast<std::uint64_t>(turn_options_.population)));
    if (plain_untried_) plans_.emplace_back();
    const auto& own = choices_of(side_);
    for (std::size_t i = 1; others_untried_ && i < own.size() && plans_.size() < size; ++i)
      plans_.emplace_back().doctrine = own[i];
    plain_untried_ = others_untried_ = false;
    for (; !now_.empty() && plans_.size() < size; now_.pop_back())
      challenge().set({0, now_.back(), now_choice_});
    first_worlds_ = kFirstWorlds;
    if (!plans_.empty() || look_again()) return;
    while (in_force_.length > 1 && plans_.size() < size) mutate(challenge(), random);
  }
  /// The choices of now once more, the best so far first, in as many worlds as there are playings
  /// for; where nothing is left to vary again and again, in ever more. Whether there are any.
  bool look_again() {
    if (turn_options_.second_look <= 0 || turn_ == 0) return false;
    const bool last = in_force_.length <= 1;
    if (looked_ >= most_worlds() || (looked_ > 0 && !last)) return false;
    const double left =
        static_cast<double>(playings_expected()) * (last ? 1 : turn_options_.second_look);
    std::erase(choices_now_, in_force_.first);
    std::stable_sort(choices_now_.begin(), choices_now_.end(), [&](play::Action a, play::Action b) {
      return gain_so_far(a) > gain_so_far(b);
    });
    auto count = std::min(choices_now_.size(), static_cast<std::size_t>(turn_options_.population));
    const auto fit = left / static_cast<double>(kLeastWorlds) - 1;
    if (count == 0 || fit < 1) return false;
    count = std::min(count, static_cast<std::size_t>(std::min(fit, 1e6)));
    const double worlds =
        std::min(left / static_cast<double>(count + 1),
                 static_cast<double>(kMoreWorlds * std::max(looked_, kLeastWorlds)));
    first_worlds_ = std::min(static_cast<std::size_t>(worlds), most_worlds());
    if (first_worlds_ <= looked_) return false;
    looked_ = first_worlds_;
    for (std::size_t i = 0; i < count; ++i) challenge().set({0, choices_now_[i], now_choice_});
    choices_now_.push_back(in_force_.first);
    return true;
  }
  /// What an action was better by than what the plan in force did then, on average.
  double gain_so_far(play::Action action) const {
    const auto step = std::ranges::find(steps_, action, &FirstStep::action);
    if (step == steps_.end() || step->compared == 0) return 0;
    return utility(step->more_win / step->compared, step->more_margin / step->compared, options_) -
           utility(0, 0, options_);
  }
  /// Draws where the plan deviates anew: at one decision or at many. One at a time soon ends where
  /// no single change is for the better; and as most change little, many at once cost a plan less
  /// than they may find. Marches drawn among the six places that the doctrine likes best found no
  /// more than those drawn among all (russia-1812, 84 positions, 256 and 1,024 iterations).
  void mutate(Plan& plan, core::RandomStream& random) const {
    const auto later = static_cast<std::uint32_t>(plan.length - 1);
    auto count = 1 + random.below(std::min(later, static_cast<std::uint32_t>(Plan::kMaxDrawn)));
    plan.draws = random.next();
    for (; count > 0; --count) plan.pending.push_back(1 + static_cast<int>(random.below(later)));
  }

  /// Many decisions are drawn at once, and what pays brings others along that do not. So when a
  /// deviation is due it has to be worth more than its doctrine's choice, by more than half a
  /// standard error and in worlds that it was not chosen by, or that is made: of two that are worth
  /// the same a doctrine's is the one that a reader understands. Precondition: find_alternatives(),
  /// which leaves the legal actions.
  void drop_idle_deviation(core::RandomStream& random) {
    if (playings_expected() < 2 * kLeastWorlds) return;
    auto& worker = workers_[0];
    auto& doctrine = *worker.doctrines[in_force_.doctrine];
    doctrine.forget();
    const auto action = doctrine.choose(worlds_[0].state, worker.scratch.legal, random);
    if (action == in_force_.first) return;
    plans_.clear();
    challenge().set({0, action, now_choice_});
    std::erase(now_, action);
    auto& without = plans_.front();
    Plan* const both[] = {&in_force_, &without};
    play_to(both, std::clamp<std::uint64_t>(playings_expected() / kIdleShare, kLeastWorlds,
                                            static_cast<std::uint64_t>(most_worlds())));
    const auto gain = lead(without);
    if (gain.worlds > 0 && gain.mean + kIdleErrors * gain.error() >= 0)
      std::swap(in_force_, without);
    note(without);
  }

  std::size_t most_worlds() const {
    return std::min(in_force_.results.capacity(), static_cast<std::size_t>(turn_options_.worlds));
  }

  /// Plays the plans against the one in force.
  void race() {
    alive_.clear();
    for (auto& plan : plans_) alive_.push_back(&plan);
    const auto most = most_worlds();
    for (std::size_t target = first_worlds_; !alive_.empty(); target *= 2) {
      target = std::min(target, most);
      alive_.push_back(&in_force_);
      const bool whole = play_to(alive_, target);
      alive_.pop_back();
      std::erase_if(alive_,
                    [&](const Plan* plan) { return plan->results.empty() || is_equal(*plan); });
      std::stable_sort(alive_.begin(), alive_.end(),
                       [&](const Plan* a, const Plan* b) { return lead(*a).mean > lead(*b).mean; });
      if (!alive_.empty() && is_better(*alive_.front())) std::swap(in_force_, *alive_.front());
      if (!whole || target >= most || out_of_budget()) break;
      if (target == kFirstWorlds) continue;
      alive_.resize((alive_.size() + 1) / 2);
      std::erase_if(alive_, [&](const Plan* plan) { return lead(*plan).mean < 0; });
    }
  }

  /// The paired difference to the plan in force, over the worlds that both have met.
  struct Lead {
    double mean = 0, variance = 0;
    std::size_t worlds = 0;

    /// Standard error of the mean.
    double error() const {
      return std::sqrt(variance / static_cast<double>(std::max<std::size_t>(1, worlds)));
    }
  };
  Lead lead(const Plan& plan) const {
    const auto difference = [&](std::size_t w) {
      return double{plan.results[w].utility - in_force_.results[w].utility};
    };
    Lead lead;
    lead.worlds = std::min(plan.results.size(), in_force_.results.size());
    for (std::size_t w = 0; w < lead.worlds; ++w) lead.mean += difference(w);
    lead.mean /= static_cast<double>(std::max<std::size_t>(1, lead.worlds));
    for (std::size_t w = 0; w < lead.worlds; ++w) {
      const double off = difference(w) - lead.mean;
      lead.variance += off * off;
    }
    if (lead.worlds > 1) lead.variance /= static_cast<double>(lead.worlds - 1);
    return lead;
  }
  /// Standard error of a lead. Few worlds show too little of how far luck can go, so the other
  /// plans of the race vouch for half of it.
  double error_of(const Lead& one) const {
    double all = 0;
    for (const auto* plan : alive_) all += lead(*plan).variance;
    if (!alive_.empty()) all /= static_cast<double>(alive_.size());
    return Lead{one.mean, (one.variance + all) / 2, one.worlds}.error();
  }
  /// The more plans race, the further luck takes the best of them: `k exp(-z^2 / 2)` bounds the
  /// chance that one of k equals is ahead by z standard errors, and is held constant.
  bool is_better(const Plan& plan) const {
    const auto one = lead(plan);
    const double errors = std::sqrt(turn_options_.confidence * turn_options_.confidence +
                                    2 * std::log(static_cast<double>(plans_.size())));
    return one.worlds >= kLeastWorlds && one.mean > errors * error_of(one);
  }
  /// Nothing came out otherwise in any world.
  bool is_equal(const Plan& plan) const {
    const auto worlds = std::min(plan.results.size(), in_force_.results.size());
    for (std::size_t w = 0; w < worlds; ++w)
      if (plan.results[w].utility != in_force_.results[w].utility) return false;
    return true;
  }

  void see_worlds(std::size_t count) {
    while (worlds_.size() < count) {
      const auto key = core::mix(world_key_, worlds_.size());
      core::RandomStream random(key);
      worlds_.push_back({truth_ ? *truth_ : game_.sample_world(*observation_, random), key});
    }
  }

  /// Plays each plan in worlds until it has met `target` of them. Returns whether all have; when
  /// iterations are short, all stop at the same world.
  bool play_to(std::span<Plan* const> plans, std::size_t target) {
    bool whole = true;
    for (; target > 0; --target) {
      std::uint64_t playings = 0;
      for (const auto* plan : plans) playings += target - std::min(target, plan->results.size());
      if (playings <= playings_left() || done_ == 0) break;
      whole = false;
    }
    see_worlds(target);
    std::size_t before = 0, after = 0;
    for (auto* plan : plans) {
      before += plan->results.size();
      while (plan->results.size() < target) plan->results.push_back(kNotPlayed);
    }
    late_.store(false, std::memory_order_relaxed);
    // The first playing settles what a plan does; the others may then share it.
    play_worlds(plans, 0, std::min<std::size_t>(1, target));
    play_worlds(plans, 1, target);
    for (auto* plan : plans) {
      std::size_t played = 0;
      for (; played < plan->results.size() && is_played(plan->results[played]); ++played) {
        plan->length = std::max(plan->length, plan->results[played].length);
      }
      plan->results.truncate(played);
      after += played;
    }
    done_ += after - before;
    return whole && !late_.load(std::memory_order_relaxed);
  }

  static constexpr Result kNotPlayed{-1e30F, 0, 0, 0};
  static bool is_played(const Result& result) { return result.utility != kNotPlayed.utility; }

  struct Task {
    Plan* plan;
    std::size_t world;
  };
  /// Plays the plans in those worlds of [first, last) that they have not met.
  void play_worlds(std::span<Plan* const> plans, std::size_t first, std::size_t last) {
    tasks_.clear();
    for (std::size_t world = first; world < last; ++world)
      for (auto* plan : plans)
        if (!is_played(plan->results[world])) tasks_.push_back({plan, world});
    if (tasks_.empty()) return;
    next_task_.store(0, std::memory_order_relaxed);
    run_workers(tasks_.size() == 1 ? 1 : options_.threads,
                [this](int worker) { work(workers_[static_cast<std::size_t>(worker)]); });
  }
  void work(Worker& worker) {
    for (;;) {
      const auto i = next_task_.fetch_add(1, std::memory_order_relaxed);
      if (i >= tasks_.size() || late_.load(std::memory_order_relaxed)) return;
      if (done_ > 0 && out_of_time()) {
        late_.store(true, std::memory_order_relaxed);
        return;
      }
      play_turn(*tasks_[i].plan, tasks_[i].world, worker);
    }
  }

  /// One playing alone has nothing to be compared with: set-up need not be judged by how the
  /// campaign ends.
  RolloutLimits horizon() const {
    return rollout_limits(options_, limits_.iterations == 1 ? kAnyTurn : turn_);
  }

  /// Plays the turn by the plan in a world, and on to the horizon.
  void play_turn(Plan& plan, std::size_t number, Worker& worker) {
    const auto& world = worlds_[number];
    const auto& expected = choices_of(play::other(side_));
    worker.settles = number == 0;
    worker.opponent = expected[number % expected.size()];
    auto state = world.state;
    core::RandomStream random(world.key);
    for (auto& doctrine : worker.doctrines) doctrine->forget();
    auto& mine = *worker.doctrines[plan.doctrine];
    auto& theirs = *worker.doctrines[worker.opponent];
    play::NullRecorder silent;
    TurnPlaying playing;
    for (;;) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over || game_.turn(state) != turn_) break;
      if (actor == play::Actor::Nature)
        game_.apply(state, play::draw_chance(game_, state, world.key), silent);
      else
        game_.apply(state, next(plan, playing, state, worker, random), silent);
    }
    if (worker.settles) plan.pending.clear();  // the turn may have been over before
    const bool b = side_ == play::Side::B;
    auto key = core::mix(world.key, game_.hash(state));
    key = core::mix(key, core::mix(random.drawn(),
                                   plan.doctrine * workers_[0].doctrines.size() + worker.opponent));
    auto& end = worker.ends[key % kKeptEnds];
    if (end.key != key)
      end = {key, rollout(game_, state, {b ? &theirs : &mine, b ? &mine : &theirs},
                          evaluator_.get(), horizon(), world.key, random, worker.scratch)};
    const auto& value = end.value;
    const double win = b ? 1 - value.win_a : value.win_a;
    const double margin = b ? -value.margin_a : value.margin_a;
    plan.results[number] = {static_cast<float>(utility(win, margin, options_)),
                            static_cast<float>(win), static_cast<float>(margin), playing.ordinal};
  }

  /// What the side to move does when mine follows the plan.
  play::Action next(Plan& plan, TurnPlaying& playing, const State& state, Worker& worker,
                    core::RandomStream& random) {
    auto& legal = worker.scratch.legal;
    game_.legal(state, legal);
    if (legal.size() == 1) return legal[0];
    if (play::side_of(game_.actor(state)) != side_)
      return worker.doctrines[worker.opponent]->choose(state, legal, random);
    if (game_.turn(state) != turn_)
      return worker.doctrines[plan.doctrine]->choose(state, legal, random);
    if (playing.ordinal == 0) {  // what is done now is done in every world
      if (worker.settles) {
        plan.first = planned(plan, playing, state, legal, worker, random);
        plan.set({0, plan.first, choice_among(legal)});
      }
      ++playing.ordinal;
      return plan.first;
    }
    const auto action = planned(plan, playing, state, legal, worker, random);
    ++playing.ordinal;
    return action;
  }
  /// The plan's answer: its deviation where it is legal, else its doctrine's choice.
  play::Action planned(Plan& plan, TurnPlaying& playing, const State& state,
                       const play::ActionList& legal, Worker& worker, core::RandomStream& random) {
    const auto choice = choice_among(legal);
    const int ordinal = playing.ordinal;
    if (worker.settles && std::ranges::find(plan.pending, ordinal) != plan.pending.end()) {
      core::RandomStream drawn(core::mix(plan.draws, static_cast<std::uint64_t>(ordinal)));
      const auto action = legal[drawn.below(static_cast<std::uint32_t>(legal.size()))];
      plan.set({static_cast<std::uint16_t>(ordinal), action, choice});
    }
    const int met = plan.deviation_at(playing, choice);
    if (met >= 0) {
      const auto action = plan.deviations[static_cast<std::size_t>(met)].action;
      if (std::binary_search(legal.begin(), legal.end(), action)) {
        playing.followed |= std::uint64_t{1} << met;
        return action;
      }
    }
    return worker.doctrines[plan.doctrine]->choose(state, legal, random);
  }
  /// Adds what a plan came to, to what is told of its first step.
  void note(const Plan& plan) {
    if (plan.results.empty()) return;
    auto step = std::find_if(steps_.begin(), steps_.end(),
                             [&](const FirstStep& s) { return s.action == plan.first; });
    if (step == steps_.end()) {
      if (steps_.full()) return;
      steps_.push_back({.action = plan.first});
      step = steps_.end() - 1;
    }
    for (const auto& result : plan.results) {
      ++step->played;
      step->win += result.win;
      step->margin += result.margin;
    }
    const auto met = std::min(plan.results.size(), in_force_.results.size());
    for (std::size_t w = 0; w < met; ++w) {
      ++step->compared;
      step->more_win += plan.results[w].win - in_force_.results[w].win;
      step->more_margin += plan.results[w].margin - in_force_.results[w].margin;
    }
  }

  G game_;
  SearchOptions options_;
  TurnSearchOptions turn_options_;
  std::shared_ptr<const Evaluator<G>> evaluator_;
  std::vector<Worker> workers_;
  std::array<std::vector<std::uint8_t>, play::kSides>
      choices_;  ///< by side, into Worker::doctrines

  Plan in_force_;
  std::vector<Plan> plans_;  ///< of the race
  std::vector<Plan*> alive_;
  std::vector<Task> tasks_;
  // Relaxed: one hands out tasks, each its own; the other only spares playings. What workers wrote
  // is ordered by run_workers.
  std::atomic<std::size_t> next_task_{0};
  std::atomic<bool> late_{false};
  std::vector<World> worlds_;
  std::uint64_t now_choice_ = 0;
  std::vector<play::Action> now_;            ///< other actions now, not yet tried
  std::vector<play::Action> choices_now_;    ///< all of them, to be looked at again
  std::size_t first_worlds_ = kFirstWorlds;  ///< of the next race
  std::size_t looked_ = 0;                   ///< worlds of the last look again
  core::FixedVector<FirstStep, kReportedSteps> steps_{};
  bool plain_untried_ = false, others_untried_ = false;  ///< doctrines that are still to race

  const Observation* observation_ = nullptr;
  const State* truth_ = nullptr;  ///< of the run at hand
  SearchLimits limits_;
  Clock::time_point start_;
  play::Side side_ = play::Side::A, planned_side_ = play::Side::A;
  int turn_ = -1;
  std::uint64_t world_key_ = 0;
  std::uint64_t done_ = 0;   ///< playings in this decision
  double seconds_each_ = 0;  ///< of a playing, in the last decision
};

}  // namespace niemen::ai
