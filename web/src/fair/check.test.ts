import { expect, it } from 'vitest';
import { checkFair, commitment, type FairRecord } from './check';
import example from './example.record.json';

// The record was drawn and played by the project's Python code; tests/web/test_fair_example.py checks it there.
const read = () => structuredClone(example) as FairRecord;
const failing = async (
  record: FairRecord,
  ...pledge: Parameters<typeof checkFair> extends [unknown, ...infer P] ? P : never
) => (await checkFair(record, ...pledge)).filter(({ holds }) => !holds).map(({ step }) => step);

it('finds the same bag and the same beginner as the server', async () => {
  expect(await checkFair(read())).toEqual([
    { step: 'promise', holds: true },
    { step: 'bag', holds: true },
    { step: 'first', holds: true },
    { step: 'draws', holds: true },
  ]);
});

it('remembers what this browser saw and gave', async () => {
  const { fair } = read();
  const pledge = { commitment: fair.commitment, nonce: fair.nonces[1]!.nonce };
  expect(await failing(read(), pledge)).toEqual([]);
  expect(await failing(read(), { ...pledge, nonce: '0'.repeat(32) })).toEqual(['mine']);
  expect(await failing(read(), { ...pledge, commitment: '0'.repeat(64) })).toEqual(['promise']);
});

it('notices two tiles exchanged in the bag', async () => {
  const record = read();
  [record.bag[118], record.bag[119]] = [record.bag[119]!, record.bag[118]!];
  expect(await failing(record)).toEqual(['bag']);
});

it('notices another secret, even one with a promise to match', async () => {
  const record = read();
  record.fair.secret = record.fair.secret.replace(/^../, 'ff');
  expect(await failing(record)).toContain('promise');
  record.fair.commitment = await commitment(record.fair.secret, record.fair.table);
  expect(await failing(record)).toContain('bag');
});

it('notices a changed nonce', async () => {
  const record = read();
  record.fair.nonces[0]!.nonce = 'f'.repeat(32);
  expect(await failing(record)).toContain('bag');
});

it('notices another beginner', async () => {
  const record = read();
  record.fair.first = (record.fair.first + 1) % 3;
  expect(await failing(record)).toEqual(['first']);
});

it('notices a tile that was not drawn in its turn', async () => {
  const record = read();
  const turn = record.turns.find(({ drawn }) => drawn.length === 1)!;
  turn.drawn[0] = record.bag.at(-1)!;
  expect(await failing(record)).toEqual(['draws']);
});

it('notices a tile laid by somebody who did not hold it', async () => {
  const record = read();
  record.turns[0]!.placements[0]!.tile = record.bag.at(-1)!;
  expect(await failing(record)).toEqual(['draws']);
});
