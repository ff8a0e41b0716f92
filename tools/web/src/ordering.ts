// An order is weighed before it is given: its road, its odds, its chance of winning come in while
// the person looks at them.

import { battle_ahead } from "./battle";
import { Course } from "./course";
import type { Dialog } from "./dialog";
import type { Board, Choice, FromServer, Outlook, ToServer, View } from "./protocol";

/// What the page lends.
export interface OrderingTable {
  send(message: ToServer): void;
  /// One's own decision, or null: there is none to take now.
  deciding(): { rev: number; view: View } | null;
  board(): Board;
  sides(): string[];
  seat(): string;
  /// A decision is on its way: no second one is taken before the answer. False: one is already.
  /// `late`: it was ordered by an earlier gesture.
  decided(late?: boolean): boolean;
  /// An order waits for what it does to the chance of winning before it is given.
  warns(): boolean;
  /// What is to be warned of; empty: nothing.
  warning(outlook: Outlook): string;
  /// There is no way there.
  refused(place: number, reason: string, instead: string): void;
  draw(): void;
  /// Shows what has come in, before long.
  draw_soon(): void;
}

export class Ordering {
  course: Course | null = null;

  constructor(
    private readonly table: OrderingTable,
    private readonly dialog: Dialog,
  ) {}

  /// From a place to another, by whatever decisions lead there.
  plan(from: number, to: number, prospect: string[] = []): void {
    const now = this.table.deciding();
    if (!now) return;
    this.course = new Course(from, to, null);
    this.course.prospect = prospect;
    this.table.send({ kind: "plan", rev: now.rev, from, to, answers: [] });
    this.table.draw();
  }

  /// Another answer to a question on the way; the road and the odds come in anew.
  answer(notation: string): void {
    const now = this.table.deciding();
    const course = this.course;
    const question = course?.plan?.questions.find(({ options }) => options.some((option) => option.notation === notation));
    if (!now || !course || !question) return;
    course.answers = course.answers.filter((one) => !question.options.some((option) => option.notation === one)).concat(notation);
    course.odds = null;
    course.outlook = null;
    this.table.send({ kind: "plan", rev: now.rev, from: course.from, to: course.to, answers: course.answers });
  }

  /// One decision that is open now.
  weigh(choice: Choice): void {
    const now = this.table.deciding();
    if (!now) return;
    this.course = new Course(choice.from, choice.to, choice);
    this.table.send({ kind: "odds", rev: now.rev, action: choice.action });
    this.table.draw();
    this.show_battle();
  }

  planned(message: Extract<FromServer, { kind: "plan" }>): void {
    if (!this.course || this.course.to !== message.to || message.rev !== this.table.deciding()?.rev) return;
    if (message.words.length === 0) {
      this.drop();
      return this.table.refused(message.to, message.why, message.instead);
    }
    const again = this.course.plan !== null;
    this.course.plan = message;
    this.table.draw();
    if (again) this.draw_battle();
    else this.show_battle();
  }

  weighed(message: Extract<FromServer, { kind: "odds" | "outlook" }>): void {
    const now = this.table.deciding();
    if (!this.course || !now || message.rev !== now.rev) return;
    if (message.kind === "odds") this.course.odds = message;
    else this.course.outlook = message;
    this.table.draw_soon();
    if (this.course.ordered && this.weighed_out(this.course)) this.pass(this.course, now.rev);
  }

  /// Brings the battle that is looked at up to date.
  draw_battle(): void {
    if (this.course && this.dialog.open) this.dialog.update(this.ahead(this.course));
  }

  give(): void {
    const now = this.table.deciding();
    const course = this.course;
    if (!now || !course?.ready || course.ordered) return;
    if (this.table.warns() && !course.warned) {
      course.ordered = true;
      if (this.weighed_out(course)) return this.pass(course, now.rev);
      return this.table.draw();
    }
    this.order(course, now.rev);
  }

  private weighed_out(course: Course): boolean {
    return course.outlook !== null && course.outlook.order.samples >= course.outlook.total;
  }

  /// Gives what was ordered before it was weighed, or warns of what it costs.
  private pass(course: Course, rev: number): void {
    course.ordered = false;
    course.warned = this.table.warning(course.outlook!);
    if (course.warned) this.table.draw();
    else this.order(course, rev, true);
  }

  private order(course: Course, rev: number, late = false): void {
    if (!this.table.decided(late)) return;
    if (course.choice) this.table.send({ kind: "act", rev, action: course.choice.action });
    else this.table.send({ kind: "order", rev, from: course.from, to: course.to, answers: course.answers });
  }

  cancel(): void {
    this.drop();
    this.table.draw();
  }

  /// Forgets the order and what is being reckoned about it.
  drop(): void {
    if (!this.course) return;
    this.course = null;
    this.table.send({ kind: "stop", what: "order" });
  }

  /// Where the enemy stands it is a battle: both sides, and what may come of it.
  private show_battle(): void {
    const course = this.course;
    const now = this.table.deciding();
    const enemy = this.table.seat() === "b" ? 0 : 1;
    if (!course || course.to < 0 || !now?.view.counters.some((counter) => counter.place === course.to && counter.side === enemy)) return;
    this.dialog.show(course.title(this.table.board()), [
      { words: "Not now", key: "Esc", act: () => this.cancel() },
      { words: "Order it", key: "Enter", act: () => this.give() }], this.ahead(course));
  }

  private ahead(course: Course): HTMLElement {
    const places = [course.from, course.to].filter((place) => place >= 0);
    return battle_ahead(this.table.deciding()!.view, this.table.sides(), places, course.odds?.values ?? [], course.content((notation) => this.answer(notation)));
  }
}
