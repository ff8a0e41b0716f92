#!/usr/bin/python3
"""Draws the report of a run of the lab: report.html (one self-contained page) and its pictures.

    scripts/lab_report.py DIR            everything (what `niemen lab report DIR` calls)
    scripts/lab_report.py DIR --picture  only balance.png

Reads the CSV files that `niemen lab run` wrote, nothing else. Colours are Okabe and Ito's, told
apart by the colour-blind, and never the only mark.
"""
import base64
import html
import json
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

BLUE, ORANGE, GREY, GREEN, PURPLE = "#0072B2", "#D55E00", "#999999", "#009E73", "#CC79A7"
plt.rcParams.update({"font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
                     "figure.dpi": 110, "savefig.bbox": "tight", "svg.hashsalt": "niemen"})


class Run:
    """The tables of one run."""

    def __init__(self, folder):
        self.folder = folder
        self.campaigns = pd.read_csv(os.path.join(folder, "campaigns.csv"))
        self.spec = json.load(open(os.path.join(folder, "spec.resolved.json")))
        with open(os.path.join(folder, "results", "verdict.txt")) as file:
            self.verdict = file.read().splitlines()
        first = self.campaigns.iloc[0]
        self.sides = (first.side_a, first.side_b)
        self.played = self.campaigns[self.campaigns.status != "error"]

    def results(self, name):
        """A table of results, or an empty one."""
        file = os.path.join(self.folder, "results", name + ".csv")
        return pd.read_csv(file) if os.path.exists(file) else pd.DataFrame()

    def table(self, name):
        """turns or battles, or an empty table."""
        file = os.path.join(self.folder, name + ".csv")
        return pd.read_csv(file) if os.path.exists(file) else pd.DataFrame()

    def save(self, figure, name):
        figure.savefig(os.path.join(self.folder, name + ".png"), metadata={"Software": None})
        plt.close(figure)
        return name + ".png"


def interval_rows(axes, rows, labels, scale=100):
    """Points with their intervals, top to bottom."""
    for place, (_, row) in enumerate(rows.iterrows()):
        axes.plot([scale * row.ci_low, scale * row.ci_high], [place, place], color=BLUE, lw=2)
        axes.plot(scale * row.estimate, place, "o", color=BLUE)
    axes.set_yticks(range(len(labels)))
    axes.set_yticklabels(labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)


def draw_balance(run):
    """Each side's score with its interval and the band, and the victory levels."""
    rows = run.results("balance")
    if rows.empty:
        return None
    share = rows[rows.metric == "win_share_a"].iloc[0]
    band = run.spec["band"]
    levels = rows[rows.metric.str.startswith("level_share:") & (rows.estimate > 0)]
    figure, (top, bottom) = plt.subplots(
        2, 1, figsize=(7, 2.2 + 0.32 * max(3, len(levels))),
        gridspec_kw={"height_ratios": [1, max(1, 0.3 * len(levels))]})
    top.axvspan(100 * band[0], 100 * band[1], color=GREY, alpha=0.25, lw=0)
    top.axvline(50, color=GREY, lw=1, ls=":")
    top.errorbar(100 * share.estimate, 0,
                 xerr=[[100 * (share.estimate - share.ci_low)],
                       [100 * (share.ci_high - share.estimate)]],
                 fmt="o", color=BLUE, capsize=5, lw=2)
    top.set_xlim(0, 100)
    top.set_yticks([])
    top.set_xlabel(f"score of the {run.sides[0]} side, % (grey: the band {100 * band[0]:.0f} to "
                   f"{100 * band[1]:.0f})")
    top.set_title(f"{run.sides[0]} {100 * share.estimate:.1f} % "
                  f"({100 * share.ci_low:.1f} to {100 * share.ci_high:.1f}), {share.n} campaigns",
                  loc="left")
    if levels.empty:
        levels = rows[rows.metric.isin(["wins_a", "draws", "wins_b"])]
    interval_rows(bottom, levels, [metric.split(":")[-1] for metric in levels.metric])
    bottom.set_xlabel("share of campaigns, % with 95 % interval")
    bottom.set_xlim(left=0)
    figure.tight_layout()
    return run.save(figure, "balance")


def draw_margins(run):
    """How far ahead, and how long."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 2.8))
    left.hist(run.played.margin, bins=30, color=BLUE)
    left.axvline(0, color=ORANGE, ls="--")
    left.set_xlabel(f"margin, points ({run.sides[0]} ahead to the right)")
    left.set_ylabel("campaigns")
    turns = run.played.turns
    right.hist(turns, bins=range(int(turns.min()), int(turns.max()) + 2), color=GREEN, align="left")
    right.set_xlabel("length, turns")
    figure.tight_layout()
    return run.save(figure, "margins")


def draw_payoff(run):
    """The score of every deployment against every other, and their ratings."""
    cells = run.results("cells")
    if cells.empty or "a_opening" not in run.campaigns or run.spec["question"] != "openings":
        return None
    share = cells[cells.metric == "win_share_a"].set_index("cell_id")
    named = run.campaigns.drop_duplicates("cell_id").set_index("cell_id")
    table = named.join(share).pivot_table(index="a_opening", columns="b_opening", values="estimate",
                                          sort=False)
    figure, axes = plt.subplots(figsize=(1.6 + 0.9 * table.shape[1], 1.4 + 0.5 * table.shape[0]))
    image = axes.imshow(100 * table.values, cmap="cividis", vmin=0, vmax=100, aspect="auto")
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            value = 100 * table.values[i, j]
            axes.text(j, i, f"{value:.0f}", ha="center", va="center",
                      color="white" if value < 50 else "black")
    axes.set_xticks(range(table.shape[1]))
    axes.set_xticklabels(table.columns, rotation=30, ha="right")
    axes.set_yticks(range(table.shape[0]))
    axes.set_yticklabels(table.index)
    figure.colorbar(image, label=f"score of the {run.sides[0]} side, %")
    return run.save(figure, "payoff")


def draw_rows(run, table, metrics, name, label, scale=1.0):
    """Any table of estimates as points with intervals."""
    rows = run.results(table)
    if rows.empty:
        return None
    rows = rows[rows.metric.isin(metrics) & rows.ci_low.notna()]
    if rows.empty:
        return None
    figure, axes = plt.subplots(figsize=(7, 1 + 0.32 * len(rows)))
    interval_rows(axes, rows, list(rows.cell_id), scale)
    axes.axvline(0 if scale == 1 else 50, color=GREY, ls=":")
    axes.set_xlabel(label)
    return run.save(figure, name)


def draw_mix(run):
    """The weights of the equilibrium and how often a deployment is in it."""
    rows = run.results("equilibrium")
    if rows.empty:
        return None
    weight = rows[rows.metric == "weight"].set_index("cell_id").estimate
    inclusion = rows[rows.metric == "inclusion"].set_index("cell_id").estimate
    figure, axes = plt.subplots(figsize=(7, 1 + 0.32 * len(weight)))
    place = range(len(weight))
    axes.barh(place, 100 * weight, color=BLUE, label="weight in the mix")
    axes.plot(100 * inclusion, place, "D", color=ORANGE, label="resampled tables that use it")
    axes.set_yticks(list(place))
    axes.set_yticklabels(weight.index)
    axes.invert_yaxis()
    axes.set_xlabel("%")
    axes.legend()
    return run.save(figure, "equilibrium")


def draw_response(run):
    """A tuning: the score at each value that was played."""
    if run.spec["question"] != "tune":
        return []
    pictures = []
    cells = run.results("cells")
    share = cells[cells.metric == "win_share_a"].copy()
    targets = run.results("target").set_index("cell_id")
    for number, factor in enumerate(run.spec["factors"]):
        key = factor["key"]
        slug = "".join(c.lower() if c.isalnum() else "_" for c in key)
        mine = share[share.cell_id.str.startswith(slug + "__")].copy()
        text = mine.cell_id.str[len(slug) + 2:]
        negative = text.str.startswith("_")
        mine["x"] = pd.to_numeric(text.str.lstrip("_").str.replace("_", "."))
        mine.loc[negative, "x"] *= -1
        mine = mine.sort_values("x")
        figure, axes = plt.subplots(figsize=(7, 3))
        axes.vlines(mine.x, 100 * mine.ci_low, 100 * mine.ci_high, color=BLUE)
        axes.plot(mine.x, 100 * mine.estimate, "o", color=BLUE)
        axes.axhline(100 * run.spec["tune"]["target"], color=GREY, ls=":")
        if key in targets.index and targets.loc[key].verdict == "found":
            root = targets.loc[key]
            axes.axvspan(root.ci_low, root.ci_high, color=ORANGE, alpha=0.3, lw=0)
            axes.axvline(root.estimate, color=ORANGE)
        axes.set_xlabel(key)
        axes.set_ylabel(f"score of the {run.sides[0]} side, %")
        pictures.append(run.save(figure, f"response{number + 1}"))
    return pictures


def draw_turns(run):
    """Every column that the mechanism reports over the turns: median and quartiles of each side."""
    turns = run.table("turns")
    if turns.empty:
        return None
    columns = [c for c in turns.columns if c not in ("campaign_id", "turn", "side")]
    columns = [c for c in columns if turns[c].notna().any() and turns[c].nunique() > 1]
    if not columns:
        return None
    down = (len(columns) + 2) // 3
    figure, axes = plt.subplots(down, 3, figsize=(10, 2.3 * down), squeeze=False)
    for spare in list(axes.flat)[len(columns):]:
        spare.set_visible(False)
    for place, column in zip(axes.flat, columns):
        for side, colour, style, name in (("a", BLUE, "-", run.sides[0]),
                                          ("b", ORANGE, "--", run.sides[1])):
            groups = turns[turns.side == side].groupby("turn")[column]
            middle, low, high = groups.median(), groups.quantile(0.25), groups.quantile(0.75)
            place.fill_between(middle.index, low, high, color=colour, alpha=0.2, lw=0)
            place.plot(middle.index, middle, style, color=colour, label=name)
        place.set_title(column, loc="left")
        place.set_xlabel("turn")
    axes.flat[0].legend()
    figure.tight_layout()
    return run.save(figure, "turns")


def draw_fan(run):
    """Win probability over the turns as the campaigns themselves show it: where the mechanism
    reports a lead by turn, the share of campaigns that side A went on to win at each lead."""
    turns = run.table("turns")
    if turns.empty or "lead" not in turns.columns:
        return None
    mine = turns[turns.side == "a"].merge(run.played[["campaign_id", "a_score"]], on="campaign_id")
    figure, axes = plt.subplots(figsize=(7, 3))
    mine["p"] = float("nan")
    for _, group in mine.groupby("turn"):
        bins = pd.qcut(group.lead, min(10, group.lead.nunique()), duplicates="drop")
        mine.loc[group.index, "p"] = group.groupby(bins, observed=True).a_score.transform("mean")
    fan = mine.groupby("turn").p.quantile([0.05, 0.25, 0.5, 0.75, 0.95]).unstack()
    axes.fill_between(fan.index, 100 * fan[0.05], 100 * fan[0.95], color=BLUE, alpha=0.15, lw=0)
    axes.fill_between(fan.index, 100 * fan[0.25], 100 * fan[0.75], color=BLUE, alpha=0.3, lw=0)
    axes.plot(fan.index, 100 * fan[0.5], color=BLUE)
    axes.set_ylim(0, 100)
    axes.set_xlabel("turn")
    axes.set_ylabel(f"chance of the {run.sides[0]} side, %\n(median, quartiles, 5 to 95 %)")
    return run.save(figure, "fan")


def draw_losses(run):
    """Losses of each side by cause, where the mechanism tells the causes apart."""
    turns = run.table("turns")
    causes = [c for c in turns.columns if c.startswith("losses_")]
    if turns.empty or not causes:
        return None
    mean = turns.groupby(["campaign_id", "side"])[causes].sum().groupby("side").mean()
    figure, axes = plt.subplots(figsize=(7, 2.2))
    left = [0, 0]
    hatches = ["", "//", "..", "xx", "\\\\", "++"]
    colours = [BLUE, ORANGE, GREEN, PURPLE, GREY, "#F0E442"]
    for number, cause in enumerate(causes):
        width = [mean[cause].get("a", 0), mean[cause].get("b", 0)]
        axes.barh([0, 1], width, left=left, color=colours[number % 6], hatch=hatches[number % 6],
                  label=cause[7:], edgecolor="white")
        left = [x + w for x, w in zip(left, width)]
    axes.set_yticks([0, 1])
    axes.set_yticklabels(run.sides)
    axes.invert_yaxis()
    axes.set_xlabel("mean losses a campaign, by cause")
    axes.legend(ncol=3, fontsize=8)
    return run.save(figure, "losses")


def exemplars(run):
    """The median, the closest and the most lopsided campaign, as a table."""
    ordered = run.played.sort_values(["margin", "campaign_id"])
    if ordered.empty:
        return ""
    close = ordered.loc[ordered.margin.abs().sort_values(kind="stable").index[0]]
    rows = [("median margin", ordered.iloc[len(ordered) // 2]), ("closest", close),
            (f"greatest win of the {run.sides[0]} side", ordered.iloc[-1]),
            (f"greatest win of the {run.sides[1]} side", ordered.iloc[0])]
    cells = "".join(f"<tr><td>{html.escape(name)}</td><td>{row.campaign_id}</td><td>{row.margin:g}"
                    f"</td><td>{row.turns}</td><td><code>niemen lab replay {html.escape(run.folder)}"
                    f" {row.campaign_id}</code></td></tr>" for name, row in rows)
    return ("<h2>Campaigns to look at</h2><table><tr><th></th><th>id</th><th>margin</th><th>turns"
            f"</th><th>full log</th></tr>{cells}</table>")


CAPTIONS = {
    "balance.png": "Balance with its 95 % interval, and how campaigns end.",
    "margins.png": "Margin of victory and length.",
    "payoff.png": "Payoff table: score of the first side, deployment against deployment.",
    "ratings.png": "Ratings (logits; 0 is the average deployment) with 95 % intervals.",
    "equilibrium.png": "The equilibrium mix.",
    "effects.png": "Change of the first side's score from a parameter's lowest to its highest value.",
    "skill.png": "Score of the first side between equals, weakest to strongest.",
    "fan.png": "Win probability over the turns.",
    "losses.png": "Losses by cause.",
    "turns.png": "What the mechanism reports, turn by turn (median and quartiles).",
}


def page(run, pictures):
    """One HTML file with everything in it."""
    parts = []
    for name in pictures:
        with open(os.path.join(run.folder, name), "rb") as file:
            data = base64.b64encode(file.read()).decode()
        caption = html.escape(CAPTIONS.get(name, ""))
        parts.append(f'<figure><img alt="{caption}" src="data:image/png;base64,{data}">'
                     f"<figcaption>{caption}</figcaption></figure>")
    sentences = "".join(f"<p>{html.escape(line)}</p>" for line in run.verdict[1:])
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(run.spec['name'])}</title><style>
body{{font:16px/1.5 serif;max-width:50em;margin:2em auto;padding:0 1em}}
img{{max-width:100%}} figure{{margin:1.5em 0}} figcaption{{font-style:italic}}
.verdict{{font-size:1.3em;border-left:4px solid {BLUE};padding-left:.6em}}
td,th{{text-align:left;padding:.1em .7em}} p{{white-space:pre-line}}</style></head><body>
<h1>{html.escape(run.spec['name'])}</h1>
<p class="verdict">{html.escape(run.verdict[0])}</p>{sentences}{''.join(parts)}{exemplars(run)}
<p>Tables: campaigns.csv, results/*.csv; columns in datapackage.json; what was played in
spec.resolved.json and manifest.json.</p></body></html>
"""


def main():
    """Draws what the arguments ask for."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run = Run(sys.argv[1])
    if "--picture" in sys.argv[2:]:
        picture = draw_balance(run)
        if picture:
            print("Picture: " + os.path.join(run.folder, picture))
        return
    pictures = [
        draw_balance(run), draw_payoff(run),
        draw_rows(run, "ratings", ["rating_logit"], "ratings", "rating, logits"), draw_mix(run),
        draw_rows(run, "sweep", ["effect_on_win_share_a"], "effects", "change of share"),
        draw_rows(run, "skill", ["win_share_a_equal_strength"], "skill",
                  f"score of the {run.sides[0]} side, %", 100),
        *draw_response(run), draw_fan(run), draw_losses(run), draw_margins(run), draw_turns(run)]
    text = page(run, [picture for picture in pictures if picture])
    target = os.path.join(run.folder, "report.html")
    with open(target + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(target + ".part", target)
    print("Report: " + target)


if __name__ == "__main__":
    main()
