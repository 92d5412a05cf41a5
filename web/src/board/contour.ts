/** The line around a group, made of quarter circles: around its discs, and over from one to the next. */
import { CONTOUR, HALF } from '@/gen/design';
import type { Spot } from './geometry';

/** The SVG path of all lines around these discs. */
export function contour(discs: readonly Spot[]): string {
  const members = new Set(discs.map(String));
  const arcs = discs.flatMap(([u, v]) => {
    const held = ([du, dv]: Spot): boolean => members.has(`${u + du},${v + dv}`);
    return CONTOUR.map(({ neighbour, gap, around, over }) => {
      // Four discs around one point leave a dimple between them that is no edge of the group.
      if (held(neighbour) && gap.every(held)) return '';
      return `M${u * HALF} ${v * HALF}${held(neighbour) ? over : around}`;
    });
  });
  return arcs.join('');
}

/** The disc nearest to the middle of a group, where its count is written. */
export function middleDisc(discs: readonly Spot[]): Spot {
  const [u, v] = [0, 1].map(
    (axis) => discs.reduce((sum, disc) => sum + disc[axis as 0 | 1], 0) / discs.length,
  );
  const far = (disc: Spot): number => (disc[0] - u!) ** 2 + (disc[1] - v!) ** 2;
  return discs.reduce((best, disc) => (far(disc) < far(best) ? disc : best));
}
