import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pledgeOf } from '@/fair/pledges';
import { card, option, place, seat, seated, state, turn, type Authority } from './faked';
import type { Options } from '@/gen/protocol';
import type { Kernel, Question } from './kernel';
import { Refused } from './refused';
import { Table } from './table.svelte';

/** What a browser keeps, across reloads of the page. */
class Kept {
  readonly #kept = new Map<string, string>();
  getItem = (key: string): string | null => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#kept.set(key, value);
  removeItem = (key: string): void => void this.#kept.delete(key);
}

let table: Table;
let authority: Authority;
const mine = [place(5, 3, 0)];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', new Kept());
  vi.stubGlobal('localStorage', new Kept());
  ({ table, authority } = seated());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what happens', () => {
  it('is shown in the order it came, with all tiles on the board', () => {
    authority.views(state(1), 3, [turn(2, 1, [option(place(9, 0, 0))])]);
    authority.updates(state(2), 4, [turn(4, 0, [option(place(5, 2, 0)), option(place(6, 4, 0))])]);
    expect(table.turns.map(({ seq }) => seq)).toEqual([2, 4]);
    expect(table.laid.map(({ tile }) => tile)).toEqual([9, 5, 6]);
    expect(table.state?.version).toBe(2);
  });

  it('is shown once, even when it is told again after a cut', () => {
    const first = turn(2, 1, [option(place(9, 0, 0))]);
    authority.views(state(1), 3, [first]);
    expect(authority.listener.since()).toBe(3);
    authority.views(state(2), 4, [first, turn(4, 0, [option(place(5, 2, 0))])]);
    expect(table.turns.map(({ seq }) => seq)).toEqual([2, 4]);
    expect(authority.listener.since()).toBe(4);
  });

  it('starts afresh when the server knows less than we do', () => {
    const first = turn(2, 1, [option(place(9, 0, 0))]);
    authority.views(state(2), 4, [first, turn(4, 0, [option(place(5, 2, 0))])]);
    authority.says({ type: 'options', id: null, seat: 0, version: 1, after: [], options: [] });
    // Restored from a backup: it tells everything anew, and goes on another way.
    authority.views(state(1), 3, [first]);
    expect(table.laid.map(({ tile }) => tile)).toEqual([9]);
    expect(table.optionsFor(0, [])).toBeUndefined();
    authority.updates(state(2), 4, [turn(4, 0, [option(place(7, 2, 0))])]);
    expect(table.laid.map(({ tile }) => tile)).toEqual([9, 7]);
    expect(authority.listener.since()).toBe(4);
  });

  it('has a time limit on the clock of this browser', () => {
    authority.views(state(1, { clock_ms: 45_000 }), 1);
    expect(table.deadline).toBe(performance.now() + 45_000);
    authority.updates(state(2), 2);
    expect(table.deadline).toBeUndefined();
  });
});

describe('a turn', () => {
  beforeEach(() => authority.views(state(7), 10));

  it('is settled when it is acknowledged, and not before', async () => {
    const settled = vi.fn();
    void table.play(0, mine).then(settled);
    const sent = authority.last('turn');
    expect(sent).toMatchObject({ version: 7, seat: 0, placements: mine });
    authority.says({ type: 'ack', id: 'of another command', seq: 11 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
    authority.says({ type: 'ack', id: sent.id, seq: 11 });
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledOnce();
  });

  it.each(['stale', 'not_your_turn', 'overlap'] as const)('is refused as %s, in words', async (code) => {
    const played = table.play(0, mine);
    const { id } = authority.last('turn');
    authority.says({ type: 'error', id, code, words: 'no', details: {} });
    const refused = await played.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ code, message: 'no' });
    // What was refused is not sent again.
    authority.sent = [];
    authority.views(state(8), 11);
    expect(authority.sent).toEqual([]);
  });

  it('goes again under its old id after a cut, until it is acknowledged', async () => {
    authority.cut = true;
    const played = table.play(0, mine);
    expect(authority.sent).toEqual([]);
    authority.cut = false;
    authority.views(state(7), 10);
    const first = authority.last('turn');
    expect(first).toMatchObject({ version: 7, placements: mine });
    // Perhaps it arrived and only the answer was lost: the same id makes that harmless.
    authority.views(state(8), 11);
    expect(authority.sent.filter(({ type }) => type === 'turn')).toEqual([first, first]);
    authority.says({ type: 'ack', id: first.id, seq: 11 });
    await played;
    authority.sent = [];
    authority.views(state(8), 11);
    expect(authority.sent).toEqual([]);
  });

  it('survives a reload of the page', async () => {
    authority.cut = true;
    void table.play(0, mine);
    ({ table, authority } = seated());
    authority.views(state(7), 10);
    const again = authority.last('turn');
    expect(again).toMatchObject({ version: 7, seat: 0, placements: mine });
    expect(authority.sent).toHaveLength(1);
    authority.says({ type: 'error', id: again.id, code: 'stale', words: '', details: {} });
    await vi.advanceTimersByTimeAsync(0);
    ({ table, authority } = seated());
    authority.views(state(8), 11);
    expect(authority.sent).toEqual([]);
  });

  it('of another table is left alone', () => {
    authority.cut = true;
    void table.play(0, mine);
    const other = seated('b');
    other.authority.views(state(7), 10);
    expect(other.authority.sent).toEqual([]);
  });
});

describe('placements that the page finds by itself', () => {
  const told: Options = {
    ...{ type: 'options', id: null, seat: 0, version: 7, after: [], tiles: [5, 6] },
    ...{ flat: 1, x: [3], y: [0], fits: ['1', '0'], receipts: null, other_order: null },
  };
  const fits = [{ place: place(5, 3, 0), receipt: null }];
  let questions: Question[];
  let ready: (kernel: Kernel) => void;
  let broken: () => void;

  const kernel: Kernel = (question) => {
    questions.push(question);
    return { ...told, version: question.version, after: question.after };
  };

  beforeEach(() => {
    questions = [];
    const kernelFor = () =>
      new Promise<Kernel>((resolve, reject) => {
        [ready, broken] = [resolve, () => reject(new Error('not here'))];
      });
    ({ table, authority } = seated('a', kernelFor));
    authority.views(state(7), 10, [turn(2, 1, [option(place(9, 0, 0))])]);
  });

  const begin = async () => {
    authority.says({ ...told, options: fits });
    ready(kernel);
    await vi.advanceTimersByTimeAsync(0);
  };

  it('are told by the authority until the page has been told some, and is ready', async () => {
    expect(table.told).toBe(true);
    await begin();
    expect(table.told).toBe(false);
    expect(authority.sent).toEqual([{ type: 'help', wanted: false }]);
    authority.updates(state(8), 11, [turn(11, 1, [option(place(8, 2, 0))])]);
    table.ask(0, []);
    expect(table.optionsFor(0, [])).toEqual(fits);
    expect(questions).toMatchObject([{ version: 8, hand: [5, 6], scored: true, seat: 0, after: [] }]);
    expect(questions[0]!.laid.map(({ tile }) => tile)).toEqual([9, 8]);
    expect(authority.sent).toHaveLength(1);
  });

  it('after a tile that was tried are those of the other one', async () => {
    await begin();
    table.ask(0, [place(5, 3, 0)]);
    expect(questions.at(-1)).toMatchObject({ hand: [6], after: [place(5, 3, 0)] });
    expect(authority.sent).toHaveLength(1);
  });

  it('are the authority’s where a tile is tried that cannot lie there, or is not held', async () => {
    await begin();
    table.ask(0, [place(6, 3, 0)]);
    table.ask(0, [place(7, 3, 0)]);
    table.ask(1, []);
    expect(questions.every(({ after }) => after.length === 0)).toBe(true);
    expect(authority.sent.map(({ type }) => type)).toEqual(['help', 'try', 'try', 'try']);
  });

  it('are declined anew on every line', async () => {
    await begin();
    authority.views(state(8), 11);
    expect(authority.sent).toEqual([
      { type: 'help', wanted: false },
      { type: 'help', wanted: false },
    ]);
  });

  it('stay the authority’s where the page cannot find them', async () => {
    authority.says({ ...told, options: fits });
    broken();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.told).toBe(true);
    table.ask(0, [place(5, 3, 0)]);
    expect(authority.sent.map(({ type }) => type)).toEqual(['try']);
  });
});

describe('legal placements', () => {
  const fits = [option(place(5, 3, 0))];
  beforeEach(() => authority.views(state(7), 10));

  it('come by themselves, and are of use for their version only', () => {
    expect(table.optionsFor(0, [])).toBeUndefined();
    authority.says({ type: 'options', id: null, seat: 0, version: 7, after: [], options: fits });
    expect(table.optionsFor(0, [])).toEqual(fits);
    expect(table.optionsFor(1, [])).toBeUndefined();
    expect(table.optionsFor(0, mine)).toBeUndefined();
    authority.updates(state(8), 11);
    expect(table.optionsFor(0, [])).toBeUndefined();
  });

  it('that come too late are not taken for those of now', () => {
    authority.updates(state(8), 11);
    authority.says({ type: 'options', id: null, seat: 0, version: 7, after: [], options: fits });
    expect(table.optionsFor(0, [])).toBeUndefined();
  });

  it('are asked for once', async () => {
    table.ask(0, mine);
    table.ask(0, mine);
    expect(authority.sent).toHaveLength(1);
    const { id, placements } = authority.last('try');
    expect(placements).toEqual(mine);
    authority.says({ type: 'options', id, seat: 0, version: 7, after: mine, options: [] });
    expect(table.optionsFor(0, mine)).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    table.ask(0, mine);
    expect(authority.sent).toHaveLength(1);
  });

  it('are asked for again a little later when there was too much to do, and not when refused for good', async () => {
    table.ask(0, []);
    const answer = (code: 'too_fast' | 'purist'): void => {
      const { id } = authority.last('try');
      authority.says({ type: 'error', id, code, words: '', details: {} });
    };
    answer('too_fast');
    await vi.advanceTimersByTimeAsync(900);
    expect(authority.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(authority.sent).toHaveLength(2);
    answer('purist');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(authority.sent).toHaveLength(2);
  });
});

describe('before the game', () => {
  const waiting = state(0, {
    phase: 'waiting',
    seats: [seat('Ana', { mine: true, ready: false }), seat('Bo')],
  });

  it('this browser adds its part to the bag, once, and writes down what it saw and gave', () => {
    authority.views(waiting, 1, [], { commitment: 'seen before' });
    authority.updates(waiting, 2);
    expect(authority.sent).toHaveLength(1);
    const { nonce } = authority.last('ready');
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(pledgeOf('a')).toEqual({ commitment: 'seen before', nonce });
  });

  it('tries again when that was refused', async () => {
    authority.views(waiting, 1);
    const { id, nonce } = authority.last('ready');
    authority.says({ type: 'error', id, code: 'try_again', words: '', details: {} });
    await vi.advanceTimersByTimeAsync(0);
    authority.updates(waiting, 2);
    expect(authority.last('ready').nonce).not.toBe(nonce);
  });

  it('who only looks on adds nothing', () => {
    authority.views({ ...waiting, seats: [seat('Bo', { ready: false })] }, 1);
    expect(authority.sent).toEqual([]);
  });
});

it('hands on reactions, and says some', () => {
  const heard = vi.fn();
  table.onReaction(heard);
  authority.views(state(1), 1, [], card());
  authority.says({ type: 'reaction', seat: 1, reaction: 'bravo' });
  expect(heard).toHaveBeenCalledWith(1, 'bravo');
  table.react('thanks');
  expect(authority.last('react').reaction).toBe('thanks');
});

it('connects anew for who has sat down, and takes the seats over from a bot for who is back', () => {
  table.again();
  expect(authority.again).toBe(1);
  table.here();
  expect(authority.sent).toMatchObject([{ type: 'here' }]);
});

it('is closed with its line', () => {
  table.close();
  expect(authority.closed).toBe(true);
});

describe('presence', () => {
  it('is known for every seat, and who comes and goes is told', () => {
    vi.setSystemTime(1_000_000);
    authority.views(state(1, { seats: [seat('Ana', { mine: true }), seat('Bo', { away_ms: 5000 })] }), 1);
    expect(table.away).toEqual([null, 995_000]);
    authority.says({ type: 'presence', away_ms: [null, null] });
    expect(table.away).toEqual([null, null]);
  });

  it('lets the computer stand in, unless that is refused', async () => {
    authority.views(state(1), 1);
    const asked = table.standIn(1);
    const { id, seat: whose } = authority.last('stand_in');
    expect(whose).toBe(1);
    authority.says({ type: 'error', id, code: 'not_allowed', words: 'too soon', details: {} });
    await expect(asked).rejects.toBeInstanceOf(Refused);
  });
});

describe('a clock that has run out', () => {
  it('is asked about when nothing comes, once', () => {
    authority.views(state(1, { clock_ms: 45_000 }), 1);
    vi.advanceTimersByTime(49_000);
    expect(authority.again).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(authority.again).toBe(1);
  });

  it('is not asked about when the turn has ended, or the table is left', () => {
    authority.views(state(1, { clock_ms: 45_000 }), 1);
    authority.updates(state(2, { clock_ms: 45_000 }), 2);
    vi.advanceTimersByTime(49_000);
    table.close();
    vi.advanceTimersByTime(60_000);
    expect(authority.again).toBe(0);
  });
});
