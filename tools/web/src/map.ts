// The map: a staff map of 1812 in SVG, from a board and a view alone. Layers from the ground up.

import { clear, svg } from "./dom";
import { cutCorners, inside, joinLines, outlines, path, scatter, wavy } from "./geometry";
import { isCommander, isUnit, smallSign, stackSign, unitCounter } from "./counters";
import type { Board, Counter, Point, Space, View } from "./protocol";

const kWater = new Set(["sea", "lake", "water"]);
const kSmallest = 0.8;
const kLargest = 4;
const kHexCorners = 6;
const kUnitsAcross = 24; // hexes that stand side by side on a map of areas
const kCorpsZoom = 2.2; // from here units stand by themselves

export interface Lit {
  place: number;
  risk: string; // "" where it is not known
}

export interface MapListener {
  chosen(place: number): void;
  asked(place: number): void;
}

export class MapView {
  readonly root: SVGSVGElement;
  private readonly layers = new Map<string, SVGGElement>();
  private readonly spaces: SVGElement[] = [];
  private unit = 1; // flat-to-flat width of a hex; what is drawn is as large as if there were hexes
  private readonly hexes: boolean;
  private frame = { x: 0, y: 0, width: 100, height: 100 };
  private zoom = 1;
  private focus = -1;
  private view: View | null = null;

  constructor(
    private readonly board: Board,
    private readonly listener: MapListener,
  ) {
    this.root = svg("svg", { class: "map", tabindex: 0, role: "application", "aria-label": "The map. Arrow keys walk over it." });
    this.hexes = board.spaces.every((space) => space.polygon.length === kHexCorners);
    this.unit = Math.min(typicalWidth(board.spaces), board.width / kUnitsAcross);
    this.root.classList.toggle("areas", !this.hexes);
    this.frame = { x: 0, y: 0, width: board.width, height: board.height };
    for (const name of ["ground", "wash", "terrain", "grid", "rivers", "roads", "frontiers", "bridges", "marks",
      "overlay", "links", "names", "counters", "route", "front"])
      this.layers.set(name, svg("g", { class: `layer-${name}` }));
    this.root.append(...this.layers.values());
    this.drawGround();
    this.drawNames();
    this.settle();
    this.listen();
  }

  private layer(name: string): SVGGElement {
    return this.layers.get(name)!;
  }

  // --- what never changes ------------------------------------------------------------------------

  private drawGround(): void {
    const { spaces } = this.board;
    this.layer("ground").append(svg("rect", { width: this.board.width, height: this.board.height, class: "sea" }));
    const land = spaces.filter((space) => !kWater.has(space.terrain));
    // Areas are drawn by hand: their borders meet, but not to the last digit.
    if (!this.hexes) {
      const d = land.map((space) => path(space.polygon, true)).join("");
      for (const far of [0.32, 0.2, 0.1]) this.layer("ground").append(svg("path", { d, class: "water-line", "stroke-width": 2 * far * this.unit, "stroke-opacity": 0.14, "stroke-linejoin": "round" }));
      this.layer("ground").append(svg("path", { d, class: "land joined", "stroke-width": 0.05 * this.unit }));
    }
    for (const line of this.hexes ? outlines(land.map((space) => space.polygon)) : []) {
      const shore = cutCorners(line, 0.22, 2, true);
      for (const [i, far] of [32, 22.5, 15, 9, 4].entries())
        this.layer("ground").append(svg("path", { d: path(shore, true), class: "water-line", "stroke-width": (2 * far * this.unit) / 100, "stroke-opacity": 0.1 + 0.05 * i }));
      this.layer("ground").append(svg("path", { d: path(shore, true), class: "land" }));
    }
    spaces.forEach((space, place) => this.drawSpace(space, place));
    this.drawTerrain();
    this.drawEdges();
  }

  private drawSpace(space: Space, place: number): void {
    const polygon = svg("path", { d: path(space.polygon, true), class: `space${kWater.has(space.terrain) ? " water" : ""}`, "data-place": place });
    polygon.append(svg("title", {}, this.words(place)));
    this.layer("grid").append(polygon);
    this.spaces.push(polygon);
  }

  private drawTerrain(): void {
    const kinds = new Map<string, { space: Space; place: number }[]>();
    this.board.spaces.forEach((space, place) => {
      const kind = terrainSign(space.terrain);
      if (kind) kinds.set(kind, [...(kinds.get(kind) ?? []), { space, place }]);
    });
    for (const [kind, members] of kinds) {
      for (const line of outlines(members.map((member) => shrunk(member.space, 0.09))))
        this.layer("terrain").append(svg("path", { d: path(cutCorners(line, 0.25, 2, true), true), class: `tint ${kind}` }));
      for (const member of members) this.strew(kind, member.space, member.place);
    }
  }

  private strew(kind: string, space: Space, seed: number): void {
    const next = scatter(seed * 7919 + 17);
    const signs = { forest: 13, marsh: 8, hills: 4, mountains: 5 }[kind] ?? 4;
    const field = shrunk(space, 0.2);
    const size = this.unit * 0.05;
    let d = "";
    for (let i = 0, tries = 0; i < signs && tries < 80; ++tries) {
      const p = { x: space.centre.x + (next() - 0.5) * this.unit, y: space.centre.y + (next() - 0.5) * this.unit };
      if (!inside(p, field)) continue;
      ++i;
      d += sign(kind, p, size);
    }
    this.layer("terrain").append(svg("path", { d, class: `sign ${kind}` }));
  }

  private drawEdges(): void {
    const of = (...kinds: string[]) => this.board.edges.filter((edge) => kinds.includes(edge.kind));
    for (const line of joinLines(of("river", "bridge").filter((edge) => edge.line.length > 1).map((edge) => edge.line))) {
      const course = wavy(cutCorners(line, 0.18, 2, false), this.unit * 0.026, this.unit * 0.5);
      this.layer("rivers").append(
        svg("path", { d: path(course), class: "river-band", "stroke-width": this.unit * 0.086 }),
        svg("path", { d: path(course), class: "river", "stroke-width": this.unit * 0.044 }));
    }
    for (const edge of of("bridge")) if (edge.line.length > 1) this.layer("bridges").append(this.bridge(edge.line));
    for (const line of joinLines(of("frontier").filter((edge) => edge.line.length > 1).map((edge) => edge.line)))
      this.layer("frontiers").append(
        svg("path", { d: path(line), class: "frontier-wash", "stroke-width": this.unit * 0.3 }),
        svg("path", { d: path(line), class: "frontier", "stroke-width": this.unit * 0.04, "stroke-dasharray": `${this.unit * 0.14} ${this.unit * 0.06} ${this.unit * 0.03} ${this.unit * 0.06}` }));
    for (const edge of of("road")) {
      const a = this.board.spaces[edge.a];
      const b = this.board.spaces[edge.b];
      const line = edge.line.length > 1 ? edge.line : a && b ? [a.centre, b.centre] : [];
      this.layer("roads").append(svg("path", { d: path(line), class: "road", "stroke-width": this.unit * 0.035 }));
    }
  }

  private bridge(line: Point[]): SVGElement {
    const a = line[0]!;
    const b = line[line.length - 1]!;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const along = { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
    const across = { x: -along.y, y: along.x };
    const at = (u: number, v: number): Point => ({ x: middle.x + (along.x * u + across.x * v) * this.unit, y: middle.y + (along.y * u + across.y * v) * this.unit });
    const stroke = (u: number) => path([at(u * 1.7, -0.13), at(u, -0.06), at(u, 0.06), at(u * 1.7, 0.13)]);
    return svg("g", {},
      svg("path", { d: path([at(0, -0.1), at(0, 0.1)]), class: "bridge-gap", "stroke-width": this.unit * 0.11 }),
      svg("path", { d: stroke(-0.05) + stroke(0.05), class: "bridge", "stroke-width": this.unit * 0.03 }));
  }

  private drawNames(): void {
    const size = this.unit * 0.25;
    this.board.spaces.forEach((space) => {
      if (!space.name) return;
      const at = space.centre;
      const group = svg("g", { class: "town" });
      if (space.terrain === "fortress" || space.terrain.includes("fort"))
        group.append(svg("path", { d: star(at, this.unit * 0.11), class: "fort" }));
      else group.append(svg("circle", { cx: at.x, cy: at.y, r: this.unit * 0.045, class: "town-sign" }));
      const y = at.y + this.unit * 0.33;
      const name = space.points >= 3 ? space.name.toUpperCase() : space.name;
      const letters = space.points >= 3 ? size * 1.18 : space.points ? size * 1.1 : size;
      const text = svg("text", { "font-size": letters, class: space.points ? "name scored" : "name", "text-anchor": "middle" });
      lines(name).forEach((line, i) => text.append(svg("tspan", { x: at.x, y: y + i * letters * 1.05 }, line)));
      group.append(text);
      if (space.points) {
        const x = at.x - this.unit * 0.3;
        group.append(svg("circle", { cx: x, cy: at.y - this.unit * 0.28, r: this.unit * 0.13, class: "points" }),
          svg("text", { x, y: at.y - this.unit * 0.28 + size * 0.34, "font-size": size * 0.95, class: "points-figure", "text-anchor": "middle" }, String(space.points)));
      }
      this.layer("names").append(group);
    });
  }

  // --- what changes with the position ------------------------------------------------------------

  show(view: View): void {
    this.view = view;
    const links = this.layer("links");
    clear(links);
    for (const link of view.links) {
      const a = this.board.spaces[link.from];
      const b = this.board.spaces[link.to];
      if (!a || !b) continue;
      const d = path([a.centre, b.centre]);
      links.append(svg("path", { d, class: "link-casing", "stroke-width": this.unit * 0.075 }),
        svg("path", { d, class: `link side-${link.side === 1 ? "b" : "a"}`, "stroke-width": this.unit * 0.04, "stroke-dasharray": `${this.unit * 0.12} ${this.unit * 0.065}` }));
    }
    this.spaces.forEach((space, place) => (space.querySelector("title")!.textContent = this.words(place)));
    this.drawMarks(view);
    this.drawCounters();
  }

  private drawMarks(view: View): void {
    const marks = this.layer("marks");
    clear(marks);
    view.spaces.forEach((state, place) => {
      const space = this.board.spaces[place];
      if (!space || state.marks.length === 0) return;
      marks.append(svg("path", { d: path(shrunk(space, 0.04), true), class: `mark ${state.marks.map(plain).join(" ")}` }));
    });
  }

  private drawCounters(): void {
    if (!this.view) return;
    const layer = this.layer("counters");
    clear(layer);
    const stacks = new Map<string, Counter[]>();
    for (const counter of this.view.counters)
      if (counter.place >= 0) {
        const name = `${counter.place} ${counter.side}`;
        stacks.set(name, [...(stacks.get(name) ?? []), counter]);
      }
    const sides = new Map<number, number>();
    for (const [name] of stacks) {
      const place = Number(name.split(" ")[0]);
      sides.set(place, (sides.get(place) ?? 0) + 1);
    }
    const drawn = new Map<number, number>();
    for (const [name, counters] of stacks) {
      const place = Number(name.split(" ")[0]);
      const space = this.board.spaces[place];
      if (!space) continue;
      const turn = drawn.get(place) ?? 0;
      drawn.set(place, turn + 1);
      const shift = (sides.get(place) ?? 1) > 1 ? (turn - 0.5) * 0.5 * this.unit : 0;
      layer.append(this.stack(counters, { x: space.centre.x, y: space.centre.y + shift }));
    }
  }

  private stack(counters: Counter[], at: Point): SVGElement {
    const scale = this.unit / 41;
    const group = svg("g", { class: "place-stack", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` });
    const army = counters.filter((counter) => isUnit(counter) || isCommander(counter));
    const small = counters.filter((counter) => !army.includes(counter));
    if (army.length && this.zoom >= kCorpsZoom) group.append(this.spread(army));
    else if (army.length) group.append(stackSign(army, scale * 0.86));
    small.forEach((counter, i) => {
      const sign = smallSign(counter, scale * 0.8);
      sign.setAttribute("transform", `translate(${(-0.3 + i * 0.3) * this.unit} ${(army.length ? 0.34 : 0) * this.unit})`);
      group.append(sign);
    });
    return group;
  }

  private spread(counters: Counter[]): SVGElement {
    const size = this.unit * 0.27;
    const wide = Math.min(3, counters.length);
    const group = svg("g", {});
    counters.slice(0, 9).forEach((counter, i) => {
      const sign = unitCounter(counter, size);
      const rows = Math.ceil(Math.min(counters.length, 9) / wide);
      sign.setAttribute("transform", `translate(${((i % wide) - wide / 2) * size * 1.07} ${(Math.floor(i / wide) - rows / 2) * size * 1.07})`);
      group.append(sign);
    });
    return group;
  }

  light(lit: Lit[], chosen: number): void {
    const overlay = this.layer("overlay");
    clear(overlay);
    for (const { place, risk } of lit) {
      const space = this.board.spaces[place];
      if (!space) continue;
      overlay.append(svg("path", { d: path(shrunk(space, 0.03), true), class: "lit", "stroke-width": this.unit * 0.05 }));
      if (risk)
        overlay.append(svg("text", { x: space.centre.x, y: space.centre.y + this.unit * 0.44, class: "risk", "text-anchor": "middle", "font-size": this.unit * 0.2 }, risk));
    }
    const space = this.board.spaces[chosen];
    if (space) overlay.append(svg("path", { d: path(shrunk(space, 0.03), true), class: "chosen", "stroke-width": this.unit * 0.08 }));
  }

  /// A route through places, as an arrow; empty: none.
  route(places: number[]): void {
    const layer = this.layer("route");
    clear(layer);
    const points = places.map((place) => this.board.spaces[place]?.centre).filter((p): p is Point => Boolean(p));
    if (points.length < 2) return;
    const d = path(points);
    layer.append(svg("path", { d, class: "route-casing", "stroke-width": this.unit * 0.24 }), svg("path", { d, class: "route", "stroke-width": this.unit * 0.15 }));
    points.slice(1).forEach((p, i) => layer.append(
      svg("circle", { cx: p.x, cy: p.y, r: this.unit * 0.2, class: "stop" }),
      svg("text", { x: p.x, y: p.y + this.unit * 0.09, "text-anchor": "middle", "font-size": this.unit * 0.26, class: "stop-figure" }, String(i + 1))));
  }

  /// What a person is told of a place.
  words(place: number): string {
    const space = this.board.spaces[place]!;
    const parts = [space.name ? `${space.name}, ${space.id}` : space.id, space.region, space.terrain];
    const here = this.view?.counters.filter((counter) => counter.place === place) ?? [];
    for (const counter of here)
      parts.push(counter.known ? `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}${counter.states.length ? ` (${counter.states.join(", ")})` : ""}` : "a counter face down");
    parts.push(...(this.view?.spaces[place]?.marks ?? []));
    if (space.reconstructed) parts.push("reconstructed");
    return parts.filter(Boolean).join(", ");
  }

  // --- moving over it ----------------------------------------------------------------------------

  private settle(): void {
    this.root.setAttribute("viewBox", `${this.frame.x} ${this.frame.y} ${this.frame.width} ${this.frame.height}`);
    this.root.classList.toggle("close", this.zoom >= kCorpsZoom);
  }

  zoomBy(factor: number, at?: Point): void {
    const before = this.zoom;
    this.zoom = Math.min(kLargest, Math.max(kSmallest, this.zoom * factor));
    const middle = at ?? { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 };
    const share = before / this.zoom;
    this.frame = {
      x: middle.x - (middle.x - this.frame.x) * share,
      y: middle.y - (middle.y - this.frame.y) * share,
      width: this.board.width / this.zoom,
      height: this.board.height / this.zoom,
    };
    this.settle();
    if (before < kCorpsZoom !== this.zoom < kCorpsZoom) this.drawCounters();
  }

  whole(): void {
    this.zoom = 1;
    this.frame = { x: 0, y: 0, width: this.board.width, height: this.board.height };
    this.settle();
    this.drawCounters();
  }

  centreOn(place: number): void {
    const space = this.board.spaces[place];
    if (!space || this.zoom <= 1) return;
    this.frame.x = space.centre.x - this.frame.width / 2;
    this.frame.y = space.centre.y - this.frame.height / 2;
    this.settle();
  }

  focusOn(place: number): void {
    this.focus = place;
    const layer = this.layer("front");
    clear(layer);
    const space = this.board.spaces[place];
    if (!space) return;
    const d = path(shrunk(space, 0.08), true);
    layer.append(svg("path", { d, class: "focus-outer", "stroke-width": this.unit * 0.1 }), svg("path", { d, class: "focus", "stroke-width": this.unit * 0.05 }));
    this.root.setAttribute("aria-label", this.words(place));
  }

  /// The place next to the focused one in the direction of an arrow.
  walk(dx: number, dy: number): void {
    const from = this.board.spaces[this.focus]?.centre ?? { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 };
    let best = -1;
    let least = Infinity;
    this.board.spaces.forEach((space, place) => {
      const x = space.centre.x - from.x;
      const y = space.centre.y - from.y;
      const ahead = x * dx + y * dy;
      if (place === this.focus || ahead < this.unit * 0.2) return;
      const cost = Math.hypot(x, y) + 1.5 * Math.abs(x * dy - y * dx);
      if (cost < least) {
        least = cost;
        best = place;
      }
    });
    if (best >= 0) this.focusOn(best);
  }

  get focused(): number {
    return this.focus;
  }

  private toBoard(event: { clientX: number; clientY: number }): Point {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: p.x, y: p.y };
  }

  private placeAt(event: PointerEvent): number {
    const at = this.toBoard(event);
    return this.board.spaces.findIndex((space) => inside(at, space.polygon));
  }

  private listen(): void {
    const pointers = new Map<number, PointerEvent>();
    let moved = 0;
    let start = { x: 0, y: 0 };
    this.root.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * 0.0015), this.toBoard(event));
    }, { passive: false });
    this.root.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      moved = 0;
      start = this.toBoard(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      if (pointers.size === 2) {
        const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)![1];
        const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
        const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
        if (was > 0) this.zoomBy(is / was, this.toBoard(event));
        moved = Infinity;
      } else {
        moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
        if (moved > 6) {
          const here = this.toBoard(event);
          this.frame.x += start.x - here.x;
          this.frame.y += start.y - here.y;
          this.settle();
        }
      }
      pointers.set(event.pointerId, event);
    });
    const up = (event: PointerEvent): void => {
      pointers.delete(event.pointerId);
      if (event.type !== "pointerup" || moved > 6) return;
      const place = this.placeAt(event);
      if (place < 0) return;
      this.focusOn(place);
      if (event.button === 2) this.listener.asked(place);
      else this.listener.chosen(place);
    };
    this.root.addEventListener("pointerup", up);
    this.root.addEventListener("pointercancel", up);
    this.root.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}

/// A name on as many lines as it has parts; what stands in brackets is left to the words of the place.
function lines(name: string): string[] {
  return name.replace(/ *\(.*\)/, "").split(/ - |: | \/ /);
}

function typicalWidth(spaces: Space[]): number {
  const widths = spaces.map((space) => Math.max(...space.polygon.map((p) => p.y)) - Math.min(...space.polygon.map((p) => p.y)));
  widths.sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] || 1;
}

function shrunk(space: Space, share: number): Point[] {
  return space.polygon.map((p) => ({ x: p.x + (space.centre.x - p.x) * share, y: p.y + (space.centre.y - p.y) * share }));
}

const plain = (word: string): string => word.replace(/[^a-z]+/gi, "-").toLowerCase();

function terrainSign(terrain: string): string {
  for (const kind of ["forest", "marsh", "mountain", "hill", "rough"]) if (terrain.includes(kind)) return { mountain: "mountains", hill: "hills", rough: "hills" }[kind] ?? kind;
  return terrain.includes("wood") ? "forest" : terrain.includes("swamp") ? "marsh" : "";
}

function sign(kind: string, p: Point, size: number): string {
  const s = size;
  switch (kind) {
    case "forest":
      return `M${p.x - s} ${p.y}a${s} ${s} 0 1 1 ${2 * s} 0a${s} ${s} 0 1 1 ${-2 * s} 0M${p.x} ${p.y + s}v${s}`;
    case "marsh":
      return `M${p.x - 2 * s} ${p.y}h${4 * s}M${p.x - s} ${p.y}v${-s}M${p.x} ${p.y}v${-1.6 * s}M${p.x + s} ${p.y}v${-s}`;
    default:
      return `M${p.x - 2 * s} ${p.y + s}q${2 * s} ${-4 * s} ${4 * s} 0M${p.x + s} ${p.y}l${s} ${1.4 * s}M${p.x} ${p.y - s * 0.4}l${s} ${1.6 * s}`;
  }
}

function star(at: Point, radius: number): string {
  let d = "";
  for (let i = 0; i < 16; ++i) {
    const r = i % 2 ? radius * 0.62 : radius;
    const angle = (i * Math.PI) / 8;
    d += `${i ? "L" : "M"}${(at.x + r * Math.sin(angle)).toFixed(1)} ${(at.y - r * Math.cos(angle)).toFixed(1)}`;
  }
  return `${d}Z`;
}
