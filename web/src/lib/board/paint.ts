/** The look of tiles and discs: the same colours, woods and signs as the project's printed pictures. */
import type { Colour } from '$lib/net/types';

/** Pixels of a drawing before it is scaled: a half unit, a cell, the radius of a disc. */
export const HALF = 30;
export const CELL = 2 * HALF;
export const DISC = 21;
export const GAP = 0.7;
export const ROUND = 6;

export const COLOURS: readonly Colour[] = ['red', 'green', 'blue', 'yellow'];

export interface Paint {
  body: string;
  light: string;
  rim: string;
  sign: string;
}

const CREAM = '#fff4dc';

// Lightness climbs from blue over red and green to yellow, so that eyes which mix up hues still see four.
export const PAINTS: Record<Colour, Paint> = {
  red: { body: '#bd2a1a', light: '#dd4b37', rim: '#7d150b', sign: CREAM },
  green: { body: '#2a9a70', light: '#4ab98b', rim: '#125a3e', sign: CREAM },
  blue: { body: '#1c4a99', light: '#386cbd', rim: '#102c63', sign: CREAM },
  yellow: { body: '#f7bc14', light: '#ffd75c', rim: '#9a6a04', sign: '#7a4d00' },
};

const WOODS = ['#ecd5ab', '#e7cc9d', '#efdab5', '#e4c795', '#ead0a6', '#e9d2a2', '#e1c394'];

/** The tint of a tile: neighbouring ids differ, and a tile keeps its own wherever it is drawn. */
export const wood = (tile: number): string => WOODS[(tile * 5) % WOODS.length]!;
