// Actions and positions as text, both ways.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <sstream>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Phase::Count)> kPhases = {
    "set-up-first",
    "set-up-second",
    "independence",
    "contingents-leave",
    "combat-commands",
    "cards",
    "blanks",
    "forage",
    "general-supply",
    "reserve-losses",
    "convert-depots",
    "remove-depots",
    "allocate-trains",
    "forage-markers",
    "establish-depots",
    "rally",
    "movement",
    "movement-end",
    "combat",
    "combat-end",
    "commanders-movement",
    "raids",
    "reinforcements",
    "exits",
    "restoration",
    "return",
    "winter-decision",
    "winter-quarters",
    "end-of-turn",
    "over",
    "truce",
    "redeploy",
    "departures",
    "switch-sources",
    "hand-over"};

struct NamedPlace {
  int place;
  std::string_view word;
};
constexpr NamedPlace kPlaces[] = {{kNotArrived, "not-arrived"},
                                  {kNeverArrived, "never-arrived"},
                                  {kLost, "lost"},
                                  {kLostForGood, "lost-for-good"},
                                  {kAway, "away"},
                                  {kNotInPlay, "not-in-play"},
                                  {kExited, "exited"}};

// --- numbers of a position, one line each when not zero ------------------------------------------

struct Number {
  std::string_view word;
  std::uint8_t Position::*field;
};
constexpr Number kNumbers[] = {{"second-year", &Position::second_year},
                               {"path-length", &Position::path_length},
                               {"captured", &Position::captured},
                               {"reserve-lost", &Position::reserve_lost},
                               {"uprising", &Position::uprising},
                               {"uprising-turn", &Position::uprising_turn},
                               {"corps-released", &Position::corps_released},
                               {"winter-decided", &Position::winter_decided},
                               {"support-candidates", &Position::support_candidates},
                               {"attack-supports", &Position::attack_supports},
                               {"defence-supports", &Position::defence_supports},
                               {"hits-main", &Position::hits_main},
                               {"hits-support-odd", &Position::hits_support_odd},
                               {"outcome", &Position::outcome},
                               {"sudden", &Position::sudden},
                               {"allegiance", &Position::allegiance},
                               {"truce", &Position::truce},
                               {"outpost-points", &Position::outpost_points},
                               {"relieved", &Position::relieved}};

struct MarkWord {
  std::string_view word;
  PoliticalMark mark;
};
constexpr MarkWord kMarks[] = {
    {"victory-of-a", kVictoryOfA}, {"tension", kTension}, {"late-truce", kLateTruce}};
const MarkWord* find_mark(std::string_view word) {
  const auto* found = std::ranges::find(kMarks, word, &MarkWord::word);
  return found == std::end(kMarks) ? nullptr : found;
}

struct SignedNumber {
  std::string_view word;
  std::int8_t Position::*field;
};
constexpr SignedNumber kSigned[] = {{"attack-value", &Position::attack_value},
                                    {"defence-value", &Position::defence_value},
                                    {"difference", &Position::difference},
                                    {"raid-change", &Position::raid_change}};

constexpr int kMaxByte = 255;
struct SideNumber {
  std::string_view word;
  PerSide<std::uint8_t> Position::*field;
  int most = kMaxByte;  ///< that a person may write
};
constexpr SideNumber kSideNumbers[] = {{"trains-to-place", &Position::to_place, kMaxTrains},
                                       {"dummies-to-place", &Position::dummies, kMaxTrains},
                                       {"out", &Position::out, 1},
                                       {"converted", &Position::converted, 1},
                                       {"train-losses", &Position::train_losses},
                                       {"commands", &Position::commands, kNumberPayloads - 1},
                                       {"orders", &Position::orders},
                                       {"hand", &Position::hand, kMaxCards},
                                       {"drawn", &Position::drawn, kMaxCards},
                                       {"played", &Position::played, kMaxCards},
                                       {"lost-units", &Position::lost_units, kMaxPieces},
                                       {"committed", &Position::committed},
                                       {"strength", &Position::strength},
                                       {"fallen", &Position::fallen},
                                       {"sortied", &Position::sortied}};

struct SideSigned {
  std::string_view word;
  PerSide<std::int8_t> Position::*field;
};
constexpr SideSigned kSideSigned[] = {{"train-change", &Position::train_change},
                                      {"command-change", &Position::command_change},
                                      {"command-passing", &Position::command_passing},
                                      {"march-change", &Position::march_change}};

struct NamedSet {
  std::string_view word;
  PieceSet Position::*field;
};
constexpr NamedSet kSets[] = {{"group", &Position::group}, {"fate", &Position::fate}};

// The work in hand, whatever it is: the words of each union in the order of its `all`.
constexpr std::string_view kWorkPieces[] = {"pick-from", "picked"};
constexpr std::string_view kWorkHexes[] = {"hex-a", "hex-b", "hex-c"};
constexpr std::string_view kWorkNumbers[] = {"cursor", "count", "value", "flags"};
constexpr std::string_view kWorkSeniors[] = {"senior-attack", "senior-defence"};
constexpr std::string_view kWorkStage[] = {"stage"};

/// Words of a decision under way. They fit together in ways of their own, so a position that has
/// them carries a seal, and only the program writes them.
constexpr std::string_view kSealedWords[] = {"cursor",
                                             "count",
                                             "value",
                                             "flags",
                                             "stage",
                                             "path-length",
                                             "path",
                                             "support-candidates",
                                             "attack-supports",
                                             "defence-supports",
                                             "hits-main",
                                             "hits-support-odd",
                                             "senior-attack",
                                             "senior-defence",
                                             "outcome",
                                             "sudden",
                                             "attack-value",
                                             "defence-value",
                                             "difference",
                                             "committed",
                                             "strength",
                                             "fallen",
                                             "pick-from",
                                             "picked",
                                             "group",
                                             "fate",
                                             "hex-a",
                                             "hex-b",
                                             "hex-c"};

/// What a position under way must add up to, under the rules in force.
std::string seal_of(const Context& c, const State& s) {
  const Position& remembered = s;
  const auto rules = core::hash_bytes(std::as_bytes(std::span(&c.rules, 1)));
  return fmt::format("{:016x}",
                     core::mix(rules, core::hash_bytes(std::as_bytes(std::span(&remembered, 1)))));
}

// --- writing -------------------------------------------------------------------------------------

std::string_view side_word(Side side) { return side == Side::A ? "a" : "b"; }

std::string place_text(const Context& c, int where) {
  for (const auto& named : kPlaces)
    if (named.place == where) return std::string(named.word);
  return c.map.name(static_cast<Hex>(where));
}

void write_pieces(const Context& c, const State& s, std::ostream& out) {
  for (std::size_t i = 0; i < c.pieces.size(); ++i) {
    const int piece = static_cast<int>(i);
    if (place(s, piece) == kNotInPlay) continue;
    out << (c.pieces[i].commander ? "commander " : "unit ") << c.pieces[i].id << ' '
        << place_text(c, place(s, piece));
    if (disrupted(s, piece)) out << " disrupted";
    if (has_status(s, piece, kForcedMarch)) out << " forced-march";
    if (fought(s, piece)) out << " fought=" << fought(s, piece);
    if (has_status(s, piece, kForage)) out << " forage";
    if (has_status(s, piece, kSupplied)) out << " supplied";
    if (s.moved.contains(piece)) out << " moved";
    if (s.locked.contains(piece)) out << " locked";
    if (s.held.contains(piece)) out << " held";
    if (s.made_garrisons().contains(piece)) out << " garrison";
    if (s.veil[i] != kKnown) out << " veil=" << static_cast<int>(s.veil[i]);
    out << '\n';
  }
}

/// The veil group a blank joins when nothing else is said: the lowest of its stack.
std::uint8_t blank_veil_of_stack(const State& s, int hex) {
  std::uint8_t veil = kKnown;
  for (int piece : pieces_at(s, hex))
    veil = std::min(veil, s.veil[static_cast<std::size_t>(piece)]);
  return veil;
}

void write_blank(const Context& c, const State& s, Side side, std::size_t i, std::ostream& out) {
  const int hex = s.blanks[at(side)][i];
  out << "blank " << side_word(side) << ' ' << i << ' ' << place_text(c, hex);
  const int veil = s.blank_veil[at(side)][i];
  if (veil != blank_veil_of_stack(s, hex)) out << " veil=" << veil;
  out << '\n';
}

void write_markers(const Context& c, const State& s, std::ostream& out) {
  for (Side side : {Side::A, Side::B}) {
    for (int hex : depot_hexes(c, s, side))
      out << "depot " << side_word(side) << ' ' << place_text(c, hex) << '\n';
    for (std::size_t i = 0; i < s.train_count[at(side)]; ++i) {
      const Train train = s.train[at(side)][i];
      out << "train " << side_word(side) << ' ' << place_text(c, train & kPlaceMask)
          << ((train & kTrainGenuine) ? "" : " dummy") << ((train & kTrainFaceUp) ? " face-up" : "")
          << ((train & kTrainAttached) ? " attached" : "") << '\n';
    }
    for (std::size_t i = 0; i < kMaxBlanks; ++i)
      if (s.blanks[at(side)][i] != kNoHexBits) write_blank(c, s, side, i, out);
  }
  for (std::size_t i = 0; i < s.raised_count; ++i)
    out << "raised " << place_text(c, s.raised[i] & kPlaceMask) << ' ' << ((s.raised[i] >> 10) & 7)
        << (((s.raised[i] >> 13) & 1) ? " last-turn" : "") << '\n';
  for (int city : s.converted_cities)
    out << "converted-city " << place_text(c, c.cities[static_cast<std::size_t>(city)].hex) << '\n';
}

/// The part of a linked campaign has a line of its own.
int number_of(const State& s, const Number& number) {
  return number.field == &Position::truce ? s.truce & ~kPartMask : s.*number.field;
}

void write_set(const Context& c, std::string_view word, const PieceSet& set, std::ostream& out) {
  if (set.empty()) return;
  out << word;
  for (int piece : set) out << ' ' << c.piece(piece).id;
  out << '\n';
}

void write_row(std::string_view word, const auto& row, std::string_view mark, std::ostream& out) {
  if (std::ranges::all_of(row, [](auto value) { return value == 0; })) return;
  out << word;
  for (auto value : row) out << mark << static_cast<int>(value);
  out << '\n';
}

void write_numbers(const Context& c, const State& s, std::ostream& out) {
  for (const auto& n : kNumbers)
    if (const int value = number_of(s, n)) out << n.word << ' ' << value << '\n';
  for (const auto& n : kSigned)
    if (s.*n.field) out << n.word << ' ' << static_cast<int>(s.*n.field) << '\n';
  for (Side side : {Side::A, Side::B}) {
    for (const auto& n : kSideNumbers)
      if ((s.*n.field)[at(side)])
        out << n.word << ' ' << side_word(side) << ' ' << static_cast<int>((s.*n.field)[at(side)])
            << '\n';
    for (const auto& n : kSideSigned)
      if ((s.*n.field)[at(side)])
        out << n.word << ' ' << side_word(side) << ' ' << static_cast<int>((s.*n.field)[at(side)])
            << '\n';
  }
  for (const auto& n : kSets) write_set(c, n.word, s.*n.field, out);
  for (std::size_t i = 0; i < c.counterparts.size(); ++i)
    if (const int hex = s.left_hex(i); hex >= 0)
      out << "left " << c.piece(c.counterparts[i]).id << ' ' << place_text(c, hex) << '\n';
  for (const auto& mark : kMarks)
    if (s.marked(mark.mark)) out << mark.word << " 1\n";
  if (s.offer() > 0) out << "offered " << s.offer() << '\n';
  if (s.cities_garrisoned()) out << "garrisoned " << s.cities_garrisoned() << '\n';
  if (s.garrisons_joined()) out << "garrisons-joined " << s.garrisons_joined() << '\n';
  if (s.added_source != kNoHexBits) out << "added-source " << place_text(c, s.added_source) << '\n';
  if (s.deck) out << "deck " << s.deck << '\n';
  write_row("ordinals", s.ordinal, " ", out);
  write_row("progress", s.progress, " ", out);
}

void write_work(const Context& c, const State& s, std::ostream& out) {
  const auto write = [&](const auto& words, std::span<const std::uint8_t> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i]) out << words[i] << ' ' << static_cast<int>(numbers[i]) << '\n';
  };
  write(kWorkNumbers, s.work.all);
  write(kWorkStage, std::span(&s.stage.all, 1));
  write(kWorkSeniors, s.seniors.all);
  for (std::size_t i = 0; i < s.choice.all.size(); ++i)
    write_set(c, kWorkPieces[i], s.choice.all[i], out);
  const auto& hexes = s.places.all.hexes;
  for (std::size_t i = 0; i < hexes.size(); ++i)
    if (hexes[i] != kNoHexBits) out << kWorkHexes[i] << " #" << hexes[i] << '\n';
  write_row("path", s.places.all.path, " #", out);
}

// --- reading -------------------------------------------------------------------------------------

/// One line of a position, split at spaces, with its number for messages.
struct Line {
  int number = 0;
  std::vector<std::string> words;
  [[noreturn]] void fail(const std::string& message) const {
    throw core::InputError("position", number, message);
  }
  const std::string& word(std::size_t i) const {
    if (i >= words.size()) fail("\"" + words[0] + "\" needs more words");
    return words[i];
  }
  int number_at(std::size_t i, int min, int max) const {
    const std::string& text = word(i);
    int value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || value < min ||
        value > max)
      fail("\"" + text + "\" must be a number from " + std::to_string(min) + " to " +
           std::to_string(max));
    return value;
  }
};

class PositionReader {
 public:
  PositionReader(const Context& first, State& s) : first_(first), part_(&first), s_(s) {}

  void read(const Line& line) {
    const std::string& word = line.word(0);
    if (word == "unit" || word == "commander") return read_piece(line);
    for (const auto sealed : kSealedWords)
      if (sealed == word) under_way_ = line;
    if (word == "part") {
      read_part(line);
    } else if (word == "turn") {
      s_.turn = static_cast<std::uint8_t>(line.number_at(1, 0, c().rules.turns));
    } else if (word == "phase") {
      s_.phase = static_cast<Phase>(one_of(line, 1, kPhases));
    } else if (word == "step") {
      s_.step = static_cast<Step>(line.number_at(1, 0, static_cast<int>(Step::Count) - 1));
      under_way_ = line;
    } else if (word == "seal") {
      seal_ = line.word(1);
    } else if (word == "actor") {
      s_.actor = static_cast<play::Actor>(one_of(line, 1, kActors));
    } else if (word == "side") {
      s_.side = side_at(line, 1);
    } else if (word == "commands-first") {
      s_.commands_first = side_at(line, 1);
    } else if (word == "battle-points") {
      s_.battle_points =
          static_cast<std::uint8_t>(line.number_at(1, 0, c().rules.battle_points_max));
    } else if (!read_marker(line) && !read_number(line) && !read_work(line)) {
      line.fail("\"" + word + "\" is no word of a position");
    }
  }

  /// What follows from other lines, once all are read.
  void finish() {
    for (Side side : {Side::A, Side::B})
      for (std::size_t i = 0; i < kMaxBlanks; ++i)
        if (s_.blanks[at(side)][i] != kNoHexBits && !blank_veil_given_[at(side)][i])
          s_.blank_veil[at(side)][i] = blank_veil_of_stack(s_, s_.blanks[at(side)][i]);
    // An ending of its own bears its seal; one of the first year alone cannot.
    if (s_.phase == Phase::Over && first_.next && seal_ != seal_of(c(), s_)) take_up();
    if (!under_way_.words.empty() && seal_ != seal_of(c(), s_))
      under_way_.fail("\"" + under_way_.words[0] + "\" belongs to a decision under way, which " +
                      (first_.next ? "cannot be taken up from another game or changed by hand; a "
                                     "campaign of the first part goes on here once it is over"
                                   : "cannot be changed by hand; leave out such words and \"step\" "
                                     "to begin with the phase"));
    if (s_.turn == 0 && s_.phase != Phase::SetUpFirst && s_.phase != Phase::SetUpSecond)
      throw core::InputError("turn 0 is that of the set-up; the turns are 1 to " +
                             std::to_string(c().rules.turns));
    if (under_way_.words.empty() && s_.phase == Phase::Over)
      throw core::InputError("the position is over; name a phase to go on from");
    for (Side side : {Side::A, Side::B}) {
      if (s_.train_count[at(side)] + s_.to_place[at(side)] + s_.dummies[at(side)] > kMaxTrains)
        throw core::InputError("a side has more trains than " + std::to_string(kMaxTrains));
      for (auto card : {s_.hand[at(side)], s_.drawn[at(side)], s_.played[at(side)]})
        if (card > c().cards.size())
          throw core::InputError("there is no card " + std::to_string(card));
    }
  }

  static constexpr std::array<std::string_view, 4> kActors = {"a", "b", "nature", "over"};

 private:
  template <std::size_t N>
  int one_of(const Line& line, std::size_t i, const std::array<std::string_view, N>& words) const {
    for (std::size_t k = 0; k < N; ++k)
      if (words[k] == line.word(i)) return static_cast<int>(k);
    std::string allowed;
    for (auto word : words) allowed += (allowed.empty() ? "" : ", ") + std::string(word);
    line.fail("\"" + line.word(i) + "\" is not allowed; allowed: " + allowed);
  }
  Side side_at(const Line& line, std::size_t i) const {
    return static_cast<Side>(one_of(line, i, std::array<std::string_view, 2>{"a", "b"}));
  }
  int hex_at(const Line& line, std::size_t i) const {
    const auto at_text = map::parse_coordinates(line.word(i));
    const Hex hex = at_text ? c().map.find(*at_text) : kNoHex;
    if (hex == kNoHex) line.fail("\"" + line.word(i) + "\" is no hex of the map");
    return hex;
  }
  int place_at(const Line& line, std::size_t i) const {
    for (const auto& named : kPlaces)
      if (named.word == line.word(i)) return named.place;
    return hex_at(line, i);
  }
  int piece_at(const Line& line, std::size_t i) const {
    for (std::size_t k = 0; k < c().pieces.size(); ++k)
      if (c().pieces[k].id == line.word(i)) return static_cast<int>(k);
    line.fail("\"" + line.word(i) + "\" is no piece of the game");
  }
  CitySet city_at(const Line& line, std::size_t i) const {
    const int city = c().city_at[static_cast<std::size_t>(hex_at(line, i))];
    if (city < 0) line.fail("there is no city at " + line.word(i));
    return CitySet::of(city);
  }

  const Context& c() const { return *part_; }

  /// Stands before the lines that it says the meaning of.
  void read_part(const Line& line) {
    int parts = 0;
    for (const Context* part = first_.next.get(); part; part = part->next.get()) ++parts;
    const int number = line.number_at(1, 0, parts);
    s_.truce = static_cast<std::uint8_t>((s_.truce & ~kPartMask) | number << kPartShift);
    part_ = &part_of(first_, s_);
  }

  /// 17.1: what a campaign of the first year alone ended with is where a linked one goes on.
  void take_up() {
    const int last_turn = first_.rules.turns - 1;
    if (s_.sudden || s_.second_year || s_.turn != last_turn)
      throw core::InputError("a linked campaign goes on from the end of turn " +
                             std::to_string(last_turn) + "; this one was over in turn " +
                             std::to_string(s_.turn));
    next_phase(s_, Phase::EndOfTurn);
    s_.progress.fill(0);
    s_.places.all.path.fill(0);
    s_.path_length = s_.outcome = 0;
    s_.winter_decided = first_.linked.supreme != kNoPiece && on_map(s_, first_.linked.supreme)
                            ? kSupremeStays
                            : 0;  // 17.9c
    under_way_ = {};
  }

  void read_piece(const Line& line) {
    const int piece = piece_at(line, 1);
    const auto i = static_cast<std::size_t>(piece);
    if (!c().in_play.contains(piece)) {
      // A campaign of 1812 by other rules is gone on with where they were of no use (17).
      if (place_at(line, 2) >= kFirstOffMap) return;
      line.fail("\"" + line.word(1) + "\" is not used under these rules");
    }
    if ((line.word(0) == "commander") != c().pieces[i].commander)
      line.fail("\"" + line.word(1) + "\" is a " +
                (c().pieces[i].commander ? "commander" : "unit"));
    if (given_.contains(piece)) line.fail("\"" + line.word(1) + "\" stands on two lines");
    given_.insert(piece);
    s_.piece[i] = static_cast<std::uint16_t>(place_at(line, 2));
    for (std::size_t k = 3; k < line.words.size(); ++k) read_status(line, k, piece);
  }

  void read_status(const Line& line, std::size_t k, int piece) {
    const std::string& word = line.words[k];
    const auto i = static_cast<std::size_t>(piece);
    if (word == "disrupted") return set_status(s_, piece, kDisrupted);
    if (word == "forced-march") return set_status(s_, piece, kForcedMarch);
    if (word == "forage") return set_status(s_, piece, kForage);
    if (word == "supplied") return set_status(s_, piece, kSupplied);
    if (word == "moved") return s_.moved.insert(piece);
    if (word == "locked") return s_.locked.insert(piece);
    if (word == "held") return s_.held.insert(piece);
    if (word == "garrison") return read_garrison(line, piece);
    Line value{line.number, {word.substr(0, word.find('=')), word.substr(word.find('=') + 1)}};
    if (value.words[0] == "fought") {
      s_.piece[i] |= static_cast<std::uint16_t>(value.number_at(1, 1, 3) << 12);
    } else if (value.words[0] == "veil") {
      s_.veil[i] = static_cast<std::uint8_t>(value.number_at(1, 0, kMaxPieces - 1));
    } else {
      line.fail("\"" + word +
                "\" is no state of a piece; allowed: disrupted, forced-march, fought=N, "
                "forage, supplied, moved, locked, held, garrison, veil=N");
    }
  }

  /// 17.6: a unit that was made the garrison of the city in which it stands.
  void read_garrison(const Line& line, int piece) {
    const std::uint32_t city = garrison_bit(c(), place(s_, piece));
    if (city == 0 || c().piece(piece).commander || c().piece(piece).side != Side::A)
      line.fail("\"" + line.word(1) + "\" can be made no garrison there (17.6)");
    s_.make_garrison(piece);
    s_.note_garrisoned(city);
  }

  bool read_marker(const Line& line) {
    const std::string& word = line.word(0);
    if (word == "depot") {
      s_.depots[at(side_at(line, 1))] |= city_at(line, 2);
    } else if (word == "converted-city") {
      s_.converted_cities |= city_at(line, 1);
    } else if (word == "train") {
      const Side side = side_at(line, 1);
      if (s_.train_count[at(side)] >= kMaxTrains) line.fail("there are too many trains");
      Train kind = kTrainGenuine;
      for (std::size_t k = 3; k < line.words.size(); ++k) {
        if (line.words[k] == "dummy")
          kind = static_cast<Train>(kind & ~kTrainGenuine);
        else if (line.words[k] == "face-up")
          kind |= kTrainFaceUp;
        else if (line.words[k] == "attached")
          kind |= kTrainAttached;
        else
          line.fail("\"" + line.words[k] +
                    "\" is no state of a train; allowed: dummy, face-up, attached");
      }
      add_train(s_, side, hex_at(line, 2), kind);
    } else if (word == "blank") {
      const auto i = static_cast<std::size_t>(line.number_at(2, 0, kMaxBlanks - 1));
      s_.blanks[at(side_at(line, 1))][i] = static_cast<std::uint16_t>(hex_at(line, 3));
      if (line.words.size() > 4) {
        const std::string& word_veil = line.words[4];
        const auto equals = word_veil.find('=');
        const Line veil{line.number, {word_veil.substr(0, equals), word_veil.substr(equals + 1)}};
        if (veil.words[0] != "veil") line.fail("a blank may only have veil=N");
        s_.blank_veil[at(side_at(line, 1))][i] =
            static_cast<std::uint8_t>(veil.number_at(1, 0, kKnown));
        blank_veil_given_[at(side_at(line, 1))][i] = true;
      }
    } else if (word == "raised") {
      if (s_.raised_count >= kMaxRaised) line.fail("there are too many raised hexes");
      const bool old = line.words.size() > 3 && line.words[3] == "last-turn";
      s_.raised[s_.raised_count++] = static_cast<std::uint16_t>(
          hex_at(line, 1) | line.number_at(2, 1, 7) << 10 | (old ? 1 << 13 : 0));
    } else {
      return false;
    }
    return true;
  }

  template <class Bytes>
  void read_bytes(const Line& line, Bytes& bytes) const {
    for (std::size_t k = 0; k < bytes.size(); ++k)
      bytes[k] = static_cast<std::uint8_t>(line.number_at(k + 1, 0, 255));
  }
  std::uint16_t raw_at(const Line& line, std::size_t i) const {
    const std::string& text = line.word(i);
    if (text.empty() || text[0] != '#') return static_cast<std::uint16_t>(hex_at(line, i));
    const Line raw{line.number, {text, text.substr(1)}};
    return static_cast<std::uint16_t>(raw.number_at(1, 0, 0xFFFF));
  }

  /// Bits of cities in the order of Linked::garrisons.
  std::uint32_t garrison_cities_at(const Line& line) const {
    const int cities = static_cast<int>(c().linked.garrisons.size());
    return static_cast<std::uint32_t>(line.number_at(1, 0, (1 << cities) - 1));
  }

  void set_number(const Number& number, int value) {
    const bool truce = number.field == &Position::truce;
    s_.*number.field =
        static_cast<std::uint8_t>(truce ? (value & ~kPartMask) | (s_.truce & kPartMask) : value);
  }

  void read_set(const Line& line, PieceSet& set) const {
    for (std::size_t k = 1; k < line.words.size(); ++k) set.insert(piece_at(line, k));
  }

  bool read_work(const Line& line) {
    const std::string& word = line.word(0);
    const auto read = [&](const auto& words, std::span<std::uint8_t> numbers) {
      for (std::size_t i = 0; i < numbers.size(); ++i)
        if (words[i] == word)
          return numbers[i] = static_cast<std::uint8_t>(line.number_at(1, 0, kMaxByte)), true;
      return false;
    };
    if (read(kWorkNumbers, s_.work.all) || read(kWorkStage, std::span(&s_.stage.all, 1)) ||
        read(kWorkSeniors, s_.seniors.all))
      return true;
    for (std::size_t i = 0; i < s_.choice.all.size(); ++i)
      if (kWorkPieces[i] == word) return read_set(line, s_.choice.all[i]), true;
    auto& [path, hexes] = s_.places.all;
    for (std::size_t i = 0; i < hexes.size(); ++i)
      if (kWorkHexes[i] == word) return hexes[i] = raw_at(line, 1), true;
    if (word != "path") return false;
    for (std::size_t k = 0; k < path.size(); ++k) path[k] = raw_at(line, k + 1);
    return true;
  }

  bool read_number(const Line& line) {
    const std::string& word = line.word(0);
    for (const auto& n : kNumbers)
      if (n.word == word) return set_number(n, line.number_at(1, 0, 255)), true;
    for (const auto& n : kSigned)
      if (n.word == word)
        return s_.*n.field = static_cast<std::int8_t>(line.number_at(1, -128, 127)), true;
    for (const auto& n : kSideNumbers)
      if (n.word == word)
        return (s_.*n.field)[at(side_at(line, 1))] =
                   static_cast<std::uint8_t>(line.number_at(2, 0, n.most)),
                                              true;
    for (const auto& n : kSideSigned)
      if (n.word == word)
        return (s_.*n.field)[at(side_at(line, 1))] =
                   static_cast<std::int8_t>(line.number_at(2, -128, 127)),
                                              true;
    for (const auto& n : kSets)
      if (n.word == word) return read_set(line, s_.*n.field), true;
    if (word == "added-source") {
      s_.added_source = static_cast<std::uint16_t>(hex_at(line, 1));
    } else if (word == "left") {
      const int index = counterpart_index(c(), piece_at(line, 1));
      if (index < 0) line.fail("\"" + line.word(1) + "\" takes no other unit's place");
      s_.set_left_hex(static_cast<std::size_t>(index), hex_at(line, 2));
    } else if (word == "offered") {
      s_.set_offer(line.number_at(1, 0, c().rules.battle_points_max));
    } else if (word == "garrisoned") {
      s_.note_garrisoned(garrison_cities_at(line));
    } else if (word == "garrisons-joined") {
      s_.note_garrison_joined(garrison_cities_at(line));
    } else if (const auto* mark = find_mark(word)) {
      s_.mark(mark->mark, line.number_at(1, 0, 1) == 1);
    } else if (word == "deck") {
      const std::string& text = line.word(1);
      std::from_chars(text.data(), text.data() + text.size(), s_.deck);
    } else if (word == "ordinals") {
      read_bytes(line, s_.ordinal);
    } else if (word == "progress") {
      read_bytes(line, s_.progress);
    } else {
      return false;
    }
    return true;
  }

  const Context& first_;
  const Context* part_;  ///< of a linked campaign, the one that the position is in
  State& s_;
  PerSide<std::array<bool, kMaxBlanks>> blank_veil_given_{};
  PieceSet given_;    ///< pieces that have a line
  Line under_way_;    ///< the last word of a decision under way
  std::string seal_;  ///< as read
};

}  // namespace

std::string HexCampaign::action_text(const State&, Action action) const {
  const Context& c = *context_;
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  std::string text(verb_word(verb));
  switch (payload_kind(verb)) {
    case PayloadKind::None: return text;
    case PayloadKind::Number: return text + ' ' + std::to_string(payload + (verb == Verb::Card));
    case PayloadKind::Hex: return text + ' ' + c.map.name(static_cast<Hex>(payload));
    default: return text + ' ' + c.piece(payload).id;
  }
}

std::optional<Action> HexCampaign::parse_action(const State&, std::string_view text) const {
  const Context& c = *context_;
  const auto space = text.find(' ');
  const auto word = text.substr(0, space);
  const auto argument =
      space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  const auto found = verb_named(word);
  if (!found) return std::nullopt;
  const Verb verb = *found;
  switch (payload_kind(verb)) {
    case PayloadKind::None:
      if (!argument.empty()) return std::nullopt;
      return make_action(verb);
    case PayloadKind::Number: {
      int number = -1;
      const auto parsed =
          std::from_chars(argument.data(), argument.data() + argument.size(), number);
      if (parsed.ec != std::errc{} || parsed.ptr != argument.data() + argument.size())
        return std::nullopt;
      number -= verb == Verb::Card;
      if (number < 0 || number >= kNumberPayloads) return std::nullopt;
      return make_action(verb, number);
    }
    case PayloadKind::Hex: {
      const auto coordinates = map::parse_coordinates(argument);
      const Hex hex = coordinates ? c.map.find(*coordinates) : kNoHex;
      if (hex == kNoHex) return std::nullopt;
      return make_action(verb, hex);
    }
    default:
      for (std::size_t i = 0; i < c.pieces.size(); ++i)
        if (c.pieces[i].id == argument) return make_action(verb, static_cast<int>(i));
      return std::nullopt;
  }
}

std::string HexCampaign::state_text(const State& s) const {
  const Context& c = context_of(s);
  std::ostringstream out;
  if (c.part > 0) out << "part " << c.part << '\n';
  out << "turn " << static_cast<int>(s.turn) << "\nphase "
      << kPhases[static_cast<std::size_t>(s.phase)] << "\nstep " << static_cast<int>(s.step)
      << "\nactor " << PositionReader::kActors[static_cast<std::size_t>(s.actor)] << "\nside "
      << side_word(s.side) << "\ncommands-first " << side_word(s.commands_first)
      << "\nbattle-points " << static_cast<int>(s.battle_points) << '\n';
  write_pieces(c, s, out);
  write_markers(c, s, out);
  write_numbers(c, s, out);
  write_work(c, s, out);
  if (s.step != Step::None) out << "seal " << seal_of(c, s) << '\n';
  return out.str();
}

State HexCampaign::parse_state(std::string_view text) const {
  const Context& c = *context_;
  State s{};
  s.piece.fill(kNotInPlay);
  s.veil.fill(kKnown);
  for (auto& blanks : s.blanks) blanks.fill(kNoHexBits);
  for (auto& veils : s.blank_veil) veils.fill(kKnown);
  s.places.all.hexes.fill(kNoHexBits);
  s.added_source = kNoHexBits;
  s.turn = 1;
  s.phase = Phase::Independence;
  s.battle_points = static_cast<std::uint8_t>(c.rules.battle_points);
  PositionReader reader(c, s);
  std::istringstream in{std::string(text)};
  std::string line_text;
  for (int number = 1; std::getline(in, line_text); ++number) {
    Line line{number, {}};
    std::istringstream words(line_text.substr(0, line_text.find("//")));
    for (std::string word; words >> word;) line.words.push_back(word);
    if (!line.words.empty()) reader.read(line);
  }
  reader.finish();
  rebuild_caches(part_of(c, s), s);
  complete_position(c, s);
  return s;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
