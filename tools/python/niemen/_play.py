"""Whole campaigns between players: agents of Niemen and callables."""

import ctypes
import _thread
import dataclasses
import numbers
import operator
import os
import queue
import threading
import time

from . import _niemen
from ._games import game_of


@dataclasses.dataclass
class CampaignRecord:
    """A campaign that was played.

    state: the last position, with its history; players: their names; returns: 1, -1 or 0 for each
    side; outcome: as State.outcome(); forfeit: None, or (player, reason) of the one who failed,
    who has lost; decisions, dice: how many; seconds: thinking time of each player.
    """
    state: "_niemen.State"
    players: tuple
    returns: list
    outcome: dict
    forfeit: tuple
    decisions: int
    dice: int
    seconds: tuple

    @property
    def winner(self):
        """0, 1, or None for a draw."""
        first = self.returns[0]
        return None if first == 0 else 0 if first > 0 else 1


def player_of(player):
    """An agent by name or itself, or a callable. Raises InputError, TypeError."""
    if isinstance(player, str):
        return _niemen.agent(player)
    if isinstance(player, _niemen.Agent) or callable(player):
        return player
    raise TypeError("a player is the name of an agent, a niemen.Agent or a callable that takes a "
                    f"niemen.Observation and returns an action, not {type(player).__name__}")


def name_of(player):
    return getattr(player, "name", None) or getattr(player, "__name__", type(player).__name__)


def seed_of(seed):
    """The seed as a number of 64 bits. Raises InputError, TypeError."""
    if not isinstance(seed, numbers.Integral) or isinstance(seed, bool):
        raise TypeError(f"a seed is a whole number, not {type(seed).__name__}")
    if seed < 0:
        raise _niemen.InputError(f"seed is {seed}; allowed: 0 and up")
    return int(seed) % 2 ** 64


def patience_of(seconds):
    """answer_seconds as they were given. Raises InputError, TypeError."""
    if not isinstance(seconds, numbers.Real) or isinstance(seconds, bool):
        raise TypeError(f"answer_seconds is a number, not {type(seconds).__name__}")
    if not 0 <= seconds <= _MOST_SECONDS:
        raise _niemen.InputError(
            f"answer_seconds is {seconds}; allowed: 0 (any time) to {_MOST_SECONDS}")
    return float(seconds)


_MOST_SECONDS = 1_000_000_000
_BETWEEN_LOOKS = 0.1  # seconds


def _raise_in(thread, kind):
    """Raises an exception in a thread, as soon as it is back in Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))


class _Helper:
    """A thread on which callables are called."""

    def __init__(self):
        self._questions, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
        self._lock, self._gone = threading.Lock(), False
        # Not a threading.Thread: whoever starts one waits for it without hearing anything.
        self._ident = _thread.start_new_thread(self._work, ())

    def _work(self):
        try:
            while (question := self._questions.get()) is not None:
                player, seen = question
                try:
                    told = player(seen), None
                except BaseException as error:
                    told = None, error
                self._answers.put(told)
                del question, player, seen, told
        except BaseException:  # told to leave, when the callable had just answered
            pass
        with self._lock:
            self._gone = True

    def ask(self, player, seen):
        """The answer, and what was raised instead."""
        self._questions.put((player, seen))
        while True:
            try:
                return self._answers.get(timeout=_BETWEEN_LOOKS)
            except queue.Empty:
                continue  # and what is raised in this thread is heard

    def leave(self, kind):
        """Nobody waits for it any more."""
        self._questions.put(None)
        with self._lock:
            if not self._gone:  # else its number may be another thread's by now
                _raise_in(self._ident, kind)


_idle = []
os.register_at_fork(after_in_child=_idle.clear)


def call_beside(player, seen):
    """player(seen) on a thread of its own: whoever waits here can be told to leave, even while the
    callable sleeps or catches what is raised in it."""
    try:
        helper = _idle.pop()
    except IndexError:
        helper = _Helper()
    try:
        answer, error = helper.ask(player, seen)
    except BaseException as told:
        helper.leave(type(told))
        raise
    _idle.append(helper)
    if error is not None:
        raise error
    return answer


class _Patience:
    """Raises TimeoutError in this thread after some seconds: a callable that never returns."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __enter__(self):
        if not self.seconds:
            return
        thread, self.over, self.lock = threading.get_ident(), False, threading.Lock()

        def end():
            with self.lock:
                if not self.over:
                    _raise_in(thread, TimeoutError)
        self.timer = threading.Timer(self.seconds, end)
        self.timer.daemon = True
        self.timer.start()

    def __exit__(self, *_):
        if self.seconds:
            with self.lock:
                self.over = True
            self.timer.cancel()


def ask(player, observation, seed, answer_seconds=0):
    """The action of a player. Raises AgentFailure for whatever a callable does wrong."""
    if isinstance(player, _niemen.Agent):
        return player.decide(observation, seed=seed)
    try:
        with _Patience(answer_seconds):
            answer = call_beside(player, observation) if answer_seconds else player(observation)
    except TimeoutError as error:
        raise _niemen.AgentFailure(
            str(error) or f"no answer within {answer_seconds} seconds") from error
    except Exception as error:
        raise _niemen.AgentFailure(f"{type(error).__name__}: {error}") from error
    try:
        action = operator.index(answer)
    except TypeError:
        raise _niemen.AgentFailure(
            f"answered with {type(answer).__name__}, which is no action") from None
    if action not in observation.legal_actions():
        raise _niemen.AgentFailure(f"answered {action}, which is not legal")
    return action


def _two(players):
    """A list of two players. Raises TypeError."""
    if isinstance(players, str) or not hasattr(players, "__len__") or len(players) != 2:
        raise TypeError('a campaign has two players, as in ["captain", "random"]')
    return list(players)


def play_campaign(game, players, seed=1, start=None, answer_seconds=0, watch=None):
    """Plays a whole campaign and returns a CampaignRecord.

    game: a Game, or a title.
    players: two, for both sides: names of agents ("captain"), niemen.Agent, or callables that take
    a niemen.Observation and return one of its legal_actions(). Whoever raises, answers with
    nonsense or takes longer than answer_seconds (0: any time) forfeits the campaign. With
    answer_seconds callables are called on a thread of their own, and nobody waits for one longer.
    seed: names every die, and the agents' luck; start: a State, else the initial position.
    watch(state, player, action): called before each decision, in a campaign with a callable.
    Ctrl-C raises KeyboardInterrupt. Raises InputError, TypeError.
    """
    players, game = _two(players), game_of(game)
    seed, answer_seconds = seed_of(seed), patience_of(answer_seconds)
    if start is not None:
        if not isinstance(start, _niemen.State):
            raise TypeError(f"start is a niemen.State, not {type(start).__name__}")
        if start.get_game().data_hash != game.data_hash:
            raise _niemen.InputError(
                "the campaign cannot start from a position of another game")
    seats = [player_of(player) for player in players]
    names = tuple(name_of(seat) for seat in seats)
    if all(isinstance(seat, _niemen.Agent) for seat in seats) and watch is None:
        return _between_agents(game, seats, names, seed, start)
    state = start.clone() if start is not None else game.new_initial_state()
    for seat in seats:
        if isinstance(seat, _niemen.Agent):
            seat.begin_campaign()
    forfeit, decisions, seconds = None, 0, [0.0, 0.0]
    begun, most = len(state.history()), game.max_game_length()
    state.apply_chance(seed)
    while not state.is_terminal() and state.move_number() - begun < most:
        player = state.current_player()
        key = _niemen._mix(_niemen._mix(seed, player + 1), state.move_number())
        since = time.perf_counter()
        try:
            action = ask(seats[player], state.observation(player), key, answer_seconds)
        except _niemen.AgentFailure as failure:
            forfeit = (player, str(failure))
            break
        seconds[player] += time.perf_counter() - since
        if watch is not None:
            watch(state, player, action)
        state.apply_action(action)
        decisions += 1
        state.apply_chance(seed)
    dice = len(state.history()) - begun - decisions
    return _record(state, names, forfeit, decisions, dice, seconds)


def _between_agents(game, seats, names, seed, start):
    played = _niemen._play_match(game, seats[0], seats[1], seed, start)
    state = start.clone() if start is not None else game.new_initial_state()
    for action in played["actions"]:
        state.apply_action(action)
    return _record(state, names, played["forfeit"], played["decisions"], played["dice"],
                   played["seconds"])


def _record(state, names, forfeit, decisions, dice, seconds):
    returns = state.returns()
    if forfeit is not None:
        returns = [-1.0, 1.0] if forfeit[0] == 0 else [1.0, -1.0]
    return CampaignRecord(state, names, returns, state.outcome(), forfeit, decisions, dice,
                          tuple(seconds))


def play_match(game, players, campaigns=10, seed=1, answer_seconds=0):
    """Plays several campaigns, with other dice each, and returns a pandas table of them.

    Columns: campaign, winner (0, 1 or missing for a draw), margin, turns, decisions, dice, forfeit,
    seed. Arguments as in play_campaign().
    """
    import pandas
    if not isinstance(campaigns, numbers.Integral):
        raise TypeError(f"campaigns is a whole number, not {type(campaigns).__name__}")
    if campaigns < 1:
        raise _niemen.InputError(f"campaigns is {campaigns}; allowed: 1 and up")
    game, seed = game_of(game), seed_of(seed)
    seats = [player_of(player) for player in _two(players)]
    rows = []
    for number in range(campaigns):
        # 53 bits: exact as a float, and the table no wider than a screen.
        key = _niemen._mix(seed, number) >> 11
        record = play_campaign(game, seats, key, answer_seconds=answer_seconds)
        rows.append({"campaign": number, "winner": record.winner,
                     "margin": record.outcome["margin"] if record.outcome else None,
                     "turns": record.state.turn(), "decisions": record.decisions,
                     "dice": record.dice,
                     "forfeit": record.forfeit[1] if record.forfeit else None, "seed": key})
    return pandas.DataFrame(rows).astype({"winner": "Int64", "seed": "uint64"})
