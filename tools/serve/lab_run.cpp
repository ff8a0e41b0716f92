#include "tools/serve/lab_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "ai/lab/csv.h"
#include "ai/lab/load_cell.h"
#include "engine/core/error.h"
#include "tools/serve/recorded.h"

namespace niemen::serve {

namespace {

/// A page shows no more rows than these: campaigns.csv holds them all.
constexpr std::size_t kMaxRows = 20'000;
/// What names dice, data and positions, which no person reads.
constexpr std::array<std::string_view, 8> kForPrograms{
    "block_id", "replicate", "seed", "victory_id", "state_hash", "side_a", "side_b", "a_score"};
/// What a row is known by, whether or not it differs.
constexpr std::array<std::string_view, 4> kAlways{"campaign_id", "winner", "margin", "turns"};

bool among(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether every row has the same in a column.
bool is_common(const lab::CsvTable& table, std::size_t column) {
  return std::ranges::all_of(
      table.rows, [&](const auto& row) { return row[column] == table.rows.front()[column]; });
}

Json table_of(const lab::OpenedRun& run) {
  const auto csv = lab::read_csv_table((run.folder / "campaigns.csv").string());
  Json common = Json::array(), columns = Json::array(), rows = Json::array();
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < csv.header.size(); ++i) {
    const auto& name = csv.header[i];
    if (among(kForPrograms, name)) continue;
    if (csv.rows.empty() || among(kAlways, name) || !is_common(csv, i)) {
      columns.push_back(name);
      shown.push_back(i);
    } else if (!csv.rows.front()[i].empty()) {
      common.push_back({name, csv.rows.front()[i]});
    }
  }
  for (std::size_t row = 0; row < std::min(csv.rows.size(), kMaxRows); ++row) {
    Json cells = Json::array();
    for (const auto i : shown) cells.push_back(csv.rows[row][i]);
    rows.push_back(std::move(cells));
  }
  return {{"folder", run.folder.string()}, {"title", run.experiment->name},
          {"common", std::move(common)},   {"columns", std::move(columns)},
          {"rows", std::move(rows)},       {"campaigns", csv.rows.size()}};
}

}  // namespace

LabRun::LabRun(const std::filesystem::path& folder)
    : run_(lab::open_run(folder, lab::load_cell)), table_(table_of(run_)) {}

Work::Task LabRun::play_again(std::uint64_t id, std::shared_ptr<PlayedAgain> played) const {
  if (id >= run_.source->scheduled())
    throw core::InputError(fmt::format("there is no campaign {} in this run", id));
  return [this, id, played = std::move(played)](const std::stop_token& stop, const Work::Say& say) {
    lab::check_replayable(run_);
    const auto task = run_.source->task(id);
    int reached = -1;
    const auto log = run_.source->prepared(task.cell).full_log(
        task, {.stop = stop, .turn = [&](int turn) {
                 if (turn != reached)
                   say({{"kind", "again"}, {"id", id}, {"turn", reached = turn}});
               }});
    played->session = session_of_log(log, fmt::format("campaign {}", id));
    played->ready = true;
    return false;
  };
}

}  // namespace niemen::serve
