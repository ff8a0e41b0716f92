// The first screen: game, scenario, side, opponent, rules.

import { clear, html } from "./dom";
import { capital, people } from "./normalise";
import type { CampaignCard, GameCard, ScenarioCard, ToServer } from "./protocol";

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

/// The ladder of opponents; whoever else plays stands after it.
const kLadder = ["recruit", "corporal", "captain", "colonel", "general", "marshal"];
/// The game that is offered first.
const kFirstGame = "russia-1812";
/// Which opponent is offered first: the middle of the ladder.
const kFirstLevel = "captain";

/// Seconds a turn that the computer may be given; 0: its own pace.
const kClocks = [0, 5, 15, 60, 180];
const kMostBid = 99;

const rank = (name: string): number => (kLadder.includes(name) ? kLadder.indexOf(name) : kLadder.length);

export class StartScreen {
  readonly root = html("main", { class: "start" });
  private settings: Settings = { game: 0, scenario: "", preset: "", side: 0, level: "", clock: 0, bid: 0, openings: ["", ""], practice: false, switched: {}, choosing: false };

  constructor(
    private readonly games: GameCard[],
    private readonly campaigns: CampaignCard[],
    private readonly send: (message: ToServer) => void,
    private readonly guided: () => void,
  ) {
    for (const game of games) game.levels.sort((a, b) => rank(a.name) - rank(b.name));
    this.choose(Math.max(0, games.findIndex((game) => game.id === kFirstGame)));
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
    clear(this.root);
    this.root.append(
      html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, "campaigns of Napoleon, against a general who plays fair")),
      this.group("Game", this.games.map((game, i) => this.card(`game-${game.id}`, game.title, game.sides.map(capital).join(" against "), i === s.game, () => this.choose(i)))),
      this.group("Scenario", this.game.scenarios.map((scenario) => this.card(`scenario-${scenario.id}`, scenario.title, "", scenario.id === s.scenario, () => (this.play_scenario(scenario.id), this.draw())))),
      this.group("You command", this.game.sides.map((side, i) => this.card(`side-${i}`, capital(people(side)), i === 0 ? "square counters" : "eight-sided counters", i === s.side, () => this.change({ side: i })))),
      this.group("Your opponent", this.game.levels.map((level) => this.card(`level-${level.name}`, level.name, "", level.name === s.level, () => this.change({ level: level.name }))), "No level has better dice, supply or sight. What lies hidden is sealed in the campaign's file until its end; to open it before is cheating."),
      html("p", { class: "level-words" }, capital(this.game.levels.find((level) => level.name === s.level)?.card ?? "")),
      this.clock() ?? "",
      this.group("Rules", this.game.presets.map((preset) => this.card(`preset-${preset.id}`, preset.id, preset.title, preset.id === s.preset, () => this.change({ preset: preset.id, switched: {} })))),
      this.switches() ?? "",
      this.bid() ?? "",
      this.openings() ?? "",
      this.foot(),
    );
    if (held) document.getElementById(held)?.focus();
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
    const open = this.campaigns.length
      ? html("label", { class: "open" }, "Go on with ",
          html("select", { id: "campaigns" }, ...this.campaigns.map((campaign) => html("option", { value: campaign.id }, `${campaign.title}: ${campaign.words}`))),
          html("button", { class: "plain", click: () => this.send({ kind: "open", campaign: (document.getElementById("campaigns") as HTMLSelectElement).value }) }, "Open"))
      : null;
    return html("footer", {}, open ?? html("span", {}),
      html("span", { class: "begins" },
        html("button", { class: "plain", id: "begin-guided", click: () => this.begin_guided() }, "First turn, guided"),
        html("button", { class: "main", id: "begin", click: () => this.begin() }, "Begin the campaign")));
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
    this.send({ kind: "begin", game: this.game.id, scenario: s.scenario, preset: s.preset, side: s.side, level: s.level, clock, openings: s.openings, overrides, practice: s.practice });
  }
}
