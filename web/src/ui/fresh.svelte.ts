/**
 * Whether there is a newer version of this program than the one that runs. It is taken over when somebody goes from
 * one screen to another, which loses nothing, and never while they play.
 */
import { base, site } from './site';

declare const __BUILD__: string;
const BUILD = typeof __BUILD__ === 'undefined' ? null : __BUILD__;
const LOOK_EVERY = 60_000;

class Fresh {
  newer = $state(false);
  /** Somebody has asked for it, and it is about to come. */
  loading = $state(false);
  /** A new service worker that is just taking over: a page that is loaded meanwhile may never come. */
  takeOver: Promise<void> = Promise.resolve();
  /** Loads once more what was asked for, as long as it has not come. */
  again = () => {};
  #looked = -LOOK_EVERY;

  /** Ask where the files come from; `now` when there is reason to, as after the server was away. */
  async look(now = false): Promise<void> {
    if (!BUILD || this.newer || (!now && performance.now() - this.#looked < LOOK_EVERY)) return;
    this.#looked = performance.now();
    try {
      const answer = await fetch(`${base}version.json`, { cache: 'no-store' });
      const { version } = (await answer.json()) as { version?: unknown };
      this.newer = answer.ok && typeof version === 'string' && version !== BUILD;
    } catch {
      // Without a network this is the newest there is.
    }
  }

  /** Load this page anew, or another. */
  async load(address?: string): Promise<void> {
    const load = () => {
      if (address) location.assign(address);
      // Behind a `#` that alone loads nothing.
      if (!address || site !== undefined) location.reload();
    };
    this.loading = true;
    await this.takeOver;
    this.loading = false; // whoever comes back to this page may press again
    load();
    this.again = load;
  }
}

export const fresh = new Fresh();
