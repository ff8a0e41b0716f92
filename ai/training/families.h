// Families of sibling campaigns, from which an evaluation is fitted.
#pragma once

#include <fmt/format.h>
#include <tbb/info.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <optional>

#include "ai/agents/knowledge.h"
#include "ai/agents/make_agent.h"
#include "ai/agents/play_campaign.h"
#include "ai/agents/world_agent.h"
#include "ai/eval/features.h"
#include "ai/folder_lock.h"
#include "ai/parallel.h"
#include "ai/record_log.h"
#include "ai/training/siblings.h"
#include "ai/training/train.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/look.h"

namespace niemen::ai {

namespace families {

/// So many turns after it positions are kept: where searches judge.
inline constexpr std::size_t kTurnsAfter = 2;
/// Share of decisions that is random in the turn that siblings differ by.
inline constexpr double kDecisionsAstray = 0.3;
inline constexpr int kNever = -1;

/// Keeps the beginnings of turns.
template <play::Game G>
struct Beginnings {
  const G& game;
  std::vector<int> turns{};
  std::vector<typename G::State> states{};

  void before(const typename G::State& state, play::Actor) {
    if (!turns.empty() && game.turn(state) == turns.back()) return;
    turns.push_back(game.turn(state));
    states.push_back(state);
  }
  void after(const typename G::State&, play::Actor, play::Action, const Decision*) {}
};

/// Plays as another agent does, but takes some decisions of one turn at random: so it is known what
/// a difference between positions is worth, and not only who has it (who fares well has more of
/// everything, whatever it is worth).
template <play::Game G>
class Explorer final : public WorldAgent<G> {
 public:
  Explorer(const G& game, std::unique_ptr<Agent<G>> agent)
      : WorldAgent<G>(game), agent_(std::move(agent)), own_(0) {}
  void begin_campaign() override { agent_->begin_campaign(); }
  void stray(int turn, std::uint64_t key) {
    turn_ = turn;
    own_ = core::RandomStream(key);
  }

 private:
  void consider(const typename G::Observation& observation, const typename G::State& world,
                core::RandomStream& random, const Budget& budget, Decision& decision) override {
    const auto& legal = this->legal();
    decision = agent_->decide(observation, random, budget);
    if (this->game().turn(world) == turn_ && own_.uniform() < kDecisionsAstray)
      decision.action = legal[own_.below(static_cast<std::uint32_t>(legal.size()))];
  }

  std::unique_ptr<Agent<G>> agent_;
  core::RandomStream own_;
  int turn_ = kNever;
};

struct FamilyRows {
  std::vector<double> features, score, margin;
  std::vector<std::uint32_t> turn;
};

/// The players of a side, who take families in turn. An evaluation fitted to one doctrine alone
/// would judge by that one's habits.
template <play::Game G>
using Players = std::vector<std::unique_ptr<Explorer<G>>>;
template <play::Game G>
using Seats = std::array<Explorer<G>*, play::kSides>;

/// The configurations of the players of a side.
template <play::Game G>
std::vector<AgentConfig> in_turn(const G& game, play::Side side, const AgentConfig& config) {
  std::vector<AgentConfig> players{config};
  if (config.kind != AgentKind::Doctrine || !config.doctrine.empty()) return players;
  for (const auto& name : Doctrines<G>::alternatives(game, side))
    players.emplace_back(config).doctrine = name;
  return players;
}

template <play::Game G>
Players<G> players_of(const G& game, play::Side side, const AgentConfig& config) {
  Players<G> players;
  for (const auto& player : in_turn(game, side, config))
    players.push_back(std::make_unique<Explorer<G>>(game, make_agent(game, player)));
  return players;
}

/// An agent, and how many doctrines it takes in turn.
template <play::Game G>
std::string name_of(const G& game, play::Side side, const AgentConfig& config) {
  const auto count = in_turn(game, side, config).size();
  return count == 1 ? config.name : fmt::format("{} ({} in turn)", config.name, count);
}

/// The first sibling plays straight; a turn of his is drawn, in which the others go astray. They
/// begin with it: until then they would do as he did.
template <play::Game G>
FamilyRows play_family(const G& game, const Seats<G>& seats, const TrainOptions& options,
                       int number) {
  const auto key = core::mix(options.seed, static_cast<std::uint64_t>(number));
  FamilyRows rows;
  int astray = kNever;
  std::optional<typename G::State> start;
  for (std::size_t sibling = 0; sibling < kSiblings; ++sibling) {
    for (std::size_t side = 0; side < play::kSides; ++side)
      seats[side]->stray(astray, core::mix(key, 4 + 2 * sibling + side));
    CampaignSetup<G> setup{.agents = {seats[0], seats[1]},
                           .campaign_key = key,
                           .agent_keys = agent_keys_of(key),
                           .start = start,
                           .clock = false,
                           .stop = options.stop};
    Beginnings<G> kept{game};
    const auto record = play_campaign(game, setup, kept);
    if (!record.complete) return {};
    // A fit to what nobody played would look like any other.
    if (record.forfeit)
      throw core::InputError("an agent forfeits campaign " + std::to_string(number) + ": " +
                             record.forfeit->reason);
    if (sibling == 0) {
      const auto drawn = core::RandomStream(core::mix(key, 3))
                             .below(static_cast<std::uint32_t>(kept.turns.size()));
      astray = kept.turns[drawn];
      start = kept.states[drawn];
    }
    std::size_t left = kTurnsAfter;
    for (std::size_t i = 0; i < kept.turns.size() && left > 0; ++i) {
      if (kept.turns[i] <= astray) continue;
      --left;
      std::array<double, Features<G>::kNames.size()> values;
      Features<G>::measure(game, kept.states[i], values);
      rows.features.insert(rows.features.end(), values.begin(), values.end());
      rows.score.push_back(record.outcome.score_a());
      rows.margin.push_back(record.outcome.margin);
      rows.turn.push_back(static_cast<std::uint32_t>(kTurnsAfter - 1 - left));
    }
  }
  return rows;
}

/// What families are of. (How many there are does not matter to any of them.)
template <play::Game G>
std::uint64_t identity_of(const G& game, std::uint64_t data_hash, const TrainOptions& options) {
  auto hash = core::mix(data_hash, options.seed);
  for (const auto& agent : options.agents)
    hash = core::mix(core::mix(hash, agent.hash), knowledge_hash(game.context().folders, agent));
  for (const auto name : Features<G>::kNames) hash = core::hash_text(name, hash);
  return core::hash_text(options.program, hash);
}

/// Families by their numbers, kept in a folder as they are played.
class FamilyLog {
 public:
  /// Reads what the folder keeps into `families`; a number beyond them is not wanted this time.
  FamilyLog(const std::filesystem::path& folder, std::uint64_t identity, std::size_t features,
            std::vector<std::optional<FamilyRows>>& families) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw core::InputError(folder.string() + ": " + error.message());
    lock_.emplace(folder);
    const auto file = folder / "families.log";
    const RecordLogHead head{"training log", 1, fmt::format("{:016x}", identity)};
    std::uint64_t sound = 0;
    if (core::is_there(file))
      sound = scan_records(file, head, [&](std::string_view payload, RecordPlace) {
        auto [number, rows] = decode(payload, features);
        if (number < families.size()) families[number] = std::move(rows);
      });
    log_.emplace(file, head, sound);
  }
  /// From any thread.
  void append(std::size_t number, const FamilyRows& rows) {
    const std::lock_guard guard(mutex_);
    log_->append(encode(number, rows));
    log_->flush();
  }

 private:
  static std::string encode(std::size_t number, const FamilyRows& rows) {
    std::string out;
    put(out, static_cast<std::uint32_t>(number));
    put(out, static_cast<std::uint32_t>(rows.turn.size()));
    for (const auto* values : {&rows.features, &rows.score, &rows.margin})
      for (const double value : *values) put(out, value);
    for (const auto turn : rows.turn) put(out, turn);
    return out;
  }
  static std::pair<std::size_t, FamilyRows> decode(std::string_view payload, std::size_t features) {
    ByteCursor in{payload};
    const std::size_t number = in.get<std::uint32_t>();
    const std::size_t count = in.get<std::uint32_t>();
    FamilyRows rows{std::vector<double>(count * features), std::vector<double>(count),
                    std::vector<double>(count), std::vector<std::uint32_t>(count)};
    for (auto* values : {&rows.features, &rows.score, &rows.margin})
      for (auto& value : *values) value = in.get<double>();
    for (auto& turn : rows.turn) turn = in.get<std::uint32_t>();
    assert(in.sound && in.bytes.empty());
    return {number, std::move(rows)};
  }

  std::mutex mutex_;
  std::optional<FolderLock> lock_;
  std::optional<RecordAppender> log_;
};

template <play::Game G>
TrainingSet collect(const G& game, std::uint64_t data_hash, const TrainOptions& options) {
  std::vector<std::optional<FamilyRows>> families(static_cast<std::size_t>(options.campaigns));
  std::optional<FamilyLog> log;
  if (!options.folder.empty())
    log.emplace(options.folder, identity_of(game, data_hash, options), Features<G>::kNames.size(),
                families);
  const auto kept = static_cast<int>(
      std::ranges::count_if(families, [](const auto& family) { return family.has_value(); }));
  std::atomic<int> next{0}, done{kept};
  if (options.progress) options.progress(kept, kept);
  run_workers(std::min(options.threads, tbb::info::default_concurrency()), [&](int) {
    const auto first = players_of(game, play::Side::A, options.agents[0]);
    const auto second = players_of(game, play::Side::B, options.agents[1]);
    for (int number = next++; number < options.campaigns; number = next++) {
      if (options.stop.stop_requested()) return;
      const auto turn = static_cast<std::size_t>(number);
      if (families[turn]) continue;
      const Seats<G> seats{first[turn % first.size()].get(),
                           second[turn / first.size() % second.size()].get()};
      try {
        auto rows = play_family(game, seats, options, number);
        if (options.stop.stop_requested()) return;
        if (log) log->append(turn, rows);
        families[turn] = std::move(rows);
      } catch (...) {
        next = options.campaigns;  // for the other workers
        throw;
      }
      if (options.progress) options.progress(done.fetch_add(1) + 1, kept);
    }
  });
  TrainingSet set;
  set.feature_count = Features<G>::kNames.size();
  for (std::size_t number = 0; number < families.size(); ++number) {
    if (!families[number]) continue;
    const auto& rows = *families[number];
    set.features.insert(set.features.end(), rows.features.begin(), rows.features.end());
    set.score_a.insert(set.score_a.end(), rows.score.begin(), rows.score.end());
    set.margin_a.insert(set.margin_a.end(), rows.margin.begin(), rows.margin.end());
    set.campaign.insert(set.campaign.end(), rows.turn.size(), static_cast<std::uint32_t>(number));
    for (const auto turn : rows.turn)
      set.family.push_back(static_cast<std::uint32_t>(number * kTurnsAfter) + turn);
  }
  return set;
}

}  // namespace families

/// How games of this type train; without features there is nothing to collect.
template <play::Game G>
Training training_of(const G& game) {
  Training result;
  if constexpr (HasFeatures<G>) {
    result.features = Features<G>::kNames;
    result.collect = [&game](std::uint64_t data_hash, const TrainOptions& options) {
      return families::collect(game, data_hash, options);
    };
    result.player = [&game](play::Side side, const AgentConfig& config) {
      return families::name_of(game, side, config);
    };
  }
  return result;
}

}  // namespace niemen::ai
