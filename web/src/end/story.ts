/** A finished game in figures: how the scores grew, and each player's best turn. */
import type { TurnPlayed } from '@/gen/protocol';

/** What the end needs to know of a turn: what was laid on no screen has no places. */
export interface Told extends Pick<TurnPlayed, 'seat' | 'setup' | 'points' | 'score'> {
  laid: readonly unknown[];
}

/** The score of each seat after 0, 1, 2 … turns of its own. */
export function growth(turns: readonly Told[], seats: number): number[][] {
  const scores = Array.from({ length: seats }, () => [0]);
  for (const turn of turns) if (!turn.setup) scores[turn.seat]!.push(turn.score);
  return scores;
}

interface Best<Turn> {
  turn: Turn;
  /** Which turn of the game it was, from 1, as in the replay. */
  number: number;
}

/** Each seat's turn with the most points, the first of equal ones; none for a seat that laid nothing. */
export function bestTurns<Turn extends Told>(
  turns: readonly Turn[],
  seats: number,
): (Best<Turn> | undefined)[] {
  return Array.from({ length: seats }, (_, seat) => {
    let best: Best<Turn> | undefined;
    turns
      .filter((turn) => !turn.setup)
      .forEach((turn, index) => {
        if (turn.seat === seat && turn.laid.length && turn.points > (best?.turn.points ?? -Infinity))
          best = { turn, number: index + 1 };
      });
    return best;
  });
}

/** Seats from the highest score to the lowest; equal scores keep their order. */
export function ranking(scores: readonly number[]): number[] {
  return scores.map((_, seat) => seat).sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** Heights at which labels do not cover each other, `apart` from one another and none below `bottom`. */
export function spread(heights: readonly number[], apart: number, bottom: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  order.forEach((index, place) => {
    const above = order[place - 1];
    if (above !== undefined) placed[index] = Math.max(placed[index]!, placed[above]! + apart);
  });
  let limit = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - apart;
  }
  return placed;
}
