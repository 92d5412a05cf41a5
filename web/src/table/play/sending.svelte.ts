/** What goes to the table's authority and what is asked of it: placements that fit, and the turn itself. */
import type { Table } from '@/net/table.svelte';
import type { Placing } from '@/placing/placing.svelte';
import { Attempt } from '@/ui/attempt.svelte';
import type { Seating } from './seating.svelte';

/** When options that should come by themselves have not, they are asked for. */
const OPTIONS_COME = 2000;

/** While it is busy the turn is on its way: it arrives as it was sent, so nothing of it can be changed any more. */
export class Sending extends Attempt {
  canEnd = $derived.by(
    () => this.seating.myTurn && this.placing.laid.length > 0 && !this.placing.ghost && !this.busy,
  );

  constructor(
    readonly table: Pick<Table, 'status' | 'optionsFor' | 'told' | 'ask' | 'play'>,
    readonly seating: Pick<Seating, 'seat' | 'myTurn' | 'ourTurn' | 'tryout' | 'purist'>,
    readonly placing: Pick<Placing, 'laid' | 'places' | 'ghost' | 'mayLay' | 'tile'>,
  ) {
    super();
  }

  /**
   * Ask for what is not known. When a turn begins here the server sends the options by itself, unless they are found here; while others
   * are to move nobody needs them until a tile is taken up, to try something out.
   */
  ask(): (() => void) | undefined {
    const { placing, seating, table } = this;
    const { seat } = seating;
    if (seat === undefined || seating.purist || table.status !== 'open' || !placing.mayLay) return;
    const { places, tile } = placing;
    if (seating.tryout && tile === undefined) return;
    if (table.optionsFor(seat, places) !== undefined) return;
    const comes = table.told && seating.ourTurn && places.length === 0;
    const timer = setTimeout(() => table.ask(seat, places), comes ? OPTIONS_COME : 0);
    return () => clearTimeout(timer);
  }

  /** Send the turn; until it is stored nothing is forgotten. False when it was refused, or nothing could be sent. */
  async end(): Promise<boolean> {
    const { seat } = this.seating;
    if (!this.canEnd || seat === undefined) return false;
    // A tile that was taken but not laid stays in the hand.
    this.placing.tile = undefined;
    return this.run(() => this.table.play(seat, this.placing.places));
  }
}
