/** The tiles that everybody holds, as they are typed in; what nobody can hold is said before anybody is asked. */
import { t } from '@/text/text.svelte';
import { placesOf, setUpMoves, type Notes } from './notes';

/** Whose hand is wrong, and why, in words for a person. */
export interface WrongHand {
  player: number;
  why: string;
}

/** What was typed for each player, such as "12 57", as tiles; or the first hand that cannot be. */
export function handsOf(typed: readonly string[], notes: Notes, tiles: number): number[][] | WrongHand {
  const laid = new Set(placesOf(notes).flatMap((move) => move.map(({ tile }) => tile)));
  const entered = new Set<number>();
  const hands: number[][] = [];
  for (const [player, text] of typed.entries()) {
    const words = text.match(/[^\s,;+]+/g) ?? [];
    const hand = words.map(Number);
    const most = mostHeld(notes, player);
    const wrong = (why: string): WrongHand => ({ player, why });
    if (words.some((word) => !/^\d{1,3}$/.test(word) || Number(word) >= tiles))
      return wrong(t('keep.no_tile', { most: tiles - 1 }));
    if (hand.length > most) return wrong(t('keep.over_most', { most }));
    for (const tile of hand) {
      if (laid.has(tile)) return wrong(t('error.laid_twice', { tile }));
      if (entered.has(tile)) return wrong(t('keep.over_twice', { tile }));
      entered.add(tile);
    }
    hands.push(hand);
  }
  return hands;
}

/** Until everybody has laid the tile of set-up, each holds that one (R3.1), also who could not lay it (R3.3). */
function mostHeld(notes: Notes, player: number): number {
  const inSetUp = notes.moves.length < setUpMoves(notes);
  return inSetUp ? 1 - (notes.moves[player]?.length ?? 0) : 2;
}
