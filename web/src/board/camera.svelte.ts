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
  touched = $state(false);

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

  /** The part of the window that no panel covers. */
  get free(): Box {
    const { top, right, bottom, left } = this.inset;
    return {
      x: left,
      y: top,
      width: Math.max(0, this.width - left - right),
      height: Math.max(0, this.height - top - bottom),
    };
  }

  /** The scale at which a box of the board fills the free part, with some pixels left around it. */
  scaleFor(box: Box, room = 0): number {
    const { width, height } = this.free;
    const scale = Math.min((width - 2 * room) / box.width, (height - 2 * room) / box.height);
    return clamp(scale, SMALLEST, FITTED * this.unit);
  }

  /** Show all of a box. */
  fit(box: Box, glide = 0): void {
    this.#glide(box.x + box.width / 2, box.y + box.height / 2, this.scaleFor(box), glide);
    this.touched = false;
  }

  /**
   * Have all of a box in sight, with some pixels around it, at this scale or at the largest that leaves room
   * for it. Its middle stays where it is on the screen as far as that goes.
   */
  reveal(box: Box, room: number, scale = this.scale, glide = 0): void {
    const to = Math.min(scale, this.scaleFor(box, room));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = this.toScreen(x, y);
    const { free } = this;
    const [wide, high] = [room + (box.width / 2) * to, room + (box.height / 2) * to];
    const dx = within(at.x, free.x + wide, free.x + free.width - wide);
    const dy = within(at.y, free.y + high, free.y + free.height - high);
    if (to === this.scale && dx === at.x && dy === at.y) return;
    const { x: cx, y: cy } = this.centre;
    this.#glide(x + (cx - dx) / to, y + (cy - dy) / to, to, glide);
  }

  /** Whether all of a box is in sight, clear of the panels. */
  holds(box: Box): boolean {
    const { free } = this;
    const low = this.toScreen(box.x, box.y);
    const high = this.toScreen(box.x + box.width, box.y + box.height);
    return (
      low.x >= free.x - 1 &&
      low.y >= free.y - 1 &&
      high.x <= free.x + free.width + 1 &&
      high.y <= free.y + free.height + 1
    );
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
