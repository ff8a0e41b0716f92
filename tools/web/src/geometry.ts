// Lines and areas for a map that looks drawn: cut corners, a wave across the line, joined hexes.

import type { Point } from "./protocol";

export function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/// Chaikin's corner cutting: each corner gives way to two points `cut` along its sides.
export function cutCorners(points: Point[], cut: number, times: number, closed: boolean): Point[] {
  let line = points;
  for (let round = 0; round < times && line.length > 2; ++round) {
    const next: Point[] = [];
    const sides = closed ? line.length : line.length - 1;
    if (!closed) next.push(line[0]!);
    for (let i = 0; i < sides; ++i) {
      const a = line[i]!;
      const b = line[(i + 1) % line.length]!;
      if (closed || i > 0) next.push(between(a, b, cut));
      if (closed || i + 1 < sides) next.push(between(a, b, 1 - cut));
    }
    if (!closed) next.push(line[line.length - 1]!);
    line = next;
  }
  return line;
}

/// A wave of `height` across the line, so that a river does not look like a border.
export function wavy(points: Point[], height: number, length: number): Point[] {
  const out: Point[] = [];
  let walked = 0;
  for (let i = 0; i + 1 < points.length; ++i) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const far = distance(a, b);
    const steps = Math.max(1, Math.round((far / length) * 4));
    for (let s = 0; s < steps; ++s) {
      const p = between(a, b, s / steps);
      const swing = Math.sin(((walked + (far * s) / steps) / length) * 2 * Math.PI) * height;
      out.push({ x: p.x - ((b.y - a.y) / far) * swing, y: p.y + ((b.x - a.x) / far) * swing });
    }
    walked += far;
  }
  const last = points[points.length - 1];
  if (last) out.push(last);
  return out;
}

export function path(points: Point[], closed = false): string {
  return points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("") + (closed ? "Z" : "");
}

const key = (p: Point): string => `${p.x.toFixed(1)},${p.y.toFixed(1)}`;

/// Joins pieces that share end points into lines as long as they go.
export function joinLines(pieces: Point[][]): Point[][] {
  const ends = new Map<string, number[]>();
  pieces.forEach((piece, i) => {
    for (const end of [piece[0]!, piece[piece.length - 1]!])
      ends.set(key(end), [...(ends.get(key(end)) ?? []), i]);
  });
  const used = new Set<number>();
  const lines: Point[][] = [];
  const grow = (line: Point[]): void => {
    for (;;) {
      const at = ends.get(key(line[line.length - 1]!)) ?? [];
      const next = at.length === 2 ? at.find((i) => !used.has(i)) : undefined;
      if (next === undefined) return;
      used.add(next);
      const piece = pieces[next]!;
      const forward = key(piece[0]!) === key(line[line.length - 1]!);
      line.push(...(forward ? piece.slice(1) : piece.slice(0, -1).reverse()));
    }
  };
  pieces.forEach((piece, i) => {
    if (used.has(i)) return;
    used.add(i);
    const line = [...piece];
    grow(line);
    line.reverse();
    grow(line);
    lines.push(line);
  });
  return lines;
}

/// The outlines of several polygons together: sides that two of them share are left out.
export function outlines(polygons: Point[][]): Point[][] {
  const sides = new Map<string, Point[]>();
  for (const polygon of polygons)
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length]!;
      const twin = [key(a), key(b)].sort().join(" ");
      if (sides.has(twin)) sides.delete(twin);
      else sides.set(twin, [a, b]);
    });
  return joinLines([...sides.values()]);
}

/// Numbers that look random and are the same each time.
export function scatter(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}

/// Whether a point lies in a polygon.
export function inside(point: Point, polygon: Point[]): boolean {
  let odd = false;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      odd = !odd;
  });
  return odd;
}
