// What an agent says about a decision it took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/play/actor.h"

namespace niemen::ai {

/// One action that was considered. Probabilities and margins are those of the side that decides.
struct Alternative {
  play::Action action = 0;
  std::string text;  ///< in the notation of the game
  std::uint64_t visits = 0;
  double prior = 0;                  ///< share the policy gave it before the search, 0..1
  double win_probability = 0.5;      ///< a draw counts half
  double win_low = 0, win_high = 1;  ///< 95 % interval of win_probability
  double margin = 0;                 ///< expected, in the game's points
  double loss = 0;                   ///< win probability given up against the best alternative
};

/// What the agent holds for likely about what it cannot see.
struct Belief {
  std::string fact;  ///< a position in which the hidden facts are filled in, or a part of it
  double share = 0;  ///< of the sampled worlds
};

/// The report of one decision. A simple agent leaves most of it empty.
struct Report {
  std::vector<Alternative> alternatives;    ///< best first
  std::vector<std::string> principal_line;  ///< the expected course, in notation
  double win_probability = 0.5, win_low = 0, win_high = 1;
  double margin = 0;
  std::uint64_t iterations = 0;
  std::uint64_t worlds = 0;        ///< sampled
  std::uint64_t nodes = 0;         ///< in the tree when it stopped
  std::uint64_t memory_bytes = 0;  ///< of the tree
  double seconds = 0;
  bool forced = false;          ///< there was only one legal action
  bool memory_full = false;     ///< the tree stopped growing before the budget was spent
  std::vector<Belief> beliefs;  ///< likeliest first
};

}  // namespace niemen::ai
