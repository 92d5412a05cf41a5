/** Who is here, who is away, and what the others may do about it. */
import type { SeatState } from '@/gen/protocol';

/** So long somebody must have been away before the computer may stand in, in milliseconds. */
const PATIENCE = 120_000;
/** So long somebody who is here may think before a nudge is offered. */
const THINKING = 60_000;

/** What is known of a table where somebody waits. */
export interface Scene {
  seats: readonly SeatState[];
  /** Since when each seat's person has been away, if they are. */
  away: readonly (number | null)[];
  toMove: number | undefined;
  /** When the present turn began. */
  began: number;
}

export interface Awaited {
  seat: number;
  /** The computer may stand in; while it may not, a nudge is all there is. */
  absent: boolean;
}

/** The person for whom everybody waits too long at `now`, if there is one. */
export function awaited({ seats, away, toMove, began }: Scene, now: number): Awaited | undefined {
  if (toMove === undefined || !seats.some((seat) => seat.mine)) return;
  const mover = seats[toMove]!;
  if (mover.kind !== 'person' || mover.mine || mover.presence !== 'here') return;
  const since = away[toMove] ?? null;
  if (since !== null) return now - since >= PATIENCE ? { seat: toMove, absent: true } : undefined;
  return now - began >= THINKING ? { seat: toMove, absent: false } : undefined;
}

/** Whether there is anybody to talk to: another person at the table who has not given up. */
export const inCompany = (seats: readonly SeatState[]): boolean =>
  seats.some((seat) => seat.kind === 'person' && !seat.mine && seat.presence !== 'resigned');

/** Whether the game is over when these seats give up: nobody but the computer would be left. */
export const endsWithout = (seats: readonly SeatState[], leaving: readonly number[]): boolean =>
  seats.every(
    (seat, number) => seat.kind !== 'person' || seat.presence === 'resigned' || leaving.includes(number),
  );
