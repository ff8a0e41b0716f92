// Agents, cells and training of block battles: the one file that instantiates them.
#include "ai/doctrine/block_battle/doctrines.h"
#include "ai/eval/block_battle/features.h"
#include "ai/mechanisms/make_mechanism.h"
#include "ai/telemetry/block_battle/telemetry.h"

namespace niemen::ai::mechanisms {

const Mechanism& block_battle() {
  static constexpr auto kMechanism = make_mechanism<niemen::block_battle::BlockBattle>();
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms
