/** What a person chose for their last table, kept in this browser and offered again. */
import { DEFAULTS, type Choices } from './wish';

const KEY = 'dalapapa.choices';

function remembered(): Choices {
  try {
    return { ...structuredClone(DEFAULTS), ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    // A browser that keeps nothing still plays.
    return structuredClone(DEFAULTS);
  }
}

export const choices = $state(remembered());

/** Write the choices down; call when a table is made with them. */
export function keepChoices(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // As above.
  }
}
