// From the compact JSON of engine/play/view_json.h, which leaves out what is nobody's, nowhere or
// empty, to whole objects.

import type { Board, Country, FromServer, Point, SpaceState, View } from "./protocol";

type Raw = Record<string, unknown>;

const side = (word: unknown): number => (word === "a" ? 0 : word === "b" ? 1 : -1);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown, missing: number): number => (typeof value === "number" ? value : missing);
const list = (value: unknown): Raw[] => (Array.isArray(value) ? (value as Raw[]) : []);
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const point = (value: unknown): Point => {
  const [x, y] = numbers(value);
  return { x: x ?? 0, y: y ?? 0 };
};
const points = (value: unknown): Point[] => (Array.isArray(value) ? value.map(point) : []);

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/// A side as the people it is: "the French", "the Russians", "the Coalition".
export const people = (side: string): string => `the ${capital(side)}${side.endsWith("an") ? "s" : ""}`;

const is_number = (id: string): boolean => /^h?\d/.test(id);
const plain_id = (id: string): string => id.replace(/^h(?=\d)/, "");

/// A place as people say it: its name, or else its number.
export function place_name(board: Board, place: number): string {
  const space = board.spaces[place];
  return space ? space.name || plain_id(space.id) : "";
}

/// Its name and, where it has one, its number.
export function place_title(board: Board, place: number): string {
  const space = board.spaces[place];
  if (!space) return "";
  return [space.name, is_number(space.id) || !space.name ? plain_id(space.id) : ""].filter(Boolean).join(", ");
}

export function board(raw: Raw): Board {
  return {
    width: number(raw.width, 1),
    height: number(raw.height, 1),
    spaces: list(raw.spaces).map((space) => ({
      id: text(space.id),
      name: text(space.name),
      terrain: text(space.terrain),
      centre: point(space.centre),
      polygon: points(space.polygon),
      points: number(space.points, 0),
      region: text(space.region),
      reconstructed: space.reconstructed === true,
      source: text(space.source),
    })),
    edges: list(raw.edges).map((edge) => ({
      kind: text(edge.kind),
      a: number(edge.a, -1),
      b: number(edge.b, -1),
      line: points(edge.line),
      name: text(edge.name),
    })),
  };
}

export function country(raw: Raw): Country {
  return {
    features: list(raw.features).map((feature) => ({ kind: text(feature.kind), name: text(feature.name), line: points(feature.line) })),
    kilometre: number(raw.kilometre, 0),
  };
}

export function view(raw: Raw, places: number): View {
  const step = (raw.step ?? {}) as Raw;
  const spaces: SpaceState[] = Array.from({ length: places }, () => ({ owner: -1, marks: [] }));
  for (const state of list(raw.spaces)) {
    const space = spaces[number(state.place, -1)];
    if (!space) continue;
    space.owner = side(state.owner);
    space.marks = words(state.marks);
  }
  return {
    viewer: text(raw.viewer),
    actor: text(raw.actor),
    step: { name: text(step.name), chapter: text(step.chapter), rule: text(step.rule), prompt: text(step.prompt), barrier: text(step.barrier) },
    prompt: text(raw.prompt),
    turn: number(raw.turn, 0),
    turn_name: text(raw.turn_name),
    phase: text(raw.phase),
    spaces,
    counters: list(raw.counters).map((counter) => ({
      id: text(counter.id),
      place: number(counter.place, -1),
      side: side(counter.side),
      kind: text(counter.kind),
      name: text(counter.name),
      label: text(counter.label),
      strength: number(counter.strength, 0),
      count: number(counter.count, 1),
      known: counter.known !== false,
      states: words(counter.states),
    })),
    links: list(raw.links).map((link) => ({ kind: text(link.kind), side: side(link.side), from: number(link.from, -1), to: number(link.to, -1) })),
    tracks: list(raw.tracks).map((track) => ({ id: text(track.id), name: text(track.name), side: side(track.side), value: number(track.value, 0), words: text(track.words) })),
    account: list(raw.account).map((line) => ({ words: text(line.words), rule: text(line.rule), side: side(line.side), points: number(line.points, 0) })),
    arrivals: list(raw.arrivals).map((arrival) => ({ turn: number(arrival.turn, 0), side: side(arrival.side), units: words(arrival.units), where: text(arrival.where) })),
    choices: list(raw.choices).map((choice) => ({
      action: number(choice.action, 0),
      notation: text(choice.notation),
      words: text(choice.words),
      caution: text(choice.caution),
      counters: numbers(choice.counters),
      from: number(choice.from, -1),
      to: number(choice.to, -1),
    })),
  };
}

/// A message as the rest of the page takes it. `places`: spaces of the board at hand.
export function message(raw: Raw, places: number): FromServer {
  if (raw.kind === "campaign") return { ...raw, sides: words(raw.sides).map(capital), board: board(raw.board as Raw), country: country((raw.country ?? {}) as Raw) } as FromServer;
  if (raw.kind === "position" || raw.kind === "past") return { ...raw, view: view(raw.view as Raw, places) } as FromServer;
  return raw as FromServer;
}
