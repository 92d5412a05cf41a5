/** How a table stands, in a few words. */
import type { Card } from '@/gen/protocol';
import { seatName } from '@/text/names';
import { t } from '@/text/text.svelte';

export function status(card: Card): string {
  if (card.your_turn) return t('card.your_turn');
  if (card.phase === 'waiting') {
    const open = card.seats.filter((seat) => seat.kind === 'open').length;
    return open ? t('card.open', { count: open }) : t('card.waiting');
  }
  if (card.phase === 'closed') return t('card.closed');
  if (card.phase === 'finished') {
    const best = Math.max(...card.seats.map((seat) => seat.score));
    const winners = card.seats.filter((seat) => seat.score === best);
    // On one device everybody is "mine", so the winner has a name.
    const alone = card.seats.filter((seat) => seat.mine).length === 1;
    if (winners.length > 1) return t('card.shared');
    if (alone && winners[0]!.mine) return t('card.won');
    return t('card.winner', { name: seatName(winners[0]!) });
  }
  const mover = card.seats[card.to_move ?? -1];
  return mover ? t('card.turn_of', { name: seatName(mover) }) : t('card.playing');
}

/** The table to go on with: one where it is my turn, else one that runs. */
export function toContinue(mine: readonly Card[]): Card | undefined {
  return mine.find((card) => card.your_turn) ?? mine.find((card) => card.phase === 'playing');
}
