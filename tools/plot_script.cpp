#include "tools/plot_script.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
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

/// The last line of a text that is not empty: of a traceback, what went wrong.
std::string last_line(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}
std::string last_line_of(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) ? last_line(core::read_file(file)) : "";
}

/// How a script of the project is started.
ai::ProgramStart script_start(const std::string& name) {
  const auto script = play::configs_folder().parent_path() / "scripts" / name;
  ai::ProgramStart start;
  // -B: what Python makes of a script is not kept beside it.
  start.words = {"/usr/bin/python3", "-B", "-E", "-s", script.string()};
  start.environment = plain_environment();
  return start;
}

/// A file without a name, gone when nobody uses it any more.
class NamelessFile {
 public:
  explicit NamelessFile(const std::string& text = "") : file_(std::tmpfile(), &std::fclose) {
    if (!file_) throw core::InputError("no temporary file can be made");
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0)
      throw core::InputError("a temporary file cannot be written");
    std::rewind(file_.get());
  }
  int descriptor() const { return ::fileno(file_.get()); }
  std::string text() const {
    std::string text;
    std::array<char, 65536> part{};
    std::rewind(file_.get());
    while (const auto read = std::fread(part.data(), 1, part.size(), file_.get()))
      text.append(part.data(), read);
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace

bool run_plot_script(const std::string& name, const fs::path& folder,
                     const std::vector<std::string>& arguments) {
  auto start = script_start(name);
  start.words.push_back(folder.string());
  start.words.insert(start.words.end(), arguments.begin(), arguments.end());
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
    reason = last_line_of(complaints);
  } catch (const std::system_error& error) {
    reason = error.code().message();
  }
  std::cerr << "niemen: "
            << core::one_line("the pictures could not be drawn (" + reason + "; see " +
                              complaints.string() + "); the tables are complete")
            << '\n';
  return false;
}

std::string png_of(const std::string& svg) {
  return made_by_script("draw_png.py", svg, "no PNG could be drawn");
}

std::string made_by_script(const std::string& name, const std::string& input,
                           const std::string& failed) {
  const NamelessFile asked(input), drawn, complaints;
  auto start = script_start(name);
  start.input = asked.descriptor();
  start.output = drawn.descriptor();
  start.error = complaints.descriptor();
  std::string reason;
  try {
    ai::Program program(start);
    if (status_of(program) == 0) return drawn.text();
    reason = last_line(complaints.text());
  } catch (const std::system_error& error) {
    reason = error.code().message();
  }
  throw core::InputError(failed + ": " + reason);
}

}  // namespace niemen::tools
