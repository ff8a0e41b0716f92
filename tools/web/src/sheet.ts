// The sheet beside the map: turn, strengths, what is in hand, the order, diary, account.

import { clear, html, svg } from "./dom";
import { account } from "./account";
import { arrivals } from "./arrivals";
import { counter_row } from "./battle";
import { isUnit } from "./counters";
import { capital, people, place_title } from "./normalise";
import { before_rule, with_rules } from "./rules";
import type { Ahead } from "./ahead";
import type { Beliefs } from "./belief";
import type { Course } from "./course";
import type { Lab } from "./lab";
import type { Board, Choice, GameEvent, View } from "./protocol";

export type Tab = "diary" | "account" | "arrivals" | "orders" | "belief" | "ahead" | "lab";
const kTabs: Tab[] = ["diary", "account", "arrivals", "orders", "belief", "ahead", "lab"];

export interface SheetListener {
  take(choice: Choice): void;
  weigh(choice: Choice): void;
  order(): void;
  answer(notation: string): void;
  say(text: string): void;
  cancel(): void;
  go(place: number): void;
  light(places: number[]): void;
  keep(): void;
}

/// What the sheet shows beside the view.
export interface Beside {
  board: Board;
  last: number;
  turn_names: string[]; // of turn 1 and on; empty: not known
  winter: number[]; // turns
  events: GameEvent[];
  reasons: Map<number, string>; // of the computer's decisions, by step
  step: number; // that is looked at
  sides: string[];
  seat: string;
  chosen: number;
  offered: Choice[];
  chance: string;
  course: Course | null;
  past: boolean;
  no_end: string; // why what is asked cannot be ended; empty: it can
  commitment: string; // SHA-256 of the key of all dice
  set_up: boolean; // the seat has set itself up
  command: HTMLElement | null; // orders by headquarters
}

const kOrdersShown = 60;
const kBoxesNumbered = 20; // of a longer campaign only some turns have room for their number
const kNumbered = 5;
const kEventsShown = 120;

export class Sheet {
  readonly root = html("aside", { class: "sheet", "aria-label": "What is asked, what it costs, what happened" });
  private tab: Tab = "diary";
  /// Orders in words; made once, so that nothing that comes in disturbs who types.
  private readonly said = html("input", { type: "text", id: "say", maxlength: 500, autocomplete: "off", spellcheck: "false", placeholder: "Davout to Smolensk", keydown: (event: KeyboardEvent) => this.typed(event) });
  private readonly words = html("label", { class: "say" }, html("span", {}, "In words ", html("kbd", {}, "/")), this.said);
  private view: View | null = null;
  private drawn: View | null = null;
  private beside: Beside | null = null;

  constructor(
    private readonly listener: SheetListener,
    private readonly lab: Lab,
    private readonly beliefs: Beliefs,
    private readonly ahead: Ahead,
  ) {}

  show(view: View, beside: Beside): void {
    this.view = view;
    this.beside = beside;
    this.draw();
  }

  open(tab: Tab): void {
    this.tab = tab;
    this.draw();
  }

  /// To the field for orders in words.
  speak(): void {
    this.said.focus();
  }

  private typed(event: KeyboardEvent): void {
    if (event.key === "Escape") this.said.blur();
    if (event.key !== "Enter" || event.repeat || !this.said.value.trim()) return;
    this.listener.say(this.said.value);
    this.said.select();
  }

  private draw(): void {
    if (!this.view || !this.beside) return;
    const view = this.view;
    const { last, sides, chosen, offered, chance, course, past, command } = this.beside;
    const held = document.activeElement?.id ?? "";
    // Of the same position the list stays where it was scrolled to.
    const scrolled = this.drawn === view ? this.root.querySelector(".choices")?.scrollTop ?? 0 : 0;
    this.drawn = view;
    clear(this.root);
    this.root.append(
      this.turn(view, last),
      html("div", { class: "strengths" }, ...sides.map((name, side) => this.strength(view, name, side))),
      ...(chance ? [html("p", { class: "chance" }, chance)] : []),
      ...(chosen >= 0 ? [this.stack(chosen)] : []),
      ...(course ? [this.in_hand(course)] : []),
      ...(command && !past ? [command] : []),
      ...(past ? [] : [this.orders(offered)]),
      ...(past || view.actor === "over" ? [] : [this.words]), // also while the other side decides, for who types already
      this.tabs(),
      this.keys(),
    );
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
    const list = this.root.querySelector(".choices");
    if (list && scrolled > 0) list.scrollTop = scrolled; // asks for a layout
  }

  /// The order that is weighed, with what is known of it.
  private in_hand(course: Course): HTMLElement {
    const { board } = this.beside!;
    const buttons = course.ready
      ? [html("button", { class: course.short ? "plain" : "main", id: "order-it", click: () => this.listener.order() }, course.button(board), html("kbd", {}, "Enter"))] : [];
    return html("section", { class: "course", "aria-label": "The order in hand" }, html("h2", {}, course.title(board)),
      html("div", { class: "course-buttons" }, ...buttons,
        html("button", { class: "plain", id: "cancel", click: () => this.listener.cancel() }, "Cancel", html("kbd", {}, "Esc"))),
      ...course.content((notation) => this.listener.answer(notation)));
  }

  private turn(view: View, last: number): HTMLElement {
    const boxes = last > 1 && last <= 40
      ? Array.from({ length: last }, (_, i) => html("span", { class: `${i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : ""}${this.beside!.winter.includes(i + 1) ? " winter" : ""}`.trim() }, last <= kBoxesNumbered || (i + 1) % kNumbered === 0 ? String(i + 1) : ""))
      : [];
    const months = months_of(this.beside!.turn_names.slice(0, last));
    return html("section", { class: "turns" },
      html("p", { class: "turn-name" }, html("b", {}, view.turn === 0 ? "Before turn 1" : `Turn ${view.turn}${last ? ` of ${last}` : ""}`), html("span", {}, view.turn_name.replace(/^(game-)?turn \d+( of \d+)?(, )?/i, ""))),
      boxes.length && months.length ? html("div", { class: "months", "aria-hidden": "true" }, ...months.map(([month, turns]) => month_of(month, turns))) : null,
      boxes.length ? html("div", { class: "boxes", "aria-hidden": "true" }, ...boxes) : null,
      html("p", { class: "phase" }, view.phase === view.turn_name ? "" : view.phase));
  }

  private strength(view: View, name: string, side: number): HTMLElement {
    const units = view.counters.filter((counter) => counter.side === side && counter.place >= 0 && isUnit(counter)).reduce((sum, counter) => sum + counter.count, 0);
    const tracks = view.tracks.filter((track) => track.side === side);
    const commands = tracks.find((track) => track.id === "commands");
    return html("div", { class: `strength side-${side === 1 ? "b" : "a"}` },
      svg("svg", { viewBox: "0 0 22 14", class: "flag", "aria-hidden": "true" }, svg("path", { d: side === 1 ? "M4 0H18L22 4V10L18 14H4L0 10V4Z" : "M0 0H22V14H0Z" })),
      html("b", {}, capital(people(name))), ` ${units} units`, commands ? pips(commands.value) : null,
      html("span", { class: "tracks" }, tracks.map((track) => `${track.name}: ${track.words || track.value}`).join(", ")));
  }

  /// What stands in the chosen place, with the state of each; by itself, for it is also a list of text.
  private stack(place: number): HTMLElement {
    const { board } = this.beside!;
    const here = this.view!.counters.filter((counter) => counter.place === place);
    const states = here.filter((counter) => counter.known && counter.states.length).map((counter) => `${counter.name}: ${counter.states.join(", ")}`);
    return html("section", { class: "hand", "aria-label": "In this place" }, html("h2", {}, place_title(board, place)),
      here.length ? counter_row(here) : html("p", { class: "rule" }, "Nobody stands here."),
      states.length ? html("p", { class: "rule" }, `${states.join("; ")}.`) : null);
  }

  private orders(offered: Choice[]): HTMLElement {
    const list = html("ul", { class: "orders" });
    in_order_of_use(offered).slice(0, kOrdersShown).forEach((choice, i) => {
      const words = capital(choice.words || choice.notation);
      const places = choice.from >= 0 || choice.to >= 0;
      list.append(html("li", {}, html("button", { class: "order", id: `do-${choice.action}`, "data-action": choice.action, click: () => this.listener.take(choice) }, html("span", {}, words, choice.caution ? html("span", { class: "caution" }, choice.caution) : null), i < 9 ? html("kbd", {}, String(i + 1)) : null),
        places ? html("button", { class: "odds", id: `weigh-${choice.action}`, "aria-label": `Odds: ${words}`, title: "Odds", click: () => this.listener.weigh(choice) }, "%") : null));
    });
    const { no_end } = this.beside!;
    if (offered.length > kOrdersShown) list.append(html("li", {}, `and ${offered.length - kOrdersShown} more: click on the map`));
    return html("section", { class: "choices", "aria-label": "What can be done" }, no_end ? html("p", { class: "refusal" }, ...with_rules(`${capital(no_end)}.`)) : null, list);
  }

  private tabs(): HTMLElement {
    const { board, events, sides, seat, past, set_up, step } = this.beside!;
    const view = this.view!;
    const bar = html("div", { class: "tabs", role: "tablist" });
    if (this.tab === "arrivals" && view.arrivals.length === 0) this.tab = "diary";
    for (const tab of kTabs.filter((one) => one !== "arrivals" || view.arrivals.length > 0))
      bar.append(html("button", { role: "tab", id: `tab-${tab}`, "aria-selected": tab === this.tab ? "true" : "false", "aria-controls": "tab-panel", click: () => this.open(tab) }, tab[0]!.toUpperCase() + tab.slice(1)));
    const panel = html("div", { id: "tab-panel", role: "tabpanel", "aria-labelledby": `tab-${this.tab}`, tabindex: 0 });
    if (this.tab === "diary") panel.append(...this.diary(events));
    if (this.tab === "account") panel.append(...account(view, board, sides, seat === "b" ? 1 : 0), this.dice(),
      html("button", { class: "plain", id: "export", click: () => this.listener.keep() }, "Save a copy of the campaign's file"));
    if (this.tab === "arrivals") panel.append(...arrivals(view.arrivals, view.turn, board, sides, (place) => this.listener.go(place)));
    if (this.tab === "orders") panel.append(...view.choices.map((choice) => html("p", {}, choice.notation)));
    if (this.tab === "belief") panel.append(...this.beliefs.content(step, board, sides));
    if (this.tab !== "ahead" || past || view.actor === "over") this.ahead.hide();
    else panel.append(...this.ahead.content(board, sides, seat, view.turn));
    if (this.tab === "ahead" && (past || view.actor === "over")) panel.append(html("p", {}, past ? "What may come is told of the position now." : "The campaign is over."));
    if (this.tab === "lab" && view.actor !== "over") panel.append(...this.lab.content(past ? [] : view.choices, view.actor === seat, set_up));
    if (this.tab === "lab" && view.actor === "over") panel.append(html("p", {}, "The campaign is over: look at an earlier position and play on from there."));
    return html("section", { class: "tab-section" }, bar, panel);
  }

  /// How to check that nobody chose the dice.
  private dice(): HTMLElement {
    return html("p", { class: "rule commitment" }, "The dice were chosen before the campaign began. SHA-256 of their key: ", html("code", {}, this.beside!.commitment),
      ". At the end the key is opened, and niemen replay --check-dice checks every die.");
  }

  private diary(events: GameEvent[]): HTMLElement[] {
    const lines: HTMLElement[] = [];
    const { reasons } = this.beside!;
    const shown = events.slice(-kEventsShown).reverse();
    shown.forEach((event, i) => {
      // Under the first thing that came of it, which is the last that is read.
      const why = shown[i + 1]?.step === event.step ? undefined : reasons.get(event.step);
      const [sentence, rule] = before_rule(event.text);
      const modifiers = event.modifiers.map((modifier) => `${modifier.value > 0 ? "+" : ""}${modifier.value} ${modifier.reason}`);
      lines.push(html("p", { class: `told ${event.weight} side-${event.side === 1 ? "b" : event.side === 0 ? "a" : "none"}` },
        event.places.length ? html("span", { class: "told-place", role: "button", tabindex: 0, click: () => this.listener.go(event.places[0]!), keydown: (pressed: KeyboardEvent) => this.pressed(pressed, event.places[0]!), mouseenter: () => this.listener.light(event.places), mouseleave: () => this.listener.light([]), focus: () => this.listener.light(event.places), blur: () => this.listener.light([]) }, capital(sentence)) : capital(sentence), ...with_rules(rule),
        modifiers.length ? html("span", { class: "modifiers" }, modifiers.join("; ")) : null,
        why ? html("span", { class: "reason" }, html("b", {}, "Why "), why) : null));
    });
    return lines;
  }

  /// What is told flows on behind the place, as no button does: so it listens to its keys itself.
  private pressed(event: KeyboardEvent, place: number): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    this.listener.go(place);
  }

  private keys(): HTMLElement {
    const key = (letter: string, words: string): HTMLElement => html("span", {}, html("kbd", {}, letter), ` ${words}`);
    return html("footer", { class: "keys" }, key("U", "Undo"), key("R", "Since my last move"), key("H", "Hint"), key("C", "Chance"), key("W", "Chance at each decision"), key("?", "Why"), key("[ ]", "Earlier, later"), key("+ −", "Zoom"), key("Esc", "Take back the choice"));
  }
}

/// What gives something up stands behind everything else.
export function in_order_of_use(choices: Choice[]): Choice[] {
  const gives_up = (choice: Choice): boolean => /^give up\b/i.test(choice.words);
  return [...choices.filter((choice) => !gives_up(choice)), ...choices.filter(gives_up)];
}

/// Combat commands as small squares; the figure stands beside them in words.
function pips(value: number): SVGElement {
  const shown = Math.min(value, 8);
  return svg("svg", { viewBox: `0 0 ${8 * 8} 12`, class: "pips", "aria-hidden": "true" }, ...Array.from({ length: shown }, (_, i) => svg("rect", { x: 8 * i + 1, y: 1, width: 5, height: 10, rx: 1 })));
}

/// The months of turns, each with how many turns it has; empty where some turn names none.
function months_of(names: string[]): [string, number][] {
  const months: [string, number][] = [];
  for (const name of names) {
    const month = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/.exec(name)?.[1];
    if (!month) return [];
    const last = months.at(-1);
    if (last?.[0] === month) ++last[1];
    else months.push([month, 1]);
  }
  return months;
}

/// As wide as its turns. Set by itself: the page's policy lets no style stand in an attribute.
function month_of(month: string, turns: number): HTMLElement {
  const label = html("span", {}, month);
  label.style.flexGrow = String(turns);
  return label;
}
