// A file as a table of cells to change, or as its text.

import { clear, html } from "../dom";
import { allowed_words, cell, keeping_focus } from "./cell";
import type { CsvTable, Fault, Table, ToDesk, TomlTable } from "./protocol";
import { text_change } from "./text";

const kShown = 120; // rows at once; more are asked for

export interface TableListener {
  send(message: ToDesk): void;
  /// The rows of a place of the map were chosen by their id.
  closed(): void;
}

export class TableView {
  readonly root = html("section", { class: "file", "aria-label": "The file", hidden: true });
  private table: Table | null = null;
  private faults: Fault[] = [];
  private wanted = ""; // what rows must hold
  private most = kShown;
  private as_text = false;
  private line = 0; // that is looked at
  private readonly body = html("div", { class: "file-body" });
  private readonly name = html("h2", {});
  private readonly note = html("p", { class: "file-note" });
  private readonly search = html("input", { type: "search", class: "file-search", placeholder: "Rows with", "aria-label": "Rows with", input: () => this.sift(this.search.value) });
  private readonly text_button = html("button", { type: "button", class: "plain", "aria-pressed": "false", click: () => this.turn() }, "As text");

  constructor(private readonly listener: TableListener) {
    this.root.append(
      html("header", {}, this.name, this.search, this.text_button, html("button", { type: "button", class: "plain", "aria-pressed": "false", click: (event: Event) => this.grow(event.target as HTMLElement) }, "Larger"),
        html("button", { type: "button", class: "plain", click: () => this.listener.closed() }, "Close")),
      this.note, this.body);
  }

  get file(): string {
    return this.table?.file ?? "";
  }

  show(table: Table): void {
    if (table.file !== this.file) {
      this.most = kShown;
      this.wanted = this.search.value = "";
      this.as_text = false;
      this.body.scrollTop = 0;
    }
    this.table = table;
    this.root.hidden = false;
    this.draw();
  }

  /// Brings a line into view.
  go(line: number): void {
    this.line = line;
    if (line > 0 && this.wanted) this.wanted = this.search.value = "";
    this.most = Infinity;
    this.draw();
    this.body.querySelector(".looked-at")?.scrollIntoView({ block: "center" });
  }

  close(): void {
    this.table = null;
    this.root.hidden = true;
  }

  tell(faults: Fault[]): void {
    this.faults = faults;
    if (this.table) this.draw();
  }

  private sift(words: string): void {
    this.wanted = words.toLowerCase();
    this.most = kShown;
    this.draw();
  }

  private turn(): void {
    this.as_text = !this.as_text;
    this.draw();
  }

  /// More room for the file and less for the map, or as before.
  private grow(button: HTMLElement): void {
    const large = this.root.classList.toggle("large");
    button.setAttribute("aria-pressed", String(large));
    button.textContent = large ? "Smaller" : "Larger";
  }

  private faults_of(line: number): Fault[] {
    return this.faults.filter((fault) => fault.file === this.file && fault.line === line);
  }

  private draw(): void {
    const table = this.table;
    if (!table) return;
    const text = this.as_text || table.form === "text";
    this.name.textContent = table.file;
    this.note.textContent = table.fixed || (table.form === "text" ? table.fault : "");
    this.search.hidden = text;
    this.text_button.hidden = table.form === "text";
    this.text_button.setAttribute("aria-pressed", String(this.as_text));
    this.text_button.textContent = this.as_text ? "As a table" : "As text";
    keeping_focus(this.body, () => {
      const top = this.body.scrollTop;
      const left = this.body.scrollLeft;
      if (text) return this.draw_text(table);
      clear(this.body);
      this.body.append(table.form === "csv" ? this.csv(table, table.fixed !== "") : this.toml(table as TomlTable & Table, table.fixed !== ""));
      this.body.scrollTop = top;
      this.body.scrollLeft = left;
    });
  }

  // --- rows of CSV -------------------------------------------------------------------------------

  private csv(table: CsvTable, fixed: boolean): HTMLElement {
    const rows = table.rows.filter((row) => !this.wanted || row.cells.some((text) => text.toLowerCase().includes(this.wanted)));
    const shown = rows.slice(0, this.most);
    const letters = table.columns.map((_, i) => Math.max(0, ...shown.map((row) => row.cells[i]?.length ?? 0)));
    const body = html("tbody", {}, ...shown.map((row) => this.csv_row(table, row, fixed, letters)));
    return html("div", {},
      html("table", { class: "cells" },
        html("thead", {}, html("tr", {}, html("th", { class: "line" }, "Line"), ...table.columns.map((column) => html("th", { scope: "col", title: allowed_words(column) }, column.name)), html("th", {}))),
        body),
      this.more(rows.length));
  }

  private csv_row(table: CsvTable, row: CsvTable["rows"][number], fixed: boolean, letters: number[]): HTMLElement {
    const id = row.cells[table.columns.findIndex((column) => column.name === "id")] ?? row.row;
    const faults = this.faults_of(row.line);
    const cells = row.cells.map((text, i) => {
      const column = table.columns[i];
      const name = column?.name ?? "";
      const faulty = faults.some((fault) => fault.text.includes(`"${name}"`) || fault.text.startsWith(`${name}:`) || fault.text.startsWith(`${name} `));
      return html("td", { class: faulty ? "faulty" : "" },
        cell(`${row.row}.${name}`, `${name} of ${id}`, text, column ?? {}, fixed || !column, letters[i] ?? 0, { changed: (now) => this.listener.send({ kind: "set", file: this.file, path: [row.row, name], text: now }) }));
    });
    const told = faults.length ? html("p", { class: "fault-here" }, faults.map((fault) => fault.text).join(" · ")) : null;
    const buttons = fixed ? null : html("span", { class: "row-buttons" },
      html("button", { type: "button", title: "A copy of this row below it", "aria-label": `Copy ${id}`, click: () => this.listener.send({ kind: "copy-row", file: this.file, row: row.row }) }, "Copy"),
      html("button", { type: "button", title: "Without this row", "aria-label": `Delete ${id}`, click: () => this.listener.send({ kind: "delete-row", file: this.file, row: row.row }) }, "Delete"));
    return html("tr", { class: this.row_class(faults, row.line) }, html("td", { class: "line" }, String(row.line)), ...cells, html("td", {}, buttons, told));
  }

  private row_class(faults: Fault[], line: number): string {
    return [faults.length ? "has-fault" : "", line === this.line ? "looked-at" : ""].filter(Boolean).join(" ");
  }

  private more(all: number): HTMLElement | null {
    if (all <= this.most) return null;
    return html("p", {}, html("button", { type: "button", class: "plain", click: () => { this.most = Infinity; this.draw(); } }, `Show all ${all} rows`));
  }

  // --- values of TOML ----------------------------------------------------------------------------

  private toml(table: TomlTable, fixed: boolean): HTMLElement {
    const rows = table.rows.filter((row) => !this.wanted || `${row.name.join(".")} ${row.text} ${row.help ?? ""}`.toLowerCase().includes(this.wanted));
    const body = html("tbody", {});
    let section = "";
    for (const row of rows.slice(0, this.most)) {
      const here = row.name.slice(0, -1).join(" › ");
      if (here !== section && here) body.append(html("tr", { class: "section" }, html("td", {}), html("th", { colspan: 3, scope: "rowgroup" }, here)));
      section = here;
      body.append(this.toml_row(row, fixed));
    }
    return html("div", {},
      html("table", { class: "cells toml" },
        html("thead", {}, html("tr", {}, html("th", { class: "line" }, "Line"), html("th", {}, "Key"), html("th", {}, "Value"), html("th", {}, "What may stand there"))),
        body),
      this.more(rows.length));
  }

  private toml_row(row: TomlTable["rows"][number], fixed: boolean): HTMLElement {
    const key = row.name[row.name.length - 1] ?? "";
    const faults = this.faults_of(row.line);
    const offers = row.form === "flag" && !row.allowed ? { ...row, allowed: "true, false" } : row;
    return html("tr", { class: this.row_class(faults, row.line) },
      html("td", { class: "line" }, String(row.line)),
      html("th", { scope: "row" }, key),
      html("td", { class: faults.length ? "faulty" : "" }, cell(row.path.join("."), row.name.join("."), row.text, offers, fixed, Math.max(12, row.text.length), { changed: (text) => this.listener.send({ kind: "set", file: this.file, path: row.path, text }) })),
      html("td", { class: "help" }, faults.length ? html("p", { class: "fault-here" }, faults.map((fault) => fault.text).join(" · ")) : null,
        [row.type, row.allowed].filter(Boolean).join("; "), row.help ? html("span", {}, row.help) : null));
  }

  // --- its text ----------------------------------------------------------------------------------

  private draw_text(table: Table): void {
    const shown = this.body.querySelector("textarea");
    const lines = table.source.replace(/\r\n/g, "\n");
    // What is being written there is not drawn over.
    if (shown && document.activeElement === shown && shown.dataset.file === table.file) {
      if (shown.value === shown.dataset.given) shown.value = lines;
      shown.dataset.given = lines;
      return;
    }
    const mixed = /\r\n/.test(table.source) && /[^\r]\n/.test(table.source);
    const area = html("textarea", { class: "source", spellcheck: "false", "aria-label": `The text of ${table.file}`, readonly: table.fixed !== "" || mixed, change: () => this.give_text(area.value) });
    area.value = area.dataset.given = lines;
    area.dataset.file = table.file;
    const numbers = html("pre", { class: "numbers", "aria-hidden": "true" }, lines.split("\n").map((_, i) => i + 1).join("\n"));
    area.rows = lines.split("\n").length + 1;
    clear(this.body);
    this.body.append(html("div", { class: "text" }, numbers, area));
    if (this.line > 0) this.body.scrollTop = Math.max(0, (this.line - 6) * (area.scrollHeight / area.rows));
  }

  private give_text(now: string): void {
    const table = this.table;
    if (!table) return;
    const text = table.source.includes("\r\n") ? now.replace(/\n/g, "\r\n") : now;
    const change = text_change(table.source, text);
    if (change) this.listener.send({ kind: "text", file: table.file, revision: table.revision, ...change });
  }
}
