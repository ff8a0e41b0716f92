#!/usr/bin/env python3
"""How fast the module is, beside the program: scripts/python tools/python/examples/speed.py [--game G].

Prints decisions and dice for each second of processor: of `niemen bench`, of a plain Python loop
over a State, of a VectorEnv on all processors; and what positions of doctrine play cost as arrays.
They are measured in turn, several times, and the best of each is told, so that whatever else the
machine does tells little.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import time

import niemen

ROOT = pathlib.Path(__file__).resolve().parents[3]


def rate(work, seconds):
    """What work() counts, for each second of processor."""
    done, since = 0, time.process_time()
    while time.process_time() - since < seconds:
        done += work()
    return done / (time.process_time() - since)


def bench(game, seconds):
    """The same of the program; None where it is not built."""
    program = ROOT / "build/release/niemen"
    if not program.exists():
        return None
    told = subprocess.run([program, "bench", "--game", game.title, "--preset", game.preset,
                           "--seconds", str(seconds), "--campaigns", "1", "--json"],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)["games"][0]["actions_a_second"]


def loop(game, chance=random.Random(1)):
    """A campaign at random, dice by their names."""
    state = game.new_initial_state()
    key = chance.getrandbits(40)
    draw = chance.random
    apply, legal, roll, player = (state.apply_action, state.legal_actions, state.apply_chance,
                                  state.current_player)
    while (who := player()) != -4:
        if who < 0:
            roll(key)
        else:
            actions = legal()
            apply(actions[int(draw() * len(actions))])
    return state.move_number()


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="russia-1812")
    options.add_argument("--preset", default="")
    options.add_argument("--quick", action="store_true", help="briefly, to see that it runs")
    given = options.parse_args()
    seconds, steps, count, rounds = (0.1, 500, 200, 1) if given.quick else (1, 20_000, 10_000, 3)
    game = niemen.load_game(given.game, preset=given.preset)
    fleet = niemen.VectorEnv(game, 64)
    best = {}
    for _ in range(rounds):
        for name, measure in (("niemen bench", lambda: bench(game, seconds)),
                              ("VectorEnv", lambda: rate(lambda: fleet.play(steps), seconds)),
                              ("State in a plain loop", lambda: rate(lambda: loop(game), seconds))):
            best[name] = max(best.get(name, 0), measure() or 0)
    for name, one in best.items():
        share = f", {one / best['niemen bench']:.0%} of niemen bench" if best["niemen bench"] else ""
        print(f"{name:24}{one:12,.0f} decisions and dice a second of processor{share}")
    since = time.perf_counter()
    taken = fleet.play(steps)
    print(f"VectorEnv on {os.cpu_count()} processors, with whatever else they do: "
          f"{taken / (time.perf_counter() - since):,.0f} a second")
    for kind in ("float32", "int16"):
        used = []
        for _ in range(rounds):
            since = time.process_time()
            niemen.sample_positions(game, count, dtype=kind)
            used.append((time.process_time() - since) / count)
        print(f"a million positions of doctrine play, {kind}: {min(used) * 1e6:.0f} s of processor, "
              f"{min(used) * 1e6 / os.cpu_count():.0f} s on {os.cpu_count()} that do nothing else")


if __name__ == "__main__":
    main()
