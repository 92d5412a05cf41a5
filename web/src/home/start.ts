/** Make a table and go there. */
import { newNonce } from '@/fair/nonce';
import { keepPledge } from '@/fair/pledges';
import { along } from '@/net/along.svelte';
import { api } from '@/net/api';
import { introduce } from '@/net/introduce';
import { Refused } from '@/net/refused';
import { newId } from '@/net/transport';
import { t } from '@/text/text.svelte';
import { own, tomlOf } from '@/ui/own.svelte';
import { router } from '@/ui/router.svelte';
import { settings } from '@/ui/settings.svelte';
import { site } from '@/ui/site';
import { choices, keepChoices } from './choices.svelte';
import { wish, type Choices, type Door } from './wish';

/**
 * Open a table behind a door and sit down; against the computer and on one device the game begins at once, on this
 * device where no server is wished for, or in reach. What is chosen `instead` is for this table alone.
 */
export async function start(
  door: Door,
  known: readonly string[],
  instead: Partial<Choices> = {},
): Promise<void> {
  const open = (here: boolean) => sitDown(door, known, instead, here);
  if (door === 'friends') return open(false);
  await along.look();
  if (along.playable && (site !== undefined || along.away || choices.here)) return open(true);
  try {
    await open(false);
  } catch (error) {
    // Nobody has looked since the line was cut.
    if (!(along.playable && error instanceof Refused && error.code === 'offline')) throw error;
    along.away = true;
    await open(true);
  }
}

async function sitDown(
  door: Door,
  known: readonly string[],
  instead: Partial<Choices>,
  here: boolean,
): Promise<void> {
  const levels = known.length ? known : await api.levels(here);
  const me = await introduce((door === 'device' && choices.device[0]!.name) || settings.name, here);
  const called = (name: string, number: number) =>
    door === 'device' ? name.trim() || t('name.player', { number: number + 1 }) : me;
  const wished = { ...choices, ...instead };
  const table = wish(door, wished, levels, called, own.offered ? tomlOf(own.box) : null);
  // With friends the nonce waits until the table's commitment was seen: the fair bag proves more so.
  const nonce = door === 'friends' ? null : newNonce();
  const card = await api.newTable({ ...table, nonce, id: newId() }, here);
  if (here) settings.here = true;
  if (nonce) keepPledge(card.id, { commitment: card.commitment, nonce });
  settings.keep();
  keepChoices();
  router.go(`/table/${card.id}`);
}
