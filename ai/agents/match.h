// Agents and games for those who know neither the mechanism nor the kind of agent: the lab, tools.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "ai/agents/agent_config.h"
#include "ai/agents/play_campaign.h"
#include "engine/play/any_game.h"

namespace niemen::ai {

/// One campaign to be played, type-erased; see CampaignSetup.
struct MatchSetup {
  std::uint64_t campaign_key = 0;
  std::array<std::uint64_t, play::kSides> agent_keys{1, 2};
  std::optional<play::AnyState> start = std::nullopt;  ///< empty: the initial position
  bool keep_actions = false;
  bool clock = true;
  std::stop_token stop = {};
  /// Called after every decision and die, with the position before it; null for dice. Slow.
  std::function<void(const play::AnyState&, play::Actor, play::Action, const Decision*)> watch = {};
};

/// Two agents seated at a game. Not to be shared by threads: each thread makes its own.
class Match {
 public:
  virtual ~Match() = default;
  virtual CampaignRecord play(const MatchSetup& setup) = 0;
  /// Asks the agent of the side to move in `state`; it is handed that side's observation only.
  /// `decision_key` names its random stream. Throws AgentFailure, also for an illegal answer.
  virtual Decision decide(const play::AnyState& state, std::uint64_t decision_key,
                          const Budget& budget) = 0;
  /// Tells both agents what the next campaigns are of.
  virtual void introduce(const play::GameRequest& request,
                         const std::array<std::string, play::kSides>& players) = 0;
  /// A new campaign begins for decide().
  virtual void begin_campaign() = 0;
  /// For decide(): what the side may know of what happened in `turn` since it was asked last.
  virtual void told(play::Side side, const std::vector<play::Event>& events, int turn) = 0;
  /// For decide(): the campaign is over.
  virtual void end_campaign(const CampaignEnd& end) = 0;
};

/// Reads every doctrine of the game and its evaluation. Throws InputError for what is wrong there.
void check_agents_data(const play::AnyGame& game);

/// Seats `agents` (side A's first). `game` must outlive the match. Throws InputError.
std::unique_ptr<Match> make_match(const play::AnyGame& game,
                                  const std::array<AgentConfig, play::kSides>& agents);

}  // namespace niemen::ai
