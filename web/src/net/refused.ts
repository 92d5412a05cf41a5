/** Refusals: a stable code, and words in the language of the player. */
import type { ErrorCode } from '@/gen/protocol';
import { tOr, type Key } from '@/text/text.svelte';

/** What can be refused: by the server, or because it cannot be reached. */
type Code = ErrorCode | 'offline';

export class Refused extends Error {
  constructor(
    readonly code: Code,
    words: string,
    details: Record<string, unknown> = {},
  ) {
    const holes = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]));
    // There is a text for every code of our own server; a newer one may know more.
    const key: Key = `error.${code}`;
    super(tOr(key, words, holes));
  }
}

/** The refusal that an answer holds. */
export function refusedBy(answer: unknown, otherwise: string): Refused {
  const {
    code = 'offline',
    words = otherwise,
    details,
  } = (answer ?? {}) as Partial<{
    code: Code;
    words: string;
    details: Record<string, unknown>;
  }>;
  return new Refused(code, words, details);
}

export function offline(): never {
  throw new Refused('offline', 'The server does not answer.');
}
