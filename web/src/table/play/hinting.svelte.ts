/** What the Owl advises, a third with each press, and how it sees the open groups: where that was agreed on. */
import type { Advice, OpenGroupSeen, Place } from '@/gen/protocol';
import { notation } from '@/board/geometry';
import type { Table } from '@/net/table.svelte';
import type { Placing } from '@/placing/placing.svelte';
import { Attempt } from '@/ui/attempt.svelte';
import type { Seating } from './seating.svelte';

/** All of a hint: where, which tile, and the whole placement. */
const WHOLE = 3;

export class Hinting extends Attempt {
  #told = $state.raw<Advice>();
  /** The open groups last told, and of which board. */
  #seen = $state.raw<{ about: string; groups: readonly OpenGroupSeen[] }>();
  #asked = '';
  /** Whether the open groups are shown on the board. */
  shown = $state(false);

  /** Somebody at this device may take hints. */
  agreed = $derived.by(
    () => !!this.table.card?.hints && this.seating.helped && this.seating.playing && !this.seating.resigned,
  );
  /** A hint can be taken now. */
  ready = $derived.by(
    () =>
      this.agreed &&
      this.seating.myTurn &&
      !this.seating.state?.in_setup &&
      this.placing.mayLay &&
      !this.busy &&
      this.table.status === 'open',
  );
  /** What has been told of the next placement; nothing once something else lies. */
  advice = $derived.by(() => {
    const told = this.#told;
    const { seat, state } = this.seating;
    if (!told || told.seat !== seat || told.version !== state?.version) return undefined;
    return about(told.after) === about(this.placing.places) ? told : undefined;
  });
  /** The open groups of the board as it is now, when they are known. */
  groups = $derived.by(() => (this.#seen?.about === this.#board ? this.#seen.groups : undefined));

  constructor(
    readonly table: Pick<Table, 'card' | 'status' | 'hint' | 'groups'>,
    readonly seating: Pick<Seating, 'seat' | 'state' | 'helped' | 'playing' | 'resigned' | 'myTurn'>,
    readonly placing: Pick<Placing, 'places' | 'mayLay'>,
  ) {
    super();
  }

  get #board(): string {
    const { seat, state } = this.seating;
    return `${seat} ${state?.version} ${about(this.placing.places)}`;
  }

  /** One third more; undefined when nothing was told. */
  async press(): Promise<Advice | undefined> {
    const { seat } = this.seating;
    if (!this.ready || seat === undefined) return undefined;
    const step = Math.min(WHOLE, (this.advice?.step ?? 0) + 1);
    if (this.advice?.step === WHOLE) return this.advice;
    const { places } = this.placing;
    await this.run(async () => (this.#told = await this.table.hint(seat, step, places)));
    return this.advice;
  }

  /** Ask how likely the open groups are closed, unless that is known. */
  async look(): Promise<readonly OpenGroupSeen[] | undefined> {
    const { seat } = this.seating;
    const board = this.#board;
    if (!this.agreed || seat === undefined || this.seating.state?.in_setup) return undefined;
    if (!this.groups && this.#asked !== board) {
      this.#asked = board;
      try {
        const { groups } = await this.table.groups(seat, this.placing.places);
        this.#seen = { about: board, groups };
      } catch {
        // Asked too much at once: it is asked again with the next look.
      } finally {
        this.#asked = '';
      }
    }
    return this.groups;
  }
}

const about = (places: readonly Place[]): string => places.map(notation).join('+');
