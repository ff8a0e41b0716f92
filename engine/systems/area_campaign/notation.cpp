// Actions and positions as text, both ways.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <functional>
#include <sstream>

#include "engine/core/error.h"
#include "engine/systems/area_campaign/area_campaign.h"

namespace niemen::area_campaign {

namespace {

/// How an action reads: prefix, value, suffix; and the name of the decision it belongs to.
struct VerbText {
  std::string_view prefix;
  std::string_view suffix;
  ValueRange range;
  std::string_view decision;
};

constexpr std::array<VerbText, static_cast<std::size_t>(Verb::Count)> kVerbTexts{{
    {"deploy ", "", ValueRange::Place, "deployment"},
    {"arrive ", "", ValueRange::Place, "reinforcement"},
    {"roll ", "", ValueRange::Die, "die"},
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
}};

const VerbText& text_of(Verb verb) { return kVerbTexts[static_cast<std::size_t>(verb)]; }

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

constexpr std::array<std::string_view, static_cast<std::size_t>(Step::Count)> kStepNames{
    "set-up",      "reinforce",     "attrition-die",  "attrition-area", "attrition-place",
    "move-stack",  "move-target",   "move-share",     "march-stack",    "march-target",
    "march-unit",  "march-die",     "scorch",         "create-depot",   "choose-battle",
    "attack-plan", "defence-plan",  "retire-cavalry", "retire-supply",  "retire-leaders",
    "retire-area", "plan-loss",     "plan-retreat",   "combat-die",     "pursue",
    "pursuit-die", "pursuit-stake", "pursuit-loss",   "last-retreat",   "drop-depots",
    "settle-area", "feed-corps",    "supply-track",   "unsupplied-die", "political-loss",
    "over"};

/// Writes "key=a,b,c"; nothing between the commas may hold a blank or a comma.
class Writer {
 public:
  void key(std::string_view name) {
    if (!text_.empty()) text_ += ' ';
    text_ += name;
    text_ += '=';
    first_ = true;
  }
  void item(std::string_view value) {
    if (!first_) text_ += ',';
    first_ = false;
    text_ += value;
  }
  void item(int value) { item(std::to_string(value)); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  bool first_ = true;
};

void write_units(Writer& out, const AreaContext& game, const State& state, int side) {
  out.key(game.side_names[static_cast<std::size_t>(side)]);
  for (int at = 0; at < game.place_count(); ++at) {
    if (state.word(side, at) == 0) continue;
    std::string item = game.places[static_cast<std::size_t>(at)].id + ":";
    constexpr std::array<std::string_view, kKinds> kSuffix{"ic", "cc", "su", "dp"};
    for (std::size_t k = 0; k < kKinds; ++k)
      if (const int number = state.count(side, at, static_cast<Kind>(k)); number > 0)
        item += std::to_string(number) + std::string(kSuffix[k]);
    out.item(item);
  }
}

void write_bits(Writer& out, std::string_view key, std::uint64_t bits,
                const std::function<std::string(int)>& name) {
  out.key(key);
  for (; bits != 0; bits &= bits - 1) out.item(name(std::countr_zero(bits)));
}

std::string work_text(const State& state) {
  std::array<std::uint8_t, sizeof(Work)> bytes;
  std::memcpy(bytes.data(), &state.work, sizeof(Work));
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != 0) text += fmt::format("{}{}:{}", text.empty() ? "" : ",", i, bytes[i]);
  return text;
}

[[noreturn]] void bad(std::string_view what) {
  throw core::InputError("position: cannot read \"" + std::string(what) + "\"");
}

/// Reads what Writer wrote, token by token.
class Reader {
 public:
  Reader(const AreaContext& game, State& state) : game_(game), s_(state) {}

  void token(std::string_view token) {
    const auto equals = token.find('=');
    if (equals == std::string_view::npos) bad(token);
    key_ = token.substr(0, equals);
    std::string_view rest = token.substr(equals + 1);
    int position = 0;
    while (!rest.empty()) {
      const auto comma = rest.find(',');
      item(rest.substr(0, comma), position++);
      rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
  }
  bool complete() const { return seen_turn_ && seen_step_; }

 private:
  void item(std::string_view text, int position) {
    for (int side : {0, 1}) {
      const auto& name = game_.side_names[static_cast<std::size_t>(side)];
      if (key_ == name) return units(side, text);
      if (key_ == "seen-" + name) return knowledge(side, text);
    }
    if (key_ == "step") return step(text);
    if (key_ == "leaders") return leader(text);
    if (key_ == "control") return s_.set_control(s_.control() | 1U << point(text));
    if (key_ == "symbols") return s_.set_symbols(s_.symbols() | 1U << point(text));
    if (key_ == "half") return s_.set_half(s_.half() | std::uint64_t{1} << area(text));
    if (key_ == "full") return s_.set_full(s_.full() | std::uint64_t{1} << area(text));
    if (key_ == "work") return work(text);
    numbers(text, position);
  }
  void numbers(std::string_view text, int position) {
    const int value = number(text, -128, 255);
    const auto byte = static_cast<std::uint8_t>(value);
    if (key_ == "turn") {
      seen_turn_ = true;
      s_.turn = byte;
    } else if (key_ == "decider" && value >= 0 && value <= 3) {
      s_.decider = static_cast<play::Actor>(value);
    } else if (key_ == "phasing" && value >= 0 && value <= 1) {
      s_.phasing = byte;
    } else if (key_ == "segment") {
      s_.segment = byte;
    } else if (key_ == "pending" && position < 5) {
      std::array<std::uint8_t*, 5>{&s_.place, &s_.target, &s_.kind, &s_.taken,
                                   &s_.flags}[static_cast<std::size_t>(position)][0] = byte;
    } else if (key_ == "marches") {
      s_.marches = byte;
    } else if (key_ == "bonus") {
      s_.bonus = static_cast<std::int8_t>(value);
    } else if (key_ == "losses" && position < 2) {
      s_.combat_losses[static_cast<std::size_t>(position)] = byte;
    } else {
      bad(key_);
    }
  }
  int number(std::string_view text, int least, int most) const {
    const auto value = parse_number(text);
    if (!value || *value < least || *value > most) bad(text);
    return *value;
  }
  int place(std::string_view text) const {
    const int at = game_.find_place(text);
    if (at < 0) bad(text);
    return at;
  }
  int point(std::string_view text) const {
    const int index = game_.point_of[static_cast<std::size_t>(place(text))];
    if (index == kNowhere) bad(text);
    return index;
  }
  int area(std::string_view text) const {
    for (int i = 0; i < game_.area_count(); ++i)
      if (game_.areas[static_cast<std::size_t>(i)].id == text) return i;
    bad(text);
  }
  void step(std::string_view text) {
    for (std::size_t i = 0; i < kStepNames.size(); ++i)
      if (kStepNames[i] == text) {
        s_.step = static_cast<Step>(i);
        seen_step_ = true;
        return;
      }
    bad(text);
  }
  void units(int side, std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) bad(text);
    const int at = place(text.substr(0, colon));
    auto rest = text.substr(colon + 1);
    while (!rest.empty()) {
      const auto end = rest.find_first_not_of("0123456789");
      if (end == std::string_view::npos || end + 2 > rest.size()) bad(text);
      const auto code = rest.substr(end, 2);
      std::size_t kind = 0;
      constexpr std::array<std::string_view, kKinds> kSuffix{"ic", "cc", "su", "dp"};
      while (kind < kKinds && kSuffix[kind] != code) ++kind;
      if (kind == kKinds || (side == 1 && kind == 3)) bad(text);
      const int count = number(rest.substr(0, end), 1, kKindMost[kind]);
      if (s_.count(side, at, static_cast<Kind>(kind)) != 0) bad(text);
      s_.add(side, at, static_cast<Kind>(kind), count);
      rest = rest.substr(end + 2);
    }
  }
  void knowledge(int side, std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) bad(text);
    const int at = place(text.substr(0, colon));
    const int bits = number(text.substr(colon + 1), 0, 3);
    s_.set_knows(side, at, Knowledge::Contents, bits & 1);
    s_.set_knows(side, at, Knowledge::Number, bits & 2);
  }
  void leader(std::string_view text) {
    const auto at_sign = text.find('@');
    if (at_sign == std::string_view::npos) bad(text);
    const auto name = text.substr(0, at_sign);
    auto where = text.substr(at_sign + 1);
    const bool moved = !where.empty() && where.back() == '*';
    if (moved) where.remove_suffix(1);
    for (std::size_t i = 0; i < game_.leaders.size(); ++i) {
      if (game_.leaders[i].name != name) continue;
      const int code = where == "dead" ? kDead : where == "waiting" ? kNotArrived : place(where);
      s_.leaders[i] = static_cast<std::uint8_t>(code | (moved ? kMovedFlag : 0));
      return;
    }
    bad(text);
  }
  void work(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) bad(text);
    const int index = number(text.substr(0, colon), 0, static_cast<int>(sizeof(Work)) - 1);
    const auto byte = static_cast<std::uint8_t>(number(text.substr(colon + 1), 0, 255));
    std::memcpy(reinterpret_cast<std::byte*>(&s_.work) + index, &byte, 1);
  }

  const AreaContext& game_;
  State& s_;
  std::string_view key_;
  bool seen_turn_ = false, seen_step_ = false;
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
  for (std::size_t i = 0; i < kVerbTexts.size(); ++i) {
    const auto& form = kVerbTexts[i];
    if (text.size() < form.prefix.size() + form.suffix.size()) continue;
    if (!text.starts_with(form.prefix) || !text.ends_with(form.suffix)) continue;
    const auto middle =
        text.substr(form.prefix.size(), text.size() - form.prefix.size() - form.suffix.size());
    const Verb verb = static_cast<Verb>(i);
    if (const auto value = parse_value(*context_, verb, middle)) return encode(verb, *value);
  }
  return std::nullopt;
}

std::string AreaCampaign::state_text(const State& s) const {
  const auto& game = *context_;
  Writer out;
  const auto number = [&](std::string_view key, std::initializer_list<int> values) {
    out.key(key);
    for (int value : values) out.item(value);
  };
  number("turn", {s.turn});
  out.key("step");
  out.item(kStepNames[static_cast<std::size_t>(s.step)]);
  number("decider", {static_cast<int>(s.decider)});
  number("phasing", {s.phasing});
  number("segment", {s.segment});
  number("pending", {s.place, s.target, s.kind, s.taken, s.flags});
  number("marches", {s.marches});
  number("bonus", {s.bonus});
  number("losses", {s.combat_losses[0], s.combat_losses[1]});
  const auto point = [&](int i) {
    return game.places[game.point_places[static_cast<std::size_t>(i)]].id;
  };
  const auto area = [&](int i) { return game.areas[static_cast<std::size_t>(i)].id; };
  write_bits(out, "control", s.control(), point);
  write_bits(out, "symbols", s.symbols(), point);
  write_bits(out, "half", s.half(), area);
  write_bits(out, "full", s.full(), area);
  for (int side : {0, 1}) write_units(out, game, s, side);
  for (int side : {0, 1}) {
    out.key("seen-" + game.side_names[static_cast<std::size_t>(side)]);
    for (int at = 0; at < game.place_count(); ++at)
      if (const int bits = (s.knows(side, at, Knowledge::Contents) ? 1 : 0) |
                           (s.knows(side, at, Knowledge::Number) ? 2 : 0))
        out.item(fmt::format("{}:{}", game.places[static_cast<std::size_t>(at)].id, bits));
  }
  out.key("leaders");
  for (std::size_t i = 0; i < game.leaders.size(); ++i) {
    const int at = s.leader_place(static_cast<int>(i));
    const std::string where = at == kDead ? "dead"
                              : at >= game.place_count()
                                  ? "waiting"
                                  : game.places[static_cast<std::size_t>(at)].id;
    if (at != kNotArrived)
      out.item(game.leaders[i].name + "@" + where + (s.leaders[i] & kMovedFlag ? "*" : ""));
  }
  out.key("work");
  if (const auto work = work_text(s); !work.empty()) out.item(work);
  return out.take();
}

State AreaCampaign::parse_state(std::string_view text) const {
  State state{};
  state.leaders.fill(kNotArrived);
  Reader reader(*context_, state);
  std::istringstream in{std::string(text)};
  for (std::string token; in >> token;) reader.token(token);
  if (!reader.complete()) bad(text.substr(0, 40));
  if (const auto broken = check(state)) throw core::InputError("position: " + *broken);
  return state;
}

}  // namespace niemen::area_campaign
