import { beforeAll, describe, expect, it } from 'vitest';
import type { Place, TurnPlayed } from '@/gen/protocol';
import { loadLanguage } from '@/text/text.svelte';
import { Copying, sayHow } from './copying.svelte';

beforeAll(() => loadLanguage('en'));

/** A tile on its front: flat at rotation 0, upright at 1. */
const place = (tile: number, x: number, y: number, rotation = 0): Place => ({
  tile,
  face: 0,
  rotation,
  x,
  y,
});

const turn = (seq: number, ...places: Place[]): TurnPlayed => ({
  type: 'turn',
  seq,
  version: seq,
  seat: seq % 2,
  setup: false,
  laid: places.map((one) => ({ place: one, receipt: null })),
  penalty: 0,
  points: 0,
  score: 0,
  by: 'player',
});

describe('how a tile is laid', () => {
  it('says its face, how it is turned, and what lies on which side of it', () => {
    // 4 4      (0,0) (1,0)
    // 7 1 1    (0,1), and 1 at (1,1) (2,1)
    // 7 9      (0,2), and 9 upright at (1,2)
    const lying = [place(4, 0, 0), place(7, 0, 1, 1), place(9, 1, 2, 1), place(55, 5, 5)];
    expect(sayHow(place(1, 1, 1), lying)).toBe(
      'front, its number below left, beside 4 (above), 9 (below), 7 (left)',
    );
    expect(sayHow({ ...place(1, 1, 1, 2), face: 1 }, [place(8, 3, 1)])).toBe(
      'back, its number above right, beside 8 (right)',
    );
  });

  it('does not take a corner for a side', () => {
    expect(sayHow(place(1, 0, 0), [place(2, 2, 1), place(3, -2, -1)])).toBe('front, its number below left');
  });
});

describe('the turns to lay', () => {
  const turns = $state([turn(1, place(10, 0, 0)), turn(2, place(20, 2, 0))]);
  const copying = new Copying(() => turns);
  const shown = () => copying.tiles.map((tile) => tile.place.tile);

  it('shows the latest that laid something', () => {
    expect([shown(), copying.first, copying.latest]).toEqual([[20], false, true]);
    turns.push(turn(3, place(30, 4, 0)), turn(4)); // the last one passes
    expect([shown(), copying.turn!.seq, copying.latest]).toEqual([[30], 3, true]);
  });

  it('stays where somebody has gone back to, though others play on', () => {
    copying.back();
    expect([shown(), copying.latest]).toEqual([[20], false]);
    turns.push(turn(5, place(50, 6, 0), place(51, 8, 0)));
    expect(shown()).toEqual([20]);
    copying.back();
    copying.back(); // there is nothing before the first
    expect([shown(), copying.first]).toEqual([[10], true]);
    copying.on();
    copying.on();
    expect([shown(), copying.latest]).toEqual([[30], false]);
  });

  it('names only what lies there already when a tile is laid', () => {
    expect(copying.tiles[0]!.words).toBe('front, its number below left, beside 20 (left)');
    copying.on();
    expect(copying.tiles.map(({ words }) => words)).toEqual([
      'front, its number below left, beside 30 (left)',
      'front, its number below left, beside 50 (left)',
    ]);
  });

  it('follows the game again from the latest turn on', () => {
    expect(copying.latest).toBe(true);
    turns.push(turn(6, place(60, 10, 0)));
    expect(shown()).toEqual([60]);
  });
});
