/** What others have laid: just now, in the air, and since our last turn. Each of their turns is shown in its turn. */
import type { Place, TurnPlayed } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';
import type { Seating } from './seating.svelte';

/** A tile sets out when the board has come to rest, and flies so long; then what it scored stays lit. */
export const SETTING_OUT = 300;
export const FLIGHT = 400;
const LIT = 1600;

const placesOf = (turns: readonly TurnPlayed[]): Place[] =>
  turns.flatMap((turn) => turn.laid.map(({ place }) => place));

export class Arrivals {
  /** Turns of others that are still to be shown; the tiles of the first of them are just flying in. */
  #coming = $state.raw<readonly TurnPlayed[]>([]);
  /** The turn whose tiles have landed: what it scored is lit. */
  shown = $state.raw<TurnPlayed>();
  /** How many turns were told; −1 before the first view, whose turns are no news. */
  #heard = -1;
  #next: ReturnType<typeof setTimeout> | undefined;

  /** The turn that is just being shown, from the moment its tiles set out. */
  showing = $derived.by(() => this.shown ?? this.#coming[0]);
  /** Tiles that are just flying in. */
  flying = $derived.by(() => (this.shown ? [] : placesOf(this.#coming.slice(0, 1))));
  /** What others have laid since the player at this device last ended a turn; who watches sees the last turn. */
  news = $derived.by(() => {
    const turns = this.table.turns;
    const me = this.seating.seat ?? this.seating.mine[0];
    const since = me === undefined ? turns.length - 2 : turns.findLastIndex((turn) => turn.seat === me);
    const fresh = turns.slice(since + 1);
    return placesOf(fresh.length ? fresh : turns.slice(-1));
  });
  /** Tiles on the board, without those still to come. */
  settled = $derived.by(() => {
    const coming = placesOf(this.#coming);
    return coming.length ? this.table.laid.filter((place) => !coming.includes(place)) : this.table.laid;
  });
  /** The last turn that can be seen on the board. */
  last = $derived.by(() => this.shown ?? this.table.turns[this.table.turns.length - 1 - this.#coming.length]);

  constructor(
    readonly table: { readonly turns: readonly TurnPlayed[]; readonly laid: readonly Place[] },
    readonly seating: Pick<Seating, 'seat' | 'mine'>,
  ) {}

  /** The turns that have come since this was last asked. */
  fresh(): readonly TurnPlayed[] {
    const { turns } = this.table;
    const fresh = this.#heard < 0 ? [] : turns.slice(this.#heard);
    this.#heard = turns.length;
    return fresh;
  }

  /** Show these turns, so far as others laid tiles in them or they were laid for us; gives those. */
  show(turns: readonly TurnPlayed[]): readonly TurnPlayed[] {
    const { mine } = this.seating;
    const others = turns.filter(
      (turn) => turn.laid.length && (turn.by !== 'player' || !mine.includes(turn.seat)),
    );
    if (others.length === 0) return others;
    const idle = this.#coming.length === 0;
    if (settings.stillness) this.#light(others.at(-1)!);
    else {
      this.#coming = [...this.#coming, ...others];
      if (idle) this.#fly();
    }
    return others;
  }

  #fly(): void {
    const [turn] = this.#coming;
    this.shown = undefined;
    clearTimeout(this.#next);
    if (!turn) return;
    this.#next = setTimeout(
      () => {
        this.#coming = this.#coming.slice(1);
        this.#light(turn);
      },
      SETTING_OUT + FLIGHT * turn.laid.length,
    );
  }

  #light(turn: TurnPlayed): void {
    this.shown = turn;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#fly(), LIT);
  }

  /** Enough seen: tiles in the air lie down at once, and nothing is lit any more. */
  land(): void {
    clearTimeout(this.#next);
    if (this.#coming.length) this.#coming = [];
    this.shown = undefined;
  }
}
