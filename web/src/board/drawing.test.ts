/** The browser draws as the project's pictures do: examples drawn by Python (src/gen/examples.json). */
import { expect, it } from 'vitest';
import examples from '@/gen/examples.json';
import { contour } from './contour';
import { DISC } from '@/gen/design';
import { spots, type Spot } from './geometry';
import { corners, grain, wood } from './shapes';

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

/** Every point that a path of relative curves goes by or is drawn to. */
function points(path: string): [number, number][] {
  const found: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, command, text] of path.matchAll(/([Mmc])([^Mmc]*)/g)) {
    const numbers = text!.trim().split(/[ ,]+/).map(Number);
    for (let i = 0; i < numbers.length; i += 2) found.push([x + numbers[i]!, y + numbers[i + 1]!]);
    if (command === 'M') [x, y] = [numbers[0]!, numbers[1]!];
    else [x, y] = found.at(-1)!;
  }
  return found;
}

it.each([0, 1, 2, 3])('keeps the grain inside the tile at rotation %i', (rotation) => {
  const [width, height] = rotation % 2 ? [60, 120] : [120, 60];
  for (let tile = 0; tile < 8; tile++) {
    for (const face of [0, 1]) {
      for (const [x, y] of points(grain({ tile, face, rotation, x: 0, y: 0 }))) {
        expect([x >= 0, x <= width, y >= 0, y <= height]).toEqual([true, true, true, true]);
      }
    }
  }
});

it('marks the corners of a tile where no disc is', () => {
  const marks = points(corners({ x: 0, y: 0, rotation: 0 }).replaceAll(/h(-?\d+)v(-?\d+)/g, 'm$1 0m0 $2'));
  const discs = spots({ tile: 0, face: 0, rotation: 0, x: 0, y: 0 }).map(([u, v]) => [u * 30, v * 30]);
  for (const [x, y] of marks)
    for (const [u, v] of discs) expect(Math.hypot(x - u!, y - v!)).toBeGreaterThan(DISC);
});
