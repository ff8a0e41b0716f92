#!/usr/bin/python3
"""Win rates of a run from its campaigns.csv, as `niemen lab run` printed them.

    scripts/examples/win_rates.py DIR
"""
import sys

import pandas as pd

campaigns = pd.read_csv(sys.argv[1] + "/campaigns.csv")
played = campaigns[campaigns.status != "error"]
for cell, group in played.groupby("cell_id", sort=False):
    print(f"{cell} {group.side_a.iloc[0]} {100 * group.a_score.mean():.1f} % of {len(group)}")
