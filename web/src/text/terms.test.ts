import { beforeAll, expect, it } from 'vitest';
import { clockName, terms } from './terms';
import { loadLanguage } from './text.svelte';

beforeAll(() => loadLanguage('en'));

it('names the target, and what is unusual', () => {
  expect(terms({ target: 60, clock: null, open_hands: false, purist: false })).toBe('to 60 points');
  expect(terms({ target: 120, clock: 90, open_hands: true, purist: true })).toBe(
    'to 120 points · 90 seconds per turn · Open hands · No help',
  );
});

it('says a clock in the unit of people', () => {
  expect([45, 180, 86_400, 604_800].map(clockName)).toEqual(['45 seconds', '3 minutes', '1 day', '7 days']);
});
