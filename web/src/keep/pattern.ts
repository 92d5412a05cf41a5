/** Tiles by what they show: seven discs, some of them known. */
import type { Colour } from '@/gen/design';
import type { TileFaces } from '@/gen/protocol';

export type Pattern = (Colour | undefined)[];

export interface Alike {
  tile: number;
  face: number;
  /** How the tile is turned to lie as it was described: 0, or 2 for half a turn. */
  rotation: number;
}

/** Half a turn takes each half-disc to the place of the third after it. */
const turnedPlace = (position: number): number => (position < 6 ? (position + 3) % 6 : position);

/** Every face that shows these colours, whichever way the tile is held; none of a tile that lies there already. */
export function alike(tiles: readonly TileFaces[], laid: ReadonlySet<number>, pattern: Pattern): Alike[] {
  const shows = (colours: readonly Colour[], turned: boolean): boolean =>
    pattern.every((colour, at) => !colour || colours[turned ? turnedPlace(at) : at] === colour);
  return tiles
    .filter(({ id }) => !laid.has(id))
    .flatMap(({ id, faces }) =>
      [0, 1].flatMap((face) => {
        const turned = [false, true].find((half) => shows(faces[face as 0 | 1] as Colour[], half));
        return turned === undefined ? [] : [{ tile: id, face, rotation: turned ? 2 : 0 }];
      }),
    );
}
