import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { format, holes } from './format';
import { chooseLanguage, LANGUAGES, ROOMS } from './languages';
import { formsOf, spoken, spokenByRoom } from './spoken';

const english = spoken('en');

interface Quasi {
  value: { cooked: string };
}

describe.each(LANGUAGES)('messages in %s', (language) => {
  const messages = spoken(language);

  it('has exactly the keys that English has, room by room', () => {
    const rooms = spokenByRoom(language);
    expect([...rooms.keys()].sort()).toEqual(['', ...ROOMS].sort());
    for (const [room, texts] of spokenByRoom('en')) {
      expect(Object.keys(rooms.get(room)!).sort(), room).toEqual(Object.keys(texts).sort());
    }
  });

  it('has no empty text', () => {
    const texts = Object.values(messages).flatMap(formsOf);
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

/** What the sources write in quotes, and how the texts begin that they put together: `error.${code}`. */
function written(): { whole: Set<string>; stems: string[] } {
  const whole = new Set<string>();
  const stems: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: Quasi[] };
    if (type === 'Literal' && typeof value === 'string') whole.add(value);
    if (type === 'TemplateLiteral') stems.push(quasis![0]!.value.cooked);
    for (const [name, part] of Object.entries(node)) if (name !== 'loc') look(part);
  };
  const sources = import.meta.glob<string>('/src/**/*.{ts,svelte}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  for (const [name, text] of Object.entries(sources)) {
    if (name.includes('.test.') || name.startsWith('/src/gen/')) continue;
    const source = name.endsWith('.svelte') ? text : `<script lang="ts">${text}</script>`;
    look(parse(source, { modern: true }));
  }
  // What begins with nothing could be anything, and says nothing.
  return { whole, stems: stems.filter((stem) => stem.includes('.')) };
}

// That every key asked for exists, the compiler sees: `t` takes no other.
it('has no key that is not used', () => {
  const { whole, stems } = written();
  const used = (key: string) => whole.has(key) || stems.some((stem) => key.startsWith(stem));
  expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
}, 60_000);

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
