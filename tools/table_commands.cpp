// The commands of the table that show, save and take back.
#include <fmt/format.h>

#include <algorithm>

#include "ai/agents/agent_config.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/core/text.h"
#include "engine/play/diary.h"
#include "tools/picture.h"
#include "tools/play_levels.h"
#include "tools/rule_book.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

using core::lower;
using play::Side;

namespace {

/// The whole number that a command is given; `otherwise` where nothing is.
std::size_t number_of(const std::string& text, std::size_t otherwise) {
  if (text.empty()) return otherwise;
  constexpr std::size_t kDigits = 9;
  if (text.size() > kDigits ||
      !std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); }))
    throw play::Refused("\"" + text + "\" is not a number");
  return std::stoul(text);
}

bool on_or_off(const std::string& text, bool now) {
  if (text.empty()) return !now;
  if (text == "on") return true;
  if (text == "off") return false;
  throw play::Refused("on or off, not \"" + text + "\"");
}

}  // namespace

const std::vector<Table::Command>& Table::commands() {
  static const std::vector<Command> kCommands{
      {"board", "[PLACE]", "the whole theatre, or the country round a place", &Table::board},
      {"army", "[WORD]", "your counters, those with a word in their names", &Table::army},
      {"moves", "[WORD]", "what you may decide now", &Table::moves},
      {"order", "WHO to PLACE [force]",
       "sends a counter or all at a place there, decision by decision; force: even where that "
       "strains them",
       &Table::order},
      {"cancel", "", "calls back an order that was interrupted", &Table::cancel},
      {"reach", "WHO",
       "where a counter or all at a place can go now, and what that costs and risks",
       &Table::reach},
      {"why", "ORDER", "why something cannot be done, and what can", &Table::why},
      {"odds", "[ORDER [against ORDER]]",
       "what may come of an order, from the dice of the rules, and what it does to your chance",
       &Table::odds},
      {"hint", "[1, 2 or 3]", "where to look; again: who; again: what", &Table::hint},
      {"plan", "", "what the computer would do in your place, with the other ways", &Table::plan},
      {"chance", "[on|off]", "your chance of winning, now or at each turn", &Table::chance},
      {"ahead", "[TURN]",
       "what may come: who holds which place, who lives, where the armies stand and what the next "
       "turn costs",
       &Table::ahead},
      {"undo", "", "takes your last decision back, until a die, a reveal or the enemy",
       &Table::undo},
      {"redo", "", "decides again what was taken back", &Table::redo},
      {"practice", "", "lets undo cross everything; the record says so for ever", &Table::practice},
      {"end", "[all]", "ends what you are doing; with all, as often as the same is asked this turn",
       &Table::end},
      {"again", "", "decides as you did when the same was asked last turn", &Table::again},
      {"staff", "[rest|always|history|off]",
       "leaves this decision, all of its kind this turn, or from now on, to your staff; with "
       "history, the rest of a set-up as it stood",
       &Table::staff},
      {"since", "", "what happened since your last decision", &Table::since},
      {"log", "[TURN]", "what you were told, of one turn or the last lines", &Table::log},
      {"diary", "FILE", "writes all that you were told into a file", &Table::diary},
      {"reasons", "[on|off]", "why the computer decided so, where its search can tell",
       &Table::reasons},
      {"rule", "NUMBER", "what a rule sets in this game, and how its doubtful places are read",
       &Table::rule},
      {"account", "", "the victory points, line by line", &Table::account},
      {"arrivals", "", "the reinforcements that are still to come", &Table::arrivals},
      {"map", "FILE", "draws what you see into a file, SVG or PNG", &Table::map},
      {"save", "[FILE]", "where the campaign is kept; writes a finished one as a log",
       &Table::save},
      {"branch", "FILE [STEP] [fresh]",
       "a new campaign from a step of this one, with these dice or fresh ones", &Table::branch},
      {"review", "[CAMPAIGNS]",
       "after the end: what it turned on, and whose doing that was; the more campaigns are played "
       "on, the finer",
       &Table::review},
      {"belief", "[PLACE or STEP]",
       "what may lie face down where; after the end before any step, with the truth",
       &Table::belief},
      {"better", "NUMBER", "what would have been better at a turning point of yours",
       &Table::better},
      {"retry", "NUMBER [fresh]", "goes back before a turning point of the review and plays on",
       &Table::retry},
      {"level", "[NAME]", "how strong the computer plays; changes it", &Table::level},
      {"warn", "[POINTS|off]", "a warning before an order that costs so much chance of winning",
       &Table::warn},
      {"guide", "[on|off]", "explains each kind of decision when it first comes", &Table::guide},
      {"dice", "", "how to check that nobody chose the dice", &Table::dice},
      {"resign", "", "gives the campaign up", &Table::resign},
      {"help", "[COMMAND]", "this list, or one line of it", &Table::help},
      {"quit", "", "leaves; everything is kept", &Table::quit},
  };
  return kCommands;
}

// --- Showing ---

void Table::board(const std::string& rest) {
  if (board_.spaces.empty()) throw play::Refused("this game has no board to show");
  const auto view = session_.view(seat_);
  const auto& info = session_.game().info();
  if (!rest.empty()) {
    const auto place = play::find_space(board_, rest);
    if (!terminal_.plain()) terminal_.print(map_text(info, board_, view, place, terminal_.width()));
    for (const auto& line : place_lines(info, board_, view, place)) terminal_.say(line, 4);
    return;
  }
  for (const auto& line : track_lines(info, view)) terminal_.say(line, 2);
  for (const auto& line : theatre_lines(info, board_, view)) terminal_.say(line, 4);
}

void Table::army(const std::string& rest) {
  const auto lines =
      theatre_lines(session_.game().info(), board_, session_.view(seat_), play::index(seat_));
  int shown = 0;
  for (const auto& line : lines) {
    if (!rest.empty() && lower(line).find(lower(rest)) == std::string::npos) continue;
    terminal_.say(line, 4);
    ++shown;
  }
  if (shown == 0)
    throw play::Refused(rest.empty() ? "nothing of yours is on the board"
                                     : "nothing of yours has \"" + rest + "\" in its name");
}

void Table::moves(const std::string& rest) {
  const auto choices = session_.choices(seat_);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto line = choice_line(i + 1, choices[i]);
    if (rest.empty() || lower(line).find(lower(rest)) != std::string::npos) lines.push_back(line);
  }
  if (!terminal_.plain() && terminal_.typed()) lines = in_columns(lines, terminal_.width());
  for (const auto& line : lines) terminal_.say(line, 4);
  if (lines.empty())
    throw play::Refused(rest.empty() ? "there is nothing to decide"
                                     : "no choice has \"" + rest + "\" in it");
}

void Table::since(const std::string&) {
  const auto from = play::steps_at_last_order(session_, seat_);
  const auto list = session_.told(reader(), from);
  if (list.empty()) return terminal_.say("Nothing has happened since your last decision.");
  tell(list, from, session_.steps().size());
}

void Table::log(const std::string& rest) {
  constexpr std::size_t kLines = 20;
  auto list = session_.told(reader(), 0);
  if (!rest.empty()) {
    const auto turn = static_cast<int>(number_of(rest, 0));
    std::erase_if(list, [&](const auto& told) { return session_.steps()[told.step].turn != turn; });
    if (list.empty()) throw play::Refused("nothing was told to you in turn " + rest);
  } else if (list.size() > kLines) {
    list.erase(list.begin(), list.end() - kLines);
  }
  if (list.empty()) return terminal_.say("Nothing has happened yet.");
  tell(list, list.front().step, list.back().step + 1);
}

void Table::reasons(const std::string& rest) {
  options_.reasons = on_or_off(rest, options_.reasons);
  terminal_.say(options_.reasons
                    ? "The computer's reasons are told where you may know them: where nothing is "
                      "hidden from you before its decision nor after it, and after the end."
                    : "The computer's reasons are not told.");
}

void Table::diary(const std::string& rest) {
  if (rest.empty()) throw play::Refused("name a file: diary FILE");
  const auto& game = session_.game();
  // What is over may be secret still: then the position before its end is the last to be seen.
  const bool is_shut = session_.over() && !session_.open_to_all();
  const auto who = is_shut ? play::viewer_of(seat_) : reader();
  const auto seen = [&](std::size_t step) {
    if (is_shut && step == session_.steps().size()) return session_.view(seat_);
    return game.view(game.observe(session_.state(step), who));
  };
  play::DiaryWriter writer(game, who, seen(0));
  for (std::size_t i = 0; i < session_.steps().size(); ++i)
    writer.add(session_.steps()[i].events, [&] { return seen(i + 1); });
  const auto text = play::diary_text(writer.finish(seen(session_.steps().size())), game.info());
  core::write_file(rest, text);
  terminal_.say("written into " + rest);
}

void Table::account(const std::string&) {
  const auto lines = account_lines(session_.game().info(), session_.view(seat_));
  if (lines.empty()) throw play::Refused("this game keeps no account of points");
  for (const auto& line : lines) terminal_.say(line, 6);
}

void Table::rule(const std::string& rest) {
  if (rest.empty()) throw play::Refused("name a rule by its number, as it is told: rule 8.4");
  const auto lines = rule_lines(session_.settings().request, session_.game().info(), rest);
  if (lines.empty())
    throw play::Refused("nothing is noted on rule " + rest + ": your copy of the rules has it");
  for (const auto& [name, words, value] : lines)
    terminal_.say((name.empty() ? "" : name + ": ") + core::capitalised(words) +
                      (value.empty() ? "" : ": " + value),
                  4);
}

void Table::arrivals(const std::string&) {
  const auto lines = arrival_lines(session_.game().info(), session_.view(seat_));
  if (lines.empty()) terminal_.say("Nobody is still to come.");
  for (const auto& line : lines) terminal_.say(line, 2);
}

void Table::map(const std::string& rest) {
  if (rest.empty()) throw play::Refused("name a file: map FILE.svg or map FILE.png");
  write_picture(rest, picture_of_view(session_.game(), session_.view(seat_),
                                      play::read_country(session_.settings().request)));
  terminal_.say("drawn into " + rest);
}

void Table::dice(const std::string&) {
  terminal_.say("SHA-256 of the key of all dice: " + session_.commitment());
  terminal_.say(session_.open_to_all()
                    ? "The key: " + play::hex(session_.settings().campaign_key)
                    : "Their key is secret: " + opening_words(session_) +
                          ". \"niemen replay --check-dice\" then checks every die.");
}

void Table::help(const std::string& rest) {
  bool found = rest.empty();
  for (const auto& command : commands()) {
    if (!rest.empty() && !command.name.starts_with(lower(rest))) continue;
    found = true;
    const auto usage =
        std::string(command.name) + (command.usage.empty() ? "" : " ") + std::string(command.usage);
    terminal_.say(terminal_.plain() ? fmt::format("{}: {}.", usage, command.help)
                                    : fmt::format("  {:22} {}", usage, command.help),
                  25);
  }
  if (!found) throw play::Refused("there is no command \"" + rest + "\"");
  if (!rest.empty()) return;
  terminal_.say(
      "Beginnings of commands will do. A decision is typed as \"moves\" shows it, or #NUMBER; "
      "\"WHO to PLACE\" sends somebody somewhere; one verb takes many (\"train 3 Smolensk Minsk "
      "done\"); "
      "several orders with ; between them on one line wait for their turn.");
}

// --- Orders ---

void Table::order(const std::string& rest) {
  if (rest.empty()) {
    if (!standing_) return terminal_.say("No order stands.");
    return terminal_.say("An order to " + place_words(board_, standing_->to) + " stands.");
  }
  if (!give_order(rest)) throw play::Refused("order WHO to PLACE");
}

void Table::cancel(const std::string&) {
  if (!standing_) throw play::Refused("no order stands");
  standing_.reset();
  terminal_.say("The order is called back.");
}

// --- Taking back ---

void Table::undo(const std::string&) {
  const auto answer = session_.can_undo(seat_);
  if (!answer.can)
    throw play::Refused(answer.why.starts_with("there is") ? answer.why
                                                           : "no way back: " + answer.why);
  const auto what = session_.steps()[answer.to].text;
  session_.undo(seat_, session_.revision(), answer.to);
  forget_thoughts();
  auto& told = told_[play::index(seat_)];
  told = std::min(told, session_.steps().size());
  terminal_.say("Taken back: " + what + ".");
  // It would be decided again at once.
  auto& staff = staff_orders_[play::index(seat_)];
  if (staff.for_now || !staff.always.empty()) terminal_.say("Your staff decides nothing any more.");
  staff = {};
}

void Table::redo(const std::string&) { session_.redo(seat_, session_.revision()); }

void Table::practice(const std::string&) {
  session_.allow_practice();
  terminal_.say("Practice: undo crosses everything now, and the record says so.");
}

// --- Keeping ---

void Table::save(const std::string& rest) {
  if (rest.empty())
    return terminal_.say("Everything is kept at once in " + session_.path().string() + ".");
  if (!session_.open_to_all())
    throw play::Refused("a log tells all, and " + opening_words(session_) +
                        "; until then everything is kept in " + session_.path().string());
  core::write_file(rest, session_.campaign_log());
  terminal_.say("written into " + rest + "; `niemen replay " + core::shell_path(rest) +
                "` checks it");
}

void Table::branch(const std::string& rest) {
  const auto space = rest.find(' ');
  const auto file = rest.substr(0, space);
  if (file.empty()) throw play::Refused("name a file: branch FILE [STEP] [fresh]");
  auto more = space == std::string::npos ? std::string() : rest.substr(space + 1);
  std::optional<std::uint64_t> key;
  if (more.ends_with("fresh")) {
    key = fresh_key();
    more.resize(more.size() - std::min<std::size_t>(more.size(), 6));
  }
  const auto last = session_.noticed(seat_, session_.steps().size());
  const auto step = number_of(more, last);
  if (step > last)
    throw play::Refused("there are " + std::to_string(last) + " steps to branch off at");
  const bool goes_on = !session_.over();
  const auto twig = session_.branch(seat_, file, session_.steps_noticed(seat_, step), key);
  terminal_.say(
      fmt::format("A campaign that branches off after step {} is in {}; `niemen play --session {}` "
                  "plays it. This one goes on.",
                  step, file, core::shell_path(file)));
  if (goes_on)
    terminal_.say(
        "The records of both say so, and what is hidden there stays hidden until this "
        "one is over.");
}

void Table::level(const std::string& rest) {
  const auto& info = session_.game().info();
  if (rest.empty()) {
    for (const auto side : {Side::A, Side::B})
      if (!session_.is_person(side))
        terminal_.say(side_title(info, play::index(side)) + " is played by " +
                      session_.settings().seats[play::index(side)] + ".");
    for (const auto& level : levels(info.title)) terminal_.say("  " + level.card, 4);
    return;
  }
  const auto agent = ai::find_agent(rest);
  if (agent.kind == ai::AgentKind::Process)
    throw play::Refused(
        "a program that took the computer's seat now would be told what lies hidden "
        "there; begin a new campaign with it");
  for (const auto side : {Side::A, Side::B}) {
    if (session_.is_person(side)) continue;
    session_.seat(side, rest);
    thinkers_[play::index(side)].reset();
    terminal_.say(side_title(info, play::index(side)) + " is played by " + agent.name + " now.");
  }
}

void Table::guide(const std::string& rest) {
  options_.guided = on_or_off(rest, options_.guided);
  terminal_.say(options_.guided ? "Each new kind of decision is explained."
                                : "Nothing more is explained.");
}

void Table::resign(const std::string&) {
  if (session_.over()) throw play::Refused("the campaign is over");
  if (!confirm("Give the campaign up?")) return;
  session_.resign(seat_, session_.revision(), "resigned");
}

void Table::quit(const std::string&) { leaving_ = true; }

}  // namespace niemen::tools
