// A stack fanned out: every counter of a place with its name, each a button.

import { clear, html, svg } from "./dom";
import { isCommander, isUnit, unitCounter, smallCounter } from "./counters";
import type { Counter, View } from "./protocol";

const kSize = 44;
const kGap = 8; // pixels between the place and its fan

export class Fan {
  readonly root = html("section", { class: "fan", hidden: true });
  private place = -1;

  constructor(private readonly picked: (counter: number) => void) {}

  get shown(): number {
    return this.place;
  }

  close(): void {
    this.place = -1;
    this.root.hidden = true;
  }

  /// Opens beside a box of the stage, all in pixels of it. `acting`: counters that can act now.
  open(place: number, title: string, view: View, acting: Set<number>, at: { x: number; y: number; half: number }, stage: { width: number; height: number }): void {
    const here = view.counters.map((counter, i) => ({ counter, i })).filter(({ counter }) => counter.place === place);
    if (here.length === 0) return this.close();
    this.place = place;
    clear(this.root);
    this.root.setAttribute("aria-label", `Stack at ${title}`);
    this.root.append(
      html("h2", {}, title, html("span", {}, summary(here.map(({ counter }) => counter)))),
      html("ul", {}, ...here.map(({ counter, i }) => html("li", {}, this.button(counter, i, acting.has(i))))));
    this.root.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const above = at.y - at.half - kGap - height;
    const top = above >= 0 ? above : Math.min(at.y + at.half + kGap, stage.height - height);
    this.root.style.left = `${Math.max(0, Math.min(at.x - width / 2, stage.width - width))}px`;
    this.root.style.top = `${Math.max(0, top)}px`;
  }

  private button(counter: Counter, i: number, acts: boolean): HTMLElement {
    const picture = svg("svg", { viewBox: `-8 -8 ${kSize + 16} ${kSize + 16}`, class: "unit", "aria-hidden": "true" },
      isUnit(counter) || isCommander(counter) ? unitCounter(counter, kSize) : smallCounter(counter, kSize));
    const name = counter.known ? counter.name || counter.kind : "face down";
    return html("button", { class: `fan-counter${acts ? " acts" : ""}`, type: "button", click: () => this.picked(i) },
      picture, html("span", {}, counter.count > 1 ? `${counter.count} ${name}` : name),
      ...(counter.states.length ? [html("i", {}, counter.states.join(", "))] : []));
  }
}

/// "12 units, 3 commanders"
function summary(counters: Counter[]): string {
  const sum = (list: Counter[]) => list.reduce((number, counter) => number + counter.count, 0);
  const parts: [number, string][] = [
    [sum(counters.filter((counter) => isUnit(counter))), "unit"],
    [sum(counters.filter((counter) => isCommander(counter))), "commander"],
    [sum(counters.filter((counter) => !isUnit(counter) && !isCommander(counter))), "marker"],
  ];
  return parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}${number > 1 ? "s" : ""}`).join(", ");
}
