// A run of the lab: its campaigns as a table that is sorted by any column; each opens on the map.

import { html } from "./dom";
import type { RunTable } from "./protocol";

const kRowsShown = 100;

const words = (name: string): string => name.replace(/^factor_/, "").replaceAll("_", " ");

export class RunScreen {
  readonly root = html("main", { class: "start run" });
  private by: number;
  private falling = false;
  private shown = kRowsShown;
  private readonly numbers: boolean[];

  constructor(
    private readonly run: RunTable,
    private readonly open: (id: number) => void,
    private readonly set_up: () => void,
  ) {
    this.by = Math.max(0, run.columns.indexOf("campaign_id"));
    this.numbers = run.columns.map((_, i) => run.rows.every((row) => row[i] === "" || !Number.isNaN(Number(row[i]))));
    this.draw();
  }

  private sorted(): string[][] {
    const sign = this.falling ? -1 : 1;
    const { by } = this;
    // What is missing comes last either way.
    const order = this.numbers[by]
      ? (a: string, b: string): number => sign * (Number(a) - Number(b))
      : (a: string, b: string): number => sign * a.localeCompare(b);
    return [...this.run.rows].sort((a, b) => Number(a[by] === "") - Number(b[by] === "") || order(a[by]!, b[by]!));
  }

  private sort(column: number): void {
    this.falling = this.by === column && !this.falling;
    this.by = column;
    this.shown = kRowsShown;
    this.draw();
  }

  private draw(): void {
    const { run } = this;
    const held = document.activeElement?.id ?? "";
    const rows = this.sorted();
    const id = run.columns.indexOf("campaign_id");
    this.root.replaceChildren(
      html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, `campaigns of the lab: ${run.title}`)),
      html("p", { class: "run-common" }, `${run.campaigns.toLocaleString("en")} campaigns in ${run.folder}${run.campaigns > rows.length ? `, of which the first ${rows.length.toLocaleString("en")} are listed` : ""}. ${run.common.map(([column, value]) => `${words(column)} ${value}`).join(", ")}.`),
      html("div", { class: "run-table", tabindex: 0, role: "region", "aria-label": "Campaigns of the run" }, html("table", {},
        html("thead", {}, html("tr", {}, ...run.columns.map((column, i) => this.heading(column, i)))),
        html("tbody", {}, ...rows.slice(0, this.shown).map((row) => html("tr", {},
          ...row.map((cell, i) => html("td", { class: this.numbers[i] ? "number" : "" }, i === id ? this.opener(cell) : words(cell)))))))),
      html("footer", {},
        rows.length > this.shown ? html("button", { class: "plain", id: "more", click: () => this.more() }, `${kRowsShown} more of ${rows.length.toLocaleString("en")}`) : html("span", {}),
        html("button", { class: "plain", id: "set-up", click: () => this.set_up() }, "Play a campaign of your own")));
    if (held) document.getElementById(held)?.focus();
  }

  private opener(id: string): HTMLElement {
    return html("button", { class: "plain", "data-campaign": id, click: () => this.open(Number(id)) }, `Open ${id}`);
  }

  private heading(column: string, i: number): HTMLElement {
    const sorted = i === this.by ? (this.falling ? "descending" : "ascending") : "none";
    return html("th", { scope: "col", "aria-sort": sorted, class: this.numbers[i] ? "number" : "" },
      html("button", { id: `sort-${column}`, click: () => this.sort(i) }, words(column), sorted === "none" ? "" : this.falling ? " ▾" : " ▴"));
  }

  private more(): void {
    this.shown += kRowsShown;
    this.draw();
  }
}
