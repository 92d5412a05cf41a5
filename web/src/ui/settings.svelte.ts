/** What a person prefers, kept in this browser. */
import type { Language } from '@/text/languages';
import { SETTINGS, wishedLanguage } from './language';
import { thisBrowser } from './storage';

export type Theme = 'auto' | 'light' | 'dark' | 'wood';
type Motion = 'auto' | 'reduced';

class Settings {
  language = $state<Language>('en');
  theme = $state<Theme>('wood');
  motion = $state<Motion>('auto');
  /** Signs inside the discs, so that colours are never alone. */
  signs = $state(true);
  /** A quiet wooden click when a tile is laid. */
  sound = $state(false);
  /** Legal outlines and live receipts. */
  helpers = $state(true);
  /** The game is laid on a real table too: the numbers of the tiles are shown. */
  copying = $state(false);
  /** The name offered at a new table. */
  name = $state('');
  /** Whether the server knows this browser, so that there may be games of mine to ask for. */
  known = $state(false);
  /** Whether there are games on this device itself. */
  here = $state(false);

  /** Whether the device is dark now. */
  #dark = $state(false);

  constructor() {
    Object.assign(this, thisBrowser.recall(SETTINGS));
    this.language = wishedLanguage();
    if (typeof matchMedia === 'undefined') return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    this.#dark = dark.matches;
    dark.addEventListener('change', () => (this.#dark = dark.matches));
  }

  /** Write everything down; call after a change. */
  keep(): void {
    const { language, theme, motion, signs, sound, helpers, copying, name, known, here } = this;
    const kept = { language, theme, motion, signs, sound, helpers, copying, name, known, here };
    thisBrowser.remember(SETTINGS, kept);
  }

  /** The theme to show: the device's own where that was chosen. */
  get look(): Exclude<Theme, 'auto'> {
    if (this.theme !== 'auto') return this.theme;
    return this.#dark ? 'dark' : 'light';
  }

  get stillness(): boolean {
    return this.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
