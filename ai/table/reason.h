// Why a computer player decided as it did, counted from its search.
#pragma once

#include <string>

#include "ai/agents/agent.h"

namespace niemen::ai::table {

/// "its search gave it 62 % to win (57 to 66); march 1808 promised 9 points less (2 to 16), march
/// 1612 was equal to it". Nothing is told of what was played on fewer than 50 times; empty where
/// nothing is left to be told.
std::string reason_of(const Decision& decision);

}  // namespace niemen::ai::table
