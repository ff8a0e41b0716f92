#include "ai/lab/mishaps.h"
#include "engine/core/text.h"

#include <fmt/format.h>

namespace niemen::lab {

Mishaps mishaps_of(const RecordedRun& run, std::uint64_t counted) {
  Mishaps mishaps;
  const auto note = [&](std::uint64_t& count, std::string& why, const CampaignSummary& summary) {
    if (++count == 1) why = run.read(summary.id).failure;
  };
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted) break;
    ++mishaps.counted;
    if (summary.status == CampaignStatus::Error) note(mishaps.failed, mishaps.failure, summary);
    if (summary.status != CampaignStatus::Forfeit) continue;
    const std::size_t loser = summary.winner == play::Outcome::Winner::A ? 1 : 0;
    note(mishaps.forfeited[loser], mishaps.reason[loser], summary);
  }
  return mishaps;
}

std::vector<std::string> mishap_sentences(const Mishaps& mishaps,
                                          std::span<const std::string, play::kSides> sides) {
  std::vector<std::string> sentences;
  if (mishaps.failed > 0)
    sentences.push_back(fmt::format("{} of {} campaigns failed ({}; failures.csv).", mishaps.failed,
                                    mishaps.counted, mishaps.failure));
  if (mishaps.forfeits() == 0) return sentences;
  std::string by;
  for (std::size_t side = 0; side < play::kSides; ++side)
    if (mishaps.forfeited[side] > 0)
      by += fmt::format("{}{} by the {} side ({})", by.empty() ? "" : ", ", mishaps.forfeited[side],
                        core::capitalised(sides[side]), mishaps.reason[side]);
  sentences.push_back(fmt::format(
      "{} of {} campaigns were forfeited, {}: each counts as lost, and in no figure of margins, "
      "lengths, levels and losses.",
      mishaps.forfeits(), mishaps.counted, by));
  return sentences;
}

}  // namespace niemen::lab
