// niemen fuzz: random campaigns with every promise checked after every action.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <iostream>
#include <mutex>

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "engine/play/log.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// What to say if the program dies in the campaign of this thread.
thread_local char reproduction[512];

extern "C" void say_where(int signal) {
  // Only calls that are safe in a signal handler.
  constexpr char kLead[] = "\nniemen: died in: ";
  if (write(STDERR_FILENO, kLead, sizeof kLead - 1) >= 0 &&
      write(STDERR_FILENO, reproduction, std::strlen(reproduction)) >= 0 &&
      write(STDERR_FILENO, "\n", 1) >= 0) {
    std::signal(signal, SIG_DFL);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// The steps up to a fault, and the position there.
std::string dump(const play::AnyGame& game, std::uint64_t key, const std::string& words,
                 const play::FuzzFault& fault) {
  std::string text = "# " + fault.what + "\n# " + words + "\n";
  auto state = game.initial();
  int step = 0;
  for (const auto action : game.random_actions(key, fault.step)) {
    text += std::to_string(++step) + " " + game.action_text(state, action) + "\n";
    game.apply(state, action);
  }
  return text + "\n" + fault.position + "\n";
}

/// What one run over one game and preset does and finds.
struct Fuzzer {
  std::uint64_t first_key = 1;
  std::uint64_t campaigns = 0;
  std::filesystem::path folder;

  /// The number of faults; prints each.
  int run(const play::GameRequest& request) const {
    const auto any = systems::load_game(request);
    std::atomic<int> faults{0};
    std::mutex printing;
    const auto lead = "niemen fuzz " + request_words(request) + " --campaigns 1 --key ";
    const auto stop = interrupt_token();
    tbb::parallel_for(std::uint64_t{0}, campaigns, [&](std::uint64_t i) {
      if (stop.stop_requested()) return;
      const auto key = first_key + i;
      const auto words = lead + std::to_string(key);
      reproduction[words.copy(reproduction, sizeof reproduction - 1)] = '\0';
      const auto fault = any->fuzz_campaign(key);
      if (!fault || faults.fetch_add(1) >= kMaxFaults) return;
      const std::lock_guard lock(printing);
      const auto file = folder / ("fuzz-" + any->info().title + "-" + std::to_string(key) + ".txt");
      core::write_file(file, dump(*any, key, words, *fault));
      std::cout << "fault: " << fault->what << " after " << fault->step << " actions; "
                << file.string() << "; " << words << std::endl;
    });
    return faults;
  }

  static constexpr int kMaxFaults = 10;  ///< more of the same tell nothing new
};

}  // namespace

int fuzz_command(int argc, char** argv) {
  cxxopts::Options options("niemen fuzz",
                           "Plays random campaigns of every game and preset, or of one, checking\n"
                           "invariants, dead ends, probabilities and length. A fault is dumped\n"
                           "with the line that reproduces it.");
  add_game_options(options);
  options.add_options()("campaigns", "Campaigns of each game and preset",
                        cxxopts::value<std::string>()->default_value("100"))(
      "key", "Key of the first campaign", cxxopts::value<std::string>()->default_value("1"))(
      "threads", "Threads (0: all)", cxxopts::value<std::string>()->default_value("0"))(
      "out", "Folder for dumps", cxxopts::value<std::string>()->default_value("."));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) std::signal(signal, say_where);
  std::optional<tbb::global_control> limit;
  if (const auto threads = whole_option(*arguments, "threads", 0, kMaxThreads))
    limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));

  Fuzzer fuzzer;
  fuzzer.first_key = key_option(*arguments, "key");
  fuzzer.campaigns =
      static_cast<std::uint64_t>(whole_option(*arguments, "campaigns", 1, kMaxCampaigns));
  fuzzer.folder = (*arguments)["out"].as<std::string>();
  std::vector<play::GameRequest> requests;
  if (arguments->count("game")) {
    requests.push_back(game_request(*arguments));
  } else {
    for (const auto& title : play::game_titles()) {
      play::GameRequest request;
      request.folder = play::find_game_folder(title);
      requests.push_back(request);
    }
  }
  int faults = 0;
  for (auto request : requests) {
    const auto presets = systems::load_game(request)->info().presets;
    const bool all = request.preset.empty() && !presets.empty();
    for (const auto& preset : all ? presets : std::vector<std::string>{request.preset}) {
      request.preset = preset;
      const int found = fuzzer.run(request);
      if (interrupt_token().stop_requested()) throw core::Interrupted("interrupted");
      faults += found;
      std::cout << request_words(request) << ": " << fuzzer.campaigns << " campaigns, " << found
                << " faults" << std::endl;
    }
  }
  return faults ? kBad : kGood;
}

}  // namespace niemen::tools
