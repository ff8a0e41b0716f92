// From the type-erased handle back to the game itself, for whatever is a template over games.
#pragma once

#include <type_traits>
#include <utility>

#include "engine/core/error.h"
#include "engine/play/any_game.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::systems {

/// Types as a list.
template <class... T>
struct TypeList {};

/// The games of all mechanisms.
using Games = TypeList<hex_campaign::HexCampaign, area_campaign::AreaCampaign>;

/// Calls `visit(game)` with the concrete game behind `any`, one of the types listed. All calls must
/// return the same type. Throws InputError when the handle holds a game that is not listed.
template <class Result, class Visit, class... G>
Result with_game_of(TypeList<G...>, const play::AnyGame& any, Visit&& visit) {
  if constexpr (std::is_void_v<Result>) {
    const bool found = (... || [&] {
      const auto* typed = dynamic_cast<const play::TypedGame<G>*>(&any);
      if (typed) visit(typed->game());
      return typed != nullptr;
    }());
    if (found) return;
  } else {
    std::optional<Result> result;
    const bool found = (... || [&] {
      const auto* typed = dynamic_cast<const play::TypedGame<G>*>(&any);
      if (typed) result.emplace(visit(typed->game()));
      return typed != nullptr;
    }());
    if (found) return std::move(*result);
  }
  throw core::InputError("no program knows the games of mechanism \"" + any.info().mechanism +
                         "\"");
}

/// The same over every mechanism: with_game<void>(any, [](const auto& game) { ... }).
template <class Result, class Visit>
Result with_game(const play::AnyGame& any, Visit&& visit) {
  return with_game_of<Result>(Games{}, any, std::forward<Visit>(visit));
}

}  // namespace niemen::systems
