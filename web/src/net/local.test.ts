import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { card, state } from './faked';
import type { Heard } from './heard';
import type { Listener } from './transport';

/** The worker as a test plays it. */
class FakeWorker {
  static last: FakeWorker;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: (() => void) | undefined;
  ended = false;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(message: Record<string, unknown>): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(data: unknown): void {
    this.onmessage?.({ data });
  }
}

vi.mock('./pack', () => ({ addressOf: (file: string) => `/along/${file}` }));
let local: typeof import('./local');

beforeEach(async () => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
  local = await import('./local');
});
afterEach(() => vi.unstubAllGlobals());

it('answers what is asked, and gives tables of this device ids of their own', async () => {
  const asked = local.askHere('POST', '/api/tables/~abc/rematch');
  const worker = FakeWorker.last;
  expect(worker.sent[0]).toMatchObject({ kind: 'ask', method: 'POST', path: '/api/tables/abc/rematch' });
  worker.says({ number: worker.sent[0]!.number, ok: true, text: JSON.stringify(card({ id: 'new' })) });
  expect(await asked).toMatchObject({ id: '~new' });
  expect(local.isHere('~new')).toBe(true);
  expect(local.isHere('new')).toBe(false);
});

it('hands on a refusal in its own words', async () => {
  const asked = local.askHere('GET', '/api/session');
  const { number } = FakeWorker.last.sent[0]!;
  FakeWorker.last.says({ number, ok: false, text: '{"code":"no_session","words":"who?","details":{}}' });
  await expect(asked).rejects.toMatchObject({ code: 'no_session' });
});

it('carries a table, whose rematch is here too, until it is closed', () => {
  const heard: Heard[] = [];
  const statuses: string[] = [];
  const listener: Listener = {
    since: () => 7,
    status: (status) => statuses.push(status),
    message: (message) => heard.push(message),
  };
  const line = local.byWorker('~abc', listener);
  const worker = FakeWorker.last;
  const number = worker.sent[0]!.line;
  expect(worker.sent[0]).toMatchObject({ kind: 'open', table: 'abc', since: 7 });
  const update = { type: 'update', seq: 8, events: [], state: state(3, { rematch: 'next' }) };
  worker.says({ line: number, text: JSON.stringify(update) });
  expect(statuses).toEqual(['open']);
  expect(heard[0]).toMatchObject({ type: 'update', state: { rematch: '~next' } });
  expect(line.send({ type: 'ping' })).toBe(true);
  line.close();
  expect(worker.sent.slice(1).map(({ kind }) => kind)).toEqual(['say', 'close']);
  worker.says({ line: number, text: JSON.stringify(update) });
  expect(heard).toHaveLength(1);
});

it('says when the worker cannot start, and begins anew when it is asked again', async () => {
  const asked = local.askHere('GET', '/api/bots');
  const first = FakeWorker.last;
  first.says({ failed: 'forbidden' });
  await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  expect(first.ended).toBe(true);
  void local.askHere('GET', '/api/bots');
  expect(FakeWorker.last).not.toBe(first);
});

it('looks with a new worker what is left when the disk was taken from the old one', () => {
  const statuses: string[] = [];
  local.byWorker('~abc', { since: () => 7, status: (status) => statuses.push(status), message: () => {} });
  const first = FakeWorker.last;
  first.says({ closed: true });
  expect(first.ended).toBe(true);
  const [line] = FakeWorker.last.sent.filter(({ kind }) => kind === 'open');
  expect(line).toMatchObject({ table: 'abc', since: 7 });
  FakeWorker.last.says({ line: line!.line, why: 'no_such_table' });
  expect(statuses).toEqual(['gone']);
});
