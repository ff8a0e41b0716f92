// What lies over the map for a while: a battle, the review, the picture of a campaign.

import { clear, html } from "./dom";

export interface DialogButton {
  words: string;
  key: string; // "Enter", "Esc" or "Space"
  act: () => void; // after the dialog has closed, unless it stays
  stays?: boolean;
}

export class Dialog {
  readonly root = html("div", { class: "veil", hidden: true });
  /// Hears of it when it opens.
  opened = (): void => {};
  /// Likewise when it has closed.
  closed = (): void => {};
  private readonly body = html("div", { class: "dialog-body" });
  private buttons: DialogButton[] = [];
  private before: Element | null = null;

  /// The last button is the main one; Enter presses it.
  show(title: string, buttons: DialogButton[], ...content: (Node | null)[]): void {
    if (this.root.hidden) this.before = document.activeElement;
    this.buttons = buttons;
    clear(this.root);
    clear(this.body);
    for (const part of content) if (part) this.body.append(part);
    const row = buttons.map((button, i) => html("button", { class: i + 1 === buttons.length ? "main" : "plain", click: () => this.press(button) }, button.words, html("kbd", {}, button.key)));
    this.root.append(html("div", { class: "dialog", role: "dialog", "aria-modal": "true", "aria-label": title }, html("h2", {}, title), this.body, html("footer", {}, ...row)));
    this.root.hidden = false;
    this.opened();
    row[row.length - 1]!.focus({ preventScroll: true });
    this.root.scrollTop = 0;
  }

  /// Other content under the same title and buttons.
  update(...content: Node[]): void {
    if (!this.open) return;
    this.body.replaceChildren(...content);
  }

  /// As by the key that leaves it. False: there is none.
  leave(): boolean {
    return this.open && this.key("Escape");
  }

  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus();
    this.closed();
  }

  /// Whether the key belongs to a button.
  key(key: string): boolean {
    const name = key === " " ? "Space" : key === "Escape" ? "Esc" : key;
    const button = this.buttons.find((one) => one.key === name) ?? (name === "Esc" ? this.buttons[this.buttons.length - 1] : undefined);
    if (button) this.press(button);
    return button !== undefined;
  }

  get open(): boolean {
    return !this.root.hidden;
  }

  private press(button: DialogButton): void {
    if (!button.stays) this.close();
    button.act();
  }
}
