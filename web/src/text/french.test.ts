import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Message } from './format';

const file = join(import.meta.dirname, '../../messages/fr.json');
const messages: Record<string, Message> = JSON.parse(readFileSync(file, 'utf8'));
const texts = Object.values(messages).flatMap((m) => (typeof m === 'string' ? [m] : Object.values(m)));

it('keeps an unbreakable space before : and inside « », a narrow one before ; ! ?', () => {
  expect(texts.filter((text) => /(?<!\u00a0):|(?<!\u202f)[;!?]|«(?!\u00a0)|(?<!\u00a0)»/.test(text))).toEqual(
    [],
  );
});

it('writes the typographic apostrophe', () => {
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});
