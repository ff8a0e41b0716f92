// campaigns.csv: its columns, each with what is written there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ai/lab/campaign.h"
#include "ai/lab/experiment.h"
#include "ai/lab/experiment_source.h"

namespace niemen::lab {

/// What a line is made from. Refers to all of it.
struct CampaignLine {
  const CampaignTask& task;
  const Cell& cell;
  const play::GameInfo& info;
  CampaignStatus status;
  const PlayedCampaign* played = nullptr;  ///< null where the campaign failed
  bool records_battles = false;            ///< the run has a table of battles
};

/// The columns of all experiments, and one for each factor that this one varies.
std::vector<Column> campaign_columns(const std::vector<Factor>& factors);

/// The place of a column of all experiments among them. Precondition: there is one of that name.
std::size_t campaign_column(std::string_view name);

/// A line with its line feed.
std::string campaign_row(const CampaignLine& line, const std::vector<Factor>& factors);

}  // namespace niemen::lab
