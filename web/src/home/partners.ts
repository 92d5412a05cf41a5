/** Whom I have played against and how it went: kept in this browser, and from it who would be just right. */
import { LEVELS } from '@/gen/design';
import { levelNow } from '@/text/names';
import { thisBrowser } from '@/ui/storage';

const KEY = 'dalapapa.partners';
/** So many games are remembered. */
const MOST = 200;

/**
 * A game against the computer: of each animal its level, and 1 if I had more points, ½ for as many. Who had not
 * even half of the animal's points need not lose a second time to be told that it was too strong: that counts twice.
 */
export interface Met {
  table: string;
  at: number;
  duels: readonly (readonly [level: string, won: number, counts?: number])[];
}

interface Seat {
  bot: string | null;
  mine: boolean;
  score: number;
}

/** A finished game as it is remembered; none when I was not alone with the computer. */
export function met(table: string, at: number, seats: readonly Seat[]): Met | undefined {
  const [me, ...more] = seats.filter((seat) => seat.mine);
  const bots = seats.filter((seat) => seat.bot !== null);
  if (!me || more.length || bots.length !== seats.length - 1) return undefined;
  const won = (score: number) => (me.score > score ? 1 : me.score === score ? 0.5 : 0);
  return {
    table,
    at,
    duels: bots.map(({ bot, score }) =>
      2 * me.score < score ? [levelNow(bot!), 0, 2] : [levelNow(bot!), won(score)],
    ),
  };
}

export const recallMet = (): Met[] => thisBrowser.recall<Met[]>(KEY) ?? [];

/** Remember games that were not known yet; gives all, the latest last. */
export function remember(games: readonly (Met | undefined)[]): Met[] {
  const known = recallMet();
  const tables = new Set(known.map(({ table }) => table));
  const fresh = games.filter((game) => game !== undefined).filter(({ table }) => !tables.has(table));
  if (!fresh.length) return known;
  const all = [...known, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST);
  thisBrowser.remember(KEY, all);
  return all;
}

/** How often I have met each level and had more points; only those I met, the gentlest first. */
export function tally(games: readonly Met[]): { level: string; played: number; won: number }[] {
  const duels = games.flatMap((game) => game.duels);
  return LEVELS.map((level) => {
    const against = duels.filter(([other]) => other === level);
    return { level, played: against.length, won: against.filter(([, won]) => won === 1).length };
  }).filter(({ played }) => played);
}

/** Games that say how strong somebody is now. */
const RECENT = 10;
/** Levels lie about 200 Elo apart (docs/bots.md), and 400 are odds of ten to one. */
const STEPS_OF_TEN = 2;

/**
 * The level that is about as strong as somebody, by recent games: then they win every other one. Before any game
 * they are taken to be as strong as the level played last, give or take one, so it takes two to move.
 */
export function justRight(games: readonly Met[], last: string, levels: readonly string[]): string {
  const start = levels.indexOf(last);
  const duels = games.slice(-RECENT).flatMap((game) => game.duels);
  const likely = (strength: number) =>
    duels.reduce(
      (sum, [level, won, counts = 1]) => {
        const at = levels.indexOf(level);
        if (at < 0) return sum;
        const chance = 1 / (1 + 10 ** ((at - strength) / STEPS_OF_TEN));
        return sum + counts * (won * Math.log(chance) + (1 - won) * Math.log(1 - chance));
      },
      -((strength - start) ** 2) / 2,
    );
  const best = levels
    .map((_, at) => at)
    .reduce((one, other) => (likely(other) > likely(one) ? other : one), start);
  // Whatever came before: nobody hears of a game just lost that it was too easy, or of one just won too hard.
  const final = games.at(-1)?.duels ?? [];
  const ahead = final.reduce((sum, [, won]) => sum + won - 0.5, 0);
  return ((best - start) * ahead < 0 ? undefined : levels[best]) ?? last;
}

/**
 * Whom to play with who has not said so: the gentlest at first, for a child that has never seen a rule wins its
 * second game then; later whoever is just right by what happened.
 */
export function nextPartner(games: readonly Met[], levels: readonly string[]): string | undefined {
  const last = games.map(levelOf).findLast((level) => level !== undefined && levels.includes(level));
  return last === undefined ? levels[0] : justRight(games, last, levels);
}

/** The one level of all computer players in a game; none in a mixed field. */
export function levelOf({ duels }: Met): string | undefined {
  const levels = new Set(duels.map(([level]) => level));
  return levels.size === 1 ? duels[0]![0] : undefined;
}
