/**
 * The address bar as state: `/`, `/table/ID`, `/replay`, `/replay/ID`, `/settings`, `/help`, `/learn`, `/learn/AT`,
 * `/paper`, `/box`, `/keep`, `/keep/ID`, `/link`.
 */
import { fresh } from './fresh.svelte';
import { site } from './site';

type Route =
  | { screen: 'home' }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; id?: string }
  | { screen: 'settings' }
  | { screen: 'help' }
  /** A lesson by its number. */
  | { screen: 'learn'; at?: string }
  | { screen: 'paper' }
  | { screen: 'box' }
  | { screen: 'keep'; id?: string }
  | { screen: 'link' }
  | { screen: 'lost' };

function parseRoute(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter(Boolean);
  if (first === '') return { screen: 'home' };
  if (first === 'table' && second && rest.length === 0) return { screen: 'table', id: second };
  if (first === 'replay' && rest.length === 0) return { screen: 'replay', id: second };
  if (first === 'keep' && rest.length === 0) return { screen: 'keep', id: second };
  if (first === 'learn' && rest.length === 0) return { screen: 'learn', at: second };
  const alone = (['settings', 'help', 'paper', 'box', 'link'] as const).find((screen) => screen === first);
  if (alone && !second) return { screen: alone };
  return { screen: 'lost' };
}

/** The path of the screen that the address bar asks for; a place on the present one is no other screen. */
function asked(present: string): string {
  if (typeof location === 'undefined') return present;
  if (site === undefined) return location.pathname;
  if (location.hash && !location.hash.startsWith('#/')) return present;
  return location.hash.slice(1).split('?')[0] || '/';
}

/** The address of one of our screens. */
const addressOf = (path: string): string => (site === undefined ? path : `#${path}`);

class Router {
  #path = $state(asked('/'));
  route = $derived(parseRoute(this.#path));
  /** The table that was left for a look at the rules or the settings; none once somebody is home. */
  table = $state<string>();
  /** Whether this is no longer the screen that was opened first. */
  moved = false;

  /** Go to an address of this site; `replace` leaves no step behind for the back button. */
  go(path: string, { replace = false } = {}): void {
    if (fresh.newer && typeof location !== 'undefined') return void fresh.load(addressOf(path));
    history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path));
    this.arrive();
    scrollTo(0, 0);
  }

  /** Let the address bar name this screen more exactly, as a link to it should. */
  rename(path: string): void {
    history.replaceState(history.state, '', addressOf(path));
  }

  /** What the address says behind its path. */
  query(): URLSearchParams {
    return new URLSearchParams(site === undefined ? location.search : location.hash.split('?')[1]);
  }

  arrive(): void {
    this.moved = true;
    const left = this.route;
    this.#path = asked(this.#path);
    if (left.screen === 'table') this.table = left.id;
    if (this.route.screen === 'home') this.table = undefined;
  }
}

export const router = new Router();

/** Let a link to a screen lead there on a site of files too. */
function point(link: Element | null | undefined): void {
  const path = link?.getAttribute('href');
  if (path?.startsWith('/')) link!.setAttribute('href', addressOf(path));
}

/** Whether a link leads to a place on the present screen. */
function samePlace(link: HTMLAnchorElement): boolean {
  if (site !== undefined) return !link.hash.startsWith('#/');
  return !!link.hash && link.pathname === location.pathname;
}

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => router.arrive());
  // Plain links to our own screens are followed without loading the page again.
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (link && site !== undefined) point(link);
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.pathname.startsWith('/api/') || samePlace(link)) return;
    event.preventDefault();
    router.go(site === undefined ? link.pathname + link.search : link.hash.slice(1));
  });
  // Also those that are opened in another tab must lead where the screens of a site of files are.
  if (site !== undefined) {
    for (const type of ['pointerover', 'focusin'] as const) {
      addEventListener(type, (event) => point((event.target as Element | null)?.closest?.('a')));
    }
  }
}
