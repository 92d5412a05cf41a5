import { describe, expect, it } from 'vitest';
import { seat } from '@/net/faked';
import { awaited, endsWithout, inCompany, type Scene } from './presence';

const MINUTE = 60_000;
const ana = seat('Ana', { mine: true });
const bo = seat('Bo');
const fox = seat('Greedy', { kind: 'bot', bot: 'greedy' });
const scene = (more: Partial<Scene> = {}): Scene => ({
  seats: [ana, bo],
  away: [null, null],
  toMove: 1,
  began: 0,
  ...more,
});

describe('who is waited for', () => {
  it('may be nudged when they think for more than a minute', () => {
    expect(awaited(scene(), MINUTE - 1)).toBeUndefined();
    expect(awaited(scene(), MINUTE)).toEqual({ seat: 1, absent: false });
  });

  it('may be replaced when they have been away for two minutes', () => {
    const left = scene({ away: [null, 5 * MINUTE] });
    expect(awaited(left, 7 * MINUTE - 1)).toBeUndefined();
    expect(awaited(left, 7 * MINUTE)).toEqual({ seat: 1, absent: true });
  });

  it('is nobody of this device, no computer, nobody for whom it plays already', () => {
    const late = 60 * MINUTE;
    expect(awaited(scene({ toMove: 0, away: [0, 0] }), late)).toBeUndefined();
    expect(awaited(scene({ seats: [ana, fox] }), late)).toBeUndefined();
    expect(awaited(scene({ seats: [ana, seat('Bo', { presence: 'held' })] }), late)).toBeUndefined();
    expect(awaited(scene({ toMove: undefined }), late)).toBeUndefined();
  });

  it('is nobody to those who only watch', () => {
    expect(awaited(scene({ seats: [seat('Ana'), bo] }), 60 * MINUTE)).toBeUndefined();
  });
});

it('talks only where a person hears it', () => {
  expect(inCompany([ana, bo])).toBe(true);
  expect(inCompany([ana, fox])).toBe(false);
  expect(inCompany([ana, seat('Bo', { mine: true }), fox])).toBe(false);
  expect(inCompany([ana, seat('Bo', { presence: 'resigned' })])).toBe(false);
});

it('is over when only the computer would be left', () => {
  expect(endsWithout([ana, fox], [0])).toBe(true);
  expect(endsWithout([ana, bo], [0])).toBe(false);
  expect(endsWithout([ana, seat('Bo', { presence: 'resigned' }), fox], [0])).toBe(true);
  expect(endsWithout([ana, seat('Bo', { mine: true })], [0])).toBe(false);
  expect(endsWithout([ana, seat('Bo', { mine: true })], [0, 1])).toBe(true);
});
