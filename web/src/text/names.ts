/** What players are called: people by their name, the computer's levels by animals that a family can tell apart. */
import type { Level } from '@/gen/design';
import { t, tOr } from './text.svelte';

/** Levels are called as their animals are, but for one. */
const ANIMALS: Record<Level, string> = {
  duckling: 'duckling',
  mouse: 'mouse',
  frog: 'frog',
  hedgehog: 'hedgehog',
  rabbit: 'rabbit',
  squirrel: 'squirrel',
  fox: 'fox',
  raven: 'raven',
  lynx: 'lynx',
  master: 'owl',
};

/** Levels of older tables and choices, and the ones that took their place. */
const FORMER: Record<string, Level> = { greedy: 'fox', greedy2: 'lynx' };

/** The level that is meant by a name, which may be an old one. */
export const levelNow = (level: string): string => FORMER[level] ?? level;

/** Not a level of the server's: each computer player has another one. */
export const MIXED = 'mixed';

export const animalOf = (level: string): string =>
  level === MIXED ? MIXED : (ANIMALS[levelNow(level) as Level] ?? 'disc');

/** What a level is called. */
export function levelName(level: string): string {
  return tOr(`level.name.${animalOf(level)}`, level);
}

/** How a level plays, in one sentence. */
export function levelLine(level: string): string {
  return tOr(`level.line.${animalOf(level)}`, '');
}

/** The first letter of a name, or its first picture: half of one is nothing to look at. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name);
  return (first?.segment ?? '').toUpperCase();
}

/** What a seat is called: a person by name, a bot by its animal, numbered where there are several. */
export function seatName(seat: { name: string | null; bot: string | null }): string {
  if (!seat.bot) return seat.name ?? t('seat.open');
  return levelName(seat.bot) + (seat.name?.match(/ \d+$/)?.[0] ?? '');
}
