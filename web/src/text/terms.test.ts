import { beforeAll, expect, it } from 'vitest';
import { clockName, terms, timeLeft } from './terms';
import { loadLanguage } from './text.svelte';

beforeAll(() => loadLanguage('en'));

it('names the target, and what is unusual', () => {
  expect(terms({ target: 60, clock: null, open_hands: false, purist: false })).toBe('to 60 points');
  expect(terms({ target: 120, clock: 90, open_hands: true, purist: true })).toBe(
    'to 120 points · 90 seconds per turn · Open hands · No help',
  );
});

it('says what is left of a turn, and a fresh clock of three days has three days', () => {
  const left = (seconds: number) => Object.values(timeLeft(seconds)).join(' | ');
  expect(left(44)).toBe('0:44 | 0:44');
  expect(left(3_599)).toBe('59:59 | 59:59');
  expect(left(7_000)).toBe('2h | 2 hours left');
  expect(left(259_195)).toBe('3d | 3 d 0 h');
  expect(left(259_200 - 7_200)).toBe('3d | 2 d 22 h');
  expect(left(170_000)).toBe('48h | 2 d 0 h');
  expect(left(100_000)).toBe('28h | 1 d 4 h');
});

it('says a clock in the unit of people', () => {
  expect([45, 180, 86_400, 604_800].map(clockName)).toEqual(['45 seconds', '3 minutes', '1 day', '7 days']);
});
