// Actions and positions as text, both ways.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <sstream>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/steps.h"

namespace niemen::hex_operations {

namespace {

/// How an action reads: prefix, value, suffix; and the name of the decision it belongs to.
struct VerbText {
  std::string_view prefix;
  std::string_view suffix;
  ValueRange range;
  std::string_view decision;
};

constexpr std::array<VerbText, static_cast<std::size_t>(Verb::Count)> kVerbTexts{{
    {"die ", "", ValueRange::Die, "die"},
    {"deploy ", "", ValueRange::Hex, "deployment"},
    {"arrive ", "", ValueRange::Hex, "arrival"},
    {"wait outside", "", ValueRange::Nothing, "arrival"},
    {"lose ", "", ValueRange::Piece, "loss"},
    {"end moves", "", ValueRange::Nothing, "move"},
    {"move ", "", ValueRange::Piece, "move"},
    {"march ", " double", ValueRange::Piece, "move"},
    {"march ", " triple", ValueRange::Piece, "move"},
    {"crush ", "", ValueRange::HexWay, "automatic elimination"},
    {"to ", "", ValueRange::Hex, "step"},
    {"take depot", "", ValueRange::Nothing, "step"},
    {"second allowance", "", ValueRange::Nothing, "step"},
    {"halt", "", ValueRange::Nothing, "step"},
    {"risk", "", ValueRange::Nothing, "forced march"},
    {"end depots", "", ValueRange::Nothing, "create depot"},
    {"depot by ", "", ValueRange::Piece, "create depot"},
    {"end scorching", "", ValueRange::Nothing, "scorch"},
    {"scorch ", "", ValueRange::Area, "scorch"},
    {"end attacks", "", ValueRange::Nothing, "attack"},
    {"attack ", "", ValueRange::HexWay, "attack"},
    {"sally from ", "", ValueRange::Hex, "attack"},
    {"sally from ", " over rivers", ValueRange::Hex, "attack"},
    {"end retreats", "", ValueRange::Nothing, "retreat before combat"},
    {"retreat before combat ", "", ValueRange::Piece, "retreat before combat"},
    {"fight from ", "", ValueRange::Hex, "battle"},
    {"commit ", "", ValueRange::Piece, "leader"},
    {"hold back ", "", ValueRange::Piece, "leader"},
    {"retreat ", "", ValueRange::Piece, "retreat"},
    {"take along ", "", ValueRange::Piece, "retreat"},
    {"end advances", "", ValueRange::Nothing, "advance"},
    {"advance ", "", ValueRange::PieceWay, "advance"},
    {"fortress feeds ", "", ValueRange::Piece, "supply source"},
    {"fortress feeds nobody", "", ValueRange::Nothing, "supply source"},
    {"feed from depot", "", ValueRange::Nothing, "supply source"},
    {"feed from ", "", ValueRange::Area, "supply source"},
    {"without supply unit", "", ValueRange::Nothing, "supply track"},
    {"with supply unit", "", ValueRange::Nothing, "supply track"},
}};
constexpr std::array<std::string_view, kDirections> kWays{"N", "NE", "SE", "S", "SW", "NW"};

const VerbText& text_of(Verb verb) { return kVerbTexts[static_cast<std::size_t>(verb)]; }

std::string value_text(const OperationsContext& game, ValueRange range, int value) {
  switch (range) {
    case ValueRange::Nothing: return "";
    case ValueRange::Die: return std::to_string(value);
    case ValueRange::Hex: return OperationsContext::hex_id(value);
    case ValueRange::Piece: return game.pieces[value].id;
    case ValueRange::HexWay: {
      const int from = directed_what(value);
      const int to = game.neighbour[from][directed_way(value)];
      return OperationsContext::hex_id(to) + " from " + OperationsContext::hex_id(from);
    }
    case ValueRange::PieceWay:
      return game.pieces[directed_what(value)].id + " " + std::string(kWays[directed_way(value)]);
    case ValueRange::Area: return game.areas[value];
  }
  return "";
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int> find_value(const OperationsContext& game, ValueRange range,
                              std::string_view text) {
  std::optional<int> found;
  visit_values(game, range, [&](int value) {
    if (!found && value_text(game, range, value) == text) found = value;
  });
  return found;
}

std::optional<int> find_piece(const OperationsContext& game, std::string_view id) {
  for (int piece = 0; piece < kPieces; ++piece)
    if (!id.empty() && game.pieces[piece].id == id) return piece;
  return std::nullopt;
}

/// Hexes are looked up by their number, pieces by their id; all else is found among all values.
std::optional<int> parse_value(const OperationsContext& game, ValueRange range,
                               std::string_view text) {
  if (range == ValueRange::Hex) {
    const auto hex = text.size() == 4 ? game.hex_named(text) : kNoHex;
    if (hex == kNoHex || !game.open[hex]) return std::nullopt;
    return hex;
  }
  if (range == ValueRange::HexWay) {
    constexpr std::string_view kFrom = " from ";
    const auto split = text.find(kFrom);
    if (split == std::string_view::npos) return std::nullopt;
    const auto to = parse_value(game, ValueRange::Hex, text.substr(0, split));
    const auto from = parse_value(game, ValueRange::Hex, text.substr(split + kFrom.size()));
    if (!to || !from) return std::nullopt;
    for (int way = 0; way < kDirections; ++way)
      if (game.neighbour[*from][way] == *to) return directed(*from, way);
    return std::nullopt;
  }
  if (range == ValueRange::Piece) return find_piece(game, text);
  return find_value(game, range, text);
}

}  // namespace

ValueRange range_of(Verb verb) { return text_of(verb).range; }

std::string_view HexOperations::decision_kind(play::Action action) const {
  return is_action(action) ? text_of(verb_of(action)).decision : "none";
}

std::string HexOperations::action_text(const State&, play::Action action) const {
  const auto& text = text_of(verb_of(action));
  return std::string(text.prefix) + value_text(*context_, text.range, value_of(action)) +
         std::string(text.suffix);
}

std::optional<play::Action> HexOperations::parse_action(const State&, std::string_view text) const {
  for (std::size_t i = 0; i < kVerbTexts.size(); ++i) {
    const auto& form = kVerbTexts[i];
    if (text.size() < form.prefix.size() + form.suffix.size()) continue;
    if (!text.starts_with(form.prefix) || !text.ends_with(form.suffix)) continue;
    const auto middle =
        text.substr(form.prefix.size(), text.size() - form.prefix.size() - form.suffix.size());
    if (const auto value = parse_value(*context_, form.range, middle))
      return encode(static_cast<Verb>(i), *value);
  }
  return std::nullopt;
}

namespace {

constexpr std::string_view kOutsideWord = "outside", kUndeployedWord = "undeployed";
/// Words of a disruption marker after the name of the side.
constexpr std::array<std::string_view, 2> kPhaseWords{"-movement", "-combat"};
/// Where a position written by hand begins.
constexpr std::array<std::string_view, 5> kBeginnings{"attrition", "movement", "combat", "supply",
                                                      "victory"};

std::string marker_text(const OperationsContext& game, Marker marker) {
  const int index = static_cast<int>(marker) - 1;
  return game.side_names[index / 2] + std::string(kPhaseWords[index % 2]);
}

std::string seal_of(const State& state) {
  return fmt::format("{:016x}", core::hash_bytes(std::as_bytes(std::span(&state, 1))));
}

/// Writes a position, line by line.
class Writer {
 public:
  Writer(const OperationsContext& game, const State& s) : game_(game), s_(s) {}

  std::string write() {
    line("turn {}", s_.turn);
    line("step {}", Steps::row_of(s_).name);
    line("decider {}", s_.decider == play::Actor::Nature ? "nature"
                       : s_.decider == play::Actor::Over
                           ? "over"
                           : game_.side_names[static_cast<std::size_t>(s_.decider)]);
    line("phasing {}", game_.side_names[s_.phasing]);
    line("segment {}", s_.segment);
    if (s_.leader_lost) line("leader-lost 1");
    line("points {}", victory_points(game_, s_));
    places("control", s_.control);
    places("spoilt", s_.spoilt);
    areas("half", s_.half);
    areas("full", s_.full);
    for (int piece = 0; piece < kPieces; ++piece) unit(piece);
    for (int i = 0; i < s_.attack_count; ++i) {
      const auto& attack = s_.attacks[i];
      line("attack {} {} {}", OperationsContext::hex_id(attack.from), attack.targets, attack.state);
    }
    work();
    line("seal {}", seal_of(s_));
    return std::move(text_);
  }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    text_ += fmt::format(format, std::forward<T>(values)...);
    text_ += '\n';
  }
  void places(std::string_view word, std::uint32_t bits) {
    if (bits == 0) return;
    std::string names;
    for (; bits != 0; bits &= bits - 1)
      names += " " + OperationsContext::hex_id(game_.places[std::countr_zero(bits)].hex);
    line("{}{}", word, names);
  }
  void areas(std::string_view word, std::uint64_t bits) {
    if (bits == 0) return;
    std::string names;
    for (; bits != 0; bits &= bits - 1) names += " " + game_.areas[std::countr_zero(bits)];
    line("{}{}", word, names);
  }
  void unit(int piece) {
    const auto slot = static_cast<std::size_t>(piece);
    const auto at = s_.hex[slot];
    if (at == kGone && s_.status[slot] == 0 && s_.marks[slot] == 0) return;
    std::string words;
    if (s_.is_division(piece)) words += " division";
    if (s_.disrupted(piece)) words += " disrupted=" + marker_text(game_, s_.marker(piece));
    if (s_.status[slot] & kFresh) words += " fresh";
    if (s_.marks[slot]) words += fmt::format(" marks={}", s_.marks[slot]);
    const auto place = at == kOutside      ? std::string(kOutsideWord)
                       : at == kUndeployed ? std::string(kUndeployedWord)
                                           : OperationsContext::hex_id(at);
    line("unit {} {}{}", game_.pieces[slot].id, place, words);
  }
  void work() {
    std::array<std::uint8_t, sizeof(Work)> bytes;
    std::memcpy(bytes.data(), &s_.work, sizeof(Work));
    std::string words;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (bytes[i]) words += fmt::format(" {}:{}", i, bytes[i]);
    if (!words.empty()) line("work{}", words);
  }

  const OperationsContext& game_;
  const State& s_;
  std::string text_;
};

/// Reads a position, line by line.
class Reader {
 public:
  using Words = std::vector<std::string>;
  Reader(const OperationsContext& game, State& state) : game_(game), s_(state) {}

  void line(std::string_view text) {
    ++line_;
    text = text.substr(0, text.find("//"));
    std::istringstream in{std::string(text)};
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) return;
    const std::string key = words[0];
    words.erase(words.begin());
    if (!take(key, words)) fail("\"" + std::string(text) + "\" cannot be read");
  }
  void finish() {
    if (!seen_turn_) fail("there is no line \"turn\"");
    if (begin_ >= 0) return start();
    if (!seen_step_) fail("there is no line \"step\" and none \"begin\"");
    if (seal_ != seal_of(s_))
      fail(
          "the seal does not fit: a position in the middle of a phase is not changed by hand; "
          "leave \"step\", \"work\" and \"seal\" out and name a phase to \"begin\"");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw core::InputError("position, line " + std::to_string(line_) + ": " + what);
  }
  [[noreturn]] void bad(std::string_view word, const std::string& what) const {
    fail("\"" + std::string(word) + "\" " + what);
  }
  int number(std::string_view text, int least, int most) const {
    const auto value = parse_number(text);
    if (!value || *value < least || *value > most)
      bad(text, fmt::format("is no number from {} to {}", least, most));
    return *value;
  }
  HexCode hex(std::string_view text) const {
    const auto found = game_.hex_named(text);
    if (found == kNoHex || !game_.open[found]) bad(text, "is no hex that can be entered");
    return found;
  }
  int side(std::string_view text) const {
    if (text == game_.side_names[0]) return 0;
    if (text != game_.side_names[1])
      bad(text,
          fmt::format("is no side; allowed: {}, {}", game_.side_names[0], game_.side_names[1]));
    return 1;
  }
  bool take(const std::string& key, const Words& words) {
    if (key == "unit") return unit(words);
    if (key == "control") return places(words, s_.control);
    if (key == "spoilt") return places(words, s_.spoilt);
    if (key == "half") return areas(words, s_.half);
    if (key == "full") return areas(words, s_.full);
    if (key == "work") return work(words);
    if (key == "attack") return attack(words);
    if (words.size() != 1) return false;
    return take_single(key, words[0]);
  }
  bool take_single(const std::string& key, const std::string& word) {
    if (key == "turn") {
      s_.turn = static_cast<std::uint8_t>(number(word, 1, game_.rules.last_turn));
      return seen_turn_ = true;
    }
    if (key == "step") return step(word);
    if (key == "begin") return beginning(word);
    if (key == "decider") {
      s_.decider = word == "nature" ? play::Actor::Nature
                   : word == "over" ? play::Actor::Over
                                    : static_cast<play::Actor>(side(word));
      return true;
    }
    if (key == "phasing") {
      s_.phasing = static_cast<std::uint8_t>(side(word));
      return true;
    }
    if (key == "segment") {
      s_.segment = static_cast<std::uint8_t>(number(word, 0, 2));
      return true;
    }
    if (key == "leader-lost") {
      s_.leader_lost = static_cast<std::uint8_t>(number(word, 0, 1));
      return true;
    }
    if (key == "points") return parse_number(word).has_value();  // follows from the rest
    if (key == "seal") {
      seal_ = word;
      return true;
    }
    return false;
  }
  bool step(const std::string& word) {
    std::string allowed;
    for (std::size_t i = 0; i < kSteps; ++i) {
      const auto name = Steps::row_of(static_cast<Step>(i)).name;
      allowed += (i ? ", " : "") + std::string(name);
      if (name != word) continue;
      s_.step = static_cast<Step>(i);
      return seen_step_ = true;
    }
    bad(word, "is no step; allowed: " + allowed);
  }
  bool beginning(const std::string& word) {
    const auto found = std::find(kBeginnings.begin(), kBeginnings.end(), word);
    if (found == kBeginnings.end())
      bad(word, fmt::format("is no phase; allowed: {}", fmt::join(kBeginnings, ", ")));
    begin_ = static_cast<int>(found - kBeginnings.begin());
    return true;
  }
  bool places(const Words& words, std::uint32_t& bits) {
    for (const auto& word : words) {
      const auto at = game_.place[hex(word)];
      if (at == kNoPlace) bad(word, "is no fortress and worth no points");
      bits |= 1U << at;
    }
    return true;
  }
  bool areas(const Words& words, std::uint64_t& bits) {
    for (const auto& word : words) {
      const auto found = std::find(game_.areas.begin(), game_.areas.end(), word);
      if (found == game_.areas.end()) bad(word, "is no Area");
      bits |= std::uint64_t{1} << (found - game_.areas.begin());
    }
    return true;
  }
  bool unit(const Words& words) {
    if (words.size() < 2) return false;
    const auto piece = find_piece(game_, words[0]);
    if (!piece) bad(words[0], "is no unit of this scenario");
    const auto slot = static_cast<std::size_t>(*piece);
    s_.hex[slot] = words[1] == kOutsideWord      ? kOutside
                   : words[1] == kUndeployedWord ? kUndeployed
                                                 : hex(words[1]);
    if (!on_map(s_.hex[slot]) && !waits(game_.pieces[slot], s_.hex[slot]))
      bad(words[1], "is no place for a unit that neither deploys nor arrives");
    for (std::size_t i = 2; i < words.size(); ++i) status(slot, words[i]);
    return true;
  }
  static bool waits(const Piece& piece, std::uint16_t where) {
    return where == kOutside ? piece.arrival >= 0 : piece.group >= 0;
  }
  void status(std::size_t slot, const std::string& word) {
    constexpr std::string_view kDisrupted = "disrupted=", kMarks = "marks=";
    const bool combat = is_combat(game_.arm[slot]);
    if (word == "division" && combat) {
      s_.status[slot] |= kDivision;
    } else if (word == "fresh") {
      s_.status[slot] |= kFresh;
    } else if (word.starts_with(kMarks)) {
      s_.marks[slot] =
          static_cast<std::uint8_t>(number(std::string_view(word).substr(kMarks.size()), 0, 255));
    } else if (word.starts_with(kDisrupted) && game_.arm[slot] != Arm::Leader) {
      s_.status[slot] |=
          static_cast<std::uint8_t>(marker(word.substr(kDisrupted.size())) << kMarkerShift);
    } else {
      bad(word, "says nothing of this unit; allowed: division, disrupted=SIDE-PHASE, fresh");
    }
  }
  int marker(const std::string& word) const {
    for (int i = 1; i <= static_cast<int>(Marker::CombatB); ++i)
      if (word == marker_text(game_, static_cast<Marker>(i))) return i;
    bad(word, "is no phase of disruption such as " + marker_text(game_, Marker::CombatA));
  }
  bool attack(const Words& words) {
    if (words.size() != 3 || s_.attack_count == kMaxAttacks) return false;
    s_.attacks[s_.attack_count++] = {hex(words[0]),
                                     static_cast<std::uint8_t>(number(words[1], 0, 63)),
                                     static_cast<std::uint8_t>(number(words[2], 0, 0xFF))};
    return true;
  }
  bool work(const Words& words) {
    for (const std::string_view word : words) {
      const auto colon = std::min(word.find(':'), word.size() - 1);
      const int index = number(word.substr(0, colon), 0, static_cast<int>(sizeof(Work)) - 1);
      const auto byte = static_cast<std::uint8_t>(number(word.substr(colon + 1), 0, 255));
      std::memcpy(reinterpret_cast<std::byte*>(&s_.work) + index, &byte, 1);
    }
    return true;
  }
  /// Goes on from the beginning of a phase to its first decision or die.
  void start() {
    if (seen_step_) fail("a position has a line \"step\" or a line \"begin\", not both");
    const bool interphase = begin_ >= 3;
    s_.segment = static_cast<std::uint8_t>(interphase                               ? 2
                                           : s_.phasing == game_.rules.first_player ? 0
                                                                                    : 1);
    Play p{{game_, s_, nullptr}};
    switch (begin_) {
      case 0: return begin_player_turn(p);
      case 1: return begin_movement(p);
      case 2: return begin_combat(p);
      case 3: return begin_supply(p);
      default: return begin_victory(p);
    }
  }

  const OperationsContext& game_;
  State& s_;
  int line_ = 0;
  int begin_ = -1;
  bool seen_turn_ = false, seen_step_ = false;
  std::string seal_;
};

}  // namespace

std::string HexOperations::state_text(const State& state) const {
  return Writer(*context_, state).write();
}

State HexOperations::parse_state(std::string_view text) const {
  State state{};
  Reader reader(*context_, state);
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) reader.line(line);
  reader.finish();
  if (const auto broken = check(state)) throw core::InputError("position: " + *broken);
  return state;
}

}  // namespace niemen::hex_operations
