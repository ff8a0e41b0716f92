// What a person may ask while it is played: where an order leads and what may come of it, chances,
// which of two orders is better, a hint, the review. Each is a task for serve::Work. All but the
// review answer from what the seat may know, and from nothing else.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ai/table/both_ways.h"
#include "ai/table/practice.h"
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

/// "reach" of several counters: wherever any of them can be sent, with who can.
Work::Task light_reach_of(Asked asked, int from, std::vector<std::string> counters);

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

/// "review": the campaign again, kept in `file` where that is not empty. Precondition:
/// session->over().
Work::Task look_back(std::shared_ptr<const play::Session> session, play::Side side,
                     std::filesystem::path file);

/// "better": what would have been better than what `side` decided in steps [from, to).
/// Precondition: session->over().
Work::Task find_better(std::shared_ptr<const play::Session> session, play::Side side,
                       std::size_t from, std::size_t to);

/// Both courses of an advice, once `ready`.
struct PlayedBothWays {
  std::atomic<bool> ready = false;
  std::optional<ai::table::BothWays> ways;
  std::string names[2];  ///< that the campaigns are opened by: as it was played, with the better
};

/// "both": what was decided at step `from` and what would have been better, both played on to the
/// end with the same dice. Precondition: session->over().
Work::Task play_both(std::shared_ptr<const play::Session> session, play::Side side,
                     std::size_t from, std::vector<play::Action> better,
                     std::shared_ptr<PlayedBothWays> played);

/// What somebody decides once more, and where he did before.
struct Retry {
  std::shared_ptr<const play::Session> first;
  std::size_t from = 0;
  Json exercise = nullptr;  ///< {"position", "of", "then"} of what is practised; null: nothing is
};

/// "retried": the course that `again` took against the one of then. Precondition: that of
/// ai::table::retried.
Work::Task compare_courses(Retry retry, std::shared_ptr<const play::Session> again,
                           play::Side side);

/// Positions to be played again, once `ready`.
struct Exercises {
  std::atomic<bool> ready = false;
  std::vector<ai::table::Exercise> list;
  std::size_t at = 0;  ///< that is played
};

/// "practice": how far a campaign has been looked through for what its player decided badly.
Work::Task look_for_exercises(std::vector<std::filesystem::path> files, std::uint64_t order,
                              std::shared_ptr<Exercises> found);
/// A campaign's file, which is left as it is. Throws InputError.
play::Session read_campaign(const std::filesystem::path& file);

/// "picture": the road of an army as SVG. Precondition: session->over().
Work::Task draw_road(std::shared_ptr<const play::Session> session, play::Side side);

}  // namespace niemen::serve
