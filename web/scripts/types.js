// Write the types of all messages from the server's schema, or with --check fail when they are stale.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const file = fileURLToPath(new URL('../src/gen/protocol.ts', import.meta.url));
const openapi = execFileSync(process.env.DALAPAPA ?? 'dalapapa', ['schema'], { encoding: 'utf8' });

// The compiler knows plain JSON Schema: components become definitions, and types are named by their key.
const text = openapi.replaceAll('#/components/schemas/', '#/definitions/');
const definitions = JSON.parse(text, (key, value) => {
  if (key === 'title') return undefined;
  // `[number, number]` is said in JSON Schema 2020 by prefixItems, before by items.
  if (value?.prefixItems) {
    const { prefixItems, items, ...rest } = value;
    return { ...rest, items: prefixItems, additionalItems: items ?? false };
  }
  return value;
}).components.schemas;

const compiled = await compile({ definitions, type: 'object' }, 'Protocol', {
  additionalProperties: false,
  bannerComment: '/* Made by `npm run types` from `dalapapa schema`; do not edit. */',
  unreachableDefinitions: true,
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true, printWidth: 110 },
});

// Every type would say of itself that the whole refers to it.
const types = compiled
  .replace(/( \*\n)? \* This interface was referenced by `Protocol`'s JSON-Schema\n \* via the .*\n/g, '')
  .replace(/\/\*\*\n \*\/\n/g, '')
  .replace('export interface Protocol {}\n', '');

if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
} else if (readFileSync(file, 'utf8') !== types) {
  console.error('web/src/gen/protocol.ts is stale: run scripts/web types');
  process.exit(1);
}
