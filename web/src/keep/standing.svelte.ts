/** Where a game stands, whichever way it is kept: added up here from points, or by the referee from tiles. */
import type { Told } from '@/end/story';
import type { Outcome, SeatState, State } from '@/gen/protocol';
import { Refused } from '@/net/refused';
import { sayPoints } from '@/table/play/say';
import { language, t } from '@/text/text.svelte';
import type { Keeper } from './keeper.svelte';
import { turnOf, type Move } from './notes';
import { count } from './points';
import { seatOf, type Referee } from './referee.svelte';
import type { Entry } from './ScoreSheet.svelte';

export class Standing {
  readonly #keeper: Keeper;
  readonly #referee: Referee;

  constructor(keeper: Keeper, referee: Referee) {
    this.#keeper = keeper;
    this.#referee = referee;
  }

  byTile = $derived.by(() => this.#keeper.notes.mode === 'tiles');
  #points = $derived.by(() => (this.byTile ? undefined : count(this.#keeper.notes)));
  #whole = $derived.by(() => (this.byTile ? this.#referee.whole : undefined));

  /** The moves that were counted; none yet while the referee is being asked for the first time. */
  counted = $derived.by((): readonly Move[] | undefined =>
    this.byTile ? this.#referee.counted : this.#keeper.notes.moves,
  );
  scores = $derived.by(
    () => this.#points?.scores ?? this.#whole?.scores ?? this.#keeper.notes.names.map(() => 0),
  );
  result = $derived.by((): Outcome | null => (this.#points ?? this.#whole)?.result ?? null);
  finalRound = $derived.by(() => this.#points?.finalRound ?? this.#whole?.final_round ?? false);
  /** The first move that the rules do not allow, since something before it was corrected. */
  fault = $derived.by(() => this.#whole?.fault ?? undefined);
  over = $derived.by(() => this.result !== null && !this.#keeper.at);
  seats = $derived.by((): SeatState[] =>
    this.#keeper.notes.names.map((name, player) => seatOf(name, this.scores[player]!)),
  );
  turns = $derived.by((): readonly Told[] =>
    this.#points
      ? this.#points.turns.map(({ player, points, score, tiles }) => ({
          seat: player,
          setup: false,
          points,
          score,
          laid: tiles,
        }))
      : (this.#whole?.moves ?? []),
  );

  /** The turns as the score sheet shows them. */
  entries = $derived.by((): Entry[] =>
    this.turns.map(({ seat, points, score, setup, laid }, move) => ({
      move,
      player: seat,
      points,
      score,
      line: this.#whole?.moves[move]!.laid.map(({ place }) => place.tile).join(' + ') ?? '',
      setup,
      passed: laid.length === 0,
    })),
  );

  /** Why a later turn does not fit any more, and which it is. */
  why = $derived.by(() => {
    if (!this.fault) return '';
    const { move, code, words, details } = this.fault;
    const { notes } = this.#keeper;
    return t('keep.fault', {
      turn: turnOf(notes, move),
      why: new Refused(code, words, details).message,
    });
  });

  /** The end, as every other table shows it. */
  end = $derived.by((): State => ({
    phase: 'finished',
    version: this.#keeper.notes.moves.length,
    seats: this.seats,
    host: null,
    first: 0,
    to_move: null,
    in_setup: false,
    final_round: false,
    bag_count: 0,
    clock_ms: null,
    result: this.result,
    rematch: null,
    secret: null,
  }));

  /** What has changed since other moves were counted, for those who do not see the score sheet. */
  told(before: readonly Move[]): string {
    const moves = this.counted ?? [];
    const next = moves.length === before.length + 1 && before.every((move, number) => move === moves[number]);
    const { names } = this.#keeper.notes;
    if (!next) {
      const scores = names.map((name, player) => `${name} ${this.scores[player]!}`);
      return t('keep.recounted', { scores: new Intl.ListFormat(language()).format(scores) });
    }
    if (this.byTile) return ''; // the table on the screen tells it
    const { seat, points, score, laid } = this.turns.at(-1)!;
    const name = names[seat]!;
    return laid.length
      ? t('say.turnPlayed', { name, what: sayPoints(points), score })
      : t('turn.passes', { name });
  }
}
