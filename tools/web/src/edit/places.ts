// A place of the map: who stands there, to be put elsewhere, and the rows of files that name it.

import { clear, html } from "../dom";
import { place_title } from "../normalise";
import type { Board, Counter, View } from "../protocol";
import { keeping_focus } from "./cell";
import type { Found, ToDesk } from "./protocol";

export interface PlacesListener {
  send(message: ToDesk): void;
  /// A place was chosen from a list.
  go(place: number): void;
  open(file: string, line: number): void;
}

export class Places {
  readonly root = html("section", { class: "places", "aria-label": "Pieces and places" });
  private board: Board | null = null;
  private view: View | null = null;
  private sides: string[] = [];
  private place = -1;
  private chosen = new Set<string>(); // counters of the place
  private found: Found[] = [];
  private wanted = "";
  private readonly search = html("input", { type: "search", placeholder: "Find a piece or a place", "aria-label": "Find a piece or a place", input: () => { this.wanted = this.search.value.toLowerCase(); this.draw(); } });
  private readonly body = html("div", {});
  private readonly names = html("datalist", { id: "all-places" });

  constructor(private readonly listener: PlacesListener) {
    this.root.append(html("h2", {}, "Pieces and places"), this.search, this.body, this.names);
  }

  lay(board: Board, sides: string[]): void {
    this.board = board;
    this.sides = sides;
    if (this.place >= board.spaces.length) this.place = -1;
    clear(this.names);
    board.spaces.forEach((space, place) => space.id && this.names.append(html("option", { value: place_title(board, place) })));
  }

  show(view: View): void {
    this.view = view;
    const here = new Set(this.here().map((counter) => counter.id));
    for (const id of this.chosen) if (!here.has(id)) this.chosen.delete(id);
    this.draw();
    this.ask();
  }

  choose(place: number): void {
    if (place !== this.place) this.chosen.clear();
    this.place = place;
    this.found = [];
    this.wanted = this.search.value = "";
    this.draw();
    this.ask();
  }

  /// Chooses a counter, or lets it go.
  pick(counter: Counter): void {
    if (counter.place !== this.place) this.choose(counter.place);
    if (!this.chosen.delete(counter.id)) this.chosen.add(counter.id);
    this.draw();
  }

  tell(text: string, rows: Found[]): void {
    if (text !== this.id()) return;
    this.found = rows;
    this.draw();
  }

  /// The counters that go when this place's are put elsewhere: those that are chosen, or else all of
  /// one side.
  going(place: number): string[] {
    if (place === this.place && this.chosen.size) return [...this.chosen];
    const here = (this.view?.counters ?? []).filter((counter) => counter.place === place);
    return here.filter((counter) => counter.side === here[0]?.side).map((counter) => counter.id);
  }

  move(from: number, to: number): void {
    const board = this.board;
    if (!board?.spaces[from] || !board.spaces[to]) return;
    this.listener.send({ kind: "move", counters: this.going(from), from: board.spaces[from].id, to: board.spaces[to].id });
    this.chosen.clear();
  }

  private id(): string {
    const id = this.board?.spaces[this.place]?.id ?? "";
    return id.replace(/^h(?=\d)/, "");
  }

  private ask(): void {
    const id = this.id();
    if (id) this.listener.send({ kind: "find", text: id, whole: true });
  }

  private here(): Counter[] {
    return (this.view?.counters ?? []).filter((counter) => counter.place === this.place && this.place >= 0);
  }

  private draw(): void {
    keeping_focus(this.body, () => {
      clear(this.body);
      if (!this.board || !this.view) return void this.body.append(html("p", {}, "No map yet."));
      if (this.wanted) return this.draw_found(this.board, this.view);
      if (this.place < 0) return void this.body.append(html("p", {}, "Click on the map, or find a piece. Drag a stack to set it up elsewhere; chosen pieces of it go alone."));
      this.draw_place(this.board);
    });
  }

  private draw_found(board: Board, view: View): void {
    const pieces = view.counters.filter((counter) => counter.place >= 0 && `${counter.name} ${counter.id}`.toLowerCase().includes(this.wanted)).slice(0, 40);
    const places = board.spaces.map((_, place) => place).filter((place) => board.spaces[place]!.id && place_title(board, place).toLowerCase().includes(this.wanted)).slice(0, 20);
    this.body.append(html("ul", { class: "found" },
      ...pieces.map((counter) => html("li", {}, html("button", { type: "button", click: () => { this.choose(counter.place); this.chosen.add(counter.id); this.draw(); this.listener.go(counter.place); } }, counter.name || counter.kind, html("span", {}, place_title(board, counter.place))))),
      ...places.map((place) => html("li", {}, html("button", { type: "button", click: () => { this.choose(place); this.listener.go(place); } }, place_title(board, place))))));
    if (pieces.length + places.length === 0) this.body.append(html("p", {}, "Nothing of that name."));
  }

  private draw_place(board: Board): void {
    const space = board.spaces[this.place]!;
    this.body.append(html("h3", {}, place_title(board, this.place), html("span", {}, [space.terrain, space.region].filter(Boolean).join(", "))));
    const here = this.here();
    if (here.length) this.body.append(this.pieces(here), this.mover());
    this.draw_rows();
  }

  private pieces(here: Counter[]): HTMLElement {
    return html("ul", { class: "pieces" }, ...here.map((counter) => html("li", {}, html("label", {},
      html("input", { type: "checkbox", checked: this.chosen.has(counter.id), change: () => this.pick(counter) }),
      html("span", { class: counter.side === 1 ? "of-b" : "of-a" }, this.sides[counter.side] ?? ""),
      html("b", {}, `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}`)))));
  }

  private mover(): HTMLElement {
    const to = html("input", { list: "all-places", placeholder: "a place", "aria-label": "Set up at", "data-cell": "set-up-at" });
    const go = (): void => {
      const place = this.board!.spaces.findIndex((space, i) => space.id && (place_title(this.board!, i) === to.value || space.id.replace(/^h(?=\d)/, "") === to.value || space.name === to.value));
      if (place >= 0) this.move(this.place, place);
      else to.setCustomValidity("no such place"), to.reportValidity();
    };
    to.addEventListener("input", () => to.setCustomValidity(""));
    return html("form", { class: "mover", submit: (event: Event) => { event.preventDefault(); go(); } },
      html("label", {}, this.chosen.size ? `${this.chosen.size} chosen, set up at ` : "All of a side, set up at ", to), html("button", { type: "submit", class: "plain" }, "Put there"));
  }

  private draw_rows(): void {
    const files = new Map<string, Found[]>();
    for (const row of this.found) files.set(row.file, [...(files.get(row.file) ?? []), row]);
    for (const [file, rows] of files)
      this.body.append(html("p", { class: "mentions" }, html("b", {}, file), ...rows.slice(0, 12).map((row) =>
        html("button", { type: "button", title: row.path.join("."), click: () => this.listener.open(file, row.line) }, `line ${row.line}`))));
  }
}

