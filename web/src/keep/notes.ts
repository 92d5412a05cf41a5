/** A game at a real table as it is written down: who plays, and what was laid, move by move. */
import type { Place } from '@/gen/protocol';
import { t } from '@/text/text.svelte';
import type { KeptSet } from './tiles';

/** What a tile scored, where only points are kept: discs made, and the sizes of the groups closed. */
export interface Scored {
  discs: number;
  groups: readonly number[];
}

/** Only the points are kept, or every tile with its place. A pass has nothing laid. */
export type Move = readonly Scored[] | readonly Place[];

export interface Notes {
  id: string;
  mode: 'points' | 'tiles';
  /** In the order they play: the first begins. */
  names: readonly string[];
  target: number;
  /** Whose tiles are laid; where only points are kept, nobody asks. */
  set: KeptSet;
  /** After so many minutes the timer nods; 0 for none. */
  patience: number;
  /** In `tiles` the set-up moves come first. */
  moves: readonly Move[];
  /** In `points`: nobody can lay a tile any more (R6.2). */
  exhausted: boolean;
}

/** What can be taken back: each press is one step. */
export interface Step {
  moves: readonly Move[];
  exhausted: boolean;
  draft: Draft;
  at: At | undefined;
}

/** A move that is being corrected, or one that was forgotten and comes before it. */
export interface At {
  move: number;
  forgotten: boolean;
  /** What had been entered of the next turn, until it goes on. */
  aside: Draft;
}

/** What is being entered: the tiles of a turn so far, scored or by their number. */
export interface Draft {
  scored: readonly Scored[];
  hand: readonly number[];
}

export const NO_DRAFT: Draft = { scored: [], hand: [] };

/** Everything about a game, as this browser keeps it. */
export interface Kept {
  notes: Notes;
  draft: Draft;
  at: At | undefined;
  steps: readonly Step[];
  /** When the present turn began, and when something was last pressed, as a date's milliseconds. */
  since: number;
  updated: number;
}

export const scoredOf = (notes: Notes): readonly (readonly Scored[])[] =>
  notes.moves as readonly (readonly Scored[])[];

export const placesOf = (notes: Notes): readonly (readonly Place[])[] =>
  notes.moves as readonly (readonly Place[])[];

/** Moves that come before the first turn: where only points are kept, nothing is written down of set-up. */
export const setUpMoves = ({ mode, names }: Notes): number => (mode === 'tiles' ? names.length : 0);

/** Whose move it is, by its number. */
export const playerOf = (notes: Notes, move: number): number => move % notes.names.length;

/** Whose move it was and in which round, in words. */
export function turnOf(notes: Notes, move: number): string {
  const name = notes.names[move % notes.names.length]!;
  const number = roundOf(notes, move);
  return number < 1 ? `${name}, ${t('log.setUp')}` : t('keep.turn_of', { name, number });
}

/** Which of the player's own turns a move is, from 1; 0 is the set-up move. */
export const roundOf = (notes: Notes, move: number): number =>
  Math.floor((move - setUpMoves(notes)) / notes.names.length) + 1;
