/** Where numbers stand: the count of each group closed and the sum, on nothing that they explain. */
import { CELL } from '@/gen/design';
import type { Option } from '@/gen/protocol';
import type { Camera, Point } from './camera.svelte';
import { bounds, discBox, middle, type Box, type Spot } from './geometry';

/** The size of the sum in pixels of the design. */
export const BADGE = { width: 52, height: 34 };
/** A count is so many units wide as drawn, and so many pixels of the design at least. */
const COUNT = 29;
const READABLE = 19;
/** As part of its disc a count may be no wider than this, in cells: the colour must be seen around it. */
const INSIDE = 0.55;

/** The count of a group, in cells: on a disc of the group, or beside it with a line that leads there. */
export interface Count {
  at: Point;
  disc: Point;
  /** How many discs; or by what letter the group is spoken of. */
  number: number | string;
}

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const coveredBy = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + shared(box, other), 0);

const outside = (box: Box, free: Box): number => box.width * box.height - shared(box, free);

/** Less than this is no area, only what is lost in reckoning. */
const NOTHING = 1e-6;

/** The first of some points that costs nothing, or else the one that costs least. */
function cheapest(points: Iterable<Point>, cost: (point: Point) => number): Point {
  let [best, least]: [Point | undefined, number] = [undefined, Infinity];
  for (const point of points) {
    const found = cost(point);
    if (!best || found < least - NOTHING) [best, least] = [point, found];
    if (least < NOTHING) break;
  }
  return best!;
}

/** How much larger than drawn the counts are: on a small board they must still be read. */
export const larger = ({ drawn, unit }: Camera): number =>
  Math.max(1, (READABLE * unit) / ((COUNT * drawn) / CELL));

/** How wide a count is, in cells. */
const countWidth = (camera: Camera): number => (COUNT / CELL) * larger(camera);

const square = ({ x, y }: Point, width: number): Box => ({
  x: x - width / 2,
  y: y - width / 2,
  width,
  height: width,
});

/** Points around a point, farther and farther away. */
function* around({ x, y }: Point, step: number): Generator<Point> {
  const ways = [-1, 0, 1];
  for (let far = 1; far < 9; far++)
    for (const dy of ways)
      for (const dx of ways) if (dx || dy) yield { x: x + dx * far * step, y: y + dy * far * step };
}

const pointOf = ([u, v]: Spot): Point => ({ x: u / 2, y: v / 2 });

/** The new discs of these placements. */
const madeBy = (laid: readonly Option[]): Spot[] =>
  laid.flatMap(({ receipt }) => receipt?.discs ?? []).map(({ spot }) => spot);

/** The discs of each group that these placements close: where its count stands best comes first. */
export function groupsOf(laid: readonly Option[]): Spot[][] {
  const made = new Set(madeBy(laid).map(String));
  return laid.flatMap(({ place, receipt }) => {
    const [x, y] = middle(place);
    const far = (disc: Spot): number => Math.hypot(disc[0] / 2 - x, disc[1] / 2 - y);
    // Near its tile, but rather on a disc that was there before: the new ones should be seen.
    const rank = (disc: Spot): number => far(disc) + (made.has(String(disc)) ? 1000 : 0);
    return (receipt?.groups ?? []).map(({ discs }) => [...discs].sort((a, b) => rank(a) - rank(b)));
  });
}

/** The counts of all groups that these placements close. */
export function countsAt(camera: Camera, laid: readonly Option[]): Count[] {
  const width = countWidth(camera);
  const { free, scale } = camera;
  const window = { ...camera.toBoard(free), width: free.width / scale, height: free.height / scale };
  const made = madeBy(laid).map(discBox);
  const taken: Box[] = [];
  // The smallest group has the least choice.
  const groups = groupsOf(laid).sort((a, b) => a.length - b.length);
  return groups.map((discs) => {
    const own = discs.map(pointOf);
    const cost = (at: Point): number => {
      const box = square(at, width);
      const hides = width < INSIDE && own.includes(at) ? 0 : coveredBy(box, made);
      // Of two numbers on each other neither can be read.
      return hides + 10 * outside(box, window) + 100 * coveredBy(box, taken);
    };
    const at = cheapest([...own, ...around(own[0]!, width)], cost);
    taken.push(square(at, width));
    return { at, disc: own.includes(at) ? at : own[0]!, number: discs.length };
  });
}

/** The size of what is said of an open group, in units as drawn. */
export const PRESSURE = { width: 46, height: 33, text: 14 };
/** And the letters in it, in pixels of the design, at least. */
const LEGIBLE = 11.5;

/** How much larger than drawn these labels are. */
export const labelsLarger = ({ drawn, unit }: Camera): number =>
  Math.max(1, (LEGIBLE * unit) / ((PRESSURE.text * drawn) / CELL));

/** An open group: how many half-discs keep it open, how likely it is closed, and a disc of it to point to. */
export interface PressureLabel {
  at: Point;
  disc: Point;
  ends: number;
  chance: number;
}

interface OpenGroup {
  discs: readonly Spot[];
  halves: readonly Spot[];
  chance: number;
}

/** Where open groups are labelled: near what keeps them open, on no disc and on no other label. */
export function pressuresAt(
  camera: Camera,
  groups: readonly OpenGroup[],
  discs: readonly Spot[],
): PressureLabel[] {
  const scale = labelsLarger(camera);
  const [width, height] = [(PRESSURE.width / CELL) * scale, (PRESSURE.height / CELL) * scale];
  const lying = discs.map(discBox);
  const taken: Box[] = [];
  const boxAt = ({ x, y }: Point): Box => ({ x: x - width / 2, y: y - height / 2, width, height });
  return groups.map(({ discs: own, halves, chance }) => {
    const near = pointOf(halves[0]!);
    const cost = (at: Point): number => {
      const box = boxAt(at);
      return coveredBy(box, lying) + 100 * coveredBy(box, taken);
    };
    const at = cheapest([...halves.map(pointOf).flatMap((half) => [...around(half, 0.5)]), near], cost);
    taken.push(boxAt(at));
    const far = (disc: Point): number => Math.hypot(disc.x - at.x, disc.y - at.y);
    const disc = own.map(pointOf).sort((a, b) => far(a) - far(b))[0]!;
    return { at, disc, ends: halves.length, chance };
  });
}

/** The upper left corner of the sum on the screen: at a corner of the last tile, or farther away from it. */
export function badgeAt(camera: Camera, laid: readonly Option[], counts: readonly Count[]): Point {
  const screen = (box: Box): Box => ({
    ...camera.toScreen(box.x, box.y),
    width: box.width * camera.scale,
    height: box.height * camera.scale,
  });
  const tile = screen(bounds([laid.at(-1)!.place]));
  const shown = [
    tile,
    ...madeBy(laid).map((spot) => screen(discBox(spot))),
    ...counts.map(({ at }) => screen(square(at, countWidth(camera)))),
  ];
  const width = BADGE.width * camera.unit;
  const height = BADGE.height * camera.unit;
  function* corners(): Generator<Point> {
    for (let far = 0; far < 9; far++) {
      const away = (far * camera.scale) / 4;
      const across = [tile.x + tile.width + away, tile.x - width - away, tile.x + (tile.width - width) / 2];
      const down = [tile.y - height - away, tile.y + tile.height + away, tile.y + (tile.height - height) / 2];
      for (const y of down) for (const x of across) yield { x, y };
    }
  }
  return cheapest(corners(), ({ x, y }) => {
    const box = { x, y, width, height };
    return outside(box, camera.free) + coveredBy(box, shown);
  });
}
