/** What this browser saw and gave before each game, so that it need not take the server's word afterwards. */
import { thisBrowser } from '@/ui/storage';
import type { Pledge } from './check';

const KEY = 'dalapapa.pledges';
const MOST = 50;

const all = (): [string, Pledge][] => thisBrowser.recall(KEY) ?? [];

/** Write down the promise seen and the nonce given for a table. */
export function keepPledge(table: string, pledge: Pledge): void {
  const others = all().filter(([id]) => id !== table);
  thisBrowser.remember(KEY, [...others, [table, pledge]].slice(-MOST));
}

/** What was written down for a table. */
export function pledgeOf(table: string): Pledge | undefined {
  return all().find(([id]) => id === table)?.[1];
}
