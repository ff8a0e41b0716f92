#include "engine/play/refusals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/play/sweep.h"

namespace niemen::play {

namespace {

View view_for(const AnyGame& game, const AnyState& world, Side side) {
  return game.view(game.observe(world, viewer_of(side)));
}

std::string words_of(const Choice& choice) {
  return choice.words.empty() ? choice.notation : choice.words;
}

bool touches(const View& view, const Choice& choice, int place) {
  return choice.from == place || choice.to == place ||
         std::ranges::any_of(choice.counters, [&](int i) {
           return view.counters[static_cast<std::size_t>(i)].place == place;
         });
}

/// The nearest place that some choice touches; -1: none.
int nearest_touched(const Board& board, const View& view, int place) {
  const auto& here = board.spaces[static_cast<std::size_t>(place)].centre;
  int best = -1;
  double least = 0;
  for (int other = 0; other < static_cast<int>(board.spaces.size()); ++other) {
    const auto& there = board.spaces[static_cast<std::size_t>(other)].centre;
    const auto away = std::hypot(there.x - here.x, there.y - here.y);
    if (best >= 0 && away >= least) continue;
    if (std::ranges::none_of(view.choices,
                             [&](const Choice& choice) { return touches(view, choice, other); }))
      continue;
    best = other;
    least = away;
  }
  return best;
}

/// The first of the side's own questions, after what can be decided now, for which `asks` holds: as
/// it does what it can at `from`, ends whatever else it is asked, and everybody else takes what
/// comes first. Nothing: not before the turn after the next.
std::optional<View> later_question(const AnyGame& game, AnyState world, Side side, int from,
                                   const std::function<bool(const View&)>& asks) {
  constexpr int kMostSteps = 400, kMostViews = 120;
  const int turn = game.turn(world);
  int views = 0;
  for (int step = 0; step < kMostSteps && views < kMostViews; ++step) {
    const auto actor = game.actor(world);
    if (actor == Actor::Over || game.turn(world) > turn + 1) return std::nullopt;
    if (actor == Actor::Nature) {
      game.apply(world, game.chance(world).front().action);
      continue;
    }
    if (actor != actor_of(side)) {
      game.apply(world, game.legal(world).front());
      continue;
    }
    auto view = view_for(game, world, side);
    ++views;
    if (step > 0 && asks(view)) return view;
    const auto closing = closing_choices(view.choices);
    const auto there = std::ranges::find(view.choices, from, &Choice::to);
    game.apply(world, there != view.choices.end() ? there->action
                      : closing.empty()           ? view.choices.front().action
                                                  : closing.front().action);
  }
  return std::nullopt;
}

}  // namespace

Refusal refusal_of_verdict(const Board& board, const Verdict& verdict, int place) {
  Refusal refusal{verdict.reason, verdict.rule, ""};
  const auto found = std::ranges::find(board.spaces, verdict.culprit, &Space::id);
  const auto at = static_cast<int>(found - board.spaces.begin());
  if (verdict.culprit.empty() || found == board.spaces.end() || at == place) return refusal;
  refusal.reason += "; in the way: " + place_name(board, at);
  return refusal;
}

Refusal what_is_asked(const AnyGame& game, const AnyState& world, Side side, const View& view,
                      int from, const std::function<bool(const View&)>& asks) {
  Refusal refusal{"now it is asked: " + view.prompt, std::string(view.step.rule), ""};
  for (const auto& choice : view.choices) {
    auto next = world;
    game.apply(next, choice.action);
    if (game.actor(next) != actor_of(side) || !asks(view_for(game, next, side))) continue;
    refusal.instead = "they can be ordered behind \"" + words_of(choice) + "\"";
    return refusal;
  }
  const auto later = later_question(game, world, side, from, asks);
  if (later && later->phase != view.phase)
    refusal.instead = "they can be ordered in " + later->phase +
                      (later->turn > view.turn ? " of the next turn" : "");
  return refusal;
}

Refusal why_nothing_at(const AnyGame& game, const AnyState& world, const Board& board,
                       const View& view, int place) {
  if (std::ranges::any_of(view.choices,
                          [&](const Choice& choice) { return touches(view, choice, place); }))
    return {};
  const auto& id = board.spaces[static_cast<std::size_t>(place)].id;
  Refusal refusal{"now it is asked: " + view.prompt, std::string(view.step.rule), ""};
  std::set<std::string> tried;
  for (const auto& choice : view.choices) {
    const int there = choice.to >= 0 ? choice.to : choice.from;
    if (there < 0) continue;
    auto text = choice.notation;
    const auto& its_id = board.spaces[static_cast<std::size_t>(there)].id;
    const auto found = text.rfind(its_id);
    if (found == std::string::npos || !tried.insert(text.substr(0, found)).second) continue;
    const auto action = game.parse_action(world, text.replace(found, its_id.size(), id));
    const auto verdict = action ? game.why(world, *action) : Verdict::yes();
    if (verdict.ok) continue;
    refusal = refusal_of_verdict(board, verdict, place);
    refusal.reason = place_name(board, place) + ": " + refusal.reason;
    break;
  }
  if (const int nearest = nearest_touched(board, view, place); nearest >= 0)
    refusal.instead = "the nearest that may be chosen is " + place_name(board, nearest);
  return refusal;
}

Refusal why_no_end(const AnyGame& game, const AnyState& world, const Board& board,
                   const View& view) {
  if (view.choices.empty() || !closing_choices(view.choices).empty()) return {};
  static constexpr std::array<std::string_view, 20> kEnds{
      "done",        "pass",         "end move",     "end leaders",    "end straggle",
      "end command", "end moves",    "end march",    "end regroup",    "end bombardment",
      "end squares", "end supply",   "end scorch",   "end depots",     "end scorching",
      "end attacks", "end retreats", "end advances", "end deployment", "end"};
  for (const auto end : kEnds) {
    const auto action = game.parse_action(world, end);
    if (!action) continue;
    const auto verdict = game.why(world, *action);
    // What has nobody to point at says no more than that this is not asked.
    if (verdict.ok || verdict.culprit.empty()) continue;
    const auto refusal = refusal_of_verdict(board, verdict, -1);
    return {"this cannot be ended yet: " + refusal.reason, refusal.rule, ""};
  }
  return {};
}

}  // namespace niemen::play
