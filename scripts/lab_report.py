#!/usr/bin/python3
"""Draws the report of a run of the lab: report.html (one self-contained page) and its pictures.

    scripts/lab_report.py DIR            everything (what `niemen lab report DIR` calls)
    scripts/lab_report.py DIR --picture  only balance.png

Reads the files that `niemen lab run` wrote, nothing else.
"""
import base64
import html
import json
import math
import os
import re
import shlex
import sys
import tempfile
import textwrap

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.ticker import MaxNLocator

import house_style
from draw_png import NoPicture, png_of
from house_style import LEAF, NAVY, RUST, SLATE, STONE, STRAW, entitle, legend_above

MOST_BARS = 30  # of a histogram
WHOLE = (-101, 101)  # the axis of a change of a share, in points of 100


class Run:
    """The tables of one run."""

    def __init__(self, folder):
        self.folder = folder
        self.word = html.escape(shlex.quote(folder))  # of a command line on the page
        self.campaigns = pd.read_csv(os.path.join(folder, "campaigns.csv"))
        self.spec = json.load(open(os.path.join(folder, "spec.resolved.json")))
        with open(os.path.join(folder, "results", "verdict.txt")) as file:
            self.verdict = file.read().splitlines()
        first = self.campaigns.iloc[0]
        self.sides = tuple(name[:1].upper() + name[1:] for name in (first.side_a, first.side_b))
        # Not those that failed or were forfeited: their margins and lengths are of no campaign.
        self.played = self.campaigns[self.campaigns.status.isin(["ok", "limit"])]

    def results(self, name):
        """A table of results, or an empty one."""
        file = os.path.join(self.folder, "results", name + ".csv")
        return pd.read_csv(file) if os.path.exists(file) else pd.DataFrame()

    def table(self, name):
        """turns or battles, or an empty table."""
        file = os.path.join(self.folder, name + ".csv")
        return pd.read_csv(file) if os.path.exists(file) else pd.DataFrame()

    def descriptions(self, name):
        """What each column of a table means."""
        with open(os.path.join(self.folder, "datapackage.json")) as file:
            package = json.load(file)
        for resource in package["resources"]:
            if resource["name"] == name:
                return {field["name"]: field["description"]
                        for field in resource["schema"]["fields"]}
        return {}

    def key_words(self, key):
        """A parameter as a person says it: "points of Lornmouth" for "victory.lornmouth.points",
        "battle points = 3" for "rules.battle_points=3"; other names as they are."""
        name, _, value = key.partition("=")
        parts = [part.strip('"') for part in name.split(".")]
        if len(parts) < 2 or (" " in name and '"' not in name and parts[0] != "victory"):
            return key
        words = parts[-1].replace("_", " ")
        if parts[0] == "victory" and words == "from":
            words = "least points"
        if parts[0] in ("a", "b") and len(parts) == 2:
            words += f" of the {self.sides[parts[0] == 'b']} side"
        elif len(parts) > 2:
            words += " of " + self.title_of(parts[-2])
        return f"{words} = {value}" if value else words

    def deployment_title(self, name):
        """What a deployment's own file calls it."""
        values = self.game_values()
        titles = [values.get(f"openings/{name}.toml {key}") for key in ("title", "name")]
        return next((title for title in titles if title), name)

    def deployment_words(self, cell):
        """A deployment with its side: "By the lower bridge (Highmark)" for "a:highmark-south"."""
        side, _, name = cell.partition(":")
        title = self.deployment_title(name) if name else "set up in play"
        mine = self.sides[side == "b"]
        return title if title.startswith(mine) else f"{title} ({mine})"

    def kind_words(self, cell):
        """A set-up that a search kept, and what kind it is the best of."""
        kept = self.results("archive").set_index("cell_id")
        return f"{cell[2:]}: {kept.target[cell]}"

    def game_values(self):
        """What the game's files said, by file and key."""
        file = os.path.join(self.folder, "game.json")
        if not os.path.exists(file):
            return {}
        with open(file, encoding="utf-8") as text:
            return json.load(text)

    def title_of(self, name):
        """What the game's files call a row of this id; the id itself where they give it no name."""
        values = self.game_values()
        for what in ("title", "name", "place"):
            for key, value in values.items():
                if re.search(rf"[. ]{re.escape(name)}\.{what}$", key) and value:
                    return value
        return name.replace("-", " ")

    def save(self, figure, name):
        """A picture as PNG, and as SVG for print; the name of the first."""
        figure.savefig(os.path.join(self.folder, name + ".svg"), metadata={"Date": None})
        figure.savefig(os.path.join(self.folder, name + ".png"), metadata={"Software": None})
        plt.close(figure)
        return name + ".png"


def interval_rows(axes, rows, labels, scale=100):
    """Points with their intervals, top to bottom; an arrow where an interval has no end."""
    known = pd.concat([rows.estimate, rows.ci_low, rows.ci_high]).dropna()
    reach = 0.15 * ((known.max() - known.min()) or 1)
    for place, (_, row) in enumerate(rows.iterrows()):
        ends = [row.ci_low, row.ci_high]
        for end, beyond in ((0, known.min() - reach), (1, known.max() + reach)):
            if pd.isna(ends[end]):
                ends[end] = beyond
                axes.plot(scale * beyond, place, "<>"[end], color=NAVY)
        axes.plot([scale * ends[0], scale * ends[1]], [place, place], color=NAVY, lw=2)
        axes.plot(scale * row.estimate, place, "o", color=NAVY)
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
    top.axvspan(100 * band[0], 100 * band[1], color=STONE, alpha=0.25, lw=0)
    top.axvline(50, color=STONE, lw=1, ls=":")
    top.errorbar(100 * share.estimate, 0,
                 xerr=[[100 * (share.estimate - share.ci_low)],
                       [100 * (share.ci_high - share.estimate)]],
                 fmt="o", color=NAVY, capsize=5, lw=2)
    top.set_xlim(-1, 101)
    top.set_yticks([])
    top.set_xlabel(f"score of the {run.sides[0]} side, % (grey: the band {100 * band[0]:.0f} to "
                   f"{100 * band[1]:.0f})")
    entitle(top, f"{run.sides[0]} {100 * share.estimate:.1f} % "
                 f"({100 * share.ci_low:.1f} to {100 * share.ci_high:.1f}), {share.n} campaigns")
    if levels.empty:
        levels = rows[rows.metric.isin(["wins_a", "draws", "wins_b"])]
    interval_rows(bottom, levels, [metric.split(":")[-1] for metric in levels.metric])
    bottom.set_xlabel("share of campaigns, % with 95 % interval")
    bottom.set_xlim(-1, 101)
    figure.tight_layout()
    return run.save(figure, "balance")


def draw_margins(run):
    """How far ahead, and how long."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 2.8))
    margins = run.played.margin
    width = max(1, math.ceil((margins.max() - margins.min()) / MOST_BARS))
    edges = [low - 0.5 for low in range(math.floor(margins.min()),
                                        math.ceil(margins.max()) + width + 1, width)]
    left.axvline(0, color=STONE, ls=":", zorder=0)
    for mine, colour, name in ((margins[margins > 0], NAVY, run.sides[0]),
                               (margins[margins < 0], RUST, run.sides[1]),
                               (margins[margins == 0], STONE, "nobody")):
        if not mine.empty:
            left.hist(mine, bins=edges, color=colour, label=f"{name} ahead")
    legend_above(left, 3)
    entitle(left, "How far ahead", pad=24)
    left.set_xlabel(f"lead of the {run.sides[0]} side, points")
    left.set_ylabel("campaigns")
    entitle(right, "How long", pad=24)
    turns = run.played.turns
    right.hist(turns, bins=range(int(turns.min()), int(turns.max()) + 2), color=LEAF, align="left")
    right.set_xlim(turns.min() - 1, turns.max() + 1)  # whole turns, though all were of one length
    right.set_xlabel("turn in which the campaign ended")
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    figure.tight_layout()
    return run.save(figure, "margins")


def draw_payoff(run):
    """The score of every deployment against every other, and their ratings."""
    cells = run.results("cells")
    if cells.empty or "a_opening" not in run.campaigns or run.spec["question"] != "openings":
        return None
    share = cells[cells.metric == "win_share_a"].set_index("cell_id")
    named = run.campaigns.drop_duplicates("cell_id").set_index("cell_id")
    named = named.fillna({"a_opening": "set up in play", "b_opening": "set up in play"})
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
    axes.set_xticklabels(map(run.deployment_title, table.columns), rotation=30, ha="right")
    axes.set_yticks(range(table.shape[0]))
    axes.set_yticklabels(map(run.deployment_title, table.index))
    axes.set_xlabel(f"{run.sides[1]} deployment")
    axes.set_ylabel(f"{run.sides[0]} deployment")
    entitle(axes, f"Score of the {run.sides[0]} side, %")
    if table.size > 1:
        figure.colorbar(image)
    return run.save(figure, "payoff")


def listed(title, names, most=40):
    """A paragraph that lists names, or says that there are none."""
    if not names:
        return f"<p><b>{title}:</b> none.</p>"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"<p><b>{title} ({len(names)}):</b> {html.escape('; '.join(names[:most]))}{more}.</p>"


def holes(run):
    """What never happened, and campaigns that ended oddly: where rules or data may have a hole."""
    text = "<h2>Never used, and odd ends</h2>"
    rules = run.table("rules")
    if not rules.empty:
        rules = rules.groupby(["rule", "rule_use"], sort=False)[
            ["campaigns", "campaigns_used"]].sum().reset_index()
        name = rules["rule"].astype(str) + " " + rules.rule_use
        share = rules.campaigns_used / rules.campaigns
        rare = (share > 0) & (share < 0.01)
        text += listed("Rules in force that never came into use", list(name[share == 0]))
        text += listed("Rules used in fewer than 1 % of the campaigns", list(name[rare]))
    places = run.table("places")
    if not places.empty:
        sums = places.groupby("place_id").sum(numeric_only=True)
        board = run.table("map").set_index("place_id").join(sums)
        never = board[(board.a_entries == 0) & (board.b_entries == 0)]
        cities = [name for name in never.place_name if isinstance(name, str)]
        text += (f"<p><b>Places never entered:</b> {len(never)} of {len(board)}"
                 + (f", among them {html.escape(', '.join(cities))}" if cities else "") + ".</p>")
    limited = list(run.campaigns[run.campaigns.status == "limit"].campaign_id)
    first = list(run.played[run.played.turns <= 1].campaign_id)
    calm = list(run.played[run.played.n_battles == 0].campaign_id)
    for title, ids in (("Campaigns that ran into the limit of decisions", limited),
                       ("Campaigns won in the first turn", first),
                       ("Campaigns without a battle", calm)):
        text += listed(title, [f"{number}" for number in ids], 10)
    if limited or first or calm:
        text += (f"<p>Look at any of them with <code>niemen lab replay {run.word} ID"
                 "</code>.</p>")
    return text


def draw_rows(run, table, metrics, name, title, label, scale=1.0, zero=0, reach=None):
    """Any table of estimates as points with intervals; `reach`: the ends of the axis."""
    rows = run.results(table)
    if rows.empty:
        return None
    rows = rows[rows.metric.isin(metrics) & rows.estimate.notna()]
    if rows.empty:
        return None
    figure, axes = plt.subplots(figsize=(7, 1 + 0.32 * len(rows)))
    words = {"ratings": run.deployment_words, "archive": run.kind_words, "skill": equals_words}.get(
        table, run.key_words)
    interval_rows(axes, rows, [words(name) for name in rows.cell_id], scale)
    axes.axvline(zero, color=STONE, ls=":")
    if reach:
        axes.set_xlim(*reach)
    entitle(axes, title)
    axes.set_xlabel(label)
    return run.save(figure, name)


def equals_words(cell):
    """"random" for "random__random": who played both sides."""
    first, _, second = cell.partition("__")
    return first if first == second else f"{first} and {second}"


def draw_mix(run):
    """The weights of the equilibrium and how often a deployment is in it."""
    rows = run.results("equilibrium")
    if rows.empty:
        return None
    weight = rows[rows.metric == "weight"].set_index("cell_id").estimate
    inclusion = rows[rows.metric == "inclusion"].set_index("cell_id").estimate
    figure, axes = plt.subplots(figsize=(7, 1 + 0.32 * len(weight)))
    place = range(len(weight))
    axes.barh(place, 100 * weight, color=NAVY, label="weight in the mix")
    axes.plot(100 * inclusion, place, "D", color=RUST, label="resampled tables that use it")
    axes.set_yticks(list(place))
    axes.set_yticklabels([run.deployment_words(cell) for cell in weight.index])
    axes.invert_yaxis()
    axes.set_xlabel("%")
    entitle(axes, "The mix in equilibrium", pad=24)
    legend_above(axes, 2)
    return run.save(figure, "equilibrium")


def draw_response(run):
    """A tuning: the response at each value that was played, and the monotone fit to it."""
    responses = run.results("response")
    if run.spec["question"] != "tune" or responses.empty:
        return []
    pictures = []
    targets = run.results("target")
    targets = targets[targets.metric == "value_at_target"].set_index("cell_id")
    tune = run.spec["tune"]
    share = tune["metric"] != "mean_margin"
    scale = 100 if share else 1
    for number, factor in enumerate(run.spec["factors"]):
        key = factor["key"]
        mine = responses[responses.cell_id == key].astype({"target": float}).sort_values("target")
        seen, fitted = mine[mine.metric == "seen"], mine[mine.metric == "fitted"]
        figure, axes = plt.subplots(figsize=(7, 3))
        axes.scatter(seen.target, scale * seen.estimate, s=6 + 60 * seen.n / seen.n.max(),
                     color=NAVY, clip_on=False, zorder=3,
                     label="played (larger: more campaigns)")
        if fitted.estimate.notna().any():
            axes.plot(fitted.target, scale * fitted.estimate, color=LEAF, label="monotone fit")
        axes.axhline(scale * tune["target"], color=STONE, ls=":", label="target")
        if key in targets.index and targets.loc[key].verdict == "found":
            root = targets.loc[key]
            axes.axvspan(root.ci_low, root.ci_high, color=RUST, alpha=0.3, lw=0)
            axes.axvline(root.estimate, color=RUST, label="the target holds (95 % interval)")
        axes.set_xlabel(run.key_words(key))
        if share:
            axes.set_ylim(-1, 101)
        entitle(axes, f"Target {scale * tune['target']:g}{' %' if share else ''}, by "
                      f"{run.key_words(key)}")
        if (seen.target % 1 == 0).all():
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylabel({"win_share": f"score of the {run.sides[0]} side, %",
                         "mean_margin": f"mean margin of the {run.sides[0]} side",
                         "level_share": f"campaigns with \"{tune['level']}\", %"}[tune["metric"]])
        axes.legend()
        pictures.append(run.save(figure, f"response{number + 1}"))
    return pictures


def draw_turns(run):
    """Every column that the mechanism reports over the turns: median and quartiles of each side,
    means of losses."""
    turns = run.table("turns")
    if turns.empty:
        return None
    columns = [c for c in turns.columns if c not in ("campaign_id", "turn", "side")]
    columns = [c for c in columns if turns.groupby(["turn", "side"])[c].mean().abs().max() > 0.05
               and turns[c].nunique() > 1]
    if not columns:
        return None
    words = run.descriptions("turns")
    down = (len(columns) + 2) // 3
    figure, axes = plt.subplots(down, 3, figsize=(10, 2.3 * down), squeeze=False)
    for spare in list(axes.flat)[len(columns):]:
        spare.set_visible(False)
    for place, column in zip(axes.flat, columns):
        for side, colour, style, name in (("a", NAVY, "-", run.sides[0]),
                                          ("b", RUST, "--", run.sides[1])):
            groups = turns[turns.side == side].groupby("turn")[column]
            if column.startswith("losses_"):
                middle = groups.mean()
            else:
                middle, low, high = groups.median(), groups.quantile(0.25), groups.quantile(0.75)
                place.fill_between(middle.index, low, high, color=colour, alpha=0.2, lw=0)
            place.plot(middle.index, middle, style, color=colour, label=name)
        mean = "mean of " if column.startswith("losses_") else ""
        place.set_title(textwrap.fill(mean + words.get(column, column), 44), fontsize=10)
        place.set_xlabel("turn")
        place.xaxis.set_major_locator(MaxNLocator(integer=True))
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
    mine["p"] = float("nan")
    for _, group in mine.groupby("turn"):
        bins = pd.qcut(group.lead, min(10, group.lead.nunique()), duplicates="drop")
        mine.loc[group.index, "p"] = group.groupby(bins, observed=True).a_score.transform("mean")
    fan = 100 * mine.groupby("turn").p.quantile([0.05, 0.25, 0.5, 0.75, 0.95]).unstack()
    fan.columns = BANDS
    return draw_bands(run, fan, run.sides[0])


BANDS = ["chance_a_5", "chance_a_25", "chance_a_50", "chance_a_75", "chance_a_95"]


def draw_bands(run, fan, side):
    """Quantiles of a chance over the turns. The last is left out: the result is known then, and
    what remains is who won, not a chance."""
    fan = fan[fan.index < fan.index.max()] if len(fan) > 2 else fan
    figure, axes = plt.subplots(figsize=(7, 3))
    axes.fill_between(fan.index, fan[BANDS[0]], fan[BANDS[4]], color=NAVY, alpha=0.15, lw=0,
                      label="9 of 10 campaigns")
    axes.fill_between(fan.index, fan[BANDS[1]], fan[BANDS[3]], color=NAVY, alpha=0.3, lw=0,
                      label="half of the campaigns")
    axes.plot(fan.index, fan[BANDS[2]], color=NAVY, label="median")
    axes.axhline(50, color=STONE, ls=":")
    axes.set_ylim(0, 100)
    axes.set_xlabel("turn")
    axes.set_ylabel(f"chance of the {side} side, %")
    entitle(axes, "The chance of winning, in the campaigns that were still on", pad=24)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend_above(axes, 3)
    return run.save(figure, "fan")


def draw_losses(run):
    """Losses of each side by cause, where the mechanism tells the causes apart."""
    turns = run.table("turns")
    causes = [c for c in turns.columns if c.startswith("losses_")]
    if turns.empty or not causes:
        return None
    mean = turns.groupby(["campaign_id", "side"])[causes].sum().groupby("side").mean()
    causes = [cause for cause in causes if mean[cause].max() >= 0.005]
    figure, axes = plt.subplots(figsize=(7, 2))
    left = [0, 0]
    hatches = ["", "//", "..", "xx", "\\\\", "++"]
    colours = [NAVY, STRAW, LEAF, RUST, SLATE, STONE]
    for number, cause in enumerate(causes):
        width = [mean[cause].get("a", 0), mean[cause].get("b", 0)]
        axes.barh([0, 1], width, left=left, color=colours[number % 6], hatch=hatches[number % 6],
                  label=cause[7:], edgecolor="white")
        left = [x + w for x, w in zip(left, width)]
    axes.set_yticks([0, 1])
    axes.set_yticklabels(run.sides)
    axes.invert_yaxis()
    entitle(axes, "What the losses were due to", pad=24)
    axes.set_xlabel("mean losses of a campaign, as the game counts them")
    legend_above(axes, len(causes))
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
                    f"</td><td>{row.turns}</td><td><code>niemen lab replay {run.word}"
                    f" {row.campaign_id}</code></td></tr>" for name, row in rows)
    return ("<h2>Campaigns to look at</h2><table><tr><th></th><th>id</th><th>margin</th><th>turns"
            f"</th><th>full log</th></tr>{cells}</table>")


CAPTIONS = {
    "balance.png": "Balance with its 95 % interval, and how campaigns end.",
    "margins.png": "Margin of victory and length.",
    "payoff.png": "Payoff table: score of the first side, deployment against deployment.",
    "ratings.png": "Ratings (logits; 0 is the average deployment) with 95 % intervals.",
    "equilibrium.png": "The equilibrium mix.",
    "archive.png": "The best set-up of each kind that was found, on fresh dice.",
    "effects.png": "Change of the first side's score from a parameter's lowest value to its highest.",
    "differences.png": "Change of the first side's score against the first setting, on the same dice.",
    "skill.png": "Score of the first side between equals, weakest to strongest.",
    "steps.png": "Neighbours on the ladder, over both seats.",
    "contrasts.png": "What differs between campaigns that the first side won and lost.",
    "fan.png": "Win probability over the turns.",
    "losses.png": "Losses by cause.",
    "rescored.png": "The campaigns as they were played, and scored again.",
    "turns.png": "Turn by turn: medians with quartiles of each side; means of losses.",
    "control.svg": "Who held the country: the side that more often had units in a place as a turn ended.",
    "traffic.svg": "Where the campaigns went: in how many of them somebody came into a place.",
}


def figures(run, pictures):
    """Pictures as part of the page."""
    parts = []
    for name in pictures:
        if not name:
            continue
        with open(os.path.join(run.folder, name), "rb") as file:
            data = file.read()
        caption = html.escape(CAPTIONS.get(name, ""))
        # A map lies in the page itself, so that the page's type is its own.
        picture = data.decode() if name.endswith(".svg") else (
            f'<img alt="{caption}" src="data:image/png;base64,{base64.b64encode(data).decode()}">')
        parts.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
    return "".join(parts)


def print_maps(run, names):
    """The maps as PNG beside the SVG, as the other pictures are."""
    for name in names:
        file = os.path.join(run.folder, name)
        try:
            with open(file, encoding="utf-8") as svg:
                drawn = png_of(svg.read())
        except NoPicture as error:
            print(f"The maps are there as SVG only: {error}")
            return
        with open(os.path.splitext(file)[0] + ".png", "wb") as png:
            png.write(drawn)


def facts(run):
    """What was played, as a table."""
    with open(os.path.join(run.folder, "manifest.json")) as file:
        manifest = json.load(file)
    first = run.campaigns.iloc[0]
    rows = [("game", f"{first.game}, scenario {first.scenario}, rules {first.rules_id}"),
            ("sides", f"{run.sides[0]} (first) and {run.sides[1]}"),
            ("campaigns", f"{len(run.campaigns)} over {run.campaigns.cell_id.nunique()} "
                          f"combination(s), {len(run.campaigns) - len(run.played)} failed or "
                          "forfeited"),
            ("seed", run.spec["seed"]), ("experiment", manifest["spec_sha256"][:16]),
            ("program", f"{manifest['version']}, {manifest['git_commit'][:12]}, "
                        f"{manifest['compiler']}")]
    return "<table>" + "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td>"
                               "</tr>" for name, value in rows) + "</table>"


def page(run, answer, course, ground):
    """One HTML file with everything in it: the answer's pictures, the campaigns', the maps."""
    sentences = "".join(f"<p>{html.escape(line)}</p>" for line in paragraphs(run.verdict[1:]))
    purpose = f"<p class=\"purpose\">{html.escape(run.spec.get('purpose', ''))}</p>"
    maps = f"<h2>The map</h2>{figures(run, ground)}" if any(ground) else ""
    went = f"{figures(run, course)}{maps}{holes(run)}{exemplars(run)}"
    if run.played.empty:
        went = "<p>No campaign was played to its end.</p>"
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(run.spec['name'])}</title><style>{house_style.sheet()}</style></head><body>
<h1>{html.escape(run.spec['name'])}</h1>{purpose}
<p class="verdict">{html.escape(run.verdict[0])}</p>{sentences}{figures(run, answer)}
<h2>How the campaigns went</h2>{went}
<h2>What was played</h2>{facts(run)}
<p>Tables: campaigns.csv, turns.csv, battles.csv, places.csv, rules.csv, results/*.csv; their columns
are described in datapackage.json, the experiment in spec.resolved.json.</p></body></html>
"""


class Retrospect:
    """The folder of a question that looks back at another run."""

    def __init__(self, folder, manifest):
        self.folder = folder
        self.manifest = manifest
        self.parent = Run(manifest["parent_run"])
        with open(os.path.join(folder, "results", "verdict.txt")) as file:
            self.verdict = paragraphs(file.read().splitlines())

    results = Run.results
    save = Run.save

    def draw_contrasts(self):
        """The figures that told won from lost campaigns best, in standard deviations."""
        rows = self.results("why")
        if rows.empty:
            return None
        rows = rows[rows.metric == "won_minus_lost_by_a"].head(14).copy()
        if rows.empty:
            return None
        size = rows.target.str.removeprefix("'").str.split().str[0].astype(float)
        scale = size / rows.estimate.where(rows.estimate != 0)
        words = self.parent.descriptions("turns")
        names = {"a": self.parent.sides[0], "b": self.parent.sides[1]}
        labels = [textwrap.fill(f"{names[cell[0]]}: {words.get(cell[2:], cell[2:])}", 48)
                  for cell in rows.cell_id]
        rows["estimate"], rows["ci_low"], rows["ci_high"] = (
            size, rows.ci_low * scale, rows.ci_high * scale)
        figure, axes = plt.subplots(figsize=(8, 1 + 0.42 * len(rows)))
        interval_rows(axes, rows, labels, 1)
        axes.tick_params(axis="y", labelsize=8)
        axes.axvline(0, color=STONE, ls=":")
        entitle(axes, "What told won from lost campaigns")
        axes.set_xlabel(f"campaigns that the {self.parent.sides[0]} side won less those it lost, "
                        "standard deviations")
        return self.save(figure, "contrasts")

    def draw_chances(self):
        """The first side's chance over the turns."""
        rows = self.results("chances")
        if rows.empty:
            return None
        rows["turn"] = rows.cell_id.str[5:].astype(int)
        fan = 100 * rows.pivot(index="turn", columns="metric", values="estimate")
        return draw_bands(self, fan, self.parent.sides[0])

    def draw_rescored(self):
        """The score as played, scored again and nearest to even, and the margins before and after."""
        rows = self.results("target")
        file = os.path.join(self.folder, "rescored.csv")
        if rows.empty or not os.path.exists(file):
            return None
        names = {"win_share_a_played": "as it was played", "win_share_a_rescored": "scored again",
                 "win_share_a_replayed": "played again",
                 "win_share_a_at_even": "with the points nearest to even"}
        rows = rows[rows.metric.isin(names.keys())]
        if rows.empty:
            return None
        refused = (rows.metric == "win_share_a_replayed").any()  # what was scored is no figure then
        figure, places = plt.subplots(1 if refused else 2, 1, figsize=(7, 2.3 if refused else 4.6),
                                      squeeze=False)
        top = places[0, 0]
        interval_rows(top, rows, [names[metric] for metric in rows.metric])
        top.axvline(50, color=STONE, ls=":")
        top.set_xlim(-1, 101)
        entitle(top, "As played, and under the new conditions")
        top.set_xlabel(f"score of the {self.parent.sides[0]} side, % with 95 % interval")
        if not refused:
            self.draw_rescored_margins(places[1, 0], pd.read_csv(file))
        figure.tight_layout()
        return self.save(figure, "rescored")

    def draw_rescored_margins(self, bottom, campaigns):
        """The margins of the campaigns, before and after."""
        both = pd.concat([campaigns.margin, campaigns.margin_rescored])
        width = max(1, math.ceil((both.max() - both.min()) / MOST_BARS))
        edges = [low - 0.5 for low in range(math.floor(both.min()),
                                            math.ceil(both.max()) + width + 1, width)]
        bottom.hist(campaigns.margin, bins=edges, color=STONE, alpha=0.6, label="as it was played")
        bottom.hist(campaigns.margin_rescored, bins=edges, histtype="step", color=NAVY, lw=1.8,
                    label="scored again")
        bottom.axvline(0, color=RUST, ls="--")
        bottom.set_xlabel(f"points by which the {self.parent.sides[0]} side is ahead")
        bottom.set_ylabel("campaigns")
        for axis in (bottom.xaxis, bottom.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True))
        bottom.legend()

    def page(self):
        pictures = figures(self, [self.draw_chances(), self.draw_contrasts(), self.draw_rescored()])
        sentences = "".join(f"<p>{html.escape(line)}</p>" for line in self.verdict[1:])
        name, purpose = (html.escape(self.manifest[key]) for key in ("name", "purpose"))
        return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title><style>{house_style.sheet()}</style></head><body>
<h1>{name}</h1><p class="purpose">{purpose}</p>
<p class="verdict">{html.escape(self.verdict[0])}</p>{sentences}{pictures}
</body></html>
"""


def paragraphs(lines):
    """Lines that begin with a blank go on with the one before."""
    joined = []
    for line in lines:
        if line.startswith(" ") and joined:
            joined[-1] += "\n" + line
        else:
            joined.append(line)
    return joined


def write_page(folder, text):
    """report.html, never half of it."""
    target = os.path.join(folder, "report.html")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as file:
        file.write(text)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(file.name, 0o666 & ~mask)
    os.replace(file.name, target)
    print("Report: " + target)


def main():
    """Draws what the arguments ask for."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    path = os.path.join(sys.argv[1], "manifest.json")
    if not os.path.exists(path):
        sys.exit(f"lab_report.py: no \"{path}\"; a folder that `niemen lab run` wrote is wanted")
    with open(path) as file:
        manifest = json.load(file)
    house_style.prepare()
    if "parent_run" in manifest:
        return write_page(sys.argv[1], Retrospect(sys.argv[1], manifest).page())
    run = Run(sys.argv[1])
    if "--picture" in sys.argv[2:]:
        picture = draw_balance(run)
        if picture:
            print("Picture: " + os.path.join(run.folder, picture))
        return None
    score = f"score of the {run.sides[0]} side, %"
    answer = [
        draw_balance(run), draw_payoff(run),
        draw_rows(run, "ratings", ["rating_logit"], "ratings", "How good each deployment is",
                  "rating, logits; 0 is the average"), draw_mix(run),
        draw_rows(run, "archive", ["win_share_a_against_mix"], "archive", "The best of each kind",
                  f"score of the {run.sides[0]} side against what the other side mixed, %", 100, 50),
        draw_rows(run, "sweep", ["effect_on_win_share_a"], "effects",
                  "What each parameter does, from its lowest value to its highest",
                  f"change of the score of the {run.sides[0]} side, points of 100", 100, 0, WHOLE),
        draw_rows(run, "differences", ["change_of_win_share_a"], "differences",
                  "Against the first setting, on the same dice",
                  f"change of the score of the {run.sides[0]} side, points of 100", 100, 0, WHOLE),
        draw_rows(run, "skill", ["win_share_a_equal_strength"], "skill",
                  "Between equals, weakest to strongest", score, 100, 50, (-1, 101)),
        draw_rows(run, "steps", ["elo"], "steps", "Each agent against the one below it",
                  "better by, Elo"),
        *draw_response(run)]
    course, ground = [], []
    if not run.played.empty:
        course = [draw_fan(run), draw_losses(run), draw_margins(run), draw_turns(run)]
        ground = [name for name in ("control.svg", "traffic.svg")
                  if os.path.exists(os.path.join(run.folder, name))]
    print_maps(run, ground)
    text = page(run, answer, course, ground)
    return write_page(run.folder, text)


if __name__ == "__main__":
    main()
