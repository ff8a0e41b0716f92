// Numbers of rules are links: the rule opens in our words beside what it was applied to.

import { clear, html } from "./dom";
import { capital } from "./normalise";
import type { FromServer } from "./protocol";

const kNumber = /\b\d{1,2}(?:\.\d+)+[a-z]?(?![\d.%-])|\b[A-Z]-\d+\b/g;
const kLongestName = 40; // letters of a rule that has a name instead of a number

function link(number: string): HTMLElement {
  return html("button", { class: "rule-link", type: "button", "data-rule": number, "aria-label": `Rule ${number}` }, number);
}

/// What stands between numbers, and the numbers as links.
function linked(text: string): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const found of text.matchAll(kNumber)) {
    parts.push(text.slice(end, found.index), link(found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

/// A sentence; the numbers that stand in brackets in it are links.
export function with_rules(sentence: string): (string | HTMLElement)[] {
  return sentence.split(/(\([^()]*\))/).flatMap((part) => (part.startsWith("(") ? linked(part) : [part])).filter(Boolean);
}

/// The rule that something cites: numbers, or a name.
export function cited(rule: string): (string | HTMLElement)[] {
  if (!rule) return [];
  return /\d\.\d|[A-Z]-\d/.test(rule) || rule.length > kLongestName ? linked(rule) : [link(rule)];
}

/// A sentence without what is cited at its end, and that.
export function before_rule(sentence: string): [string, string] {
  const found = /^(.*\S)( \([^()]*\d[^()]*\))$/.exec(sentence);
  return found ? [found[1]!, found[2]!] : [sentence, ""];
}

export class RuleCard {
  readonly root = html("section", { class: "rule-card", role: "region", "aria-label": "The rule", hidden: true });
  private applied = ""; // the sentence that cites it
  private before: Element | null = null;

  /// A link of a rule was pressed. `ask`: for what is known of it.
  constructor(private readonly ask: (number: string) => void) {
    document.addEventListener("click", (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>("[data-rule]");
      if (pressed) this.open(pressed);
    });
  }

  private open(pressed: HTMLElement): void {
    this.before = pressed;
    const sentence = pressed.closest("p, li, tr, .notice")?.textContent?.trim() ?? "";
    if (!this.root.contains(pressed)) this.applied = sentence;
    this.ask(pressed.dataset.rule!);
  }

  came_in({ number, lines }: Extract<FromServer, { kind: "rule" }>): void {
    clear(this.root);
    const rulings = lines.filter((line) => line.name);
    const values = lines.filter((line) => !line.name);
    const close = html("button", { class: "plain", id: "rule-close", click: () => this.close() }, "Close", html("kbd", {}, "Esc"));
    this.root.append(
      html("header", {}, html("h2", {}, /\d/.test(number) ? `Rule ${number}` : capital(number)), close),
      this.applied ? html("p", { class: "applied" }, "Here: ", this.applied) : "",
      values.length ? html("table", {}, html("caption", {}, "In this game"), html("tbody", {}, ...values.map((line) => html("tr", {}, html("td", {}, capital(line.words)), html("td", { class: "number" }, line.value))))) : "",
      rulings.length ? html("h3", {}, "How its doubtful places are read") : "",
      ...rulings.map((line) => html("p", {}, html("b", {}, `${line.name} `), line.words)),
      lines.length ? "" : html("p", {}, "Nothing is noted on it beyond what the page asks and tells: your copy of the rules has it."));
    this.root.hidden = false;
    close.focus({ preventScroll: true });
  }

  /// False: it was not open.
  close(): boolean {
    if (this.root.hidden) return false;
    this.root.hidden = true;
    if (this.before instanceof HTMLElement && this.before.isConnected) this.before.focus({ preventScroll: true });
    return true;
  }
}
