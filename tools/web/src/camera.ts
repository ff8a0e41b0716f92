// What of the board is seen. During a gesture the drawn map is only moved as a picture, which the
// compositor does by itself, and its ground as a bitmap; when it ends, the map is drawn anew where it
// became larger or smaller.

import type { Ground } from "./ground";
import type { Point } from "./protocol";

const kSmallest = 0.8;
const kLargest = 4;
const kSameSize = 1e-6;
const kRestMilliseconds = 180; // without a gesture, until the map is drawn anew
const kSharpMilliseconds = 400; // at rest, until its ground is sharp again
const kLongestGesture = 3_600_000; // milliseconds

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/// Zoom, and the corner of what is seen as shares of the board.
export interface Seen {
  zoom: number;
  x: number;
  y: number;
}

export class Camera {
  zoom = 1;
  private frame: Frame;
  private drawn: Frame;
  private timer = 0;
  private sharpening = 0;
  private motion: Animation | null = null; // while a gesture lasts

  /// `plane` is what moves: it holds the picture and the ground beneath it.
  constructor(
    private readonly plane: HTMLElement,
    private readonly picture: SVGSVGElement,
    private readonly ground: Ground,
    private readonly width: number,
    private readonly height: number,
    private readonly settled: () => void,
  ) {
    this.frame = this.drawn = { x: 0, y: 0, width, height };
    this.settle();
    window.addEventListener("beforeprint", () => this.whole());
    new ResizeObserver(() => this.settle()).observe(plane);
  }

  /// Pixels of the screen to a unit of the board.
  get scale(): number {
    return this.scaleOf(this.frame);
  }

  private box(): DOMRect {
    return (this.plane.parentElement ?? this.plane).getBoundingClientRect();
  }

  private scaleOf(frame: Frame, box = this.box()): number {
    return Math.min(box.width / frame.width, box.height / frame.height) || 1;
  }

  /// Where a point of the board stands in the window.
  toWindow(at: Point): Point {
    const box = this.box();
    const k = this.scaleOf(this.frame, box);
    return {
      x: box.left + (box.width - k * this.frame.width) / 2 + (at.x - this.frame.x) * k,
      y: box.top + (box.height - k * this.frame.height) / 2 + (at.y - this.frame.y) * k,
    };
  }

  toBoard(x: number, y: number): Point {
    const zero = this.toWindow({ x: 0, y: 0 });
    return { x: (x - zero.x) / this.scale, y: (y - zero.y) / this.scale };
  }

  /// Moves the picture by pixels.
  pan(dx: number, dy: number): void {
    const k = this.scale;
    this.frame = { ...this.frame, x: this.frame.x - dx / k, y: this.frame.y - dy / k };
    this.move();
  }

  /// Larger by a factor about a point of the board that stays where it is.
  zoomBy(factor: number, about?: Point): void {
    const before = this.zoom;
    this.zoom = Math.min(kLargest, Math.max(kSmallest, this.zoom * factor));
    const share = before / this.zoom;
    const at = about ?? { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 };
    this.frame = {
      x: at.x - (at.x - this.frame.x) * share,
      y: at.y - (at.y - this.frame.y) * share,
      width: this.width / this.zoom,
      height: this.height / this.zoom,
    };
    this.move();
  }

  /// What is seen of the board, to be seen again on another map of it.
  get seen(): Seen {
    return { zoom: this.zoom, x: this.frame.x / this.width, y: this.frame.y / this.height };
  }

  look_at({ zoom, x, y }: Seen): void {
    this.zoom = zoom;
    this.frame = { x: x * this.width, y: y * this.height, width: this.width / zoom, height: this.height / zoom };
    this.settle();
  }

  whole(): void {
    this.zoom = 1;
    this.frame = { x: 0, y: 0, width: this.width, height: this.height };
    this.settle();
  }

  centreOn(at: Point): void {
    if (this.zoom <= 1) return;
    this.frame = { ...this.frame, x: at.x - this.frame.width / 2, y: at.y - this.frame.height / 2 };
    this.move();
  }

  /// Moves only where the point is not seen.
  reveal(at: Point): void {
    const { x, y, width, height } = this.frame;
    if (at.x < x || at.x > x + width || at.y < y || at.y > y + height) this.centreOn(at);
  }

  /// Where a frame shows the board's corner, in pixels of the box, and how many there are to a unit.
  private cornerOf({ x, y, width, height }: Frame, box: DOMRect): Point & { scale: number } {
    const scale = this.scaleOf({ x, y, width, height }, box);
    return { x: (box.width - scale * width) / 2 - scale * x, y: (box.height - scale * height) / 2 - scale * y, scale };
  }

  private move(): void {
    const box = this.box();
    const from = this.cornerOf(this.drawn, box);
    const to = this.cornerOf(this.frame, box);
    const grown = to.scale / from.scale;
    const transform = `translate(${to.x - grown * from.x}px, ${to.y - grown * from.y}px) scale(${grown})`;
    this.plane.classList.add("moves");
    this.hold(transform);
    clearTimeout(this.timer);
    // Moved without being larger or smaller, the picture is as good as drawn anew.
    this.timer = window.setTimeout(() => (Math.abs(grown - 1) > kSameSize ? this.settle() : this.rest(transform)), kRestMilliseconds);
  }

  /// Shows the picture moved. An animation that stands still: of what is animated browsers take it
  /// that it may move, and do not sort all that is drawn into layers anew at every step.
  private hold(transform: string): void {
    const still = [{ transform }, { transform }];
    if (this.motion) (this.motion.effect as KeyframeEffect).setKeyframes(still);
    else this.motion = this.plane.animate(still, { duration: kLongestGesture, fill: "both" });
  }

  private rest(transform: string): void {
    this.plane.style.transform = transform;
    this.motion?.cancel();
    this.motion = null;
    clearTimeout(this.sharpening);
    this.sharpening = window.setTimeout(() => this.motion || this.plane.classList.remove("moves"), kSharpMilliseconds);
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.drawn = this.frame;
    this.rest("");
    for (const one of [this.picture, this.ground.lines]) one.setAttribute("viewBox", `${this.frame.x} ${this.frame.y} ${this.frame.width} ${this.frame.height}`);
    const { x, y, scale } = this.cornerOf(this.frame, this.box());
    this.ground.place(x, y, scale);
    this.ground.prepare(scale / this.zoom);
    this.settled();
  }
}
