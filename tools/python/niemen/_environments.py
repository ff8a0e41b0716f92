"""Environments in the shapes of PettingZoo (turn by turn) and Gymnasium (one seat)."""

import functools
import numbers
import operator
import subprocess

import numpy

from . import _niemen
from ._games import game_of
from ._play import ask, patience_of, player_of, seed_of

MOST_CHOICES = 1024


class Discrete:
    """The whole numbers 0 to n - 1, as gymnasium.spaces.Discrete."""

    def __init__(self, n):
        self.n, self.shape, self.dtype = n, (), numpy.dtype("int64")
        self._random = numpy.random.default_rng()

    def seed(self, seed=None):
        self._random = numpy.random.default_rng(seed)
        return [seed]

    def sample(self, mask=None):
        """One at random, of those where mask is not 0."""
        if mask is None:
            return int(self._random.integers(self.n))
        return int(self._random.choice(numpy.flatnonzero(mask)))

    def contains(self, value):
        return (isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
                and 0 <= value < self.n)

    __contains__ = contains

    def __eq__(self, other):
        return getattr(other, "n", None) == self.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box:
    """Arrays of one shape, as gymnasium.spaces.Box."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high = low, high
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)

    def seed(self, seed=None):
        return [seed]

    def sample(self):
        return numpy.zeros(self.shape, self.dtype)

    def contains(self, value):
        return (isinstance(value, numpy.ndarray) and value.shape == self.shape
                and value.dtype == self.dtype)

    __contains__ = contains

    def __eq__(self, other):
        return (getattr(other, "shape", None) == self.shape
                and getattr(other, "dtype", None) == self.dtype)

    def __repr__(self):
        return f"Box({self.shape}, {self.dtype})"


class Dict(dict):
    """Spaces by name, as gymnasium.spaces.Dict."""

    @property
    def spaces(self):
        return self

    def seed(self, seed=None):
        return [space.seed(seed) for space in self.values()]

    def sample(self):
        return {name: space.sample() for name, space in self.items()}

    def contains(self, value):
        return (isinstance(value, dict) and value.keys() == self.keys()
                and all(space.contains(value[name]) for name, space in self.items()))


def _spaces_module():
    """gymnasium.spaces where it is installed: others then know our spaces for theirs."""
    try:
        import gymnasium.spaces
        return gymnasium.spaces
    except ImportError:
        return None


class _Choices:
    """Positions in the list of what is legal: sample() takes one that there is now, so that a loop
    over env.action_space.sample() plays."""

    choices = MOST_CHOICES

    def sample(self, mask=None, *others, **named):
        """One at random, of those where mask is not 0; None: of those that are legal now."""
        if mask is None and not others and not named and self.choices:
            mask = (numpy.arange(self.n) < self.choices).astype("int8")
        return super().sample(mask, *others, **named)

    def __reduce__(self):
        return _actions, (), self.__dict__


@functools.cache
def _choices_class(discrete):
    return type("Choices", (_Choices, discrete), {"__hash__": None})


def _actions():
    spaces = _spaces_module()
    return _choices_class(Discrete if spaces is None else spaces.Discrete)(MOST_CHOICES)


def _numbers(size):
    """Whole numbers of 16 bits each, as sample_positions() has them too."""
    spaces, whole = _spaces_module(), numpy.iinfo("int16")
    box = Box if spaces is None else spaces.Box
    return box(whole.min, whole.max, (size,), numpy.float32)


def _observations(game):
    spaces = _spaces_module()
    dictionary, box = (Dict, Box) if spaces is None else (spaces.Dict, spaces.Box)
    return dictionary({"observation": _numbers(game.observation_tensor_size()),
                       "action_mask": box(0, 1, (MOST_CHOICES,), numpy.int8)})


def _choice_of(action, count):
    """A position in a list of that length. Raises TypeError, IllegalAction."""
    try:
        choice = None if isinstance(action, (bool, numpy.bool_)) else operator.index(action)
    except TypeError:
        choice = None
    if choice is None:
        raise TypeError(f"an action is a whole number, not {type(action).__name__}")
    if not 0 <= choice < count:
        raise _niemen.IllegalAction(f"choice {choice} is not legal; allowed: 0 to {count - 1}")
    return choice


@functools.cache
def _joined(cls, base):
    return type(cls.__name__, (cls, base),
                {"__module__": cls.__module__, "__doc__": cls.__doc__, "_plain": cls})


def _again(cls):
    return cls.__new__(cls)


class _Based:
    """Its objects are of the base class of another library as well, where that is installed."""

    def __new__(cls, *_, **__):
        base = cls._base()
        return object.__new__(cls if base is None or issubclass(cls, base) else _joined(cls, base))

    def __reduce__(self):
        return _again, (getattr(type(self), "_plain", type(self)),), self.__dict__


class _Seeded:
    """Names the dice of campaigns: by the seed that reset() is given, later ones by its luck."""

    _random = None

    def _begin(self, seed):
        if seed is not None:
            self.seed, self._random = seed_of(seed), numpy.random.default_rng(int(seed))
            return
        if self._random is None:
            self._random = numpy.random.default_rng()
        self.seed = int(self._random.integers(1 << 62))


def pixels(svg, width=1200):
    """A picture as numbers: uint8 of shape (height, width, 3). Needs rsvg-convert and matplotlib.
    Raises RuntimeError where they are not there."""
    import io
    try:
        png = subprocess.run(["rsvg-convert", "--width", str(width)], input=svg.encode(),
                             stdout=subprocess.PIPE, check=True).stdout
        from matplotlib.image import imread
    except (OSError, subprocess.CalledProcessError, ImportError) as error:
        raise RuntimeError(f"a picture cannot be made into numbers: {error}") from error
    return (imread(io.BytesIO(png), format="png")[:, :, :3] * 255).astype("uint8")


def _check_mode(mode):
    if mode not in (None, "svg", "rgb_array"):
        raise _niemen.InputError(f'render_mode is "{mode}"; allowed: svg, rgb_array')


class CampaignEnv(_Based, _Seeded):
    """A campaign for two players, turn by turn, in the shape of pettingzoo.AECEnv.

    agents: "player_0" and "player_1". An action is a position in the ascending list of what is
    legal; observations are {"observation": float32 (size,), "action_mask": int8 (1024,)}, and the
    mask is 1 where there is such a position (all 0 for the player who does not decide). Dice are
    rolled by themselves. infos[agent]["actions"] are the actions themselves, for
    State.action_to_string(). Rewards come at the end: 1, -1, or 0 for a draw.
    An action out of the list raises IllegalAction, and nothing is done. A pettingzoo.AECEnv where
    PettingZoo is there.
    """

    @staticmethod
    def _base():
        try:
            from pettingzoo import AECEnv
        except ImportError:
            return None
        return AECEnv

    def __init__(self, game, render_mode=None):
        _check_mode(render_mode)
        self.game = game_of(game)
        self.render_mode = render_mode
        self.metadata = {"name": "niemen_" + self.game.title.replace("-", "_") + "_v0",
                         "render_modes": ["svg", "rgb_array"], "is_parallelizable": False,
                         "render_fps": 1}
        self.possible_agents = ["player_0", "player_1"]
        observations = _observations(self.game)
        self.observation_spaces = {agent: observations for agent in self.possible_agents}
        self.action_spaces = {agent: _actions() for agent in self.possible_agents}
        self.state_space = _numbers(2 * self.game.observation_tensor_size())
        self.agents, self.state_object = [], None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def reset(self, seed=None, options=None):
        """Begins a campaign. seed names its dice, and those of campaigns that later begin with
        None; options are for others and change nothing."""
        self._begin(seed)
        self.state_object = self.game.new_initial_state()
        self.state_object.apply_chance(self.seed)
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        state = self.state_object
        player = state.current_player()
        self._legal = state.legal_actions() if player >= 0 else []
        for agent in self.agents:
            self.infos[agent] = {"actions": []}
        for number, agent in enumerate(self.possible_agents):
            self.action_spaces[agent].choices = len(self._legal) if number == player else 0
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
            self.infos[self.agent_selection] = {"actions": list(self._legal)}

    def _ready(self):
        if self.state_object is None:
            raise RuntimeError("reset() begins a campaign; nothing can be done before")

    def observe(self, agent):
        """What the agent sees, see the class."""
        self._ready()
        if agent not in self.possible_agents:
            raise _niemen.InputError(f'no agent "{agent}"; there are: player_0, player_1')
        player = self.possible_agents.index(agent)
        mask = numpy.zeros(MOST_CHOICES, "int8")
        if self.state_object.current_player() == player:
            mask[:len(self._legal)] = 1
        return {"observation": self.state_object.observation_tensor(player), "action_mask": mask}

    def last(self, observe=True):
        """observation, reward since it last acted, terminated, truncated, info of who acts."""
        self._ready()
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action):
        """Takes the action of who acts; None once the campaign is over for him."""
        self._ready()
        if not self.agents:
            raise RuntimeError("the campaign is over: reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the campaign is over for this agent: its only action is None")
            self.agents.remove(agent)
            for each in (self.rewards, self._cumulative_rewards, self.terminations,
                         self.truncations, self.infos):
                del each[agent]
            for other in self.agents:  # what was given has been given
                self.rewards[other] = 0.0
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        choice = _choice_of(action, len(self._legal))
        self._cumulative_rewards[agent] = 0.0
        self.state_object.apply_action(self._legal[choice])
        self.state_object.apply_chance(self.seed)
        returns = self.state_object.returns()
        for player, name in enumerate(self.agents):
            self.rewards[name] = returns[player]
            self._cumulative_rewards[name] += returns[player]
            self.terminations[name] = self.state_object.is_terminal()
        self._select()

    def agent_iter(self, max_iter=2 ** 63):
        """Who acts, again and again until nobody is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self):
        """The map as who acts sees it: SVG text, or uint8 (height, width, 3)."""
        self._ready()
        player = self.possible_agents.index(self.agent_selection)
        svg = self.state_object.to_svg(player)
        return pixels(svg) if self.render_mode == "rgb_array" else svg

    def state(self):
        """What both sides see, one after the other: float32."""
        self._ready()
        return numpy.concatenate([self.state_object.observation_tensor(p) for p in (0, 1)])

    def close(self):
        """Nothing is held open."""

    def __str__(self):
        return self.metadata["name"]


def environment(game, render_mode=None):
    """A CampaignEnv of a game, or of its title."""
    return CampaignEnv(game, render_mode)


class SeatEnv(_Based, _Seeded):
    """One seat of a game against a player, in the shape of gymnasium.Env.

    player: the seat that is played, 0 or 1; opponent: as in play_campaign(). Actions and
    observations as in CampaignEnv; info["actions"] are the actions themselves. The reward comes at
    the end. An opponent who fails has lost: info["forfeit"] says why. A gymnasium.Env where
    Gymnasium is there.
    """

    @staticmethod
    def _base():
        try:
            from gymnasium import Env
        except ImportError:
            return None
        return Env

    def __init__(self, game, player=0, opponent="doctrine", answer_seconds=0, render_mode=None):
        if not isinstance(player, numbers.Integral):
            raise TypeError(f"player is 0 or 1, not {type(player).__name__}")
        if player not in (0, 1):
            raise _niemen.InputError(f"player is {player}; allowed: 0, 1")
        _check_mode(render_mode)
        self.game, self.player = game_of(game), player
        self.opponent, self.answer_seconds = player_of(opponent), patience_of(answer_seconds)
        self.render_mode = render_mode
        self.metadata = {"render_modes": ["svg", "rgb_array"], "render_fps": 1}
        self.observation_space, self.action_space = _observations(self.game), _actions()
        self.reward_range = (-1.0, 1.0)
        self.spec, self.state = None, None

    @property
    def unwrapped(self):
        return self

    def reset(self, seed=None, options=None):
        """Begins a campaign: (observation, info). seed as in CampaignEnv."""
        self._begin(seed)
        if hasattr(super(), "reset"):  # Gymnasium's own luck
            super().reset(seed=seed)
        if isinstance(self.opponent, _niemen.Agent):
            self.opponent.begin_campaign()
        self.state, self._forfeit = self.game.new_initial_state(), None
        self._go_on()
        return self._observation(), self._info()

    def _go_on(self):
        """Until the seat decides or the campaign is over."""
        state = self.state
        state.apply_chance(self.seed)
        while state.current_player() == 1 - self.player:
            key = _niemen._mix(self.seed, state.move_number())
            try:
                action = ask(self.opponent, state.observation(1 - self.player), key,
                             self.answer_seconds)
            except _niemen.AgentFailure as failure:
                self._forfeit = str(failure)
                break
            state.apply_action(action)
            state.apply_chance(self.seed)
        self._legal = [] if self._forfeit else state.legal_actions(self.player)
        self.action_space.choices = len(self._legal)

    def _observation(self):
        mask = numpy.zeros(MOST_CHOICES, "int8")
        mask[:len(self._legal)] = 1
        return {"observation": self.state.observation_tensor(self.player), "action_mask": mask}

    def action_masks(self):
        """bool of shape (1024,): which choices there are, as learners with masks ask."""
        if self.state is None:
            raise RuntimeError("reset() begins a campaign; nothing can be done before")
        return numpy.arange(MOST_CHOICES) < len(self._legal)

    def _info(self):
        info = {"actions": list(self._legal)}
        if self._forfeit:
            info["forfeit"] = self._forfeit
        return info

    def step(self, action):
        """(observation, reward, terminated, truncated, info)."""
        if self.state is None:
            raise RuntimeError("reset() begins a campaign; nothing can be done before")
        if not self._legal:
            raise RuntimeError("the campaign is over: reset() begins another")
        self.state.apply_action(self._legal[_choice_of(action, len(self._legal))])
        self._go_on()
        over = self.state.is_terminal() or self._forfeit is not None
        reward = 1.0 if self._forfeit else self.state.returns()[self.player]
        return self._observation(), reward, over, False, self._info()

    def render(self):
        """The map as the seat sees it: SVG text, or uint8 (height, width, 3)."""
        if self.state is None:
            raise RuntimeError("reset() begins a campaign; nothing can be done before")
        svg = self.state.to_svg(self.player)
        return pixels(svg) if self.render_mode == "rgb_array" else svg

    def close(self):
        """Nothing is held open."""
