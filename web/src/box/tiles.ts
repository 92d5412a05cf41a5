/** Tiles as they are written down: faces as texts of seven initials, positions 0 to 5 and then the middle. */
import type { Colour } from '@/gen/design';
import type { TileFaces } from '@/gen/protocol';
import type { OwnBox, OwnTile } from '@/ui/own.svelte';

export const INITIALS = 'rgby';
const NAMES: Record<string, Colour> = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };

/** A box holds so many tiles, and a family so many: in a smaller one some are missing. */
export const WHOLE = 120;
export const FAMILY = 24;

/** The families of the set that comes with the game. */
export const FAMILIES = ['angle', 'corner', 'zigzag', 'bridge', 'pyramid'] as const;

/** What somebody begins with who has no tile yet. */
export const FIRST: OwnTile = { family: '', faces: ['rrrgbgg', 'yybgbyb'] };

export const colourOf = (initial: string): Colour => NAMES[initial]!;

/** A face with another colour at a position. */
export function painted(face: string, position: number, initial: string): string {
  return face.slice(0, position) + initial + face.slice(position + 1);
}

/** The colour after this one, or before it. */
export function next(initial: string, by = 1): string {
  return INITIALS[(INITIALS.indexOf(initial) + by + INITIALS.length) % INITIALS.length]!;
}

const turned = (face: string): string => face.slice(3, 6) + face.slice(0, 3) + face[6];
const least = (face: string): string => (turned(face) < face ? turned(face) : face);

/** The same for tiles that are one tile, turned half round or over. */
const sameness = ({ faces }: OwnTile): string => faces.map(least).sort().join(' ');

function permutations(letters: string): string[] {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter) =>
    permutations(letters.replace(letter, '')).map((rest) => letter + rest),
  );
}

/** A tile in all colourings that are not among these yet: of one tile of a family, the other 23. */
export function colourings(tile: OwnTile, among: readonly OwnTile[]): OwnTile[] {
  const there = new Set(among.map(sameness));
  const found: OwnTile[] = [];
  for (const colours of permutations(INITIALS)) {
    const recoloured = (face: string) =>
      [...face].map((letter) => colours[INITIALS.indexOf(letter)]!).join('');
    const one: OwnTile = { ...tile, faces: [recoloured(tile.faces[0]), recoloured(tile.faces[1])] };
    if (there.has(sameness(one))) continue;
    there.add(sameness(one));
    found.push(one);
  }
  return found;
}

/** A tile as drawings have it. */
export const facesOf = ({ family, faces }: OwnTile, id: number): TileFaces => ({
  id,
  family,
  faces: faces.map((face) => [...face].map(colourOf)) as TileFaces['faces'],
});

/** A set that was read, as a box to write on in. */
export function boxOf(name: string, tiles: readonly TileFaces[]): OwnBox {
  const text = (face: readonly string[]) => face.map((colour) => colour[0]).join('');
  return {
    name,
    tiles: tiles.map(({ family, faces }) => ({
      family: family === 'unnamed' ? '' : family,
      faces: [text(faces[0]), text(faces[1])],
    })),
  };
}
