// The order in hand: where it leads, what may come of it, what it does to the chance of winning;
// nothing is done until it is ordered.

import { html } from "./dom";
import { capital } from "./normalise";
import { distribution, outlook_table } from "./chances";
import type { Board, Choice, Odds, Outlook, Plan } from "./protocol";

export class Course {
  plan: Plan | null = null;
  odds: Odds | null = null;
  outlook: Outlook | null = null;

  constructor(
    readonly from: number,
    readonly to: number,
    readonly choice: Choice | null, // null: the server finds the decisions
  ) {}

  /// Whether it can be ordered now.
  get ready(): boolean {
    return this.choice !== null || (this.plan !== null && this.plan.why === "");
  }

  /// What it strains, in words; empty: nothing.
  get caution(): string {
    return this.choice?.caution || this.plan?.caution || "";
  }

  get route(): number[] {
    if (this.plan) return this.plan.route.length ? [this.plan.from, ...this.plan.route] : [];
    return this.from >= 0 && this.to >= 0 ? [this.from, this.to] : [];
  }

  title(board: Board): string {
    if (this.choice) return capital(this.choice.words || this.choice.notation);
    const name = (place: number): string => board.spaces[place]?.name || board.spaces[place]?.id.replace(/^h/, "") || "";
    const road = this.route.map(name);
    return road.length ? road.join(" – ") : `${name(this.from)} to ${name(this.to)}`;
  }

  /// Title apart, everything that is known of it.
  content(sides: string[], seat: string): HTMLElement[] {
    const mine = sides[seat === "b" ? 1 : 0] ?? "";
    const parts: HTMLElement[] = [];
    if (!this.ready && !this.plan) parts.push(html("p", { class: "pending" }, "The road is looked for."));
    if (this.caution) parts.push(html("p", { class: "warning" }, `Mind: ${this.caution}.`));
    if (this.plan && this.plan.why === "" && !this.plan.arrives) parts.push(html("p", { class: "warning" }, "It stops short of where you sent it; what happens on the way decides whether it goes on."));
    if (this.plan?.words.length) parts.push(html("p", { class: "rule" }, `${this.plan.words.length} decisions: ${this.plan.words.join(", ")}`));
    if (this.odds) parts.push(distribution(this.odds, mine));
    else if (this.ready) parts.push(html("p", { class: "pending" }, "The dice are counted."));
    if (this.outlook) parts.push(outlook_table(this.outlook, this.choice ? this.choice.words || this.choice.notation : "This order"));
    else if (this.odds) parts.push(html("p", { class: "pending" }, "Campaigns are played on, with it and without."));
    return parts;
  }
}
