/** What is told to those who do not see it, and what nobody must miss. */
const NOTICE = 6000;
const HINT = 4000;

/** So many lines stay, for whoever wants to read one again. */
const KEPT = 12;

interface Line {
  id: number;
  words: string;
}

export class Voice {
  /**
   * What was told, the latest last. Each is a line of its own in the live region, so that none is lost when two
   * come at once, and the same words are read again when they are said again.
   */
  lines = $state.raw<readonly Line[]>([]);
  /** Something rare that has just happened and must not be missed, such as a pass. */
  notice = $state('');
  /** Why something that was just asked for does not happen. */
  hint = $state('');
  #noticed: ReturnType<typeof setTimeout> | undefined;
  #hinted: ReturnType<typeof setTimeout> | undefined;
  #told = 0;

  /** The last thing told. */
  get said(): string {
    return this.lines.at(-1)?.words ?? '';
  }

  say(words: string): void {
    if (words) this.lines = [...this.lines, { id: this.#told++, words }].slice(-KEPT);
  }

  /** Show it too, for a while. */
  announce(words: string): void {
    this.notice = words;
    clearTimeout(this.#noticed);
    this.#noticed = setTimeout(() => (this.notice = ''), NOTICE);
  }

  /** Say why something does not happen, and show it near the hand. */
  explain(words: string): void {
    this.say(words);
    this.hint = words;
    clearTimeout(this.#hinted);
    this.#hinted = setTimeout(() => (this.hint = ''), HINT);
  }
}
