// Write what comes from Python to src/gen: the types of all messages, the design of the drawings, some figures of the
// rules, where things lie in the kernel, the lessons and the rulebook, whose words go to messages/rules. Or with --check fail when it is stale.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (program, ...words) => execFileSync(program, words, { encoding: 'utf8' });
const python = (...words) => run(process.env.PYTHON ?? 'python3', ...words);

const openapi = run(process.env.DALAPAPA ?? 'dalapapa', 'schema');

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

const made = {
  'protocol.ts': types,
  'design.ts': python(at('design.py')),
  'rules.ts': python(at('rules.py')),
  'kernel.ts': python(at('kernel.py')),
  'examples.json': python(at('design.py'), '--examples'),
  'lessons.json': python(at('lessons.py')),
  'rulebook.json': python(at('lessons.py'), '--figures'),
};
for (const language of ['fr', 'en', 'it', 'es', 'nl', 'de']) {
  made[`../../messages/rules/${language}.json`] = python(at('lessons.py'), '--rules', language);
}
const stale = Object.entries(made).filter(([name, text]) => {
  const file = at(`../src/gen/${name}`);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  return true;
});
if (stale.length && process.argv.includes('--check')) {
  console.error(`stale in web/src/gen: ${stale.map(([name]) => name).join(', ')}; run scripts/web types`);
  process.exit(1);
}
