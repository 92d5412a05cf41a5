/**
 * Outlines of discs, signs and the grain of the wood, as SVG paths at their place on the board. Every point
 * is written out: a board drawn with transforms or clips, one for each disc, would be slow to pan.
 */
import type { Colour } from '$lib/net/types';
import { isFlat, type Lying } from './geometry';
import { CELL, DISC } from './paint';

/** The rectangle that a tile covers, in drawing units. */
export function outline({ x, y, rotation }: Lying): { x: number; y: number; width: number; height: number } {
  const width = isFlat(rotation) ? 2 * CELL : CELL;
  return { x: x * CELL, y: y * CELL, width, height: 3 * CELL - width };
}

/** The side of a spot on which the tile of a half-disc lies. */
export type Side = 'north' | 'east' | 'south' | 'west';

const QUARTERS: Record<Side, number> = { north: 0, east: 1, south: 2, west: 3 };

/** A path around the origin: numbers in brackets are points, the others are passed on (radii and flags of arcs). */
type Line = readonly (string | number | readonly [number, number])[];

const round = (value: number): number => Math.round(value * 100) / 100;

/** Turn a path by quarters, clockwise, and put it at a place. */
function at(line: Line, x: number, y: number, quarters = 0): string {
  const words = line.map((word) => {
    if (typeof word !== 'object') return word;
    let [dx, dy] = word;
    for (let i = 0; i < quarters; i++) [dx, dy] = [-dy, dx];
    return `${round(x + dx)} ${round(y + dy)}`;
  });
  return words.join(' ');
}

const R = DISC - 0.5;
const HALF_DISC: Line = ['M', [-R, 0], 'A', R, R, 0, 0, 1, [R, 0], 'z'];

/** The northern half of each sign. All look the same after a quarter turn, so this half makes the others. */
const SIGNS: Record<Colour, Line> = {
  red: ['M', [-9.6, 0], 'A', 9.6, 9.6, 0, 0, 1, [9.6, 0], 'L', [5, 0], 'A', 5, 5, 0, 0, 0, [-5, 0], 'z'],
  green: [
    'M',
    [-9.5, 0],
    'L',
    [-9.5, -2.6],
    'L',
    [-2.6, -2.6],
    'L',
    [-2.6, -9.5],
    'L',
    [2.6, -9.5],
    'L',
    [2.6, -2.6],
    'L',
    [9.5, -2.6],
    'L',
    [9.5, 0],
    'z',
  ],
  blue: ['M', [-10, 0], 'L', [0, -10], 'L', [10, 0], 'z'],
  yellow: ['M', [-12, 0], 'Q', [-1.8, -1.8], [0, -12], 'Q', [1.8, -1.8], [12, 0], 'z'],
};

/** A half-disc, or its sign, on one side of its spot. */
export const halfDisc = (x: number, y: number, side: Side): string => at(HALF_DISC, x, y, QUARTERS[side]);
export const halfSign = (colour: Colour, x: number, y: number, side: Side): string =>
  at(SIGNS[colour], x, y, QUARTERS[side]);

/** The sign of a whole disc: both halves. */
export const sign = (colour: Colour, x: number, y: number): string =>
  at(SIGNS[colour], x, y) + at(SIGNS[colour], x, y, 2);

/** Lines along the wood that give way to an eye in it; where the eye is differs by number. */
export function grain(number: number, x: number, y: number, flat: boolean): string {
  const eye = 1 + ((number * 5) % 9);
  const left = 14 + ((number * 37) % 56);
  const slope = ((number * 7) % 9) - 4;
  let path = '';
  for (let i = 1; i < 10; i++) {
    const v = 1 + 6 * i + ((number * 3 + i * 5) % 3);
    const apart = i - eye;
    const push = ((apart >= 0 ? 1 : -1) * 16) / (1 + Math.abs(apart));
    const points = [
      [1, v],
      [left, v + push],
      [left + 30, v + push + slope],
      [2 * CELL - 1, Math.min(CELL - 2, Math.max(2, v + slope))],
    ].map(([u, w]) =>
      flat ? `${round(x + u!)} ${round(y + w!)}` : `${round(x + CELL - w!)} ${round(y + u!)}`,
    );
    path += `M${points[0]}C${points.slice(1).join(' ')}`;
  }
  return path;
}
