#include "ai/table/staff.h"

#include "ai/agents/agent_config.h"
#include "ai/table/thinker.h"

namespace niemen::ai::table {

std::string question_at_hand(const play::Session& session, play::Side side) {
  const auto& game = session.game();
  const auto world = session.world(side);
  const std::string name(game.step(world).name);
  return name.empty() ? game.decision_kind(game.legal(world).front()) : name;
}

play::Action Staff::propose(const play::Session& session, play::Side side) {
  if (!match_) {
    const auto rule_of_thumb = find_agent("doctrine");
    match_ = make_match(session.game(), {rule_of_thumb, rule_of_thumb});
  }
  return match_->decide(session.world(side), luck_of(session, session.steps().size()), {}).action;
}

void Staff::decide_the_rest(play::Session& session, play::Side side) {
  const auto asked = [&] { return session.actor() == play::actor_of(side); };
  if (!asked()) throw play::Refused("nothing is asked of you now");
  session.note(side, "staff");
  const auto turn = session.game().turn(session.state());
  const auto question = question_at_hand(session, side);
  while (asked() && session.game().turn(session.state()) == turn &&
         (turn == 0 || question_at_hand(session, side) == question))
    session.decide(side, session.revision(), propose(session, side));
}

}  // namespace niemen::ai::table
