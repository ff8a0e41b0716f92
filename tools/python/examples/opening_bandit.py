#!/usr/bin/env python3
"""A bandit over openings: which deployment of the first side wins most, found by playing.

    scripts/python tools/python/examples/opening_bandit.py [--game italy-1799] [--campaigns 200]

Thompson sampling: each opening has a Beta distribution of its share of wins; the one whose sample
is highest is played next. Prints the shares and draws them (openings.png).
"""

import argparse

import matplotlib
import numpy

import niemen

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="russia-1812")
    options.add_argument("--side", type=int, default=0, choices=(0, 1))
    options.add_argument("--campaigns", type=int, default=200)
    options.add_argument("--quick", action="store_true", help="a handful, to see that it runs")
    given = options.parse_args()
    campaigns = 6 if given.quick else given.campaigns
    names = niemen.load_game(given.game).openings[given.side]
    if not names:
        raise SystemExit(f"{given.game} has no openings of that side")
    games = [niemen.load_game(given.game, openings=(name, "") if given.side == 0 else ("", name))
             for name in names]
    won, lost = numpy.ones(len(names)), numpy.ones(len(names))
    chance = numpy.random.default_rng(1812)
    for number in range(campaigns):
        arm = int(numpy.argmax(chance.beta(won, lost)))
        record = niemen.play_campaign(games[arm], ["doctrine", "doctrine"], seed=number + 1)
        score = (record.returns[given.side] + 1) / 2
        won[arm] += score
        lost[arm] += 1 - score
    low, high = numpy.quantile(chance.beta(won, lost, size=(20_000, len(names))), (0.025, 0.975),
                               axis=0)
    mean = won / (won + lost)
    for arm in numpy.argsort(-mean):
        print(f"{names[arm]:24} {mean[arm]:6.1%} ({low[arm]:.1%} to {high[arm]:.1%}), "
              f"{int(won[arm] + lost[arm] - 2)} campaigns")
    figure, axes = pyplot.subplots(figsize=(7, 1 + 0.4 * len(names)), layout="constrained")
    axes.errorbar(mean, range(len(names)), xerr=[mean - low, high - mean], fmt="o")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("share of campaigns won, with its 95 % interval")
    figure.savefig("openings.png")


if __name__ == "__main__":
    main()
