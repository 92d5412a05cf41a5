import { expect, it } from 'vitest';
import { turn } from '@/net/faked';
import { numbered } from './numbered';

it('counts the turns of each player, but not the first tiles', () => {
  const turns = [
    turn(1, 1, [], { setup: true }),
    turn(2, 0, [], { setup: true }),
    turn(3, 1, []),
    turn(4, 0, []),
    turn(5, 1, []),
  ];
  expect(numbered(turns).map(({ number }) => number)).toEqual([undefined, undefined, 1, 1, 2]);
});
