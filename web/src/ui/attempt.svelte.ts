/** Something asked for that takes its time and may be refused: whether it is under way, and what went wrong. */
export class Attempt {
  busy = $state(false);
  /** Why it did not work, in words for a person, until the next attempt. */
  fault = $state('');

  /** Do it; true when it worked. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    const done = await this.leave(what);
    this.busy = false;
    return done;
  }

  /** Do something that leads away from here: when it worked it stays busy, so that nobody asks twice. */
  async leave(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.fault = '';
    try {
      await what();
      return true;
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      this.busy = false;
      return false;
    }
  }
}
