import { describe, expect, it } from 'vitest';
import type { Colour } from '@/gen/design';
import figures from '@/gen/rulebook.json';
import type { Place, TileFaces } from '@/gen/protocol';
import { edgeOf, Reading, sides } from './reading';

const COLOURS: Record<string, Colour> = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };
const face = (discs: string): Colour[] => [...discs].map((letter) => COLOURS[letter]!);

/** The tiles of a figure of the rules, in the order laid, and their faces as drawn there. */
function figure(name: 'colours' | 'corner' | 'group' | 'great'): { places: Place[]; tiles: TileFaces[] } {
  const tiles: TileFaces[] = [];
  const places = figures[name].tiles.map(({ discs, ...place }) => {
    tiles[place.tile] = { id: place.tile, family: '', faces: [face(discs), face(discs)] };
    return place;
  });
  return { places, tiles };
}

describe('a figure of the rules, read', () => {
  it.each(['group', 'great'] as const)('%s: the last tile makes the discs and closes the groups', (name) => {
    const { places, tiles } = figure(name);
    const { receipt } = figures[name] as unknown as {
      receipt: { discs: [number, number][]; groups: { discs: [number, number][] }[] };
    };
    const made = new Reading(places.slice(0, -1), tiles).meetings(places.at(-1)!);
    expect(made.filter(({ colour, other }) => colour === other)).toHaveLength(receipt.discs.length);
    const board = new Reading(places, tiles);
    for (const { discs } of receipt.groups) {
      const group = board.groupAt(discs[0]!);
      expect(group?.waiting).toEqual([]);
      expect(group?.discs).toHaveLength(discs.length);
    }
  });

  it('says why the others are not allowed', () => {
    for (const [name, why] of [
      ['colours', 'two_colours'],
      ['corner', 'no_disc'],
    ] as const) {
      const { places, tiles } = figure(name);
      const last = places.at(-1)!;
      expect(new Reading(places.slice(0, -1), tiles).why([last], [last.x, last.y])).toBe(why);
    }
  });
});

describe('a tile alone', () => {
  //   g b        positions 0 1
  //  y b g              5 6 2
  //   b g               4 3
  const tiles: TileFaces[] = [{ id: 0, family: '', faces: [face('gbggbyb'), face('rrrrrrr')] }];
  const at = (rotation: number, tile = 0): Place => ({ tile, face: 0, rotation, x: 0, y: 0 });

  it.each([
    [0, { above: 'gb', right: 'g', below: 'bg', left: 'y' }],
    [1, { above: 'y', right: 'gb', below: 'g', left: 'bg' }],
    [2, { above: 'gb', right: 'y', below: 'bg', left: 'g' }],
    [3, { above: 'g', right: 'gb', below: 'y', left: 'bg' }],
  ])('turned %i times', (rotation, expected) => {
    const found = sides(tiles[0]!.faces[0], rotation);
    expect(
      Object.fromEntries(Object.entries(found).map(([side, c]) => [side, c.map((one) => one[0]).join('')])),
    ).toEqual(expected);
  });

  it('has its edges named', () => {
    expect([0, 1, 2, 3, 4, 5].map((position) => edgeOf(position, 0))).toEqual([
      'aboveLeft',
      'aboveRight',
      'right',
      'belowRight',
      'belowLeft',
      'left',
    ]);
    expect(edgeOf(0, 1)).toBe('rightTop');
    expect(edgeOf(3, 1)).toBe('leftBottom');
  });

  it('lets half-discs wait in the cells around it, with the group they keep open', () => {
    const board = new Reading([at(0)], tiles);
    expect(board.around([0, -1])).toMatchObject([{ side: 'below', colour: 'green', groups: [] }]);
    expect(board.around([1, -1])).toMatchObject([
      { side: 'below', colour: 'blue', groups: [{ colour: 'blue', discs: [[2, 1]] }] },
    ]);
    expect(board.around([5, 5])).toEqual([]);
    expect(board.groups[0]!.waiting.map((half) => board.beside(half))).toEqual([
      [1, -1],
      [0, 1],
    ]);
  });

  it('is in the way, and may leave room for half a tile only', () => {
    const board = new Reading([at(0)], tiles);
    expect(board.why([], [1, 0])).toBe('overlap');
    expect(board.why([{ ...at(0, 1), x: -1 }], [-1, 0])).toBe('room');
    expect(board.tileAt([1, 0])).toEqual(at(0));
  });
});
