// The order in hand: where it leads, what may come of it, what it does to the chance of winning;
// nothing is done until it is ordered.

import { html } from "./dom";
import { capital, place_name } from "./normalise";
import { with_rules } from "./rules";
import { distribution, outlook_table } from "./chances";
import type { Board, Choice, Odds, Outlook, Plan } from "./protocol";

export class Course {
  plan: Plan | null = null;
  odds: Odds | null = null;
  outlook: Outlook | null = null;
  answers: string[] = []; // to questions on the way, in notation
  ordered = false; // it waits for what it does to the chance of winning
  warned = ""; // of what it costs: it is given all the same when it is ordered again
  prospect: string[] = []; // what it costs and risks, a phrase each, as far as that is known

  constructor(
    readonly from: number,
    readonly to: number,
    readonly choice: Choice | null, // null: the server finds the decisions
  ) {}

  /// Whether it can be ordered now.
  get ready(): boolean {
    return this.choice !== null || (this.plan !== null && this.plan.words.length > 0);
  }

  /// Whether it stops short of where it was sent.
  get short(): boolean {
    return this.plan !== null && !this.plan.arrives;
  }

  /// What gives it.
  button(board: Board): string {
    const last = this.plan?.route.at(-1);
    return this.short && last !== undefined ? `Go as far as ${place_name(board, last)}` : "Order it";
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
    const road = this.route.map((place) => place_name(board, place));
    return road.length ? road.join(" – ") : `${place_name(board, this.from)} to ${place_name(board, this.to)}`;
  }

  /// Title apart, everything that is known of it.
  content(answer: (notation: string) => void): HTMLElement[] {
    const parts: HTMLElement[] = [];
    if (!this.ready && !this.plan) parts.push(html("p", { class: "pending" }, "The road is looked for."));
    if (this.warned) parts.push(html("p", { class: "warning", role: "alert" }, `Look again: ${this.warned}. Order it once more to give it all the same.`));
    else if (this.ordered) parts.push(html("p", { class: "pending" }, "It is weighed before it is given."));
    if (this.caution) parts.push(html("p", { class: "warning" }, `Mind: ${this.caution}.`));
    if (this.plan && this.short) parts.push(html("p", { class: "refusal" }, ...with_rules(`${capital(this.plan.why || "it stops short of where you sent it")}.`), this.plan.instead ? ` ${capital(this.plan.instead)}.` : null));
    if (this.prospect.length && !this.short) parts.push(html("p", { class: "rule" }, `${capital(this.prospect.join("; "))}.`));
    for (const { prompt, options } of this.plan?.questions ?? [])
      parts.push(html("fieldset", { class: "answers" }, html("legend", {}, prompt),
        ...options.map((option) => html("button", { class: "answer", "aria-pressed": option.taken ? "true" : "false", click: () => answer(option.notation) }, capital(option.words || option.notation)))));
    if (this.plan && this.plan.words.length > 1) parts.push(html("p", { class: "rule" }, `All in one: ${this.plan.words.map((words) => words.charAt(0).toLowerCase() + words.slice(1)).join(", ")}.`));
    if (this.odds) parts.push(distribution(this.odds));
    else if (this.ready) parts.push(html("p", { class: "pending" }, "The dice are counted."));
    if (this.outlook) parts.push(outlook_table(this.outlook, this.choice ? this.choice.words || this.choice.notation : "This order"));
    else if (this.odds) parts.push(html("p", { class: "pending" }, "Campaigns are played on, with it and without."));
    return parts;
  }
}
