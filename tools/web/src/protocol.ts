// What the server and the page say to each other: one WebSocket a tab, one JSON object a message.
// Names are those of engine/play/view.h.

export interface Point {
  x: number;
  y: number;
}

export interface Space {
  id: string;
  name: string;
  terrain: string;
  centre: Point;
  polygon: Point[];
  points: number;
  region: string;
  reconstructed: boolean;
  source: string;
}

export interface Edge {
  kind: string;
  a: number;
  b: number;
  line: Point[];
  name: string;
}

/// What a map shows of the country without any rule.
export interface Feature {
  kind: string;
  name: string;
  line: Point[];
}

export interface Board {
  width: number;
  height: number;
  spaces: Space[];
  edges: Edge[];
}

/// The colours of a side's counters: ground, what is written on it, its edge, the pattern of backs.
export interface SideColours {
  fill: string;
  sign: string;
  edge: string;
  weave: string;
}

export interface Country {
  features: Feature[];
  kilometre: number; // its length on the board; 0: not known
}

export interface Counter {
  id: string;
  place: number;
  side: number;
  kind: string;
  name: string;
  label: string;
  strength: number;
  count: number;
  known: boolean;
  states: string[];
}

export interface Link {
  kind: string;
  side: number;
  from: number;
  to: number;
}

export interface Track {
  id: string;
  name: string;
  side: number;
  value: number;
  words: string;
}

export interface AccountLine {
  words: string;
  rule: string;
  side: number;
  points: number;
}

/// Units that a side is still to get, those that come together.
export interface Arrival {
  turn: number;
  side: number;
  units: string[];
  where: string; // "in Memel, Tilsit, 3 more places"; empty: as the rule says
}

export interface SpaceState {
  owner: number;
  marks: string[];
}

export interface Choice {
  action: number;
  notation: string;
  words: string;
  caution: string; // what it strains; empty: nothing
  counters: number[];
  from: number;
  to: number;
}

export interface Step {
  name: string;
  chapter: string;
  rule: string;
  prompt: string;
  barrier: string;
}

export interface View {
  viewer: string;
  actor: string; // "a", "b", "nature" or "over"
  step: Step;
  prompt: string;
  turn: number;
  turn_name: string;
  phase: string;
  spaces: SpaceState[];
  counters: Counter[];
  links: Link[];
  tracks: Track[];
  account: AccountLine[];
  arrivals: Arrival[];
  choices: Choice[];
}

export interface Modifier {
  value: number;
  reason: string;
  rule: string;
}

export interface GameEvent {
  kind: string;
  weight: string; // "turn", "phase", "operation" or "detail"
  rule: string;
  side: number;
  amount: number;
  face: number;
  places: number[];
  text: string;
  modifiers: Modifier[];
  step: number; // of the campaign
  actor: string; // who decided what led to it
  turn: number;
}

/// One step of a telling: a march, a battle from beginning to end, arrivals together.
export interface Passage {
  headings: string[]; // turns and phases that begin with it
  lines: GameEvent[];
  places: number[]; // the way that somebody took, or where it happened
  is_way: boolean;
  is_battle: boolean;
}

export interface Level {
  name: string;
  card: string;
  elo: string; // as measured in the game, counted from the rules of thumb; these are empty where nobody has measured
  pace: string; // "13 s a turn"
  score: string; // against the one below, with its interval
  clock: boolean; // whether it can think by one
}

export interface GameCard {
  id: string;
  title: string;
  mechanism: string;
  about: string; // what is fought over; these three may be empty
  time: string; // that a campaign takes
  whom: string; // it is for
  turns: number; // 0: not known before
  sides: string[];
  scenarios: ScenarioCard[];
  presets: { id: string; title: string }[];
  switches: Switch[];
  bid: { key: string; words: string; value: number } | null; // null: the rules know none
  default_scenario: string;
  default_preset: string;
  levels: Level[];
}

export interface ScenarioCard {
  id: string;
  title: string;
  balance: string; // how often the first side wins, in words; empty: nobody has counted
  openings: { id: string; title: string }[][] | null; // by side, the usual one first; null: nobody sets up
}

/// A rule that is on or off.
export interface Switch {
  key: string;
  words: string;
  on: Record<string, boolean>; // by preset
}

export interface CampaignCard {
  id: string;
  title: string; // of the game
  words: string; // whose, against whom, how far
  saved: number; // seconds since 1970; 0: not known
  over?: boolean;
}

/// Campaigns of a run of the lab; a row holds a text for each column.
export interface RunTable {
  folder: string;
  title: string;
  common: [string, string][]; // column and value that all rows share
  columns: string[];
  rows: string[][];
  campaigns: number; // in all, of which the first are in `rows`
}

/// Everything the server sends. Answers carry the `id` of the request.
export type FromServer =
  | { kind: "welcome"; games: GameCard[]; campaigns: CampaignCard[]; run: RunTable | null }
  | { kind: "beginning"; game: string; scenario: string; svg: string }
  | {
      kind: "campaign";
      campaign: string;
      title: string;
      scenario: string;
      mechanism: string;
      seat: string; // "a" or "b"
      sides: string[];
      last_turn: number; // 0: not known before
      turn_names: string[]; // of turn 1 and on; empty: not known
      winter: number[]; // turns
      commitment: string; // SHA-256 of the key of the dice, which is opened at the end
      board: Board;
      country: Country;
      colours: SideColours[]; // of both sides' counters
      legend: string; // its signs with their words, an SVG document
      ground: string; // the map without counters and words, as an SVG document
      exercise: Exercise | null; // of practice; null: a campaign
    }
  | {
      kind: "position";
      rev: number;
      view: View;
      events: GameEvent[];
      since: { is_news: boolean; passages: Passage[] }; // what this seat was told since its last decision
      reasons: { step: number; words: string }[]; // of the computer, likewise, where the seat may read them
      first_step: number; // events from this step on are those in `events`
      steps: number; // decisions and dice so far
      turns: { turn: number; step: number }[]; // where each turn begins
      undo: { can: boolean; why: string };
      redo: boolean;
      always: number; // kinds of questions that the staff decides until further notice
      history: boolean; // whether the rest of the set-up can stand as it did
      thinking: boolean;
      result: string; // in words; empty while it goes on
      no_end: string; // why the seat cannot end what it is asked; empty: it can, or nothing is asked
    }
  | { kind: "handover"; campaign: string; title: string; side: string } // of two people at one table the other one is to sit down
  | { kind: "past"; step: number; whole: boolean; view: View }
  | Plan
  | { kind: "reach"; rev: number; from: number; places: ReachPlace[] }
  | Odds
  | Outlook
  | ({ kind: "chance" | "lab"; rev: number; total: number } & Chance)
  | Comparison
  | Pondered
  | Belief
  | Prospect
  | { kind: "again"; id: number; turn: number } // a campaign of the run is being played again
  | { kind: "why"; reason: string; instead: string; place: number } // without full stops; instead: what can be ordered, or empty
  | { kind: "hint"; step: number; words: string; places: number[] }
  | { kind: "review"; done: number; lines: ReviewLine[]; points: ReviewPoint[]; sums: ReviewSums; words: string; campaigns: number; looked_at: number } // done: a share; no lines: nothing else
  | Better
  | Both
  | { kind: "retried"; change: ReviewChange; campaigns: number; exercise: Exercise | null } // against what was decided then
  | { kind: "practice"; campaign: string; done: number } // a campaign is looked through for what was decided badly
  | { kind: "picture"; side: number; svg: string }
  | { kind: "rule"; number: string; lines: { name: string; words: string; value: string }[] } // name: of a ruling; empty: a value of the game
  | { kind: "opening"; toml: string }
  | { kind: "file"; name: string; text: string } // a campaign's
  | { kind: "error"; text: string };

/// How many of `samples` campaigns that were played on were won, with a 95 % interval.
export interface Chance {
  win: number;
  low: number;
  high: number;
  margin: number;
  samples: number;
}

/// A place that a stack can be sent to.
export interface ReachPlace {
  place: number;
  route: number[]; // without where it stands
  strained: boolean; // by a forced march or the like
  counted: boolean; // false: what the dice may do is not known
  lost: number; // the chance that some of those who go are lost
  hurt: number; // or disrupted
  supplied: boolean; // false: they would be out of supply there
  attack: boolean; // enemies stand there
  count?: number; // of several counters, how many can get there
  who?: string[]; // their ids
  title: string;
  words: string[]; // what it costs and risks, a phrase each
}

/// The course of an order: where it leads, by which decisions. `why`: why there is none, or why it
/// stops short; `instead`: what can be ordered.
export interface Plan {
  kind: "plan";
  rev: number;
  from: number;
  to: number;
  route: number[];
  arrives: boolean;
  words: string[];
  questions: { prompt: string; options: { notation: string; words: string; taken: boolean }[] }[]; // on the way, beside where they go
  caution: string; // what it strains, in words; empty: nothing
  why: string;
  instead: string;
}

/// What may come of the order that was asked about last.
export interface Odds {
  kind: "odds";
  rev: number;
  exact: boolean;
  hidden: boolean;
  trials: number;
  widest: number; // half of the widest interval of a share
  attack: string; // what becomes of the place that is attacked, in words; empty: none is
  always: string[]; // losses that come in any case, where there are others too
  results: { share: number; words: string }[];
  values: { name: string; side: number; modifiers: Modifier[] }[]; // what does not hang on the dice
}

/// Its chance of winning, and against something else on the same dice.
export interface Outlook {
  kind: "outlook";
  rev: number;
  order: Chance;
  instead: Chance;
  instead_words: string;
  change: Chance; // `win` is the difference
  total: number;
}

/// What the general would do here, best first, and what it expects to follow.
export interface Pondered {
  kind: "ponder";
  rev: number;
  done: boolean;
  forced: boolean;
  ways: { words: string; chance?: Chance; less?: ReviewChange }[]; // chances when it is done; less: than the first
  line: string[];
}

/// What may lie face down after so many steps. `truth`: whether it is known what does.
export interface Belief {
  kind: "belief";
  step: number;
  truth: boolean;
  share_of_truth: number;
  places: { place: number; side: number; face_down: number; possibilities: { name: string; share: number; strength: number; there: boolean }[] }[];
}

/// In thousandths: how often, and between what the truth lies in 95 of 100.
export type ShareAhead = [number, number, number];

/// The position when a turn begins, or at the end.
export interface TurnAhead {
  turn: number;
  end: boolean;
  places: { place: number; held: [ShareAhead, ShareAhead]; units: [number, number] }[];
  units: { name: string; side: number; place: number; lives: ShareAhead }[];
  armies: { place: number; share: number }[][]; // where most strength stands, by side
}

/// What may come, from campaigns that are played on.
export interface Prospect {
  kind: "ahead";
  rev: number;
  campaigns: number;
  total: number;
  players: string;
  turns: TurnAhead[];
  stacks: { place: number; side: number; strength: number; lost: number; low: number; high: number }[]; // until the next turn
}

export interface Comparison {
  kind: "compare";
  rev: number;
  first: Chance;
  second: Chance;
  difference: Chance;
  total: number;
}

/// The chance of winning after so many steps.
export interface ReviewLine {
  event: number;
  turn: number;
  win: number;
  low: number;
  high: number;
}

/// What the campaign turned on: steps from `event` to before `to`.
export interface ReviewPoint {
  event: number;
  to: number;
  turn: number;
  words: string;
  win: number; // the chance behind it
  change: number;
  low: number;
  high: number;
  credit: string; // "mine", "theirs", "dice" or "reveal"
  mark: string; // "blunder", "mistake", "inaccuracy" or ""
}

export interface ReviewChange {
  value: number;
  low: number;
  high: number;
}

export interface ReviewSums {
  start: ReviewChange;
  mine: ReviewChange;
  theirs: ReviewChange;
  dice: ReviewChange;
  reveal: ReviewChange;
  result: number;
}

/// What would have been better at a turning point, once `done` is 1.
export interface Better {
  kind: "better";
  event: number; // of the turning point
  done: number;
  found: boolean; // false: nothing is better for certain; the rest is missing then
  step?: number; // from which on it differs
  order?: string; // in words
  actions?: number[];
  gain?: ReviewChange;
  playings?: number;
  otherwise?: number; // of the playings, how many end otherwise
}

/// What was decided and what would have been better, both played on with the same dice.
export interface Both {
  kind: "both";
  step: number; // from which on they differ
  pairs: number; // tried, until one ended otherwise
  otherwise?: boolean;
  courses: { name: string; words: string; score: number }[]; // as decided, with the better order; empty: not yet
}

/// A position that is played again; `then`: what was done there, and what it cost.
export interface Exercise {
  position: number;
  of: number;
  then: string;
}

export type ToServer =
  | { kind: "hello"; token: string }
  | {
      kind: "begin";
      game: string;
      scenario: string;
      preset: string;
      side: number;
      level: string;
      clock: number; // seconds a turn; 0: the level's own pace
      openings: string[];
      overrides: string[];
      practice: boolean;
    }
  | { kind: "beginning"; game: string; scenario: string } // how the map looks as it begins
  | { kind: "open"; campaign: string }
  | { kind: "act"; rev: number; action: number }
  | { kind: "take_seat" } // whoever is to decide sits down, after "handover"
  | { kind: "order"; rev: number; from: number; to: number; answers: string[] } // answers: notations of options that were chosen
  | { kind: "several"; rev: number; actions: number[]; end: boolean } // one after another, then the end of the question
  | { kind: "group"; rev: number; to: number; counters: string[] } // by id, each by its own way
  | { kind: "group_reach"; rev: number; from: number; counters: string[] } // answered by "reach"; from: where they were chosen
  | { kind: "say"; rev: number; text: string } // an order in words
  | { kind: "staff"; rev: number; always: boolean } // the staff decides this question, as often as it is asked this turn, or from now on
  | { kind: "staff_off" } // the staff decides nothing any more
  | { kind: "history"; rev: number } // the rest of the set-up stands as it did in history
  | { kind: "undo"; rev: number }
  | { kind: "redo"; rev: number }
  | { kind: "now"; rev: number }
  | { kind: "why"; rev: number; from: number; to: number }
  | { kind: "plan"; rev: number; from: number; to: number; answers: string[] }
  | { kind: "reach"; rev: number; from: number }
  | { kind: "odds"; rev: number; action: number }
  | { kind: "chance"; rev: number }
  | { kind: "lab"; rev: number; campaigns: number }
  | { kind: "compare"; rev: number; actions: number[]; campaigns: number }
  | { kind: "ponder"; rev: number }
  | { kind: "stop"; what: "order" | "chance" | "lab" | "review" | "ahead" | "better" | "both" | "practice" }
  | { kind: "past"; step: number; whole: boolean }
  | { kind: "belief"; step: number }
  | { kind: "ahead"; rev: number }
  | { kind: "row"; id: number }
  | { kind: "branch"; step: number; fresh: boolean }
  | { kind: "better"; step: number; to: number } // what would have been better in these steps
  | { kind: "both"; step: number; actions: number[] } // both courses to the end
  | { kind: "practice"; campaign: string } // positions to play again, of one campaign or (empty) of all
  | { kind: "next" } // of these
  | { kind: "picture"; side: number }
  | { kind: "rule"; number: string }
  | { kind: "opening"; title: string }
  | { kind: "export" }
  | { kind: "import"; part: string; last: boolean } // of a campaign's file; with the last it is opened
  | { kind: "hint"; rev: number; step: number }
  | { kind: "review" };
