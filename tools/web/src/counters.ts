// Counters: the sign of each arm, the stack as one sign at theatre zoom, single units closer by.

import { svg } from "./dom";
import type { Counter } from "./protocol";

/// Square corners for side A, eight sides for side B: told apart without colour.
export function shape(side: number, width: number, height: number, cut = 0.26): string {
  if (side !== 1) return `M0 0H${width}V${height}H0Z`;
  const c = Math.min(width, height) * cut;
  return `M${c} 0H${width - c}L${width} ${c}V${height - c}L${width - c} ${height}H${c}L0 ${height - c}V${c}Z`;
}

/// The sign of an arm as on staff maps, in a box of the given size.
function armSign(kind: string, width: number, height: number): SVGElement {
  const box = { x: 0, y: 0, width, height };
  switch (kind) {
    case "cavalry":
      return svg("g", {}, svg("rect", { ...box, class: "arm-frame" }), svg("path", { d: `M0 0H${width}L0 ${height}Z`, class: "arm" }));
    case "artillery":
      return svg("g", {}, svg("circle", { cx: width * 0.3, cy: height * 0.7, r: height * 0.27, class: "arm-frame" }),
        svg("path", { d: `M${width * 0.1} ${height * 0.72}L${width} ${height * 0.05}`, class: "arm-line" }));
    default:
      return svg("rect", { ...box, class: "arm" });
  }
}

export const kUnitKinds = new Set(["infantry", "cavalry", "artillery", "guard", "militia", "unit", "block"]);
const kSmallKinds = new Set(["depot", "train", "supply", "supply-unit", "blank"]);

export const isUnit = (counter: Counter): boolean => !isCommander(counter) && !kSmallKinds.has(counter.kind);
export const isCommander = (counter: Counter): boolean => counter.kind === "commander" || counter.kind === "leader" || counter.kind === "headquarters";

function mark(text: string, x: number, y: number, name: string): SVGElement {
  return svg("text", { x, y, class: name, "text-anchor": "middle" }, text);
}

/// One counter for the sheet and for close zoom: label, arm, class as bars, states.
export function unitCounter(counter: Counter, size: number): SVGElement {
  const side = counter.side === 1 ? "side-b" : "side-a";
  const group = svg("g", { class: `counter ${side}${counter.known ? "" : " face-down"}` });
  group.append(svg("path", { d: shape(counter.side, size, size), class: "ground" }));
  if (!counter.known) {
    group.append(mark("?", size / 2, size * 0.68, "unknown"));
    return group;
  }
  if (isCommander(counter)) {
    group.append(mark(counter.strength ? String(counter.strength) : "", size / 2, size * 0.45, "figure"));
    group.append(mark(counter.name, size / 2, size * 0.82, "small-name"));
    return group;
  }
  group.append(mark(counter.label, size / 2, size * 0.28, "corps"));
  const arm = armSign(counter.kind, size * 0.44, size * 0.26);
  arm.setAttribute("transform", `translate(${size * 0.28} ${size * 0.38})`);
  group.append(arm);
  for (let bar = 0; bar < Math.min(counter.strength, 6); ++bar)
    group.append(svg("rect", { x: size * 0.2 + bar * size * 0.12, y: size * 0.76, width: size * 0.08, height: size * 0.12, class: "arm" }));
  if (counter.count > 1) group.append(mark(`${counter.count}`, size * 0.86, size * 0.28, "count"));
  if (counter.states.includes("disrupted"))
    group.append(svg("path", { d: `M0 ${size}L${size * 0.4} ${size * 0.6}M0 ${size * 0.7}L${size * 0.3} ${size}`, class: "cracked" }));
  if (counter.states.some((state) => state === "unsupplied"))
    group.append(svg("circle", { cx: size * 0.9, cy: size * 0.9, r: size * 0.11, class: "hungry" }));
  return group;
}

/// All units of a side in a place as one sign, as far as the viewer knows it.
export function stackSign(counters: Counter[], scale: number): SVGElement {
  const units = counters.filter(isUnit);
  const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
  const side = counters[0]!.side;
  const width = 33 * scale;
  const height = 21 * scale;
  const group = svg("g", { class: `stack ${side === 1 ? "side-b" : "side-a"}` });
  const number = units.reduce((sum, unit) => sum + unit.count, 0);
  const hidden = units.some((unit) => !unit.known) || (units.length === 0 && commanders.length === 0);
  const shadows = hidden ? 0 : number <= 1 ? 0 : number <= 3 ? 1 : 2;
  for (let i = shadows; i > 0; --i) {
    const shadow = svg("path", { d: shape(side, width, height), class: "ground" });
    shadow.setAttribute("transform", `translate(${-width / 2 + i * 2.1 * scale} ${-height / 2 - i * 2.1 * scale})`);
    group.append(shadow);
  }
  const front = svg("g", { transform: `translate(${-width / 2} ${-height / 2})` });
  front.append(svg("path", { d: shape(side, width, height), class: "ground" }));
  if (hidden) {
    front.append(svg("path", { d: `M0 0L${width} ${height}M${width} 0L0 ${height}`, class: "weave" }));
    front.append(mark("?", width / 2, height * 0.74, "unknown-stack"));
  } else {
    front.append(mark(number ? String(number) : "", width * 0.28, height * 0.76, "strength"));
    const arms = ["infantry", "cavalry", "artillery"].filter((arm) => units.some((unit) => unit.kind === arm));
    arms.forEach((arm, i) => {
      const sign = armSign(arm, width * 0.26, height * 0.2);
      sign.setAttribute("transform", `translate(${width * 0.54} ${height * (0.14 + i * 0.27)})`);
      front.append(sign);
    });
  }
  group.append(front);
  const best = commanders.reduce((most, commander) => Math.max(most, commander.strength), 0);
  if (best > 0) {
    const r = 6 * scale;
    const at = `translate(${width / 2} 0)`;
    group.append(side === 1
      ? svg("rect", { x: -r * 0.9, y: -r * 0.9, width: r * 1.8, height: r * 1.8, class: "rating", transform: `${at} rotate(45)` })
      : svg("circle", { r, class: "rating", transform: at }));
    group.append(svg("text", { x: width / 2, y: 3.4 * scale, class: "rating-figure", "text-anchor": "middle", "font-size": 9 * scale }, String(best)));
  }
  if (commanders.length) {
    const name = commanders[0]!.name + (commanders.length > 1 ? ` +${commanders.length - 1}` : "");
    group.append(svg("text", { y: -height / 2 - 3.5 * scale, class: "commander-name", "text-anchor": "middle", "font-size": 9.8 * scale }, name));
  }
  return group;
}

/// A Depot as a house, a Supply Train as a covered wagon, anything else by its letters.
export function smallSign(counter: Counter, scale: number): SVGElement {
  const side = counter.side === 1 ? "side-b" : "side-a";
  const group = svg("g", { class: `small ${side}` });
  if (counter.kind === "depot")
    group.append(svg("path", { d: `M${-7 * scale} ${7 * scale}V${-1 * scale}L0 ${-7 * scale}L${7 * scale} ${-1 * scale}V${7 * scale}Z`, class: "house" }),
      svg("rect", { x: -2 * scale, y: 1 * scale, width: 4 * scale, height: 6 * scale, class: "door" }));
  else if (counter.kind === "train")
    group.append(svg("path", { d: `M${-8 * scale} ${2 * scale}A${8 * scale} ${8 * scale} 0 0 1 ${8 * scale} ${2 * scale}Z`, class: "house" }),
      svg("circle", { cx: -4 * scale, cy: 4 * scale, r: 2.6 * scale, class: "wheel" }), svg("circle", { cx: 4 * scale, cy: 4 * scale, r: 2.6 * scale, class: "wheel" }));
  else group.append(svg("circle", { r: 6 * scale, class: "house" }), svg("text", { y: 3 * scale, class: "small-letter", "text-anchor": "middle", "font-size": 8 * scale }, (counter.label || counter.kind).slice(0, 2)));
  if (counter.count > 1)
    group.append(svg("text", { x: 9 * scale, y: 6 * scale, class: "small-count", "font-size": 8 * scale }, String(counter.count)));
  return group;
}
