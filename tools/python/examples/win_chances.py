#!/usr/bin/env python3
"""How rules of thumb fare against each other and against a callable, drawn with matplotlib.

    scripts/python tools/python/examples/win_chances.py [--game lorn-valley] [--campaigns 100]

Plays the experiment of the lab with a player of one's own, and draws the margins (margins.png).
"""

import argparse
import tempfile

import matplotlib

import niemen

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def cautious(seen):
    """The last of what is legal, which is often to do no more."""
    return seen.legal_actions()[-1]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="lorn-valley")
    options.add_argument("--campaigns", type=int, default=100)
    options.add_argument("--quick", action="store_true", help="a handful, to see that it runs")
    given = options.parse_args()
    campaigns = 6 if given.quick else given.campaigns
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for player in ("cautious", "random", "doctrine"):
        spec = {"question": "balance", "name": player, "campaigns": campaigns, "seed": 1812,
                "game": {"title": given.game}, "agents": {"a": player, "b": "doctrine"}}
        with tempfile.TemporaryDirectory() as folder:
            run = niemen.lab.run(spec, {"cautious": cautious}, out=folder + "/run")
            table = run.campaigns
        print(player, *run.verdict[:1], sep=": ")
        axes.hist(table["margin"], bins=15, histtype="step", label=player)
    axes.set_xlabel("margin of the first side, points")
    axes.set_ylabel("campaigns")
    axes.legend(title="first side played by")
    figure.savefig("margins.png")


if __name__ == "__main__":
    main()
