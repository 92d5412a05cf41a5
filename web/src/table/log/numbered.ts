/** Turns with their numbers: each is the so-manieth of its player, from 1; first tiles have none. */
import type { TurnPlayed } from '@/gen/protocol';

interface Numbered {
  turn: TurnPlayed;
  number?: number;
}

export function numbered(turns: readonly TurnPlayed[]): Numbered[] {
  const counts = new Map<number, number>();
  return turns.map((turn) => {
    if (turn.setup) return { turn };
    const number = (counts.get(turn.seat) ?? 0) + 1;
    counts.set(turn.seat, number);
    return { turn, number };
  });
}
