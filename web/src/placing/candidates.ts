/** Choosing among placements: by cell, and nearest to how the tile is held. Which are legal the server says. */
import { halves, isFlat, type Cell } from '@/board/geometry';
import type { Place } from '@/gen/protocol';

interface Placeable {
  place: Place;
}

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
export function halfOn(tile: Place, [x, y]: Cell): number {
  return halves(tile).findIndex(([cx, cy]) => cx === x && cy === y);
}

const covering = <T extends Placeable>(options: readonly T[], cell: Cell): T[] =>
  options.filter(({ place }) => halfOn(place, cell) >= 0);

/** The options that cover a cell, nearest to the grip first: same face, then fewest turns, then same half. */
export function candidatesAt<T extends Placeable>(options: readonly T[], cell: Cell, grip: Grip): T[] {
  const far = ({ place }: T): number =>
    (place.face === grip.face ? 0 : 8) +
    2 * turnsApart(place.rotation, grip.rotation) +
    (halfOn(place, cell) === grip.half ? 0 : 1);
  return covering(options, cell).sort((a, b) => far(a) - far(b));
}

/**
 * The next candidate at a cell when the tile is turned clockwise (`step` 1) or back: the same face in another
 * rotation, about the half that lies on the cell where that is possible.
 */
export function turned<T extends Placeable>(
  options: readonly T[],
  cell: Cell,
  from: Place,
  step: 1 | -1,
): T | undefined {
  const away = (place: Place): number => (step * (place.rotation - from.rotation) + 4) % 4;
  const shifted = (place: Place): number => (halfOn(place, cell) === halfOn(from, cell) ? 0 : 1);
  const others = covering(options, cell).filter(({ place }) => place.face === from.face && away(place) > 0);
  return others.sort((a, b) => away(a.place) - away(b.place) || shifted(a.place) - shifted(b.place))[0];
}

/** The nearest candidate at a cell with the other face up. */
export function flipped<T extends Placeable>(options: readonly T[], cell: Cell, from: Place): T | undefined {
  const grip = { face: 1 - from.face, rotation: from.rotation, half: halfOn(from, cell) };
  return candidatesAt(options, cell, grip).find(({ place }) => place.face === grip.face);
}

/** Options in reading order: row by row, as N and P walk through them. */
export function inReadingOrder<T extends Placeable>(options: readonly T[]): T[] {
  return [...options].sort(
    ({ place: a }, { place: b }) => a.y - b.y || a.x - b.x || a.face - b.face || a.rotation - b.rotation,
  );
}

/** All sixteen ways to put a tile on a cell, for tables that play without help. */
export function everyWay(tile: number, [x, y]: Cell): { place: Place; receipt: null }[] {
  const ways = [];
  for (const face of [0, 1]) {
    for (const rotation of [0, 1, 2, 3]) {
      const [dx, dy] = isFlat(rotation) ? [1, 0] : [0, 1];
      ways.push({ place: { tile, face, rotation, x, y }, receipt: null });
      ways.push({ place: { tile, face, rotation, x: x - dx, y: y - dy }, receipt: null });
    }
  }
  return ways;
}
