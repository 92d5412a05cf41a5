/** What this browser saw and gave before each game, so that it need not take the server's word afterwards. */
import type { Pledge } from './fair';

const KEY = 'dalapapa.pledges';
const MOST = 50;

function all(): [string, Pledge][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** Write down the promise seen and the nonce given for a table. */
export function keepPledge(table: string, pledge: Pledge): void {
  const others = all().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [table, pledge]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing can still check all but its own part.
  }
}

/** What was written down for a table. */
export function pledgeOf(table: string): Pledge | undefined {
  return all().find(([id]) => id === table)?.[1];
}
