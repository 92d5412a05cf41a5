/** One websocket that comes back by itself: pings, notices silence, and connects again with `since`. */
import type { ClientMessage } from '@/gen/protocol';
import { hear } from './heard';
import type { Connect, Listener, Transport } from './transport';

const PING_EVERY = 20_000;
/** Nothing heard for so long, pong included: the line is dead even if nobody said so. */
const SILENCE = 30_000;
const RETRIES = [300, 700, 1500, 3000, 5000];

/** The close code of a table that is not there, or not for us to see. */
const NO_SUCH_TABLE = 4404;
/** And of a person who has logged out, here or everywhere: to come back would be to come as a stranger. */
const LOGGED_OUT = 4401;

/** Connect with a table of the server that this page came from. */
export const bySocket: Connect = (table, listener) => {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new Socket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`, listener);
};

class Socket implements Transport {
  #socket: WebSocket | undefined;
  #tries = 0;
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(
    readonly address: string,
    readonly listener: Listener,
  ) {
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  again(): void {
    this.#leave();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#leave();
  }

  #connect(): void {
    const socket = new WebSocket(`${this.address}?since=${this.listener.since()}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = performance.now();
      this.#beat = setInterval(() => this.#keepAlive(), PING_EVERY / 2);
      this.listener.status('open');
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.listener.message(hear(event.data));
    };
    socket.onclose = (event) => {
      this.#leave();
      if (event.code === NO_SUCH_TABLE) return this.listener.status('gone');
      if (event.code === LOGGED_OUT) {
        this.close();
        return this.listener.status('out');
      }
      this.#later();
    };
  }

  #later(): void {
    if (this.#closed) return;
    this.listener.status('lost');
    const wait = RETRIES[Math.min(this.#tries++, RETRIES.length - 1)]!;
    clearTimeout(this.#timer);
    // Players of one table should not all come back in the same instant.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #leave(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #keepAlive(): void {
    if (performance.now() - this.#heard > SILENCE) return this.#drop();
    if (performance.now() - this.#heard > PING_EVERY / 2) this.send({ type: 'ping' });
  }

  #drop = (): void => {
    if (!this.#socket) return;
    this.#leave();
    this.#later();
  };

  /** The network or the tab is back: no need to wait any longer. */
  #hurry = (): void => {
    if (this.#socket || this.#closed || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };
}
