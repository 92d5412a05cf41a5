/** The look of tiles and discs: the same colours, woods and signs as the project's printed pictures. */
import type { Colour } from '$lib/net/types';

/** Pixels of a drawing before it is scaled: a half unit, a cell, the radius of a disc. */
export const HALF = 30;
export const CELL = 2 * HALF;
export const DISC = 21;
export const GAP = 0.7;
export const ROUND = 6;
export const GRAINS = 8;

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
  red: { body: '#c8321f', light: '#e0503a', rim: '#8a1c10', sign: CREAM },
  green: { body: '#2fa36b', light: '#4dbd86', rim: '#17693f', sign: CREAM },
  blue: { body: '#1f4f9e', light: '#3a70c2', rim: '#12316a', sign: CREAM },
  yellow: { body: '#f6b90f', light: '#ffd24a', rim: '#a87405', sign: '#7a4d00' },
};

// Each looks the same after a quarter turn, and half of each is still told from half of any other.
export const SIGNS: Record<Colour, string> = {
  red: 'M0-9 9 0 0 9-9 0z',
  green: 'M-2.6-9H2.6V-2.6H9V2.6H2.6V9H-2.6V2.6H-9V-2.6H-2.6z',
  blue: 'M-9 0A9 9 0 0 1 9 0A9 9 0 0 1-9 0zM-5 0A5 5 0 0 0 5 0A5 5 0 0 0-5 0z',
  yellow: 'M0-12Q1.8-1.8 12 0Q1.8 1.8 0 12Q-1.8 1.8-12 0Q-1.8-1.8 0-12z',
};

const WOODS = ['#ecd5ab', '#e7cc9d', '#efdab5', '#e4c795', '#ead0a6', '#e9d2a2', '#e1c394'];

/** The tint of a tile: neighbouring ids differ, and a tile keeps its own wherever it is drawn. */
export const wood = (tile: number): string => WOODS[(tile * 5) % WOODS.length]!;

/** Which of the drawn grains a tile shows. */
export const grain = (tile: number, face: number, rotation: number): number =>
  (tile * 3 + face * 5 + rotation) % GRAINS;

/** Lines along the wood that give way to an eye in it; where the eye is differs by number. */
export function grainLines(number: number): { d: string; width: number; opacity: number }[] {
  const eye = 1 + ((number * 5) % 9);
  const left = 10 + ((number * 37) % 60);
  const slope = ((number * 7) % 9) - 4;
  return Array.from({ length: 11 }, (_, i) => {
    const y = 1 + 6 * i + ((number * 3 + i * 5) % 3);
    const apart = i - eye;
    const push = Math.floor(((apart >= 0 ? 1 : -1) * 18) / (1 + Math.abs(apart)));
    return {
      d: `M-2 ${y}C${left} ${y + push} ${left + 30} ${y + push + slope} 122 ${y + slope}`,
      width: (4 + ((number * 5 + i * 7) % 6)) / 5,
      opacity: (10 + ((number * 11 + i * 13) % 17)) / 100,
    };
  });
}
