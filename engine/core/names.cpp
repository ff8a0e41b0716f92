#include "engine/core/names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace niemen::core {

namespace {

/// How many letters must be put in, left out, changed or exchanged with their neighbours to make
/// `b` of `a`, no letter twice (Damerau, 1964); capitals are no difference.
std::size_t letters_between(std::string_view a, std::string_view b) {
  const auto letter = [](std::string_view text, std::size_t at) {
    return std::tolower(static_cast<unsigned char>(text[at]));
  };
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const bool same = letter(a, i) == letter(b, j);
      row[j + 1] = std::min({last[j + 1] + 1, row[j] + 1, last[j] + (same ? 0 : 1)});
      if (i > 0 && j > 0 && letter(a, i) == letter(b, j - 1) && letter(a, i - 1) == letter(b, j))
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
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

std::string likely_name(std::string_view wrong, const std::vector<std::string>& names) {
  constexpr std::size_t kMaxLetters = 64, kLettersAFault = 3;
  if (wrong.empty() || wrong.size() > kMaxLetters) return "";
  // Of names as near, the one that begins alike.
  const auto alike = [&](const std::string& name) {
    std::size_t letters = 0;
    while (letters < std::min(wrong.size(), name.size()) &&
           std::tolower(static_cast<unsigned char>(wrong[letters])) ==
               std::tolower(static_cast<unsigned char>(name[letters])))
      ++letters;
    return letters;
  };
  std::string nearest = nearest_name(wrong, names);
  for (const auto& name : names)
    if (letters_between(wrong, name) == letters_between(wrong, nearest) &&
        alike(name) > alike(nearest))
      nearest = name;
  const auto most =
      std::max<std::size_t>(1, std::min(wrong.size(), nearest.size()) / kLettersAFault);
  return nearest.empty() || nearest.size() < 2 || letters_between(wrong, nearest) > most
             ? ""
             : " (" + nearest + "?)";
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  const auto nearest =
      std::min_element(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return letters_between(wrong, a) < letters_between(wrong, b);
      });
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace niemen::core
