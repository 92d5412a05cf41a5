/** Mouse, fingers and pen on the board: panning, pinching, pointing, tapping, and dragging a tile. */
import type { Point } from '@/board/camera.svelte';
import type { Cell } from '@/board/geometry';
import type { Play } from '../play/play.svelte';

/** What a pointer needs of the play, to look at it and to act. */
export type Pointed = Pick<
  Play,
  'camera' | 'framing' | 'placing' | 'arrivals' | 'tool' | 'dragged' | 'pick' | 'turn' | 'press'
>;

/** A movement shorter than this is a click or a tap, not a pan. */
const STILL = { mouse: 5, pen: 9, touch: 10 };
/** While dragged, a tile rides this far above the finger, so that it can be seen. */
const LIFT = 72;
/** This near to the edge of the board, a drag pans it. */
const EDGE = 48;
/** How far from a cell that fits the pointer may be to mean it: in cells, or in pixels where cells are tiny. */
const REACH = 0.95;
const REACH_PIXELS = 22;

/** Two taps as near to each other, and as soon after one another, as this are a double tap. */
const TWICE = { pixels: 24, milliseconds: 350 };

type Kind = keyof typeof STILL;

interface Finger extends Point {
  start: Point;
  kind: Kind;
  button: number;
}

export class Pointer {
  #fingers = new Map<number, Finger>();
  #panning = false;
  #dragging = false;
  /** Out of the hand a tile comes over an edge: only once it was clear of it does an edge pan the board. */
  #clear = false;
  #edge = 0;
  /** The tap before this one, and whether it pinned the ghost. */
  #before = { x: 0, y: 0, when: -Infinity, pinned: false };

  constructor(
    readonly play: Pointed,
    readonly field: HTMLElement,
  ) {}

  down(event: PointerEvent): void {
    const at = this.#at(event);
    this.play.arrivals.land();
    this.play.tool = tool(event);
    // Ctrl and a click are a Mac's right click.
    const button = event.button === 0 && event.ctrlKey ? 2 : event.button;
    this.#fingers.set(event.pointerId, { ...at, start: at, kind: kind(event), button });
    this.field.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    if (this.#fingers.size === 1) {
      this.#panning = false;
      this.#dragging = false;
    } else this.#panning = true;
  }

  move(event: PointerEvent): void {
    const at = this.#at(event);
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) {
      this.play.placing.hover(this.#snap(at));
      return;
    }
    const [before, ...others] = [
      { ...finger },
      ...[...this.#fingers.values()].filter((one) => one !== finger),
    ];
    Object.assign(finger, at);
    if (others[0]) return this.#pinch(before!, at, others[0]);
    if (!this.#panning && !this.#dragging) {
      if (Math.hypot(at.x - finger.start.x, at.y - finger.start.y) < STILL[finger.kind]) return;
      if (this.#onGhost(finger.start) && finger.button === 0) this.#lift();
      else this.#panning = true;
    }
    if (this.#dragging) this.#carry(at, finger.kind);
    else this.play.camera.pan(at.x - before!.x, at.y - before!.y);
  }

  up(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    this.#fingers.delete(event.pointerId);
    if (!finger) return;
    if (this.#dragging) this.#drop();
    else if (!this.#panning && event.type === 'pointerup') this.#tap(finger, event.timeStamp);
  }

  leave(): void {
    if (this.#fingers.size === 0) this.play.placing.hover(undefined);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    // Lines and pages as some mice send them, in pixels.
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode]!;
    this.play.camera.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) / 420), this.#at(event));
  }

  /** A tile is dragged out of the hand; until it has moved, it may still become a click. */
  grab(event: PointerEvent, tile: number, face: number): void {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const id = event.pointerId;
    const move = (next: PointerEvent): void => {
      if (next.pointerId !== id) return;
      const far = Math.hypot(next.clientX - start.x, next.clientY - start.y);
      if (!this.#dragging && far < STILL[kind(next)]) return;
      if (!this.#dragging) {
        this.play.tool = tool(next);
        this.play.pick(tile, face);
        this.#lift();
        this.#clear = false;
      }
      this.#carry(this.#at(next), kind(next));
    };
    const up = (next: PointerEvent): void => {
      if (next.pointerId !== id) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      if (this.#dragging) this.#drop();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  #at(event: MouseEvent): Point {
    const box = this.field.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The cell under a point, or one close by where the tile fits. */
  #snap(point: Point): Cell {
    const { camera, placing } = this.play;
    const cell = camera.cellAt(point);
    if (placing.covers(cell)) return cell;
    const { x, y } = camera.toBoard(point);
    let [best, least]: [Cell, number] = [cell, Math.max(REACH, REACH_PIXELS / camera.scale)];
    for (const near of placing.cells) {
      const far = Math.hypot(near[0] + 0.5 - x, near[1] + 0.5 - y);
      if (far < least) [best, least] = [near, far];
    }
    return best;
  }

  #onGhost(point: Point): boolean {
    const { camera, placing } = this.play;
    return placing.onGhost(camera.cellAt(point));
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const { camera } = this.play;
    const apart = (point: Point): number => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const centre = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    camera.zoom(apart(now) / apart(before), centre);
  }

  #tap({ x, y, kind, button }: Finger, when: number): void {
    if (button === 1 || button === 2) return this.play.turn(1);
    const point = { x, y };
    const { placing, framing, camera } = this.play;
    const before = this.#before;
    const near = Math.hypot(x - before.x, y - before.y);
    const still = before.pinned && placing.pinned && near < STILL[kind];
    const twice = near < TWICE.pixels && when - before.when < TWICE.milliseconds;
    this.#before = { x, y, when, pinned: false };
    // A pinned ghost is meant when it is hit, and when the same spot is hit again though the board has moved.
    if (still) return this.play.press(placing.cell!);
    if (this.#onGhost(point)) return this.play.press(camera.cellAt(point));
    // Fingers snap, a mouse has already shown its ghost.
    if (kind !== 'mouse' || placing.pinned) placing.cell = undefined;
    const cell = this.#snap(point);
    if (twice && !placing.covers(cell)) return framing.closer(point);
    this.play.press(cell);
    this.#before.pinned = placing.pinned;
  }

  #lift(): void {
    this.#dragging = true;
    this.#clear = true;
    this.play.placing.pinned = false;
  }

  #carry(at: Point, kind: Kind): void {
    const point = kind === 'touch' ? { x: at.x, y: at.y - LIFT } : at;
    this.play.dragged = point;
    this.play.placing.hover(this.#covered(point) ? undefined : this.#snap(point));
    cancelAnimationFrame(this.#edge);
    this.#edge = 0;
    this.#panAtEdge(at, kind);
  }

  /** Whether a point is behind the hand or the log: a tile that is brought back there is put back. */
  #covered({ x, y }: Point): boolean {
    const { width, height, inset } = this.play.camera;
    return y > height - inset.bottom || x > width - inset.right;
  }

  #panAtEdge(at: Point, kind: Kind): void {
    const { camera } = this.play;
    const { top, right, bottom, left } = camera.inset;
    const inside = at.x > 0 && at.x < camera.width && at.y > 0 && at.y < camera.height - bottom;
    if (!inside) return;
    const push = (value: number, low: number, high: number): number =>
      value < low + EDGE ? 6 : value > high - EDGE ? -6 : 0;
    const dx = push(at.x, left, camera.width - right);
    const dy = push(at.y, top, camera.height - bottom);
    if (!dx && !dy) this.#clear = true;
    if ((!dx && !dy) || !this.#clear) return;
    camera.pan(dx, dy);
    this.#edge = requestAnimationFrame(() => this.#dragging && this.#carry(at, kind));
  }

  #drop(): void {
    cancelAnimationFrame(this.#edge);
    this.#dragging = false;
    this.play.dragged = undefined;
    const { placing } = this.play;
    if (placing.ghost && placing.cell) this.play.press(placing.cell);
  }
}

const kind = (event: PointerEvent): Kind =>
  event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';

const tool = (event: PointerEvent): 'mouse' | 'finger' => (kind(event) === 'mouse' ? 'mouse' : 'finger');
