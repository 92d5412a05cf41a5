import { describe, expect, it } from 'vitest';
import { DEFAULTS, minutes, seatCount, wish, type Choices } from './wish';

const choices = (more: Partial<Choices> = {}): Choices => ({ ...structuredClone(DEFAULTS), ...more });

describe('behind the doors', () => {
  it('a computer game has me and bots of one level', () => {
    const table = wish('computer', choices({ opponents: 2, clock: 45, public: true }), ['Ana'], 'greedy');
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

  it('on one device all seats are people', () => {
    const names = ['Ana', 'Bo', 'Cleo'];
    const table = wish('device', choices({ names, begins: 'me', openHands: true }), names, '');
    expect(table.seats).toEqual(names.map((name) => ({ kind: 'person', name })));
    expect(table).toMatchObject({ begins: 0, open_hands: true });
  });

  it('with friends the other seats are open', () => {
    const chosen = choices({ players: 3, target: 120, clock: 86_400, public: true, purist: true });
    expect(wish('friends', chosen, ['Ana'], '')).toEqual({
      seats: [{ kind: 'person', name: 'Ana' }, { kind: 'open' }, { kind: 'open' }],
      target: 120,
      begins: 'random',
      open_hands: false,
      purist: true,
      clock: 86_400,
      spectators: true,
      public: true,
    });
  });

  it('counts the seats', () => {
    const chosen = choices({ opponents: 3, players: 2, names: ['', '', ''] });
    expect((['computer', 'device', 'friends'] as const).map((door) => seatCount(door, chosen))).toEqual([
      4, 3, 2,
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
