#include "tools/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/agents/analyse.h"
#include "ai/table/odds.h"
#include "engine/core/hash.h"
#include "tools/command_line.h"
#include "tools/table_text.h"

namespace niemen::tools {

using play::Side;
using play::Viewer;

namespace {

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::string lower(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

}  // namespace

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
  if (session_.steps().size() > 0 && !session_.over() && persons() > 0)
    since_[0] = since_[1] = told_[0] = told_[1] = session_.steps().size();
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
  if (!session_.over())
    terminal_.say("The campaign is kept in " + session_.path().string() +
                  "; \"niemen play --session " + session_.path().string() + "\" goes on.");
  return kGood;
}

// --- The computer ---

ai::table::Thinker& Table::thinker(Side side) {
  auto& one = thinkers_[play::index(side)];
  if (!one)
    one = std::make_unique<ai::table::Thinker>(
        session_.game(), ai::find_agent(session_.settings().seats[play::index(side)]));
  return *one;
}

void Table::forget_thoughts() {
  for (auto& one : thinkers_)
    if (one) one->begin_campaign();
  standing_.reset();
}

void Table::computer_decides(Side side) {
  using namespace std::chrono_literals;
  auto& mind = thinker(side);
  mind.ask(ai::table::question_of(session_));
  const auto& name = session_.game().info().side_names[play::index(side)];
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
  const auto& name = session_.game().info().side_names[play::index(side)];
  if (at_keyboard_ && terminal_.typed()) {
    terminal_.clear_screen();
    terminal_.read(
        fmt::format("Hand over to {}; {}, press Enter when you are alone. ", name, name));
    terminal_.clear_screen();
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
  if (standing_) {
    const auto before = session_.revision();
    go_on_with_order();
    if (session_.revision() != before) return;
  }
  const auto position = core::mix(session_.game().hash(session_.state()), session_.steps().size());
  if (asked_ != position) show_question();
  asked_ = position;
  const auto& name = session_.game().info().side_names[play::index(side)];
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
  tell(session_.told(reader(), step), &heading_turn_);
  // Decisions without a choice are taken, and told.
  for (auto i = step; i < session_.steps().size(); ++i) {
    const auto& one = session_.steps()[i];
    if (one.forced && one.events.empty() && persons() > 0 && one.actor == play::actor_of(seat_))
      terminal_.say("(without a choice: " + one.text + ")");
  }
}

/// `shown`: the turn whose heading stands above already.
void Table::tell(const std::vector<play::Session::Told>& list, int* shown) {
  int none = -1;
  auto& turn = shown ? *shown : none;
  for (const auto& [step, event] : list) {
    const auto now = session_.steps()[step].turn;
    if (now != turn) terminal_.heading(fmt::format("Turn {}", now));
    turn = now;
    const auto weight = session_.game().event_row(event).weight;
    const auto words = event_words(event);
    if (weight == play::Weight::Turn || weight == play::Weight::Phase) {
      terminal_.say(terminal_.ink(Ink::Bold, words), 2);
    } else {
      terminal_.say((weight == play::Weight::Operation ? "" : "  ") + words, 4);
    }
  }
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
  auto asked = view.prompt.empty() ? session_.game().prompt(session_.world(seat_)) : view.prompt;
  if (asked.empty()) asked = "your decision";
  terminal_.say(fmt::format(
      "{}: {}", view.turn_name.empty() ? fmt::format("Turn {}", turn) : view.turn_name, asked));
  constexpr std::size_t kFew = 8;
  if (choices.size() > kFew) {
    terminal_.say(fmt::format("{} choices; \"moves\" lists them, \"help\" says what can be typed.",
                              choices.size()));
    return;
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    terminal_.say(fmt::format("  #{} {}{}", i + 1, choices[i].notation,
                              choices[i].words == choices[i].notation || choices[i].words.empty()
                                  ? ""
                                  : ": " + choices[i].words),
                  6);
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
    terminal_.say(fmt::format("New: {} (rule {}, {}). {}", row.prompt, row.rule, row.chapter,
                              view.phase.empty() ? "" : "Phase: " + view.phase + "."));
}

// --- What is typed ---

void Table::refuse(const std::string& message) const {
  throw core::InputError(
      terminal_.typed() ? message : fmt::format("line {}: {}", terminal_.line_number(), message));
}

void Table::obey(const std::string& line) {
  if (line.empty()) asked_ = 0;
  if (line.empty() || line.starts_with("# ") || line == "#") return;
  try {
    if (decide_by_number(line) || decide_by_notation(line)) return;
    if (decide_by_notation(in_notation(line)) || command_line(line)) return;
    if (line.find(';') != std::string::npos) {
      for (std::size_t at = 0; at < line.size();) {
        const auto to = std::min(line.find(';', at), line.size());
        obey(trimmed(line.substr(at, to - at)));
        at = to + 1;
      }
      return;
    }
    if (give_order(line)) return;
    // Not legal, or not understood: the reason of the rules where there is one.
    decide(session_.parse(seat_, in_notation(line)));
  } catch (const play::Refused& refused) {
    const auto rule = refused.rule.empty() ? "" : " (rule " + refused.rule + ")";
    const auto message = refused.what() + rule;
    if (!terminal_.typed()) refuse(message);
    terminal_.say(terminal_.ink(Ink::Warning, "No: ") + message);
  } catch (const core::InputError& error) {
    if (!terminal_.typed()) {
      const std::string message = error.what();
      if (message.starts_with("line ")) throw;
      refuse(message);
    }
    terminal_.say(terminal_.ink(Ink::Warning, "No: ") + error.what());
  }
}

/// The line with names of places as the game's notation has them: "march Wilno" is "march 1808".
std::string Table::in_notation(const std::string& line) const {
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const auto to = std::min(line.find(' ', at), line.size());
    auto word = line.substr(at, to - at);
    const auto named = std::ranges::find_if(board_.spaces, [&](const play::Space& space) {
      return !space.name.empty() && lower(space.name) == lower(word);
    });
    text += (at == 0 ? "" : " ") + (named == board_.spaces.end() ? word : named->id);
    at = to + 1;
  }
  return text;
}

bool Table::decide_by_number(const std::string& line) {
  if (line.size() < 2 || line[0] != '#') return false;
  const auto digits = line.substr(1);
  if (!std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c); })) return false;
  const auto choices = session_.choices(seat_);
  constexpr std::size_t kDigits = 5;
  const auto number = digits.size() > kDigits ? 0 : std::stoul(digits);
  if (number == 0 || number > choices.size())
    throw play::Refused(fmt::format("there are {} choices", choices.size()));
  decide(choices[number - 1].action);
  return true;
}

bool Table::decide_by_notation(const std::string& line) {
  const auto wanted = lower(line);
  for (const auto& choice : session_.choices(seat_)) {
    if (lower(choice.notation) != wanted) continue;
    decide(choice.action);
    return true;
  }
  return false;
}

bool Table::command_line(const std::string& line) {
  const auto space = line.find(' ');
  const auto word = lower(line.substr(0, space));
  const auto rest = space == std::string::npos ? std::string() : trimmed(line.substr(space));
  std::vector<const Command*> found;
  for (const auto& command : commands()) {
    if (command.name == word) {
      (this->*command.run)(rest);
      return true;
    }
    if (command.name.starts_with(word)) found.push_back(&command);
  }
  if (found.empty()) return false;
  if (found.size() > 1) {
    std::string names;
    for (const auto* command : found)
      names += (names.empty() ? "" : ", ") + std::string(command->name);
    throw play::Refused("\"" + word + "\" may be " + names);
  }
  (this->*found.front()->run)(rest);
  return true;
}

void Table::decide(play::Action action) {
  if (session_.over()) throw play::Refused("the campaign is over");
  if (grave_error(action)) return;
  session_.decide(seat_, session_.revision(), action);
  since_[play::index(seat_)] = session_.steps().size();
}

void Table::carry_out(const std::vector<play::Action>& actions) {
  for (const auto action : actions) {
    // A decision that there was no choice about was taken already.
    if (session_.over() || session_.actor() != play::actor_of(seat_)) return;
    const auto legal = session_.game().legal(session_.world(seat_));
    if (!std::ranges::binary_search(legal, action)) continue;
    const auto steps = session_.steps().size();
    decide(action);
    if (session_.steps().size() == steps) return;  // a warning
  }
}

bool Table::give_order(const std::string& line) {
  const auto view = session_.view(seat_);
  const auto order = play::parse_order(board_, view, seat_, line);
  if (!order) return false;
  const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_, *order);
  if (expansion.actions.empty()) throw play::Refused(expansion.why);
  std::string route;
  for (const auto place : expansion.route) route += ", " + place_words(board_, place);
  terminal_.say(fmt::format(
      "Route from {}{}{}.", place_words(board_, order->from), route,
      expansion.arrives ? "" : "; it stops short of " + place_words(board_, order->to)));
  tell_risk(expansion.actions);
  standing_ = order;
  if (standing_->counters.empty())
    for (const auto& counter : view.counters)
      if (counter.place == order->from && counter.side == play::index(seat_))
        standing_->counters.push_back(counter.id);
  carry_out(expansion.actions);
  return true;
}

/// What the dice behind an order may do, where there are any.
void Table::tell_risk(const std::vector<play::Action>& actions) {
  auto world = session_.world(seat_);
  for (const auto action : actions) session_.game().apply(world, action);
  if (session_.game().actor(world) != play::Actor::Nature) return;
  constexpr ai::table::OddsOptions kQuick{.worlds = 8, .positions = 1000, .trials = 100};
  const auto odds =
      ai::table::odds_of(session_.game(), session_.observation(seat_), actions, kQuick);
  std::string words;
  constexpr std::size_t kShown = 4;
  for (std::size_t i = 0; i < std::min(odds.results.size(), kShown); ++i)
    words += fmt::format("{}{:.0f} % {}", i == 0 ? "" : "; ", 100 * odds.results[i].share,
                         odds.results[i].words);
  terminal_.say((odds.exact ? "Dice: " : "Dice, about: ") + words + ".", 2);
}

/// An order that dice or a choice interrupted goes on within its operation.
void Table::go_on_with_order() {
  const auto view = session_.view(seat_);
  const auto order = *standing_;
  const auto who = std::ranges::find_if(view.counters, [&](const play::Counter& counter) {
    return counter.place >= 0 && std::ranges::count(order.counters, counter.id) > 0;
  });
  if (who == view.counters.end() || who->place == order.to) return standing_.reset();
  auto rest = order;
  rest.from = who->place;
  const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_, rest);
  const bool same = std::ranges::any_of(view.choices, [&](const play::Choice& choice) {
    return choice.from >= 0 && choice.from != rest.from;
  });
  // Where other stacks may be chosen too the operation is over: whether it is begun again is a
  // decision.
  if (expansion.actions.empty() || same) return standing_.reset();
  terminal_.say("The order goes on.");
  carry_out(expansion.actions);
}

std::vector<std::string> Table::completions(std::string_view before) const {
  std::vector<std::string> words;
  if (before.empty())
    for (const auto& command : commands()) words.emplace_back(command.name);
  for (const auto& choice : session_.choices(seat_))
    if (choice.notation.starts_with(before)) {
      const auto rest = choice.notation.substr(before.size());
      words.push_back(rest.substr(0, rest.find(' ')));
    }
  if (!before.empty() || words.empty()) {
    for (const auto& space : board_.spaces) {
      words.push_back(space.id);
      if (!space.name.empty() && space.name.find(' ') == std::string::npos)
        words.push_back(space.name);
    }
  }
  for (const auto& counter : session_.view(seat_).counters)
    if (counter.side == play::index(seat_) && counter.name.find(' ') == std::string::npos)
      words.push_back(counter.name);
  std::ranges::sort(words);
  const auto again = std::unique(words.begin(), words.end());
  words.erase(again, words.end());
  return words;
}

// --- The end ---

void Table::finish() {
  finished_ = true;
  const auto from = persons() == 0 ? told_[0] : told_[play::index(seat_)];
  tell_since(from);
  told_[0] = told_[1] = session_.steps().size();
  terminal_.heading(outcome_words(session_));
  terminal_.say(
      fmt::format("The dice were those of the key {}, whose SHA-256 was shown at the start: {}.",
                  play::hex(session_.settings().campaign_key), session_.commitment()));
  const auto hints = session_.noted(seat_, "hint");
  if (hints > 0) terminal_.say(fmt::format("Hints asked for: {}.", hints));
  if (persons() > 0) terminal_.say("\"review\" says what it turned on; \"quit\" leaves.");
}

void Table::after_the_end() {
  // Who watched it to its end has seen it; who opens it again has something to ask.
  if (persons() == 0 && !was_over_) {
    leaving_ = true;
    return;
  }
  const auto line = terminal_.read("over> ");
  if (line.kind == Line::Kind::Text) {
    obey(trimmed(line.text));
  } else {
    leaving_ = true;
  }
}

}  // namespace niemen::tools
