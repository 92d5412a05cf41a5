/** Tables on this very device: a worker holds the service, and their ids begin with a sign of their own. */
import type { Card, ClientMessage, State } from '@/gen/protocol';
import { disk } from './disk.svelte';
import { hear, type Heard } from './heard';
import { addressOf } from './pack';
import { Refused, refusedBy, type Unable } from './refused';
import type { Connect, Listener, Transport } from './transport';

/** No id that a server gives begins so. */
const HERE = '~';

export const isHere = (table: string): boolean => table.startsWith(HERE);
const bare = (table: string): string => table.slice(HERE.length);

const cardHere = (card: Card): Card => ({ ...card, id: HERE + card.id });
const stateHere = (state: State): State => ({ ...state, rematch: state.rematch && HERE + state.rematch });

/** What the worker says: an answer to a question, a word on a line, why it did not start, how the disk is. */
interface Said {
  refuses?: boolean;
  closed?: boolean;
  number?: number;
  ok?: boolean;
  line?: number;
  text?: string;
  why?: string;
  failed?: Unable;
}

class House {
  readonly #worker: Worker;
  readonly #asked = new Map<number, { resolve(said: Said): void; reject(error: Refused): void }>();
  readonly #lines = new Map<number, (said: Said) => void>();
  #count = 0;

  constructor() {
    disk.refuses = false; // a new worker has not tried yet
    this.#worker = new Worker(addressOf('worker.js'), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    this.#worker.onerror = () => this.#end('unable');
  }

  ask(method: string, path: string, body?: unknown): Promise<Said> {
    return new Promise((resolve, reject) => {
      const number = ++this.#count;
      this.#asked.set(number, { resolve, reject });
      this.#worker.postMessage({ kind: 'ask', number, method, path, body: body && JSON.stringify(body) });
    });
  }

  open(table: string, since: number, hear: (said: Said) => void): number {
    const line = ++this.#count;
    this.#lines.set(line, hear);
    this.#worker.postMessage({ kind: 'open', line, table, since });
    return line;
  }

  say(line: number, message: ClientMessage): void {
    this.#worker.postMessage({ kind: 'say', line, text: JSON.stringify(message) });
  }

  close(line: number): void {
    this.#lines.delete(line);
    this.#worker.postMessage({ kind: 'close', line });
  }

  #hear(said: Said): void {
    if (said.failed !== undefined) return this.#end(said.failed);
    // Its games may be gone: a new worker sees what is there.
    if (said.closed) return this.#end('denied', 'closed');
    if (said.refuses !== undefined) return void (disk.refuses = said.refuses);
    if (said.line !== undefined) return this.#lines.get(said.line)?.(said);
    const asked = this.#asked.get(said.number ?? 0);
    this.#asked.delete(said.number ?? 0);
    asked?.resolve(said);
  }

  /** The worker did not start, or has lost its disk: whoever asks again begins with a new one. */
  #end(code: Unable, why = 'failed'): void {
    house = undefined;
    this.#worker.terminate();
    for (const { reject } of this.#asked.values()) reject(new Refused(code, code));
    for (const hear of this.#lines.values()) hear({ why });
  }
}

let house: House | undefined;
const home = (): House => (house ??= new House());

/** As over HTTP, of the worker: the answer, or a `Refused`. */
export async function askHere<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { ok, text } = await home().ask(method, path.replace(`/${HERE}`, '/'), body);
  const answer: unknown = JSON.parse(text!);
  if (!ok) {
    const refused = refusedBy(answer, '');
    throw refused.code === 'try_again' ? new Refused('full', refused.message) : refused;
  }
  const isCard = (one: unknown): one is Card =>
    typeof one === 'object' && one !== null && 'commitment' in one;
  if (Array.isArray(answer)) return answer.map((one) => (isCard(one) ? cardHere(one) : one)) as T;
  return (isCard(answer) && 'id' in answer ? cardHere(answer) : answer) as T;
}

/** Connect with a table on this device. */
export const byWorker: Connect = (table, listener) => new Line(bare(table), listener);

/** So long after a worker did not start, or could not read its disk, it is tried again; then less and less often. */
const RETRY = 3000;
const RETRY_MOST = 60_000;

class Line implements Transport {
  #line = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = RETRY;

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    this.#open();
  }

  send(message: ClientMessage): boolean {
    home().say(this.#line, message);
    return true;
  }

  again(): void {
    this.close();
    this.#open();
  }

  close(): void {
    clearTimeout(this.#timer);
    house?.close(this.#line);
  }

  #open(): void {
    this.#line = home().open(this.table, this.listener.since(), ({ text, why }) => {
      if (text === undefined) return this.#lost(why);
      this.#retry = RETRY;
      this.listener.status('open');
      this.listener.message(here(hear(text)));
    });
  }

  #lost(why = ''): void {
    if (why === 'no_such_table') return this.listener.status('gone');
    if (why === 'closed') return this.again();
    this.listener.status('lost');
    this.#timer = setTimeout(() => this.again(), this.#retry);
    this.#retry = Math.min(2 * this.#retry, RETRY_MOST);
  }
}

/** A message with the ids that tables of this device have outside the worker. */
function here(message: Heard): Heard {
  switch (message.type) {
    case 'view':
      return { ...message, table: cardHere(message.table), state: stateHere(message.state) };
    case 'update':
      return { ...message, state: stateHere(message.state) };
    default:
      return message;
  }
}
