/** The address bar as state: `/`, `/table/ID`, `/settings`, `/help`, `/link`. */

type Route =
  | { screen: 'home' }
  | { screen: 'table'; id: string }
  | { screen: 'settings' }
  | { screen: 'help' }
  | { screen: 'link' }
  | { screen: 'lost' };

function parseRoute(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter(Boolean);
  if (first === '') return { screen: 'home' };
  if (first === 'table' && second && rest.length === 0) return { screen: 'table', id: second };
  if ((first === 'settings' || first === 'help' || first === 'link') && !second) return { screen: first };
  return { screen: 'lost' };
}

class Router {
  #path = $state(typeof location === 'undefined' ? '/' : location.pathname);
  route = $derived(parseRoute(this.#path));
  /** The table that was left for a look at the rules or the settings; none once somebody is home. */
  table = $state<string>();
  /** Whether this is no longer the screen that was opened first. */
  moved = false;

  /** Go to an address of this site; `replace` leaves no step behind for the back button. */
  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.arrive();
    scrollTo(0, 0);
  }

  arrive(): void {
    this.moved = true;
    const left = this.route;
    this.#path = location.pathname;
    if (left.screen === 'table') this.table = left.id;
    if (this.route.screen === 'home') this.table = undefined;
  }
}

export const router = new Router();

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => router.arrive());
  // Plain links to our own screens are followed without loading the page again.
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    router.go(link.pathname + link.search);
  });
}
