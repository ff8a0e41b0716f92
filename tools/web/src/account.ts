// The victory account: if play ended now, line by line, and what each side lacks.

import { html } from "./dom";
import { cited } from "./rules";
import type { AccountLine, Board, View } from "./protocol";

const kSudden = "sudden death:"; // how lines begin that would end the game at once

const of_side = (lines: AccountLine[], side: number): AccountLine[] => lines.filter((line) => line.side === side && line.points !== 0);
const sum = (lines: AccountLine[]): number => lines.reduce((all, line) => all + line.points, 0);

/// Places that would turn the account if `side` took them, the fewest first; empty: no number of
/// places alone would.
function turning(account: AccountLine[], board: Board, side: number, behind: number): string[] {
  const names = board.spaces.filter((space) => space.points !== 0 && space.name).map((space) => space.name);
  const open = account.filter((line) => line.side !== side && line.points > 0 && names.some((name) => line.words.includes(name))).sort((a, b) => b.points - a.points);
  const needed: string[] = [];
  for (const line of open) {
    if (behind < 0) break;
    needed.push(line.words);
    behind -= line.side >= 0 ? 2 * line.points : line.points; // what one side loses the other gains
  }
  return behind < 0 ? needed : [];
}

function column(name: string, side: number, lines: AccountLine[]): HTMLElement {
  return html("table", { class: `account side-${side === 1 ? "b" : "a"}` },
    html("thead", {}, html("tr", {}, html("th", {}, name), html("th", { class: "number" }, String(sum(lines))))),
    html("tbody", {}, ...lines.map((line) => html("tr", {}, html("td", {}, line.words, line.rule ? html("span", { class: "rule" }, " ", ...cited(line.rule)) : null), html("td", { class: "number" }, String(line.points))))));
}

/// `seat` is 0 or 1.
export function account(view: View, board: Board, sides: string[], seat: number): HTMLElement[] {
  const mine = of_side(view.account, seat);
  const theirs = of_side(view.account, 1 - seat);
  const lead = sum(mine) - sum(theirs);
  const sudden = view.account.filter((line) => line.words.startsWith(kSudden));
  const open = view.account.filter((line) => (line.side < 0 || line.points === 0) && !sudden.includes(line));
  const needed = turning(view.account, board, seat, -lead);
  const lost = turning(view.account, board, 1 - seat, lead);
  const words = lead === 0 ? "Nobody leads." : lead > 0 ? `You lead by ${lead}.` : `You are ${-lead} behind.`;
  return [
    html("h2", {}, "If play ended now"),
    html("div", { class: "accounts" }, ...sides.map((name, side) => column(name, side, side === seat ? mine : theirs))),
    html("p", { class: "verdict" }, html("b", {}, words), lead <= 0 && needed.length ? ` Enough to lead: ${needed.join(", ")}.` : "", lead > 0 && lost.length ? ` Lost if the enemy takes ${lost.join(", ")}.` : ""),
    ...sudden.map((line) => html("p", { class: "sudden" }, html("b", {}, "Sudden death:"), line.words.slice(kSudden.length), line.rule ? html("span", { class: "rule" }, " ", ...cited(line.rule)) : null)),
    ...(open.length ? [html("p", { class: "rule" }, `Nobody's yet: ${open.map((line) => line.words).join("; ")}.`)] : []),
  ];
}
