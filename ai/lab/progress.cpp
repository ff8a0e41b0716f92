#include "ai/lab/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr double kTerminalSeconds = 0.25;
constexpr double kLineSeconds = 60;
constexpr double kJsonSeconds = 1;

std::string json_line(const RunProgress& p) {
  nlohmann::ordered_json json{{"done", p.done},
                              {"planned", p.planned},
                              {"failed", p.failed},
                              {"forfeited", p.forfeited},
                              {"campaigns_per_second", campaigns_per_second(p)},
                              {"seconds_left", nullptr},
                              {"share_a", nullptr},
                              {"ci_low", nullptr},
                              {"ci_high", nullptr}};
  if (p.this_session > 0) json["seconds_left"] = seconds_left(p);
  if (p.scored > 0) {
    const auto interval = live_interval(p);
    json["share_a"] = p.score / static_cast<double>(p.scored);
    json["ci_low"] = interval.low;
    json["ci_high"] = interval.high;
  }
  return json.dump();
}

std::string text_line(const RunProgress& p, const std::string& side) {
  auto line = fmt::format("{}/{} campaigns", p.done, p.planned);
  if (p.this_session > 0) {
    line += fmt::format(", {}, {} left", rate_text(p), duration_text(seconds_left(p)));
  }
  if (p.scored > 0) {
    const auto interval = live_interval(p);
    line += fmt::format(", {} {:.1f} % ({:.1f} to {:.1f})", side,
                        100 * p.score / static_cast<double>(p.scored), 100 * interval.low,
                        100 * interval.high);
  }
  if (p.failed > 0) line += fmt::format(", {} failed", p.failed);
  if (p.forfeited > 0) line += fmt::format(", {} forfeited", p.forfeited);
  return line;
}

}  // namespace

ProgressStyle progress_style(const std::string& name) {
  if (name.empty()) return ::isatty(2) ? ProgressStyle::Terminal : ProgressStyle::Lines;
  if (name == "terminal") return ProgressStyle::Terminal;
  if (name == "lines") return ProgressStyle::Lines;
  if (name == "json") return ProgressStyle::Json;
  if (name == "none") return ProgressStyle::Silent;
  throw core::InputError("--progress is \"" + name + "\"; allowed: terminal, lines, json, none");
}

Interval live_interval(const RunProgress& p, double level) {
  const auto n = static_cast<double>(p.scored);
  const double share = p.score / n;
  const double spread = p.squares / n - share * share;
  // So many wins and losses would be as steady.
  const double trials =
      spread > 0 ? std::max(n, std::min(4 * n, n * share * (1 - share) / spread)) : n;
  return jeffreys_interval(share * trials, trials, level);
}

double campaigns_per_second(const RunProgress& p) {
  return p.seconds > 0 ? static_cast<double>(p.this_session) / p.seconds : 0;
}

double seconds_left(const RunProgress& p) {
  return static_cast<double>(p.planned - p.done) / campaigns_per_second(p);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string rate_text(const RunProgress& p) {
  if (p.seconds <= 0) return "at once";
  return campaigns_per_second(p) >= 1 ? fmt::format("{:.1f}/s", campaigns_per_second(p))
                                      : fmt::format("{:.1f} s each", 1 / campaigns_per_second(p));
}

ProgressLines::~ProgressLines() {
  if (open_line_) std::fputc('\n', stderr);
}

bool ProgressLines::due(double seconds, bool last) {
  if (style_ == ProgressStyle::Silent) return false;
  const double every = style_ == ProgressStyle::Terminal ? kTerminalSeconds
                       : style_ == ProgressStyle::Lines  ? kLineSeconds
                                                         : kJsonSeconds;
  if (!last && last_shown_ >= 0 && seconds - last_shown_ < every) return false;
  if (last_shown_ < 0 && style_ == ProgressStyle::Lines && !last && seconds < every) return false;
  last_shown_ = seconds;
  return true;
}

void ProgressLines::show(const std::string& line) {
  open_line_ = style_ == ProgressStyle::Terminal;
  if (open_line_)
    fmt::print(stderr, "\r\x1b[K{}", line);
  else
    fmt::print(stderr, "{}\n", line);
  std::fflush(stderr);
}

void ProgressPrinter::show(const RunProgress& p) {
  if (!lines_.due(p.seconds, p.done >= p.planned && p.done != last_done_)) return;
  last_done_ = p.done;
  lines_.show(lines_.style() == ProgressStyle::Json ? json_line(p) : text_line(p, side_));
}

void CampaignProgress::show(int turn) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (!lines_.due(seconds, false)) return;
  auto line = fmt::format("turn {}", turn);
  if (last_ > 0) line += fmt::format(" of {}", last_);
  line += fmt::format(", {}", duration_text(seconds));
  // The turn that is being played counts as not begun: a guess too long rather than too short.
  if (last_ > 0 && turn > first_)
    line += fmt::format(", {} left", duration_text(seconds * (last_ - turn + 1) / (turn - first_)));
  lines_.show(line);
}

}  // namespace niemen::lab
