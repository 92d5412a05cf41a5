/** The language a person wants. Small, and without the program's framework: it is asked for before all else. */
import { chooseLanguage, type Language } from '@/text/languages';
import { thisBrowser } from './storage';

/** Where this browser keeps what its person prefers, the language among it. */
export const SETTINGS = 'dalapapa.settings';

/** The language that was chosen here, or the one the browser asks for. */
export function wishedLanguage(): Language {
  const chosen = thisBrowser.recall<{ language?: string }>(SETTINGS)?.language;
  return chooseLanguage(chosen ? [chosen] : typeof navigator === 'undefined' ? [] : navigator.languages);
}
