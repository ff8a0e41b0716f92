#include "tools/serve/assets.h"

namespace niemen::serve {

const Asset* find_asset(std::string_view path) {
  if (path == "/") path = "/index.html";
  for (const auto& asset : assets())
    if (asset.path == path) return &asset;
  return nullptr;
}

}  // namespace niemen::serve
