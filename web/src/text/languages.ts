/** The six languages of the rulebook, French first: it is the original. */
export const LANGUAGES = ['fr', 'en', 'it', 'es', 'nl', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  it: 'Italiano',
  es: 'Español',
  nl: 'Nederlands',
  de: 'Deutsch',
};

/** The first language of a browser's wishes that we speak; English when none is. */
export function chooseLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

const FILES: Record<Language, () => Promise<{ default: unknown }>> = {
  fr: () => import('../../messages/fr.json'),
  en: () => import('../../messages/en.json'),
  it: () => import('../../messages/it.json'),
  es: () => import('../../messages/es.json'),
  nl: () => import('../../messages/nl.json'),
  de: () => import('../../messages/de.json'),
};

/** All texts in a language; only those that are asked for are loaded, once. */
export async function fetchMessages(language: Language): Promise<unknown> {
  return (await FILES[language]()).default;
}
