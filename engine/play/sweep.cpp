#include "engine/play/sweep.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "engine/core/error.h"
#include "engine/core/text.h"

namespace niemen::play {

namespace {

using core::lower;

std::string verb_of(const Choice& choice) {
  return choice.notation.substr(0, choice.notation.find(' '));
}

/// A number that says how many; nothing where it is none, or a mere thing.
std::optional<int> count_in(const std::string& word) {
  constexpr std::size_t kDigits = 2;
  if (word.size() > kDigits ||
      !std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c); }))
    return std::nullopt;
  return std::stoi(word);
}

class Sweep {
 public:
  Sweep(const Board& board, const std::vector<Choice>& choices, std::string_view text,
        std::span<const Counter> counters)
      : board_(board), counters_(counters), words_(core::split_words(text, " \t,")) {
    for (const auto& choice : choices) {
      verbs_.insert(lower(verb_of(choice)));
      notations_.insert(lower(choice.notation));
    }
    for (const auto& choice : closing_choices(choices)) closing_.insert(lower(choice.notation));
  }

  std::vector<std::string> lines() {
    if (words_.size() < 2 || !verbs_.contains(lower(words_.front()))) return {};
    while (at_ < words_.size() && known_) read_one();
    if (!known_ && lines_.empty()) return {};
    if (!known_)
      throw core::InputError("\"" + verb_ + "\": there is no \"" + words_[at_ - 1] + "\"");
    require_thing();
    if (lines_.size() < 2) return {};
    return std::move(lines_);
  }

 private:
  void read_one() {
    const auto word = lower(words_[at_]);
    if (closing_.contains(word) || (!lines_.empty() && is_closing(word))) {
      require_thing();
      verb_.clear();
      ++at_;
      return add(word, 1);
    }
    if (verbs_.contains(word)) {
      require_thing();
      verb_ = word;
      waits_ = !notations_.contains(word);  // "yes" is complete by itself
      ++at_;
      if (!waits_) add(word, 1);
      return;
    }
    const auto count = count_before_thing().value_or(1);
    if (count_before_thing()) ++at_;
    waits_ = false;
    const auto name = thing();
    if (known_) add(verb_ + (verb_.empty() ? "" : " ") + name, count);
  }

  /// The number at hand, where it says how many of the thing behind it are meant.
  std::optional<int> count_before_thing() const {
    const auto number = count_in(words_[at_]);
    if (!number || at_ + 1 == words_.size() || is_thing(lower(words_[at_]))) return std::nullopt;
    const auto next = lower(words_[at_ + 1]);
    return is_thing(next) || !count_in(next) ? number : std::nullopt;
  }

  void require_thing() const {
    if (waits_) throw core::InputError("\"" + verb_ + "\": for what?");
  }

  bool is_thing(const std::string& word) const {
    if (notations_.contains(verb_ + " " + word)) return true;
    return std::ranges::any_of(board_.spaces, [&](auto& space) { return lower(space.id) == word; });
  }

  /// The thing that begins at the word at hand, as notation has it.
  std::string thing() {
    if (notations_.contains(verb_ + " " + lower(words_[at_]))) return words_[at_++];
    constexpr std::size_t kLongestName = 4;
    for (auto length = std::min(kLongestName, words_.size() - at_); length > 0; --length) {
      std::string name;
      for (std::size_t i = 0; i < length; ++i) name += (i ? " " : "") + lower(words_[at_ + i]);
      const auto place = place_called(name, length > 1);
      if (!place) continue;
      at_ += length;
      return *place;
    }
    // "take 2 1": how many of the next kind.
    known_ = count_in(words_[at_]).has_value() || is_counter(lower(words_[at_]));
    return words_[at_++];
  }

  /// One that may be a choice when others have been taken.
  bool is_counter(const std::string& word) const {
    return std::ranges::any_of(counters_, [&](auto& one) { return lower(one.id) == word; });
  }

  /// The id of the place; `whole`: its full name alone will do.
  std::optional<std::string> place_called(const std::string& name, bool whole) const {
    constexpr std::size_t kShortest = 3;
    const Space* begun = nullptr;
    int count = 0;
    for (const auto& space : board_.spaces) {
      const auto small = lower(space.name);
      if (lower(space.id) == name || small == name) return space.id;
      if (small.empty() || !small.starts_with(name)) continue;
      begun = &space;
      ++count;
    }
    if (whole || count != 1 || name.size() < kShortest) return std::nullopt;
    return begun->id;
  }

  void add(const std::string& line, int count) {
    if (static_cast<int>(lines_.size()) + count > kMaxAtOnce)
      throw core::InputError("at most " + std::to_string(kMaxAtOnce) + " decisions at once");
    lines_.insert(lines_.end(), static_cast<std::size_t>(count), line);
  }

  const Board& board_;
  std::span<const Counter> counters_;
  std::vector<std::string> words_, lines_;
  std::set<std::string> verbs_, notations_, closing_;
  std::size_t at_ = 0;
  std::string verb_;
  bool waits_ = false;  ///< the verb has no thing yet
  bool known_ = true;   ///< every thing so far can be what a verb is for
};

}  // namespace

bool is_closing(std::string_view notation) {
  static constexpr std::string_view kWords[] = {"end", "done", "pass", "stop", "none", "no"};
  return std::ranges::count(kWords, notation.substr(0, notation.find(' '))) > 0;
}

std::vector<Choice> closing_choices(const std::vector<Choice>& choices) {
  std::vector<Choice> closing;
  for (const auto& choice : choices)
    if (is_closing(choice.notation)) closing.push_back(choice);
  return closing;
}

std::vector<std::string> sweep_lines(const Board& board, const std::vector<Choice>& choices,
                                     std::string_view text, std::span<const Counter> counters) {
  return Sweep(board, choices, text, counters).lines();
}

}  // namespace niemen::play
