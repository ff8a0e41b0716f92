// What a seat sees, in words: places, counters, choices, the victory account.
#pragma once

#include <string>
#include <vector>

#include "ai/table/chance.h"
#include "engine/play/session.h"

namespace niemen::tools {

/// What a side is called in sentences: "French"; "nobody" for -1.
std::string side_title(const play::GameInfo& info, int side);
/// "1808 Wilno"; "off the board" for -1.
std::string place_words(const play::Board& board, int place);
/// "I Corps (4, disrupted)", with "unknown" for a back.
std::string counter_words(const play::GameInfo& info, const play::Counter& counter);
/// What stands at each place, a line a place; with `side` only that side's.
std::vector<std::string> theatre_lines(const play::GameInfo& info, const play::Board& board,
                                       const play::View& view, int side = -1);
/// One place and its neighbours with their directions, in sentences.
std::vector<std::string> place_lines(const play::GameInfo& info, const play::Board& board,
                                     const play::View& view, int place);
/// The country round a place as rows of characters, at most `width` wide: numbers, stacks or
/// terrain, towns; below them what the signs mean.
std::string map_text(const play::GameInfo& info, const play::Board& board, const play::View& view,
                     int place, int width);
std::vector<std::string> track_lines(const play::GameInfo& info, const play::View& view);
std::vector<std::string> account_lines(const play::GameInfo& info, const play::View& view);
/// Who is still to come, a line for those that come together.
std::vector<std::string> arrival_lines(const play::GameInfo& info, const play::View& view);
/// A choice under its number: "#3 march 1808: March to Wilno (what that strains)".
std::string choice_line(std::size_t number, const play::Choice& choice);
/// An event with its modifiers: "sentence [+1 reason, -1 reason]".
std::string event_words(const play::Event& event);
/// "38 % (34 to 42)"
std::string share_words(const ai::table::Chance& chance);
/// "38 % (34 to 42), expected margin -1.4"
std::string chance_words(const ai::table::Chance& chance);
/// "5 points"
std::string points_words(double change);

/// Lines beside one another where at least two columns of them fit into `width`, read downwards.
std::vector<std::string> in_columns(const std::vector<std::string>& lines, int width);

/// Whether somebody typed a whole number, of a size that is taken.
bool is_number(const std::string& text);
/// A whole number from 1 to `most`. Throws Refused with `message`.
int number_from(const std::string& text, int most, const std::string& message);

}  // namespace niemen::tools
