/** `t('key')` gives a text in the chosen language; only that language is loaded. */
import type english from '../../messages/en.json';
import { format, type Message, type Values } from './format';
import { fetchMessages, type Language } from './languages';

export type Key = keyof typeof english;
type Messages = Record<Key, Message>;

/** Until a language has come: what there is to say when none does. */
let current = $state.raw<{ language: Language; messages: Partial<Messages> }>({
  language: 'en',
  messages: { 'net.lost': 'The connection is lost.', 'net.again': 'Try again' },
});

/** Fetch a language and speak it from now on. */
export async function loadLanguage(language: Language): Promise<void> {
  current = { language, messages: (await fetchMessages(language)) as Messages };
}

/** A text in the present language. */
export function t(key: Key, values?: Values): string {
  return format(current.language, current.messages[key] ?? key, values);
}

/** The text of a key put together at run time, such as an error code's; `otherwise` when there is none. */
export function tOr(key: string, otherwise: string, values?: Values): string {
  const message = current.messages[key as Key];
  return message === undefined ? otherwise : format(current.language, message, values);
}

/** The language now spoken, for dates, lists and numbers. */
export function language(): Language {
  return current.language;
}
