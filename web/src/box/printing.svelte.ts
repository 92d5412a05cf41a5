/** Sheets to print: what they look like, and the document; of the server, or of this device where it is out of reach. */
import { along } from '@/net/along.svelte';
import { api, type Look } from '@/net/api';
import { Refused } from '@/net/refused';
import { t } from '@/text/text.svelte';

/** What is asked for: the sheet, what was chosen for it, and one's own tiles if it is to show those. */
export interface Asked {
  sheet: string;
  chosen: string;
  own?: string;
}

export class Printing {
  /** What it looks like, until something else is chosen the last that was. */
  look = $state.raw<Look>();
  /** Why it cannot be shown, in words for a person. */
  fault = $state('');
  /** Whether what was chosen is still being drawn. */
  busy = $state(false);
  /** Whether this device prints by itself. */
  #here = false;
  #count = 0;

  async show({ sheet, chosen, own }: Asked): Promise<void> {
    const mine = ++this.#count;
    this.busy = true;
    const asked = this.#ask((here) => api.look(`/api/paper/${sheet}/look?${chosen}`, own, here));
    const [look, fault] = await asked.then(
      (found): [Look, string] => [found, ''],
      (error: Error): [undefined, string] => [undefined, error.message],
    );
    if (mine !== this.#count) return; // something else was chosen since
    this.look = look;
    this.fault = fault;
    this.busy = false;
  }

  /** The document; or a refusal in words for a person. */
  print = ({ sheet, chosen, own }: Asked): Promise<Blob> =>
    this.#ask((here) => api.document(`/api/paper/${sheet}?${chosen}`, own, here));

  async #ask<T>(ask: (here: boolean) => Promise<T>): Promise<T> {
    if (this.#here) return ask(true);
    try {
      return await ask(false);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'offline')) throw error;
      await along.look();
      if (!along.playable) throw new Error(t('paper.away'), { cause: error });
      this.#here = true;
      return ask(true);
    }
  }
}
