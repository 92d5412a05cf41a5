import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from './languages';
import { formsOf, spoken } from './spoken';

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
  const texts = Object.values(spoken(language)).flatMap(formsOf);
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

  it('keeps a number and its unit in one line, and sets a percentage as the language does', () => {
    expect(wrong(/[\d}] (%|mm|MB|Mo|×)/)).toEqual([]);
    const apart = ['fr', 'es', 'de'].includes(language);
    expect(wrong(apart ? /[\d}]%/ : /[\d}]\s%/)).toEqual([]);
  });

  it('opens in Spanish what ! and ? close', () => {
    const opened = (text: string) =>
      text.split('¡').length === text.split('!').length && text.split('¿').length === text.split('?').length;
    if (language === 'es') expect(texts.filter((text) => !opened(text))).toEqual([]);
    else expect(wrong(/[¡¿]/)).toEqual([]);
  });
});
