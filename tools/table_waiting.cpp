// What answers for a person at the table: orders that wait for their turn, passing, repeating what
// was done last turn, the staff.
#include <fmt/format.h>

#include <algorithm>

#include "engine/core/text.h"
#include "engine/play/sweep.h"
#include "tools/play_setup.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

using core::trimmed;
using play::Side;

// --- Orders that wait for their turn ---

/// Before whatever waits already: they are parts of the line at hand.
void Table::enqueue(const std::vector<std::string>& lines, bool where_possible) {
  auto& waiting = waiting_[play::index(seat_)];
  std::vector<Waiting> more;
  for (const auto& line : lines) more.push_back({trimmed(line), where_possible});
  waiting.insert(waiting.begin(), more.begin(), more.end());
}

/// One verb for many, e.g. "train 3 Smolensk Minsk done".
bool Table::sweep(const std::string& line) {
  if (line.find(" to ") != std::string::npos) return false;
  const auto view = session_.view(seat_);
  const auto lines = play::sweep_lines(board_, view.choices, line, view.counters);
  enqueue(lines);
  return !lines.empty();
}

void Table::obey_next() {
  auto& waiting = waiting_[play::index(seat_)];
  const auto next = waiting.front();
  waiting.pop_front();
  if (next.where_possible) {
    decide_by_notation(next.line);
    return;
  }
  if (obey(next.line) && warned_revision_ != session_.revision()) return;
  std::string words;
  for (const auto& one : waiting) words += (words.empty() ? "" : "; ") + one.line;
  waiting.clear();
  if (!words.empty()) terminal_.say("What was to follow falls away: " + words);
}

void Table::forget_orders() {
  standing_.reset();
  for (const auto side : {Side::A, Side::B}) {
    waiting_[play::index(side)].clear();
    passing_[play::index(side)].reset();
  }
}

/// What was ordered before answers the question at hand: whether it did.
bool Table::goes_on_alone() {
  const auto i = play::index(seat_);
  if (terminal_.take_interrupts() > 0) forget_orders();
  if (staff_answers() || passes()) return true;
  if (standing_) {
    const auto before = session_.revision();
    go_on_with_order();
    if (session_.revision() != before) return true;
  }
  if (waiting_[i].empty()) return false;
  obey_next();
  return true;
}

std::string Table::kind_at_hand() const { return ai::table::question_at_hand(session_, seat_); }

/// "end all": passes as long as the same is asked in the same turn.
bool Table::passes() {
  auto& passing = passing_[play::index(seat_)];
  if (!passing) return false;
  const auto closing = play::closing_choices(session_.choices(seat_));
  if (*passing != Question{session_.game().turn(session_.state()), kind_at_hand()} ||
      closing.size() != 1) {
    passing.reset();
    return false;
  }
  const auto steps = session_.steps().size();
  decide(closing.front().action);
  if (session_.steps().size() == steps) passing.reset();  // a warning
  return true;
}

void Table::end(const std::string& rest) {
  const bool all = rest == "all" || rest.starts_with("all ");
  const auto word = all ? trimmed(rest.substr(3)) : rest;
  auto ends = play::closing_choices(session_.choices(seat_));
  std::erase_if(ends, [&](const play::Choice& choice) {
    return !word.empty() && choice.notation.find(word) == std::string::npos;
  });
  if (ends.empty()) {
    const auto world = session_.world(seat_);
    const auto refusal = play::why_no_end(session_.game(), world, board_, session_.view(seat_));
    if (!refusal.empty()) throw play::Refused(refusal.told());
    throw play::Refused("this is not ended but answered: " + session_.game().prompt(world) +
                        "; see \"moves\"");
  }
  if (ends.size() > 1) {
    std::string names;
    for (const auto& choice : ends) names += (names.empty() ? "" : ", ") + choice.notation;
    throw play::Refused("which: " + names);
  }
  const Question now{session_.game().turn(session_.state()), kind_at_hand()};
  decide(ends.front().action);
  if (all) passing_[play::index(seat_)] = now;
}

/// What the side decided when the same was last asked in an earlier turn, closing left out.
void Table::again(const std::string& rest) {
  if (!rest.empty())
    throw play::Refused("again stands alone: it repeats the last turn's decisions");
  const auto kind = kind_at_hand();
  const auto& game = session_.game();
  const auto& steps = session_.steps();
  const auto now = game.turn(session_.state());
  int turn = -1;
  std::vector<std::string> lines;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const bool same = steps[i].turn < now && steps[i].actor == play::actor_of(seat_) &&
                      !steps[i].forced && game.step(session_.state(i)).name == kind;
    if (!same || (turn >= 0 && steps[i].turn != turn)) continue;
    turn = steps[i].turn;
    lines.push_back(steps[i].text);
  }
  std::erase_if(lines, [](const std::string& line) { return play::is_closing(line); });
  if (lines.empty())
    throw play::Refused("you have decided nothing of this kind in an earlier turn");
  std::ranges::reverse(lines);
  terminal_.say(fmt::format("As in turn {}, where it can be: {}.", turn, fmt::join(lines, "; ")),
                2);
  enqueue(lines, true);
}

// --- The staff ---

/// Decides what was left to the staff; whether it was.
bool Table::staff_answers() {
  auto& orders = staff_orders_[play::index(seat_)];
  const auto kind = kind_at_hand();
  if (orders.for_now && *orders.for_now != Question{session_.game().turn(session_.state()), kind})
    orders.for_now.reset();
  if (!orders.for_now && !orders.always.contains(kind)) return false;
  leave_to_staff();
  return true;
}

void Table::leave_to_staff() {
  const auto action = staff_.propose(session_, seat_);
  const auto text = session_.game().action_text(session_.world(seat_), action);
  session_.decide(seat_, session_.revision(), action);
  terminal_.say("(your staff: " + text + ")");
}

void Table::staff(const std::string& rest) {
  auto& orders = staff_orders_[play::index(seat_)];
  if (rest == "off") {
    orders = {};
    return terminal_.say("You decide everything yourself.");
  }
  if (session_.over()) throw play::Refused("the campaign is over");
  if (rest == "history") return stand_historically();
  if (!rest.empty() && rest != "rest" && rest != "always")
    throw play::Refused("staff, staff rest, staff always, staff history or staff off");
  session_.note(seat_, "staff");
  if (rest == "rest")
    orders.for_now = Question{session_.game().turn(session_.state()), kind_at_hand()};
  if (rest == "always") orders.always.insert(kind_at_hand());
  if (rest.empty()) leave_to_staff();
}

/// What is left of a set-up stands as history had it.
void Table::stand_historically() {
  if (session_.game().turn(session_.state()) != 0) throw play::Refused("nothing is set up now");
  const auto opening = historical_set_up(session_.settings().request, seat_);
  if (!opening) throw play::Refused("this game has no historical set-up of that side");
  staff_.set_up_as(session_, seat_, *opening);
  terminal_.say("(your staff sets up the rest as it stood in history)");
}

}  // namespace niemen::tools
