import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Camera } from '@/board/camera.svelte';
import type { Cell } from '@/board/geometry';
import { option, place } from '@/net/faked';
import { Placing } from '@/placing/placing.svelte';
import { Pointer, type Pointed } from './pointer';

type Kind = 'mouse' | 'touch' | 'pen';

/** Tile 5 fits at the cells 2,0 to 3,0 and, upright, at 6,2 to 6,3. */
const fits = [option(place(5, 2, 0)), option(place(5, 6, 2, 1))];

let window: EventTarget;
let told: string[];
let play: Pointed;
let pointer: Pointer;
let field: HTMLElement;

/** A board of 800 by 600 pixels, 10 from the edges of the page; a cell has 50. */
beforeEach(() => {
  window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const placing = new Placing({
    hand: () => [5, 6],
    most: () => 2,
    options: () => fits,
    free: () => false,
    taken: () => false,
  });
  placing.pick(5);
  told = [];
  const tell = (what: string) => void told.push(what);
  play = {
    camera: Object.assign(new Camera(), { width: 800, height: 600, x: 100, y: 100, scale: 50 }),
    placing,
    arrivals: { land: () => tell('land') } as Pointed['arrivals'],
    tool: 'keys',
    dragged: undefined,
    pick: (tile, face) => {
      tell(`pick ${tile} ${face}`);
      placing.pick(tile, face);
    },
    turn: (step) => tell(`turn ${step}`),
    press: (cell) => {
      tell(`press ${cell}`);
      if (!placing.onGhost(cell)) placing.pin(cell);
    },
    framing: { closer: () => tell('closer') } as unknown as Pointed['framing'],
  };
  field = {
    getBoundingClientRect: () => ({ left: 10, top: 10 }),
    setPointerCapture: () => undefined,
  } as unknown as HTMLElement;
  pointer = new Pointer(play, field);
});

afterEach(() => vi.unstubAllGlobals());

interface Wish {
  kind?: Kind;
  id?: number;
  button?: number;
  ctrl?: boolean;
}

/** An event at a point of the board's window. */
function at(
  type: string,
  x: number,
  y: number,
  { kind = 'mouse', id = 1, button = 0, ctrl = false }: Wish = {},
) {
  const event = Object.assign(new Event(type), {
    pointerId: id,
    pointerType: kind,
    button,
    ctrlKey: ctrl,
    clientX: x + 10,
    clientY: y + 10,
  });
  return event as unknown as PointerEvent;
}

const down = (x: number, y: number, wish?: Wish): void => pointer.down(at('pointerdown', x, y, wish));
const move = (x: number, y: number, wish?: Wish): void => pointer.move(at('pointermove', x, y, wish));
const up = (x: number, y: number, wish?: Wish): void => pointer.up(at('pointerup', x, y, wish));
function tap(x: number, y: number, wish?: Wish): void {
  down(x, y, wish);
  up(x, y, wish);
}
/** The middle of a cell. */
const middle = ([x, y]: Cell): [number, number] => [100 + 50 * x + 25, 100 + 50 * y + 25];
const where = (): number[] => [play.camera.x, play.camera.y];
const ghost = (): string | undefined => {
  const found = play.placing.ghost?.place;
  return found && `${found.x},${found.y}`;
};

describe('a mouse', () => {
  it('shows a ghost where the tile fits, also from close by, and none elsewhere', () => {
    move(...middle([2, 0]));
    expect(ghost()).toBe('2,0');
    move(...middle([6, 1])); // above the place for an upright tile, less than a cell away
    expect(ghost()).toBeUndefined();
    move(100 + 6.5 * 50, 100 + 1.7 * 50);
    expect(ghost()).toBe('6,2');
    pointer.leave();
    expect(ghost()).toBeUndefined();
  });

  it('presses by a click, and the board stays where it is', () => {
    tap(...middle([2, 0]));
    expect(told).toEqual(['land', 'press 2,0']);
    expect([play.tool, ...where()]).toEqual(['mouse', 100, 100]);
  });

  it('presses though it trembles, and pans when it is moved', () => {
    down(300, 300);
    move(303, 302);
    expect(where()).toEqual([100, 100]);
    up(303, 302);
    expect(told).toContain('press 4,4');
    told = [];
    down(300, 300);
    move(320, 290);
    move(340, 280);
    up(340, 280);
    expect(where()).toEqual([140, 80]);
    expect(told).toEqual(['land']);
    expect(play.camera.touched).toBe(true);
  });

  it.each([
    ['the right button', { button: 2 }],
    ['the wheel', { button: 1 }],
    ['Ctrl and a click, as on a Mac', { ctrl: true }],
  ])('turns by %s', (_, wish) => {
    tap(...middle([2, 0]), wish);
    expect(told).toEqual(['land', 'turn 1']);
  });

  it('zooms with the wheel about where it is, within reason', () => {
    const before = play.camera.toBoard({ x: 300, y: 200 });
    const wheel = (deltaY: number, deltaMode = 0): void =>
      pointer.wheel(Object.assign(at('wheel', 300, 200), { deltaY, deltaMode }) as unknown as WheelEvent);
    wheel(-100);
    expect(play.camera.scale).toBeGreaterThan(50);
    expect(play.camera.toBoard({ x: 300, y: 200 }).x).toBeCloseTo(before.x);
    const large = play.camera.scale;
    wheel(3, 1); // lines
    expect(play.camera.scale).toBeLessThan(large);
    const small = play.camera.scale;
    wheel(1_000_000);
    expect(play.camera.scale).toBeGreaterThan(small / 2);
  });

  it('drags a pinned ghost to another place', () => {
    tap(...middle([2, 0]));
    told = [];
    down(...middle([3, 0]));
    move(...middle([5, 1]));
    expect(play.dragged).toBeDefined();
    move(...middle([6, 2]));
    expect(ghost()).toBe('6,2');
    up(...middle([6, 2]));
    expect(told).toEqual(['land', 'press 6,2']);
    expect([play.dragged, ...where()]).toEqual([undefined, 100, 100]);
  });
});

describe('a finger', () => {
  const finger = { kind: 'touch' } as const;

  it('taps', () => {
    tap(...middle([2, 0]), finger);
    expect(told).toEqual(['land', 'press 2,0']);
    expect(play.tool).toBe('finger');
  });

  it('means the place next to it', () => {
    tap(100 + 4.4 * 50, 100 + 0.5 * 50, finger); // outside, but near
    expect(told).toContain('press 3,0');
  });

  it('means a pinned ghost when it hits it, and another place when not', () => {
    tap(...middle([2, 0]), finger);
    told = [];
    tap(...middle([3, 0]), finger);
    expect(told).toEqual(['land', 'press 3,0']);
    tap(...middle([6, 3]), finger);
    expect(told).toContain('press 6,3');
  });

  it('that taps the same spot again means the ghost, though the board has moved under it', () => {
    tap(...middle([2, 0]), finger);
    play.camera.pan(200, 100);
    told = [];
    tap(...middle([2, 0]), finger);
    expect(told).toEqual(['land', 'press 2,0']);
  });

  it('that taps twice where nothing fits looks closer', () => {
    tap(300, 400, finger);
    told = [];
    tap(306, 404, finger);
    expect(told).toEqual(['land', 'closer']);
    tap(600, 404, finger);
    expect(told.at(-1)).toBe('press 10,6');
  });

  it('that tries one small cell and at once the next, where nobody tells what fits, means both', () => {
    const free = { hand: () => [5], most: () => 1, options: () => undefined, free: () => true };
    const placing = new Placing({ ...free, taken: () => false });
    placing.pick(5);
    Object.assign(play.camera, { scale: 20 });
    pointer = new Pointer({ ...play, placing, press: (cell) => void told.push(`press ${cell}`) }, field);
    told = [];
    tap(300, 300, finger);
    tap(300, 320, finger);
    expect(told).toEqual(['land', 'press 10,10', 'land', 'press 10,11']);
  });

  it('may rest as long as it likes: that is a tap too', () => {
    vi.useFakeTimers();
    down(...middle([2, 0]), finger);
    vi.advanceTimersByTime(5000);
    up(...middle([2, 0]), finger);
    vi.useRealTimers();
    expect(told).toEqual(['land', 'press 2,0']);
  });

  it('trembles more than a mouse', () => {
    down(300, 300, finger);
    move(308, 303, finger);
    up(308, 303, finger);
    expect(where()).toEqual([100, 100]);
    expect(told).toContain('press 4,4');
  });

  it('pans with one', () => {
    down(300, 300, finger);
    move(330, 340, finger);
    up(330, 340, finger);
    expect(where()).toEqual([130, 140]);
    expect(told).toEqual(['land']);
  });

  it('pinches with two: what is between them stays between them, and nothing is pressed', () => {
    const other = { ...finger, id: 2 };
    down(300, 300, finger);
    down(400, 300, other);
    const between = play.camera.toBoard({ x: 350, y: 300 });
    move(250, 300, finger);
    move(450, 300, other);
    expect(play.camera.scale).toBeCloseTo(100);
    expect(play.camera.toBoard({ x: 350, y: 300 }).x).toBeCloseTo(between.x);
    up(250, 300, finger);
    up(450, 300, other);
    expect(told).toEqual(['land', 'land']);
  });

  it('whose touch the browser takes away has pressed nothing', () => {
    down(...middle([2, 0]), finger);
    pointer.up(at('pointercancel', ...middle([2, 0]), finger));
    tap(300, 300, finger);
    expect(told).toEqual(['land', 'land', 'press 4,4']);
  });
});

describe('out of the hand', () => {
  const wide = (type: string, x: number, y: number, kind: Kind = 'mouse'): void =>
    void window.dispatchEvent(at(type, x, y, { kind }) as unknown as Event);

  it('a tile that is hardly moved stays: it is a click', () => {
    pointer.grab(at('pointerdown', 400, 580), 6, 1);
    wide('pointermove', 402, 579);
    wide('pointerup', 402, 579);
    expect(told).toEqual([]);
  });

  it('a tile is dragged to its place', () => {
    pointer.grab(at('pointerdown', 400, 580), 5, 0);
    wide('pointermove', 400, 400);
    wide('pointermove', ...middle([2, 0]));
    expect(ghost()).toBe('2,0');
    wide('pointerup', ...middle([2, 0]));
    expect(told).toEqual(['pick 5 0', 'press 2,0']);
    told = [];
    wide('pointermove', 300, 300);
    expect([told, play.dragged]).toEqual([[], undefined]);
  });

  it('rides above the finger', () => {
    pointer.grab(at('pointerdown', 400, 580, { kind: 'touch' }), 5, 0);
    const [x, y] = middle([2, 0]);
    wide('pointermove', x, y + 72, 'touch');
    expect([play.tool, ghost()]).toEqual(['finger', '2,0']);
  });

  it('is put back where the hand is', () => {
    play.camera.inset = { top: 0, right: 0, bottom: 100, left: 0 };
    pointer.grab(at('pointerdown', 400, 580), 5, 0);
    wide('pointermove', ...middle([2, 0]));
    wide('pointermove', 400, 560);
    wide('pointerup', 400, 560);
    expect([told, ghost()]).toEqual([['pick 5 0'], undefined]);
  });

  it('pans the board at its edge, once it was clear of all edges', () => {
    pointer.grab(at('pointerdown', 400, 580), 5, 0);
    wide('pointermove', 400, 570); // just out of the hand
    expect(where()).toEqual([100, 100]);
    wide('pointermove', 400, 300);
    wide('pointermove', 20, 300);
    expect(where()).toEqual([106, 100]);
  });

  it('is not dragged by another finger, nor by another button', () => {
    pointer.grab(at('pointerdown', 400, 580, { button: 2 }), 5, 0);
    wide('pointermove', 300, 300);
    pointer.grab(at('pointerdown', 400, 580), 5, 0);
    window.dispatchEvent(at('pointermove', 300, 300, { id: 2 }) as unknown as Event);
    expect(told).toEqual([]);
  });
});
