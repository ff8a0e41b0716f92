#include "ai/table/both_ways.h"

#include <optional>

#include "ai/agents/match.h"
#include "ai/table/staff.h"
#include "engine/core/error.h"
#include "engine/core/random.h"

namespace niemen::ai::table {

namespace {

/// Names the dice of pairs but the first.
constexpr std::uint64_t kPairs = 0x7061697273;

/// Rules of thumb lead both sides to the end.
void play_out(play::Session& session, std::uint64_t luck, const std::stop_token& stop) {
  const auto rule_of_thumb = find_agent("doctrine");
  const auto match = make_match(session.game(), {rule_of_thumb, rule_of_thumb});
  match->begin_campaign();
  while (!session.over()) {
    if (stop.stop_requested()) throw core::InputError("it was broken off");
    const auto decided =
        match->decide(session.state(), core::mix(luck, session.steps().size()), {});
    session.decide(play::side_of(session.actor()), session.revision(), decided.action);
  }
}

}  // namespace

BothWays play_both_ways(const play::Session& first, play::Side side, std::size_t from,
                        const std::vector<play::Action>& better, const BothWaysOptions& options) {
  std::vector<play::Action> then;
  for (auto step = from; step < first.steps().size(); ++step) {
    if (first.steps()[step].actor != play::actor_of(side)) break;
    then.push_back(first.steps()[step].action);
  }
  if (then.empty() || better.empty())
    throw core::InputError("nothing of this side was decided there");
  auto source = first.copy();
  std::optional<BothWays> kept;
  for (int pair = 0; pair < options.most; ++pair) {
    const auto key = core::mix(kPairs, static_cast<std::uint64_t>(pair));
    const auto course = [&](const std::vector<play::Action>& actions) {
      auto twig = source.branch(side, {}, from, pair > 0 ? std::optional(key) : std::nullopt);
      decide_course(twig, side, actions);
      play_out(twig, key, options.stop);
      return twig;
    };
    auto played = course(then);
    auto other = course(better);
    const bool otherwise = played.outcome().score_a() != other.outcome().score_a();
    if (!kept || otherwise)
      kept.emplace(BothWays{std::move(played), std::move(other), pair + 1, otherwise});
    if (options.progress) options.progress(pair + 1);
    if (otherwise) break;
  }
  return std::move(*kept);
}

}  // namespace niemen::ai::table
