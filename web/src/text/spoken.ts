/** For tests: all texts in a language, those of the hall and of every room. */
import type { Message } from './format';
import type { Language } from './languages';

const files = import.meta.glob<Record<string, Message>>(['/messages/??.json', '/messages/*/??.json'], {
  import: 'default',
  eager: true,
});

/** The texts of each file in a language, by the file's room; the hall's is ''. */
export function spokenByRoom(language: Language): Map<string, Record<string, Message>> {
  const found = Object.entries(files).filter(([name]) => name.endsWith(`/${language}.json`));
  return new Map(
    found.map(([name, messages]) => [
      name
        .split('/')
        .at(-2)!
        .replace(/^messages$/, ''),
      messages,
    ]),
  );
}

/** All of them together. */
export function spoken(language: Language): Record<string, Message> {
  return Object.assign({}, ...spokenByRoom(language).values());
}

/** A message's text, or each of its plural forms. */
export const formsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
