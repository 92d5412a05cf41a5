/** Say who plays at this browser; a name is remembered, a guest without one is asked again next time. */
import { t } from '@/text/text.svelte';
import { settings } from '@/ui/settings.svelte';
import { api } from './api';

export async function introduce(name: string): Promise<string> {
  const session = await api.name(name.trim() || t('name.guest'));
  settings.name = name.trim() && session.name;
  settings.known = true;
  settings.keep();
  return session.name;
}
