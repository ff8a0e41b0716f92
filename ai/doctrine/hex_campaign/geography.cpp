#include "ai/doctrine/hex_campaign/geography.h"

namespace niemen::ai::hex_doctrine {

Geography::Geography(const hex_campaign::Context& context)
    : size_(static_cast<std::size_t>(context.map.size())) {
  for (const auto side : {play::Side::A, play::Side::B}) {
    const auto seat = static_cast<std::size_t>(play::index(side));
    auto& board = steps_[seat];
    board.assign(size_ * size_, kFar);
    for (std::size_t from = 0; from < size_; ++from) {
      auto reached = map::HexSet::of(static_cast<int>(from)), frontier = reached;
      for (std::uint8_t done = 0; !frontier.empty() && done < kFar; ++done) {
        map::HexSet next;
        for (const int hex : frontier) {
          board[static_cast<std::size_t>(hex) * size_ + from] = done;
          next |= context.map.around(static_cast<map::Hex>(hex));
        }
        frontier = (next & context.enterable[seat]) - reached;
        reached |= frontier;
      }
    }
  }
}

}  // namespace niemen::ai::hex_doctrine
