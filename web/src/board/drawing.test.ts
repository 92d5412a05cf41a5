/** The browser draws as the project's pictures do: examples drawn by Python (src/gen/examples.json). */
import { expect, it } from 'vitest';
import examples from '@/gen/examples.json';
import { contour, middleDisc } from './contour';
import type { Spot } from './geometry';
import { grain, wood } from './shapes';

/** The arcs of a path, each from where to where, its radius and its sweep. */
function arcs(path: string): string[] {
  const found = path.split('M').filter(Boolean);
  const texts = found.map((text) => {
    const numbers = text.split(/[ma ]/).map(Number);
    const [x, y, dx, dy, radius, , , , sweep, ex, ey] = numbers as [number, ...number[]];
    const points = [x + dx!, y! + dy!, x + dx! + ex!, y! + dy! + ey!];
    return [...points, radius!, sweep!].map((value) => Math.round(value * 100) / 100).join(' ');
  });
  return texts.sort();
}

it.each(examples.contours)('goes around $discs', (example) => {
  expect(arcs(contour(example.discs as unknown as Spot[]))).toEqual([...example.arcs].sort());
});

it.each(examples.woods)(
  'cuts face $face of tile $tile from the same wood',
  ({ tile, face, tint, grain: lines }) => {
    expect(wood(tile)).toBe(tint);
    expect(grain({ tile, face, rotation: 2, x: 0, y: 0 })).toBe(`M0 0${lines}`);
  },
);

it('writes the count on the disc nearest to the middle', () => {
  expect(
    middleDisc([
      [0, 0],
      [1, 1],
      [2, 2],
    ]),
  ).toEqual([1, 1]);
});
