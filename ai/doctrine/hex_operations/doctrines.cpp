#include "ai/doctrine/hex_operations/doctrines.h"

namespace niemen::ai {

using niemen::hex_operations::HexOperations;

std::vector<std::string> Doctrines<HexOperations>::names(const HexOperations&) { return {}; }
std::vector<std::string> Doctrines<HexOperations>::alternatives(const HexOperations&, play::Side) {
  return {};
}
std::unique_ptr<Policy<HexOperations>> Doctrines<HexOperations>::make(const HexOperations&,
                                                                      std::string_view name) {
  return name.empty() ? std::make_unique<RandomPolicy<HexOperations>>() : nullptr;
}

}  // namespace niemen::ai
