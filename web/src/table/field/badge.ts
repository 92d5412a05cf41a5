/** Where the sum of a ghost stands: at a corner of its tile, on nothing that it explains. */
import type { Camera, Point } from '@/board/camera.svelte';
import { middleDisc } from '@/board/contour';
import { bounds, discBox, type Box } from '@/board/geometry';
import type { Option } from '@/gen/protocol';

/** Its size in pixels of the design. */
export const BADGE = { width: 52, height: 34 };

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Its upper left corner on the screen. */
export function badgeAt(camera: Camera, { place, receipt }: Option): Point {
  const screen = (box: Box): Box => ({
    ...camera.toScreen(box.x, box.y),
    width: box.width * camera.scale,
    height: box.height * camera.scale,
  });
  const tile = screen(bounds([place]));
  const discs = (receipt?.discs ?? []).map(({ spot }) => screen(discBox(spot)));
  const numbers = (receipt?.groups ?? []).map(({ discs }) => screen(discBox(middleDisc(discs))));
  const width = BADGE.width * camera.unit;
  const height = BADGE.height * camera.unit;
  const cost = ({ x, y }: Point): number => {
    const box = { x, y, width, height };
    const outside = width * height - shared(box, camera.free);
    const covered = [tile, ...discs, ...numbers].reduce((sum, other) => sum + shared(box, other), 0);
    return outside + covered;
  };
  let [best, least]: [Point, number] = [{ x: tile.x, y: tile.y }, Infinity];
  // The corners, then farther away from them.
  for (let far = 0; far < 3 && least > 0; far++) {
    const away = (far * camera.scale) / 2;
    for (const y of [tile.y - height - away, tile.y + tile.height + away]) {
      for (const x of [tile.x + tile.width + away, tile.x - width - away]) {
        const found = cost({ x, y });
        if (found < least) [best, least] = [{ x, y }, found];
      }
    }
  }
  return best;
}
