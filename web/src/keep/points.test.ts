import { expect, it } from 'vitest';
import example from './example.scores.json';
import { notes, tile } from './faked';
import { count, shortRecord, turnPoints } from './points';

it('adds up discs and groups, and takes four for the second tile', () => {
  expect(turnPoints([])).toBe(0);
  expect(turnPoints([tile(1)])).toBe(1);
  expect(turnPoints([tile(3, 3, 5)])).toBe(12);
  expect(turnPoints([tile(6), tile(2, 1)])).toBe(10 + 3 - 4);
  expect(turnPoints([tile(1), tile(1)])).toBe(-2);
});

it('announces the final round, and plays it to its end', () => {
  const reached = notes([[tile(6, 30, 20)], [tile(1)]]);
  expect(count(reached)).toMatchObject({ scores: [60, 1, 0], finalRound: true, result: null });
  const ended = count(notes([...reached.moves, [tile(6, 45, 5)]]));
  expect(ended.finalRound).toBe(false);
  expect(ended.result).toEqual({ scores: [60, 1, 60], winners: [0, 2], reason: 'target' });
});

it('ends after a round in which nobody lays, or when nobody has a tile left', () => {
  const round = [[tile(2)], [tile(3)], [tile(1)]];
  expect(count(notes([...round, [], [], []])).result).toEqual({
    scores: [2, 4, 1],
    winners: [1],
    reason: 'exhausted',
  });
  expect(count(notes([...round, [], []])).result).toBeNull();
  expect(count(notes(round)).result).toBeNull();
  expect(count(notes(round, { exhausted: true })).result?.winners).toEqual([1]);
});

it('counts nothing that comes after the end', () => {
  const { turns } = count(notes([[], [], [], [tile(6)]]));
  expect(turns).toHaveLength(3);
});

// `dalapapa verify` reads the same file in tests/web/test_scores_example.py.
it('writes the short record that docs/record.md describes', () => {
  const round = [[tile(6, 4)], [tile(3, 2)], [tile(2)]];
  const moves = [[tile(3, 3, 5)], [tile(1), tile(2, 1)], [], ...round, ...round, ...round, ...round];
  expect(shortRecord(notes(moves))).toEqual(example);
});
