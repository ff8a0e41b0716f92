// The lab's door: campaigns by the thousand from the position at hand, or from two orders.

import { html } from "./dom";
import { chance_words, interval, points } from "./chances";
import { capital } from "./normalise";
import type { Chance, Choice, Comparison, Outlook, Pondered, ReviewChange } from "./protocol";

export interface LabListener {
  play_on(campaigns: number): void;
  compare(first: number, second: number, campaigns: number): void;
  ponder(): void;
  stop(): void;
  live(yes: boolean): void;
  save_set_up(): void;
}

const kCampaigns = 10000;
const kPairs = 2000;
const kWarned = 5; // points of the chance of winning that an order may cost without a warning

/// What a way promises less than the first of them, where that can be told.
const apart = (less: ReviewChange, i: number): string => (i === 0 ? "his choice" : less.low > 0 || less.high < 0 ? points(-less.value) : "equal, as far as that tells");

export class Lab {
  live = false;
  warns = false; // before an order that costs much
  private answer: Element[] = [];
  private running = false;
  private picked: [number, number] = [0, 1];

  constructor(private readonly listener: LabListener) {}

  forget(): void {
    this.answer = [];
    this.running = false;
  }

  came_in(chance: Chance & { total: number }): void {
    this.running = chance.samples < chance.total;
    this.answer = [
      html("p", {}, html("b", {}, `You win ${chance_words(chance)}`), `, expected margin ${chance.margin.toFixed(1)}.`), interval(chance), this.progress(chance.samples, chance.total)];
  }

  compared(answer: Comparison): void {
    this.running = answer.first.samples < answer.total;
    const { difference } = answer;
    const verdict = difference.low > 0 ? "The second is better." : difference.high < 0 ? "The first is better." : "No difference can be told yet.";
    this.answer = [
      html("p", {}, `The first: ${chance_words(answer.first)}`), interval(answer.first), html("p", {}, `The second: ${chance_words(answer.second)}`), interval(answer.second),
      html("p", {}, html("b", {}, verdict), ` Second less first ${points(difference.win)} points (${points(difference.low)} to ${points(difference.high)}), on the same dice.`),
      this.progress(answer.first.samples, answer.total)];
  }

  /// `choices`: what can be done, whose words are told for their notation.
  pondered(answer: Pondered, choices: Choice[]): void {
    this.running = !answer.done;
    const told = (notation: string): string => choices.find((choice) => choice.notation === notation)?.words || notation;
    const row = (way: Pondered["ways"][number], i: number): HTMLElement => html("tr", { class: i === 0 ? "ordered" : "" },
      html("td", {}, capital(told(way.words)), way.chance ? interval(way.chance) : null), html("td", { class: "number" }, way.chance ? chance_words(way.chance) : ""), html("td", { class: "number" }, way.less ? apart(way.less, i) : ""));
    this.answer = answer.forced ? [html("p", {}, "There is only one thing to do.")] : [
      html("table", { class: "outlook" }, html("caption", {}, answer.done ? "What the general would do" : "The general weighs his plans"), html("tbody", {}, ...answer.ways.map(row))),
      html("p", { class: "rule" }, answer.done ? "He names the ways; the chances are those of campaigns played on from each by rules of thumb on both sides, on the same dice." : ""),
      html("p", { class: "rule" }, answer.line.length ? `He expects: ${answer.line.join(", ")}.` : "")];
  }

  /// `set_up`: whether the seat has set itself up and may keep that as an opening.
  content(choices: Choice[], mine: boolean, set_up: boolean): HTMLElement[] {
    const pick = (which: 0 | 1, label: string): HTMLElement => html("label", {}, `${label} `,
      html("select", { id: `order-${which}`, change: (event: Event) => (this.picked[which] = (event.target as HTMLSelectElement).selectedIndex) },
        ...choices.map((choice, i) => html("option", { selected: i === this.picked[which] }, choice.words || choice.notation))));
    return [
      html("p", { class: "told" }, "Campaigns are played on from here by rules of thumb on both sides, from what you know alone."),
      html("div", { class: "answer", "aria-live": "polite" }, ...this.answer),
      html("label", { class: "live" }, html("input", { type: "checkbox", id: "live", checked: this.live, change: (event: Event) => this.go_live((event.target as HTMLInputElement).checked) }), " My chance of winning at each decision"),
      html("label", { class: "live" }, html("input", { type: "checkbox", id: "warn", checked: this.warns, change: (event: Event) => (this.warns = (event.target as HTMLInputElement).checked) }), ` A warning before an order that costs more than ${kWarned} points of it`),
      html("button", { class: "plain", id: "lab-run", disabled: this.running, click: () => this.run() }, `Play ${kCampaigns.toLocaleString("en")} campaigns from here`),
      ...(mine && choices.length > 1 ? [html("button", { class: "plain", id: "ponder", disabled: this.running, click: () => this.ask_general() }, "What would the general do?"), html("div", { class: "compare" }, html("p", {}, "Which of these two orders?"), pick(0, "First"), pick(1, "Second"),
        html("button", { class: "plain", id: "lab-compare", disabled: this.running, click: () => this.weigh(choices) }, "Compare"))] : []),
      ...(this.running ? [html("button", { class: "plain", id: "lab-stop", click: () => this.halt() }, "Stop")] : []),
      ...(set_up ? [html("button", { class: "plain", id: "save-set-up", click: () => this.listener.save_set_up() }, "Keep my set-up as an opening")] : []),
    ];
  }

  /// What is to be warned of; empty: nothing, as far as campaigns can tell.
  warning({ change }: Outlook): string {
    if (!this.warns || 100 * change.win > -kWarned || change.high >= 0) return "";
    return `this costs about ${Math.round(-100 * change.win)} points of your chance of winning (${Math.round(-100 * change.high)} to ${Math.round(-100 * change.low)})`;
  }

  private progress(done: number, total: number): HTMLElement {
    return html("p", { class: "rule" }, html("progress", { max: total, value: done, "aria-label": "Campaigns played" }), ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`);
  }

  private go_live(yes: boolean): void {
    this.live = yes;
    this.listener.live(yes);
  }

  private run(): void {
    this.running = true;
    this.listener.play_on(kCampaigns);
  }

  private weigh(choices: Choice[]): void {
    const [first, second] = this.picked.map((i) => choices[Math.min(i, choices.length - 1)]!.action);
    this.running = true;
    this.listener.compare(first!, second!, kPairs);
  }

  private ask_general(): void {
    this.running = true;
    this.listener.ponder();
  }

  private halt(): void {
    this.running = false;
    this.listener.stop();
  }
}
