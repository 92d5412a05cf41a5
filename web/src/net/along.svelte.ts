/** Taking the game along: everything that a table on this device needs, kept by the browser. */
import { fresh } from '@/ui/fresh.svelte';
import { t } from '@/text/text.svelte';
import { base, site } from '@/ui/site';
import { thisBrowser } from '@/ui/storage';
import { api } from './api';
import { installed, takenOver } from './installing';
import { addressOf, pack } from './pack';
import { andOnline, Refused } from './refused';

const TAKEN = 'dalapapa.along';
/** Under its own name: others may live at the same origin. The service worker knows it too. */
const KEPT = `dalapapa-along-${pack?.folder}`;
const MEGABYTE = 1_000_000;
/** What every tab with a table holds: only while nobody does, a new version takes over. */
const PLAYING = 'dalapapa.playing';

/** Hold it, until what is given back is called. */
export function playing(): () => void {
  let stop = () => {};
  const over = new Promise<void>((resolve) => (stop = resolve));
  void navigator.locks?.request(PLAYING, { mode: 'shared' }, () => over);
  return () => stop();
}

class Along {
  stage = $state<'none' | 'fetching' | 'kept'>('none');
  /** How much of it is here, from 0 to 1. */
  share = $state(0);
  /** Why the last attempt did not work, in words. */
  fault = $state('');
  /** Whether the browser has promised to keep it; private windows and full disks do not. */
  promised = $state(true);
  /** Whether the server was out of reach when it was last asked. */
  away = $state(false);

  /** Whether there is anything to take, and whether this browser can keep and run it. */
  readonly packed = pack !== null;
  readonly possible = isPossible();
  readonly megabytes = Math.ceil((pack?.bytes ?? 0) / MEGABYTE);

  /** Whether tables on this device are to be had: kept, or at least there to be fetched when they are asked for. */
  get playable(): boolean {
    return this.stage === 'kept' || (site !== undefined && this.packed && this.possible);
  }

  /** See what is here; a new version of what was taken along is fetched without asking, as for an installed app. */
  async look(): Promise<void> {
    if (!this.packed || !this.possible || this.stage !== 'none') return;
    const kept = await caches
      .open(KEPT)
      .then((cache) => cache.keys())
      .catch(() => []);
    if (kept.length === Object.keys(pack!.files).length) {
      this.stage = 'kept';
      this.promised = await isPromised();
    } else if (thisBrowser.recall(TAKEN) || matchMedia('(display-mode: standalone)').matches) {
      void this.take(); // nobody waits for it
    }
  }

  async take(): Promise<void> {
    this.stage = 'fetching';
    this.share = 0;
    this.fault = '';
    try {
      await installed(await navigator.serviceWorker.register(`${base}sw.js`));
      await this.#fetch();
      await api.levels(true); // nobody should learn on the train that it does not start
      thisBrowser.remember(TAKEN, true);
      await navigator.storage.persist?.().catch(() => undefined); // asked for, not needed
      this.promised = await isPromised();
      this.stage = 'kept';
    } catch (error) {
      this.fault = await this.#why(error);
      this.stage = 'none';
    }
  }

  async #why(error: unknown): Promise<string> {
    if (error instanceof Refused) return error.message;
    if (error instanceof Error && error.name === 'QuotaExceededError') {
      // What half came must not take the room that a game needs; after a lost network it is gone on with.
      await caches.delete(KEPT);
      return andOnline(t('along.no_room'));
    }
    const reached = fetch(`${base}version.json`, { cache: 'no-store' }).then(({ ok }) => ok);
    return (await reached.catch(() => false)) ? andOnline(t('along.failed')) : t('error.offline');
  }

  async #fetch(): Promise<void> {
    const cache = await caches.open(KEPT);
    const total = Object.values(pack!.files).reduce((sum, size) => sum + size, 0);
    let here = 0;
    const came = (bytes: number) => (this.share = (here += bytes) / total);
    for (const [file, size] of Object.entries(pack!.files)) {
      if (await cache.match(addressOf(file))) {
        came(size);
        continue;
      }
      const response = await fetch(addressOf(file));
      if (!response.ok || !response.body) throw new Error(response.statusText);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, out) => {
          came(part.length);
          out.enqueue(part);
        },
      });
      // With its headers: the worker is under the policy that it came with.
      await cache.put(addressOf(file), new Response(response.body.pipeThrough(count), response));
    }
  }

  /** A new version that waits is said, and takes over if nobody plays, in whichever tab. */
  async settle(): Promise<void> {
    if (this.stage !== 'kept') return;
    const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
    if (!waiting) return;
    await navigator.locks?.request(PLAYING, { ifAvailable: true }, (free) => {
      if (!free) return;
      // It may begin only when a page is loaded, which then may never come: the next one does.
      waiting.addEventListener('statechange', () => waiting.state === 'activated' && fresh.again());
      fresh.takeOver = takenOver(waiting);
      waiting.postMessage('take over');
      return fresh.takeOver;
    });
    void fresh.look(true);
  }
}

/** A browser that is to keep nothing refuses even the question. */
function isPossible(): boolean {
  try {
    const needed = [WebAssembly, caches, indexedDB, navigator.serviceWorker];
    return needed.every((one) => typeof one === 'object');
  } catch {
    return false;
  }
}

const isPromised = async (): Promise<boolean> =>
  (await navigator.storage.persisted?.().catch(() => false)) ?? false;

export const along = new Along();
