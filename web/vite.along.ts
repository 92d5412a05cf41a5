/** What is taken along: tells the program where it lies, and writes the service worker that knows every file. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Pack = { folder: string; files: Record<string, number> };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packed = () =>
  existsSync(at('./along/pack.json')) ? readFileSync(at('./along/pack.json'), 'utf8') : 'null';

/** Where it lies, and what it is, for the service worker. */
function luggage(): { folder: string; files: string[] } {
  const { folder, files } = (JSON.parse(packed()) ?? { folder: '', files: {} }) as Pack;
  return { folder, files: Object.keys(files) };
}

/** Files of public/ that the pages show. */
const PUBLIC = ['icon.svg', 'manifest.webmanifest'];

/** What this program is made from, in short: a page that runs can tell whether there is a newer one. */
function build(): string {
  const hash = createHash('sha256').update(packed());
  for (const folder of ['./src/', './messages/', './along/', './public/']) {
    for (const entry of readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.parentPath.startsWith(at('./public/along')))
      .map((one) => join(one.parentPath, one.name))
      .sort()) {
      hash.update(entry.slice(at('./').length)).update(readFileSync(entry));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

export function along(): Plugin {
  const version = JSON.stringify(build());
  return {
    name: 'along',
    enforce: 'post',
    config: () => ({ define: { __PACK__: packed(), __BUILD__: version } }),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = [...Object.keys(bundle), ...PUBLIC].sort();
        const source = readFileSync(at('./along/sw.js'), 'utf8');
        // A page may change while its name stays.
        const shell = createHash('sha256').update(source).update(packed());
        for (const file of Object.values(bundle)) {
          shell.update(file.fileName).update(file.type === 'asset' ? file.source : file.code);
        }
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: source
            .replace('__FILES__', JSON.stringify(files))
            .replace('__LUGGAGE__', JSON.stringify(luggage()))
            .replace('__VERSION__', shell.digest('hex').slice(0, 12)),
        });
        this.emitFile({ type: 'asset', fileName: 'version.json', source: `{"version":${version}}` });
      },
    },
    // Packed once, here, as small as can be: servers need not do it again for everybody.
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => one.startsWith('assets/'))) {
        const content = readFileSync(join(dir!, name));
        const packed = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) };
        for (const [end, smaller] of Object.entries(packed)) {
          if (smaller.length < content.length) writeFileSync(join(dir!, `${name}.${end}`), smaller);
        }
      }
    },
  };
}
