// Game, State and Observation in the shape of OpenSpiel's.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "ai/table/odds.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/draw.h"
#include "engine/play/ending.h"
#include "engine/play/game_files.h"
#include "engine/play/game_folder.h"
#include "engine/play/telling.h"
#include "engine/play/told_event.h"
#include "engine/play/view_json.h"
#include "engine/systems/hex_campaign/read_game.h"
#include "engine/systems/registry.h"
#include "tools/python/handles.h"
#include "tools/python/values.h"

namespace niemen::python {

namespace py = pybind11;
using play::Action;
using play::Actor;

namespace {

constexpr int kChance = -1, kTerminal = -4;

/// The place of an action that no rule allows; becomes niemen.IllegalAction.
class IllegalAction : public core::InputError {
 public:
  using core::InputError::InputError;
};

play::Side side_of_player(int player) {
  if (player != 0 && player != 1)
    throw core::InputError(
        fmt::format("there is no player {}; allowed: 0 (the first side), 1 (the second)", player));
  return static_cast<play::Side>(player);
}

Actor actor(const State& state) { return state.game->quick->actor(state.now); }

int player_of(Actor actor) {
  switch (actor) {
    case Actor::SideA: return 0;
    case Actor::SideB: return 1;
    case Actor::Nature: return kChance;
    case Actor::Over: break;
  }
  return kTerminal;
}

const std::vector<Action>& legal(State& state) {
  if (state.legal_known) return state.legal;
  state.legal.clear();
  const auto now = actor(state);
  if (play::is_side(now)) {
    play::ActionList list;
    state.game->quick->legal(state.now, list);
    state.legal.assign(list.begin(), list.end());
  } else if (now == Actor::Nature) {
    play::ChanceList list;
    state.game->quick->chance(state.now, list);
    for (const auto& outcome : list) state.legal.push_back(outcome.action);
  }
  state.legal_known = true;
  return state.legal;
}

Action whole_action(std::int64_t action) {
  if (action < 0 || action > std::int64_t{UINT32_MAX})
    throw IllegalAction(fmt::format("{} is no action; allowed: 0 to {}", action, UINT32_MAX));
  return static_cast<Action>(action);
}

/// Why not, with the rule; of an action that cannot be carried out here.
std::string why_not(const State& state, Action action) {
  const auto now = actor(state);
  if (now == Actor::Over) return fmt::format("action {}: the campaign is over", action);
  if (now == Actor::Nature)
    return fmt::format("action {}: chance decides here; allowed: one of chance_outcomes()", action);
  const auto verdict = state.game->any->why(state.now, action);
  auto line = fmt::format("action {} is not legal", action);
  if (!verdict.rule.empty()) line += " (" + verdict.rule + ")";
  if (!verdict.reason.empty()) line += ": " + verdict.reason;
  if (!verdict.culprit.empty()) line += " [" + verdict.culprit + "]";
  return line;
}

void take(State& state, Action action) {
  state.game->quick->apply(state.now, action);
  state.history.push_back(action);
  state.legal_known = false;
}

void apply_action(State& state, std::int64_t number) {
  const auto action = whole_action(number);
  const auto& list = legal(state);
  if (std::find(list.begin(), list.end(), action) == list.end())
    throw IllegalAction(why_not(state, action));
  take(state, action);
}

State initial_state(const GameHandle& game) {
  return {.game = game, .start = nullptr, .now = game->any->initial(), .history = {}, .legal = {}};
}

State state_at(const GameHandle& game, play::AnyState position) {
  State state{.game = game, .start = nullptr, .now = {}, .history = {}, .legal = {}};
  state.start = std::make_shared<const play::AnyState>(position);
  state.now = std::move(position);
  return state;
}

play::AnyState start_of(const State& state) {
  return state.start ? *state.start : state.game->any->initial();
}

/// The position before the last action.
play::AnyState before_last(const State& state) {
  if (state.history.empty())
    throw core::InputError("nothing has been done yet: the history is empty");
  auto position = start_of(state);
  for (std::size_t i = 0; i + 1 < state.history.size(); ++i)
    state.game->quick->apply(position, state.history[i]);
  return position;
}

/// OpenSpiel's undo_action(player, action): both only have to agree with what was done last.
void undo_action(State& state, std::optional<int> player, std::optional<std::int64_t> action) {
  auto position = before_last(state);
  if (action && *action != std::int64_t{state.history.back()})
    throw core::InputError(
        fmt::format("the last action was {}, not {}", state.history.back(), *action));
  const auto who = player_of(state.game->quick->actor(position));
  if (player && *player != who)
    throw core::InputError(fmt::format("the last action was player {}'s, not {}'s", who, *player));
  state.now = std::move(position);
  state.history.pop_back();
  state.legal_known = false;
}

/// Where a player is not named: the one who decides, else the first.
play::Side seat(const State& state, std::optional<int> player) {
  if (player) return side_of_player(*player);
  const auto now = actor(state);
  return play::is_side(now) ? play::side_of(now) : play::Side::A;
}

std::vector<double> returns(const State& state) {
  if (actor(state) != Actor::Over) return {0, 0};
  const auto score = state.game->any->outcome(state.now).score_a() * 2 - 1;
  return {score, -score};
}

py::object outcome(const State& state) {
  if (actor(state) != Actor::Over) return py::none();
  const auto ended = state.game->any->outcome(state.now);
  const auto& info = state.game->any->info();
  py::dict dict;
  using Winner = play::Outcome::Winner;
  dict["winner"] = ended.winner == Winner::Draw ? py::object(py::none())
                                                : py::int_(ended.winner == Winner::A ? 0 : 1);
  dict["margin"] = ended.margin;
  dict["level"] =
      ended.level >= 0 && static_cast<std::size_t>(ended.level) < info.victory_levels.size()
          ? py::object(py::str(info.victory_levels[static_cast<std::size_t>(ended.level)]))
          : py::none();
  return dict;
}

std::string infostate_name(const Game& game, const play::AnyObservation& bytes, play::Side side) {
  return fmt::format("{} {} {:016x}", game.any->info().title, play::index(side),
                     core::hash_bytes(bytes));
}

py::array_t<float> tensor_of(const Game& game, const play::AnyObservation& bytes, play::Side side) {
  py::array_t<float> numbers(static_cast<py::ssize_t>(game.layout.size()));
  game.quick->fill(game.layout, bytes, side, numbers.mutable_data());
  return numbers;
}

py::object view_of(const Game& game, const play::AnyObservation& bytes) {
  return python_of(play::view_json(game.any->view(bytes)));
}

py::list events_of(State& state, std::optional<int> player) {
  auto position = before_last(state);
  const auto viewer = player ? play::viewer_of(side_of_player(*player)) : play::Viewer::Public;
  const auto turn = state.game->any->turn(position);
  const auto happened = state.game->any->apply(position, state.history.back());
  py::list list;
  for (const auto& event : play::told_to(viewer, happened))
    list.append(
        python_of(play::told_event_json(play::told_event(*state.game->any, event, viewer, turn))));
  return list;
}

py::dict odds_of(const State& state, const std::vector<std::int64_t>& numbers, int trials) {
  const auto now = actor(state);
  if (!play::is_side(now)) throw core::InputError("odds are of a side's decisions");
  if (trials < 1 || trials > 1'000'000)
    throw core::InputError(fmt::format("trials is {}; allowed: 1 to 1000000", trials));
  std::vector<Action> actions;
  for (const auto number : numbers) actions.push_back(whole_action(number));
  if (!actions.empty()) {
    play::ActionList list;
    state.game->quick->legal(state.now, list);
    if (!std::binary_search(list.begin(), list.end(), actions[0]))
      throw IllegalAction(why_not(state, actions[0]));
  }
  const auto observation = state.game->any->observe(state.now, play::viewer_of(play::side_of(now)));
  ai::table::Odds odds;
  interruptible([&](std::stop_token stop) {
    odds = ai::table::odds_of(*state.game->any, observation, actions,
                              {.trials = trials, .stop = std::move(stop)});
  });
  py::list results;
  for (const auto& result : odds.results) {
    py::dict one;
    one["share"] = result.share;
    one["words"] = result.words;
    results.append(one);
  }
  py::dict dict;
  dict["results"] = results;
  dict["exact"] = odds.exact;
  dict["hidden"] = odds.hidden;
  dict["trials"] = odds.trials;
  dict["half_width"] = odds.widest;
  return dict;
}

std::string svg_of(Game& game, const play::View& view) {
  if (!game.country) game.country = play::read_country(game.request);
  auto svg = play::draw_svg(*game.any, view, *game.country);
  if (svg.empty())
    throw core::InputError("the games of " + game.any->info().mechanism + " cannot be drawn");
  return svg;
}

/// The campaign as one line of JSON, see deserialize().
std::string serialize(const State& state) {
  nlohmann::ordered_json root;
  root["game"] = state.game->any->info().title;
  root["data_hash"] = fmt::format("{:016x}", state.game->any->info().data_hash);
  root["start"] = state.start ? nlohmann::ordered_json(state.game->any->state_text(*state.start))
                              : nlohmann::ordered_json(nullptr);
  root["actions"] = state.history;
  return root.dump();
}

State deserialize(const GameHandle& game, const std::string& text) {
  constexpr int kDeepest = 2;
  const auto shallow = [](int depth, nlohmann::ordered_json::parse_event_t,
                          nlohmann::ordered_json&) { return depth <= kDeepest; };
  const auto root = nlohmann::ordered_json::parse(text, shallow, false);
  if (!root.is_object() || !root.contains("actions") || !root["actions"].is_array() ||
      !root.contains("start") || !root.contains("data_hash"))
    throw core::InputError("this is not what State.serialize() writes");
  const auto hash = fmt::format("{:016x}", game->any->info().data_hash);
  if (root["data_hash"] != hash)
    throw core::InputError("the state is of another game, or of other data of this one");
  auto state =
      root["start"].is_string()
          ? state_at(game, play::parse_position(*game->any, root["start"].get<std::string>()))
          : initial_state(game);
  for (const auto& action : root["actions"]) {
    if (!action.is_number_integer())
      throw core::InputError("this is not what State.serialize() writes");
    apply_action(state, action.get<std::int64_t>());
  }
  return state;
}

py::dict step_of(const Game& game, const play::AnyState& state) {
  const auto row = game.any->step(state);
  py::dict dict;
  dict["step"] = std::string(row.name);
  dict["rule"] = std::string(row.rule);
  dict["chapter"] = std::string(row.chapter);
  dict["question"] = game.any->prompt(state);
  return dict;
}

double number_of(const py::object& sampler) {
  const py::object drawn = sampler();
  const auto number = PyFloat_AsDouble(drawn.ptr());
  if (PyErr_Occurred()) throw py::error_already_set();
  return number;
}

State resampled(const State& state, int player, const py::object& sampler) {
  const auto side = side_of_player(player);
  const auto observation = state.game->any->observe(state.now, play::viewer_of(side));
  // Without a sampler the player's knowledge names the lot: a lot that the position named would
  // differ where the player cannot tell positions apart.
  const auto drawn = sampler.is_none()
                         ? static_cast<double>(core::hash_bytes(observation) >> 11) * 0x1.0p-53
                         : number_of(sampler);
  if (!(drawn >= 0 && drawn <= 1))
    throw core::InputError("the sampler must give numbers from 0 to 1");
  core::RandomStream random(static_cast<std::uint64_t>(drawn * 0x1.0p53));
  return state_at(state.game, state.game->any->sample_world(observation, random));
}

std::vector<Action> legal_of(const Observation& seen) {
  if (seen.game->quick->actor(seen.world) != play::actor_of(seen.side)) return {};
  play::ActionList list;
  seen.game->quick->legal(seen.world, list);
  return {list.begin(), list.end()};
}

py::object python_value(const core::ConfigValue& value) {
  switch (value.kind) {
    case core::ConfigValue::Kind::Text: return py::str(value.text);
    case core::ConfigValue::Kind::Integer: return py::int_(value.integer);
    case core::ConfigValue::Kind::Real: return py::float_(value.real);
    case core::ConfigValue::Kind::Flag: return py::bool_(value.flag);
    case core::ConfigValue::Kind::List: {
      py::list list;
      for (const auto& one : value.list) list.append(python_value(one));
      return list;
    }
    case core::ConfigValue::Kind::Table: break;
  }
  return py::none();
}

/// The value that a parameter has where no file says one.
py::object default_of(const core::ParameterDescription& row) {
  if (row.type == "flag") return py::bool_(row.default_value == "true");
  if (row.type == "choice") return py::str(row.default_value);
  const auto numbers = py::str(row.default_value).attr("split")();
  if (row.type == "integer") return py::int_(numbers[py::int_(0)]);
  py::list list;
  for (const auto& number : numbers)
    list.append(py::int_(py::reinterpret_borrow<py::object>(number)));
  return list;
}

/// Hex campaigns have one table of rules, others several, each named in the key.
std::string key_to_set(const std::string& key) {
  return key.find('.') == std::string::npos ? "rules." + key : key;
}

/// The files of the game with all that was asked for laid over them.
core::ConfigValue tree_of(const Game& game) {
  const auto folder = play::open_game_folder(game.request);
  if (game.any->info().mechanism == "hex_campaign")
    return hex_campaign::read_game(game.request, folder);
  play::GameInfo info;
  return play::assemble_files(game.request, folder, info);
}

const core::ConfigValue* find_in(const core::ConfigValue& tree, std::string_view key) {
  const auto dot = key.find('.');
  const auto found = tree.table.find(key.substr(0, dot));
  if (found == tree.table.end()) return nullptr;
  return dot == key.npos ? &found->second : find_in(found->second, key.substr(dot + 1));
}

py::list parameter_rows(const Game& game) {
  py::list rows;
  const auto tree = tree_of(game);
  for (const auto& table : systems::parameter_tables()) {
    if (table.name != game.any->info().mechanism) continue;
    for (const auto& row : table.rows) {
      const auto key = key_to_set(row.key);
      const auto* value = find_in(tree, key);
      if (!value) value = find_in(tree, "rules." + key);
      // What files of other mechanisms leave out cannot be set.
      if (!value && game.any->info().mechanism != "hex_campaign") continue;
      py::dict dict;
      dict["key"] = key;
      dict["value"] = value ? python_value(*value) : default_of(row);
      dict["type"] = row.type;
      dict["default"] = row.default_value;
      dict["allowed"] = row.allowed;
      dict["help"] = row.help;
      rows.append(dict);
    }
  }
  return rows;
}

/// OpenSpiel's calls with a player are legal_actions(player) and the like.
std::vector<Action> legal_actions(State& state, std::optional<int> player) {
  if (player && *player != player_of(actor(state))) {
    if (*player != kChance) side_of_player(*player);
    return {};
  }
  return legal(state);
}

void bind_game(py::module_& module) {
  py::class_<Game, GameHandle> type(module, "Game",
                                    "A game with its configuration; see load_game().");
  made_here_only(type);
  type.def("new_initial_state", &initial_state, "The first position of a campaign.")
      .def(
          "new_state_from_text",
          [](const GameHandle& game, const std::string& text) {
            return state_at(game, play::parse_position(*game->any, text));
          },
          py::arg("text"),
          "A position as State.to_string() writes it. Raises InputError where it cannot be.")
      .def("deserialize_state", &deserialize, py::arg("text"),
           "What State.serialize() wrote, played again. Raises InputError.")
      .def_property_readonly("title", [](const Game& g) { return g.any->info().title; })
      .def_property_readonly("mechanism", [](const Game& g) { return g.any->info().mechanism; })
      .def_property_readonly("scenario", [](const Game& g) { return g.any->info().scenario; })
      .def_property_readonly("preset", [](const Game& g) { return g.any->info().preset; })
      .def_property_readonly("scenarios", [](const Game& g) { return g.any->info().scenarios; })
      .def_property_readonly("presets", [](const Game& g) { return g.any->info().presets; })
      .def_property_readonly(
          "sides",
          [](const Game& g) {
            return std::vector<std::string>(std::begin(g.any->info().side_names),
                                            std::end(g.any->info().side_names));
          },
          "Names of the sides: of player 0, then of player 1.")
      .def_property_readonly(
          "openings",
          [](const Game& g) {
            return std::vector<std::vector<std::string>>(std::begin(g.any->info().openings),
                                                         std::end(g.any->info().openings));
          },
          "Names of opening files, for each side.")
      .def_property_readonly("victory_levels",
                             [](const Game& g) { return g.any->info().victory_levels; })
      .def_property_readonly("first_turn", [](const Game& g) { return g.any->info().first_turn; })
      .def_property_readonly("last_turn", [](const Game& g) { return g.any->info().last_turn; })
      .def_property_readonly("doctrines", [](const Game& g) { return g.quick->doctrines(); })
      .def_property_readonly(
          "data_hash",
          [](const Game& g) { return fmt::format("{:016x}", g.any->info().data_hash); })
      .def("_request",
           [](const Game& g) {
             return py::make_tuple(g.request.folder.string(), g.request.scenario, g.request.preset,
                                   g.request.openings[0], g.request.openings[1],
                                   g.request.overrides);
           })
      .def(
          "parameters", [](const Game& g) { return parameter_rows(g); },
          R"(Numbers and switches of the rules that `set` of load_game() may change: a list of
dictionaries with "key", "value" (in this game), "type", "default" (where a game does not say),
"allowed" (the range) and "help", all text but the value.)")
      .def("num_players", [](const Game&) { return play::kSides; })
      .def(
          "num_distinct_actions", [](const Game& g) { return g.quick->action_bound(); },
          R"(One more than the largest action. Actions are sparse: a mask of the legal list
(niemen.environment) is what a network wants.)")
      .def(
          "max_game_length", [](const Game& g) { return g.any->max_decisions(); },
          "No campaign has more decisions and dice.")
      .def("max_chance_outcomes", [](const Game&) { return play::kMaxChanceOutcomes; })
      .def("min_utility", [](const Game&) { return -1.0; })
      .def("max_utility", [](const Game&) { return 1.0; })
      .def("utility_sum", [](const Game&) { return 0.0; })
      .def("observation_tensor_size", [](const Game& g) { return g.layout.size(); })
      .def("observation_tensor_shape",
           [](const Game& g) { return std::vector<std::size_t>{g.layout.size()}; })
      .def("information_state_tensor_size", [](const Game& g) { return g.layout.size(); })
      .def("information_state_tensor_shape",
           [](const Game& g) { return std::vector<std::size_t>{g.layout.size()}; })
      .def(
          "tensor_layout",
          [](const Game& g) {
            py::dict dict;
            dict["places"] = g.layout.places;
            dict["planes"] = g.layout.planes;
            dict["scalars"] = g.layout.scalars;
            return dict;
          },
          R"(What the numbers of observation_tensor() are: "places", how many spaces the board has;
"planes", the names of the planes, each of `places` numbers, one after another; then "scalars".
numbers[:len(planes) * places].reshape(len(planes), places) is the part with planes.)")
      .def(
          "board", [](const Game& g) { return python_of(play::board_json(g.any->board())); },
          "The map: spaces with their centres and polygons, and edges, as dictionaries.")
      .def("__repr__", [](const Game& g) {
        return fmt::format("<niemen.Game {} scenario={} preset={}>", g.any->info().title,
                           g.any->info().scenario, g.any->info().preset);
      });
}

void bind_state(py::module_& module) {
  const auto player = py::arg("player") = py::none();
  py::class_<State> type(module, "State", R"(A position and how it came to be, in OpenSpiel's shape.
Players are 0 and 1, chance is -1, a campaign that is over -4. Keeps its game alive.)");
  made_here_only(type);
  type.def("get_game", [](const State& s) { return s.game; })
      .def(
          "clone", [](const State& s) { return s; }, "A copy that goes its own way.")
      .def("__copy__", [](const State& s) { return s; })
      .def("__deepcopy__", [](const State& s, const py::dict&) { return s; })
      .def(
          "current_player", [](const State& s) { return player_of(actor(s)); },
          "0 or 1: who decides; -1: chance; -4: the campaign is over.")
      .def("is_terminal", [](const State& s) { return actor(s) == Actor::Over; })
      .def("is_chance_node", [](const State& s) { return actor(s) == Actor::Nature; })
      .def("is_player_node", [](const State& s) { return play::is_side(actor(s)); })
      .def(
          "is_simultaneous_node", [](const State&) { return false; },
          "False: secret choices are decisions one after the other, the first hidden.")
      .def("legal_actions", &legal_actions, player,
           R"(Whole numbers, ascending; of chance its outcomes. Empty for another player than the
one who decides, and when the campaign is over.)")
      .def(
          "chance_outcomes",
          [](const State& s) {
            if (actor(s) != Actor::Nature)
              throw core::InputError("chance does not decide here: ask is_chance_node() first");
            play::ChanceList outcomes;
            s.game->quick->chance(s.now, outcomes);
            py::list list;
            for (const auto& outcome : outcomes)
              list.append(py::make_tuple(outcome.action, outcome.probability));
            return list;
          },
          "Pairs of action and exact probability.")
      .def("apply_action", &apply_action, py::arg("action"),
           "Raises IllegalAction, which names the rule.")
      .def(
          "apply_chance",
          [](State& s, std::uint64_t key) {
            while (actor(s) == Actor::Nature) take(s, s.game->quick->draw(s.now, key));
          },
          py::arg("campaign_key"),
          R"(Rolls until a side decides or the campaign is over. The dice are those of the campaign
with this key: two that differ in one decision share the dice of all that happens in both.)")
      .def(
          "child",
          [](const State& s, std::int64_t action) {
            auto after = s;
            apply_action(after, action);
            return after;
          },
          py::arg("action"))
      .def("undo_action", &undo_action, py::arg("player") = py::none(),
           py::arg("action") = py::none(),
           "Takes the last action back, by playing the others again.")
      .def("returns", &returns, "1, -1 or 0 (a draw) for each side; zeros before the end.")
      .def("rewards", &returns, "The same: all comes at the end.")
      .def(
          "player_return",
          [](const State& s, int player) {
            return returns(s)[static_cast<std::size_t>(play::index(side_of_player(player)))];
          },
          py::arg("player"))
      .def(
          "player_reward",
          [](const State& s, int player) {
            return returns(s)[static_cast<std::size_t>(play::index(side_of_player(player)))];
          },
          py::arg("player"))
      .def("outcome", &outcome,
           R"({"winner": 0, 1 or None, "margin": points of player 0's lead, "level": words}; None
before the end.)")
      .def(
          "history", [](const State& s) { return s.history; }, "Actions since the start.")
      .def("move_number", [](const State& s) { return s.history.size(); })
      .def("turn", [](const State& s) { return s.game->any->turn(s.now); })
      .def(
          "action_to_string",
          [](const State& s, std::int64_t first, std::optional<std::int64_t> second) {
            const auto action = whole_action(second ? *second : first);
            auto copy = s;
            const auto& list = legal(copy);
            if (std::find(list.begin(), list.end(), action) == list.end())
              throw IllegalAction(why_not(s, action));
            return s.game->any->action_text(s.now, action);
          },
          py::arg("player_or_action"), py::arg("action") = py::none(),
          "action_to_string(action) or OpenSpiel's action_to_string(player, action): notation.")
      .def(
          "string_to_action",
          [](const State& s, const std::string& text) {
            const auto action = s.game->any->parse_action(s.now, text);
            if (!action) throw core::InputError("\"" + text + "\" is no action here");
            return *action;
          },
          py::arg("text"))
      .def(
          "why",
          [](const State& s, std::int64_t number) {
            const auto action = whole_action(number);
            const auto verdict = s.game->any->why(s.now, action);
            py::dict dict;
            dict["ok"] = verdict.ok;
            dict["rule"] = verdict.rule;
            dict["reason"] = verdict.reason;
            dict["culprit"] = verdict.culprit;
            return dict;
          },
          py::arg("action"), "Whether an action is legal, else the rule, the reason, the culprit.")
      .def("odds", &odds_of, py::arg("actions"), py::arg("trials") = 2000,
           R"(What may come of decisions of the side that decides, one after another, as far as it
may know: {"results": [{"share", "words"}, ...], "exact", "hidden", "trials", "half_width"}.)")
      .def("events", &events_of, player,
           R"(What the last action brought about, as `player` (None: the public) is told it.)")
      .def(
          "step", [](const State& s) { return step_of(*s.game, s.now); },
          "The decision or die at hand: {\"step\", \"rule\", \"chapter\", \"question\"}.")
      .def(
          "view",
          [](const State& s, std::optional<int> player) {
            return view_of(*s.game, s.game->any->observe(s.now, play::viewer_of(seat(s, player))));
          },
          player, "All that a seat sees, as dictionaries, the same as page and terminal have.")
      .def(
          "whole_view",
          [](const State& s) { return python_of(play::view_json(s.game->any->whole_view(s.now))); },
          "The same with nothing hidden, for referees and onlookers after the end.")
      .def(
          "observation",
          [](const State& s, std::optional<int> player) {
            return observation_of(s.game, s.now, seat(s, player));
          },
          player, "What a seat may know, as an object of its own: what agents are handed.")
      .def(
          "information_state_string",
          [](const State& s, std::optional<int> player) {
            const auto side = seat(s, player);
            return infostate_name(*s.game, s.game->any->observe(s.now, play::viewer_of(side)),
                                  side);
          },
          player, "The same for all positions that the seat cannot tell apart.")
      .def(
          "observation_string",
          [](const State& s, std::optional<int> player) {
            const auto side = seat(s, player);
            return infostate_name(*s.game, s.game->any->observe(s.now, play::viewer_of(side)),
                                  side);
          },
          player)
      .def(
          "observation_tensor",
          [](const State& s, std::optional<int> player) {
            const auto side = seat(s, player);
            return tensor_of(*s.game, s.game->any->observe(s.now, play::viewer_of(side)), side);
          },
          player, "float32 of shape (Game.observation_tensor_size(),); see Game.tensor_layout().")
      .def(
          "information_state_tensor",
          [](const State& s, std::optional<int> player) {
            const auto side = seat(s, player);
            return tensor_of(*s.game, s.game->any->observe(s.now, play::viewer_of(side)), side);
          },
          player, "The same as observation_tensor(): an observation holds all a seat may know.")
      .def(
          "resample_from_infostate", &resampled, py::arg("player"), py::arg("sampler") = py::none(),
          R"(A position that `player` cannot tell from this one, hidden facts dealt again. `sampler`
is called once for a number from 0 to 1; None: the same for all positions that the player cannot
tell apart. Its history begins there.)")
      .def("serialize", &serialize, "One line of JSON; Game.deserialize_state() reads it.")
      .def(
          "to_string", [](const State& s) { return s.game->any->state_text(s.now); },
          "The whole position as text, hidden facts too.")
      .def("__str__", [](const State& s) { return s.game->any->state_text(s.now); })
      .def("hash", [](const State& s) { return s.game->any->hash(s.now); })
      .def(
          "__eq__",
          [](const State& a, const State& b) {
            return a.game->any->info().data_hash == b.game->any->info().data_hash && a.now == b.now;
          },
          py::is_operator())
      .def(
          "to_svg",
          [](const State& s, std::optional<int> player, bool whole) {
            const auto& any = *s.game->any;
            return svg_of(*s.game,
                          whole ? any.whole_view(s.now)
                                : any.view(any.observe(s.now, play::viewer_of(seat(s, player)))));
          },
          player, py::arg("whole") = false, "The map as a seat sees it (or all of it), as SVG.")
      .def("__repr__", [](const State& s) {
        return fmt::format("<niemen.State of {}: turn {}, player {}>", s.game->any->info().title,
                           s.game->any->turn(s.now), player_of(actor(s)));
      });
}

void bind_observation(py::module_& module) {
  py::class_<Observation> type(
      module, "Observation",
      R"(What a seat may know of a position, and nothing else: what an agent is
handed. What is legal is read from a sampled position, which by the contract has the same list.)");
  made_here_only(type);
  type.def_property_readonly("player", [](const Observation& o) { return play::index(o.side); })
      .def_property_readonly("turn",
                             [](const Observation& o) { return o.game->any->turn(o.world); })
      .def("get_game", [](const Observation& o) { return o.game; })
      .def("legal_actions", &legal_of)
      .def(
          "action_to_string",
          [](const Observation& o, std::int64_t number) {
            const auto action = whole_action(number);
            const auto list = legal_of(o);
            if (!std::binary_search(list.begin(), list.end(), action))
              throw IllegalAction(fmt::format("action {} is not legal here", action));
            return o.game->any->action_text(o.world, action);
          },
          py::arg("action"))
      .def("step", [](const Observation& o) { return step_of(*o.game, o.world); })
      .def("view", [](const Observation& o) { return view_of(*o.game, o.bytes); })
      .def("observation_tensor",
           [](const Observation& o) { return tensor_of(*o.game, o.bytes, o.side); })
      .def("information_state_string",
           [](const Observation& o) { return infostate_name(*o.game, o.bytes, o.side); })
      .def(
          "sample_world",
          [](const Observation& o, std::uint64_t seed) {
            core::RandomStream random(seed);
            return state_at(o.game, o.game->any->sample_world(o.bytes, random));
          },
          py::arg("seed"), "A position that the seat cannot refute.")
      .def("__repr__", [](const Observation& o) {
        return fmt::format("<niemen.Observation of player {} in turn {} of {}>",
                           play::index(o.side), o.game->any->turn(o.world),
                           o.game->any->info().title);
      });
}

}  // namespace

GameHandle load(play::GameRequest request) {
  auto game = std::make_shared<Game>();
  game->any = systems::load_game(request);
  game->request = std::move(request);
  game->quick = quick_game(*game->any);
  game->layout = tensor_layout(*game->any);
  return game;
}

Observation observation_of(const GameHandle& game, const play::AnyState& state, play::Side side,
                           bool of_world) {
  Observation seen{game, game->any->observe(state, play::viewer_of(side)), side, {}};
  // A list read from the position itself would be the same; a world cannot tell more.
  core::RandomStream random(core::hash_bytes(seen.bytes));
  seen.world = of_world ? state : game->any->sample_world(seen.bytes, random);
  return seen;
}

void bind_games(py::module_& module) {
  static const auto input_error =
      py::register_exception<core::InputError>(module, "InputError", PyExc_ValueError);
  static const auto illegal =
      py::register_exception<IllegalAction>(module, "IllegalAction", input_error);
  module.def(
      "_load_game",
      [](const std::string& game, std::string scenario, std::string preset,
         const std::string& opening_a, const std::string& opening_b,
         std::vector<std::string> overrides) {
        play::GameRequest request;
        request.folder = play::find_game_folder(game);
        request.scenario = std::move(scenario);
        request.preset = std::move(preset);
        request.openings[0] = opening_a;
        request.openings[1] = opening_b;
        request.overrides = std::move(overrides);
        return load(std::move(request));
      },
      py::arg("game"), py::arg("scenario") = "", py::arg("preset") = "", py::arg("opening_a") = "",
      py::arg("opening_b") = "", py::arg("overrides") = std::vector<std::string>{});
  module.def("game_titles", &play::game_titles, "Titles that load_game() takes, of configs/games.");
  bind_game(module);
  bind_state(module);
  bind_observation(module);
}

}  // namespace niemen::python
