/**
 * The browser's disk for src/dalapapa/browser/store.py: IndexedDB, texts in and out. A change is one transaction,
 * on the disk for good before it is called kept; rows in it say which version of them they were made from.
 */
const NAME = 'dalapapa';

/** @param {IDBRequest} request */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * What a disk refuses, in words: of what browsers throw, Python cannot take everything (a full disk's
 * QuotaExceededError it cannot), and would wait for ever.
 */
const inWords =
  (act) =>
  async (...given) => {
    try {
      return await act(...given);
    } catch (error) {
      throw new Error(`${error?.name}: ${error?.message}`, { cause: error });
    }
  };

function open() {
  const request = indexedDB.open(NAME, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      const log = request.result.createObjectStore('log', { keyPath: ['table', 'entry.seq'] });
      log.createIndex('command', ['table', 'entry.command'], { unique: true });
      request.result.createObjectStore('rows', { keyPath: 'table' });
      request.result.createObjectStore('kept');
    }
    request.result.createObjectStore('tiles', { keyPath: 'fingerprint' });
  };
  return done(request);
}

/** `closed` is called when it is taken from us: the games may be gone. */
export async function openDisk(closed) {
  const base = await open();
  // Another tab has a newer version, or the player clears the data of this site: let it.
  base.onversionchange = () => {
    base.close();
    closed();
  };
  base.onclose = closed;
  const read = async (name, query) =>
    JSON.stringify(await done(base.transaction(name).objectStore(name).getAll(query)));

  const disk = {
    rows: () => read('rows'),
    row: (table) => read('rows', table),
    kept: () => read('kept'),
    tiles: (fingerprint) => read('tiles', fingerprint),
    log: (table, after) => read('log', IDBKeyRange.bound([table, after], [table, Infinity], true)),

    write(text) {
      const change = JSON.parse(text);
      const { rows = [], kept, lines = [], forgotten = [], tiles = [], forgotten_tiles = [] } = change;
      return new Promise((resolve, reject) => {
        const all = base.transaction(['log', 'rows', 'kept', 'tiles'], 'readwrite', { durability: 'strict' });
        const store = (name) => all.objectStore(name);
        let stale = false;
        all.oncomplete = () => resolve('kept');
        all.onabort = () => {
          if (stale) resolve('stale');
          else if (all.error?.name === 'ConstraintError') resolve('taken');
          else reject(all.error);
        };
        const replace = (name, value, key) => {
          const before = store(name).get(key);
          before.onsuccess = () => {
            stale ||= (before.result?.version ?? 0) !== value.version;
            if (stale) return all.abort();
            value.version += 1;
            store(name).put(value, ...(store(name).keyPath ? [] : [key]));
          };
        };
        for (const row of rows) replace('rows', row, row.table);
        if (kept) replace('kept', kept, 'house');
        for (const line of lines) store('log').add(line);
        for (const one of tiles) store('tiles').put(one);
        for (const one of forgotten_tiles) store('tiles').delete(one);
        for (const table of forgotten) {
          store('rows').delete(table);
          store('log').delete(IDBKeyRange.bound([table], [table, Infinity]));
        }
      });
    },
  };
  return Object.fromEntries(Object.entries(disk).map(([name, act]) => [name, inWords(act)]));
}
