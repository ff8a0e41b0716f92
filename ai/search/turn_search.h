// Online evolutionary planning of a whole turn (Justesen, Mahlmann, Risi and Togelius, "Playing
// Multi-Action Adversarial Games: Online Evolutionary Planning versus Tree Search", 2017).
//
// A genome is a plan for one's own decisions until the turn ends: a doctrine that decides, and a
// few deviations from it ("at my third decision, this action instead"). Its worth is the mean over
// sampled worlds and dice of what follows when the turn is played so and both sides go on by
// policy. All genomes meet the same worlds and the same dice, so their differences are of the
// plans. Between the decisions of a turn the population lives on, moved by one decision.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <vector>

#include "ai/agents/policy.h"
#include "ai/agents/report.h"
#include "ai/eval/evaluator.h"
#include "ai/rollout/rollout.h"
#include "ai/search/options.h"
#include "ai/search/search.h"
#include "engine/play/dice.h"

namespace niemen::ai {

template <play::Game G>
class TurnSearch {
 public:
  using State = typename G::State;
  using Observation = typename G::Observation;

  /// `doctrines` are the starting plans; the first also plays the opponent and everything after
  /// the turn. Precondition: not empty.
  TurnSearch(const G& game, const SearchOptions& options, const TurnSearchOptions& turn,
             std::vector<std::unique_ptr<Policy<G>>> doctrines,
             std::shared_ptr<const Evaluator<G>> evaluator)
      : game_(game),
        options_(options),
        turn_options_(turn),
        doctrines_(std::move(doctrines)),
        evaluator_(std::move(evaluator)) {
    genomes_.reserve(static_cast<std::size_t>(turn.population));
  }

  void forget() { genomes_.clear(); }

  /// One plan and what it is worth, best first after a run.
  struct Deviation {
    std::uint16_t ordinal;  ///< of one's own unforced decisions from now on
    play::Action action;
  };
  struct Genome {
    std::uint8_t doctrine = 0;
    core::FixedVector<Deviation, 24> deviations{};
    int pending = -1;        ///< ordinal at which the next playing draws a new deviation
    int length = 1;          ///< own decisions in the turn, when last played
    play::Action first = 0;  ///< what it does now
    double worth = 0, win = 0, margin = 0;  ///< sums
    int played = 0;
    double mean() const { return played > 0 ? worth / played : -1; }
  };

  /// Plans on from the observation and leaves the population sorted. An iteration is one playing of
  /// one plan.
  SearchStatistics run(const Observation& observation, core::RandomStream& random,
                       const SearchLimits& limits) {
    start_ = Clock::now();
    limits_ = limits;
    done_ = 0;
    steps_.clear();
    observation_ = &observation;
    const auto world = game_.sample_world(observation, random);
    side_ = play::side_of(game_.actor(world));
    if (game_.turn(world) != turn_ || side_ != planned_side_) genomes_.clear();
    turn_ = game_.turn(world);
    planned_side_ = side_;
    first_population(random);
    world_key_ = random.next();
    for (std::uint64_t generation = 0; !out_of_budget(); ++generation) {
      if (generation > 0) breed(random);
      for (auto& genome : genomes_) {
        for (int i = 0; i < turn_options_.worlds && !out_of_budget(); ++i)
          play_turn(genome, generation * static_cast<std::uint64_t>(turn_options_.worlds) +
                                static_cast<std::uint64_t>(i));
      }
      rank();
    }
    SearchStatistics statistics;
    statistics.iterations = statistics.worlds = done_;
    statistics.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return statistics;
  }

  const std::vector<Genome>& genomes() const { return genomes_; }
  /// All plans that did the same now, also those that died out since; sums.
  struct FirstStep {
    play::Action action;
    int played;
    double win, margin;
  };
  std::span<const FirstStep> first_steps() const { return {steps_.begin(), steps_.size()}; }
  /// After `action` was decided: plans that agree move on by one decision, the others go.
  void advance(play::Action action) {
    std::erase_if(genomes_, [&](const Genome& g) { return g.played == 0 || g.first != action; });
    for (auto& genome : genomes_) {
      std::size_t kept = 0;
      for (const auto deviation : genome.deviations)
        if (deviation.ordinal > 0)
          genome.deviations[kept++] = {static_cast<std::uint16_t>(deviation.ordinal - 1),
                                       deviation.action};
      genome.deviations.truncate(kept);
      genome.worth = genome.win = genome.margin = 0;
      genome.played = 0;
    }
  }
  const G& game() const { return game_; }
  const SearchOptions& options() const { return options_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kReportedSteps = 64;

  bool out_of_budget() const {
    if (done_ == 0) return false;  // one playing at least, or there is nothing to answer with
    if (limits_.stop.stop_requested()) return true;
    if (limits_.iterations > 0 && done_ >= limits_.iterations) return true;
    return limits_.seconds > 0 &&
           std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds;
  }

  /// Every doctrine as it is, then mutants.
  void first_population(core::RandomStream& random) {
    for (std::size_t d = 0; d < doctrines_.size() && room(); ++d) {
      const bool known = std::any_of(genomes_.begin(), genomes_.end(), [&](const Genome& g) {
        return g.doctrine == d && g.deviations.empty();
      });
      if (known) continue;
      Genome plain;
      plain.doctrine = static_cast<std::uint8_t>(d);
      genomes_.push_back(plain);
    }
    for (const auto parents = genomes_.size(); room();)
      genomes_.push_back(
          mutant(genomes_[random.below(static_cast<std::uint32_t>(parents))], random));
  }
  bool room() const { return genomes_.size() < static_cast<std::size_t>(turn_options_.population); }

  Genome mutant(Genome parent, core::RandomStream& random) {
    const bool now = random.uniform() < turn_options_.now_share;
    parent.pending = now ? 0
                         : static_cast<int>(random.below(
                               static_cast<std::uint32_t>(std::max(1, parent.length))));
    reset(parent);
    return parent;
  }
  Genome cross(const Genome& a, const Genome& b, core::RandomStream& random) {
    Genome child = a;
    reset(child);
    const auto cut = random.below(static_cast<std::uint32_t>(std::max(1, a.length)));
    child.deviations.clear();
    for (const auto& d : a.deviations)
      if (d.ordinal < cut) child.deviations.push_back(d);
    for (const auto& d : b.deviations)
      if (d.ordinal >= cut && !child.deviations.full()) child.deviations.push_back(d);
    return child;
  }
  static void reset(Genome& genome) {
    genome.worth = genome.win = genome.margin = 0;
    genome.played = 0;
  }

  /// Survivors stay with what they have earned; the rest are replaced by their children.
  void breed(core::RandomStream& random) {
    const auto survivors =
        std::min(genomes_.size(), static_cast<std::size_t>(turn_options_.survivors));
    genomes_.resize(survivors);
    const auto pick = [&]() -> const Genome& {
      return genomes_[random.below(static_cast<std::uint32_t>(survivors))];
    };
    while (room()) {
      const bool crossed = random.uniform() < turn_options_.cross_share;
      const Genome& one = pick();
      genomes_.push_back(crossed ? cross(one, pick(), random) : mutant(one, random));
    }
  }
  void rank() {
    std::stable_sort(genomes_.begin(), genomes_.end(),
                     [](const Genome& a, const Genome& b) { return a.mean() > b.mean(); });
  }

  /// Plays the turn by the genome in world `index`, and on to the horizon.
  void play_turn(Genome& genome, std::uint64_t index) {
    const auto key = core::mix(world_key_, index);
    core::RandomStream random(key);
    auto state = game_.sample_world(*observation_, random);
    for (auto& doctrine : doctrines_) doctrine->forget();
    play::NullRecorder silent;
    const int turn = game_.turn(state);
    int ordinal = 0;
    for (;;) {
      const auto actor = game_.actor(state);
      if (actor == play::Actor::Over || game_.turn(state) != turn) break;
      if (actor == play::Actor::Nature) {
        game_.apply(state, play::draw_chance(game_, state, key), silent);
        continue;
      }
      game_.legal(state, scratch_.legal);
      play::Action action = scratch_.legal[0];
      if (scratch_.legal.size() > 1) {
        const bool mine = play::side_of(actor) == side_;
        action = mine ? planned(genome, ordinal, state, random)
                      : doctrines_[0]->choose(state, scratch_.legal, random);
        if (mine && ordinal == 0) genome.first = action;
        ordinal += mine;
      }
      game_.apply(state, action, silent);
    }
    genome.length = std::max(1, ordinal);
    const auto value =
        rollout(game_, state, *doctrines_[0], evaluator_.get(),
                {options_.rollout_turns, options_.rollout_decisions}, random, scratch_);
    credit(genome, value);
    ++done_;
  }

  /// The plan's answer: its deviation where it is legal, else its doctrine's choice.
  play::Action planned(Genome& genome, int ordinal, const State& state,
                       core::RandomStream& random) {
    const auto& legal = scratch_.legal;
    const auto usual = doctrines_[genome.doctrine]->choose(state, legal, random);
    if (genome.pending == ordinal) {
      genome.pending = -1;
      const auto other = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      set_deviation(genome, ordinal, other);
      return other;
    }
    for (const auto& deviation : genome.deviations)
      if (deviation.ordinal == ordinal &&
          std::binary_search(legal.begin(), legal.end(), deviation.action))
        return deviation.action;
    return usual;
  }
  static void set_deviation(Genome& genome, int ordinal, play::Action action) {
    for (auto& deviation : genome.deviations)
      if (deviation.ordinal == ordinal) {
        deviation.action = action;
        return;
      }
    if (!genome.deviations.full())
      genome.deviations.push_back({static_cast<std::uint16_t>(ordinal), action});
  }

  void credit(Genome& genome, const Evaluation& value) {
    const bool b = side_ == play::Side::B;
    const double win = b ? 1 - value.win_a : value.win_a;
    const double margin = b ? -value.margin_a : value.margin_a;
    genome.worth += utility(win, margin, options_);
    genome.win += win;
    genome.margin += margin;
    ++genome.played;
    auto step = std::find_if(steps_.begin(), steps_.end(),
                             [&](const FirstStep& s) { return s.action == genome.first; });
    if (step == steps_.end()) {
      if (steps_.full()) return;
      steps_.push_back({genome.first, 0, 0, 0});
      step = steps_.end() - 1;
    }
    ++step->played;
    step->win += win;
    step->margin += margin;
  }

  G game_;
  SearchOptions options_;
  TurnSearchOptions turn_options_;
  std::vector<std::unique_ptr<Policy<G>>> doctrines_;
  std::shared_ptr<const Evaluator<G>> evaluator_;
  std::vector<Genome> genomes_;
  RolloutScratch scratch_{};
  core::FixedVector<FirstStep, kReportedSteps> steps_{};

  const Observation* observation_ = nullptr;
  SearchLimits limits_;
  Clock::time_point start_;
  play::Side side_ = play::Side::A, planned_side_ = play::Side::A;
  int turn_ = -1;
  std::uint64_t world_key_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace niemen::ai
