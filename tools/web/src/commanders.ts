// Names of commanders beside the signs of their armies: where each has room, the greatest first.

import { isCommander, isUnit, kAloneWidth, kStackHeight, kStackWidth } from "./counters";
import { svg } from "./dom";
import type { Counter, Point } from "./protocol";

const kLetters = 9.8; // size of type at scale 1
const kLetterWidth = 0.5; // of the size of type
const kRaised = 4.2; // by which the counters below stand out above a sign
const kBadge = 8; // by which the rating stands out to its right

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/// All counters of a side in a place, drawn as one sign.
export interface Army {
  at: Point;
  counters: Counter[];
}

/// A name that finds no room is left out: nearer by it stands in its army's tab.
export function commanderNames(armies: Army[], scale: number): SVGElement[] {
  const taken = armies.map((army) => signBox(army, scale));
  const led = armies.map((army) => ({ army, best: greatest(army) })).filter((one) => one.best !== undefined);
  led.sort((a, b) => b.best!.strength - a.best!.strength);
  const names: SVGElement[] = [];
  for (const { army, best } of led) {
    const others = army.counters.filter(known).length - 1;
    const name = best!.name.replace(/ \(.*\)$/, "") + (others > 0 ? ` +${others}` : "");
    const spot = spots(army, name, scale).find(({ box }) => !taken.some((other) => meet(box, other)));
    if (!spot) continue;
    taken.push(spot.box);
    names.push(svg("text", { x: spot.x, y: spot.y, "text-anchor": spot.anchor, "font-size": kLetters * scale, class: "commander-name" }, name));
  }
  return names;
}

const known = (counter: Counter): boolean => isCommander(counter) && counter.known;

function greatest(army: Army): Counter | undefined {
  return army.counters.filter(known).sort((a, b) => b.strength - a.strength)[0];
}

function halfWidth(army: Army, scale: number): number {
  return ((army.counters.some(isUnit) ? kStackWidth : kAloneWidth) * scale) / 2;
}

function signBox(army: Army, scale: number): Box {
  const half = halfWidth(army, scale);
  const badge = army.counters.some(known) ? kBadge : kRaised;
  return { left: army.at.x - half, right: army.at.x + half + badge * scale, top: army.at.y - (kStackHeight / 2 + kRaised) * scale, bottom: army.at.y + (kStackHeight / 2) * scale };
}

/// Above the sign, to its right, to its left, below it.
function spots(army: Army, name: string, scale: number): { x: number; y: number; anchor: string; box: Box }[] {
  const { x, y } = army.at;
  const sign = signBox(army, scale);
  const width = name.length * kLetterWidth * kLetters * scale;
  const gap = 2 * scale;
  const spot = (left: number, baseline: number, anchor: string, from: number) => ({
    x: from, y: baseline, anchor, box: { left, right: left + width, top: baseline - kLetters * 0.75 * scale, bottom: baseline } });
  const middle = y + kLetters * 0.35 * scale;
  return [
    spot(x - width / 2, sign.top - gap, "middle", x),
    spot(sign.right + gap, middle, "start", sign.right + gap),
    spot(sign.left - gap - width, middle, "end", sign.left - gap),
    spot(x - width / 2, sign.bottom + gap + kLetters * 0.75 * scale, "middle", x),
  ];
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
