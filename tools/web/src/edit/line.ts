// The WebSocket to the workshop: the token first, then messages; it comes back by itself.

import { token } from "../address";
import { board, capital, country, view } from "../normalise";
import type { FromDesk, ToDesk } from "./protocol";

const kRetryMilliseconds = 1000;
const kRefused = 1008; // the code that the server closes the line with when the token is not its own

type Raw = Record<string, unknown>;

export class Line {
  private socket: WebSocket | null = null;
  private places = 0;

  constructor(
    private readonly heard: (message: FromDesk) => void,
    private readonly lost: (refused: boolean) => void,
  ) {
    this.connect();
  }

  /// What is asked while the line is broken is said to be lost, and can be asked again.
  send(message: ToDesk): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.lost(false);
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ kind: "hello", token: token() })));
    socket.addEventListener("message", (event) => this.heard(this.whole(JSON.parse(String(event.data)) as Raw)));
    socket.addEventListener("close", (event) => {
      this.lost(event.code === kRefused);
      if (event.code !== kRefused) setTimeout(() => this.connect(), kRetryMilliseconds);
    });
  }

  private whole(raw: Raw): FromDesk {
    if (raw.kind === "map") {
      const whole = board(raw.board as Raw);
      this.places = whole.spaces.length;
      return { ...raw, sides: (raw.sides as string[]).map(capital), board: whole, country: country((raw.country ?? {}) as Raw) } as FromDesk;
    }
    if (raw.kind === "position") return { ...raw, view: view(raw.view as Raw, this.places) } as FromDesk;
    return raw as FromDesk;
  }
}
