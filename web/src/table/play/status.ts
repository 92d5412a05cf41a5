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
  if (state.in_setup) return t('turn.setUpYours');
  if (placing.ghost) return t('turn.orient');
  if (placing.laid.length === 0) return t('turn.yours');
  return t(placing.mayLay ? 'turn.maySecond' : 'turn.mayEnd');
}
