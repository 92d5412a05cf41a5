import { expect, it } from 'vitest';
import example from './example.scores.json';
import { ofRecord, pack, unpack } from './carried';
import { notes } from './faked';
import { count, shortRecord } from './points';

const place = { tile: 57, face: 1, rotation: 3, x: -2, y: 11 };
const BOX = {
  name: 'Anna’s box',
  tiles: [...'rgby'].flatMap((initial) =>
    [...'rgb'].map((other) => ({
      family: '',
      faces: [`${initial}rrgbg${other}`, `yybgby${initial}`] as const,
    })),
  ),
};
const other = { tile: 3, face: 0, rotation: 0, x: 0, y: 0 };

it('carries a game in an address, whatever the names', () => {
  const points = notes(
    [
      [{ discs: 3, groups: [3, 15] }],
      [],
      [
        { discs: 1, groups: [] },
        { discs: 6, groups: [1] },
      ],
    ],
    {
      names: ['Zoë 🦊', 'Ba, ;+', 'Cy'],
    },
  );
  const tiles = notes([[other], [place], [], [place, other]], { mode: 'tiles', names: ['A', 'B'] });
  for (const game of [points, tiles, notes([])]) {
    const letters = pack(game);
    expect(letters).toMatch(/^[\w-]+$/);
    expect({ id: 'a', ...unpack(letters) }).toEqual(game);
  }
});

it('takes no letters for a game that are none', () => {
  const bad = (game: object) => unpack(pack({ ...notes([]), ...game } as never));
  expect(unpack('x')).toBeUndefined();
  expect(unpack('%%%')).toBeUndefined();
  expect(unpack(pack(notes([])).slice(0, -3))).toBeUndefined();
  expect(bad({ names: ['Ana'] })).toBeUndefined();
  expect(bad({ names: ['Ana', ' '] })).toBeUndefined();
  expect(bad({ target: 59 })).toBeUndefined();
  expect(bad({ mode: 'chess' })).toBeUndefined();
  expect(bad({ patience: -1 })).toBeUndefined();
  expect(bad({ moves: [[{ discs: 7, groups: [] }]] })).toBeUndefined();
  expect(bad({ moves: [[{ discs: 1, groups: [0] }]] })).toBeUndefined();
  expect(bad({ mode: 'tiles', moves: [[{ ...place, rotation: 4 }]] })).toBeUndefined();
  expect(bad({ moves: Array.from({ length: 500 }, () => []) })).toBeUndefined();
});

it('reads the files that it writes', () => {
  const read = ofRecord(example)!;
  expect(shortRecord({ id: 'a', ...read })).toEqual(example);
  const nobody = notes([[], [{ discs: 1, groups: [] }], []], { exhausted: true });
  expect(count({ id: 'a', ...ofRecord(shortRecord(nobody))! }).result?.winners).toEqual([1]);
});

it('reads a full record, and no other file', () => {
  const record = {
    format: 'dalapapa-record',
    target: 60,
    players: [{ name: 'Ana' }, { name: 'Bo' }],
    tile_set: 'classic',
    setup: [{ player: 0, ...other }],
    turns: [{ placements: [{ ...place, discs: 3, points: 4 }] }],
  };
  expect(ofRecord(record)).toMatchObject({ mode: 'tiles', moves: [[other], [place]] });
  for (const none of [{ ...record, format: 'chess' }, { ...record, players: 1 }, null, [], 'x', 7, {}])
    expect(ofRecord(none)).toBeUndefined();
});

it('carries the tiles of one’s own box, and the name of a smaller set', () => {
  for (const set of ['classic-72', BOX]) {
    const game = notes([[other], [place]], { mode: 'tiles', names: ['A', 'B'], set });
    expect({ id: 'a', ...unpack(pack(game)) }).toEqual(game);
  }
  expect(pack(notes([], { set: BOX })).length - pack(notes([])).length).toBeLessThan(8 * 12 + 40);
  const few = { ...BOX, tiles: BOX.tiles.slice(1) };
  for (const set of ['chess', few]) expect(unpack(pack(notes([], { set })))).toBeUndefined();
});

it('reads the set of a record, and no record without its tiles', () => {
  const record = {
    format: 'dalapapa-record',
    target: 60,
    players: [{ name: 'Ana' }, { name: 'Bo' }],
    setup: [],
    turns: [],
  };
  const tiles = BOX.tiles.map(({ faces }) => faces.join(' '));
  expect(ofRecord({ ...record, tile_set: BOX.name, tiles })).toMatchObject({ set: BOX });
  expect(ofRecord({ ...record, tile_set: 'classic-72' })).toMatchObject({ set: 'classic-72' });
  expect(ofRecord({ ...record, tile_set: BOX.name })).toBeUndefined();
  for (const wrong of [[1], ['rrrgbgg'], tiles.map((tile) => tile.replace('g', 'q'))])
    expect(ofRecord({ ...record, tile_set: BOX.name, tiles: wrong })).toBeUndefined();
});
