import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Colour } from '@/gen/design';
import type { Option, TileFaces } from '@/gen/protocol';
import { option, place, seat, seated, state, turn, type Authority } from '@/net/faked';
import { loadLanguage } from '@/text/text.svelte';
import { Play } from './play.svelte';

const COLOURS: Record<string, Colour> = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };
const face = (discs: string): Colour[] => [...discs].map((letter) => COLOURS[letter]!);
// Front: green blue above, green right, green blue below (from the right), yellow left, blue in the middle.
const tiles: TileFaces[] = Array.from({ length: 10 }, (_, id) => ({
  id,
  family: '',
  faces: [face('gbggbyb'), face('yrbyrry')],
}));

let play: Play;
let authority: Authority;
let stop: () => void;

/** Ana's turn; tile 9 lies at 0, 0. Her tile 5, turned half round, fits on its right and on its left. */
const first = [
  option(place(5, 2, 0, 2), 1),
  {
    place: place(5, -2, 0, 2),
    receipt: {
      discs: [{ spot: [0, 1], colour: 'yellow' }],
      disc_points: 1,
      groups: [{ colour: 'yellow', discs: [[0, 1]] }],
      group_points: 1,
      points: 2,
    },
  } as Option,
];

function begin(card = {}): void {
  authority.views(
    state(3),
    3,
    [turn(2, 1, [{ place: place(9, 0, 0), receipt: null }], { setup: true })],
    card,
  );
  flushSync();
  if (!('purist' in card)) {
    authority.says({ type: 'options', id: null, seat: 0, version: 3, after: [], options: first });
    flushSync();
  }
}

beforeAll(() => loadLanguage('en'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  let table;
  ({ table, authority } = seated());
  play = new Play(table, tiles);
  Object.assign(play.camera, { width: 800, height: 600 });
  stop = $effect.root(() => play.follow());
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const said = () => play.voice.said;

it('tells both faces of a tile that is taken, and how it lies when it is turned', () => {
  begin();
  play.pick(5);
  expect(said()).toBe(
    'Tile 5 picked up. Front: blue in the middle, above green and blue, right green, below blue and green, ' +
      'left yellow. Back: yellow in the middle, above yellow and red, right blue, below red and yellow, left red.',
  );
  play.turn(1);
  expect(said()).toBe(
    'front, turned right, blue in the middle, above yellow, right green and blue, below green, left blue and green',
  );
});

it('tells what a ghost touches and scores, and how it is laid once', () => {
  begin();
  play.next(1);
  const words =
    'Tile 5, front, turned halfway round, column −2, row 0: blue in the middle, new disc: yellow right, ' +
    'closes a yellow group of 1, 2 points.';
  expect(said()).toBe(`${words} Press Enter to lay it.`);
  play.next(1);
  play.next(-1);
  expect(said()).toBe(words);
});

describe('the cursor', () => {
  beforeEach(() => {
    begin();
    play.placing.cell = [0, -2];
  });

  it('tells the half-discs around a cell and their groups', () => {
    play.move(1, 0);
    expect(said()).toBe('Column 1, row −2: nothing around it.');
    play.move(0, 1);
    expect(said()).toBe(
      'Column 1, row −1: a blue half-disc below, in an open blue group of 1. It doesn’t fit here.',
    );
  });

  it('tells the tile that lies there', () => {
    play.move(0, 1);
    play.move(0, 1);
    expect(said()).toBe(
      'Column 0, row 0. Tile 9, front, as in hand, column 0, row 0: blue in the middle, in an open blue group of 1, ' +
        'above green and blue, right green, below blue and green, left yellow.',
    );
  });

  it('tells the ghost that fits there', () => {
    play.placing.cell = [-2, 0];
    play.move(1, 0);
    expect(said()).toMatch(
      /^Column −1, row 0: a yellow half-disc on the right\. Tile 5, front, turned halfway/,
    );
  });
});

it.each([
  [[0, 0], 'There’s already a tile here.'],
  [[1, -1], 'It doesn’t fit here: two different colours would meet.'],
  [[7, 7], 'It doesn’t fit here: it wouldn’t touch another tile along a side.'],
] as const)('tells why nothing is laid at %s', ([x, y], words) => {
  begin();
  play.placing.cell = [x, y + 1];
  play.move(0, -1);
  play.confirm();
  expect(said()).toBe(words);
  expect(play.placing.laid).toEqual([]);
});

it('tells what must be done before a tile can be laid', () => {
  begin();
  play.confirm();
  expect(said()).toBe('Choose a place first.');
  play.cancel();
  play.confirm();
  expect(said()).toBe('Take a tile first.');
});

it('tells of another’s turn where and how its tiles lie; of my own its points', () => {
  begin();
  const two = turn(4, 1, first, { points: -1, score: 6, penalty: 4 });
  authority.updates(state(4, { to_move: 1 }), 4, [two]);
  flushSync();
  expect(said()).toBe(
    'Bo: −1 point, now at 6. Tile 5, front, turned halfway round, column 2, row 0: blue in the middle, ' +
      'new disc: green left, 1 point. Tile 5, front, turned halfway round, column −2, row 0: blue in the middle, ' +
      'new disc: yellow right, closes a yellow group of 1, 2 points. Second tile: −4.',
  );
  authority.updates(state(5, { to_move: 1 }), 5, [turn(5, 0, [option(place(6, 4, 0))])]);
  flushSync();
  expect(said()).toBe('Ana: 7 points, now at 7.');
});

it('tells the last turn with all its colours, and the ones before it', () => {
  play.showLast();
  expect(said()).toBe('No turn has been played yet.');
  begin();
  authority.updates(state(4, { to_move: 1 }), 4, [turn(4, 0, [first[1]!], { points: 2, score: 2 })]);
  flushSync();
  play.showLast();
  expect(said()).toBe(
    'Turn 2, Ana: 2 points. Tile 5, front, turned halfway round, column −2, row 0: blue in the middle, ' +
      'above green and blue, right yellow, below blue and green, left green, new disc: yellow right, ' +
      'closes a yellow group of 1.',
  );
  play.showLast(true);
  expect(said()).toMatch(
    /^Turn 1, Bo: first tile\. Tile 9, front, as in hand, column 0, row 0: blue in the middle/,
  );
  play.showLast(true); // there is none before it
  expect(said()).toMatch(/^Turn 1, Bo/);
  play.showLast();
  expect(said()).toMatch(/^Turn 2, Ana/);
});

it('lists the open groups', () => {
  authority.views(state(3), 1);
  flushSync();
  play.groups();
  expect(said()).toBe('No open groups.');
  begin();
  play.groups();
  expect(said()).toBe('1 open group: blue, 1 disc, open at column 1, row −1, column 0, row 1.');
});

it('names the best places, then goes to them', () => {
  begin();
  play.best();
  expect(said()).toBe(
    'The best places for tile 5: 2 points: column −2, row 0, front, turned halfway round; ' +
      '1 point: column 2, row 0, front, turned halfway round.',
  );
  expect(play.placing.ghost).toBeUndefined();
  play.best();
  expect(play.placing.ghost).toBe(first[1]);
  play.best();
  expect(play.placing.ghost).toBe(first[0]);
  play.best();
  expect(said()).toMatch(/^The best places/);
});

describe('at a table without help', () => {
  beforeEach(() => begin({ purist: true }));

  it('the best places are not told', () => {
    play.best();
    expect(said()).toBe('At this table you play without help.');
  });

  it('what meets is told as it can be seen, without points', () => {
    play.pick(5);
    play.press([2, 0]);
    expect(said()).toBe(
      'Tile 5, front, as in hand, column 2, row 0: blue in the middle, yellow meets green left. ' +
        'Press Enter to lay it.',
    );
  });
});

it('tells who shares the device with others all of every turn', () => {
  const both = [seat('Ana', { mine: true, hand: [5, 6] }), seat('Bo', { mine: true, hand: [7, 8] })];
  authority.views(state(3, { seats: both }), 3);
  flushSync();
  authority.updates(state(4, { seats: both, to_move: 1 }), 4, [turn(4, 0, [first[1]!])]);
  flushSync();
  expect(said()).toContain('Tile 5, front');
});
