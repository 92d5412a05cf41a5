import { expect, it } from 'vitest';
import { Attempt } from './attempt.svelte';

it('is busy while it runs, and free afterwards', async () => {
  const attempt = new Attempt();
  let finish = (): void => undefined;
  const done = attempt.run(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(attempt.busy).toBe(true);
  finish();
  expect(await done).toBe(true);
  expect([attempt.busy, attempt.fault]).toEqual([false, '']);
});

it('tells why it did not work, until it is tried again', async () => {
  const attempt = new Attempt();
  expect(await attempt.run(() => Promise.reject(new Error('no such table')))).toBe(false);
  expect([attempt.busy, attempt.fault]).toEqual([false, 'no such table']);
  await attempt.run(() => Promise.resolve());
  expect(attempt.fault).toBe('');
});

it('stays busy when it led away, but not when that was refused', async () => {
  const attempt = new Attempt();
  await attempt.leave(() => Promise.reject(new Error('full')));
  expect(attempt.busy).toBe(false);
  await attempt.leave(() => Promise.resolve());
  expect(attempt.busy).toBe(true);
});
