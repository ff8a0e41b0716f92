// Messages between this page and tools/edit/desk.h, which says what each means.

import type { Board, Country, SideColours, View } from "../protocol";

export interface FileCard {
  name: string;
  changed: boolean;
  fixed: string; // why it cannot be changed
  conflict: boolean; // changed on the disk too
}

/// What a key or column may say; nothing where nobody says.
export interface Allowed {
  type?: string;
  default?: string;
  allowed?: string;
  help?: string;
}

export interface CsvTable {
  form: "csv";
  columns: (Allowed & { name: string })[];
  rows: { row: string; line: number; cells: string[] }[];
}

export interface TomlTable {
  form: "toml";
  rows: (Allowed & { path: string[]; name: string[]; line: number; form: "text" | "number" | "flag" | "list"; text: string })[];
}

export interface NoTable {
  form: "text";
  fault: string;
}

export type Table = (CsvTable | TomlTable | NoTable) & { kind: "table"; file: string; revision: number; fixed: string; source: string };

export interface Fault {
  file: string; // "": of the whole game
  line: number; // 0: of the whole file
  text: string;
}

export interface Counts {
  done: number;
  won?: number;
  drawn?: number;
  lost?: number;
  share?: number;
  low?: number;
  high?: number;
  words?: string;
  forfeited?: number;
  why?: string;
}

export interface Named {
  id: string;
  title: string;
}

export interface Found {
  file: string;
  path: string[];
  line: number;
  text: string;
}

export interface Workshop {
  kind: "workshop";
  title: string;
  folder: string;
  mechanism: string;
  revision: number;
  files: FileCard[];
  undo: string; // what would be undone; "": nothing
  redo: string;
  compared: boolean; // whether this is the version that campaigns are compared with
}

export interface MapMessage {
  kind: "map";
  title: string;
  mechanism: string;
  sides: string[];
  board: Board;
  country: Country;
  colours: SideColours[];
  ground: string;
  legend: string;
}

export interface Position {
  kind: "position";
  revision: number;
  scenario: string;
  preset: string;
  openings: string[];
  choices: { scenarios: Named[]; presets: string[]; openings: Named[][] };
  view: View;
}

export interface Measured {
  kind: "measured";
  revision: number;
  of: number;
  now: Counts;
  before: Counts | null;
  change: string;
  running: boolean;
}

/// A corner of an outline, the middle of an area or a point of a line of the country.
export interface MapPoint {
  what: "corner" | "middle" | "line";
  x: number;
  y: number;
}

export type FromDesk =
  | Workshop
  | MapMessage
  | Position
  | Measured
  | Table
  | { kind: "faults"; revision: number; lines: Fault[]; notes: string }
  | { kind: "unshown"; revision: number; text: string }
  | { kind: "found"; text: string; whole: boolean; rows: Found[] }
  | { kind: "points"; points: MapPoint[] }
  | { kind: "saved"; files: string[] }
  | { kind: "error"; text: string };

export type ToDesk =
  | { kind: "set"; file: string; path: string[]; text: string }
  | { kind: "copy-row" | "delete-row"; file: string; row: string }
  | { kind: "text"; file: string; revision: number; from: number; to: number; text: string }
  | { kind: "move"; counters: string[]; from: string; to: string }
  | { kind: "point"; what: MapPoint["what"]; from: number[]; to: number[] } // in hundredths of a unit
  | { kind: "river"; a: string; b: string }
  | { kind: "undo" | "redo" | "save" | "stop" | "compare" | "points" }
  | { kind: "theirs" | "table"; file: string }
  | { kind: "find"; text: string; whole: boolean }
  | { kind: "look"; scenario: string; preset: string; openings: string[] }
  | { kind: "measure"; campaigns: number };
