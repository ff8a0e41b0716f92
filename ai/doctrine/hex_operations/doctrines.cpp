#include "ai/doctrine/hex_operations/doctrines.h"

#include "ai/doctrine/files.h"
#include "ai/doctrine/hex_operations/planner.h"

namespace niemen::ai {

namespace {

using niemen::hex_operations::HexOperations;

struct HexOperationsFiles {
  using Doctrine = hex_operations::Doctrine;
  using Planner = hex_operations::Planner;
  using Basis = hex_operations::PlannerBasis;
  static constexpr auto names = hex_operations::doctrine_names;
  static constexpr auto file = hex_operations::doctrine_file;
  static constexpr auto read = hex_operations::read_doctrine;
};
using HexOperationsDoctrines = FileDoctrines<HexOperations, HexOperationsFiles>;

}  // namespace

std::vector<std::string> Doctrines<HexOperations>::names(const HexOperations& game) {
  return HexOperationsDoctrines::names(game);
}
std::vector<std::string> Doctrines<HexOperations>::alternatives(const HexOperations& game,
                                                                play::Side side) {
  return HexOperationsDoctrines::alternatives(game, side);
}
std::unique_ptr<Policy<HexOperations>> Doctrines<HexOperations>::make(const HexOperations& game,
                                                                      std::string_view name) {
  return HexOperationsDoctrines::make(game, name);
}

}  // namespace niemen::ai
