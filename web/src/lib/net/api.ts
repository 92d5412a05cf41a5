/** Tables over HTTP (docs/protocol.md). Every call gives the answer or throws a `Refused`. */
import type {
  BotLevel,
  Card,
  ChairRequest,
  Fair,
  JoinRequest,
  NewTable,
  PersonalLink,
  Session,
  TileFaces,
  Tiles,
} from '../../gen/protocol';
import { tOr } from '$lib/text/text.svelte';

/** A refusal: `code` is stable, `message` says it in the language of the player. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    words: string,
    readonly details: Record<string, unknown> = {},
  ) {
    const holes = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]));
    super(tOr(`error.${code}`, words, holes));
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused('offline', 'The server does not answer.');
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text ? JSON.parse(text) : undefined;
  } catch {
    throw new Refused('offline', 'The server does not answer.');
  }
  if (response.ok) return answer as T;
  const {
    code = 'offline',
    words = response.statusText,
    details,
  } = (answer ?? {}) as Partial<Refused> & {
    words?: string;
  };
  throw new Refused(code, words, details);
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

/** 16 random bytes for the fair bag, in hexadecimal. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** An id for a command: sending the same command again with it is harmless. */
export const newId = newNonce;

let tiles: Promise<TileFaces[]> | undefined;

export const api = {
  /** Who this browser plays as, or null before a name was given. */
  async session(): Promise<Session | null> {
    try {
      return await get<Session>('/api/session');
    } catch (error) {
      if (error instanceof Refused && error.code === 'no_session') return null;
      throw error;
    }
  },
  name: (name: string) => post<Session>('/api/session', { name }),
  link: () => post<PersonalLink>('/api/session/link'),
  claim: (token: string) => post<Session>('/api/session/claim', { token }),

  /** The faces of all tiles, asked for once. */
  tiles(): Promise<TileFaces[]> {
    tiles ??= get<Tiles>('/api/tiles').then((set) => set.tiles);
    tiles.catch(() => (tiles = undefined));
    return tiles;
  },
  bots: () => get<BotLevel[]>('/api/bots'),

  newTable: (wish: NewTable) => post<Card>('/api/tables', wish),
  openTables: () => get<Card[]>('/api/tables'),
  myTables: () => get<Card[]>('/api/tables/mine'),
  table: (id: string) => get<Card>(table(id)),
  join: (id: string, wish: JoinRequest = {}) => post<Card>(`${table(id)}/join`, wish),
  chair: (id: string, wish: ChairRequest) => post<Card>(`${table(id)}/chair`, wish),
  leave: (id: string) => post<Card>(`${table(id)}/leave`),
  resign: (id: string) => post<Card>(`${table(id)}/resign`),
  rematch: (id: string) => post<Card>(`${table(id)}/rematch`),
  /** The finished game, as docs/record.md has it. */
  record: (id: string) => get<Record<string, unknown>>(`${table(id)}/record`),
  fair: (id: string) => get<Fair>(`${table(id)}/fair`),
};
