import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Timing } from './timing.svelte';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** A turn that begins so many seconds ago, with a minute's patience. */
function timing(ago = 0) {
  const turn = $state({ since: Date.now() - 1000 * ago, patience: 1 });
  const nod = vi.fn();
  const timing = new Timing(() => turn, nod);
  const stop = timing.run();
  return { turn, nod, timing, stop, pass: (seconds: number) => vi.advanceTimersByTime(1000 * seconds) };
}

it('counts the seconds of a turn, and those of an hour', () => {
  const { timing: clock, pass } = timing();
  expect(clock.shown).toBe('0:00');
  pass(65);
  expect(clock.shown).toBe('1:05');
  pass(3600);
  expect(clock.shown).toBe('1:01:05');
});

it('nods once when patience is over, and again in the next turn', () => {
  const { timing: clock, turn, nod, pass } = timing();
  pass(59);
  expect([clock.over, clock.part < 1, nod.mock.calls.length]).toEqual([false, true, 0]);
  pass(1);
  expect([clock.over, clock.part, nod.mock.calls.length]).toEqual([true, 1, 1]);
  pass(300);
  expect([clock.part, nod.mock.calls.length]).toEqual([1, 1]);
  turn.since = Date.now();
  pass(1);
  expect([clock.over, clock.shown]).toEqual([false, '0:01']);
  pass(60);
  expect(nod).toHaveBeenCalledTimes(2);
});

it('goes on counting in a new tab, without nodding at whoever comes back', () => {
  const { timing: clock, nod, pass } = timing(90);
  expect([clock.shown, clock.over]).toEqual(['1:30', true]);
  pass(5);
  expect([clock.shown, nod.mock.calls.length]).toEqual(['1:35', 0]);
});

it('takes more patience when it is given', () => {
  const { timing: clock, turn, nod, pass } = timing();
  pass(61);
  turn.patience = 2;
  expect(clock.over).toBe(false);
  pass(60);
  expect([clock.over, nod.mock.calls.length]).toEqual([true, 2]);
});

it('is not before its beginning where a clock was put back, and stops when told', () => {
  const { timing: clock, stop, pass } = timing(-30);
  expect(clock.shown).toBe('0:00');
  stop();
  pass(100);
  expect(clock.shown).toBe('0:00');
});
