// What fingers and mouse do on the map: pan, zoom by wheel or two fingers, click, drag a stack, rest.

import type { Camera } from "./camera";
import type { Point } from "./protocol";

const kSlack = 6; // pixels that a click may wander
const kWheel = 0.0015; // zoom to a pixel of the wheel, in natural logarithms
const kRestMilliseconds = 600; // over a stack, until it fans out

export interface GestureListener {
  placeAt(at: Point): number;
  /// Whether a stack may be dragged from there.
  movable(place: number): boolean;
  clicked(place: number, right: boolean): void;
  dragging(from: number, at: Point): void;
  dropped(from: number, to: number): void;
  rested(place: number): void;
  /// The pointer has come over a place; -1: it has left them all.
  over(place: number): void;
}

export class Gestures {
  private readonly pointers = new Map<number, PointerEvent>();
  private walked = 0;
  private pressed = -1; // place where the pointer went down
  private drags = false;
  private rest = 0;
  private over = -1;

  constructor(
    root: SVGSVGElement,
    private readonly camera: Camera,
    private readonly listener: GestureListener,
  ) {
    root.addEventListener("wheel", (event) => {
      event.preventDefault();
      camera.zoomBy(Math.exp(-event.deltaY * kWheel), this.at(event));
    }, { passive: false });
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.up(event));
    root.addEventListener("pointerleave", () => this.rests(-1));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  private at(event: MouseEvent): Point {
    return this.camera.toBoard(event.clientX, event.clientY);
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, event);
    this.walked = 0;
    this.pressed = this.listener.placeAt(this.at(event));
    this.drags = this.pointers.size === 1 && event.button === 0 && this.listener.movable(this.pressed);
    this.rests(-1);
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.rests(this.listener.placeAt(this.at(event)));
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) return this.pinch(before, event);
    this.walked += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (this.walked <= kSlack) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (this.drags) this.listener.dragging(this.pressed, this.at(event));
    else this.camera.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }

  private pinch(before: PointerEvent, event: PointerEvent): void {
    const [, other] = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)!;
    const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
    const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
    if (was > 0) this.camera.zoomBy(is / was, this.camera.toBoard((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2));
    this.walked = Infinity;
    this.drags = false;
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    const place = this.listener.placeAt(this.at(event));
    const moved = this.walked > kSlack;
    if (this.drags && moved) this.listener.dropped(this.pressed, event.type === "pointerup" ? place : -1);
    else if (event.type === "pointerup" && !moved && place >= 0) this.listener.clicked(place, event.button === 2);
    this.drags = false;
  }

  /// The pointer lies over a place without pressing; -1: nowhere.
  private rests(place: number): void {
    if (place === this.over) return;
    this.over = place;
    this.listener.over(place);
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.listener.rested(place), kRestMilliseconds);
  }
}
