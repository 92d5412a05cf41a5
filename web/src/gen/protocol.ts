/* Made by `npm run types` from `dalapapa schema`; do not edit. */

export type ClientMessage = TakeTurn | Try | GiveNonce | ComeBack | StandIn | React | Ping;
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
  | 'not_host'
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
export type ServerMessage = TableView | Update | Options | Ack | Reacted | Away | Pong | Refusal;

/**
 * The command is stored for good, at this seq.
 */
export interface Ack {
  id: string;
  seq: number;
  type: 'ack';
}
/**
 * Somebody came to the table, or has gone: how long each seat's person has been away. Not stored.
 */
export interface Away {
  away_ms: (number | null)[];
  type: 'presence';
}
/**
 * A person has taken their seats over again.
 */
export interface Back {
  seats: number[];
  seq: number;
  type: 'back';
}
/**
 * A bot that can hold a seat.
 */
export interface BotLevel {
  name: string;
}
/**
 * A table as lists show it.
 */
export interface Card {
  begins: number | 'random';
  clock: number | null;
  commitment: string;
  created: number;
  id: string;
  open_hands: boolean;
  phase: 'closed' | 'finished' | 'playing' | 'waiting';
  public: boolean;
  purist: boolean;
  seats: CardSeat[];
  spectators: boolean;
  target: number;
  to_move: number | null;
  updated: number;
  your_turn: boolean;
}
/**
 * A seat as lists of tables show it.
 */
export interface CardSeat {
  bot: string | null;
  kind: 'bot' | 'open' | 'person';
  mine: boolean;
  name: string | null;
  score: number;
}
/**
 * The host lets a bot take an open seat before the game, or frees a seat (`bot` is null).
 */
export interface ChairRequest {
  bot?: string | null;
  seat: number;
}
/**
 * The secret part of a personal link.
 */
export interface ClaimRequest {
  token: string;
}
/**
 * Lay one tile or two, in this order; `version` is the state's that the turn was made for.
 */
export interface TakeTurn {
  id: string;
  /**
   * @maxItems 2
   */
  placements: Place[];
  seat: number;
  type: 'turn';
  version: number;
}
/**
 * A tile laid with one face up, turned by quarter turns clockwise; x, y is its top left cell.
 */
export interface Place {
  face: number;
  rotation: number;
  tile: number;
  x: number;
  y: number;
}
/**
 * Ask for the legal placements of my tiles, now or after a first one; off turn it is a try-out.
 */
export interface Try {
  id: string;
  /**
   * @maxItems 1
   */
  placements?: Place[];
  seat: number;
  type: 'try';
}
/**
 * Add this browser's nonce to the bag: it is ready to begin.
 */
export interface GiveNonce {
  id: string;
  /**
   * 16 random bytes in hexadecimal
   */
  nonce: string;
  type: 'ready';
}
/**
 * Take my seats over from the bot.
 */
export interface ComeBack {
  id: string;
  type: 'here';
}
/**
 * Let a bot play this seat until its person, who has been away for long, is back.
 */
export interface StandIn {
  id: string;
  seat: number;
  type: 'stand_in';
}
/**
 * Say one of the ready-made things.
 */
export interface React {
  reaction: 'bravo' | 'hello' | 'hurry' | 'oops' | 'thanks' | 'thinking' | 'well_played' | 'wow';
  type: 'react';
}
/**
 * Keep the connection alive; sent by the browser about every 25 seconds.
 */
export interface Ping {
  type: 'ping';
}
/**
 * The table never started, or nobody is left who plays: it is closed.
 */
export interface Closed {
  seq: number;
  type: 'closed';
}
/**
 * A group that a placement completed: the middles of its discs.
 */
export interface ClosedGroup {
  colour: 'blue' | 'green' | 'red' | 'yellow';
  discs: [number, number][];
}
/**
 * A whole disc: its middle in half units, as (2x, 2y).
 */
export interface Disc {
  colour: 'blue' | 'green' | 'red' | 'yellow';
  /**
   * @minItems 2
   * @maxItems 2
   */
  spot: [number, number];
}
/**
 * What is needed to check the bag; the secret only once the game is finished.
 */
export interface Fair {
  commitment: string;
  nonces: NonceGiven[];
  secret: string | null;
  table: string;
}
/**
 * What a person's browser added to the bag.
 */
export interface NonceGiven {
  nonce: string;
  seat: number;
}
/**
 * A refusal over HTTP: a stable code, words for a person, details for a translation.
 */
export interface Fault {
  code: ErrorCode;
  details: {};
  words: string;
}
/**
 * The server is up; whether its store can be read and written.
 */
export interface Health {
  readable: boolean;
  status: 'ok' | 'trouble';
  version: string;
  writable: boolean;
}
/**
 * A bot holds this seat until its player is back.
 */
export interface Held {
  seat: number;
  seq: number;
  type: 'held';
}
/**
 * Take an open seat: this one, or the first; again for a second person at this device.
 */
export interface JoinRequest {
  name?: string | null;
  nonce?: string | null;
  seat?: number | null;
}
/**
 * Somebody sat down, or a bot was given the seat.
 */
export interface Joined {
  name: string;
  seat: number;
  seq: number;
  type: 'joined';
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
  disc_points: number;
  discs: Disc[];
  group_points: number;
  groups: ClosedGroup[];
  points: number;
}
/**
 * A person left, or a bot was sent away: a free seat before the game; while it runs a bot plays on.
 */
export interface Left {
  seats: number[];
  seq: number;
  type: 'left';
}
/**
 * A guest's name: plain text of 1 to 24 characters.
 */
export interface NameRequest {
  name: string;
}
/**
 * A seat of a new table: open, a person of this browser (with a name of their own), or a bot.
 */
export interface NewSeat {
  bot?: string | null;
  kind: 'bot' | 'open' | 'person';
  name?: string | null;
}
/**
 * What the players agree on. Two or more seats of kind `person` share this device.
 */
export interface NewTable {
  begins?: number | 'random';
  clock?: (45 | 90 | 180 | 86400 | 259200 | 604800) | null;
  id?: string | null;
  nonce?: string | null;
  open_hands?: boolean;
  public?: boolean;
  purist?: boolean;
  /**
   * @minItems 2
   * @maxItems 4
   */
  seats: NewSeat[];
  spectators?: boolean;
  target?: number;
}
/**
 * A legal placement with what it would score; in set-up nothing scores, so there is no receipt.
 */
export interface Option {
  place: Place;
  receipt: ReceiptSeen | null;
}
/**
 * Every legal placement of a seat's tiles, after the placements tried in `after`.
 *
 *     Sent without asking when a turn of this browser begins (`id` is null), and as the answer to `try`.
 */
export interface Options {
  after: Place[];
  id: string | null;
  options: Option[];
  seat: number;
  type: 'options';
  version: number;
}
/**
 * How the game ended; several winners share the win.
 */
export interface Outcome {
  reason: 'exhausted' | 'target';
  scores: number[];
  winners: number[];
}
/**
 * Opens this guest's session on another device, once, within 15 minutes.
 */
export interface PersonalLink {
  path: string;
  seconds: number;
  token: string;
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong';
}
/**
 * Somebody reacted; not stored.
 */
export interface Reacted {
  reaction: 'bravo' | 'hello' | 'hurry' | 'oops' | 'thanks' | 'thinking' | 'well_played' | 'wow';
  seat: number;
  type: 'reaction';
}
/**
 * A person's browser has added its nonce.
 */
export interface Ready {
  nonce: string;
  seats: number[];
  seq: number;
  type: 'ready';
}
/**
 * A refusal; `id` is the command's when it could be read.
 */
export interface Refusal {
  code: ErrorCode;
  details: {};
  id?: string | null;
  type: 'error';
  words: string;
}
/**
 * There is a new table with the seats turned by one.
 */
export interface Rematch {
  seq: number;
  table: string;
  type: 'rematch';
}
/**
 * Give up one seat of this device, or all of them.
 */
export interface ResignRequest {
  seat?: number | null;
}
/**
 * A person gave these seats up; a bot plays them to the end, unless only bots are left.
 */
export interface Resigned {
  seats: number[];
  seq: number;
  type: 'resigned';
}
/**
 * A seat now. `hand` is null where this browser may not see it.
 *
 *     `away_ms` is how long ago a person's last browser left this table; null while one is here.
 */
export interface SeatState {
  away_ms: number | null;
  bot: string | null;
  hand: number[] | null;
  hand_size: number;
  kind: 'bot' | 'open' | 'person';
  mine: boolean;
  name: string | null;
  presence: 'held' | 'here' | 'left' | 'resigned';
  ready: boolean;
  score: number;
}
/**
 * The first message: the table, its state, and what happened after `since`.
 */
export interface TableView {
  events: (Joined | Left | Ready | Started | TurnPlayed | Held | Back | Resigned | Rematch | Closed)[];
  seq: number;
  state: State;
  table: Card;
  type: 'view';
}
/**
 * The bag is mixed and everybody has drawn a set-up tile.
 */
export interface Started {
  first: number;
  seq: number;
  type: 'started';
}
/**
 * A turn, or a set-up move (`setup`); a pass has nothing laid.
 */
export interface TurnPlayed {
  by: 'bot' | 'forced' | 'player' | 'stand_in';
  laid: Laid[];
  penalty: number;
  points: number;
  score: number;
  seat: number;
  seq: number;
  setup: boolean;
  type: 'turn';
  version: number;
}
/**
 * The table as this browser may see it now; each new one replaces the one before.
 */
export interface State {
  bag_count: number;
  clock_ms: number | null;
  final_round: boolean;
  first: number | null;
  host: number | null;
  in_setup: boolean;
  phase: 'closed' | 'finished' | 'playing' | 'waiting';
  rematch: string | null;
  result: Outcome | null;
  seats: SeatState[];
  secret: string | null;
  to_move: number | null;
  version: number;
}
/**
 * What has happened since the last message, and the state it led to.
 */
export interface Update {
  events: (Joined | Left | Ready | Started | TurnPlayed | Held | Back | Resigned | Rematch | Closed)[];
  seq: number;
  state: State;
  type: 'update';
}
/**
 * Who this browser plays as.
 */
export interface Session {
  name: string;
}
/**
 * A tile: two faces of seven discs, positions 0 to 6 (docs/record.md).
 */
export interface TileFaces {
  /**
   * @minItems 2
   * @maxItems 2
   */
  faces: [('blue' | 'green' | 'red' | 'yellow')[], ('blue' | 'green' | 'red' | 'yellow')[]];
  family: string;
  id: number;
}
/**
 * The tile set.
 */
export interface Tiles {
  name: string;
  sha256: string;
  tiles: TileFaces[];
}
