/**
 * Presence and stand-ins, as docs/protocol.md will have them. Until the generated types do, they are added here;
 * then whoever imports this imports '@/gen/protocol' instead, and this file goes.
 */
import type * as made from '@/gen/protocol';

/** Somebody has come or gone: for every seat, how long its person has been away. */
export interface Presence {
  type: 'presence';
  away_ms: (number | null)[];
}

/** Let the computer play for somebody who has been away for long, until they are back. */
export interface StandIn {
  type: 'stand_in';
  id: string;
  seat: number;
}

export type SeatState = made.SeatState & { away_ms?: number | null };
export type ServerMessage = made.ServerMessage | Presence;
export type ClientMessage = made.ClientMessage | StandIn;
