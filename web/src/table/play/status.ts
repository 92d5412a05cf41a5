/** One line that says where the game is. */
import type { Placing } from '@/placing/placing.svelte';
import { seatName } from '@/text/names';
import { t } from '@/text/text.svelte';
import type { Seating } from './seating.svelte';

interface Known {
  seating: Pick<Seating, 'state' | 'seats' | 'toMove' | 'shared' | 'ourTurn'>;
  placing: Pick<Placing, 'laid' | 'ghost' | 'mayLay'>;
}

export function statusLine({ seating, placing }: Known): string {
  const { state, toMove, seats } = seating;
  if (!state) return t('table.loading');
  if (state.phase === 'waiting') return t('wait.title');
  if (state.phase !== 'playing' || toMove === undefined) return t('turn.over');
  if (seating.shared || !seating.ourTurn)
    return t(state.in_setup ? 'turn.setUpOf' : 'turn.of', { name: seatName(seats[toMove]!) });
  if (state.in_setup) return t(placing.laid.length ? 'turn.setUpEnd' : 'turn.setUpYours');
  if (placing.ghost) return t('turn.orient');
  if (placing.laid.length === 0) return t('turn.yours');
  return t(placing.mayLay ? 'turn.maySecond' : 'turn.mayEnd');
}

/** How a tile is laid with what the player has in hand, a mouse or a finger. */
export function howTo(finger: boolean, helped: boolean): string {
  if (finger) return t(helped ? 'turn.how.touch' : 'turn.how.touchUnaided');
  return t(helped ? 'turn.how' : 'turn.how.unaided');
}
