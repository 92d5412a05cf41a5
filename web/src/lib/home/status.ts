/** How a table stands, in a few words. */
import { seatName } from '$lib/levels';
import type { Card } from '$lib/net/types';
import { t } from '$lib/text/text.svelte';

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

/** What was agreed on at a table: the target, and whatever is not as usual. */
export function terms(card: Card): string {
  const agreed = [t('card.target', { count: card.target })];
  if (card.clock) agreed.push(t('card.clock', { time: clockName(card.clock) }));
  if (card.open_hands) agreed.push(t('setup.open_hands'));
  if (card.purist) agreed.push(t('setup.purist'));
  return agreed.join(' · ');
}

/** A clock's time for a turn, in the unit in which people say it. */
export function clockName(seconds: number): string {
  if (seconds < 120) return t('clock.seconds', { count: seconds });
  return seconds < 86_400
    ? t('clock.minutes', { count: seconds / 60 })
    : t('clock.days', { count: seconds / 86_400 });
}

/** The table to go on with: one where it is my turn, else one that runs. */
export function toContinue(mine: readonly Card[]): Card | undefined {
  return mine.find((card) => card.your_turn) ?? mine.find((card) => card.phase === 'playing');
}
