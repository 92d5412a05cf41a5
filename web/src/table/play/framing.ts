/** What the camera is pointed at, when it is not the player who moves it. */
import type { Camera, Point } from '@/board/camera.svelte';
import { around, bounds, discBox, type Box, type Cell } from '@/board/geometry';
import { groupsOf } from '@/board/labels';
import type { Option, Place } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';

/** So many pixels has a cell at least where a finger turns a tile. */
const NEAR = 46;
/** Room around a tile that is looked at, for the sum beside it, in pixels. */
const BESIDE = 40;
/** A board that could be so much larger is shown larger. */
const LARGER = 1.3;
/** Smaller cells than this are hard to hit and to read, in pixels. */
const SMALL = 28;
/** A movement takes so long, unless stillness is wanted. */
const GLIDE = 250;

const glide = (milliseconds: number): number => (settings.stillness ? 0 : milliseconds);

/** Tiles with the discs they make and the groups they close, or of each group what is nearest; in cells. */
export function boxOf(laid: readonly Option[], whole = false): Box {
  const discs = [
    ...laid.flatMap(({ receipt }) => receipt?.discs ?? []).map(({ spot }) => spot),
    ...groupsOf(laid).flatMap((group) => (whole ? group : group.slice(0, 1))),
  ];
  return around([bounds(laid.map(({ place }) => place)), ...discs.map(discBox)]);
}

export class Framing {
  #size = '';
  #centre: Point = { x: 0, y: 0 };

  /** `lying` are the tiles on the board, `open` the places where one may come to lie. */
  constructor(
    readonly camera: Camera,
    readonly lying: () => readonly Place[],
    readonly open: () => readonly Place[],
  ) {}

  /** All that belongs into the picture. Where no places are told, tiles may come two cells farther out. */
  get #whole(): Box {
    const [lying, open] = [this.lying(), this.open()];
    return open.length ? bounds([...lying, ...open], 0.2) : bounds(lying, 2.1);
  }

  /** Show everything. */
  fit(milliseconds = GLIDE): void {
    this.camera.fit(this.#whole, glide(milliseconds));
  }

  /**
   * After any change of window, panels, board or turn: what it is about now is in sight, a pinned ghost, a turn
   * that is being shown or what was laid last, with all that it explains; and where nobody has moved the camera,
   * so is everything else. With `nearer` it is looked at from near enough for a finger.
   */
  keep(about: readonly Option[], nearer: boolean): void {
    const { camera } = this;
    // When a phone is turned its panels move to other sides, a moment after the window has its new size.
    const { left, right } = camera.inset;
    const size = [camera.width, camera.height, left, right].join(' ');
    const turned = size !== this.#size;
    this.#size = size;
    if (turned && camera.touched) camera.resized(this.#centre);
    this.#centre = camera.centre;
    const time = turned ? 0 : GLIDE;
    nearer &&= !camera.touched && about.length > 0;
    if (!camera.touched && (turned || (!nearer && this.#outgrown()))) this.fit(time);
    if (about.length && (nearer || camera.touched)) this.#look(about, nearer, time);
  }

  /** Whether something has come to lie beyond the picture, or the picture could be much larger. */
  #outgrown(): boolean {
    const whole = this.#whole;
    return !this.camera.holds(whole) || this.camera.scaleFor(whole) > LARGER * this.camera.scale;
  }

  #look(laid: readonly Option[], nearer = false, milliseconds = GLIDE): void {
    const { camera } = this;
    const scale = nearer ? Math.max(camera.scale, NEAR * camera.unit) : camera.scale;
    // All of the groups where that takes nobody far away; else what is nearest of them.
    const whole = boxOf(laid, true);
    const far = camera.scaleFor(whole, BESIDE * camera.unit) < 0.7 * scale;
    this.#reveal(far ? boxOf(laid) : whole, scale, milliseconds);
  }

  /** Look at what was laid and what it scored, from near enough to see it well. */
  show(laid: readonly Option[]): void {
    if (laid.length) this.#look(laid, true);
  }

  #reveal(box: Box, scale = this.camera.scale, milliseconds = GLIDE): void {
    this.camera.reveal(box, BESIDE * this.camera.unit, scale, glide(milliseconds));
  }

  /** A cell comes into sight, or so many of them. */
  reveal([x, y]: Cell, width = 1, height = 1): void {
    this.#reveal({ x, y, width, height });
  }

  /** Whether all of the board is in sight, and so small that it is worth looking closer. */
  get small(): boolean {
    const { camera } = this;
    return !camera.touched && camera.scale < SMALL * camera.unit;
  }

  /** Look closer at a point of the screen, or at everything again. */
  closer(at: Point): void {
    const { camera } = this;
    const near = 1.4 * NEAR * camera.unit;
    if (camera.scale > 0.9 * near) return this.fit();
    const { x, y } = camera.toBoard(at);
    this.#reveal({ x, y, width: 0, height: 0 }, near);
    camera.touched = true;
  }

  /** Look closely where most of these cells lie; asked again, where most of those lie that are out of sight. */
  lookInto(cells: readonly Cell[]): void {
    const { camera } = this;
    const { width, height } = camera.free;
    const near = Math.max(camera.scale, NEAR * camera.unit);
    const [wide, high] = [width / near, height / near];
    const hidden = camera.touched ? cells.filter(([x, y]) => !camera.sees(x + 0.5, y + 0.5)) : [];
    const wanted = hidden.length ? hidden : cells;
    const beside = ([x, y]: Cell): number =>
      wanted.filter((one) => Math.abs(one[0] - x) < wide / 2 && Math.abs(one[1] - y) < high / 2).length;
    const [x, y] = wanted.reduce((best, one) => (beside(one) > beside(best) ? one : best));
    camera.fit({ x: x + 0.5 - wide / 2, y: y + 0.5 - high / 2, width: wide, height: high }, glide(GLIDE));
    camera.touched = true;
  }
}
