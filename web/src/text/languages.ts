import type { Message } from './format';

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

/** Rooms that not everybody enters: their texts come with them. The others are in the hall, which all pass. */
export const ROOMS = ['bell', 'box', 'keep', 'learn', 'paper', 'replay', 'rules'] as const;
export type Room = (typeof ROOMS)[number];

const FILES = import.meta.glob<Record<string, Message>>(
  ['../../messages/??.json', '../../messages/*/??.json'],
  { import: 'default' },
);

/** The texts of the hall in a language, and of the rooms named; what is not asked for is not loaded. */
export async function fetchMessages(
  language: Language,
  rooms: Iterable<Room>,
): Promise<Record<string, Message>> {
  const files = ['', ...[...rooms].map((room) => `${room}/`)].map(
    (folder) => `../../messages/${folder}${language}.json`,
  );
  return Object.assign({}, ...(await Promise.all(files.map((file) => FILES[file]!()))));
}
