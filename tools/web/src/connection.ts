// The WebSocket to the server: the token first, then messages; it comes back by itself.

import { message as whole } from "./normalise";
import type { FromServer, ToServer } from "./protocol";

const kRetryMilliseconds = 1000;

export class Connection {
  private socket: WebSocket | null = null;
  private waiting: ToServer[] = [];
  private greeted = false;
  private places = 0;

  constructor(
    private readonly heard: (message: FromServer) => void,
    private readonly state: (connected: boolean) => void,
  ) {
    this.connect();
  }

  send(message: ToServer): void {
    if (this.greeted && this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify(message));
    else this.waiting.push(message);
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
      if (message.kind === "welcome") this.greet();
      this.heard(message);
    });
    socket.addEventListener("close", () => {
      this.greeted = false;
      this.state(false);
      setTimeout(() => this.connect(), kRetryMilliseconds);
    });
  }

  private greet(): void {
    this.greeted = true;
    this.state(true);
    for (const message of this.waiting) this.socket?.send(JSON.stringify(message));
    this.waiting = [];
  }
}

/// The token of this start: handed over in the address, kept for reloads of the tab.
function token(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("t");
  if (given) sessionStorage.setItem("token", given);
  return given ?? sessionStorage.getItem("token") ?? "";
}
