/**
 * A page for every screen: the same, but with links to what that screen needs, so that a browser fetches it
 * together with the program's first part and not after it; and with a script that sends for the language
 * before that part has come.
 */
import type { Plugin, Rolldown } from 'vite';
import { CLASSIC } from './src/gen/design.ts';

type Bundle = Rolldown.OutputBundle;

/** The page of a screen by the server's rule: `/table/ID` is shown by `table.html`; home is the index. */
const pageOf = (screen: string): string =>
  screen === 'Home' ? 'index.html' : `${screen.toLowerCase()}.html`;

/** What a screen asks the server for at once. */
const ASKED: Record<string, string[]> = { Table: [`/api/tiles/${CLASSIC}`] };

export function pages(): Plugin {
  return {
    name: 'pages',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('the page itself is missing');
      const early = Object.values(bundle).find(
        (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/early.ts'),
      );
      if (!early) throw new Error('the first script is missing');
      const html = String(index.source).replace(
        '<script',
        `<script type="module" async crossorigin src="/${early.fileName}"></script>\n    <script`,
      );
      for (const chunk of Object.values(bundle)) {
        const screen =
          chunk.type === 'chunk' && chunk.facadeModuleId?.match(/\/screens\/(\w+)\.svelte$/)?.[1];
        if (!screen) continue;
        const source = html.replace('</head>', `${links(screen, chunk.fileName, html, bundle)}</head>`);
        if (screen === 'Home') index.source = source;
        else this.emitFile({ type: 'asset', fileName: pageOf(screen), source });
      }
    },
  };
}

function links(screen: string, file: string, html: string, bundle: Bundle): string {
  const modules = [...imported(file, bundle)].filter((name) => !html.includes(`/${name}"`));
  return [
    ...modules.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...(ASKED[screen] ?? []).map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
  ]
    .map((link) => `  ${link}\n  `)
    .join('');
}

/** A chunk and all that it imports. */
function imported(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const name of chunk.imports) imported(name, bundle, found);
  return found;
}
