/** Presses so near to a press before, and so soon after it, are one double press: its second half counts for nothing. */
const SOON = 600;
const NEAR = 32;

type Press = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY' | 'detail'>;

export class Once {
  #last: Press | undefined;

  /** From now on a second press at this place is waited out. */
  pressed(event: Press): void {
    const { timeStamp, clientX, clientY, detail } = event;
    this.#last = { timeStamp, clientX, clientY, detail };
  }

  /** Whether this is the second half of a double press. A key's press, which has no detail, never is. */
  again({ timeStamp, clientX, clientY, detail }: Press): boolean {
    const last = this.#last;
    if (!last || !detail || !last.detail) return false;
    const far = Math.hypot(clientX - last.clientX, clientY - last.clientY);
    return timeStamp - last.timeStamp < SOON && far < NEAR;
  }
}
