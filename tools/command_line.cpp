#include "tools/command_line.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

#include "ai/agents/program.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

std::stop_source& interrupts() {
  static std::stop_source source;
  return source;
}

/// Who takes interrupts in place of the stop source.
struct Handler {
  std::mutex mutex;
  std::function<void(int)> call;

  bool take(int signal) {
    const std::lock_guard lock(mutex);
    if (call) call(signal);
    return call != nullptr;
  }
};
Handler& handler() {
  static Handler one;
  return one;
}

}  // namespace

void print_examples(std::string_view program) {
  std::cout << "\nExamples (in the project's folder; scripts/niemen builds first):\n";
  for (const auto& command : commands()) {
    const auto name = fmt::format("niemen {}", command.name);
    const bool whole = program == name;
    if (!whole && !program.starts_with(name + ' ')) continue;
    std::string_view rest = command.examples;
    while (!rest.empty()) {
      const auto line = rest.substr(0, rest.find('\n'));
      // Those of a subcommand of a subcommand are the lines that call it.
      if (whole || line.starts_with(program)) std::cout << "  " << line << '\n';
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
  }
}

std::optional<cxxopts::ParseResult> parse(cxxopts::Options& options, int argc, char** argv) {
  options.add_options()("h,help", "Show this help");
  try {
    auto arguments = options.parse(argc, argv);
    if (arguments.count("help")) {
      std::cout << options.help();
      print_examples(options.program());
      return std::nullopt;
    }
    if (!arguments.unmatched().empty())
      throw UsageError("unexpected \"" + arguments.unmatched().front() + "\"");
    return arguments;
  } catch (const cxxopts::exceptions::exception& error) {
    throw UsageError(std::string(error.what()) + "; see " + options.program() + " --help");
  }
}

namespace {

template <class Number>
Number number_option(const cxxopts::ParseResult& arguments, const std::string& name, Number least,
                     Number most, const char* unit) {
  const auto text = arguments[name].as<std::string>();
  Number value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size();
  if (!read || !(value >= least && value <= most))
    throw UsageError(
        fmt::format("--{} is \"{}\"; allowed: {} to {}{}", name, text, least, most, unit));
  return value;
}

}  // namespace

std::int64_t whole_option(const cxxopts::ParseResult& arguments, const std::string& name,
                          std::int64_t least, std::int64_t most) {
  return number_option(arguments, name, least, most, "");
}

double seconds_option(const cxxopts::ParseResult& arguments, const std::string& name,
                      double least) {
  constexpr double kWeek = 604'800;
  return number_option(arguments, name, least, kWeek, " seconds");
}

std::uint64_t key_option(const cxxopts::ParseResult& arguments, const std::string& name) {
  return number_option(arguments, name, std::uint64_t{0}, UINT64_MAX, "");
}

double share_option(const cxxopts::ParseResult& arguments, const std::string& name) {
  return number_option(arguments, name, 0.0, 1.0, "");
}

void add_game_options(cxxopts::Options& options) {
  options.add_options()("g,game", "A title in configs/games, or a folder",
                        cxxopts::value<std::string>())(
      "scenario", "A scenario of the game", cxxopts::value<std::string>()->default_value(""))(
      "preset", "A preset of rules", cxxopts::value<std::string>()->default_value(""))(
      "set", "Change one value: key=value (may be repeated)",
      cxxopts::value<std::vector<std::string>>())("opening-a", "An opening of the first side",
                                                  cxxopts::value<std::string>()->default_value(""))(
      "opening-b", "An opening of the second side",
      cxxopts::value<std::string>()->default_value(""));
}

play::GameRequest game_request(const cxxopts::ParseResult& arguments) {
  if (!arguments.count("game")) throw UsageError("--game is missing");
  play::GameRequest request;
  request.folder = play::find_game_folder(arguments["game"].as<std::string>());
  request.scenario = arguments["scenario"].as<std::string>();
  request.preset = arguments["preset"].as<std::string>();
  request.openings[0] = arguments["opening-a"].as<std::string>();
  request.openings[1] = arguments["opening-b"].as<std::string>();
  if (arguments.count("set")) request.overrides = arguments["set"].as<std::vector<std::string>>();
  return request;
}

std::unique_ptr<play::AnyGame> load_game(const cxxopts::ParseResult& arguments) {
  return systems::load_game(game_request(arguments));
}

std::vector<std::string> wanted_names(const cxxopts::ParseResult& arguments,
                                      const std::string& option, const std::string& otherwise,
                                      const std::vector<std::string>& all) {
  if (!arguments.count(option)) return {otherwise};
  const auto text = arguments[option].as<std::string>();
  return text == "all" ? all : core::split_words(text, ",");
}

std::string request_words(const play::GameRequest& request) {
  const auto title = play::title_of(request.folder);
  const bool shipped = play::configs_folder() / "games" / title == request.folder;
  auto words = "--game " + (shipped ? title : core::shell_path(request.folder));
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words += std::string(option) + core::shell_word(value);
  };
  add(" --scenario ", request.scenario);
  add(" --preset ", request.preset);
  for (const auto& change : request.overrides) add(" --set ", change);
  add(" --opening-a ", request.openings[0]);
  add(" --opening-b ", request.openings[1]);
  return words;
}

void add_log_options(cxxopts::Options& options) {
  options.positional_help("FILE");
  options.add_options()("g,game", "The game's folder, when it is not in configs/games",
                        cxxopts::value<std::string>())("file", "The log",
                                                       cxxopts::value<std::string>());
  options.parse_positional("file");
}

play::Replay read_log(const cxxopts::ParseResult& arguments) {
  if (!arguments.count("file")) throw UsageError("name a log");
  const auto file = arguments["file"].as<std::string>();
  const auto find = [&](std::string_view title) {
    if (arguments.count("game")) return play::find_game_folder(arguments["game"].as<std::string>());
    try {
      return play::find_game_folder(title);
    } catch (const core::InputError& error) {
      throw core::InputError(std::string(error.what()) + "; --game names a folder elsewhere");
    }
  };
  return play::replay_log(core::read_file(file), file, find, systems::load_game);
}

std::stop_token interrupt_token() { return interrupts().get_token(); }

void handle_interrupts(std::function<void(int)> call) {
  const std::lock_guard lock(handler().mutex);
  handler().call = std::move(call);
}

void watch_interrupts() {
  // Signals are taken by one thread that waits for them, so that a stop can be requested safely.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // Who was started with nohup goes on when the terminal is closed.
  struct sigaction hang_up;
  if (::sigaction(SIGHUP, nullptr, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
    sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A limit on the size of files is an error of the write that exceeds it, told like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  interrupts();  // built before the thread that uses it
  handler();
  std::thread([signals] {
    for (;;) {
      int signal = 0;
      sigwait(&signals, &signal);
      if (handler().take(signal)) continue;
      if (interrupts().stop_requested()) {
        ai::Program::end_all();
        std::_Exit(kInterrupted);
      }
      interrupts().request_stop();
    }
  }).detach();
}

void open_standard_streams() {
  // open() takes the lowest number that is free.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != stream) std::_Exit(kBad);
}

}  // namespace niemen::tools
