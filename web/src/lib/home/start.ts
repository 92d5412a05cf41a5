/** Make a table and go there. */
import { keepPledge } from '$lib/end/pledges';
import { offered } from '$lib/levels';
import { api, newId, newNonce } from '$lib/net/api';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';
import { t } from '$lib/text/text.svelte';
import { choices, keepChoices } from './choices.svelte';
import { wish, type Door } from './wish';

/** Say who plays at this browser; a name is remembered, a guest without one is asked again next time. */
export async function introduce(name: string): Promise<string> {
  const session = await api.name(name.trim() || t('name.guest'));
  settings.name = name.trim() && session.name;
  settings.known = true;
  settings.keep();
  return session.name;
}

/** Open a table behind a door and sit down; against the computer and on one device the game begins at once. */
export async function start(door: Door, known: readonly string[]): Promise<void> {
  const levels = known.length ? known : offered(await api.bots());
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
