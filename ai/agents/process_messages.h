// What is said between Niemen and a program that plays: one JSON object a line. The words are those
// of `niemen engine`; `niemen help agents` prints what stands here.
//
// When a campaign begins Niemen says (no answer):
//   {"campaign": "new", "game", "scenario", "preset", "set": ["key=value", ...], "folder",
//    "openings": [A, B], "sides": [NAME, NAME], "side": "A" | "B", "opponent", "board"}
//   "set" are all values that were changed; "folder" holds the game's map and tables as TOML and
//   CSV; of "openings" the enemy's is left empty; "board" is the map (engine/play/view_json.h).
// For each decision
//   {"decision": 7, "side": "A", "turn": 3, "question": "Choose a stack to move", "rule": "8.2",
//    "step": "choose-march", "legal": ["...", ...], "events": [...], "view": {...},
//    "position": "...", "guesses": ["...", ...], "seed": 123, "limits": {"seconds": 5.0}}
// to which the program answers {"action": "..."} with one of the legal actions, to the letter. It
// may add "decision": 7, and then never answers another question than it was asked. Whatever else
// it wants to say belongs on standard error: a line that was not asked for forfeits the campaign.
//   "events" are what happened since its last decision as its side is told it, dice and the enemy's
//   doing among it (engine/play/told_event.h). "view" is all that the side sees, with the words of
//   each choice (engine/play/view_json.h). "position" is the text of a position that agrees with
//   it; what the side cannot know is filled in by lot, and "guesses" are the lines of it that are
//   not the same in other positions that agree as well. "seed" names this decision's luck: below
//   2^53. "limits" are those that hold: after "seconds" without an answer the campaign is
//   forfeited; "iterations" is there where somebody set a budget.
// When the campaign is over (no answer)
//   {"campaign": "over", "winner": "A" | "B" | "draw", "margin": 12, "level": "...",
//    "forfeit": {"side", "reason"}}
//   The margin is positive when side A is ahead; "forfeit" is there where somebody's player failed.
// The end of the input means that all is over: the program has 2 seconds to write what it has
// learned and to end. With `skip_forced = true` in the agent's file decisions without a choice are
// not asked, with `view = false` "view" and "board" are left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ai/agents/agent.h"
#include "engine/play/told_event.h"
#include "engine/play/view.h"

namespace niemen::ai {

struct DecisionRequest {
  int decision = 0;
  play::Side side = play::Side::A;
  int turn = 1;
  std::string question, rule, step;
  std::vector<std::string> legal;
  std::vector<play::ToldEvent> events;
  const play::View* view = nullptr;  ///< null: left out
  std::string position;
  std::vector<std::string> guesses;
  std::uint64_t seed = 0;        ///< below 2^53, so that every language reads it exactly
  double seconds = 0;            ///< until a forfeit
  std::uint64_t iterations = 0;  ///< 0: no budget
};

/// `board` null: left out. Without a card of the campaign only the side is told.
std::string new_campaign_message(const CampaignCard* card, play::Side side,
                                 const play::Board* board);
std::string end_message(const CampaignCard* card, const CampaignEnd& end);
std::string to_message(const DecisionRequest& request);
/// The lines of `position` that one of `others` does not have.
std::vector<std::string> guesses_in(const std::string& position,
                                    const std::vector<std::string>& others);
/// The position in `request.legal` of the action that `line` names. Throws AgentFailure.
std::size_t read_answer(const std::string& line, const DecisionRequest& request);

}  // namespace niemen::ai
