/**
 * What a game by tile is worth, from those who know: Python on this device where it was taken along, else a server that
 * forgets it again. To the table on the screen this is a carrier like any other.
 */
import type { Card, ClientMessage, Keeping, KeepingRequest, Place, SeatState, State } from '@/gen/protocol';
import { along } from '@/net/along.svelte';
import { api } from '@/net/api';
import { offerOf } from '@/net/heard';
import { isUnable, Refused } from '@/net/refused';
import type { Connect, Listener } from '@/net/transport';
import { Attempt } from '@/ui/attempt.svelte';
import type { Keeper } from './keeper.svelte';
import { placesOf, type Notes } from './notes';
import { nameOf, wordsOf } from './tiles';

type Moves = readonly (readonly Place[])[];
type Asked = Pick<KeepingRequest, 'hand' | 'tried' | 'names'>;

export class Referee {
  /** All moves, up to the first that does not fit. */
  whole = $state.raw<Keeping>();
  /** Those before the one that is being entered: what lies on the table on the screen. */
  now = $state.raw<Keeping>();
  /** The table on the screen is laid out anew when more has changed than its next move. */
  epoch = $state(0);
  readonly asking = new Attempt();

  /** The moves that were counted. */
  counted = $state.raw<Moves>();
  #shown: Moves = [];
  #listener: Listener | undefined;
  #latest = 0;

  constructor(
    readonly keeper: Keeper,
    readonly ask = api.keeping,
  ) {}

  /** Where the table on the screen must stop: at the move that is being entered, or at one that does not fit. */
  get #upTo(): number {
    const { at, cursor } = this.keeper;
    const fault = this.whole?.fault?.move ?? Infinity;
    return Math.min(at ? cursor : this.counted!.length, fault);
  }

  /** Something is written down that could not be counted yet. */
  get behind(): boolean {
    return this.counted !== placesOf(this.keeper.notes);
  }

  /** Have everything counted that was not yet, and show it. */
  async look(): Promise<void> {
    const now = await this.#count();
    if (now) this.#show(now);
  }

  /** A tile is about to be laid, after those that lie there in this turn: may it be, and where? */
  async take(tile: number, tried: readonly Place[]): Promise<boolean> {
    const { keeper } = this;
    const laid = tried.map((place) => place.tile);
    return this.asking.run(async () => {
      const after = await this.#ask(this.#shown, { hand: [tile], tried: [...tried] });
      const before = laid.length ? await this.#ask(this.#shown, { hand: [...laid, tile] }) : undefined;
      keeper.hold([...laid, tile]);
      this.#say({ type: 'update', seq: this.#shown.length, events: [], state: this.state });
      for (const answer of [before, after]) if (answer?.options) this.#say(offerOf(answer.options));
    });
  }

  /** A tile was taken by mistake; those that lie there stay. */
  drop(tried: readonly Place[]): void {
    this.keeper.hold(tried.map(({ tile }) => tile));
    this.#say({ type: 'update', seq: this.#shown.length, events: [], state: this.state });
  }

  /** Whoever is next can lay nothing. */
  async pass(): Promise<void> {
    if (this.asking.busy) return; // a second tap of the same finger
    this.keeper.enter([]);
    await this.look();
  }

  /** Count everything that is written down; undefined where it could not be asked, or is asked anew. */
  async #count(): Promise<Keeping | undefined> {
    const latest = ++this.#latest;
    const moves = placesOf(this.keeper.notes);
    let now: Keeping | undefined;
    await this.asking.run(async () => {
      const { hand } = this.keeper.draft;
      const whole = moves === this.counted && this.whole ? this.whole : await this.#ask(moves);
      if (latest !== this.#latest) return;
      [this.counted, this.whole] = [moves, whole];
      const shown = moves.slice(0, this.#upTo);
      const same = shown.length === moves.length && !whole.fault && !hand.length;
      // A tile that lies there already cannot be laid again: it is not asked about.
      const lying = new Set(shown.flat().map(({ tile }) => tile));
      const free = hand.filter((tile) => !lying.has(tile));
      now = same ? whole : await this.#ask(shown, { hand: free });
    });
    return latest === this.#latest ? now : undefined;
  }

  #ask(moves: Moves, more: Asked = {}): Promise<Keeping> {
    const { names, target, set } = this.keeper.notes;
    const laid = moves.map((move) => [...move]);
    const tile_set = wordsOf(set);
    return this.ask({ players: names.length, target, moves: laid, tile_set, ...more }, along.playable);
  }

  /** The record of the game so far (docs/record.md). */
  async record(): Promise<unknown> {
    const { notes } = this.keeper;
    return (await this.#ask(placesOf(notes), { names: [...notes.names] })).record;
  }

  // ── The table on the screen ─────────────────────────────────────────────────────────────────

  readonly connect: Connect = (_, listener) => {
    this.#listener = listener;
    queueMicrotask(() => {
      listener.status('open');
      const { moves } = this.now!;
      this.#say({ type: 'view', seq: moves.length, table: this.card, state: this.state, events: moves });
      this.#offer();
    });
    return {
      send: (message) => {
        void this.#hear(message, listener);
        return true;
      },
      again: () => undefined,
      close: () => undefined,
    };
  };

  #say(message: Parameters<Listener['message']>[0]): void {
    this.#listener?.message(message);
  }

  #offer(): void {
    if (this.now?.options) this.#say(offerOf(this.now.options));
  }

  /** What lies on the screen and what is known of it change together. */
  #show(now: Keeping): void {
    const shown = this.counted!.slice(0, this.#upTo);
    const on = this.#shown.every((move, number) => move === shown[number]);
    const next = on && this.#listener && shown.length - this.#shown.length <= 1;
    const fresh = now.moves.slice(this.#shown.length);
    [this.#shown, this.now] = [shown, now];
    if (!next) {
      this.epoch += 1;
      return;
    }
    this.#say({ type: 'update', seq: shown.length, events: fresh, state: this.state });
    this.#offer();
  }

  async #hear(message: ClientMessage, listener: Listener): Promise<void> {
    const refuse = (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      const code = error.code === 'offline' || isUnable(error.code) ? 'try_again' : error.code;
      const id = 'id' in message ? message.id : null;
      listener.message({ type: 'error', code, words: error.message, details: {}, id });
    };
    if (message.type === 'turn') {
      if (message.version !== this.#shown.length || this.asking.busy) return refuse(new Refused('stale', ''));
      // Sent again because it could not be counted: it is written down already.
      if (!this.behind) this.keeper.enter(message.placements);
      const counted = await this.#count();
      listener.message({ type: 'ack', id: message.id, seq: this.#shown.length });
      if (counted) this.#show(counted);
    } else if (message.type === 'try') {
      const laid = (message.placements ?? []).map(({ tile }) => tile);
      const hand = this.keeper.draft.hand.filter((tile) => !laid.includes(tile));
      await this.#ask(this.#shown, { hand, tried: message.placements }).then(({ options }) => {
        if (options) listener.message({ ...offerOf(options), id: message.id });
      }, refuse);
    }
  }

  get seats(): SeatState[] {
    const { names } = this.keeper.notes;
    const { scores, to_move } = this.now!;
    const { hand } = this.keeper.draft;
    return names.map((name, player) => ({
      ...seatOf(name, scores[player]!),
      hand: player === to_move ? [...hand] : null,
      hand_size: player === to_move ? hand.length : 0,
    }));
  }

  /** Where the game is; nothing can be laid while a move does not fit. */
  get state(): State {
    const { to_move, in_setup, final_round, bag_count, result } = this.now!;
    const { fault } = this.whole!;
    const held = fault && !this.keeper.at;
    return {
      phase: result ? 'finished' : 'playing',
      version: this.#shown.length,
      seats: this.seats,
      host: null,
      first: 0,
      to_move: held ? null : to_move,
      in_setup,
      final_round,
      bag_count,
      clock_ms: null,
      result,
      rematch: null,
      secret: null,
    };
  }

  get card(): Card {
    return cardOf(this.keeper.notes);
  }
}

/** Somebody who plays at the real table. */
export const seatOf = (name: string, score: number): SeatState => ({
  kind: 'person',
  name,
  bot: null,
  mine: true,
  ready: true,
  presence: 'here',
  score,
  hand: null,
  hand_size: 0,
  away_ms: null,
  hints: 0,
});

/** The real table as a list of tables would show it. */
export const cardOf = ({ id, target, set }: Notes): Card => ({
  id,
  phase: 'playing',
  seats: [],
  tile_set: nameOf(set),
  tile_set_sha256: '', // nobody asks for tiles by it: they come with the game
  target,
  begins: 0,
  public: false,
  open_hands: false,
  purist: false,
  clock: null,
  spectators: false,
  hints: false,
  to_move: null,
  your_turn: false,
  commitment: '',
  created: 0,
  updated: 0,
});
