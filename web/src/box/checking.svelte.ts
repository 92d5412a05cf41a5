/** What the table would say to a box: asked for a moment after each change, of the server or of the worker here. */
import type { BoxSeen } from '@/gen/protocol';
import { along } from '@/net/along.svelte';
import { api } from '@/net/api';
import { Refused } from '@/net/refused';
import { tOr } from '@/text/text.svelte';
import { tomlOf, type OwnBox } from '@/ui/own.svelte';
import { site } from '@/ui/site';

/** Long enough for the next tap, in milliseconds. */
const PAUSE = 400;

export class Checking {
  seen = $state.raw<BoxSeen>();
  /** Why nothing can be said, if so. */
  fault = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  later(box: OwnBox): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(box), PAUSE);
  }

  async #look(box: OwnBox): Promise<void> {
    const number = ++this.#asked;
    try {
      const seen = await check(tomlOf(box));
      if (number !== this.#asked) return; // somebody has gone on meanwhile
      this.seen = seen;
      this.fault = '';
    } catch (error) {
      if (number === this.#asked) this.fault = whyNot(error);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }
}

/** Have a set read: by the server, and where that is out of reach by the worker, if it is here. */
export async function check(text: string): Promise<BoxSeen> {
  if (site !== undefined || along.away) return api.checkSet(text, along.playable);
  try {
    return await api.checkSet(text);
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'offline' && along.playable)) throw error;
    return api.checkSet(text, true);
  }
}

/** A refusal of a tile set with what exactly is wrong, and where. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  const { why, ...rest } = error.details;
  if (error.code !== 'bad_tile_set' || typeof why !== 'string') return error.message;
  return refusalWords(why, rest, error.message);
}

export function refusalWords(why: string, details: Record<string, unknown>, otherwise: string): string {
  const holes = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)]));
  if (holes.side) holes.side = tOr(`box.${holes.side}`, holes.side);
  const words = tOr(`box.why.${why}`, otherwise, holes);
  const where = holes.line ? 'box.where_line' : holes.tile ? 'box.where' : '';
  return where ? tOr(where, '{words}', { ...holes, words }) : words;
}
