import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Option, Place, State } from '@/gen/protocol';
import { option, place, seat, seated, state, turn, type Authority } from '@/net/faked';
import { loadLanguage } from '@/text/text.svelte';
import { Play } from './play.svelte';

const kept = new Map<string, string>();
const first = [option(place(5, 2, 0), 7), option(place(5, 2, 0, 2), 5), option(place(6, 2, 0), 3)];
const second = [option(place(6, 4, 0), 6)];

let play: Play;
let authority: Authority;
let still: boolean;
let stop: () => void;

/** A table at which Ana sits, with the effects that keep it in step. */
function sit(): void {
  let table;
  ({ table, authority } = seated());
  play = new Play(table, []);
  Object.assign(play.camera, { width: 800, height: 600 });
  stop = $effect.root(() => play.follow());
}

function options(version: number, found: Option[], after: Place[] = [], id: string | null = null): void {
  authority.says({ type: 'options', id, seat: 0, version, after, options: found });
  flushSync();
}

function updates(now: State, seq: number, events = [] as ReturnType<typeof turn>[]): void {
  authority.updates(now, seq, events);
  flushSync();
}

/** Ana's turn begins, with her options; one tile lies already. */
function begin(version = 3): void {
  authority.views(state(version), 3, [turn(2, 1, [option(place(9, 0, 0))], { setup: true })]);
  flushSync();
  options(version, first);
}

/** Wait for answers that were given. */
const answered = () => vi.advanceTimersByTimeAsync(0);

beforeAll(() => loadLanguage('en'));

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  still = true;
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  sit();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('places that are not known yet', () => {
  beforeEach(() => {
    begin();
    play.press([2, 0]);
    play.confirm();
    play.pick(6);
  });

  it.each([
    ['the next one', () => play.next(1)],
    ['the best ones', () => play.best()],
    ['to lay a tile', () => play.confirm()],
  ])('are being looked up, whoever asks for %s', (_, ask) => {
    ask();
    expect(play.voice.said).toContain('checking where');
    options(3, [], [place(5, 2, 0)]);
    ask();
    expect(play.voice.said).toBe('Tile 6 doesn’t fit anywhere right now.');
  });
});

describe('a turn of mine', () => {
  it('begins with the first tile that fits in the hand, and is told', () => {
    begin();
    expect(play.placing.tile).toBe(5);
    expect(play.voice.said).toContain('Your turn');
  });

  it('is laid by two clicks, and sent as it was laid', async () => {
    begin();
    play.press([2, 0]);
    expect(play.placing.pinned).toBe(true);
    play.press([3, 0]); // the ghost's other half
    expect(play.placing.laid).toEqual([first[0]]);
    expect(play.sending.canEnd).toBe(true);
    const ended = play.end();
    expect(authority.last('turn')).toMatchObject({ seat: 0, version: 3, placements: [first[0]!.place] });
    expect(play.sending.busy).toBe(true);
    authority.says({ type: 'ack', id: authority.last('turn').id, seq: 4 });
    await ended;
    expect(play.sending.busy).toBe(false);
  });

  it('is over once it is answered: nothing of it lies in the way of the next', async () => {
    begin();
    play.press([2, 0]);
    play.confirm();
    void play.end();
    authority.says({ type: 'ack', id: authority.last('turn').id, seq: 4 });
    await answered();
    updates(state(4, { to_move: 1 }), 4, [turn(4, 0, [first[0]!])]);
    expect([play.placing.laid, play.placing.ghost, play.placing.tile]).toEqual([[], undefined, undefined]);
    expect(play.arrivals.settled.map(({ tile }) => tile)).toEqual([9, 5]);
  });

  it('cannot be changed while it is on its way', () => {
    begin();
    play.press([2, 0]);
    play.confirm();
    options(3, second, [first[0]!.place]);
    void play.end();
    play.undo();
    play.pick(6);
    play.press([4, 0]);
    void play.end();
    expect([play.placing.laid.length, play.placing.tile]).toEqual([1, undefined]);
    expect(authority.sent.filter(({ type }) => type === 'turn')).toHaveLength(1);
  });

  it('that is refused says why, keeps what was laid, and can be mended', async () => {
    begin();
    play.press([2, 0]);
    play.confirm();
    void play.end();
    const { id } = authority.last('turn');
    authority.says({ type: 'error', id, code: 'overlap', words: '', details: {} });
    await answered();
    expect(play.sending.fault).not.toBe('');
    expect(play.voice.said).toBe(play.sending.fault);
    expect(play.placing.laid).toHaveLength(1);
    play.undo();
    play.press([2, 0]);
    expect([play.placing.laid.length, play.sending.fault]).toEqual([0, '']);
  });

  it('that is stale gives way to the turn that is', async () => {
    begin();
    play.press([2, 0]);
    play.confirm();
    void play.end();
    const { id } = authority.last('turn');
    updates(state(4, { to_move: 1 }), 4, [turn(4, 0, [first[1]!])]);
    authority.says({ type: 'error', id, code: 'stale', words: '', details: {} });
    await answered();
    expect(play.placing.laid).toEqual([]);
    expect(play.sending.fault).not.toBe('');
  });

  it('has a second tile, for which placements are asked', async () => {
    begin();
    play.press([2, 0]);
    play.confirm();
    flushSync();
    await answered();
    expect(authority.last('try').placements).toEqual([first[0]!.place]);
    options(3, second, [first[0]!.place], authority.last('try').id);
    play.pick(6);
    play.press([4, 0]);
    expect(play.placing.total).toBe(7 + 6 - 4);
  });

  it('survives a reload, ghost and all, and only as long as nothing has happened', () => {
    begin();
    play.press([2, 0]);
    play.turn(1);
    flushSync();
    stop();
    sit();
    begin();
    expect([play.placing.ghost, play.placing.pinned]).toEqual([first[1], true]);
    stop();
    sit();
    begin(4);
    expect(play.placing.ghost).toBeUndefined();
  });
});

describe('placements that should come by themselves', () => {
  it('are asked for when they do not', async () => {
    authority.views(state(3), 3);
    flushSync();
    await vi.advanceTimersByTimeAsync(1900);
    expect(authority.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(authority.last('try')).toMatchObject({ seat: 0, placements: [] });
  });

  it('are not asked for on a line that is cut', async () => {
    authority.views(state(3), 3);
    authority.listener.status('lost');
    flushSync();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(authority.sent).toEqual([]);
  });
});

describe('what cannot be done is said and shown', () => {
  it('turning and flipping where it fits in one way only', () => {
    begin();
    play.pick(6);
    play.press([2, 0]);
    play.turn(1);
    expect([play.voice.said, play.voice.hint]).toEqual(Array(2).fill('It only fits here one way.'));
    play.flip();
    expect(play.voice.hint).toBe('The other face doesn’t fit here.');
    vi.advanceTimersByTime(5000);
    expect(play.voice.hint).toBe('');
  });

  it('a press on the board without a tile', () => {
    begin();
    updates(state(4, { to_move: 1 }), 4, [turn(4, 0, [first[0]!])]);
    play.press([4, 0]);
    expect(play.voice.hint).toBe('Take a tile first.');
  });

  it('a face that was chosen where only the other fits', () => {
    begin();
    play.pick(5, 1);
    play.press([2, 0]);
    expect([play.placing.face, play.voice.hint]).toEqual([0, 'Only the front fits here.']);
    play.press([2, 0]);
    expect([play.placing.laid.length, play.voice.hint]).toEqual([1, '']);
  });
});

describe('a turn of somebody else', () => {
  const theirs = turn(4, 1, [option(place(8, 4, 0))], { points: 7, score: 7 });

  const tiles = (places: readonly Place[]): number[] => places.map(({ tile }) => tile);

  it('is told, its tile flies in and lies down, and what it scored is lit for a while', () => {
    still = false;
    begin();
    updates(state(4), 4, [theirs]);
    expect(play.voice.said).toMatch(/^Bo: .*7 points/);
    expect([tiles(play.arrivals.flying), tiles(play.arrivals.settled)]).toEqual([[8], [9]]);
    vi.advanceTimersByTime(700);
    expect([tiles(play.arrivals.flying), tiles(play.arrivals.settled)]).toEqual([[], [9, 8]]);
    expect(play.arrivals.shown?.points).toBe(7);
    vi.advanceTimersByTime(1600);
    expect(play.arrivals.shown).toBeUndefined();
    expect(play.arrivals.last?.points).toBe(7);
  });

  it('is shown after the one before it, and a tap skips them all', () => {
    still = false;
    begin();
    const next = turn(5, 1, [option(place(7, 6, 0))], { points: 2, score: 9 });
    updates(state(5), 5, [theirs, next]);
    expect([tiles(play.arrivals.flying), tiles(play.arrivals.settled)]).toEqual([[8], [9]]);
    vi.advanceTimersByTime(700);
    expect([play.arrivals.shown?.points, tiles(play.arrivals.settled)]).toEqual([7, [9, 8]]);
    vi.advanceTimersByTime(1600);
    expect(tiles(play.arrivals.flying)).toEqual([7]);
    play.arrivals.land();
    expect([play.arrivals.shown, tiles(play.arrivals.settled)]).toEqual([undefined, [9, 8, 7]]);
    vi.advanceTimersByTime(9000);
    expect(play.arrivals.shown).toBeUndefined();
  });

  it('is no news when it comes with the first view', () => {
    still = false;
    authority.views(state(4), 4, [theirs]);
    flushSync();
    expect(play.arrivals.flying).toEqual([]);
    expect(play.voice.said).not.toContain('Bo');
  });

  it('lies there at once where stillness is wanted', () => {
    begin();
    updates(state(4), 4, [theirs]);
    expect([tiles(play.arrivals.flying), tiles(play.arrivals.settled)]).toEqual([[], [9, 8]]);
    expect(play.arrivals.shown?.points).toBe(7);
  });

  it('is shown when it is out of sight, unless I am just laying a tile', () => {
    begin();
    play.camera.pan(0, 0); // mine to move from now on
    const before = [play.camera.x, play.camera.y];
    play.press([2, 0]);
    updates(state(3), 4, [turn(4, 1, [option(place(8, 90, 0))])]);
    expect([play.camera.x, play.camera.y]).toEqual(before);
    play.cancel();
    updates(state(3), 5, [turn(5, 1, [option(place(7, 92, 0))])]);
    expect(play.camera.sees(92, 0)).toBe(true);
  });

  it('with nothing laid is a pass, which is shown for a while', () => {
    begin();
    updates(state(4), 4, [turn(4, 1, [])]);
    expect(play.voice.notice).toContain('Bo');
    vi.advanceTimersByTime(6000);
    expect(play.voice.notice).toBe('');
  });

  it('leaves me time to try my tiles, which is never sent', async () => {
    begin();
    updates(state(4, { to_move: 1 }), 4);
    expect(play.seating.tryout).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(authority.sent).toEqual([]); // nobody has asked what they could do
    play.pick(5);
    expect(play.voice.said).toContain('Tile 5 picked up');
    flushSync();
    await answered();
    expect(authority.last('try')).toMatchObject({ seat: 0, placements: [] });
    options(4, first, [], authority.last('try').id);
    play.press([2, 0]);
    play.confirm();
    expect(play.placing.laid).toHaveLength(1);
    void play.end();
    expect(authority.sent.filter(({ type }) => type === 'turn')).toEqual([]);
  });
});

describe('on one device', () => {
  const both = (version: number, to_move: number): State =>
    state(version, {
      to_move,
      seats: [seat('Ana', { mine: true, hand: [5, 6] }), seat('Bo', { mine: true, hand: [7, 8] })],
    });

  it('no hand is shown until who is to move has taken it', () => {
    authority.views(both(3, 0), 3);
    flushSync();
    expect([play.seating.curtain, play.seating.hand]).toEqual([true, []]);
    play.seating.take();
    expect([play.seating.curtain, play.seating.hand]).toEqual([false, [5, 6]]);
    updates(both(4, 1), 4);
    expect([play.seating.curtain, play.seating.hand]).toEqual([true, []]);
    play.seating.take();
    expect(play.seating.hand).toEqual([7, 8]);
  });
});

it('shows no hand and no turn to who has given up, or only looks on', () => {
  const seats = [seat('Ana', { mine: true, hand: [5, 6], presence: 'resigned' }), seat('Bo')];
  authority.views(state(3, { seats }), 3);
  flushSync();
  expect([play.seating.handed, play.seating.myTurn]).toEqual([false, false]);
  updates(state(4, { seats: [seat('Ana'), seat('Bo')] }), 4);
  expect([play.seating.handed, play.seating.myTurn, play.seating.begun]).toEqual([false, false, true]);
});
