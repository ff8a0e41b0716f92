#include <algorithm>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/systems/hex_campaign/load_parts.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

constexpr int kDeepest = 8;  ///< places that use places

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Calls `use` with each part of `text` between separators.
template <class Use>
void for_each_part(std::string_view text, char separator, Use use) {
  while (true) {
    const auto end = text.find(separator);
    use(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// What follows `word` and a blank, or nothing.
std::optional<std::string_view> after(std::string_view text, std::string_view word) {
  if (text.size() <= word.size() || text.substr(0, word.size()) != word || text[word.size()] != ' ')
    return {};
  return trimmed(text.substr(word.size()));
}

std::string keys_of(const std::map<std::string, HexSet>& sets) {
  std::string all;
  for (const auto& [key, unused] : sets) all += (all.empty() ? "" : ", ") + key;
  return all;
}

std::vector<std::string> names_of(const std::map<std::string, HexSet>& sets) {
  std::vector<std::string> names;
  for (const auto& [key, unused] : sets) names.push_back(key);
  return names;
}

HexSet named(const core::ConfigValue& at, const std::map<std::string, HexSet>& sets,
             std::string_view kind, std::string_view name) {
  const auto it = sets.find(std::string(name));
  if (it == sets.end())
    at.fail("no " + std::string(kind) + " \"" + std::string(name) + "\"" +
            core::likely_name(name, names_of(sets)) + "; allowed: " + keys_of(sets));
  return it->second;
}

/// A place of a row that was left out is not told again.
void require_told(std::string_view text) {
  const auto* faults = core::Faults::of_thread();
  if (faults && (faults->knows(std::string(text)) || faults->lacks_files()))
    throw core::ToldFault(std::string(text) + " is left out");
}

}  // namespace

HexSet Places::atom(const core::ConfigValue& at, std::string_view text, std::optional<Side> home,
                    int depth) const {
  const Context& c = *context_;
  if (depth > kDeepest) at.fail("\"" + std::string(text) + "\": places that name each other");
  if (text == "home") {
    if (!home) at.fail("\"home\" is only known where a side is");
    return c.friendly[play::index(*home)];
  }
  if (text == "cities") return c.city;
  if (const auto name = after(text, "territory")) {
    HexSet hexes;
    for (Hex hex = 0; hex < c.map.size(); ++hex)
      if (c.territory[hex] == *name) hexes.insert(hex);
    if (hexes.empty()) at.fail("no territory \"" + std::string(*name) + "\" in the hexes");
    return hexes;
  }
  if (const auto name = after(text, "zone")) return named(at, zones_, "zone", *name);
  if (const auto name = after(text, "edge")) return named(at, edges_, "edge", *name);
  if (const auto name = after(text, "near")) {
    HexSet hexes = atom(at, *name, home, depth + 1);
    for (int hex : HexSet(hexes)) hexes |= c.map.around(static_cast<Hex>(hex));
    return hexes;
  }
  if (named_) {
    const auto it = named_->table.find(text);
    if (it != named_->table.end()) {
      // Places that name places that name places would take for ever one by one.
      const std::pair key(it->first, home);
      auto known = known_.find(key);
      if (known == known_.end())
        known = known_.emplace(key, whole(it->second, home, depth + 1)).first;
      return known->second;
    }
  }
  for (const auto& city : c.cities)
    if (city.name == text) return HexSet::of(city.hex);
  if (const auto coordinates = map::parse_coordinates(text)) {
    const Hex hex = c.map.find(*coordinates);
    if (hex != kNoHex) return HexSet::of(hex);
    for (const auto& closed : c.closed)
      if (closed.at == *coordinates)
        at.fail("hex " + std::string(text) + " is " + closed.terrain +
                ", which nobody can enter; name an open hex");
    require_told(text);
    at.fail("hex " + std::string(text) + " is not on the map");
  }
  if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos)
    at.fail("\"" + std::string(text) +
            "\" is no hex; write column and row in four digits, as 0110 (a spreadsheet drops a "
            "leading nought)");
  require_told(text);
  std::vector<std::string> names;
  for (const auto& city : c.cities) names.push_back(city.name);
  if (named_)
    for (const auto& [name, unused] : named_->table) names.push_back(name);
  at.fail("\"" + std::string(text) + "\"" + core::likely_name(text, names) +
          " is no hex, city or place; also allowed: home, cities, territory X, zone X, edge X, "
          "near X, X & Y");
}

HexSet Places::terms(const core::ConfigValue& at, std::string_view text, std::optional<Side> home,
                     int depth) const {
  HexSet all;
  for_each_part(text, ';', [&](std::string_view term) {
    if (term.empty()) return;
    HexSet common = context_->map.all();
    for_each_part(term, '&', [&](std::string_view part) { common &= atom(at, part, home, depth); });
    all |= common;
  });
  return all;
}

HexSet Places::whole(const core::ConfigValue& value, std::optional<Side> home, int depth) const {
  if (value.kind == core::ConfigValue::Kind::Text) return terms(value, value.text, home, depth);
  if (value.kind != core::ConfigValue::Kind::List) value.fail("must name hexes or places");
  HexSet all;
  for (const auto& item : value.list) all |= whole(item, home, depth + 1);
  return all;
}

HexSet Places::resolve(const core::ConfigValue& value, std::optional<Side> home) const {
  return whole(value, home, 0);
}

Hex Places::one(const core::ConfigValue& value) const {
  const auto hexes = resolve(value);
  if (hexes.count() != 1) value.fail("must be exactly one hex or city");
  return static_cast<Hex>(hexes.first());
}

Hex Places::one(const core::ConfigValue& value, std::string_view key) const {
  auto named = value;
  named.kind = core::ConfigValue::Kind::Text;
  named.text = key;
  return one(named);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
