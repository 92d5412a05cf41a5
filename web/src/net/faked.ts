/** For tests: a table whose authority is the test itself. */
import type { Card, Option, Place, State, TurnPlayed } from '@/gen/protocol';
import type { ClientMessage, SeatState } from '@/gen/protocol';
import type { Heard } from './heard';
import type { Kernel } from './kernel';
import { Table } from './table.svelte';
import type { Connect, Listener } from './transport';

export class Authority {
  /** Everything that was sent, in order; `cut` lines take nothing. */
  sent: ClientMessage[] = [];
  cut = false;
  closed = false;
  again = 0;
  listener!: Listener;

  readonly connect: Connect = (_, listener) => {
    this.listener = listener;
    return {
      send: (message) => {
        if (!this.cut) this.sent.push(JSON.parse(JSON.stringify(message)));
        return !this.cut;
      },
      again: () => this.again++,
      close: () => (this.closed = true),
    };
  };

  says(message: Heard): void {
    this.listener.message(message);
  }

  /** The first message of a line, after which the table is up to date. */
  views(state: State, seq: number, events: TurnPlayed[] = [], table: Partial<Card> = {}): void {
    this.listener.status('open');
    this.says({ type: 'view', table: card(table), state, seq, events });
  }

  updates(state: State, seq: number, events: TurnPlayed[] = []): void {
    this.says({ type: 'update', state, seq, events });
  }

  /** The last thing sent of a kind. */
  last<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }> {
    return this.sent.findLast((message) => message.type === type) as Extract<ClientMessage, { type: T }>;
  }
}

/** A table and its authority. */
export function seated(
  id = 'a',
  kernelFor?: (card: Card) => Promise<Kernel>,
): { table: Table; authority: Authority } {
  const authority = new Authority();
  return { table: new Table(id, authority.connect, kernelFor), authority };
}

export const card = (more: Partial<Card> = {}): Card => ({
  id: 'a',
  phase: 'playing',
  seats: [],
  target: 60,
  begins: 'random',
  public: false,
  open_hands: false,
  purist: false,
  clock: null,
  spectators: true,
  hints: false,
  to_move: 0,
  your_turn: true,
  commitment: 'promise',
  tile_set: 'classic',
  tile_set_sha256: '',
  created: 0,
  updated: 0,
  ...more,
});

export const seat = (name: string, more: Partial<SeatState> = {}): SeatState => ({
  away_ms: null,
  bot: null,
  hand: null,
  hand_size: 2,
  hints: 0,
  kind: 'person',
  mine: false,
  name,
  presence: 'here',
  ready: true,
  score: 0,
  ...more,
});

/** Ana, who is here and holds tiles 5 and 6, and Bo; Ana is to move. */
export const state = (version: number, more: Partial<State> = {}): State => ({
  bag_count: 80,
  clock_ms: null,
  final_round: false,
  first: 0,
  host: 0,
  in_setup: false,
  phase: 'playing',
  rematch: null,
  result: null,
  seats: [seat('Ana', { mine: true, hand: [5, 6] }), seat('Bo')],
  secret: null,
  to_move: 0,
  version,
  ...more,
});

export const place = (tile: number, x: number, y: number, rotation = 0, face = 0): Place => ({
  tile,
  face,
  rotation,
  x,
  y,
});

/** A legal placement that scores so much. */
export const option = (where: Place, points = 7): Option => ({
  place: where,
  receipt: { discs: [], disc_points: points, groups: [], group_points: 0, points },
});

export const turn = (
  seq: number,
  by: number,
  laid: Option[],
  more: Partial<TurnPlayed> = {},
): TurnPlayed => ({
  type: 'turn',
  seq,
  version: seq,
  seat: by,
  setup: false,
  laid,
  penalty: 0,
  points: 7,
  score: 7,
  by: 'player',
  ...more,
});
