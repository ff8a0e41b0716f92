// The bar over the turns of the whole campaign: any earlier position, to look at and not to touch.

import { html } from "./dom";
import { capital } from "./normalise";
import type { GameEvent } from "./protocol";

export interface ScrubListener {
  /// A step of the campaign, or null: now; `whole`: with what lay hidden.
  look(step: number | null, whole: boolean): void;
  branch(step: number): void;
}

interface Stop {
  step: number;
  turn: number;
  words: string;
}

export class Scrub {
  readonly root = html("section", { class: "scrub", "aria-label": "Earlier positions" });
  private readonly slider = html("input", { type: "range", id: "scrub", min: 0, max: 0, value: 0, "aria-label": "Position of the campaign" });
  private readonly ticks = html("div", { class: "ticks", "aria-hidden": "true" });
  private readonly words = html("span", { class: "scrub-words" });
  private readonly controls = html("span", { class: "scrub-controls" });
  private stops: Stop[] = [];
  private over = false;
  private whole = false;

  constructor(private readonly listener: ScrubListener) {
    this.slider.addEventListener("input", () => this.moved());
    this.root.append(html("div", { class: "scrub-line" }, this.slider, this.ticks), this.words, this.controls);
  }

  /// What can be looked at: where each operation that was told began, and now.
  show(events: GameEvent[], turns: { turn: number; step: number }[], steps: number, over: boolean): void {
    const at_now = this.past === null;
    this.over = over;
    this.stops = turns.map(({ turn, step }) => ({ step, turn, words: turn === 0 ? "The set-up" : `Turn ${turn} begins` }));
    for (const event of events)
      if (event.weight === "operation" && event.text) this.stops.push({ step: event.step, turn: event.turn, words: `Turn ${event.turn}: ${capital(event.text)}` });
    this.stops.sort((a, b) => a.step - b.step);
    this.stops = this.stops.filter((stop, i) => i === 0 || stop.step !== this.stops[i - 1]!.step);
    this.stops.push({ step: steps, turn: -1, words: "Now" });
    this.slider.max = String(this.stops.length - 1);
    if (at_now) this.slider.value = this.slider.max;
    this.mark_turns(turns);
    this.draw();
  }

  /// The step that is looked at; null: now.
  get past(): number | null {
    const at = Number(this.slider.value);
    return at >= this.stops.length - 1 ? null : this.stops[at]!.step;
  }

  move(by: number): void {
    this.slider.value = String(Number(this.slider.value) + by);
    this.moved();
  }

  back(): void {
    this.slider.value = this.slider.max;
    this.moved();
  }

  /// To the last stop that is not behind a step.
  go(step: number): void {
    const at = this.stops.filter((stop) => stop.step <= step).length - 1;
    this.slider.value = String(Math.max(0, at));
    this.moved();
  }

  /// Between what the seat saw and what was true.
  turn_over(): void {
    this.whole = !this.whole;
    this.moved();
  }

  private moved(): void {
    this.listener.look(this.past, this.whole && this.over);
    this.draw();
  }

  private mark_turns(turns: { turn: number; step: number }[]): void {
    const last = Math.max(1, this.stops.length - 1);
    this.ticks.replaceChildren(...turns.map(({ turn, step }) => {
      const at = this.stops.findIndex((stop) => stop.step === step);
      const tick = html("span", {}, turn === 0 ? "" : String(turn));
      tick.style.left = `${(100 * at) / last}%`;
      return tick;
    }));
  }

  private draw(): void {
    const stop = this.stops[Number(this.slider.value)];
    this.words.textContent = stop?.words ?? "";
    this.slider.setAttribute("aria-valuetext", stop?.words ?? "");
    const past = this.past;
    this.controls.replaceChildren(...(past === null ? [] : [
      ...(this.over ? [html("button", { class: "plain", id: "whole", "aria-pressed": this.whole ? "true" : "false", click: () => this.turn_over() }, this.whole ? "As you saw it" : "As it was", html("kbd", {}, "T"))] : []),
      html("button", { class: "plain", id: "branch", click: () => this.listener.branch(past) }, "Play on from here", html("kbd", {}, "B")),
      html("button", { class: "main", id: "now-again", click: () => this.back() }, "Back to now", html("kbd", {}, "Esc"))]));
  }
}
