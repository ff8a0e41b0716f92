// A review as text, the same at the table and from the command line.
#pragma once

#include <string>
#include <vector>

#include "ai/table/review.h"

namespace niemen::tools {

/// The paragraph, the sums and the turning points under their numbers, a line each.
std::vector<std::string> review_lines(const ai::table::Review& review, const play::GameInfo& info);

}  // namespace niemen::tools
