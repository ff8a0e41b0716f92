#include "ai/telemetry/outline.h"

#include <fmt/format.h>

namespace niemen::lab {

namespace {

bool closed(const Ring& ring) {
  return ring.front().x == ring.back().x && ring.front().y == ring.back().y;
}

std::string ring_text(const Ring& ring, int decimals) {
  std::string text;
  const auto add = [&](const play::Point& corner) {
    text += fmt::format("{}{:.{}f} {:.{}f}", text.empty() ? "" : ", ", corner.x, decimals, corner.y,
                        decimals);
  };
  for (const auto& corner : ring) add(corner);
  if (!ring.empty() && !closed(ring)) add(ring.front());
  return text;
}

}  // namespace

std::string well_known(std::span<const Ring> rings, int decimals) {
  std::string text;
  for (const auto& ring : rings)
    text += (text.empty() ? "((" : ", ((") + ring_text(ring, decimals) + "))";
  return rings.size() == 1 ? "POLYGON" + text : "MULTIPOLYGON(" + text + ")";
}

}  // namespace niemen::lab
