#include "ai/doctrine/hex_campaign/deployment.h"

#include <algorithm>

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

void Deployment::start(const Stacks& stacks) {
  for (const auto& stack : stacks_) index_[stack.hex] = -1;
  stacks_ = stacks;
  ready_around_.fill(0);
  crowd_.fill(0);
  for (std::size_t i = 0; i < stacks_.size(); ++i) {
    const auto& stack = stacks_[i];
    index_[stack.hex] = static_cast<std::int8_t>(i);
    if (stack.units > 0) spread(stack.hex, stack.ready, 1);
  }
}

void Deployment::spread(int hex, int ready, int stacks) {
  for (int direction = 0; direction < map::kDirections; ++direction) {
    const Hex near = map_.neighbour(static_cast<Hex>(hex), direction);
    if (near == map::kNoHex) continue;
    auto& ready_there = ready_around_[near];
    ready_there = static_cast<std::int16_t>(ready_there + ready);
    auto& crowd_there = crowd_[near];
    crowd_there = static_cast<std::int8_t>(crowd_there + stacks);
  }
}

void Deployment::take_up(const MarchGroup& group, int from) {
  auto& stack = stacks_[index_[from]];
  stack.units = static_cast<std::int8_t>(stack.units - group.units.count());
  stack.ready = static_cast<std::int8_t>(stack.ready - group.ready);
  stack.commanders = static_cast<std::int8_t>(stack.commanders - group.commanders.count());
  stack.occupancy = static_cast<std::int8_t>(stack.occupancy - group.occupancy);
  stack.guns = static_cast<std::int8_t>(stack.guns - group.guns);
  stack.value = stack.ready;
  spread(from, -group.ready, stack.units > 0 || group.units.empty() ? 0 : -1);
}

void Deployment::set_down(const MarchGroup& group, int to) {
  auto& index = index_[to];
  if (index < 0) {
    if (stacks_.full()) return;
    index = static_cast<std::int8_t>(stacks_.size());
    Stack fresh;
    fresh.hex = static_cast<Hex>(to);
    stacks_.push_back(fresh);
  }
  auto& stack = stacks_[index];
  // What two groups have beyond their numbers, combined arms and a rating, counts once.
  const int beyond = std::max(stack.value - stack.ready, group.value - group.ready);
  spread(to, group.ready, stack.units > 0 || group.units.empty() ? 0 : 1);
  stack.units = static_cast<std::int8_t>(stack.units + group.units.count());
  stack.ready = static_cast<std::int8_t>(stack.ready + group.ready);
  stack.commanders = static_cast<std::int8_t>(stack.commanders + group.commanders.count());
  stack.occupancy = static_cast<std::int8_t>(stack.occupancy + group.occupancy);
  stack.guns = static_cast<std::int8_t>(stack.guns + group.guns);
  stack.value = static_cast<std::int8_t>(stack.ready + beyond);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine
