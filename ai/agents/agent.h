// The one interface of every computer player.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/policy/report.h"
#include "engine/core/random.h"
#include "engine/play/any_game.h"
#include "engine/play/game.h"

namespace niemen::ai {

/// How much an agent may spend on one decision. An agent that does not search ignores it.
struct Budget {
  std::uint64_t iterations = 0;  ///< 0: the agent's own setting
  double seconds = 0;            ///< wall clock; 0: no clock
  /// "Move now": answer within 0.3 s with the best so far. Who cannot throws core::Interrupted.
  std::stop_token stop = {};
  bool want_report = false;  ///< fill in more than the action (costs time and memory)
  bool again = false;        ///< the decision that was asked for last: think on
};

struct Decision {
  play::Action action = 0;
  Report report;
};

/// An agent could not answer (a program died, timed out or flooded). Whoever drives the campaign
/// records a forfeit.
class AgentFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a player is told of a campaign before it begins.
struct CampaignCard {
  play::GameInfo info;
  play::GameRequest request;          ///< with every changed value
  std::string players[play::kSides];  ///< as their files are named
};

/// How a campaign ended.
struct CampaignEnd {
  play::Outcome outcome;
  std::optional<play::Forfeit> forfeit;
};

/// A computer player of one seat. It is handed what its side may know, and nothing else: what is
/// legal it reads from a world it samples itself, which by the contract gives the same list as the
/// true position.
template <play::Game G>
class Agent {
 public:
  using Observation = typename G::Observation;
  virtual ~Agent() = default;

  /// What the next campaigns are of. A player who needs none of it is not told.
  virtual void introduce(const std::shared_ptr<const CampaignCard>&) {}
  /// A new campaign begins: forget the last one.
  virtual void begin_campaign() {}
  /// Whether told() is called; what happens is recorded then, which is slow.
  virtual bool listens() const { return false; }
  /// What a decision or die in `turn` brought about, as far as its side may know it.
  virtual void told(const std::vector<play::Event>&, int /*turn*/) {}
  /// The campaign is over.
  virtual void end_campaign(const CampaignEnd&) {}
  /// Decides for the side that observes. `random` belongs to this decision alone: the same
  /// observation, stream and iteration budget give the same decision, bit for bit (unless a clock
  /// or a stop ends the search, or several threads share it). Throws AgentFailure.
  virtual Decision decide(const Observation& observation, core::RandomStream& random,
                          const Budget& budget) = 0;
  /// For experiments on what hiding is worth, and nowhere else: the position itself, before the
  /// decision about it. Only an agent configured so is shown it, by play_campaign alone.
  virtual void show(const typename G::State&) {}
};

}  // namespace niemen::ai
