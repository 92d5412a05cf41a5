/** Make a table and go there. */
import { newNonce } from '@/fair/nonce';
import { keepPledge } from '@/fair/pledges';
import { api } from '@/net/api';
import { introduce } from '@/net/introduce';
import { newId } from '@/net/transport';
import { t } from '@/text/text.svelte';
import { router } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';
import { choices, keepChoices } from './choices.svelte';
import { wish, type Door } from './wish';

/** Open a table behind a door and sit down; against the computer and on one device the game begins at once. */
export async function start(door: Door, known: readonly string[]): Promise<void> {
  const levels = known.length ? known : await api.levels();
  const me = await introduce((door === 'device' && choices.device[0]!.name) || settings.name);
  const table = wish(door, choices, levels, (name, number) =>
    door === 'device' ? name.trim() || t('name.player', { number: number + 1 }) : me,
  );
  // With friends the nonce waits until the table's commitment was seen: the fair bag proves more so.
  const nonce = door === 'friends' ? null : newNonce();
  const card = await api.newTable({ ...table, nonce, id: newId() });
  if (nonce) keepPledge(card.id, { commitment: card.commitment, nonce });
  keepChoices();
  router.go(`/table/${card.id}`);
}
