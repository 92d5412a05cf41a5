/* Made by `npm run types` from `dalapapa schema`; do not edit. */

/**
 * Stable codes, shared by exceptions, server replies, exit messages and translations.
 */
export type ErrorCode =
  | 'already_started'
  | 'bad_bag'
  | 'bad_link'
  | 'bad_message'
  | 'bad_name'
  | 'bad_notation'
  | 'bad_origin'
  | 'bad_placement'
  | 'bad_players'
  | 'bad_record'
  | 'bad_target'
  | 'bad_tile_set'
  | 'game_over'
  | 'must_place'
  | 'no_disc'
  | 'no_session'
  | 'no_such_bot'
  | 'no_such_table'
  | 'not_allowed'
  | 'not_at_table'
  | 'not_finished'
  | 'not_found'
  | 'not_started'
  | 'not_your_tile'
  | 'not_your_turn'
  | 'overlap'
  | 'purist'
  | 'seat_taken'
  | 'stale'
  | 'too_big'
  | 'too_fast'
  | 'too_many_tables'
  | 'too_many_tiles'
  | 'try_again'
  | 'two_colours'
  | 'unfair';
export type ClientMessage = TakeTurn | Try | GiveNonce | ComeBack | React | Ping;
export type ServerMessage = TableView | Update | Options | Ack | Reacted | Pong | Refusal;

/**
 * Lay one tile or two, in this order; `version` is the state's that the turn was made for.
 */
export interface TakeTurn {
  type: 'turn';
  id: string;
  version: number;
  seat: number;
  /**
   * @maxItems 2
   */
  placements: Place[];
}
/**
 * A tile laid with one face up, turned by quarter turns clockwise; x, y is its top left cell.
 */
export interface Place {
  tile: number;
  face: number;
  rotation: number;
  x: number;
  y: number;
}
/**
 * Ask for the legal placements of my tiles, now or after a first one; off turn it is a try-out.
 */
export interface Try {
  type: 'try';
  id: string;
  seat: number;
  /**
   * @maxItems 1
   */
  placements?: Place[];
}
/**
 * Add this browser's nonce to the bag: it is ready to begin.
 */
export interface GiveNonce {
  type: 'ready';
  id: string;
  /**
   * 16 random bytes in hexadecimal
   */
  nonce: string;
}
/**
 * Take my seats over from the bot.
 */
export interface ComeBack {
  type: 'here';
  id: string;
}
/**
 * Say one of the ready-made things.
 */
export interface React {
  type: 'react';
  reaction: 'bravo' | 'hello' | 'hurry' | 'oops' | 'thanks' | 'thinking' | 'well_played' | 'wow';
}
/**
 * Keep the connection alive; sent by the browser about every 25 seconds.
 */
export interface Ping {
  type: 'ping';
}
/**
 * The first message: the table, its state, and what happened after `since`.
 */
export interface TableView {
  type: 'view';
  seq: number;
  table: Card;
  state: State;
  events: (Joined | Left | Ready | Started | TurnPlayed | Held | Back | Resigned | Rematch | Closed)[];
}
/**
 * A table as lists show it.
 */
export interface Card {
  id: string;
  phase: 'closed' | 'finished' | 'playing' | 'waiting';
  seats: CardSeat[];
  target: number;
  begins: number | 'random';
  public: boolean;
  open_hands: boolean;
  purist: boolean;
  clock: number | null;
  spectators: boolean;
  to_move: number | null;
  your_turn: boolean;
  commitment: string;
  created: number;
  updated: number;
}
/**
 * A seat as lists of tables show it.
 */
export interface CardSeat {
  kind: 'bot' | 'open' | 'person';
  name: string | null;
  bot: string | null;
  mine: boolean;
  score: number;
}
/**
 * The table as this browser may see it now; each new one replaces the one before.
 */
export interface State {
  phase: 'closed' | 'finished' | 'playing' | 'waiting';
  version: number;
  seats: SeatState[];
  first: number | null;
  to_move: number | null;
  in_setup: boolean;
  final_round: boolean;
  bag_count: number;
  clock_ms: number | null;
  result: Outcome | null;
  rematch: string | null;
  secret: string | null;
}
/**
 * A seat now. `hand` is null where this browser may not see it.
 */
export interface SeatState {
  kind: 'bot' | 'open' | 'person';
  name: string | null;
  bot: string | null;
  mine: boolean;
  ready: boolean;
  presence: 'held' | 'here' | 'left' | 'resigned';
  score: number;
  hand: number[] | null;
  hand_size: number;
}
/**
 * How the game ended; several winners share the win.
 */
export interface Outcome {
  scores: number[];
  winners: number[];
  reason: 'exhausted' | 'target';
}
/**
 * Somebody sat down.
 */
export interface Joined {
  type: 'joined';
  seq: number;
  seat: number;
  name: string;
}
/**
 * A person left: a free seat before the game, a bot's while it runs (until they are back).
 */
export interface Left {
  type: 'left';
  seq: number;
  seats: number[];
}
/**
 * A person's browser has added its nonce.
 */
export interface Ready {
  type: 'ready';
  seq: number;
  seats: number[];
  nonce: string;
}
/**
 * The bag is mixed and everybody has drawn a set-up tile.
 */
export interface Started {
  type: 'started';
  seq: number;
  first: number;
}
/**
 * A turn, or a set-up move (`setup`); a pass has nothing laid.
 */
export interface TurnPlayed {
  type: 'turn';
  seq: number;
  version: number;
  seat: number;
  setup: boolean;
  laid: Laid[];
  penalty: number;
  points: number;
  score: number;
  by: 'bot' | 'forced' | 'player' | 'stand_in';
}
/**
 * A placement of a turn; no receipt in set-up.
 */
export interface Laid {
  place: Place;
  receipt: ReceiptSeen | null;
}
/**
 * What one placement scores and where each point comes from (R5).
 */
export interface ReceiptSeen {
  discs: Disc[];
  disc_points: number;
  groups: ClosedGroup[];
  group_points: number;
  points: number;
}
/**
 * A whole disc: its middle in half units, as (2x, 2y).
 */
export interface Disc {
  /**
   * @minItems 2
   * @maxItems 2
   */
  spot: [number, number];
  colour: 'blue' | 'green' | 'red' | 'yellow';
}
/**
 * A group that a placement completed: the middles of its discs.
 */
export interface ClosedGroup {
  colour: 'blue' | 'green' | 'red' | 'yellow';
  discs: [number, number][];
}
/**
 * A bot holds this seat until its player is back.
 */
export interface Held {
  type: 'held';
  seq: number;
  seat: number;
}
/**
 * A person has taken their seats over again.
 */
export interface Back {
  type: 'back';
  seq: number;
  seats: number[];
}
/**
 * A person gave up; a bot plays their seats to the end.
 */
export interface Resigned {
  type: 'resigned';
  seq: number;
  seats: number[];
}
/**
 * There is a new table with the seats turned by one.
 */
export interface Rematch {
  type: 'rematch';
  seq: number;
  table: string;
}
/**
 * The table never started and is closed.
 */
export interface Closed {
  type: 'closed';
  seq: number;
}
/**
 * What has happened since the last message, and the state it led to.
 */
export interface Update {
  type: 'update';
  seq: number;
  events: (Joined | Left | Ready | Started | TurnPlayed | Held | Back | Resigned | Rematch | Closed)[];
  state: State;
}
/**
 * Every legal placement of a seat's tiles, after the placements tried in `after`.
 *
 *     Sent without asking when a turn of this browser begins (`id` is null), and as the answer to `try`.
 */
export interface Options {
  type: 'options';
  id: string | null;
  seat: number;
  version: number;
  after: Place[];
  options: Option[];
}
/**
 * A legal placement with what it would score; in set-up nothing scores, so there is no receipt.
 */
export interface Option {
  place: Place;
  receipt: ReceiptSeen | null;
}
/**
 * The command is stored for good, at this seq.
 */
export interface Ack {
  type: 'ack';
  id: string;
  seq: number;
}
/**
 * Somebody reacted; not stored.
 */
export interface Reacted {
  type: 'reaction';
  seat: number;
  reaction: 'bravo' | 'hello' | 'hurry' | 'oops' | 'thanks' | 'thinking' | 'well_played' | 'wow';
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong';
}
/**
 * A refusal; `id` is the command's when it could be read.
 */
export interface Refusal {
  type: 'error';
  code: ErrorCode;
  words: string;
  details: {};
  id?: string | null;
}
/**
 * What the players agree on. Two or more seats of kind `person` share this device.
 */
export interface NewTable {
  /**
   * @minItems 2
   * @maxItems 4
   */
  seats: NewSeat[];
  target?: number;
  begins?: number | 'random';
  public?: boolean;
  open_hands?: boolean;
  purist?: boolean;
  clock?: (45 | 90 | 180 | 86400 | 259200 | 604800) | null;
  spectators?: boolean;
  nonce?: string | null;
  id?: string | null;
}
/**
 * A seat of a new table: open, a person of this browser (with a name of their own), or a bot.
 */
export interface NewSeat {
  kind: 'bot' | 'open' | 'person';
  name?: string | null;
  bot?: string | null;
}
/**
 * Take an open seat: this one, or the first; again for a second person at this device.
 */
export interface JoinRequest {
  seat?: number | null;
  name?: string | null;
  nonce?: string | null;
}
/**
 * Who this browser plays as.
 */
export interface Session {
  name: string;
}
/**
 * A guest's name: plain text of 1 to 24 characters.
 */
export interface NameRequest {
  name: string;
}
/**
 * Opens this guest's session on another device, once, within 15 minutes.
 */
export interface PersonalLink {
  path: string;
  token: string;
  seconds: number;
}
/**
 * The secret part of a personal link.
 */
export interface ClaimRequest {
  token: string;
}
/**
 * The tile set.
 */
export interface Tiles {
  name: string;
  sha256: string;
  tiles: TileFaces[];
}
/**
 * A tile: two faces of seven discs, positions 0 to 6 (docs/record.md).
 */
export interface TileFaces {
  id: number;
  family: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  faces: [('blue' | 'green' | 'red' | 'yellow')[], ('blue' | 'green' | 'red' | 'yellow')[]];
}
/**
 * A bot that can hold a seat.
 */
export interface BotLevel {
  name: string;
}
/**
 * What is needed to check the bag; the secret only once the game is finished.
 */
export interface Fair {
  table: string;
  commitment: string;
  nonces: NonceGiven[];
  secret: string | null;
}
/**
 * What a person's browser added to the bag.
 */
export interface NonceGiven {
  seat: number;
  nonce: string;
}
/**
 * A refusal over HTTP: a stable code, words for a person, details for a translation.
 */
export interface Fault {
  code: ErrorCode;
  words: string;
  details: {};
}
/**
 * The server is up and its store answers.
 */
export interface Health {
  status: 'ok';
  version: string;
}
