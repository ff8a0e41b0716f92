#include "tools/plot_script.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <system_error>
#include <thread>

#include "ai/agents/program.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

/// What the scripts see of the user's environment: nothing that leads to another Python, other
/// libraries or another way of drawing.
std::vector<std::string> plain_environment() {
  std::vector<std::string> kept{"PATH=/usr/local/bin:/usr/bin:/bin", "MPLBACKEND=Agg"};
  for (const std::string name : {"HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "SOURCE_DATE_EPOCH"})
    if (const char* value = std::getenv(name.c_str())) kept.push_back(name + '=' + value);
  return kept;
}

/// Waits until it has ended or a stop is requested. Throws core::Interrupted.
int status_of(ai::Program& program) {
  constexpr auto kLookEvery = std::chrono::milliseconds(20);
  for (; !program.has_ended(); std::this_thread::sleep_for(kLookEvery))
    if (interrupt_token().stop_requested()) throw core::Interrupted("interrupted");
  return program.finish();
}

/// The last line of a file that is not empty: of a traceback, what went wrong.
std::string last_line(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return "";
  auto text = core::read_file(file);
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

bool run_plot_script(const std::string& name, const fs::path& folder,
                     const std::vector<std::string>& arguments) {
  const auto script = play::configs_folder().parent_path() / "scripts" / name;
  ai::ProgramStart start;
  start.words = {"/usr/bin/python3", "-E", "-s", script.string(), folder.string()};
  start.words.insert(start.words.end(), arguments.begin(), arguments.end());
  start.environment = plain_environment();
  const auto complaints = folder / "pictures.log";
  start.error = ::open(complaints.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  std::cout.flush();
  std::string reason;
  try {
    ai::Program program(start);
    if (start.error >= 0) ::close(start.error);
    const int status = status_of(program);
    std::error_code ignored;
    if (status == 0) {
      fs::remove(complaints, ignored);
      return true;
    }
    reason = last_line(complaints);
  } catch (const std::system_error& error) {
    reason = error.code().message();
  }
  std::cerr << "niemen: "
            << core::one_line("the pictures could not be drawn (" + reason + "; see " +
                              complaints.string() + "); the tables are complete")
            << '\n';
  return false;
}

}  // namespace niemen::tools
