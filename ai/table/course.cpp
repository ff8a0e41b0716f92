#include "ai/table/course.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/text.h"
#include "engine/play/session_steps.h"

namespace niemen::ai::table {

namespace {

Owed owed_by(play::Actor actor, play::Side side) {
  if (actor == play::Actor::Nature) return Owed::Dice;
  return actor == play::actor_of(side) ? Owed::Mine : Owed::His;
}

/// Whether a phase or a turn began behind a step.
bool opens_phase(const Course& course, const play::Step& step) {
  return std::ranges::any_of(step.events, [&](const play::Event& event) {
    return course.game->event_row(event).weight <= play::Weight::Phase;
  });
}

/// Whether step `at` belongs to the stretch of the step before it.
bool joins(const Course& course, const Stretch& stretch, std::size_t at) {
  const auto& now = course.steps[at];
  const auto& before = course.steps[at - 1];
  if (stretch.tells || now.turn != before.turn || opens_phase(course, before)) return false;
  if (now.actor == play::Actor::Nature) return stretch.owed == Owed::Dice;
  // Behind a foreign step that was forced nothing is decided in the same breath.
  if (now.forced) return stretch.owed == Owed::Dice || now.actor == before.actor;
  return goes_on(course.steps, at) && course.steps[stretch.from].actor == now.actor;
}

/// Counts passages. A new one begins with a turn or phase, where the side that opened the last goes
/// on to another chapter, and where the kind of decision comes up again that opened it, once dice
/// have fallen.
class Passages {
 public:
  explicit Passages(const Course& course) : course_(course) {}

  int of(const Stretch& stretch) {
    const auto& step = course_.steps[stretch.from];
    const auto row = course_.game->step(course_.states[stretch.from]);
    const bool decides = play::is_side(step.actor) && !step.forced;
    const bool apart = stretch.from > 0 && (step.turn != course_.steps[stretch.from - 1].turn ||
                                            opens_phase(course_, course_.steps[stretch.from - 1]));
    const bool goes_on = decides && opened_ && actor_ == step.actor && chapter_ != row.chapter;
    const bool again = decides && opened_ && diced_ && kind_ == row.name;
    if (apart || goes_on || again) {
      ++count_;
      opened_ = diced_ = false;
    }
    if (decides && !opened_) {
      opened_ = true;
      actor_ = step.actor;
      kind_ = row.name;
      chapter_ = row.chapter;
    }
    diced_ = diced_ || stretch.owed == Owed::Dice;
    return count_;
  }

 private:
  const Course& course_;
  bool opened_ = false;  ///< by a decision
  play::Actor actor_ = play::Actor::Nature;
  std::string kind_, chapter_;
  bool diced_ = false;
  int count_ = 0;
};

std::string notation_words(const Course& course, std::size_t from, std::size_t to, int side) {
  constexpr std::size_t kTold = 4;
  std::vector<std::string> list;
  for (auto i = from; i < to; ++i) {
    const auto& step = course.steps[i];
    const bool his =
        side >= 0 && (!play::is_side(step.actor) || play::index(play::side_of(step.actor)) != side);
    if (!step.forced && !his) list.push_back(step.text);
  }
  if (list.size() <= kTold) return fmt::format("{}", fmt::join(list, ", "));
  const auto more = list.size() - kTold;
  list.resize(kTold);
  return fmt::format("{}, and {} more", fmt::join(list, ", "), more);
}

}  // namespace

Course course_of(const play::Session& session) {
  Course course{.game = &session.game(),
                .steps = session.steps(),
                .states = {},
                .outcome = session.outcome(),
                .forfeit = session.forfeit()};
  for (std::size_t i = 0; i <= session.steps().size(); ++i)
    course.states.push_back(session.state(i));
  return course;
}

Course course_of(const play::Replay& replay) {
  return {.game = replay.game.get(),
          .steps = play::steps_of(replay),
          .states = replay.states,
          .outcome = replay.outcome,
          .forfeit = replay.forfeit};
}

bool goes_on(const std::vector<play::Step>& steps, std::size_t at) {
  return at > 0 && play::is_side(steps[at].actor) && steps[at].actor == steps[at - 1].actor &&
         steps[at].turn == steps[at - 1].turn && steps[at - 1].barrier == play::Barrier::None;
}

std::vector<Stretch> stretches_of(const Course& course, play::Side side) {
  std::vector<Stretch> list;
  for (std::size_t i = 0; i < course.steps.size(); ++i) {
    const auto& step = course.steps[i];
    if (list.empty() || !joins(course, list.back(), i)) {
      list.emplace_back();
      list.back().from = i;
      list.back().turn = step.turn;
      list.back().owed = owed_by(step.actor, side);
    }
    list.back().to = i + 1;
    list.back().tells = list.back().owed == Owed::Mine && step.actor == play::actor_of(side) &&
                        step.barrier == play::Barrier::Reveal;
  }
  Passages passages(course);
  for (auto& stretch : list) stretch.passage = passages.of(stretch);
  return list;
}

std::string passage_words(const Course& course, std::size_t from, std::size_t to,
                          play::Viewer reader, int side) {
  constexpr std::size_t kTold = 2;
  std::vector<std::string> operations, details;
  for (auto i = from; i < to && i < course.steps.size(); ++i)
    for (const auto& event : course.steps[i].events) {
      const auto weight = course.game->event_row(event).weight;
      if (weight < play::Weight::Operation) continue;
      auto& list = weight == play::Weight::Operation ? operations : details;
      auto words = course.game->event_text(event, reader);
      if (!words.empty()) list.push_back(core::capitalised(std::move(words)));
    }
  auto& told = operations.empty() ? details : operations;
  if (told.empty()) return notation_words(course, from, to, side);
  const auto more = told.size() - std::min(told.size(), kTold);
  told.resize(std::min(told.size(), kTold));
  return more > 0 ? fmt::format("{}; and {} more", fmt::join(told, "; "), more)
                  : fmt::format("{}", fmt::join(told, "; "));
}

}  // namespace niemen::ai::table
