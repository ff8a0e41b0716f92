// A rule-of-thumb general for hex operations: goals for the turn, then each unit to its best hex.
#pragma once

#include <memory>

#include "ai/doctrine/hex_operations/plan.h"
#include "ai/policy/policy.h"

namespace niemen::ai::hex_operations {

/// Plays both sides by their doctrines, without looking ahead. The plan of a turn is made when its
/// first unit is to move, and forgotten with it.
class Planner : public Policy<engine::HexOperations> {
 public:
  explicit Planner(std::shared_ptr<const PlannerBasis> basis) : basis_(std::move(basis)) {}

  std::unique_ptr<Policy<engine::HexOperations>> clone() const override;
  void forget() override {
    plan_.turn = -1;
    way_.piece = engine::kNoPiece;
  }
  play::Action choose(const State& world, const play::ActionList& legal,
                      core::RandomStream& random) override;

 private:
  static constexpr std::size_t kMaxSteps = 16;
  /// A way, hex by hex, and what its end is worth.
  struct Way {
    int piece = engine::kNoPiece;
    float worth = 0;
    core::FixedVector<std::uint16_t, kMaxSteps> hexes;  ///< the last step first
  };

  /// Makes the plan of the turn, unless there is one; whether it did. Whoever is asked first in the
  /// middle of a march makes it then.
  bool make_plan(const State& s);
  play::Action choose_unit(const State& s, const play::ActionList& legal);
  play::Action choose_step(const State& s, const play::ActionList& legal);
  play::Action choose_attack(const State& s, const play::ActionList& legal);
  play::Action choose_withdrawal(const State& s, const play::ActionList& legal);
  play::Action choose_refuge(const State& s, const play::ActionList& legal);
  play::Action choose_loss(const State& s, const play::ActionList& legal);
  play::Action choose_advance(const State& s, const play::ActionList& legal);
  play::Action choose_place(const State& s, const play::ActionList& legal);
  play::Action choose_other(const State& s, const play::ActionList& legal);

  /// What it is worth for a piece to end its move on a hex; `company` false: no friendly Combat
  /// unit stands there.
  float worth(const State& s, int piece, int hex, bool company = true) const;
  float worth_of_leader(const State& s, int piece, int hex, bool company) const;
  /// The best end of a move and the way there; no steps where staying is best.
  void find_way(const State& s, const engine::Mover& mover, Way& way);
  /// The same for pieces that nothing tells apart from this one: their tasks are exchanged.
  bool find_way_of_kind(const State& s, int piece);
  const Doctrine& doctrine(int side) const { return basis_->doctrines[side]; }
  const engine::OperationsContext& context() const { return basis_->game.context(); }

  std::shared_ptr<const PlannerBasis> basis_;
  Strengths strengths_;
  TurnPlan plan_;
  Way way_;
  // Of one search for a way: points left on arrival (-1: not reached), and where from.
  std::array<std::int8_t, engine::kHexCodes> left_;
  std::array<std::uint16_t, engine::kHexCodes> from_;
};

}  // namespace niemen::ai::hex_operations
