// What a seat sees as numbers, in the same order for every position of a game.
//
// Made of a play::View, which is made of an observation: nothing that is hidden from the seat can
// be in it. A bare view of the same observation gives the same numbers, and sooner. All are whole.
// First the planes, each with a number for every place of the board (planes() of them,
// "mine" and "theirs" from the seat that looks), then the scalars.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/play/any_game.h"

namespace niemen::python {

struct TensorLayout {
  std::size_t places = 0;
  std::vector<std::string> planes;   ///< names, in order
  std::vector<std::string> scalars;  ///< names, in order
  std::vector<std::string> tracks;   ///< ids of the tracks, each a scalar: those of both sides,
                                     ///< then "mine" and "theirs" of those that a side has
  std::vector<float> points;         ///< victory points that lie in each place
  std::size_t size() const { return planes.size() * places + scalars.size(); }
};

/// The layout of a game: its board, and the tracks of its first position.
TensorLayout tensor_layout(const play::AnyGame& game);

/// Fills `numbers` (layout.size() of them) with what `side` sees in `view`, whole or bare.
void fill_tensor(const TensorLayout& layout, const play::View& view, play::Side side,
                 std::span<float> numbers);
void fill_tensor(const TensorLayout& layout, const play::View& view, play::Side side,
                 std::span<std::int16_t> numbers);

}  // namespace niemen::python
