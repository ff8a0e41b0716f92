// Plays a whole campaign between two agents.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/agents/agent.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"
#include "engine/play/telling.h"

namespace niemen::ai {

/// What is left of a finished (or interrupted) campaign. With the start and the campaign key,
/// `actions` replays it.
struct CampaignRecord {
  play::Outcome outcome;
  std::optional<play::Forfeit> forfeit;  ///< then the outcome is Outcome::of_forfeit()
  bool complete = true;                  ///< false: stopped from outside, the outcome means nothing
  bool endless = false;  ///< it reached the game's bound of decisions; the outcome is that so far
  int turns = 0;         ///< the turn in which it ended, from 1
  int decisions = 0;     ///< of both sides
  int dice = 0;          ///< outcomes of chance
  std::array<double, play::kSides> seconds{};  ///< thinking time of each agent
  std::array<std::uint64_t, play::kSides> iterations{};
  std::uint64_t final_hash = 0;
  std::vector<play::Action> actions;  ///< decisions and dice, when asked for
};

/// Keys of the agents' own random streams, from the campaign's: another campaign is other luck too.
inline std::array<std::uint64_t, play::kSides> agent_keys_of(std::uint64_t campaign_key) {
  return {core::mix(campaign_key, 1), core::mix(campaign_key, 2)};
}

/// One campaign to be played.
template <play::Game G>
struct CampaignSetup {
  std::array<Agent<G>*, play::kSides> agents{};
  /// Names every die of the campaign. Two campaigns with one key share their dice.
  std::uint64_t campaign_key = 0;
  /// Keys of the agents' own random streams.
  std::array<std::uint64_t, play::kSides> agent_keys{1, 2};
  /// Where it starts; empty: the initial position of the game.
  std::optional<typename G::State> start = std::nullopt;
  bool keep_actions = false;
  /// Seats whose agents are shown the position itself (see Agent::show).
  std::array<bool, play::kSides> shown{};
  bool clock = true;  ///< measure the agents' seconds
  std::stop_token stop = {};
};

/// Sees nothing. A watch has two members: `before(state, actor)` is called when somebody is about
/// to decide, and `after(state_before, actor, action, decision)` when he has, before the action is
/// applied; `decision` is null for Nature. A third member is optional: `over(state)` is called once
/// with the last position.
struct NullWatch {
  template <class State>
  void before(const State&, play::Actor) {}
  template <class State>
  void after(const State&, play::Actor, play::Action, const Decision*) {}
};

namespace detail {

template <play::Game G>
bool is_legal(const G& game, const typename G::State& state, play::Action action) {
  play::ActionList legal;
  game.legal(state, legal);
  return std::binary_search(legal.begin(), legal.end(), action);
}

/// Names the streams of the agents.
class DecisionStreams {
 public:
  std::uint64_t next(std::size_t seat, int turn) {
    if (turn != turn_) {
      turn_ = turn;
      asked_ = {};
    }
    return static_cast<std::uint64_t>(turn) << 32 | asked_[seat]++;
  }

 private:
  int turn_ = 0;
  std::array<std::uint32_t, play::kSides> asked_{};
};

template <play::Game G>
Decision ask(const G& game, const typename G::State& state, const CampaignSetup<G>& setup,
             DecisionStreams& streams, CampaignRecord& record) {
  const auto side = play::side_of(game.actor(state));
  const auto seat = static_cast<std::size_t>(play::index(side));
  // The stream is named by seat, turn and decision of the turn, as dice are: two campaigns that
  // part for a while share their agents' luck again from the next turn on.
  core::RandomStream random(setup.agent_keys[seat], streams.next(seat, game.turn(state)));
  const auto observation = game.observe(state, play::viewer_of(side));
  if (setup.shown[seat]) setup.agents[seat]->show(state);
  const auto start = std::chrono::steady_clock::now();
  auto decision = setup.agents[seat]->decide(observation, random, {.stop = setup.stop});
  if (setup.clock)
    record.seconds[seat] +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.iterations[seat] += decision.report.iterations;
  if (!is_legal(game, state, decision.action))
    throw AgentFailure("answered with an action that is not legal (" +
                       std::to_string(decision.action) + ")");
  return decision;
}

/// Carries out a decision or die, and tells those who listen.
template <play::Game G>
void apply(const G& game, typename G::State& state, play::Action action,
           const CampaignSetup<G>& setup, bool listened) {
  if (!listened) {
    play::NullRecorder silent;
    return game.apply(state, action, silent);
  }
  play::EventRecorder recorder;
  const auto turn = game.turn(state);
  game.apply(state, action, recorder);
  for (const auto side : {play::Side::A, play::Side::B}) {
    auto* agent = setup.agents[static_cast<std::size_t>(play::index(side))];
    if (agent->listens()) agent->told(play::told_to(play::viewer_of(side), recorder.events), turn);
  }
}

}  // namespace detail

/// Plays until the campaign is over, an agent fails (recorded as a forfeit) or `setup.stop` asks to
/// stop. Dice come from the campaign key alone.
template <play::Game G, class Watch = NullWatch>
CampaignRecord play_campaign(const G& game, const CampaignSetup<G>& setup, Watch&& watch = {}) {
  CampaignRecord record;
  auto state = setup.start ? *setup.start : game.initial();
  for (auto* agent : setup.agents) agent->begin_campaign();
  const bool listened =
      std::ranges::any_of(setup.agents, [](const auto* agent) { return agent->listens(); });
  detail::DecisionStreams streams;
  for (auto actor = game.actor(state); actor != play::Actor::Over; actor = game.actor(state)) {
    if (setup.stop.stop_requested()) {
      record.complete = false;
      break;
    }
    if (record.decisions + record.dice >= game.max_decisions()) {
      record.endless = true;
      break;
    }
    play::Action action;
    watch.before(state, actor);
    if (actor == play::Actor::Nature) {
      action = play::draw_chance(game, state, setup.campaign_key);
      watch.after(state, actor, action, nullptr);
      ++record.dice;
    } else {
      try {
        const auto decision = detail::ask(game, state, setup, streams, record);
        // What was decided in haste belongs to no campaign that counts.
        record.complete = !setup.stop.stop_requested();
        if (!record.complete) break;
        action = decision.action;
        watch.after(state, actor, action, &decision);
      } catch (const AgentFailure& failure) {
        record.forfeit = play::Forfeit{play::side_of(actor), failure.what()};
        break;
      } catch (const core::Interrupted&) {
        record.complete = false;
        break;
      }
      ++record.decisions;
    }
    if (setup.keep_actions) record.actions.push_back(action);
    detail::apply(game, state, action, setup, listened);
  }
  if (record.forfeit) {
    record.outcome = play::Outcome::of_forfeit(record.forfeit->side);
  } else if (record.complete) {
    record.outcome = game.outcome(state);
  }
  if (record.complete)
    for (auto* agent : setup.agents) agent->end_campaign({record.outcome, record.forfeit});
  if constexpr (requires { watch.over(state); }) watch.over(state);
  record.turns = game.turn(state);
  record.final_hash = game.hash(state);
  return record;
}

}  // namespace niemen::ai
