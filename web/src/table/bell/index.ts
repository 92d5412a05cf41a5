/** The bell at tables whose turns may take days; it comes, with its texts, only there. */
import type { Card } from '@/gen/protocol';
import { isHere } from '@/net/local';
import { withTexts } from '@/text/text.svelte';

const DAY = 86_400;

/** Whether there is anybody to wait for, for so long that nobody sits there waiting. */
export function isByDays(card: Card | undefined): boolean {
  if (!card || isHere(card.id) || (card.clock ?? 0) < DAY || card.phase === 'finished') return false;
  return card.seats.some((seat) => seat.mine);
}

export const loadBell = () => withTexts('bell', import('./Bell.svelte'));
