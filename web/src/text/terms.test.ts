import { beforeAll, expect, it, vi } from 'vitest';
import { clockName, clockTime, terms, timeLeft } from './terms';
import { loadLanguage } from './text.svelte';

beforeAll(() => loadLanguage('en'));

it('names the target, and what is unusual', () => {
  const usual = {
    target: 60,
    clock: null,
    open_hands: false,
    purist: false,
    hints: false,
    seats: [],
    tile_set: 'classic',
  };
  expect(terms(usual)).toBe('to 60 points');
  expect(terms({ ...usual, target: 120, clock: 90, open_hands: true, purist: true })).toBe(
    'to 120 points · 90 seconds per turn · Open hands · No help',
  );
  expect(terms({ ...usual, tile_set: 'classic-72' })).toBe('to 60 points · 72 tiles');
  expect(terms({ ...usual, tile_set: 'Anna’s box' })).toBe('to 60 points · Anna’s box');
  const open = { kind: 'open', name: null, bot: null, mine: false, score: 0 } as const;
  expect(terms({ ...usual, hints: true, seats: [open] })).toBe('to 60 points · Hints for everyone');
  expect(terms({ ...usual, hints: true, seats: [{ ...open, kind: 'person', mine: true }] })).toBe(
    'to 60 points',
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

it.each([
  ['en-GB', '18:05'],
  ['en-US', '6:05 PM'],
  ['ja', '6:05 PM'], // who reads English here, but has told the browser nothing of it
])('tells the time of day as in %s', (where, told) => {
  vi.stubGlobal('navigator', { languages: [where] });
  expect(clockTime(new Date().setHours(18, 5)).replace(/\s/, ' ')).toBe(told);
  vi.unstubAllGlobals();
});
