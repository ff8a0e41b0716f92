// The first turn with somebody beside you: five steps in the game itself, to be left at any time.

import { html } from "./dom";

/// What a person does that a step may wait for.
export type Deed = "read" | "choose" | "decide" | "end";

interface Lesson {
  words: string;
  waits: Deed; // "read": for its button
}

const kLessons: Lesson[] = [
  { words: "You command. The line at the top is all that is asked of you, with the rule it comes from; everything else can wait.", waits: "read" },
  { words: "What is lit on the map can act. Click one of the lit places, or one of the orders beside the map.", waits: "choose" },
  { words: "Now click where it is to go. The road, its cost and its risk are shown before anything happens; Enter orders it. A click where it cannot go tells you why.", waits: "decide" },
  { words: "U takes an order back until a die is cast, something is revealed or the enemy decides. H is a hint, C your chance of winning, ? asks why.", waits: "read" },
  { words: "When you are done, end the phase with the button at the top right. The enemy answers, and you are told step by step; R tells it again. The campaign is yours.", waits: "read" },
];

export class Guide {
  readonly root = html("aside", { class: "guide", "aria-label": "Guide to the first turn" });
  private at = 0;

  constructor() {
    this.draw();
  }

  /// A deed that the step waited for leads to the next one.
  did(deed: Deed): void {
    if (this.over) return;
    const waits = kLessons[this.at]!.waits;
    if (waits === deed || (waits === "choose" && deed === "decide")) this.next();
  }

  get over(): boolean {
    return this.at >= kLessons.length;
  }

  private next(): void {
    ++this.at;
    if (this.over) this.root.remove();
    else this.draw();
  }

  private leave(): void {
    this.at = kLessons.length;
    this.root.remove();
  }

  private draw(): void {
    const lesson = kLessons[this.at]!;
    this.root.replaceChildren(
      html("p", { class: "guide-count" }, `Step ${this.at + 1} of ${kLessons.length}`), html("p", {}, lesson.words),
      html("div", {}, lesson.waits === "read" ? html("button", { class: "plain", id: "guide-next", click: () => this.next() }, this.at + 1 === kLessons.length ? "Play" : "Next") : null,
        html("button", { class: "plain", id: "guide-leave", click: () => this.leave() }, "Leave the guide")));
  }
}
