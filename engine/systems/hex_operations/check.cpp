// Invariants of a position.
#include <fmt/format.h>

#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/lookups.h"
#include "engine/systems/hex_operations/steps.h"

namespace niemen::hex_operations {

namespace {

std::optional<std::string> check_piece(const OperationsContext& game, const State& s, int piece) {
  const auto slot = static_cast<std::size_t>(piece);
  const auto& info = game.pieces[slot];
  const auto at = s.hex[slot];
  if (at == kGone) {
    if (s.status[slot] != 0 || s.marks[slot] != 0) return info.id + ": gone, and yet marked";
    return std::nullopt;
  }
  if (info.id.empty()) return "a piece that does not exist";
  if (at == kOutside && info.arrival < 0) return info.id + ": outside, and never to arrive";
  if (at == kUndeployed && (info.group < 0 || s.step != Step::SetUp))
    return info.id + ": not deployed";
  if (at < kHexCodes && !game.open[at]) return info.id + ": on a hex that nobody can enter";
  if (at >= kHexCodes && at != kOutside && at != kUndeployed) return info.id + ": nowhere";
  if (s.marker(piece) > Marker::CombatB) return info.id + ": disrupted in no phase";
  if (info.arm == Arm::Leader && s.disrupted(piece)) return info.id + ": a disrupted Leader";
  if (!is_combat(info.arm) && s.is_division(piece)) return info.id + ": no Division";
  if ((s.status[slot] & kFresh) && !s.disrupted(piece)) return info.id + ": a marker of nothing";
  return std::nullopt;
}

/// No hex holds standing pieces of both sides.
std::optional<std::string> check_hexes(const OperationsContext& game, const State& s) {
  HexSet held;
  for (int piece = 0; piece < kSidePieces; ++piece)
    if (s.is_on_map(piece) && !s.marked(piece, kDoomed)) held.insert(s.at(piece));
  for (int piece = kSidePieces; piece < kPieces; ++piece)
    if (s.is_on_map(piece) && !s.marked(piece, kDoomed) && held.contains(s.at(piece)))
      return game.hex_text(s.at(piece)) + ": both sides stand there";
  return std::nullopt;
}

std::optional<std::string> check_attacks(const OperationsContext& game, const State& s) {
  if (s.attack_count > kMaxAttacks) return "more attacks than there can be";
  for (int i = 0; i < s.attack_count; ++i) {
    const auto& attack = s.attacks[i];
    if (!on_map(attack.from) || !game.open[attack.from] || attack.targets == 0 ||
        attack.targets >= 64)
      return "an attack from nowhere, or against nobody";
    for (std::size_t d = 0; d < kDirections; ++d)
      if (((attack.targets >> d) & 1U) && game.neighbour[attack.from][d] == kNoHex)
        return "an attack on a hex that does not exist";
  }
  return std::nullopt;
}

bool is_die(Step step) { return Steps::row_of(step).is_nature; }

std::optional<std::string> check_work(const OperationsContext& game, const State& s) {
  const auto exists = [&](int piece) { return piece < kPieces && !game.pieces[piece].id.empty(); };
  const bool moving =
      (s.step >= Step::MoveStep && s.step <= Step::MarchSecondDie) || s.step == Step::LeaderFlees;
  if (moving && !exists(s.work.movement.piece)) return "nobody moves";
  const int leader = s.work.movement.leader;
  if (s.step == Step::LeaderFlees && (!exists(leader) || !s.is_on_map(leader)))
    return "nobody leaves his hex";
  const bool walks = s.step == Step::WithdrawStep || s.step == Step::RetreatStep;
  if (walks && (!exists(s.work.combat.piece) || !s.is_on_map(s.work.combat.piece)))
    return "nobody retreats";
  const bool battle = s.step >= Step::CommitLeader && s.step <= Step::RetreatStep;
  if (battle && s.work.combat.battle >= s.attack_count) return "a battle that nobody has declared";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> HexOperations::check(const State& s) const {
  const auto& game = *context_;
  if (s.step >= Step::Count || s.decider > play::Actor::Over || s.phasing > 1 || s.segment > 2)
    return "a field is out of range";
  if (s.turn < 1 || s.turn > game.rules.last_turn)
    return fmt::format("there is no turn {}", s.turn);
  if (s.spare != decltype(s.spare){}) return "unused bytes are not zero";
  if ((s.decider == play::Actor::Over) != (s.step == Step::Over)) return "over, or not";
  if (is_die(s.step) != (s.decider == play::Actor::Nature)) return "a die that nobody rolls";
  if (s.half & s.full) return "an Area is 50% and 100% depleted";
  if (game.area_count() < kMaxAreas && ((s.half | s.full) >> game.area_count()))
    return "depletion of an Area that does not exist";
  if (game.places.size() < kMaxPoints && ((s.control | s.spoilt) >> game.places.size()))
    return "control of a place that does not exist";
  for (int piece = 0; piece < kPieces; ++piece)
    if (auto broken = check_piece(game, s, piece)) return broken;
  if (auto broken = check_hexes(game, s)) return broken;
  if (auto broken = check_attacks(game, s)) return broken;
  return check_work(game, s);
}

}  // namespace niemen::hex_operations
