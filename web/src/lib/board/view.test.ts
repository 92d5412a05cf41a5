import { describe, expect, it } from 'vitest';
import { bounds, notation, spots } from './geometry';
import { contour, middleDisc } from './contour';
import { LARGEST, SMALLEST, View } from './view.svelte';

const window = (): View => Object.assign(new View(), { width: 800, height: 600 });

describe('view', () => {
  it('finds the cell under a point, left and above the origin too', () => {
    const view = Object.assign(window(), { x: 100, y: 50, scale: 20 });
    expect(view.cellAt({ x: 100, y: 50 })).toEqual([0, 0]);
    expect(view.cellAt({ x: 99, y: 71 })).toEqual([-1, 1]);
    expect(view.toScreen(2, -1)).toEqual({ x: 140, y: 30 });
  });

  it('zooms about the pointer and keeps within its limits', () => {
    const view = window();
    const before = view.toBoard({ x: 300, y: 200 });
    view.zoom(1.5, { x: 300, y: 200 });
    expect(view.toBoard({ x: 300, y: 200 }).x).toBeCloseTo(before.x);
    expect(view.toBoard({ x: 300, y: 200 }).y).toBeCloseTo(before.y);
    view.zoom(1000, { x: 0, y: 0 });
    expect(view.scale).toBe(LARGEST);
    view.zoom(0.00001, { x: 0, y: 0 });
    expect(view.scale).toBe(SMALLEST);
  });

  it('fits a board between the panels', () => {
    const view = Object.assign(window(), { inset: { top: 100, right: 0, bottom: 0, left: 0 } });
    const box = { x: -10, y: -5, width: 20, height: 10 };
    view.fit(box);
    const low = view.toScreen(-10, -5);
    const high = view.toScreen(10, 5);
    expect([low.x > 0, low.y > 100, high.x < 800, high.y < 600]).toEqual([true, true, true, true]);
    expect(view.sees(0, 0)).toBe(true);
    expect(view.sees(0, -40)).toBe(false);
  });

  it('moves no more than needed to have a point in sight', () => {
    const view = Object.assign(window(), { x: 0, y: 0, scale: 10 });
    view.reveal(5, 5, 20);
    expect([view.x, view.y]).toEqual([0, 0]);
    view.reveal(90, 5, 20);
    expect([view.x, view.y]).toEqual([-120, 0]);
    expect(view.sees(90, 5, 20)).toBe(true);
  });

  it('enlarges about a point, which gives way only to keep its margin', () => {
    const view = Object.assign(window(), { x: 0, y: 0, scale: 10 });
    view.enlarge(30, 20, 40, 100);
    expect([view.scale, view.toScreen(30, 20)]).toEqual([40, { x: 300, y: 200 }]);
    view.enlarge(25, 20, 50, 150);
    expect([view.scale, view.toScreen(25, 20)]).toEqual([50, { x: 150, y: 200 }]);
  });
});

describe('geometry', () => {
  it('finds the box around tiles that lie flat and upright', () => {
    const tiles = [
      { tile: 1, face: 0, rotation: 0, x: -2, y: 0 },
      { tile: 2, face: 0, rotation: 3, x: 3, y: -1 },
    ];
    expect(bounds(tiles)).toEqual({ x: -2, y: -1, width: 6, height: 2 });
    expect(bounds([], 1)).toEqual({ x: -1, y: -1, width: 4, height: 3 });
  });

  it('puts position 0 on the right side of the upper cell at rotation 1', () => {
    const lying = spots({ tile: 0, face: 0, rotation: 1, x: 5, y: 7 });
    expect(lying[0]).toEqual([12, 15]);
    expect(lying[6]).toEqual([11, 16]);
  });

  it('writes a placement as records do', () => {
    expect(notation({ tile: 12, face: 1, rotation: 3, x: 2, y: -1 })).toBe('12b3@2,-1');
  });
});

describe('contour', () => {
  it('rounds a single disc with four quarter circles', () => {
    expect(contour([[0, 0]]).match(/A/g)).toHaveLength(4);
  });

  it('goes around two touching discs in one line, and around two apart in two', () => {
    const touching = contour([
      [0, 0],
      [1, 1],
    ]);
    expect(touching.match(/M/g)).toHaveLength(1);
    expect(touching.match(/A/g)).toHaveLength(8);
    expect(
      contour([
        [0, 0],
        [4, 4],
      ]).match(/M/g),
    ).toHaveLength(2);
  });

  it('writes the count on the disc nearest to the middle', () => {
    expect(
      middleDisc([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toEqual([1, 1]);
  });
});
