// Lines and areas of the board: paths, joined lines, outlines of joined places.

import type { Point } from "./protocol";

export function path(points: Point[], closed = false): string {
  if (points.length === 0) return "";
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
