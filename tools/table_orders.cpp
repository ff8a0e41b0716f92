// What is typed at the table: decisions and orders.
#include <fmt/format.h>

#include <algorithm>

#include "ai/table/odds.h"
#include "engine/core/text.h"
#include "tools/command_line.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

using core::lower;
using core::trimmed;
using play::Side;

void Table::refuse(const std::string& message) const {
  throw core::InputError(
      terminal_.typed() ? message : fmt::format("line {}: {}", terminal_.line_number(), message));
}

bool Table::obey(const std::string& line) {
  if (line.empty()) asked_ = 0;
  if (line.empty() || line.starts_with("# ") || line == "#") return true;
  try {
    understand(line);
    return true;
  } catch (const play::Refused& refused) {
    const auto rule = refused.rule.empty() ? "" : " (rule " + refused.rule + ")";
    tell_refusal(refused.what() + rule);
  } catch (const core::InputError& error) {
    tell_refusal(error.what());
  }
  return false;
}

void Table::tell_refusal(const std::string& message) {
  constexpr std::size_t kLongest = 600;  // of what is said about a line, however long that is
  const auto words = message.size() > kLongest ? message.substr(0, kLongest) + "..." : message;
  if (!terminal_.typed() && message.starts_with("line ")) throw core::InputError(words);
  if (!terminal_.typed()) refuse(words);
  terminal_.say(terminal_.ink(Ink::Warning, "No: ") + words);
}

void Table::understand(const std::string& line) {
  if (line.find(';') != std::string::npos) return enqueue(core::split_words(line, ";"));
  if (decide_by_number(line) || decide_by_notation(line)) return;
  if (decide_by_notation(in_notation(line)) || sweep(line) || command_line(line)) return;
  // What the rules know as a decision, if one of another moment, is no order.
  const auto text = in_notation(line);
  const bool decision = session_.game().parse_action(session_.world(seat_), text).has_value();
  if (!decision && !begins_with_verb(line) && give_order(line)) return;
  // Not legal, or not understood: the reason of the rules where there is one.
  decide(session_.parse(seat_, text));
}

/// Whether the line begins as a decision that is open now does: then it is one, if a wrong one.
bool Table::begins_with_verb(const std::string& line) const {
  const auto verb = lower(line.substr(0, line.find(' '))) + " ";
  return std::ranges::any_of(session_.choices(seat_), [&](const play::Choice& choice) {
    return lower(choice.notation + " ").starts_with(verb);
  });
}

// --- Single decisions ---

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
  const auto choice = choice_numbered(line);
  if (choice) decide(choice->action);
  return choice.has_value();
}

/// The choice that "#3" means; nothing where the text is no such number.
std::optional<play::Choice> Table::choice_numbered(const std::string& text) const {
  if (text.size() < 2 || text[0] != '#') return std::nullopt;
  const auto digits = text.substr(1);
  if (!std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c); }))
    return std::nullopt;
  const auto choices = session_.choices(seat_);
  constexpr std::size_t kDigits = 5;
  const auto number = digits.size() > kDigits ? 0 : std::stoul(digits);
  if (number == 0 || number > choices.size())
    throw play::Refused(fmt::format("there are {} choices", choices.size()));
  return choices[number - 1];
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
  const auto typed = lower(line.substr(0, space));
  const auto word = typed == "?" ? "help" : typed;
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
  if (expansion.actions.empty()) throw play::Refused(expansion.refusal.told());
  std::string route;
  for (const auto place : expansion.route) route += ", " + place_words(board_, place);
  const auto halts = expansion.refusal.empty() ? std::string() : ": " + expansion.refusal.words();
  terminal_.say(fmt::format(
      "Route from {}{}{}.", place_words(board_, order->from), route,
      expansion.arrives ? "" : "; it stops short of " + place_words(board_, order->to) + halts));
  tell_risk(expansion.actions);
  if (!order->forced) require_consent(expansion.caution);
  standing_ = order;
  standing_->forced = order->forced || !expansion.caution.empty();
  if (standing_->counters.empty())
    for (const auto& counter : view.counters)
      if (counter.place == order->from && counter.side == play::index(seat_))
        standing_->counters.push_back(counter.id);
  carry_out(expansion.actions);
  return true;
}

/// Lets an order that strains those who carry it out go on only if that is meant: at a terminal the
/// person is asked, in a script "force" stands behind the order.
void Table::require_consent(const std::string& caution) {
  if (caution.empty()) return;
  if (!terminal_.typed())
    throw play::Refused(caution + ": \"" + std::string(play::kForce) +
                        "\" behind the order gives it all the same");
  terminal_.say(terminal_.ink(Ink::Warning, "Mind: ") + caution + ".");
  if (!confirm("Give the order all the same?")) throw play::Refused("the order is not given");
}

/// What the dice behind an order may do, where there are any.
void Table::tell_risk(const std::vector<play::Action>& actions) {
  auto world = session_.world(seat_);
  for (const auto action : actions) session_.game().apply(world, action);
  if (session_.game().actor(world) != play::Actor::Nature) return;
  const ai::table::OddsOptions quick{.worlds = 8, .positions = 1000, .trials = 100};
  const auto odds =
      ai::table::odds_of(session_.game(), session_.observation(seat_), actions, quick);
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
  if (!expansion.caution.empty() && !order.forced) {
    terminal_.say("The order ends here; farther it would be a " + expansion.caution + ".");
    return standing_.reset();
  }
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

}  // namespace niemen::tools
