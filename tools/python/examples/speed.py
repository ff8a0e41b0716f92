#!/usr/bin/env python3
"""How fast the module is, beside the program: scripts/python tools/python/examples/speed.py [--game G].

Prints decisions and dice a second: of `niemen bench`, of a plain Python loop over a State, of a
VectorEnv on all processors; and seconds for positions as arrays.
"""

import argparse
import os
import pathlib
import random
import subprocess
import time

import niemen

ROOT = pathlib.Path(__file__).resolve().parents[3]


def rate(work, seconds):
    """What work() counts, a second."""
    done, since = 0, time.process_time()
    while time.process_time() - since < seconds:
        done += work()
    return done / (time.process_time() - since)


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
    seconds, steps, count = (0.1, 500, 200) if given.quick else (3, 40_000, 20_000)
    game = niemen.load_game(given.game, preset=given.preset)
    program = ROOT / "build/release/niemen"
    if program.exists():
        subprocess.run([program, "bench", "--game", given.game, "--preset", game.preset,
                        "--seconds", str(seconds), "--campaigns", "5"], check=False)
    print(f"State in a plain loop, one core: {rate(lambda: loop(game), seconds):12,.0f} a second")
    fleet = niemen.VectorEnv(game, 64)
    fleet.play(1000)
    since = time.perf_counter()
    taken = fleet.play(steps)
    print(f"VectorEnv, {os.cpu_count()} processors:       "
          f"{taken / (time.perf_counter() - since):12,.0f} a second")
    since, used = time.perf_counter(), time.process_time()
    niemen.sample_positions(game, count)
    print(f"{count} positions of doctrine play: {time.perf_counter() - since:.2f} s, "
          f"{time.process_time() - used:.2f} s of processor; a million: "
          f"{(time.perf_counter() - since) * 1e6 / count:.0f} s")


if __name__ == "__main__":
    main()
