// Positions as files: a scenario from any position, an opening from any set-up.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/core/error.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/places.h"

namespace niemen::area_campaign {

namespace {

constexpr std::string_view kPlayed = "a position that was played";
constexpr ByKind<std::string_view> kUnitCodes{{"ic", "cc", "su", "dp"}};

/// A basic TOML string.
std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter == '\n' ? ' ' : letter;
  }
  return result + '"';
}

template <class Name>
std::string bits_toml(std::uint64_t bits, Name name) {
  std::string list;
  for (; bits != 0; bits &= bits - 1)
    list += (list.empty() ? "" : ", ") + toml_text(name(std::countr_zero(bits)));
  return "[" + list + "]";
}

/// "7ic 5cc A B".
std::string units_text(const AreaContext& game, const UnitList& units) {
  std::string text;
  for (const Kind kind : kAllKinds)
    if (units.counts[kind] > 0)
      text += fmt::format("{}{}{}", text.empty() ? "" : " ", units.counts[kind], kUnitCodes[kind]);
  for (const int leader : units.leaders)
    text += (text.empty() ? "" : " ") + game.leaders[leader].letter;
  return text;
}

UnitList units_of(const std::vector<std::uint8_t>& queue) {
  UnitList units;
  for (const int unit : queue) {
    if (unit < kKinds) {
      ++units.counts[static_cast<Kind>(unit)];
    } else {
      units.leaders.push_back(unit - kKinds);
    }
  }
  return units;
}

std::string group_toml(const AreaContext& game, const Arrival& group) {
  std::string areas;
  for (const int at : group.places) areas += (areas.empty() ? "" : " ") + game.places[at].id;
  return fmt::format(
      "\n[[group]]\nid = {}\nside = \"{}\"\nareas = \"{}\"\nunits = \"{}\"\nlimit = \"{}\"\n"
      "source = \"{}\"\n",
      toml_text(group.id), game.side_names[group.side], areas,
      units_text(game, units_of(group.queue)),
      group.corps_limit   ? "one_corps_each"
      : group.depot_limit ? "one_depot_each"
                          : "none",
      kPlayed);
}

/// Finds for each unit of a set-up a group that may deploy it where it stands.
class Assigner {
 public:
  Assigner(const AreaContext& game, const State& state, int side) : game_(game) {
    for (int at = 0; at < game.place_count(); ++at) {
      for (const Kind kind : kAllKinds)
        standing_.insert(standing_.end(), static_cast<std::size_t>(state.count(side, at, kind)),
                         {at, static_cast<int>(kind), -1});
      for (int leader = game.leader_begin(side); leader < game.leader_end(side); ++leader)
        if (state.leader_place(leader) == at) standing_.push_back({at, kKinds + leader, -1});
    }
    const auto& groups = game.scenario.groups;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      left_.emplace_back();
      if (groups[g].side == side) left_.back() = groups[g].queue;
      due_ += left_.back().size();
    }
  }

  /// False where the units of the position are not those of the set-up, so placed.
  bool assign() { return standing_.size() == due_ && place_from(0); }

  /// What each group has where, in the order of groups and places.
  std::string toml() const {
    std::string text;
    for (std::size_t g = 0; g < left_.size(); ++g)
      for (int at = 0; at < game_.place_count(); ++at) {
        std::vector<std::uint8_t> queue;
        for (const auto& unit : standing_)
          if (unit.group == static_cast<int>(g) && unit.place == at)
            queue.push_back(static_cast<std::uint8_t>(unit.unit));
        if (!queue.empty())
          text += fmt::format("\n[[placed]]\ngroup = {}\narea = \"{}\"\nunits = \"{}\"\n",
                              toml_text(game_.scenario.groups[g].id), game_.places[at].id,
                              units_text(game_, units_of(queue)));
      }
    return text;
  }

 private:
  struct Standing {
    int place, unit, group;
  };

  /// A group has no more than one Corps, or Depot, in a place where it is so limited.
  bool open(std::size_t g, const Standing& unit) const {
    const auto& group = game_.scenario.groups[g];
    if (!group.places.contains(unit.place)) return false;
    const auto limited = [&](int kind) {
      return (group.corps_limit > 0 && kind <= static_cast<int>(Kind::Cavalry)) ||
             (group.depot_limit > 0 && kind == static_cast<int>(Kind::Depot));
    };
    return !limited(unit.unit) ||
           std::none_of(standing_.begin(), standing_.end(), [&](const Standing& other) {
             return other.group == static_cast<int>(g) && other.place == unit.place &&
                    limited(other.unit);
           });
  }
  bool place_from(std::size_t i) {
    constexpr int kMaxTries = 200'000;  // set-ups of the printed groups need a few hundred
    if (i == standing_.size()) return true;
    auto& unit = standing_[i];
    for (std::size_t g = 0; g < left_.size(); ++g) {
      auto& left = left_[g];
      const auto due = std::find(left.begin(), left.end(), unit.unit);
      if (due == left.end() || !open(g, unit) || ++tries_ > kMaxTries) continue;
      left.erase(due);
      unit.group = static_cast<int>(g);
      if (place_from(i + 1)) return true;
      unit.group = -1;
      left.push_back(static_cast<std::uint8_t>(unit.unit));
    }
    return false;
  }

  const AreaContext& game_;
  std::vector<Standing> standing_;
  std::vector<std::vector<std::uint8_t>> left_;  ///< by group, what it has yet to place
  std::size_t due_ = 0;
  int tries_ = 0;
};

}  // namespace

std::string AreaCampaign::scenario_toml(const State& s, std::string_view title) const {
  const auto& game = *context_;
  if (s.step == Step::SetUp)
    throw core::InputError("the set-up goes on in this position: it begins no scenario");
  const auto point = [&](int i) { return game.places[game.point_places[i]].id; };
  const auto area = [&](int i) { return game.areas[i].id; };
  std::string text = fmt::format(
      "name = {}\nfirst_turn = {}\nlevel = {}\ncontrolled = {}\ncontrolled_source = \"{}\"\n"
      "half_depleted = {}\nfully_depleted = {}\ndepleted_source = \"{}\"\nposition = "
      "'''\n{}\n'''\n",
      toml_text(title), s.turn, victory_points(game, s) - s.bonus, bits_toml(s.control(), point),
      kPlayed, bits_toml(s.half(), area), bits_toml(s.full(), area), kPlayed, state_text(s));
  for (const auto& group : game.scenario.groups) text += group_toml(game, group);
  return text;
}

std::string AreaCampaign::opening_toml(const State& s, play::Side side,
                                       std::string_view title) const {
  const auto& name = context_->side_names[play::index(side)];
  Assigner assigner(*context_, s, play::index(side));
  if (!assigner.assign())
    throw core::InputError("this position is no set-up of " + name + " in scenario " +
                           context_->scenario.id);
  return fmt::format("name = {}\nwhy = \"{}\"\nside = \"{}\"\nscenario = {}\n", toml_text(title),
                     kPlayed, name, toml_text(context_->scenario.id)) +
         assigner.toml();
}

}  // namespace niemen::area_campaign
