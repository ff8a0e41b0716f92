// Orders by headquarters: several of them activated at once, and the blocks that one commands sent
// together. Who commands whom, and how far, is the server's word.

import { html } from "./dom";
import { place_title } from "./normalise";
import type { Board, Choice, Counter, ToServer, View } from "./protocol";

const kUnder = "under "; // before the name of who commands a block, in its states
const kInRange = "in range of "; // likewise in the marks of an area

/// What the page lends.
export interface CommandTable {
  deciding(): { rev: number; view: View } | null;
  board(): Board;
  /// A decision is on its way. False: one is already.
  decided(): boolean;
  send(message: ToServer): void;
  draw(): void;
}

/// A block that may be ordered now.
interface Ready {
  choice: Choice;
  counter: Counter;
}

export class Command {
  private marked = new Set<string>(); // headquarters that are to be activated, by id
  leader = ""; // whose blocks are in hand; empty: nobody's
  private place = -1; // where they were chosen
  private left_out = new Set<string>();

  constructor(private readonly table: CommandTable) {}

  /// Nothing is in hand any more.
  forget(): void {
    this.leader = "";
    this.place = -1;
    this.left_out.clear();
  }

  /// Another question is asked, or a new position has come in.
  begin(): void {
    this.forget();
    this.marked.clear();
  }

  /// Choices about one counter each that say nothing of a place.
  private get ready(): Ready[] {
    const now = this.table.deciding();
    if (!now) return [];
    const { view } = now;
    return view.choices.filter((choice) => choice.counters.length === 1 && choice.from >= 0 && choice.to < 0)
      .map((choice) => ({ choice, counter: view.counters[choice.counters[0]!]! })).filter(({ counter }) => counter !== undefined);
  }

  /// Whether headquarters are asked for, and nobody else.
  get activates(): boolean {
    const { ready } = this;
    return ready.length > 0 && ready.every(({ counter, choice }) => counter.kind === "headquarters" && choice.notation.startsWith("activate "));
  }

  /// Those that go together from a place: whom the headquarters there commands, else who stands there.
  private group(place: number): { leader: string; members: Ready[] } {
    const now = this.table.deciding();
    const ready = this.ready.filter(({ counter }) => counter.kind !== "headquarters");
    const commanders = now?.view.counters.filter((counter) => counter.place === place && counter.kind === "headquarters" && counter.known) ?? [];
    for (const { name } of commanders) {
      const members = ready.filter(({ counter }) => counter.states.includes(kUnder + name));
      if (members.length > 0) return { leader: name, members };
    }
    return { leader: "", members: ready.filter(({ counter }) => counter.place === place) };
  }

  private get members(): Ready[] {
    return this.place < 0 ? [] : this.group(this.place).members.filter(({ counter }) => !this.left_out.has(counter.id));
  }

  get in_hand(): boolean {
    return this.place >= 0;
  }

  /// A place is clicked. True: that was meant for here.
  click(place: number): boolean {
    if (this.activates) return this.toggle_at(place);
    if (this.place >= 0 && place !== this.place) return false;
    const group = this.group(place);
    if (group.members.length === 0 || this.place === place) return false;
    this.forget();
    this.place = place;
    this.leader = group.leader;
    return true;
  }

  private toggle_at(place: number): boolean {
    const here = this.ready.find(({ counter }) => counter.place === place && !this.marked.has(counter.id)) ?? this.ready.find(({ counter }) => counter.place === place);
    if (here) this.toggle(here.counter.id);
    return here !== undefined;
  }

  private toggle(id: string): void {
    if (!this.marked.delete(id)) this.marked.add(id);
    this.table.draw();
  }

  /// Areas within the range of those that are to be activated, as they stand now.
  range(): number[] {
    const view = this.table.deciding()?.view;
    if (!view || !this.activates) return [];
    const names = this.ready.filter(({ counter }) => this.marked.has(counter.id)).map(({ counter }) => kInRange + counter.name);
    return view.spaces.flatMap((space, place) => (space.marks.some((mark) => names.includes(mark)) ? [place] : []));
  }

  /// Asks where those in hand can go.
  ask_reach(): void {
    const now = this.table.deciding();
    if (now) this.table.send({ kind: "group_reach", rev: now.rev, from: this.place, counters: this.members.map(({ counter }) => counter.id) });
  }

  /// Sends those in hand who can get there to a place.
  go(to: number, who: string[]): void {
    const now = this.table.deciding();
    if (!now || !this.table.decided()) return;
    this.table.send({ kind: "group", rev: now.rev, to, counters: this.members.map(({ counter }) => counter.id).filter((id) => who.includes(id)) });
  }

  /// Activates those that were chosen, and goes on. False: none was.
  activate(): boolean {
    const now = this.table.deciding();
    const chosen = this.ready.filter(({ counter }) => this.marked.has(counter.id));
    if (!now || !this.activates || chosen.length === 0) return false;
    if (this.table.decided()) this.table.send({ kind: "several", rev: now.rev, actions: chosen.map(({ choice }) => choice.action), end: true });
    return true;
  }

  /// What the sheet shows of it; null: nothing.
  section(): HTMLElement | null {
    if (this.activates) return this.activation();
    return this.place >= 0 && this.members.length + this.left_out.size > 0 ? this.march() : null;
  }

  private activation(): HTMLElement {
    const view = this.table.deciding()!.view;
    const commanded = (name: string): number => view.counters.filter((counter) => counter.states.includes(kUnder + name)).length;
    const row = ({ counter }: Ready): HTMLElement => html("li", {}, html("label", {},
      html("input", { type: "checkbox", id: `mark-${counter.id}`, checked: this.marked.has(counter.id), change: () => this.toggle(counter.id) }),
      html("span", {}, html("b", {}, counter.name), ` at ${place_title(this.table.board(), counter.place)}, strength ${counter.strength}`, commanded(counter.name) ? `, ${commanded(counter.name)} blocks in range` : "")));
    const count = this.marked.size;
    return html("section", { class: "command", "aria-label": "Headquarters" }, html("p", {}, "Choose the headquarters that command this turn, here or on the map. Each loses a step when it has commanded."),
      html("ul", {}, ...this.ready.map(row)),
      html("button", { class: "main", id: "activate", disabled: count === 0, click: () => void this.activate() }, count === 1 ? "Activate it and go on" : `Activate ${count === 0 ? "them" : `these ${count}`} and go on`, html("kbd", {}, "Enter")));
  }

  private march(): HTMLElement {
    const all = this.group(this.place).members;
    const row = ({ counter }: Ready): HTMLElement => html("li", {}, html("label", {},
      html("input", { type: "checkbox", id: `goes-${counter.id}`, checked: !this.left_out.has(counter.id), change: () => {
        if (!this.left_out.delete(counter.id)) this.left_out.add(counter.id);
        this.ask_reach();
        this.table.draw();
      } }), html("span", {}, `${counter.name} from ${place_title(this.table.board(), counter.place)}`)));
    return html("section", { class: "command", "aria-label": "Who goes" }, html("p", {}, html("b", {}, this.leader ? `Under ${this.leader}` : "From here"), ": click a lit place, and those who can go there."),
      html("ul", {}, ...all.map(row)));
  }
}
