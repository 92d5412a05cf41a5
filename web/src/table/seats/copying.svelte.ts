/** For those who lay the same game on a real table: one turn after the other, at their own pace. */
import { halves, type Cell } from '@/board/geometry';
import { AROUND, type Around } from '@/board/reading';
import type { Place, TurnPlayed } from '@/gen/protocol';
import { t } from '@/text/text.svelte';
import { together } from '../play/say';

/** Where the number comes to lie that is printed on both faces of a tile, by how the tile is turned. */
const CORNERS = ['belowLeft', 'aboveLeft', 'aboveRight', 'belowRight'] as const;
const STEPS: Record<Around, Cell> = { above: [0, -1], right: [1, 0], below: [0, 1], left: [-1, 0] };

export class Copying {
  readonly #turns: () => readonly TurnPlayed[];
  /** The turn that somebody has gone back to, by its seq; without one the latest is shown. */
  #stayed = $state<number>();

  constructor(turns: () => readonly TurnPlayed[]) {
    this.#turns = turns;
  }

  /** Who passes lays nothing. */
  #laying = $derived.by(() => this.#turns().filter(({ laid }) => laid.length));
  #at = $derived.by(() => {
    const stayed = this.#laying.findIndex(({ seq }) => seq === this.#stayed);
    return stayed < 0 ? this.#laying.length - 1 : stayed;
  });

  turn = $derived.by(() => this.#laying[this.#at]);
  first = $derived.by(() => this.#at <= 0);
  latest = $derived.by(() => this.#at === this.#laying.length - 1);

  /** Its tiles in the order laid, each with what is said of it. */
  tiles = $derived.by(() => {
    const before = this.#laying.slice(0, this.#at).flatMap(({ laid }) => laid.map(({ place }) => place));
    const now = this.turn?.laid.map(({ place }) => place) ?? [];
    // What is laid after a tile is no help in finding its place.
    return now.map((place, number) => ({
      place,
      words: sayHow(place, [...before, ...now.slice(0, number)]),
    }));
  });

  /** Others may play on meanwhile: whoever has gone back stays there. */
  back(): void {
    if (!this.first) this.#stayed = this.#laying[this.#at - 1]!.seq;
  }

  /** From the latest turn on the next one comes by itself again. */
  on(): void {
    const next = this.#at + 1;
    this.#stayed = next < this.#laying.length - 1 ? this.#laying[next]!.seq : undefined;
  }
}

/** "back, its number above left, beside 12 (above), 40 (left)". */
export function sayHow(place: Place, lying: readonly Place[]): string {
  const corner = t(`say.edge.${CORNERS[place.rotation]!}`);
  const near = AROUND.flatMap((side) =>
    lying
      .filter((other) => touches(place, other, side))
      .map(({ tile }) => `${tile} (${t(`say.edge.${side}`)})`),
  );
  return together(
    t('copy.grip', { face: t(place.face ? 'say.back' : 'say.front'), corner }),
    near.length > 0 && t('copy.beside', { tiles: near.join(', ') }),
  );
}

/** Whether another tile lies side by side with this one, on that side of it. */
function touches(place: Place, other: Place, side: Around): boolean {
  const [right, down] = STEPS[side];
  return halves(place).some(([x, y]) =>
    halves(other).some(([otherX, otherY]) => otherX === x + right && otherY === y + down),
  );
}
