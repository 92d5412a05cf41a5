import { describe, expect, it } from 'vitest';
import { LARGEST, SMALLEST, Camera } from './camera.svelte';

const window = (): Camera => Object.assign(new Camera(), { width: 800, height: 600 });

describe('camera', () => {
  it('finds the cell under a point, left and above the origin too', () => {
    const camera = Object.assign(window(), { x: 100, y: 50, scale: 20 });
    expect(camera.cellAt({ x: 100, y: 50 })).toEqual([0, 0]);
    expect(camera.cellAt({ x: 99, y: 71 })).toEqual([-1, 1]);
    expect(camera.toScreen(2, -1)).toEqual({ x: 140, y: 30 });
  });

  it('zooms about the pointer and keeps within its limits', () => {
    const camera = window();
    const before = camera.toBoard({ x: 300, y: 200 });
    camera.zoom(1.5, { x: 300, y: 200 });
    expect(camera.toBoard({ x: 300, y: 200 }).x).toBeCloseTo(before.x);
    expect(camera.toBoard({ x: 300, y: 200 }).y).toBeCloseTo(before.y);
    camera.zoom(1000, { x: 0, y: 0 });
    expect(camera.scale).toBe(LARGEST);
    camera.zoom(0.00001, { x: 0, y: 0 });
    expect(camera.scale).toBe(SMALLEST);
  });

  it('fits a board between the panels', () => {
    const camera = Object.assign(window(), { inset: { top: 100, right: 0, bottom: 0, left: 0 } });
    const box = { x: -10, y: -5, width: 20, height: 10 };
    camera.fit(box);
    const low = camera.toScreen(-10, -5);
    const high = camera.toScreen(10, 5);
    expect([low.x >= 0, low.y >= 100, high.x <= 800, high.y <= 600]).toEqual([true, true, true, true]);
    expect(camera.sees(0, 0)).toBe(true);
    expect(camera.sees(0, -40)).toBe(false);
  });

  it('moves no more than needed to have a box in sight', () => {
    const camera = Object.assign(window(), { x: 0, y: 0, scale: 10 });
    camera.reveal({ x: 4, y: 4, width: 2, height: 2 }, 20);
    expect([camera.x, camera.y, camera.scale]).toEqual([0, 0, 10]);
    const far = { x: 90, y: 4, width: 2, height: 2 };
    expect(camera.holds(far)).toBe(false);
    camera.reveal(far, 20);
    expect([camera.x, camera.y]).toEqual([-140, 0]);
    expect(camera.holds(far)).toBe(true);
  });

  it('enlarges a box, which gives way only to keep its margin, and steps back where it has no room', () => {
    const camera = Object.assign(window(), { x: 0, y: 0, scale: 10 });
    camera.reveal({ x: 29, y: 19, width: 2, height: 2 }, 20, 40);
    expect([camera.scale, camera.toScreen(30, 20)]).toEqual([40, { x: 300, y: 200 }]);
    camera.reveal({ x: 24, y: 19, width: 2, height: 2 }, 100, 50);
    expect([camera.scale, camera.toScreen(25, 20)]).toEqual([50, { x: 150, y: 200 }]);
    camera.reveal({ x: 0, y: 0, width: 40, height: 4 }, 0, 50);
    expect(camera.scale).toBe(20);
  });
});
