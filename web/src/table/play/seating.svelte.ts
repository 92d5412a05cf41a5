/** Who sits where, and what that means at this device now: whose hand is shown, and who may do something. */
import type { Card, SeatState, State } from '@/gen/protocol';
import { settings } from '@/ui/settings.svelte';

/** What is known of the table. */
interface Known {
  readonly state: State | undefined;
  readonly card: Card | undefined;
}

export class Seating {
  /** The seat whose player has taken the device in hand, at pass and play. */
  #holder = $state<number>();

  state = $derived.by(() => this.table.state);
  seats = $derived.by((): readonly SeatState[] => this.state?.seats ?? []);
  mine = $derived.by(() => this.seats.flatMap((seat, number) => (seat.mine ? [number] : [])));
  playing = $derived.by(() => this.state?.phase === 'playing');
  begun = $derived.by(() => this.playing || this.state?.phase === 'finished');
  toMove = $derived.by(() => (this.playing ? (this.state!.to_move ?? undefined) : undefined));
  resigned = $derived.by(() => this.mine.every((seat) => this.seats[seat]!.presence === 'resigned'));
  /** Somebody at this device is to move. */
  ourTurn = $derived.by(() => this.toMove !== undefined && this.mine.includes(this.toMove) && !this.resigned);
  shared = $derived.by(() => this.mine.length > 1);
  /** The device must change hands before a hand is shown. */
  curtain = $derived.by(() => this.shared && this.ourTurn && this.#holder !== this.toMove);
  myTurn = $derived.by(() => this.ourTurn && !this.curtain);
  /** The seat whose hand is in use, on turn or to try things out. */
  seat = $derived.by(() => {
    if (this.curtain || this.resigned) return undefined;
    return this.ourTurn ? this.toMove : this.mine.find((seat) => this.seats[seat]!.hand);
  });
  /** The tiles of that hand. */
  hand = $derived.by((): readonly number[] =>
    this.seat === undefined ? [] : (this.seats[this.seat]?.hand ?? []),
  );
  /** There is a hand to show. */
  handed = $derived.by(() => this.seat !== undefined && this.playing);
  tryout = $derived.by(() => this.handed && !this.ourTurn);
  /** A bot plays for somebody at this device, until they say that they are back. */
  heldByBot = $derived.by(() => this.mine.some((seat) => this.seats[seat]!.presence === 'held'));
  purist = $derived.by(() => this.table.card?.purist ?? false);
  /** Legal outlines and receipts are wanted, and allowed here. */
  helped = $derived.by(() => settings.helpers && !this.purist);

  constructor(readonly table: Known) {}

  /** Take the device at pass and play. */
  take(): void {
    this.#holder = this.toMove;
  }
}
