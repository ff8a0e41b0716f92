// The bar at the top: the one prompt with its rule, and what can be done about the whole campaign.

import { clear, html } from "./dom";
import { capital } from "./normalise";
import { cited, with_rules } from "./rules";
import type { Choice, FromServer, View } from "./protocol";

type Position = Extract<FromServer, { kind: "position" }>;

export interface HeadListener {
  undo(): void;
  redo(): void;
  now(): void;
  picture(): void;
  review(): void;
  take(choice: Choice): void;
  staff(always: boolean): void;
  staff_off(): void;
  history(): void;
  home(): void;
}

/// How many choices that touch nothing on the map have buttons of their own.
const kEnds = 2;

export class Head {
  private readonly title = html("h1", { class: "title" }, html("b", {}, "Niemen"));
  private readonly prompt = html("p", { class: "prompt", role: "status", "aria-live": "polite" });
  private readonly buttons = html("nav", { class: "commands", "aria-label": "Commands" });
  readonly root = html("header", { class: "head" }, this.title, this.prompt, this.buttons);

  constructor(private readonly listener: HeadListener) {}

  name(title: string): void {
    clear(this.title);
    this.title.append(html("button", { class: "home", id: "home", title: "To the first screen; the campaign is kept", click: () => this.listener.home() }, "Niemen"), html("i", {}, title));
  }

  say(words: string, rule: string): void {
    clear(this.prompt);
    this.prompt.append(...with_rules(words), rule ? html("span", { class: "rule" }, " ", ...cited(rule)) : "");
  }

  /// An earlier position is looked at: nothing can be ordered.
  show_past(view: View): void {
    clear(this.buttons);
    this.say(`${view.turn_name || `Turn ${view.turn}`}: you are looking back. Nothing can be ordered here.`, "");
  }

  /// `latest`: what happened last, while the other side decides; empty: nothing.
  show(position: Position, mine: boolean, opponent: string, latest: string): void {
    const { view, thinking, result } = position;
    if (result) this.say(result, "");
    else if (mine) this.say(view.prompt || view.step.prompt, view.step.rule);
    else this.say(thinking ? `${opponent} decide. ${latest}` : view.prompt || "The dice are cast.", view.step.rule);
    clear(this.buttons);
    this.buttons.append(this.undo(position.undo),
      ...(position.redo ? [html("button", { class: "plain", id: "redo", click: () => this.listener.redo() }, "Redo")] : []),
      ...(thinking ? [html("button", { class: "main", id: "now", click: () => this.listener.now() }, "Move now")] : []),
      ...(result ? this.looking_back() : []),
      ...(mine && position.history ? [html("button", { class: "plain", id: "history", title: "Who is not set up yet stands where he stood; the record says so", click: () => this.listener.history() }, "The rest historically")] : []),
      ...(mine && view.choices.length > 1 ? this.staff(view) : []),
      ...(position.always ? [html("button", { class: "plain", id: "staff-off", title: "Your staff decides something for you every turn", click: () => this.listener.staff_off() }, "Decide all myself")] : []),
      ...ends(view).map((choice) => html("button", { class: "plain end", "data-action": choice.action, click: () => this.listener.take(choice) }, capital(choice.words || choice.notation))));
  }

  /// Rules of thumb decide what is asked for the rest of the turn, or the rest of a set-up.
  private staff(view: View): HTMLElement[] {
    const now = html("button", { class: "plain", id: "staff", title: "Your staff decides this for you as often as it is asked this turn; the record says so", click: () => this.listener.staff(false) },
      view.turn === 0 ? "The rest by your staff" : "As your staff proposes");
    if (view.turn === 0) return [now];
    return [now, html("button", { class: "plain", id: "staff-always", title: "Your staff decides this in every turn from now on, until you take it back", click: () => this.listener.staff(true) }, "always")];
  }

  private undo(undo: { can: boolean; why: string }): HTMLElement {
    const words = undo.can || !undo.why ? "Undo" : `Undo: ${undo.why}`;
    return html("button", { class: "plain", id: "undo", disabled: !undo.can, title: undo.why, click: () => this.listener.undo() }, words, html("kbd", {}, "U"));
  }

  private looking_back(): HTMLElement[] {
    return [
      html("button", { class: "plain", id: "picture", click: () => this.listener.picture() }, "The campaign as a picture"),
      html("button", { class: "main", id: "review", click: () => this.listener.review() }, "Review")];
  }
}

/// Choices that touch nothing on the map: ends of phases, numbers, yes and no.
function ends(view: View): Choice[] {
  const bare = view.choices.filter((choice) => choice.from < 0 && choice.to < 0 && choice.counters.length === 0);
  return bare.length <= kEnds ? bare : [];
}
