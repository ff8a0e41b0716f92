// The workshop: a game's map and its files side by side, what is wrong with them, what they do to the
// balance. Everything is decided by the server; here it is shown and asked.

import { clear, html } from "../dom";
import { colourCounters, stand_blocks } from "../counters";
import { MapView } from "../map";
import type { Board, View } from "../protocol";
import { Balance } from "./balance";
import { Handles } from "./handles";
import { Line } from "./line";
import { Places } from "./places";
import { TableView } from "./table";
import type { Fault, FileCard, Found, FromDesk, MapMessage, Named, Position, ToDesk, Workshop } from "./protocol";

const kBlocks = "block_battle"; // whose units are blocks that stand on edge
const kNoticeMilliseconds = 6000;
const kSearchPause = 250; // milliseconds

const page = document.getElementById("page")!;

class Page {
  private readonly line = new Line((message) => this.hear(message), (refused) => this.lost(refused));
  private readonly send = (message: ToDesk): void => this.line.send(message);
  private readonly balance = new Balance(this.send, () => this.sides);
  private readonly places = new Places({ send: this.send, go: (place) => this.go(place), open: (file, line) => this.open(file, line) });
  private readonly handles = new Handles(this.send);
  private readonly table = new TableView({ send: this.send, closed: () => this.close_file() });
  private readonly notice = html("div", { class: "notice", role: "alert", hidden: true });
  private readonly title = html("h1", {});
  private readonly state = html("p", { class: "state", role: "status" });
  private readonly undo = html("button", { type: "button", class: "plain", click: () => this.send({ kind: "undo" }) }, "Undo");
  private readonly redo = html("button", { type: "button", class: "plain", click: () => this.send({ kind: "redo" }) }, "Redo");
  private readonly save = html("button", { type: "button", class: "main", click: () => this.send({ kind: "save" }) }, "Save");
  private readonly files = html("ul", { class: "files" });
  private readonly faults = html("section", { class: "faults", "aria-label": "What is wrong", "aria-live": "polite" });
  private readonly search = html("input", { type: "search", placeholder: "Find in all files", "aria-label": "Find in all files", input: () => this.search_soon() });
  private readonly stage = html("section", { class: "stage", "aria-label": "The map" });
  private readonly map_note = html("p", { class: "map-note", role: "status", hidden: true });
  private readonly looked = html("section", { class: "looked", "aria-label": "What is shown and played" });
  private readonly centre = html("div", { class: "centre" }, this.stage, this.table.root);
  private workshop: Workshop | null = null;
  private map: MapView | null = null;
  private board: Board | null = null;
  private view: View | null = null;
  private sides: string[] = [];
  private mechanism = "";
  private wrong: Fault[] = [];
  private checked = 0; // the revision that `wrong` is of
  private line_wanted = 0; // of the file that is being opened
  private found: Found[] | null = null;
  private searching = 0;
  private noticing = 0;

  constructor() {
    clear(page);
    page.append(
      html("header", { class: "head workshop-head" }, this.title, this.state, html("div", { class: "commands" }, this.undo, this.redo, this.save)),
      html("div", { class: "workshop" },
        html("nav", { class: "left", "aria-label": "Files" }, this.search, this.files, this.faults),
        this.centre,
        html("aside", { class: "right" }, this.balance.root, this.looked, this.places.root)),
      this.notice);
    this.stage.append(html("p", { class: "loading" }, "Opening the workshop."));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // --- what the server says ----------------------------------------------------------------------

  private hear(message: FromDesk): void {
    switch (message.kind) {
      case "workshop": return this.at_work(message);
      case "table": return this.show_table(message);
      case "faults":
        this.wrong = message.lines;
        this.checked = message.revision;
        this.balance.checked(message.lines.length > 0);
        this.table.tell(message.lines);
        return this.draw_left();
      case "map": return this.lay(message);
      case "position": return this.stand(message);
      case "unshown": return this.note(`The map is that of the last version that could be read. ${message.text}`);
      case "measured": return this.balance.show(message);
      case "found":
        if (message.whole) return this.places.tell(message.text, message.rows);
        this.found = message.text ? message.rows : null;
        return this.draw_left();
      case "points": return this.handles.show(message.points);
      case "saved": return this.tell(message.files.length ? `Saved: ${message.files.join(", ")}` : "Nothing was changed since it was saved.");
      case "error": return this.tell(message.text);
    }
  }

  private lost(refused: boolean): void {
    this.tell(refused ? "This page belongs to another start of niemen edit: open the address that it has printed." : "The line to niemen edit is broken; it is tried again.");
  }

  private at_work(workshop: Workshop): void {
    const later = workshop.revision !== this.workshop?.revision;
    this.workshop = workshop;
    document.title = `${workshop.title}: the workshop`;
    this.title.textContent = workshop.title;
    this.title.title = workshop.folder;
    this.undo.disabled = !workshop.undo;
    this.undo.title = workshop.undo;
    this.redo.disabled = !workshop.redo;
    this.redo.title = workshop.redo;
    const changed = workshop.files.filter((file) => file.changed).length;
    this.save.disabled = changed === 0;
    this.state.textContent = changed ? `${changed} ${changed === 1 ? "file" : "files"} changed and not saved` : "all is saved";
    this.handles.offer(workshop.files.map((file) => file.name));
    this.balance.changed(workshop.revision, workshop.compared);
    if (later && this.table.file) this.reload();
    this.draw_left();
  }

  private reload(): void {
    if (this.workshop!.files.some((file) => file.name === this.table.file)) this.send({ kind: "table", file: this.table.file });
    else this.close_file();
  }

  private show_table(message: Extract<FromDesk, { kind: "table" }>): void {
    this.table.show(message);
    this.table.tell(this.wrong);
    if (this.line_wanted) this.table.go(this.line_wanted);
    this.line_wanted = 0;
    this.draw_left();
  }

  // --- the map -----------------------------------------------------------------------------------

  private lay(message: MapMessage): void {
    this.sides = message.sides;
    this.mechanism = message.mechanism;
    stand_blocks(this.mechanism === kBlocks, 0);
    message.colours.forEach(colourCounters);
    this.places.lay(message.board, message.sides);
    const before = this.map?.frame;
    clear(this.stage);
    this.map = new MapView(message.board, {
      title: message.title, of: this.mechanism === kBlocks ? "Map of the Battlefield" : "Map of the Theatre of War", sides: message.sides, seat: 0, country: message.country, legend: message.legend, ground: message.ground,
    }, {
      chosen: (place) => this.choose(place), asked: (place) => this.choose(place), looked: () => {},
      picked: (counter) => this.view?.counters[counter] && this.places.pick(this.view.counters[counter]),
      dragged: (from, to) => this.places.move(from, to),
    });
    this.board = message.board;
    this.stage.append(this.map.root, this.handles.bar, this.map_note);
    if (before) this.map.look_at(before);
  }

  /// Every stack may be dragged, so there is a choice for every counter.
  private stand(message: Position): void {
    const choices = message.view.counters.map((counter, i) => ({ action: i, notation: "", words: "", caution: "", counters: [i], from: counter.place, to: -1 }));
    this.view = { ...message.view, choices };
    this.map?.show(this.view);
    if (this.map && this.board) this.handles.lay(this.map, this.board);
    this.places.show(this.view);
    this.note("");
    this.draw_looked(message);
    this.balance.show_sides();
  }

  private note(words: string): void {
    this.map_note.textContent = words;
    this.map_note.hidden = !words;
    if (!this.map && words) {
      clear(this.stage);
      this.stage.append(html("p", { class: "loading" }, "No map yet."), this.map_note);
    }
  }

  private choose(place: number): void {
    this.map?.light([], place);
    this.places.choose(place);
  }

  private go(place: number): void {
    this.map?.light([], place);
    this.map?.focusOn(place);
    this.map?.centreOn(place);
  }

  private draw_looked(message: Position): void {
    const { scenarios, presets, openings } = message.choices;
    const look = { kind: "look" as const, scenario: message.scenario, preset: message.preset, openings: [...message.openings] };
    const chooser = (label: string, now: string, options: Named[], chosen: (id: string) => void): HTMLElement => {
      const select = html("select", { change: () => chosen(select.value) }, ...options.map(({ id, title }) => html("option", { value: id, selected: id === now }, title)));
      return html("label", {}, html("span", {}, label), select);
    };
    clear(this.looked);
    this.looked.append(html("h2", {}, "Shown and played"),
      chooser("Scenario", message.scenario, scenarios, (scenario) => this.send({ ...look, scenario, preset: "", openings: ["*", "*"] })),
      ...(presets.length > 1 ? [chooser("Rules", message.preset, presets.map((id) => ({ id, title: id })), (preset) => this.send({ ...look, preset }))] : []),
      ...openings.flatMap((list, side) => list.length === 0 ? [] : [chooser(`Set-up, ${this.sides[side]}`, message.openings[side] ?? "", [{ id: "", title: "as the scenario and the computer set up" }, ...list],
        (opening) => this.send({ ...look, openings: look.openings.map((old, i) => (i === side ? opening : old)) }))]));
  }

  // --- files and faults --------------------------------------------------------------------------

  private open(file: string, line: number): void {
    this.line_wanted = line;
    this.centre.classList.add("with-file");
    this.send({ kind: "table", file });
  }

  private close_file(): void {
    this.table.close();
    this.centre.classList.remove("with-file");
    this.draw_left();
  }

  private search_soon(): void {
    clearTimeout(this.searching);
    this.searching = window.setTimeout(() => {
      if (this.search.value) return this.send({ kind: "find", text: this.search.value, whole: false });
      this.found = null;
      this.draw_left();
    }, kSearchPause);
  }

  private draw_left(): void {
    if (!this.workshop) return;
    clear(this.files);
    if (this.found) this.draw_found(this.found);
    else for (const file of this.workshop.files) this.files.append(this.file_button(file));
    this.draw_faults();
  }

  private draw_found(found: Found[]): void {
    this.files.append(...found.map((row) => html("li", {}, html("button", { type: "button", click: () => this.open(row.file, row.line) },
      html("span", { class: "hit" }, row.text), html("small", {}, `${row.file}, line ${row.line}, ${row.path[row.path.length - 1]}`)))));
    if (found.length === 0) this.files.append(html("li", {}, "Nowhere."));
  }

  private file_button(file: FileCard): HTMLElement {
    const wrong = this.wrong.filter((fault) => fault.file === file.name).length;
    const marks = [file.changed ? "changed" : "", file.conflict ? "and on the disk too" : "", wrong ? `${wrong} ${wrong === 1 ? "fault" : "faults"}` : ""].filter(Boolean).join(", ");
    const theirs = file.conflict ? html("button", { type: "button", class: "plain", click: () => this.send({ kind: "theirs", file: file.name }) }, "Take the disk's") : null;
    return html("li", { class: [file.name === this.table.file ? "open" : "", wrong ? "wrong" : ""].join(" ") },
      html("button", { type: "button", "aria-current": file.name === this.table.file ? "true" : "false", click: () => this.open(file.name, 0) }, file.name, marks ? html("small", {}, marks) : null), theirs);
  }

  private draw_faults(): void {
    clear(this.faults);
    if (this.checked !== this.workshop?.revision) return void this.faults.append(html("h2", {}, "Looking through it …"), ...this.fault_list());
    const many = this.wrong.length;
    this.faults.append(html("h2", { class: many ? "bad" : "good" }, many ? `${many} ${many === 1 ? "fault" : "faults"}` : "No faults"), ...this.fault_list());
  }

  private fault_list(): HTMLElement[] {
    return this.wrong.map((fault) => {
      const where = fault.file ? `${fault.file}${fault.line ? `, line ${fault.line}` : ""}` : "";
      const known = this.workshop?.files.some((file) => file.name === fault.file);
      return html("button", { type: "button", disabled: !known, click: () => this.open(fault.file, fault.line) }, where ? html("b", {}, where) : null, html("span", {}, fault.text));
    });
  }

  // --- telling, keys -----------------------------------------------------------------------------

  private tell(words: string): void {
    this.notice.textContent = words;
    this.notice.hidden = false;
    clearTimeout(this.noticing);
    this.noticing = window.setTimeout(() => (this.notice.hidden = true), kNoticeMilliseconds);
  }

  private key(event: KeyboardEvent): void {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement ? event.target : null;
    if (command && key === "s") {
      event.preventDefault();
      field?.blur(); // what was typed there counts
      return this.send({ kind: "save" });
    }
    const typing = field !== null && field.value !== (field instanceof HTMLInputElement ? field.defaultValue : field.dataset.given);
    if (command && (key === "z" || key === "y") && !typing) {
      event.preventDefault();
      return this.send({ kind: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
    if (!field && !command && this.stage.contains(event.target as Node)) this.map_key(event);
  }

  private map_key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) this.map?.walk(...step);
    else if (event.key === "Enter" && this.map && this.map.focused >= 0) this.choose(this.map.focused);
    else if (event.key === "+") this.map?.zoomBy(1.25);
    else if (event.key === "-") this.map?.zoomBy(0.8);
    else if (event.key === "0") this.map?.whole();
    else if (!this.map?.press(event.key)) return;
    event.preventDefault();
  }
}

new Page();
