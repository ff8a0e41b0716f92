// What happened since one's own last orders, step by step: place, arrow, sentences, dice; at one's
// own pace.

import { clear, html } from "./dom";
import { told } from "./battle";
import { capital } from "./normalise";
import type { Passage } from "./protocol";

const kUsualSeconds = 1.6;

/// The sentence that stands for a step: of many of a kind the first, and how many follow; else the
/// first, and what came of it in the end.
export function summary(passage: Passage): string {
  const [first, ...rest] = passage.lines;
  if (rest.length === 0) return capital(first!.text);
  if (rest.every((line) => line.kind === first!.kind)) return `${capital(first!.text)}; ${rest.length} more`;
  return `${capital(first!.text)}; ${rest.length > 1 ? "… " : ""}${rest.at(-1)!.text}`;
}

export class Following {
  readonly root = html("div", { class: "steps", role: "region", "aria-label": "What happened, step by step" });
  private readonly list = html("ol", {});
  private at = 0;
  private timer = 0;
  private seconds = kUsualSeconds;

  constructor(
    private readonly passages: Passage[],
    private readonly reason: (passage: Passage) => string,
    private readonly show: (passage: Passage) => void,
    private readonly ended: () => void,
  ) {
    this.draw();
  }

  /// The step that is told now.
  get passage(): Passage {
    return this.passages[this.at]!;
  }

  move(by: number): void {
    this.go(this.at + by);
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

  private go(to: number): void {
    this.at = Math.max(0, to);
    if (this.at >= this.passages.length) this.end();
    else this.draw();
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
    this.show(this.passage);
    const held = document.activeElement?.id ?? "";
    clear(this.list);
    this.list.append(...this.passages.map((passage, i) => this.item(passage, i)));
    this.root.replaceChildren(
      html("h2", {}, "Since your last orders", html("span", { class: "count" }, `${this.at + 1} of ${this.passages.length}`)),
      this.controls(),
      html("label", { class: "speed" }, "Seconds each ", html("input", { type: "range", id: "speed", min: 0.4, max: 4, step: 0.2, value: this.seconds, change: (event: Event) => this.hold(Number((event.target as HTMLInputElement).value)) })),
      this.list);
    if (held) document.getElementById(held)?.focus();
    const now = this.list.querySelector<HTMLElement>("[aria-current]");
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
  }

  private item(passage: Passage, i: number): HTMLElement {
    const headings = passage.headings.map((heading) => html("p", { class: "phase" }, heading));
    if (i !== this.at) return html("li", {}, ...headings, html("button", { class: "link", click: () => this.go(i) }, summary(passage)));
    const why = this.reason(passage);
    return html("li", { "aria-current": "step" }, ...headings, ...passage.lines.map(told), why ? html("p", { class: "reason" }, html("b", {}, "Why "), why) : null);
  }

  private controls(): HTMLElement {
    const last = this.at === this.passages.length - 1;
    return html("div", { class: "controls" },
      html("button", { class: "plain", id: "step-back", "aria-label": "Previous", disabled: this.at === 0, click: () => this.move(-1) }, html("b", {}, "‹"), html("kbd", {}, ",")),
      html("button", { class: "main", id: "step-play", click: () => this.play() }, this.timer ? "Pause" : "Play", html("kbd", {}, "Space")),
      html("button", { class: "plain", id: "step-next", "aria-label": last ? "Close" : "Next", click: () => this.move(1) }, html("b", {}, last ? "✓" : "›"), html("kbd", {}, ".")),
      html("button", { class: "plain", id: "skip", click: () => this.end() }, "Skip", html("kbd", {}, "Esc")));
  }
}
