/** Say who plays at this browser; a name is remembered, a guest without one is asked again next time. */
import { t } from '@/text/text.svelte';
import { settings } from '@/ui/settings.svelte';
import { api } from './api';
import { Refused } from './refused';

export async function introduce(name: string, here = false): Promise<string> {
  const session = await api.name(name.trim() || t('name.guest'), here);
  settings.name = name.trim() && session.name;
  if (!here && !settings.known) await meetAgain();
  if (!here) settings.known = true;
  settings.keep();
  return session.name;
}

/** A browser that keeps no cookies is a stranger again at once: nothing would go on from here. */
async function meetAgain(): Promise<void> {
  await api.session().catch((error: unknown) => {
    throw error instanceof Refused && error.code === 'no_session' ? new Error(t('net.cookies')) : error;
  });
}
