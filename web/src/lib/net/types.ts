/** Short names for the generated types. */
import type { Option, Place, ReceiptSeen, ServerMessage, TableView, TurnPlayed } from '../../gen/protocol';

export type {
  Card,
  ClientMessage,
  Disc,
  Option,
  Place,
  SeatState,
  State,
  TileFaces,
} from '../../gen/protocol';
export type { ServerMessage };
export type Happening = TableView['events'][number];
export type Receipt = ReceiptSeen;
export type Turn = TurnPlayed;
export type Laid = Option;
export type Colour = 'red' | 'green' | 'blue' | 'yellow';
export type Places = Place[];
