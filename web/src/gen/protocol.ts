/* Made by `npm run types` from `dalapapa schema`; do not edit. */

/**
 * The known facts of the box (docs/tile-sets.md).
 */
export type Fact = 'all_colours' | 'count' | 'different' | 'equal' | 'families' | 'three_colours';
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
  | 'laid_twice'
  | 'must_place'
  | 'no_disc'
  | 'no_hints'
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
export type ClientMessage =
  TakeTurn | Try | Help | Hint | AskGroups | GiveNonce | ComeBack | StandIn | React | Ping;
export type ServerMessage =
  TableView | Update | Options | Advice | Groups | Ack | Reacted | Away | Pong | Refusal;

/**
 * The command is stored for good, at this seq.
 */
export interface Ack {
  id: string;
  seq: number;
  type: 'ack';
}
/**
 * A hint, as much of it as was asked for: where; which tile and face; the placement, its receipt and why.
 *
 *     All are null where it is time to end the turn; `why` then says so at once.
 */
export interface Advice {
  after: Place[];
  face: number | null;
  id: string;
  laid: Laid | null;
  region: Region | null;
  seat: number;
  step: number;
  tile: number | null;
  type: 'advice';
  version: number;
  why: ReasonSeen[];
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
 * A group that a placement completed: the middles of its discs.
 */
export interface ClosedGroup {
  colour: 'blue' | 'green' | 'red' | 'yellow';
  discs: [number, number][];
}
/**
 * Cells of the board: from x, y so many to the right and down.
 */
export interface Region {
  height: number;
  width: number;
  x: number;
  y: number;
}
/**
 * What speaks for a hint, with the number and the colour that belong to it (docs/protocol.md).
 */
export interface ReasonSeen {
  colour: ('blue' | 'green' | 'red' | 'yellow') | null;
  count: number;
  why:
    | 'balance'
    | 'closes'
    | 'dear'
    | 'discs'
    | 'ends'
    | 'keeps'
    | 'little'
    | 'most'
    | 'no_second'
    | 'second'
    | 'shut';
}
/**
 * A game looked back at.
 */
export interface AnalysisSeen {
  method: number;
  seats: SeatSeen[] | null;
  turning_points: number[];
  turns: TurnSeen[];
  unsaid: string[];
}
/**
 * A player's sums, and the difference to the best of the others in whole points.
 */
export interface SeatSeen {
  best_turn: number | null;
  choices: number;
  drawn: number;
  loss: number;
  margin: number;
  offered: number;
  rival: number;
  score: number;
  table: number;
  taken: number;
  tiles: number;
}
/**
 * A turn's account (docs/analysis.md); null where it cannot be said.
 */
export interface TurnSeen {
  best: number | null;
  better: JudgedSeen[];
  dead: [number, number][];
  drawn: number | null;
  error: number | null;
  kind: ('fine' | 'little' | 'much' | 'some') | null;
  loss: number | null;
  offered: number | null;
  played: JudgedSeen | null;
  player: number;
  points: number;
  pressure: OpenGroupSeen[];
  score: number;
  swing: number;
  taken: number | null;
  win_after: number[] | null;
  win_before: number[] | null;
}
/**
 * A turn with its value S.
 */
export interface JudgedSeen {
  own: number;
  penalty: number;
  placements: PlacementSeen[];
  points: number;
  reply: number;
  value: number;
}
/**
 * A placement with its points.
 */
export interface PlacementSeen {
  disc_points: number;
  discs: number;
  face: number;
  group_points: number;
  groups: GroupCount[];
  points: number;
  rotation: number;
  tile: number;
  x: number;
  y: number;
}
/**
 * A group that was closed, or would have been.
 */
export interface GroupCount {
  colour: 'blue' | 'green' | 'red' | 'yellow';
  discs: number;
}
/**
 * An open group, how many unseen tiles close it at once, and the chance that the next hand holds one.
 */
export interface OpenGroupSeen {
  chance: number;
  closing: number;
  colour: 'blue' | 'green' | 'red' | 'yellow';
  discs: [number, number][];
  halves: [number, number][];
}
/**
 * Ask how likely the open groups are closed by whoever plays next, now or after what I would lay.
 */
export interface AskGroups {
  id: string;
  /**
   * @maxItems 2
   */
  placements?: Place[];
  seat: number;
  type: 'groups';
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
 * Where a browser's push service takes news for it, and its keys, as `PushSubscription` has them.
 */
export interface BellRequest {
  /**
   * 16 bytes in base64url
   */
  auth: string;
  endpoint: string;
  /**
   * 65 bytes in base64url
   */
  p256dh: string;
}
/**
 * The key to ask one's push service with, and whether this browser is told when it is my turn.
 */
export interface BellState {
  key: string;
  ringing: boolean;
}
/**
 * A bot that can hold a seat.
 */
export interface BotLevel {
  name: string;
}
/**
 * A tile set that somebody has written down, held against the real box.
 *
 *     `families` are the tiles of each family that is named; `refusal` says why no table plays with it yet.
 */
export interface BoxSeen {
  broken: BrokenFact[];
  families: {
    [k: string]: number;
  };
  refusal: Fault | null;
  tile_set: Tiles;
}
/**
 * Something that is known of the real box and does not hold here.
 */
export interface BrokenFact {
  details: {};
  fact: Fact;
  words: string;
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
  /**
   * @minItems 2
   * @maxItems 2
   */
  faces: [('blue' | 'green' | 'red' | 'yellow')[], ('blue' | 'green' | 'red' | 'yellow')[]];
  family: string;
  id: number;
}
/**
 * A table as lists show it.
 */
export interface Card {
  begins: number | 'random';
  brought?: boolean;
  clock: number | null;
  commitment: string;
  created: number;
  hints: boolean;
  id: string;
  kept?: boolean;
  open_hands: boolean;
  phase: 'closed' | 'finished' | 'playing' | 'waiting';
  public: boolean;
  purist: boolean;
  seats: CardSeat[];
  spectators: boolean;
  target: number;
  tile_set: string;
  tile_set_sha256: string;
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
 * Whether options are to be sent whenever a turn of mine begins: not, if I find placements by myself.
 */
export interface Help {
  type: 'help';
  wanted: boolean;
}
/**
 * Ask what the Owl would do in my turn, after a first tile or none: a third of it, two thirds, all.
 */
export interface Hint {
  id: string;
  /**
   * @maxItems 1
   */
  placements?: Place[];
  seat: number;
  step: number;
  type: 'hint';
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
 * Every open group after the placements tried, with its pressure, as far as this seat can see.
 */
export interface Groups {
  after: Place[];
  groups: OpenGroupSeen[];
  id: string;
  seat: number;
  type: 'groups';
  version: number;
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
 * Whose turn it is has taken a hint, the first in this turn.
 */
export interface Hinted {
  seat: number;
  seq: number;
  type: 'hinted';
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
 * What the referee makes of it, up to the first fault; player 0 has seat 0.
 */
export interface Keeping {
  bag_count: number;
  fault: MoveFault | null;
  final_round: boolean;
  in_setup: boolean;
  moves: TurnPlayed[];
  options: Options | null;
  record: {} | null;
  result: Outcome | null;
  scores: number[];
  to_move: number | null;
}
/**
 * The first move, counted from 0, that the rules do not allow; none after it is looked at.
 */
export interface MoveFault {
  code: ErrorCode;
  details: {};
  move: number;
  words: string;
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
 * Every legal placement of a seat's tiles, after those tried in `after`, in columns (docs/protocol.md).
 *
 *     Sent without asking when a turn of this browser begins (`id` is null), and as the answer to `try`. In
 *     set-up nothing scores, so there are no receipts. `other_order` has the placements that score more, or
 *     less, when they are laid before the one tried; null where there is none, or it is not known.
 */
export interface Options {
  after: Place[];
  fits: string[];
  flat: number;
  id: string | null;
  other_order?: [number, number][] | null;
  receipts: Receipts | null;
  seat: number;
  tiles: number[];
  type: 'options';
  version: number;
  x: number[];
  y: number[];
}
/**
 * What each placement that is offered would score (R5), in columns; docs/protocol.md reads them.
 */
export interface Receipts {
  closed_by: number[][];
  disc_colours: string;
  disc_points: number[];
  discs: string;
  group_colours: string;
  groups: number[][];
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
 * All that was laid so far: a set-up move for each player, then turns; a pass has nothing laid.
 *
 *     `hand` are tiles to be laid now, after those of `tried`. With `names` the answer has the record.
 *     `tile_set` is the name of a set that comes with the game, or the text of a file (docs/tile-sets.md).
 */
export interface KeepingRequest {
  /**
   * @maxItems 2
   */
  hand?: number[];
  /**
   * @maxItems 488
   */
  moves: Place[][];
  names?: string[] | null;
  players: number;
  target: number;
  tile_set?: string;
  /**
   * @maxItems 2
   */
  tried?: Place[];
}
/**
 * A game that was begun at a real table: all that was laid there, as in `KeepingRequest`.
 *
 *     `hands` are the tiles that everybody holds, in the order of play; what is not said is drawn.
 */
export interface KeptGame {
  /**
   * @maxItems 4
   */
  hands?: number[][];
  /**
   * @maxItems 488
   */
  moves: Place[][];
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
 * How far it is, in turns; the analysis once it is there.
 */
export interface Looked {
  analysis: AnalysisSeen | null;
  done: number;
  total: number;
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
 *
 *     `hints` may be taken by everybody or by nobody; null: where nobody else can sit down.
 *     `tile_set` is the name of a set that comes with the game, or the text of a file (docs/tile-sets.md); null
 *     is the set that the server offers by itself.
 *     With `kept` a game from a real table is played on: the first seat began it, and open seats may have names.
 */
export interface NewTable {
  begins?: number | 'random';
  clock?: (45 | 90 | 180 | 86400 | 259200 | 604800) | null;
  hints?: boolean | null;
  id?: string | null;
  kept?: KeptGame | null;
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
  tile_set?: string | null;
}
/**
 * What the columns of `Options` say of one placement, for whoever reads them; no receipt in set-up.
 */
export interface Option {
  place: Place;
  receipt: ReceiptSeen | null;
}
/**
 * What else could be laid, and what the turn as it is now is worth; `loss` is null while nothing lies.
 */
export interface Otherwise {
  loss: number | null;
  options: Option[];
  points: number;
}
/**
 * A turn of a finished game played otherwise: what has been laid of it so far.
 */
export interface OtherwiseRequest {
  /**
   * @maxItems 2
   */
  placements: Place[];
  record?: {} | null;
  turn: number;
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
 * A record (docs/record.md) that somebody has as a file.
 */
export interface RecordRequest {
  record: {};
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
 * A finished game, move by move. With `key` in its link others can open it too.
 *
 *     `owl` says whether the game can be looked back at here: of a file only if its bag proves that it is over.
 *     `first` is the seat of player 0 at the table, the others sit in their order: so each keeps their colour.
 */
export interface Replay {
  first?: number;
  key: string | null;
  moves: ReplayMove[];
  owl: boolean;
  players: ReplayPlayer[];
  scores: number[];
  table: string | null;
  target: number;
  tile_set: Tiles;
  winners: number[];
}
/**
 * A set-up move or a turn. `hands` are all hands before it: the game is over, so all are open.
 */
export interface ReplayMove {
  bag_count: number;
  hands: number[][];
  laid: Laid[];
  penalty: number;
  player: number;
  points: number;
  score: number;
  setup: boolean;
}
/**
 * Who played, and in how many turns with a hint.
 */
export interface ReplayPlayer {
  bot: string | null;
  hints?: number;
  name: string;
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
 *     `hints` is in how many turns a hint was taken; `away_ms` how long ago a person's last browser left this
 *     table, null while one is here.
 */
export interface SeatState {
  away_ms: number | null;
  bot: string | null;
  hand: number[] | null;
  hand_size: number;
  hints: number;
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
  events: (
    Joined | Left | Ready | Started | TurnPlayed | Hinted | Held | Back | Resigned | Rematch | Closed
  )[];
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
  events: (
    Joined | Left | Ready | Started | TurnPlayed | Hinted | Held | Back | Resigned | Rematch | Closed
  )[];
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
 * A tile set as its file has it (docs/tile-sets.md), or as much of it as is written down yet.
 */
export interface TileSetRequest {
  tile_set: string;
}
