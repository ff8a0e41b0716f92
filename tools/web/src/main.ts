// The page: one screen to set up, one to play. All game logic is the server's; here it is shown and
// asked.

import { clear, html } from "./dom";
import { Connection } from "./connection";
import { Dialog, review, told } from "./dialog";
import { MapView } from "./map";
import { Sheet } from "./sheet";
import { StartScreen } from "./start";
import type { Choice, FromServer, GameEvent, View } from "./protocol";

type Position = Extract<FromServer, { kind: "position" }>;

const kToldSeconds = 1.2;
const page = document.getElementById("page")!;

class Page {
  private readonly connection = new Connection((message) => this.hear(message), (connected) => this.connected(connected));
  private readonly prompt = html("p", { class: "prompt", role: "status", "aria-live": "polite" });
  private readonly buttons = html("nav", { class: "commands", "aria-label": "Commands" });
  private readonly title = html("h1", { class: "title" }, html("b", {}, "Niemen"));
  private readonly notice = html("div", { class: "notice", role: "alert", hidden: true });
  private readonly dialog = new Dialog();
  private readonly stage = html("section", { class: "stage" });
  private readonly sheet = new Sheet({ take: (choice) => this.take(choice), go: (place) => this.go(place) });
  private start: StartScreen | null = null;
  private map: MapView | null = null;
  private position: Position | null = null;
  private events: GameEvent[] = [];
  private sides: string[] = [];
  private seat = "";
  private last_turn = 0;
  private campaign = "";
  private chosen = -1;
  private chance = "";
  private waiting = false;
  private lastOwn = 0; // events there were when this seat last decided
  private following: { steps: GameEvent[]; at: number; timer: number } | null = null;

  constructor() {
    document.addEventListener("keydown", (event) => this.key(event));
    clear(page);
    page.append(html("p", { class: "loading" }, "Opening the map room."), this.notice);
  }

  // --- what the server says ----------------------------------------------------------------------

  private hear(message: FromServer): void {
    switch (message.kind) {
      case "welcome":
        if (this.campaign || kept()) this.connection.send({ kind: "open", campaign: this.campaign || kept() });
        if (this.map) return;
        this.start = new StartScreen(message.games, message.campaigns, (out) => this.connection.send(out));
        clear(page);
        page.append(this.start.root, this.notice);
        return;
      case "campaign":
        this.enter(message);
        return;
      case "position":
        this.take_position(message);
        return;
      case "thinking":
        this.say(`${this.opponent()} weigh their plans: ${message.iterations} looked at in ${message.seconds.toFixed(0)} s.`, "");
        return;
      case "chance":
        this.chance = `Chance of winning ${Math.round(100 * message.win)} % (${Math.round(100 * message.low)} to ${Math.round(100 * message.high)}), margin ${message.margin.toFixed(1)}${message.samples < 20 ? `, ${message.samples} samples` : ""}`;
        this.draw();
        return;
      case "why":
        this.tell(`${message.reason} (${message.rule})${message.instead ? ` ${message.instead}` : ""}`);
        if (message.place >= 0) this.map?.focusOn(message.place);
        return;
      case "hint":
        this.tell(message.words);
        this.map?.light(message.places.map((place) => ({ place, risk: "" })), -1);
        return;
      case "review":
        this.show_review(message);
        return;
      case "error":
        this.waits(false);
        this.tell(message.text);
    }
  }

  private enter(message: Extract<FromServer, { kind: "campaign" }>): void {
    this.start = null;
    this.sides = message.sides;
    this.seat = message.seat;
    this.last_turn = message.last_turn;
    this.campaign = message.campaign;
    this.events = [];
    this.position = null;
    this.map = new MapView(message.board, { title: message.title, sides: message.sides, seat: message.seat === "b" ? 1 : 0, country: message.country, ground: message.ground, legend: message.legend }, {
      chosen: (place) => this.click(place),
      asked: (place) => this.ask(place),
      picked: (counter) => this.pick(counter),
      dragged: (from, to) => this.order(from, to),
    });
    clear(this.stage);
    this.stage.append(this.map.root);
    clear(this.title);
    this.title.append(html("b", {}, "Niemen"), html("i", {}, message.title));
    clear(page);
    page.append(html("header", { class: "head" }, this.title, this.prompt, this.buttons), html("main", { class: "table" }, this.stage, this.sheet.root), this.dialog.root, this.notice);
    history.replaceState(null, "", `#c=${encodeURIComponent(message.campaign)}`);
  }

  private take_position(message: Position): void {
    this.events = this.events.filter((event) => event.step < message.first_step);
    const fresh = message.events;
    this.events.push(...fresh);
    const mine = this.position?.view.actor === this.seat;
    this.position = message;
    this.waits(false);
    this.tell("");
    this.chosen = -1;
    if (message.view.actor === this.seat && !mine) this.follow(fresh.filter((event) => event.actor !== this.seat));
    this.draw();
  }

  // --- what is shown -----------------------------------------------------------------------------

  private draw(): void {
    if (!this.position || !this.map) return;
    const { view, undo, redo, thinking, result } = this.position;
    const mine = view.actor === this.seat;
    document.body.classList.toggle("theirs", !mine && view.actor !== "over");
    this.map.show(view);
    const offered = this.offered(view);
    this.map.light(this.lit(view), this.chosen);
    this.sheet.show(view, this.last_turn, this.events, this.sides, this.chosen, offered, this.chance);
    if (result) this.say(result, "");
    else if (mine) this.say(view.prompt || view.step.prompt, view.step.rule);
    else this.say(thinking ? `${this.opponent()} decide.` : view.prompt || "The dice are cast.", view.step.rule);
    clear(this.buttons);
    this.buttons.append(
      html("button", { class: "plain", id: "undo", disabled: !undo.can, title: undo.why, click: () => this.undo() }, undo.can || !undo.why ? "Undo" : `Undo: ${undo.why}`, html("kbd", {}, "U")),
      ...(redo ? [html("button", { class: "plain", id: "redo", click: () => this.connection.send({ kind: "redo", rev: this.position!.rev }) }, "Redo")] : []),
      ...(thinking ? [html("button", { class: "main", id: "now", click: () => this.now() }, "Move now")] : []),
      ...(result ? [html("button", { class: "main", id: "review", click: () => this.connection.send({ kind: "review" }) }, "Review")] : []),
      ...this.ends(view).map((choice) => html("button", { class: "plain end", "data-action": choice.action, click: () => this.take(choice) }, choice.words || choice.notation)));
  }

  /// Choices that touch nothing on the map: ends of phases, numbers, yes and no.
  private ends(view: View): Choice[] {
    const bare = view.choices.filter((choice) => choice.from < 0 && choice.to < 0 && choice.counters.length === 0);
    return bare.length <= 2 ? bare : [];
  }

  private offered(view: View): Choice[] {
    if (this.chosen < 0) return view.choices;
    const here = view.choices.filter((choice) => this.touches(view, choice, this.chosen));
    return here.length ? here : view.choices;
  }

  private touches(view: View, choice: Choice, place: number): boolean {
    return choice.from === place || choice.to === place || choice.counters.some((counter) => view.counters[counter]?.place === place);
  }

  private lit(view: View): { place: number; risk: string }[] {
    const places = new Set<number>();
    for (const choice of view.choices) {
      if (choice.to >= 0) places.add(choice.to);
      else if (choice.from >= 0) places.add(choice.from);
      for (const counter of choice.counters) {
        const place = view.counters[counter]?.place ?? -1;
        if (place >= 0 && choice.to < 0) places.add(place);
      }
    }
    return [...places].map((place) => ({ place, risk: "" }));
  }

  private say(words: string, rule: string): void {
    clear(this.prompt);
    this.prompt.append(words, rule ? html("span", { class: "rule" }, ` ${rule}`) : "");
  }

  private tell(words: string): void {
    this.notice.textContent = words;
    this.notice.hidden = !words;
  }

  private connected(yes: boolean): void {
    this.tell(yes ? "" : "The server does not answer. Nothing that was acknowledged is lost; the page goes on when it is back.");
  }

  private opponent(): string {
    return `The ${this.sides[this.seat === "a" ? 1 : 0] ?? "enemy"}`;
  }

  // --- what a person does ------------------------------------------------------------------------

  private click(place: number): void {
    if (!this.position) return;
    this.tell("");
    const { view } = this.position;
    const here = view.choices.filter((choice) => this.touches(view, choice, place));
    if (here.length === 1) return this.take(here[0]!);
    if (here.length === 0 && view.actor === this.seat && this.chosen >= 0) return this.ask(place);
    const again = this.chosen === place || here.length === 0;
    this.chosen = place;
    this.draw();
    if (again) this.map?.fanOut(place);
  }

  /// A counter of the fanned stack: does what it alone can do, or lists what it can.
  private pick(counter: number): void {
    if (!this.position) return;
    const { view } = this.position;
    const here = view.choices.filter((choice) => choice.counters.includes(counter));
    if (here.length === 1) return this.take(here[0]!);
    this.chosen = view.counters[counter]?.place ?? -1;
    this.draw();
    if (here.length === 0) this.tell(`${view.counters[counter]?.name || "This counter"} has nothing to do now.`);
  }

  private order(from: number, to: number): void {
    if (!this.position || this.waiting) return;
    this.tell("");
    this.connection.send({ kind: "order", rev: this.position.rev, from, to });
  }

  private ask(place: number): void {
    if (this.position) this.connection.send({ kind: "why", rev: this.position.rev, from: this.chosen, to: place });
  }

  private take(choice: Choice): void {
    if (!this.position || this.waiting) return;
    this.waits(true);
    this.lastOwn = this.events.length;
    this.connection.send({ kind: "act", rev: this.position.rev, action: choice.action });
  }

  /// Between a decision and its answer no second one is taken.
  private waits(yes: boolean): void {
    this.waiting = yes;
    document.body.classList.toggle("waits", yes);
  }

  private undo(): void {
    if (!this.position) return;
    if (this.position.undo.can) this.connection.send({ kind: "undo", rev: this.position.rev });
    else this.tell(this.position.undo.why);
  }

  private now(): void {
    if (this.position) this.connection.send({ kind: "now", rev: this.position.rev });
  }

  private go(place: number): void {
    this.map?.centreOn(place);
    this.map?.focusOn(place);
  }

  // --- the other side's turn, step by step -------------------------------------------------------

  private follow(steps: GameEvent[]): void {
    const operations = steps.filter((event) => event.text && (event.weight === "operation" || event.face > 0 || event.modifiers.length > 0));
    if (operations.length === 0) return;
    this.following = { steps: operations, at: 0, timer: 0 };
    this.tell_step();
  }

  private tell_step(): void {
    const f = this.following;
    if (!f) return;
    const step = f.steps[f.at]!;
    this.map?.route(step.places);
    if (step.places[0] !== undefined) this.map?.centreOn(step.places[0]);
    const bar = html("div", { class: "steps" }, told(step),
      html("p", { class: "count" }, `${f.at + 1} of ${f.steps.length}`),
      html("button", { class: "plain", disabled: f.at === 0, click: () => this.move_step(-1) }, "Previous"),
      html("button", { class: "plain", click: () => this.play_steps() }, f.timer ? "Pause" : "Play"),
      html("button", { class: "plain", click: () => this.move_step(1) }, "Next"),
      html("button", { class: "main", id: "skip", click: () => this.end_following() }, "Skip"));
    this.stage.querySelector(".steps")?.remove();
    this.stage.append(bar);
  }

  private move_step(by: number): void {
    const f = this.following;
    if (!f) return;
    f.at += by;
    if (f.at >= f.steps.length || f.at < 0) this.end_following();
    else this.tell_step();
  }

  private play_steps(): void {
    const f = this.following;
    if (!f) return;
    if (f.timer) {
      clearInterval(f.timer);
      f.timer = 0;
    } else {
      f.timer = window.setInterval(() => this.move_step(1), kToldSeconds * 1000);
    }
    this.tell_step();
  }

  private end_following(): void {
    if (this.following?.timer) clearInterval(this.following.timer);
    this.following = null;
    this.map?.route([]);
    this.stage.querySelector(".steps")?.remove();
  }

  private show_review(message: Extract<FromServer, { kind: "review" }>): void {
    if (message.done < message.total) return this.say(`The campaign is looked at again: ${message.done} of ${message.total}.`, "");
    this.dialog.show("The campaign again", "Back to the map", () => {}, ...review(message.lines, message.sums, () => this.dialog.close()));
  }

  // --- keys --------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    if (this.dialog.open) {
      if (event.key === "Escape" || (event.key === "Enter" && target.tagName !== "BUTTON")) this.dialog.close();
      return;
    }
    if (!this.position || !this.map) return;
    if (this.press(event.key, target)) event.preventDefault();
  }

  private press(key: string, target: HTMLElement): boolean {
    const map = this.map!;
    const position = this.position!;
    const arrows: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const arrow = arrows[key];
    if (arrow && target.getAttribute("role") !== "tab") return map.walk(arrow[0], arrow[1]), true;
    if (/^[1-9]$/.test(key)) {
      const choice = this.offered(position.view)[Number(key) - 1];
      if (choice) this.take(choice);
      return true;
    }
    switch (key) {
      case "Enter":
        if (target.tagName === "BUTTON") return false;
        if (map.focused >= 0) this.click(map.focused);
        return true;
      case "Escape":
        if (map.fanned >= 0) return map.fanOut(-1), true;
        this.end_following();
        this.tell("");
        this.chosen = -1;
        this.draw();
        return true;
      case "?": return this.ask(map.focused), true;
      case "u": return this.undo(), true;
      case "h": return this.connection.send({ kind: "hint", rev: position.rev, step: 1 }), true;
      case "c": return this.connection.send({ kind: "chance", rev: position.rev }), true;
      case "r": return this.follow(this.events.slice(this.lastOwn)), true;
      case "+": return map.zoomBy(1.25), true;
      case "-": return map.zoomBy(0.8), true;
      case "0": return map.whole(), true;
      default: return map.press(key);
    }
  }
}

/// The campaign that this tab had open before it was loaded again.
function kept(): string {
  return new URLSearchParams(location.hash.slice(1)).get("c") ?? "";
}

new Page();
