#include "engine/core/names.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace niemen::core {

namespace {

/// How many letters must be put in, left out or changed to make `b` of `a` (Levenshtein, 1966).
std::size_t letters_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j)
      diagonal = std::exchange(row[j + 1],
                               std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] != b[j])}));
  }
  return row.back();
}

}  // namespace

std::string allowed_names(std::string_view wrong, std::vector<std::string> names) {
  constexpr std::size_t kMaxNames = 20, kMaxAlike = 3, kMaxLetters = 64;
  std::string left;
  if (names.size() > kMaxNames) {
    left = " and " + std::to_string(names.size() - kMaxAlike) + " more";
    const auto start = wrong.substr(0, kMaxLetters);
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
      return letters_between(start, a) < letters_between(start, b);
    });
    names.resize(kMaxAlike);
  }
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  return list + left;
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  const auto nearest =
      std::min_element(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return letters_between(wrong, a) < letters_between(wrong, b);
      });
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace niemen::core
