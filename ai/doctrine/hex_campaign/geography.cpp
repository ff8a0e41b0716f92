#include "ai/doctrine/hex_campaign/geography.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

Geography::Geography(const hex_campaign::Context& context)
    : size_(static_cast<std::size_t>(context.map.size())) {
  for (const auto side : {play::Side::A, play::Side::B}) {
    const auto seat = static_cast<std::size_t>(play::index(side));
    auto& board = steps_[seat];
    board.assign(size_ * size_, kFar);
    for (std::size_t from = 0; from < size_; ++from) {
      auto reached = hex_campaign::HexSet::of(static_cast<int>(from)), frontier = reached;
      for (std::uint8_t done = 0; !frontier.empty() && done < kFar; ++done) {
        hex_campaign::HexSet next;
        for (const int hex : frontier) {
          board[static_cast<std::size_t>(hex) * size_ + from] = done;
          next |= context.map.around(static_cast<map::Hex>(hex));
        }
        frontier = (next & context.enterable[seat]) - reached;
        reached |= frontier;
      }
    }
    within_[seat].resize(size_);
    for (std::size_t to = 0; to < size_; ++to) {
      auto& rings = within_[seat][to];
      for (std::size_t from = 0; from < size_; ++from) {
        const std::size_t far = board[to * size_ + from];
        if (far == kFar) continue;
        if (rings.size() <= far) rings.resize(far + 1);
        rings[far].insert(static_cast<int>(from));
      }
      for (std::size_t i = 1; i < rings.size(); ++i) rings[i] |= rings[i - 1];
    }
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
