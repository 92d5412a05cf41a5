/** Writing a box down, tile by tile: every step is kept at once, and can be taken back. */
import { own, type OwnBox, type OwnTile } from '@/ui/own.svelte';
import { colourings, FIRST, next, painted, WHOLE } from './tiles';

/** So many steps can be taken back. */
const STEPS = 200;

export class Editing {
  /** The tile that is being written down. */
  at = $state(0);
  #before = $state.raw<readonly { box: OwnBox; at: number; begun: boolean }[]>([]);

  get box(): OwnBox {
    return own.box;
  }

  readonly tile = $derived<OwnTile | undefined>(own.box.tiles[this.at]);
  readonly mayUndo = $derived(this.#before.length > 0);
  readonly full = $derived(own.box.tiles.length >= WHOLE);

  #change(box: OwnBox, at = this.at, begun = false): void {
    this.#before = [...this.#before.slice(1 - STEPS), { box: own.box, at: this.at, begun }];
    own.box = box;
    this.at = Math.max(0, Math.min(at, box.tiles.length - 1));
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    // A name is no step: it stays, unless the whole box was another.
    own.box = last.begun ? last.box : { ...last.box, name: own.box.name };
    this.at = last.at;
  }

  /** Begin with another box: of a file, of the set that comes with the game, or with none. */
  begin(box: OwnBox): void {
    this.#change(box, 0, true);
  }

  rename(name: string): void {
    own.box = { ...own.box, name };
  }

  #replace(tile: OwnTile): void {
    this.#change({ ...own.box, tiles: own.box.tiles.with(this.at, tile) });
  }

  paint(face: number, position: number, initial: string): void {
    if (!this.tile) return;
    const faces = [...this.tile.faces] as [string, string];
    faces[face] = painted(faces[face]!, position, initial);
    this.#replace({ ...this.tile, faces });
  }

  cycle(face: number, position: number, by = 1): void {
    if (this.tile) this.paint(face, position, next(this.tile.faces[face]![position]!, by));
  }

  familyOf(family: string): void {
    if (this.tile && family !== this.tile.family) this.#replace({ ...this.tile, family });
  }

  /** One tile more: as the present one, to be varied. */
  add(): void {
    if (this.full) return;
    const tiles = own.box.tiles.toSpliced(this.at + 1, 0, this.tile ?? FIRST);
    this.#change({ ...own.box, tiles }, this.at + 1);
  }

  /** The present tile in all the colours that are missing; gives how many there were. */
  recolour(): number {
    if (!this.tile) return 0;
    const more = colourings(this.tile, own.box.tiles).slice(0, WHOLE - own.box.tiles.length);
    if (more.length) {
      const tiles = own.box.tiles.toSpliced(this.at + 1, 0, ...more);
      this.#change({ ...own.box, tiles }, this.at + more.length);
    }
    return more.length;
  }

  remove(): void {
    if (this.tile) this.#change({ ...own.box, tiles: own.box.tiles.toSpliced(this.at, 1) });
  }

  /** Leave a whole family in the box, for a smaller game. */
  leaveOut(family: string): void {
    this.#change({ ...own.box, tiles: own.box.tiles.filter((tile) => tile.family !== family) });
  }
}
