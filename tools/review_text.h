// A review as text, the same at the table and from the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ai/table/advice.h"
#include "ai/table/review.h"

namespace niemen::tools {

/// What would have been better, for each point of a review; empty: it was not looked for.
using Advices = std::vector<std::optional<ai::table::Advice>>;

/// The paragraph, the sums and the turning points under their numbers, a line each.
std::vector<std::string> review_lines(const ai::table::Review& review, const play::GameInfo& info,
                                      const Advices& advice = {});

/// What was found for a point of the seat's own, on one line.
std::string advice_line(const std::optional<ai::table::Advice>& advice);

}  // namespace niemen::tools
