"""The games, players and lab of Niemen from Python.

    import niemen

    game = niemen.load_game("russia-1812", preset="advanced")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_chance(1812)
        else:
            state.apply_action(state.legal_actions()[0])
    print(state.returns(), state.outcome())

Game and State have the shape of OpenSpiel's, niemen.environment() that of PettingZoo's,
niemen.SeatEnv that of Gymnasium's; tools/python/README.md has the table of names.
Errors are exceptions whose text is one line: InputError (a ValueError), IllegalAction (an
InputError that names the rule), AgentFailure.
"""

import ctypes as _ctypes
import os as _os


def _interpreter(function):
    function.restype = _ctypes.c_void_p
    return function()


if (_interpreter(_ctypes.pythonapi.PyInterpreterState_Get)
        != _interpreter(_ctypes.pythonapi.PyInterpreterState_Main)):
    # What is compiled waits for the lock of the main one, for good.
    raise ImportError("niemen works in the main interpreter of a process only")

if "NIEMEN_CONFIGS" not in _os.environ:
    _configs = _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), "configs")
    if _os.path.isdir(_configs):
        _os.environ["NIEMEN_CONFIGS"] = _configs

from ._niemen import (Agent, AgentFailure, Game, IllegalAction, InputError, Interrupted,
                      Observation, State, VectorEnv, agent, agent_names, game_titles,
                      sample_positions)
from . import lab
from ._games import load_game
from ._play import CampaignRecord, play_campaign, play_match
from ._environments import CampaignEnv, SeatEnv, environment

InputError.__doc__ = "What is wrong with the input, and what is allowed, in one line. A ValueError."
IllegalAction.__doc__ = "An action that is not legal; names the rule. An InputError."
AgentFailure.__doc__ = "An agent could not answer, or answered with what is not legal."
Interrupted.__doc__ = "Work that was asked to stop."

for _one in (Agent, AgentFailure, Game, IllegalAction, InputError, Interrupted, Observation, State,
             VectorEnv):
    _one.__module__ = __name__  # what tracebacks and help() say

__all__ = ["Agent", "AgentFailure", "CampaignEnv", "CampaignRecord", "Game", "IllegalAction",
           "InputError", "Interrupted", "Observation", "SeatEnv", "State", "VectorEnv", "agent",
           "agent_names", "environment", "game_titles", "lab", "load_game", "play_campaign", "play_match",
           "sample_positions"]
