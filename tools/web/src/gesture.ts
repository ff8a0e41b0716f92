// What belongs to one gesture of a hand: a press, what a held key repeats, both clicks of a double
// click.

const kDoubleClick = 500; // milliseconds, as most systems have it
const kSlack = 8; // pixels that the second click may be away from the first

export class Gesture {
  private used = false;
  private x = 0;
  private y = 0;
  private began = -Infinity;

  constructor() {
    document.addEventListener("pointerdown", (event) => this.pressed(event), true);
    document.addEventListener("keydown", (event) => event.repeat || this.renew(), true);
    // A button that is pressed by a key or by what helps a person to press: no pointer was.
    document.addEventListener("click", (event) => event.detail > 0 || this.renew(), true);
  }

  /// Whether this gesture may do something: each does so once.
  once(): boolean {
    if (this.used) return false;
    this.used = true;
    return true;
  }

  private pressed(event: PointerEvent): void {
    const near = Math.hypot(event.clientX - this.x, event.clientY - this.y) <= kSlack;
    // Counted from the first press, so that who clicks on and on is heard.
    if (near && event.timeStamp - this.began < kDoubleClick) return;
    this.renew();
    this.x = event.clientX;
    this.y = event.clientY;
    this.began = event.timeStamp;
  }

  private renew(): void {
    this.used = false;
    this.began = -Infinity;
  }
}
