import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from './languages';
import { formsOf as forms, spoken } from './spoken';

interface Glossary {
  /** A word of the game: the texts it must stand `in`, and its forms in each language. */
  words: Record<string, Record<Language | 'in', string[]>>;
  /** Words that misled or amused readers: one as it stood, every form of it, and what to say instead. */
  never: Record<Language, { word: string; pattern: string; say: string }[]>;
}

const { words, never }: Glossary = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../messages/glossary.json'), 'utf8'),
);

/** Whole words only: "cabe" is not in "cabeza". */
const whole = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

describe.each(LANGUAGES)('the words of the game in %s', (language) => {
  const messages = spoken(language);

  it.each(Object.entries(words))('says "%s" as the glossary does', (_, word) => {
    const said = whole(word[language].join('|'));
    const missing = word.in.filter((key) => !forms(messages[key] ?? '').every((text) => said.test(text)));
    expect(missing).toEqual([]);
  });

  it.each(never[language])('never says $word, but $say', ({ word, pattern }) => {
    const wrong = whole(pattern);
    expect(word).toMatch(wrong);
    const found = Object.entries(messages).filter(([, message]) => forms(message).some((t) => wrong.test(t)));
    expect(found).toEqual([]);
  });

  it('names the buttons that open a table by their labels', () => {
    for (const label of ['home.friends', 'setup.public']) {
      expect(messages['home.open_none']).toContain(messages[label]);
    }
  });
});
