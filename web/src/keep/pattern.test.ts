import { expect, it } from 'vitest';
import type { TileFaces } from '@/gen/protocol';
import { alike, type Pattern } from './pattern';

const [R, G, B, Y] = ['red', 'green', 'blue', 'yellow'] as const;
const tiles: TileFaces[] = [
  {
    id: 0,
    family: 'x',
    faces: [
      [R, G, B, Y, R, G, B],
      [Y, Y, Y, Y, Y, Y, Y],
    ],
  },
  {
    id: 1,
    family: 'x',
    faces: [
      [R, R, R, R, R, R, G],
      [G, G, G, G, G, G, R],
    ],
  },
];
const blank = (): Pattern => Array.from({ length: 7 }, () => undefined);

it('finds every face when nothing is known', () => {
  expect(alike(tiles, new Set(), blank())).toHaveLength(4);
});

it('leaves tiles out that lie on the table', () => {
  expect(alike(tiles, new Set([0]), blank()).map(({ tile }) => tile)).toEqual([1, 1]);
});

it('finds a tile as it is held, or turned half round', () => {
  expect(alike(tiles, new Set(), blank().with(0, R).with(6, B))).toEqual([{ tile: 0, face: 0, rotation: 0 }]);
  expect(alike(tiles, new Set(), blank().with(3, R).with(2, G).with(6, B))).toEqual([
    { tile: 0, face: 0, rotation: 2 },
  ]);
});
