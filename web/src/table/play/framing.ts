/** What the camera is pointed at, when it is not the player who moves it. */
import type { Camera, Point } from '@/board/camera.svelte';
import { middleDisc } from '@/board/contour';
import { around, bounds, discBox, type Box, type Cell } from '@/board/geometry';
import type { Option, Place } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';

/** So many pixels has a cell at least where a finger turns a tile. */
const NEAR = 46;
/** Room around a tile that is looked at, for the sum beside it, in pixels. */
const BESIDE = 40;
/** A board that could be so much larger is shown larger. */
const LARGER = 1.3;
/** A movement takes so long, unless stillness is wanted. */
const GLIDE = 250;

const glide = (milliseconds: number): number => (settings.stillness ? 0 : milliseconds);

/** A tile with the discs it makes and the numbers of the groups it closes, in cells. */
export function boxOf({ place, receipt }: Option): Box {
  const spots = [
    ...(receipt?.discs ?? []).map(({ spot }) => spot),
    ...(receipt?.groups ?? []).map(({ discs }) => middleDisc(discs)),
  ];
  return around([bounds([place]), ...spots.map(discBox)]);
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
    const size = `${camera.width} ${camera.height}`;
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
    this.#reveal(around(laid.map(boxOf)), scale, milliseconds);
  }

  /** Look at what was laid and what it scored, from near enough to see it well. */
  show(laid: readonly Option[]): void {
    if (laid.length) this.#look(laid, true);
  }

  #reveal(box: Box, scale = this.camera.scale, milliseconds = GLIDE): void {
    this.camera.reveal(box, BESIDE * this.camera.unit, scale, glide(milliseconds));
  }

  /** A cell comes into sight. */
  reveal([x, y]: Cell): void {
    this.#reveal({ x, y, width: 1, height: 1 });
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
}
