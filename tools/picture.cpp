#include "tools/picture.h"

#include "engine/core/error.h"
#include "engine/play/draw.h"

namespace niemen::tools {

std::string picture_of(const play::AnyGame& any, const play::AnyState& state) {
  auto svg = play::draw_svg(any, any.whole_view(state));
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

std::string picture_of_view(const play::AnyGame& any, const play::View& view) {
  auto svg = play::draw_svg(any, view);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

}  // namespace niemen::tools
