// Agents, cells and training of hex operations: the one file that instantiates them.
#include "ai/doctrine/hex_operations/doctrines.h"
#include "ai/eval/hex_operations/features.h"
#include "ai/mechanisms/make_mechanism.h"
#include "ai/telemetry/hex_operations/telemetry.h"

namespace niemen::ai::mechanisms {

const Mechanism& hex_operations() {
  static constexpr auto kMechanism = make_mechanism<niemen::hex_operations::HexOperations>();
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms
