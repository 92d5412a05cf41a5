import { expect, it } from 'vitest';
import french from '../../messages/fr.json';
import type { Message } from './format';

const messages: Record<string, Message> = french;
const texts = Object.values(messages).flatMap((m) => (typeof m === 'string' ? [m] : Object.values(m)));

it('keeps an unbreakable space before : and inside « », a narrow one before ; ! ?', () => {
  expect(texts.filter((text) => /(?<!\u00a0):|(?<!\u202f)[;!?]|«(?!\u00a0)|(?<!\u00a0)»/.test(text))).toEqual(
    [],
  );
});

it('writes the typographic apostrophe', () => {
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});
