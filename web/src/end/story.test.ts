import { describe, expect, it } from 'vitest';
import type { TurnPlayed } from '@/gen/protocol';
import { bestTurns, growth, ranking, spread } from './story';

const laid = [{ place: { tile: 1, face: 0, rotation: 0, x: 0, y: 0 }, receipt: null }];
const turn = (seat: number, points: number, score: number, more: Partial<TurnPlayed> = {}): TurnPlayed => ({
  type: 'turn',
  seq: 0,
  version: 0,
  seat,
  setup: false,
  laid,
  penalty: 0,
  points,
  score,
  by: 'player',
  ...more,
});
const game = [
  turn(1, 0, 0, { setup: true }),
  turn(0, 0, 0, { setup: true }),
  turn(1, 5, 5),
  turn(0, -2, -2),
  turn(1, 9, 14),
  turn(0, 0, -2, { laid: [] }),
  turn(1, 9, 23),
  turn(0, 4, 2),
];

it('follows each score over the turns, without the set-up', () => {
  expect(growth(game, 2)).toEqual([
    [0, -2, -2, 2],
    [0, 5, 14, 23],
  ]);
});

describe('best turns', () => {
  it('are the first with the most points, counted as in the replay', () => {
    expect(bestTurns(game, 2).map((best) => [best?.turn.points, best?.number])).toEqual([
      [4, 6],
      [9, 3],
    ]);
  });

  it('may bring less than nothing, but are never a pass', () => {
    expect(bestTurns(game.slice(0, 6), 2)[0]).toMatchObject({ number: 2, turn: { points: -2 } });
    expect(bestTurns([turn(0, 0, 0, { laid: [] })], 1)).toEqual([undefined]);
  });
});

it('ranks by score and keeps the order of equals', () => {
  expect(ranking([5, 9, 5, 12])).toEqual([3, 1, 0, 2]);
});

describe('labels', () => {
  it('stay where they are when there is room', () => {
    expect(spread([10, 50, 90], 16, 100)).toEqual([10, 50, 90]);
  });

  it('move apart, and up again at the bottom', () => {
    expect(spread([50, 52, 51], 16, 200)).toEqual([50, 82, 66]);
    expect(spread([98, 99, 100], 16, 100)).toEqual([68, 84, 100]);
  });
});
