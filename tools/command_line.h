// What the subcommands share: options that name a game, help, and Ctrl-C.
#pragma once

#include <cxxopts.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/play/any_game.h"
#include "engine/play/log.h"

namespace niemen::tools {

/// Exit statuses.
inline constexpr int kGood = 0, kBad = 1, kWrongUsage = 2, kInterrupted = 130;

/// A command line that does not make sense.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Adds --help and parses. After --help was printed the result is empty and the command is done.
/// Throws UsageError.
std::optional<cxxopts::ParseResult> parse(cxxopts::Options& options, int argc, char** argv);

/// What an option may ask for at most.
inline constexpr std::int64_t kMaxCampaigns = 100'000'000, kMaxThreads = 1024;
/// The whole number that an option of text gives. Throws UsageError when it is none from `least` to
/// `most`, saying so.
std::int64_t whole_option(const cxxopts::ParseResult& arguments, const std::string& name,
                          std::int64_t least, std::int64_t most);
/// The seconds that an option of text gives: from `least`, at most a week. Throws UsageError.
double seconds_option(const cxxopts::ParseResult& arguments, const std::string& name, double least);
/// A number that names something (a campaign, a seed): any of 64 bits. Throws UsageError.
std::uint64_t key_option(const cxxopts::ParseResult& arguments, const std::string& name);
/// The share, 0 to 1, that an option of text gives. Throws UsageError.
double share_option(const cxxopts::ParseResult& arguments, const std::string& name);

/// Prints the examples of a program, as --help does: "niemen replay", "niemen lab", "niemen lab
/// run".
void print_examples(std::string_view program);

/// Adds --game, --scenario, --preset, --set and --opening-a, --opening-b.
void add_game_options(cxxopts::Options& options);
/// What those options ask for. Throws UsageError without --game, InputError for an unknown game.
play::GameRequest game_request(const cxxopts::ParseResult& arguments);
/// Finds and loads it.
std::unique_ptr<play::AnyGame> load_game(const cxxopts::ParseResult& arguments);
/// The names that an option asks for: those between commas, or with "all" every one there is;
/// without the option `otherwise`.
std::vector<std::string> wanted_names(const cxxopts::ParseResult& arguments,
                                      const std::string& option, const std::string& otherwise,
                                      const std::vector<std::string>& all);
/// The options that ask for the same again, e.g. "--game x --preset basic".
std::string request_words(const play::GameRequest& request);

/// Adds the log FILE and --game for a folder that is not in configs/games.
void add_log_options(cxxopts::Options& options);
/// Plays that log again. Throws UsageError without a file, InputError as play::replay_log does.
play::Replay read_log(const cxxopts::ParseResult& arguments);

/// Requested at the first Ctrl-C (or SIGTERM, or when the terminal is closed); the second one ends
/// the program at once, and with it every program that it has started.
std::stop_token interrupt_token();
/// From now on Ctrl-C (SIGINT) and SIGTERM call `handler`, on a thread of its own, and nothing
/// else.
void handle_interrupts(std::function<void(int signal)> handler);
/// To be called in main before any thread is started.
void watch_interrupts();
/// Opens those of the three standard streams that are closed, on /dev/null: or else the files that
/// the program opens would take their numbers, and receive what is meant for people. To be called
/// first in main.
void open_standard_streams();

}  // namespace niemen::tools
