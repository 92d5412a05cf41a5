/** What is told to those who do not see it, and what nobody must miss. */
const NOTICE = 6000;
const HINT = 4000;

export class Voice {
  /** The last thing worth telling, for the live region. */
  said = $state('');
  /** Something rare that has just happened and must not be missed, such as a pass. */
  notice = $state('');
  /** Why something that was just asked for does not happen. */
  hint = $state('');
  #noticed: ReturnType<typeof setTimeout> | undefined;
  #hinted: ReturnType<typeof setTimeout> | undefined;

  say(words: string): void {
    // The same words twice are not read twice, unless they differ by a space.
    this.said = words === this.said ? `${words} ` : words;
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
