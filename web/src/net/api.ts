/** Tables over HTTP (docs/protocol.md). Every call gives the answer or throws a `Refused`. */
import { CLASSIC } from '@/gen/design';
import type {
  BellRequest,
  BellState,
  BotLevel,
  BoxSeen,
  Card,
  ChairRequest,
  JoinRequest,
  Keeping,
  KeepingRequest,
  Looked,
  NewTable,
  Otherwise,
  PersonalLink,
  Place,
  Replay,
  Session,
  TileFaces,
  Tiles,
} from '@/gen/protocol';
import { site } from '@/ui/site';
import { askHere, isHere } from './local';
import { offline, refusedBy } from './refused';

/** Milliseconds that a server has: on a train a network may be there that carries nothing. */
const PATIENCE = 15_000;

async function askServer<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (site !== undefined) offline();
  const asked = fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  const response = await asked.catch(offline);
  const text = await response.text().catch(offline);
  let answer: unknown;
  try {
    answer = text ? JSON.parse(text) : undefined;
  } catch {
    offline(); // something on the way has answered, not the server
  }
  if (response.ok) return answer as T;
  throw refusedBy(answer, response.statusText);
}

/** A document to print; one's own tiles are sent along. */
async function document(path: string, tile_set?: string, here = false): Promise<Blob> {
  const method = tile_set === undefined ? 'GET' : 'POST';
  const body = tile_set === undefined ? undefined : { tile_set };
  if (here) {
    const bytes = atob(await askHere<string>(method, path, body));
    return new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], { type: 'application/pdf' });
  }
  if (site !== undefined) offline();
  const response = await fetch(path, {
    method,
    headers: body && { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  }).catch(offline);
  if (response.ok) return response.blob();
  throw refusedBy(await response.json().catch(offline), response.statusText);
}

/** Who is asked: the server, or the worker that holds the tables of this device. */
const asking = (here: boolean) => (here ? askHere : askServer);
const get = <T>(path: string, here = false) => asking(here)<T>('GET', path);
const post = <T>(path: string, body: unknown = {}, here = false) => asking(here)<T>('POST', path, body);
const path = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const at = <T>(id: string, what: string, body: unknown = {}) =>
  post<T>(`${path(id)}/${what}`, body, isHere(id));

const withKey = (key: string) => (key ? `?key=${encodeURIComponent(key)}` : '');

/** How many pages a document has, and pictures of those that say how it will be. */
export interface Look {
  pages: number;
  pictures: string[];
}

/** By who was asked and the set's fingerprint: of server and worker, one may be out of reach. */
const tiles = new Map<string, Promise<TileFaces[]>>();

export const api = {
  name: (name: string, here = false) => post<Session>('/api/session', { name }, here),
  session: () => get<Session>('/api/session'),
  link: () => post<PersonalLink>('/api/session/link'),
  /** Every device of mine forgets me. */
  forget: () => askServer<unknown>('DELETE', '/api/session?everywhere=true'),
  claim: (token: string) => post<Session>('/api/session/claim', { token }),

  /** The faces of all tiles of a set, at a table that plays with it; asked for once. */
  tiles(table: string, sha256: string = CLASSIC): Promise<TileFaces[]> {
    const here = isHere(table);
    const key = `${here} ${sha256}`;
    const asked = tiles.get(key) ?? get<Tiles>(`/api/tiles/${sha256}`, here).then((set) => set.tiles);
    tiles.set(key, asked);
    asked.catch(() => tiles.delete(key));
    return asked;
  },
  /** The set that is played with unless another is wished for. */
  houseSet: (here = false) => get<Tiles>('/api/tiles', here),
  /** A set that somebody is writing down, held against the real box. */
  checkSet: (tile_set: string, here = false) => post<BoxSeen>('/api/tiles', { tile_set }, here),

  document,
  /** What it looks like before it is printed. */
  look: (path: string, tile_set?: string, here = false) =>
    tile_set === undefined ? get<Look>(path, here) : post<Look>(path, { tile_set }, here),

  /** The computer's levels, the gentlest first. */
  levels: async (here = false): Promise<string[]> =>
    (await get<BotLevel[]>('/api/bots', here)).map((level) => level.name),

  /** Whether the server tells this browser when it is my turn, and the key to ask a push service with. */
  bell: () => get<BellState>('/api/bell'),
  hangBell: (wish: BellRequest) => post<BellState>('/api/bell', wish),
  takeBellDown: () => askServer<unknown>('DELETE', '/api/bell'),

  /** A finished game of this device, to be kept at the server. */
  bring: (record: unknown) => post<Card>('/api/tables/brought', { record }),

  /** What the referee says of a game at a real table; the server keeps nothing of it. */
  keeping: (wish: KeepingRequest, here = false) => post<Keeping>('/api/keeping', wish, here),
  newTable: (wish: NewTable, here = false) => post<Card>('/api/tables', wish, here),
  openTables: () => get<Card[]>('/api/tables'),
  myTables: (here = false) => get<Card[]>('/api/tables/mine', here),
  join: (id: string, wish: JoinRequest = {}) => at<Card>(id, 'join', wish),
  chair: (id: string, wish: ChairRequest) => at<Card>(id, 'chair', wish),
  leave: (id: string) => at<Card>(id, 'leave'),
  /** Give up with everybody at this device, or with one seat of it. */
  resign: (id: string, seat?: number) => at<Card>(id, 'resign', seat === undefined ? {} : { seat }),
  rematch: (id: string) => at<Card>(id, 'rematch'),
  /** A finished game to walk through; `key` is what a link of somebody who sat there has. */
  replay: (id: string, key: string) => get<Replay>(`${path(id)}/replay${withKey(key)}`, isHere(id)),
  /** How far the look back at it is, and then what it found. */
  analysis: (id: string, key: string) => get<Looked>(`${path(id)}/analysis${withKey(key)}`, isHere(id)),
  otherwise: (id: string, key: string, turn: number, placements: readonly Place[]) =>
    at<Otherwise>(id, `otherwise${withKey(key)}`, { turn, placements }),
  /** The same of a record that somebody has as a file. */
  replayFile: (record: unknown, here: boolean) => post<Replay>('/api/replays', { record }, here),
  analysisOfFile: (record: unknown, here: boolean) => post<Looked>('/api/replays/analysis', { record }, here),
  otherwiseInFile: (record: unknown, here: boolean, turn: number, placements: readonly Place[]) =>
    post<Otherwise>('/api/replays/otherwise', { record, turn, placements }, here),
  /** The finished game, as docs/record.md has it. */
  record: (id: string) => get<unknown>(`${path(id)}/record`, isHere(id)),
};
