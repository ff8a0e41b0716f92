// What may lie face down where, as far as the seat knows; after the end with the truth beside it.

import { html } from "./dom";
import { percent, shareBar } from "./chances";
import { place_title } from "./normalise";
import type { Belief, Board } from "./protocol";

const kPossibilitiesShown = 8;

export interface BeliefListener {
  ask(step: number): void;
  go(place: number): void;
}

export class Beliefs {
  private answer: Belief | null = null;
  private asked = -1;

  constructor(private readonly listener: BeliefListener) {}

  /// Another position: what was believed is asked for anew when it is looked at.
  forget(): void {
    this.answer = null;
    this.asked = -1;
  }

  came_in(answer: Belief): void {
    if (answer.step === this.asked) this.answer = answer;
  }

  /// Of the position after `step` steps; asks where it is not known yet.
  content(step: number, board: Board, sides: string[]): HTMLElement[] {
    if (this.asked !== step) {
      this.asked = step;
      this.answer = null;
      this.listener.ask(step);
    }
    const { answer } = this;
    if (!answer) return [html("p", { class: "pending" }, "Worlds are dealt that agree with what you know.")];
    if (answer.places.length === 0) return [html("p", {}, "Nothing lies face down: all that stands on the map is seen.")];
    return [
      html("p", { class: "told" }, answer.truth
        ? `What you could believe, and what was there (✓). On average what was there had ${percent(answer.share_of_truth)} of your belief.`
        : "How often each may stand there, in worlds dealt from what you know. The truth is opened when the campaign is over."),
      ...answer.places.map((place) => this.place(place, answer.truth, board, sides))];
  }

  private place(belief: Belief["places"][number], truth: boolean, board: Board, sides: string[]): HTMLElement {
    const name = place_title(board, belief.place);
    const there = belief.possibilities.filter((one) => one.there);
    const likely = belief.possibilities.filter((one, i) => i < kPossibilitiesShown || one.there);
    const left = belief.possibilities.length - likely.length;
    return html("section", { class: "believed" },
      html("h2", {}, html("button", { class: "told-place", click: () => this.listener.go(belief.place) }, name),
        html("span", {}, ` ${belief.side >= 0 ? `${sides[belief.side]}, ` : ""}${belief.face_down} face down`)),
      html("table", {}, html("tbody", {}, ...likely.map((one) => row(one, truth)))),
      left > 0 ? html("p", { class: "rule" }, `and ${left} that are less likely`) : null,
      truth && there.length === 0 ? html("p", { class: "rule" }, "None of these was there: the counters were empty of troops.") : null);
  }
}

function row(one: Belief["places"][number]["possibilities"][number], truth: boolean): HTMLElement {
  const strength = one.strength > 0 ? `, strength ${one.strength.toFixed(1).replace(/\.0$/, "")}` : "";
  return html("tr", { class: one.there ? "there" : "" },
    html("td", {}, `${one.name}${strength}${truth && one.there ? " ✓" : ""}`,
      shareBar(one.share, "gains")),
    html("td", { class: "number" }, one.share > 0 && one.share < 0.005 ? "under 1 %" : percent(one.share)));
}
