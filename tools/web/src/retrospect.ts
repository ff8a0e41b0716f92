// Looking back on a campaign that is over: the review with its turning points, what would have been
// better there, both courses played on; the campaign's picture; decisions that are taken again.

import { whole_points } from "./chances";
import { html } from "./dom";
import { capital, people } from "./normalise";
import { picture } from "./picture";
import { review } from "./review";
import type { Dialog } from "./dialog";
import type { Better, Both, FromServer, ToServer } from "./protocol";

export interface RetrospectTable {
  send(message: ToServer): void;
  sides(): string[];
  look_at(step: number): void;
  /// Opens a campaign and shows it as it was after so many steps.
  open_at(campaign: string, step: number): void;
  tell(words: string): void;
}

type Reviewed = Extract<FromServer, { kind: "review" }>;
type Retried = Extract<FromServer, { kind: "retried" }>;

export class Retrospect {
  private reviewed: Reviewed | null = null;
  private readonly better = new Map<number, Better>(); // by the step of the turning point
  private readonly both = new Map<number, Both>(); // by the step from which both differ
  private tried = { positions: 0, better: 0, worse: 0 };

  constructor(private readonly dialog: Dialog, private readonly table: RetrospectTable) {}

  /// Another campaign is looked at.
  forget(): void {
    this.reviewed = null;
    this.better.clear();
    this.both.clear();
  }

  show_review(message: Reviewed): void {
    this.reviewed = message;
    const again = { words: "Play the worst again", key: "Space", act: () => this.table.send({ kind: "practice", campaign: this.campaign }) };
    this.dialog.show("The campaign again", [...(message.done === 1 && this.campaign ? [again] : []), { words: "Back to the map", key: "Enter", act: () => {} }], ...this.content(message));
  }
  campaign = ""; // that is looked at

  better_came_in(message: Better): void {
    this.better.set(message.event, message);
    this.draw();
  }

  both_came_in(message: Both): void {
    this.both.set(message.step, message);
    this.draw();
  }

  private draw(): void {
    if (this.reviewed && document.querySelector(".chance-graph")) this.dialog.update(...this.content(this.reviewed));
  }

  private content(message: Reviewed): Node[] {
    const leave = (act: () => void): void => {
      this.dialog.close();
      act();
    };
    return review(message, {
      retry: (step, fresh) => this.table.send({ kind: "branch", step, fresh }),
      look: (step) => leave(() => this.table.look_at(step)),
      ask_better: (point) => {
        this.better.set(point.event, { kind: "better", event: point.event, done: 0, found: false });
        this.table.send({ kind: "better", step: point.event, to: point.to });
        this.draw();
      },
      better: (point) => this.better.get(point.event),
      play_both: (step, actions) => {
        this.both.set(step, { kind: "both", step, pairs: 0, courses: [] });
        this.table.send({ kind: "both", step, actions });
        this.draw();
      },
      both: (step) => this.both.get(step),
      open: (campaign, step) => leave(() => this.table.open_at(campaign, step)),
    });
  }

  // --- Decisions that are taken again ---

  /// What lies beside the map while a position of practice is played.
  exercise(position: number, of: number): HTMLElement {
    if (position === 1) this.tried = { positions: 0, better: 0, worse: 0 };
    return html("section", { class: "exercise", role: "status" }, html("h2", {}, `Position ${position} of ${of}`),
      html("p", {}, "You have stood here before. Decide; when a die falls or the other side is to decide, your course is compared with what you did then."),
      position < of ? html("button", { class: "plain", id: "pass-position", click: () => this.table.send({ kind: "next" }) }, "The next position") : null);
  }

  retried(message: Retried): void {
    const { change, campaigns, exercise } = message;
    const words = html("p", { class: "summary" }, `Your new course against the old: ${whole_points(change.value)} points of your chance of winning (${whole_points(change.low)} to ${whole_points(change.high)}). ${campaigns} campaigns were played on from each, the same dice for both.`);
    const verdict = html("p", { class: "verdict" }, change.low > 0 ? "Better than then." : change.high < 0 ? "Worse than then." : "It is not shown that either is better.");
    if (!exercise) return this.dialog.show("Your new course against the old", [{ words: "Play on", key: "Enter", act: () => {} }], verdict, words);
    ++this.tried.positions;
    if (change.low > 0) ++this.tried.better;
    if (change.high < 0) ++this.tried.worse;
    const { positions, better, worse } = this.tried;
    const last = exercise.position === exercise.of;
    const all = last && positions > 0 ? html("p", { class: "summary" }, `Of ${positions} positions you decided ${better} better than then and ${worse} worse; of ${positions - better - worse} it is not shown.`) : null;
    const next = { words: "The next position", key: "Enter", act: () => this.table.send({ kind: "next" }) };
    const stay = { words: "Play on from here", key: "Esc", act: () => {} };
    this.dialog.show(`Position ${exercise.position} of ${exercise.of}`, last ? [{ ...stay, key: "Enter" }] : [stay, next], verdict, words, html("p", {}, exercise.then), all);
  }

  show_picture(message: Extract<FromServer, { kind: "picture" }>): void {
    const { dialog, table } = this;
    const drawn = picture(message.svg, `The road of the army of ${people(table.sides()[message.side]!)}, and its strength turn by turn`);
    if (!drawn) return table.tell("This game has no map to draw the road on.");
    const other = 1 - message.side;
    dialog.show("The campaign as a picture", [
      { words: capital(people(table.sides()[other]!)), key: "Space", act: () => table.send({ kind: "picture", side: other }), stays: true },
      { words: "Back to the map", key: "Enter", act: () => {} }], drawn);
  }
}
