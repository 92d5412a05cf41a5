/**
 * A game on its way to another device: as an address that holds all of it, or as a file (docs/record.md). What is
 * read comes from anywhere: it is taken only if it has the form of a game; whether the rules allow it the referee says.
 */
import { notation } from '@/board/geometry';
import type { Place } from '@/gen/protocol';
import { DISC_POINTS, MOST_GROUPS, PLAYERS, TARGETS } from '@/gen/rules';
import { base, site } from '@/ui/site';
import { placesOf, scoredOf, type Move, type Notes, type Scored } from './notes';
import { isSet, packSet, setOfRecord, unpackSet, WHOLE_SET } from './tiles';

type Carried = Omit<Notes, 'id'>;

const VERSION = 1;
const PASS = '-';
/** No game has more moves, and no name more letters. */
const MOST_MOVES = 488;
const LONGEST_NAME = 24;
const LARGEST_GROUP = 480;

// ── An address ────────────────────────────────────────────────────────────────────────────────

const tileText = ({ discs, groups }: Scored): string => [discs, ...groups].join('.');

function moveTexts(notes: Notes): string[] {
  const texts =
    notes.mode === 'points'
      ? scoredOf(notes).map((move) => move.map(tileText))
      : placesOf(notes).map((move) => move.map(notation));
  return texts.map((parts) => parts.join('+') || PASS);
}

/** The game as letters that any address may have. */
export function pack(notes: Notes): string {
  const { mode, target, names, patience, exhausted, set } = notes;
  const text = JSON.stringify([
    VERSION,
    mode,
    target,
    names,
    patience,
    exhausted,
    moveTexts(notes).join(';'),
    ...(set === WHOLE_SET ? [] : [packSet(set)]),
  ]);
  const bytes = [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('');
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Read such letters; undefined where they are no game. */
export function unpack(letters: string): Carried | undefined {
  try {
    const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)),
    );
    const [version, mode, target, names, patience, exhausted, moves, packed = WHOLE_SET] = JSON.parse(
      text,
    ) as unknown[];
    if (version !== VERSION || typeof moves !== 'string') return undefined;
    const read: (text: string) => Scored | Place = mode === 'points' ? readScored : readPlace;
    const parts = moves ? moves.split(';') : [];
    const laid = parts.map((part) => (part === PASS ? [] : part.split('+').map(read)));
    return checked({ mode, target, names, patience, exhausted, moves: laid, set: unpackSet(packed) });
  } catch {
    return undefined;
  }
}

function readScored(text: string): Scored {
  const [discs, ...groups] = text.split('.').map(Number);
  return { discs: discs!, groups };
}

function readPlace(text: string): Place {
  const [, tile, face, rotation, x, y] = /^(\d{1,3})([ab])([0-3])@(-?\d+),(-?\d+)$/.exec(text)!;
  return {
    tile: Number(tile),
    face: 'ab'.indexOf(face!),
    rotation: Number(rotation),
    x: Number(x),
    y: Number(y),
  };
}

/** Where the game can be opened on another device. Behind a #, so that no server is told of it. */
export function addressOf(notes: Notes): string {
  const letters = pack(notes);
  return site === undefined
    ? `${location.origin}/keep#${letters}`
    : `${location.origin}${base}#/keep/=${letters}`;
}

// ── A file ────────────────────────────────────────────────────────────────────────────────────

/** The game in a record, full or short; undefined where it is none. */
export function ofRecord(record: unknown): Carried | undefined {
  try {
    const { format, target, players, setup, turns, result, tile_set, tiles } = record as Record<
      string,
      unknown
    >;
    const names = (players as { name: unknown }[]).map(({ name }) => name);
    const entries = turns as { tiles?: unknown; placements?: unknown }[];
    const agreed = { target, names, patience: 0 };
    if (format === 'dalapapa-scores') {
      const exhausted = (result as { reason?: unknown } | undefined)?.reason === 'exhausted';
      const moves = entries.map(({ tiles }) =>
        (tiles as Scored[]).map(({ discs, groups }) => ({ discs, groups })),
      );
      return checked({ ...agreed, mode: 'points', exhausted, moves, set: WHOLE_SET });
    }
    if (format !== 'dalapapa-record') return undefined;
    const laid = [
      ...(setup as Place[]).map((place) => [place]),
      ...entries.map(({ placements }) => placements as Place[]),
    ];
    const moves = laid.map((move) =>
      move.map(({ tile, face, rotation, x, y }) => ({ tile, face, rotation, x, y })),
    );
    const set = setOfRecord(tile_set, tiles);
    return checked({ ...agreed, mode: 'tiles', exhausted: false, moves, set });
  } catch {
    return undefined;
  }
}

// ── Both ──────────────────────────────────────────────────────────────────────────────────────

const within = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isName = (name: unknown): boolean =>
  typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME;

const isScored = ({ discs, groups }: Scored): boolean =>
  within(discs, 1, DISC_POINTS.length - 1) &&
  groups.length <= MOST_GROUPS &&
  groups.every((size) => within(size, 1, LARGEST_GROUP));

const isPlace = ({ tile, face, rotation, x, y }: Place): boolean =>
  within(tile, 0, 999) &&
  within(face, 0, 1) &&
  within(rotation, 0, 3) &&
  within(x, -1e6, 1e6) &&
  within(y, -1e6, 1e6);

function checked(read: Record<keyof Carried, unknown>): Carried | undefined {
  const { mode, names, target, patience, exhausted, moves, set } = read as unknown as Carried;
  const tiles = (move: Move): boolean =>
    move.length <= 2 &&
    (mode === 'points' ? (move as Scored[]).every(isScored) : (move as Place[]).every(isPlace));
  const good =
    (mode === 'points' || mode === 'tiles') &&
    within(names.length, PLAYERS.least, PLAYERS.most) &&
    names.every(isName) &&
    within(target, TARGETS.least, TARGETS.most) &&
    within(patience, 0, 60) &&
    typeof exhausted === 'boolean' &&
    moves.length <= MOST_MOVES &&
    moves.every(tiles) &&
    isSet(set);
  return good ? { mode, names, target, patience, exhausted, moves, set } : undefined;
}
