/** Choosing among the legal placements the server sent: by cell, and nearest to how the tile is held. */
import { halves, type Cell, type Lying } from '$lib/board/geometry';

/** How the player holds the tile: which face is up, how it is turned, which half they hold it by. */
export interface Grip {
  face: number;
  rotation: number;
  half: number;
}

/** Quarter turns between two rotations, the short way round. */
export function turnsApart(a: number, b: number): number {
  const steps = Math.abs(a - b) % 4;
  return Math.min(steps, 4 - steps);
}

/** Which half of the tile lies on the cell: 0, 1, or -1 when neither does. */
export function halfOn(tile: Lying, [x, y]: Cell): number {
  return halves(tile).findIndex(([cx, cy]) => cx === x && cy === y);
}

/** The options that cover a cell, nearest to the grip first: same face, then fewest turns, then same half. */
export function candidatesAt<T extends Lying>(options: readonly T[], cell: Cell, grip: Grip): T[] {
  const far = (option: T): number =>
    (option.face === grip.face ? 0 : 8) +
    2 * turnsApart(option.rotation, grip.rotation) +
    (halfOn(option, cell) === grip.half ? 0 : 1);
  return options.filter((option) => halfOn(option, cell) >= 0).sort((a, b) => far(a) - far(b));
}

/**
 * The next candidate at a cell when the tile is turned: clockwise by `step` on the same face; where that
 * face fits in one way only, the other face's turns follow, so that turning always shows something new.
 */
export function turned<T extends Lying>(options: readonly T[], cell: Cell, from: Lying, step: 1 | -1): T | undefined {
  const here = options.filter((option) => halfOn(option, cell) >= 0);
  const sameFace = here.filter((option) => option.face === from.face);
  const ring = sameFace.length > 1 ? sameFace : here;
  const order = (tile: Lying): number =>
    8 * ((tile.face - from.face + 2) % 2) + 2 * ((tile.rotation - from.rotation + 4) % 4) + halfOn(tile, cell);
  const start = halfOn(from, cell);
  // The present one comes round last; its other half at the same turn comes first.
  const key = (tile: Lying): number => (order(tile) - start + 16) % 16 || 16;
  const sorted = [...ring].sort((a, b) => key(a) - key(b));
  return step === 1 ? sorted[0] : (sorted.at(-2) ?? sorted[0]);
}

/** The nearest candidate at a cell with the other face up. */
export function flipped<T extends Lying>(options: readonly T[], cell: Cell, from: Lying): T | undefined {
  const grip = { face: 1 - from.face, rotation: from.rotation, half: halfOn(from, cell) };
  return candidatesAt(options, cell, grip).find((option) => option.face === grip.face);
}

/** Options in reading order: row by row, as N and P walk through them. */
export function inReadingOrder<T extends Lying>(options: readonly T[]): T[] {
  return [...options].sort(
    (a, b) => a.y - b.y || a.x - b.x || a.face - b.face || a.rotation - b.rotation,
  );
}
