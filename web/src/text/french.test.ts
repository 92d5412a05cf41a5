import { expect, it } from 'vitest';
import { formsOf, spoken } from './spoken';

const texts = Object.values(spoken('fr')).flatMap(formsOf);

it('keeps an unbreakable space before : and inside « », a narrow one before ; ! ?', () => {
  expect(texts.filter((text) => /(?<!\u00a0):|(?<!\u202f)[;!?]|«(?!\u00a0)|(?<!\u00a0)»/.test(text))).toEqual(
    [],
  );
});

it('writes the typographic apostrophe', () => {
  expect(texts.filter((text) => text.includes("'"))).toEqual([]);
});
