"""Plain programs to measure doctrines against: what somebody writes in an afternoon who knows the rules
and nothing of the doctrines. They know any game by what its map and a side's view say.

Three tempers:
  raider  goes for the places worth points that fewest guard, a stack each, around whoever is stronger
  hugger  goes to the nearest place worth points and stays there; attacks what stands next to it
  column  goes all together for one place, and attacks whatever is weaker on the way

    scripts/python tests/opponents/bars.py --help
"""

import math
import random
from collections import deque

TEMPERS = ("raider", "hugger", "column")

_FAR = 999
# Steps of a march without fatigue, in games that ask for a march hex by hex.
_MARCH = 3
# By temper: how much stronger whoever attacks wants to be.
_ODDS = {"raider": 1.5, "hugger": 1.0, "column": 1.2}
# Decisions that are taken in this way whenever they come up.
_LIKED = ("whole", "take all", "fire", "pursue", "yes", "with supply unit", "attack by C", "defend by H", "end march")
_DONE = ("done", "end ", "halt", "keep", "burn nothing", "no pursuit", "hold back", "retire 0", "fortress feeds nobody")


def _sides(space):
    outline = space.get("polygon", [])
    return zip(outline, outline[1:] + outline[:1])


class Map:
    """Places, the ways between them, and what they are worth."""

    def __init__(self, game):
        spaces = game.board()["spaces"]
        self.ids = [space["id"] for space in spaces]
        self.index = {name: place for place, name in enumerate(self.ids)}
        self.points = [space.get("points", 0) for space in spaces]
        # Next to each other is who shares more of an outline than a corner.
        sides = [(p, q) for space in spaces for p, q in _sides(space)]
        grain = sorted(math.dist(p, q) for p, q in sides)[len(sides) // 4] / 4
        cells = {}
        for place, space in enumerate(spaces):
            for p, q in _sides(space):
                count = max(1, round(math.dist(p, q) / grain))
                for k in range(count + 1):
                    x, y = (p[axis] + (q[axis] - p[axis]) * k / count for axis in (0, 1))
                    cells.setdefault((round(x / grain), round(y / grain)), set()).add(place)
        shared = {}
        for places in cells.values():
            for a in places:
                for b in places - {a}:
                    shared[a, b] = shared.get((a, b), 0) + 1
        self.near = [[] for _ in spaces]
        for (a, b), number in shared.items():
            if number > 2:
                self.near[a].append(b)
        self._fields = {}

    def field(self, target):
        """Steps to a place from every other."""
        if target not in self._fields:
            steps = [_FAR] * len(self.ids)
            steps[target] = 0
            queue = deque([target])
            while queue:
                here = queue.popleft()
                for there in self.near[here]:
                    if steps[there] == _FAR:
                        steps[there] = steps[here] + 1
                        queue.append(there)
            self._fields[target] = steps
        return self._fields[target]


class Plain:
    """A player for niemen.play_campaign; `temper` is one of TEMPERS."""

    def __init__(self, game, temper, seed=1):
        self.map = Map(game)
        self.temper = temper
        self.random = random.Random(seed)
        self.when = None
        self.settled = {}  # pieces by place, while they are set up

    def __call__(self, seen):
        legal = seen.legal_actions()
        texts = [seen.action_to_string(action) for action in legal]
        self._look(seen)
        choice = self._decide(seen.step()["step"], texts)
        return legal[choice if choice is not None else self._usual(texts)]

    # What there is

    def _look(self, seen):
        step = seen.step()
        marching = step["step"] in ("move-step", "march", "move-to", "move-target", "move-share", "choose-group")
        when = (seen.turn, step["chapter"])
        if when == self.when or marching:
            return
        self.when = when
        view = seen.view()
        self.me = "ab"[seen.player]
        size = len(self.map.ids)
        self.mine, self.theirs = [0.0] * size, [0.0] * size
        self.where = {}
        for counter in view["counters"]:
            place = counter.get("place")
            if place is None or counter.get("kind") in ("train", "depot", "supply", "leader", "commander"):
                continue
            strength = counter.get("strength", 1) * counter.get("count", 1)
            (self.mine if counter["side"] == self.me else self.theirs)[place] += strength
        for counter in view["counters"]:
            if counter.get("place") is not None and counter["side"] == self.me:
                self.where[counter["id"].removeprefix("block-")] = counter["place"]
        self.owner = [""] * size
        for space in view["spaces"]:
            self.owner[space["place"]] = space.get("owner", "")
        self.considered, self.target, self.at, self.steps = set(), None, None, 0
        self._aim()

    def _around(self, strengths, place):
        return strengths[place] + sum(strengths[near] for near in self.map.near[place])

    def _aim(self):
        """Where each place's stack shall go."""
        worth = [place for place, points in enumerate(self.map.points) if points > 0]
        wanted = [place for place in worth if self.owner[place] != self.me or self._around(self.theirs, place) > 0]
        stacks = sorted((place for place, strength in enumerate(self.mine) if strength > 0), key=lambda p: -self.mine[p])
        self.aims = {}
        if not wanted or not stacks:
            return
        if self.temper == "column":
            enemy = [place for place in wanted if self.owner[place] != self.me] or wanted
            total = sum(self.mine)
            best = min(enemy, key=lambda t: sum(self.map.field(t)[p] * self.mine[p] for p in stacks) / total
                       - 2 * self.map.points[t])
            self.aims = {place: best for place in stacks}
            return
        taken = {}
        for place in stacks:
            def cost(target):
                away = self.map.field(target)[place]
                guard = self._around(self.theirs, target)
                if self.temper == "raider":
                    return away + 2 * guard / max(1.0, self.mine[place]) + 4 * taken.get(target, 0) - self.map.points[target]
                return away + 3 * taken.get(target, 0) - 0.5 * self.map.points[target]
            target = min(wanted, key=cost)
            taken[target] = taken.get(target, 0) + 1
            self.aims[place] = target

    # What is done

    def _place(self, text):
        for word in reversed(text.split()):
            if word in self.map.index:
                return self.map.index[word]
        return None

    def _decide(self, step, texts):
        if step in ("place-piece", "deploy", "set-up", "arrive", "reinforce", "place-reinforcement"):
            return self._settle(texts)
        starts = ("march ", "from ", "move ")
        if step in ("choose-march", "move-stack", "move-unit", "move"):
            return self._start(texts, starts)
        if step in ("march", "move-step", "move-target", "move-to"):
            return self._go(texts)
        if step in ("choose-attack", "declare-attack", "choose-target"):
            return self._attack(step, texts)
        if step in ("choose-commander", "move-commander"):
            return self._lead(step, texts)
        if step == "march-stack":
            return self._first(texts, "end march")
        if step == "command":
            return self._first(texts, "activate ", self.temper != "hugger" or self.random.random() < 0.5)
        if step == "allocate-train":
            return self._supply(texts, "train ")
        if step in ("establish-depot", "place-depot", "create-depot"):
            return self._supply(texts, "depot ")
        if step in ("commit-attack", "commit-defence"):
            return min(1, len(texts) - 1)
        if step in ("feed-corps", "move-share"):
            return 0 if texts[0] == "take all" else len(texts) - 1
        if step == "bombard":
            return self._first(texts, "bombard ")
        if step == "block-turn":
            return self._first(texts, "fire")
        return None

    @staticmethod
    def _first(texts, start, wanted=True):
        for choice, text in enumerate(texts):
            if wanted and text.startswith(start):
                return choice
        return None

    def _usual(self, texts):
        for liked in _LIKED + _DONE:
            for choice, text in enumerate(texts):
                if text.startswith(liked):
                    return choice
        return self.random.randrange(len(texts))

    def _settle(self, texts):
        worth = [place for place, points in enumerate(self.map.points) if points > 0]
        best, cheapest = None, None
        for choice, text in enumerate(texts):
            place = self._place(text)
            if place is None:
                continue
            cost = min((self.map.field(target)[place] for target in worth), default=0) + self.random.random()
            cost -= min(self.settled.get(place, 0), 5 if self.temper == "column" else 2)
            if cheapest is None or cost < cheapest:
                best, cheapest = choice, cost
        if best is not None:
            place = self._place(texts[best])
            self.settled[place] = self.settled.get(place, 0) + 1
        return best

    def _lead(self, step, texts):
        """Commanders go where most stand, each to another stack."""
        if step == "choose-commander":
            for choice, text in enumerate(texts):
                if text.startswith("pick ") and text not in self.considered:
                    self.considered.add(text)
                    return choice
            return self._first(texts, "done")
        places = [(self.mine[self._place(text) or 0] - 9 * ((self._place(text), step) in self.considered), -choice)
                  for choice, text in enumerate(texts) if self._place(text) is not None]
        if not places:
            return None
        choice = -max(places)[1]
        self.considered.add((self._place(texts[choice]), step))
        return choice

    def _start(self, texts, starts):
        for choice, text in enumerate(texts):
            if not text.startswith(starts) or text in self.considered or "leader" in text:
                continue
            self.considered.add(text)
            place = self._place(text)
            if place is None:
                place = self.where.get(text.split()[1])
            if place is None or self.aims.get(place, place) == place:
                continue
            self.at, self.target, self.steps = place, self.aims[place], 0
            return choice
        return self._first(texts, _DONE)

    def _go(self, texts):
        best, nearest = None, _FAR
        if self.target is not None and self.at is not None:
            field = self.map.field(self.target)
            nearest = field[self.at]
            for choice, text in enumerate(texts):
                place = self._place(text)
                if place is None:
                    continue
                risk = 0.5 * (self.temper == "raider" and self._around(self.theirs, place) > self.mine[self.at])
                if field[place] + risk < nearest and self.steps < 2 * _MARCH:
                    best, nearest = choice, field[place] + risk
        if best is not None:
            self.at = self._place(texts[best])
            self.steps += 1
            if self.steps < _MARCH or not any(text.startswith(_DONE) for text in texts):
                return best
        stop = self._first(texts, _DONE)
        if stop is not None:
            return stop
        return best if best is not None else self.random.randrange(len(texts))

    def _attack(self, step, texts):
        best, most = None, _ODDS[self.temper]
        for choice, text in enumerate(texts):
            words = text.split()
            place = self.map.index.get(words[1]) if len(words) > 1 else None
            if place is None or text in self.considered:
                continue
            if step == "choose-attack":
                near = [p for p in self.map.near[place] if self.theirs[p] > 0]
                odds = max((self.mine[place] / self.theirs[p] for p in near), default=0)
            else:
                odds = self._around(self.mine, place) / max(0.5, self.theirs[place])
            if odds > most or step == "choose-target" and best is None:
                best, most = choice, max(most, odds)
        if best is not None and step != "choose-target":
            self.considered.add(texts[best])
        return best

    def _supply(self, texts, start):
        # A train goes to a stack that shall march, the largest first; a Depot where most stand around it.
        trains = start == "train "
        best, most = None, 0.0 if trains else 2.0
        for choice, text in enumerate(texts):
            place = self._place(text)
            if not text.startswith(start) or place is None or trains and text in self.considered:
                continue
            fed = self.mine[place] if trains else self._around(self.mine, place)
            if trains and self.aims.get(place, place) == place:
                continue
            if fed > most:
                best, most = choice, fed
        if best is not None:
            self.considered.add(texts[best])
        return best
