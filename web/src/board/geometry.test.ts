import { describe, expect, it } from 'vitest';
import { bounds, notation, spots } from './geometry';

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
