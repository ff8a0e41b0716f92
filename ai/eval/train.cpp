#include "ai/eval/train.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <memory>

#include "ai/agents/make_agent.h"
#include "ai/agents/mechanisms.h"
#include "ai/agents/play_campaign.h"
#include "ai/agents/world_agent.h"
#include "engine/core/error.h"
#include "engine/systems/visit.h"

namespace niemen::ai {

namespace {

/// In a turn that is played astray.
constexpr double kDecisionsAstray = 0.3;

/// Keeps `room` beginnings of turns of a campaign, each with the same chance (reservoir sampling).
template <play::Game G>
struct PositionSample {
  const G& game;
  core::RandomStream random;
  std::size_t room;
  std::vector<typename G::State> kept{};
  std::uint32_t met = 0;
  int turn = -1;

  void before(const typename G::State& state, play::Actor) {
    if (game.turn(state) == turn) return;
    turn = game.turn(state);
    ++met;
    if (kept.size() < room) {
      kept.push_back(state);
    } else if (const auto place = random.below(met); place < room) {
      kept[place] = state;
    }
  }
  void after(const typename G::State&, play::Actor, play::Action, const Decision*) {}
};

/// Takes some decisions of some turns at random, so that positions differ by what a side did and
/// not only by how it fared: who fares well has more of everything, whatever it is worth.
template <play::Game G>
class Explorer final : public WorldAgent<G> {
 public:
  Explorer(const G& game, std::unique_ptr<Agent<G>> agent, double turns_astray)
      : WorldAgent<G>(game), agent_(std::move(agent)), turns_astray_(turns_astray) {}
  void begin_campaign() override {
    agent_->begin_campaign();
    turn_ = -1;
  }

 private:
  void consider(const typename G::Observation& observation, const typename G::State& world,
                core::RandomStream& random, const Budget& budget, Decision& decision) override {
    const auto& legal = this->legal();
    if (this->game().turn(world) != turn_) {
      turn_ = this->game().turn(world);
      astray_ = random.uniform() < turns_astray_;
    }
    if (astray_ && random.uniform() < kDecisionsAstray)
      decision.action = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    else
      decision = agent_->decide(observation, random, budget);
  }

  std::unique_ptr<Agent<G>> agent_;
  const double turns_astray_;
  int turn_ = -1;
  bool astray_ = false;
};

struct CampaignRows {
  std::vector<double> features;
  double score = 0, margin = 0;
};

template <play::Game G>
struct Seats {
  std::array<std::unique_ptr<Agent<G>>, play::kSides> agents;
};

template <play::Game G>
CampaignRows play_one(const G& game, Seats<G>& seats, const TrainOptions& options, int number) {
  const auto key = core::mix(options.seed, static_cast<std::uint64_t>(number));
  CampaignSetup<G> setup{.agents = {seats.agents[0].get(), seats.agents[1].get()},
                         .campaign_key = key,
                         .agent_keys = {core::mix(key, 1), core::mix(key, 2)},
                         .clock = false,
                         .stop = options.stop};
  PositionSample<G> sample{game, core::RandomStream(core::mix(key, 3)),
                           static_cast<std::size_t>(options.positions)};
  const auto record = play_campaign(game, setup, sample);
  CampaignRows rows;
  if (!record.complete || record.forfeit) return rows;
  std::array<double, Features<G>::kNames.size()> values;
  for (const auto& state : sample.kept) {
    Features<G>::measure(game, state, values);
    rows.features.insert(rows.features.end(), values.begin(), values.end());
  }
  rows.score = record.outcome.score_a();
  rows.margin = record.outcome.margin;
  return rows;
}

template <play::Game G>
TrainingSet collect(const G& game, const TrainOptions& options) {
  std::vector<CampaignRows> campaigns(static_cast<std::size_t>(options.campaigns));
  tbb::enumerable_thread_specific<Seats<G>> seats([&] {
    const auto seat = [&](std::size_t side) -> std::unique_ptr<Agent<G>> {
      return std::make_unique<Explorer<G>>(game, make_agent(game, options.agents[side]),
                                           options.turns_astray);
    };
    return Seats<G>{{seat(0), seat(1)}};
  });
  tbb::task_arena arena(std::min(options.threads, tbb::info::default_concurrency()));
  std::atomic<int> done{0};
  arena.execute([&] {
    tbb::parallel_for(0, options.campaigns, [&](int number) {
      if (options.stop.stop_requested()) return;
      campaigns[static_cast<std::size_t>(number)] = play_one(game, seats.local(), options, number);
      if (options.progress) options.progress(done.fetch_add(1) + 1);
    });
  });
  TrainingSet set;
  set.feature_count = Features<G>::kNames.size();
  for (std::size_t number = 0; number < campaigns.size(); ++number) {
    const auto& rows = campaigns[number];
    set.features.insert(set.features.end(), rows.features.begin(), rows.features.end());
    const auto count = rows.features.size() / set.feature_count;
    set.score_a.insert(set.score_a.end(), count, rows.score);
    set.margin_a.insert(set.margin_a.end(), count, rows.margin);
    set.campaign.insert(set.campaign.end(), count, static_cast<std::uint32_t>(number));
  }
  return set;
}

[[noreturn]] void no_features(const play::AnyGame& game) {
  throw core::InputError("the mechanism \"" + game.info().mechanism +
                         "\" has no features to fit an evaluation to");
}

}  // namespace

TrainingSet collect_positions(const play::AnyGame& game, const TrainOptions& options) {
  return systems::with_game<TrainingSet>(game, [&](const auto& typed) -> TrainingSet {
    using G = std::remove_cvref_t<decltype(typed)>;
    if constexpr (HasFeatures<G>) {
      return collect(typed, options);
    } else {
      no_features(game);
    }
  });
}

FitResult train(const play::AnyGame& game, const TrainOptions& options) {
  const auto set = collect_positions(game, options);
  auto result = systems::with_game<FitResult>(game, [&](const auto& typed) -> FitResult {
    using G = std::remove_cvref_t<decltype(typed)>;
    if constexpr (HasFeatures<G>) {
      return fit_model(set, Features<G>::kNames, options.fit);
    } else {
      no_features(game);
    }
  });
  const auto& info = game.info();
  result.model.mechanism = info.mechanism;
  result.model.provenance = fmt::format(
      "{} ({}, {}), data {:016x}; {} campaigns of {} against {}, {} of turns astray, {} positions, "
      "seed {}; "
      "penalty {}, cross-validated log loss {:.4f}, calibration error {:.4f}",
      info.title, info.scenario, info.preset, info.data_hash, options.campaigns,
      options.agents[0].name, options.agents[1].name, options.turns_astray, set.rows(),
      options.seed, result.penalty, result.log_loss, result.calibration_error);
  return result;
}

}  // namespace niemen::ai
