/** The bell: this browser tells its person when it is their turn in a game by days. */
import { t } from '@/text/text.svelte';
import { base } from '@/ui/site';
import { thisBrowser } from '@/ui/storage';
import { api } from './api';
import { installed } from './installing';

const BELL = 'dalapapa.bell';
/** Where the service worker finds what to say: it has no texts of its own. */
const WORDS = `${base}words.json`;

/** `push`: told with no page of ours open; `open`: only while one is. */
type Mode = 'off' | 'push' | 'open';

class Bell {
  mode = $state<Mode>(thisBrowser.recall(BELL) ?? 'off');

  /** Asked for each time: a browser may learn it, as when the page is put on the home screen. */
  get possible(): boolean {
    return typeof Notification === 'function' && isSecureContext;
  }

  /** Ask the browser whether we may, then its push service; called from a click only. */
  async hang(): Promise<Mode> {
    if ((await Notification.requestPermission()) !== 'granted') return 'off';
    this.#keep((await this.#subscribe().catch(() => false)) ? 'push' : 'open');
    return this.mode;
  }

  /** Say nothing more. */
  async stop(): Promise<void> {
    this.#keep('off');
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    // Whichever of the two does not work, the other is enough.
    await Promise.allSettled([subscription?.unsubscribe(), api.takeBellDown()]);
  }

  /** See that it still works: the server forgets browsers that were out of reach, and a language may have changed. */
  async look(): Promise<void> {
    if (this.mode === 'off') return;
    if (!this.possible || Notification.permission !== 'granted') return this.#keep('off');
    if (this.mode !== 'push') return;
    const { ringing } = await api.bell();
    if (!ringing) this.#keep((await this.#subscribe().catch(() => false)) ? 'push' : 'open');
    else await this.#teach();
  }

  /** It is my turn at a table: who does not see it is told; who has come to see it needs no reminder. */
  async turn(table: string): Promise<void> {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!document.hidden) {
      for (const shown of (await registration?.getNotifications({ tag: table })) ?? []) shown.close();
    } else if (this.mode === 'open') {
      const said = { tag: table, icon: `${base}icon-192.png`, data: { table } };
      if (registration) await registration.showNotification(t('card.your_turn'), said);
      else new Notification(t('card.your_turn'), said).onclick = () => window.focus();
    }
  }

  async #subscribe(): Promise<boolean> {
    if (!('serviceWorker' in navigator) || !('PushManager' in window)) return false;
    await installed(await navigator.serviceWorker.register(`${base}sw.js`));
    const { pushManager } = await navigator.serviceWorker.ready;
    const { key } = await api.bell();
    // One that was made for another key, as of a server that was set up anew, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    try {
      await api.hangBell({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
    } catch (error) {
      await made.unsubscribe();
      throw error;
    }
    await this.#teach();
    return true;
  }

  /** Leave the words for the service worker. */
  async #teach(): Promise<void> {
    const words = new Response(JSON.stringify({ turn: t('card.your_turn') }));
    await (await caches.open('words')).put(WORDS, words);
  }

  #keep(mode: Mode): void {
    this.mode = mode;
    thisBrowser.remember(BELL, mode === 'off' ? undefined : mode);
  }
}

export const bell = new Bell();
