// The first message of a tab: the token of this start.
#pragma once

#include <string>
#include <string_view>

namespace niemen::serve {

/// 128 random bits as hexadecimal digits, from the system.
std::string new_token();

/// Whether `text` is {"kind": "hello", "token": <token>}; takes as long for a wrong token as for a
/// right one.
bool is_greeting(std::string_view text, std::string_view token);

}  // namespace niemen::serve
