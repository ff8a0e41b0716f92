#include "tools/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "engine/core/text.h"
#include "engine/play/arrivals.h"

namespace niemen::tools {

namespace {

const play::Space& space_of(const play::Board& board, int place) { return board.spaces[place]; }

double distance(const play::Space& a, const play::Space& b) {
  return std::hypot(a.centre.x - b.centre.x, a.centre.y - b.centre.y);
}

/// Of a place to its nearest.
double nearest(const play::Board& board, int place) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& other : board.spaces)
    if (&other != &space_of(board, place))
      least = std::min(least, distance(other, space_of(board, place)));
  return least;
}

const char* direction(const play::Space& from, const play::Space& to) {
  static constexpr const char* kNames[] = {"east", "south-east", "south", "south-west",
                                           "west", "north-west", "north", "north-east"};
  const auto angle = std::atan2(to.centre.y - from.centre.y, to.centre.x - from.centre.x);
  const auto eighth = static_cast<int>(std::lround(angle / (std::numbers::pi / 4)));
  return kNames[(eighth + 8) % 8];
}

/// Of what is off the board only who is not still to come: arrival_lines() tells of those.
std::vector<const play::Counter*> standing(const play::View& view, int place) {
  std::vector<const play::Counter*> list;
  for (const auto& counter : view.counters)
    if (counter.place == place && counter.arrives == 0) list.push_back(&counter);
  return list;
}

int still_to_come(const play::View& view, int side) {
  int count = 0;
  for (const auto& counter : view.counters)
    if (counter.arrives > 0 && (side < 0 || counter.side == side)) count += counter.count;
  return count;
}

std::string stack_words(const play::GameInfo& info, const play::View& view, int place,
                        int side = -1) {
  std::string words;
  for (const auto* counter : standing(view, place))
    if (side < 0 || counter->side == side)
      words += (words.empty() ? "" : ", ") + counter_words(info, *counter);
  return words;
}

std::string state_words(const play::GameInfo& info, const play::View& view, int place) {
  if (static_cast<std::size_t>(place) >= view.spaces.size()) return {};
  const auto& state = view.spaces[place];
  std::string words;
  if (state.owner >= 0) words += ", " + side_title(info, state.owner);
  for (const auto& mark : state.marks) words += ", " + mark;
  return words;
}

bool has_digit(const std::string& text) {
  return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c); });
}

/// The letters of a text in UTF-8, each by itself.
std::vector<std::string> letters_of(const std::string& text) {
  std::vector<std::string> letters;
  for (const char c : text) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (goes_on && !letters.empty())
      letters.back() += c;
    else
      letters.emplace_back(1, c);
  }
  return letters;
}

}  // namespace

std::string side_title(const play::GameInfo& info, int side) {
  return side < 0 ? "nobody" : core::capitalised(info.side_names[side]);
}

std::string place_words(const play::Board& board, int place) {
  if (place < 0) return "off the board";
  const auto& space = space_of(board, place);
  if (space.name.empty()) return space.id;
  return has_digit(space.id) ? space.id + " " + space.name : space.name;
}

std::string counter_words(const play::GameInfo& info, const play::Counter& counter) {
  std::string name = counter.name.empty() ? counter.kind : counter.name;
  if (!counter.known) name = name.empty() ? "unknown" : name + ", unknown";
  if (counter.count > 1) name = fmt::format("{} x {}", counter.count, name);
  std::vector<std::string> notes{side_title(info, counter.side)};
  if (counter.strength > 0) notes.push_back(std::to_string(counter.strength));
  notes.insert(notes.end(), counter.states.begin(), counter.states.end());
  return fmt::format("{} ({})", name, fmt::join(notes, ", "));
}

std::vector<std::string> theatre_lines(const play::GameInfo& info, const play::Board& board,
                                       const play::View& view, int side) {
  std::vector<std::string> lines;
  for (int place = 0; place < static_cast<int>(board.spaces.size()); ++place) {
    const auto stack = stack_words(info, view, place, side);
    if (!stack.empty()) lines.push_back(place_words(board, place) + ": " + stack);
  }
  const auto away = stack_words(info, view, -1, side);
  if (!away.empty()) lines.push_back("off the board: " + away);
  if (const int due = still_to_come(view, side); due > 0)
    lines.push_back(fmt::format("still to come: {}; \"arrivals\" says who", due));
  return lines;
}

std::vector<std::string> place_lines(const play::GameInfo& info, const play::Board& board,
                                     const play::View& view, int place) {
  constexpr double kNeighbour = 1.4;  // of the distance to the nearest
  const auto& here = space_of(board, place);
  const auto what = [&](int at) {
    const auto stack = stack_words(info, view, at);
    return space_of(board, at).terrain + state_words(info, view, at) +
           (stack.empty() ? "" : ": " + stack);
  };
  std::vector<std::string> lines{place_words(board, place) + ", " + what(place)};
  if (here.points != 0) lines.push_back(fmt::format("worth {} points", here.points));
  if (here.reconstructed)
    lines.push_back(here.source.starts_with("reconstructed") ? here.source
                                                             : "reconstructed: " + here.source);
  const auto reach = kNeighbour * nearest(board, place);
  for (int at = 0; at < static_cast<int>(board.spaces.size()); ++at) {
    const auto& there = space_of(board, at);
    if (at == place || distance(here, there) > reach) continue;
    lines.push_back(
        fmt::format("  {}: {}, {}", direction(here, there), place_words(board, at), what(at)));
  }
  return lines;
}

std::string map_text(const play::GameInfo& info, const play::Board& board, const play::View& view,
                     int place, int width) {
  // Ten cells fit in a row; hexes stand nearer beside each other than apart.
  constexpr int kRows = 15, kRowsApart = 3, kNarrowest = 9, kWidest = 14;
  constexpr double kNearest = 0.86;
  const int cell = std::clamp(width / 10, kNarrowest, kWidest);
  const auto room = static_cast<std::size_t>(cell * kNearest) - 1;
  std::vector<std::vector<std::string>> rows(
      kRows, std::vector<std::string>(static_cast<std::size_t>(width), " "));
  const auto& here = space_of(board, place);
  const auto unit = nearest(board, place);
  const auto letter = [&](int side) {
    return side < 0 ? '.'
           : info.side_names[0][0] == info.side_names[1][0]
               ? static_cast<char>('A' + side)
               : core::capitalised(info.side_names[side])[0];
  };
  const auto put = [&](int row, int column, const std::string& text) {
    if (row < 0 || row >= kRows || column < 0 || column + cell > width) return;
    auto letters = letters_of(text);
    letters.resize(room, " ");
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (auto& at = rows[row][static_cast<std::size_t>(column) + i]; at == " ") at = letters[i];
  };
  for (int at = 0; at < static_cast<int>(board.spaces.size()); ++at) {
    const auto& there = space_of(board, at);
    const auto column =
        static_cast<int>(std::lround((there.centre.x - here.centre.x) / unit * cell)) + width / 2 -
        cell / 2;
    const auto row =
        static_cast<int>(std::lround((there.centre.y - here.centre.y) / unit * kRowsApart)) +
        kRows / 2 - 1;
    int strength = 0, side = -1;
    bool hidden = false;
    for (const auto* counter : standing(view, at)) {
      side = counter->side;
      strength += counter->strength * counter->count;
      hidden |= !counter->known;
    }
    const bool numbered = has_digit(there.id) || there.name.empty();
    put(row, column, (at == place ? ">" : "") + (numbered ? there.id : there.name));
    if (side >= 0 || !standing(view, at).empty())
      put(row + 1, column,
          fmt::format("{}{}", letter(side), hidden ? "?" : std::to_string(strength)));
    else
      put(row + 1, column, there.terrain);
    if (numbered) put(row + 2, column, there.name);
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (const auto& one : row) line += one;
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  text += fmt::format(
      "{0}3: {1}, strength 3; {2}3: {3}; {2}?: strength not known; .: nobody's; "
      ">: here\n",
      letter(0), side_title(info, 0), letter(1), side_title(info, 1));
  return text;
}

std::vector<std::string> track_lines(const play::GameInfo& info, const play::View& view) {
  std::vector<std::string> lines;
  for (const auto& track : view.tracks)
    lines.push_back(
        fmt::format("{}{}: {}", track.side < 0 ? "" : side_title(info, track.side) + ": ",
                    track.name, track.words.empty() ? std::to_string(track.value) : track.words));
  return lines;
}

std::vector<std::string> account_lines(const play::GameInfo& info, const play::View& view) {
  std::vector<std::string> lines;
  std::map<int, int> sums;
  for (const auto& line : view.account) {
    lines.push_back(fmt::format("{:+4} {}: {}{}", line.points, side_title(info, line.side),
                                line.words, line.rule.empty() ? "" : " (" + line.rule + ")"));
    sums[line.side] += line.points;
  }
  for (const auto& [side, points] : sums)
    if (side >= 0) lines.push_back(fmt::format("{:4} {} in all", points, side_title(info, side)));
  return lines;
}

std::vector<std::string> arrival_lines(const play::GameInfo& info, const play::View& view) {
  std::vector<std::string> lines;
  for (const auto& due : play::arrivals(view))
    lines.push_back(fmt::format("turn {}, {}: {}{}", due.turn, side_title(info, due.side),
                                fmt::join(due.units, ", "),
                                due.where.empty() ? "" : " " + due.where));
  return lines;
}

std::string choice_line(std::size_t number, const play::Choice& choice) {
  const bool says_more = !choice.words.empty() && choice.words != choice.notation;
  return fmt::format("#{} {}{}{}", number, choice.notation, says_more ? ": " + choice.words : "",
                     choice.caution.empty() ? "" : " (" + choice.caution + ")");
}

std::string event_words(const play::Event& event) {
  std::vector<std::string> modifiers;
  for (const auto& modifier : event.modifiers)
    modifiers.push_back(fmt::format("{:+} {}", modifier.value, modifier.reason));
  const auto words = core::capitalised(event.text);
  if (modifiers.empty()) return words;
  return fmt::format("{} [{}]", words, fmt::join(modifiers, ", "));
}

std::string share_words(const ai::table::Chance& chance) {
  return fmt::format("{:.0f} % ({:.0f} to {:.0f})", 100 * chance.value, 100 * chance.low,
                     100 * chance.high);
}

std::string chance_words(const ai::table::Chance& chance) {
  return fmt::format("{}, expected margin {:+.1f}", share_words(chance), chance.margin);
}

std::string points_words(double change) { return fmt::format("{:+.1f} points", 100 * change); }

std::vector<std::string> in_columns(const std::vector<std::string>& lines, int width) {
  constexpr std::size_t kApart = 3, kFew = 8;  // so many stand below one another all the same
  std::size_t longest = 1;
  for (const auto& line : lines) longest = std::max(longest, letters_of(line).size());
  const auto columns = (static_cast<std::size_t>(width) + kApart) / (longest + kApart);
  if (columns < 2 || lines.size() <= kFew) return lines;
  const auto rows = (lines.size() + columns - 1) / columns;
  std::vector<std::string> laid(rows);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto& row = laid[i % rows];
    if (i >= rows) row += std::string(kApart, ' ');
    row += lines[i];
    if (i + rows < lines.size()) row += std::string(longest - letters_of(lines[i]).size(), ' ');
  }
  return laid;
}

bool is_number(const std::string& text) {
  constexpr std::size_t kDigits = 6;
  return !text.empty() && text.size() <= kDigits &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

int number_from(const std::string& text, int most, const std::string& message) {
  const int number = is_number(text) ? std::stoi(text) : 0;
  if (number < 1 || number > most) throw play::Refused(message);
  return number;
}

}  // namespace niemen::tools
