// The page of a run of the lab that goes on: its three files.
#pragma once

#include <string_view>

#include "tools/serve/assets.h"

namespace niemen::serve {

/// The file of the page at exactly this path ("/" is the page itself); null: there is none.
const Asset* find_run_page(std::string_view path);

}  // namespace niemen::serve
