import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Options, Place, TileFaces } from '@/gen/protocol';
import { kernelOf, type Kernel } from './kernel';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the service says, of many games: tests/web/questions.py. */
interface Asked {
  laid: Place[];
  hand: number[];
  scored: boolean;
  options: Options;
}
let told: ({ tiles: TileFaces[] } | Asked)[];
let module: WebAssembly.Module;
let classic: TileFaces[];

beforeAll(async () => {
  const python = process.env.PYTHON ?? 'python3';
  const lines = execFileSync(python, ['-m', 'tests.web.questions'], {
    cwd: at('../../..'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  told = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  module = await WebAssembly.compile(readFileSync(at('../../along/kernel.wasm')));
  classic = (told[0] as { tiles: TileFaces[] }).tiles;
}, 120_000);

const question = (laid: Place[], hand: number[]) => ({
  ...{ id: null, seat: 0, version: 1, after: [], scored: true },
  laid,
  hand,
});

describe('the kernel in the page', () => {
  it('says word by word what the service says, of any set, in set-up and after a first tile', async () => {
    let kernel: Kernel | undefined;
    const seen = { now: 0, after: 0, setUp: 0, orders: 0, sets: 0 };
    for (const line of told) {
      if ('tiles' in line) {
        kernel = await kernelOf(module, line.tiles);
        seen.sets++;
        continue;
      }
      const { laid, hand, scored, options } = line;
      const { id, seat, version, after } = options;
      expect(kernel!({ id, seat, version, after, laid, hand, scored })).toEqual(options);
      seen[after.length ? 'after' : scored ? 'now' : 'setUp']++;
      seen.orders += options.other_order?.length ?? 0;
    }
    expect(seen.sets).toBe(3);
    expect(seen.setUp).toBe(3);
    expect(Math.min(seen.now, seen.after, seen.orders)).toBeGreaterThan(500);
  });

  it('tells nothing where nothing lies, or nothing is held', async () => {
    const kernel = await kernelOf(module, classic);
    expect(kernel(question([], [1, 2]))).toBeUndefined();
    expect(kernel(question([{ tile: 0, face: 0, rotation: 0, x: 0, y: 0 }], []))).toBeUndefined();
  });

  it('tells nothing of a board that is too wide for it', async () => {
    const kernel = await kernelOf(module, classic);
    const row = [0, 60].map((x, tile) => ({ tile, face: 0, rotation: 0, x, y: 0 }));
    expect(kernel(question(row, [5, 6]))).toBeUndefined();
    expect(kernel(question(row.slice(0, 1), [5, 6]))?.x.length).toBeGreaterThan(0);
  });

  it('is not there for a set of more tiles than it has room for', async () => {
    const many = Array.from({ length: 121 }, (_, id) => ({ ...classic[0]!, id }));
    await expect(kernelOf(module, many)).rejects.toThrow();
  });
});
