/** The set that a game by tile is played with: one that comes with the game, by its name, or one's own box. */
import { CLASSIC, SMALL, SMALL_FINGERPRINT } from '@/gen/design';
import type { Tiles } from '@/gen/protocol';
import { api } from '@/net/api';
import { OWN } from '@/home/wish';
import { boxOf } from '@/box/tiles';
import { own, tomlOf, type OwnBox } from '@/ui/own.svelte';

export type KeptSet = string | OwnBox;

/** What games are kept with unless something else is said. */
export const WHOLE_SET = 'classic';

const FINGERPRINTS: Record<string, string> = { [WHOLE_SET]: CLASSIC, [SMALL]: SMALL_FINGERPRINT };

export const comesWithGame = (name: string): boolean => Object.hasOwn(FINGERPRINTS, name);

/** What somebody chose, with what the house plays with by itself where that is known; a box may be gone by now. */
export function chosenSet(choice: string, house?: Tiles): KeptSet {
  if (choice === OWN && own.offered) return { ...own.box, name: own.box.name.trim() };
  if (comesWithGame(choice)) return choice;
  if (!house) return WHOLE_SET;
  return comesWithGame(house.name) ? house.name : boxOf(house.name, house.tiles);
}

export const nameOf = (set: KeptSet): string => (typeof set === 'string' ? set : set.name);

/** The set as a referee and a new table are told of it. */
export const wordsOf = (set: KeptSet): string => (typeof set === 'string' ? set : tomlOf(set));

/** The faces of all its tiles. */
export async function tilesOf(set: KeptSet, here: boolean): Promise<Tiles> {
  if (typeof set !== 'string') return (await api.checkSet(tomlOf(set), here)).tile_set;
  const sha256 = FINGERPRINTS[set]!;
  return { name: set, sha256, tiles: await api.tiles(here ? '~' : '', sha256) };
}

// ── On its way to another device ──────────────────────────────────────────────────────────────

const INITIALS = 'rgby';
/** A face is a number of seven digits, each a colour; so many letters hold it. */
const LETTERS = 3;
const FACE = 7;

/** As few letters as an address can have: for a box its name and both faces of every tile; families stay at home. */
export function packSet(set: KeptSet): unknown {
  if (typeof set === 'string') return set;
  const digits = (face: string) => [...face].map((initial) => INITIALS.indexOf(initial)).join('');
  const packed = (face: string) => parseInt(digits(face), 4).toString(36).padStart(LETTERS, '0');
  return [set.name, set.tiles.flatMap(({ faces }) => faces.map(packed)).join('')];
}

export function unpackSet(packed: unknown): unknown {
  if (!Array.isArray(packed)) return packed;
  const [name, letters] = packed as [unknown, string];
  const face = (packedFace: string) =>
    [...parseInt(packedFace, 36).toString(4).padStart(FACE, '0')].map((digit) => INITIALS[+digit]).join('');
  const tiles = letters.match(/.{6}/g)!.map((tile) => ({
    family: '',
    faces: [face(tile.slice(0, LETTERS)), face(tile.slice(LETTERS))],
  }));
  return { name, tiles };
}

/** The set in a full record (docs/record.md). */
export function setOfRecord(name: unknown, tiles: unknown): unknown {
  if (tiles === undefined) return name;
  return { name, tiles: (tiles as string[]).map((tile) => ({ family: '', faces: tile.split(' ') })) };
}

const LONGEST_NAME = 40;
const SIZES = { least: 12, most: 120 };

/** Whether something that was read has the form of a set; what it is worth the referee says. */
export function isSet(set: unknown): set is KeptSet {
  if (typeof set === 'string') return comesWithGame(set);
  const { name, tiles } = set as OwnBox;
  const { length } = tiles;
  return (
    typeof name === 'string' &&
    name.length <= LONGEST_NAME &&
    length >= SIZES.least &&
    length <= SIZES.most &&
    tiles.every(({ faces }) => faces.length === 2 && faces.every((face) => /^[rgby]{7}$/.test(face)))
  );
}
