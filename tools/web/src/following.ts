// The other side's turn, step by step: arrow, sentence, dice; at one's own pace.

import { html } from "./dom";
import { told } from "./battle";
import { capital } from "./normalise";
import type { GameEvent } from "./protocol";

const kUsualSeconds = 1.2;
const kToldBefore = 2; // steps that stay in view above the one that is told

export class Following {
  readonly root = html("div", { class: "steps", role: "region", "aria-label": "What happened, step by step" });
  private at = 0;
  private timer = 0;
  private seconds = kUsualSeconds;

  constructor(
    private readonly steps: GameEvent[],
    private readonly reason: (step: GameEvent) => string,
    private readonly show: (step: GameEvent) => void,
    private readonly ended: () => void,
  ) {
    this.draw();
  }

  /// Where the step happened that is told now.
  get places(): number[] {
    return this.steps[this.at]?.places ?? [];
  }

  /// What is worth a step of its own.
  static steps_of(events: GameEvent[]): GameEvent[] {
    return events.filter((event) => event.text && (event.weight === "operation" || event.face > 0 || event.modifiers.length > 0));
  }

  move(by: number): void {
    this.at += by;
    if (this.at < 0) this.at = 0;
    if (this.at >= this.steps.length) this.end();
    else this.draw();
  }

  play(): void {
    if (this.timer) this.pause();
    else this.timer = window.setInterval(() => this.move(1), this.seconds * 1000);
    this.draw();
  }

  end(): void {
    this.pause();
    this.root.remove();
    this.ended();
  }

  private pause(): void {
    clearInterval(this.timer);
    this.timer = 0;
  }

  private hold(seconds: number): void {
    this.seconds = seconds;
    if (!this.timer) return;
    this.pause();
    this.play();
  }

  private draw(): void {
    const step = this.steps[this.at]!;
    this.show(step);
    const held = document.activeElement?.id ?? "";
    const why = this.reason(step);
    this.root.replaceChildren(
      html("h2", {}, "Since your last orders", html("span", { class: "count" }, `step ${this.at + 1} of ${this.steps.length}`)),
      this.controls(),
      html("label", { class: "speed" }, "Seconds a step ", html("input", { type: "range", id: "speed", min: 0.4, max: 4, step: 0.2, value: this.seconds, change: (event: Event) => this.hold(Number((event.target as HTMLInputElement).value)) })),
      ...this.steps.slice(Math.max(0, this.at - kToldBefore), this.at).map((before) => html("p", { class: "before" }, capital(before.text))),
      told(step),
      ...(why ? [html("p", { class: "reason" }, html("b", {}, "Why "), why)] : []));
    if (held) document.getElementById(held)?.focus();
  }
  private controls(): HTMLElement {
    return html("div", { class: "controls" },
      html("button", { class: "plain", id: "step-back", "aria-label": "Previous", disabled: this.at === 0, click: () => this.move(-1) }, html("b", {}, "‹"), html("kbd", {}, ",")),
      html("button", { class: "main", id: "step-play", click: () => this.play() }, this.timer ? "Pause" : "Play", html("kbd", {}, "Space")),
      html("button", { class: "plain", id: "step-next", "aria-label": "Next", click: () => this.move(1) }, html("b", {}, "›"), html("kbd", {}, ".")),
      html("button", { class: "plain", id: "skip", click: () => this.end() }, "Skip", html("kbd", {}, "Esc")));
  }
}
