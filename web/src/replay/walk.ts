/** A finished game as steps: one for each tile laid and one for each pass, so that a double turn is two. */
import type { Laid, Place, Replay, ReplayMove } from '@/gen/protocol';

export interface Step {
  /** The number of its move, set-up moves included. */
  move: number;
  /** What this step lays; nothing for a pass. */
  laid?: Laid;
  /** Whether the move is done with it. */
  last: boolean;
}

/** All steps of a game, in order. */
export function stepsOf(moves: readonly ReplayMove[]): Step[] {
  return moves.flatMap(({ laid }, move): Step[] =>
    laid.length
      ? laid.map((one, index) => ({ move, laid: one, last: index === laid.length - 1 }))
      : [{ move, last: true }],
  );
}

/** The tiles that lie after so many steps. */
export const placedAfter = (steps: readonly Step[], count: number): Place[] =>
  steps.slice(0, count).flatMap(({ laid }) => (laid ? [laid.place] : []));

/** How many moves are done after so many steps. */
export const movesAfter = (steps: readonly Step[], count: number): number =>
  steps.slice(0, count).filter(({ last }) => last).length;

/** How many steps lead to the end of a move, counted from 1; 0 is the empty table. */
export function stepsTo(steps: readonly Step[], moves: number): number {
  if (moves <= 0) return 0;
  const at = steps.findIndex(({ move, last }) => last && move === moves - 1);
  return at < 0 ? steps.length : at + 1;
}

/** Each player's total after every move, from none on. */
export function totals({ moves, players }: Replay): number[][] {
  const lines = players.map(() => [0]);
  for (const move of moves) {
    for (const [player, line] of lines.entries())
      line.push(player === move.player && !move.setup ? move.score : line.at(-1)!);
  }
  return lines;
}

/** The number of a turn, from 0, for the number of a move, from 0; below 0 in set-up. */
export const turnOf = ({ moves }: Pick<Replay, 'moves'>, move: number): number =>
  move - moves.filter(({ setup }) => setup).length;
