// The conversation with a program that plays.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "ai/agents/child_process.h"
#include "ai/agents/process_messages.h"
#include "ai/agents/process_options.h"

namespace niemen::ai {

class ProcessPlayer {
 public:
  explicit ProcessPlayer(ProcessOptions options) : options_(std::move(options)) {}
  const ProcessOptions& options() const { return options_; }

  /// Forgets a program that has failed.
  void begin_campaign();
  /// Whether the program was told of this campaign.
  bool announced() const { return announced_; }
  /// Starts the program if need be, and says how the campaign begins. What fails is said by
  /// answer().
  void announce(std::string message) { opening_ = std::move(message); }
  /// Numbers the question and asks it: the position of the answer in `request.legal`. Throws
  /// AgentFailure with turn and decision, core::Interrupted; the program is ended then.
  std::size_t answer(DecisionRequest& request, std::stop_token stop);
  /// Tells the result, if the program still lives.
  void end_campaign(const CampaignCard* card, const CampaignEnd& end);

 private:
  std::size_t ask(const DecisionRequest& request, std::stop_token stop);

  ProcessOptions options_;
  std::unique_ptr<ChildProcess> child_;
  std::string opening_;
  bool failed_ = false, announced_ = false;
  int decisions_ = 0;
};

}  // namespace niemen::ai
