// The other side's turn, step by step: arrow, sentence, dice; at one's own pace.

import { html } from "./dom";
import { told } from "./battle";
import type { GameEvent } from "./protocol";

const kUsualSeconds = 1.2;

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
    this.root.replaceChildren(told(step),
      ...(why ? [html("p", { class: "reason" }, html("b", {}, "Why "), why)] : []),
      html("p", { class: "count" }, `${this.at + 1} of ${this.steps.length}`),
      html("label", { class: "speed" }, "Seconds a step ", html("input", { type: "range", id: "speed", min: 0.4, max: 4, step: 0.2, value: this.seconds, change: (event: Event) => this.hold(Number((event.target as HTMLInputElement).value)) })),
      html("button", { class: "plain", id: "step-back", disabled: this.at === 0, click: () => this.move(-1) }, "Previous", html("kbd", {}, ",")),
      html("button", { class: "plain", id: "step-play", click: () => this.play() }, this.timer ? "Pause" : "Play", html("kbd", {}, "Space")),
      html("button", { class: "plain", id: "step-next", click: () => this.move(1) }, "Next", html("kbd", {}, ".")),
      html("button", { class: "main", id: "skip", click: () => this.end() }, "Skip", html("kbd", {}, "Esc")));
    if (held) document.getElementById(held)?.focus();
  }
}
