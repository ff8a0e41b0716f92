// What is said between Niemen and a program that plays: one JSON object a line.
//
// Niemen says {"campaign": "new"} when a campaign begins (no answer), and for each decision
//   {"decision": 7, "side": "A", "turn": 3, "position": "...", "legal": ["...", ...],
//    "seed": 123, "iterations": 0, "seconds": 10.0}
// to which the program answers {"action": "..."} with one of the legal actions, to the letter. It
// may add "decision": 7, and then never answers another question than it was asked. Whatever else
// it wants to say belongs on standard error: a line that was not asked for forfeits the campaign.
// The end of the input means that all is over: the program has 2 seconds to write what it has
// learned and to end.
// "position" is the text of a position that agrees with everything the side may know; what the side
// cannot know is filled in by lot. "iterations" and "seconds" are the budget (0: none was set).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niemen::ai {

struct DecisionRequest {
  int decision = 0;
  char side = 'A';
  int turn = 1;
  std::string position;
  std::vector<std::string> legal;
  std::uint64_t seed = 0;  ///< below 2^53, so that every language reads it exactly
  std::uint64_t iterations = 0;
  double seconds = 0;
};

std::string new_campaign_message();
std::string to_message(const DecisionRequest& request);
/// The position in `request.legal` of the action that `line` names. Throws AgentFailure.
std::size_t read_answer(const std::string& line, const DecisionRequest& request);

}  // namespace niemen::ai
