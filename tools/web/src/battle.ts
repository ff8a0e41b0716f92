// A battle: who stands against whom, every modifier, what may come of it, the dice.

import { clear, html, svg } from "./dom";
import { isCommander, isUnit, smallSign, unitCounter } from "./counters";
import { capital, people } from "./normalise";
import { cited, with_rules } from "./rules";
import type { Board, Counter, GameEvent, Modifier, Odds, Space, View } from "./protocol";

const kRollMilliseconds = 600;
const kFlickerMilliseconds = 70;
const kFaces = 6;
const kCountersShown = 14;

/// Kinds of events: those that decide a battle which has a beginning of its own, and those that are
/// parts of it although the log divides by them.
const kDeciding = new Set(["plans-revealed", "combat-resolved", "combat-result", "battle-over"]);
const kWithin = new Set(["round", "fires", "retreats", "battle-over"]);

/// Events from one operation to the next.
export function operations(events: GameEvent[]): GameEvent[][] {
  const all: GameEvent[][] = [];
  for (const event of events) {
    if (event.weight !== "detail" || all.length === 0) all.push([]);
    all[all.length - 1]!.push(event);
  }
  return all;
}

/// Whether an operation was fought out: values of several parts were held against each other.
export function is_battle(operation: GameEvent[]): boolean {
  const reckoned = operation.filter((event) => event.modifiers.length > 0);
  return reckoned.length >= 3 && reckoned.some((event) => event.side === 0) && reckoned.some((event) => event.side === 1);
}

const kDots: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

function show_face(picture: SVGElement, face: number): void {
  for (const old of picture.querySelectorAll("circle, text")) old.remove();
  const dots = kDots[face];
  if (dots) picture.append(...dots.map(([x, y]) => svg("circle", { cx: 10 + x * 10, cy: 10 + y * 10, r: 3.6 })));
  else picture.append(svg("text", { x: 20, y: 26, "text-anchor": "middle", "font-size": 17 }, String(face)));
}

/// A die with its face, dark and square for side A, light and eight-sided for side B.
export function die(face: number, side: number): SVGElement {
  const picture = svg("svg", { viewBox: "0 0 40 40", class: `die side-${side === 1 ? "b" : "a"}`, role: "img", "aria-label": `die ${face}` });
  picture.append(svg("path", { d: side === 1 ? "M11 1H29L39 11V29L29 39H11L1 29V11Z" : "M1 1H39V39H1Z" }));
  show_face(picture, face);
  return picture;
}

/// Dice that roll once; `skip` lets them lie at once. With reduced motion they never roll.
export class Roll {
  private timer = 0;

  constructor(private readonly dice: { picture: SVGElement; face: number }[]) {
    if (dice.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let left = kRollMilliseconds / kFlickerMilliseconds;
    for (const { picture } of dice) picture.classList.add("rolling");
    this.timer = window.setInterval(() => {
      if (--left <= 0) return this.skip();
      for (const { picture } of this.dice) show_face(picture, 1 + Math.floor(Math.random() * kFaces));
    }, kFlickerMilliseconds);
  }

  get rolling(): boolean {
    return this.timer !== 0;
  }

  skip(): void {
    clearInterval(this.timer);
    this.timer = 0;
    for (const { picture, face } of this.dice) {
      show_face(picture, face);
      picture.classList.remove("rolling");
    }
  }
}

const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;

export function modifier_rows(modifiers: Modifier[]): HTMLElement[] {
  return modifiers.map((modifier) => html("tr", {},
    html("td", {}, ...with_rules(modifier.reason), modifier.rule && !modifier.reason.includes(modifier.rule) ? html("span", { class: "rule" }, " ", ...cited(modifier.rule)) : null),
    html("td", { class: "number" }, signed(modifier.value))));
}

/// A value with its parts and their sum.
function reckoning(caption: string, modifiers: Modifier[], together: string): HTMLElement {
  const sum = modifiers.reduce((all, modifier) => all + modifier.value, 0);
  return html("table", { class: "reckoning" }, html("caption", {}, capital(caption)),
    html("tbody", {}, ...modifier_rows(modifiers)),
    html("tfoot", {}, html("tr", {}, html("td", {}, together), html("td", { class: "number" }, signed(sum)))));
}

export function counter_row(counters: Counter[]): HTMLElement {
  const size = 44;
  const row = html("div", { class: "counter-row" });
  for (const counter of counters.slice(0, kCountersShown)) {
    const name = `${counter.count > 1 ? `${counter.count} ` : ""}${counter.known ? counter.name || counter.kind : "face down"}`;
    row.append(html("figure", {}, svg("svg", { viewBox: `-2 -2 ${size + 4} ${size + 4}`, class: "unit", role: "img", "aria-label": name }, sign(counter, size)), html("figcaption", {}, name)));
  }
  if (counters.length > kCountersShown) row.append(html("span", {}, `and ${counters.length - kCountersShown} more`));
  return row;
}

/// A unit or commander as its counter; a depot, a train or a marker as on the map.
function sign(counter: Counter, size: number): SVGElement {
  if (isUnit(counter) || isCommander(counter)) return unitCounter(counter, size);
  return svg("g", { transform: `translate(${size / 2} ${size / 2})` }, smallSign({ ...counter, count: 1 }, 1.6));
}

const fights = (counter: Counter): boolean => isUnit(counter) || isCommander(counter);

/// Those of a side that stand in some places.
export function standing(view: View, side: number, places: number[]): Counter[] {
  return view.counters.filter((counter) => counter.side === side && places.includes(counter.place) && fights(counter));
}

/// The last battle that has been decided since a step; null: none has.
export function last_battle(events: GameEvent[], since: number): GameEvent[] | null {
  const start = events.map((event) => event.kind).lastIndexOf("battle");
  if (start < 0) return last_reckoned(events.filter((event) => event.step >= since));
  const after = events.findIndex((event, i) => i > start && event.weight !== "detail" && !kWithin.has(event.kind));
  const battle = events.slice(start, after < 0 ? undefined : after);
  return battle.some((event) => event.step >= since && kDeciding.has(event.kind)) ? battle : null;
}

/// The last battle that shows by what was reckoned, with what led to it: orders and support.
function last_reckoned(events: GameEvent[]): GameEvent[] | null {
  const all = operations(events);
  let at = all.length - 1;
  while (at >= 0 && !is_battle(all[at]!)) --at;
  if (at < 0) return null;
  let first = at;
  while (first > 0 && all[first - 1]!.some((event) => event.modifiers.length > 0)) --first;
  return all.slice(first, at + 1).flat();
}

/// Where most of it happened: "of Riga", or "near Grodno" where the place itself has no name.
function field(operation: GameEvent[], board: Board): string {
  const places = operation.flatMap((event) => event.places);
  const count = (place: number): number => places.filter((other) => other === place).length;
  const most = [...places].sort((a, b) => count(b) - count(a))[0];
  const space = most === undefined ? undefined : board.spaces[most];
  if (!space) return "";
  if (space.name) return `of ${space.name}`;
  const away = (other: Space): number => Math.hypot(other.centre.x - space.centre.x, other.centre.y - space.centre.y);
  const nearest = board.spaces.filter((other) => other.name).sort((a, b) => away(a) - away(b))[0];
  return nearest ? `near ${nearest.name}` : `of ${space.id.replace(/^h/, "")}`;
}

/// A value that was put together of several parts; one with a single part is told in its sentence.
const reckoned = (event: GameEvent): boolean => event.modifiers.length > 1;

export interface Told {
  title: string;
  content: HTMLElement;
  roll: Roll;
}

/// A battle as it was fought; `before`: who stood where as it began.
export function battle_told(operation: GameEvent[], before: View, board: Board, sides: string[]): Told {
  const begins = operation[0]!.kind === "battle" && operation[0]!.places.length > 0;
  const places = begins ? operation[0]!.places : [...new Set(operation.flatMap((event) => event.places))];
  const columns = sides.map((name, side) => {
    const stack = standing(before, side, places);
    return html("section", { class: `host side-${side === 1 ? "b" : "a"}`, "aria-label": name }, html("h3", {}, capital(people(name))),
      stack.length ? counter_row(stack) : null,
      ...operation.filter((event) => event.side === side && reckoned(event)).map((event) => reckoning(event.text, event.modifiers, "together")));
  });
  const dice = operation.filter((event) => event.face > 0).map(({ face, side }) => ({ face, picture: die(face, side) }));
  const sentences = operation.slice(begins ? 1 : 0).filter((event) => event.text && !reckoned(event)).map((event) => html("p", {}, ...with_rules(capital(event.text))));
  const told = html("div", { class: "battle" }, html("div", { class: "hosts" }, ...columns),
    html("div", { class: "outcome" }, dice.length ? html("div", { class: "dice" }, ...dice.map(({ picture }) => picture)) : null, html("div", {}, ...sentences)));
  const where = field(operation, board);
  return { title: where ? `The battle ${where}` : capital(operation[0]!.text), content: told, roll: new Roll(dice) };
}

/// An event with its modifiers as a table that adds up, its die and its sentence.
export function told(event: GameEvent): HTMLElement {
  return html("div", { class: "event" }, event.face ? die(event.face, event.side) : null,
    html("div", {}, html("p", {}, ...with_rules(capital(event.text))), event.modifiers.length ? html("table", {}, html("tbody", {}, ...modifier_rows(event.modifiers))) : null));
}

/// The same place before the battle: both sides with what their values are made of, and room for
/// what is still being reckoned.
export function battle_ahead(view: View, sides: string[], places: number[], values: Odds["values"], known: HTMLElement[]): HTMLElement {
  const hosts = html("div", { class: "hosts" }, ...sides.map((name, side) =>
    html("section", { class: `host side-${side === 1 ? "b" : "a"}`, "aria-label": name }, html("h3", {}, capital(people(name))), counter_row(standing(view, side, places)),
      ...values.filter((value) => value.side === side).map((value) => reckoning(value.name.replaceAll("-", " "), value.modifiers, "before the die")))));
  const box = html("div", { class: "battle" });
  clear(box);
  box.append(hosts, ...known);
  return box;
}
