/** A board read as fingers would: which tile lies where, which half-discs wait around a cell, what hangs together. */
import { OFFSETS, type Colour } from '@/gen/design';
import type { Place, TileFaces } from '@/gen/protocol';
import { halves, isFlat, spots, type Cell, type Spot } from './geometry';

export const AROUND = ['above', 'right', 'below', 'left'] as const;
export type Around = (typeof AROUND)[number];

/** Where on the edge of a tile a half-disc is: a long side has two. */
export type Edge =
  Around | `${'above' | 'below'}${'Left' | 'Right'}` | `${'left' | 'right'}${'Top' | 'Bottom'}`;

/** Discs of one colour that hang together, and the half-discs of it that keep them open (R5.3). */
export interface Group {
  colour: Colour;
  discs: readonly Spot[];
  waiting: readonly Spot[];
}

/** A half-disc of a tile and the one that it meets, or would meet. */
export interface Meeting {
  edge: Edge;
  colour: Colour;
  other: Colour;
}

const key = ([a, b]: readonly [number, number]): string => `${a},${b}`;

/** The sides of a cell: its spots. */
const SPOTS: Record<Around, Spot> = { above: [1, 0], right: [2, 1], below: [1, 2], left: [0, 1] };

/** The spots that touch a spot: one diagonal half-step away (R5.2). */
const touching = ([u, v]: Spot): Spot[] => [
  [u - 1, v - 1],
  [u + 1, v - 1],
  [u - 1, v + 1],
  [u + 1, v + 1],
];

/** The positions of half-discs from left to right and from top to bottom, on a tile turned so. */
const inOrder = (rotation: number): number[] =>
  [0, 1, 2, 3, 4, 5].sort((a, b) => {
    const [[au, av], [bu, bv]] = [OFFSETS[rotation]![a]!, OFFSETS[rotation]![b]!];
    return av - bv || au - bu;
  });

/** Where on the edge of a tile, turned so, a half-disc of its face lies. */
export function edgeOf(position: number, rotation: number): Edge {
  const [u, v] = OFFSETS[rotation]![position]!;
  if (isFlat(rotation)) {
    if (u === 0) return 'left';
    if (u === 4) return 'right';
    return `${v === 0 ? 'above' : 'below'}${u === 1 ? 'Left' : 'Right'}`;
  }
  if (v === 0) return 'above';
  if (v === 4) return 'below';
  return `${u === 0 ? 'left' : 'right'}${v === 1 ? 'Top' : 'Bottom'}`;
}

/** The half-discs of a face, turned so, side by side: from left to right and from top to bottom. */
export function sides(face: readonly Colour[], rotation: number): Record<Around, Colour[]> {
  const found: Record<Around, Colour[]> = { above: [], right: [], below: [], left: [] };
  for (const position of inOrder(rotation)) {
    const edge = edgeOf(position, rotation);
    found[AROUND.find((side) => edge.startsWith(side))!].push(face[position]!);
  }
  return found;
}

export class Reading {
  readonly #tiles = new Map<string, Place>();
  readonly #discs = new Map<string, Colour>();
  readonly #halves = new Map<string, Colour>();
  #groups: readonly Group[] | undefined;

  constructor(
    places: readonly Place[],
    readonly faces: readonly TileFaces[],
  ) {
    for (const place of places) this.#lay(place);
  }

  /** The colours of a tile's face, in the order of its positions. */
  face({ tile, face }: Pick<Place, 'tile' | 'face'>): readonly Colour[] {
    return this.faces[tile]?.faces[face] ?? [];
  }

  tileAt(cell: Cell): Place | undefined {
    return this.#tiles.get(key(cell));
  }

  /** The half-discs that wait around a free cell, each with the groups that it keeps open. */
  around([x, y]: Cell): { side: Around; colour: Colour; groups: Group[] }[] {
    return AROUND.flatMap((side) => {
      const spot: Spot = [2 * x + SPOTS[side][0], 2 * y + SPOTS[side][1]];
      const colour = this.#halves.get(key(spot));
      if (!colour) return [];
      const groups = this.groups.filter(({ waiting }) => waiting.some((half) => key(half) === key(spot)));
      return [{ side, colour, groups }];
    });
  }

  /** Where a tile laid there would meet others. */
  meetings(place: Place): Meeting[] {
    const face = this.face(place);
    const lying = spots(place);
    return inOrder(place.rotation).flatMap((position) => {
      const other = this.#halves.get(key(lying[position]!));
      const colour = face[position];
      return other && colour ? [{ edge: edgeOf(position, place.rotation), colour, other }] : [];
    });
  }

  /** All groups, the largest first. */
  get groups(): readonly Group[] {
    return (this.#groups ??= this.#hangTogether());
  }

  /** The group of a whole disc. */
  groupAt(spot: Spot): Group | undefined {
    return this.groups.find(({ discs }) => discs.some((disc) => key(disc) === key(spot)));
  }

  /** The free cell beside a half-disc. */
  beside([u, v]: Spot): Cell {
    const [x, y] = [Math.floor(u / 2), Math.floor(v / 2)];
    if (!this.#tiles.has(key([x, y]))) return [x, y];
    return v % 2 === 0 ? [x, y - 1] : [x - 1, y];
  }

  /** What speaks against the ways to lay a tile on a cell, when each is known not to be legal. */
  why(ways: readonly Place[], cell: Cell): 'overlap' | 'room' | 'two_colours' | 'no_disc' {
    if (this.tileAt(cell)) return 'overlap';
    const free = ways.filter((place) => !halves(place).some((half) => this.tileAt(half)));
    if (free.length === 0) return 'room';
    return free.some((place) => this.meetings(place).length > 0) ? 'two_colours' : 'no_disc';
  }

  #lay(place: Place): void {
    for (const cell of halves(place)) this.#tiles.set(key(cell), place);
    const face = this.face(place);
    spots(place).forEach((spot, position) => {
      const colour = face[position];
      if (!colour) return;
      // R2.2: two half-discs become one disc.
      const whole = position === 6 || this.#halves.delete(key(spot));
      (whole ? this.#discs : this.#halves).set(key(spot), colour);
    });
  }

  #hangTogether(): Group[] {
    const groups: Group[] = [];
    const seen = new Set<string>();
    for (const [start, colour] of this.#discs) {
      if (seen.has(start)) continue;
      seen.add(start);
      const discs: Spot[] = [start.split(',').map(Number) as unknown as Spot];
      const waiting = new Map<string, Spot>();
      for (const disc of discs) {
        for (const spot of touching(disc)) {
          const at = key(spot);
          if (this.#halves.get(at) === colour) waiting.set(at, spot);
          if (this.#discs.get(at) !== colour || seen.has(at)) continue;
          seen.add(at);
          discs.push(spot);
        }
      }
      groups.push({ colour, discs, waiting: [...waiting.values()] });
    }
    return groups.sort((a, b) => b.discs.length - a.discs.length);
  }
}
