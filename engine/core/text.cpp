#include "engine/core/text.h"

#include <algorithm>

namespace niemen::core {

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return small;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] += 'A' - 'a';
  return text;
}

std::string with_article(const std::string& words) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  const bool vowel = !words.empty() && kVowels.find(words[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + words;
}

std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string route_words(const std::vector<std::string>& places) {
  const std::vector<std::string> between(places.begin() + 1, places.end() - 1);
  return "from " + places.front() + (between.empty() ? "" : " by " + listed(between)) + " to " +
         places.back();
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(kBlank) - from + 1));
}

std::vector<std::string> split_words(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto from = text.find_first_not_of(separators, at);
    if (from == std::string_view::npos) break;
    at = std::min(text.find_first_of(separators, from), text.size());
    words.emplace_back(text.substr(from, at - from));
  }
  return words;
}

}  // namespace niemen::core
