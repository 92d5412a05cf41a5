import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** What was asked for, to be answered when the test says so. */
const asked: { what: string; answer: () => void }[] = [];
vi.mock('./languages', () => ({
  fetchMessages: (language: string, rooms: Iterable<string>) =>
    new Promise((resolve) => {
      const what = [language, ...rooms].join('+');
      asked.push({ what, answer: () => resolve({ 'net.again': what }) });
    }),
}));

let text: typeof import('./text.svelte');
beforeEach(async () => {
  vi.resetModules();
  text = await import('./text.svelte');
});
afterEach(() => asked.splice(0));

const screen = Promise.resolve('screen');

it('speaks the language asked for in a room that is entered before any has come', async () => {
  const entering = text.withTexts('replay', screen);
  const loading = text.loadLanguage('fr');
  asked.forEach(({ answer }) => answer());
  await Promise.all([entering, loading]);
  expect(asked.map(({ what }) => what)).toEqual(['fr+replay']);
  expect([text.language(), text.t('net.again')]).toEqual(['fr', 'fr+replay']);
});

it('is not overruled by what comes late', async () => {
  const first = text.loadLanguage('fr');
  const entering = text.withTexts('replay', screen);
  const last = text.loadLanguage('de');
  expect(asked.map(({ what }) => what)).toEqual(['fr', 'fr+replay', 'de+replay']);
  asked.reverse().forEach(({ answer }) => answer());
  expect(await entering).toBe('screen');
  await Promise.all([first, last]);
  expect(text.t('net.again')).toBe('de+replay');
});
