/** For tests: a game of three at a real table. */
import type { Move, Notes, Scored } from './notes';

export const notes = (moves: readonly Move[], more: Partial<Notes> = {}): Notes => ({
  id: 'a',
  mode: 'points',
  names: ['Ana', 'Bo', 'Cy'],
  target: 60,
  set: 'classic',
  patience: 0,
  moves,
  exhausted: false,
  ...more,
});

export const tile = (discs: number, ...groups: number[]): Scored => ({ discs, groups });
