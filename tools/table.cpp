#include "tools/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "ai/agents/analyse.h"
#include "engine/core/hash.h"
#include "engine/core/shell.h"
#include "engine/core/text.h"
#include "engine/play/ending.h"
#include "tools/command_line.h"
#include "tools/table_text.h"

namespace niemen::tools {

using core::lower;
using core::trimmed;
using play::Side;
using play::Viewer;

Table::Table(Terminal& terminal, play::Session session, const TableOptions& options)
    : terminal_(terminal),
      session_(std::move(session)),
      options_(options),
      board_(session_.game().board()),
      was_over_(session_.over()) {
  if (!session_.recovery().empty()) terminal_.say(session_.recovery());
  seat_ = session_.is_person(Side::A) || !session_.is_person(Side::B) ? Side::A : Side::B;
}

Table::~Table() = default;

int Table::persons() const { return session_.is_person(Side::A) + session_.is_person(Side::B); }

/// Whose log is told: the person's, or nobody's where computers play.
Viewer Table::reader() const { return persons() == 0 ? Viewer::Public : play::viewer_of(seat_); }

int Table::run() {
  // Whoever comes back is told what has happened since he decided last.
  for (const auto side : {Side::A, Side::B})
    if (!session_.over() && persons() > 0)
      told_[play::index(side)] = play::steps_at_last_order(session_, side);
  while (!leaving_ && !terminal_.must_leave()) {
    if (session_.over()) {
      if (!finished_) finish();
      after_the_end();
      continue;
    }
    const auto side = play::side_of(session_.actor());
    if (session_.is_person(side)) {
      person_decides(side);
    } else {
      computer_decides(side);
    }
  }
  if (persons() == 2 && !session_.over()) terminal_.forget();  // the other may come next
  if (!session_.over() && !leaves_when_retried_)
    terminal_.say("The campaign is kept in " + session_.path().string() +
                  "; `niemen play --session " + core::shell_path(session_.path()) + "` goes on.");
  return kGood;
}

// --- The computer ---

ai::table::Thinker& Table::thinker(Side side) {
  auto& one = thinkers_[play::index(side)];
  if (!one)
    one = std::make_unique<ai::table::Thinker>(
        session_, ai::find_agent(session_.settings().seats[play::index(side)]));
  return *one;
}

void Table::forget_thoughts() {
  for (auto& one : thinkers_)
    if (one) one->begin_campaign();
  forget_orders();
}

void Table::computer_decides(Side side) {
  using namespace std::chrono_literals;
  if (retry_ && leaves_when_retried_) return compare_retry();
  auto& mind = thinker(side);
  mind.ask(ai::table::question_of(session_));
  const auto name = side_title(session_.game().info(), play::index(side));
  for (int waited = 0;; ++waited) {
    if (const auto answer = mind.wait(100ms)) {
      if (ai::table::apply_answer(session_, *answer)) break;
    }
    terminal_.progress(name + " is thinking (Ctrl-C: move now) " + "|/-\\"[waited % 4]);
    const auto interrupts = terminal_.take_interrupts();
    if (interrupts > 0) mind.move_now();
    if (interrupts > 1 || terminal_.must_leave()) {
      leaving_ = true;
      mind.drop();
      return;
    }
  }
  if (persons() == 0) {
    tell_since(told_[0]);
    told_[0] = session_.steps().size();
  }
}

// --- The person ---

void Table::hand_over(Side side) {
  if (persons() < 2 || at_keyboard_ == side) return;
  const auto name = side_title(session_.game().info(), play::index(side));
  // Who opens a campaign that goes on may be the other.
  const bool begun = at_keyboard_ || told_[0] > 0 || told_[1] > 0;
  if (begun && terminal_.typed()) {
    terminal_.forget();
    terminal_.read(
        fmt::format("Hand over to {}; {}, press Enter when you are alone. ", name, name));
    terminal_.forget();
  } else if (at_keyboard_) {
    terminal_.heading(name + " is at the keyboard");
  }
  at_keyboard_ = side;
  standing_.reset();
}

void Table::person_decides(Side side) {
  seat_ = side;
  hand_over(side);
  auto& told = told_[play::index(side)];
  tell_since(told);
  told = session_.steps().size();
  if (retry_) compare_retry();
  if (goes_on_alone()) return;
  const auto position = core::mix(session_.game().hash(session_.state()), session_.steps().size());
  if (asked_ != position) show_question();
  asked_ = position;
  const auto name = side_title(session_.game().info(), play::index(side));
  const auto line =
      terminal_.read(name + "> ", [this](std::string_view before) { return completions(before); });
  if (line.kind == Line::Kind::End) {
    leaving_ = true;
  } else if (line.kind == Line::Kind::Interrupt) {
    terminal_.take_interrupts();
    leaving_ = ask_to_leave();
  } else {
    obey(trimmed(line.text));
  }
}

bool Table::ask_to_leave() {
  const auto line = terminal_.read("Leave? Everything is kept. [y/N] ");
  return line.kind != Line::Kind::Text || lower(trimmed(line.text)).starts_with("y");
}

bool Table::confirm(const std::string& question) {
  if (!terminal_.typed()) return true;
  const auto line = terminal_.read(question + " [y/N] ");
  return line.kind == Line::Kind::Text && lower(trimmed(line.text)).starts_with("y");
}

void Table::tell_since(std::size_t step) {
  tell(session_.told(reader(), step), step, session_.steps().size(), &heading_turn_);
  // Decisions without a choice are taken, and told.
  for (auto i = step; i < session_.steps().size(); ++i) {
    const auto& one = session_.steps()[i];
    if (one.forced && one.events.empty() && persons() > 0 && one.actor == play::actor_of(seat_))
      terminal_.say("(without a choice: " + one.text + ")");
  }
}

/// The turn after so many steps, with its date where the game has one.
std::string Table::turn_words(std::size_t steps) const {
  const auto& game = session_.game();
  const auto& state = session_.state(steps);
  const auto name = game.view(game.observe(state, reader())).turn_name;
  return name.empty() ? fmt::format("Turn {}", game.turn(state)) : name;
}

/// What was told of the steps [from, to), one passage after the other, with the reasons of the
/// computer that the reader may know. `shown`: the turn whose heading stands above already.
void Table::tell(const std::vector<play::Session::Told>& list, std::size_t from, std::size_t to,
                 int* shown) {
  int none = -1;
  auto& turn = shown ? *shown : none;
  const auto passages = play::passages_of(session_.game(), reader(), list);
  for (const auto& passage : passages) {
    for (auto i = passage.first; i < passage.happened; ++i) tell_heading(list[i], turn);
    tell_reasons(from, passage.lines.front().step);
    from = std::max(from, passage.lines.front().step);
    if (passage.happened < passage.last) tell_lines(passage, turn);
    if (&passage != &passages.back() && !goes_on_telling()) return;
  }
  tell_reasons(from, to);
}

/// The turn that a step belongs to, where its heading does not stand above already. Its words.
std::string Table::tell_turn(std::size_t steps, int& turn) {
  const auto now = session_.game().turn(session_.state(steps));
  if (now == turn) return {};
  turn = now;
  auto words = turn_words(steps);
  terminal_.heading(words);
  return words;
}

void Table::tell_heading(const play::Session::Told& told, int& turn) {
  const auto& [step, event] = told;
  const auto words = event_words(event);
  const bool begins_turn = session_.game().event_row(event).weight == play::Weight::Turn;
  // Of a step that ended a turn the heading of the next one stands above already.
  const bool behind = begins_turn || session_.game().turn(session_.state(step + 1)) == turn;
  const auto heading = tell_turn(behind ? step + 1 : step, turn);
  if (!begins_turn || !heading.starts_with(words))
    terminal_.say(terminal_.ink(Ink::Bold, words), 2);
}

void Table::tell_lines(const play::Passage& passage, int& turn) {
  for (const auto& line : passage.lines) {
    const bool first = &line == &passage.lines.front();
    // Of a step that ended a turn the heading of the next one stands above already.
    if (first && session_.game().turn(session_.state(line.step)) > turn) tell_turn(line.step, turn);
    terminal_.say((first ? "" : "  ") + event_words(line.event), 4);
  }
}

/// What is told is not scrolled past: a screenful waits for a key, or each passage for its time.
/// False: the rest is not to be told.
bool Table::goes_on_telling() {
  using namespace std::chrono_literals;
  if (options_.pace > 0) {
    for (auto waited = 0ms; terminal_.typed() && waited < options_.pace * 1000ms; waited += 100ms) {
      if (terminal_.must_leave()) return false;
      std::this_thread::sleep_for(100ms);
    }
    return true;
  }
  if (!terminal_.is_full()) return true;
  const auto line = terminal_.read("-- Enter goes on, \"s\" skips to the end -- ");
  if (line.kind == Line::Kind::End) leaving_ = true;
  return line.kind == Line::Kind::Text && !lower(trimmed(line.text)).starts_with("s");
}

/// Of the steps [from, to), after what happened by them.
void Table::tell_reasons(std::size_t from, std::size_t to) {
  if (!options_.reasons) return;
  for (auto i = from; i < to; ++i) {
    const auto& step = session_.steps()[i];
    if (!play::is_side(step.actor) || session_.is_person(play::side_of(step.actor))) continue;
    const auto reason = session_.reason(i, seat_);
    if (!reason.empty()) terminal_.say("    why " + step.text + ": " + reason, 6);
  }
}

/// What is asked of the seat, in words.
std::string Table::asked(const play::View& view) const {
  const auto words =
      view.prompt.empty() ? session_.game().prompt(session_.world(seat_)) : view.prompt;
  return words.empty() ? "your decision" : words;
}

void Table::show_question() {
  const auto view = session_.view(seat_);
  const auto choices = session_.choices(seat_);
  const auto turn = session_.game().turn(session_.state());
  if (options_.show_chance && chance_turn_ != turn) {
    chance_turn_ = turn;
    chance("");
  }
  if (options_.guided) explain_step(view);
  terminal_.say(fmt::format("{}: {}",
                            view.turn_name.empty() ? fmt::format("Turn {}", turn) : view.turn_name,
                            asked(view)));
  constexpr std::size_t kFew = 8;
  if (choices.size() > kFew) {
    terminal_.say(fmt::format("{} choices; \"moves\" lists them, \"help\" says what can be typed.",
                              choices.size()));
    return;
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    terminal_.say("  " + choice_line(i + 1, choices[i]), 6);
}

/// A decision that was not met before: what it is, and how it is answered.
void Table::explain_step(const play::View& view) {
  const auto row = session_.game().step(session_.world(seat_));
  const std::string name(row.name.empty() ? "decision" : row.name);
  if (std::ranges::count(explained_, name)) return;
  if (explained_.empty())
    terminal_.say(
        "You are in the campaign itself; nothing here is rehearsed. What you decide stands, but "
        "\"undo\" takes it back until a die falls, something hidden comes out or the enemy has "
        "decided. \"board\" shows where everybody stands, \"hint\" says where to look, \"why\" "
        "with any order says what forbids it.");
  explained_.push_back(name);
  if (!row.chapter.empty())
    terminal_.say(
        fmt::format("New, by rule {} ({}): {}. Ways to answer: a number as #1, the words behind "
                    "it, or \"hint\".{}",
                    row.rule, row.chapter, session_.game().prompt(session_.world(seat_)),
                    view.phase.empty() ? "" : " Phase: " + view.phase + "."));
}

// --- The end ---

void Table::finish() {
  finished_ = true;
  forget_orders();
  const auto from = persons() == 0 ? told_[0] : told_[play::index(seat_)];
  tell_since(from);
  told_[0] = told_[1] = session_.steps().size();
  if (retry_) compare_retry();
  for (auto& mind : thinkers_)
    if (mind) mind->end_campaign({session_.outcome(), session_.forfeit()});
  terminal_.heading(
      play::ending_text(session_.game().info(), session_.outcome(), session_.forfeit()) + ".");
  if (session_.open_to_all())
    terminal_.say(
        fmt::format("The dice were those of the key {}, whose SHA-256 was shown at the start: {}.",
                    play::hex(session_.settings().campaign_key), session_.commitment()));
  else
    terminal_.say(core::capitalised(opening_words(session_)) + ".");
  const auto branched = session_.noted(Side::A, std::string(play::kBranched)) +
                        session_.noted(Side::B, std::string(play::kBranched));
  if (branched > 0)
    terminal_.say(fmt::format("Branched off while the campaign went on: {}.", branched));
  const auto hints = session_.noted(seat_, "hint");
  if (hints > 0) terminal_.say(fmt::format("Hints asked for: {}.", hints));
  if (persons() > 0 && session_.open_to_all())
    terminal_.say("\"review\" says what it turned on; \"quit\" leaves.");
}

void Table::after_the_end() {
  // Who watched it to its end has seen it; who opens it again has something to ask.
  if (persons() == 0 && !was_over_) {
    leaving_ = true;
    return;
  }
  if (!waiting_[play::index(seat_)].empty()) return obey_next();
  const auto line = terminal_.read("over> ");
  if (line.kind == Line::Kind::Text) {
    obey(trimmed(line.text));
  } else {
    leaving_ = true;
  }
}

}  // namespace niemen::tools
