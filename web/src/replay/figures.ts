/** Figures as they are written in the language of the player. */
import { language } from '@/text/text.svelte';

/** To one digit at most. */
export const decimal = (number: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(number);

export const signed = (points: number): string => {
  const tenths = Math.round(10 * points) / 10;
  return (tenths < 0 ? '−' : '+') + decimal(Math.abs(tenths));
};

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share);

/** How the line of each player is dashed, for those who do not tell them by colour. */
export const DASHES = ['', '7 4', '2 4', '10 3 2 3'];

/** What groups are called that are pointed at: on the board, and where they are spoken of. */
export const LETTERS = 'ABCDEFGH';
