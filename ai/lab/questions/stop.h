// When a run may end before its campaigns run out: at an interval's width, when a test between two
// rates decides, or when the share is shown to lie inside or outside the band.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ai/lab/experiment.h"
#include "ai/lab/runner.h"
#include "ai/lab/statistics/sequential.h"
#include "engine/core/config.h"
#include "engine/core/parameters.h"

namespace niemen::lab {

enum class StopKind { None, Precision, Sequential, Band };

/// What the question of balance asks of its file beside the band.
struct StopSettings : QuestionSettings {
  StopKind kind = StopKind::None;
  double half_width = 0;  ///< of the 95 % interval, for Precision
  SequentialDesign sequential;
};

/// Those of an experiment that asks for balance.
const StopSettings& stop_of(const Experiment& experiment);

/// Takes the stop rule of the table [balance], of an experiment with so many campaigns at most.
/// Throws InputError for two that contradict each other.
StopSettings read_stop(core::ConfigTable& table, std::uint64_t campaigns);

// The rows of questions/question.h that are about it:
std::vector<core::ParameterDescription> stop_parameters();
void resolve_stop(const Experiment& experiment, nlohmann::ordered_json& root);
std::unique_ptr<StopRule> stop_rule(const Experiment& experiment);
std::string stop_in_words(const Experiment& experiment,
                          const std::function<std::string(double)>& time);

}  // namespace niemen::lab
