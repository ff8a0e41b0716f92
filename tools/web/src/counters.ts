// Counters: the sign of each arm, the stack as one sign at theatre zoom, single units closer by.
// What a counter says is its shape, signs and figures; colour only repeats it.

import { svg } from "./dom";
import type { Counter, SideColours } from "./protocol";

const kSmallKinds = new Set(["depot", "train", "dummy", "supply", "blank"]);
const kCommanders = new Set(["commander", "leader", "headquarters"]);
const kMostBars = 4; // more strength is a figure
const kLean = 9; // degrees that a disrupted unit leans

export const isCommander = (counter: Counter): boolean => kCommanders.has(counter.kind);
export const isUnit = (counter: Counter): boolean => !isCommander(counter) && !kSmallKinds.has(counter.kind);
/// From here on the counters of a side have these colours.
export function colourCounters(colours: SideColours, side: number): void {
  const name = side === 1 ? "--b" : "--a";
  const style = document.documentElement.style;
  style.setProperty(name, colours.fill);
  style.setProperty(`${name}-sign`, colours.sign);
  style.setProperty(`${name}-edge`, colours.edge);
  style.setProperty(`${name}-weave`, colours.weave);
}

const sideClass = (side: number): string => (side === 1 ? "side-b" : "side-a");

/// Square corners for side A, eight sides for side B: told apart without colour.
export function shape(side: number, width: number, height: number, cut = 0.26): string {
  if (side !== 1) return `M0 0H${width}V${height}H0Z`;
  const c = Math.min(width, height) * cut;
  return `M${c} 0H${width - c}L${width} ${c}V${height - c}L${width - c} ${height}H${c}L0 ${height - c}V${c}Z`;
}

function words(text: string, x: number, y: number, size: number, name: string): SVGElement {
  return svg("text", { x, y, "font-size": size, class: name, "text-anchor": "middle" }, text);
}

/// The sign of an arm as on staff maps, in a box of the given size.
function armSign(kind: string, width: number, height: number): SVGElement {
  const box = { width, height };
  const line = height * 0.14;
  switch (kind) {
    case "cavalry":
      return svg("g", {}, svg("rect", { ...box, class: "arm-frame", "stroke-width": line }), svg("path", { d: `M0 0H${width}L0 ${height}Z`, class: "arm" }));
    case "artillery":
      return svg("g", {}, svg("circle", { cx: width * 0.32, cy: height * 0.68, r: height * 0.28, class: "arm-frame", "stroke-width": line }),
        svg("path", { d: `M0 ${height * 0.95}L${width * 0.32} ${height * 0.68}M${width * 0.12} ${height * 0.78}L${width} ${height * 0.05}`, class: "arm-line", "stroke-width": line * 1.7 }));
    default:
      return svg("rect", { ...box, class: "arm" });
  }
}

/// The shape of a side with its double edge, `s` high.
function ground(side: number, width: number, height: number): SVGElement {
  const line = height * (side === 1 ? 0.05 : 0.035);
  const group = svg("g", {}, svg("path", { d: shape(side, width, height), class: "ground", "stroke-width": line }));
  if (side !== 1) {
    const inset = height * 0.055;
    group.append(svg("path", { d: `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`, class: "inner-edge", "stroke-width": height * 0.025 }));
  }
  return group;
}

/// The signs of the states that a counter is in, on the rim of a box.
function states(names: Set<string>, width: number, height: number, s: number): SVGElement[] {
  const has = (...words: string[]) => words.some((word) => names.has(word));
  const signs: SVGElement[] = [];
  const sign = (x: number, y: number, ...parts: SVGElement[]): void => {
    signs.push(svg("g", { transform: `translate(${x} ${y}) scale(${s})`, class: "state" }, ...parts));
  };
  if (has("disrupted"))
    sign(0, height, svg("path", { d: "M-5 -5H5V5H-5Z", class: "state-ground" }), svg("path", { d: "M1.5 -4L-2.5 0.4H2.5L-1.5 4", class: "state-line" }));
  if (has("out of supply", "unsupplied"))
    sign(width, height, svg("circle", { r: 5, class: "state-plate" }), svg("circle", { r: 2.6, class: "state-line" }), svg("path", { d: "M-4 4L4 -4", class: "state-line" }));
  if (has("forced march"))
    sign(0, 0, svg("path", { d: "M-5 -5H5V5H-5Z", class: "state-ground" }), svg("path", { d: "M-3.5 -3L-0.5 0L-3.5 3M0.5 -3L3.5 0L0.5 3", class: "state-line" }));
  else if (has("moved"))
    sign(0, 0, svg("path", { d: "M-4.5 0.5L-1.5 3.5L4.5 -4", class: "state-casing" }), svg("path", { d: "M-4.5 0.5L-1.5 3.5L4.5 -4", class: "state-tick" }));
  return signs;
}

function face_down(counter: Counter, size: number): SVGElement[] {
  return [ground(counter.side, size, size), weave(counter.side, size, size), words("?", size / 2, size * 0.68, size * 0.5, "unknown"),
    ...(counter.count > 1 ? [words(String(counter.count), size * 0.84, size * 0.26, size * 0.24, "count")] : [])];
}

function weave(side: number, width: number, height: number): SVGElement {
  let d = "";
  const step = height / 5;
  const c = side === 1 ? height * 0.2 : height * 0.06;
  for (let x = c; x < width - c; x += step) for (let y = c; y < height - c; y += step) d += `M${x} ${y}l${step / 2} ${step / 2}M${x + step / 2} ${y}l${-step / 2} ${step / 2}`;
  return svg("path", { d, class: "weave", "stroke-width": height * 0.02 });
}

/// A hat, the name below it, the rating on the rim.
function commander(counter: Counter, size: number): SVGElement[] {
  const s = size / 40;
  const hat = counter.side === 1
    ? `M${11 * s} ${18 * s}Q${20 * s} ${22 * s} ${29 * s} ${18 * s}L${26 * s} ${8 * s}Q${20 * s} ${5 * s} ${14 * s} ${8 * s}Z`
    : `M${6 * s} ${19 * s}Q${20 * s} ${1 * s} ${34 * s} ${19 * s}Q${20 * s} ${13 * s} ${6 * s} ${19 * s}Z`;
  const name = counter.name.replace(/ \(.*\)$/, "").split(" ").pop()!;
  return [
    svg("path", { d: shape(counter.side, size, size), class: "portrait", "stroke-width": 1.6 * s }),
    svg("path", { d: hat, class: "hat" }),
    svg("path", { d: counter.side === 1 ? `M0 ${27 * s}H${size}V${size * 0.74}L${size * 0.74} ${size}H${size * 0.26}L0 ${size * 0.74}Z` : `M0 ${27 * s}H${size}V${size}H0Z`, class: "name-plate" }),
    words(name, size / 2, 36 * s, Math.min(9 * s, (60 * s) / Math.max(name.length, 1)), "plate-name"),
    ...(counter.strength ? [rating(counter.side, counter.strength, size, 0, s)] : []),
  ];
}

/// Gold disc for side A, white diamond for side B.
function rating(side: number, value: number, x: number, y: number, s: number): SVGElement {
  const r = 6 * s;
  return svg("g", { transform: `translate(${x} ${y})` },
    side === 1 ? svg("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, class: "rating", transform: "rotate(45)", "stroke-width": 1.2 * s })
      : svg("circle", { r: r * 1.15, class: "rating", "stroke-width": 1.2 * s }),
    words(String(value), 0, 3.4 * s, 9.5 * s, "rating-figure"));
}

let blocks: { seat: number } | null = null;

/// Whether units are blocks that stand on edge, the front to their owner; `seat`: who looks.
export function stand_blocks(stand: boolean, seat: number): void {
  blocks = stand ? { seat } : null;
}

/// What is seen of a block beside its front: its top and one side, those of the enemy's the other way.
function depth(side: number, size: number, seat: number): SVGElement[] {
  const t = size * 0.13;
  const lean = side === seat ? t : -t;
  const edge = side === seat ? size : 0;
  return [svg("path", { d: `M0 0L${lean} ${-t}H${size + lean}L${size} 0Z`, class: "block-top" }),
    svg("path", { d: `M${edge} 0L${edge + lean} ${-t}V${size - t}L${edge} ${size}Z`, class: "block-side" })];
}

/// One counter: corps above, arm in the middle, class as bars below, states on the rim.
export function unitCounter(counter: Counter, size: number): SVGElement {
  const group = svg("g", { class: `counter ${sideClass(counter.side)}${counter.known ? "" : " face-down"}` });
  const names = new Set(counter.states);
  if (blocks && !isCommander(counter)) group.append(...depth(counter.side, size, blocks.seat));
  if (!counter.known) group.append(...face_down(counter, size));
  else if (isCommander(counter)) group.append(...commander(counter, size));
  else {
    const body = svg("g", names.has("disrupted") ? { transform: `rotate(${-kLean} ${size / 2} ${size / 2})` } : {}, ...face(counter, size));
    if (names.has("disrupted"))
      body.append(svg("path", { d: `M${size * 0.62} 0L${size * 0.44} ${size * 0.36}L${size * 0.6} ${size * 0.5}L${size * 0.4} ${size}`, class: "crack", "stroke-width": size * 0.045 }));
    group.append(body);
  }
  group.append(...states(names, size, size, size / 44));
  return group;
}

function face(counter: Counter, size: number): SVGElement[] {
  const printed = /\d/.test(counter.label) && /[-/]/.test(counter.label); // "5-5": strength and movement
  const parts = [ground(counter.side, size, size)];
  if (!printed) parts.push(words(counter.label, size / 2, size * 0.29, Math.min(size * 0.25, (size * 1.3) / Math.max(counter.label.length, 1)), "corps"));
  const arm = armSign(counter.kind, size * 0.5, size * 0.28);
  arm.setAttribute("transform", `translate(${size * 0.25} ${size * (printed ? 0.2 : 0.37)})`);
  parts.push(arm);
  if (printed) parts.push(words(counter.label, size / 2, size * 0.82, size * 0.27, "corps"));
  else if (counter.strength > kMostBars) parts.push(words(String(counter.strength), size / 2, size * 0.92, size * 0.24, "corps"));
  else parts.push(...bars(counter.strength, size));
  if (counter.count > 1) parts.push(words(`${counter.count}×`, size * 0.83, size * 0.27, size * 0.22, "count"));
  return parts;
}

/// Strength as bars.
function bars(strength: number, size: number): SVGElement[] {
  const width = size * 0.11;
  const left = size / 2 - (strength * size * 0.15 - size * 0.04) / 2;
  return Array.from({ length: strength }, (_, bar) =>
    svg("rect", { x: left + bar * size * 0.15, y: size * 0.74, width, height: size * 0.12, class: "arm" }));
}

export const kStackWidth = 33; // of a sign at scale 1
export const kAloneWidth = 22; // of a commander's without units
export const kStackHeight = 21;

/// All units of a side in a place as one sign, as far as the viewer knows it.
export function stackSign(counters: Counter[], scale: number): SVGElement {
  const units = counters.filter(isUnit);
  const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
  const side = counters[0]!.side;
  const alone = units.length === 0;
  const width = (alone ? kAloneWidth : kStackWidth) * scale;
  const height = kStackHeight * scale;
  const group = svg("g", { class: `stack ${sideClass(side)}` });
  const number = units.reduce((sum, unit) => sum + unit.count, 0);
  const hidden = units.some((unit) => !unit.known) || (alone && commanders.length === 0);
  const shadows = hidden || number <= 1 ? 0 : number <= 3 ? 1 : 2;
  for (let i = shadows; i > 0; --i)
    group.append(svg("path", { d: shape(side, width, height), class: "ground", "stroke-width": 1.2 * scale, transform: `translate(${-width / 2 + i * 2.1 * scale} ${-height / 2 - i * 2.1 * scale})` }));
  const front = svg("g", { class: "front", transform: `translate(${-width / 2} ${-height / 2})` }, svg("path", { d: shape(side, width, height), class: "ground", "stroke-width": (side === 1 ? 1.7 : 1) * scale }));
  if (hidden) front.append(weave(side, width, height), words(counters.some((counter) => counter.states.includes("counted")) ? `${number}?` : "?", width / 2, height * 0.78, 16 * scale, "unknown"));
  else if (!alone) front.append(words(String(number), width * 0.27, height * 0.77, 16 * scale, "figure"), ...arms(units, width, height));
  group.append(front);
  const best = commanders.reduce((most, one) => Math.max(most, one.strength), 0);
  if (best > 0) group.append(rating(side, best, alone ? 0 : width / 2, 0, scale));
  const all = new Set(units.flatMap((unit) => unit.states));
  group.append(svg("g", { transform: `translate(${-width / 2} ${-height / 2})` }, ...states(all, width, height, scale * 0.8)));
  return group;
}

function arms(units: Counter[], width: number, height: number): SVGElement[] {
  return ["infantry", "cavalry", "artillery"].filter((arm) => units.some((unit) => unit.kind === arm)).map((arm, i, all) => {
    const sign = armSign(arm, width * 0.28, height * (all.length > 2 ? 0.2 : 0.26));
    const step = height / all.length;
    sign.setAttribute("transform", `translate(${width * 0.56} ${step * (i + 0.5) - height * (all.length > 2 ? 0.1 : 0.13)})`);
    return sign;
  });
}

/// The units of a side in a place one by one, commanders in a tab above; `hex` is the place's width.
export function spreadStack(counters: Counter[], hex: number): SVGElement {
  const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
  const units = counters.filter((counter) => isUnit(counter) || !counter.known);
  const shown = units.length ? units : commanders;
  const wide = shown.length <= 2 ? shown.length : shown.length <= 4 ? 2 : shown.length <= 9 ? 3 : 4;
  const rows = Math.ceil(shown.length / wide);
  const cell = hex * Math.min(rows === 1 ? 0.42 : 0.36, 0.82 / rows, 1.1 / wide); // the tab and the name of the place have room
  const size = cell * 0.94;
  const group = svg("g", { class: `spread ${sideClass(counters[0]!.side)}` });
  shown.forEach((counter, i) => {
    const row = Math.floor(i / wide);
    const inRow = Math.min(wide, shown.length - row * wide);
    const sign = unitCounter(counter, size);
    sign.setAttribute("transform", `translate(${((i % wide) - inRow / 2) * cell} ${(row - rows / 2) * cell})`);
    group.append(sign);
  });
  if (units.length && commanders.length) group.append(tab(commanders, (-rows / 2) * cell, hex * 0.13));
  return group;
}

/// "Davout · Lefebvre" and the best rating, above the counters.
function tab(commanders: Counter[], bottom: number, letters: number): SVGElement {
  const side = commanders[0]!.side;
  const sorted = [...commanders].sort((a, b) => b.strength - a.strength).map((one) => one.name.replace(/ \(.*\)$/, ""));
  const text = sorted.slice(0, 2).join(" · ") + (sorted.length > 2 ? ` +${sorted.length - 2}` : "");
  const width = text.length * letters * 0.54 + letters * 2;
  const height = letters * 1.35;
  const best = Math.max(...commanders.map((one) => one.strength));
  return svg("g", { class: "tab", transform: `translate(${-width / 2} ${bottom - height - letters * 0.15})` },
    svg("path", { d: shape(side, width, height), class: "tab-ground", "stroke-width": letters * 0.1 }),
    words(text, width / 2 - letters * 0.5, height * 0.73, letters, "tab-name"),
    ...(best > 0 ? [rating(side, best, width - letters * 0.8, height / 2, letters / 12)] : []));
}

/// A Depot as a house, a Supply Train as a covered wagon, anything else by its letters.
export function smallSign(counter: Counter, scale: number): SVGElement {
  const group = svg("g", { class: `small ${sideClass(counter.side)}` });
  const s = scale;
  if (counter.kind === "depot")
    group.append(svg("path", { d: `M${-7 * s} ${7 * s}V${-1 * s}H${-9 * s}L0 ${-9 * s}L${9 * s} ${-1 * s}H${7 * s}V${7 * s}Z`, class: "house", "stroke-width": 1.3 * s }),
      svg("rect", { x: -2 * s, y: 1 * s, width: 4 * s, height: 6 * s, class: "door" }));
  else if ((counter.kind === "train" || counter.kind === "supply") && counter.known)
    group.append(svg("path", { d: `M${-9 * s} ${3 * s}Q${-9 * s} ${-7 * s} 0 ${-7 * s}Q${9 * s} ${-7 * s} ${9 * s} ${3 * s}Z`, class: "house", "stroke-width": 1.3 * s }),
      svg("circle", { cx: -5 * s, cy: 4 * s, r: 3 * s, class: "wheel", "stroke-width": s }), svg("circle", { cx: 5 * s, cy: 4 * s, r: 3 * s, class: "wheel", "stroke-width": s }));
  else group.append(svg("circle", { r: 7 * s, class: "house", "stroke-width": 1.3 * s }), words((counter.known ? counter.label || counter.kind : "?").slice(0, 2), 0, 3 * s, 8 * s, "small-letter"));
  if (counter.count > 1) group.append(words(String(counter.count), 12 * s, 6 * s, 9 * s, "small-count"));
  return group;
}

/// The same as a picture of a given size, for lists.
export function smallCounter(counter: Counter, size: number): SVGElement {
  return svg("g", { transform: `translate(${size / 2} ${size / 2})` }, smallSign(counter, size / 24));
}
