// Online evolutionary planning of a whole turn (Justesen, Mahlmann, Risi and Togelius, "Playing
// Multi-Action Adversarial Games: Online Evolutionary Planning versus Tree Search", 2017), with
// plans that race each other.
//
// A line is a doctrine that decides, and a few deviations from it ("at my third decision from now,
// this action instead"). A plan is a line of one's own and the opponent's reply to it, a line as
// well. Its worth is the mean over sampled worlds and dice of what follows when the turn is played
// so and both sides go on by doctrine. All plans meet the same worlds and the same dice, draw by
// draw, so their paired differences are of the plans and little else. One plan is in force, at
// first both doctrines' own. Others race against it: first those that differ now, then mutants.
// Each round doubles the worlds and sends home the worse half (sequential halving; Karnin, Koren
// and Somekh, 2013); a plan comes into force when it is better by so many standard errors. So noise
// alone does not turn a doctrine's head. Races of own lines and of replies take turns (as best
// responses do in a double oracle; McMahan, Gordon and Blum, 2003), or the search would learn to
// beat the opponent's doctrine instead of the opponent. The plan in force moves on with the turn
// from decision to decision.
#pragma once

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "ai/agents/policy.h"
#include "ai/eval/evaluator.h"
#include "ai/rollout/rollout.h"
#include "ai/search/options.h"
#include "ai/search/search.h"

namespace niemen::ai {

template <play::Game G>
class TurnSearch {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;

  /// `doctrines` are the starting lines of both sides, the first being the plain one. Precondition:
  /// not empty.
  TurnSearch(const G& game, const SearchOptions& options, const TurnSearchOptions& turn,
             std::vector<std::unique_ptr<Policy<G>>> doctrines,
             std::shared_ptr<const Evaluator<G>> evaluator)
      : game_(game), options_(options), turn_options_(turn), evaluator_(std::move(evaluator)) {
    options_.threads = std::clamp(options.threads, 1, tbb::info::default_concurrency());
    for (int thread = 1; thread < options_.threads; ++thread) {
      Worker worker;
      for (const auto& doctrine : doctrines) worker.doctrines.push_back(doctrine->clone());
      workers_.push_back(std::move(worker));
    }
    Worker worker;
    worker.doctrines = std::move(doctrines);
    workers_.push_back(std::move(worker));
  }

  void forget() {
    in_force_ = {};
    turn_ = -1;
  }

  struct Deviation {
    std::uint16_t ordinal;  ///< of that side's unforced decisions from now on
    play::Action action;
  };
  /// What one playing of a plan came to, from the planning side's view.
  struct Result {
    float utility, win, margin;
    int length;        ///< own decisions in the turn
    int reply_length;  ///< the opponent's that are planned
  };
  /// How one side decides.
  struct Line {
    std::uint8_t doctrine = 0;
    core::FixedVector<Deviation, 24> deviations{};
    int pending = -1;  ///< ordinal at which to draw a new deviation
    int length = 0;    ///< decisions in the longest playing so far
  };
  struct Plan {
    Line own{}, reply{};
    play::Action first = 0;                    ///< what it does now; known once it was played
    int replies_at_once = 0;                   ///< the opponent's decisions before my next one
    core::FixedVector<Result, 512> results{};  ///< by world
  };

  /// Plans on from the observation. An iteration is one playing of one plan.
  SearchStatistics run(const Observation& observation, core::RandomStream& random,
                       const SearchLimits& limits) {
    begin(observation, random, limits);
    Plan* const in_force[] = {&in_force_};
    play_to(in_force, 1);
    find_alternatives(random);
    for (int idle = 0; idle < kIdleRaces && !out_of_budget();) {
      if (replies_are_due()) {
        if (race_replies(random)) idle = 0;
        continue;
      }
      const bool mutants = propose(random);
      if (plans_.empty()) {
        if (race_replies(random)) continue;
        break;
      }
      const bool changed = race();
      for (const auto& plan : plans_)
        if (plan.first != in_force_.first) note(plan);
      idle = changed ? 0 : idle + mutants;
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
  /// runs about this decision.
  struct FirstStep {
    play::Action action;
    int played;
    double win, margin;
  };
  std::span<const FirstStep> first_steps() const { return {steps_.begin(), steps_.size()}; }
  /// How the plan in force goes on from `state`, for at most `steps` steps and with the likeliest
  /// dice: calls `visit(state, action)` before each.
  template <class Visit>
  void follow(State state, std::size_t steps, core::RandomStream& random, Visit&& visit) {
    auto& worker = workers_[0];
    worker.settles = false;
    for (auto& doctrine : worker.doctrines) doctrine->forget();
    play::NullRecorder silent;
    Ordinals ordinals;
    for (; steps > 0; --steps) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over) return;
      play::Action action;
      if (actor == play::Actor::Nature) {
        game_.chance(state, worker.scratch.outcomes);
        action = likeliest(worker.scratch.outcomes);
      } else {
        action = next(in_force_, ordinals, state, worker, random);
      }
      visit(std::as_const(state), action);
      game_.apply(state, action, silent);
    }
  }
  std::uint64_t memory_bytes() const {
    return plans_.capacity() * sizeof(Plan) + worlds_.capacity() * sizeof(World);
  }
  /// After `action` was decided: the plan in force moves on by one decision.
  void advance(play::Action action) {
    if (in_force_.first != action) {
      in_force_ = {};
      return;
    }
    move_on(in_force_.own, 1);
    move_on(in_force_.reply, in_force_.replies_at_once);
  }
  const G& game() const { return game_; }
  const SearchOptions& options() const { return options_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kReportedSteps = play::kMaxLegalActions;
  static constexpr std::size_t kFirstWorlds = 2;
  /// Worlds before a plan may come into force.
  static constexpr std::size_t kLeastWorlds = 8;
  /// Races of mutants without a new plan in force, after which time is saved.
  static constexpr int kIdleRaces = 2;
  /// A race gets more than so many playings for each plan in it, or has fewer plans. Measured: of
  /// more plans at a time fewer come into force, of one at a time too few are tried.
  static constexpr std::uint64_t kPlayingsEach = 12;
  /// Playings that a race of replies gets: in a shorter one nothing can come into force, a longer
  /// one keeps own lines waiting. Decisions of less than twice the least are for own lines alone.
  static constexpr std::uint64_t kLeastOnReplies = 24, kMostOnReplies = 384;
  static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

  /// What one thread owns.
  struct Worker {
    std::vector<std::unique_ptr<Policy<G>>> doctrines;
    RolloutScratch scratch{};
    bool settles = true;  ///< this playing settles what the plan does now and where it deviates
  };
  struct World {
    State state;
    std::uint64_t key;
  };

  /// Doctrines that are still to race: the plain one and, once a turn, the others.
  struct Untried {
    bool plain = false, others = false;
  };
  struct Ordinals {
    int own = 0, reply = 0;
  };

  void begin(const Observation& observation, core::RandomStream& random,
             const SearchLimits& limits) {
    start_ = Clock::now();
    limits_ = limits;
    done_ = done_on_replies_ = 0;
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
    own_untried_ = {.plain = !is_plain(in_force_.own), .others = new_turn};
    reply_untried_ = {.plain = !is_plain(in_force_.reply),
                      .others = new_turn || reply_untried_.others};
    in_force_.results.clear();
    in_force_.own.length = in_force_.reply.length = 0;
  }

  /// What else can be done now, in random order.
  void find_alternatives(core::RandomStream& random) {
    auto& legal = workers_[0].scratch.legal;
    game_.legal(worlds_[0].state, legal);
    now_.assign(legal.begin(), legal.end());
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
    const auto end = limits_.iterations > 0 ? std::min(limits_.iterations, race_end_) : race_end_;
    return end > done_ ? end - done_ : 0;
  }
  bool out_of_time() const {
    if (limits_.stop.stop_requested()) return true;
    return limits_.seconds > 0 &&
           std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds;
  }

  static bool is_plain(const Line& line) { return line.doctrine == 0 && line.deviations.empty(); }
  /// Sets out from the plan in force, with `line` instead of its own or its reply.
  Plan& challenge(Line Plan::*which, const Line& line) {
    auto& plan = plans_.emplace_back();
    plan.own = in_force_.own;
    plan.reply = in_force_.reply;
    plan.*which = line;
    return plan;
  }
  /// By those doctrines that were not tried yet: the plain one in any case.
  void challenge_by_doctrines(Line Plan::*which, Untried& untried, std::size_t size) {
    if (untried.plain) challenge(which, {});
    const auto doctrines = untried.others ? workers_[0].doctrines.size() : 0;
    for (std::size_t d = 1; d < doctrines && plans_.size() < size; ++d)
      challenge(which, {.doctrine = static_cast<std::uint8_t>(d)});
    untried = {};
  }
  /// Each with one deviation more, at one of the line's decisions from `first` on.
  void challenge_by_mutants(Line Plan::*which, int first, std::size_t size,
                            core::RandomStream& random) {
    const auto& line = in_force_.*which;
    if (line.length <= first) return;
    while (plans_.size() < size)
      (challenge(which, line).*which).pending =
          first + static_cast<int>(random.below(static_cast<std::uint32_t>(line.length - first)));
  }
  /// Of a race that has so many playings to spend.
  std::size_t size_of_race(std::uint64_t playings) const {
    return static_cast<std::size_t>(
        std::clamp<std::uint64_t>((std::max<std::uint64_t>(1, playings) - 1) / kPlayingsEach, 1,
                                  static_cast<std::uint64_t>(turn_options_.population)));
  }

  /// The plans of the next race: what can be done otherwise now, the other doctrines when the turn
  /// begins, and when all of that was tried, mutants. Returns whether it came to mutants.
  bool propose(core::RandomStream& random) {
    plans_.clear();
    const auto size = size_of_race(playings_expected());
    challenge_by_doctrines(&Plan::own, own_untried_, size);
    for (; !now_.empty() && plans_.size() < size; now_.pop_back())
      set_deviation(challenge(&Plan::own, in_force_.own).own, 0, now_.back());
    if (!plans_.empty()) return false;
    challenge_by_mutants(&Plan::own, 1, size, random);
    return true;
  }

  bool looks_for_replies() const {
    return turn_options_.reply_share > 0 && done_ + playings_expected() >= 2 * kLeastOnReplies;
  }
  bool replies_are_due() const {
    return looks_for_replies() && static_cast<double>(done_on_replies_) <=
                                      turn_options_.reply_share * static_cast<double>(done_);
  }
  /// Looks for a better reply to the plan in force, and if there is one, whatever can be done now
  /// is open again. Returns whether there is.
  bool race_replies(core::RandomStream& random) {
    if (!looks_for_replies()) return false;
    const auto before = done_;
    const auto share = turn_options_.reply_share * static_cast<double>(playings_expected());
    race_end_ =
        done_ + std::clamp(static_cast<std::uint64_t>(share), kLeastOnReplies, kMostOnReplies);
    plans_.clear();
    const auto size = size_of_race(playings_left());
    challenge_by_doctrines(&Plan::reply, reply_untried_, size);
    challenge_by_mutants(&Plan::reply, 0, size, random);
    sign_ = -1;
    const bool changed = !plans_.empty() && race();
    sign_ = 1;
    race_end_ = kNoEnd;
    // One at least is counted, or where there is nothing to race it would come up for ever.
    done_on_replies_ += std::max<std::uint64_t>(1, done_ - before);
    if (changed) find_alternatives(random);
    return changed;
  }

  /// Plays the plans against the one in force. Returns whether another one came into force.
  bool race() {
    bool changed = false;
    alive_.clear();
    for (auto& plan : plans_) alive_.push_back(&plan);
    const auto most =
        std::min(in_force_.results.capacity(), static_cast<std::size_t>(turn_options_.worlds));
    for (std::size_t target = kFirstWorlds; !alive_.empty(); target *= 2) {
      target = std::min(target, most);
      alive_.push_back(&in_force_);
      const bool whole = play_to(alive_, target);
      alive_.pop_back();
      std::erase_if(alive_,
                    [&](const Plan* plan) { return plan->results.empty() || is_equal(*plan); });
      std::stable_sort(alive_.begin(), alive_.end(),
                       [&](const Plan* a, const Plan* b) { return lead(*a).mean > lead(*b).mean; });
      if (!alive_.empty() && is_better(*alive_.front())) {
        std::swap(in_force_, *alive_.front());
        changed = true;
      }
      if (!whole || target >= most || out_of_budget()) break;
      if (target == kFirstWorlds) continue;
      alive_.resize((alive_.size() + 1) / 2);
      std::erase_if(alive_, [&](const Plan* plan) { return lead(*plan).mean < 0; });
    }
    return changed;
  }

  /// The paired difference to the plan in force, over the worlds that both have met: to the good of
  /// the side whose lines race.
  struct Lead {
    double mean = 0, variance = 0;
    std::size_t worlds = 0;
  };
  Lead lead(const Plan& plan) const {
    const auto difference = [&](std::size_t w) {
      return sign_ * (plan.results[w].utility - in_force_.results[w].utility);
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
    return std::sqrt((one.variance + all) / 2 /
                     static_cast<double>(std::max<std::size_t>(1, one.worlds)));
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
      worlds_.push_back({game_.sample_world(*observation_, random), key});
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
        const auto& result = plan->results[played];
        plan->own.length = std::max(plan->own.length, result.length);
        plan->reply.length = std::max(plan->reply.length, result.reply_length);
      }
      plan->results.truncate(played);
      after += played;
    }
    done_ += after - before;
    return whole && !late_.load(std::memory_order_relaxed);
  }

  static constexpr Result kNotPlayed{-1e30F, 0, 0, 0, 0};
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
    const auto play = [&](std::size_t i, Worker& worker) {
      if (late_.load(std::memory_order_relaxed)) return;
      if (done_ > 0 && out_of_time()) {
        late_.store(true, std::memory_order_relaxed);
        return;
      }
      play_turn(*tasks_[i].plan, tasks_[i].world, worker);
    };
    if (options_.threads == 1 || tasks_.size() == 1) {
      for (std::size_t i = 0; i < tasks_.size(); ++i) play(i, workers_[0]);
      return;
    }
    tbb::task_arena arena(options_.threads);
    arena.execute([&] {
      tbb::parallel_for(
          std::size_t{0}, tasks_.size(),
          [&](std::size_t i) {
            play(i,
                 workers_[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())]);
          },
          tbb::simple_partitioner());
    });
  }

  /// Plays the turn by the plan in a world, and on to the horizon. The reply goes to the end of the
  /// turn, or of the next where the opponent opens it.
  void play_turn(Plan& plan, std::size_t number, Worker& worker) {
    const auto& world = worlds_[number];
    worker.settles = number == 0;
    auto state = world.state;
    core::RandomStream random(world.key);
    for (auto& doctrine : worker.doctrines) doctrine->forget();
    auto& mine = *worker.doctrines[plan.own.doctrine];
    auto& theirs = *worker.doctrines[plan.reply.doctrine];
    play::NullRecorder silent;
    Ordinals ordinals;
    bool replies = false;  // the opponent, in the turn after this one
    for (;;) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over || game_.turn(state) > turn_ + 1) break;
      if (actor == play::Actor::Nature) {
        game_.apply(state, play::draw_chance(game_, state, world.key), silent);
        continue;
      }
      if (game_.turn(state) > turn_ && !replies) {
        if (play::side_of(actor) == side_) break;
        replies = true;
      }
      game_.apply(state, next(plan, ordinals, state, worker, random), silent);
    }
    if (worker.settles) plan.own.pending = plan.reply.pending = -1;  // it may have been over before
    const bool b = side_ == play::Side::B;
    const int turns_on = turn_ + 1 + options_.rollout_turns - game_.turn(state);
    const auto value =
        rollout(game_, state, {b ? &theirs : &mine, b ? &mine : &theirs}, evaluator_.get(),
                {turns_on, options_.rollout_decisions}, world.key, random, worker.scratch);
    const double win = b ? 1 - value.win_a : value.win_a;
    const double margin = b ? -value.margin_a : value.margin_a;
    plan.results[number] = {static_cast<float>(utility(win, margin, options_)),
                            static_cast<float>(win), static_cast<float>(margin), ordinals.own,
                            ordinals.reply};
  }

  /// What the side to move does by the plan.
  play::Action next(Plan& plan, Ordinals& ordinals, const State& state, Worker& worker,
                    core::RandomStream& random) {
    auto& legal = worker.scratch.legal;
    game_.legal(state, legal);
    if (legal.size() == 1) return legal[0];
    if (play::side_of(game_.actor(state)) != side_)
      return follow_line(plan.reply, ordinals.reply++, state, legal, worker, random);
    if (game_.turn(state) != turn_)
      return worker.doctrines[plan.own.doctrine]->choose(state, legal, random);
    const int ordinal = ordinals.own++;
    if (ordinal == 0) return first(plan, state, legal, worker, random);
    if (ordinal == 1 && worker.settles) plan.replies_at_once = ordinals.reply;
    return follow_line(plan.own, ordinal, state, legal, worker, random);
  }
  /// What is done now is done in every world.
  play::Action first(Plan& plan, const State& state, const play::ActionList& legal, Worker& worker,
                     core::RandomStream& random) {
    if (worker.settles) {
      plan.first = follow_line(plan.own, 0, state, legal, worker, random);
      set_deviation(plan.own, 0, plan.first);
    }
    return plan.first;
  }
  /// The line's answer: its deviation where it is legal, else its doctrine's choice.
  play::Action follow_line(Line& line, int ordinal, const State& state,
                           const play::ActionList& legal, Worker& worker,
                           core::RandomStream& random) {
    if (worker.settles && line.pending == ordinal) {
      line.pending = -1;
      set_deviation(line, ordinal, legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    const auto* set = deviation_at(line, ordinal);
    if (set && std::binary_search(legal.begin(), legal.end(), set->action)) return set->action;
    return worker.doctrines[line.doctrine]->choose(state, legal, random);
  }
  /// So many of the line's decisions are over.
  static void move_on(Line& line, int decisions) {
    std::size_t kept = 0;
    for (const auto deviation : line.deviations)
      if (deviation.ordinal >= decisions)
        line.deviations[kept++] = {static_cast<std::uint16_t>(deviation.ordinal - decisions),
                                   deviation.action};
    line.deviations.truncate(kept);
  }
  static const Deviation* deviation_at(const Line& line, int ordinal) {
    for (const auto& deviation : line.deviations)
      if (deviation.ordinal == ordinal) return &deviation;
    return nullptr;
  }
  static void set_deviation(Line& line, int ordinal, play::Action action) {
    for (auto& deviation : line.deviations)
      if (deviation.ordinal == ordinal) {
        deviation.action = action;
        return;
      }
    if (!line.deviations.full())
      line.deviations.push_back({static_cast<std::uint16_t>(ordinal), action});
  }

  /// Adds what a plan came to, to what is told of its first step.
  void note(const Plan& plan) {
    if (plan.results.empty()) return;
    auto step = std::find_if(steps_.begin(), steps_.end(),
                             [&](const FirstStep& s) { return s.action == plan.first; });
    if (step == steps_.end()) {
      if (steps_.full()) return;
      steps_.push_back({plan.first, 0, 0, 0});
      step = steps_.end() - 1;
    }
    for (const auto& result : plan.results) {
      ++step->played;
      step->win += result.win;
      step->margin += result.margin;
    }
  }

  G game_;
  SearchOptions options_;
  TurnSearchOptions turn_options_;
  std::shared_ptr<const Evaluator<G>> evaluator_;
  std::vector<Worker> workers_;

  Plan in_force_;
  std::vector<Plan> plans_;  ///< of the race
  std::vector<Plan*> alive_;
  std::vector<Task> tasks_;
  /// Only spares playings; what they wrote is ordered by the end of the parallel loop, so relaxed.
  std::atomic<bool> late_ = false;
  std::vector<World> worlds_;
  std::vector<play::Action> now_;  ///< other actions now, not yet tried
  core::FixedVector<FirstStep, kReportedSteps> steps_{};
  Untried own_untried_, reply_untried_;
  double sign_ = 1;  ///< -1 while replies race

  const Observation* observation_ = nullptr;
  SearchLimits limits_;
  Clock::time_point start_;
  play::Side side_ = play::Side::A, planned_side_ = play::Side::A;
  int turn_ = -1;
  std::uint64_t world_key_ = 0;
  std::uint64_t done_ = 0;  ///< playings in this decision
  std::uint64_t done_on_replies_ = 0;
  std::uint64_t race_end_ = kNoEnd;
  double seconds_each_ = 0;  ///< of a playing, in the last decision
};

}  // namespace niemen::ai
