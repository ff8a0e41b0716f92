// Actions and positions as text, both ways.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>
#include <sstream>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/steps.h"

namespace niemen::area_campaign {

namespace {

/// How an action reads: prefix, value, suffix; and the name of the decision it belongs to.
struct VerbText {
  std::string_view prefix;
  std::string_view suffix;
  ValueRange range;
  std::string_view decision;
};

constexpr core::EnumArray<Verb, VerbText> kVerbTexts{{{
    {"deploy ", "", ValueRange::Place, "deployment"},
    {"arrive ", "", ValueRange::Place, "reinforcement"},
    {"die ", "", ValueRange::Die, "die"},
    {"name ", "", ValueRange::Area, "attrition area"},
    {"lose at ", "", ValueRange::Place, "attrition place"},
    {"end move", "", ValueRange::Nothing, "move from"},
    {"from ", "", ValueRange::Place, "move from"},
    {"drop depot ", "", ValueRange::Place, "drop depot"},
    {"to ", "", ValueRange::Place, "move to"},
    {"take all", "", ValueRange::Nothing, "move what"},
    {"take ", " infantry", ValueRange::Number, "move what"},
    {"take ", " cavalry", ValueRange::Number, "move what"},
    {"take ", " supply", ValueRange::Number, "move what"},
    {"take ", " depots", ValueRange::Number, "move what"},
    {"take leader ", "", ValueRange::Leader, "move what"},
    {"take no more leaders", "", ValueRange::Nothing, "move what"},
    {"end march", "", ValueRange::Nothing, "march from"},
    {"march from ", "", ValueRange::Place, "march from"},
    {"march to ", "", ValueRange::Place, "march to"},
    {"march infantry", "", ValueRange::Nothing, "march what"},
    {"march cavalry", "", ValueRange::Nothing, "march what"},
    {"march leader ", "", ValueRange::Leader, "march what"},
    {"end scorch", "", ValueRange::Nothing, "scorch"},
    {"scorch ", "", ValueRange::Area, "scorch"},
    {"end depots", "", ValueRange::Nothing, "create depot"},
    {"depot ", "", ValueRange::Place, "create depot"},
    {"fight ", "", ValueRange::Place, "battle"},
    {"attack by ", "", ValueRange::Plan, "attack plan"},
    {"defend by ", "", ValueRange::Plan, "defence plan"},
    {"retire ", " cavalry", ValueRange::Number, "retire what"},
    {"retire ", " supply", ValueRange::Number, "retire what"},
    {"retire leader ", "", ValueRange::Leader, "retire what"},
    {"retire no more leaders", "", ValueRange::Nothing, "retire what"},
    {"send to ", "", ValueRange::Place, "send to"},
    {"lose infantry", "", ValueRange::Nothing, "plan loss"},
    {"lose cavalry", "", ValueRange::Nothing, "plan loss"},
    {"stand", "", ValueRange::Nothing, "retreat to"},
    {"retreat to ", "", ValueRange::Place, "retreat to"},
    {"no pursuit", "", ValueRange::Nothing, "pursuit"},
    {"pursue", "", ValueRange::Nothing, "pursuit"},
    {"stake ", " cavalry", ValueRange::Number, "stake"},
    {"give up ", " infantry", ValueRange::Number, "pursuit losses"},
    {"keep depots", "", ValueRange::Nothing, "drop depot"},
    {"settle ", "", ValueRange::Area, "supply order"},
    {"feed ", "", ValueRange::Number, "supply source"},
    {"without supply unit", "", ValueRange::Nothing, "supply track"},
    {"with supply unit", "", ValueRange::Nothing, "supply track"},
    {"give infantry ", "", ValueRange::Place, "political loss"},
    {"give cavalry ", "", ValueRange::Place, "political loss"},
}}};

const VerbText& text_of(Verb verb) { return kVerbTexts[verb]; }

std::string value_text(const AreaContext& game, Verb verb, int value) {
  const auto index = static_cast<std::size_t>(value);
  switch (text_of(verb).range) {
    case ValueRange::Nothing: return "";
    case ValueRange::Place: return game.places[index].id;
    case ValueRange::Area: return game.areas[index].id;
    case ValueRange::Plan:
      return verb == Verb::AttackPlan ? game.rules.attacker_plans[index]
                                      : game.rules.defender_plans[index];
    case ValueRange::Leader: return game.leaders[index].name;
    default: return std::to_string(value);
  }
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int> parse_value(const AreaContext& game, Verb verb, std::string_view text) {
  const auto range = text_of(verb).range;
  const int lowest = lowest_value(range);
  for (int i = 0; i < value_count(game, range); ++i)
    if (value_text(game, verb, lowest + i) == text) return lowest + i;
  return std::nullopt;
}

/// Writes lines of words.
class Writer {
 public:
  void line(std::string_view word) {
    if (!text_.empty()) text_ += '\n';
    text_ += word;
  }
  void word(std::string_view value) {
    text_ += ' ';
    text_ += value;
  }
  void word(int value) { word(std::to_string(value)); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

constexpr ByKind<std::string_view> kUnitCodes{{"ic", "cc", "su", "dp"}};

/// "at R21 french 2ic 1cc known": a line for each place and side.
void write_units(Writer& out, const AreaContext& game, const State& state, int side) {
  for (int at = 0; at < game.place_count(); ++at) {
    const bool known = state.knows(side, at, Knowledge::Contents);
    const bool counted = state.knows(side, at, Knowledge::Number);
    if (state.word(side, at) == 0 && !counted) continue;
    out.line("at");
    out.word(game.places[at].id);
    out.word(game.side_names[side]);
    for (const Kind kind : kAllKinds)
      if (const int number = state.count(side, at, kind); number > 0)
        out.word(std::to_string(number) + std::string(kUnitCodes[kind]));
    if (counted) out.word(known ? "known" : "counted");
  }
}

template <class Name>
void write_bits(Writer& out, std::string_view key, std::uint64_t bits, Name name) {
  if (bits == 0) return;
  out.line(key);
  for (; bits != 0; bits &= bits - 1) out.word(name(std::countr_zero(bits)));
}

std::string work_text(const State& state) {
  std::array<std::uint8_t, sizeof(Work)> bytes;
  std::memcpy(bytes.data(), &state.work, sizeof(Work));
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != 0) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", i, bytes[i]);
  return text;
}

/// Steps at which a position by hand may begin; those in between are sealed.
constexpr std::array kOpenSteps{Step::AttritionDie, Step::MoveStack,   Step::MarchStack,
                                Step::Scorch,       Step::CreateDepot, Step::Over};

/// Whether a decision is under way: its numbers fit together in ways of their own, so such a
/// position carries a seal, and only the program writes it.
bool under_way(const State& s) {
  const bool open = std::find(kOpenSteps.begin(), kOpenSteps.end(), s.step) != kOpenSteps.end();
  return !open || (s.place | s.target | s.kind | s.taken | s.flags) != 0 || !work_text(s).empty();
}

/// What a position under way must add up to, with the rules, map and units in force.
std::string seal_of(const AreaContext& game, const State& s) {
  const auto bytes = [](const auto& value) { return std::as_bytes(std::span(&value, 1)); };
  auto hash = core::hash_bytes(bytes(s));
  hash = core::hash_bytes(bytes(game.adjacent), hash);
  hash = core::hash_bytes(bytes(game.area_of), hash);
  hash = core::hash_bytes(bytes(game.point_of), hash);
  hash = core::hash_bytes(bytes(game.leader_bytes), hash);
  for (const auto* arrivals : {&game.scenario.groups, &game.reinforcements})
    for (const auto& arrival : *arrivals)
      hash = core::hash_bytes(std::as_bytes(std::span(arrival.queue)), hash);
  Rules rules = game.rules;
  for (const auto& section : rule_sections())
    for (const auto& parameter : section.parameters)
      for (const int number :
           parameter.list ? parameter.list(rules) : std::span<int>(&parameter.at(rules), 1))
        hash = core::mix(hash, static_cast<std::uint64_t>(number));
  return fmt::format("{:016x}", core::hash_bytes(bytes(rules.plan_table), hash));
}

/// Reads what Writer wrote, line by line.
class Reader {
 public:
  Reader(const AreaContext& game, State& state) : game_(game), s_(state) {}

  void line(const std::string& text) {
    ++line_;
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) return;
    const std::string key = words[0];
    words.erase(words.begin());
    if (!read(key, words)) bad(text, "is no line of a position");
  }
  /// What only the whole of it can show.
  void finish() const {
    if (!seen_turn_ || !seen_step_)
      throw core::InputError("position: \"turn\" or \"step\" is missing");
    refuse_early_leaders();
    if (!under_way(s_) || seal_ == seal_of(game_, s_)) return;
    std::vector<std::string_view> open;
    for (const auto step : kOpenSteps) open.push_back(Steps::row_of(step).name);
    throw core::InputError(fmt::format(
        "position: a decision is under way at step {}, which cannot be changed by hand; leave out "
        "\"work\" and \"pending\" and begin at one of these: {}",
        Steps::row_of(s_).name, fmt::join(open, ", ")));
  }

 private:
  using Words = std::vector<std::string>;

  [[noreturn]] void bad(std::string_view what, std::string_view why) const {
    throw core::InputError(fmt::format("position:{}: \"{}\" {}", line_, what, why));
  }
  bool read(const std::string& key, const Words& words) {
    if (key == "at") return units(words);
    if (key == "leader") return leader(words);
    if (key == "work") return work(words);
    if (key == "control") return s_.set_control(point_bits(words)), true;
    if (key == "symbols") return s_.set_symbols(point_bits(words)), true;
    if (key == "half") return s_.set_half(area_bits(words)), true;
    if (key == "full") return s_.set_full(area_bits(words)), true;
    if (key == "points") return words.size() == 1;  // follows from the rest
    if (words.size() == 1 && key == "step") return step(words[0]);
    if (words.size() == 1 && key == "seal") return seal_ = words[0], true;
    if (words.size() == 1 && key == "decider") return decider(words[0]);
    if (words.size() == 1 && key == "phasing") {
      s_.phasing = static_cast<std::uint8_t>(side(words[0]));
      return true;
    }
    return numbers(key, words);
  }
  bool numbers(const std::string& key, const Words& words) {
    std::vector<std::uint8_t*> targets;
    if (key == "turn") targets = {&s_.turn};
    if (key == "segment") targets = {&s_.segment};
    if (key == "marches") targets = {&s_.marches};
    if (key == "losses") targets = {&s_.combat_losses[0], &s_.combat_losses[1]};
    if (key == "pending") targets = {&s_.place, &s_.target, &s_.kind, &s_.taken, &s_.flags};
    seen_turn_ = seen_turn_ || key == "turn";
    if (key == "bonus" && words.size() == 1) {
      s_.bonus = static_cast<std::int8_t>(number(words[0], -128, 127));
      return true;
    }
    if (targets.empty() || targets.size() != words.size()) return false;
    for (std::size_t i = 0; i < words.size(); ++i)
      *targets[i] = static_cast<std::uint8_t>(number(words[i], 0, 255));
    return true;
  }
  int number(std::string_view text, int least, int most) const {
    const auto value = parse_number(text);
    if (!value || *value < least || *value > most)
      bad(text, fmt::format("is no number from {} to {}", least, most));
    return *value;
  }
  int place(std::string_view text) const {
    const int at = game_.find_place(text);
    if (at < 0) bad(text, "is no Area or Sub-area of the game");
    return at;
  }
  int side(std::string_view text) const {
    if (text == game_.side_names[0]) return 0;
    if (text != game_.side_names[1])
      bad(text, fmt::format("is no side; allowed: {}", fmt::join(game_.side_names, ", ")));
    return 1;
  }
  std::uint32_t point_bits(const Words& words) const {
    std::uint32_t bits = 0;
    for (const auto& word : words) {
      const int index = game_.point_of[place(word)];
      if (index == kNowhere) bad(word, "is worth no victory points");
      bits |= 1U << index;
    }
    return bits;
  }
  std::uint64_t area_bits(const Words& words) const {
    std::uint64_t bits = 0;
    for (const auto& word : words) {
      std::size_t area = 0;
      while (area < game_.areas.size() && game_.areas[area].id != word) ++area;
      if (area == game_.areas.size()) bad(word, "is no Area of the game");
      bits |= std::uint64_t{1} << area;
    }
    return bits;
  }
  bool step(std::string_view text) {
    s_.step = Steps::step_named(text);
    if (s_.step == Step::Count) {
      std::vector<std::string_view> names;
      for (int step = 0; step < static_cast<int>(Step::Count); ++step)
        names.push_back(Steps::row_of(static_cast<Step>(step)).name);
      bad(text, fmt::format("is no step; allowed: {}", fmt::join(names, ", ")));
    }
    return seen_step_ = true;
  }
  bool decider(std::string_view text) {
    s_.decider = text == "nature" ? play::Actor::Nature
                 : text == "over" ? play::Actor::Over
                                  : static_cast<play::Actor>(side(text));
    return true;
  }
  bool units(const Words& words) {
    if (words.size() < 3) return false;
    const int at = place(words[0]), owner = side(words[1]);
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word == "known" || word == "counted") {
        s_.set_knows(owner, at, Knowledge::Contents, word == "known");
        s_.set_knows(owner, at, Knowledge::Number, true);
        continue;
      }
      const auto end = std::min(word.find_first_not_of("0123456789"), word.size());
      const auto code = std::find(kUnitCodes.begin(), kUnitCodes.end(), word.substr(end));
      if (code == kUnitCodes.end())
        bad(word, "is no unit; allowed: ic, cc, su, dp, known, counted");
      const auto kind = static_cast<Kind>(code - kUnitCodes.begin());
      if (owner == 1 && kind == Kind::Depot) bad(word, "cannot be: the defender has no Depots");
      if (s_.count(owner, at, kind) != 0) bad(word, "is here twice");
      s_.add(owner, at, kind, number(word.substr(0, end), 1, kKindMost[kind]));
    }
    return true;
  }
  bool leader(const Words& words) {
    const bool moved = words.size() == 3 && words[2] == "moved";
    if (words.size() != 2 && !moved) return false;
    for (std::size_t i = 0; i < game_.leaders.size(); ++i) {
      if (game_.leaders[i].name != words[0]) continue;
      if (leader_line_[i] != 0) bad(words[0], "is named twice");
      leader_line_[i] = line_;
      const int code = words[1] == "dead" ? kDead : place(words[1]);
      s_.leaders[i] = static_cast<std::uint8_t>(code | (moved ? kMovedFlag : 0));
      return true;
    }
    bad(words[0], "is no Leader of the game");
  }
  /// A Leader comes with the reinforcements of a turn.
  void refuse_early_leaders() const {
    for (const auto& arrival : game_.reinforcements)
      for (const int unit : arrival.queue) {
        const auto leader = static_cast<std::size_t>(unit - kKinds);
        if (unit < kKinds || arrival.turn <= s_.turn || leader_line_[leader] == 0) continue;
        throw core::InputError(
            fmt::format("position:{}: \"{}\" is not yet due; it comes in turn {}",
                        leader_line_[leader], game_.leaders[leader].name, arrival.turn));
      }
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

  const AreaContext& game_;
  State& s_;
  int line_ = 0;
  bool seen_turn_ = false, seen_step_ = false;
  std::string seal_;                                                            ///< as read
  std::array<int, std::tuple_size_v<decltype(State::leaders)>> leader_line_{};  ///< 0: not named
};

}  // namespace

ValueRange range_of(Verb verb) { return text_of(verb).range; }

int value_count(const AreaContext& game, ValueRange range) {
  switch (range) {
    case ValueRange::Nothing: return 1;
    case ValueRange::Place: return game.place_count();
    case ValueRange::Area: return game.area_count();
    case ValueRange::Die: return kDieFaces;
    case ValueRange::Plan: return kPlans;
    case ValueRange::Leader: return static_cast<int>(game.leaders.size());
    case ValueRange::Number: return 64;
  }
  return 0;
}

std::string_view AreaCampaign::decision_kind(play::Action action) const {
  return is_action(action) ? text_of(verb_of(action)).decision : "none";
}

std::string AreaCampaign::action_text(const State&, play::Action action) const {
  const Verb verb = verb_of(action);
  const auto& text = text_of(verb);
  return std::string(text.prefix) + value_text(*context_, verb, value_of(action)) +
         std::string(text.suffix);
}

std::optional<play::Action> AreaCampaign::parse_action(const State&, std::string_view text) const {
  for (const Verb verb : core::values_of<Verb>()) {
    const auto& form = kVerbTexts[verb];
    if (text.size() < form.prefix.size() + form.suffix.size()) continue;
    if (!text.starts_with(form.prefix) || !text.ends_with(form.suffix)) continue;
    const auto middle =
        text.substr(form.prefix.size(), text.size() - form.prefix.size() - form.suffix.size());
    if (const auto value = parse_value(*context_, verb, middle)) return encode(verb, *value);
  }
  return std::nullopt;
}

std::string AreaCampaign::state_text(const State& s) const {
  const auto& game = *context_;
  Writer out;
  const auto line = [&](std::string_view key, auto... values) {
    out.line(key);
    (out.word(values), ...);
  };
  const auto side = [&](int index) { return std::string_view(game.side_names[index]); };
  line("turn", int{s.turn});
  line("step", Steps::row_of(s).name);
  line("decider", s.decider == play::Actor::Nature ? std::string_view("nature")
                  : s.decider == play::Actor::Over ? std::string_view("over")
                                                   : side(static_cast<int>(s.decider)));
  line("phasing", side(s.phasing));
  line("segment", int{s.segment});
  line("pending", int{s.place}, int{s.target}, int{s.kind}, int{s.taken}, int{s.flags});
  line("marches", int{s.marches});
  line("losses", int{s.combat_losses[0]}, int{s.combat_losses[1]});
  line("bonus", int{s.bonus});
  line("points", victory_points(game, s));
  const auto point = [&](int i) { return game.places[game.point_places[i]].id; };
  const auto area = [&](int i) { return game.areas[i].id; };
  write_bits(out, "control", s.control(), point);
  write_bits(out, "symbols", s.symbols(), point);
  write_bits(out, "half", s.half(), area);
  write_bits(out, "full", s.full(), area);
  for (int owner : {0, 1}) write_units(out, game, s, owner);
  for (std::size_t i = 0; i < game.leaders.size(); ++i) {
    const int at = s.leader_place(static_cast<int>(i));
    if (at == kNotArrived) continue;
    line("leader", std::string_view(game.leaders[i].name));
    out.word(at >= game.place_count() ? "dead" : game.places[at].id);
    if (s.leaders[i] & kMovedFlag) out.word("moved");
  }
  if (const auto work = work_text(s); !work.empty()) line("work", std::string_view(work));
  if (under_way(s)) line("seal", std::string_view(seal_of(game, s)));
  return out.take();
}

State AreaCampaign::parse_state(std::string_view text) const {
  State state{};
  state.leaders.fill(kNotArrived);
  Reader reader(*context_, state);
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) reader.line(line);
  reader.finish();
  if (const auto broken = check(state)) throw core::InputError("position: " + *broken);
  return state;
}

}  // namespace niemen::area_campaign
