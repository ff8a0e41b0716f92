// Where the chosen stack can go now, with what that costs and risks on each place, before anything is
// ordered.

import { percent } from "./chances";
import type { Lit } from "./map";
import type { FromServer, ReachPlace, ToServer } from "./protocol";

export class Reach {
  from = -1; // whose reach is known or asked for; -1: nobody's
  private rev = -1;
  private places: Map<number, ReachPlace> | null = null; // null: it has not come in

  constructor(private readonly send: (message: ToServer) => void) {}

  /// Of the stack at a place, in the position `rev`.
  ask(rev: number, from: number): void {
    if (this.from === from && this.rev === rev) return;
    this.forget();
    this.from = from;
    this.rev = rev;
    this.send({ kind: "reach", rev, from });
  }

  /// Somebody else asks for it, of several counters that were chosen there.
  expect(rev: number, from: number): void {
    this.forget();
    this.from = from;
    this.rev = rev;
  }

  forget(): void {
    this.from = -1;
    this.places = null;
  }

  /// False: it answers what is no longer asked.
  came_in(message: Extract<FromServer, { kind: "reach" }>): boolean {
    if (message.from !== this.from || message.rev !== this.rev) return false;
    this.places = new Map(message.places.map((place) => [place.place, place]));
    return true;
  }

  at(place: number): ReachPlace | undefined {
    return this.places?.get(place);
  }

  /// Whether it is known, and there is any.
  get shown(): boolean {
    return this.places !== null && this.places.size > 0;
  }

  lit(): Lit[] {
    return [...(this.places?.values() ?? [])].map((one) => ({
      place: one.place, risk: "", strained: one.strained, unsupplied: !one.supplied, attack: one.attack,
      tag: one.count !== undefined ? { length: String(one.count), risk: one.attack ? "battle" : "go" } : { length: String(one.route.length), risk: one.attack ? "battle" : !one.counted ? "?" : one.hurt > 0 ? percent(one.hurt) : "safe" },
    }));
  }
}
