import { describe, expect, it } from 'vitest';
import type { Play } from '../play/play.svelte';
import { KEYS, press } from './keys';

/** What a key does at a table where tiles 5 and 6 are in hand. */
function done(key: string, code: string, shiftKey = false): string {
  let told = 'nothing';
  const tell = (what: string) => (how: unknown) => (told = `${what} ${how ?? ''}`.trim());
  const play = {
    placing: { hand: [5, 6] },
    camera: { zoom: tell('zoom') },
    framing: { fit: tell('fit') },
    pick: tell('pick'),
    showLast: tell('last'),
    groups: tell('groups'),
    best: tell('best'),
    closer: tell('closer'),
    hint: tell('hint'),
    pressure: tell('pressure'),
  };
  press({ key, code, shiftKey } as KeyboardEvent, play as unknown as Play, () => tell('help')(''));
  return told;
}

describe('the digits', () => {
  it.each([
    ['1', 'Digit1', 'pick 5'],
    ['2', 'Numpad2', 'pick 6'],
    ['0', 'Digit0', 'fit'],
  ])('%s at %s: %s', (key, code, what) => expect(done(key, code)).toBe(what));

  it.each([
    ['&', 'Digit1', 'pick 5'],
    ['é', 'Digit2', 'pick 6'],
    ['à', 'Digit0', 'fit'],
  ])('%s at %s of an AZERTY keyboard: %s', (key, code, what) => expect(done(key, code)).toBe(what));

  it('are typed with Shift on an AZERTY keyboard too', () => {
    expect(done('1', 'Digit1', true)).toBe('pick 5');
  });

  it('leave a key alone that writes something else', () => {
    expect(done('!', 'Digit1', true)).toBe('nothing');
    expect(done('+', 'Digit1')).toBe('zoom 1.25'); // a Czech keyboard
  });
});

it.each([
  ['l', false, 'last false'],
  ['L', true, 'last true'],
  ['g', false, 'groups'],
  ['b', false, 'best'],
  ['c', false, 'closer'],
  ['h', false, 'hint'],
  ['o', false, 'pressure'],
])('%s with Shift %s tells: %s', (key, shift, what) =>
  expect(done(key, `Key${key.toUpperCase()}`, shift)).toBe(what),
);

it('does nothing that the list of keys does not have', () => {
  const listed = new Set(KEYS.flatMap(([keys]) => keys.toLowerCase().split(' ')));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].filter((key) => !listed.has(key));
  expect(letters.filter((key) => done(key, '') !== 'nothing')).toEqual([]);
});
