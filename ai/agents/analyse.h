// What the computer thinks of a position: a long look at one decision, with progress.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "ai/agents/match.h"

namespace niemen::ai {

struct AnalyseOptions {
  AgentConfig agent;             ///< of a searching kind
  double seconds = 10;           ///< 0: no clock
  std::uint64_t iterations = 0;  ///< 0: no bound
  std::uint64_t key = 1;         ///< names the random streams
  /// Answered within 0.3 s with the best so far.
  std::stop_token stop = {};
  /// Called about every `progress_seconds` with the report so far.
  std::function<void(const Decision&)> progress = {};
  double progress_seconds = 0.5;
};

/// Thinks about the decision of the side to move in `state`, from what that side may know. Throws
/// InputError: nobody is to decide there, no budget, or an agent that does not search.
Decision analyse(const play::AnyGame& game, const play::AnyState& state,
                 const AnalyseOptions& options);

/// The report as text, for a terminal.
std::string report_text(const Decision& decision);

}  // namespace niemen::ai
