// What the commands that serve a page have alike.
#pragma once

#include <cstdint>
#include <string_view>

#include "tools/command_line.h"
#include "tools/serve/network.h"

namespace niemen::tools {

/// What --port asks for; 0: any that is free. Throws UsageError.
std::uint16_t port_option(const cxxopts::ParseResult& arguments);

/// What tabs do, told to a desk.
template <class Desk>
serve::TabListener listener_of(Desk& desk) {
  return {.joined = [&desk](serve::TabId tab) { desk.joined(tab); },
          .heard = [&desk](serve::TabId tab, std::string_view text) { desk.heard(tab, text); },
          .left = [&desk](serve::TabId tab) { desk.left(tab); },
          .tick = [&desk] { desk.tick(); }};
}

/// Serves until Ctrl-C, or as long as --seconds says where that is not 0. Throws UsageError.
void serve_pages(serve::Network& network, const cxxopts::ParseResult& arguments);

}  // namespace niemen::tools
