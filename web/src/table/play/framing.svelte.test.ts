import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { halves } from '@/board/geometry';
import type { Option, Place } from '@/gen/protocol';
import { option, place, seated, state, turn, type Authority } from '@/net/faked';
import { loadLanguage } from '@/text/text.svelte';
import { Play } from './play.svelte';

const first = [option(place(5, 2, 0), 7), option(place(5, 2, 0, 2), 5), option(place(6, 2, 0), 3)];

let play: Play;
let authority: Authority;
let stop: () => void;

function options(version: number, found: Option[]): void {
  authority.says({ type: 'options', id: null, seat: 0, version, after: [], options: found });
  flushSync();
}

/** Ana's turn begins, with her options; one tile lies already. */
function begin(): void {
  authority.views(state(3), 3, [turn(2, 1, [option(place(9, 0, 0))], { setup: true })]);
  flushSync();
  options(3, first);
}

beforeAll(() => loadLanguage('en'));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  let table;
  ({ table, authority } = seated());
  play = new Play(table, []);
  Object.assign(play.camera, { width: 800, height: 600 });
  stop = $effect.root(() => play.follow());
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe('the board', () => {
  const inset = { top: 60, right: 200, bottom: 100, left: 10 };
  const free = { x: 10, y: 60, width: 590, height: 440 };
  const seen = (tile: Place): boolean =>
    halves(tile).every(([x, y]) => play.camera.holds({ x, y, width: 1, height: 1 }));

  it('shows every tile and every place clear of the panels, until somebody moves it', () => {
    play.camera.inset = inset;
    begin();
    expect(play.camera.free).toEqual(free);
    const far = option(place(5, 30, 20));
    options(3, [...first, far]);
    expect([...first, far].map(({ place }) => seen(place))).toEqual(Array(4).fill(true));
    play.camera.pan(-2000, 0);
    options(3, first);
    expect(seen(first[0]!.place)).toBe(false);
  });

  it('is in the middle again when the window was turned and its panels have followed', () => {
    begin();
    Object.assign(play.camera, { width: 900, height: 400 });
    flushSync();
    play.camera.inset = inset;
    flushSync();
    const { x, y } = play.camera;
    play.framing.fit();
    expect([play.camera.x, play.camera.y]).toEqual([x, y]);
  });

  it.each(['mouse', 'finger', 'keys'] as const)('brings a pinned ghost into sight for the %s', (tool) => {
    play.camera.inset = inset;
    begin();
    play.tool = tool;
    play.camera.pan(-2000, 300);
    play.press([2, 0]);
    flushSync();
    expect(seen(first[0]!.place)).toBe(true);
    // The window is turned.
    Object.assign(play.camera, { width: 500, height: 800 });
    flushSync();
    expect(seen(first[0]!.place)).toBe(true);
  });
});

describe('a look closer', () => {
  const heap = [option(place(5, 40, 30)), option(place(5, 42, 30)), option(place(5, 40, 32))];

  it('leads where most places are, then to those out of sight, and back to all', () => {
    begin();
    options(3, [...first, ...heap]);
    expect(play.framing.small).toBe(true);
    play.closer();
    expect(play.framing.small).toBe(false);
    expect(heap.every(({ place: { x, y } }) => play.camera.sees(x + 0.5, y + 0.5))).toBe(true);
    expect(play.camera.scale).toBeGreaterThan(40);
    play.closer();
    expect(play.camera.sees(2.5, 0.5)).toBe(true);
    play.framing.fit();
    expect(play.framing.small).toBe(true);
  });

  it('leads to the last tile where nobody may tell what fits', () => {
    authority.views(state(3), 3, [turn(2, 1, [option(place(9, 50, 0))], { setup: true })], { purist: true });
    flushSync();
    play.closer();
    expect(play.camera.sees(51, 0.5)).toBe(true);
  });
});
