#include "engine/systems/area_campaign/load_rules.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/text.h"
#include "engine/play/game_files.h"
#include "engine/systems/margins.h"

namespace niemen::area_campaign {

namespace {

using core::ConfigTable;

template <class T, std::size_t N, std::size_t M>
void read_words(ConfigTable& table, std::string_view key,
                const std::array<std::string_view, M>& names, std::array<T, N>& target) {
  const auto words = table.texts(key);
  if (words.size() != N)
    table.fail(key, "\"" + std::string(key) + "\" needs " + std::to_string(N) + " words, not " +
                        std::to_string(words.size()));
  for (std::size_t i = 0; i < N; ++i) {
    const auto name = std::find(names.begin(), names.end(), words[i]);
    if (name == names.end()) {
      std::string allowed;
      for (auto known : names) allowed += (allowed.empty() ? "" : ", ") + std::string(known);
      table.fail(key, "\"" + words[i] + "\"" +
                          core::likely_name(words[i], {names.begin(), names.end()}) +
                          " is not known here; allowed: " + allowed);
    }
    target[i] = static_cast<T>(name - names.begin());
  }
}

void read_attrition(ConfigTable table, Rules& rules) {
  core::read_section(table, rule_sections(), "attrition", rules);
  table.text("source");
  table.finish();
}

void read_forced_march(ConfigTable table, Rules& rules) {
  constexpr std::array<std::string_view, 3> kNames{"succeeds", "stays", "eliminated"};
  read_words(table, "results", kNames, rules.forced_march);
  table.text("source");
  table.finish();
}

PlanResult read_plan(const ConfigTable& row, const std::string& cell) {
  PlanResult result;
  bool goes_on = false;
  for (const auto& word : core::split_words(cell)) {
    if (word == "switch")
      result.switch_roles = true;
    else if (word == "attacker_loses")
      result.attacker_loses = true;
    else if (word == "defender_loses")
      result.defender_loses = true;
    else if (word == "attacker_double")
      result.attacker_double = true;
    else if (word == "defender_double")
      result.defender_double = true;
    else if (word == "soften")
      result.soften = true;
    else if (word == "retreat")
      result.retreat = PlanResult::Retreat::Must;
    else if (word == "may_retreat")
      result.retreat = PlanResult::Retreat::May;
    else if (word == "may_retreat_cavalry")
      result.retreat = PlanResult::Retreat::MayWithMoreCavalry;
    else if (word == "stop" || word == "combat" || word == "pursuit") {
      result.next = word == "stop"     ? PlanResult::Next::Stop
                    : word == "combat" ? PlanResult::Next::Combat
                                       : PlanResult::Next::Pursuit;
      goes_on = true;
    } else {
      static const std::vector<std::string> kWords{
          "switch",          "attacker_loses",  "defender_loses",
          "attacker_double", "defender_double", "soften",
          "retreat",         "may_retreat",     "stop",
          "combat",          "pursuit"};
      row.fail("cells", "\"" + word + "\"" + core::likely_name(word, kWords) +
                            " is not a result of battle plans; allowed: switch, " +
                            "attacker_loses, defender_loses, attacker_double, defender_double, " +
                            "soften, retreat, may_retreat, may_retreat_cavalry, stop, combat, " +
                            "pursuit");
    }
  }
  if (!goes_on) row.fail("cells", "\"" + cell + "\" must end with stop, combat or pursuit");
  if (result.retreat == PlanResult::Retreat::Must && result.next == PlanResult::Next::Combat)
    row.fail("cells", "\"" + cell + "\": nobody fights after he has retreated");
  return result;
}

void read_battle_plans(ConfigTable table, Rules& rules) {
  const auto read_names = [&](std::string_view key, std::array<std::string, kPlans>& target) {
    const auto names = table.texts(key);
    if (names.size() != kPlans) table.fail(key, "needs four names");
    std::copy(names.begin(), names.end(), target.begin());
  };
  read_names("attacker", rules.attacker_plans);
  read_names("defender", rules.defender_plans);
  table.text("source");
  auto rows = table.tables("row");
  if (rows.size() != kPlans) table.fail("row", "one row is needed for each of the four chits");
  for (std::size_t d = 0; d < kPlans; ++d) {
    rows[d].text("id");
    const auto cells = rows[d].texts("cells");
    if (cells.size() != kPlans) rows[d].fail("cells", "needs four cells");
    for (std::size_t a = 0; a < kPlans; ++a) rules.plan_table[d][a] = read_plan(rows[d], cells[a]);
    rows[d].finish();
  }
  table.finish();
}

/// Rows -2 to 9 of a combat table, in any order, each once.
template <class T, std::size_t N, std::size_t M>
void read_rows(ConfigTable& table, const std::array<std::string_view, M>& names,
               std::array<std::array<T, N>, kTableRows>& target) {
  std::array<bool, kTableRows> seen{};
  core::each_row(table, "row", [&](ConfigTable& row) {
    const auto index =
        static_cast<std::size_t>(row.integer("id", kLowestRow, kHighestRow) - kLowestRow);
    seen[index] = true;
    read_words(row, "results", names, target[index]);
    row.finish();
  });
  if (std::find(seen.begin(), seen.end(), false) != seen.end())
    table.fail("row", "a row is needed for each die from -2 to 9");
}

void read_combat(ConfigTable table, Rules& rules) {
  core::read_section(table, rule_sections(), "combat", rules);
  if (!std::is_sorted(rules.odds_from.begin(), rules.odds_from.end()))
    table.fail("columns", "the columns must ascend");
  if (rules.odds_last < rules.odds_from.back())
    table.fail("last_percent", "the last column begins beyond it");
  table.text("source");
  constexpr std::array<std::string_view, kCombatResults> kNames{"Ae",  "Ahe", "hex", "ArA", "ArD",
                                                                "DrA", "DrD", "Dhe", "De"};
  read_rows(table, kNames, rules.combat_table);
  table.finish();
}

void read_pursuit(ConfigTable table, Rules& rules) {
  table.text("source");
  constexpr std::array<std::string_view, 4> kNames{"none", "exchange", "one", "two"};
  read_rows(table, kNames, rules.pursuit_table);
  table.finish();
}

void read_supply(ConfigTable table, Rules& rules) {
  core::read_section(table, rule_sections(), "supply", rules);
  systems::check_depletion(table, rules);
  table.text("source");
  table.finish();
}

void read_victory(ConfigTable table, AreaContext& context, std::string& leader) {
  auto& rules = context.rules;
  // Without political losses nobody looks at it; a scenario may end before the last turn.
  const bool used = rules.political_losses || table.has("index");
  const auto index = used ? table.integers("index", -99, 99) : std::vector<std::int64_t>{};
  if (used && static_cast<int>(index.size()) < rules.last_turn)
    table.fail("index", "needs one number for each of the " + std::to_string(rules.last_turn) +
                            " Game-Turns");
  for (std::size_t i = 0; i < std::min(index.size(), rules.victory_index.size()); ++i)
    rules.victory_index[i] = static_cast<int>(index[i]);
  table.text_or("index_source", "");
  leader = table.text("victory_leader");
  const bool stated = systems::read_victory_section(table, rule_sections(), rules);
  constexpr std::array<std::string_view, 3> kWinners{"draw", "invader", "defender"};
  core::each_row(table, "level", [&](ConfigTable& row) {
    VictoryLevel level;
    level.origin = core::origin_of(row.value());
    level.name = row.text("id");
    level.from = static_cast<int>(row.integer("from", -99, 99));
    level.winner_side = row.choice("winner", kWinners) - 1;
    row.finish();
    if (!rules.levels.empty() && level.from >= rules.levels.back().from)
      row.fail("from", "levels must descend");
    rules.levels.push_back(level);
  });
  if (rules.levels.empty()) table.fail("level", "there must be at least one level of victory");
  if (!stated)
    rules.margin_at = systems::threshold_of(std::span<const VictoryLevel>(rules.levels)).even();
  table.finish();
}

struct Code {
  int number = 0;
  char letter = 0;
};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// "R27a" or "27a".
std::optional<Code> parse_code(std::string_view text) {
  while (!text.empty() && !is_digit(text[0])) text.remove_prefix(1);
  Code code;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), code.number);
  if (parsed.ec != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z')
    code.letter = text[0];
  else if (!text.empty())
    return std::nullopt;
  return code;
}

void read_areas(const play::GameFolder& folder, AreaContext& context) {
  core::each_row(folder.csv("areas.csv"), [&](ConfigTable& row) {
    Place place;
    place.origin = core::origin_of(row.value());
    place.id = row.text("id");
    const auto code = parse_code(place.id);
    // Positions are written in words.
    const bool letters_first =
        std::all_of(place.id.begin(), std::find_if(place.id.begin(), place.id.end(), is_digit),
                    [](char letter) { return letter > ' '; });
    if (!code || !letters_first || context.find_place(place.id) >= 0)
      row.fail("id", "\"" + place.id +
                         "\" must be letters, a number and perhaps a Sub-area's "
                         "letter, each once");
    place.number = code->number;
    place.letter = code->letter;
    place.name = row.text("name");
    place.country = row.text("country");
    place.fortress = row.text("fortress");
    place.points = static_cast<int>(row.integer("points", 0, 20));
    place.longitude = row.real("longitude", -180, 180);
    place.latitude = row.real("latitude", -90, 90);
    row.text("evidence");
    place.source = row.text("source");
    row.finish();
    if (context.places.size() == kMaxPlaces)
      row.fail("id", "too many places; at most " + std::to_string(kMaxPlaces));
    context.places.push_back(std::move(place));
  });
}

/// Sub-areas of one number form an Area; the supply rules know Areas only.
void group_areas(AreaContext& context) {
  for (std::size_t i = 0; i < context.places.size(); ++i) {
    auto& place = context.places[i];
    const auto id = place.letter ? place.id.substr(0, place.id.size() - 1) : place.id;
    std::size_t area = 0;
    while (area < context.areas.size() && context.areas[area].id != id) ++area;
    if (area == context.areas.size()) {
      if (area == kMaxAreas)
        throw core::InputError("areas.csv: too many Areas; at most " + std::to_string(kMaxAreas));
      context.areas.push_back({id, {}, {}});
    }
    if (context.areas[area].places.full())
      throw core::InputError("areas.csv: Area " + id + " has too many Sub-areas");
    context.areas[area].places.push_back(static_cast<std::uint8_t>(i));
    place.area = static_cast<int>(area);
    context.area_of[i] = static_cast<std::uint8_t>(area);
  }
}

void read_borders(const play::GameFolder& folder, AreaContext& context) {
  std::vector<std::vector<int>> neighbours(context.places.size());
  core::each_row(folder.csv("borders.csv"), [&](ConfigTable& row) {
    row.text("id");
    row.text("source");
    const int a = place_named(row, "first", row.text("first"), context);
    const int b = place_named(row, "second", row.text("second"), context);
    if (a == b) row.fail("second", "a place does not adjoin itself");
    row.finish();
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  });
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    auto& list = neighbours[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    if (list.size() > kMaxNeighbours || (list.empty() && core::all_was_read()))
      throw core::InputError(context.places[i].origin.words() + context.places[i].id + " has " +
                             std::to_string(list.size()) +
                             " neighbours in borders.csv; allowed: 1 to " +
                             std::to_string(kMaxNeighbours));
    for (int at : list) {
      context.neighbours[i].push_back(static_cast<std::uint8_t>(at));
      context.adjacent[i].insert(at);
    }
  }
}

void measure_distances(AreaContext& context) {
  for (int from = 0; from < context.place_count(); ++from) {
    auto& row = context.distance[from];
    row.fill(kMaxPlaces - 1);
    PlaceSet ring = PlaceSet::of(from), seen = ring;
    for (std::uint8_t steps = 0; !ring.empty(); ++steps) {
      PlaceSet next;
      for (const int at : ring) {
        row[at] = steps;
        next |= context.adjacent[at];
      }
      ring = next - seen;
      seen |= next;
    }
  }
}

void join_areas(AreaContext& context) {
  for (std::size_t area = 0; area < context.areas.size(); ++area) {
    std::uint64_t next = 0;
    for (int at : context.areas[area].places)
      for (int to : context.neighbours[at]) next |= std::uint64_t{1} << context.area_of[to];
    next &= ~(std::uint64_t{1} << area);
    auto& neighbours = context.areas[area].neighbours;
    if (static_cast<std::size_t>(std::popcount(next)) > neighbours.capacity())
      throw core::InputError("borders.csv: Area " + context.areas[area].id + " borders on " +
                             std::to_string(std::popcount(next)) +
                             " Areas; allowed: " + std::to_string(neighbours.capacity()));
    for (int other = 0; other < static_cast<int>(context.areas.size()); ++other)
      if ((next >> other) & 1U) neighbours.push_back(static_cast<std::uint8_t>(other));
  }
}

/// A number from -most to most.
std::optional<double> parse_degrees(std::string_view text, double most) {
  double degrees = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), degrees);
  const bool number = parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size();
  return number && std::abs(degrees) <= most ? std::optional(degrees) : std::nullopt;
}

void read_shapes(const play::GameFolder& folder, AreaContext& context) {
  core::each_row(folder.csv("shapes.csv"), [&](ConfigTable& row) {
    row.text("id");
    row.text("ring");
    row.text("source");
    const int at = context.find_place(row.text("area"));
    std::vector<std::array<double, 2>> outline;
    for (const auto& point : core::split_words(row.text("outline"))) {
      const auto middle = point.find(';');
      const auto longitude = parse_degrees(std::string_view(point).substr(0, middle), 180);
      const auto latitude = middle == std::string::npos
                                ? std::nullopt
                                : parse_degrees(std::string_view(point).substr(middle + 1), 90);
      if (!longitude || !latitude)
        row.fail("outline", "\"" + point + "\" must be longitude;latitude");
      outline.push_back({*longitude, *latitude});
    }
    row.finish();
    auto& outlines = at < 0 ? context.off_limits : context.places[at].outlines;
    outlines.push_back(std::move(outline));
  });
}

void find_points(AreaContext& context, const std::string& defender_country) {
  context.point_of.fill(kNowhere);
  for (std::size_t i = 0; i < context.places.size(); ++i) {
    auto& place = context.places[i];
    place.in_defenders_country = place.country == defender_country;
    if (place.in_defenders_country) context.defenders_country.insert(static_cast<int>(i));
    if (!place.fortress.empty()) context.fortresses.insert(static_cast<int>(i));
    if (place.points == 0 && place.fortress.empty()) continue;
    if (context.point_places.size() == kMaxPoints)
      throw core::InputError("areas.csv: too many places worth points; at most " +
                             std::to_string(kMaxPoints));
    context.point_of[i] = static_cast<std::uint8_t>(context.point_places.size());
    context.points[context.point_places.size()] = static_cast<std::int8_t>(place.points);
    context.point_places.push_back(static_cast<std::uint8_t>(i));
    context.with_points.insert(static_cast<int>(i));
  }
}

}  // namespace

int AreaContext::find_place(std::string_view id) const {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].id == id) return static_cast<int>(i);
  return -1;
}

void read_rules(ConfigTable& game, AreaContext& context) {
  auto& rules = context.rules;
  core::attempt([&] {
    auto table = game.table("rules");
    core::read_section(table, rule_sections(), "rules", rules);
    table.finish();
  });
  core::attempt([&] { read_attrition(game.table("attrition"), rules); });
  core::attempt([&] { read_forced_march(game.table("forced_march"), rules); });
  core::attempt([&] { read_battle_plans(game.table("battle_plans"), rules); });
  core::attempt([&] { read_combat(game.table("combat"), rules); });
  core::attempt([&] { read_pursuit(game.table("pursuit"), rules); });
  core::attempt([&] { read_supply(game.table("supply"), rules); });
}

void read_leaders(ConfigTable& game, AreaContext& context) {
  auto table = game.table("leaders");
  table.text("source");
  for (int side : {0, 1}) {
    const auto& key = context.side_names[side];
    for (const auto& text : table.texts(key)) {
      const bool good = core::attempt([&] {
        const auto words = core::split_words(text);
        if (words.size() != 4 || words[0].size() != 1 || words[2].size() != 1 || words[2] < "0" ||
            words[2] > "9" || (words[3] != "general" && words[3] != "cavalry"))
          table.fail(key, "\"" + text + "\" must be: letter, name, points, general or cavalry");
        for (const auto& known : context.leaders)
          if (known.name == words[1]) table.fail(key, "there are two leaders " + words[1]);
        if (context.leaders.size() == kMaxLeaders)
          table.fail(key, "too many leaders; at most " + std::to_string(kMaxLeaders));
        context.leaders.push_back(
            {words[0], words[1], side, words[2][0] - '0', words[3] == "cavalry"});
      });
      if (auto* faults = core::Faults::of_thread(); faults && !good)
        faults->leave_out(text.substr(0, text.find(' ')));
    }
    if (side == 0) context.first_defender_leader = static_cast<int>(context.leaders.size());
    constexpr int kMaxOfOneSide = 16;  // bits of a retreat
    if (context.leader_end(side) - context.leader_begin(side) > kMaxOfOneSide)
      table.fail(key, "too many leaders of one side; at most 16");
  }
  for (std::size_t i = 0; i < context.leaders.size(); ++i)
    context.leader_bytes[context.leaders[i].side][i / 8] |= std::uint64_t{0x80} << (i % 8 * 8);
  table.finish();
  std::string name;
  if (!core::attempt([&] { read_victory(game.table("victory"), context, name); })) return;
  for (std::size_t i = 0; i < context.leaders.size(); ++i) {
    const auto& leader = context.leaders[i];
    if (context.side_names[leader.side] + " " + leader.letter == name)
      context.victory_leader = static_cast<int>(i);
  }
  if (context.victory_leader < 0 && core::all_was_read())
    game.table("victory").fail("victory_leader", "there is no leader \"" + name + "\"");
}

void read_map(const play::GameFolder& folder, AreaContext& context) {
  read_areas(folder, context);
  group_areas(context);
  read_borders(folder, context);
  measure_distances(context);
  join_areas(context);
  read_shapes(folder, context);
  find_points(context, context.defender_country);
}

UnitList read_units(ConfigTable& table, std::string_view key, const AreaContext& context,
                    int side) {
  UnitList list;
  const auto text = table.text(key);
  for (const auto& word : core::split_words(text)) {
    if (word.size() == 1) {
      int found = -1;
      for (int i = context.leader_begin(side); i < context.leader_end(side); ++i)
        if (context.leaders[i].letter == word) found = i;
      const auto* faults = core::Faults::of_thread();
      if (found < 0 && faults && faults->knows(word)) throw core::ToldFault(word + " is left out");
      if (found < 0 && word.front() >= '0' && word.front() <= '9')
        table.fail(key, "\"" + word + "\" is a number of nothing; number and kind are one word: " +
                            word + "ic, " + word + "cc, " + word + "su or " + word + "dp");
      if (found < 0) table.fail(key, "this side has no leader \"" + word + "\"");
      if (std::find(list.leaders.begin(), list.leaders.end(), found) != list.leaders.end())
        table.fail(key, "leader \"" + word + "\" is here twice");
      list.leaders.push_back(found);
      continue;
    }
    constexpr std::array<std::string_view, kKinds> kCodes{"ic", "cc", "su", "dp"};
    int number = 0;
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), number);
    const auto code = std::find(kCodes.begin(), kCodes.end(),
                                std::string_view(parsed.ptr, word.data() + word.size()));
    if (parsed.ec != std::errc{} || number < 1 || code == kCodes.end())
      table.fail(key, "\"" + word +
                          "\" is not a unit; allowed: a number and ic, cc, su or dp, or " +
                          "a leader's letter");
    const auto kind = static_cast<Kind>(code - kCodes.begin());
    if (side == 1 && kind == Kind::Depot) table.fail(key, "the defender has no Depots");
    list.counts[kind] += number;
    if (list.counts[kind] > kKindMost[kind])
      table.fail(key, "more than " + std::to_string(kKindMost[kind]) + std::string(*code) +
                          " in one place");
  }
  return list;
}

PlaceSet read_places(ConfigTable& table, std::string_view key, const AreaContext& context,
                     const PlaceSet& controlled) {
  PlaceSet places;
  const auto text = table.text(key);
  if (text == "controlled") return controlled;
  if (text == context.side_names[1] + "_fortresses")
    return context.fortresses & context.defenders_country;
  for (const auto& word : core::split_words(text)) {
    if (const int at = context.find_place(word); at >= 0) {
      places.insert(at);
      continue;
    }
    const auto dash = word.find('-');
    const auto from = parse_code(word.substr(0, dash));
    const auto to = dash == std::string::npos ? from : parse_code(word.substr(dash + 1));
    bool any = false;
    if (from && to)
      for (std::size_t i = 0; i < context.places.size(); ++i) {
        const auto& place = context.places[i];
        // A plain number is the whole Area; "20-27a" ends within a divided one.
        const bool after = place.number > from->number ||
                           (place.number == from->number && place.letter >= from->letter);
        const bool before =
            place.number < to->number ||
            (place.number == to->number && (to->letter == 0 || place.letter <= to->letter));
        if (!after || !before) continue;
        places.insert(static_cast<int>(i));
        any = true;
      }
    if (!any) {
      const auto* faults = core::Faults::of_thread();
      if (context.places.empty() || (faults && faults->knows(word)))
        throw core::ToldFault("\"" + word + "\" is left out");
      const auto &first = context.places.front(), &last = context.places.back();
      table.fail(key, "\"" + word + "\" names no Area; allowed: places such as " + first.id +
                          ", numbers such as " + std::to_string(first.number) + " or " +
                          std::to_string(first.number) + "-" + std::to_string(last.number) +
                          ", controlled, " + context.side_names[1] + "_fortresses");
    }
  }
  return places;
}

int place_named(ConfigTable& table, std::string_view key, const std::string& id,
                const AreaContext& context) {
  const int at = context.find_place(id);
  if (at >= 0) return at;
  std::vector<std::string> names;
  for (const auto& place : context.places) names.push_back(place.id);
  core::fail_unknown(table, key, "place", id, names);
}

int read_side(ConfigTable& table, std::string_view key, const AreaContext& context) {
  return play::read_side(table, key, context.side_names);
}

std::vector<std::uint8_t> queue_of(const UnitList& units, const AreaContext& context) {
  std::vector<std::uint8_t> queue;
  for (const Kind kind : kAllKinds)
    queue.insert(queue.end(), static_cast<std::size_t>(units.counts[kind]),
                 static_cast<std::uint8_t>(kind));
  if (context.rules.optional_rules)
    for (int leader : units.leaders) queue.push_back(static_cast<std::uint8_t>(kKinds + leader));
  return queue;
}

}  // namespace niemen::area_campaign
