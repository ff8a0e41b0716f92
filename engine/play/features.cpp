#include "engine/play/features.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/play/game_folder.h"

namespace niemen::play {

namespace {

constexpr std::string_view kKinds[] = {"sea",      "lake",       "stream",       "road",
                                       "sea name", "river name", "country name", "scale"};
constexpr double kScaleKilometres = 100;

/// Numbers parted by blanks, two for each point.
std::vector<Point> read_line(const core::ConfigTable& row, const std::string& text) {
  std::vector<Point> line;
  const char* at = text.c_str();
  const auto number = [&] {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    if (end == at || !std::isfinite(value))
      row.fail("line", "a line is two numbers for each point, parted by blanks");
    at = end;
    while (*at == ' ') ++at;
    return value;
  };
  while (*at != '\0') {
    const double x = number(), y = number();
    line.push_back({x, y});
  }
  if (line.size() < 2) row.fail("line", "a line needs two points at least");
  return line;
}

Feature read_feature(const core::ConfigValue& value) {
  core::ConfigTable row(value);
  row.text("id");
  Feature feature;
  feature.kind = kKinds[static_cast<std::size_t>(row.choice("kind", kKinds))];
  feature.name = row.text("name");
  feature.line = read_line(row, row.text("line"));
  if (row.text("source").empty()) row.fail("source", "what is drawn needs a source");
  row.finish();
  return feature;
}

/// The colours that game.toml says, with what a request changes of them.
SideColours colours_of(const GameFolder& folder, const GameRequest& request) {
  auto game = folder.config;
  for (const auto& assignment : request.overrides)
    if (assignment.starts_with(std::string(kColours) + '.')) core::apply_override(game, assignment);
  return take_side_colours(game);
}

}  // namespace

std::string title_in_words(const GameFolder& folder) {
  const auto found = folder.config.table.find("title");
  if (found != folder.config.table.end()) return found->second.text;
  auto words = folder.title;
  std::ranges::replace(words, '-', ' ');
  return words;
}

Country read_country(const GameRequest& request) {
  Country country;
  const auto folder = open_game_folder(request);
  country.title = title_in_words(folder);
  country.side_colours = colours_of(folder, request);
  if (folder.find(kFeaturesFile).empty()) return country;
  for (const auto& value : folder.csv(kFeaturesFile).list) {
    auto feature = read_feature(value);
    if (feature.kind == "scale") {
      const auto &a = feature.line.front(), &b = feature.line.back();
      country.kilometre = std::hypot(b.x - a.x, b.y - a.y) / kScaleKilometres;
      country.versts = feature.name == "versts";
    } else {
      country.features.push_back(std::move(feature));
    }
  }
  return country;
}

DataTable features_table() {
  std::string kinds;
  for (const auto kind : kKinds) kinds += (kinds.empty() ? "" : ", ") + std::string(kind);
  return {
      "features",
      kFeaturesFile,
      "what is drawn of the country and is no rule (may be missing)",
      {{"id", "text", "", "a word without blanks, unique", "another folder changes the row by it"},
       {"kind", "text", "", kinds,
        "sea and lake are outlines, and one within another is land again; a name stands along "
        "its line; scale is a line of 100 kilometres, with the name versts where the map's bar is "
        "to be in those"},
       {"name", "text", "empty", "", "what a name says; of the others for people"},
       {"line", "text", "", "x and y of two points or more, with blanks between them",
        "in the units of the picture that `niemen show --svg` draws"},
       {"source", "text", "", "not empty", "where it comes from, or reconstructed and why"}}};
}

nlohmann::ordered_json country_json(const Country& country) {
  using Json = nlohmann::ordered_json;
  auto features = Json::array();
  for (const auto& feature : country.features) {
    auto line = Json::array();
    for (const auto& point : feature.line) line.push_back(Json::array({point.x, point.y}));
    features.push_back({{"kind", feature.kind}, {"name", feature.name}, {"line", line}});
  }
  return {{"features", features}, {"kilometre", country.kilometre}};
}

}  // namespace niemen::play
