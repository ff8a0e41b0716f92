#include "ai/lab/ground.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "ai/lab/csv.h"
#include "ai/lab/experiment.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"
#include "engine/systems/registry.h"

namespace niemen::lab {

namespace fs = std::filesystem;

namespace {

double number(const std::string& cell) { return std::strtod(cell.c_str(), nullptr); }

/// Ends of turns of all campaigns that were played to an end.
double turn_ends(const fs::path& run) {
  const auto table = read_csv_table((run / "campaigns.csv").string());
  const auto turns = table.column("turns"), status = table.column("status");
  double ends = 0;
  for (const auto& row : table.rows)
    if (row[status] == "ok" || row[status] == "limit") ends += number(row[turns]);
  return ends;
}

}  // namespace

std::map<std::string, play::PlaceCount> place_counts(const fs::path& run) {
  std::map<std::string, play::PlaceCount> counts;
  const auto file = run / "places.csv";
  if (!core::is_there(file)) return counts;
  const auto table = read_csv_table(file.string());
  const auto place = table.column("place_id"), campaigns = table.column("campaigns"),
             entered = table.column("campaigns_entered");
  const std::array<std::size_t, play::kSides> held{table.column("a_turns_held"),
                                                   table.column("b_turns_held")};
  std::map<std::string, double> played;
  for (const auto& row : table.rows) {
    auto& count = counts[row[place]];
    played[row[place]] += number(row[campaigns]);
    count.entered += number(row[entered]);
    for (std::size_t side = 0; side < held.size(); ++side)
      count.held[side] += number(row[held[side]]);
  }
  const double ends = std::max(1.0, turn_ends(run));
  for (auto& [name, count] : counts) {
    count.entered /= std::max(1.0, played[name]);
    for (auto& share : count.held) share /= ends;
  }
  return counts;
}

std::vector<play::PlaceCount> counts_on(const play::Board& board,
                                        const std::map<std::string, play::PlaceCount>& counts) {
  std::vector<play::PlaceCount> by_space;
  for (const auto& space : board.spaces) {
    auto found = counts.find(space.id);
    if (found == counts.end()) found = counts.find("h" + space.id);
    by_space.push_back(found == counts.end() ? play::PlaceCount{} : found->second);
  }
  return by_space;
}

std::vector<fs::path> draw_ground_of(const fs::path& run) {
  const auto counts = place_counts(run);
  if (counts.empty()) return {};
  const auto request = read_experiment(run / "spec.toml").request;
  const auto game = systems::load_game(request);
  const auto board = game->board();
  if (board.spaces.empty()) return {};
  const auto country = play::read_country(request);
  const auto on = counts_on(board, counts);
  std::vector<fs::path> files;
  const auto draw = [&](const char* name, const play::Tints& tints) {
    files.push_back(run / name);
    core::write_file(files.back(), play::draw_tints(board, tints, country));
  };
  draw("control.svg", play::control_tints(game->info().side_names, on, country.side_colours));
  draw("traffic.svg", play::traffic_tints(on));
  return files;
}

}  // namespace niemen::lab
