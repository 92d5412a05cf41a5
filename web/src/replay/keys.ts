/** Keys of a replay: through the game, and on a side line those of the table. */
import type { Replaying } from './replaying.svelte';

type Acts = Record<string, () => unknown>;

function walking(game: Replaying, { shiftKey }: KeyboardEvent): Acts {
  return {
    arrowleft: () => (shiftKey ? game.byStep(-1) : game.byTurn(-1)),
    arrowright: () => (shiftKey ? game.byStep(1) : game.byTurn(1)),
    home: () => game.go(0),
    end: () => game.go(game.steps.length),
  };
}

function laying(game: Replaying, { shiftKey }: KeyboardEvent): Acts {
  const { placing } = game;
  const pick = (number: number) => () =>
    placing.hand[number] !== undefined && placing.pick(placing.hand[number]);
  return {
    '1': pick(0),
    '2': pick(1),
    n: () => placing.next(1),
    p: () => placing.next(-1),
    r: () => placing.turn(shiftKey ? -1 : 1),
    f: () => placing.flip(),
    escape: () => game.leave(),
  };
}

/** Act on a key; true when it was one of ours. */
export function press(event: KeyboardEvent, game: Replaying, fit: () => void): boolean {
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    if (!game.side || event.key.toLowerCase() !== 'z' || event.shiftKey) return false;
    void game.undo();
    return true;
  }
  const acts = game.side ? laying(game, event) : walking(game, event);
  acts['0'] = fit;
  // What has the focus and can be pressed is pressed by these itself.
  if (!(target instanceof HTMLElement && target.closest('button, a, summary'))) {
    if (game.side) acts.enter = () => game.lay();
    else acts[' '] = () => game.toggle();
  }
  const act = acts[event.key.toLowerCase()];
  act?.();
  return act !== undefined;
}
