/** Composing a turn before it is sent: which tile, where, how turned, what is laid. Knows no screen. */
import { halves, samePlace, type Cell } from '@/board/geometry';
import type { Option, Place } from '@/gen/protocol';
import { SECOND_TILE } from '@/gen/rules';
import type { Offered } from '@/net/heard';
import { candidatesAt, everyWay, flipped, halfOn, inReadingOrder, turned, type Grip } from './candidates';

/** For the running total; the server does the real sum. */
export { SECOND_TILE };

/** What placing needs to know of the table. */
export interface Source {
  /** Tiles in hand, and how many of them may be laid in one turn. */
  hand(): readonly number[];
  most(): number;
  /** Legal placements after these are laid; undefined until the server has answered. */
  options(after: readonly Place[]): readonly Offered[] | undefined;
  /** A table without help sends no options: a tile can then be held over any free cell. */
  free(): boolean;
  taken(cell: Cell): boolean;
}

export interface Snapshot {
  version: number;
  laid: Offered[];
  tile?: number;
  ghost?: Offered;
  pinned: boolean;
  cell?: Cell;
  grip: Grip;
}

export class Placing {
  /** Tiles laid in this turn, not yet sent. */
  laid = $state.raw<readonly Offered[]>([]);
  /** The tile taken from the hand. */
  tile = $state<number>();
  /** Where it would lie; always a placement that the server called legal. */
  ghost = $state.raw<Offered>();
  /** A pinned ghost stays where it is until it is laid, moved or dropped. */
  pinned = $state(false);
  /** The cell that pointer or cursor is on. */
  cell = $state.raw<Cell>();
  /** How it is held; its face is the one that was chosen, even where only the other one fits. */
  grip = $state.raw<Grip>({ face: 0, rotation: 0, half: 0 });

  readonly #source: Source;
  places = $derived.by(() => this.laid.map(({ place }) => place));
  /** Tiles still to be chosen from. */
  hand = $derived.by(() => this.#source.hand().filter((tile) => !this.places.some((p) => p.tile === tile)));
  mayLay = $derived.by(() => this.laid.length < this.#source.most() && this.hand.length > 0);
  #told = $derived.by(() => this.#source.options(this.places));
  options = $derived.by(() => this.#told ?? []);
  /** Whether it is known what fits; where nobody tells, nothing more will come. */
  known = $derived.by(() => this.#told !== undefined || this.#source.free());
  /** Legal placements of the tile taken. */
  legal = $derived.by(() => this.options.filter(({ place }) => place.tile === this.tile));
  /** The same by the cells they cover, and those cells: what fits under a pointer must be found at once. */
  #byCell = $derived.by(() => byCell(this.legal));
  cells = $derived.by(() => [...this.#byCell.values()].map(({ cell }) => cell));
  /** The face on show. */
  face = $derived.by(() => this.ghost?.place.face ?? this.grip.face);
  /** What the turn would score with everything laid and the ghost; null where nothing is known of it. */
  total = $derived.by(() => total(this.ghost ? [...this.laid, this.ghost] : this.laid));

  /** The most points that the second tile can make, once the first lies; undefined while that is not known. */
  second = $derived.by(() =>
    this.laid.length === 1 && this.mayLay && this.#told?.length ? most(this.options) : undefined,
  );
  /** How many points more the other order of both tiles brings: of those laid, or of the best pair; else 0. */
  otherOrder = $derived.by(() => {
    if (this.laid.length === 0) return 0;
    const second = this.laid[1] ?? this.ghost;
    if (second) return Math.max(0, second.more ?? 0);
    if (this.second === undefined) return 0;
    return Math.max(0, most(this.options, ({ more }) => more ?? 0)! - this.second);
  });

  constructor(source: Source) {
    this.#source = source;
  }

  /** Whether a tile has any legal placement now; true where nobody tells. */
  fits(tile: number): boolean {
    return this.#source.free() || this.options.some(({ place }) => place.tile === tile);
  }

  /** Take a tile from the hand, with this face up. */
  pick(tile: number, face?: number): boolean {
    if (!this.mayLay || !this.hand.includes(tile)) return false;
    if (tile !== this.tile) this.#drop();
    this.tile = tile;
    if (face !== undefined && face !== this.face) {
      if (this.ghost) this.flip();
      else this.grip = { ...this.grip, face };
    }
    return true;
  }

  /** The pointer is over a cell: show what fits there. */
  hover(cell: Cell | undefined): void {
    if (this.pinned || (cell && this.ghost && sameCell(cell, this.cell!))) return;
    this.cell = cell;
    this.ghost = cell && this.#candidates(cell)[0];
  }

  /** Fix the ghost at a cell; false when nothing fits there. */
  pin(cell: Cell): boolean {
    const [first] = this.#candidates(cell);
    if (!first) return false;
    // The ghost already shown there is the one meant.
    if (!this.ghost || halfOn(this.ghost.place, cell) < 0) this.ghost = first;
    this.cell = cell;
    this.pinned = true;
    this.#hold();
    return true;
  }

  /** Put this very placement on show, as N, P and a drop do. */
  show(option: Option): void {
    this.ghost = option;
    this.cell = halves(option.place)[0];
    this.pinned = true;
    this.#hold(option.place.face);
  }

  /** Turn to the next legal orientation here; without a ghost, turn the tile in hand. */
  turn(step: 1 | -1): boolean {
    if (!this.ghost || !this.cell) {
      this.grip = { ...this.grip, rotation: (this.grip.rotation + step + 4) % 4 };
      return true;
    }
    return this.#exchange(turned(this.#at(this.cell), this.cell, this.ghost.place, step));
  }

  /** Turn the tile over; false when its other face does not fit here. */
  flip(): boolean {
    if (!this.ghost || !this.cell) {
      this.grip = { ...this.grip, face: 1 - this.grip.face };
      return true;
    }
    const other = flipped(this.#at(this.cell), this.cell, this.ghost.place);
    return this.#exchange(other, other?.place.face);
  }

  /** Go to the next or previous legal placement of the tile, in reading order. */
  next(step: 1 | -1): boolean {
    const all = inReadingOrder(this.legal);
    if (all.length === 0) return false;
    const at = this.ghost ? all.findIndex(({ place }) => samePlace(place, this.ghost!.place)) : -1;
    const start = at < 0 && step < 0 ? 0 : at;
    this.show(all[(start + step + all.length) % all.length]!);
    return true;
  }

  /** Move the cursor by a cell and show what fits there. */
  move(dx: number, dy: number, start: Cell): void {
    const [x, y] = this.cell ?? [start[0] - dx, start[1] - dy];
    this.cell = [x + dx, y + dy];
    this.ghost = this.#candidates(this.cell)[0];
    this.pinned = this.ghost !== undefined;
  }

  /** Lay the ghost down. */
  confirm(): boolean {
    if (!this.ghost || !this.mayLay) return false;
    this.laid = [...this.laid, this.ghost];
    this.#drop();
    this.tile = undefined;
    return true;
  }

  /** Take the last tile laid back into the hand; nothing was drawn, so nothing is lost. */
  undo(): boolean {
    const last = this.laid.at(-1);
    if (!last) return false;
    this.laid = this.laid.slice(0, -1);
    this.#drop();
    this.tile = last.place.tile;
    return true;
  }

  /** Let go: of the ghost first, then of the tile. */
  cancel(): boolean {
    if (this.ghost || this.cell) this.#drop();
    else if (this.tile !== undefined) this.tile = undefined;
    else return false;
    return true;
  }

  /** Begin anew, as when a new turn begins. */
  reset(): void {
    this.laid = [];
    this.tile = undefined;
    this.#drop();
  }

  /** What a refresh must not lose; a ghost that only follows the pointer is none of it. */
  snapshot(version: number): Snapshot {
    const { laid, tile, pinned, grip } = this;
    const held = pinned ? { ghost: this.ghost, cell: this.cell } : {};
    return { version, laid: [...laid], tile, pinned, grip, ...held };
  }

  /** Go on where a snapshot of the same version left off; false when it is of another. */
  restore(snapshot: Snapshot | undefined, version: number): boolean {
    if (snapshot?.version !== version) return false;
    const { laid, tile, ghost, pinned, cell, grip } = snapshot;
    Object.assign(this, { laid, tile, ghost, pinned: pinned && !!ghost, cell, grip });
    return true;
  }

  #drop(): void {
    this.ghost = undefined;
    this.pinned = false;
    this.cell = undefined;
  }

  /** Hold the tile as the ghost shows it from now on, with the face that was chosen. */
  #hold(face = this.grip.face): void {
    const { place } = this.ghost!;
    this.grip = { face, rotation: place.rotation, half: Math.max(0, halfOn(place, this.cell!)) };
  }

  #exchange(option: Option | undefined, face?: number): boolean {
    if (!option || samePlace(option.place, this.ghost!.place)) return false;
    this.ghost = option;
    this.#hold(face);
    return true;
  }

  /** Whether a pinned ghost lies in a cell. */
  onGhost(cell: Cell): boolean {
    return this.pinned && halfOn(this.ghost!.place, cell) >= 0;
  }

  /** Whether the tile taken can lie in a cell; where nobody tells what is legal, wherever there is room. */
  covers(cell: Cell): boolean {
    return this.#at(cell).length > 0;
  }

  #at(cell: Cell): readonly Option[] {
    if (!this.#source.free()) return this.#byCell.get(cell.join())?.options ?? [];
    if (this.tile === undefined) return [];
    const blocked = (c: Cell) =>
      this.#source.taken(c) || this.places.some((place) => halves(place).some((half) => sameCell(half, c)));
    return everyWay(this.tile, cell).filter(({ place }) => !halves(place).some(blocked));
  }

  #candidates(cell: Cell): Option[] {
    return this.tile === undefined ? [] : candidatesAt(this.#at(cell), cell, this.grip);
  }
}

const sameCell = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

function byCell(options: readonly Option[]): Map<string, { cell: Cell; options: Option[] }> {
  const cells = new Map<string, { cell: Cell; options: Option[] }>();
  for (const option of options) {
    for (const cell of halves(option.place)) {
      const found = cells.get(cell.join());
      if (found) found.options.push(option);
      else cells.set(cell.join(), { cell, options: [option] });
    }
  }
  return cells;
}

/** The most points of some placements; undefined where they have no receipts. */
function most(
  options: readonly Offered[],
  besides: (option: Offered) => number = () => 0,
): number | undefined {
  const points = options.flatMap((option) =>
    option.receipt ? [option.receipt.points + besides(option)] : [],
  );
  return points.length ? Math.max(...points) : undefined;
}

/** The sum of the receipts, less 4 for a second tile; null when a receipt is missing. */
export function total(laid: readonly Option[]): number | null {
  let sum = laid.length > 1 ? -SECOND_TILE : 0;
  for (const { receipt } of laid) {
    if (!receipt) return null;
    sum += receipt.points;
  }
  return sum;
}
