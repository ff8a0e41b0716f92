// Questions that are answered from a run already played: re-scoring and why.
#pragma once

#include <filesystem>

#include "ai/lab/findings.h"
#include "ai/lab/recorded.h"

namespace niemen::lab {

/// The combinations of a run under changed rules. Throws InputError for a change that is none.
std::vector<std::unique_ptr<PreparedCell>> changed_cells(const Experiment& experiment,
                                                         const OpenedRun& parent,
                                                         const CellFactory& factory);

/// Scores the campaigns of a run again under changed rules and plays a sample again with agents
/// that know them. Writes rescored.csv into `folder`. The answer refuses figures that the check
/// does not bear out.
Answer answer_rescore(const Experiment& experiment, const OpenedRun& parent,
                      const CellFactory& factory, const std::filesystem::path& folder, int threads,
                      const Onlooker& onlooker);

/// What winners did differently, when campaigns were decided, what is never used; keeps exemplar
/// campaigns in folder/replays.
Answer answer_why(const OpenedRun& parent, const std::filesystem::path& folder,
                  const Onlooker& onlooker);

/// The run that an experiment of one of the two kinds looks at. Throws InputError when it cannot
/// answer it: not complete, of other data than now, or changes that its game does not know.
OpenedRun open_parent(const Experiment& experiment, const CellFactory& factory);

/// Runs an experiment of one of the two kinds into `folder`: results, verdict, experiment file.
/// Throws InputError when the run cannot answer it, core::Interrupted when `onlooker` asks to stop.
Answer conduct_retrospect(const Experiment& experiment, const CellFactory& factory,
                          const std::filesystem::path& folder, int threads,
                          const Onlooker& onlooker);

}  // namespace niemen::lab
