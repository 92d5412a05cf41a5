import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installed, takenOver } from './installing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service worker whose states a browser would say. */
class Worker extends EventTarget {
  constructor(public state: ServiceWorkerState) {
    super();
  }

  becomes(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** A worker in this state, and what has become of a wait for it. */
function waiting(wait: (worker: ServiceWorker) => Promise<void>, state: ServiceWorkerState) {
  const worker = new Worker(state);
  const end = vi.fn();
  const waited = wait(worker as unknown as ServiceWorker);
  waited.then(() => end('done')).catch(() => end('refused'));
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(1000 * seconds);
    return end.mock.lastCall?.[0];
  };
  return { worker, after };
}

const installing = (worker: ServiceWorker) => installed({ installing: worker });

it('waits for one that takes over slowly, as long as it takes', async () => {
  const { worker, after } = waiting(takenOver, 'installed');
  expect(await after(9)).toBeUndefined();
  worker.becomes('activating');
  expect(await after(120)).toBeUndefined();
  worker.becomes('activated');
  expect(await after(0)).toBe('done');
});

it('does not wait for ever for one that does not begin to', async () => {
  const { after } = waiting(takenOver, 'installed');
  expect(await after(11)).toBe('done');
});

it.each(['activated', 'redundant'] as const)('waits for nothing where it is %s already', async (state) => {
  expect(await waiting(takenOver, state).after(0)).toBe('done');
});

it('says when there is no room to install', async () => {
  const { worker, after } = waiting(installing, 'installing');
  expect(await after(60)).toBeUndefined();
  worker.becomes('redundant');
  expect(await after(0)).toBe('refused');
});

it('is done when it is installed', async () => {
  const { worker, after } = waiting(installing, 'installing');
  worker.becomes('installed');
  expect(await after(0)).toBe('done');
});
