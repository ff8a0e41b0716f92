#include "ai/lab/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace niemen::lab {

namespace {

constexpr double kTerminalSeconds = 0.25;
constexpr double kLineSeconds = 60;
constexpr double kJsonSeconds = 1;
constexpr double kNormal95 = 1.96;

struct Shown {
  double rate = 0, left = 0, share = 0.5, reach = 0.5;
};

Shown estimate(const RunProgress& p) {
  Shown shown;
  shown.rate = p.seconds > 0 ? static_cast<double>(p.this_session) / p.seconds : 0;
  if (shown.rate > 0) shown.left = static_cast<double>(p.planned - p.done) / shown.rate;
  if (p.scored > 0) {
    const auto n = static_cast<double>(p.scored);
    shown.share = p.score / n;
    const double variance = std::max(0.0, p.score_squares / n - shown.share * shown.share);
    shown.reach = kNormal95 * std::sqrt(variance / n);
  }
  return shown;
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
  const auto shown = estimate(p);
  if (style_ == ProgressStyle::Json) {
    const nlohmann::ordered_json json{{"done", p.done},
                                      {"planned", p.planned},
                                      {"failed", p.failed},
                                      {"campaigns_per_second", shown.rate},
                                      {"seconds_left", shown.left},
                                      {"share_a", shown.share},
                                      {"half_width", shown.reach}};
    fmt::print(stderr, "{}\n", json.dump());
    return;
  }
  const auto line =
      fmt::format("{}/{} campaigns, {:.1f}/s, {} left, {} {:.1f} % +-{:.1f}{}", p.done, p.planned,
                  shown.rate, duration_text(shown.left), side_, 100 * shown.share,
                  100 * shown.reach, p.failed ? fmt::format(", {} failed", p.failed) : "");
  if (style_ == ProgressStyle::Terminal) {
    fmt::print(stderr, "\r\x1b[K{}", line);
    open_line_ = true;
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

}  // namespace niemen::lab
