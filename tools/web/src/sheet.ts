// The sheet beside the map: turn, strengths, what is in hand, the order, diary, account.

import { clear, html, svg } from "./dom";
import { isCommander, isUnit, unitCounter } from "./counters";
import type { Choice, Counter, GameEvent, View } from "./protocol";

export type Tab = "diary" | "account" | "orders";

export interface SheetListener {
  take(choice: Choice): void;
  go(place: number): void;
}

const kOrdersShown = 60;
const kEventsShown = 120;

export class Sheet {
  readonly root = html("aside", { class: "sheet", "aria-label": "What is asked, what it costs, what happened" });
  private tab: Tab = "diary";
  private position: { view: View; last: number; events: GameEvent[]; sides: string[]; chosen: number; offered: Choice[]; chance: string } | null = null;

  constructor(private readonly listener: SheetListener) {}

  show(view: View, last: number, events: GameEvent[], sides: string[], chosen: number, offered: Choice[], chance: string): void {
    this.position = { view, last, events, sides, chosen, offered, chance };
    this.draw();
  }

  open(tab: Tab): void {
    this.tab = tab;
    this.draw();
  }

  private draw(): void {
    if (!this.position) return;
    const { view, last, sides, chosen, offered, chance } = this.position;
    clear(this.root);
    this.root.append(
      this.turn(view, last),
      html("div", { class: "strengths" }, ...sides.map((name, side) => this.strength(view, name, side))),
      ...(chance ? [html("p", { class: "chance" }, chance)] : []),
      ...(chosen >= 0 ? [this.stack(view.counters.filter((counter) => counter.place === chosen))] : []),
      this.orders(offered),
      this.tabs(),
      this.keys(),
    );
  }

  private turn(view: View, last: number): HTMLElement {
    const boxes = last > 1 && last <= 40
      ? Array.from({ length: last }, (_, i) => html("span", { class: i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : "" }, String(i + 1)))
      : [];
    return html("section", { class: "turns" },
      html("p", { class: "turn-name" }, html("b", {}, `Turn ${view.turn}${last ? ` of ${last}` : ""}`), html("span", {}, view.turn_name)),
      boxes.length ? html("div", { class: "boxes", "aria-hidden": "true" }, ...boxes) : null,
      html("p", { class: "phase" }, view.phase));
  }

  private strength(view: View, name: string, side: number): HTMLElement {
    const units = view.counters.filter((counter) => counter.side === side && counter.place >= 0 && isUnit(counter)).reduce((sum, counter) => sum + counter.count, 0);
    const tracks = view.tracks.filter((track) => track.side === side);
    return html("p", { class: `strength side-${side === 1 ? "b" : "a"}` },
      svg("svg", { viewBox: "0 0 22 14", class: "flag", "aria-hidden": "true" }, svg("path", { d: side === 1 ? "M4 0H18L22 4V10L18 14H4L0 10V4Z" : "M0 0H22V14H0Z" })),
      html("b", {}, name), ` ${units} units`,
      html("span", { class: "tracks" }, tracks.map((track) => `${track.name} ${track.words || track.value}`).join(", ")));
  }

  private stack(counters: Counter[]): HTMLElement {
    const list = html("ul", { class: "stack-list" });
    for (const counter of counters) {
      const size = 40;
      const picture = isUnit(counter) || isCommander(counter)
        ? svg("svg", { viewBox: `-2 -2 ${size + 4} ${size + 4}`, class: "unit", "aria-hidden": "true" }, unitCounter(counter, size)) : null;
      list.append(html("li", {}, picture,
        html("span", {}, counter.known ? `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}` : "face down", counter.states.length ? html("i", {}, counter.states.join(", ")) : null)));
    }
    return html("section", { class: "hand", "aria-label": "In this place" }, list);
  }

  private orders(offered: Choice[]): HTMLElement {
    const list = html("ul", { class: "orders" });
    offered.slice(0, kOrdersShown).forEach((choice, i) =>
      list.append(html("li", {}, html("button", { class: "order", "data-action": choice.action, click: () => this.listener.take(choice) },
        choice.words || choice.notation, i < 9 ? html("kbd", {}, String(i + 1)) : null))));
    if (offered.length > kOrdersShown) list.append(html("li", {}, `and ${offered.length - kOrdersShown} more: click on the map`));
    return html("section", { class: "choices", "aria-label": "What can be done" }, list);
  }

  private tabs(): HTMLElement {
    const { view, events } = this.position!;
    const bar = html("div", { class: "tabs", role: "tablist" });
    for (const tab of ["diary", "account", "orders"] as Tab[])
      bar.append(html("button", { role: "tab", id: `tab-${tab}`, "aria-selected": tab === this.tab ? "true" : "false", "aria-controls": "tab-panel", click: () => this.open(tab) }, tab[0]!.toUpperCase() + tab.slice(1)));
    const panel = html("div", { id: "tab-panel", role: "tabpanel", "aria-labelledby": `tab-${this.tab}`, tabindex: 0 });
    if (this.tab === "diary") panel.append(...this.diary(events));
    if (this.tab === "account") panel.append(this.account(view));
    if (this.tab === "orders") panel.append(...view.choices.map((choice) => html("p", {}, choice.notation)));
    return html("section", { class: "tab-section" }, bar, panel);
  }

  private diary(events: GameEvent[]): HTMLElement[] {
    const lines: HTMLElement[] = [];
    for (const event of events.slice(-kEventsShown).reverse()) {
      const modifiers = event.modifiers.map((modifier) => `${modifier.value > 0 ? "+" : ""}${modifier.value} ${modifier.reason}`);
      lines.push(html("p", { class: `told ${event.weight} side-${event.side === 1 ? "b" : event.side === 0 ? "a" : "none"}` },
        event.places.length ? html("button", { class: "told-place", click: () => this.listener.go(event.places[0]!) }, event.text) : event.text,
        modifiers.length ? html("span", { class: "modifiers" }, modifiers.join("; ")) : null));
    }
    return lines;
  }

  private account(view: View): HTMLElement {
    const rows = view.account.map((line) => html("tr", {}, html("td", {}, line.words, line.rule ? html("span", { class: "rule" }, ` ${line.rule}`) : null),
      html("td", {}, line.side >= 0 ? this.position!.sides[line.side]! : ""), html("td", { class: "number" }, String(line.points))));
    return html("table", {}, html("caption", {}, "If play ended now"), html("thead", {}, html("tr", {}, html("th", {}, "for"), html("th", {}, "side"), html("th", { class: "number" }, "points"))), html("tbody", {}, ...rows));
  }

  private keys(): HTMLElement {
    const key = (letter: string, words: string): HTMLElement => html("span", {}, html("kbd", {}, letter), ` ${words}`);
    return html("footer", { class: "keys" }, key("U", "Undo"), key("R", "Since my last move"), key("H", "Hint"), key("C", "Chance"), key("?", "Why"), key("+ −", "Zoom"), key("Esc", "Take back the choice"));
  }
}
