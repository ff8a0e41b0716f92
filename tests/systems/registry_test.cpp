#include "engine/systems/registry.h"

#include <catch2/catch.hpp>

#include <set>

#include "ai/agents/match.h"
#include "engine/systems/area_campaign/steps.h"
#include "engine/systems/block_battle/steps.h"
#include "engine/systems/hex_campaign/steps.h"
#include "engine/systems/hex_operations/steps.h"
#include "tests/play/toy_games.h"

using namespace niemen;

namespace {

/// What the compiler does not see of the rows of a mechanism.
template <class M>
void check_rows() {
  using Steps = play::StepMachine<M>;
  using Step = typename M::Step;
  using Verb = typename M::Verb;
  std::set<std::string_view> names;
  for (const auto* row : M::rows()) {
    INFO(row->name);
    CHECK(names.insert(row->name).second);
    CHECK(Steps::step_named(row->name) == row->step);
    CHECK(row->choices().empty() == (row->step == Step::Over || row->name == "none"));
    CHECK((row->name_die != nullptr) == row->is_nature);
  }
  CHECK(Steps::step_named("no such step") == Step::Count);
  for (int verb = 0; verb < static_cast<int>(Verb::Count); ++verb) {
    INFO("verb " << verb);
    CHECK(Steps::step_of(static_cast<Verb>(verb)) != Step::Count);
    CHECK(Steps::rule_of(static_cast<Verb>(verb)) != "notation");
  }
}

}  // namespace

TEST_CASE("steps have names of their own, dice too, and every verb has its step") {
  check_rows<hex_campaign::Mechanism>();
  check_rows<area_campaign::Mechanism>();
  check_rows<hex_operations::Mechanism>();
  check_rows<block_battle::Mechanism>();
}

TEST_CASE("a game of a mechanism that no program knows has no agents") {
  const auto pig = toys::wrap(toys::Pig{}, "pig");
  CHECK_THROWS_WITH(ai::make_match(*pig, {}), "no program knows the games of mechanism \"toy\"");
}

TEST_CASE("every mechanism describes its rules by its own name") {
  const auto names = systems::mechanism_names();
  CHECK(systems::parameter_tables().size() == names.size());
  for (const auto& table : systems::parameter_tables()) {
    CHECK(std::find(names.begin(), names.end(), table.name) != names.end());
    CHECK_FALSE(table.rows.empty());
    for (const auto& row : table.rows) {
      INFO(row.key);
      CHECK_FALSE(row.help.empty());
      CHECK_FALSE(row.type.empty());
      CHECK_FALSE(row.allowed.empty());
    }
  }
}
