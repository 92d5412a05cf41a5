/**
 * Where things lie. Cells are unit squares; *spots*, the places of discs, are written in half units so
 * that they are whole numbers, as the server writes them. x grows to the right, y downward.
 */
import type { Side } from './shapes';

export type Cell = readonly [x: number, y: number];
export type Spot = readonly [u: number, v: number];

/** A tile as it lies: face 0 front or 1 back, quarter turns clockwise, its top left cell. */
export interface Lying {
  tile: number;
  face: number;
  rotation: number;
  x: number;
  y: number;
}

/** Neighbouring discs touch: their middles are a diagonal half-step apart. In units of a cell. */
export const DISC_RADIUS = Math.SQRT2 / 4;

const FLAT: readonly Spot[] = [
  [1, 0],
  [3, 0],
  [4, 1],
  [3, 2],
  [1, 2],
  [0, 1],
  [2, 1],
];
const UPRIGHT: readonly Spot[] = [
  [2, 1],
  [2, 3],
  [1, 4],
  [0, 3],
  [0, 1],
  [1, 0],
  [1, 2],
];
const halfTurn = (offsets: readonly Spot[]): readonly Spot[] => [
  ...[0, 1, 2, 3, 4, 5].map((i) => offsets[(i + 3) % 6]!),
  offsets[6]!,
];

/** Where positions 0 to 6 of a face lie, in half units from the tile's corner, by rotation. */
export const OFFSETS: readonly (readonly Spot[])[] = [FLAT, UPRIGHT, halfTurn(FLAT), halfTurn(UPRIGHT)];

/** The side of its spot on which the tile of a half-disc lies; the middle disc, position 6, is whole. */
export function sideOf(position: number, rotation: number): Side | undefined {
  if (position === 6) return undefined;
  const [u, v] = OFFSETS[rotation]![position]!;
  if (u === 0) return 'east';
  if (u === (isFlat(rotation) ? 4 : 2)) return 'west';
  return v === 0 ? 'south' : 'north';
}

export const isFlat = (rotation: number): boolean => rotation % 2 === 0;

/** The two cells a tile covers; the first is the one that holds its left end when it lies at rotation 0. */
export function halves({ x, y, rotation }: Lying): readonly [Cell, Cell] {
  const far: Cell = isFlat(rotation) ? [x + 1, y] : [x, y + 1];
  return rotation < 2 ? [[x, y], far] : [far, [x, y]];
}

/** Where positions 0 to 6 of the face come to lie. */
export function spots({ x, y, rotation }: Lying): Spot[] {
  return OFFSETS[rotation]!.map(([du, dv]) => [2 * x + du, 2 * y + dv] as const);
}

/** The middle of a tile, in cells. */
export function middle({ x, y, rotation }: Lying): readonly [number, number] {
  return isFlat(rotation) ? [x + 1, y + 0.5] : [x + 0.5, y + 1];
}

export const samePlace = (a: Lying, b: Lying): boolean =>
  a.tile === b.tile && a.face === b.face && a.rotation === b.rotation && a.x === b.x && a.y === b.y;

/** Whether two discs touch. */
export const touch = ([u, v]: Spot, [s, t]: Spot): boolean => Math.abs(u - s) === 1 && Math.abs(v - t) === 1;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The cells all these tiles lie in, with a margin around; one cell when there are none. */
export function bounds(tiles: readonly Lying[], margin = 0): Box {
  let [left, top, right, bottom] = tiles.length ? [Infinity, Infinity, -Infinity, -Infinity] : [0, 0, 2, 1];
  for (const tile of tiles) {
    left = Math.min(left, tile.x);
    top = Math.min(top, tile.y);
    right = Math.max(right, tile.x + (isFlat(tile.rotation) ? 2 : 1));
    bottom = Math.max(bottom, tile.y + (isFlat(tile.rotation) ? 1 : 2));
  }
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/** The compact text of a placement, as records write it: `12b3@2,-1`. */
export const notation = ({ tile, face, rotation, x, y }: Lying): string =>
  `${tile}${'ab'[face]}${rotation}@${x},${y}`;
