// What may come: who may hold which place, who may live, where the armies may stand, turn by turn.

import { html } from "./dom";
import { percent, shareBar } from "./chances";
import { capital, people, place_name } from "./normalise";
import type { Board, Prospect, ShareAhead, TurnAhead } from "./protocol";

const kPlacesShown = 12;
const kUnitsShown = 8;
const kStacksShown = 8;
const kArmyPlaces = 3;
const kSure = 950; // thousandths from which on nothing is left to tell
const kRarest = 50;
const kLeastLost = 0.5;

export interface AheadListener {
  ask(): void;
  stop(): void;
  /// Lays a turn over the map; null: none.
  lay(turn: TurnAhead | null): void;
  go(place: number): void;
  redraw(): void;
}

export class Ahead {
  private answer: Prospect | null = null;
  private asked = false;
  private at = 0; // of the turns that are told
  private laid = false;

  constructor(private readonly listener: AheadListener) {}

  /// Another position: what may come is asked for anew when it is looked at.
  forget(): void {
    if (this.asked) this.listener.stop();
    this.answer = null;
    this.asked = false;
    this.at = 0;
    this.hide();
  }

  /// It is not looked at any more.
  hide(): void {
    if (this.laid) this.listener.lay(null);
    this.laid = false;
  }

  came_in(answer: Prospect): void {
    if (!this.asked) return;
    this.answer = answer;
    this.at = Math.min(this.at, answer.turns.length - 1);
    if (this.laid) this.lay();
  }

  content(board: Board, sides: string[], seat: string, now: number): HTMLElement[] {
    if (!this.asked) {
      this.asked = true;
      this.listener.ask();
    }
    const { answer } = this;
    if (!answer) return [html("p", { class: "pending" }, "Campaigns are played on from what you know.")];
    if (!this.laid) this.lay();
    const turn = answer.turns[this.at]!;
    const own = seat === "b" ? 1 : 0;
    return [
      html("p", { class: "told" }, `An estimate: ${answer.campaigns} campaigns, ${answer.players}, from what you know.${answer.campaigns < answer.total ? " More come in." : ""}`),
      this.slider(answer, now),
      ...this.armies(turn, board, own),
      ...this.places(turn, board, sides),
      ...this.units(turn, sides, own),
      ...this.stacks(answer, board, own)];
  }

  private lay(): void {
    this.laid = true;
    this.listener.lay(this.answer!.turns[this.at]!);
  }

  private slider(answer: Prospect, now: number): HTMLElement {
    const words = (turn: TurnAhead): string => (turn.end ? "At the end" : turn.turn === now + 1 ? "When the next turn begins" : `When turn ${turn.turn} begins`);
    const input = html("input", { type: "range", id: "ahead-turn", min: 0, max: answer.turns.length - 1, value: this.at, "aria-label": "How far ahead", "aria-valuetext": words(answer.turns[this.at]!) });
    input.addEventListener("input", () => {
      this.at = Number(input.value);
      this.lay();
      this.listener.redraw();
    });
    return html("label", { class: "ahead-turn" }, html("b", {}, words(answer.turns[this.at]!)), input);
  }

  private armies(turn: TurnAhead, board: Board, own: number): HTMLElement[] {
    const line = (whose: string, army: TurnAhead["armies"][number]): HTMLElement => {
      const likely = army.slice(0, kArmyPlaces).filter((where, i) => i === 0 || where.share >= kRarest);
      return html("p", {}, html("b", {}, whose), " ", likely.length === 0 ? "nowhere on the map" : likely.map((where) => `${place_name(board, where.place)} ${percent(where.share / 1000)}`).join(", "));
    };
    return [html("h2", {}, "Where the main armies stand"), line("Yours", turn.armies[own]!), line("Theirs", turn.armies[1 - own]!)];
  }

  private places(turn: TurnAhead, board: Board, sides: string[]): HTMLElement[] {
    const open = turn.places.filter(({ place, held }) => {
      const surest = Math.max(held[0][0], held[1][0]);
      const space = board.spaces[place]!;
      return (space.points > 0 || space.name !== "") && surest < kSure && surest > kRarest;
    });
    const counts = (place: number): number => (board.spaces[place]!.points > 0 ? 0 : 1);
    const openness = (held: ShareAhead[]): number => Math.abs(held[0]![0] - held[1]![0]);
    open.sort((a, b) => counts(a.place) - counts(b.place) || openness(a.held) - openness(b.held));
    if (open.length === 0) return [html("h2", {}, "Who holds which place"), html("p", {}, "That is as good as sure.")];
    const row = ({ place, held }: TurnAhead["places"][number]): HTMLElement => html("tr", {},
      html("td", {}, html("button", { class: "told-place", click: () => this.listener.go(place) }, place_name(board, place)), shareBar(held[0][0] / 1000, "gains")),
      html("td", { class: "number" }, interval(held[0])), html("td", { class: "number" }, interval(held[1])));
    return [html("h2", {}, "Who holds what is open"),
      html("table", {}, html("thead", {}, html("tr", {}, html("th", {}, "Place"), ...sides.map((name) => html("th", { class: "number" }, capital(people(name)))))),
        html("tbody", {}, ...open.slice(0, kPlacesShown).map(row)))];
  }

  private units(turn: TurnAhead, sides: string[], own: number): HTMLElement[] {
    return [own, 1 - own].flatMap((side) => {
      const all = turn.units.filter((unit) => unit.side === side);
      if (all.length === 0) return [];
      const live = all.reduce((sum, unit) => sum + unit.lives[0] / 1000, 0);
      const open = all.filter((unit) => unit.lives[0] < kSure && unit.lives[0] > 1000 - kSure)
        .sort((a, b) => Math.abs(a.lives[0] - 500) - Math.abs(b.lives[0] - 500)).slice(0, kUnitsShown);
      return [html("h2", {}, `${side === own ? "Yours" : capital(people(sides[side]!))}: ${Math.round(live)} of ${all.length} live on`),
        html("table", {}, html("tbody", {}, ...open.map((unit) => html("tr", {}, html("td", {}, unit.name, shareBar(unit.lives[0] / 1000, "gains")), html("td", { class: "number" }, interval(unit.lives))))))];
    });
  }

  private stacks(answer: Prospect, board: Board, own: number): HTMLElement[] {
    const list = answer.stacks.filter((stack) => stack.side === own && stack.lost >= kLeastLost).sort((a, b) => b.lost - a.lost).slice(0, kStacksShown);
    if (list.length === 0) return [];
    return [html("h2", {}, "Lost before the next turn begins"),
      html("table", {}, html("tbody", {}, ...list.map((stack) => html("tr", {},
        html("td", {}, html("button", { class: "told-place", click: () => this.listener.go(stack.place) }, place_name(board, stack.place)), shareBar(stack.lost / stack.strength, "hurts")),
        html("td", { class: "number" }, `${stack.lost.toFixed(1)} of ${stack.strength}`, html("span", { class: "rule" }, ` ${stack.low} to ${stack.high} in nine of ten`))))))];
  }
}

const interval = ([value, low, high]: ShareAhead): string => `${percent(value / 1000)} (${Math.round(low / 10)} to ${Math.round(high / 10)})`;
