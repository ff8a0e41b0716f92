#include "tools/picture.h"

#include "engine/systems/visit.h"

namespace niemen::tools {

std::string picture_of(const play::AnyGame& any, const play::AnyState& state) {
  const auto svg = systems::with_game<std::string>(any, [&](const auto& game) {
    using G = std::decay_t<decltype(game)>;
    if constexpr (requires { draw_svg(game, play::TypedGame<G>::unpack(state)); }) {
      return draw_svg(game, play::TypedGame<G>::unpack(state));
    } else {
      return std::string();
    }
  });
  if (svg.empty())
    throw core::InputError("the games of " + any.info().mechanism + " cannot be drawn");
  return svg;
}

}  // namespace niemen::tools
