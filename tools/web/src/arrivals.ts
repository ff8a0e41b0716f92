// Who is due to come, turn by turn.

import { html } from "./dom";
import type { Arrival, Board } from "./protocol";

const kPlacesNamed = 4;

export function arrivals(due: Arrival[], turn: number, board: Board, sides: string[], go: (place: number) => void): HTMLElement[] {
  const turns = [...new Set(due.map((arrival) => arrival.turn))].sort((a, b) => a - b);
  return turns.map((at) => html("section", { class: "due" },
    html("h2", {}, `Turn ${at}`, html("span", {}, at <= turn ? " now" : at === turn + 1 ? " next turn" : ` in ${at - turn} turns`)),
    ...due.filter((arrival) => arrival.turn === at).map((arrival) => html("p", { class: `side-${arrival.side === 1 ? "b" : arrival.side === 0 ? "a" : "none"}` },
      html("b", {}, arrival.side >= 0 ? `${sides[arrival.side]} ` : ""), arrival.units.join(", "), ...where(arrival.places, board, go),
      arrival.rule ? html("span", { class: "rule" }, ` ${arrival.rule}`) : null))));
}

/// ", at Riga or Dünaburg", each a button to look there.
function where(places: number[], board: Board, go: (place: number) => void): (HTMLElement | string)[] {
  const name = (place: number): string => board.spaces[place]?.name || board.spaces[place]?.id.replace(/^h(?=\d)/, "") || "";
  const named = places.slice(0, kPlacesNamed).flatMap((place, i) => [i === 0 ? ", at " : " or ", html("button", { class: "told-place", click: () => go(place) }, name(place))]);
  return places.length > kPlacesNamed ? [...named, ` or ${places.length - kPlacesNamed} more places`] : named;
}
