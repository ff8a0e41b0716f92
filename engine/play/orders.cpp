#include "engine/play/orders.h"

#include <algorithm>
#include <cctype>

#include "engine/core/text.h"

namespace niemen::play {

namespace {

using core::lower;

std::string joined(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  std::string text;
  for (auto i = from; i < to; ++i) text += (text.empty() ? "" : " ") + words[i];
  return text;
}

/// Indices whose names are `word`, or else begin with it.
template <class Names>
std::vector<int> matches(int count, std::string_view word, const Names& names_of) {
  const auto wanted = lower(word);
  std::vector<int> whole, begun;
  for (int i = 0; i < count; ++i) {
    for (const auto& name : names_of(i)) {
      const auto small = lower(name);
      if (wanted.empty() || !small.starts_with(wanted)) continue;
      (small == wanted ? whole : begun).push_back(i);
      break;
    }
  }
  return whole.empty() ? begun : whole;
}

std::vector<int> spaces_named(const Board& board, std::string_view word) {
  return matches(static_cast<int>(board.spaces.size()), word, [&](int i) {
    const auto& space = board.spaces[i];
    return std::vector<std::string>{space.id, space.name};
  });
}

/// Own counters on the board; what nobody has seen has no name that would match.
std::vector<int> counters_named(const View& view, std::string_view word) {
  return matches(static_cast<int>(view.counters.size()), word, [&](int i) {
    const auto& counter = view.counters[i];
    if (!counter.known || counter.place < 0) return std::vector<std::string>{};
    return std::vector<std::string>{counter.name, counter.id, counter.label};
  });
}

Order order_of_counter(const Board& board, const View& view, Side side, std::string_view who,
                       int to) {
  const auto found = counters_named(view, who);
  if (found.empty())
    throw core::InputError("\"" + std::string(who) + "\" is no place and no counter of yours");
  const auto& first = view.counters[found.front()];
  Order order{first.place, to, {}};
  for (const auto i : found) {
    const auto& counter = view.counters[i];
    if (counter.side != index(side))
      throw core::InputError(counter.name + " is not yours to order");
    if (counter.place != first.place)
      throw core::InputError("\"" + std::string(who) + "\" may be " + first.name + " at " +
                             board.spaces[first.place].id + " or " + counter.name + " at " +
                             board.spaces[counter.place].id);
    order.counters.push_back(counter.id);
  }
  // A commander stands for all that he leads.
  if (first.kind == "commander") order.counters.clear();
  return order;
}

}  // namespace

std::string place_name(const Board& board, int place) {
  const auto& space = board.spaces[static_cast<std::size_t>(place)];
  if (!space.name.empty()) return space.name;
  const bool is_number = space.id.size() > 1 && space.id[0] == 'h' && std::isdigit(space.id[1]);
  return is_number ? space.id.substr(1) : space.id;
}

int find_space(const Board& board, std::string_view word) {
  const auto found = spaces_named(board, word);
  if (found.size() == 1) return found.front();
  if (found.empty()) throw core::InputError("there is no place \"" + std::string(word) + "\"");
  std::string near;
  constexpr std::size_t kShown = 6;
  for (std::size_t i = 0; i < std::min(found.size(), kShown); ++i) {
    const auto& space = board.spaces[found[i]];
    near += (near.empty() ? "" : ", ") + space.id + (space.name.empty() ? "" : " " + space.name);
  }
  throw core::InputError("\"" + std::string(word) + "\" may be " + near +
                         (found.size() > kShown ? ", ..." : ""));
}

std::optional<Order> parse_order(const Board& board, const View& view, Side side,
                                 std::string_view text) {
  auto words = core::split_words(text);
  const bool forced = words.size() > 2 && words.back() == kForce;
  if (forced) words.pop_back();
  if (words.size() < 2) return std::nullopt;
  auto middle = static_cast<std::size_t>(
      std::find_if(words.begin(), words.end(),
                   [](const auto& word) { return word == "to" || word == ">" || word == "->"; }) -
      words.begin());
  const bool marked = middle < words.size();
  if (marked && (middle == 0 || middle + 1 == words.size())) return std::nullopt;
  if (!marked) middle = words.size() - 1;
  const auto who = joined(words, 0, middle);
  const auto where = joined(words, marked ? middle + 1 : middle, words.size());
  const auto targets = spaces_named(board, where);
  if (!marked && targets.size() != 1) return std::nullopt;
  const auto to = find_space(board, where);
  auto order = parse_stack(board, view, side, who);
  order.to = to;
  order.forced = forced;
  return order;
}

Order parse_stack(const Board& board, const View& view, Side side, std::string_view text) {
  const auto from = spaces_named(board, text);
  return from.size() == 1 ? Order{from.front(), -1, {}}
                          : order_of_counter(board, view, side, text, -1);
}

}  // namespace niemen::play
