import { beforeEach, describe, expect, it } from 'vitest';
import { LEVELS } from '@/gen/design';
import { justRight, levelOf, met, nextPartner, recallMet, remember, tally, type Met } from './partners';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
});

const seat = (bot: string | null, score: number, mine = false) => ({ bot, score, mine });
const me = (score: number) => seat(null, score, true);
const played = (level: string, ...won: number[]): Met[] =>
  won.map((each, at) => ({ table: `${level}${at}`, at, duels: [[level, each]] }));

describe('what is remembered', () => {
  it('is who had more points, of me and each animal', () => {
    const game = met('t', 5, [seat('fox', 60), me(61), seat('owl', 61), seat('frog', 70)]);
    expect(game).toEqual({
      table: 't',
      at: 5,
      duels: [
        ['fox', 1],
        ['owl', 0.5],
        ['frog', 0],
      ],
    });
    expect(levelOf(game!)).toBeUndefined();
    expect(levelOf(met('t', 5, [seat('fox', 60), me(61), seat('fox', 2)])!)).toBe('fox');
  });

  it('knows the levels of older tables by their new names', () => {
    expect(met('t', 1, [me(3), seat('greedy2', 2)])!.duels).toEqual([['lynx', 1]]);
  });

  it('is nothing of games among people', () => {
    expect(met('t', 5, [me(1), seat(null, 2), seat('fox', 3)])).toBeUndefined();
    expect(met('t', 5, [me(1), me(2)])).toBeUndefined();
    expect(met('t', 5, [seat('fox', 1), seat('owl', 2)])).toBeUndefined();
  });

  it('is each game once, also when a server tells of it again', () => {
    const [one, other] = [met('a', 2, [me(9), seat('fox', 3)]), met('b', 1, [me(1), seat('fox', 3)])];
    remember([one]);
    expect(remember([other, one, undefined]).map(({ table }) => table)).toEqual(['b', 'a']);
    expect(tally(recallMet())).toEqual([{ level: 'fox', played: 2, won: 1 }]);
  });

  it('survives whatever else is found there', () => {
    kept.set('dalapapa.partners', 'nonsense');
    expect(recallMet()).toEqual([]);
  });
});

describe('who is just right', () => {
  const after = (level: string, ...won: number[]) => justRight(played(level, ...won), level, LEVELS);

  it('stays after one game, moves after two alike', () => {
    expect([after('fox', 1), after('fox', 0), after('fox', 1, 0), after('fox', 0.5, 0.5)]).toEqual(
      Array(4).fill('fox'),
    );
    expect([after('fox', 1, 1), after('fox', 0, 0)]).toEqual(['raven', 'squirrel']);
  });

  it('moves after one game that was lost by far', () => {
    const lost = (score: number) => justRight([met('t', 1, [me(score), seat('fox', 62)])!], 'fox', LEVELS);
    expect([lost(31), lost(30)]).toEqual(['fox', 'squirrel']);
    expect(tally([met('t', 1, [me(30), seat('fox', 62)])!])).toEqual([{ level: 'fox', played: 1, won: 0 }]);
  });

  it('moves on with what is known of other levels', () => {
    const games = [...played('rabbit', 1, 1, 1, 1), ...played('raven', 0, 0, 0)];
    expect(['squirrel', 'fox']).toContain(justRight(games, 'raven', LEVELS));
  });

  it('says nothing that the last game belies', () => {
    expect(after('fox', 1, 1, 1, 1, 0)).toBe('fox');
    expect(after('fox', 0, 0, 0, 0, 1)).toBe('fox');
  });

  it('never leaves the ladder', () => {
    expect(after('master', 1, 1, 1, 1)).toBe('master');
    expect(after('duckling', 0, 0, 0, 0)).toBe('duckling');
  });

  it('begins with the gentlest, who stays for the second game', () => {
    expect(nextPartner([], LEVELS)).toBe('duckling');
    expect(nextPartner(played('duckling', 1), LEVELS)).toBe('duckling');
    expect(nextPartner(played('duckling', 1, 1), LEVELS)).toBe('mouse');
    expect(nextPartner(played('duckling', 0, 0, 0), LEVELS)).toBe('duckling');
    expect(nextPartner([], [])).toBeUndefined();
  });

  it('goes by the level met last, whatever mixed fields or levels gone came after', () => {
    const mixed: Met = {
      table: 'm',
      at: 9,
      duels: [
        ['fox', 1],
        ['frog', 1],
      ],
    };
    expect(nextPartner([...played('fox', 1, 0), mixed], LEVELS)).toBe('fox');
    expect(nextPartner([...played('fox', 1, 0), ...played('dragon', 1)], LEVELS)).toBe('fox');
    expect(nextPartner([mixed], LEVELS)).toBe('duckling');
  });

  it('brings a newcomer of any strength up the ladder, a step a game after the second', () => {
    const games: Met[] = [];
    const seen = Array.from({ length: 8 }, (_, at) => {
      const level = nextPartner(games, LEVELS)!;
      games.push({ table: String(at), at, duels: [[level, 1]] });
      return level;
    });
    expect(seen).toEqual(['duckling', ...LEVELS.slice(0, 7)]);
  });

  it('brings somebody of any strength to where they win every other game', () => {
    for (const strength of [1, 4, 8]) {
      let level: string = LEVELS[3];
      const games: Met[] = [];
      let [lot, won] = [7, 0];
      for (let at = 0; at < 400; at++) {
        lot = (lot * 16_807) % 2_147_483_647;
        const chance = 1 / (1 + 10 ** ((LEVELS.indexOf(level as 'fox') - strength) / 2));
        const win = lot / 2_147_483_647 < chance ? 1 : 0;
        if (at >= 100) won += win;
        games.push({ table: String(at), at, duels: [[level, win]] });
        level = justRight(games, level, LEVELS);
      }
      expect(won / 300).toBeGreaterThan(0.4);
      expect(won / 300).toBeLessThan(0.6);
    }
  });
});
