#include "ai/table/staff.h"

#include <algorithm>
#include <map>

#include "ai/agents/agent_config.h"
#include "ai/table/thinker.h"

namespace niemen::ai::table {

std::string question_at_hand(const play::Session& session, play::Side side) {
  const auto& game = session.game();
  const auto world = session.world(side);
  const std::string name(game.step(world).name);
  return name.empty() ? game.decision_kind(game.legal(world).front()) : name;
}

void decide_course(play::Session& session, play::Side side,
                   const std::vector<play::Action>& course) {
  const auto begun = session.steps().size();
  while (session.actor() == play::actor_of(side)) {
    const auto taken = session.steps().size() - begun;
    if (taken >= course.size()) return;
    session.decide(side, session.revision(), course[taken]);
  }
}

play::Action Staff::propose(const play::Session& session, play::Side side) {
  if (!match_) {
    const auto rule_of_thumb = find_agent("doctrine");
    match_ = make_match(session.game(), {rule_of_thumb, rule_of_thumb});
  }
  return match_->decide(session.world(side), luck_of_advice(session, side), {}).action;
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

void Staff::set_up_as(play::Session& session, play::Side side, const play::AnyGame& opening) {
  const auto asked = [&] {
    return session.actor() == play::actor_of(side) && session.game().turn(session.state()) == 0;
  };
  if (!asked()) throw play::Refused("nothing is set up now");
  session.note(side, "staff");
  std::map<std::string, int> places;
  const auto stands = opening.view(opening.observe(opening.initial(), play::viewer_of(side)));
  for (const auto& counter : stands.counters)
    if (counter.side == play::index(side)) places[counter.id] = counter.place;
  const auto& game = session.game();
  // Where whoever is set up now stands in the opening; -1: nowhere, or nobody is.
  const auto place_of_next = [&](const play::View& view) {
    std::map<std::string, int> before;
    for (const auto& counter : view.counters) before[counter.id] = counter.place;
    for (const auto& choice : view.choices) {
      if (choice.to < 0) continue;
      auto world = session.world(side);
      game.apply(world, choice.action);
      const auto after = game.view(game.observe(world, play::viewer_of(side)));
      for (const auto& counter : after.counters) {
        const auto was = before.find(counter.id);
        if (counter.place != choice.to || counter.side != play::index(side) ||
            (was != before.end() && was->second == choice.to))
          continue;
        const auto found = places.find(counter.id);
        return found == places.end() ? -1 : found->second;
      }
      break;
    }
    return -1;
  };
  while (asked()) {
    const auto view = session.view(side);
    const int place = place_of_next(view);
    const auto as_there = std::ranges::find_if(
        view.choices, [&](const play::Choice& choice) { return place >= 0 && choice.to == place; });
    const auto action = as_there == view.choices.end() ? propose(session, side) : as_there->action;
    session.decide(side, session.revision(), action);
  }
}

}  // namespace niemen::ai::table
