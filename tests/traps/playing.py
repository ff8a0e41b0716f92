"""Playing on from a position: what each choice comes to, in the same worlds with the same dice."""

import math

import niemen

# What a campaign is worth to a side, as the searches weigh it: half who wins, half by how much.
_MARGIN_SCALE = 20.0


class PlayingOn:
    def __init__(self, game):
        self.doctrine = niemen.agent("doctrine")
        self.game = game

    def utility(self, state, seat, key):
        """To the end by rules of thumb on both sides; dice are named by the key."""
        self.doctrine.begin_campaign()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_chance(key)
                continue
            legal = state.legal_actions()
            state.apply_action(legal[0] if len(legal) == 1 else self.doctrine.decide(state, seed=key))
        margin = state.outcome()["margin"] * (1 if seat == 0 else -1)
        won = (1 + state.returns()[seat]) / 2
        return 0.5 * won + 0.5 * math.tanh(margin / _MARGIN_SCALE)

    def compare(self, state, courses, keys):
        """Utilities by course, a decision or several, and key. Worlds are drawn from what the side to move may know."""
        seat = state.current_player()
        seen = state.observation()
        found = {course: [] for course in courses}
        for key in keys:
            world = seen.sample_world(key)
            for course in courses:
                after = world.clone()
                for action in course if isinstance(course, tuple) else (course,):
                    if after.current_player() == seat and action in after.legal_actions():
                        after.apply_action(action)
                found[course].append(self.utility(after, seat, key))
        return found


def lead(of, over):
    """Mean and standard error of a paired difference."""
    differences = [a - b for a, b in zip(of, over)]
    mean = sum(differences) / len(differences)
    variance = sum((d - mean) ** 2 for d in differences) / max(1, len(differences) - 1)
    return mean, math.sqrt(variance / len(differences))
