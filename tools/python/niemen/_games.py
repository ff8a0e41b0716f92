"""Loading games, and what OpenSpiel asks of a game and a state beyond the compiled part."""

import copyreg
import os
import types

import numpy

from . import _niemen

CHANCE, TERMINAL = -1, -4


def _toml(value):
    """A value in the notation of TOML, as --set takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_toml(one) for one in value) + "]"
    return str(value)


def load_game(game, scenario="", preset="", openings=("", ""), set=None):
    """A game by its title in configs/games, or by the path of any folder.

    scenario, preset: names, see Game.scenarios and Game.presets; "" is the game's own.
    openings: the names of opening files of both sides; "" means that set-up is played.
    set: changed parameters, {"rules.depot_serves": 3}; see Game.parameters().
    Raises InputError in one line: file, line, what is allowed.
    """
    for name, value in (("scenario", scenario), ("preset", preset)):
        if not isinstance(value, str):
            raise TypeError(f'{name} is a name, not {type(value).__name__}; changed parameters are '
                            'given as set={"key": value}')
    if set is not None and not hasattr(set, "items"):
        raise TypeError('set is a dictionary: {"key": value}')
    if (not isinstance(openings, (list, tuple)) or len(openings) != 2
            or not all(isinstance(name, str) for name in openings)):
        raise TypeError("openings are two names, of the first and of the second side")
    for key in set or {}:
        if "=" in str(key):
            raise _niemen.InputError(f'set: "{key}" is no key; see Game.parameters()')
    overrides = [f"{key}={_toml(value)}" for key, value in (set or {}).items()]
    return _niemen._load_game(os.fspath(game), scenario, preset, openings[0], openings[1],
                              overrides)


def game_of(game):
    """A Game as it is, or one by its title. Raises InputError, TypeError."""
    return game if isinstance(game, _niemen.Game) else load_game(game)


def _game_again(folder, scenario, preset, opening_a, opening_b, overrides):
    return _niemen._load_game(folder, scenario, preset, opening_a, opening_b, overrides)


def _state_again(game, text):
    return game.deserialize_state(text)


copyreg.pickle(_niemen.Game, lambda game: (_game_again, game._request()))
def _agent_again(name):
    return _niemen.agent(name)


def _observation_again(world, player):
    return world.observation(player)


copyreg.pickle(_niemen.State, lambda state: (_state_again, (state.get_game(), state.serialize())))
# Of a position that the seat cannot refute it would be told the same.
copyreg.pickle(_niemen.Observation,
               lambda seen: (_observation_again, (seen.sample_world(1), seen.player)))
copyreg.pickle(_niemen.Agent, lambda agent: (_agent_again, (agent.asked,)))
# Nothing of a game changes: one is enough, and one loaded again is the same.
_niemen.Game.__eq__ = lambda game, other: (
    game.data_hash == other.data_hash if isinstance(other, _niemen.Game) else NotImplemented)
_niemen.Game.__hash__ = lambda game: hash(game.data_hash)
_niemen.Game.__copy__ = lambda game: game
_niemen.Game.__deepcopy__ = lambda game, memo: game


def _pyspiel_type(name, value):
    """The enumerator of pyspiel where that is installed, else its name."""
    try:
        import pyspiel
        return getattr(getattr(pyspiel.GameType, name), value)
    except (ImportError, AttributeError):
        return value


def _get_type(game):
    """OpenSpiel's GameType: sequential, explicit chance, imperfect information, zero sum, reward
    at the end."""
    return types.SimpleNamespace(
        short_name=game.title,
        long_name=game.title,
        dynamics=_pyspiel_type("Dynamics", "SEQUENTIAL"),
        chance_mode=_pyspiel_type("ChanceMode", "EXPLICIT_STOCHASTIC"),
        information=_pyspiel_type("Information", "IMPERFECT_INFORMATION"),
        utility=_pyspiel_type("Utility", "ZERO_SUM"),
        reward_model=_pyspiel_type("RewardModel", "TERMINAL"),
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={})


def _get_parameters(game):
    """{key: value} of Game.parameters()."""
    return {row["key"]: row["value"] for row in game.parameters()}


def _legal_actions_mask(state, player=None):
    """int8 of shape (Game.num_distinct_actions(),): 1 for each legal action of a player (None: of
    the one who decides); all 0 where another decides, or chance."""
    mask = numpy.zeros(state.num_distinct_actions(), "int8")
    if state.is_player_node():
        mask[state.legal_actions(player)] = 1
    return mask


_niemen.Game.get_type = _get_type
_niemen.Game.get_parameters = _get_parameters
_niemen.State.legal_actions_mask = _legal_actions_mask
_niemen.State.num_players = lambda state: 2
_niemen.State.num_distinct_actions = lambda state: state.get_game().num_distinct_actions()
_niemen.State.is_mean_field_node = lambda state: False
_niemen.State.is_initial_state = lambda state: state.move_number() == 0
_niemen.State.history_str = lambda state: " ".join(map(str, state.history()))
