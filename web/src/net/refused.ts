/** Refusals: a stable code, and words in the language of the player. */
import type { ErrorCode } from '@/gen/protocol';
import { t, tOr, type Key } from '@/text/text.svelte';
import { site } from '@/ui/site';

/** What can be refused: by the server, because it cannot be reached, or because this browser cannot do it. */
type Code = ErrorCode | 'offline' | Unable;
/** Why nothing is kept or played on this device: no room, a policy, a setting of the browser, something else. */
export type Unable = 'full' | 'forbidden' | 'denied' | 'unable';

const UNABLE: Record<Unable, Key> = {
  full: 'along.full',
  forbidden: 'along.forbidden',
  denied: 'along.denied',
  unable: 'along.failed',
};

export const isUnable = (code: Code): code is Unable => code in UNABLE;

/** Where there is a server, it is played at as ever. */
export const andOnline = (words: string): string =>
  site === undefined ? `${words} ${t('along.online')}` : words;

export class Refused extends Error {
  constructor(
    readonly code: Code,
    words: string,
    readonly details: Record<string, unknown> = {},
  ) {
    const holes = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]));
    // There is a text for every code of our own server; a newer one may know more.
    super(isUnable(code) ? andOnline(t(UNABLE[code])) : tOr(`error.${code}`, words, holes));
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
