import { expect, it, vi } from 'vitest';
import { notes, tile } from './faked';
import { Keeper } from './keeper.svelte';
import { NO_DRAFT, type Kept, type Scored } from './notes';
import { count } from './points';

function keeping(...moves: Scored[][]): { keeper: Keeper; saved: () => Kept } {
  const save = vi.fn<(kept: Kept) => void>();
  const keeper = new Keeper(
    { notes: notes(moves), draft: NO_DRAFT, at: undefined, steps: [], since: 0, updated: 0 },
    save,
  );
  return { keeper, saved: () => JSON.parse(JSON.stringify(save.mock.lastCall![0])) as Kept };
}

const scores = ({ notes }: { notes: Keeper['notes'] }) => count(notes).scores;

it('writes every press down, and a new tab goes on with it', () => {
  const { keeper, saved } = keeping();
  keeper.score([tile(3)]);
  keeper.score([tile(3, 5)]);
  const next = new Keeper(saved(), () => undefined);
  expect(next.draft.scored).toEqual([tile(3, 5)]);
  next.undo();
  expect(next.draft.scored).toEqual([tile(3)]);
});

it('takes back one press after the other, a finished turn too', () => {
  const { keeper } = keeping();
  keeper.score([tile(2)]);
  keeper.enter(keeper.draft.scored as Scored[]);
  expect([keeper.player, scores(keeper)]).toEqual([1, [2, 0, 0]]);
  expect(keeper.draft).toEqual(NO_DRAFT);
  keeper.undo();
  expect([keeper.player, keeper.draft.scored]).toEqual([0, [tile(2)]]);
  keeper.undo();
  expect(keeper.draft.scored).toEqual([]);
  keeper.undo(); // there is nothing more
  expect(keeper.notes.moves).toEqual([]);
});

it('corrects an earlier turn, and counts all later ones again', () => {
  const { keeper } = keeping([tile(1)], [tile(2)], [tile(3)], [tile(4)]);
  keeper.correct(0);
  expect([keeper.player, keeper.draft.scored]).toEqual([0, [tile(1)]]);
  keeper.enter([tile(6)]);
  expect(count(keeper.notes).turns.map(({ score }) => score)).toEqual([10, 2, 4, 16]);
  expect([keeper.at, keeper.player]).toEqual([undefined, 1]);
  keeper.undo();
  keeper.undo();
  expect(scores(keeper)).toEqual([7, 2, 4]);
});

it('leaves a turn as it was', () => {
  const { keeper } = keeping([tile(1)], [tile(2)]);
  keeper.correct(0);
  keeper.score([tile(5)]);
  keeper.leave();
  expect(keeper.notes.moves).toEqual([[tile(1)], [tile(2)]]);
  expect([keeper.draft, keeper.at]).toEqual([NO_DRAFT, undefined]);
});

it('goes on with the turn that was half entered when an earlier one was corrected', () => {
  const { keeper, saved } = keeping([tile(1)], [tile(2)]);
  keeper.score([tile(4, 3)]);
  keeper.correct(0);
  keeper.correct(1); // the wrong one was pressed first
  const next = new Keeper(saved(), () => undefined);
  next.enter([tile(6)]);
  expect([next.player, next.draft.scored]).toEqual([2, [tile(4, 3)]]);
  next.insert(1);
  expect(next.draft).toEqual(NO_DRAFT);
  next.leave();
  expect(next.draft.scored).toEqual([tile(4, 3)]);
  next.remove(0);
  expect([next.player, next.draft.scored]).toEqual([1, [tile(4, 3)]]);
});

it('no longer holds a tile that a correction has laid', () => {
  const place = (tile: number, x: number) => ({ tile, face: 0, rotation: 0, x, y: 0 });
  const save = vi.fn<(kept: Kept) => void>();
  const tiles = notes([[place(5, 0)], [place(6, 2)]], { mode: 'tiles' });
  const keeper = new Keeper(
    { notes: tiles, draft: NO_DRAFT, at: undefined, steps: [], since: 0, updated: 0 },
    save,
  );
  keeper.hold([7, 8]);
  keeper.correct(1);
  keeper.enter([place(7, 2)]);
  expect(keeper.draft.hand).toEqual([8]);
});

it('puts a forgotten turn in, so that the later ones are somebody else’s', () => {
  const { keeper } = keeping([tile(1)], [tile(3)]);
  keeper.insert(1);
  expect([keeper.player, keeper.notes.moves.length]).toEqual([1, 2]);
  keeper.enter([tile(2)]);
  expect(scores(keeper)).toEqual([1, 2, 4]);
});

it('takes a turn out that was never played', () => {
  const { keeper } = keeping([tile(1)], [tile(6)], [tile(2)]);
  keeper.remove(1);
  expect([scores(keeper), keeper.player]).toEqual([[1, 2, 0], 2]);
});

it('ends when nobody can lay: who had no turn in this round passes', () => {
  const { keeper } = keeping([tile(1)]);
  keeper.nobody();
  expect(keeper.notes.moves).toEqual([[tile(1)], [], []]);
  expect(count(keeper.notes).result?.reason).toBe('exhausted');
  keeper.undo();
  expect(count(keeper.notes).result).toBeNull();
});

it('goes on when a turn is corrected after the end', () => {
  const { keeper } = keeping([tile(1)], [tile(1)], [tile(1)]);
  keeper.nobody();
  keeper.correct(1);
  keeper.enter([tile(2)]);
  expect(count(keeper.notes).result).toBeNull();
});
