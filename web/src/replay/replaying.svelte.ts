/** Where somebody is in a finished game, what the Owl says of it, and the side line they try. */
import type { AnalysisSeen, JudgedSeen, Otherwise, Place, Replay, TurnSeen } from '@/gen/protocol';
import { Placing } from '@/placing/placing.svelte';
import { Attempt } from '@/ui/attempt.svelte';
import type { Source } from './game';
import { movesAfter, placedAfter, stepsOf, stepsTo, totals, turnOf } from './walk';

/** Milliseconds a step takes, at speed 1. */
const PACE = 1600;
export const SPEEDS = [1, 2, 4] as const;
/** A turn that loses less is as good as the Owl's (docs/analysis.md). */
export const TOLERANCE = 0.5;
/** So many tries, then the Owl offers to show its idea. */
export const TRIES = 2;

export class Replaying {
  readonly steps;
  readonly scores;
  /** Where each player sat: whose colour is theirs. */
  readonly seats: readonly number[];
  /** How many steps are done. */
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  analysis = $state.raw<AnalysisSeen>();
  progress = $state.raw({ done: 0, total: 0 });
  readonly looking = new Attempt();

  /** The side line: a turn played otherwise, to try it or to find a better one. */
  side = $state<'try' | 'better'>();
  tries = $state(0);
  answer = $state.raw<Otherwise>();
  verdict = $state<'found' | 'not_yet'>();
  /** A turn of the Owl's that is being shown. */
  idea = $state.raw<JudgedSeen>();
  readonly asking = new Attempt();
  readonly placing: Placing;
  #closed = false;
  #options = $state.raw(new Map<string, Otherwise>());

  moves = $derived.by(() => movesAfter(this.steps, this.at));
  placed = $derived.by(() => placedAfter(this.steps, this.at));
  /** The step that was done last, and the move it belongs to. */
  step = $derived.by(() => this.steps[this.at - 1]);
  move = $derived.by(() => (this.step ? this.replay.moves[this.step.move] : undefined));
  /** The move whose hands are on the table: the one that was just made, or is half made. */
  shown = $derived.by(() => this.move ?? this.replay.moves[0]!);
  /** The number of that turn; below 0 in set-up. */
  turn = $derived.by(() => (this.step ? turnOf(this.replay, this.step.move) : -1));
  account = $derived.by((): TurnSeen | undefined => this.analysis?.turns[this.turn]);
  /** The tiles as they lay before the move that is shown. */
  before = $derived.by(() => placedAfter(this.steps, stepsTo(this.steps, this.step?.move ?? 0)));

  constructor(
    readonly replay: Replay,
    readonly source: Source,
  ) {
    this.steps = stepsOf(replay.moves);
    this.scores = totals(replay);
    this.seats = replay.players.map((_, player) => (player + (replay.first ?? 0)) % replay.players.length);
    this.placing = new Placing({
      hand: () => (this.side ? (this.shown.hands[this.shown.player] ?? []) : []),
      most: () => 2,
      options: (after) => this.#options.get(this.#name(after))?.options,
      free: () => false,
      taken: () => false,
    });
  }

  go(step: number): void {
    this.leave();
    this.at = Math.max(0, Math.min(this.steps.length, step));
  }

  /** To the end of a move, counted from 1. */
  goTo(moves: number): void {
    this.go(stepsTo(this.steps, moves));
  }

  /** To the end of a turn, counted from 0. */
  goToTurn(turn: number): void {
    this.goTo(this.replay.moves.filter(({ setup }) => setup).length + turn + 1);
  }

  byTurn(by: 1 | -1): void {
    const done = this.moves;
    const halfway = by < 0 && stepsTo(this.steps, done) < this.at;
    this.goTo(halfway ? done : done + by);
  }

  byStep(by: 1 | -1): void {
    this.go(this.at + by);
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.at === this.steps.length) this.go(0);
  }

  /** One step of playing by itself, after a while; gives what stops it. */
  tick(): () => void {
    const timer = setTimeout(() => {
      this.byStep(1);
      if (this.at === this.steps.length) this.playing = false;
    }, PACE / this.speed);
    return () => clearTimeout(timer);
  }

  /** Have the Owl look back; it says how far it is. */
  async look(): Promise<void> {
    await this.looking.run(async () => {
      while (!this.analysis && !this.#closed) {
        const { done, total, analysis } = await this.source.analysis();
        this.progress = { done, total };
        if (analysis) this.analysis = analysis;
      }
    });
  }

  /** Nobody looks any more. */
  close(): void {
    this.#closed = true;
  }

  // ── The side line ────────────────────────────────────────────────────────────────────────────

  /** Leave the game at this turn and play it otherwise. */
  async branch(side: 'try' | 'better'): Promise<void> {
    this.playing = false;
    this.leave();
    this.side = side;
    await this.ask();
    const { placing } = this;
    const tile = placing.hand.find((one) => placing.fits(one));
    if (placing.options.length && tile !== undefined) placing.pick(tile);
  }

  /** Back to the game as it was. */
  leave(): void {
    this.side = undefined;
    this.tries = 0;
    this.idea = undefined;
    this.verdict = undefined;
    this.answer = undefined;
    this.placing.reset();
  }

  /** What can be laid now, and what the turn is worth as it is. */
  async ask(): Promise<void> {
    const laid = this.placing.places;
    const name = this.#name(laid);
    this.verdict = undefined;
    this.idea = undefined;
    const known = this.#options.get(name);
    if (known) this.answer = known;
    else
      await this.asking.run(async () => {
        const answer = await this.source.otherwise(this.turn, laid);
        this.#options = new Map(this.#options).set(name, answer);
        // Who has gone on meanwhile asks again.
        if (this.side && name === this.#name(this.placing.places)) this.answer = answer;
      });
  }

  async lay(): Promise<void> {
    if (this.placing.confirm()) await this.ask();
  }

  async undo(): Promise<void> {
    if (this.placing.undo()) await this.ask();
  }

  /** This is my turn: is it as good as the Owl's? */
  judge(): void {
    const { loss } = this.answer ?? {};
    if (loss === null || loss === undefined) return;
    this.tries += 1;
    this.verdict = loss < TOLERANCE ? 'found' : 'not_yet';
  }

  show(idea: JudgedSeen): void {
    this.placing.reset();
    this.idea = idea;
  }

  #name(after: readonly Place[]): string {
    return JSON.stringify([this.turn, after]);
  }
}
