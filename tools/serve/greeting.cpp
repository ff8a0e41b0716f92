#include "tools/serve/greeting.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

namespace niemen::serve {

std::string new_token() {
  std::random_device device;
  std::string token;
  constexpr int kWords = 4;  // of 32 bits
  for (int word = 0; word < kWords; ++word) token += fmt::format("{:08x}", device());
  return token;
}

bool is_greeting(std::string_view text, std::string_view token) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("kind", nlohmann::json()) != "hello") return false;
  const auto given = json.find("token");
  if (given == json.end() || !given->is_string()) return false;
  const auto& word = given->get_ref<const std::string&>();
  unsigned differ = word.size() != token.size();
  for (std::size_t i = 0; i < word.size(); ++i)
    differ |= static_cast<unsigned>(word[i] ^ token[i % token.size()]);
  return differ == 0;
}

}  // namespace niemen::serve
