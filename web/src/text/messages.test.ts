import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { format, holes, type Message } from './format';
import { chooseLanguage, LANGUAGES } from './languages';

const root = join(import.meta.dirname, '../..');
const read = (language: string): Record<string, Message> =>
  JSON.parse(readFileSync(join(root, 'messages', `${language}.json`), 'utf8'));
const english = read('en');

describe.each(LANGUAGES)('messages in %s', (language) => {
  const messages = read(language);

  it('has exactly the keys that English has', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });

  it('has no empty text', () => {
    const texts = Object.values(messages).flatMap((m) => (typeof m === 'string' ? [m] : Object.values(m)));
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('has the same holes as English', () => {
    for (const [key, message] of Object.entries(messages)) {
      expect(holes(message), key).toEqual(holes(english[key]!));
    }
  });

  it('has every plural form that the language can ask for', () => {
    const rules = new Intl.PluralRules(language);
    const asked = new Set(Array.from({ length: 241 }, (_, count) => rules.select(count)));
    for (const [key, message] of Object.entries(messages)) {
      if (typeof english[key] === 'string') expect(typeof message, key).toBe('string');
      else for (const form of asked) expect(message, key).toHaveProperty(form);
    }
  });
});

it('uses in the sources only keys that exist, and has no key that is not used', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n');
  const whole = new Set([...sources.matchAll(/'([a-z]+(?:\.\w+)+)'/g)].map((match) => match[1]!));
  // Keys put together at run time: `error.${code}` uses every key that starts with `error.`
  const stems = [...sources.matchAll(/`([a-z]+(?:\.\w+)*\.)\$\{/g)].map((match) => match[1]!);
  const used = (key: string) => whole.has(key) || stems.some((stem) => key.startsWith(stem));
  expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
  const called = [...sources.matchAll(/\bt\(\s*'(\w+\.[\w.]+)'/g)].map((match) => match[1]!);
  expect(called.filter((key) => !(key in english))).toEqual([]);
});

describe('format', () => {
  it('chooses the plural form by the count', () => {
    const discs = { one: '{count} disc', other: '{count} discs' };
    expect(format('en', discs, { count: 1 })).toBe('1 disc');
    expect(format('en', discs, { count: 0 })).toBe('0 discs');
    expect(format('fr', { one: '{count} disque', other: '{count} disques' }, { count: 0 })).toBe('0 disque');
  });

  it('writes a true minus sign', () => {
    expect(format('en', 'at {x}', { x: -3 })).toBe('at −3');
  });
});

it('chooses the first wish that is spoken', () => {
  expect(chooseLanguage(['pt-BR', 'de-CH', 'fr'])).toBe('de');
  expect(chooseLanguage(['ja'])).toBe('en');
});
