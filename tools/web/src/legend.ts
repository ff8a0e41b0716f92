// The signs of the map: those of counters as they lie on this map now, then those of the ground, as the
// server drew them.

import { clear, html, svg } from "./dom";
import { isCommander, isUnit, smallCounter, stackSign, unitCounter } from "./counters";
import type { Counter, View } from "./protocol";

const kSize = 36;
const kWithSigns = ["disrupted", "out of supply", "forced march", "moved"]; // states that have a sign of their own

const sample = (sign: SVGElement): SVGElement => svg("svg", { viewBox: `-6 -6 ${kSize + 12} ${kSize + 12}`, "aria-hidden": "true" }, sign);
const row = (sign: SVGElement, words: string): HTMLElement => html("li", {}, sample(sign), html("span", {}, words));

/// The first counter of each kind.
function first_of_each(counters: Counter[]): Counter[] {
  return counters.filter((counter, i) => counters.findIndex((other) => other.kind === counter.kind) === i);
}

export class Legend {
  readonly root = html("section", { class: "legend", hidden: true, "aria-label": "The signs of the map" });
  private readonly counters = html("ul", {});

  /// `ground`: an image with the signs of places and lines.
  constructor(ground: string) {
    this.root.append(this.counters, html("img", { alt: "Victory points, terrain, rivers, bridges, roads, frontiers", src: ground }));
  }

  /// Opens it, or closes it.
  toggle(): void {
    this.root.hidden = !this.root.hidden;
  }

  show(view: View): void {
    clear(this.counters);
    const known = view.counters.filter((counter) => counter.known);
    const units = first_of_each(known.filter(isUnit));
    for (const unit of units) this.counters.append(row(unitCounter({ ...unit, states: [], count: 1 }, kSize), `${unit.kind}; the bars or the figure are its strength`));
    const commander = known.find(isCommander);
    if (commander) this.counters.append(row(unitCounter({ ...commander, states: [], count: 1 }, kSize), `${commander.kind} with his rating`));
    const hidden = view.counters.find((counter) => !counter.known && isUnit(counter));
    if (hidden) this.counters.append(row(unitCounter({ ...hidden, count: 1 }, kSize), "face down: not known to you"));
    for (const one of first_of_each(known.filter((counter) => !isUnit(counter) && !isCommander(counter)))) this.counters.append(row(smallCounter({ ...one, count: 1 }, kSize), one.kind === "train" ? "supply train" : one.kind));
    const unit = units[0];
    if (!unit) return;
    for (const state of kWithSigns) this.counters.append(row(unitCounter({ ...unit, states: [state], count: 1 }, kSize), state));
    const stack = stackSign([{ ...unit, states: [], count: 4 }, ...(commander ? [{ ...commander, side: unit.side }] : [])], kSize / 33);
    stack.setAttribute("transform", `translate(${kSize / 2} ${kSize / 2})`);
    this.counters.append(row(stack, `seen from afar: how many ${units.some((one) => one.kind === "infantry") ? "units, of which arms" : "units"}${commander ? ", and the best rating" : ""}`));
  }
}
