// What may come, told at the table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ai/table/prospect.h"
#include "engine/play/telling.h"
#include "tools/command_line.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

using ai::table::Prospect;
using ai::table::Share;
using ai::table::TurnAhead;

constexpr int kThreads = 2;
constexpr int kSlice = 20;  ///< campaigns between two looks at the keyboard
constexpr std::size_t kPlacesShown = 10;
constexpr std::size_t kUnitsShown = 6;
constexpr std::size_t kStacksShown = 6;
constexpr std::size_t kArmyPlaces = 3;
constexpr double kSure = 0.95;      ///< from here on nothing is left to tell
constexpr double kRarest = 0.05;    ///< an army that stands there less often is left out
constexpr double kLeastLost = 0.5;  ///< of a stack's strength, to be told

/// "63 % (56 to 69)"
std::string interval_of(const Share& share) {
  return fmt::format("{:.0f} % ({:.0f} to {:.0f})", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

std::string when_words(const TurnAhead& turn, int now) {
  if (turn.end) return "At the end";
  if (turn.turn == now + 1) return "When the next turn begins";
  return fmt::format("When turn {} begins", turn.turn);
}

/// Where an army may be: "Wilno 63 %, Kowno 20 %".
std::string army_words(const play::Board& board, const std::vector<ai::table::ArmyAhead>& army) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min(army.size(), kArmyPlaces); ++i)
    if (i == 0 || army[i].share >= kRarest)
      list.push_back(
          fmt::format("{} {:.0f} %", place_words(board, army[i].place), 100 * army[i].share));
  return list.empty() ? "nowhere on the map" : fmt::format("{}", fmt::join(list, ", "));
}

/// Places that have a name or count, and may be held by either; those that are most open first.
std::vector<std::string> open_lines(const play::GameInfo& info, const play::Board& board,
                                    const TurnAhead& turn) {
  std::vector<const ai::table::PlaceAhead*> open;
  for (const auto& place : turn.places) {
    const auto& space = board.spaces[place.place];
    const auto surest = std::max(place.held[0].value, place.held[1].value);
    if ((space.points > 0 || !space.name.empty()) && surest < kSure && surest > kRarest)
      open.push_back(&place);
  }
  std::ranges::stable_sort(open, [&](const auto* a, const auto* b) {
    const auto count = [&](const auto* one) { return board.spaces[one->place].points > 0; };
    const auto openness = [](const auto* one) {
      return std::abs(one->held[0].value - one->held[1].value);
    };
    return std::pair(!count(a), openness(a)) < std::pair(!count(b), openness(b));
  });
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(open.size(), kPlacesShown); ++i) {
    std::vector<std::string> sides;
    for (int side = 0; side < play::kSides; ++side)
      sides.push_back(play::people_of(info.side_names[side]) + " " +
                      interval_of(open[i]->held[side]));
    lines.push_back(
        fmt::format("{}: {}", place_words(board, open[i]->place), fmt::join(sides, ", ")));
  }
  return lines;
}

/// How many units of a side live on, and of which that is least sure.
std::string unit_words(const TurnAhead& turn, int side) {
  std::vector<const ai::table::UnitAhead*> list;
  double lives = 0;
  for (const auto& unit : turn.units)
    if (unit.side == side) {
      list.push_back(&unit);
      lives += unit.lives.value;
    }
  if (list.empty()) return {};
  const auto all = list.size();
  std::erase_if(list, [](const auto* unit) {
    return unit->lives.value >= kSure || unit->lives.value <= 1 - kSure;
  });
  std::ranges::stable_sort(list, {},
                           [](const auto* unit) { return std::abs(unit->lives.value - 0.5); });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(list.size(), kUnitsShown); ++i)
    words.push_back(list[i]->name + " " + interval_of(list[i]->lives));
  return fmt::format("{:.0f} of {} live on{}{}", lives, all,
                     words.empty() ? "" : "; least sure: ", fmt::join(words, ", "));
}

std::vector<std::string> stack_lines(const play::Board& board, const Prospect& prospect, int side) {
  std::vector<const ai::table::StackAhead*> list;
  for (const auto& stack : prospect.stacks)
    if (stack.side == side && stack.lost >= kLeastLost) list.push_back(&stack);
  std::ranges::stable_sort(list, std::ranges::greater{}, [](const auto* one) { return one->lost; });
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(list.size(), kStacksShown); ++i)
    lines.push_back(fmt::format("{}: {:.1f} of {:.0f} ({:.0f} to {:.0f} in nine of ten)",
                                place_words(board, list[i]->place), list[i]->lost,
                                list[i]->strength, list[i]->low, list[i]->high));
  return lines;
}

}  // namespace

void Table::ahead(const std::string& rest) {
  if (session_.over()) throw play::Refused("the campaign is over");
  if (!rest.empty() && rest != "end" && !is_number(rest))
    throw play::Refused("which turn: its number, or end");
  ai::table::Foresight foresight(session_.game(), session_.observation(seat_), kThreads);
  std::stop_source stop;
  while (foresight.played() < ai::table::kProspectCampaigns && !stop.stop_requested()) {
    terminal_.progress(
        fmt::format("playing on, {} campaigns (Ctrl-C ends it)...", foresight.played()));
    foresight.play(kSlice, stop.get_token());
    if (terminal_.take_interrupts() > 0) stop.request_stop();
  }
  if (foresight.played() < ai::table::kFewestPlayings)
    return terminal_.say("Broken off before it says anything.");
  const auto prospect = foresight.prospect();
  const auto& turns = prospect.turns;
  const auto now = session_.view(seat_).turn;
  auto shown = turns.begin();
  if (rest == "end") {
    shown = turns.end() - 1;
  } else if (!rest.empty()) {
    const auto message =
        fmt::format("which turn: {} to {}, or end", turns.front().turn, turns.back().turn);
    const int turn = number_from(rest, turns.back().turn, message);
    if (turn < turns.front().turn) throw play::Refused(message);
    shown = std::ranges::find_if(turns, [&](const TurnAhead& one) { return one.turn >= turn; });
  }
  const auto& info = session_.game().info();
  const auto mine = play::index(seat_), his = 1 - mine;
  terminal_.heading(when_words(*shown, now));
  terminal_.say("Where your main army stands: " + army_words(board_, shown->main_army[mine]) + ".",
                4);
  terminal_.say("The enemy's: " + army_words(board_, shown->main_army[his]) + ".", 4);
  const auto places = open_lines(info, board_, *shown);
  terminal_.say(places.empty() ? "Who holds which place is as good as sure."
                               : "Who holds what is open:");
  for (const auto& line : places) terminal_.say("  " + line, 6);
  for (const auto side : {mine, his})
    if (const auto words = unit_words(*shown, side); !words.empty())
      terminal_.say((side == mine ? "Of your counters " : "Of theirs ") + words + ".", 4);
  if (const auto lines = stack_lines(board_, prospect, mine); !lines.empty()) {
    terminal_.say("Lost before the next turn begins, in strength:");
    for (const auto& line : lines) terminal_.say("  " + line, 6);
  }
  std::vector<std::string> others;
  for (const auto& turn : turns)
    if (&turn != &*shown) others.push_back(turn.end ? "end" : std::to_string(turn.turn));
  terminal_.say(fmt::format(
      "An estimate: {} campaigns, {}, from what you know.{}", prospect.campaigns,
      ai::table::kImagined,
      others.empty() ? "" : fmt::format(" Other moments: ahead {}.", fmt::join(others, ", "))));
}

}  // namespace niemen::tools
