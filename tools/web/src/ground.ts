// The ground of the map: sharp lines while it rests, a bitmap of them while it is moved. The lines
// are many, and to draw them anew wherever a gesture leads would hold it up.

import { html, svg } from "./dom";

const kMostPixels = 8_000_000; // of the bitmap: 32 MB
const kSharpness = 2; // pixels of the bitmap to one of the screen, of the whole map
const kWorthwhile = 1.1; // times as sharp, for the bitmap to be drawn anew

export class Ground {
  readonly bitmap = html("canvas", { class: "ground-bitmap", "aria-hidden": "true" });
  readonly lines: SVGSVGElement;
  private readonly source = new Image();
  private ready = false;
  private drawn = 0; // pixels of the bitmap to a unit of the board
  private wanted = 0;

  /// `address`: of a picture as large as the board.
  constructor(
    address: string,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.lines = svg("svg", { class: "ground-lines", "aria-hidden": "true" }, svg("image", { width, height, href: address }));
    this.source.src = address;
    this.source.decode().then(() => {
      this.ready = true;
      this.draw();
    }, () => undefined); // without a bitmap the lines are moved
  }

  /// Where the board's corner lies in the window, in pixels, and how many of them there are to its unit.
  place(x: number, y: number, scale: number): void {
    const { style } = this.bitmap;
    style.width = `${scale * this.width}px`;
    style.height = `${scale * this.height}px`;
    style.transform = `translate(${x}px, ${y}px)`;
  }

  /// Draws the bitmap for a whole map of so many pixels to a unit, where the one there is is coarser.
  prepare(scale: number): void {
    const most = Math.sqrt(kMostPixels / (this.width * this.height));
    this.wanted = Math.min(most, kSharpness * scale * window.devicePixelRatio);
    if (this.ready && this.wanted > this.drawn * kWorthwhile) this.draw();
  }

  private draw(): void {
    this.drawn = this.wanted;
    this.bitmap.width = Math.round(this.drawn * this.width);
    this.bitmap.height = Math.round(this.drawn * this.height);
    this.bitmap.getContext("2d")?.drawImage(this.source, 0, 0, this.bitmap.width, this.bitmap.height);
    this.bitmap.parentElement?.classList.add("drawn");
  }
}
