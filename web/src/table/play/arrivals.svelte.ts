/** What others have laid: just now, in the air, and since our last turn. */
import type { Place, TurnPlayed } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';
import type { Seating } from './seating.svelte';

/** How long a tile flies. */
const FLIGHT = 400;

const placesOf = (turns: readonly TurnPlayed[]): Place[] =>
  turns.flatMap((turn) => turn.laid.map(({ place }) => place));

export class Arrivals {
  /** Tiles of others that are just flying in. */
  flying = $state.raw<readonly Place[]>([]);
  /** How many turns were told; −1 before the first view, whose turns are no news. */
  #heard = -1;
  #landing: ReturnType<typeof setTimeout> | undefined;

  /** What others have laid since the player at this device last ended a turn; who watches sees the last turn. */
  news = $derived.by(() => {
    const turns = this.table.turns;
    const me = this.seating.seat ?? this.seating.mine[0];
    const since = me === undefined ? turns.length - 2 : turns.findLastIndex((turn) => turn.seat === me);
    const fresh = turns.slice(since + 1);
    return placesOf(fresh.length ? fresh : turns.slice(-1));
  });
  /** Tiles on the board, without those still in the air. */
  settled = $derived.by(() =>
    this.flying.length ? this.table.laid.filter((place) => !this.flying.includes(place)) : this.table.laid,
  );

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

  /** Let the tiles fly in that others laid in these turns, or that were laid for us; their places. */
  fly(turns: readonly TurnPlayed[]): readonly Place[] {
    const { mine } = this.seating;
    const places = placesOf(turns.filter((turn) => turn.by !== 'player' || !mine.includes(turn.seat)));
    if (places.length && !settings.stillness) {
      this.flying = places;
      clearTimeout(this.#landing);
      this.#landing = setTimeout(() => this.land(), FLIGHT * places.length);
    }
    return places;
  }

  /** Tiles in the air lie down at once. */
  land(): void {
    if (this.flying.length) this.flying = [];
  }
}
