/** What the camera is pointed at, when it is not the player who moves it. */
import type { Camera } from '@/board/camera.svelte';
import { bounds, middle } from '@/board/geometry';
import type { Place } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';

/** So many pixels has a cell at least where a finger turns a tile. */
const NEAR = 46;
/** Room for a button beside a tile, in pixels. */
const BUTTON = 56;

/** So long a movement takes, unless stillness is wanted. */
const glide = (milliseconds: number): number => (settings.stillness ? 0 : milliseconds);

export class Framing {
  #nearer = false;

  /** `lying` are all tiles that belong into the picture. */
  constructor(
    readonly camera: Camera,
    readonly lying: () => readonly Place[],
  ) {}

  /** Show everything. */
  fit(milliseconds = 250): void {
    this.camera.fit(bounds(this.lying()), glide(milliseconds));
  }

  /** Bring a tile into the middle. */
  show(place: Place): void {
    this.camera.show(...middle(place), glide(250));
  }

  /** Move as little as is needed to see a point of the board and what is around it. */
  reveal([x, y]: readonly [number, number]): void {
    this.camera.reveal(x, y, 1.3 * this.camera.scale, glide(200));
  }

  /** Show a tile that has just come, if it is out of sight; where nobody has moved the camera, with all others. */
  follow(places: readonly Place[]): void {
    const hidden = places.find((place) => !this.camera.sees(...middle(place), this.camera.scale));
    if (!hidden) return;
    if (this.camera.touched) this.reveal(middle(hidden));
    else this.fit(400);
  }

  /**
   * Room for a pinned ghost and the buttons around it. Where nobody has moved the camera and a finger would find
   * the tile smaller than a button, it is looked at from nearer until it is laid or dropped.
   */
  giveRoom(place: Place, finger: boolean): void {
    const { camera } = this;
    const at = middle(place);
    const near = NEAR * camera.unit;
    const beside = BUTTON * camera.unit;
    this.#nearer ||= finger && !camera.touched && camera.scale < near;
    if (this.#nearer && camera.scale < near) camera.enlarge(...at, near, near + beside, glide(200));
    else camera.reveal(...at, camera.scale + beside, glide(200));
  }

  /** Step back after a nearer look, unless somebody has moved the camera meanwhile. */
  stepBack(): void {
    if (this.#nearer && !this.camera.touched) this.fit();
    this.#nearer = false;
  }
}
