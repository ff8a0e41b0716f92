"""Loading games, and what OpenSpiel asks of a game and a state beyond the compiled part."""

import copyreg
import os
import types

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
    if set is not None and not hasattr(set, "items"):
        raise TypeError('set is a dictionary: {"key": value}')
    if isinstance(openings, str) or len(openings) != 2:
        raise TypeError("openings are two names, of the first and of the second side")
    for key in set or {}:
        if "=" in str(key):
            raise _niemen.InputError(f'set: "{key}" is no key; see Game.parameters()')
    overrides = [f"{key}={_toml(value)}" for key, value in (set or {}).items()]
    return _niemen._load_game(os.fspath(game), scenario, preset, openings[0], openings[1],
                              overrides)


def _game_again(folder, scenario, preset, opening_a, opening_b, overrides):
    return _niemen._load_game(folder, scenario, preset, opening_a, opening_b, overrides)


def _state_again(game, text):
    return game.deserialize_state(text)


copyreg.pickle(_niemen.Game, lambda game: (_game_again, game._request()))
copyreg.pickle(_niemen.State, lambda state: (_state_again, (state.get_game(), state.serialize())))


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


_niemen.Game.get_type = _get_type
_niemen.State.num_players = lambda state: 2
