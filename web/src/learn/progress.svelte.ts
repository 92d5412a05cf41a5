/** How far somebody has come: kept, so that the course can be left and taken up again. */
import { thisBrowser } from '@/ui/storage';

const KEY = 'dalapapa.learn';

/** The task that ends the course. */
const LAST = 'end';

interface Kept {
  /** Tasks done, and those of them at par. */
  done: string[];
  well: string[];
}

class Progress {
  #kept = $state.raw<Kept>(thisBrowser.recall<Kept>(KEY) ?? { done: [], well: [] });

  get begun(): boolean {
    return this.#kept.done.length > 0;
  }

  /** Lessons are offered to who has laid no tile here yet, and to who has left them before the end. */
  get wanted(): boolean {
    return this.begun ? !this.has(LAST) : !thisBrowser.recall('dalapapa.laid');
  }

  has(task: string): boolean {
    return this.#kept.done.includes(task);
  }

  well(task: string): boolean {
    return this.#kept.well.includes(task);
  }

  take(task: string, well: boolean): void {
    const { done, well: stars } = this.#kept;
    this.#kept = {
      done: [...new Set([...done, task])],
      well: well ? [...new Set([...stars, task])] : stars,
    };
    thisBrowser.remember(KEY, this.#kept);
  }
}

export const progress = new Progress();
