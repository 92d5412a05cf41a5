import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

it('has words for every refusal that the rules and the server know', () => {
  const codes = readFileSync(join(root, 'src/dalapapa/rules/errors.py'), 'utf8').matchAll(
    /^ {4}[A-Z_]+ = "(\w+)"$/gm,
  );
  const asked = [...codes].map((match) => `error.${match[1]}`);
  expect(asked).toContain('error.overlap');
  const messages = JSON.parse(readFileSync(join(root, 'web/messages/en.json'), 'utf8'));
  expect(asked.filter((key) => !(key in messages))).toEqual([]);
});
