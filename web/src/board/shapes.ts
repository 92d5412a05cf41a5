/**
 * Discs, signs and wood as SVG paths at their place on the board. The lines are relative ones, so that each is
 * moved by its first point alone: a board drawn with transforms or clips, one for each disc, would be slow to pan.
 */
import { CELL, GRAINS, HALF_DISCS, HALF_SIGNS, SIGNS, WOODS, type Colour, type Side } from '@/gen/design';
import type { Place } from '@/gen/protocol';
import { isFlat, type Box } from './geometry';

const at = (x: number, y: number, line: string): string => `M${x} ${y}${line}`;

/** The rectangle that a tile covers, in drawing units. */
export function outline({ x, y, rotation }: Pick<Place, 'x' | 'y' | 'rotation'>): Box {
  const width = isFlat(rotation) ? 2 * CELL : CELL;
  return { x: x * CELL, y: y * CELL, width, height: 3 * CELL - width };
}

/** An angle at each corner of a tile, short enough to touch none of its discs. */
export function corners(place: Pick<Place, 'x' | 'y' | 'rotation'>): string {
  const { x, y, width, height } = outline(place);
  const arm = 8;
  return [x, x + width]
    .flatMap((left) => [y, y + height].map((top) => ({ left, top })))
    .map(({ left, top }) => {
      const [dx, dy] = [left === x ? arm : -arm, top === y ? arm : -arm];
      return `M${left + dx} ${top}h${-dx}v${dy}`;
    })
    .join('');
}

/** A half-disc, or its sign, on one side of its spot. */
export const halfDisc = (x: number, y: number, side: Side): string => at(x, y, HALF_DISCS[side]);
export const halfSign = (colour: Colour, x: number, y: number, side: Side): string =>
  at(x, y, HALF_SIGNS[colour][side]);

/** The sign of a whole disc. */
export const sign = (colour: Colour, x: number, y: number): string => at(x, y, SIGNS[colour]);

/** The tint of a tile: neighbouring ids differ, and a tile keeps its own wherever it is drawn. */
export const wood = (tile: number): string => WOODS[tile % WOODS.length]!;

/** The grain of a face, which it keeps however it lies. */
export function grain({ tile, face, rotation, x, y }: Place): string {
  const { flat, upright } = GRAINS[(2 * tile + face) % GRAINS.length]!;
  return at(x * CELL, y * CELL, isFlat(rotation) ? flat : upright);
}
