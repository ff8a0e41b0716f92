// The entry points by the mechanism that a game names.
#include "engine/systems/registry.h"
#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/systems/mechanisms.h"

#include "ai/lab/load_cell.h"
#include "ai/lab/starts.h"
#include "ai/mechanisms/mechanism.h"

namespace niemen::ai {

#define NIEMEN_DECLARE(mechanism) const Mechanism& mechanism();
namespace mechanisms {
NIEMEN_MECHANISMS(NIEMEN_DECLARE)
}  // namespace mechanisms
#undef NIEMEN_DECLARE

const Mechanism& mechanism_of(const play::AnyGame& game) {
  const auto& name = game.info().mechanism;
#define NIEMEN_CHOOSE(mechanism) \
  if (name == #mechanism) return mechanisms::mechanism();
  NIEMEN_MECHANISMS(NIEMEN_CHOOSE)
#undef NIEMEN_CHOOSE
  throw core::InputError("no program knows the games of mechanism \"" + name + "\"");
}

std::unique_ptr<Match> make_match(const play::AnyGame& game,
                                  const std::array<AgentConfig, play::kSides>& agents) {
  return mechanism_of(game).make_match(game, agents);
}

void check_agents_data(const play::AnyGame& game) {
  core::Faults faults;
  core::attempt([&] { mechanism_of(game).check_agents_data(game); });
  faults.throw_if_any();
}

Training find_training(const play::AnyGame& game) { return mechanism_of(game).training(game); }

}  // namespace niemen::ai

namespace niemen::lab {

namespace {

std::unique_ptr<PreparedCell> load_one(const Cell& cell) {
  std::shared_ptr<const play::AnyGame> game = systems::load_game(cell.request);
  const auto& mechanism = ai::mechanism_of(*game);
  return mechanism.make_cell(std::move(game), cell);
}

}  // namespace

std::unique_ptr<PreparedCell> load_cell(const Cell& cell) {
  return cell.starts.empty() ? load_one(cell) : load_starts(cell, load_one);
}

}  // namespace niemen::lab
