#include "engine/play/case_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/core/error.h"

namespace niemen::play {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const auto start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

/// Takes the first word off `rest`.
std::string_view take_word(std::string_view& rest) {
  rest = trimmed(rest);
  const auto end = std::min(rest.find_first_of(" \t"), rest.size());
  const auto word = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  return word;
}

std::string place(const std::string& file, int line) {
  return file + ":" + std::to_string(line) + ": ";
}

constexpr std::string_view kAllowedWords =
    "game, preset, scenario, set, opening, config {, position {, case, do, die, legal, illegal, "
    "chance, expect";

/// Reads a file of cases line by line.
class Parser {
 public:
  Parser(std::string_view text, const std::string& name) : rest_(text), name_(name) {
    shared_.file = name;
  }

  std::vector<Case> parse() {
    while (const auto line = next_line()) parse_line(trimmed(*line));
    if (cases_.empty()) cases_.push_back(shared_);
    for (auto& one : cases_) {
      if (one.title.empty()) one.title = std::filesystem::path(name_).stem().string();
      if (one.line == 0) one.line = 1;
      if (one.game.empty()) throw core::InputError(name_, one.line, "no \"game\" is named");
      if (one.steps.empty()) throw core::InputError(name_, one.line, "the case has no steps");
    }
    return std::move(cases_);
  }

 private:
  std::optional<std::string_view> next_line() {
    if (rest_.empty()) return std::nullopt;
    const auto end = rest_.find('\n');
    const auto line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
    ++line_;
    return line;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw core::InputError(name_, line_, message);
  }

  Case& current() { return cases_.empty() ? shared_ : cases_.back(); }

  /// The lines up to one that is only "}", as they stand.
  std::string block(std::string_view opening) {
    if (opening != "{") fail("a block starts with \"{\" at the end of the line");
    const int start = line_;
    std::string text;
    while (const auto line = next_line()) {
      if (trimmed(*line) == "}") return text;
      text.append(*line);
      text.push_back('\n');
    }
    throw core::InputError(name_, start, "the block is not closed by a line \"}\"");
  }

  void parse_line(std::string_view rest) {
    if (rest.empty() || rest.front() == '#') return;
    const auto word = take_word(rest);
    if (rest.empty())
      fail("\"" + std::string(word) +
           "\" needs something after it, or is unknown; "
           "allowed: " +
           std::string(kAllowedWords));
    if (!parse_setting(word, rest) && !parse_step(word, rest))
      fail("unknown word \"" + std::string(word) + "\"; allowed: " + std::string(kAllowedWords));
  }

  bool parse_setting(std::string_view word, std::string_view rest) {
    if (word == "case") {
      if (cases_.empty() && !shared_.steps.empty())
        fail("steps before the first \"case\" belong to none");
      cases_.push_back(shared_);
      cases_.back().title = rest;
      cases_.back().line = line_;
    } else if (word == "game") {
      current().game = rest;
    } else if (word == "preset") {
      current().request.preset = rest;
    } else if (word == "scenario") {
      current().request.scenario = rest;
    } else if (word == "set") {
      current().request.overrides.emplace_back(rest);
    } else if (word == "opening") {
      const auto side = take_word(rest);
      if ((side != "A" && side != "B") || rest.empty()) fail("write: opening A|B <name>");
      current().request.openings[side == "B"] = rest;
    } else if (word == "config") {
      // Line breaks in front make the reader of the block count as in this file.
      std::string text(static_cast<std::size_t>(line_), '\n');
      text += block(rest);
      current().request.inline_config = std::move(text);
      current().request.inline_config_name = name_;
    } else if (word == "position") {
      current().position_line = line_;
      current().position = block(rest);
    } else {
      return false;
    }
    if (word != "case" && !current().steps.empty())
      fail("\"" + std::string(word) + "\" must stand before the steps");
    return true;
  }

  bool parse_step(std::string_view word, std::string_view rest) {
    CaseStep step;
    step.line = line_;
    if (word == "do" || word == "die") {
      step.kind = word == "do" ? CaseStep::Kind::Do : CaseStep::Kind::Die;
    } else if (word == "legal") {
      step.kind = CaseStep::Kind::Legal;
    } else if (word == "illegal") {
      step.kind = CaseStep::Kind::Illegal;
      const auto by = rest.rfind(" by ");
      if (by == std::string_view::npos) fail("write: illegal <action> by <rule>");
      step.key = trimmed(rest.substr(by + 4));
      rest = trimmed(rest.substr(0, by));
    } else if (word == "chance") {
      step.kind = CaseStep::Kind::Chance;
      step.key = take_word(rest);
      if (rest.empty()) fail("write: chance <n>/<m> <outcome>");
    } else if (word == "expect") {
      step.key = take_word(rest);
      step.kind = step.key == "no" ? CaseStep::Kind::ExpectNot : CaseStep::Kind::Expect;
      if (step.key == "no") step.key = take_word(rest);
      if (rest.empty()) fail("write: expect [no] <what> <value>");
    } else {
      return false;
    }
    step.text = rest;
    current().steps.push_back(std::move(step));
    return true;
  }

  std::string_view rest_;
  const std::string& name_;
  int line_ = 0;
  Case shared_;
  std::vector<Case> cases_;
};

/// "1/6" or "0.25".
std::optional<double> fraction(std::string_view text) {
  const auto slash = text.find('/');
  double parts[2] = {0, 1};
  const std::string_view words[2] = {
      text.substr(0, slash), slash == std::string_view::npos ? "1" : text.substr(slash + 1)};
  for (int i = 0; i < 2; ++i) {
    const auto* end = words[i].data() + words[i].size();
    const auto parsed = std::from_chars(words[i].data(), end, parts[i]);
    if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  }
  return parts[1] == 0 ? std::nullopt : std::optional(parts[0] / parts[1]);
}

std::string describe(const Modifier& modifier) {
  return (modifier.value > 0 ? "+" : "") + std::to_string(modifier.value) + " " + modifier.reason;
}

/// A case while it runs.
class RunningCase {
 public:
  RunningCase(const Case& what, const AnyGame& game)
      : case_(what), game_(game), state_(game.initial()) {
    if (what.position.empty()) return;
    try {
      state_ = parse_position(game_, what.position);
    } catch (const core::InputError& error) {
      throw core::InputError(what.file, what.position_line,
                             std::string("position: ") + error.what());
    }
  }

  CaseResult run() {
    result_.transcript = "case " + case_.title + "\n";
    result_.passed = std::all_of(case_.steps.begin(), case_.steps.end(),
                                 [this](const CaseStep& step) { return run_step(step); });
    result_.transcript += result_.passed ? "  passed\n" : "  FAILED " + result_.failure + "\n";
    return std::move(result_);
  }

 private:
  bool fail(const CaseStep& step, const std::string& message) {
    result_.failure = place(case_.file, step.line) + message;
    return false;
  }

  bool run_step(const CaseStep& step) {
    using Kind = CaseStep::Kind;
    if (step.kind == Kind::Expect || step.kind == Kind::ExpectNot) return expect(step);
    const auto action = read_action(step);
    if (!action) return fail(step, "\"" + step.text + "\" is not an action here; " + listed());
    switch (step.kind) {
      case Kind::Legal: return legal(step, *action);
      case Kind::Illegal: return illegal(step, *action);
      case Kind::Chance: return chance(step, *action);
      default: return apply(step, *action);
    }
  }

  /// "die 4" stands for the outcome "4" or for the outcome "die 4", as the game writes it.
  std::optional<Action> read_action(const CaseStep& step) const {
    if (const auto action = game_.parse_action(state_, step.text)) return action;
    if (step.kind != CaseStep::Kind::Die) return std::nullopt;
    return game_.parse_action(state_, "die " + step.text);
  }

  /// What could be done instead, shortened.
  std::string listed() const {
    constexpr std::size_t kShown = 12;
    const auto actor = game_.actor(state_);
    std::vector<Action> actions;
    if (actor == Actor::Nature)
      for (const auto& outcome : game_.chance(state_)) actions.push_back(outcome.action);
    if (is_side(actor)) actions = game_.legal(state_);
    std::string text = actor_words() + " may";
    for (std::size_t i = 0; i < std::min(kShown, actions.size()); ++i)
      text += (i ? ", \"" : " \"") + game_.action_text(state_, actions[i]) + "\"";
    if (actions.size() > kShown)
      text += " and " + std::to_string(actions.size() - kShown) + " more";
    return text;
  }

  std::string actor_words() const {
    constexpr std::array<std::string_view, 4> kNames{"A", "B", "Nature", "Over"};
    const auto actor = game_.actor(state_);
    std::string text(kNames[static_cast<std::size_t>(actor)]);
    if (is_side(actor)) text += " (" + game_.info().side_names[index(side_of(actor))] + ")";
    return text;
  }

  bool is_possible(Action action) const {
    if (game_.actor(state_) != Actor::Nature) return game_.why(state_, action).ok;
    const auto outcomes = game_.chance(state_);
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](const ChanceOutcome& outcome) { return outcome.action == action; });
  }

  /// Whether the list of what may be done says so too.
  bool is_listed(Action action) const {
    if (game_.actor(state_) == Actor::Nature) return is_possible(action);
    const auto actions = game_.legal(state_);
    return std::find(actions.begin(), actions.end(), action) != actions.end();
  }

  bool apply(const CaseStep& step, Action action) {
    if (!is_possible(action)) {
      const auto verdict = game_.why(state_, action);
      return fail(step, "\"" + step.text + "\" is against rule " + verdict.rule + ": " +
                            verdict.reason + "; " + listed());
    }
    if (looked_) events_.clear();
    looked_ = false;
    result_.transcript += "  " + actor_words() + ": " + step.text + "\n";
    for (auto& event : game_.apply(state_, action)) {
      result_.transcript += "    " + event.text + "\n";
      for (const auto& modifier : event.modifiers)
        result_.transcript += "      " + describe(modifier) + "\n";
      events_.push_back(std::move(event));
    }
    const auto fault = game_.check(state_);
    return !fault || fail(step, "the position after it is broken: " + *fault);
  }

  bool legal(const CaseStep& step, Action action) {
    const auto verdict = game_.why(state_, action);
    if (is_possible(action) && is_listed(action)) return note("legal: " + step.text);
    return fail(step, "\"" + step.text + "\" should be legal; it is against rule " + verdict.rule +
                          ": " + verdict.reason);
  }

  bool illegal(const CaseStep& step, Action action) {
    const auto verdict = game_.why(state_, action);
    if (verdict.ok || is_listed(action))
      return fail(step, "\"" + step.text + "\" should be illegal; it is legal");
    const bool same = verdict.rule == step.key || verdict.rule.rfind(step.key + " ", 0) == 0;
    if (!same)
      return fail(step, "\"" + step.text + "\" should be illegal by " + step.key +
                            "; it is illegal by " + verdict.rule + ": " + verdict.reason);
    return note("illegal: " + step.text + " (" + verdict.rule + ": " + verdict.reason + ")");
  }

  bool chance(const CaseStep& step, Action action) {
    constexpr double kRounding = 1e-9;
    const auto wanted = fraction(step.key);
    if (!wanted) return fail(step, "\"" + step.key + "\" is not a probability such as 1/6");
    double found = 0;
    for (const auto& outcome : game_.chance(state_))
      if (outcome.action == action) found = outcome.probability;
    if (std::abs(found - *wanted) < kRounding) return note("chance " + step.key + ": " + step.text);
    return fail(step, "expected chance " + step.key + " of \"" + step.text + "\"; found " +
                          std::to_string(found));
  }

  bool note(const std::string& text) {
    result_.transcript += "  " + text + "\n";
    return true;
  }

  bool expect(const CaseStep& step) {
    looked_ = true;
    std::string found;
    const bool holds = step.key == "event"      ? has_event(step.text, found)
                       : step.key == "modifier" ? has_modifier(step.text, found)
                       : step.key == "state"    ? has_line(step.text, found)
                                                : has_value(step, found);
    const bool wanted = step.kind == CaseStep::Kind::Expect;
    const auto what = (wanted ? "" : "no ") + step.key + " " + step.text;
    if (holds == wanted) return note("as expected: " + what);
    return fail(step, "expected " + what + "; found " + found);
  }

  bool has_event(const std::string& part, std::string& found) const {
    for (const auto& event : events_) {
      found += (found.empty() ? "\"" : ", \"") + event.text + "\"";
      if (event.text.find(part) != std::string::npos) return true;
    }
    if (found.empty()) found = "no events since the last step";
    return false;
  }

  bool has_modifier(std::string_view wanted, std::string& found) const {
    const auto value = take_word(wanted);
    for (const auto& event : events_) {
      for (const auto& modifier : event.modifiers) {
        const auto text = describe(modifier);
        found += (found.empty() ? "\"" : ", \"") + text + "\"";
        const bool same =
            text.substr(0, text.find(' ')) == value || std::to_string(modifier.value) == value;
        if (same && modifier.reason.find(wanted) != std::string::npos) return true;
      }
    }
    if (found.empty()) found = "no modifiers since the last step";
    return false;
  }

  /// A whole line of the position; `found` shows the lines that start with the same word.
  bool has_line(std::string_view wanted, std::string& found) const {
    const auto text = game_.state_text(state_);
    auto start_word = wanted;
    const auto first = take_word(start_word);
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      const auto line = trimmed(rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
      if (line == wanted) {
        found = "\"" + std::string(line) + "\"";
        return true;
      }
      auto other = line;
      if (take_word(other) == first)
        found += (found.empty() ? "\"" : ", \"") + std::string(line) + "\"";
    }
    if (found.empty()) found = "no line that starts with \"" + std::string(first) + "\"";
    return false;
  }

  bool has_value(const CaseStep& step, std::string& found) const {
    if (step.key == "actor") {
      found = actor_words();
      const auto actor = game_.actor(state_);
      return found.substr(0, found.find(' ')) == step.text ||
             (is_side(actor) && game_.info().side_names[index(side_of(actor))] == step.text);
    }
    if (step.key == "turn") {
      found = std::to_string(game_.turn(state_));
      return found == step.text;
    }
    if (step.key == "choices") {
      found = std::to_string(game_.legal(state_).size());
      return found == step.text;
    }
    if (step.key == "outcome") return has_outcome(step.text, found);
    return has_line(step.key + " " + step.text, found);
  }

  /// "A", or "A 12", or "Draw 0".
  bool has_outcome(const std::string& wanted, std::string& found) const {
    if (game_.actor(state_) != Actor::Over) {
      found = "a campaign that is not over";
      return false;
    }
    const auto outcome = game_.outcome(state_);
    const std::string winner = outcome.winner == Outcome::Winner::A   ? "A"
                               : outcome.winner == Outcome::Winner::B ? "B"
                                                                      : "Draw";
    found = winner + " " + std::to_string(outcome.margin);
    return wanted == winner || wanted == found;
  }

  const Case& case_;
  const AnyGame& game_;
  AnyState state_;
  std::vector<Event> events_;  ///< of the steps since the last expectation
  bool looked_ = false;
  CaseResult result_;
};

}  // namespace

std::vector<Case> parse_cases(std::string_view text, const std::string& name) {
  return Parser(text, name).parse();
}

CaseResult CaseRunner::run(const Case& what) {
  auto request = what.request;
  request.folder = find_(what.game);
  if (!game_ || request != loaded_) {
    game_ = load_(request);
    loaded_ = std::move(request);
  }
  return RunningCase(what, *game_).run();
}

}  // namespace niemen::play
