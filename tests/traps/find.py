#!/usr/bin/env python3
"""Finds traps: decisions of rules of thumb that cost much when played on, written as files for check.py.

    scripts/python tests/traps/find.py --game strategic-1812 --traps 6 --into tests/traps/strategic-1812

Looks at the last turns of campaigns between rules of thumb, where playing on is quick. A first look chooses, fresh
worlds and dice prove.
"""

import argparse
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import niemen  # noqa: E402
from playing import PlayingOn, lead  # noqa: E402

LOOK, PROOF = 16, 400
LEAST = 0.02  # of utility: a point of margin is 0.025, a win of forty 0.0125


def words(state, actions):
    return [state.action_to_string(action) for action in actions]


def trap_text(game, state, question, best, wrong, values):
    lines = [f"trap {question}", f"game {game.title}", f"scenario {game.scenario}"]
    if game.preset:
        lines.append(f"preset {game.preset}")
    lines += [f"right {state.action_to_string(best)}"]
    for action in wrong:
        mean, error = values[action]
        lines.append(f"wrong {state.action_to_string(action)}  # {mean:.3f} +- {2 * error:.3f}")
    return "\n".join(lines + ["position {", state.to_string().rstrip(), "}"]) + "\n"


def prove(play, state, actions, best, chosen):
    """Whether the choice is worse than the best in fresh worlds; which others are, with by how much."""
    found = play.compare(state, [best, chosen], range(1001, 1001 + PROOF // 4))
    mean, error = lead(found[best], found[chosen])
    if mean < LEAST or mean < 4 * error:
        return None
    found = play.compare(state, actions, range(2001, 2001 + PROOF))
    best = max(actions, key=lambda action: sum(found[action]))
    values = {action: lead(found[best], found[action]) for action in actions}
    wrong = [action for action in actions if values[action][0] >= LEAST and values[action][0] > 4 * values[action][1]]
    return (best, wrong, values) if chosen in wrong else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", required=True)
    parser.add_argument("--scenario", default="")
    parser.add_argument("--preset", default="")
    parser.add_argument("--traps", type=int, default=6)
    parser.add_argument("--turns", type=int, default=2, help="looked at, the last so many")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--first-key", type=int, default=1)
    parser.add_argument("--into", type=pathlib.Path, required=True)
    given = parser.parse_args()
    game = niemen.load_game(given.game, scenario=given.scenario, preset=given.preset)
    play, lot = PlayingOn(game), random.Random(given.first_key)
    given.into.mkdir(parents=True, exist_ok=True)
    start, found, key, looked = time.time(), 0, given.first_key, 0
    steps = {}
    while found < given.traps and time.time() - start < given.seconds:
        state, key = game.new_initial_state(), key + 1
        here = 0
        while not state.is_terminal() and time.time() - start < given.seconds:
            if state.is_chance_node():
                state.apply_chance(key)
                continue
            legal = state.legal_actions()
            chosen = legal[0] if len(legal) == 1 else play.doctrine.decide(state, seed=key)
            step = state.step()["step"]
            late = state.turn() > game.last_turn - given.turns
            # Kinds of decisions that have their trap come up less often.
            if late and 1 < len(legal) <= 24 and here < 2 and lot.random() < 0.5 / (1 + 2 * steps.get(step, 0)):
                looked += 1
                others = [action for action in legal if action != chosen]
                tried = lot.sample(others, min(5, len(others)))
                first = play.compare(state, [chosen, *tried], range(1, 1 + LOOK))
                best = max(tried, key=lambda action: sum(first[action]))
                mean, error = lead(first[best], first[chosen])
                if mean > LEAST and mean > 2 * error:
                    proof = prove(play, state, [chosen, *tried], best, chosen)
                    if proof:
                        found, here = found + 1, here + 1
                        steps[step] = steps.get(step, 0) + 1
                        question = f"turn {state.turn()}: {state.step()['question']}"
                        text = trap_text(game, state, question, *proof)
                        (given.into / f"{given.first_key:02}-{found:02}-{step}.trap").write_text(text)
                        print(f"{found}: {question}: {state.action_to_string(chosen)} costs "
                              f"{proof[2][chosen][0]:.3f} against {state.action_to_string(proof[0])}", flush=True)
            state.apply_action(chosen)
    print(f"{found} traps, {looked} decisions looked at, {key - given.first_key} campaigns, {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
