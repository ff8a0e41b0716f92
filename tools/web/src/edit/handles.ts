// What can be taken hold of on the map beside pieces: corners of outlines, middles of areas and points
// of lines; and the sides of hexes, between which rivers run.

import { clear, html, svg } from "../dom";
import type { MapView } from "../map";
import type { Board, Point } from "../protocol";
import type { MapPoint, ToDesk } from "./protocol";

export type Mode = "pieces" | "outlines" | "rivers";

const kWords: [Mode, string, string][] = [
  ["pieces", "Pieces", "Drag a stack to set it up elsewhere"],
  ["outlines", "Outlines", "Drag corners of areas, their middles, points of coasts and rivers"],
  ["rivers", "Rivers", "Click the side between two hexes: a river there, or no more"],
];
const kHandlePixels = 5;

const hundredths = ({ x, y }: Point): number[] => [Math.round(x * 100), Math.round(y * 100)];

export class Handles {
  readonly bar = html("div", { class: "modes", role: "radiogroup", "aria-label": "What is taken hold of" });
  private mode: Mode = "pieces";
  private modes: Mode[] = ["pieces"];
  private map: MapView | null = null;
  private board: Board | null = null;
  private layer: SVGGElement | null = null;

  constructor(private readonly send: (message: ToDesk) => void) {}

  /// Which of them the game's files allow.
  offer(files: string[]): void {
    const has = (...names: string[]): boolean => names.some((name) => files.includes(name));
    const modes: Mode[] = ["pieces"];
    if (has("shapes.csv", "map/features.csv")) modes.push("outlines");
    if (has("map/hexsides.csv")) modes.push("rivers");
    if (modes.join() === this.modes.join()) return;
    this.modes = modes;
    this.draw_bar();
  }

  /// Another map is shown, or the same with other pieces.
  lay(map: MapView, board: Board): void {
    if (map !== this.map) this.layer = map.over("handles");
    this.map = map;
    this.board = board;
    this.draw_bar();
    this.draw();
  }

  show(points: MapPoint[]): void {
    if (this.mode !== "outlines" || !this.map || !this.layer) return;
    clear(this.layer);
    for (const point of points) this.layer.append(this.handle(point));
  }

  private choose(mode: Mode): void {
    this.mode = mode;
    this.draw_bar();
    this.draw();
  }

  private draw_bar(): void {
    clear(this.bar);
    this.bar.hidden = this.modes.length < 2;
    for (const [mode, words, help] of kWords)
      if (this.modes.includes(mode))
        this.bar.append(html("button", { type: "button", role: "radio", title: help, "aria-checked": String(mode === this.mode), click: () => this.choose(mode) }, words));
  }

  private draw(): void {
    if (!this.layer || !this.board) return;
    if (this.mode === "outlines") return this.send({ kind: "points" }); // drawn when they come
    clear(this.layer);
    if (this.mode === "rivers") this.draw_sides(this.board);
  }

  // --- points ------------------------------------------------------------------------------------

  private handle(point: MapPoint): SVGElement {
    const map = this.map!;
    const handle = svg("path", { class: `handle ${point.what}`, tabindex: -1 });
    const put = (at: Point): void => handle.setAttribute("d", sign(point.what, at, kHandlePixels * map.pixel));
    let held = false;
    let at: Point = point;
    put(at);
    handle.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      held = true;
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => held && put((at = map.pointAt(event))));
    const drop = (event: PointerEvent): void => {
      if (!held) return;
      held = false;
      if (event.type !== "pointerup") return put(point);
      const far = Math.hypot(at.x - point.x, at.y - point.y) > map.pixel;
      if (far) this.send({ kind: "point", what: point.what, from: hundredths(point), to: hundredths(at) });
    };
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", drop);
    return handle;
  }

  // --- sides of hexes ----------------------------------------------------------------------------

  private draw_sides(board: Board): void {
    const sides = new Map<string, { place: number; line: [Point, Point] }>();
    board.spaces.forEach((space, place) => {
      if (!space.id) return;
      space.polygon.forEach((from, i) => {
        const to = space.polygon[(i + 1) % space.polygon.length]!;
        const key = [from, to].map((p) => `${Math.round(p.x)} ${Math.round(p.y)}`).sort().join(" ");
        const other = sides.get(key);
        if (!other) sides.set(key, { place, line: [from, to] });
        else this.layer!.append(this.side(board, other.place, place, from, to));
      });
    });
  }

  private side(board: Board, a: number, b: number, from: Point, to: Point): SVGElement {
    const [first, second] = [board.spaces[a]!.id, board.spaces[b]!.id];
    const line = svg("path", { class: "hexside", d: `M${from.x} ${from.y}L${to.x} ${to.y}`, "stroke-width": 9 * this.map!.pixel }, svg("title", {}, `${first} to ${second}`));
    line.addEventListener("pointerdown", (event) => event.stopPropagation());
    line.addEventListener("click", () => this.send({ kind: "river", a: first, b: second }));
    return line;
  }
}

function sign(what: MapPoint["what"], { x, y }: Point, r: number): string {
  if (what === "middle") return `M${x - r} ${y}L${x} ${y - r}L${x + r} ${y}L${x} ${y + r}Z`;
  if (what === "line") return `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`;
  return `M${x - r} ${y - r}H${x + r}V${y + r}H${x - r}Z`;
}
