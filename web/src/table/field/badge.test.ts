import { describe, expect, it } from 'vitest';
import { Camera } from '@/board/camera.svelte';
import { option, place } from '@/net/faked';
import { BADGE, badgeAt } from './badge';

const camera = (): Camera => Object.assign(new Camera(), { width: 800, height: 600, x: 0, y: 0, scale: 30 });
const { width, height } = BADGE;

describe('the sum of a ghost', () => {
  const ghost = option(place(5, 10, 8)); // on the screen from 300, 240 to 360, 270

  it('stands at the upper right of its tile', () => {
    expect(badgeAt(camera(), ghost)).toEqual({ x: 360, y: 240 - height });
  });

  it('gives way to the edge of the window and to panels', () => {
    const narrow = Object.assign(camera(), { inset: { top: 0, right: 420, bottom: 0, left: 0 } });
    expect(badgeAt(narrow, ghost)).toEqual({ x: 300 - width, y: 240 - height });
  });

  it('covers no number of a group', () => {
    const receipt = { ...ghost.receipt!, groups: [{ colour: 'red' as const, discs: [[25, 15]] }] };
    const at = badgeAt(camera(), { ...ghost, receipt } as typeof ghost);
    expect(at).toEqual({ x: 300 - width, y: 240 - height });
  });
});
