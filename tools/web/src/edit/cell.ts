// An input for one value of a file, with what is allowed there.

import { html } from "../dom";
import type { Allowed } from "./protocol";

const kMostWords = 24; // of a list of what is allowed that is offered
let lists = 0;

/// What is allowed, in one line.
export function allowed_words(allowed: Allowed): string {
  const parts = [allowed.type, allowed.allowed, allowed.default ? `default ${allowed.default}` : ""].filter(Boolean).join("; ");
  return [parts, allowed.help].filter(Boolean).join(": ");
}

/// The words that are offered: those of a short list of single words.
function offered(allowed: Allowed): string[] {
  const all = (allowed.allowed ?? "").split(",").map((word) => word.trim());
  const plain = all.length > 1 && all.length <= kMostWords && all.every((word) => /^[\w.-]+$/.test(word));
  return plain ? all : [];
}

export interface CellListener {
  changed(text: string): void;
}

export const kWidest = 44; // letters

/// `letters`: how many it shows. `key` names it, so that it keeps the keyboard when the table is drawn anew.
export function cell(key: string, label: string, text: string, allowed: Allowed, fixed: boolean, letters: number, listener: CellListener): HTMLElement {
  const words = offered(allowed);
  const input = html("input", {
    class: "cell", value: text, "data-cell": key, "aria-label": label, title: allowed_words(allowed), spellcheck: "false", autocomplete: "off", readonly: fixed, size: Math.max(3, Math.min(kWidest, letters)),
    change: () => input.value !== input.defaultValue && listener.changed(input.value),
    keydown: (event: KeyboardEvent) => key_in(event, input),
  });
  if (words.length === 0) return input;
  const id = `offered-${++lists}`;
  input.setAttribute("list", id);
  return html("span", { class: "offers" }, input, html("datalist", { id }, ...words.map((word) => html("option", { value: word }))));
}

function key_in(event: KeyboardEvent, input: HTMLInputElement): void {
  if (event.key === "Escape") input.value = input.defaultValue;
  if (event.key === "Enter" || event.key === "Escape") input.blur();
  if (event.key === "Enter") input.focus();
}

/// Puts the keyboard back where it was before a part of the page was drawn anew, with what was typed
/// there and not given yet.
export function keeping_focus(root: HTMLElement, draw: () => void): void {
  const active = document.activeElement;
  const before = active instanceof HTMLInputElement && root.contains(active) ? active : null;
  const key = before?.dataset.cell;
  const typed = before && before.value !== before.defaultValue ? before.value : null;
  const at = before?.selectionStart ?? null;
  draw();
  if (!key) return;
  const after = [...root.querySelectorAll<HTMLInputElement>("input[data-cell]")].find((one) => one.dataset.cell === key);
  if (!after) return;
  if (typed !== null) after.value = typed;
  after.focus({ preventScroll: true });
  if (at !== null) after.setSelectionRange(at, at);
}
