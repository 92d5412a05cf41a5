/** One line that says where the game is. */
import { seatName } from '$lib/levels';
import { t } from '$lib/text/text.svelte';
import type { Play } from './play.svelte';

export function statusLine(play: Play): string {
  const { state, toMove, seats } = play;
  if (!state) return t('table.loading');
  if (state.phase === 'waiting') return t('wait.title');
  if (state.phase !== 'playing' || toMove === undefined) return t('turn.over');
  const name = seatName(seats[toMove]!);
  if (play.shared) return t(state.in_setup ? 'turn.setUpOf' : 'turn.of', { name });
  if (!play.ourTurn) return t(state.in_setup ? 'turn.setUpOf' : 'turn.of', { name });
  if (state.in_setup) return t('turn.setUpYours');
  const { laid, ghost } = play.placing;
  if (ghost) return t('turn.orient');
  if (laid.length === 0) return t('turn.yours');
  return t(play.placing.mayLay ? 'turn.maySecond' : 'turn.mayEnd');
}
