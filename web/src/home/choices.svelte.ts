/** What a person chose for their last table, kept in this browser and offered again. */
import { thisBrowser } from '@/ui/storage';
import { DEFAULTS, type Choices } from './wish';

const KEY = 'dalapapa.choices';

export const choices = $state<Choices>({ ...structuredClone(DEFAULTS), ...thisBrowser.recall<Choices>(KEY) });

/** Write the choices down; call when a table is made with them. */
export function keepChoices(): void {
  thisBrowser.remember(KEY, choices);
}
