// What campaigns between doctrines give: now, and of the version that this one is compared with.

import { clear, html, svg } from "../dom";
import type { Counts, Measured, ToDesk } from "./protocol";

const kCampaigns = 200;
const kPause = 1500; // milliseconds without a change, until they are played by themselves
const kWidth = 300;
const kHigh = 22;

export class Balance {
  readonly root = html("section", { class: "balance", "aria-label": "The balance" });
  private measured: Measured | null = null;
  private revision = 0;
  private faulty = true;
  private compared = true;
  private timer = 0;
  private readonly result = html("div", { "aria-live": "polite" });
  private readonly auto = html("input", { type: "checkbox", checked: true, change: () => this.soon() });
  private readonly play = html("button", { type: "button", class: "main", click: () => this.start() }, `Play ${kCampaigns} campaigns`);
  private readonly compare = html("button", { type: "button", class: "plain", title: "Later versions are compared with the game as it stands now", click: () => this.send({ kind: "compare" }) }, "Compare with this from now on");

  constructor(
    private readonly send: (message: ToDesk) => void,
    private readonly sides: () => string[],
  ) {
    this.root.append(html("h2", {}, "Balance, doctrine against doctrine"), this.result,
      html("p", { class: "buttons" }, this.play, this.compare), html("label", {}, this.auto, " by itself after a change"));
    this.draw();
  }

  /// Another version is at hand, of which faults are not known yet.
  changed(revision: number, compared: boolean): void {
    this.compared = compared;
    if (revision !== this.revision) this.faulty = true;
    this.revision = revision;
    this.draw();
  }

  /// Whether the version at hand can be played.
  checked(faulty: boolean): void {
    this.faulty = faulty;
    this.draw();
    this.soon();
  }

  /// The names of the sides are known.
  show_sides(): void {
    this.draw();
  }

  show(measured: Measured): void {
    this.measured = measured;
    this.draw();
  }

  private get running(): boolean {
    return this.measured?.running === true && this.measured.revision === this.revision;
  }

  private soon(): void {
    clearTimeout(this.timer);
    if (this.faulty || !this.auto.checked || this.measured?.revision === this.revision) return;
    this.timer = window.setTimeout(() => this.start(), kPause);
  }

  private start(): void {
    clearTimeout(this.timer);
    if (this.running) {
      this.send({ kind: "stop" });
      this.measured = { ...this.measured!, running: false };
      return this.draw();
    }
    this.send({ kind: "measure", campaigns: kCampaigns });
  }

  private draw(): void {
    const measured = this.measured;
    const stale = measured !== null && measured.revision !== this.revision;
    this.play.textContent = this.running ? "Stop" : `Play ${kCampaigns} campaigns`;
    this.play.disabled = this.faulty && !this.running;
    this.compare.disabled = this.compared;
    clear(this.result);
    this.result.classList.toggle("stale", stale);
    if (this.faulty && stale) this.result.append(html("p", {}, "Of the version before the last change:"));
    if (!measured) return void this.result.append(html("p", {}, this.faulty ? "Played when the game has no faults." : "Not played yet."));
    this.result.append(this.bar("Now", measured.now, measured.of));
    if (measured.before) this.result.append(this.bar("Before", measured.before, measured.of));
    if (measured.change) this.result.append(html("p", { class: "change" }, `${this.sides()[0] ?? "The first side"}: `, html("b", {}, measured.change), ", on the same dice"));
  }

  private bar(title: string, counts: Counts, of: number): HTMLElement {
    const [first, second] = this.sides();
    const words = counts.done ? `${first} ${counts.words}` : "not played yet";
    const head = html("p", { class: "bar-head" }, html("b", {}, title), html("span", {}, words), html("span", { class: "done" }, counts.done < of ? `${counts.done} of ${of}` : `${of}`));
    if (!counts.done) return html("div", { class: "result" }, head);
    const label = `${first} won ${counts.won}, drawn ${counts.drawn}, ${second} won ${counts.lost}`;
    const forfeits = counts.forfeited ? html("p", { class: "fault-here" }, `${counts.forfeited} forfeited: ${counts.why}`) : null;
    return html("div", { class: "result" }, head, this.picture(counts, label), html("p", { class: "counts" }, label), forfeits);
  }

  private picture(counts: Counts, label: string): SVGElement {
    const part = (n = 0): number => (kWidth * n) / counts.done;
    const [won, drawn] = [part(counts.won), part(counts.drawn)];
    const [low, high] = [(counts.low ?? 0) * kWidth, (counts.high ?? 1) * kWidth];
    return svg("svg", { class: "share", viewBox: `0 0 ${kWidth} ${kHigh}`, role: "img", "aria-label": label },
      svg("rect", { class: "share-a", width: won, height: kHigh - 8 }), svg("rect", { class: "share-drawn", x: won, width: drawn, height: kHigh - 8 }),
      svg("rect", { class: "share-b", x: won + drawn, width: Math.max(0, kWidth - won - drawn), height: kHigh - 8 }),
      svg("path", { class: "share-half", d: `M${kWidth / 2} 0V${kHigh - 8}` }),
      svg("path", { class: "share-interval", d: `M${low} ${kHigh - 7}V${kHigh - 1}M${low} ${kHigh - 4}H${high}M${high} ${kHigh - 7}V${kHigh - 1}` }));
  }
}
