// The page: one screen to set up, one to play. All game logic is the server's; here it is shown and
// asked.

import { campaign_here, entry, go_to } from "./address";
import { clear, html } from "./dom";
import { battle_told, last_battle } from "./battle";
import { Ahead } from "./ahead";
import { Beliefs } from "./belief";
import { chance_words } from "./chances";
import { Connection, type LineState } from "./connection";
import { Command } from "./command";
import { colourCounters, stand_blocks } from "./counters";
import { Dialog } from "./dialog";
import { Following, summary } from "./following";
import { Gesture } from "./gesture";
import { Guide } from "./guide";
import { Head } from "./head";
import { Lab } from "./lab";
import { MapView, type Lit } from "./map";
import { capital, people } from "./normalise";
import { Ordering } from "./ordering";
import { Reach } from "./reach";
import { Retrospect } from "./retrospect";
import { RuleCard, with_rules } from "./rules";
import { RunScreen } from "./run";
import { Scrub } from "./scrub";
import { Sheet, in_order_of_use } from "./sheet";
import { StartScreen } from "./start";
import type { Board, Choice, FromServer, GameEvent, Passage, ToServer, View } from "./protocol";

type Position = Extract<FromServer, { kind: "position" }>;

const kBesidePixels = 8; // between a place and what is said about it
const kBlocks = "block_battle"; // whose units are blocks that stand on edge
const kComesIn = 250; // milliseconds between two looks at what comes in
/// Keys that count once until they are let go. The others move the map, the page, or the time that is
/// looked at.
const kPressedOnce = /^(Enter|[^[\]+\-,.])$/;

const page = document.getElementById("page")!;

class Page {
  private readonly connection = new Connection((message) => this.hear(message), (state) => this.connected(state));
  private readonly head = new Head({
    undo: () => this.undo(), redo: () => this.redo(), now: () => this.now(),
    picture: () => this.connection.send({ kind: "picture", side: this.seat === "b" ? 1 : 0 }), review: () => this.connection.send({ kind: "review" }), take: (choice) => this.take(choice),
    home: () => leave(), staff: (always) => this.staff(always), staff_off: () => this.connection.send({ kind: "staff_off" }), history: () => this.history(),
  });
  private readonly notice = html("div", { class: "notice", role: "alert", hidden: true });
  private lasting = false; // what the notice says stays until the person goes on
  private readonly gesture = new Gesture();
  private readonly dialog = new Dialog();
  private readonly rules = new RuleCard((number) => this.connection.send({ kind: "rule", number }));
  private readonly stage = html("section", { class: "stage" });
  private readonly telling = html("div", { class: "telling" }); // what is told beside the map
  private readonly lab = new Lab({
    play_on: (campaigns) => this.ask_lab(campaigns),
    compare: (first, second, campaigns) => this.connection.send({ kind: "compare", rev: this.position!.rev, actions: [first, second], campaigns }),
    ponder: () => this.ask_general(),
    stop: () => this.stop_lab(),
    live: () => this.judge(),
    save_set_up: () => this.connection.send({ kind: "opening", title: this.campaign }),
  });
  private readonly ahead = new Ahead({
    ask: () => this.connection.send({ kind: "ahead", rev: this.position!.rev }), stop: () => this.connection.send({ kind: "stop", what: "ahead" }),
    lay: (turn) => this.map?.ahead(turn), go: (place) => this.go(place), redraw: () => this.draw_soon(),
  });
  private readonly beliefs = new Beliefs({ ask: (step) => this.connection.send({ kind: "belief", step }), go: (place) => this.go(place) });
  private readonly ordering = new Ordering({
    send: (message) => this.send_order(message), deciding: () => this.deciding(), board: () => this.board!, sides: () => this.sides, seat: () => this.seat,
    decided: (late) => this.decided(late), warns: () => this.lab.warns, warning: (outlook) => this.lab.warning(outlook), refused: (place, reason, instead) => this.refused(place, reason, instead), draw: () => this.draw(), draw_soon: () => this.draw_soon(),
  }, this.dialog);
  private readonly command = new Command({
    deciding: () => (this.battlefield ? this.deciding() : null), board: () => this.board!, decided: () => this.decided(), send: (message) => this.connection.send(message), draw: () => this.draw(),
  });
  private battlefield = false; // orders go by headquarters
  private readonly reach = new Reach((message) => this.connection.send(message));
  private readonly retrospect = new Retrospect(this.dialog, {
    send: (message) => this.connection.send(message), sides: () => this.sides, look_at: (step) => this.scrub.go(step), tell: (words) => this.tell(words),
    open_at: (campaign, step) => {
      this.look_from = step;
      this.connection.send({ kind: "open", campaign });
    },
  });
  private look_from = -1; // a step of the campaign that is opened; -1: where it stands
  private readonly sheet = new Sheet({
    take: (choice) => this.take(choice), weigh: (choice) => this.weigh(choice), order: () => this.ordering.give(), answer: (notation) => this.ordering.answer(notation), cancel: () => this.ordering.cancel(), say: (text) => this.say(text),
    go: (place) => this.go(place), light: (places) => this.map?.route(places), keep: () => this.connection.send({ kind: "export" }),
  }, this.lab, this.beliefs, this.ahead);
  private readonly scrub = new Scrub({ look: (step, whole) => this.look(step, whole), branch: (step) => this.branch(step, false) });
  private start: StartScreen | null = null;
  private map: MapView | null = null;
  private board: Board | null = null;
  private position: Position | null = null;
  private past: View | null = null; // an earlier position that is looked at
  private events: GameEvent[] = [];
  private reasons = new Map<number, string>(); // of the computer, by step
  private sides: string[] = [];
  private seat = "";
  private last_turn = 0;
  private turn_names: string[] = [];
  private winter: number[] = [];
  private campaign = "";
  private commitment = ""; // of the dice
  private chosen = -1;
  private chance = "";
  private waiting = false;
  private first = (): void => location.reload(); // shows the first screen, or the table of a run
  private review_begun = false; // and goes on
  private drawing = 0; // a timer, while the sheet waits to be drawn
  private following: Following | null = null;
  private guide: Guide | null = null;
  private guided = false; // the next campaign begins with the guide
  private guarded = entry().over === true; // whether Back leads to the same map, with nothing over it

  constructor() {
    window.addEventListener("popstate", () => this.went());
    this.dialog.opened = () => {
      this.gesture.once(); // a second click is not meant for what lies there now
      this.guard();
    };
    document.addEventListener("keydown", (event) => this.key(event));
    clear(page);
    page.append(html("p", { class: "loading" }, "Opening the map room."), this.notice);
  }

  // --- what the server says ----------------------------------------------------------------------

  private hear(message: FromServer): void {
    switch (message.kind) {
      case "welcome": return this.welcome(message);
      case "beginning": return this.start?.came_in(message);
      case "campaign": return this.enter(message);
      case "position": return this.take_position(message);
      case "handover": return this.hand_over(message);
      case "past": return this.take_past(message);
      case "plan": return this.ordering.planned(message);
      case "reach":
        if (!this.reach.came_in(message)) return;
        this.draw_lit();
        return this.guide_on();
      case "odds":
      case "outlook": return this.ordering.weighed(message);
      case "chance":
        this.chance = `Chance of winning ${chance_words(message)}, margin ${message.margin.toFixed(1)}`;
        return this.draw_soon();
      case "lab":
        this.lab.came_in(message);
        return this.draw_soon();
      case "compare":
        this.lab.compared(message);
        return this.draw_soon();
      case "ponder":
        this.lab.pondered(message, this.position?.view.choices ?? []);
        return this.draw_soon();
      case "belief":
        this.beliefs.came_in(message);
        return this.draw_soon();
      case "ahead":
        if (message.rev === this.position?.rev) this.ahead.came_in(message);
        return this.draw_soon();
      case "again": return this.tell(`Campaign ${message.id} is played again as the lab played it: turn ${message.turn}.`);
      case "why":
        if (message.place >= 0) this.map?.focusOn(message.place);
        return this.tell(refusal(message.reason, message.instead), false, message.place);
      case "hint":
        this.tell(message.words);
        this.map?.light(message.places.map((place) => ({ place, risk: "" })), -1);
        return;
      case "review": return this.reviewed(message);
      case "better": return this.retrospect.better_came_in(message);
      case "both": return this.retrospect.both_came_in(message);
      case "retried": return this.once_closed(() => this.retrospect.retried(message));
      case "practice": return this.tell(`${message.campaign} is looked through for what you decided badly: ${Math.floor(100 * message.done)} of 100.`, true);
      case "picture": return this.retrospect.show_picture(message);
      case "rule": return this.rules.came_in(message);
      case "opening": return download(message.toml, `${this.campaign}.toml`, "application/toml");
      case "file": return download(message.text, message.name, "application/jsonl");
      case "error":
        this.waits(false);
        this.tell(message.text, true);
    }
  }

  private welcome(message: Extract<FromServer, { kind: "welcome" }>): void {
    const open = this.campaign || campaign_here();
    if (open) this.connection.send({ kind: "open", campaign: open });
    if (this.map || document.getElementById("take-seat")) return;
    const start = new StartScreen(message.games, message.campaigns, (out) => this.connection.send(out), () => (this.guided = true));
    this.start = start;
    const screen = (root: HTMLElement): void => {
      page.replaceChildren(root, this.notice);
      if (root === start.root && !open) start.shown();
    };
    const { run } = message;
    if (!run) return screen(start.root);
    const table = new RunScreen(run, (id) => this.connection.send({ kind: "row", id }), () => {
      go_to("", { set_up: true });
      this.first();
    });
    this.first = () => screen(entry().set_up ? start.root : table.root);
    this.first();
  }

  private enter(message: Extract<FromServer, { kind: "campaign" }>): void {
    message.colours.forEach(colourCounters);
    const battlefield = message.mechanism === kBlocks;
    this.battlefield = battlefield;
    stand_blocks(battlefield, message.seat === "b" ? 1 : 0);
    this.dialog.close();
    this.sides = message.sides;
    this.seat = message.seat;
    this.last_turn = message.last_turn;
    this.turn_names = message.turn_names;
    this.winter = message.winter;
    this.campaign = message.campaign;
    this.commitment = message.commitment;
    this.board = message.board;
    this.events = [];
    this.reasons.clear();
    this.beliefs.forget();
    this.ahead.forget();
    this.position = null;
    this.past = null;
    this.chance = "";
    this.ordering.drop();
    this.map = new MapView(message.board, { title: message.title, of: battlefield ? "Map of the Battlefield" : "Map of the Theatre of War", sides: message.sides, seat: message.seat === "b" ? 1 : 0, country: message.country, ground: message.ground, legend: message.legend }, {
      chosen: (place) => this.click(place),
      asked: (place) => this.ask(place),
      picked: (counter) => this.pick(counter),
      dragged: (from, to) => this.drag(from, to),
      looked: (place) => this.look_at(place),
    });
    clear(this.stage);
    this.stage.append(this.map.root);
    this.guide = this.guided ? new Guide() : null;
    this.guided = false;
    const { exercise } = message;
    this.tell("");
    this.retrospect.forget();
    this.retrospect.campaign = message.campaign;
    this.telling.replaceChildren(...(this.guide ? [this.guide.root] : []), ...(exercise ? [this.retrospect.exercise(exercise.position, exercise.of)] : []));
    this.dialog.closed = () => this.guide_on();
    this.head.name(message.title);
    clear(page);
    page.append(this.head.root, html("main", { class: "table" }, html("div", { class: "field" }, this.stage, this.scrub.root), html("div", { class: "side" }, this.telling, this.sheet.root)), this.dialog.root, this.rules.root, this.notice);
    if (campaign_here() !== message.campaign) {
      go_to(message.campaign);
      this.guarded = false;
    }
  }

  /// Nothing of either side is in sight while two people change seats.
  private hand_over(message: Extract<FromServer, { kind: "handover" }>): void {
    this.dialog.close();
    this.following?.end();
    this.following = null;
    this.map = null;
    this.position = null;
    this.past = null;
    this.campaign = message.campaign;
    document.body.classList.remove("theirs", "past", "waits");
    this.waiting = false;
    const who = capital(people(message.side));
    const sit = html("button", { class: "main", id: "take-seat", click: () => this.connection.send({ kind: "take_seat" }) }, `We are ${people(message.side)}`, html("kbd", {}, "Enter"));
    this.tell("");
    page.replaceChildren(html("main", { class: "turned-away" }, html("h1", {}, message.title), html("p", { role: "status" }, `${who} are to decide. Hand the table over to them: what the other side knows is out of sight.`), sit), this.notice);
    sit.focus();
    if (campaign_here() !== message.campaign) {
      go_to(message.campaign);
      this.guarded = false;
    }
  }

  private take_position(message: Position): void {
    this.events = this.events.filter((event) => event.step < message.first_step).concat(message.events);
    for (const step of this.reasons.keys()) if (step >= message.first_step) this.reasons.delete(step);
    for (const { step, words } of message.reasons) this.reasons.set(step, words);
    const fresh = this.events.filter((event) => event.step >= (this.position?.steps ?? 0));
    const before = this.position?.view ?? null;
    this.position = message;
    this.waits(false);
    if (!this.lasting) this.tell("");
    this.choose_none();
    this.command.begin();
    this.chance = "";
    this.lab.forget();
    this.beliefs.forget();
    this.ahead.forget();
    this.scrub.show(this.events, message.turns, message.steps, message.result !== "");
    this.scrub.back();
    const from = this.look_from;
    this.look_from = -1;
    if (from >= 0) this.scrub.go(from);
    else if (message.view.actor === this.seat && before?.actor !== this.seat && message.since.is_news) this.follow(message.since.passages);
    else if (message.view.actor !== this.seat) this.following?.end();
    if (before && before.actor === this.seat) this.show_battle(fresh, before);
    this.judge();
    this.draw();
  }

  // --- what is shown -----------------------------------------------------------------------------

  private draw(): void {
    if (!this.position || !this.map) return;
    const view = this.past ?? this.position.view;
    const mine = !this.past && view.actor === this.seat;
    document.body.classList.toggle("theirs", !mine && !this.past && view.actor !== "over");
    document.body.classList.toggle("past", this.past !== null);
    this.map.show(view);
    this.draw_lit();
    this.mark(this.ordering.course?.route ?? null);
    this.draw_sheet();
    if (this.past) this.head.show_past(view);
    else this.head.show(this.position, mine, capital(people(this.sides[this.seat === "a" ? 1 : 0]!)), mine || !this.latest ? "" : summary(this.latest));
    this.guide_on();
  }

  /// The guide sees how the table stands.
  private guide_on(): void {
    if (!this.guide || !this.position || this.guide.over) return;
    const { view, result } = this.position;
    const { course } = this.ordering;
    const now = this.deciding();
    if (this.dialog.open && !course) this.guide.did("battle");
    this.guide.show({
      mine: now !== null, over: result !== "", places: view.choices.some(touches_map), chosen: this.chosen >= 0, reach: this.reach.shown,
      course: course !== null, refused: course?.short ?? false, told: this.following !== null, battle: this.dialog.open && !course, can_end: document.querySelector(".commands .end") !== null,
    });
  }

  /// What is reckoned beside the table comes in many times a second: it is shown a few times, and
  /// the map is left alone.
  private draw_soon(): void {
    this.drawing ||= window.setTimeout(() => {
      this.drawing = 0;
      this.draw_sheet();
      this.ordering.draw_battle();
    }, kComesIn);
  }

  private draw_sheet(): void {
    if (!this.position) return;
    const view = this.past ?? this.position.view;
    this.sheet.show(view, {
      board: this.board!, last: this.last_turn, turn_names: this.turn_names, winter: this.winter, events: this.told_until(), reasons: this.reasons, step: this.scrub.past ?? this.position.steps, sides: this.sides, seat: this.seat, chosen: this.chosen,
      offered: this.past ? [] : this.offered(view), chance: this.past ? "" : this.chance, course: this.ordering.course, past: this.past !== null, no_end: this.past ? "" : this.position.no_end,
      command: this.past ? null : this.command.section(), commitment: this.commitment, set_up: (this.position.turns[0]?.turn ?? 1) === 0 && this.position.turns.length > 1,
    });
  }

  private told_until(): GameEvent[] {
    const past = this.past ? this.scrub.past : null;
    return past === null ? this.events : this.events.filter((event) => event.step < past);
  }

  private offered(view: View): Choice[] {
    // Who may be activated stands in a list of its own.
    if (this.battlefield && this.command.activates) return view.choices.filter((choice) => choice.counters.length === 0);
    if (this.chosen < 0) return view.choices;
    const here = view.choices.filter((choice) => touches(view, choice, this.chosen));
    return here.length ? here : view.choices;
  }

  private draw_lit(): void {
    this.map?.light(this.past ? [] : this.lit(this.position!.view), this.chosen);
  }

  /// A place that the chosen stack can reach is looked at: the way there and what it costs.
  private look_at(place: number): void {
    const one = this.past || this.ordering.course ? undefined : this.reach.at(place);
    if (!one && this.following) return this.call_passage(this.following.passage);
    this.map?.call(place, one?.title ?? "", one?.words ?? []);
    if (one) this.map?.route([this.reach.from, ...one.route]);
    else if (this.reach.shown) this.mark(this.ordering.course?.route ?? null);
  }

  private choose_none(): void {
    this.chosen = -1;
    this.command.forget();
    this.ordering.drop();
    this.reach.forget();
    this.map?.call(-1, "", []);
  }

  private lit(view: View): Lit[] {
    if (this.reach.shown && this.chosen === this.reach.from) return this.reach.lit();
    const places = new Map<number, string>();
    const add = (place: number, caution = ""): unknown => place >= 0 && places.set(place, places.get(place) === "" ? "" : caution.split(",")[0]!);
    for (const choice of view.choices) {
      if (choice.to >= 0) add(choice.to, choice.caution);
      else {
        add(choice.from);
        for (const counter of choice.counters) add(view.counters[counter]?.place ?? -1);
      }
    }
    for (const place of this.command.range()) add(place);
    return [...places].map(([place, risk]) => ({ place, risk }));
  }

  /// `lasting`: not only until the next position comes in. `place`: what it is about, beside which it
  /// then stands.
  private tell(words: string, lasting = false, place = -1): void {
    const at = words ? this.map?.whereIs(place) : undefined;
    this.lasting = lasting && words !== "";
    this.notice.replaceChildren(...with_rules(words));
    this.notice.hidden = !words;
    this.notice.classList.toggle("beside", at !== undefined);
    for (const edge of ["left", "top"]) this.notice.style.removeProperty(edge);
    if (!at) return;
    const { offsetWidth: width, offsetHeight: height } = this.notice;
    const above = at.y - at.half - height - kBesidePixels;
    this.notice.style.left = `${Math.max(0, Math.min(at.x - width / 2, innerWidth - width))}px`;
    this.notice.style.top = `${above > 0 ? above : Math.min(at.y + at.half + kBesidePixels, innerHeight - height)}px`;
  }

  private connected(state: LineState): void {
    if (state === "open") return this.tell("");
    if (state === "lost") return this.tell("The server does not answer. Nothing that was acknowledged is lost; the page goes on when it is back.", true);
    this.refused_by_server();
  }

  /// Nothing more can be done here: what this tab would send is not listened to.
  private refused_by_server(): void {
    this.first = () => location.reload();
    const words = html("main", { class: "turned-away" }, html("h1", {}, "Niemen"),
      html("p", { role: "alert" }, "This address is not that of the server which runs now: each start of niemen serve has an address of its own, and lets no other in."),
      html("p", {}, "Open the address that niemen serve has printed last. No campaign is lost: those that were begun here are listed there."));
    this.tell("");
    page.replaceChildren(words, this.notice);
  }

  // --- what a person does ------------------------------------------------------------------------

  /// One's own decision, or null: it is not one's turn, or an earlier position is looked at.
  private deciding(): Position | null {
    return this.position && !this.past && this.position.view.actor === this.seat ? this.position : null;
  }

  /// One gesture is one decision: what a held key repeats, and the second click of a double click on
  /// what the first one brought under the pointer, are none of their own.
  private meant(): boolean {
    return this.gesture.once();
  }

  private click(place: number): void {
    if (!this.position) return;
    this.tell("");
    const now = this.deciding();
    if (!now) return this.choose(place);
    if (this.battlefield && this.click_command(place)) return;
    const { course } = this.ordering;
    if (course?.ready && course.to === place && place !== this.chosen) return this.ordering.give();
    const { view } = now;
    const here = view.choices.filter((choice) => touches(view, choice, place));
    if (this.chosen >= 0 && place !== this.chosen && this.own(view, this.chosen) && view.choices.some((choice) => touches(view, choice, this.chosen)))
      return void (this.meant() && this.plan(this.chosen, place));
    if (here.length === 1 && here[0]!.to === place && this.enemy(view, place)) return this.weigh(here[0]!);
    if (here.length === 1 && (place === this.chosen || plain(view))) return this.take(here[0]!);
    if (here.length === 0 && !this.own(view, place)) return this.ask(place);
    this.choose(place);
  }

  /// By headquarters. False: the click was meant for something else.
  private click_command(place: number): boolean {
    const { command } = this;
    if (command.in_hand && this.reach.at(place)) return command.go(place, this.reach.at(place)!.who ?? []), true;
    if (!command.click(place)) return false;
    if (command.activates) return true;
    this.chosen = place;
    this.reach.expect(this.position!.rev, place);
    command.ask_reach();
    this.draw();
    return true;
  }

  private choose(place: number): void {
    const view = this.past ?? this.position!.view;
    const again = this.chosen === place || !view.choices.some((choice) => touches(view, choice, place));
    this.choose_none();
    this.chosen = place;
    if (this.deciding()) {
      this.guide?.did("choose");
      this.map?.bringNear(place);
    }
    this.light_reach();
    this.draw();
    if (again) this.map?.fanOut(place);
  }

  /// Asks where those who stand in the chosen place can go.
  private light_reach(): void {
    const now = this.deciding();
    if (now && this.own(now.view, this.chosen) && now.view.choices.some((choice) => touches(now.view, choice, this.chosen))) this.reach.ask(now.rev, this.chosen);
  }

  private plan(from: number, to: number): void {
    const known = this.reach.from === from ? this.reach.at(to) : undefined;
    this.map?.call(-1, "", []);
    this.ordering.plan(from, to, known?.words ?? []);
  }

  /// A counter of the fanned stack: does what it alone can do, or lists what it can.
  private pick(counter: number): void {
    const now = this.deciding();
    if (!now) return;
    const here = now.view.choices.filter((choice) => choice.counters.includes(counter));
    if (here.length === 1) return this.take(here[0]!);
    this.chosen = now.view.counters[counter]?.place ?? -1;
    this.draw();
    if (here.length === 0) this.tell(`${now.view.counters[counter]?.name || "This counter"} has nothing to do now.`);
  }

  private drag(from: number, to: number): void {
    this.tell("");
    this.chosen = from;
    this.plan(from, to);
  }

  private own(view: View, place: number): boolean {
    return view.counters.some((counter) => counter.place === place && counter.side === (this.seat === "b" ? 1 : 0));
  }

  private enemy(view: View, place: number): boolean {
    return view.counters.some((counter) => counter.place === place && counter.side === (this.seat === "b" ? 0 : 1));
  }

  private ask(place: number): void {
    const now = this.deciding();
    if (now) this.connection.send({ kind: "why", rev: now.rev, from: this.chosen, to: place });
  }

  /// A decision that strains those who carry it out is weighed first; then it waits for "Order it".
  private take(choice: Choice): void {
    if (!this.deciding()) return;
    if (choice.caution) return this.weigh(choice);
    if (this.lab.warns && touches_map(choice)) {
      this.weigh(choice);
      return this.ordering.give();
    }
    if (!this.decided()) return;
    this.guide?.did(touches_map(choice) ? "order" : "end");
    this.connection.send({ kind: "act", rev: this.position!.rev, action: choice.action });
  }

  private weigh(choice: Choice): void {
    if (this.meant()) this.ordering.weigh(choice);
  }

  /// An order in words, as the terminal takes it.
  private say(text: string): void {
    if (!this.deciding() || this.waiting) return this.tell("The other side decides: press Enter again when you are asked.");
    if (this.decided()) this.connection.send({ kind: "say", rev: this.position!.rev, text });
  }

  private send_order(message: ToServer): void {
    if (message.kind === "act" || message.kind === "order") this.guide?.did("order");
    this.connection.send(message);
  }

  /// A decision is on its way. False: one is already.
  private decided(late = false): boolean {
    if (this.waiting || (!late && !this.meant())) return false;
    this.tell("");
    this.waits(true);
    return true;
  }

  /// The staff decides what is asked, for the rest of the turn or of the set-up.
  private staff(always: boolean): void {
    if (this.deciding() && this.decided()) this.connection.send({ kind: "staff", rev: this.position!.rev, always });
  }

  private history(): void {
    if (this.deciding() && this.decided()) this.connection.send({ kind: "history", rev: this.position!.rev });
  }

  /// No way leads to a place: it is looked at by itself, or it is said why.
  private refused(place: number, reason: string, instead: string): void {
    const { view } = this.position!;
    if (view.choices.some((choice) => touches(view, choice, place))) return this.choose(place);
    this.draw();
    this.map?.focusOn(place);
    this.tell(refusal(reason, instead), false, place);
  }

  /// Between a decision and its answer no second one is taken.
  private waits(yes: boolean): void {
    this.waiting = yes;
    document.body.classList.toggle("waits", yes);
  }

  private undo(): void {
    const { undo, rev } = this.position!;
    if (!undo.can) return this.tell(undo.why);
    if (this.meant()) this.connection.send({ kind: "undo", rev });
  }

  private redo(): void {
    if (this.meant()) this.connection.send({ kind: "redo", rev: this.position!.rev });
  }

  private now(): void {
    if (this.position) this.connection.send({ kind: "now", rev: this.position.rev });
  }

  private go(place: number): void {
    this.map?.centreOn(place);
    this.map?.focusOn(place);
  }

  // --- chances and the lab -----------------------------------------------------------------------

  private judge(): void {
    const now = this.deciding();
    if (this.lab.live && now) this.connection.send({ kind: "chance", rev: now.rev });
  }

  private ask_lab(campaigns: number): void {
    this.connection.send({ kind: "lab", rev: this.position!.rev, campaigns });
    this.draw();
  }

  private ask_general(): void {
    this.connection.send({ kind: "ponder", rev: this.position!.rev });
    this.draw();
  }

  private stop_lab(): void {
    this.connection.send({ kind: "stop", what: "lab" });
    this.draw();
  }

  // --- what was fought and what the other side did -----------------------------------------------

  private show_battle(fresh: GameEvent[], before: View): void {
    const battle = fresh.length ? last_battle(this.events, fresh[0]!.step) : null;
    if (!battle) return;
    const { title, content, roll } = battle_told(battle, before, this.board!, this.sides);
    const skip = { words: "Skip the dice", key: "Space", act: () => roll.skip(), stays: true };
    this.dialog.show(title, [...(roll.rolling ? [skip] : []), { words: "Go on", key: "Enter", act: () => roll.skip() }], content);
  }

  /// Tells what happened step by step. False: there is nothing to tell.
  private follow(passages: Passage[]): boolean {
    this.following?.end();
    if (passages.length === 0) return false;
    this.following = new Following(passages, (passage) => this.reason_of(passage), (passage) => this.show_passage(passage), () => this.end_following());
    this.telling.append(this.following.root);
    this.guide?.did("enemy");
    return true;
  }

  private reason_of(passage: Passage): string {
    return passage.lines.map((line) => this.reasons.get(line.step) ?? "").find(Boolean) ?? "";
  }

  /// The last thing that happened, while the other side decides.
  private get latest(): Passage | null {
    const position = this.position!;
    return position.result || this.past ? null : position.since.passages.at(-1) ?? null;
  }

  private show_passage(passage: Passage): void {
    this.mark(null, passage);
    if (passage.places[0] !== undefined) this.map?.centreOn(passage.places[0]);
    this.call_passage(passage);
  }

  /// The sentence of a step, where it ended.
  private call_passage(passage: Passage): void {
    this.map?.call(passage.places.at(-1) ?? -1, summary(passage), []);
  }

  /// Arrow or rings: of the course that is being ordered, of the step that is told, or of what the
  /// other side does just now.
  private mark(course: number[] | null, passage = this.following?.passage ?? (this.deciding() ? null : this.latest)): void {
    if (course) return this.map?.route(course);
    if (!passage) return this.map?.route([]);
    if (passage.is_way) this.map?.route(passage.places);
    else this.map?.ring(passage.places);
  }

  private end_following(): void {
    this.following = null;
    this.map?.route([]);
    this.map?.call(-1, "", []);
    this.guide_on();
  }

  /// When what lies over the map has been closed, or at once.
  private once_closed(show: () => void): void {
    if (!this.dialog.open) return show();
    const before = this.dialog.closed;
    this.dialog.closed = () => {
      this.dialog.closed = before;
      before();
      show();
    };
  }

  // --- looking back ------------------------------------------------------------------------------

  private look(step: number | null, whole: boolean): void {
    if (step === null) {
      if (!this.past) return;
      this.past = null;
      return this.draw();
    }
    this.connection.send({ kind: "past", step, whole });
  }

  private take_past(message: Extract<FromServer, { kind: "past" }>): void {
    if (this.scrub.past !== message.step) return;
    this.past = message.view;
    this.guard();
    this.choose_none();
    this.draw();
  }

  private branch(step: number, fresh: boolean): void {
    this.connection.send({ kind: "branch", step, fresh });
  }

  private reviewed(message: Extract<FromServer, { kind: "review" }>): void {
    if (message.done < 1) this.head.say(`The campaign is looked at again: ${Math.floor(100 * message.done)} of 100.`, "");
    if (message.lines.length === 0) return;
    // What is found so far comes once by itself, and is kept up to date while it is looked at.
    const first = !this.review_begun;
    this.review_begun = message.done < 1;
    if (message.done < 1 && !first && !document.querySelector(".chance-graph")) return;
    this.draw();
    this.retrospect.show_review(message);
  }

  // --- Back and Forward of the browser -----------------------------------------------------------

  /// Something lies over the map: Back is to close that first.
  private guard(): void {
    if (this.guarded || !this.campaign || campaign_here() !== this.campaign) return;
    go_to(this.campaign, { over: true });
    this.guarded = entry().over === true;
  }

  /// The browser has gone to another address of its history.
  private went(): void {
    const was_guarded = this.guarded;
    this.guarded = entry().over === true;
    const campaign = campaign_here();
    if (campaign === "") return this.campaign ? location.reload() : this.first();
    if (campaign !== this.campaign) return this.connection.send({ kind: "open", campaign });
    if (!was_guarded || this.guarded || this.close_over_map()) return;
    history.back(); // it was closed already
  }

  /// Closes what lies over the map. False: nothing does.
  private close_over_map(): boolean {
    if (this.dialog.leave()) return true;
    if (!this.past) return false;
    this.scrub.back();
    return true;
  }

  // --- keys --------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const ticks = (target as HTMLInputElement).type === "checkbox" && event.key !== " ";
    if (event.ctrlKey || event.metaKey || event.altKey || (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName) && !ticks)) return;
    if (event.repeat && kPressedOnce.test(event.key)) return event.preventDefault();
    if (event.key === "Escape" && this.rules.close()) return event.preventDefault();
    const pressed = target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ");
    if (this.dialog.open) {
      if (!pressed && this.dialog.key(event.key)) event.preventDefault();
      return;
    }
    if (!this.position || !this.map || pressed) return;
    if (this.press(event.key, target)) event.preventDefault();
  }

  private press(key: string, target: HTMLElement): boolean {
    const map = this.map!;
    const position = this.position!;
    const arrows: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const arrow = arrows[key];
    if (arrow && target.getAttribute("role") !== "tab") return map.walk(arrow[0], arrow[1]), true;
    if (/^[1-9]$/.test(key)) {
      const choice = this.past ? undefined : in_order_of_use(this.offered(position.view))[Number(key) - 1];
      if (choice) this.take(choice);
      return true;
    }
    if (this.following && this.press_following(key)) return true;
    switch (key) {
      case "Enter":
        if (this.ordering.course?.ready) this.ordering.give();
        else if (this.command.activate()) return true;
        else if (map.focused >= 0) this.click(map.focused);
        return true;
      case "Escape": return map.fanned >= 0 ? map.fanOut(-1) : this.escape(), true;
      case "?": return this.ask(map.focused), true;
      case "/": return this.sheet.speak(), true;
      case "u": return this.undo(), true;
      case "h": return this.connection.send({ kind: "hint", rev: position.rev, step: 1 }), true;
      case "c": return this.connection.send({ kind: "chance", rev: position.rev }), true;
      case "w": return this.live(), true;
      case "r": return this.follow(this.position!.since.passages) || this.tell("Nothing has happened since your last decision."), true;
      case "[": return this.scrub.move(-1), true;
      case "]": return this.scrub.move(1), true;
      case "b": return this.scrub.past !== null && (this.branch(this.scrub.past, false), true);
      case "t": return this.past !== null && position.result !== "" && (this.scrub.turn_over(), true);
      case "+": return map.zoomBy(1.25), true;
      case "-": return map.zoomBy(0.8), true;
      case "0": return map.whole(), true;
      default: return map.press(key);
    }
  }

  private press_following(key: string): boolean {
    const keys: Record<string, () => void> = { ",": () => this.following!.move(-1), ".": () => this.following!.move(1), " ": () => this.following!.play() };
    const act = keys[key];
    act?.();
    return act !== undefined;
  }

  private live(): void {
    this.lab.live = !this.lab.live;
    this.chance = "";
    this.judge();
    this.draw();
  }

  private escape(): void {
    this.following?.end();
    this.tell("");
    this.choose_none();
    if (this.past) this.scrub.back();
    this.draw();
  }
}

/// Why something cannot be done, and what can.
function refusal(reason: string, instead: string): string {
  return [reason, instead].filter(Boolean).map((words) => `${capital(words)}.`).join(" ");
}

/// Whether a choice is about something on the map; what is not ends, declines or answers.
function touches_map(choice: Choice): boolean {
  return choice.from >= 0 || choice.to >= 0 || choice.counters.length > 0;
}

function touches(view: View, choice: Choice, place: number): boolean {
  return choice.from === place || choice.to === place || choice.counters.some((counter) => view.counters[counter]?.place === place);
}

/// To the first screen; the campaign is kept.
function leave(): void {
  go_to("");
  location.reload();
}

/// Hands a text over as a file of the person's own.
function download(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/// Whether everything on the map is the same kind of decision, so that one click can mean nothing else.
function plain(view: View): boolean {
  const verbs = view.choices.filter((choice) => choice.from >= 0 || choice.to >= 0).map((choice) => choice.notation.split(" ")[0]);
  return new Set(verbs).size <= 1;
}

new Page();
