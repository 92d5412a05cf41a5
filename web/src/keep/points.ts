/** The sums of a score sheet (R5.1, R5.5, R6), by the figures that come from the rules. */
import type { Outcome } from '@/gen/protocol';
import { DISC_POINTS, SECOND_TILE } from '@/gen/rules';
import { playerOf, scoredOf, type Notes, type Scored } from './notes';

export const groupPoints = ({ groups }: Scored): number => groups.reduce((sum, discs) => sum + discs, 0);

export const discPoints = ({ discs }: Scored): number => DISC_POINTS[discs] ?? 0;

export const tilePoints = (tile: Scored): number => discPoints(tile) + groupPoints(tile);

export const penaltyOf = (tiles: readonly unknown[]): number => (tiles.length > 1 ? SECOND_TILE : 0);

export const turnPoints = (tiles: readonly Scored[]): number =>
  tiles.reduce((sum, tile) => sum + tilePoints(tile), 0) - penaltyOf(tiles);

/** A turn with its sums. */
export interface Counted {
  player: number;
  tiles: readonly Scored[];
  points: number;
  score: number;
}

export interface Sheet {
  turns: readonly Counted[];
  scores: readonly number[];
  /** Somebody has reached the target: the round is played to its end (R6.1). */
  finalRound: boolean;
  result: Outcome | null;
}

/** Count a game of which the points are kept. What comes after its end is not counted, and not lost. */
export function count(notes: Notes): Sheet {
  const { names, target } = notes;
  const scores = names.map(() => 0);
  const turns: Counted[] = [];
  let result: Outcome | null = null;
  for (const tiles of scoredOf(notes)) {
    const player = playerOf(notes, turns.length);
    const points = turnPoints(tiles);
    scores[player]! += points;
    turns.push({ player, tiles, points, score: scores[player]! });
    if (player + 1 < names.length) continue;
    const last = turns.length === notes.moves.length;
    const nobody = turns.slice(-names.length).every((turn) => turn.tiles.length === 0);
    result = ended([...scores], target, nobody || (last && notes.exhausted));
    if (result) break;
  }
  const finalRound = !result && Math.max(...scores) >= target;
  return { turns, scores, finalRound, result };
}

/** R6, at the end of a round. */
function ended(scores: number[], target: number, nobody: boolean): Outcome | null {
  const best = Math.max(...scores);
  if (best < target && !nobody) return null;
  const winners = scores.flatMap((score, player) => (score === best ? [player] : []));
  return { scores, winners, reason: best >= target ? 'target' : 'exhausted' };
}

/** The short record of docs/record.md. */
export function shortRecord(notes: Notes): unknown {
  const { turns, result } = count(notes);
  return {
    format: 'dalapapa-scores',
    version: 1,
    target: notes.target,
    players: notes.names.map((name) => ({ name, kind: 'human' })),
    turns: turns.map(({ player, tiles, points, score }) => ({
      player,
      tiles: tiles.map((tile) => ({
        discs: tile.discs,
        disc_points: discPoints(tile),
        groups: tile.groups,
        group_points: groupPoints(tile),
        points: tilePoints(tile),
      })),
      penalty: penaltyOf(tiles),
      points,
      score,
    })),
    ...(result && { result }),
  };
}
