// Charts that games over Areas have in common, whatever their units stand on: the Attrition Table,
// the Area Depletion Chart and the Unsupplied Chart.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/parameters.h"

namespace niemen::systems {

inline constexpr int kDieFaces = 6;

/// How much of an Area's food is gone.
enum class Depletion : std::uint8_t { None, Half, Full };
inline constexpr int kHalfDepleted = 50;  ///< percent
inline constexpr int kDepleted = 100;

constexpr int percent_of(Depletion depletion) {
  return static_cast<int>(depletion) * kHalfDepleted;
}
inline std::string_view depletion_text(Depletion depletion) {
  switch (depletion) {
    case Depletion::None: return "not depleted";
    case Depletion::Half: return "50% depleted";
    default: return "100% depleted";
  }
}

/// The charts as published. Indices by side: 0 is the invader, 1 the defender; by season: 0 is
/// summer, 1 winter.
struct AreaCharts {
  std::array<std::array<int, kDieFaces>, 2> attrition_infantry{
      {{0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 1}}};
  std::array<std::array<int, kDieFaces>, 2> attrition_cavalry{
      {{0, 1, 1, 0, 0, 1}, {0, 0, 0, 0, 1, 0}}};

  std::array<int, 2> unsupplied_from{4, 3};  ///< by season
  /// Where columns 2 to 4 begin: [season][with supply unit].
  std::array<std::array<std::array<int, 3>, 2>, 2> depletion_columns{
      {{{{3, 4, 8}, {5, 7, 15}}}, {{{2, 3, 5}, {3, 4, 8}}}}};
  /// In percent: [half depleted before][column].
  std::array<std::array<int, 4>, 2> depletion_becomes{{{0, 0, 50, 100}, {50, 100, 100, 100}}};

  /// What an Area that is not fully depleted becomes when `users` units draw on it, by the track
  /// with or without Supply unit.
  Depletion depleted(bool winter, bool with_unit, Depletion before, int users) const {
    const auto& columns = depletion_columns[winter][with_unit];
    std::size_t column = 0;
    while (column < columns.size() && users >= columns[column]) ++column;
    return static_cast<Depletion>(depletion_becomes[before == Depletion::Half][column] /
                                  kHalfDepleted);
  }
};

namespace area_charts {

inline constexpr int kMaxLost = 9, kMaxUnits = 99;

template <class Rules>
constexpr core::Parameter<Rules> losses(std::string_view key, std::span<int> (*at)(Rules&),
                                        std::string_view help) {
  return {.key = key,
          .kind = core::Parameter<Rules>::Kind::IntegerList,
          .list = at,
          .max = kMaxLost,
          .help = help};
}
template <class Rules>
constexpr core::Parameter<Rules> lowest_die(std::string_view key, int& (*at)(Rules&)) {
  return {.key = key,
          .at = at,
          .min = 1,
          .max = kDieFaces + 1,
          .help = "lowest die that eliminates who is unsupplied (Unsupplied Chart)"};
}
template <class Rules>
constexpr core::Parameter<Rules> columns(std::string_view key, std::span<int> (*at)(Rules&),
                                         std::string_view help) {
  return {.key = key,
          .kind = core::Parameter<Rules>::Kind::IntegerList,
          .list = at,
          .min = 1,
          .max = kMaxUnits,
          .help = help};
}
template <class Rules>
constexpr core::Parameter<Rules> becomes(std::string_view key, std::span<int> (*at)(Rules&),
                                         std::string_view help) {
  return {.key = key,
          .kind = core::Parameter<Rules>::Kind::IntegerList,
          .list = at,
          .max = kDepleted,
          .help = help};
}

}  // namespace area_charts

/// The table `attrition` of a game whose rules are AreaCharts and more.
template <class R>
inline constexpr std::array<core::Parameter<R>, 4> kAttritionTable{
    area_charts::losses<R>(
        "invader_infantry", [](R& r) { return std::span<int>(r.attrition_infantry[0]); },
        "Infantry Corps lost, by die (Attrition Table)"),
    area_charts::losses<R>(
        "invader_cavalry", [](R& r) { return std::span<int>(r.attrition_cavalry[0]); },
        "Cavalry Corps lost, by die (Attrition Table)"),
    area_charts::losses<R>(
        "defender_infantry", [](R& r) { return std::span<int>(r.attrition_infantry[1]); },
        "Infantry Corps lost, by die (Attrition Table)"),
    area_charts::losses<R>(
        "defender_cavalry", [](R& r) { return std::span<int>(r.attrition_cavalry[1]); },
        "Cavalry Corps lost, by die (Attrition Table)")};

/// Those keys of the table `supply` that are charts.
template <class R>
inline constexpr std::array<core::Parameter<R>, 8> kSupplyCharts{
    area_charts::lowest_die<R>("unsupplied_from_summer",
                               [](R& r) -> int& { return r.unsupplied_from[0]; }),
    area_charts::lowest_die<R>("unsupplied_from_winter",
                               [](R& r) -> int& { return r.unsupplied_from[1]; }),
    area_charts::columns<R>(
        "summer_without_supply", [](R& r) { return std::span<int>(r.depletion_columns[0][0]); },
        "Corps at which columns 2 to 4 begin, without Supply unit (Area Depletion Chart)"),
    area_charts::columns<R>(
        "summer_with_supply", [](R& r) { return std::span<int>(r.depletion_columns[0][1]); },
        "Corps at which columns 2 to 4 begin, with Supply unit (Area Depletion Chart)"),
    area_charts::columns<R>(
        "winter_without_supply", [](R& r) { return std::span<int>(r.depletion_columns[1][0]); },
        "Corps at which columns 2 to 4 begin, without Supply unit (Area Depletion Chart)"),
    area_charts::columns<R>(
        "winter_with_supply", [](R& r) { return std::span<int>(r.depletion_columns[1][1]); },
        "Corps at which columns 2 to 4 begin, with Supply unit (Area Depletion Chart)"),
    area_charts::becomes<R>(
        "undepleted_becomes", [](R& r) { return std::span<int>(r.depletion_becomes[0]); },
        "what an undepleted Area becomes, by column: 0, 50 or 100 (Area Depletion Chart)"),
    area_charts::becomes<R>(
        "half_depleted_becomes", [](R& r) { return std::span<int>(r.depletion_becomes[1]); },
        "what a 50% depleted Area becomes, by column: 50 or 100 (Area Depletion Chart)")};

/// Throws InputError where the Area Depletion Chart has a number that is no depletion.
inline void check_depletion(const core::ConfigTable& supply, const AreaCharts& charts) {
  constexpr std::array<std::string_view, 2> kKeys{"undepleted_becomes", "half_depleted_becomes"};
  for (std::size_t half = 0; half < kKeys.size(); ++half)
    for (const int percent : charts.depletion_becomes[half])
      if (percent % kHalfDepleted != 0)
        supply.fail(kKeys[half],
                    std::to_string(percent) + ": an Area is depleted 0, 50 or 100 percent");
  constexpr std::array<std::array<std::string_view, 2>, 2> kColumns{
      {{"summer_without_supply", "summer_with_supply"},
       {"winter_without_supply", "winter_with_supply"}}};
  for (std::size_t winter = 0; winter < kColumns.size(); ++winter)
    for (std::size_t with_unit = 0; with_unit < kColumns[winter].size(); ++with_unit) {
      const auto& columns = charts.depletion_columns[winter][with_unit];
      if (!std::is_sorted(columns.begin(), columns.end()))
        supply.fail(kColumns[winter][with_unit], "the columns must ascend");
    }
}

}  // namespace niemen::systems
