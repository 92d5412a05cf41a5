/** Tells the board and what happens on it to those who do not see it: short by itself, all of it when asked. */
import { Reading, type Group } from '@/board/reading';
import type { Advice, Laid, OpenGroupSeen, Option, Place, TileFaces, TurnPlayed } from '@/gen/protocol';
import type { Table } from '@/net/table.svelte';
import { everyWay, inReadingOrder } from '@/placing/candidates';
import { SECOND_TILE, type Placing } from '@/placing/placing.svelte';
import { seatName } from '@/text/names';
import { t } from '@/text/text.svelte';
import {
  sayCell,
  sayClosed,
  sayFace,
  sayGrip,
  sayMeetings,
  sayMiddle,
  sayOpenGroup,
  sayPlace,
  sayPoints,
  saySides,
  sayWhy,
  together,
} from './say';
import type { Seating } from './seating.svelte';

/** So many places, or groups, are told at once: nobody keeps more in mind. */
const AT_ONCE = 3;

const placesOf = (turns: readonly TurnPlayed[]): Place[] =>
  turns.flatMap(({ laid }) => laid.map(({ place }) => place));

/** How far something has come that begins anew when what it is about has changed. */
class Progress {
  come = 0;
  #about = '';

  of(about: string): number {
    if (about !== this.#about) this.come = 0;
    this.#about = about;
    return this.come;
  }
}

export class Teller {
  /** How far what is told piece by piece has come. */
  readonly #back = new Progress();
  readonly #listed = new Progress();
  readonly #ranked = new Progress();
  /** Where it was last told how a tile is laid. */
  #enter = '';

  constructor(
    readonly table: Pick<Table, 'turns' | 'laid'>,
    readonly seating: Pick<Seating, 'state' | 'seats' | 'mine' | 'helped' | 'purist' | 'seat'>,
    readonly placing: Placing,
    readonly tiles: readonly TileFaces[],
  ) {}

  /** The board with what is laid in this turn. */
  get #now(): Reading {
    return new Reading([...this.table.laid, ...this.placing.places], this.tiles);
  }

  /** What the ghost is, what it touches and scores; how it is laid is told once for each tile. */
  ghost(): string {
    const { ghost, laid, total } = this.placing;
    if (!ghost) return '';
    const points = this.seating.helped && ghost.receipt && sayPoints(ghost.receipt.points);
    const turn = points && laid.length > 0 && total !== null && t('say.turnTotal', { count: total });
    const told = this.#placed(ghost, this.#now, '', !!points);
    const once = `${this.seating.state?.version} ${ghost.place.tile} ${laid.length}`;
    const enter = this.#enter === once ? '' : ` ${t('say.enter')}`;
    this.#enter = once;
    return `${together(told, points, turn)}.${enter}`;
  }

  /** A tile just taken: both faces, as it lies in the hand. */
  taken(tile: number): string {
    const { faces } = this.tiles[tile] ?? {};
    const colours = faces && ` ${t('say.faces', { front: sayFace(faces[0]), back: sayFace(faces[1]) })}`;
    return `${t('say.tile', { tile })}${colours ?? ''}`;
  }

  /** The tile as it is held now. */
  held(): string {
    const { grip, tile } = this.placing;
    const face = tile === undefined ? [] : (this.tiles[tile]?.faces[grip.face] ?? []);
    return together(sayGrip(grip), sayFace(face, grip.rotation));
  }

  /** What the cursor is on, and the ghost that fits there. */
  cell(): string {
    const { cell, ghost, tile } = this.placing;
    const board = this.#now;
    const near = board.tileAt(cell!) === undefined && board.around(cell!).length > 0;
    const unfit = tile !== undefined && near && this.seating.helped && t('say.noFit');
    return [sayCell(cell!, board), ghost ? this.ghost() : unfit].filter(Boolean).join(' ');
  }

  /** A tile fits nowhere; or nobody has told yet where it does. */
  nowhere(tile: number): string {
    return this.placing.known ? t('say.fitsNowhere', { tile }) : t('say.lookingUp');
  }

  /** Why nothing is laid. */
  why(): string {
    const { tile, cell, laid, mayLay } = this.placing;
    if (this.seating.seat === undefined) return '';
    if (!mayLay) return laid.length > 0 ? t('say.laidEnd') : '';
    if (tile === undefined) return t(laid.length > 0 ? 'say.laidMore' : 'say.pickFirst');
    if (!this.placing.fits(tile)) return this.nowhere(tile);
    if (!cell) return t('say.placeFirst');
    const ways = everyWay(tile, cell).map(({ place }) => place);
    return t(`say.why.${this.#now.why(ways, cell)}`);
  }

  /** "Ana: 7 points, now at 31. Tile 57, …". A player's own turn is known: its points are enough. */
  turn(turn: TurnPlayed): string {
    const { seats, mine } = this.seating;
    const name = seatName(seats[turn.seat]!);
    if (turn.laid.length === 0) return t('turn.passes', { name });
    const sum = turn.setup
      ? t('turn.setUp', { name })
      : t('say.turnPlayed', { name, what: sayPoints(turn.points), score: turn.score });
    const known = turn.by === 'player' && mine.length === 1 && mine[0] === turn.seat;
    return known ? sum : [sum, ...this.#tiles(turn)].join(' ');
  }

  /** The last turn with every colour of its tiles; with `before`, the turn before the one told last. */
  last(before = false): string {
    const { turns } = this.table;
    const back = this.#back.of(`${turns.length}`);
    this.#back.come = before ? Math.min(back + 1, turns.length) : 1;
    const number = turns.length - this.#back.come + 1;
    const turn = turns[number - 1];
    if (!turn) return t('say.lastNone');
    const what =
      turn.laid.length === 0 ? t('log.passes') : turn.setup ? t('log.setUp') : sayPoints(turn.points);
    const told = t('say.lastTurn', { number, name: seatName(this.seating.seats[turn.seat]!), what });
    return [`${told}.`, ...this.#tiles(turn, true)].join(' ');
  }

  /** The open groups, the largest first, a few at a time. */
  openGroups(pressed: readonly OpenGroupSeen[] = []): string {
    const board = this.#now;
    const open = board.groups.filter(({ waiting }) => waiting.length > 0);
    if (open.length === 0) return t('say.groupsNone');
    const come = this.#listed.of(this.#board);
    const from = come < open.length ? come : 0;
    this.#listed.come = from + AT_ONCE;
    const chanceOf = ({ discs }: Group): number | undefined =>
      pressed.find((one) => one.discs.some((spot) => String(spot) === String(discs[0])))?.chance;
    const some = open
      .slice(from, this.#listed.come)
      .map((group) => sayOpenGroup(group, board, chanceOf(group)));
    return `${t('say.groups', { count: open.length })}: ${some.join('; ')}.`;
  }

  /** As much of a hint as was told. */
  hint({ region, tile, face, laid, why }: Advice, seen = false): string {
    if (!region) return `${t('hint.end')} ${sayWhy(why)}`;
    if (laid) return sayWhy(why);
    if (tile !== null) return t('hint.tile', { tile: t(face ? 'hand.back' : 'hand.front', { tile }) });
    if (seen) return t('hint.where');
    const { x, y, width, height } = region;
    return t('hint.region', { x, y, right: x + width - 1, bottom: y + height - 1 });
  }

  /** The places of the tile taken that score most; asked again, one of them after the other, to be shown. */
  best(): Option | string {
    const { tile, legal } = this.placing;
    if (this.seating.purist) return t('error.purist');
    if (this.seating.state?.in_setup) return t('turn.setUpYours');
    if (tile === undefined) return t('say.pickFirst');
    if (legal.length === 0) return this.nowhere(tile);
    const points = ({ receipt }: Option): number => receipt?.points ?? 0;
    const best = inReadingOrder(legal)
      .sort((a, b) => points(b) - points(a))
      .slice(0, AT_ONCE);
    const next = this.#ranked.of(`${this.#board} ${tile}`) % (best.length + 1);
    this.#ranked.come = next + 1;
    if (next > 0) return best[next - 1]!;
    const places = best.map((option) =>
      t('say.bestPlace', {
        count: points(option),
        x: option.place.x,
        y: option.place.y,
        face: t(option.place.face ? 'say.back' : 'say.front'),
        turn: t(`say.turn.${option.place.rotation as 0 | 1 | 2 | 3}`),
      }),
    );
    return `${t('say.best', { tile })} ${places.join('; ')}.`;
  }

  get #board(): string {
    return `${this.table.laid.length} ${this.placing.places.length}`;
  }

  /** The tiles of a turn, a sentence each. */
  #tiles(turn: TurnPlayed, all = false): string[] {
    const { turns } = this.table;
    const before = placesOf(turns.slice(0, turns.indexOf(turn)));
    const told = turn.laid.map((laid, number) => {
      const board = new Reading([...before, ...placesOf([turn]).slice(0, number)], this.tiles);
      const sides = all ? saySides(board.face(laid.place), laid.place.rotation) : '';
      const points = turn.laid.length > 1 && laid.receipt && sayPoints(laid.receipt.points);
      return `${together(this.#placed(laid, board, sides, true), points)}.`;
    });
    return turn.penalty ? [...told, `${t('act.second', { count: -SECOND_TILE })}.`] : told;
  }

  /** "Tile 57, …: red in the middle, new discs: …, closes a red group of 5". */
  #placed({ place, receipt }: Laid, board: Reading, sides: string, scored: boolean): string {
    const what = together(
      sayMiddle(board.face(place)),
      sides,
      sayMeetings(board.meetings(place)),
      scored && sayClosed(receipt),
    );
    return what ? `${sayPlace(place)}: ${what}` : sayPlace(place);
  }
}
