import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message } from './format';
import { LANGUAGES, type Language } from './languages';

/** The quotation marks that a language prints; the others are a slip. */
const QUOTES: Record<Language, [string, string]> = {
  fr: ['«', '»'],
  en: ['“', '”'],
  it: ['«', '»'],
  es: ['«', '»'],
  nl: ['“', '”'],
  de: ['„', '“'],
};

describe.each(LANGUAGES)('the print of %s', (language) => {
  const file = join(import.meta.dirname, '../../messages', `${language}.json`);
  const messages: Record<string, Message> = JSON.parse(readFileSync(file, 'utf8'));
  const texts = Object.values(messages).flatMap((m) => (typeof m === 'string' ? [m] : Object.values(m)));
  const wrong = (pattern: RegExp) => texts.filter((text) => pattern.test(text));

  it('has no typewriter apostrophe, quotation mark, dots or double space', () => {
    expect(wrong(/['"]|\.\.\.| {2}|^\s|\s$/)).toEqual([]);
  });

  it('has the quotation marks of the language, in pairs', () => {
    const [open, close] = QUOTES[language];
    const foreign = [...'«»“”„'].filter((mark) => mark !== open && mark !== close).join('');
    expect(wrong(new RegExp(`[${foreign}]`))).toEqual([]);
    expect(wrong(new RegExp(`^[^${open}]*${close}|${open}[^${close}]*$`))).toEqual([]);
  });

  it('puts a space before … in German alone', () => {
    expect(wrong(language === 'de' ? /[^ ]…/ : /\s…/)).toEqual([]);
  });

  it('opens in Spanish what ! and ? close', () => {
    const opened = (text: string) =>
      text.split('¡').length === text.split('!').length && text.split('¿').length === text.split('?').length;
    if (language === 'es') expect(texts.filter((text) => !opened(text))).toEqual([]);
    else expect(wrong(/[¡¿]/)).toEqual([]);
  });
});
