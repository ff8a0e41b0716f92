// The first turn with somebody beside you: what is to be done now, as the campaign itself asks it; to be
// left at any time, and over when a battle has been seen.

import { html } from "./dom";

/// What a newcomer has done at least once; a battle seen ends the guide.
export type Deed = "choose" | "order" | "end" | "enemy" | "battle";

/// How the table stands.
export interface Now {
  mine: boolean; // a decision is asked of you
  over: boolean;
  places: boolean; // it is answered on the map
  chosen: boolean; // a stack is in hand
  reach: boolean; // and where it can go is lit
  course: boolean; // an order is weighed
  refused: boolean; // which cannot be given
  told: boolean; // what the enemy did is being told
  battle: boolean; // a battle is shown
  can_end: boolean; // a button ends what is asked
}

const kDeeds: [Deed, string][] = [["choose", "a stack chosen"], ["order", "an order given"], ["end", "your moves ended"], ["enemy", "the enemy's turn followed"], ["battle", "a battle seen"]];

/// The first of these that fits says what to do.
const kLessons: [(now: Now, done: Set<Deed>) => boolean, string][] = [
  [(now) => now.over, "The campaign is over. Review says what it turned on."],
  [(now) => now.battle, "A battle: who stood there, what both values were made of, each part with its rule, and the dice. Enter goes on."],
  [(now) => now.course && now.refused, "It cannot go all the way; the reason stands beside the map with its rule. Choose another place, or Esc."],
  [(now) => now.course, "Nothing has happened yet: the way, its risk and what may come of it stand beside the map. Enter orders it, Esc lets it be."],
  [(now) => now.told, "This is what the enemy did, step by step. The full stop shows the next step on the map, Esc leaves it; R tells it again."],
  [(now) => !now.mine, "The other side decides. What it does will be told to you step by step."],
  [(now) => now.chosen && now.reach, "Every lit place can be reached. Its tag says how many hexes and what may happen; hatched it would be out of supply. Click the place to weigh the march."],
  [(now) => now.chosen && now.places, "This place is in hand: what can be done there is listed beside the map. Who can go somewhere is sent by a click on the place; a click where he cannot go tells why."],
  [(now, done) => now.places && now.can_end && done.has("order"), "U takes an order back until a die is cast or the enemy decides. Give more orders, or end this with the button at the top right."],
  [(now) => now.places, "The line at the top is all that is asked of you now. What is lit on the map can act: click a lit place, or choose from the list beside the map."],
  [() => true, "The line at the top is all that is asked of you now. It is not answered on the map: choose from the list, or a button at the top right. H is a hint."],
];

export class Guide {
  readonly root = html("aside", { class: "guide", "aria-label": "Guide to the first turn" });
  private readonly done = new Set<Deed>();
  private left = false;
  private drawn = "";

  /// A deed that is ticked off; the last battle that was looked at ends the guide.
  did(deed: Deed): void {
    this.done.add(deed);
  }

  get over(): boolean {
    return this.left;
  }

  show(now: Now): void {
    if (this.left) return;
    const [, words] = kLessons.find(([fits]) => fits(now, this.done))!;
    const finished = this.done.has("battle") && !now.battle;
    const lesson = finished ? "You have seen a battle: that is the whole game. H is a hint, C your chance of winning, ? asks why, L explains the signs. The campaign is yours." : words;
    const state = lesson + [...this.done].join();
    if (state === this.drawn) return;
    this.drawn = state;
    this.root.replaceChildren(
      html("p", { role: "status" }, lesson),
      html("ul", { class: "guide-deeds" }, ...kDeeds.map(([deed, what]) => html("li", { class: this.done.has(deed) ? "done" : "" }, html("span", { "aria-hidden": "true" }, this.done.has(deed) ? "✓ " : "· "), what))),
      html("div", {}, html("button", { class: "plain", id: "guide-leave", click: () => this.leave() }, finished ? "Play on" : "Leave the guide")));
  }

  private leave(): void {
    this.left = true;
    this.root.remove();
  }
}
