/**
 * The service worker: the pages and programs of this version, for when there is no network. Registered when the
 * game is taken along, so that nobody fetches it who has not asked. The build fills in what there is.
 */
const FILES = __FILES__;
/** Where they lie: below any path. */
const BASE = new URL('.', location.href).pathname;
const SHELL = 'dalapapa-shell-__VERSION__';
/** What this version's tables need to run without a server (net/along.svelte.ts). */
const LUGGAGE = __LUGGAGE__;
const ALONG = `dalapapa-along-${LUGGAGE.folder}`;

self.addEventListener('install', (event) => {
  const install = async () => {
    await (await caches.open(SHELL)).addAll(FILES.map((name) => BASE + name));
    // Who has taken an older version along must not be without: this one is there when all of it is.
    if (!(await caches.keys()).some((name) => name.startsWith('dalapapa-along-') && name !== ALONG)) return;
    const along = await caches.open(ALONG);
    for (const name of LUGGAGE.files) {
      const address = `${BASE}along/${LUGGAGE.folder}/${name}`;
      if (!(await along.match(address))) await along.add(address);
    }
  };
  const tidy = async (error) => {
    // What half came must not take the room that a game needs; after a lost network it is gone on with.
    if (error?.name === 'QuotaExceededError') for (const name of [SHELL, ALONG]) await caches.delete(name);
    throw error;
  };
  event.waitUntil(install().catch(tidy));
});

self.addEventListener('activate', (event) => {
  const old = (name) => /^dalapapa-(shell|along)-/.test(name) && name !== SHELL && name !== ALONG;
  const tidy = async () => {
    for (const name of (await caches.keys()).filter(old)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

// A new version waits until the old one's pages are closed, or until nobody plays (net/along.svelte.ts).
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

/** What the page has left for us to say, in the language of the player. */
async function words() {
  const left = await caches.match(`${BASE}words.json`);
  return left ? left.json() : { turn: 'Dalapapa' };
}

const addressOf = (table) => `${BASE}table/${table}`;

// It is somebody's turn, and no page of ours need be open (net/bell.svelte.ts).
self.addEventListener('push', (event) => {
  const tell = async () => {
    const { table, names } = event.data.json();
    const seen = ({ url, visibilityState }) =>
      visibilityState === 'visible' && new URL(url).pathname === addressOf(table);
    if ((await windows()).some(seen)) return; // who looks at the table sees it there
    const said = { body: names.join(', '), tag: table, icon: `${BASE}icon-192.png`, data: { table } };
    await self.registration.showNotification((await words()).turn, said);
  };
  event.waitUntil(tell());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = addressOf(event.notification.data.table);
  const open = async () => {
    const there = (await windows()).find(({ url }) => new URL(url).pathname === address);
    return there ? there.focus() : self.clients.openWindow(address);
  };
  event.waitUntil(open());
});

/** The page of a screen by the server's rule: `/table/ID` is shown by `table.html`. */
async function page(path) {
  const [screen] = path.slice(BASE.length).split('/');
  const cache = await caches.open(SHELL);
  return (await cache.match(`${BASE}${screen}.html`)) ?? (await cache.match(`${BASE}index.html`));
}

/** Milliseconds that a network has which is there and carries nothing. */
const PATIENCE = 4000;

/** The newest page where there is a network, so that nobody stays with an old version; else the one that is kept. */
async function newest(request) {
  const came = fetch(request);
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  try {
    return await Promise.race([came, late]);
  } catch {
    return (await page(new URL(request.url).pathname)) ?? came;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // What only a server can answer, and whether it has something newer, is asked of it.
  const asked = /^\/(api|ws)\//.test(pathname) || pathname === `${BASE}version.json`;
  if (request.method !== 'GET' || origin !== location.origin || asked) return;
  const answer =
    request.mode === 'navigate'
      ? newest(request)
      : caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request));
  event.respondWith(answer);
});
