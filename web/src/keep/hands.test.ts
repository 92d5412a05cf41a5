import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, withTexts } from '@/text/text.svelte';
import { notes } from './faked';
import { handsOf } from './hands';

beforeAll(() => withTexts('keep', loadLanguage('en')));

const laid = (...tiles: number[]) =>
  notes(
    tiles.map((tile) => [{ tile, face: 0, rotation: 0, x: 2 * tile, y: 0 }]),
    { mode: 'tiles' },
  );
const middle = laid(5, 90, 33, 71);

it('reads the tiles that everybody holds', () => {
  expect(handsOf(['', ' 12, 57 ', '7'], middle, 120)).toEqual([[], [12, 57], [7]]);
});

it.each([
  ['120', 'There is no such tile: the numbers go from 0 to 119.'],
  ['a', 'There is no such tile: the numbers go from 0 to 119.'],
  ['-1', 'There is no such tile: the numbers go from 0 to 119.'],
  ['1.5', 'There is no such tile: the numbers go from 0 to 119.'],
  ['1 2 3', 'Tiles in this hand right now: 2 at most.'],
  ['40 90', 'Tile 90 is already on the table.'],
  ['40 40', 'Tile 40 is entered twice.'],
  ['40 8', 'Tile 8 is entered twice.'],
])('says whose hand cannot be, and why: %s', (text, why) => {
  expect(handsOf(['8', text, ''], middle, 120)).toEqual({ player: 1, why });
});

it('knows that during set-up one tile is held until it is laid', () => {
  expect(handsOf(['', '12', '57'], laid(5), 120)).toEqual([[], [12], [57]]);
  const most = (player: number, count: number) => ({
    player,
    why: `Tiles in this hand right now: ${count} at most.`,
  });
  expect(handsOf(['', '12 13', ''], laid(5), 120)).toEqual(most(1, 1));
  expect(handsOf(['12', '', ''], laid(5), 120)).toEqual(most(0, 0));
  // Whose tile does not fit anywhere keeps it (R3.3).
  const passed = { ...laid(5), moves: [...laid(5).moves, []] };
  expect(handsOf(['', '12', '57'], passed, 120)).toEqual([[], [12], [57]]);
});
