import { describe, expect, it } from 'vitest';
import type { Cell } from '@/board/geometry';
import type { Option, Place } from '@/gen/protocol';
import { candidatesAt, everyWay, flipped, halfOn, turned, turnsApart } from './candidates';
import { Placing, total, type Source } from './placing.svelte';

const option = (text: string, points = 1): Option => {
  const [, tile, face, rotation, x, y] = /^(\d+)([ab])([0-3])@(-?\d+),(-?\d+)$/.exec(text)!;
  return {
    place: { tile: +tile!, face: face === 'a' ? 0 : 1, rotation: +rotation!, x: +x!, y: +y! },
    receipt: { discs: [], disc_points: points, groups: [], group_points: 0, points },
  };
};
const text = ({ place }: { place: Place }) =>
  `${place.tile}${'ab'[place.face]}${place.rotation}@${place.x},${place.y}`;

function table(first: string[], second: string[] = [], wish: Partial<Source> = {}): Placing {
  return new Placing({
    hand: () => [5, 6],
    most: () => 2,
    options: (after) => (after.length ? second : first).map((one) => option(one, 7)),
    free: () => false,
    taken: () => false,
    ...wish,
  });
}

describe('candidates at a cell', () => {
  it('counts quarter turns the short way round', () => {
    expect([turnsApart(0, 3), turnsApart(1, 3), turnsApart(2, 2)]).toEqual([1, 2, 0]);
  });

  it('knows which half lies on a cell in every rotation', () => {
    const half = (rotation: number, cell: Cell) => halfOn({ tile: 0, face: 0, rotation, x: 4, y: 4 }, cell);
    expect([half(0, [4, 4]), half(0, [5, 4]), half(0, [4, 5])]).toEqual([0, 1, -1]);
    expect([half(2, [4, 4]), half(2, [5, 4])]).toEqual([1, 0]);
    expect([half(1, [4, 4]), half(1, [4, 5]), half(3, [4, 4])]).toEqual([0, 1, 1]);
  });

  it('puts the nearest to the present orientation first: face, then turn, then half', () => {
    const all = ['5b0@0,0', '5a2@0,0', '5a1@0,0', '5a0@-1,0', '5a0@0,0'].map((one) => option(one));
    const order = candidatesAt(all, [0, 0], { face: 0, rotation: 0, half: 0 }).map(text);
    expect(order).toEqual(['5a0@0,0', '5a0@-1,0', '5a1@0,0', '5a2@0,0', '5b0@0,0']);
  });

  it('leaves out what does not cover the cell', () => {
    expect(candidatesAt([option('5a0@3,3')], [0, 0], { face: 0, rotation: 0, half: 0 })).toEqual([]);
  });

  it('turns through every candidate of a face and comes back to the first', () => {
    const all = ['5a0@0,0', '5a1@0,0', '5a3@0,-1', '5a2@-1,0', '5b0@0,0'].map((one) => option(one));
    const seen = [];
    let at = all[0]!;
    for (let i = 0; i < 4; i++) {
      at = turned(all, [0, 0], at.place, 1)!;
      seen.push(text(at));
    }
    expect(seen).toEqual(['5a1@0,0', '5a2@-1,0', '5a3@0,-1', '5a0@0,0']);
    expect(text(turned(all, [0, 0], at.place, -1)!)).toBe('5a3@0,-1');
  });

  it('neither shifts the tile nor turns it over where it is asked to turn', () => {
    const all = ['5a0@0,0', '5a0@-1,0', '5b2@0,0'].map((one) => option(one));
    expect(turned(all, [0, 0], all[0]!.place, 1)).toBeUndefined();
  });

  it('turns by a quarter each time where nothing is in the way, about the cell that was pressed', () => {
    const all = everyWay(5, [2, 3]);
    let { place } = all[0]!;
    for (const rotation of [1, 2, 3, 0]) {
      place = turned(all, [2, 3], place, 1)!.place;
      expect([place.face, place.rotation, halfOn(place, [2, 3])]).toEqual([0, rotation, 0]);
    }
  });

  it('flips to the nearest candidate with the other face', () => {
    const all = ['5a0@0,0', '5b2@0,0', '5b1@0,0'].map((one) => option(one));
    expect(text(flipped(all, [0, 0], all[0]!.place)!)).toBe('5b1@0,0');
    expect(flipped([all[0]!], [0, 0], all[0]!.place)).toBeUndefined();
  });

  it('has sixteen ways to put a tile on a cell, all different and all covering it', () => {
    const ways = everyWay(9, [2, -3]);
    expect(new Set(ways.map(text)).size).toBe(16);
    expect(ways.every(({ place }) => halfOn(place, [2, -3]) >= 0)).toBe(true);
  });
});

describe('placing', () => {
  it('shows a ghost only for a tile that was taken, and only where it fits', () => {
    const placing = table(['5a0@0,0']);
    placing.hover([0, 0]);
    expect(placing.ghost).toBeUndefined();
    placing.pick(5);
    placing.hover([1, 0]);
    expect(text(placing.ghost!)).toBe('5a0@0,0');
    placing.hover([9, 9]);
    expect(placing.ghost).toBeUndefined();
  });

  it('shows the ghost under a pointer that rests, once there is a tile', () => {
    const placing = table(['5a0@0,0']);
    placing.hover([0, 0]);
    placing.pick(5);
    placing.hover([0, 0]);
    expect(text(placing.ghost!)).toBe('5a0@0,0');
  });

  it('keeps a pinned ghost where it is while the pointer moves on', () => {
    const placing = table(['5a0@0,0', '5a0@4,4']);
    placing.pick(5);
    expect(placing.pin([0, 0])).toBe(true);
    placing.hover([4, 4]);
    expect(text(placing.ghost!)).toBe('5a0@0,0');
    expect(placing.pin([4, 4])).toBe(true);
    expect(text(placing.ghost!)).toBe('5a0@4,4');
    expect(placing.pin([8, 8])).toBe(false);
    expect(text(placing.ghost!)).toBe('5a0@4,4');
  });

  it('holds the tile as it was turned: the next cell shows the same orientation first', () => {
    const placing = table(['5a0@0,0', '5a1@0,0', '5a0@4,4', '5a1@4,4']);
    placing.pick(5);
    placing.pin([0, 0]);
    expect(placing.turn(1)).toBe(true);
    placing.pin([4, 4]);
    expect(text(placing.ghost!)).toBe('5a1@4,4');
  });

  it('turns and flips the tile in hand when there is no ghost', () => {
    const placing = table(['5b3@0,0', '5a0@0,0']);
    placing.pick(5);
    placing.flip();
    placing.turn(-1);
    expect(placing.grip).toMatchObject({ face: 1, rotation: 3 });
    placing.hover([0, 0]);
    expect(text(placing.ghost!)).toBe('5b3@0,0');
  });

  it('prefers the face that was chosen, shows the other where only that fits, and comes back to it', () => {
    const placing = table(['5b0@0,0', '5b1@4,0', '5a0@4,0']);
    placing.pick(5, 0);
    placing.pin([0, 0]);
    expect([text(placing.ghost!), placing.face, placing.grip.face]).toEqual(['5b0@0,0', 1, 0]);
    placing.pin([4, 0]);
    expect(text(placing.ghost!)).toBe('5a0@4,0');
    placing.flip();
    expect([text(placing.ghost!), placing.grip.face]).toEqual(['5b1@4,0', 1]);
  });

  it('says when turning or flipping changes nothing', () => {
    const placing = table(['5a0@0,0']);
    placing.pick(5);
    placing.pin([0, 0]);
    expect(placing.turn(1)).toBe(false);
    expect(placing.flip()).toBe(false);
  });

  it('walks through all legal placements of the tile in reading order, round and round', () => {
    const placing = table(['5a0@3,1', '5a0@0,0', '5b0@0,0', '6a0@0,-9']);
    placing.pick(5);
    const seen = [1, 2, 3, 4].map(() => placing.next(1) && text(placing.ghost!));
    expect(seen).toEqual(['5a0@0,0', '5b0@0,0', '5a0@3,1', '5a0@0,0']);
    placing.next(-1);
    expect(text(placing.ghost!)).toBe('5a0@3,1');
  });

  it('moves a cursor cell by cell', () => {
    const placing = table(['5a0@1,0']);
    placing.pick(5);
    placing.move(1, 0, [0, 0]);
    expect([placing.cell, placing.ghost]).toEqual([[0, 0], undefined]);
    placing.move(1, 0, [0, 0]);
    expect(text(placing.ghost!)).toBe('5a0@1,0');
  });

  it('lays two tiles, takes 4 off, and takes both back', () => {
    const placing = table(['5a0@0,0'], ['6a0@2,0']);
    placing.pick(5);
    placing.pin([0, 0]);
    expect(placing.total).toBe(7);
    placing.confirm();
    expect(placing.tile).toBeUndefined();
    expect(placing.hand).toEqual([6]);
    placing.pick(6);
    placing.pin([2, 0]);
    expect(placing.total).toBe(10);
    placing.confirm();
    expect(placing.mayLay).toBe(false);
    expect(placing.places.map((place) => place.tile)).toEqual([5, 6]);
    placing.undo();
    expect([placing.tile, placing.hand, placing.total]).toEqual([6, [6], 7]);
    placing.undo();
    expect([placing.tile, placing.hand, placing.total]).toEqual([5, [5, 6], 0]);
    expect(placing.undo()).toBe(false);
  });

  it('lays one tile only in set-up', () => {
    const placing = table(['5a0@0,0'], ['6a0@2,0'], { most: () => 1 });
    placing.pick(5);
    placing.pin([0, 0]);
    placing.confirm();
    expect(placing.pick(6)).toBe(false);
  });

  it('lets go of the ghost first, then of the tile', () => {
    const placing = table(['5a0@0,0']);
    placing.pick(5);
    placing.pin([0, 0]);
    expect([placing.cancel(), placing.ghost, placing.tile]).toEqual([true, undefined, 5]);
    expect([placing.cancel(), placing.tile]).toEqual([true, undefined]);
    expect(placing.cancel()).toBe(false);
  });

  it('comes back from a snapshot of the same version, and from no other', () => {
    const placing = table(['5a0@0,0'], ['6a1@2,0', '6a0@2,0']);
    placing.pick(5);
    placing.pin([0, 0]);
    placing.confirm();
    placing.pick(6);
    placing.pin([2, 0]);
    placing.turn(1);
    const kept = JSON.parse(JSON.stringify(placing.snapshot(12)));
    const again = table(['5a0@0,0'], ['6a1@2,0', '6a0@2,0']);
    expect(again.restore(kept, 13)).toBe(false);
    expect(again.restore(kept, 12)).toBe(true);
    expect([again.laid.map(text), text(again.ghost!), again.pinned]).toEqual([['5a0@0,0'], '6a1@2,0', true]);
    expect(again.grip).toEqual(placing.grip);
  });

  it('holds a tile over any free cell at a table without help', () => {
    const placing = table([], [], { free: () => true, taken: ([x, y]) => x === 1 && y === 0 });
    placing.pick(5);
    placing.hover([0, 0]);
    expect(placing.ghost!.receipt).toBeNull();
    expect(halfOn(placing.ghost!.place, [1, 0])).toBe(-1);
    placing.hover([1, 0]);
    expect(placing.ghost).toBeUndefined();
    expect(total([option('5a0@0,0'), { place: option('6a0@0,0').place, receipt: null }])).toBeNull();
  });
});

describe('the second tile', () => {
  const second = [
    { ...option('6a0@2,0', 5), more: 3 },
    { ...option('6a0@4,0', 6), more: -2 },
    option('6a0@6,0', 1),
  ];
  const begun = () => {
    const placing = table(['5a0@0,0'], [], {
      options: (after) => (after.length ? second : [option('5a0@0,0', 2)]),
    });
    expect([placing.second, placing.otherOrder]).toEqual([undefined, 0]);
    placing.pick(5);
    placing.pin([0, 0]);
    placing.confirm();
    return placing;
  };

  it('has its best known as soon as the first lies, and whether the other order could bring more', () => {
    const placing = begun();
    expect([placing.second, placing.otherOrder]).toEqual([6, 2]); // 5 + 3 the other way round
  });

  it('says of a pair that is on show, or lies, how much the other order brings', () => {
    const placing = begun();
    placing.pick(6);
    placing.pin([4, 0]);
    expect(placing.otherOrder).toBe(0);
    placing.pin([2, 0]);
    expect(placing.otherOrder).toBe(3);
    placing.confirm();
    expect([placing.second, placing.otherOrder, placing.total]).toEqual([undefined, 3, 2 + 5 - 4]);
  });
});
