// The first screen: campaigns that go on, and a new one: game, side, opponent, scenario, rules. Enter
// begins what stands there, which is what was played last.

import { clear, html, svg } from "./dom";
import { capital, people } from "./normalise";
import type { CampaignCard, FromServer, GameCard, Level, ScenarioCard, ToServer } from "./protocol";

interface Settings {
  game: number;
  scenario: string;
  preset: string;
  side: number;
  level: string;
  clock: number; // seconds a turn; 0: the level's own pace
  bid: number;
  openings: string[];
  practice: boolean;
  switched: Record<string, boolean>; // rules that are not as the preset has them
  choosing: boolean; // whether the single rules are shown
}

/// The game that is offered first.
const kFirstGame = "russia-1812";
/// Which opponent is offered first: the middle of the ladder.
const kFirstLevel = "captain";
const kPartLetters = 15_000; // of a file that is handed over: a message holds so much
const kSavedShown = 3; // campaigns; the rest is asked for
const kPlayedLast = "played last"; // in what the browser keeps

/// Seconds a turn that the computer may be given; 0: its own pace.
const kClocks = [0, 5, 15, 60, 180];
const kPerson = "person"; // instead of a level: two people at one table
const kMostBid = 99;
const kMostElo = 1000; // the whole length of a bar

type Last = Pick<Settings, "scenario" | "preset" | "side" | "level"> & { game: string };

/// What was played last; a browser may refuse to keep it.
function played_last(): Partial<Last> {
  try {
    return (JSON.parse(localStorage.getItem(kPlayedLast) ?? "{}") ?? {}) as Partial<Last>;
  } catch {
    return {};
  }
}

function keep_last(last: Last): void {
  try {
    localStorage.setItem(kPlayedLast, JSON.stringify(last));
  } catch {
    // The next first screen offers what it offers to everybody.
  }
}

/// "29 November, 17:42"
function day(seconds: number): string {
  return seconds > 0 ? new Date(1000 * seconds).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).replace(" at ", ", ") : "";
}

export class StartScreen {
  readonly root = html("main", { class: "start" });
  private settings: Settings = { game: 0, scenario: "", preset: "", side: 0, level: "", clock: 0, bid: 0, openings: ["", ""], practice: false, switched: {}, choosing: false };

  private readonly map = html("div", { class: "start-map", "aria-hidden": "true" });
  private readonly choices = html("div", { class: "start-choices", keydown: (event: KeyboardEvent) => this.key(event) });
  private readonly pictures = new Map<string, string>(); // of beginnings, as addresses
  private all_saved = false; // whether all campaigns are listed

  constructor(
    private readonly games: GameCard[],
    private readonly campaigns: CampaignCard[],
    private readonly send: (message: ToServer) => void,
    private readonly guided: () => void,
  ) {
    this.root.append(this.map, this.choices);
    const last = played_last();
    const known = games.findIndex((game) => game.id === last.game);
    this.choose(Math.max(0, known >= 0 ? known : games.findIndex((game) => game.id === kFirstGame)));
    if (known >= 0) this.as_last(last);
  }

  /// As it was begun last, as far as that is still offered.
  private as_last(last: Partial<Last>): void {
    const { scenarios, presets, levels } = this.game;
    if (scenarios.some(({ id }) => id === last.scenario)) this.play_scenario(last.scenario!);
    if (presets.some(({ id }) => id === last.preset)) this.settings.preset = last.preset!;
    if (levels.some(({ name }) => name === last.level)) this.settings.level = last.level!;
    if (last.side === 0 || last.side === 1) this.settings.side = last.side;
    this.draw();
  }

  /// It is shown: Enter begins.
  shown(): void {
    document.getElementById("begin")?.focus({ preventScroll: true });
  }

  /// How a campaign begins has been drawn.
  came_in({ game, scenario, svg }: Extract<FromServer, { kind: "beginning" }>): void {
    this.pictures.set(`${game} ${scenario}`, `data:image/svg+xml,${encodeURIComponent(svg)}`);
    this.draw_map();
  }

  private draw_map(): void {
    const picture = this.pictures.get(`${this.game.id} ${this.settings.scenario}`);
    if (picture) this.map.replaceChildren(html("img", { src: picture, alt: "" }));
    else this.send({ kind: "beginning", game: this.game.id, scenario: this.settings.scenario });
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(target.tagName)) return;
    if (event.key === "g") this.begin_guided();
  }

  private get game(): GameCard {
    return this.games[this.settings.game]!;
  }

  private choose(game: number): void {
    this.settings.game = game;
    this.settings.preset = this.game.default_preset;
    this.play_scenario(this.game.default_scenario);
    this.settings.switched = {};
    this.settings.bid = this.game.bid?.value ?? 0;
    const { levels } = this.game;
    this.settings.level = levels.find((level) => level.name === kFirstLevel)?.name ?? levels[0]?.name ?? "";
    this.draw();
  }

  /// Everybody stands as is usual there, until somebody asks for something else.
  private play_scenario(scenario: string): void {
    this.settings.scenario = scenario;
    this.settings.openings = [0, 1].map((side) => this.scenario.openings?.[side]?.[0]?.id ?? "");
  }

  private get scenario(): ScenarioCard {
    return this.game.scenarios.find((one) => one.id === this.settings.scenario)!;
  }

  private change(change: Partial<Settings>): void {
    Object.assign(this.settings, change);
    this.draw();
  }

  private draw(): void {
    const s = this.settings;
    const held = document.activeElement?.id ?? "";
    clear(this.choices);
    this.choices.append(
      html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, "campaigns of Napoleon, against a general who plays fair")),
      this.saved() ?? "",
      this.group("Game", this.games.map((game, i) => this.card(`game-${game.id}`, game.title, game.time, i === s.game, () => this.choose(i)))),
      this.about() ?? "",
      this.group("You command", this.game.sides.map((side, i) => this.card(`side-${i}`, capital(people(side)), i === 0 ? "square counters" : "eight-sided counters", i === s.side, () => this.change({ side: i }))), this.scenario.balance ? `${capital(this.scenario.balance)}.` : ""),
      this.group("Your opponent", [...this.game.levels.map((level) => this.level(level)), this.card(`level-${kPerson}`, "a person", "at this table", this.settings.level === kPerson, () => this.change({ level: kPerson }))], "No level has better dice, supply or sight. What lies hidden is sealed in the campaign's file until its end; to open it before is cheating."),
      html("p", { class: "level-words" }, this.level_words()),
      this.group("Scenario", this.game.scenarios.map((scenario) => this.card(`scenario-${scenario.id}`, scenario.title, "", scenario.id === s.scenario, () => (this.play_scenario(scenario.id), this.draw())))),
      this.openings() ?? "",
      this.group("Rules", this.game.presets.map((preset) => this.card(`preset-${preset.id}`, preset.id, preset.title, preset.id === s.preset, () => this.change({ preset: preset.id, switched: {} })))),
      this.switches() ?? "",
      this.clock() ?? "",
      this.bid() ?? "",
      this.foot(),
    );
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
    this.draw_map();
  }

  /// Campaigns that were begun, what was played last first; or one that lies in a file.
  private saved(): HTMLElement | null {
    const { campaigns } = this;
    const shown = this.all_saved ? campaigns : campaigns.slice(0, kSavedShown);
    if (shown.length === 0) return null;
    const row = (campaign: CampaignCard): HTMLElement => html("li", {},
      html("button", { class: "saved", id: `open-${campaign.id}`, click: () => this.send({ kind: "open", campaign: campaign.id }) },
        html("strong", {}, campaign.title), html("span", {}, [campaign.words, day(campaign.saved)].filter(Boolean).join("; "))));
    return html("section", { class: "open", id: "campaigns" }, html("h2", {}, "Go on"), html("ul", {}, ...shown.map(row)),
      campaigns.some(({ over }) => over) ? html("button", { class: "plain", id: "play-again", title: "What you decided badly in campaigns that are over, without being told which kind of mistake it was", click: () => this.send({ kind: "practice", campaign: "" }) }, "Ten positions to play again") : null,
      campaigns.length > shown.length ? html("button", { class: "plain", id: "all-saved", click: () => ((this.all_saved = true), this.draw()) }, `All ${campaigns.length} campaigns`) : null);
  }

  /// A campaign's file of another computer, say: it is read, kept and opened.
  private import(): HTMLElement {
    const file = html("input", { type: "file", id: "import", accept: ".jsonl", change: () => void this.hand_over(file.files?.[0]) });
    return html("label", { class: "import" }, "A campaign from a file ", file);
  }

  private async hand_over(file: File | undefined): Promise<void> {
    const text = (await file?.text()) ?? "";
    for (let at = 0; at < text.length; at += kPartLetters)
      this.send({ kind: "import", part: text.slice(at, at + kPartLetters), last: at + kPartLetters >= text.length });
  }

  /// What is fought over, for how long, for whom.
  private about(): HTMLElement | null {
    const { about, whom, turns } = this.game;
    const facts = [turns ? `${turns} turns` : "", whom ? `for ${whom}` : ""].filter(Boolean).join(", ");
    return about || facts ? html("p", { class: "about" }, about, facts ? html("span", {}, ` ${capital(facts)}.`) : null) : null;
  }

  private level(level: Level): HTMLElement {
    const card = this.card(`level-${level.name}`, level.name, "", level.name === this.settings.level, () => this.change({ level: level.name }));
    if (!level.elo) return card;
    const length = Math.max(0, Math.min(1, Number(level.elo) / kMostElo));
    card.append(html("b", { class: "elo" }, level.elo),
      svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: "elo-bar", "aria-hidden": "true" },
        svg("rect", { width: 100, height: 6, class: "elo-ground" }), svg("rect", { width: 100 * length, height: 6 })),
      html("span", {}, level.pace));
    return card;
  }

  private level_words(): string {
    const { levels } = this.game;
    const at = levels.findIndex(({ name }) => name === this.settings.level);
    const level = levels[at];
    if (this.settings.level === kPerson) return "Two people at one table: each sees what his own side knows, and hands over when the other is to decide.";
    if (!level) return "";
    const below = level.score && at > 0 ? ` Against ${capital(levels[at - 1]!.name)} it scores ${level.score}.` : "";
    return capital(level.card) + below;
  }

  /// How long the computer may think.
  private clock(): HTMLElement | null {
    const s = this.settings;
    if (!this.game.levels.find((level) => level.name === s.level)?.clock) return null;
    return this.group("The clock", kClocks.map((seconds) =>
      this.card(`clock-${seconds}`, seconds ? `${seconds} seconds` : "His own pace", "", seconds === s.clock, () => this.change({ clock: seconds }))),
    s.clock ? "for each of his turns, all of it used: he is then stronger or weaker than his card says." : "as his card says.");
  }

  private bid(): HTMLElement | null {
    const { bid } = this.game;
    if (!bid) return null;
    return html("label", { class: "bid" }, "The bid ",
      html("input", { type: "number", id: "bid", min: -kMostBid, max: kMostBid, step: 1, value: this.settings.bid, change: (event: Event) => this.change({ bid: Math.round(Number((event.target as HTMLInputElement).value)) || 0 }) }),
      html("span", {}, ` ${bid.words}`));
  }

  /// Every rule that is on or off, as the preset has it until it is changed.
  private switches(): HTMLElement | null {
    const { switches } = this.game;
    const s = this.settings;
    if (switches.length === 0) return null;
    const changed = Object.keys(s.switched).length;
    const toggle = html("button", { class: "plain", id: "choose-rules", "aria-expanded": s.choosing ? "true" : "false", "aria-controls": "rule-switches", click: () => this.change({ choosing: !s.choosing }) },
      s.choosing ? "Hide the single rules" : `Choose single rules${changed ? ` (${changed} changed)` : ""}`);
    const row = (one: (typeof switches)[number]): HTMLElement => {
      const usual = one.on[s.preset] ?? false;
      const name = one.key.replace(/^.*\./, "").replaceAll("_", " ");
      const on = s.switched[one.key] ?? usual;
      return html("label", { class: `switch${on === usual ? "" : " changed"}` },
        html("input", { type: "checkbox", role: "switch", id: `switch-${one.key}`, checked: on, change: () => this.flip(one.key, usual, !on) }),
        html("span", {}, html("b", {}, name[0]!.toUpperCase() + name.slice(1)), one.words ? ` ${one.words}` : "", on === usual ? "" : html("i", {}, ` the preset has it ${usual ? "on" : "off"}`)));
    };
    return html("div", { class: "single-rules" }, toggle, s.choosing ? html("div", { id: "rule-switches", class: "switches" }, ...switches.map(row)) : null);
  }

  private flip(key: string, usual: boolean, on: boolean): void {
    const switched = { ...this.settings.switched };
    if (on === usual) delete switched[key];
    else switched[key] = on;
    this.change({ switched });
  }

  private openings(): HTMLElement | null {
    const practice = html("label", {}, html("input", { type: "checkbox", id: "practice", checked: this.settings.practice, change: (event: Event) => (this.settings.practice = (event.target as HTMLInputElement).checked) }), " Practice: take back anything; the record says so");
    const { openings } = this.scenario;
    if (!openings) return html("div", { class: "openings" }, practice);
    const pick = (side: number): HTMLElement =>
      html("label", {}, `${capital(people(this.game.sides[side]!))}: `,
        html("select", { id: `opening-${side}`, change: (event: Event) => (this.settings.openings[side] = (event.target as HTMLSelectElement).value) },
          ...openings[side]!.map(({ id, title }) => html("option", { value: id, selected: this.settings.openings[side] === id }, title)),
          html("option", { value: "", selected: !this.settings.openings[side] }, side === this.settings.side ? "you set them up yourself" : "their general sets them up")));
    return html("div", { class: "openings" }, pick(0), pick(1), practice);
  }

  private group(title: string, cards: HTMLElement[], note = ""): HTMLElement {
    const name = `group-${title.toLowerCase().replaceAll(" ", "-")}`;
    return html("section", {},
      html("h2", { id: name }, title, note ? html("span", {}, ` ${note}`) : null),
      html("div", { class: "cards", role: "radiogroup", "aria-labelledby": name }, ...cards));
  }

  private card(id: string, title: string, words: string, chosen: boolean, choose: () => void): HTMLElement {
    return html("button", { id, class: `card${chosen ? " chosen" : ""}`, role: "radio", "aria-checked": chosen ? "true" : "false", click: choose },
      html("strong", {}, title), words ? html("span", {}, words) : null);
  }

  private foot(): HTMLElement {
    return html("footer", {}, this.import(), html("span", { class: "begins" },
      html("button", { class: "plain", id: "begin-guided", click: () => this.begin_guided() }, "First turn, guided", html("kbd", {}, "G")),
      html("button", { class: "main", id: "begin", click: () => this.begin() }, "Begin the campaign", html("kbd", {}, "Enter"))));
  }

  private begin_guided(): void {
    this.guided();
    this.begin();
  }

  begin(): void {
    const s = this.settings;
    const { bid, levels } = this.game;
    const overrides = Object.entries(s.switched).map(([key, on]) => `${key}=${on}`);
    if (bid && s.bid !== bid.value) overrides.push(`${bid.key}=${s.bid}`);
    const clock = levels.find((level) => level.name === s.level)?.clock ? s.clock : 0;
    keep_last({ game: this.game.id, scenario: s.scenario, preset: s.preset, side: s.side, level: s.level });
    this.send({ kind: "begin", game: this.game.id, scenario: s.scenario, preset: s.preset, side: s.side, level: s.level, clock, openings: s.openings, overrides, practice: s.practice });
  }
}
