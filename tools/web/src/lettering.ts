// Everything written on the map: towns, rivers, seas, hex numbers, the frame's index, the cartouche.

import { clear, svg } from "./dom";
import { path } from "./geometry";
import type { Board, Country, Feature, Point, Space } from "./protocol";

const kVerst = 1.0668; // kilometres
const kGermanMile = 7.42; // kilometres

/// Counters grow with the lettering of a map of small hexes, but no more than this.
export const kMostCoarse = 1.6;

/// How far under the middle of an area its name stands, in units: under one sign, or under two rows
/// of single units.
const kBelowSign = 0.5;
const kBelowUnits = 0.85;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/// A name on as many lines as it has parts; what stands in brackets is left to the words of the place.
function linesOf(name: string): string[] {
  return name.replace(/ *\(.*\)/, "").split(/ - |: | \/ /);
}

/// The length of each name as it is drawn, for letters of height 1.
function lengths_of(spaces: Space[]): Map<string, number> {
  const size = 40; // pixels, so that nothing is rounded
  const lines = spaces.flatMap((space) => linesOf(written(space)).map((line) => ({ line, text: svg("text", { "font-size": size, class: kind_of(space) }, line) })));
  const sheet = svg("svg", { class: "measuring", "aria-hidden": "true" }, ...lines.map(({ text }) => text));
  document.body.append(sheet);
  const lengths = new Map(lines.map(({ line, text }) => [line, text.getComputedTextLength() / size]));
  sheet.remove();
  return lengths;
}

const kGreat = 3; // points from which a place is written in capitals
const kind_of = (space: Space): string => `name${space.points >= kGreat ? " great" : space.points ? " scored" : ""}`;
const written = (space: Space): string => (space.points >= kGreat ? space.name.toUpperCase() : space.name);

function starFort(at: Point, radius: number): string {
  let d = "";
  for (let i = 0; i < 16; ++i) {
    const r = i % 2 ? radius * 0.62 : radius;
    const angle = (i * Math.PI) / 8;
    d += `${i ? "L" : "M"}${(at.x + r * Math.sin(angle)).toFixed(1)} ${(at.y - r * Math.cos(angle)).toFixed(1)}`;
  }
  return `${d}Z`;
}

/// A line that goes on straight at both ends, so that no letter of a name finds it too short.
function lengthened(line: Point[], by: number): Point[] {
  const beyond = (end: Point, before: Point): Point => {
    const share = by / (Math.hypot(end.x - before.x, end.y - before.y) || 1);
    return { x: end.x + (end.x - before.x) * share, y: end.y + (end.y - before.y) * share };
  };
  if (line.length < 2) return line;
  return [beyond(line[0]!, line[1]!), ...line, beyond(line.at(-1)!, line.at(-2)!)];
}

export class Lettering {
  private taken: Box[] = [];
  private lengths = new Map<string, number>();
  private size: number;
  private measured = false; // with the letters that are used, which come after the page

  constructor(
    private readonly board: Board,
    private readonly land: Country,
    private readonly hexUnit: number,
    private readonly hexes: boolean,
    private readonly coarse: number,
  ) {
    this.size = coarse;
  }

  /// The size of what is written, for which a hex on the whole map is a unit.
  private get unit(): number {
    return this.hexUnit * this.size;
  }

  /// Names of towns and points; where a stack stands the name goes to the foot of the place. `size`:
  /// smaller the closer one looks; `coarse` (1 or more): larger on a map of many small hexes.
  towns(layer: SVGGElement, occupied: Set<number>, size: number): void {
    clear(layer);
    if (this.lengths.size === 0 || !this.measured) {
      this.measured = document.fonts.check("700 12px Playfair");
      this.lengths = lengths_of(this.board.spaces.filter((space) => space.name));
    }
    this.size = this.coarse * size;
    this.taken = [];
    const named = this.board.spaces.map((space, place) => ({ space, place })).filter(({ space }) => space.name);
    for (const { space, place } of named) if (!occupied.has(place) && this.hexes) this.taken.push(this.around(space.centre, this.unit * 0.16));
    // Where a stack stands the name has but one place: the others make room for it.
    for (const here of [true, false]) for (const { space, place } of named) if (occupied.has(place) === here) layer.append(this.town(space, here));
  }

  private around(at: Point, half: number): Box {
    return { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
  }

  private town(space: Space, occupied: boolean): SVGElement {
    const letters = this.unit * (space.points >= kGreat ? 0.305 : space.points ? 0.283 : 0.251);
    const parts = linesOf(written(space));
    const width = Math.max(...parts.map((line) => this.lengths.get(line) ?? 0)) * letters;
    const at = this.spot(space, occupied, width, letters, parts.length);
    const group = svg("g", { class: "town" });
    if (!occupied && this.hexes) group.append(...this.sign(space));
    const text = svg("text", { "font-size": letters, class: kind_of(space), "text-anchor": at.anchor, "stroke-width": letters * 0.26 });
    parts.forEach((line, i) => text.append(svg("tspan", { x: at.x, y: at.y + i * letters * 1.02 }, line)));
    group.append(text);
    if (space.points) group.append(...this.points(space, at, width, letters));
    return group;
  }

  private sign(space: Space): SVGElement[] {
    const at = space.centre;
    const line = this.unit * 0.024;
    if (space.terrain.includes("fort")) return [svg("path", { d: starFort(at, this.unit * 0.13), class: "fort", "stroke-width": line }), svg("circle", { cx: at.x, cy: at.y, r: this.unit * 0.03, class: "town-dot" })];
    const sign = svg("circle", { cx: at.x, cy: at.y, r: this.unit * (space.points ? 0.09 : 0.05), class: "town-sign", "stroke-width": line });
    return space.points ? [sign, svg("circle", { cx: at.x, cy: at.y, r: this.unit * (space.points >= 3 ? 0.055 : 0.03), class: "town-dot" })] : [sign];
  }

  /// The first free of the places round the sign; the foot of the place where a stack stands.
  private spot(space: Space, occupied: boolean, width: number, letters: number, rows: number): { x: number; y: number; anchor: string } {
    const { x, y } = space.centre;
    const far = this.unit * 0.16;
    const low = y + letters * 0.34;
    if (!this.hexes) return this.under(space, occupied, width, letters, rows);
    const box = (at: { x: number; y: number; anchor: string }): Box =>
      ({ x: at.x - (at.anchor === "end" ? width : at.anchor === "middle" ? width / 2 : 0), y: at.y - letters * 0.8, width, height: letters * rows });
    if (occupied) {
      const foot = { x, y: y + this.hexUnit * 0.46 * Math.min(this.coarse, kMostCoarse), anchor: "middle" };
      this.taken.push(box(foot));
      return foot;
    }
    const tries = [
      { x: x + far, y: low, anchor: "start" }, { x: x - far, y: low, anchor: "end" },
      { x, y: y + far + letters * 0.75, anchor: "middle" }, { x, y: y - far, anchor: "middle" },
      { x: x + far * 0.7, y: y - far * 0.7, anchor: "start" }, { x: x - far * 0.7, y: y - far * 0.7, anchor: "end" },
      { x: x + far * 0.7, y: y + far + letters * 0.5, anchor: "start" }, { x: x - far * 0.7, y: y + far + letters * 0.5, anchor: "end" },
    ];
    const free = tries.find((at) => {
      const mine = box(at);
      const on = mine.x > 0 && mine.x + mine.width < this.board.width && mine.y > 0;
      return on && !this.taken.some((other) => meet(mine, other) && !meet(other, this.around(space.centre, this.unit * 0.02)));
    }) ?? tries[0]!;
    this.taken.push(box(free));
    return free;
  }

  /// Under the middle of an area, on the map, a line lower for every name that is there already.
  private under(space: Space, occupied: boolean, width: number, letters: number, rows: number): { x: number; y: number; anchor: string } {
    const most = (width + letters) / 2;
    const x = Math.min(Math.max(space.centre.x, most), this.board.width - most);
    const foot = this.hexUnit * (occupied && this.size < this.coarse ? kBelowUnits : kBelowSign);
    const mine = { x: x - width / 2, y: space.centre.y + foot - letters * 0.8, width, height: letters * rows };
    const kMostLower = 3;
    for (let lower = 0; lower < kMostLower && this.taken.some((other) => meet(mine, other)); ++lower) mine.y += letters * 1.1;
    this.taken.push(mine);
    return { x, y: mine.y + letters * 0.8, anchor: "middle" };
  }

  private points(space: Space, at: { x: number; y: number; anchor: string }, width: number, letters: number): SVGElement[] {
    const r = this.unit * 0.137;
    const end = at.anchor === "start" ? at.x + width : at.anchor === "end" ? at.x - width - 2.8 * r : at.x + width / 2;
    const x = end + r * 1.4;
    const y = at.y - letters * 0.32;
    return [svg("circle", { cx: x, cy: y, r, class: "points" }), svg("text", { x, y: y + r * 0.55, "font-size": r * 1.6, class: "points-figure", "text-anchor": "middle" }, String(space.points))];
  }

  /// Seas, countries and rivers along their lines, and hex numbers for close zoom.
  country(layer: SVGGElement): void {
    this.land.features.filter((feature) => feature.kind.endsWith(" name")).forEach((feature, i) => layer.append(...this.along(feature, i)));
    if (!this.hexes) return;
    for (const space of this.board.spaces) {
      const number = space.id.replace(/^\D+/, "");
      if (number) layer.append(svg("text", { x: space.centre.x, y: space.centre.y - this.hexUnit * 0.4, "font-size": this.hexUnit * 0.1, class: "hex-number", "text-anchor": "middle" }, number));
    }
  }

  private along(feature: Feature, i: number): SVGElement[] {
    const kind = feature.kind.split(" ")[0]!;
    const letters = this.unit * ({ sea: 0.3, country: 0.27, river: 0.23 }[kind] ?? 0.25);
    const id = `name-line-${i}`;
    const text = svg("text", { class: `${kind}-name`, "font-size": letters, "text-anchor": "middle" });
    const follow = svg("textPath", { href: `#${id}`, startOffset: "50%" }, kind === "country" ? feature.name.toUpperCase() : feature.name);
    text.append(follow);
    return [svg("path", { id, d: path(lengthened(feature.line, letters * feature.name.length)), fill: "none" }), text];
  }

  /// Column and row numbers in the frame, where the places are numbered by both.
  frame(layer: SVGGElement): void {
    const { width, height, spaces } = this.board;
    layer.append(svg("rect", { width, height, class: "neat-line", "stroke-width": this.unit * 0.025 }));
    if (!this.hexes) return;
    const columns = new Map<string, number>();
    const rows = new Map<string, number>();
    for (const space of spaces) {
      const found = /(\d\d)(\d\d)$/.exec(space.id);
      if (!found) continue;
      columns.set(found[1]!, space.centre.x);
      if (!rows.has(found[2]!) || rows.get(found[2]!)! > space.centre.y) rows.set(found[2]!, space.centre.y);
    }
    const size = this.unit * 0.19;
    const put = (text: string, x: number, y: number) => layer.append(svg("text", { x, y, "font-size": size, class: "index", "text-anchor": "middle" }, text));
    for (const [column, x] of columns) for (const y of [size, height - size * 0.4]) put(column, x, y);
    for (const [row, y] of rows) for (const x of [size * 0.7, width - size * 0.7]) put(row, x, y + size * 0.4);
  }

  /// Title and scale in the corner where they cover least.
  cartouche(layer: SVGGElement, title: string, of: string): void {
    const u = this.unit;
    const box = { width: u * 4.1, height: u * (this.land.kilometre ? 2 : 1.2) };
    const corner = this.emptiest(box);
    const middle = corner.x + box.width / 2;
    const words = (text: string, y: number, size: number, name: string) => svg("text", { x: middle, y: corner.y + y * u, "font-size": size * u, class: name, "text-anchor": "middle" }, text);
    layer.append(
      svg("rect", { ...corner, ...box, class: "card-paper", "stroke-width": u * 0.045 }),
      svg("rect", { x: corner.x + u * 0.08, y: corner.y + u * 0.08, width: box.width - u * 0.16, height: box.height - u * 0.16, class: "card-line", "stroke-width": u * 0.02 }),
      words(of, 0.46, 0.23, "card-small"),
      words(title, 0.92, Math.min(0.44, 6.6 / title.length), "card-title"));
    if (this.land.kilometre) layer.append(...this.bar(corner.x + u * 0.5, corner.y + u * 1.36, words));
  }

  private bar(x: number, y: number, words: (text: string, y: number, size: number, name: string) => SVGElement): SVGElement[] {
    const verst = this.land.kilometre * kVerst;
    const step = [500, 200, 100, 50, 20, 10, 5, 2, 1].find((versts) => versts * verst <= this.unit * 3) ?? 1;
    const half = (step * verst) / 2;
    const width = this.unit * 0.05;
    const km = Math.round(step * kVerst);
    const mark = (text: string, at: number) => svg("text", { x: x + at, y: y - width * 1.5, "font-size": this.unit * 0.18, class: "index", "text-anchor": "middle" }, text);
    return [
      svg("path", { d: `M${x} ${y}h${half}`, class: "scale-dark", "stroke-width": width * 1.6 }),
      svg("path", { d: `M${x + half} ${y}h${half}`, class: "scale-dark", "stroke-width": width * 0.5 }),
      mark("0", 0), mark(String(step / 2), half), mark(`${step} versts`, 2 * half),
      words(`${step} versts are ${km} km, ${(km / kGermanMile).toFixed(0)} German miles`, 1.76, 0.17, "card-small"),
    ];
  }

  private emptiest(box: { width: number; height: number }): { x: number; y: number } {
    const gap = this.unit * 0.35;
    const right = this.board.width - box.width - gap;
    const low = this.board.height - box.height - gap;
    const covers = (corner: Point): number => this.board.spaces.filter((space) =>
      !/sea|lake|water|off limits/.test(space.terrain) && space.id !== "" && meet({ ...corner, ...box }, this.around(space.centre, this.unit * 0.3)))
      .reduce((sum, space) => sum + 1 + (space.points ? 3 : 0) + (space.name ? 1 : 0), 0);
    return [{ x: gap, y: gap }, { x: right, y: gap }, { x: gap, y: low }, { x: right, y: low }].reduce((best, corner) => (covers(corner) < covers(best) ? corner : best));
  }
}
