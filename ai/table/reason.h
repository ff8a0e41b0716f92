// Why a computer player decided as it did, counted from its search.
#pragma once

#include <string>

#include "ai/agents/agent.h"

namespace niemen::ai::table {

/// "71 % of 2000 tries; 62 % to win (57 to 66); else march 1808: 58 % (51 to 64), 4 points less".
/// Empty where nothing was searched.
std::string reason_of(const Decision& decision);

}  // namespace niemen::ai::table
