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
