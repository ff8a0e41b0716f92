// The review: chance over the campaign, four columns that add up, the turning points to try again, all
// with their intervals.

import { html, svg } from "./dom";
import { percent, points, whole_points } from "./chances";
import { capital } from "./normalise";
import type { Better, Both, ReviewChange, ReviewLine, ReviewPoint, ReviewSums } from "./protocol";

const kWidth = 780;
const kHeight = 190;
const kBarPoints = 0.25; // change of chance that fills half of a column's bar
const kRoom = 18; // that the number of a turn takes
const kMark = 8; // half the size of a turning point's mark

const x = (lines: ReviewLine[], i: number): number => (lines.length > 1 ? (i / (lines.length - 1)) * kWidth : 0);
const y = (share: number): number => kHeight - share * kHeight;

/// Where on the curve a turning point lies: at the last moment before what came of it.
const place_of = (lines: ReviewLine[], point: ReviewPoint): number => Math.max(0, lines.findIndex((line) => line.event >= point.to));

/// Heights of the marks: each beside its curve, and none on the one before.
function heights(lines: ReviewLine[], marked: number[]): number[] {
  const placed: { x: number; y: number }[] = [];
  for (const i of marked) {
    const at = { x: x(lines, i), y: y(lines[i]!.win) };
    const away = at.y > kHeight / 2 ? -1 : 1;
    at.y += away * 2.5 * kMark;
    while (placed.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 2.2 * kMark)) at.y += away * kMark;
    placed.push(at);
  }
  return placed.map((at) => at.y);
}

function graph(lines: ReviewLine[], marked: number[]): SVGElement {
  const line = (share: (line: ReviewLine) => number, order = lines.map((_, i) => i)): string =>
    order.map((i) => `${x(lines, i).toFixed(1)} ${y(share(lines[i]!)).toFixed(1)}`).join("L");
  const back = lines.map((_, i) => lines.length - 1 - i);
  const picture = svg("svg", { viewBox: `-30 -12 ${kWidth + 44} ${kHeight + 36}`, class: "chance-graph", role: "img", "aria-label": "Your chance of winning over the campaign; the table below holds its turning points" });
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    picture.append(svg("path", { d: `M0 ${y(share)}H${kWidth}`, class: share === 0.5 ? "half" : "gridline" }), svg("text", { x: -6, y: y(share) + 4, "text-anchor": "end", class: "axis" }, String(100 * share)));
  let turn = -1;
  let written = -kRoom;
  lines.forEach((one, i) => {
    if (one.turn === turn) return;
    turn = one.turn;
    const at = x(lines, i);
    if (turn > 0) picture.append(svg("path", { d: `M${at.toFixed(1)} 0V${kHeight}`, class: "gridline" }));
    if (turn < 1 || at - written < kRoom) return;
    picture.append(svg("text", { x: at + 3, y: kHeight + 16, class: "axis" }, String(turn)));
    written = at;
  });
  picture.append(svg("path", { d: `M${line((one) => one.high)}L${line((one) => one.low, back)}Z`, class: "band" }), svg("path", { d: `M${line((one) => one.win)}`, class: "curve" }));
  const high = heights(lines, marked);
  marked.forEach((i, number) => picture.append(
    svg("path", { d: `M${x(lines, i)} ${y(lines[i]!.win)}V${high[number]}`, class: "turning-line" }),
    svg("circle", { cx: x(lines, i), cy: high[number]!, r: kMark, class: "turning-mark" }), svg("text", { x: x(lines, i), y: high[number]! + 4, "text-anchor": "middle", class: "turning-figure" }, String(number + 1))));
  return picture;
}

const from_to = (change: ReviewChange): string => ` (${whole_points(change.low)} to ${whole_points(change.high)})`;

/// A change with its interval; nothing where there is none.
function share_cell(change: ReviewChange | null, column: string): HTMLElement {
  if (!change) return html("td", { class: "number share-of none", "data-column": column });
  const width = Math.min(1, Math.abs(change.value) / kBarPoints) * 30;
  const bar = svg("svg", { viewBox: "0 0 62 10", class: `change ${change.value < 0 ? "loss" : "gain"}`, "aria-hidden": "true" },
    svg("path", { d: "M31 0V10", class: "interval-half" }), svg("rect", { x: change.value < 0 ? 31 - width : 31, y: 1, width, height: 8 }));
  return html("td", { class: "number share-of", "data-column": column }, change.value !== 0 ? bar : null, ` ${points(change.value)}`, html("span", { class: "rule" }, from_to(change)));
}

/// The four columns of a turning point or of the sums.
function columns(of: (credit: "mine" | "theirs" | "dice" | "reveal") => ReviewChange | null): HTMLElement[] {
  return [share_cell(of("mine"), "my decision"), share_cell(of("theirs"), "his decision"), share_cell(of("dice"), "dice"), share_cell(of("reveal"), "hidden")];
}

export interface ReviewListener {
  retry(step: number, fresh: boolean): void;
  look(step: number): void;
  ask_better(point: ReviewPoint): void;
  better(point: ReviewPoint): Better | undefined;
  play_both(step: number, actions: number[]): void;
  both(step: number): Both | undefined;
  open(campaign: string, step: number): void;
}

export interface Reviewed {
  words: string;
  lines: ReviewLine[];
  points: ReviewPoint[];
  sums: ReviewSums;
  campaigns: number;
  looked_at: number;
  done: number; // a share; below 1 it goes on
}

/// What would have been better, under its turning point; both courses to their end.
function better_row(better: Better, listener: ReviewListener): HTMLElement {
  const row = (...content: (Node | string | null)[]): HTMLElement => html("tr", { class: "better" }, html("td", {}), html("td", { colspan: 6, role: "status" }, ...content));
  if (better.done < 1) return row(`A better order is looked for: ${Math.floor(100 * better.done)} of 100.`);
  if (!better.found) return row("No other order that was tried is better for certain.");
  const { gain, step } = better;
  const both = listener.both(step!);
  const told = `${capital(better.order!)}: ${Math.round(100 * gain!.value)} points more (${Math.round(100 * gain!.low)} to ${Math.round(100 * gain!.high)}). Of ${better.playings} playings ${better.otherwise} end otherwise.`;
  return row(html("p", {}, html("b", {}, "Better: "), told), both ? both_told(both, listener) :
    html("button", { class: "main play-both", click: () => listener.play_both(step!, better.actions!) }, "Play both on"));
}

function both_told(both: Both, listener: ReviewListener): HTMLElement {
  const { courses } = both;
  if (courses.length === 0) return html("p", {}, both.pairs > 0 ? `Both are played on, with the same dice: the ${both.pairs} tried so far end alike.` : "Both are played on, with the same dice.");
  const names = ["As you decided", "With the better order"];
  const dice = both.pairs === 1 ? "with the dice of the campaign" : `with the ${both.pairs}th throw of dice, the first that ends otherwise`;
  return html("div", { class: "both" }, html("p", { class: "rule" }, both.otherwise ? `Both to the end by rules of thumb, ${dice}:` : "Both to the end by rules of thumb, with the dice of the campaign; they end alike:"),
    html("ul", {}, ...courses.map((course, i) => html("li", {}, html("b", {}, `${names[i]}: `), `${course.words}. `, html("button", { class: "plain", click: () => listener.open(course.name, both.step) }, "Look at it")))));
}

export function review(found: Reviewed, listener: ReviewListener): Node[] {
  const { lines, sums } = found;
  const turned = [...found.points].sort((a, b) => a.event - b.event);
  const rows = turned.flatMap((point, number) => {
    const mine = point.credit === "mine" && point.event < point.to;
    const better = listener.better(point);
    const row = html("tr", {}, html("td", { class: point.turn > 0 ? "turn" : "set-up" }, point.turn > 0 ? String(point.turn) : "set-up"),
      html("td", { class: "what" }, html("b", { class: "turning-number" }, String(number + 1)), ` ${point.words}`, point.mark ? html("b", { class: "mark-word" }, ` ${point.mark}`) : null,
        html("span", { class: "rule" }, ` then ${percent(point.win)}`)),
      ...columns((credit) => (credit === point.credit ? { value: point.change, low: point.low, high: point.high } : null)),
      html("td", { class: "again" }, html("button", { class: "plain", click: () => listener.look(point.event) }, "Look"),
        mine ? html("button", { class: "plain retry", click: () => listener.retry(point.event, false) }, "Same dice") : null,
        mine ? html("button", { class: "plain", click: () => listener.retry(point.event, true) }, "Fresh dice") : null,
        mine && point.change < 0 && !better && found.done === 1 ? html("button", { class: "plain ask-better", click: () => listener.ask_better(point) }, "A better order") : null));
    return better ? [row, better_row(better, listener)] : [row];
  });
  const how = `${found.campaigns} campaigns were played on by rules of thumb on both sides` +
    (found.looked_at > 0 ? `, from ${found.looked_at} stretches; the intervals of the turning points allow for that many.` : ".");
  return [
    html("p", { class: "summary" }, found.words),
    graph(lines, turned.map((point) => place_of(lines, point))),
    html("table", { class: "turning" }, html("caption", {}, found.done < 1 ? `Turning points so far, in points of winning; ${Math.floor(100 * found.done)} of 100 is done` : "Turning points, in points of winning"),
      html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what happened"), html("th", { class: "number" }, "my decision"), html("th", { class: "number" }, "his decision"), html("th", { class: "number" }, "dice"), html("th", { class: "number" }, "hidden"), html("th", {}, "try again"))),
      html("tbody", {}, ...rows),
      html("tfoot", {}, html("tr", {}, html("td", {}), html("td", {}, `All: ${(100 * sums.start.value).toFixed(1)} at the start, ${(100 * sums.result).toFixed(1)} at the end`),
        ...columns((credit) => sums[credit]), html("td", {})))),
    html("p", { class: "rule" }, how),
  ];
}
