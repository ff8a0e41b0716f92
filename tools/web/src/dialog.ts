// The battle, the computer's turn told step by step, the review: what lies over the map for a while.

import { clear, html, svg } from "./dom";
import type { GameEvent, ReviewLine, ReviewSums } from "./protocol";

export class Dialog {
  readonly root = html("div", { class: "veil", hidden: true });
  private closed: () => void = () => {};
  private before: Element | null = null;

  show(title: string, close: string, closed: () => void, ...content: (Node | null)[]): void {
    this.closed = closed;
    this.before = document.activeElement;
    clear(this.root);
    const main = html("button", { class: "main", click: () => this.close() }, close, html("kbd", {}, "Enter"));
    this.root.append(html("div", { class: "dialog", role: "dialog", "aria-modal": "true", "aria-label": title },
      html("h2", {}, title), ...content, html("footer", {}, main)));
    this.root.hidden = false;
    main.focus();
  }

  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus();
    this.closed();
  }

  get open(): boolean {
    return !this.root.hidden;
  }
}

const kDots: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/// A die with its face, dark and square for side A, light and eight-sided for side B.
export function die(face: number, side: number): SVGElement {
  const picture = svg("svg", { viewBox: "0 0 40 40", class: `die side-${side === 1 ? "b" : "a"}`, role: "img", "aria-label": `die ${face}` });
  picture.append(svg("path", { d: side === 1 ? "M11 1H29L39 11V29L29 39H11L1 29V11Z" : "M1 1H39V39H1Z" }));
  const dots = kDots[face];
  if (dots) picture.append(...dots.map(([x, y]) => svg("circle", { cx: 10 + x * 10, cy: 10 + y * 10, r: 3.6 })));
  else picture.append(svg("text", { x: 20, y: 26, "text-anchor": "middle", "font-size": 17 }, String(face)));
  return picture;
}

/// An event with its modifiers as a table that adds up, its die and its sentence.
export function told(event: GameEvent): HTMLElement {
  const rows = event.modifiers.map((modifier) => html("tr", {},
    html("td", {}, modifier.reason, modifier.rule ? html("span", { class: "rule" }, ` ${modifier.rule}`) : null),
    html("td", { class: "number" }, `${modifier.value > 0 ? "+" : modifier.value < 0 ? "−" : ""}${Math.abs(modifier.value)}`)));
  return html("div", { class: "event" },
    event.face ? die(event.face, event.side) : null,
    html("div", {}, html("p", {}, event.text),
      rows.length ? html("table", {}, html("tbody", {}, ...rows)) : null));
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/// The review: chance over the campaign, four sums that add up, the turning points.
export function review(lines: ReviewLine[], sums: ReviewSums, retry: (event: number) => void): Node[] {
  const width = 780;
  const height = 180;
  const x = (i: number): number => (lines.length > 1 ? (i / (lines.length - 1)) * width : 0);
  const y = (share: number): number => height - share * height;
  const band = lines.map((line, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(line.high).toFixed(1)}`).join("") +
    [...lines].reverse().map((line, i) => `L${x(lines.length - 1 - i).toFixed(1)} ${y(line.low).toFixed(1)}`).join("") + "Z";
  const curve = lines.map((line, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(line.win).toFixed(1)}`).join("");
  const cell = (words: string, value: number): HTMLElement => html("tr", {}, html("td", {}, words), html("td", { class: "number" }, `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`));
  const turning = [...lines].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, 8);
  return [
    svg("svg", { viewBox: `-4 -4 ${width + 8} ${height + 8}`, class: "chance-graph", role: "img", "aria-label": "Your chance of winning over the campaign; the table below holds its turning points" },
      svg("path", { d: `M0 ${y(0.5)}H${width}`, class: "half" }), svg("path", { d: band, class: "band" }), svg("path", { d: curve, class: "curve" })),
    html("table", { class: "sums" }, html("caption", {}, "Where the result came from, in points of winning"), html("tbody", {},
      cell("at the start", sums.start), cell("your decisions", sums.mine), cell("his decisions", sums.theirs), cell("dice", sums.dice), cell("hidden facts that came out", sums.reveal), cell("result", sums.result))),
    html("table", { class: "turning" }, html("caption", {}, "Turning points"), html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what"), html("th", { class: "number" }, "chance"), html("th", { class: "number" }, "change"), html("th", {}, ""))),
      html("tbody", {}, ...turning.map((line) => html("tr", {},
        html("td", {}, String(line.turn)), html("td", {}, line.words, line.mark ? html("b", { class: "mark-word" }, ` ${line.mark}`) : null),
        html("td", { class: "number" }, `${percent(line.win)} (${percent(line.low)} to ${percent(line.high)})`),
        html("td", { class: "number" }, `${line.change > 0 ? "+" : ""}${(100 * line.change).toFixed(1)}`),
        html("td", {}, line.credit === "mine" ? html("button", { class: "plain", click: () => retry(line.event) }, "Try again") : null))))),
  ];
}
