/**
 * The line around a group, made of quarter circles: a disc is rounded where it touches no other of the
 * group, and where two touch a smaller quarter circle leads from one to the other.
 */
import type { Spot } from './geometry';
import { HALF } from './paint';

/** Discs have radius √½ in half units; the line runs a little outside them. */
const REACH = 0.78;
const SIDES: readonly Spot[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
/** Going clockwise from a side, the neighbour that may lie before the next side. */
const DIAGONALS: readonly Spot[] = [
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
];

/** The SVG path of all lines around these discs. */
export function contour(discs: readonly Spot[]): string {
  const members = new Set(discs.map(String));
  const waiting = new Set(discs.flatMap((disc) => [0, 1, 2, 3].map((side) => `${disc},${side}`)));
  let path = '';
  for (const start of waiting) {
    let [u, v, side] = start.split(',').map(Number) as [number, number, number];
    let line = `M${point(u, v, side)}`;
    let edge = false;
    while (waiting.delete(`${u},${v},${side}`)) {
      const [du, dv] = DIAGONALS[side]!;
      if (members.has(`${u + du},${v + dv}`)) {
        [u, v, side] = [u + du, v + dv, (side + 3) % 4];
        line += arc(1 - REACH, 0, point(u, v, side));
      } else {
        side = (side + 1) % 4;
        edge = true;
        line += arc(REACH, 1, point(u, v, side));
      }
    }
    // Four discs around one point leave a dimple between them that is no edge of the group.
    if (edge) path += `${line}z`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function point(u: number, v: number, side: number): string {
  const [du, dv] = SIDES[side]!;
  return `${round((u + REACH * du) * HALF)} ${round((v + REACH * dv) * HALF)}`;
}

function arc(radius: number, sweep: 0 | 1, to: string): string {
  const r = round(radius * HALF);
  return `A${r} ${r} 0 0 ${sweep} ${to}`;
}

/** The disc nearest to the middle of a group, where its count is written. */
export function middleDisc(discs: readonly Spot[]): Spot {
  const [u, v] = [0, 1].map(
    (axis) => discs.reduce((sum, disc) => sum + disc[axis as 0 | 1], 0) / discs.length,
  );
  const far = (disc: Spot): number => (disc[0] - u!) ** 2 + (disc[1] - v!) ** 2;
  return discs.reduce((best, disc) => (far(disc) < far(best) ? disc : best));
}
