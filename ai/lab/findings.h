// Answers: estimates as rows of results/*.csv, and the verdict in sentences.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "ai/lab/experiment_source.h"
#include "ai/lab/run_folder.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// One estimate: a row of results/<table>.csv.
struct Finding {
  std::string table;    ///< "balance", "ratings", "cells", "sweep", "target", ...
  std::string cell_id;  ///< the combination it is about; "all" where there is one
  std::string metric;
  Estimate estimate;
  std::string method;
  std::string target;               ///< what it is held against; may be empty
  std::string verdict;              ///< a word of a closed list; may be empty
  std::string seeds = "selection";  ///< "confirmation": dice that chose nothing
};

/// What an experiment found.
struct Answer {
  std::vector<std::string> sentences;  ///< the verdict first; between which agents last
  std::vector<Finding> findings;
};

/// Answers the experiment's question from the campaigns with ids below `counted`.
Answer answer_question(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted);

/// Scores (of side A) of the campaigns of one cell that were played out or forfeited.
std::vector<Observation> scores_of(const RecordedRun& run, std::uint64_t counted,
                                   std::uint32_t cell);
/// The names of the sides as sentences say them: "French". (Files keep them as the game has them.)
std::array<std::string, play::kSides> side_titles(const ExperimentSource& source);
/// Who played whom at which budget, on what, how often: the last sentence of every verdict.
std::string between(const ExperimentSource& source, std::uint64_t counted);
/// "40 to 60 %".
std::string band_text(const Band& band);
/// What a test against a band says of a game: "balanced: shown to lie within 40 to 60 %".
std::string verdict_words(EquivalenceVerdict verdict, const Band& band);
/// "54.2 % (51.1 to 57.3)".
std::string share_text(const Estimate& estimate);
/// "12.30 (11.80 to 12.90)"; of equal figures, whose spread is unknown, "12.30 (all alike: the
/// spread is unknown)".
std::string mean_text(const Estimate& estimate);
/// The same with signs.
std::string change_text(const Estimate& estimate);
/// A change of a share in points: "+3.1 points (+1.0 to +5.2)"; of pairs that all came out alike,
/// whose interval says only how rare others may be, "+0.0 points (alike with all 12 sets of dice;
/// -26.5 to +26.5 is not excluded)"; of a single pair, which shows no spread, without an interval.
std::string points_text(const Estimate& estimate);
/// Shares of each victory level, mean margin, length and so on of one cell. Where `looked_at` cells
/// are told beside one another, the intervals of one metric hold in all of them at once.
void add_cell_findings(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted, std::uint32_t cell, const std::string& table,
                       std::size_t looked_at = 1);

/// Writes results/<table>.csv (one a table named in the findings) and results/verdict.txt.
void write_answer(const std::filesystem::path& folder, const Answer& answer,
                  const std::string& question, const std::string& spec_sha256);

}  // namespace niemen::lab
