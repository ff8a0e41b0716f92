#include "tools/picture.h"

#include "engine/core/error.h"
#include "engine/play/draw.h"

namespace niemen::tools {

std::string picture_of(const play::AnyGame& any, const play::AnyState& state,
                       const play::Country& country) {
  auto svg = play::draw_svg(any, any.whole_view(state), country);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

std::string picture_of_view(const play::AnyGame& any, const play::View& view,
                            const play::Country& country) {
  auto svg = play::draw_svg(any, view, country);
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

}  // namespace niemen::tools
