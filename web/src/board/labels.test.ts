import { describe, expect, it } from 'vitest';
import { CELL } from '@/gen/design';
import type { Option } from '@/gen/protocol';
import { Camera } from './camera.svelte';
import { discBox, type Box } from './geometry';
import { BADGE, badgeAt, countsAt, labelsLarger, larger, PRESSURE, pressuresAt } from './labels';

const { width, height } = BADGE;

const camera = (scale = 30, more: Partial<Camera> = {}): Camera =>
  Object.assign(new Camera(), { width: 800, height: 600, x: 0, y: 0, scale, drawn: scale, ...more });

type Spots = [number, number][];
const closing = (discs: Spots, ...groups: Spots[]): Option => {
  const made = discs.map((spot) => ({ colour: 'red' as const, spot }));
  const closed = groups.map((group) => ({ colour: 'red' as const, discs: group }));
  const receipt = { discs: made, groups: closed, disc_points: 0, group_points: 0, points: 7 };
  return { place: { tile: 5, face: 0, rotation: 0, x: 10, y: 8 }, receipt }; // from 10, 8 to 12, 9
};

describe('the sum of a ghost', () => {
  const ghost = closing([]); // on the screen from 300, 240 to 360, 270

  it('stands at the upper right of its tile', () => {
    expect(badgeAt(camera(), [ghost], [])).toEqual({ x: 360, y: 240 - height });
  });

  it('gives way to the edge of the window and to panels', () => {
    const narrow = camera(30, { inset: { top: 0, right: 420, bottom: 0, left: 0 } });
    expect(badgeAt(narrow, [ghost], [])).toEqual({ x: 300 - width, y: 240 - height });
  });

  it('covers no number of a group', () => {
    const counts = [{ at: { x: 12.5, y: 7.5 }, disc: { x: 12.5, y: 7.5 }, number: 1 }];
    expect(badgeAt(camera(), [ghost], counts)).toEqual({ x: 300 - width, y: 240 - height });
  });
});

describe('the count of a group', () => {
  it('stands near its tile, on a disc that was there before', () => {
    const group: Spots = [[24, 17], [25, 18], [26, 19], [27, 20]]; // prettier-ignore
    const [count] = countsAt(camera(60), [closing([[24, 17]], group)]);
    expect(count).toEqual({ at: { x: 12.5, y: 9 }, disc: { x: 12.5, y: 9 }, number: 4 });
  });

  it('stands on the new disc when that is all of its group', () => {
    const [count] = countsAt(camera(60), [closing([[24, 17]], [[24, 17]])]);
    expect(count!.at).toEqual({ x: 12, y: 8.5 });
  });

  it('stays in sight', () => {
    const narrow = camera(60, { inset: { top: 0, right: 60, bottom: 0, left: 0 }, height: 1200 });
    const [count] = countsAt(narrow, [closing([[24, 17]], [[25, 16], [24, 17]])]); // prettier-ignore
    expect(count!.at.x).toBeLessThan(12.1);
  });

  // Two single discs side by side, a chain beside them, and a new disc that all of them touch.
  const crowded = closing(
    [[21, 16], [23, 16], [20, 17]],
    [[21, 16]],
    [[22, 17]],
    [[23, 16], [24, 15], [25, 16]],
    [[20, 17], [19, 18]],
  ); // prettier-ignore

  it.each([8, 9, 12, 15, 20, 26, 33, 46, 60, 84])(
    'covers no other number, no sum and no new disc, with %i pixels a cell',
    (scale) => {
      const small = camera(scale, { width: 360, height: 260, x: 180 - 11 * scale, y: 130 - 8.5 * scale });
      const counts = countsAt(small, [crowded]);
      const wide = (29 / CELL) * larger(small) * scale;
      const boxes = counts.map(({ at }) => around(small.toScreen(at.x, at.y), wide));
      const sum = { ...badgeAt(small, [crowded], counts), width, height };
      expect(counts.map(({ number }) => number).sort()).toEqual([1, 1, 2, 3]);
      [...boxes, sum].forEach((box, i, all) => {
        for (const other of all.slice(i + 1)) expect(meet(box, other)).toBe(false);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(360);
        expect(box.y + box.height).toBeLessThanOrEqual(260);
      });
      // On its own disc a count leaves the colour to be seen around it; elsewhere it covers no new disc.
      for (const { spot } of crowded.receipt!.discs) {
        const disc = discBox(spot);
        const on = { ...small.toScreen(disc.x, disc.y), width: 0.8 * scale, height: 0.8 * scale };
        for (const box of boxes) if (meet(box, on)) expect(box.width).toBeLessThan(0.7 * on.width);
        expect(meet(sum, on)).toBe(false);
      }
    },
  );
});

const around = ({ x, y }: { x: number; y: number }, wide: number): Box => ({
  x: x - wide / 2,
  y: y - wide / 2,
  width: wide,
  height: wide,
});

const meet = (a: Box, b: Box): boolean =>
  a.x + a.width > b.x + 0.01 &&
  b.x + b.width > a.x + 0.01 &&
  a.y + a.height > b.y + 0.01 &&
  b.y + b.height > a.y + 0.01;

describe('what is said of open groups', () => {
  const overlap = (a: Box, b: Box): boolean =>
    a.x < b.x + b.width - 1e-6 &&
    b.x < a.x + a.width - 1e-6 &&
    a.y < b.y + b.height - 1e-6 &&
    b.y < a.y + a.height - 1e-6;

  it.each([20, 30, 60])('covers no disc and no other label at %i pixels a cell', (scale) => {
    const discs: Spots = [[20, 17], [21, 16], [22, 17], [23, 18], [24, 17], [23, 16]]; // prettier-ignore
    const groups = [
      { discs: [discs[0]!], halves: [[19, 16]] as Spots, chance: 0.25 },
      { discs: [discs[2]!, discs[3]!], halves: [[25, 18], [24, 19]] as Spots, chance: 0.5 }, // prettier-ignore
      { discs: [discs[5]!], halves: [[23, 14]] as Spots, chance: 0 },
    ];
    const seen = camera(scale);
    const labels = pressuresAt(seen, groups, discs);
    expect(labels.map(({ ends, chance }) => [ends, chance])).toEqual([[1, 0.25], [2, 0.5], [1, 0]]); // prettier-ignore
    const [width, height] = [PRESSURE.width, PRESSURE.height].map((n) => (n / CELL) * labelsLarger(seen));
    const boxes = labels.map(({ at }) => ({
      x: at.x - width! / 2,
      y: at.y - height! / 2,
      width: width!,
      height: height!,
    }));
    for (const [number, box] of boxes.entries()) {
      expect(discs.filter((disc) => overlap(box, discBox(disc)))).toEqual([]);
      expect(boxes.slice(0, number).filter((other) => overlap(box, other))).toEqual([]);
    }
  });
});
