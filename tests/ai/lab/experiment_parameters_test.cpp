// What `niemen describe` says of experiments against what their reader takes: in each table of each
// template an unknown key is answered with the keys that are allowed.
#include "ai/lab/experiment_parameters.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <sstream>

#include "ai/lab/experiment.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

using namespace niemen;
namespace fs = std::filesystem;

namespace {

/// The message with which reading the experiment fails.
std::string refusal(const std::string& text) {
  const auto file = fs::temp_directory_path() / ("experiment-" + std::to_string(getpid()));
  core::write_file(file, text);
  std::string message = "no refusal";
  try {
    lab::read_experiment(file);
  } catch (const core::InputError& error) {
    message = error.what();
  }
  fs::remove(file);
  return message;
}

/// "[sweep]" and "[[sweep.factors]]" as the "sweep." and "sweep.factors." of their keys.
std::string prefix_of(const std::string& header) {
  const auto from = header.find_first_not_of('[');
  return header.substr(from, header.find(']') - from) + ".";
}

/// Adds the keys that the table which begins with `header` ("" for the file) may have.
void add_allowed(const std::string& text, const std::string& header, std::set<std::string>& keys) {
  auto spoilt = text;
  const std::string unknown = "surely_unknown = 1\n";
  spoilt.insert(header.empty() ? 0 : spoilt.find(header + "\n") + header.size() + 1, unknown);
  const auto message = refusal(spoilt);
  INFO(header << ": " << message);
  REQUIRE(message.find("surely_unknown") != std::string::npos);
  std::istringstream list(message.substr(message.find("allowed: ") + 9));
  const auto prefix = header.empty() ? "" : prefix_of(header);
  for (std::string key; std::getline(list, key, ',');)
    keys.insert(prefix + key.substr(key.find_first_not_of(' ')));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("every key of an experiment is described, and nothing else", "[lab]") {
  std::set<std::string> taken, tables, described;
  for (const auto& entry :
       fs::directory_iterator(fs::path(NIEMEN_SOURCE_DIR) / "experiments/templates")) {
    auto text = core::read_file(entry.path());
    text = replaced(text, "# stop_between", "stop_between");
    text = replaced(text, "# stop_error", "stop_error");
    text = replaced(text, "metric = \"win_share\"", "level = \"x\"\nmetric = \"level_share\"");
    add_allowed(text, "", taken);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("[")) continue;
      const auto header = line.substr(0, line.rfind(']') + 1);
      text = replaced(text, line, header);
      tables.insert(prefix_of(header).substr(0, prefix_of(header).size() - 1));
      add_allowed(text, header, taken);
    }
  }
  for (const auto& table : tables) taken.erase(table);
  for (const auto* refused : {"tune.factors.values", "mend.factors.values"}) taken.erase(refused);
  for (const auto& row : lab::experiment_parameters()) {
    INFO(row.key);
    CHECK_FALSE(row.help.empty());
    CHECK_FALSE(row.type.empty());
    CHECK(described.insert(row.key).second);
  }
  CHECK(taken == described);
}
