// Write the types of all messages from the server's schema, or with --check fail when they are stale.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const file = fileURLToPath(new URL('../src/gen/protocol.ts', import.meta.url));
const schema = JSON.parse(execFileSync(process.env.DALAPAPA ?? 'dalapapa', ['schema'], { encoding: 'utf8' }));
const types = await compile(schema, 'Protocol', {
  additionalProperties: false,
  bannerComment: '/* Made by `npm run types` from `dalapapa schema`; do not edit. */',
  unreachableDefinitions: true,
  style: { singleQuote: true, printWidth: 110 },
});

if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
} else if (readFileSync(file, 'utf8') !== types) {
  console.error('web/src/gen/protocol.ts is stale: run scripts/web types');
  process.exit(1);
}
