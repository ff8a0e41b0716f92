// The WebSocket to the server: the token first, then messages; it comes back by itself.

import { message as whole } from "./normalise";
import { token } from "./address";
import type { FromServer, ToServer } from "./protocol";

const kRetryMilliseconds = 1000;
const kRefused = 1008; // the code that the server closes the line with when the token is not its own

/// How things stand: "lost" is tried again, "refused" is not.
export type LineState = "open" | "lost" | "refused";

const kDecisions = ["act", "order", "say", "staff", "undo", "redo"] as const;
type Decision = Extract<ToServer, { kind: (typeof kDecisions)[number] }>;

/// What is still meant when the line comes back. A question is about what was shown when it was
/// asked, and can be asked again.
const kKept: ToServer["kind"][] = ["begin", "open", "row", "branch", ...kDecisions];

function decision(message: ToServer): Decision | null {
  return kDecisions.some((kind) => kind === message.kind) ? (message as Decision) : null;
}

export class Connection {
  private socket: WebSocket | null = null;
  private waiting: ToServer[] = [];
  private unanswered: Decision | null = null; // sent, and neither carried out nor refused yet
  private doubtful: Decision | null = null; // the same, of a line that has broken since
  private greeted = false;
  private places = 0;

  constructor(
    private readonly heard: (message: FromServer) => void,
    private readonly state: (state: LineState) => void,
  ) {
    this.connect();
  }

  send(message: ToServer): void {
    if (this.greeted && this.socket?.readyState === WebSocket.OPEN) {
      this.unanswered = decision(message) ?? this.unanswered;
      this.socket.send(JSON.stringify(message));
    } else if (kKept.includes(message.kind)) this.waiting.push(message);
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ kind: "hello", token: token() }));
    });
    socket.addEventListener("message", (event) => {
      const message = whole(JSON.parse(String(event.data)), this.places);
      if (message.kind === "campaign") this.places = message.board.spaces.length;
      if (message.kind === "welcome") return this.greet(message);
      this.heard(message);
      if (message.kind === "position" || message.kind === "error") this.answered(message);
    });
    socket.addEventListener("close", (event) => {
      this.greeted = false;
      this.doubtful ??= this.unanswered;
      if (event.code === kRefused) return this.state("refused");
      this.state("lost");
      setTimeout(() => this.connect(), kRetryMilliseconds);
    });
  }

  /// A decision of which nobody knows whether it got there is given again where it did not.
  private answered(message: FromServer): void {
    const again = this.doubtful;
    this.unanswered = this.doubtful = null;
    if (again && message.kind === "position" && message.rev === again.rev) this.send(again);
  }

  /// The welcome is answered first, with the campaign that is open here; what has waited is about it.
  private greet(welcome: FromServer): void {
    this.greeted = true;
    this.state("open");
    this.heard(welcome);
    const waited = this.waiting;
    this.waiting = [];
    for (const message of waited) this.send(message);
  }
}
