// The commands of the table that advise: why, odds, hints, plans, chances, the review.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ai/agents/analyse.h"
#include "ai/table/destinations.h"
#include "ai/table/odds.h"
#include "ai/table/worth.h"
#include "engine/core/text.h"
#include "engine/play/sweep.h"
#include "tools/command_line.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

constexpr int kThreads = 2;
constexpr std::size_t kWaysShown = 4;
constexpr const char* kAdviser = "general";

/// The first words of the choices, each once: what kinds of decisions there are.
std::set<std::string> verbs(const std::vector<play::Choice>& choices) {
  std::set<std::string> list;
  for (const auto& choice : choices)
    list.insert(choice.notation.substr(0, choice.notation.find(' ')));
  return list;
}

}  // namespace

ai::Decision Table::look(double seconds) {
  ai::AnalyseOptions options;
  options.agent = ai::find_agent(kAdviser);
  options.seconds = seconds;
  options.key = session_.noticed(seat_, session_.steps().size());
  std::stop_source stop;
  options.stop = stop.get_token();
  options.progress = [&](const ai::Decision&) {
    terminal_.progress("thinking...");
    if (terminal_.take_interrupts() > 0) stop.request_stop();
  };
  return ai::analyse(session_.game(), session_.world(seat_), options);
}

// --- Why ---

void Table::why(const std::string& typed) {
  if (typed.empty()) throw play::Refused("name what you would do: why ORDER");
  if (const auto numbered = choice_numbered(typed))
    return terminal_.say(fmt::format("\"{}\" can be done: {}.", typed, numbered->notation));
  const auto rest = in_notation(typed);
  const auto choices = session_.choices(seat_);
  const auto open = verbs(choices);
  if (typed.find(" to ") != std::string::npos) return why_order(typed);
  const auto world = session_.world(seat_);
  // As it was typed, and with each verb of a decision that is open now before it.
  std::vector<std::string> tries{rest};
  for (const auto& verb : open) tries.push_back(verb + " " + rest);
  const auto last = rest.rfind(' ');
  if (last != std::string::npos)
    for (const auto& verb : open) tries.push_back(verb + rest.substr(last));
  for (const auto& text : tries) {
    const auto action = session_.game().parse_action(world, text);
    if (!action) continue;
    const auto verdict = session_.why(seat_, *action);
    if (verdict.ok) return terminal_.say("\"" + text + "\" can be done.");
    if (open.contains(text.substr(0, text.find(' '))))
      terminal_.say(fmt::format("\"{}\": {} (rule {}){}", text, verdict.reason, verdict.rule,
                                verdict.culprit.empty() ? "" : "; in the way: " + verdict.culprit));
    else
      terminal_.say(fmt::format("\"{}\" is not decided now (rule {}), but: {}.", text, verdict.rule,
                                asked(session_.view(seat_))));
    constexpr std::size_t kShown = 6;
    std::string instead;
    for (std::size_t i = 0; i < std::min(choices.size(), kShown); ++i)
      instead += (instead.empty() ? "" : ", ") + choices[i].notation;
    if (!instead.empty())
      terminal_.say("You may: " + instead +
                    (choices.size() > kShown ? ", ... (\"moves\" lists all)" : ""));
    return;
  }
  if (session_.actor() == play::actor_of(seat_) &&
      play::parse_order(board_, session_.view(seat_), seat_, rest))
    return why_order(rest);
  throw play::Refused(
      fmt::format("\"{}\" is no decision that is open now, nor an order (who to "
                  "where); asked is: {}; \"moves\" lists the answers",
                  rest, asked(session_.view(seat_))));
}

void Table::why_order(const std::string& words) {
  const auto order = play::parse_order(board_, session_.view(seat_), seat_, words);
  if (!order) throw play::Refused("\"" + words + "\" names nobody who is to go somewhere");
  const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_, *order);
  if (expansion.arrives) return terminal_.say("That can be done.");
  if (expansion.actions.empty())
    return terminal_.say(core::capitalised(expansion.refusal.told()) + ".");
  const auto last = expansion.route.empty() ? order->from : expansion.route.back();
  terminal_.say(fmt::format("They come as far as {}{}.", place_words(board_, last),
                            expansion.refusal.empty() ? "" : "; " + expansion.refusal.words()));
}

// --- Looking ahead ---

void Table::reach(const std::string& rest) {
  if (rest.empty()) throw play::Refused("name who is to go: reach WHO");
  const auto view = session_.view(seat_);
  const auto order = play::parse_stack(board_, view, seat_, rest);
  const auto world = session_.world(seat_);
  auto destinations =
      ai::table::destinations_of(session_.game(), world, board_, view, seat_, order);
  if (destinations.empty()) {
    auto elsewhere = order;
    elsewhere.to = order.from == 0 ? 1 : 0;
    const auto refusal = play::expand_order(session_.game(), world, seat_, elsewhere).refusal;
    throw play::Refused("they can go nowhere: " + refusal.told());
  }
  std::ranges::stable_sort(destinations, {}, [](const ai::table::Destination& destination) {
    return destination.reached.course.route.size();
  });
  for (const auto& destination : destinations) {
    const auto& space = board_.spaces[static_cast<std::size_t>(destination.reached.place)];
    const auto title = ai::table::title_of(board_, destination);
    const auto number = title.starts_with(space.id) || space.name.empty() ? "" : space.id + " ";
    terminal_.say(fmt::format("  {}{}: {}.", number, title,
                              fmt::join(ai::table::destination_words(board_, destination), "; ")),
                  4);
  }
}

/// The decisions that an order in words comes to; none for no words.
std::vector<play::Action> Table::actions_of(const std::string& words) const {
  if (words.empty()) return {};
  if (const auto numbered = choice_numbered(words)) return {numbered->action};
  const auto world = session_.world(seat_);
  const auto text = in_notation(words);
  const auto action = session_.game().parse_action(world, text);
  if (action && session_.why(seat_, *action).ok) return {*action};
  const auto order = play::parse_order(board_, session_.view(seat_), seat_, words);
  if (!order) return {session_.parse(seat_, text)};  // says why not
  const auto expansion = play::expand_order(session_.game(), world, seat_, *order);
  if (expansion.actions.empty()) throw play::Refused(expansion.refusal.told());
  return expansion.actions;
}

/// The likeliest results of an order, and how much the others come to.
void Table::tell_results(const ai::table::Odds& odds) {
  constexpr std::size_t kShown = 14;  // with all that stands round them they fill a small screen
  double others = 0;
  for (std::size_t i = 0; i < odds.results.size(); ++i) {
    const auto& result = odds.results[i];
    if (i >= kShown)
      others += result.share;
    else
      terminal_.say(fmt::format("  {:5.1f} %  {}", 100 * result.share, result.words), 11);
  }
  if (others > 0)
    terminal_.say(fmt::format("  {:5.1f} %  one of {} rarer results", 100 * others,
                              odds.results.size() - kShown),
                  11);
}

void Table::odds(const std::string& rest) {
  if (session_.over()) throw play::Refused("the campaign is over");
  constexpr std::string_view kAgainst = " against ";
  const auto middle = rest.find(kAgainst);
  const auto actions = actions_of(rest.substr(0, middle));
  const auto& game = session_.game();
  const int target = ai::table::target_of(game, session_.world(seat_), seat_, actions);
  const auto odds =
      ai::table::odds_of(game, session_.observation(seat_), actions, {.target = target});
  if (odds.attack)
    terminal_.say(
        core::capitalised(ai::table::attack_words(game.info(), board_, seat_, *odds.attack)) + ".");
  if (!odds.always.empty())
    terminal_.say(fmt::format("In any case: {}.", fmt::join(odds.always, ", ")));
  tell_results(odds);
  terminal_.say(odds.exact
                    ? "Exact: every die was counted."
                    : fmt::format("An estimate from {} trials (95 %: {:.1f} points at most "
                                  "either way){}.",
                                  odds.trials, 100 * odds.widest,
                                  odds.hidden ? "; what you cannot see was dealt by lot" : ""));
  if (actions.empty() || session_.choices(seat_).size() < 2) return;
  std::vector<play::Action> instead;
  if (middle != std::string::npos) {
    instead = actions_of(rest.substr(middle + kAgainst.size()));
  } else if (const auto closing = play::closing_choices(session_.choices(seat_));
             closing.size() == 1 && closing.front().action != actions.front()) {
    instead = {closing.front().action};
  }
  tell_worth(actions, instead);
}

/// How the chance of winning changes by an order, against another course or the rule of thumb's.
void Table::tell_worth(const std::vector<play::Action>& actions,
                       const std::vector<play::Action>& instead) {
  ai::table::WorthOptions options;
  options.threads = kThreads;
  std::stop_source stop;
  options.stop = stop.get_token();
  options.progress = [&](const ai::table::Worth& sofar) {
    terminal_.progress(
        fmt::format("playing on, {} campaigns each (Ctrl-C ends it)...", sofar.with.campaigns));
    if (terminal_.take_interrupts() > 0) stop.request_stop();
  };
  const auto worth =
      ai::table::worth_of(session_.game(), session_.observation(seat_), actions, instead, options);
  if (worth.with.campaigns == 0) return terminal_.say("Broken off before anything was played.");
  const auto other =
      instead.empty()
          ? std::string("what the rule of thumb would do")
          : "\"" + session_.game().action_text(session_.world(seat_), instead.front()) + "\"";
  terminal_.say(fmt::format(
      "Your chance of winning: {} with it, {} with {}: {} ({:+.0f} to {:+.0f}); "
      "{} campaigns each, {}, with the same dice.",
      share_words(worth.with), share_words(worth.instead), other, points_words(worth.change.value),
      100 * worth.change.low, 100 * worth.change.high, worth.with.campaigns, ai::table::kImagined));
}

void Table::hint(const std::string& rest) {
  if (hint_revision_ != session_.revision()) hint_step_ = 0;
  hint_revision_ = session_.revision();
  if (rest.empty()) {
    hint_step_ = std::min(hint_step_ + 1, 3);
  } else if (rest == "1" || rest == "2" || rest == "3") {
    hint_step_ = rest[0] - '0';
  } else {
    throw play::Refused("hint 1, 2 or 3");
  }
  const auto choices = session_.choices(seat_);
  if (choices.empty()) throw play::Refused("there is nothing to decide");
  const auto decision = look(options_.seconds);
  const auto best = std::ranges::find(choices, decision.action, &play::Choice::action);
  if (best == choices.end()) throw play::Refused("there is no advice");
  const auto view = session_.view(seat_);
  if (hint_step_ == 1) {
    const auto place = best->from >= 0 ? best->from : best->to;
    terminal_.say(place >= 0 ? "Look at " + place_words(board_, place) + "."
                             : "Look at this: " +
                                   best->notation.substr(0, best->notation.find(' ')) + " ...");
  } else if (hint_step_ == 2) {
    std::string who;
    for (const auto i : best->counters)
      who += (who.empty() ? "" : ", ") + view.counters[static_cast<std::size_t>(i)].name;
    terminal_.say("Think of " + (who.empty() ? best->notation : who) + ".");
  } else {
    terminal_.say(fmt::format("{}: {}.", best->notation, best->words));
    if (!decision.report.principal_line.empty())
      terminal_.say(fmt::format("Then: {}.", fmt::join(decision.report.principal_line, ", ")), 2);
  }
  session_.note(seat_, "hint");
  hint_revision_ = session_.revision();
}

/// The chance by each of several decisions, on the same dice.
std::vector<ai::table::Way> Table::weigh(const std::vector<play::Action>& decisions) {
  terminal_.progress("playing on...");
  ai::table::WorthOptions options;
  options.threads = kThreads;
  return ai::table::ways_of(session_.game(), session_.observation(seat_), decisions, options);
}

void Table::plan(const std::string&) {
  if (session_.choices(seat_).empty()) throw play::Refused("there is nothing to decide");
  const auto decision = look(options_.seconds);
  session_.note(seat_, "hint");
  const auto& report = decision.report;
  if (report.forced) return terminal_.say("There is only one thing to do.");
  std::vector<play::Action> decisions;
  for (const auto& one : report.alternatives)
    if (decisions.size() < kWaysShown) decisions.push_back(one.action);
  const auto ways = weigh(decisions);
  if (ways.front().chance.campaigns == 0) return terminal_.say("Broken off.");
  terminal_.say(fmt::format(
      "What the general would do, and the other ways that he weighed; for each {} campaigns played "
      "on, {}, with the same dice:",
      ways.front().chance.campaigns, ai::table::kImagined));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const auto& less = ways[i].less;
    std::string words;
    if (i > 0 && !ways[i].worse() && !ways[i].better())
      words = ", equal to it as far as that tells";
    if (ways[i].worse() || ways[i].better())
      words = fmt::format(", {:.0f} points {} ({:.0f} to {:.0f})", 100 * std::abs(less.value),
                          ways[i].worse() ? "less" : "more",
                          100 * std::min(std::abs(less.low), std::abs(less.high)),
                          100 * std::max(std::abs(less.low), std::abs(less.high)));
    terminal_.say(
        fmt::format("  {}: {}{}", report.alternatives[i].text, share_words(ways[i].chance), words));
  }
  terminal_.say(fmt::format("It expects: {}.", fmt::join(report.principal_line, ", ")), 2);
}

void Table::chance(const std::string& rest) {
  if (!rest.empty()) {
    if (rest != "on" && rest != "off") throw play::Refused("on or off");
    options_.show_chance = rest == "on";
    return;
  }
  if (session_.over()) throw play::Refused("the campaign is over");
  if (!oracle_) oracle_ = std::make_unique<ai::table::Oracle>(session_.game(), kThreads);
  terminal_.progress("playing on...");
  const auto endings =
      oracle_->play_on(session_.observation(seat_), seat_, ai::table::kChanceCampaigns);
  const auto chance = ai::table::chance_of(endings);
  terminal_.say(fmt::format("Your chance of winning: {}; {} campaigns played on, {}.",
                            chance_words(chance), chance.campaigns, ai::table::kImagined));
}

void Table::warn(const std::string& rest) {
  if (rest.empty())
    return terminal_.say(options_.warn_at > 0 ? fmt::format("A warning comes at {:.0f} points.",
                                                            100 * options_.warn_at)
                                              : std::string("No warnings."));
  if (rest == "off") {
    options_.warn_at = 0;
    return;
  }
  if (rest.size() > 2 ||
      !std::ranges::all_of(rest, [](unsigned char c) { return std::isdigit(c); }) ||
      std::stoi(rest) == 0)
    throw play::Refused("1 to 99 points, or off");
  options_.warn_at = std::stoi(rest) / 100.0;
}

/// Whether the person should look again: once for each decision, without saying what is better.
bool Table::grave_error(play::Action action) {
  if (options_.warn_at <= 0 || warned_revision_ == session_.revision()) return false;
  const auto decision = look(options_.seconds);
  const auto& tried = decision.report.alternatives;
  const auto found = std::ranges::find(tried, action, &ai::Alternative::action);
  if (found == tried.end() || found->loss < options_.warn_at) return false;
  // What the search suspects is played on before anybody is warned.
  const auto less = weigh({decision.action, action}).back().less;
  if (less.low <= 0 || less.value < options_.warn_at) return false;
  session_.note(seat_, "warning");
  warned_revision_ = session_.revision();
  terminal_.say(fmt::format(
      "This gives away about {:.0f} points ({:.0f} to {:.0f}) of your chance of winning, with {}. "
      "Look again; the same once more decides it.",
      100 * less.value, 100 * less.low, 100 * less.high, ai::table::kImagined));
  return true;
}

}  // namespace niemen::tools
