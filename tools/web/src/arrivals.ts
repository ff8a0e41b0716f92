// Who is due to come, turn by turn.

import { html } from "./dom";
import type { Arrival, Board } from "./protocol";

export function arrivals(due: Arrival[], turn: number, board: Board, sides: string[], go: (place: number) => void): HTMLElement[] {
  const turns = [...new Set(due.map((arrival) => arrival.turn))].sort((a, b) => a - b);
  return turns.map((at) => html("section", { class: "due" },
    html("h2", {}, `Turn ${at}`, html("span", {}, at <= turn ? " now" : at === turn + 1 ? " next turn" : ` in ${at - turn} turns`)),
    ...due.filter((arrival) => arrival.turn === at).map((arrival) => html("p", { class: `side-${arrival.side === 1 ? "b" : arrival.side === 0 ? "a" : "none"}` },
      html("b", {}, arrival.side >= 0 ? `${sides[arrival.side]} ` : ""), arrival.units.join(", "), ...where(arrival.where, board, go)))));
}

/// " in Riga, Dünaburg", each place that the board knows a button to look there.
function where(words: string, board: Board, go: (place: number) => void): (HTMLElement | string)[] {
  const parts = words.replace(/^in /, "").split(", ").filter((part) => part !== "");
  return parts.flatMap((part, i) => {
    const place = board.spaces.findIndex((space) => [space.id, space.name, `${space.id} ${space.name}`].includes(part));
    const name = board.spaces[place]?.name || part.replace(/^h(?=\d)/, "");
    return [i === 0 ? " in " : ", ", place < 0 ? part : html("button", { class: "told-place", click: () => go(place) }, name)];
  });
}
