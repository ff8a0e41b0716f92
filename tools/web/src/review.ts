// The review: chance over the campaign, four columns that add up, the turning points to try again.

import { html, svg } from "./dom";
import { percent, points } from "./chances";
import type { ReviewLine, ReviewSums } from "./protocol";

const kWidth = 780;
const kHeight = 190;
const kTurningPoints = 8;
const kBarPoints = 0.25; // change of chance that fills half of a column's bar

const x = (lines: ReviewLine[], i: number): number => (lines.length > 1 ? (i / (lines.length - 1)) * kWidth : 0);
const y = (share: number): number => kHeight - share * kHeight;

function turning_points(lines: ReviewLine[]): number[] {
  const weight = (i: number): number => Math.abs(lines[i]!.change + lines[i]!.reveal);
  const order = lines.map((_, i) => i).sort((a, b) => weight(b) - weight(a));
  return order.slice(0, kTurningPoints).sort((a, b) => a - b);
}

function graph(lines: ReviewLine[], marked: number[]): SVGElement {
  const line = (share: (line: ReviewLine) => number, order = lines.map((_, i) => i)): string =>
    order.map((i) => `${x(lines, i).toFixed(1)} ${y(share(lines[i]!)).toFixed(1)}`).join("L");
  const back = lines.map((_, i) => lines.length - 1 - i);
  const picture = svg("svg", { viewBox: `-30 -12 ${kWidth + 44} ${kHeight + 36}`, class: "chance-graph", role: "img", "aria-label": "Your chance of winning over the campaign; the table below holds its turning points" });
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    picture.append(svg("path", { d: `M0 ${y(share)}H${kWidth}`, class: share === 0.5 ? "half" : "gridline" }), svg("text", { x: -6, y: y(share) + 4, "text-anchor": "end", class: "axis" }, String(100 * share)));
  let turn = -1;
  lines.forEach((one, i) => {
    if (one.turn === turn) return;
    turn = one.turn;
    picture.append(svg("path", { d: `M${x(lines, i).toFixed(1)} 0V${kHeight}`, class: "gridline" }), svg("text", { x: x(lines, i) + 3, y: kHeight + 16, class: "axis" }, String(turn)));
  });
  picture.append(svg("path", { d: `M${line((one) => one.high)}L${line((one) => one.low, back)}Z`, class: "band" }), svg("path", { d: `M${line((one) => one.win)}`, class: "curve" }));
  marked.forEach((i, number) => picture.append(
    svg("circle", { cx: x(lines, i), cy: y(lines[i]!.win), r: 8, class: "turning-mark" }), svg("text", { x: x(lines, i), y: y(lines[i]!.win) + 4, "text-anchor": "middle", class: "turning-figure" }, String(number + 1))));
  return picture;
}

function share_cell(value: number): HTMLElement {
  const width = Math.min(1, Math.abs(value) / kBarPoints) * 30;
  const bar = svg("svg", { viewBox: "0 0 62 10", class: `change ${value < 0 ? "loss" : "gain"}`, "aria-hidden": "true" },
    svg("path", { d: "M31 0V10", class: "interval-half" }), svg("rect", { x: value < 0 ? 31 - width : 31, y: 1, width, height: 8 }));
  return html("td", { class: "number" }, value !== 0 ? bar : null, ` ${points(value)}`);
}

export interface ReviewListener {
  retry(step: number, fresh: boolean): void;
  look(step: number): void;
}

export function review(lines: ReviewLine[], sums: ReviewSums, listener: ReviewListener): Node[] {
  const marked = turning_points(lines);
  const of = (line: ReviewLine, credit: string): number => (line.credit === credit ? line.change : 0);
  const rows = marked.map((i, number) => {
    const line = lines[i]!;
    return html("tr", {}, html("td", {}, String(line.turn)),
      html("td", { class: "what" }, html("b", { class: "turning-number" }, String(number + 1)), ` ${line.words}`, line.mark ? html("b", { class: "mark-word" }, ` ${line.mark}`) : null,
        html("span", { class: "rule" }, ` then ${percent(line.win)} (${percent(line.low)} to ${percent(line.high)})`)),
      share_cell(of(line, "mine")), share_cell(of(line, "theirs")), share_cell(of(line, "dice")), share_cell(line.reveal),
      html("td", { class: "again" }, html("button", { class: "plain", click: () => listener.look(line.event) }, "Look"),
        line.credit === "mine" ? html("button", { class: "plain retry", click: () => listener.retry(line.event, false) }, "Same dice") : null,
        line.credit === "mine" ? html("button", { class: "plain", click: () => listener.retry(line.event, true) }, "Fresh dice") : null));
  });
  return [
    graph(lines, marked),
    html("table", { class: "turning" }, html("caption", {}, "Turning points, in points of winning"),
      html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what happened"), html("th", { class: "number" }, "my decision"), html("th", { class: "number" }, "his decision"), html("th", { class: "number" }, "dice"), html("th", { class: "number" }, "hidden"), html("th", {}, "try again"))),
      html("tbody", {}, ...rows),
      html("tfoot", {}, html("tr", {}, html("td", {}), html("td", {}, `All: ${(100 * sums.start).toFixed(1)} at the start, ${(100 * sums.result).toFixed(1)} at the end`),
        share_cell(sums.mine), share_cell(sums.theirs), share_cell(sums.dice), share_cell(sums.reveal), html("td", {})))),
  ];
}
