import { beforeEach, expect, it, vi } from 'vitest';
import { own, tomlOf } from '@/ui/own.svelte';
import { Editing } from './editing.svelte';
import { boxOf, colourings, facesOf, FIRST } from './tiles';

let editing: Editing;
const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  own.box = { name: '', tiles: [] };
  editing = new Editing();
});

it('writes a tile down disc by disc, and takes it back', () => {
  editing.add();
  expect(editing.tile).toEqual(FIRST);
  editing.cycle(0, 0);
  editing.cycle(0, 6, -1);
  editing.paint(1, 2, 'y');
  expect(editing.tile!.faces).toEqual(['grrgbgr', 'yyygbyb']);
  editing.undo();
  editing.undo();
  editing.undo();
  expect(editing.tile).toEqual(FIRST);
  editing.undo();
  expect(own.box.tiles).toEqual([]);
  expect(editing.mayUndo).toBe(false);
});

it('keeps every step in this browser', () => {
  editing.add();
  editing.rename('Ours');
  editing.familyOf('angle');
  expect(JSON.parse(kept.get('dalapapa.box')!)).toEqual({
    name: 'Ours',
    tiles: [{ ...FIRST, family: 'angle' }],
  });
});

it('adds the other colourings of a tile, each once', () => {
  editing.add();
  expect(editing.recolour()).toBe(23);
  expect(editing.recolour()).toBe(0);
  expect(new Set(own.box.tiles.map((tile) => tile.faces.join(' '))).size).toBe(24);
  // A tile that is the same turned over needs fewer.
  expect(colourings({ family: '', faces: ['rrrrrrr', 'ggggggg'] }, [])).toHaveLength(6);
});

it('never holds more than a whole box', () => {
  own.box = {
    name: '',
    tiles: Array.from({ length: 110 }, () => ({ family: 'x', faces: ['rrrrrrr', 'ggggggg'] })),
  };
  editing.paint(0, 0, 'b');
  expect(editing.recolour()).toBe(10);
  editing.add();
  expect(own.box.tiles).toHaveLength(120);
});

it('leaves a family out, and removes a tile', () => {
  own.box = {
    name: '',
    tiles: ['a', 'b', 'a', 'c'].map((family) => ({ ...FIRST, family })),
  };
  editing.leaveOut('a');
  expect(own.box.tiles.map(({ family }) => family)).toEqual(['b', 'c']);
  editing.at = 1;
  editing.remove();
  expect(own.box.tiles.map(({ family }) => family)).toEqual(['b']);
  expect(editing.at).toBe(0);
});

it('is offered for a game once it has a name and twelve tiles', () => {
  editing.add();
  for (let i = 1; i < 12; i++) editing.add();
  expect(own.offered).toBe(false);
  editing.rename('Ours');
  expect(own.offered).toBe(true);
  editing.remove();
  expect(own.offered).toBe(false);
});

it('writes the file that docs/tile-sets.md describes', () => {
  const tiles = [FIRST, { family: 'a "b"', faces: ['ggggggg', 'yyyyyyy'] as const }];
  expect(tomlOf({ name: ' Ours ', tiles })).toBe(
    'name = "Ours"\n\n[[tile]]\nfront = "rrrgbgg"\nback = "yybgbyb"\n\n' +
      '[[tile]]\nfamily = "a \\"b\\""\nfront = "ggggggg"\nback = "yyyyyyy"\n',
  );
  expect(boxOf('Ours', tiles.map(facesOf))).toEqual({ name: 'Ours', tiles });
});
