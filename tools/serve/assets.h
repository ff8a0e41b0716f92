// The built page, compiled in: nothing is read from the file system by a client's word.
#pragma once

#include <span>
#include <string_view>

namespace niemen::serve {

struct Asset {
  std::string_view path;  ///< as a browser asks for it, e.g. "/assets/page.js"
  std::string_view type;  ///< of its content
  std::string_view bytes;
};

/// Every file of tools/web/dist.
std::span<const Asset> assets();

/// The asset at exactly this path ("/" is the page itself); null: there is none.
const Asset* find_asset(std::string_view path);

}  // namespace niemen::serve
