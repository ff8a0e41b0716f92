// The questions before a campaign: which game, which side, against whom.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/core/parameters.h"
#include "engine/play/game_folder.h"
#include "engine/play/session.h"
#include "tools/terminal.h"

namespace niemen::tools {

/// What the command line said already; what is empty is asked.
struct PlayAnswers {
  std::string game, scenario, preset;
  std::string side;   ///< a side's name, "both" or "watch"
  std::string level;  ///< of the computer
  std::string openings[play::kSides];
  std::vector<std::string> overrides;
  bool ask = true;  ///< false: what was not said is the game's own choice
};

/// Thrown where the input ends in the middle of the questions.
class NoAnswer : public core::InputError {
 public:
  NoAnswer() : InputError("the input ended before the campaign began") {}
};

/// The bid, points by which the first side must be ahead to be level, as the rules of a mechanism
/// declare it; nothing where they know none.
std::optional<core::ParameterDescription> bid_of(const std::string& mechanism);

/// The title that a scenario's own file gives it; empty: none.
std::string scenario_title(const play::GameFolder& folder, const std::string& scenario);

/// An opening of a game, as its file has it.
struct Opening {
  std::string name;
  std::string title;  ///< in words; the name where the file has none
};
/// The openings of a side that are made for a scenario, the usual one first: the historical, where
/// there is one. Empty where there are none.
std::vector<Opening> openings_for(const play::GameFolder& folder, const play::GameInfo& info,
                                  const std::string& scenario, int side);

/// The game as a side stands in it by its historical opening; null where there is none, or nobody
/// sets up. Throws InputError.
std::unique_ptr<play::AnyGame> historical_set_up(play::GameRequest request, play::Side side);

/// Asks for what is missing. Throws InputError: no such game, scenario, preset, side or level (a
/// script is told its line; a person is asked again), NoAnswer.
play::SessionSettings ask_for_campaign(Terminal& terminal, const PlayAnswers& answers);

}  // namespace niemen::tools
