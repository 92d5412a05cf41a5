/** A table of its own for a task: it knows all that can be asked there, so no server is needed. */
import { notation } from '@/board/geometry';
import type { Card, ClientMessage, Options, Place, State, TurnPlayed } from '@/gen/protocol';
import { CLASSIC, LEVELS } from '@/gen/design';
import { hear } from '@/net/heard';
import type { Connect, Listener, Transport } from '@/net/transport';
import { total } from '@/placing/placing.svelte';
import type { Task } from './course';

const ME = 0;
const PARTNER = 1;

export const textOf = (places: readonly Place[]): string => places.map(notation).join('+');

function card(id: string, { target, unaided }: Task): Card {
  return {
    id,
    target,
    purist: unaided,
    begins: ME,
    clock: null,
    commitment: '',
    created: 0,
    updated: 0,
    open_hands: false,
    phase: 'playing',
    public: false,
    seats: [],
    spectators: false,
    hints: false,
    tile_set: 'classic',
    tile_set_sha256: CLASSIC,
    to_move: ME,
    your_turn: true,
  };
}

/** Before the turn, or after it: then the hand is empty, and nobody is asked for more. */
function state(task: Task, name: string, played?: TurnPlayed): State {
  const seat = { away_ms: null, hints: 0, ready: true, presence: 'here' as const };
  const score = played?.score ?? task.scores[ME];
  const hand = played ? null : [...task.hand];
  return {
    bag_count: task.bag,
    clock_ms: null,
    final_round: task.final_round,
    first: ME,
    host: ME,
    in_setup: false,
    phase: 'playing',
    rematch: null,
    result: null,
    secret: null,
    to_move: played ? PARTNER : ME,
    version: task.history.length + (played ? 1 : 0),
    seats: [
      { ...seat, kind: 'person', bot: null, mine: true, name, hand, hand_size: hand?.length ?? 0, score },
      {
        ...seat,
        kind: 'bot',
        bot: LEVELS[0],
        mine: false,
        name: null,
        hand: null,
        hand_size: 2,
        score: task.scores[PARTNER],
      },
    ],
  };
}

class Teacher implements Transport {
  constructor(
    readonly task: Task,
    readonly name: string,
    readonly listener: Listener,
    readonly ondone: () => void,
  ) {
    // Not before whoever listens is ready.
    queueMicrotask(() => this.again());
  }

  again(): void {
    const { task, listener } = this;
    listener.status('open');
    listener.message({
      type: 'view',
      seq: task.history.length,
      table: card('', task),
      state: state(task, this.name),
      events: [...task.history],
    });
    this.#offer(null, []);
  }

  send(message: ClientMessage): boolean {
    if (message.type === 'try') this.#offer(message.id, message.placements ?? []);
    if (message.type === 'turn') this.#play(message.id, message.placements);
    return true;
  }

  close(): void {
    // Nobody is at the other end.
  }

  #options(after: readonly Place[]): Options | undefined {
    return this.task.options[textOf(after)];
  }

  #offer(id: string | null, after: readonly Place[]): void {
    const offer = this.#options(after);
    if (offer) this.listener.message(hear(JSON.stringify({ ...offer, id })));
  }

  /** The turn is known to do what was asked: it lies, and scores. */
  #play(id: string, placements: readonly Place[]): void {
    const { task } = this;
    const laid = placements.map((place, number) => {
      const offer = this.#options(placements.slice(0, number));
      const heard = offer && hear(JSON.stringify(offer));
      const found = heard?.type === 'options' ? heard.options : [];
      return found.find((option) => notation(option.place) === notation(place)) ?? { place, receipt: null };
    });
    const points = total(laid) ?? 0;
    const version = task.history.length;
    const played: TurnPlayed = {
      type: 'turn',
      seq: version + 1,
      version,
      seat: ME,
      by: 'player',
      setup: task.unaided,
      laid,
      penalty: laid.length > 1 ? 4 : 0,
      points,
      score: task.scores[ME] + points,
    };
    this.listener.message({ type: 'ack', id, seq: played.seq });
    this.listener.message({
      type: 'update',
      seq: played.seq,
      events: [played],
      state: state(task, this.name, played),
    });
    this.ondone();
  }
}

/** Connects a table with the teacher of a task. */
export const withTeacher =
  (task: Task, name: string, ondone: () => void): Connect =>
  (_, listener) =>
    new Teacher(task, name, listener, ondone);
