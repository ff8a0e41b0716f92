// Agents of ours for Python: they decide, analyse and play whole campaigns.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <array>
#include <map>

#include "ai/agents/analyse.h"
#include "ai/agents/match.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/ending.h"
#include "tools/python/busy.h"
#include "tools/python/handles.h"
#include "tools/python/values.h"

namespace niemen::python {

namespace py = pybind11;

namespace {

/// An agent with what it has made of the games that it was asked about.
struct Agent {
  std::string asked;  ///< the name that niemen.agent() was asked for
  ai::AgentConfig config;
  std::map<GameHandle, std::unique_ptr<ai::Match>> matches;
  bool busy = false;  ///< on one thread at a time; guarded by the interpreter's lock
};

/// Marks an agent busy; another thread that asks it meanwhile is refused.
Busy at_work(Agent& agent) {
  return Busy(agent.busy, "agent \"" + agent.config.name +
                              "\" is thinking in another thread; make one for each thread");
}

struct Question {
  GameHandle game;
  play::AnyState position;
};

/// Of a State the position itself (the agent is handed its side's observation only), of an
/// Observation the world that stands for it.
Question question_of(const py::object& what) {
  Question question;
  auto decider = play::Actor::Nature;
  if (py::isinstance<State>(what)) {
    const auto& state = what.cast<const State&>();
    question = {state.game, state.now};
    decider = state.game->any->actor(state.now);
  } else if (py::isinstance<Observation>(what)) {
    const auto& seen = what.cast<const Observation&>();
    question = {seen.game, seen.world};
    decider = play::actor_of(seen.side);
  } else {
    throw py::type_error("an agent decides for a niemen.State or a niemen.Observation");
  }
  if (!play::is_side(decider) || question.game->any->actor(question.position) != decider)
    throw core::InputError(
        "there is nothing to decide: of a State is_player_node() says so, of an Observation an "
        "empty legal_actions()");
  return question;
}

void check_budget(std::int64_t iterations, double seconds) {
  if (iterations < 0 || !(seconds >= 0))
    throw core::InputError("a budget is no less than 0: iterations, seconds");
}

std::int64_t decide(Agent& agent, const py::object& what, std::uint64_t key,
                    std::int64_t iterations, double seconds) {
  const auto question = question_of(what);
  check_budget(iterations, seconds);
  const auto busy = at_work(agent);
  auto& match = agent.matches[question.game];
  if (!match) match = ai::make_match(*question.game->any, {agent.config, agent.config});
  ai::Decision decision;
  const auto work = [&](const std::stop_token& stop) {
    decision = match->decide(
        question.position, key,
        {.iterations = static_cast<std::uint64_t>(iterations), .seconds = seconds, .stop = stop});
  };
  if (agent.config.searches() || ai::traits_of(agent.config.kind).runs_program)
    interruptible(work);
  else
    work({});
  return decision.action;
}

py::dict report_of(const ai::Decision& decision, const Question& question) {
  const auto& report = decision.report;
  py::list alternatives;
  for (const auto& one : report.alternatives) {
    py::dict dict;
    dict["action"] = one.action;
    dict["text"] = one.text;
    dict["visits"] = one.visits;
    dict["prior"] = one.prior;
    dict["win_probability"] = one.win_probability;
    dict["win_low"] = one.win_low;
    dict["win_high"] = one.win_high;
    dict["margin"] = one.margin;
    dict["loss"] = one.loss;
    alternatives.append(dict);
  }
  py::dict dict;
  dict["action"] = decision.action;
  dict["text"] = question.game->any->action_text(question.position, decision.action);
  dict["win_probability"] = report.win_probability;
  dict["win_low"] = report.win_low;
  dict["win_high"] = report.win_high;
  dict["margin"] = report.margin;
  dict["iterations"] = report.iterations;
  dict["worlds"] = report.worlds;
  dict["nodes"] = report.nodes;
  dict["seconds"] = report.seconds;
  dict["forced"] = report.forced;
  dict["principal_line"] = report.principal_line;
  dict["alternatives"] = alternatives;
  return dict;
}

py::dict analyse(Agent& agent, const py::object& what, std::uint64_t key, std::int64_t iterations,
                 double seconds) {
  const auto question = question_of(what);
  check_budget(iterations, seconds);
  const auto busy = at_work(agent);
  ai::Decision decision;
  interruptible([&](const std::stop_token& stop) {
    decision = ai::analyse(*question.game->any, question.position,
                           {.agent = agent.config,
                            .seconds = seconds,
                            .iterations = static_cast<std::uint64_t>(iterations),
                            .key = key,
                            .stop = stop});
  });
  return report_of(decision, question);
}

/// A whole campaign between two agents of ours, without Python in between.
py::dict play_match(const GameHandle& game, const Agent& a, const Agent& b, std::uint64_t key,
                    const std::optional<State>& start) {
  if (start && start->game->any->info().data_hash != game->any->info().data_hash)
    throw core::InputError("the campaign cannot start from a position of another game");
  ai::CampaignRecord record;
  interruptible([&](const std::stop_token& stop) {
    const auto match = ai::make_match(*game->any, {a.config, b.config});
    ai::MatchSetup setup{.campaign_key = key, .agent_keys = ai::agent_keys_of(key)};
    if (start) setup.start = start->now;
    setup.keep_actions = true;
    setup.stop = stop;
    record = match->play(setup);
  });
  py::dict dict;
  dict["actions"] = record.actions;
  dict["complete"] = record.complete;
  dict["endless"] = record.endless;
  dict["decisions"] = record.decisions;
  dict["dice"] = record.dice;
  dict["turns"] = record.turns;
  dict["seconds"] = std::vector<double>(record.seconds.begin(), record.seconds.end());
  dict["forfeit"] =
      record.forfeit
          ? py::object(py::make_tuple(play::index(record.forfeit->side), record.forfeit->reason))
          : py::none();
  return dict;
}

}  // namespace

void bind_agents(py::module_& module) {
  static const auto failure = py::register_exception<ai::AgentFailure>(module, "AgentFailure");
  static const auto interrupted = py::register_exception<core::Interrupted>(module, "Interrupted");
  py::class_<Agent, std::shared_ptr<Agent>> type(module, "Agent",
                                                 "A computer player of ours; see niemen.agent().");
  made_here_only(type);
  type.def_property_readonly("name", [](const Agent& a) { return a.config.name; })
      .def_property_readonly(
          "asked", [](const Agent& a) { return a.asked; }, "The name that agent() was asked for.")
      .def_property_readonly(
          "kind", [](const Agent& a) { return std::string(ai::traits_of(a.config.kind).name); })
      .def_property_readonly(
          "searches", [](const Agent& a) { return a.config.searches(); },
          "Whether it thinks by iterations, and so can analyse.")
      .def(
          "begin_campaign",
          [](Agent& a) {
            const auto busy = at_work(a);
            for (auto& [game, match] : a.matches) match->begin_campaign();
          },
          "Forgets the campaign before.")
      .def("decide", &decide, py::arg("state"), py::arg("seed") = 1, py::arg("iterations") = 0,
           py::arg("seconds") = 0.0,
           R"(The action that it takes for the side to decide, of which it is handed the observation
only. `state` is a State or an Observation; `seed` names its luck; a budget of 0 is its own.
Ctrl-C ends the search. Raises InputError, AgentFailure.)")
      .def("__call__", [](Agent& a, const py::object& what) { return decide(a, what, 1, 0, 0); })
      .def("analyse", &analyse, py::arg("state"), py::arg("seed") = 1, py::arg("iterations") = 0,
           py::arg("seconds") = 10.0,
           R"(A long look: {"action", "text", "win_probability" with "win_low" and "win_high",
"margin" in points, "alternatives" best first, "principal_line", ...}. Raises InputError for an
agent that does not search.)")
      .def("__repr__", [](const Agent& a) { return "<niemen.Agent " + a.config.name + ">"; });
  module.def(
      "agent",
      [](const std::string& name) {
        auto agent = std::make_shared<Agent>();
        agent->asked = name;
        agent->config = ai::find_agent(name);
        return agent;
      },
      py::arg("name"),
      R"(A computer player: a name in configs/agents ("captain", "general"), with "@30" behind it 30
seconds a turn, or a file. Raises InputError.)");
  module.def("agent_names", &ai::agent_names, "Names of all agents in configs/agents.");
  module.def("_play_match", &play_match, py::arg("game"), py::arg("a"), py::arg("b"),
             py::arg("key"), py::arg("start") = py::none());
  module.def(
      "_mix", [](std::uint64_t a, std::uint64_t b) { return core::mix(a, b); },
      "A key made of two.");
}

}  // namespace niemen::python
