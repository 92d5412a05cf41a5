import { beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '@/gen/protocol';
import { loadLanguage } from '@/text/text.svelte';
import { status, toContinue } from './status';

type Seat = Card['seats'][number];
const seat = (name: string | null, more: Partial<Seat> = {}): Seat => ({
  kind: name ? 'person' : 'open',
  name,
  bot: null,
  mine: false,
  score: 0,
  ...more,
});
const card = (phase: Card['phase'], seats: Seat[], more: Partial<Card> = {}): Card => ({
  id: 'a',
  phase,
  seats,
  target: 60,
  begins: 'random',
  public: false,
  open_hands: false,
  purist: false,
  clock: null,
  spectators: true,
  hints: false,
  to_move: null,
  your_turn: false,
  commitment: '',
  tile_set: 'classic',
  tile_set_sha256: '',
  created: 0,
  updated: 0,
  ...more,
});
const ana = seat('Ana', { mine: true, score: 61 });
const fox = seat('Greedy 2', { kind: 'bot', bot: 'greedy', score: 58 });

beforeAll(() => loadLanguage('en'));

describe('how a table stands', () => {
  it('waits for players', () => {
    expect(status(card('waiting', [ana, seat(null), seat(null)]))).toBe('2 open seats');
    expect(status(card('waiting', [ana, fox]))).toBe('About to start');
  });

  it('says whose turn it is', () => {
    expect(status(card('playing', [ana, fox], { to_move: 0, your_turn: true }))).toBe('Your turn');
    expect(status(card('playing', [ana, fox], { to_move: 1 }))).toBe('Fox 2’s turn');
  });

  it('says who won', () => {
    expect(status(card('finished', [ana, fox]))).toBe('You won');
    expect(status(card('finished', [ana, { ...fox, score: 61 }]))).toBe('A shared win');
    expect(status(card('finished', [ana, { ...fox, score: 70 }]))).toBe('Fox 2 won');
    expect(status(card('finished', [ana, seat('Bo', { mine: true })]))).toBe('Ana won');
  });
});

it('goes on where it is my turn, else where a game runs', () => {
  const waits = card('waiting', [ana]);
  const runs = card('playing', [ana], { id: 'b' });
  const mine = card('playing', [ana], { id: 'c', your_turn: true });
  expect(toContinue([waits, runs, mine])?.id).toBe('c');
  expect(toContinue([waits, runs])?.id).toBe('b');
  expect(toContinue([waits])).toBeUndefined();
  expect(toContinue([card('closed', [ana]), card('finished', [ana])])).toBeUndefined();
});
