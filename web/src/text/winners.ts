/** Who has won, as the end of a game says it. */
import type { State } from '@/gen/protocol';
import { seatName } from './names';
import { language, t } from './text.svelte';

export function titleOf({ seats, result }: State): string {
  const winners = result!.winners.map((seat) => seatName(seats[seat]!));
  if (winners.length > 1) return t('end.shared', { names: new Intl.ListFormat(language()).format(winners) });
  const [winner] = result!.winners;
  const alone = seats.filter((seat) => seat.mine).length === 1;
  return alone && seats[winner!]!.mine ? t('end.won') : t('end.winner', { name: winners[0]! });
}
