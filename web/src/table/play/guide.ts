/** Somebody who stands beside the player, as in a lesson. */
import type { Cell } from '@/board/geometry';
import type { Option } from '@/gen/protocol';

export interface Guide {
  /** What is wrong with a turn that is about to be sent, in words; nothing when it does what was asked. */
  against(laid: readonly Option[]): string;
  /** A cell was pressed where the tile cannot lie: why, in words. */
  missed(cell: Cell, tile: number): string;
}
