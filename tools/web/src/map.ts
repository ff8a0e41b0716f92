// The map: ground, counters and what is lit, in SVG, from a board and a view alone. Layers from the
// ground up.

import { Camera, type Seen } from "./camera";
import { commanderNames, type Army } from "./commanders";
import { isCommander, isUnit, smallSign, spreadStack, stackSign } from "./counters";
import { clear, html, svg } from "./dom";
import { Fan } from "./fan";
import { inside, path } from "./geometry";
import { Gestures } from "./gestures";
import { Ground } from "./ground";
import { Legend } from "./legend";
import { Lettering, kMostCoarse } from "./lettering";
import { place_title } from "./normalise";
import { Overlays } from "./overlays";
import type { Board, Counter, Country, Point, Space, TurnAhead, View } from "./protocol";

const kHexCorners = 6;
const kUnitsAcross = 24; // hexes that stand side by side on a map of areas
const kAreaRoom = 1.7; // of an area for single units, to that of a hex there
const kArmyPixels = 60; // width of a hex from which units stand by themselves
const kCorpsPixels = 100; // and from which hex numbers are read
const kWide = 26; // hexes side by side on a map whose counters and names are as large as they are made
const kHigh = 18.5;
const kLetterSizes: Record<string, number> = { theatre: 1, army: 0.68, corps: 0.5 };
const kZoomStep = 1.25;
const kNearPixels = 32; // width of a hex that a finger hits

const isArmy = (counter: Counter): boolean => isUnit(counter) || isCommander(counter);

export interface Lit {
  place: number;
  risk: string; // "" where it is not known
  tag?: { length: string; risk: string }; // how far it is and what may happen
  strained?: boolean;
  unsupplied?: boolean;
  attack?: boolean;
}

export interface MapListener {
  chosen(place: number): void;
  asked(place: number): void;
  /// A counter of the fanned stack.
  picked(counter: number): void;
  /// A stack dragged from one place onto another.
  dragged(from: number, to: number): void;
  /// The pointer lies over a place, or the keys have come to it; -1: nowhere.
  looked(place: number): void;
}

export interface MapText {
  title: string;
  of: string; // what it is a map of
  sides: string[];
  seat: number; // whose eyes: overlays begin with them
  country: Country;
  legend: string; // the signs of the map with their words, likewise
  ground: string; // what lies beneath, an SVG document as large as the board
}

const kWater = new Set(["sea", "lake", "water"]);

export class MapView {
  /// The map with what floats over it.
  readonly root: HTMLElement;
  readonly picture: SVGSVGElement;
  private readonly layers = new Map<string, SVGGElement>();
  private readonly spaces: SVGElement[] = [];
  private readonly unit: number; // flat-to-flat width of a hex; what is drawn is as large as if there were hexes
  private readonly hexes: boolean;
  private readonly coarse: number; // how much larger than for its hexes everything on the map is
  private readonly camera: Camera;
  private readonly overlays: Overlays;
  private readonly lettering: Lettering;
  private readonly fan: Fan;
  private readonly legend: Legend;
  private readonly callout = html("div", { class: "callout", role: "status", hidden: true });
  private focus = -1;
  private stage = "";
  private view: View | null = null;
  private movable = new Set<number>();
  private acting = new Set<number>();
  private pinned = false; // the fan was asked for: it stays

  constructor(
    private readonly board: Board,
    text: MapText,
    private readonly listener: MapListener,
  ) {
    this.picture = svg("svg", { class: "map", tabindex: 0, role: "application", "aria-label": "The map. Arrow keys walk over it." });
    this.hexes = board.spaces.filter((space) => space.id).every((space) => space.polygon.length === kHexCorners);
    this.unit = Math.min(typicalWidth(board.spaces), board.width / kUnitsAcross);
    this.coarse = Math.max(1, board.width / kWide / this.unit, board.height / kHigh / this.unit);
    this.picture.classList.toggle("areas", !this.hexes);
    for (const name of ["grid", "country", "marks", "area", "overlay", "links", "names", "counters", "held", "frame", "route", "front"])
      this.layers.set(name, svg("g", { class: `layer-${name}` }));
    this.picture.append(...this.layers.values());
    board.spaces.forEach((space, place) => this.drawSpace(space, place));
    this.lettering = new Lettering(board, text.country, this.unit, this.hexes, this.coarse);
    this.lettering.country(this.layer("country"));
    this.lettering.frame(this.layer("frame"));
    this.lettering.cartouche(this.layer("frame"), text.title, text.of);
    this.overlays = new Overlays(board, this.unit, text.sides, text.seat, this.picture, this.layer("area"), this.layer("held"));
    this.fan = new Fan((counter) => this.listener.picked(counter));
    this.legend = new Legend(pictureOf(text.legend));
    const ground = new Ground(pictureOf(text.ground), board.width, board.height); // as an image: nothing in it can act
    const plane = html("div", { class: "plane" }, ground.bitmap, ground.lines, this.picture);
    this.root = html("div", { class: "map-room" }, plane, this.overlays.caption, this.bar(), this.legend.root, this.fan.root, this.callout);
    this.camera = new Camera(plane, this.picture, ground, board.width, board.height, () => this.settled());
    document.fonts.ready.then(() => this.view && this.drawCounters());
    new Gestures(this.picture, this.camera, {
      placeAt: (at) => this.placeAt(at),
      movable: (place) => this.movable.has(place),
      clicked: (place, right) => this.clicked(place, right),
      dragging: (from, at) => this.drag(from, at),
      dropped: (from, to) => this.drop(from, to),
      rested: (place) => this.rested(place),
      over: (place) => this.listener.looked(place),
    });
  }

  private layer(name: string): SVGGElement {
    return this.layers.get(name)!;
  }

  /// Lays over the map who may hold each place; null: no more.
  ahead(turn: TurnAhead | null): void {
    this.overlays.ahead(turn);
  }

  private bar(): HTMLElement {
    const button = (words: string, label: string, click: () => void) => html("button", { class: "overlay-button", type: "button", "aria-label": label, click }, words);
    this.overlays.bar.append(
      html("button", { class: "overlay-button", type: "button", click: () => this.explainSigns() }, html("kbd", {}, "L"), "Legend"),
      button("−", "Smaller", () => this.zoomBy(1 / kZoomStep)), button("0", "0, the whole map", () => this.whole()), button("+", "Larger", () => this.zoomBy(kZoomStep)),
      button("Print", "Print the map", () => window.print()));
    return this.overlays.bar;
  }

  private drawSpace(space: Space, place: number): void {
    const closed = space.id === "" || kWater.has(space.terrain);
    const polygon = svg("path", { d: path(space.polygon, true), class: `space${closed ? " water" : ""}`, "data-place": place });
    polygon.append(svg("title", {}, this.words(place)));
    this.layer("grid").append(polygon);
    this.spaces.push(polygon);
  }

  // --- what changes with the position ------------------------------------------------------------

  show(view: View): void {
    this.view = view;
    this.fanOut(-1);
    const acts = view.choices.flatMap((choice) => choice.counters);
    this.acting = new Set(acts);
    this.movable = new Set(view.choices.map((choice) => choice.from).concat(acts.map((counter) => view.counters[counter]?.place ?? -1)).filter((place) => place >= 0));
    this.drawLinks(view);
    this.spaces.forEach((space, place) => (space.querySelector("title")!.textContent = this.words(place)));
    this.drawMarks(view);
    this.drawCounters();
    this.overlays.show(view);
    this.legend.show(view);
  }

  private drawLinks(view: View): void {
    const links = this.layer("links");
    clear(links);
    for (const link of view.links) {
      const a = this.board.spaces[link.from];
      const b = this.board.spaces[link.to];
      if (!a || !b) continue;
      const d = path([a.centre, b.centre]);
      links.append(svg("path", { d, class: "link-casing", "stroke-width": this.unit * 0.085 }),
        svg("path", { d, class: `link side-${link.side === 1 ? "b" : "a"}`, "stroke-width": this.unit * 0.04, "stroke-dasharray": `${this.unit * 0.12} ${this.unit * 0.065}` }));
    }
  }

  private drawMarks(view: View): void {
    const marks = this.layer("marks");
    clear(marks);
    view.spaces.forEach((state, place) => {
      const space = this.board.spaces[place];
      if (!space || !state.marks.some((mark) => /deplet|scorch/.test(mark))) return;
      marks.append(svg("path", { d: path(shrunk(space, 0.04), true), class: `mark ${state.marks.map(plain).join(" ")}` }));
    });
  }

  private drawCounters(): void {
    if (!this.view) return;
    this.lettering.towns(this.layer("names"), new Set(this.view.counters.map((counter) => counter.place)), kLetterSizes[this.stage] ?? 1);
    const layer = this.layer("counters");
    clear(layer);
    const stacks = new Map<number, Counter[][]>(); // by place, then by side
    for (const counter of this.view.counters) {
      if (counter.place < 0) continue;
      const here = stacks.get(counter.place) ?? [];
      const same = here.find((stack) => stack[0]!.side === counter.side);
      if (same) same.push(counter);
      else here.push([counter]);
      stacks.set(counter.place, here);
    }
    const armies: Army[] = [];
    for (const [place, sides] of stacks) {
      const space = this.board.spaces[place];
      if (!space) continue;
      sides.forEach((counters, i) => {
        const at = { x: space.centre.x, y: space.centre.y + (i - (sides.length - 1) / 2) * 0.5 * this.unit };
        layer.append(this.stackAt(counters, at));
        if (counters.some(isArmy)) armies.push({ at, counters: counters.filter(isArmy) });
      });
    }
    if (this.stage === "theatre") layer.append(...commanderNames(armies, this.signScale()));
  }

  /// Of an army that is drawn as one sign.
  private signScale(): number {
    return (this.unit / 41) * 0.95 * Math.min(this.coarse, kMostCoarse);
  }

  private stackAt(counters: Counter[], at: Point): SVGElement {
    const scale = this.unit / 41;
    const group = svg("g", { class: "place-stack", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` });
    const army = counters.filter(isArmy);
    const small = counters.filter((counter) => !army.includes(counter));
    small.forEach((counter, i) => {
      const sign = smallSign(counter, scale * (army.length ? 0.55 : 0.8));
      sign.setAttribute("transform", army.length ? `translate(${(-0.38 + i * 0.25) * this.unit} ${0.3 * this.unit})` : `translate(${(i - (small.length - 1) / 2) * 0.5 * this.unit} 0)`);
      group.append(sign);
    });
    if (army.length) group.append(svg("g", { class: "army" }, this.stage === "theatre" ? stackSign(army, this.signScale()) : spreadStack(army, this.unit * (this.hexes ? 1 : kAreaRoom))));
    return group;
  }

  light(lit: Lit[], chosen: number): void {
    const overlay = this.layer("overlay");
    clear(overlay);
    for (const { place, risk, tag, strained, unsupplied, attack } of lit) {
      const space = this.board.spaces[place];
      if (!space) continue;
      const hard = risk !== "" || strained === true;
      const d = path(shrunk(space, 0.03), true);
      overlay.append(svg("path", { d, class: `lit${hard ? " strained" : ""}${attack ? " attack" : ""}`, "stroke-width": this.unit * 0.05, "stroke-dasharray": hard ? this.unit * 0.12 : "none" }));
      if (unsupplied) overlay.append(svg("path", { d, class: "lit-unsupplied", fill: "url(#over-hatch)" }));
      if (tag) overlay.append(this.tag(space, tag, hard || attack === true));
      if (risk)
        overlay.append(svg("text", { x: space.centre.x, y: space.centre.y + this.unit * 0.44, class: "risk", "text-anchor": "middle", "font-size": this.unit * 0.2 }, risk));
    }
    const space = this.board.spaces[chosen];
    if (space) overlay.append(svg("path", { d: path(shrunk(space, 0.03), true), class: "chosen", "stroke-width": this.unit * 0.08 }));
  }

  /// At the foot of a place: how far it is, and what may happen.
  private tag(space: Space, { length, risk }: { length: string; risk: string }, hard: boolean): SVGElement {
    const u = this.unit;
    const width = u * (0.34 + 0.12 * risk.length);
    const at = { x: space.centre.x - width / 2, y: space.centre.y + u * (this.hexes ? 0.2 : 0.3) };
    return svg("g", { class: hard ? "reach-tag hard" : "reach-tag", transform: `translate(${at.x} ${at.y})` },
      svg("rect", { width, height: u * 0.24, rx: u * 0.03, "stroke-width": u * 0.02 }),
      svg("text", { x: u * 0.12, y: u * 0.185, "text-anchor": "middle", "font-size": u * 0.19, class: "reach-length" }, length),
      svg("text", { x: u * 0.24 + (width - u * 0.24) / 2, y: u * 0.185, "text-anchor": "middle", "font-size": u * 0.19, class: "reach-risk" }, risk));
  }

  /// Words at a place; no title: none.
  call(place: number, title: string, words: string[]): void {
    const space = this.board.spaces[place];
    this.callout.hidden = !title || !space;
    if (this.callout.hidden || !space) return;
    clear(this.callout);
    this.callout.append(html("b", {}, title), ...words.map((line) => html("span", {}, line)));
    const at = this.camera.toWindow(space.centre);
    const room = this.root.getBoundingClientRect();
    const half = (this.unit * this.camera.scale) / 2;
    const { offsetWidth: width, offsetHeight: height } = this.callout;
    const above = at.y - room.top - half - height - 8;
    this.callout.style.left = `${Math.max(0, Math.min(at.x - room.left - width / 2, room.width - width))}px`;
    this.callout.style.top = `${above >= 0 ? above : Math.min(at.y - room.top + half + 8, room.height - height)}px`;
  }

  /// A route through places, as an arrow; one place: a ring about it; empty: none.
  route(places: number[]): void {
    if (places.length < 2) return this.ring(places);
    const layer = this.layer("route");
    clear(layer);
    const points = this.centres(places);
    const d = path(points);
    layer.append(svg("path", { d, class: "route-casing", "stroke-width": this.unit * 0.24 }), svg("path", { d, class: "route", "stroke-width": this.unit * 0.15 }));
    points.slice(1).forEach((p, i) => layer.append(
      svg("circle", { cx: p.x, cy: p.y, r: this.unit * 0.2, class: "stop" }),
      svg("text", { x: p.x, y: p.y + this.unit * 0.09, "text-anchor": "middle", "font-size": this.unit * 0.26, class: "stop-figure" }, String(i + 1))));
  }

  /// Where something happened without anybody going from one place to another.
  ring(places: number[]): void {
    const layer = this.layer("route");
    clear(layer);
    for (const { x, y } of this.centres(places)) layer.append(svg("circle", { cx: x, cy: y, r: this.unit * 0.52, class: "route", "stroke-width": this.unit * 0.08 }));
  }

  private centres(places: number[]): Point[] {
    return places.map((place) => this.board.spaces[place]?.centre).filter((p): p is Point => Boolean(p));
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

  // --- the fan, overlays -------------------------------------------------------------------------

  /// Opens the stack of a place as a fan, or closes it when it is open; -1: closes.
  fanOut(place: number): void {
    this.pinned = place >= 0 && this.fan.shown !== place;
    if (this.pinned) this.openFan(place);
    else this.fan.close();
  }

  get fanned(): number {
    return this.fan.shown;
  }

  private openFan(place: number): void {
    const space = this.board.spaces[place];
    if (!space || !this.view) return;
    const at = this.camera.toWindow(space.centre);
    const room = this.root.getBoundingClientRect();
    const title = place_title(this.board, place).replace(/ *\(.*\)/, "");
    this.fan.open(place, title, this.view, this.acting, { x: at.x - room.left, y: at.y - room.top, half: (this.unit * this.camera.scale) / 2 }, room);
  }

  private rested(place: number): void {
    if (this.pinned || !this.callout.hidden) return;
    const many = this.view ? this.view.counters.filter((counter) => counter.place === place).length > 1 : false;
    if (many) this.openFan(place);
    else if (!this.fan.root.matches(":hover")) this.fan.close();
  }

  /// A key of the map's own; false where it is none.
  press(key: string): boolean {
    if (key.toLowerCase() === "f") return this.fanOut(this.focus), true;
    if (key.toLowerCase() === "l") return this.explainSigns(), true;
    return this.overlays.press(key);
  }

  private explainSigns(): void {
    this.legend.toggle();
  }

  // --- moving over it ----------------------------------------------------------------------------

  private settled(): void {
    const pixels = this.unit * (this.camera?.scale ?? 1);
    const stage = pixels < kArmyPixels ? "theatre" : pixels < kCorpsPixels ? "army" : "corps";
    if (stage === this.stage) return;
    this.stage = stage;
    for (const name of ["theatre", "army", "corps"]) this.picture.classList.toggle(`zoom-${name}`, name === stage);
    this.drawCounters();
  }

  zoomBy(factor: number): void {
    this.fan.close();
    this.camera.zoomBy(factor);
  }

  whole(): void {
    this.fan.close();
    this.camera.whole();
  }

  /// A layer over all others, for whoever draws on the map.
  over(name: string): SVGGElement {
    const layer = svg("g", { class: `layer-${name}` });
    this.picture.append(layer);
    return layer;
  }

  /// Where on the board an event of the pointer lies, and how much of it a pixel is.
  pointAt(event: MouseEvent): Point {
    return this.camera.toBoard(event.clientX, event.clientY);
  }
  get pixel(): number {
    return 1 / this.camera.scale;
  }

  get frame(): Seen {
    return this.camera.seen;
  }

  look_at(seen: Seen): void {
    this.camera.look_at(seen);
  }

  centreOn(place: number): void {
    const space = this.board.spaces[place];
    if (space) this.camera.centreOn(space.centre);
  }

  /// Near enough that what stands beside it can be hit.
  bringNear(place: number): void {
    const space = this.board.spaces[place];
    const pixels = this.unit * this.camera.scale;
    if (!space || pixels >= kNearPixels) return;
    this.camera.zoomBy((1.05 * kNearPixels) / pixels, space.centre);
    this.camera.centreOn(space.centre);
  }

  /// Where a place is seen, in pixels of the window; `half` its height.
  whereIs(place: number): { x: number; y: number; half: number } | undefined {
    const space = this.board.spaces[place];
    return space && { ...this.camera.toWindow(space.centre), half: (this.unit * this.camera.scale) / 2 };
  }

  focusOn(place: number): void {
    this.focus = place;
    const layer = this.layer("front");
    clear(layer);
    const space = this.board.spaces[place];
    if (!space) return;
    const d = path(shrunk(space, 0.08), true);
    layer.append(svg("path", { d, class: "focus-outer", "stroke-width": this.unit * 0.1 }), svg("path", { d, class: "focus", "stroke-width": this.unit * 0.05 }));
    this.picture.setAttribute("aria-label", this.words(place));
  }

  /// The place next to the focused one in the direction of an arrow.
  walk(dx: number, dy: number): void {
    const from = this.board.spaces[this.focus]?.centre ?? { x: this.board.width / 2, y: this.board.height / 2 };
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
    if (best < 0) return;
    this.focusOn(best);
    this.listener.looked(best);
    this.camera.reveal(this.board.spaces[best]!.centre);
  }

  get focused(): number {
    return this.focus;
  }

  private placeAt(at: Point): number {
    return this.board.spaces.findIndex((space) => inside(at, space.polygon));
  }

  private clicked(place: number, right: boolean): void {
    this.focusOn(place);
    if (right) this.listener.asked(place);
    else this.listener.chosen(place);
  }

  /// The ghost of a stack under the pointer, and the way from where it stood.
  private drag(from: number, at: Point): void {
    const start = this.board.spaces[from]?.centre;
    if (!start) return;
    this.fan.close();
    const layer = this.layer("route");
    clear(layer);
    const d = path([start, at]);
    layer.append(svg("path", { d, class: "route-casing", "stroke-width": this.unit * 0.14 }), svg("path", { d, class: "route", "stroke-width": this.unit * 0.08 }));
    const army = this.view?.counters.filter((counter) => counter.place === from && isArmy(counter)) ?? [];
    if (army.length) layer.append(svg("g", { class: "ghost", transform: `translate(${at.x} ${at.y})` }, stackSign(army, this.unit / 41)));
  }

  private drop(from: number, to: number): void {
    this.route([]);
    if (to >= 0 && to !== from) this.listener.dragged(from, to);
  }
}

/// An SVG document as the address of an image.
function pictureOf(document: string): string {
  return `data:image/svg+xml,${encodeURIComponent(document)}`;
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
