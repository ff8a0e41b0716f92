// niemen bench: the signature of behaviour, and the speeds of this machine.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// One game under one preset.
struct Row {
  std::string title, preset;
  play::BenchCounts counts;
  play::BenchSpeeds speeds;
};

std::vector<play::GameRequest> requests(const cxxopts::ParseResult& arguments) {
  std::vector<play::GameRequest> list;
  const auto add_presets = [&](play::GameRequest request) {
    const auto presets = systems::load_game(request)->info().presets;
    if (!request.preset.empty() || presets.empty()) {
      list.push_back(request);
      return;
    }
    for (const auto& preset : presets) {
      list.push_back(request);
      list.back().preset = preset;
    }
  };
  if (arguments.count("game")) {
    add_presets(game_request(arguments));
    return list;
  }
  for (const auto& title : play::game_titles()) {
    play::GameRequest request;
    request.folder = play::find_game_folder(title);
    request.preset = arguments["preset"].as<std::string>();
    add_presets(request);
  }
  return list;
}

void print_table(const std::vector<Row>& rows) {
  fmt::print("{:<20} {:<10} {:>12} {:>12} {:>8} {:>8} {:>9} {:>9} {:>10} {:>9}\n", "game", "preset",
             "actions/s", "campaigns/s", "state B", "copy ns", "world ns", "actions", "list mean",
             "longest");
  for (const auto& row : rows)
    fmt::print("{:<20} {:<10} {:>12.0f} {:>12.1f} {:>8} {:>8.1f} {:>9.0f} {:>9} {:>10.1f} {:>9}\n",
               row.title, row.preset, row.speeds.actions_a_second, row.speeds.campaigns_a_second,
               row.speeds.state_bytes, row.speeds.copy_nanoseconds, row.speeds.world_nanoseconds,
               row.counts.actions / static_cast<std::uint64_t>(row.counts.campaigns),
               row.counts.mean_list, row.counts.longest_list);
  for (const auto& row : rows) {
    fmt::print("\n{} {}: actions of each kind in a campaign\n", row.title, row.preset);
    for (const auto& [kind, count] : row.counts.by_kind)
      fmt::print("  {:<28} {:>10.1f}\n", kind, static_cast<double>(count) / row.counts.campaigns);
  }
  fmt::print("\n");
}

nlohmann::ordered_json to_json(const Row& row) {
  return {{"game", row.title},
          {"preset", row.preset},
          {"signature", row.counts.signature},
          {"campaigns", row.counts.campaigns},
          {"actions", row.counts.actions},
          {"longest_campaign", row.counts.longest_campaign},
          {"mean_list", row.counts.mean_list},
          {"longest_list", row.counts.longest_list},
          {"by_kind", row.counts.by_kind},
          {"actions_a_second", row.speeds.actions_a_second},
          {"campaigns_a_second", row.speeds.campaigns_a_second},
          {"copy_nanoseconds", row.speeds.copy_nanoseconds},
          {"world_nanoseconds", row.speeds.world_nanoseconds},
          {"state_bytes", row.speeds.state_bytes}};
}

}  // namespace

int bench_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen bench",
      "Plays random campaigns with fixed keys and prints a signature that only\n"
      "a change of behaviour changes; then measures speeds on one thread.");
  add_game_options(options);
  options.add_options()("signature", "Print the signature only")("json", "Print JSON")(
      "campaigns", "Campaigns in the signature, of each preset",
      cxxopts::value<std::string>()->default_value("10"))(
      "seconds", "Time to measure each preset", cxxopts::value<std::string>()->default_value("1"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const bool signature_only = arguments->count("signature") > 0;
  constexpr int kMaxCounted = 1'000'000;
  const auto campaigns = static_cast<int>(whole_option(*arguments, "campaigns", 1, kMaxCounted));
  const auto seconds = seconds_option(*arguments, "seconds", 0.01);

  std::vector<Row> rows;
  std::uint64_t signature = 0;
  for (const auto& request : requests(*arguments)) {
    if (interrupt_token().stop_requested()) throw core::Interrupted("interrupted");
    const auto any = systems::load_game(request);
    Row row{any->info().title, any->info().preset, {}, {}};
    row.counts = any->bench_counts(campaigns);
    if (!signature_only) row.speeds = any->bench_speeds(seconds);
    signature = core::mix(signature, row.counts.signature);
    rows.push_back(std::move(row));
  }
  if (arguments->count("json")) {
    nlohmann::ordered_json json{{"signature", signature},
                                {"games", nlohmann::ordered_json::array()}};
    for (const auto& row : rows) json["games"].push_back(to_json(row));
    std::cout << json.dump(2) << '\n';
    return kGood;
  }
  if (!signature_only) print_table(rows);
  std::fflush(stdout);
  std::cout << "Bench: " << signature << '\n';
  return kGood;
}

}  // namespace niemen::tools
