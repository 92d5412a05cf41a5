import { describe, expect, it } from 'vitest';
import type { Replay, ReplayMove } from '@/gen/protocol';
import { movesAfter, placedAfter, stepsOf, stepsTo, totals, turnOf } from './walk';

const place = (tile: number) => ({ tile, face: 0, rotation: 0, x: 2 * tile, y: 0 });
const move = (player: number, tiles: number[], score = 0, setup = false): ReplayMove => ({
  player,
  setup,
  laid: tiles.map((tile) => ({ place: place(tile), receipt: null })),
  penalty: 0,
  points: 0,
  score,
  hands: [],
  bag_count: 0,
});
const moves = [
  move(0, [0], 0, true),
  move(1, [1], 0, true),
  move(0, [2, 3], 7),
  move(1, []),
  move(0, [4], 9),
];
const players = [
  { name: 'Ana', bot: null },
  { name: 'Bo', bot: null },
];

describe('a game in steps', () => {
  const steps = stepsOf(moves);

  it('has one for each tile and one for a pass', () => {
    expect(steps.map((step) => step.laid?.place.tile)).toEqual([0, 1, 2, 3, undefined, 4]);
    expect(placedAfter(steps, 5).map(({ tile }) => tile)).toEqual([0, 1, 2, 3]);
  });

  it('counts moves, and finds the step that ends one', () => {
    expect([0, 2, 3, 4, 6].map((count) => movesAfter(steps, count))).toEqual([0, 2, 2, 3, 5]);
    expect([0, 2, 3, 5, 99].map((count) => stepsTo(steps, count))).toEqual([0, 2, 4, 6, 6]);
    expect(turnOf({ moves }, 2)).toBe(0);
  });

  it('adds the scores up move by move', () => {
    expect(totals({ moves, players } as unknown as Replay)).toEqual([
      [0, 0, 0, 7, 7, 9],
      [0, 0, 0, 0, 0, 0],
    ]);
  });
});
