import { describe, expect, it } from 'vitest';
import { DEFAULTS, minutes, mixture, OWN, person, seatCount, wish, type Choices } from './wish';

const LEVELS = ['duckling', 'hedgehog', 'greedy'];
const choices = (more: Partial<Choices> = {}): Choices => ({ ...structuredClone(DEFAULTS), ...more });
const named = (name: string) => ({ ...person(), name });
const bot = (level: string) => ({ ...person(), bot: level });
const called = (name: string, number: number) => name || `Player ${number + 1}`;

describe('behind the doors', () => {
  it('a computer game has me and bots of one level', () => {
    const chosen = choices({ opponents: 2, level: 'greedy', clock: 45, public: true });
    const table = wish('computer', chosen, LEVELS, () => 'Ana');
    expect(table.seats).toEqual([
      { kind: 'person', name: 'Ana' },
      { kind: 'bot', bot: 'greedy' },
      { kind: 'bot', bot: 'greedy' },
    ]);
    expect(table).toMatchObject({
      target: 60,
      begins: 'random',
      clock: null,
      public: false,
      spectators: false,
    });
  });

  it('on one device people and bots sit in the order chosen', () => {
    const device = [named('Ana'), bot('duckling'), person()];
    const table = wish('device', choices({ device, begins: 'me', openHands: true }), LEVELS, called);
    expect(table.seats).toEqual([
      { kind: 'person', name: 'Ana' },
      { kind: 'bot', bot: 'duckling' },
      { kind: 'person', name: 'Player 3' },
    ]);
    expect(table).toMatchObject({ begins: 0, open_hands: true });
  });

  it('with friends the other seats are open, or a bot has them', () => {
    const friends = [person(), person(), bot('greedy')];
    const chosen = choices({ friends, target: 120, clock: 86_400, public: true, purist: true });
    expect(wish('friends', chosen, LEVELS, () => 'Ana')).toEqual({
      seats: [{ kind: 'person', name: 'Ana' }, { kind: 'open' }, { kind: 'bot', bot: 'greedy' }],
      target: 120,
      begins: 'random',
      open_hands: false,
      purist: true,
      hints: false,
      clock: 86_400,
      spectators: true,
      public: true,
      tile_set: null,
    });
  });

  it('a mixed field has an animal of its own in every chair', () => {
    const table = wish('computer', choices({ opponents: 3, level: 'mixed' }), LEVELS, () => 'Ana');
    expect(
      table.seats
        .slice(1)
        .map(({ bot }) => bot)
        .sort(),
    ).toEqual([...LEVELS].sort());
    expect(mixture(LEVELS, 2, () => 0.99)).toEqual(['greedy', 'hedgehog']);
    const few = wish('computer', choices({ opponents: 2, level: 'mixed' }), ['duckling'], () => 'Ana');
    expect(few.seats.slice(1).map(({ bot }) => bot)).toEqual(['duckling', 'duckling']);
  });

  it('a level that is no longer offered is the one newcomers meet, the gentlest', () => {
    const table = wish('device', choices({ device: [person(), bot('dragon')] }), LEVELS, called);
    expect(table.seats[1]).toEqual({ kind: 'bot', bot: 'duckling' });
  });

  it('counts the seats, and the people who need their time', () => {
    const chosen = choices({ opponents: 3, device: [person(), bot(''), person()] });
    expect((['computer', 'device', 'friends'] as const).map((door) => seatCount(door, chosen))).toEqual([
      { players: 4, people: 1 },
      { players: 3, people: 2 },
      { players: 2, people: 2 },
    ]);
  });
});

describe('the time a game takes', () => {
  it('is half an hour for three people to 60 points, as on the box', () => {
    expect(minutes(60, 3, 3)).toBe(30);
  });

  it('grows with the target and the people, not with the bots', () => {
    expect(minutes(120, 2, 2)).toBe(40);
    expect(minutes(60, 1, 2)).toBe(10);
  });

  it('ends with the bag', () => {
    expect(minutes(240, 4, 4)).toBe(minutes(240, 3, 3));
  });
});

describe('the tile set', () => {
  const asked = (set: string, own: string | null = 'name = "Ours"') =>
    wish('computer', choices({ set }), LEVELS, () => 'Ana', own).tile_set;

  it('is the house’s, one that comes with the game, or one’s own', () => {
    expect(asked('')).toBe(null);
    expect(asked('classic-72')).toBe('classic-72');
    expect(asked(OWN)).toBe('name = "Ours"');
  });

  it('is the house’s again where the own box is gone', () => {
    expect(asked(OWN, null)).toBe(null);
  });
});
