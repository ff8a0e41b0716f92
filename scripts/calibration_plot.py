#!/usr/bin/python3
"""Draws how far the chances of winning of a fitted evaluation can be trusted: calibration.png.

    scripts/calibration_plot.py DIR

DIR is what `niemen train --out DIR` wrote; calibration.csv in it has a row for each tenth of the
predictions: their mean, how often those positions were won, and how many they are.
"""
import os
import sys

import matplotlib.pyplot as plt
import pandas as pd

import house_style
from house_style import NAVY, STONE


def main():
    """Draws what the argument asks for."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = os.path.join(sys.argv[1], "calibration.csv")
    if not os.path.exists(table):
        sys.exit(f"calibration_plot.py: no \"{table}\"; a folder that `niemen train` wrote is wanted")
    bins = pd.read_csv(table)
    house_style.prepare()
    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 100], [0, 100], color=STONE, linestyle="--", label="as foretold")
    axes.plot(100 * bins.predicted, 100 * bins.observed, color=NAVY, linewidth=1)
    axes.scatter(100 * bins.predicted, 100 * bins.observed, color=NAVY, zorder=3,
                 s=200 * bins["count"] / bins["count"].max(), label="positions, by how many")
    axes.set(xlim=(0, 100), ylim=(0, 100), aspect="equal",
             xlabel="chance of the first side to win, foretold, %", ylabel="score of those positions, %")
    axes.legend(loc="upper left", frameon=False)
    target = os.path.join(sys.argv[1], "calibration.png")
    figure.savefig(target, metadata={"Software": None})
    print("Picture: " + target)


if __name__ == "__main__":
    main()
