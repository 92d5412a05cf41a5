import { beforeEach, expect, it, vi } from 'vitest';
import { own, tomlOf } from '@/ui/own.svelte';
import { boxOf } from '@/box/tiles';
import { begin, keyOf, recall } from './shelf';
import { notes } from './faked';
import { chosenSet, wordsOf } from './tiles';

const tiles = Array.from({ length: 12 }, () => ({ family: '', faces: ['rrrgbgg', 'yybgbyb'] as const }));
const BOX = { name: 'Anna’s box', tiles };
const faces = [
  ['red', 'red', 'red', 'green', 'blue', 'green', 'green'],
  ['yellow', 'yellow', 'blue', 'green', 'blue', 'yellow', 'blue'],
] as const;
const house = (name: string) => ({
  name,
  sha256: '',
  tiles: tiles.map((_, id) => ({ id, family: 'unnamed', faces: faces.map((face) => [...face]) as never })),
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  own.box = { name: '', tiles: [] };
});

it('keeps with what was chosen: the house’s set, another that comes with the game, or one’s own box', () => {
  expect(chosenSet('')).toBe('classic');
  expect(chosenSet('', house('classic-72'))).toBe('classic-72');
  expect(chosenSet('', house('Ours'))).toEqual(boxOf('Ours', house('Ours').tiles));
  expect(chosenSet('', house('Ours'))).toEqual({ name: 'Ours', tiles });
  expect(chosenSet('classic', house('Ours'))).toBe('classic');
  expect(chosenSet('own')).toBe('classic'); // there is none any more
  own.box = { ...BOX, name: ' Anna’s box ' };
  expect(chosenSet('own')).toEqual(BOX);
});

it('tells the referee a name, or the box as its file has it', () => {
  expect(wordsOf('classic-72')).toBe('classic-72');
  expect(wordsOf(BOX)).toBe(tomlOf(BOX));
});

it('finds the box with the game again, and the whole set where nothing was said of it', () => {
  const { id } = begin(notes([], { mode: 'tiles', set: BOX })).notes;
  expect(recall(id)!.notes.set).toEqual(BOX);
  const before = JSON.parse(stored.get(keyOf(id))!) as { notes: { set?: unknown } };
  delete before.notes.set;
  stored.set(keyOf(id), JSON.stringify(before));
  expect(recall(id)!.notes.set).toBe('classic');
});
