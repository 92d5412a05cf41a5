/** Games of this device that were brought to the server, and what they are called there. */
import { thisBrowser } from '@/ui/storage';
import { api } from './api';
import { introduce } from './introduce';
import { settings } from '@/ui/settings.svelte';

const BROUGHT = 'dalapapa.brought';
const all = () => thisBrowser.recall<Record<string, string>>(BROUGHT) ?? {};

/** The id at the server of a game of this device, if it was brought there. */
export const broughtAs = (id: string): string | undefined => (settings.known ? all()[id] : undefined);

/** Have the server referee a game of this device again and keep it; gives its id there. */
export async function bring(id: string): Promise<string> {
  const record = await api.record(id);
  if (!settings.known) await introduce(settings.name);
  const card = await api.bring(record);
  thisBrowser.remember(BROUGHT, { ...all(), [id]: card.id });
  return card.id;
}
