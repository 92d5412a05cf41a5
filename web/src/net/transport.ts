/** What carries messages between a table here and its authority. Nothing above knows which one it has. */
import { newNonce } from '@/fair/nonce';
import type { ClientMessage } from '@/gen/protocol';
import type { Heard } from './heard';

/** `gone`: there is no such table for us; `out`: who we were has logged out. */
export type Status = 'connecting' | 'open' | 'lost' | 'gone' | 'out';

/** Who hears what a transport brings. */
export interface Listener {
  /** The last event that was seen: after a cut, only what came later is wanted. */
  since(): number;
  status(status: Status): void;
  message(message: Heard): void;
}

export interface Transport {
  /** Whether it was sent; what was not must be sent again by whoever cares. */
  send(message: ClientMessage): boolean;
  /** Connect anew at once, as after signing in. */
  again(): void;
  close(): void;
}

/** An id for a command: sending the same command again with it is harmless. */
export const newId = newNonce;

/** Connect a listener with a table. */
export type Connect = (table: string, listener: Listener) => Transport;
