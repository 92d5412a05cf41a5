/**
 * Where things lie. Cells are unit squares; *spots*, the places of discs, are written in half units so
 * that they are whole numbers, as the server writes them. x grows to the right, y downward.
 */
import { OFFSETS, type Side } from '@/gen/design';
import type { Place } from '@/gen/protocol';

export type Cell = readonly [x: number, y: number];
export type Spot = readonly [u: number, v: number];

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
export function halves({ x, y, rotation }: Place): readonly [Cell, Cell] {
  const far: Cell = isFlat(rotation) ? [x + 1, y] : [x, y + 1];
  return rotation < 2 ? [[x, y], far] : [far, [x, y]];
}

/** Where positions 0 to 6 of the face come to lie. */
export function spots({ x, y, rotation }: Place): Spot[] {
  return OFFSETS[rotation]!.map(([du, dv]) => [2 * x + du, 2 * y + dv] as const);
}

/** The middle of a tile, in cells. */
export function middle({ x, y, rotation }: Place): readonly [number, number] {
  return isFlat(rotation) ? [x + 1, y + 0.5] : [x + 0.5, y + 1];
}

export const samePlace = (a: Place, b: Place): boolean =>
  a.tile === b.tile && a.face === b.face && a.rotation === b.rotation && a.x === b.x && a.y === b.y;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The cells all these tiles lie in, with a margin around; one cell when there are none. */
export function bounds(tiles: readonly Place[], margin = 0): Box {
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

/** The box around some boxes. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The box around the disc at a spot, in cells. */
export const discBox = ([u, v]: Spot): Box => ({ x: u / 2 - 0.4, y: v / 2 - 0.4, width: 0.8, height: 0.8 });

/** The compact text of a placement, as records write it: `12b3@2,-1`. */
export const notation = ({ tile, face, rotation, x, y }: Place): string =>
  `${tile}${'ab'[face]}${rotation}@${x},${y}`;
