/** What becomes of a service worker, from its first state to its last. */

/** Milliseconds in which a new version begins to take over, if it does. */
const BEGINS = 10_000;

/** Until what is being installed is: `ready` would wait for ever. A browser that has no room for it, or is cut off, says so here only. */
export function installed({ installing }: Pick<ServiceWorkerRegistration, 'installing'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (installing?.state === 'redundant') reject(new Error('not installed'));
      else if (installing?.state !== 'installing') resolve();
    };
    installing?.addEventListener('statechange', look);
    look();
  });
}

/**
 * Until this version has taken over, or does not begin to. Once it has begun nothing but its end counts: a page that
 * is loaded meanwhile may never come, and a busy device takes many seconds.
 */
export function takenOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, BEGINS);
    const look = () => {
      if (worker.state !== 'installed') clearTimeout(late);
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
