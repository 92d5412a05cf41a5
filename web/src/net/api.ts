/** Tables over HTTP (docs/protocol.md). Every call gives the answer or throws a `Refused`. */
import type {
  BotLevel,
  Card,
  ChairRequest,
  JoinRequest,
  NewTable,
  PersonalLink,
  Session,
  TileFaces,
  Tiles,
} from '@/gen/protocol';
import { offline, refusedBy } from './refused';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const asked = fetch(path, {
    method,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
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

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

/** A level that lays tiles blindly: the server knows it, for tests; no person is asked to play it. */
const BLIND = 'random';

let tiles: Promise<TileFaces[]> | undefined;

export const api = {
  name: (name: string) => post<Session>('/api/session', { name }),
  link: () => post<PersonalLink>('/api/session/link'),
  /** Every device of mine forgets me. */
  forget: () => call<unknown>('DELETE', '/api/session?everywhere=true'),
  claim: (token: string) => post<Session>('/api/session/claim', { token }),

  /** The faces of all tiles, asked for once. */
  tiles(): Promise<TileFaces[]> {
    tiles ??= get<Tiles>('/api/tiles').then((set) => set.tiles);
    tiles.catch(() => (tiles = undefined));
    return tiles;
  },

  /** The computer's levels offered to people; where the server has only blind ones, those. */
  async levels(): Promise<string[]> {
    const names = (await get<BotLevel[]>('/api/bots')).map((level) => level.name);
    const seeing = names.filter((name) => name !== BLIND);
    return seeing.length ? seeing : names;
  },

  newTable: (wish: NewTable) => post<Card>('/api/tables', wish),
  openTables: () => get<Card[]>('/api/tables'),
  myTables: () => get<Card[]>('/api/tables/mine'),
  join: (id: string, wish: JoinRequest = {}) => post<Card>(`${table(id)}/join`, wish),
  chair: (id: string, wish: ChairRequest) => post<Card>(`${table(id)}/chair`, wish),
  leave: (id: string) => post<Card>(`${table(id)}/leave`),
  /** Give up with everybody at this device, or with one seat of it. */
  resign: (id: string, seat?: number) =>
    post<Card>(`${table(id)}/resign`, seat === undefined ? {} : { seat }),
  rematch: (id: string) => post<Card>(`${table(id)}/rematch`),
  /** The finished game, as docs/record.md has it. */
  record: (id: string) => get<unknown>(`${table(id)}/record`),
};
