/**
 * Where the board is on the screen. The drawing is made at one scale (`drawn`) and moved by the compositor;
 * only when zooming has come to rest is it drawn anew, sharp, at the scale reached.
 */
import type { Box, Cell } from './geometry';

/** Pixels a cell: the limits of zooming. */
export const SMALLEST = 8;
export const LARGEST = 160;
/** No larger than this when everything is fitted, in units: two tiles should not fill a whole screen. */
const FITTED = 84;

export interface Point {
  x: number;
  y: number;
}

export class Camera {
  /** The size of the window on the board. */
  width = $state(0);
  height = $state(0);
  /** Pixels a pixel of the design has: more on screens so large that everything grows. */
  unit = $state(1);
  /** Parts of it covered by panels: what is fitted stays clear of them. */
  inset = $state.raw({ top: 0, right: 0, bottom: 0, left: 0 });
  /** Where the board's origin is on the screen, and how many pixels a cell has. */
  x = $state(0);
  y = $state(0);
  scale = $state(60);
  /** The scale the drawing was made at. */
  drawn = $state(60);
  /** Whether a person has moved it: from then on it stays where they put it. */
  touched = false;

  #rest: ReturnType<typeof setTimeout> | undefined;
  #flight = 0;

  toScreen(x: number, y: number): Point {
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  /** A point of the screen in cells. */
  toBoard(point: Point): Point {
    return { x: (point.x - this.x) / this.scale, y: (point.y - this.y) / this.scale };
  }

  cellAt(point: Point): Cell {
    const { x, y } = this.toBoard(point);
    return [Math.floor(x), Math.floor(y)];
  }

  pan(dx: number, dy: number): void {
    this.#land();
    this.touched = true;
    this.x += dx;
    this.y += dy;
  }

  /** Zoom by a factor about a point of the screen, which stays where it is. */
  zoom(factor: number, about: Point): void {
    this.#land();
    this.touched = true;
    const scale = clamp(this.scale * factor, SMALLEST, LARGEST * this.unit);
    this.x = about.x - ((about.x - this.x) * scale) / this.scale;
    this.y = about.y - ((about.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#redrawSoon();
  }

  /** The free middle of the window. */
  get centre(): Point {
    const { top, right, bottom, left } = this.inset;
    return { x: (left + this.width - right) / 2, y: (top + this.height - bottom) / 2 };
  }

  /** The window has another size: what was in the middle stays there. */
  resized(before: Point): void {
    this.#land();
    this.x += this.centre.x - before.x;
    this.y += this.centre.y - before.y;
  }

  /** Show all of a box. */
  fit(box: Box, glide = 0): void {
    const { top, right, bottom, left } = this.inset;
    const scale = Math.min(
      (this.width - left - right) / (box.width + 2.4),
      (this.height - top - bottom) / (box.height + 2.4),
    );
    this.#glide(
      box.x + box.width / 2,
      box.y + box.height / 2,
      clamp(scale, SMALLEST, FITTED * this.unit),
      glide,
    );
    this.touched = false;
  }

  /** Bring a point of the board into the middle. */
  show(x: number, y: number, glide = 0): void {
    this.#glide(x, y, this.scale, glide);
  }

  /** Move as little as is needed to have a point of the board in sight, with a margin in pixels. */
  reveal(x: number, y: number, margin: number, glide = 0): void {
    const at = this.toScreen(x, y);
    const { top, right, bottom, left } = this.inset;
    const dx = within(at.x, left + margin, this.width - right - margin) - at.x;
    const dy = within(at.y, top + margin, this.height - bottom - margin) - at.y;
    if (!dx && !dy) return;
    const { x: cx, y: cy } = this.toBoard({ x: this.centre.x - dx, y: this.centre.y - dy });
    this.#glide(cx, cy, this.scale, glide);
  }

  /** Enlarge to a scale about a point of the board, which stays in its place if that keeps its margin. */
  enlarge(x: number, y: number, scale: number, margin: number, glide = 0): void {
    const at = this.toScreen(x, y);
    const { top, right, bottom, left } = this.inset;
    const to = {
      x: within(at.x, left + margin, this.width - right - margin),
      y: within(at.y, top + margin, this.height - bottom - margin),
    };
    const { x: cx, y: cy } = this.centre;
    this.#glide(x + (cx - to.x) / scale, y + (cy - to.y) / scale, scale, glide);
  }

  /** Whether a point of the board can be seen, clear of the panels. */
  sees(x: number, y: number, margin = 0): boolean {
    const at = this.toScreen(x, y);
    const { top, right, bottom, left } = this.inset;
    return (
      at.x >= left + margin &&
      at.x <= this.width - right - margin &&
      at.y >= top + margin &&
      at.y <= this.height - bottom - margin
    );
  }

  /** Move so that a board point comes to the middle, over some milliseconds. */
  #glide(x: number, y: number, scale: number, duration: number): void {
    this.#land();
    const from = { x: this.x, y: this.y, scale: this.scale };
    const { x: cx, y: cy } = this.centre;
    const to = { x: cx - x * scale, y: cy - y * scale, scale };
    const start = performance.now();
    const step = (now: number): void => {
      const part = duration > 0 ? clamp((now - start) / duration, 0, 1) : 1;
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (to.x - from.x) * eased;
      this.y = from.y + (to.y - from.y) * eased;
      this.scale = from.scale + (to.scale - from.scale) * eased;
      if (part < 1) this.#flight = requestAnimationFrame(step);
      else this.drawn = this.scale;
    };
    step(start);
  }

  #land(): void {
    if (this.#flight) cancelAnimationFrame(this.#flight);
    this.#flight = 0;
  }

  #redrawSoon(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => (this.drawn = this.scale), 140);
  }
}

/** Between two bounds, or in the middle where they leave no room. */
const within = (value: number, low: number, high: number): number =>
  low > high ? (low + high) / 2 : clamp(value, low, high);

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
