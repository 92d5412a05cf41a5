import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage, ServerMessage } from '@/gen/protocol';
import type { Heard } from './heard';
import { bySocket } from './socket';
import type { Status, Transport } from './transport';

/** A websocket whose other end is the test. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Line.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  /** The other end answers, says something, or hangs up. */
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  ends(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const pong: ServerMessage = { type: 'pong' };
const ping: ClientMessage = { type: 'ping' };
/** The longest that a try can be put off, and more. */
const LONG = 7000;

let window: EventTarget;
let page: EventTarget & { hidden: boolean };
let heard: (Status | Heard)[];
let since: number;
let socket: Transport;

const line = (): Line => Line.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  heard = [];
  since = 0;
  window = new EventTarget();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:', host: 'example.org' });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  socket = bySocket('a b', {
    since: () => since,
    status: (status) => heard.push(status),
    message: (message) => heard.push(message),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('connects with the table, safely where the page came safely', () => {
  expect(line().address).toBe('wss://example.org/ws/tables/a%20b?since=0');
});

it('hands on what it hears, and sends only while it is open', () => {
  expect(socket.send(ping)).toBe(false);
  line().opens();
  line().says(pong);
  expect(heard).toEqual(['open', pong]);
  expect(socket.send(ping)).toBe(true);
  expect(line().sent).toEqual([ping]);
});

describe('when the line is cut', () => {
  it('says so, waits a little, and asks for what came after the last event seen', () => {
    line().opens();
    since = 17;
    line().ends();
    expect(heard).toEqual(['open', 'lost']);
    expect(Line.all).toHaveLength(1);
    vi.advanceTimersByTime(LONG);
    expect(Line.all).toHaveLength(2);
    expect(line().address).toMatch(/since=17$/);
    line().opens();
    expect(heard).toEqual(['open', 'lost', 'open']);
  });

  it('tries again and again, later each time, and quickly again after a success', () => {
    const wait = (): number => {
      const before = Line.all.length;
      let waited = 0;
      for (; Line.all.length === before; waited += 50) vi.advanceTimersByTime(50);
      return waited;
    };
    vi.spyOn(Math, 'random').mockReturnValue(0.5); // neither sooner nor later than meant
    const waits = [1, 2, 3, 4, 5, 6].map(() => (line().ends(), wait()));
    expect(waits).toEqual([300, 700, 1500, 3000, 5000, 5000]);
    line().opens();
    line().ends();
    expect(wait()).toBe(300);
  });

  it('comes back at once when the network does, or when the tab is looked at', () => {
    line().ends();
    window.dispatchEvent(new Event('online'));
    expect(Line.all).toHaveLength(2);
    line().ends();
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(Line.all).toHaveLength(2);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(Line.all).toHaveLength(3);
    vi.advanceTimersByTime(LONG);
    expect(Line.all).toHaveLength(3); // the try that was put off is not made as well
  });

  it('hears nothing more of the old line', () => {
    const old = line();
    old.opens();
    window.dispatchEvent(new Event('offline'));
    old.says(pong);
    old.ends();
    expect(heard).toEqual(['open', 'lost']);
    vi.advanceTimersByTime(LONG);
    expect(Line.all).toHaveLength(2);
  });
});

it('pings a line on which nothing is heard, and gives it up when nothing answers', () => {
  line().opens();
  vi.advanceTimersByTime(9_000);
  line().says(pong);
  vi.advanceTimersByTime(2_000);
  expect(line().sent).toEqual([]); // something was heard a moment ago
  vi.advanceTimersByTime(10_000);
  expect(line().sent).toEqual([ping]);
  line().says(pong);
  vi.advanceTimersByTime(30_000);
  expect(heard.at(-1)).toEqual(pong);
  vi.advanceTimersByTime(10_000);
  expect(heard.at(-1)).toBe('lost');
});

it('does not try again where there is no such table', () => {
  line().ends(4404);
  expect(heard).toEqual(['gone']);
  vi.advanceTimersByTime(LONG);
  expect(Line.all).toHaveLength(1);
});

it('does not come back as a stranger when the person has logged out', () => {
  line().opens();
  line().ends(4401);
  expect(heard).toEqual(['open', 'out']);
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(LONG);
  expect(Line.all).toHaveLength(1);
});

it('connects anew when asked to, without a word about a loss', () => {
  const old = line();
  old.opens();
  socket.again();
  expect([Line.all.length, old.readyState]).toEqual([2, 3]);
  expect(heard).toEqual(['open']);
});

it('stays closed', () => {
  line().opens();
  socket.close();
  expect(line().readyState).toBe(3);
  window.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(LONG);
  expect(Line.all).toHaveLength(1);
});
