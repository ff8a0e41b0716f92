#include "ai/agents/analyse.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "engine/core/error.h"
#include "engine/core/hash.h"

namespace niemen::ai {

namespace {

/// Iterations between two looks at the budget when no clock runs.
constexpr std::uint64_t kSlice = 500;

/// Adds a slice to what came before it: counters add up, everything else is the newest.
void add_slice(Decision& total, Decision&& slice) {
  slice.report.iterations += total.report.iterations;
  slice.report.worlds += total.report.worlds;
  slice.report.seconds += total.report.seconds;
  total = std::move(slice);
}

std::string share(double value) { return fmt::format("{:5.1f} %", 100 * value); }

}  // namespace

Decision analyse(const play::AnyGame& game, const play::AnyState& state,
                 const AnalyseOptions& options) {
  if (!play::is_side(game.actor(state)))
    throw core::InputError("nobody is to decide in this position: there is nothing to analyse");
  if (options.seconds <= 0 && options.iterations == 0)
    throw core::InputError("an analysis needs seconds or iterations");
  if (!options.agent.searches())
    throw core::InputError(fmt::format(
        "the agent \"{}\" does not search; allowed: one of kind mcts or turn", options.agent.name));
  const auto match = make_match(game, {options.agent, options.agent});
  match->begin_campaign();
  Decision total;
  for (std::uint64_t slice = 0;; ++slice) {
    Budget budget{.stop = options.stop, .want_report = true, .again = slice > 0};
    if (options.seconds > 0)
      budget.seconds = std::min(options.progress_seconds, options.seconds - total.report.seconds);
    if (options.iterations > 0)
      budget.iterations = std::min(kSlice, options.iterations - total.report.iterations);
    const auto before = total.report.iterations;
    add_slice(total, match->decide(state, core::mix(options.key, slice), budget));
    if (options.progress) options.progress(total);
    const bool spent = (options.seconds > 0 && total.report.seconds >= options.seconds) ||
                       (options.iterations > 0 && total.report.iterations >= options.iterations);
    // A slice that did nothing (a forced move) ends it too.
    if (spent || total.report.forced || total.report.iterations == before ||
        options.stop.stop_requested())
      return total;
  }
}

std::string report_text(const Decision& decision) {
  const auto& r = decision.report;
  if (r.forced) return "There is only one legal action.\n";
  std::string text = fmt::format("win {} ({} to {}), margin {:+.1f}\n", share(r.win_probability),
                                 share(r.win_low), share(r.win_high), r.margin);
  for (const auto& a : r.alternatives)
    text += fmt::format("  {:8} visits  win {}  loss {}  margin {:+7.1f}  {}\n", a.visits,
                        share(a.win_probability), share(a.loss), a.margin, a.text);
  if (!r.principal_line.empty())
    text += fmt::format("expected: {}\n", fmt::join(r.principal_line, ", "));
  for (const auto& belief : r.beliefs)
    text += fmt::format("believes {}: {}\n", share(belief.share), belief.fact);
  text += fmt::format("{} iterations, {} worlds, {} nodes, {:.1f} MiB, {:.1f} s{}\n", r.iterations,
                      r.worlds, r.nodes, static_cast<double>(r.memory_bytes) / (1 << 20), r.seconds,
                      r.memory_full ? ", memory full" : "");
  return text;
}

}  // namespace niemen::ai
