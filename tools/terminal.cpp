#include "tools/terminal.h"

#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <iostream>

#include "engine/core/text_line.h"
#include "tools/command_line.h"

namespace niemen::tools {

namespace {

constexpr int kNarrowest = 40, kUsual = 80, kWidest = 160;
constexpr int kHistory = 500;
constexpr int kFarAway = 200;  ///< lines, more than any screen has

/// The part of all words that is the same from the start.
std::string common_start(const std::vector<std::string>& words) {
  auto start = words.front();
  for (const auto& word : words) {
    const auto differ = std::mismatch(start.begin(), start.end(), word.begin(), word.end());
    start.resize(static_cast<std::size_t>(differ.first - start.begin()));
  }
  return start;
}

/// Reads one character of UTF-8 whatever the locale is; 0 at the end of input.
int read_character(wchar_t* out) {
  constexpr unsigned kTail = 0x3F, kTailStart = 0x80, kTailMask = 0xC0;
  unsigned char byte = 0;
  if (::read(STDIN_FILENO, &byte, 1) != 1) return 0;
  const int tail = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
  auto code = static_cast<unsigned>(tail == 0 ? byte : byte & (kTail >> tail));
  for (int i = 0; i < tail; ++i) {
    if (::read(STDIN_FILENO, &byte, 1) != 1) return 0;
    if ((byte & kTailMask) != kTailStart) break;
    code = code << 6 | (byte & kTail);
  }
  *out = static_cast<wchar_t>(code);
  return 1;
}

/// Written to when the program goes on after a stop, or the window has another size; -1: nobody
/// asks.
std::atomic<int> resumed = -1;
std::atomic<bool> was_stopped = false;
std::atomic<bool> stop_asked = false;  ///< by the key for it, while a line is edited

extern "C" void note_terminal(int signal) {
  // Only calls that are safe in a signal handler.
  const int kept = errno;
  if (signal == SIGCONT) was_stopped = true;
  if (signal == SIGTSTP) stop_asked = true;
  const std::uint64_t one = 1;
  if (const int file = resumed; file >= 0 && ::write(file, &one, sizeof one) < 0) {
  }
  errno = kept;
}

/// Takes all that was written to an event file. False: nothing was.
bool drain(int file) {
  std::uint64_t count;
  return ::read(file, &count, sizeof count) > 0;
}

}  // namespace

/// libedit, which can be woken while it waits for a key.
struct Terminal::Editor {
  EditLine* edit = nullptr;
  History* history = nullptr;
  const int wake;
  const int changed = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);  ///< written to by note_terminal
  std::string prompt;
  const Completer* completer = nullptr;
  bool woken = false;

  explicit Editor(int wake_by) : wake(wake_by) {
    // Only what is typed is meant: messages are the same in every language.
    ::setlocale(LC_CTYPE, "C.UTF-8");
    edit = ::el_init("niemen", stdin, stdout, stderr);
    history = ::history_init();
    HistEvent event;
    ::history(history, &event, H_SETSIZE, kHistory);
    ::history(history, &event, H_SETUNIQUE, 1);
    ::el_set(edit, EL_CLIENTDATA, this);
    ::el_set(edit, EL_PROMPT, &Editor::prompt_of);
    ::el_set(edit, EL_EDITOR, "emacs");
    ::el_set(edit, EL_HIST, ::history, history);
    ::el_set(edit, EL_GETCFN, &Editor::get_character);
    ::el_set(edit, EL_ADDFN, "niemen-complete", "Completes what is typed", &Editor::complete);
    ::el_set(edit, EL_BIND, "^I", "niemen-complete", nullptr);
    resumed = changed;
    note(SIGCONT);
    note(SIGWINCH);
  }
  ~Editor() {
    std::signal(SIGCONT, SIG_DFL);
    std::signal(SIGWINCH, SIG_DFL);
    resumed = -1;
    ::close(changed);
    ::history_end(history);
    ::el_end(edit);
  }

  static void note(int signal) {
    struct sigaction action {};
    action.sa_handler = note_terminal;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }

  /// Asks for a line; while it is edited the program gives the terminal back before it stops.
  const char* gets(int& count) {
    struct sigaction before {};
    ::sigaction(SIGTSTP, nullptr, &before);
    const bool may_stop = before.sa_handler == SIG_DFL;  // a shell without jobs has it ignored
    was_stopped = stop_asked = false;
    if (may_stop) note(SIGTSTP);
    const char* typed = ::el_gets(edit, &count);
    if (may_stop) std::signal(SIGTSTP, SIG_DFL);
    return typed;
  }

  static Editor& of(EditLine* edit) {
    void* self = nullptr;
    ::el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<Editor*>(self);
  }
  static char* prompt_of(EditLine* edit) { return of(edit).prompt.data(); }

  static int get_character(EditLine* edit, wchar_t* out) {
    auto& self = of(edit);
    pollfd waited[3] = {
        {STDIN_FILENO, POLLIN, 0}, {self.wake, POLLIN, 0}, {self.changed, POLLIN, 0}};
    for (;;) {
      if (::poll(waited, 3, -1) < 0) continue;
      if (waited[1].revents) {
        self.woken = drain(self.wake);
        return 0;
      }
      if (waited[2].revents) {
        drain(self.changed);
        if (stop_asked.exchange(false)) self.stop();
        self.take_up();
        continue;
      }
      if (waited[0].revents) return read_character(out);
    }
  }

  /// Stops, as the key for it asks, and returns when the program goes on. Not every shell sets the
  /// terminal for itself: with what editing needs no command could be given to it.
  void stop() {
    ::el_set(edit, EL_PREP_TERM, 0);
    std::signal(SIGTSTP, SIG_DFL);
    ::raise(SIGTSTP);
    note(SIGTSTP);
    drain(changed);
    was_stopped = true;
  }

  /// Sets the terminal for editing again, which a shell may have left to itself, and draws the
  /// prompt with what was typed.
  void take_up() {
    if (was_stopped.exchange(false)) {
      ::el_set(edit, EL_PREP_TERM, 0);
      ::el_set(edit, EL_PREP_TERM, 1);
      std::cout << std::endl;
    }
    ::el_resize(edit);
    ::el_set(edit, EL_REFRESH);
  }

  static unsigned char complete(EditLine* edit, int) {
    auto& self = of(edit);
    if (!self.completer || !*self.completer) return CC_ERROR;
    const auto* line = ::el_line(edit);
    const std::string typed(line->buffer, line->cursor);
    const auto space = typed.rfind(' ');
    const auto start = space == std::string::npos ? 0 : space + 1;
    const auto word = typed.substr(start);
    std::vector<std::string> fitting;
    for (auto& candidate : (*self.completer)(typed.substr(0, start)))
      if (candidate.starts_with(word)) fitting.push_back(std::move(candidate));
    if (fitting.empty()) return CC_ERROR;
    auto rest = common_start(fitting).substr(word.size());
    if (fitting.size() == 1) rest += ' ';
    if (!rest.empty()) return ::el_insertstr(edit, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    std::cout << '\n';
    constexpr std::size_t kShown = 40;
    for (std::size_t i = 0; i < std::min(fitting.size(), kShown); ++i)
      std::cout << fitting[i] << "  ";
    std::cout << (fitting.size() > kShown ? "..." : "") << std::endl;
    return CC_REDISPLAY;
  }
};

Terminal::Terminal(bool plain) : plain_(plain) {
  const char* term = std::getenv("TERM");
  const char* no_colour = std::getenv("NO_COLOR");
  const bool shown = ::isatty(STDOUT_FILENO) && term && *term && std::string_view(term) != "dumb";
  colour_ = shown && !plain && !(no_colour && *no_colour);
  if (::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO)) {
    wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    editor_ = std::make_unique<Editor>(wake_);
  }
  handle_interrupts([this](int signal) {
    interrupts_.fetch_add(1);
    if (signal != SIGINT) leave_ = true;
    const std::uint64_t one = 1;
    if (wake_ >= 0 && ::write(wake_, &one, sizeof one) < 0) leave_ = true;
  });
}

Terminal::~Terminal() {
  end_progress();
  handle_interrupts({});
  if (wake_ >= 0) ::close(wake_);
}

Line Terminal::read_script() {
  Line line;
  if (!std::getline(std::cin, line.text)) return line;
  if (++line_number_ == 1) line.text.erase(0, core::size_of_mark(line.text));
  if (line.text.ends_with('\r')) line.text.pop_back();
  line.kind = Line::Kind::Text;
  return line;
}

Line Terminal::read(const std::string& prompt, const Completer& completer) {
  end_progress();
  said_ = 0;
  if (!editor_) return read_script();
  if (leave_) return {};  // what would have woken the reader may have been taken already
  std::cout.flush();
  editor_->prompt = prompt;
  editor_->completer = &completer;
  editor_->woken = false;
  int count = 0;
  const char* typed = editor_->gets(count);
  editor_->completer = nullptr;
  if (editor_->woken) {
    std::cout << '\n';
    ::el_reset(editor_->edit);
    return {leave_ ? Line::Kind::End : Line::Kind::Interrupt, {}};
  }
  if (!typed || count <= 0) return {};
  std::string text(typed, static_cast<std::size_t>(count));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  if (!text.empty()) {
    HistEvent event;
    ::history(editor_->history, &event, H_ENTER, text.c_str());
  }
  return {Line::Kind::Text, std::move(text)};
}

int Terminal::width() const {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return std::clamp<int>(size.ws_col, kNarrowest, kWidest);
}

bool Terminal::is_full() const {
  constexpr int kKept = 3;  // lines of what stood above, and the question
  winsize size{};
  if (!typed() || plain_ || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return false;
  return size.ws_row > kKept && said_ >= size.ws_row - kKept;
}

void Terminal::say(std::string_view text, int indent) {
  end_progress();
  const auto most = static_cast<std::size_t>(width());
  const std::string before(static_cast<std::size_t>(indent), ' ');
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::string start;
    while (line.size() + start.size() > most) {
      const auto room = most - start.size();
      auto at = line.rfind(' ', room);
      if (at == std::string_view::npos || at == 0) at = room;
      std::cout << start << line.substr(0, at) << '\n';
      ++said_;
      line.remove_prefix(std::min(line.size(), at + (line[at] == ' ')));
      start = before;
    }
    std::cout << start << line << '\n';
    ++said_;
  }
}

void Terminal::print(std::string_view text) {
  end_progress();
  std::cout << text;
  said_ += static_cast<int>(std::ranges::count(text, '\n'));
}

void Terminal::heading(std::string_view text) {
  end_progress();
  std::cout << '\n' << ink(Ink::Bold, text) << '\n';
  said_ += 2;
}

std::string Terminal::ink(Ink ink, std::string_view text) const {
  if (!colour_ || ink == Ink::Plain) return std::string(text);
  const char* code = "0";
  switch (ink) {
    case Ink::Plain: break;
    case Ink::Bold: code = "1"; break;
    case Ink::Dim: code = "2"; break;
    case Ink::SideA: code = "34"; break;
    case Ink::SideB: code = "32"; break;
    case Ink::Warning: code = "33"; break;
  }
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void Terminal::progress(std::string_view text) {
  if (!typed() || plain_) return;
  std::cout << "\r\x1b[K" << text << std::flush;
  progress_shown_ = true;
}

void Terminal::end_progress() {
  if (!progress_shown_) return;
  std::cout << "\r\x1b[K";
  progress_shown_ = false;
}

void Terminal::forget() {
  if (!typed()) return;
  end_progress();
  const char* term = std::getenv("TERM");
  if (term && std::string_view(term) != "dumb") {
    std::cout << "\x1b[H\x1b[2J\x1b[3J" << std::flush;  // the last clears what scrolled away
  } else {
    // Nothing can be cleared there; at least it is out of sight.
    for (int line = 0; line < kFarAway; ++line) std::cout << '\n';
    std::cout << "This terminal cannot be cleared: what was said before can be scrolled back to.\n";
  }
  // An editor of its own: the old one holds what was typed, and what was cut to be put back.
  editor_.reset();
  editor_ = std::make_unique<Editor>(wake_);
}

int Terminal::take_interrupts() {
  std::uint64_t count;
  // What woke nobody must not wake the next prompt.
  if (wake_ >= 0 && ::read(wake_, &count, sizeof count) < 0) return interrupts_.exchange(0);
  return interrupts_.exchange(0);
}

}  // namespace niemen::tools
