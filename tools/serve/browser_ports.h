// Ports of which browsers open no page.
#pragma once

#include <cstdint>

namespace niemen::serve {

/// Whether browsers refuse an address with this port, because it belongs to another protocol (the
/// "bad ports" of the Fetch standard).
bool browsers_refuse(std::uint16_t port);

}  // namespace niemen::serve
