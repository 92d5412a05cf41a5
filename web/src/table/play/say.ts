/** What a sighted player sees, as sentences for the live region and the log. */
import type { Laid, ReceiptSeen, SeatState, TurnPlayed } from '@/gen/protocol';
import { seatName } from '@/text/names';
import { t } from '@/text/text.svelte';

/** "2 discs, closes a red group of 5". */
function sayReceipt(receipt: ReceiptSeen): string {
  return [
    t('say.discs', { count: receipt.discs.length }),
    ...receipt.groups.map((group) => t(`say.group.${group.colour}`, { count: group.discs.length })),
  ].join(', ');
}

/** "Tile 57, back, turned right, column 3, row −2: two discs …, 7 points. Enter to play". */
export function sayPlacement({ place, receipt }: Laid, helped: boolean, total: number | null): string {
  const where = t('say.place', {
    tile: place.tile,
    face: t(place.face ? 'say.back' : 'say.front'),
    turn: t(`say.turn.${place.rotation as 0 | 1 | 2 | 3}`),
    x: place.x,
    y: place.y,
  });
  if (!receipt || !helped) return `${where}. ${t('say.enter')}`;
  const points = [t('say.points', { count: receipt.points })];
  if (total !== null) points.push(t('say.turnTotal', { count: total }));
  return `${where}: ${sayReceipt(receipt)}, ${points.join(', ')}. ${t('say.enter')}`;
}

/** "Ana: 2 discs, closes a red group of 5, 7 points, now 31." */
export function sayTurn(turn: TurnPlayed, seats: readonly SeatState[]): string {
  const name = seatName(seats[turn.seat]!);
  if (turn.laid.length === 0) return t('turn.passes', { name });
  if (turn.setup) return t('turn.setUp', { name });
  const parts = turn.laid.flatMap(({ receipt }) => (receipt ? [sayReceipt(receipt)] : []));
  const points = t('say.points', { count: turn.points });
  return t('say.turnPlayed', { name, what: [...parts, points].join(', '), score: turn.score });
}
