import { expect, it, vi } from 'vitest';
import type { Keeping, KeepingRequest, Place } from '@/gen/protocol';
import { Refused } from '@/net/refused';
import { Table } from '@/net/table.svelte';
import { notes } from './faked';
import { Keeper } from './keeper.svelte';
import { NO_DRAFT } from './notes';
import { Referee } from './referee.svelte';

const place = (tile: number): Place => ({ tile, face: 0, rotation: 0, x: 2 * tile, y: 0 });

/** A referee in Python’s stead: a point for each tile, and what is named in `bad` does not fit. */
function table(bad: number[] = []) {
  const ask = vi.fn(async (wish: KeepingRequest): Promise<Keeping> => {
    const fault = wish.moves.findIndex((move) => move.some(({ tile }) => bad.includes(tile)));
    const good = fault < 0 ? wish.moves : wish.moves.slice(0, fault);
    const scores = [0, 0, 0];
    const moves = good.map((move, number) => {
      const seat = number % 3;
      const setup = number < 3;
      const points = setup ? 0 : move.length;
      scores[seat]! += points;
      const laid = move.map((one) => ({ place: one, receipt: null }));
      const score = scores[seat]!;
      const by = 'player' as const;
      return {
        type: 'turn' as const,
        seq: number + 1,
        version: number,
        seat,
        setup,
        laid,
        penalty: 0,
        points,
        score,
        by,
      };
    });
    return {
      moves,
      fault: fault < 0 ? null : { move: fault, code: 'no_disc', words: 'x', details: {} },
      scores,
      to_move: good.length % 3,
      in_setup: good.length < 3,
      final_round: false,
      bag_count: 100,
      result: null,
      options: null,
      record: null,
    };
  });
  const moves = [1, 2, 3, 4, 5].map((tile) => [place(tile)]);
  const kept = {
    notes: notes(moves, { mode: 'tiles' }),
    draft: NO_DRAFT,
    at: undefined,
    steps: [],
    since: 0,
    updated: 0,
  };
  const keeper = new Keeper(kept, () => undefined);
  return { keeper, ask, referee: new Referee(keeper, ask) };
}

const settle = () => new Promise((done) => setTimeout(done));

it('lays on the screen what lies on the table, and takes the next turn', async () => {
  const { keeper, referee } = table();
  await referee.look();
  const screen = new Table('a', referee.connect);
  await settle();
  expect(screen.laid.map(({ tile }) => tile)).toEqual([1, 2, 3, 4, 5]);
  expect(screen.state).toMatchObject({ version: 5, to_move: 2, phase: 'playing' });
  await screen.play(2, [place(6)]);
  expect(keeper.notes.moves).toHaveLength(6);
  expect(screen.laid.at(-1)!.tile).toBe(6);
  expect(screen.state!.seats.map(({ score }) => score)).toEqual([1, 1, 1]);
});

it('stops before the turn that is being corrected, and shows all of them again', async () => {
  const { keeper, referee } = table();
  await referee.look();
  keeper.correct(3);
  await referee.look();
  expect([referee.now!.moves.length, keeper.draft.hand]).toEqual([3, [4]]);
  keeper.enter([place(9)]);
  await referee.look();
  expect(referee.now!.moves.map(({ laid }) => laid[0]!.place.tile)).toEqual([1, 2, 3, 9, 5]);
});

it('names a later turn that does not fit any more, and loses nothing', async () => {
  const { keeper, referee } = table([5]);
  await referee.look();
  expect([referee.whole!.fault!.move, referee.now!.moves.length]).toEqual([4, 4]);
  expect(referee.state.to_move).toBeNull();
  expect(keeper.notes.moves).toHaveLength(5);
  keeper.correct(4);
  await referee.look();
  expect(referee.state.to_move).toBe(1);
});

it('writes a turn down once, however often it could not be counted', async () => {
  const { ask, keeper, referee } = table();
  await referee.look();
  const screen = new Table('b', referee.connect);
  await settle();
  ask.mockRejectedValueOnce(new Refused('offline', 'away'));
  await screen.play(2, [place(6)]);
  expect([referee.behind, referee.asking.fault]).toEqual([true, 'away']);
  await screen.play(2, [place(6)]);
  expect([referee.behind, keeper.notes.moves.length]).toEqual([false, 6]);
});

it('refuses a tile that cannot be, and keeps the hand as it was', async () => {
  const { ask, keeper, referee } = table();
  await referee.look();
  ask.mockRejectedValueOnce(new Refused('laid_twice', 'twice', { tile: 3 }));
  expect(await referee.take(3, [])).toBe(false);
  expect([referee.asking.fault, keeper.draft.hand]).toEqual(['twice', []]);
  expect(await referee.take(7, [place(6)])).toBe(true);
  expect(keeper.draft.hand).toEqual([6, 7]);
});
