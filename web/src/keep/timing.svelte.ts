/** How long a turn has taken; when patience is over it nods, once, and nothing else happens. */
export class Timing {
  readonly #turn: () => { since: number; patience: number };
  readonly #nod: () => void;
  #now = $state(Date.now());
  #was: boolean;

  /** `since` as a date's milliseconds, `patience` in minutes: both are written down, so a new tab goes on counting. */
  constructor(turn: () => { since: number; patience: number }, nod: () => void) {
    this.#turn = turn;
    this.#nod = nod;
    // Whoever comes back to a long turn is not nodded at for coming back.
    this.#was = this.over;
  }

  seconds = $derived.by(() => Math.max(0, Math.floor((this.#now - this.#turn().since) / 1000)));
  /** How much of the patience is used up, at most 1. */
  part = $derived.by(() => Math.min(1, this.seconds / (60 * this.#turn().patience)));
  over = $derived.by(() => this.part === 1);
  /** "2:05", or "1:02:05" for those who have been to lunch. */
  shown = $derived.by(() => {
    const two = (number: number): string => String(number).padStart(2, '0');
    const [hours, minutes] = [Math.floor(this.seconds / 3600), Math.floor(this.seconds / 60) % 60];
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(this.seconds % 60)}`;
  });

  /** Look at the clock. */
  tick(): void {
    this.#now = Date.now();
    if (this.over && !this.#was) this.#nod();
    this.#was = this.over;
  }

  /** Look every second, until told not to. */
  run(): () => void {
    const ticking = setInterval(() => this.tick(), 1000);
    return () => clearInterval(ticking);
  }
}
