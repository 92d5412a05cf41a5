import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The rooms of src/, a floor a line: imports go down, never up and never across. */
const FLOORS = [
  ['screens'],
  ['keep'],
  ['table', 'replay', 'learn', 'home', 'end', 'box'],
  ['placing'],
  ['net'],
  ['fair'],
  ['board'],
  ['ui'],
  ['text'],
  ['gen'],
];

/** What a room may not import: any path through a room that is not below it, relative or not. */
function rooms() {
  const listed = FLOORS.flatMap((floor, level) =>
    floor.map((room) => {
      const closed = FLOORS.slice(0, level + 1)
        .flat()
        .filter((other) => other !== room);
      // Texts of a room are named as the room is, and are no part of it.
      const path = `(^|(?<!messages)/)(${[...closed, 'src'].join('|')})(/|$)|^@/(${room}/|[^/]+$)`;
      const message = `src/${room} imports only from rooms below it, and from itself by a relative path.`;
      return {
        files: [`src/${room}/**`],
        rules: {
          'no-restricted-imports': ['error', { patterns: [{ regex: path, message }] }],
          'no-restricted-syntax': [
            'error',
            ...['ImportExpression > Literal.source', 'TSImportType > Literal.source'].map((node) => ({
              selector: `${node}[value=/${path.replaceAll('/', '\\/')}/]`,
              message,
            })),
            {
              selector: 'ImportExpression > :not(Literal).source',
              message: 'Say what is imported in plain words, so that it can be seen.',
            },
          ],
        },
      };
    }),
  );
  const message = 'A new room: say in eslint.config.js on which floor it is.';
  const unlisted = {
    files: ['src/*/**'],
    ignores: FLOORS.flat().map((room) => `src/${room}/**`),
    rules: { 'no-restricted-syntax': ['error', { selector: 'Program', message }] },
  };
  return [...listed, unlisted];
}

export default ts.config(
  { ignores: ['node_modules', 'src/gen', 'public/along'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // TypeScript checks names better, types included.
      'no-undef': 'off',
      // State here is replaced, never changed in place, so plain collections do.
      'svelte/prefer-svelte-reactivity': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  ...rooms(),
);
