// What an experiment file may state, for people.
#pragma once

#include <vector>

#include "engine/core/parameters.h"

namespace niemen::lab {

/// Every key of an experiment file, "table.key", in the order of the templates. A key without a
/// default must be stated where its table is.
std::vector<core::ParameterDescription> experiment_parameters();

}  // namespace niemen::lab
