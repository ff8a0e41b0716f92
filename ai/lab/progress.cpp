#include "ai/lab/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "ai/lab/statistics/intervals.h"
#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr double kTerminalSeconds = 0.25;
constexpr double kLineSeconds = 60;
constexpr double kJsonSeconds = 1;

/// Without a campaign in this session nothing is known of the time left.
double rate(const RunProgress& p) {
  return p.seconds > 0 ? static_cast<double>(p.this_session) / p.seconds : 0;
}
double seconds_left(const RunProgress& p) {
  return static_cast<double>(p.planned - p.done) / rate(p);
}

std::string json_line(const RunProgress& p) {
  nlohmann::ordered_json json{{"done", p.done},          {"planned", p.planned},
                              {"failed", p.failed},      {"campaigns_per_second", rate(p)},
                              {"seconds_left", nullptr}, {"share_a", nullptr},
                              {"ci_low", nullptr},       {"ci_high", nullptr}};
  if (p.this_session > 0) json["seconds_left"] = seconds_left(p);
  if (p.scored > 0) {
    const auto interval = jeffreys_interval(p.score, static_cast<double>(p.scored));
    json["share_a"] = p.score / static_cast<double>(p.scored);
    json["ci_low"] = interval.low;
    json["ci_high"] = interval.high;
  }
  return json.dump();
}

std::string text_line(const RunProgress& p, const std::string& side) {
  auto line = fmt::format("{}/{} campaigns", p.done, p.planned);
  if (p.this_session > 0) {
    line += rate(p) >= 1 ? fmt::format(", {:.1f}/s", rate(p))
                         : fmt::format(", {:.1f} s each", 1 / rate(p));
    line += fmt::format(", {} left", duration_text(seconds_left(p)));
  }
  if (p.scored > 0) {
    const auto interval = jeffreys_interval(p.score, static_cast<double>(p.scored));
    line += fmt::format(", {} {:.1f} % ({:.1f} to {:.1f})", side,
                        100 * p.score / static_cast<double>(p.scored), 100 * interval.low,
                        100 * interval.high);
  }
  if (p.failed > 0) line += fmt::format(", {} failed", p.failed);
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

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

ProgressPrinter::ProgressPrinter(ProgressStyle style, std::string side)
    : style_(style), side_(std::move(side)) {}

ProgressPrinter::~ProgressPrinter() {
  if (open_line_) std::fputc('\n', stderr);
}

void ProgressPrinter::show(const RunProgress& p) {
  if (style_ == ProgressStyle::Silent) return;
  const double every = style_ == ProgressStyle::Terminal ? kTerminalSeconds
                       : style_ == ProgressStyle::Lines  ? kLineSeconds
                                                         : kJsonSeconds;
  const bool last = p.done >= p.planned && p.done != last_done_;
  if (!last && last_shown_ >= 0 && p.seconds - last_shown_ < every) return;
  if (last_shown_ < 0 && style_ == ProgressStyle::Lines && !last && p.seconds < every) return;
  last_shown_ = p.seconds;
  last_done_ = p.done;
  if (style_ == ProgressStyle::Json) {
    fmt::print(stderr, "{}\n", json_line(p));
    return;
  }
  const auto line = text_line(p, side_);
  if (style_ == ProgressStyle::Terminal) {
    fmt::print(stderr, "\r\x1b[K{}", line);
    open_line_ = true;
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

}  // namespace niemen::lab
