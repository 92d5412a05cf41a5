/** A whole game by keyboard. Tab is left to focus. */
import type { Play } from '../play/play.svelte';

/** What the keys need of the play. */
type Keyed = Pick<
  Play,
  | 'camera'
  | 'framing'
  | 'placing'
  | 'pick'
  | 'flip'
  | 'turn'
  | 'next'
  | 'move'
  | 'confirm'
  | 'cancel'
  | 'undo'
  | 'end'
  | 'showLast'
  | 'groups'
  | 'best'
  | 'closer'
  | 'hint'
  | 'pressure'
>;

/** What each key does, in the order in which the help lists them; the name is its text's. */
export const KEYS = [
  ['1 2', 'key.pick'],
  ['← ↑ → ↓', 'key.move'],
  ['N P', 'key.next'],
  ['R', 'key.turn'],
  ['F', 'key.flip'],
  ['Enter', 'key.play'],
  ['Esc', 'key.cancel'],
  ['Ctrl Z', 'key.undo'],
  ['E', 'key.end'],
  ['W A S D', 'key.pan'],
  ['+ −', 'key.zoom'],
  ['0', 'key.fit'],
  ['C', 'key.closer'],
  ['L', 'key.last'],
  ['G', 'key.groups'],
  ['B', 'key.best'],
  ['H', 'key.hint'],
  ['O', 'key.pressure'],
  ['?', 'key.help'],
] as const;

const STEP = 80;

/** The keys of digits by their place: on an AZERTY keyboard they write & é à without Shift. */
const DIGITS: Record<string, string> = { Digit0: '0', Digit1: '1', Digit2: '2' };

/** Whether a key is meant for the game, and not for a dialog, a field that is written in, or what has the focus. */
export function isOurs(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  // The focus may have left an open dialog with a button that was disabled: its keys are the dialog's still.
  if (document.querySelector('dialog[open]') || target.closest('input, select, textarea')) return false;
  return event.key !== 'Enter' || !target.closest('button, a');
}

/** Act on a key; true when it was one of ours. */
export function press(event: KeyboardEvent, play: Keyed, help: () => void): boolean {
  const { camera, placing } = play;
  const pan = (dx: number, dy: number) => () => camera.pan(dx * STEP, dy * STEP);
  const pick = (number: number) => () => {
    // The second tile keeps its number when the first is laid; either key takes the only one.
    const tile = placing.hand[Math.min(number, placing.hand.length - 1)];
    if (tile !== undefined) play.pick(tile);
  };
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey) return false;
    play.undo();
    return true;
  }
  if (event.altKey) return false;
  const actions: Record<string, () => void> = {
    '1': pick(0),
    '2': pick(1),
    f: () => play.flip(),
    r: () => play.turn(event.shiftKey ? -1 : 1),
    n: () => play.next(1),
    p: () => play.next(-1),
    arrowleft: () => play.move(-1, 0),
    arrowright: () => play.move(1, 0),
    arrowup: () => play.move(0, -1),
    arrowdown: () => play.move(0, 1),
    enter: () => play.confirm(),
    escape: () => play.cancel(),
    e: () => void play.end(),
    w: pan(0, 1),
    a: pan(1, 0),
    s: pan(0, -1),
    d: pan(-1, 0),
    '+': () => camera.zoom(1.25, camera.centre),
    '=': () => camera.zoom(1.25, camera.centre),
    '-': () => camera.zoom(0.8, camera.centre),
    '0': () => play.framing.fit(),
    c: () => play.closer(),
    l: () => play.showLast(event.shiftKey),
    g: () => play.groups(),
    b: () => play.best(),
    h: () => void play.hint(),
    o: () => play.pressure(),
    '?': help,
  };
  const digit = (!event.shiftKey && DIGITS[event.code]) || '';
  const action = actions[event.key.toLowerCase()] ?? actions[digit];
  action?.();
  return action !== undefined;
}
