// What a person may ask while it is played: where an order leads and what may come of it, chances,
// which of two orders is better, a hint, the review. Each is a task for serve::Work. All but the
// review answer from what the seat may know, and from nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/play/orders.h"
#include "engine/play/session.h"
#include "tools/serve/work.h"

namespace niemen::serve {

/// What a seat knows when it asks.
struct Asked {
  std::shared_ptr<const play::AnyGame> game;
  play::Side side = play::Side::A;
  play::AnyObservation observation;
  play::AnyState world;  ///< agrees with the observation
  std::uint64_t revision = 0;
};

/// "plan": the course of an order; then as weigh_actions.
Work::Task plan_order(Asked asked, const play::Order& order);

/// "reach": where all that stand in a place can be sent, and what that costs and risks there.
Work::Task light_reach(Asked asked, int from);

/// "odds": the distribution of what may come of decisions; then "outlook", again and again until it
/// is precise: the chance of winning after them, and against `instead` on the same dice. Empty
/// `instead`: against going on by the rule of thumb.
Work::Task weigh_actions(Asked asked, std::vector<play::Action> actions,
                         std::vector<play::Action> instead, std::string instead_words);

/// "chance", or whatever `kind` is: how many of `campaigns` are won that are played on from here,
/// told as it comes in.
Work::Task play_on(Asked asked, std::string kind, int campaigns);

/// "compare": the same for two orders, on the same dice.
Work::Task compare_actions(Asked asked, std::vector<play::Action> first,
                           std::vector<play::Action> second, int campaigns);

/// "hint": where to look (step 1), whom to think of (2), what the adviser would do (3).
Work::Task advise(Asked asked, std::vector<play::Choice> choices, std::uint64_t luck, int step);

/// "ponder": what the general would do in this place, the other ways it weighed, and what it
/// expects to follow, told as it thinks.
Work::Task ponder(Asked asked, std::uint64_t luck);

/// "ahead": who may hold which place, who may live, where the armies may stand, told as campaigns
/// come in that are played on.
Work::Task foresee(Asked asked);

/// "belief": what may lie face down where, from what the seat knows.
Work::Task believe(Asked asked, std::size_t step);

/// The same for an earlier position, with the truth beside it. Precondition: session->over().
Work::Task believed(std::shared_ptr<const play::Session> session, play::Side side,
                    std::size_t step);

/// "review": the campaign again. Precondition: session->over().
Work::Task look_back(std::shared_ptr<const play::Session> session, play::Side side);

/// "picture": the road of an army as SVG. Precondition: session->over().
Work::Task draw_road(std::shared_ptr<const play::Session> session, play::Side side);

}  // namespace niemen::serve
