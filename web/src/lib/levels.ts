/** The computer's levels as a family tells them apart: each is an animal with a name and one sentence. */
import { t, tOr } from './text/text.svelte';

/** Animals from the gentlest to the cleverest, by the name the server has for the level. */
const ANIMALS: Record<string, string> = {
  duckling: 'duckling',
  hedgehog: 'hedgehog',
  greedy: 'fox',
  greedy2: 'lynx',
  master: 'owl',
};

/** A level that lays tiles blindly: the server knows it, for tests; no person is asked to play it. */
export const BLIND = 'random';

export const animalOf = (level: string): string => ANIMALS[level] ?? 'disc';

/** What a level is called. */
export function levelName(level: string): string {
  return tOr(`level.name.${animalOf(level)}`, level);
}

/** How a level plays, in one sentence. */
export function levelLine(level: string): string {
  return tOr(`level.line.${animalOf(level)}`, '');
}

/** The levels offered to people; where the server has only blind ones, those. */
export function offered(levels: readonly { name: string }[]): string[] {
  const names = levels.map((level) => level.name);
  const seeing = names.filter((name) => name !== BLIND);
  return seeing.length ? seeing : names;
}

/** The level a newcomer meets: one step above the gentlest. */
export function firstLevel(levels: readonly string[], wished: string): string | undefined {
  return levels.includes(wished) ? wished : (levels[1] ?? levels[0]);
}

/** The first letter of a name, or its first picture: half of one is nothing to look at. */
export const initial = (name: string): string => ([...name][0] ?? '').toUpperCase();

/** What a seat is called: a person by name, a bot by its animal, numbered where there are several. */
export function seatName(seat: { name: string | null; bot: string | null }): string {
  if (!seat.bot) return seat.name ?? t('seat.open');
  return levelName(seat.bot) + (seat.name?.match(/ \d+$/)?.[0] ?? '');
}
