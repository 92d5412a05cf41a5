import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Laid, TurnPlayed } from '@/gen/protocol';
import { Arrivals } from './arrivals.svelte';

const laid = (tile: number, points: number): Laid =>
  ({ place: { tile, face: 0, rotation: 0, x: tile, y: 0 }, points }) as unknown as Laid;
const turn = (seat: number, ...tiles: number[]): TurnPlayed =>
  ({
    type: 'turn',
    seat,
    by: 'player',
    laid: tiles.map((tile) => laid(tile, tile)),
  }) as unknown as TurnPlayed;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arrivals = () => new Arrivals({ turns: [], laid: [] }, { seat: 0, mine: [0] });

/** How long it takes until the tiles of a turn lie, in milliseconds. */
function time(shown: TurnPlayed): number {
  const coming = arrivals();
  coming.show([shown]);
  for (let passed = 0; passed < 10_000; passed += 50) {
    if (!coming.flying.length) return passed;
    vi.advanceTimersByTime(50);
  }
  return Infinity;
}

describe('the turns of others', () => {
  it('take as long as they have tiles, whatever those are and bring', () => {
    const [one, other, both] = [time(turn(1, 3)), time(turn(1, 99)), time(turn(1, 7, 50))];
    expect(one).toBe(other);
    expect(both).toBeGreaterThan(one);
    expect(both).toBe(time(turn(1, 118, 2)));
    // Before them a bot lets 1.5 s pass: one to three seconds in all.
    expect(both).toBeLessThanOrEqual(1500);
  });

  it('are shown one after another, and a tap ends that', () => {
    const coming = arrivals();
    coming.show([turn(1, 3), turn(2, 4, 5)]);
    expect(coming.flying.map((place) => place.tile)).toEqual([3]);
    coming.land();
    expect([coming.flying, coming.showing]).toEqual([[], undefined]);
  });
});
