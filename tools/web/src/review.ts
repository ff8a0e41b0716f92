// The review: chance over the campaign, four columns that add up, the turning points to try again.

import { html, svg } from "./dom";
import { percent, points } from "./chances";
import { capital } from "./normalise";
import type { GameEvent, ReviewLine, ReviewSums } from "./protocol";

const kWidth = 780;
const kHeight = 190;
const kTurningPoints = 8;
const kBarPoints = 0.25; // change of chance that fills half of a column's bar
const kDecisionsTold = 4; // of a stretch of which nothing was told
const kLeastChange = 0.0005; // that is told of
const kRoom = 18; // that the number of a turn takes
const kMark = 8; // half the size of a turning point's mark

const x = (lines: ReviewLine[], i: number): number => (lines.length > 1 ? (i / (lines.length - 1)) * kWidth : 0);
const y = (share: number): number => kHeight - share * kHeight;

function turning_points(lines: ReviewLine[]): number[] {
  const weight = (i: number): number => Math.abs(lines[i]!.change + lines[i]!.reveal);
  const order = lines.map((_, i) => i).filter((i) => weight(i) >= kLeastChange).sort((a, b) => weight(b) - weight(a));
  return order.slice(0, kTurningPoints).sort((a, b) => a - b);
}

/// What came of a stretch, as the diary tells it; of one that nothing was told of, its decisions.
function told(line: ReviewLine, next: ReviewLine | undefined, events: GameEvent[]): string {
  const within = events.filter((event) => event.text && event.step >= line.event && (!next || event.step < next.event));
  const more = (number: number): string => (number > 0 ? `, and ${number} more` : "");
  const operations = within.filter((event) => event.weight === "operation");
  const first = operations[0] ?? within.find((event) => event.weight === "detail");
  if (first) return capital(first.text) + more(operations.length - 1);
  const decisions = line.words.split(", ");
  return decisions.slice(0, kDecisionsTold).join(", ") + more(decisions.length - kDecisionsTold);
}

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

function share_cell(value: number, column: string): HTMLElement {
  const width = Math.min(1, Math.abs(value) / kBarPoints) * 30;
  const bar = svg("svg", { viewBox: "0 0 62 10", class: `change ${value < 0 ? "loss" : "gain"}`, "aria-hidden": "true" },
    svg("path", { d: "M31 0V10", class: "interval-half" }), svg("rect", { x: value < 0 ? 31 - width : 31, y: 1, width, height: 8 }));
  return html("td", { class: "number share-of", "data-column": column }, value !== 0 ? bar : null, ` ${points(value)}`);
}

/// The four columns of a line or of their sums.
function columns(mine: number, theirs: number, dice: number, reveal: number): HTMLElement[] {
  return [share_cell(mine, "my decision"), share_cell(theirs, "his decision"), share_cell(dice, "dice"), share_cell(reveal, "hidden")];
}

/// "Your decisions gave up 32.0 points of chance, his gave 57.4, the dice gave 41.2."
function summary(sums: ReviewSums): string {
  const did = (value: number): string => `${value < 0 ? "took" : "gave"} ${(100 * Math.abs(value)).toFixed(1)}`;
  const hidden = sums.reveal === 0 ? "" : `, what lay hidden ${did(sums.reveal)}`;
  return `Of your chance of winning your own decisions ${did(sums.mine)} points, his ${did(sums.theirs)}, the dice ${did(sums.dice)}${hidden}.`;
}

export interface ReviewListener {
  retry(step: number, fresh: boolean): void;
  look(step: number): void;
}

export function review(lines: ReviewLine[], sums: ReviewSums, events: GameEvent[], listener: ReviewListener): Node[] {
  const marked = turning_points(lines);
  const of = (line: ReviewLine, credit: string): number => (line.credit === credit ? line.change : 0);
  const rows = marked.map((i, number) => {
    const line = lines[i]!;
    return html("tr", {}, html("td", { class: line.turn > 0 ? "turn" : "set-up" }, line.turn > 0 ? String(line.turn) : "set-up"),
      html("td", { class: "what" }, html("b", { class: "turning-number" }, String(number + 1)), ` ${told(line, lines[i + 1], events)}`, line.mark ? html("b", { class: "mark-word" }, ` ${line.mark}`) : null,
        html("span", { class: "rule" }, ` then ${percent(line.win)} (${Math.round(100 * line.low)} to ${Math.round(100 * line.high)})`)),
      ...columns(of(line, "mine"), of(line, "theirs"), of(line, "dice"), line.reveal),
      html("td", { class: "again" }, html("button", { class: "plain", click: () => listener.look(line.event) }, "Look"),
        line.credit === "mine" ? html("button", { class: "plain retry", click: () => listener.retry(line.event, false) }, "Same dice") : null,
        line.credit === "mine" ? html("button", { class: "plain", click: () => listener.retry(line.event, true) }, "Fresh dice") : null));
  });
  return [
    html("p", { class: "summary" }, summary(sums)),
    graph(lines, marked),
    html("table", { class: "turning" }, html("caption", {}, "Turning points, in points of winning"),
      html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what happened"), html("th", { class: "number" }, "my decision"), html("th", { class: "number" }, "his decision"), html("th", { class: "number" }, "dice"), html("th", { class: "number" }, "hidden"), html("th", {}, "try again"))),
      html("tbody", {}, ...rows),
      html("tfoot", {}, html("tr", {}, html("td", {}), html("td", {}, `All: ${(100 * sums.start).toFixed(1)} at the start, ${(100 * sums.result).toFixed(1)} at the end`),
        ...columns(sums.mine, sums.theirs, sums.dice, sums.reveal), html("td", {})))),
  ];
}
