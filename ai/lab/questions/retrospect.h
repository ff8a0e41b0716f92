// Experiments that look back at a run already played.
#pragma once

#include <filesystem>

#include "ai/lab/findings.h"
#include "ai/lab/recorded.h"

namespace niemen::lab {

/// The run that such an experiment looks at. Throws InputError when it cannot
/// answer it: not complete, of other data than now, or changes that its game does not know.
OpenedRun open_parent(const Experiment& experiment, const CellFactory& factory);

/// Runs such an experiment into `folder`: results, verdict, experiment file.
/// Throws InputError when the run cannot answer it, core::Interrupted when `onlooker` asks to stop.
Answer run_retrospect(const Experiment& experiment, const CellFactory& factory,
                      const std::filesystem::path& folder, int threads, const Onlooker& onlooker);

}  // namespace niemen::lab
