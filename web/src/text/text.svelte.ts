/** `t('key')` gives a text in the chosen language; only that language is loaded, and a room's texts when it is entered. */
import type hall from '../../messages/en.json';
import type bell from '../../messages/bell/en.json';
import type box from '../../messages/box/en.json';
import type keep from '../../messages/keep/en.json';
import type learn from '../../messages/learn/en.json';
import type paper from '../../messages/paper/en.json';
import type replay from '../../messages/replay/en.json';
import type rules from '../../messages/rules/en.json';
import { format, type Message, type Values } from './format';
import { fetchMessages, type Language, type Room } from './languages';

export type Key =
  | keyof typeof hall
  | keyof typeof bell
  | keyof typeof box
  | keyof typeof keep
  | keyof typeof learn
  | keyof typeof paper
  | keyof typeof replay
  | keyof typeof rules;

/** Until a language has come: what there is to say when none does. */
let current = $state.raw<{ language: Language; messages: Record<string, Message> }>({
  language: 'en',
  messages: { 'net.lost': 'The connection is lost.', 'net.again': 'Try again' },
});

const entered = new Set<Room>();
/** The language that was asked for last, and its coming: what was asked for before and comes later is not spoken. */
let wished: Language | undefined;
let coming: Promise<void> | undefined;

/** Fetch a language and speak it from now on. */
export function loadLanguage(language: Language): Promise<void> {
  wished = language;
  const mine: Promise<void> = fetchMessages(language, entered).then((messages) => {
    if (coming !== mine) return coming;
    current = { language, messages };
  });
  coming = mine;
  return mine;
}

/** Fetch what is said in a room, beside the room itself. */
export async function withTexts<Loaded>(room: Room, loading: Promise<Loaded>): Promise<Loaded> {
  if (!entered.has(room)) {
    entered.add(room);
    try {
      // Before any language was asked for, the first one brings what is said here along.
      if (wished) await loadLanguage(wished);
    } catch (error) {
      entered.delete(room);
      throw error;
    }
  }
  return loading;
}

/** A text in the present language. */
export function t(key: Key, values?: Values): string {
  return format(current.language, current.messages[key] ?? key, values);
}

/** The text of a key put together at run time, such as an error code's; `otherwise` when there is none. */
export function tOr(key: string, otherwise: string, values?: Values): string {
  const message = current.messages[key];
  return message === undefined ? otherwise : format(current.language, message, values);
}

/** All texts there are now, by their keys, for what is listed as it comes. */
export function spokenKeys(): Key[] {
  return Object.keys(current.messages) as Key[];
}

/** The language now spoken, for dates, lists and numbers. */
export function language(): Language {
  return current.language;
}
