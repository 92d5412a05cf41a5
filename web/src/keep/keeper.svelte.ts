/** One game being kept: every press is written down at once, and can be taken back. */
import type { Place } from '@/gen/protocol';
import {
  NO_DRAFT,
  placesOf,
  playerOf,
  type At,
  type Draft,
  type Kept,
  type Move,
  type Notes,
  type Scored,
  type Step,
} from './notes';

/** So many presses can be taken back. */
const STEPS = 60;

/** An empty tile, about to be scored. */
export const NEW_TILE: Scored = { discs: 0, groups: [] };

export class Keeper {
  notes = $state.raw<Notes>()!;
  draft = $state.raw<Draft>(NO_DRAFT);
  /** What is being corrected; nothing while the game simply goes on. */
  at = $state.raw<At>();
  steps = $state.raw<readonly Step[]>([]);
  since = $state(0);
  updated = $state(0);

  /** The move that is being entered. */
  cursor = $derived.by(() => this.at?.move ?? this.notes.moves.length);
  player = $derived.by(() => playerOf(this.notes, this.cursor));

  constructor(
    kept: Kept,
    readonly save: (kept: Kept) => void,
  ) {
    this.take(kept);
  }

  /** What another tab has written down. */
  take({ notes, draft, at, steps, since, updated }: Kept): void {
    Object.assign(this, { notes, draft, at, steps, since, updated });
  }

  get kept(): Kept {
    const { notes, draft, at, steps, since, updated } = this;
    return { notes, draft, at, steps, since, updated };
  }

  // ── What is being entered ───────────────────────────────────────────────────────────────────

  /** A press on the score sheet's buttons. */
  score(scored: readonly Scored[]): void {
    this.#step(() => (this.draft = { ...this.draft, scored }));
  }

  /** The tiles about to be laid; nothing to take back, as the board takes them back itself. */
  hold(hand: readonly number[]): void {
    this.draft = { ...this.draft, hand };
    this.#write();
  }

  // ── Moves ───────────────────────────────────────────────────────────────────────────────────

  /** The move is done: it is the next one, or stands where another stood. */
  enter(move: Move): void {
    this.#step(() => {
      const { moves } = this.notes;
      this.#change(moves.toSpliced(this.cursor, this.at?.forgotten ? 0 : 1, move), this.at?.aside);
    });
  }

  /** A turn was forgotten: it comes before this one, and is entered next. */
  insert(at: number): void {
    this.#step(() => {
      this.at = { move: at, forgotten: true, aside: this.#next };
      this.draft = NO_DRAFT;
    });
  }

  /** A turn was never played: those after it move up. */
  remove(at: number): void {
    this.#step(() => this.#change(this.notes.moves.toSpliced(at, 1), this.#next));
  }

  /** Look at a move again, with what was entered then. */
  correct(at: number): void {
    this.#step(() => {
      this.at = { move: at, forgotten: false, aside: this.#next };
      const move = this.notes.moves[at] ?? [];
      this.draft =
        this.notes.mode === 'points'
          ? { scored: move as readonly Scored[], hand: [] }
          : { scored: [], hand: (move as readonly Place[]).map(({ tile }) => tile) };
    });
  }

  /** Leave it as it was. */
  leave(): void {
    this.#step(() => {
      this.draft = this.#next;
      this.at = undefined;
    });
  }

  /** Nobody can lay a tile any more: who had no turn in this round passes, and the game is over (R6.2). */
  nobody(): void {
    this.#step(() => {
      const { moves, names } = this.notes;
      const missing = (names.length - (moves.length % names.length)) % names.length;
      this.#change([...moves, ...Array.from({ length: missing }, () => [])]);
      this.notes = { ...this.notes, exhausted: true };
    });
  }

  /** Take back the last press. */
  undo(): void {
    const last = this.steps.at(-1);
    if (!last) return;
    const { moves, exhausted, draft, at } = last;
    this.steps = this.steps.slice(0, -1);
    this.notes = { ...this.notes, moves, exhausted };
    // Tiles that had been laid are at hand again, as somebody wants to lay them otherwise.
    this.draft = draft;
    this.at = at;
    this.#write();
  }

  /** Change what was agreed on. */
  agree(more: Partial<Pick<Notes, 'patience'>>): void {
    this.notes = { ...this.notes, ...more };
    this.#write();
  }

  /** What has been entered of the turn that is next: it waits while an earlier one is corrected. */
  get #next(): Draft {
    return this.at ? this.at.aside : this.draft;
  }

  #change(moves: readonly Move[], draft = NO_DRAFT): void {
    this.notes = { ...this.notes, moves, exhausted: false };
    this.at = undefined;
    // A correction may have laid one of the tiles that waited.
    const lying = placesOf(this.notes).flatMap((move) => move.map(({ tile }) => tile));
    this.draft = { ...draft, hand: draft.hand.filter((tile) => !lying.includes(tile)) };
    this.since = Date.now();
  }

  #step(press: () => void): void {
    const { moves, exhausted } = this.notes;
    const before: Step = { moves, exhausted, draft: this.draft, at: this.at };
    this.steps = [...this.steps, before].slice(-STEPS);
    press();
    this.#write();
  }

  #write(): void {
    this.updated = Date.now();
    this.save(this.kept);
  }
}
