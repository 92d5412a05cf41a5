import { expect, it } from 'vitest';
import { Voice } from './voice.svelte';

it('loses nothing of what is said at once, and says the same words again as a line of their own', () => {
  const voice = new Voice();
  voice.say('one');
  voice.say('one');
  voice.say('');
  voice.say('two');
  expect(voice.lines.map(({ words }) => words)).toEqual(['one', 'one', 'two']);
  expect(new Set(voice.lines.map(({ id }) => id)).size).toBe(3);
  expect(voice.said).toBe('two');
});

it('keeps the latest lines only', () => {
  const voice = new Voice();
  for (let number = 0; number < 40; number++) voice.say(`line ${number}`);
  expect(voice.lines.length).toBeLessThan(20);
  expect(voice.said).toBe('line 39');
});
