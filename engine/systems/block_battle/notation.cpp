// Actions and positions as text, both ways.
#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "engine/core/error.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// How an action reads: a prefix and its value; and the name of the decision it belongs to.
struct VerbText {
  std::string_view prefix;
  ValueRange range;
  std::string_view decision;
};

constexpr std::array<VerbText, static_cast<std::size_t>(Verb::Count)> kVerbTexts{{
    {"deploy ", ValueRange::Area, "deployment"},
    {"die ", ValueRange::Dice, "die"},
    {"hits ", ValueRange::Hits, "die"},
    {"enter ", ValueRange::Block, "entry"},
    {"enter nobody", ValueRange::Nothing, "entry"},
    {"enter at ", ValueRange::Area, "entry area"},
    {"pin ", ValueRange::Block, "pin"},
    {"activate ", ValueRange::Block, "activation"},
    {"end command", ValueRange::Nothing, "activation"},
    {"activate at ", ValueRange::Area, "activation area"},
    {"lead corps", ValueRange::Nothing, "role"},
    {"lead army", ValueRange::Nothing, "role"},
    {"bombard with ", ValueRange::Block, "bombardment"},
    {"end bombardment", ValueRange::Nothing, "bombardment"},
    {"bombard ", ValueRange::Area, "bombardment target"},
    {"ordered by ", ValueRange::Block, "order"},
    {"works to ", ValueRange::Block, "redoubt"},
    {"hit ", ValueRange::Block, "hit"},
    {"withdraw to ", ValueRange::Area, "withdrawal"},
    {"withdraw off the board", ValueRange::Nothing, "withdrawal"},
    {"stand in the works", ValueRange::Nothing, "withdrawal"},
    {"move ", ValueRange::Block, "move"},
    {"end move", ValueRange::Nothing, "move"},
    {"to ", ValueRange::Area, "move to"},
    {"stay", ValueRange::Nothing, "move to"},
    {"move leader ", ValueRange::Block, "leader move"},
    {"end leaders", ValueRange::Nothing, "leader move"},
    {"straggle ", ValueRange::Block, "straggler"},
    {"end straggle", ValueRange::Nothing, "straggler"},
    {"fight ", ValueRange::Area, "battle"},
    {"main attack from ", ValueRange::Area, "main attack"},
    {"form square ", ValueRange::Block, "square"},
    {"break square ", ValueRange::Block, "square"},
    {"end squares", ValueRange::Nothing, "square"},
    {"shelter ", ValueRange::Block, "shelter"},
    {"shelter nobody", ValueRange::Nothing, "shelter"},
    {"next ", ValueRange::Block, "next block"},
    {"fire", ValueRange::Nothing, "battle turn"},
    {"fire at squares", ValueRange::Nothing, "battle turn"},
    {"fire at open", ValueRange::Nothing, "battle turn"},
    {"charge", ValueRange::Nothing, "battle turn"},
    {"retreat to ", ValueRange::Area, "battle turn"},
    {"retreat off the board", ValueRange::Nothing, "battle turn"},
    {"on to ", ValueRange::Area, "overstacked retreat"},
    {"regroup ", ValueRange::Block, "regroup"},
    {"end regroup", ValueRange::Nothing, "regroup"},
    {"regroup to ", ValueRange::Area, "regroup to"},
    {"supply ", ValueRange::Block, "supply"},
    {"end supply", ValueRange::Nothing, "supply"},
    {"burn ", ValueRange::Bridge, "bridge"},
    {"burn nothing", ValueRange::Nothing, "bridge"},
    {"give", ValueRange::Nothing, "transfer"},
    {"keep", ValueRange::Nothing, "transfer"},
    {"redeploy ", ValueRange::Block, "redeployment"},
    {"redeploy nobody", ValueRange::Nothing, "redeployment"},
    {"perish", ValueRange::Nothing, "withdrawal"},
}};

constexpr int kMaxDice = 12;

std::string value_text(const BlockContext& game, ValueRange range, int value) {
  switch (range) {
    case ValueRange::Area: return game.areas[at(value)].id;
    case ValueRange::Block: return game.blocks[at(value)].id;
    case ValueRange::Dice: return std::to_string(value);
    case ValueRange::Hits: {
      const int sixes = value >> kSixShift, hits = value & ((1 << kSixShift) - 1);
      return sixes ? fmt::format("{} sixes {}", hits, sixes) : std::to_string(hits);
    }
    case ValueRange::Bridge: return game.borders[at(game.bridges[at(value)])].id;
    case ValueRange::Nothing: break;
  }
  return "";
}

}  // namespace

ValueRange range_of(Verb verb) { return kVerbTexts[static_cast<std::size_t>(verb)].range; }

int value_count(const BlockContext& game, ValueRange range) {
  switch (range) {
    case ValueRange::Area: return game.area_count();
    case ValueRange::Block: return game.block_count();
    case ValueRange::Dice: return kMaxDice;
    case ValueRange::Hits: return (kMaxStrength + 1) << kSixShift;
    case ValueRange::Bridge: return static_cast<int>(game.bridges.size());
    case ValueRange::Nothing: break;
  }
  return 1;
}

std::string_view BlockBattle::decision_kind(play::Action action) const {
  if (!is_action(action)) return "none";
  return kVerbTexts[static_cast<std::size_t>(verb_of(action))].decision;
}

std::string BlockBattle::action_text(const State&, play::Action action) const {
  if (!is_action(action)) return "none";
  const auto& text = kVerbTexts[static_cast<std::size_t>(verb_of(action))];
  if (value_of(action) >= lowest_value(text.range) + value_count(*context_, text.range))
    return "none";
  return std::string(text.prefix) + value_text(*context_, text.range, value_of(action));
}

std::optional<play::Action> BlockBattle::parse_action(const State&, std::string_view text) const {
  std::optional<play::Action> found;
  std::size_t longest = 0;
  for (std::size_t v = 0; v < kVerbTexts.size(); ++v) {
    const auto& verb = kVerbTexts[v];
    if (text.substr(0, verb.prefix.size()) != verb.prefix || verb.prefix.size() <= longest)
      continue;
    const auto rest = text.substr(verb.prefix.size());
    const int lowest = lowest_value(verb.range);
    for (int i = lowest; i < lowest + value_count(*context_, verb.range); ++i)
      if (value_text(*context_, verb.range, i) == rest) {
        found = encode(static_cast<Verb>(v), i);
        longest = verb.prefix.size();
        break;
      }
  }
  return found;
}

std::string BlockBattle::place_code(int place) const {
  return place >= 0 && place < context_->area_count() ? context_->areas[at(place)].id : "";
}
std::string BlockBattle::piece_code(int piece) const {
  return piece >= 0 && piece < context_->block_count() ? context_->blocks[at(piece)].id : "";
}

namespace {

/// A byte of the position with a name of its own; `none`: what it is when nobody says.
struct Field {
  std::string_view name;
  std::uint8_t& (*of)(State&);
  std::uint8_t none;
};

#define NIEMEN_BYTE(name, member, none)                            \
  {                                                                \
    name, [](State& s) -> std::uint8_t& { return s.member; }, none \
  }
constexpr Field kFields[] = {
    NIEMEN_BYTE("index", index, 0),
    NIEMEN_BYTE("first-roll", first_roll, 0),
    NIEMEN_BYTE("naming-done", naming_done, 0),
    NIEMEN_BYTE("hits-a", hits[0], 0),
    NIEMEN_BYTE("hits-b", hits[1], 0),
    NIEMEN_BYTE("self-hits", self_hits, 0),
    NIEMEN_BYTE("round", round, 0),
    NIEMEN_BYTE("stage", stage, 0),
    NIEMEN_BYTE("exchanged", exchanged, 0),
    NIEMEN_BYTE("charging", charging, 0),
    NIEMEN_BYTE("off-a", off_used[0], 0),
    NIEMEN_BYTE("off-b", off_used[1], 0),
    NIEMEN_BYTE("points-left", points_left, 0),
    NIEMEN_BYTE("captured", captured, 0),
    NIEMEN_BYTE("bridges-out", bridges_out, 0),
    NIEMEN_BYTE("burnt", burnt, 0),
    NIEMEN_BYTE("given", given, 0),
    NIEMEN_BYTE("commands-chief", commands[0], 0),
    NIEMEN_BYTE("commands-1st", commands[1], 0),
    NIEMEN_BYTE("commands-2nd", commands[2], 0),
};
/// The same for blocks and areas.
constexpr Field kBlockFields[] = {
    NIEMEN_BYTE("pending", pending, kNone),      NIEMEN_BYTE("holder-chief", holder[0], kNone),
    NIEMEN_BYTE("holder-1st", holder[1], kNone), NIEMEN_BYTE("holder-2nd", holder[2], kNone),
    NIEMEN_BYTE("named-1", named[0], kNone),     NIEMEN_BYTE("named-2", named[1], kNone),
    NIEMEN_BYTE("named-3", named[2], kNone),     NIEMEN_BYTE("named-4", named[3], kNone),
    NIEMEN_BYTE("named-5", named[4], kNone),
};
constexpr Field kAreaFields[] = {
    NIEMEN_BYTE("pending-area", pending_area, kNone),
    NIEMEN_BYTE("battle", battle, kNone),
    NIEMEN_BYTE("overfull", overfull, kNone),
};
/// A block while a bombarded one withdraws, a bridge while one burns: as numbers.
constexpr Field kNumberFields[] = {NIEMEN_BYTE("pending-to", pending_to, kNone)};
#undef NIEMEN_BYTE

struct SetName {
  std::string_view name;
  std::array<BlockSet, 2> State::*set;
};
constexpr SetName kSets[] = {
    {"moved", &State::moved},   {"active", &State::active},   {"fired", &State::fired},
    {"pinned", &State::pinned}, {"reserve", &State::reserve}, {"flank", &State::flank},
    {"acted", &State::acted},   {"square", &State::square},   {"guest", &State::guest},
    {"half-hit", &State::half},
};

constexpr std::array<std::pair<std::string_view, int>, 4> kPlaceWords{
    {{"off-board", kOffBoard}, {"waiting", kWaiting}, {"absent", kAbsent}, {"dead", kDead}}};

std::string place_word(const BlockContext& game, int where) {
  for (const auto& [word, place] : kPlaceWords)
    if (place == where) return std::string(word);
  return game.areas[at(where)].id;
}

void write_block(const BlockContext& game, const State& s, int block, std::string& text) {
  text += fmt::format("block {} {}", game.blocks[at(block)].id, place_word(game, s.at(block)));
  const auto& loss = s.loss[at(block)];
  if (loss.lost()) text += fmt::format(" lost={}", loss.lost());
  if (loss.least() != loss.lost() || loss.most() != loss.lost())
    text += fmt::format(" known={}-{}", loss.least(), loss.most());
  if (s.veil[at(block)] != block)
    text += fmt::format(" veil={}", game.blocks[s.veil[at(block)]].id);
  if (s.via[at(block)] != kNone) text += fmt::format(" via={}", game.areas[s.via[at(block)]].id);
  for (const auto& [name, set] : kSets)
    if (has(game, s.*set, block)) text += fmt::format(" {}", name);
  text += '\n';
}

void write_areas(const BlockContext& game, std::string_view name, AreaSet areas,
                 std::string& text) {
  if (areas == 0) return;
  text += name;
  for (; areas; areas &= areas - 1) text += ' ' + game.areas[at(std::countr_zero(areas))].id;
  text += '\n';
}

void write_borders(const BlockContext& game, const State& s, std::string& text) {
  for (std::size_t i = 0; i < game.borders.size(); ++i) {
    const auto& border = game.borders[i];
    const int number = static_cast<int>(i);
    const auto& first = game.areas[at(border.first)].id;
    const auto& second = game.areas[at(border.second)].id;
    for (int side : {0, 1}) {
      const auto& name = game.side_names[at(side)];
      if (contains(s.entered[at(side)], 2 * number))
        text += fmt::format("entered {} {} {}\n", name, second, first);
      if (contains(s.entered[at(side)], 2 * number + 1))
        text += fmt::format("entered {} {} {}\n", name, first, second);
      if (const int used = count_of(s.used[at(side)], number))
        text += fmt::format("used {} {} {} {}\n", side, first, second, used);
    }
    if (in_set(s.fired_over[i / 64], number % 64))
      text += fmt::format("fired-over {} {}\n", first, second);
  }
}

}  // namespace

namespace {

/// What the enemy sees of the phase where a position does not say it.
Step usually_shown(const State& s) {
  if (!in_action(s.phase)) return Step::Deploy;
  auto shown = Step::Command;
  for (const auto phase : {Step::Bombard, Step::Move, Step::LeaderMove, Step::Straggle})
    if (s.phase >= phase) shown = phase;
  return shown;
}

}  // namespace

std::string BlockBattle::state_text(const State& state) const {
  const auto& game = *context_;
  State s = state;  // the fields are reached through references
  std::string text = fmt::format("turn {}\nday {}\nnight {}\nstep {}\nphase {}\n", s.turn,
                                 s.day + 1, static_cast<int>(s.night), Steps::row_of(s.step).name,
                                 Steps::row_of(s.phase).name);
  if (s.shown_phase != usually_shown(s))
    text += fmt::format("shown-phase {}\n", Steps::row_of(s.shown_phase).name);
  constexpr std::array<std::string_view, 2> kOthers{"nature", "nobody"};
  const auto decider_index = static_cast<std::size_t>(s.decider);
  text += fmt::format(
      "decider {}\nphasing {}\nfirst-player {}\nattacker {}\ntarget {}\n",
      decider_index < 2 ? game.side_names[decider_index] : std::string(kOthers[decider_index - 2]),
      game.side_names[s.phasing], game.side_names[s.first_player], game.side_names[s.attacker],
      static_cast<int>(s.target));
  for (const auto& field : kFields)
    if (field.of(s) != field.none) text += fmt::format("{} {}\n", field.name, field.of(s));
  for (const auto& field : kNumberFields)
    if (field.of(s) != field.none) text += fmt::format("{} {}\n", field.name, field.of(s));
  for (const auto& field : kBlockFields)
    if (field.of(s) != field.none)
      text += fmt::format("{} {}\n", field.name,
                          field.of(s) < game.block_count() ? game.blocks[field.of(s)].id
                                                           : std::to_string(field.of(s)));
  for (const auto& field : kAreaFields)
    if (field.of(s) != field.none)
      text += fmt::format("{} {}\n", field.name, game.areas[field.of(s)].id);
  for (std::size_t i = 0; i < s.demand.size(); ++i)
    if (s.demand[i]) text += fmt::format("demand {} {}\n", i, s.demand[i]);
  for (std::size_t i = 0; i < kShelters; ++i)
    if (s.shelter_square[i] != kNone)
      text += fmt::format("shelter {} {}\n", game.blocks[s.shelter_square[i]].id,
                          game.blocks[s.shelter_guest[i]].id);
  write_areas(game, "fresh", s.fresh, text);
  write_areas(game, "twice", s.twice, text);
  for (int side : {0, 1})
    write_areas(game, "attack " + game.side_names[at(side)], s.attack[at(side)], text);
  write_borders(game, s, text);
  for (int block = 0; block < game.block_count(); ++block)
    if (s.at(block) != kDead || s.veil[at(block)] != block || s.loss[at(block)].bits != 0)
      write_block(game, s, block, text);
  return text;
}

namespace {

/// Reads one position; whatever it does not know is an error with its line.
class Reader {
 public:
  Reader(const BlockContext& game, State& state) : game_(game), s_(state) {}

  void read(std::string_view text) {
    begin();
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      if (const auto comment = line.find("//"); comment != std::string::npos) line.resize(comment);
      std::istringstream words(line);
      words_.clear();
      for (std::string word; words >> word;) words_.push_back(word);
      if (!words_.empty()) read_line();
    }
    finish();
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw core::InputError("line " + std::to_string(line_) + ": " + message);
  }
  void begin() {
    s_ = State{};
    s_.turn = 1;
    s_.day = game_.scenario.first_day ? 0 : 1;
    s_.place.fill(kDead);
    s_.via.fill(kNone);
    s_.shelter_square.fill(kNone);
    s_.shelter_guest.fill(kNone);
    for (int i = 0; i < kMaxBlocks; ++i) s_.veil[at(i)] = static_cast<std::uint8_t>(i);
    for (const auto& field : kBlockFields) field.of(s_) = field.none;
    for (const auto& field : kAreaFields) field.of(s_) = field.none;
    for (const auto& field : kNumberFields) field.of(s_) = field.none;
    s_.step = Step::Count;
    s_.phase = Step::Deploy;
    phase_given_ = shown_given_ = decider_given_ = false;
  }
  const std::string& word(std::size_t i) const {
    if (i >= words_.size()) fail("\"" + words_[0] + "\" needs more words");
    return words_[i];
  }
  int number(std::size_t i, int most) const {
    const auto& text = word(i);
    int value = -1;
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end || value < 0 || value > most)
      fail("\"" + text + "\"; allowed: 0 to " + std::to_string(most));
    return value;
  }
  int area_of(const std::string& id) const {
    const int area = game_.find_area(id);
    if (area < 0) fail("there is no area \"" + id + "\"");
    return area;
  }
  int block_of(const std::string& id) const {
    const int block = game_.find_block(id);
    if (block < 0) fail("there is no block \"" + id + "\"");
    return block;
  }
  int side(std::size_t i) const {
    for (int one : {0, 1})
      if (game_.side_names[at(one)] == word(i)) return one;
    fail("\"" + word(i) + "\"; allowed: " + game_.side_names[0] + ", " + game_.side_names[1]);
  }
  Step step(std::size_t i) const {
    for (int one = 0; one < static_cast<int>(Step::Count); ++one)
      if (Steps::row_of(static_cast<Step>(one)).name == word(i)) return static_cast<Step>(one);
    fail("there is no step \"" + word(i) + "\"");
  }
  int between(std::size_t i) const {
    const int border = border_between(game_, area_of(word(i)), area_of(word(i + 1)));
    if (border == kNone) fail(word(i) + " and " + word(i + 1) + " have no border");
    return border;
  }
  void ends_after(std::size_t count) const {
    if (words_.size() > count) fail("\"" + words_[count] + "\" is too much");
  }

  void read_line() {
    const auto& key = words_[0];
    if (key == "block") return read_block();
    if (key == "turn")
      s_.turn = static_cast<std::uint8_t>(number(1, 2 * kMaxTurns));
    else if (key == "day")
      s_.day = static_cast<std::uint8_t>(number(1, 2) - 1);
    else if (key == "night")
      s_.night = static_cast<Night>(number(1, static_cast<int>(Night::SecondSupply)));
    else if (key == "step")
      s_.step = step(1);
    else if (key == "phase") {
      s_.phase = step(1);
      phase_given_ = true;
    } else if (key == "shown-phase") {
      s_.shown_phase = step(1);
      shown_given_ = true;
    } else if (key == "decider")
      read_decider();
    else if (key == "phasing")
      s_.phasing = static_cast<std::uint8_t>(side(1));
    else if (key == "first-player")
      s_.first_player = static_cast<std::uint8_t>(side(1));
    else if (key == "attacker")
      s_.attacker = static_cast<std::uint8_t>(side(1));
    else if (key == "target")
      s_.target = static_cast<Target>(number(1, 2));
    else
      return read_other();
    ends_after(2);
  }
  void read_decider() {
    decider_given_ = true;
    if (word(1) == "nature")
      s_.decider = play::Actor::Nature;
    else if (word(1) == "nobody")
      s_.decider = play::Actor::Over;
    else
      s_.decider = static_cast<play::Actor>(side(1));
  }
  void read_other() {
    const auto& key = words_[0];
    constexpr int kByte = 255;
    const auto from = [&](const auto& fields, auto value) {
      for (const auto& field : fields)
        if (field.name == key) {
          field.of(s_) = static_cast<std::uint8_t>(value());
          ends_after(2);
          return true;
        }
      return false;
    };
    if (from(kFields, [&] { return number(1, kByte); })) return;
    if (from(kNumberFields, [&] { return number(1, kByte); })) return;
    if (from(kAreaFields, [&] { return area_of(word(1)); })) return;
    if (from(kBlockFields, [&] {
          return std::isdigit(static_cast<unsigned char>(word(1)[0])) && word(1).size() < 3
                     ? number(1, kByte)
                     : block_of(word(1));
        }))
      return;
    read_lists();
  }
  void read_lists() {
    const auto& key = words_[0];
    if (key == "demand") {
      const int set = number(1, static_cast<int>(s_.demand.size()) - 1);
      s_.demand[at(set)] = static_cast<std::uint8_t>(number(2, 99));
    } else if (key == "shelter") {
      std::size_t slot = 0;
      while (slot < kShelters && s_.shelter_square[slot] != kNone) ++slot;
      if (slot == kShelters) fail("more squares with guests than a battle has");
      s_.shelter_square[slot] = static_cast<std::uint8_t>(block_of(word(1)));
      s_.shelter_guest[slot] = static_cast<std::uint8_t>(block_of(word(2)));
    } else if (key == "fresh" || key == "twice") {
      for (std::size_t i = 1; i < words_.size(); ++i)
        (key == "fresh" ? s_.fresh : s_.twice) |= area_bit(area_of(words_[i]));
    } else if (key == "attack") {
      for (std::size_t i = 2; i < words_.size(); ++i)
        s_.attack[at(side(1))] |= area_bit(area_of(words_[i]));
    } else if (key == "entered") {
      between(2);
      insert(s_.entered[at(side(1))], directed(game_, area_of(word(2)), area_of(word(3))));
    } else if (key == "used") {
      const int border = between(2);
      for (int i = number(4, 3); i > 0; --i) add_one(s_.used[at(number(1, 1))], border);
    } else if (key == "fired-over") {
      const int border = between(1);
      s_.fired_over[at(border / 64)] |= std::uint64_t{1} << (border % 64);
    } else {
      fail("\"" + key + "\" is not a line of a position");
    }
  }
  void read_block() {
    const int block = block_of(word(1));
    const auto& where = word(2);
    int place = -1;
    for (const auto& [name, value] : kPlaceWords)
      if (name == where) place = value;
    if (place < 0) place = area_of(where);
    Play p{{game_, s_, nullptr}};
    if (s_.at(block) != kDead) fail(words_[1] + " stands somewhere already");
    put_at(p, block, place);
    int lost = 0, least = -1, most = -1;
    for (std::size_t i = 3; i < words_.size(); ++i) read_mark(block, words_[i], lost, least, most);
    const int faces = game_.faces[at(block)];
    if (lost >= faces) fail(words_[1] + " has " + std::to_string(faces) + " faces");
    s_.loss[at(block)] = Loss::of(lost, least < 0 ? lost : least, most < 0 ? lost : most);
  }
  void read_mark(int block, const std::string& mark, int& lost, int& least, int& most) {
    const auto digit = [&](std::size_t i) {
      if (i >= mark.size() || mark[i] < '0' || mark[i] >= '0' + kFaces)
        fail("\"" + mark + "\": a number of steps is missing");
      return mark[i] - '0';
    };
    if (mark.starts_with("lost=")) {
      lost = digit(5);
    } else if (mark.starts_with("known=")) {
      least = digit(6);
      most = digit(8);
    } else if (mark.starts_with("veil=")) {
      s_.veil[at(block)] = static_cast<std::uint8_t>(block_of(mark.substr(5)));
    } else if (mark.starts_with("via=")) {
      s_.via[at(block)] = static_cast<std::uint8_t>(area_of(mark.substr(4)));
    } else {
      for (const auto& [name, set] : kSets)
        if (name == mark) return put(game_, s_.*set, block, true);
      fail("\"" + mark + "\" is not said of a block");
    }
  }
  /// By hand a step is enough: who decides and where it goes on follow from it.
  void finish() {
    if (s_.step == Step::Count) throw core::InputError("a position needs a line \"step\"");
    if (!phase_given_) s_.phase = s_.step;
    if (!shown_given_) s_.shown_phase = usually_shown(s_);
    if (!decider_given_)
      s_.decider = s_.step == Step::Over         ? play::Actor::Over
                   : Steps::row_of(s_).is_nature ? play::Actor::Nature
                                                 : static_cast<play::Actor>(s_.phasing);
  }

  const BlockContext& game_;
  State& s_;
  std::vector<std::string> words_;
  int line_ = 0;
  bool phase_given_ = false, shown_given_ = false, decider_given_ = false;
};

}  // namespace

State BlockBattle::parse_state(std::string_view text) const {
  State state;
  Reader(*context_, state).read(text);
  return state;
}

}  // namespace niemen::block_battle
