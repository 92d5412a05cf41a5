/**
 * The kernel in the page: what a hand can do on a board, with receipts, found by the same compiled code as at the
 * server (`kernel/wasm`) and said in the same words, so that the server need not be asked. Where the page cannot run
 * it, the server goes on telling.
 */
import address from '../../along/kernel.wasm?url';
import type { Options, Place, TileFaces } from '@/gen/protocol';
import * as at from '@/gen/kernel';
import { DISC_POINTS } from '@/gen/rules';
import { COLOURS, DIGITS } from './heard';

/** What is asked: what a hand can do once `after` lies too, which is only tried; in set-up nothing is `scored` (R3.1). */
export interface Question extends Pick<Options, 'id' | 'seat' | 'version' | 'after'> {
  laid: readonly Place[];
  hand: readonly number[];
  scored: boolean;
}

/** Tells the options, or nothing where it cannot: on an empty board, and on one too wide for its grid. */
export type Kernel = (question: Question) => Options | undefined;

const PAGE = 1 << 16;
const STACK = 1 << 16;
/** How far apart numbers of each kind begin. */
const ALIGNED = 16;

type Door = (...addressesLengthsAndNumbers: (number | bigint)[]) => bigint;

/** Colours as the kernel numbers them. */
const INITIALS = Object.keys(COLOURS);
const NAMES: readonly string[] = Object.values(COLOURS);

/** The module, fetched once for all tables; a page that could not have it asks again with the next table. */
let fetched: Promise<WebAssembly.Module> | undefined;

async function module(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the kernel: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The kernel for a set of tiles. */
export async function kernelFor(tiles: readonly TileFaces[]): Promise<Kernel> {
  fetched ??= module();
  fetched.catch(() => (fetched = undefined));
  return kernelOf(await fetched, tiles);
}

/** The same of a module that is there already. */
export async function kernelOf(compiled: WebAssembly.Module, tiles: readonly TileFaces[]): Promise<Kernel> {
  if (tiles.length > at.MOST_TILES) throw new Error('more tiles than the kernel knows');
  const [info] = WebAssembly.Module.customSections(compiled, 'dylink.0');
  let end = 0;
  const take = (bytes: number) => {
    const start = Math.ceil(end / ALIGNED) * ALIGNED;
    end = start + bytes;
    return start;
  };
  const data = take(dataSize(new Uint8Array(info!)));
  const stack = take(STACK) + STACK;
  const [wordsAt, deskAt, foundAt] = [take(2 * at.ALL_WORDS), take(8 * at.LOG_END), take(8 * at.OFFERS_END)];
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
  const global = (value: number, mutable = false) => new WebAssembly.Global({ value: 'i32', mutable }, value);
  const { exports } = await WebAssembly.instantiate(compiled, {
    env: { memory, __memory_base: global(data), __stack_pointer: global(stack, true) },
  });
  const listOptions = exports.list_options as Door;

  const words = new Int16Array(memory.buffer, wordsAt, at.ALL_WORDS);
  const desk = new BigInt64Array(memory.buffer, deskAt, at.LOG_END);
  const found = new BigInt64Array(memory.buffer, foundAt, at.OFFERS_END);
  layFrame(words);
  layTiles(desk, tiles);
  words[at.LONE] = tiles.some(({ faces }) => faces.some(isAlone)) ? 1 : 0;

  const given = [wordsAt, at.ALL_WORDS, deskAt, at.LOG_END, foundAt, at.OFFERS_END].map((one, which) =>
    which % 2 ? BigInt(one) : one,
  );
  return (question) => {
    const { laid, hand, after } = question;
    const board = [...laid, ...after];
    if (board.length === 0 || hand.length === 0) return undefined;
    [0, 1].forEach((which) => (desk[at.HAND + which] = BigInt(hand[which] ?? -1)));
    board.forEach(({ tile, face, rotation, x, y }, which) =>
      [tile, face, rotation, x, y].forEach((number, one) => {
        found[at.BOARD + 5 * which + one] = BigInt(number);
      }),
    );
    const ordered = question.scored && after.length === 1 && hand.length === 1;
    if (!listOptions(...given, BigInt(board.length), ordered ? 1n : 0n)) return undefined;
    return told(found, question, ordered);
  };
}

/** How many bytes of its own the module brings, of what it says to whoever loads it. */
function dataSize(info: Uint8Array): number {
  // A part of kind 1, its length, and there first this number; 7 bits a byte, the lowest first.
  let size = 0;
  for (let i = 2, shift = 0; ; i++, shift += 7) {
    size |= (info[i]! & 127) << shift;
    if (info[i]! < 128) return size;
  }
}

/** A position without a tile. */
function layFrame(words: Int16Array): void {
  const outside = (one: number) => one < at.MARGIN || one >= at.SIDE - at.MARGIN;
  for (let cell = 0; cell < at.CELLS; cell++) {
    if (outside(cell % at.SIDE) || outside(Math.floor(cell / at.SIDE))) words[at.CELL + cell] = at.FRAME;
  }
  words[at.TOP] = words[at.BOTTOM] = at.SIDE / 2;
}

type Face = TileFaces['faces'][number];

/** Where each colour is, 7 bits a colour. */
const places = (face: Face) =>
  face.reduce((sum, colour, place) => sum | (1 << (7 * NAMES.indexOf(colour) + place)), 0);

/** Whether no half-disc of a face touches its middle disc in its colour. */
const isAlone = (face: Face) => ((places(face) >> (7 * NAMES.indexOf(face[6]!))) & at.CORNERS) === 0;

/** Each tile's four patterns: front and back, as they are and turned half round. */
function layTiles(desk: BigInt64Array, tiles: readonly TileFaces[]): void {
  for (const { id, faces } of tiles) {
    faces.forEach((face, which) => {
      const turned = [...face.slice(3, 6), ...face.slice(0, 3), face[6]!] as Face;
      [face, turned].forEach((discs, half) => {
        const row = 4 * id + 2 * which + half;
        const colours = discs.reduce((sum, one, place) => sum | (NAMES.indexOf(one) << (2 * place)), 0);
        desk[at.COLOURS + row] = BigInt(colours);
        desk[at.PLACES + row] = BigInt(places(discs) | (isAlone(discs) ? 1 << at.ALONE : 0));
      });
    });
  }
}

/** What stands in the columns, in the words of the protocol. */
function told(found: BigInt64Array, question: Question, ordered: boolean): Options {
  const { id, seat, version, after, hand, scored } = question;
  const numbers = (start: number, size: number) => Array.from(found.subarray(start, start + size), Number);
  const [places, flat, discs, closed, orders] = numbers(at.PLACES_OFFERED, 5) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const said = (letters: string | string[], column: number, size: number) =>
    numbers(column, size)
      .map((number) => letters[number])
      .join('');
  const receipts = {
    discs: said(DIGITS, at.MADE_AT, places),
    disc_colours: said(INITIALS, at.COLOUR_MADE, discs),
    disc_points: [...DISC_POINTS],
    ...closings(numbers(at.CLOSED, closed)),
  };
  const order = numbers(at.ORDERS, 2 * orders);
  return {
    type: 'options',
    id,
    seat,
    version,
    after,
    tiles: [...hand],
    flat,
    x: numbers(at.AT_X, places),
    y: numbers(at.AT_Y, places),
    fits: [at.FITS_FIRST, at.FITS_SECOND].slice(0, hand.length).map((column) => said(DIGITS, column, places)),
    receipts: scored ? receipts : null,
    other_order: ordered
      ? Array.from({ length: orders }, (_, one) => [order[2 * one]!, order[2 * one + 1]!])
      : null,
  };
}

/** Every group that can be closed, and by which placements. */
function closings(
  told: number[],
): Pick<NonNullable<Options['receipts']>, 'groups' | 'group_colours' | 'closed_by'> {
  const groups: number[][] = [];
  const closed_by: number[][] = [];
  let group_colours = '';
  for (let i = 0; i < told.length;) {
    const [colour, spots, by] = [told[i]!, told[i + 1]!, told[i + 2]!];
    group_colours += INITIALS[colour];
    groups.push(told.slice(i + 3, i + 3 + spots));
    closed_by.push(told.slice(i + 3 + spots, i + 3 + spots + by));
    i += 3 + spots + by;
  }
  return { groups, group_colours, closed_by };
}
