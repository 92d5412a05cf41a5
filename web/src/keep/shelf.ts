/** The games that this browser keeps, each under its own name; the oldest of a hundred makes room. */
import { newNonce } from '@/fair/nonce';
import { thisBrowser } from '@/ui/storage';
import { NO_DRAFT, type Kept, type Notes } from './notes';
import { WHOLE_SET } from './tiles';

const LIST = 'dalapapa.keep';
const MOST = 100;

export const keyOf = (id: string): string => `${LIST}.${id}`;
/** Where a closed tab leaves what is half laid. */
export const unlaidOf = (id: string): string => `${keyOf(id)}.placing`;

function clear(id: string): void {
  for (const key of [keyOf(id), unlaidOf(id)]) thisBrowser.remember(key, undefined);
}

const listed = (): string[] => thisBrowser.recall<string[]>(LIST) ?? [];

export function recall(id: string): Kept | undefined {
  const kept = thisBrowser.recall<Kept>(keyOf(id));
  // Once there was no choice, and nothing of it was written down.
  return kept && { ...kept, notes: { ...kept.notes, set: kept.notes.set ?? WHOLE_SET } };
}

/** The games here, the one that was pressed last first. */
export const games = (): Kept[] =>
  listed()
    .flatMap((id) => recall(id) ?? [])
    .sort((a, b) => b.updated - a.updated);

/** Write a game down; false where this browser keeps nothing, or has no room. */
export function write(kept: Kept): boolean {
  const { id } = kept.notes;
  thisBrowser.remember(keyOf(id), kept);
  if (!listed().includes(id)) {
    const ids = [id, ...games().map((game) => game.notes.id)];
    ids.slice(MOST).forEach(clear);
    thisBrowser.remember(LIST, ids.slice(0, MOST));
  }
  return recall(id)?.updated === kept.updated && listed().includes(id);
}

export function forget(id: string): void {
  clear(id);
  thisBrowser.remember(
    LIST,
    listed().filter((one) => one !== id),
  );
}

/** Begin to keep a game, or go on with one that was brought here. */
export function begin(notes: Omit<Notes, 'id'>): Kept {
  const now = Date.now();
  const id = newNonce().slice(0, 12);
  const kept: Kept = {
    notes: { ...notes, id },
    draft: NO_DRAFT,
    at: undefined,
    steps: [],
    since: now,
    updated: now,
  };
  write(kept);
  return kept;
}
