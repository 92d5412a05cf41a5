/** A table as this browser sees it, kept up to date. It decides nothing: the server's word is all there is. */
import { notation, samePlace } from '@/board/geometry';
import { newNonce } from '@/fair/nonce';
import { keepPledge } from '@/fair/pledges';
import type { Advice, Card, Groups, Place, React, State, TableView, TurnPlayed } from '@/gen/protocol';
import { thisTab } from '@/ui/storage';
import type { ClientMessage, SeatState } from '@/gen/protocol';
import { offerOf, type Heard, type Offer, type Offered } from './heard';
import type { Kernel } from './kernel';
import { Refused } from './refused';
import { newId, type Connect, type Status, type Transport } from './transport';

export type Reaction = React['reaction'];
type Happening = TableView['events'][number];
type Command = Extract<ClientMessage, { id: string }>;

interface Waiting {
  command: Command;
  resolve(answer: Heard): void;
  reject(error: Refused): void;
}

/** So long after its time is up, a turn should have ended: whoever says nothing then is asked. */
const OVERDUE = 5000;

/** A turn on its way: written down until the server has acknowledged it, so that a refresh cannot lose it. */
const turnKey = (id: string) => `dalapapa.turn.${id}`;

export class Table {
  status = $state<Status>('connecting');
  card = $state.raw<Card>();
  state = $state.raw<State>();
  events = $state.raw<Happening[]>([]);
  /** Legal placements by seat, version and what is laid before: see `optionsFor`. */
  #options = $state.raw<ReadonlyMap<string, readonly Offered[]>>(new Map());
  /** When the present turn's time is up, on this browser's clock. */
  deadline = $state<number>();
  /** Since when each seat's person has been away, as a date's milliseconds; null for who is here. */
  away = $state.raw<readonly (number | null)[]>([]);

  /** All turns played, set-up moves included, and all tiles on the board in the order laid. */
  turns = $derived(this.events.filter((event): event is TurnPlayed => event.type === 'turn'));
  laid = $derived(this.turns.flatMap((turn) => turn.laid.map((laid) => laid.place)));

  #seq = 0;
  #transport: Transport;
  #waiting = new Map<string, Waiting>();
  #asked = new Set<string>();
  #gaveNonce = false;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #onReaction: ((seat: number, reaction: Reaction) => void) | undefined;
  /** Finds placements in this page, so that the authority need not; there when somebody here has been told some. */
  #kernel = $state.raw<Kernel>();
  #kernelFor: (() => Promise<Kernel>) | undefined;

  /** Where the page may find placements by itself, `kernelFor` is asked once for what does. */
  constructor(
    readonly id: string,
    connect: Connect,
    kernelFor?: (card: Card) => Promise<Kernel>,
  ) {
    this.#kernelFor = kernelFor && (() => kernelFor(this.card!));
    this.#transport = connect(id, {
      since: () => this.#seq,
      status: (status) => (this.status = status),
      message: (message) => this.#hear(message),
    });
  }

  close(): void {
    clearTimeout(this.#overdue);
    this.#transport.close();
  }

  /** Connect anew, as somebody who has just sat down. */
  again(): void {
    this.#transport.again();
  }

  onReaction(listener: (seat: number, reaction: Reaction) => void): void {
    this.#onReaction = listener;
  }

  /** The legal placements of a seat after some tiles were tried, when they are known. */
  optionsFor(seat: number, after: readonly Place[]): readonly Offered[] | undefined {
    return this.#options.get(this.#key(seat, this.state?.version ?? -1, after));
  }

  /** Whether the authority sends what a turn here begins with, without being asked. */
  get told(): boolean {
    return this.#kernel === undefined;
  }

  /** Ask for them; the answer comes to `optionsFor`. Asking again while an answer is due does nothing. */
  ask(seat: number, after: readonly Place[]): void {
    const key = this.#key(seat, this.state?.version ?? -1, after);
    if (this.#options.has(key) || this.#asked.has(key)) return;
    const found = this.#find(seat, after);
    if (found) return this.#note(found);
    this.#asked.add(key);
    this.#command({ type: 'try', id: newId(), seat, placements: [...after] })
      .catch((refused: Refused) => {
        // Asked too much at once, or the store was away: later it may answer.
        if (['too_fast', 'try_again'].includes(refused.code)) setTimeout(() => this.ask(seat, after), 1000);
      })
      .finally(() => this.#asked.delete(key));
  }

  /** What can be found in this page; after what cannot lie as it is said, nothing: the authority has words for that. */
  #find(seat: number, after: readonly Place[]): Offer | undefined {
    const { laid, state } = this;
    const hand = state?.seats[seat]?.hand?.filter((tile) => !after.some((place) => place.tile === tile));
    if (!hand || state?.phase !== 'playing') return undefined;
    const legal = after.every((place) =>
      this.#find(seat, [])?.options.some((option) => samePlace(option.place, place)),
    );
    if (!legal || after.length > 1) return undefined;
    const { version, in_setup } = state;
    const question = { id: null, seat, version, after: [...after], laid, hand, scored: !in_setup };
    const found = this.#kernel?.(question);
    return found && offerOf(found);
  }

  /** So many thirds of what the Owl would do next; refused where hints were not agreed on. */
  async hint(seat: number, step: number, after: readonly Place[]): Promise<Advice> {
    return (await this.#command({
      type: 'hint',
      id: newId(),
      seat,
      step,
      placements: [...after],
    })) as Advice;
  }

  /** The open groups and how likely each is closed next, after some tiles were tried; refused likewise. */
  async groups(seat: number, after: readonly Place[]): Promise<Groups> {
    return (await this.#command({ type: 'groups', id: newId(), seat, placements: [...after] })) as Groups;
  }

  /** Play a turn; settled once it is stored for good, or refused. */
  async play(seat: number, placements: readonly Place[]): Promise<void> {
    const command: Command = {
      type: 'turn',
      id: newId(),
      version: this.state!.version,
      seat,
      placements: [...placements],
    };
    thisTab.remember(turnKey(this.id), command);
    await this.#command(command).finally(() => thisTab.remember(turnKey(this.id), undefined));
  }

  react(reaction: Reaction): void {
    this.#transport.send({ type: 'react', reaction });
  }

  /** Take my seats over from the bot again. */
  here(): void {
    this.#command({ type: 'here', id: newId() }).catch(() => undefined);
  }

  /** Let the computer play for somebody who is away; settled once it does, or refused. */
  async standIn(seat: number): Promise<void> {
    await this.#command({ type: 'stand_in', id: newId(), seat });
  }

  #key(seat: number, version: number, after: readonly Place[]): string {
    return `${seat}/${version}/${after.map(notation).join('+')}`;
  }

  #command(command: Command): Promise<Heard> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(command.id, { command, resolve, reject });
      this.#transport.send(command);
    });
  }

  #hear(message: Heard): void {
    switch (message.type) {
      case 'view':
        this.card = message.table;
        if (message.seq < this.#seq) this.#startAfresh();
        this.#decline();
        this.#resend(); // before anything new is asked for
        this.#take(message.seq, message.events, message.state);
        break;
      case 'update':
        this.#take(message.seq, message.events, message.state);
        break;
      case 'options':
        this.#note(message);
        this.#settle(message.id, message);
        this.#helpMyself();
        break;
      case 'ack':
      case 'advice':
      case 'groups':
        this.#settle(message.id, message);
        break;
      case 'error': {
        const refused = new Refused(message.code, message.words, message.details);
        const waiting = this.#waiting.get(message.id ?? '');
        this.#waiting.delete(message.id ?? '');
        waiting?.reject(refused);
        break;
      }
      case 'reaction':
        this.#onReaction?.(message.seat, message.reaction);
        break;
      case 'presence':
        this.#since(message.away_ms);
        break;
    }
  }

  #note({ seat, version, after, options }: Offer): void {
    // Older versions are of no use any more.
    const fresh = [...this.#options].filter(([old]) => old.split('/')[1] === String(version));
    this.#options = new Map([...fresh, [this.#key(seat, version, after), options]]);
  }

  /** From now on, placements are found here; where that cannot be, they are told as before. */
  #helpMyself(): void {
    const asked = this.#kernelFor?.();
    this.#kernelFor = undefined;
    asked?.then(
      (kernel) => {
        this.#kernel = kernel;
        this.#decline();
      },
      () => undefined,
    );
  }

  /** Each new line is told that nobody here waits for options. */
  #decline(): void {
    if (this.#kernel) this.#transport.send({ type: 'help', wanted: false });
  }

  /** The server knows less than we do, as after it was restored from a backup: what it tells now is all there is. */
  #startAfresh(): void {
    this.#seq = 0;
    this.events = [];
    this.#options = new Map();
  }

  #settle(id: string | null, message: Heard): void {
    const waiting = this.#waiting.get(id ?? '');
    this.#waiting.delete(id ?? '');
    waiting?.resolve(message);
  }

  #take(seq: number, events: readonly Happening[], state: State): void {
    const fresh = events.filter((event) => event.seq > this.#seq);
    if (fresh.length) this.events = [...this.events, ...fresh];
    this.#seq = Math.max(this.#seq, seq);
    this.state = state;
    this.#since(state.seats.map((seat: SeatState) => seat.away_ms ?? null));
    this.#start(state.clock_ms);
    this.#giveNonce(state);
  }

  #since(away: readonly (number | null)[]): void {
    this.away = away.map((milliseconds) => (milliseconds === null ? null : Date.now() - milliseconds));
  }

  /** The clock of a turn; where it runs out and nothing comes, the server's machine may have slept: ask anew. */
  #start(clock: number | null): void {
    clearTimeout(this.#overdue);
    this.deadline = clock === null ? undefined : performance.now() + clock;
    if (clock !== null) this.#overdue = setTimeout(() => this.again(), Math.max(0, clock) + OVERDUE);
  }

  /** What had no answer goes again under its old id; a turn from before a refresh too. */
  #resend(): void {
    const unanswered = [...this.#waiting.values()];
    const turn = thisTab.recall<Command>(turnKey(this.id));
    if (turn && !this.#waiting.has(turn.id)) {
      this.#command(turn)
        .catch(() => undefined)
        .finally(() => thisTab.remember(turnKey(this.id), undefined));
    }
    for (const { command } of unanswered) this.#transport.send(command);
  }

  /** A table waits until every person's browser has added its part to the bag. */
  #giveNonce({ phase, seats }: State): void {
    if (this.#gaveNonce || phase !== 'waiting' || !seats.some((seat) => seat.mine && !seat.ready)) return;
    this.#gaveNonce = true;
    const nonce = newNonce();
    keepPledge(this.id, { commitment: this.card!.commitment, nonce });
    this.#command({ type: 'ready', id: newId(), nonce }).catch(() => (this.#gaveNonce = false));
  }
}
