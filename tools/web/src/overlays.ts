// What can be laid over the map by a key or a button: one at a time, a second key replaces the first.

import { clear, html, svg } from "./dom";
import { shape } from "./counters";
import { outlines, path } from "./geometry";
import { capital, people } from "./normalise";
import type { Board, Space, TurnAhead, View } from "./protocol";

type Name = "supply" | "zones" | "victory" | "depots" | "unseen";

interface Kind {
  key: string;
  name: Name;
  words: string;
  first: "own" | "enemy" | "both"; // whose is shown first; a second press shows the other side's
}

const kKinds: Kind[] = [
  { key: "s", name: "supply", words: "Supply", first: "own" },
  { key: "z", name: "zones", words: "Zones", first: "enemy" },
  { key: "v", name: "victory", words: "Victory", first: "both" },
  { key: "d", name: "depots", words: "Depots", first: "both" },
  { key: "n", name: "unseen", words: "Not seen", first: "both" },
];

export class Overlays {
  readonly bar = html("nav", { class: "overlays", "aria-label": "Laid over the map" });
  readonly caption = html("p", { class: "overlay-caption", role: "status", hidden: true });
  private shown: { kind: Kind; side: number } | null = null;
  private view: View | null = null;
  private future: TurnAhead | null = null;
  private readonly buttons: HTMLButtonElement[];

  /// `below` lies under the counters, `above` over them.
  constructor(
    private readonly board: Board,
    private readonly unit: number,
    private readonly sides: string[],
    private readonly seat: number,
    private readonly root: SVGSVGElement,
    private readonly below: SVGGElement,
    private readonly above: SVGGElement,
  ) {
    root.append(this.patterns());
    this.buttons = kKinds.map((kind) =>
      html("button", { class: "overlay-button", type: "button", "aria-pressed": "false", click: () => this.press(kind.key) }, html("kbd", {}, kind.key.toUpperCase()), kind.words));
    this.bar.append(...this.buttons);
  }

  /// Takes a key; false where it is none of these.
  press(key: string): boolean {
    const kind = kKinds.find((one) => one.key === key.toLowerCase());
    if (!kind) return false;
    const first = kind.first === "enemy" ? 1 - this.seat : this.seat;
    if (this.shown?.kind !== kind) this.shown = { kind, side: first };
    else if (kind.first !== "both" && this.shown.side === first) this.shown.side = 1 - first;
    else this.shown = null;
    this.draw();
    return true;
  }

  show(view: View): void {
    this.view = view;
    this.draw();
  }

  /// Lays who may hold each place under the counters, until null comes.
  ahead(turn: TurnAhead | null): void {
    this.future = turn;
    this.draw();
  }

  private draw(): void {
    clear(this.below);
    clear(this.above);
    if (this.future) this.shares(this.future);
    kKinds.forEach((kind, i) => {
      const on = this.shown?.kind === kind;
      this.buttons[i]!.setAttribute("aria-pressed", on ? "true" : "false");
      this.root.classList.toggle(`over-${kind.name}`, on);
    });
    this.caption.hidden = !this.shown;
    if (!this.shown || !this.view) return;
    const { kind, side } = this.shown;
    const words = { supply: () => this.supply(side), zones: () => this.zones(side), victory: () => this.victory(), depots: () => this.depots(), unseen: () => this.unseen() }[kind.name]();
    this.caption.textContent = words;
  }

  /// The fuller a side's colour, the surer it holds the place.
  private shares(turn: TurnAhead): void {
    const kFullest = 0.4, kFaintest = 0.05;
    for (const { place, held } of turn.places)
      held.forEach(([value], side) => {
        if (value / 1000 >= kFaintest && this.isOpen(place))
          this.below.append(svg("path", { d: path(this.board.spaces[place]!.polygon, true), class: `ahead side-${side === 1 ? "b" : "a"}`, "fill-opacity": (kFullest * value) / 1000 }));
      });
  }

  private placesWhere(holds: (place: number) => boolean): number[] {
    return this.board.spaces.map((_, place) => place).filter((place) => this.view!.spaces[place] && holds(place));
  }

  /// The sides' own hatch over places, and their joined outline in dots.
  private area(places: number[], fill: string, edge: string): void {
    const polygons = places.map((place) => this.board.spaces[place]!.polygon);
    if (fill) this.below.append(svg("path", { d: polygons.map((polygon) => path(polygon, true)).join(""), fill }));
    if (edge)
      this.below.append(svg("path", { d: outlines(polygons).map((line) => path(line, true)).join(""), class: edge, "stroke-width": this.unit * 0.078, "stroke-dasharray": `0 ${this.unit * 0.13}` }));
  }

  private supply(side: number): string {
    const open = this.placesWhere((place) => this.isOpen(place));
    const fed = open.filter((place) => this.reaches(place, "supplied", side));
    if (fed.length === 0) return `Nothing supplies the ${this.sides[side]} now.`;
    this.area(open.filter((place) => !fed.includes(place)), "url(#over-hatch)", "");
    this.area(fed, "", `reach side-${side === 1 ? "b" : "a"}`);
    const outside = this.view!.counters.filter((counter) => counter.side === side && counter.place >= 0 && !fed.includes(counter.place)).length;
    return `Supply of ${people(this.sides[side]!)} reaches ${fed.length} of ${open.length} places, within the dots; ${outside ? `${outside} of their counters stand outside` : "none of their counters stands outside"}.`;
  }

  private zones(side: number): string {
    const held = this.placesWhere((place) => this.reaches(place, "zone of control", side));
    if (held.length === 0) return `${capital(people(this.sides[side]!))} have no zone of control that you can see.`;
    this.area(held, `url(#over-zone-${side === 1 ? "b" : "a"})`, `reach side-${side === 1 ? "b" : "a"}`);
    return `Zones of control of ${people(this.sides[side]!)} that you can see: ${held.length} places.`;
  }

  private victory(): string {
    const { account } = this.view!;
    const places = this.placesWhere((place) => this.board.spaces[place]!.points > 0);
    for (const place of places) this.point(this.board.spaces[place]!, this.view!.spaces[place]!.owner);
    const sum = (side: number) => account.filter((line) => line.side === side).reduce((points, line) => points + line.points, 0);
    return `${places.length} places count; each has the shape of its holder. If play ended now: ${this.sides.map((name, side) => `${name} ${sum(side)}`).join(", ")}.`;
  }

  private point(space: Space, owner: number): void {
    const size = this.unit * 0.46;
    const at = { x: space.centre.x + this.unit * 0.24, y: space.centre.y - this.unit * 0.3 };
    const group = svg("g", { class: `held side-${owner === 1 ? "b" : owner === 0 ? "a" : "none"}`, transform: `translate(${at.x - size / 2} ${at.y - size / 2})` });
    if (owner >= 0) group.append(svg("path", { d: shape(owner, size, size), class: "holder" }));
    group.append(svg("circle", { cx: size / 2, cy: size / 2, r: size * 0.36, class: "points" }),
      svg("text", { x: size / 2, y: size * 0.66, "font-size": size * 0.5, "text-anchor": "middle", class: "points-figure" }, String(space.points)));
    this.above.append(group);
  }

  private depots(): string {
    const { counters, links } = this.view!;
    const depots = counters.filter((counter) => counter.kind === "depot" && counter.place >= 0);
    for (const depot of depots) {
      const at = this.board.spaces[depot.place]!.centre;
      this.above.append(svg("circle", { cx: at.x, cy: at.y, r: this.unit * 0.42, class: `depot-ring side-${depot.side === 1 ? "b" : "a"}`, "stroke-width": this.unit * 0.05 }));
    }
    const of = (side: number) => depots.filter((depot) => depot.side === side).reduce((sum, depot) => sum + depot.count, 0);
    return `Depots: ${this.sides.map((name, side) => `${name} ${of(side)}`).join(", ")}; ${links.length} links join them.`;
  }

  private unseen(): string {
    const { counters } = this.view!;
    const places = [...new Set(counters.filter((counter) => !counter.known && counter.place >= 0).map((counter) => counter.place))];
    this.area(places, "url(#over-unseen)", "");
    for (const place of places) {
      const at = this.board.spaces[place]!.centre;
      this.above.append(svg("text", { x: at.x + this.unit * 0.34, y: at.y - this.unit * 0.2, class: "unseen-mark", "font-size": this.unit * 0.34, "text-anchor": "middle" }, "?"));
    }
    if (places.length === 0) return "Nothing lies face down: all that stands on the map is seen.";
    return `Counters lie face down in ${places.length} places: what they are is not known.`;
  }

  /// Whether a place has the mark of engine/play/reach.h.
  private reaches(place: number, what: string, side: number): boolean {
    return this.view!.spaces[place]!.marks.includes(`${what}: ${this.sides[side]}`);
  }

  private isOpen(place: number): boolean {
    const { terrain, id } = this.board.spaces[place]!;
    return id !== "" && !["sea", "lake", "water", "mountain", "off limits", "outside"].includes(terrain);
  }

  private patterns(): SVGElement {
    const u = this.unit;
    const pattern = (id: string, size: number, d: string, width: number): SVGElement =>
      svg("pattern", { id, width: size * u, height: size * u, patternUnits: "userSpaceOnUse" },
        svg("path", { d: scaled(d, size * u), class: id, "stroke-width": width * u }));
    return svg("defs", {},
      pattern("over-hatch", 0.26, "M0 1L1 0", 0.02),
      pattern("over-zone-a", 0.16, "M0 0L1 1", 0.035),
      pattern("over-zone-b", 0.16, "M0 1L1 0", 0.035),
      pattern("over-unseen", 0.12, "M0 0L1 1M0 1L1 0", 0.02));
  }
}

function scaled(d: string, size: number): string {
  return d.replace(/[01]/g, (digit) => String(Number(digit) * size));
}

