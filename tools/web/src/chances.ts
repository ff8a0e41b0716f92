// Shares and chances, always with their interval.

import { html, svg } from "./dom";
import { capital } from "./normalise";
import type { Chance, Odds, Outlook } from "./protocol";

const kFewSamples = 20;
const kResultsShown = 8;

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/// Points of winning, with their sign.
export function points(change: number): string {
  const value = Math.round(1000 * Math.abs(change)) / 10;
  return `${change > 0 ? "+" : change < 0 ? "−" : ""}${value.toFixed(1)}`;
}

/// "+27", "−13", "0": whole points, and no "−0".
export function whole_points(change: number): string {
  const value = Math.round(100 * Math.abs(change));
  return `${value === 0 ? "" : change > 0 ? "+" : "−"}${value}`;
}

/// "28 % (22 to 36)"; of few samples their number too.
export function chance_words(chance: Chance): string {
  const few = chance.samples < kFewSamples ? `, only ${chance.samples} samples` : "";
  return `${percent(chance.win)} (${Math.round(100 * chance.low)} to ${Math.round(100 * chance.high)}${few})`;
}

/// An interval from 0 to 100 per cent, its value as a dot.
export function interval(chance: Chance): SVGElement {
  const x = (share: number): number => 2 + 196 * share;
  return svg("svg", { viewBox: "0 0 200 14", class: "interval", "aria-hidden": "true" },
    svg("path", { d: "M2 7H198", class: "interval-line" }), svg("path", { d: "M100 2V12", class: "interval-half" }),
    svg("path", { d: `M${x(chance.low)} 7H${x(chance.high)}`, class: "interval-band" }), svg("circle", { cx: x(chance.win), cy: 7, r: 4, class: "interval-dot" }));
}

/// A bar beside a figure, as long as a share from 0 to 1.
export function shareBar(share: number, kind: "safe" | "hurts" | "gains"): SVGElement {
  return svg("svg", { viewBox: "0 0 100 6", class: `share ${kind}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 6, class: "share-ground" }), svg("rect", { width: 100 * share, height: 6, class: "share-bar" }));
}

/// What may come of an order, as bars: figures first, so that nothing depends on the drawing.
export function distribution(odds: Odds): HTMLElement {
  const shown = odds.results.slice(0, kResultsShown);
  const rest = odds.results.slice(kResultsShown).reduce((sum, result) => sum + result.share, 0);
  const most = Math.max(...shown.map((result) => result.share), rest, 0.01);
  const row = (share: number, words: string): HTMLElement => {
    const hurts = /\byou lose\b/.test(words);
    const kind = words === "no losses" || odds.results.length === 1 ? "safe" : hurts ? "hurts" : "gains";
    return html("tr", {}, html("td", {}, words,
        shareBar(share / most, kind)),
      html("td", { class: "number" }, share < 0.005 ? "under 1 %" : percent(share)));
  };
  const how = odds.exact ? "Exact: every die was counted." :
    `From ${odds.trials} trials, ${(100 * odds.widest).toFixed(0)} points at most either way${odds.hidden ? "; what you cannot see was dealt by lot" : ""}.`;
  const always = odds.always.length ? html("p", { class: "rule" }, `In any case: ${odds.always.join(", ")}.`) : null;
  const attack = odds.attack ? html("p", { class: "attack-odds" }, `${capital(odds.attack)}.`) : null;
  return html("div", {}, attack, always, html("table", { class: "distribution" }, html("caption", {}, "What may come of it"),
    html("tbody", {}, ...shown.map((result) => row(result.share, result.words)), rest > 0 ? row(rest, `${odds.results.length - kResultsShown} other results`) : null),
    html("tfoot", {}, html("tr", {}, html("td", { colspan: 2 }, how)))));
}

/// Chance of winning with the order and without it.
export function outlook_table(outlook: Outlook, order_words: string): HTMLElement {
  const row = (words: string, chance: Chance, kind: string): HTMLElement =>
    html("tr", { class: kind }, html("td", {}, words, interval(chance)), html("td", { class: "number" }, percent(chance.win), html("span", { class: "rule" }, `${Math.round(100 * chance.low)} to ${Math.round(100 * chance.high)}`)));
  const { change } = outlook;
  const known = change.low > -1 || change.high < 1;
  return html("table", { class: "outlook" },
    html("caption", {}, "Your chance of winning the campaign"),
    html("tbody", {}, row(order_words, outlook.order, "ordered"), row(`Instead: ${outlook.instead_words}`, outlook.instead, ""),
      html("tr", { class: "change-of-chance" }, html("td", {}, known ? "The order changes it by" : "No difference can be told yet"),
        html("td", { class: "number" }, known ? points(change.win) : "", known ? html("span", { class: "rule" }, `${points(change.low)} to ${points(change.high)}`) : null))),
    html("tfoot", {}, html("tr", {}, html("td", { colspan: 2 }, `${outlook.order.samples} of ${outlook.total} pairs of campaigns played on, on the same dice.`))));
}
