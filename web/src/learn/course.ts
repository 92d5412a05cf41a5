/** The course as Python tells it: nothing about the rules is decided here. */
import type { Options, Place, TileFaces, TurnPlayed } from '@/gen/protocol';
import type { Colour } from '@/gen/design';
import text from '@/gen/lessons.json?raw';
import { COLOURS } from '@/gen/design';

export type Spot = readonly [number, number];

export type Goal =
  | { kind: 'discs'; count: number }
  | { kind: 'open'; colour: Colour; count: number }
  | { kind: 'points'; points: number };

/** Why a tile cannot lie on a cell. */
export type Misfit = 'overlap' | 'room' | 'two_colours' | 'no_disc';

export interface Task {
  name: string;
  goal: Goal;
  /** So many tries somebody needs who looks at new discs alone. */
  par: number;
  /** No outlines: finding out where the tile fits is the task. */
  unaided: boolean;
  /** Where the tiles go is shown: in which order is the task. */
  marked: boolean;
  scored: boolean;
  hand: readonly number[];
  /** Mine and the partner's, before the turn. */
  scores: readonly [number, number];
  target: number;
  final_round: boolean;
  bag: number;
  history: readonly TurnPlayed[];
  solution: readonly Place[];
  /** What can be laid, at first and after each first tile, by its notation. */
  options: Readonly<Record<string, Options>>;
  /** The turns that do what is asked, by their notation. */
  solved: readonly string[];
  /** Half-discs that keep the group open after a turn. */
  open: Readonly<Record<string, readonly Spot[]>>;
  /** Where two colours would meet, of placements that are not legal. */
  refused: Readonly<Record<string, readonly Spot[]>>;
  /** By tile and cell. */
  misfits: Readonly<Record<string, Readonly<Record<string, Misfit>>>>;
  /** All closed groups in the end, where they are worth a look. */
  groups: readonly { colour: Colour; discs: readonly Spot[] }[];
}

export interface Lesson {
  name: string;
  tasks: readonly Task[];
}

const course = JSON.parse(text) as { tiles: readonly string[]; lessons: readonly Lesson[] };

export const LESSONS = course.lessons;

/** Every task with its lesson, in order. */
export const TASKS = LESSONS.flatMap((lesson, number) =>
  lesson.tasks.map((task) => ({ task, lesson, number })),
);

const colours = (face: string): Colour[] =>
  [...face].map((initial) => COLOURS.find((colour) => colour.startsWith(initial))!);

/** The faces of all tiles, by number. */
export const TILES: readonly TileFaces[] = course.tiles.map((both, id) => {
  const [front, back] = both.split(' ').map(colours) as [Colour[], Colour[]];
  return { id, family: '', faces: [front, back] };
});
