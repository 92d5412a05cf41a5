/**
 * Packs what a player takes along: Python (Pyodide), what it needs of its library, msgspec, our rooms, all as
 * bytecode, and the kernel as WebAssembly. Into public/along/HASH/, with .br and .gz beside each; done once for what it
 * is made of. What of Python's library is kept is what `along/rehearsal.py` has used.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const PYODIDE = at('../node_modules/pyodide/');
const SOURCES = at('../../src/');
const LUGGAGE = at('../along/');
const OUT = at('../public/along/');
const CACHE = at('../node_modules/.cache/along/');
const python = process.env.PYTHON ?? 'python3';

const { version } = createRequire(import.meta.url)('pyodide/package.json');
const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8'));

/** What Numba or NumPy must be there for: in a browser the kernel's WebAssembly stands for it. */
const COMPILED = /^(@compiled|@inlined|import numba|import numpy)/m;

/** What only a server does. */
const AT_HOME = /service\/(bringing|ringing|people\/bells)\.py$/;

/** Our rooms, as far as they are of use in a browser. */
const ROOMS = [
  'dalapapa/__init__.py',
  ...['rules', 'service', 'browser']
    .flatMap((room) => pythonIn(`dalapapa/${room}`, true))
    .filter((name) => !AT_HOME.test(name)),
  ...['render', 'lessons', 'print'].flatMap((room) => filesIn(`dalapapa/${room}`)),
  ...pythonIn('dalapapa/bots', false),
  ...pythonIn('dalapapa/analysis', false),
  'dalapapa/analysis/chances.json',
  ...pythonIn('dalapapa/kernel', false).filter((name) => !COMPILED.test(readFileSync(join(SOURCES, name)))),
  'dalapapa/kernel/wasm/__init__.py',
  'dalapapa/kernel/wasm/doors.py',
];

function pythonIn(folder, recursive) {
  return readdirSync(join(SOURCES, folder), { recursive })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** Python and what it reads beside itself: words, letters. */
function filesIn(folder) {
  return readdirSync(join(SOURCES, folder), { recursive: true })
    .filter((name) => /\.(py|toml|json|ttf|txt)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 12);
};

/** The wheel of msgspec for Pyodide's Python, by its name and the version that we pin. */
function wheel() {
  const [line] = readFileSync(at('../../constraints.txt'), 'utf8').match(/^msgspec==.*$/m);
  const folder = join(CACHE, line);
  if (!existsSync(folder)) {
    const [major, minor] = info.python.split('.');
    const part = mkdtempSync(join(tmpdir(), 'msgspec-'));
    const wanted = ['--only-binary=:all:', '--platform', `pyemscripten_${info.abi_version}_wasm32`];
    wanted.push('--python-version', `${major}${minor}`, '--abi', `cp${major}${minor}`, '--dest', part, line);
    const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'download', '--no-deps', ...wanted];
    execFileSync(python, pip, { stdio: ['ignore', 'ignore', 'pipe'] });
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(part)) writeFileSync(join(folder, name), readFileSync(join(part, name)));
    rmSync(part, { recursive: true });
  }
  return readFileSync(join(folder, readdirSync(folder)[0]));
}

function kernel() {
  const file = join(CACHE, 'kernel.wasm');
  execFileSync(python, ['-m', 'dalapapa.kernel.wasm.building', file], {
    env: { ...process.env, PYTHONPATH: SOURCES },
  });
  return readFileSync(file);
}

/**
 * With the quality that takes a second or two, and with the best for what comes with Pyodide: that takes half a minute, but
 * is done once for each of its versions. The same content is packed once.
 */
function brotli(content, quality) {
  const file = join(CACHE, `${hashOf(content)}-${quality}.br`);
  if (!existsSync(file)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(file, brotliCompressSync(content, { params }));
  }
  return readFileSync(file);
}

const INTO_BYTECODE = `
import importlib._bootstrap_external as bootstrap, importlib.util, io, sys, zipfile

def pack(sources, wanted=None):
    """Python files as bytecode, the others as they are, in an archive that is not compressed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sources:
            if name.endswith("/") or name.endswith((".pyi", ".typed")) or ".dist-info/" in name:
                continue
            if wanted is not None and name not in wanted:
                continue
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True, optimize=0)
                content = bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(content), False))
                name += "c"
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()

def files(path):
    with zipfile.ZipFile(path) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]

def used(library):
    """The files of the library that have been imported."""
    found = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    inside = {path.partition(".zip/")[2].removesuffix("c") for path in found if ".zip/" in path}
    return inside & {name for name, _ in files(library)}
`;

async function archives(made) {
  const { loadPyodide } = await import(join(PYODIDE, 'pyodide.mjs'));
  const py = await loadPyodide({ indexURL: PYODIDE });
  const rooms = [
    ...ROOMS.map((name) => [name, readFileSync(join(SOURCES, name))]),
    ['dalapapa/kernel/wasm/kernel.wasm', made.kernel],
  ];
  for (const [name, content] of rooms) {
    const path = `/home/pyodide/${name}`;
    py.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    py.FS.writeFile(path, content);
  }
  py.FS.writeFile('/msgspec.whl', made.wheel);
  py.FS.writeFile('/library.zip', readFileSync(join(PYODIDE, 'python_stdlib.zip')));
  py.unpackArchive(
    made.wheel.buffer.slice(made.wheel.byteOffset, made.wheel.byteOffset + made.wheel.length),
    'wheel',
  );
  py.FS.writeFile('/home/pyodide/rehearsal.py', readFileSync(join(LUGGAGE, 'rehearsal.py')));
  // Said in Python's words: Node would show the whole program of Pyodide with it.
  await py.runPythonAsync('import rehearsal\nawait rehearsal.rehearse()').catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  py.globals.set('rooms', py.toPy(rooms.map(([name]) => name)));
  py.runPython(`${INTO_BYTECODE}
library = pack(files("/library.zip"), used("/library.zip"))
house = pack([(name, open(f"/home/pyodide/{name}", "rb").read()) for name in rooms] + files("/msgspec.whl"))
open("/python.zip", "wb").write(library)
open("/house.zip", "wb").write(house)`);
  return { 'python.zip': py.FS.readFile('/python.zip'), 'house.zip': py.FS.readFile('/house.zip') };
}

mkdirSync(CACHE, { recursive: true });
const made = { kernel: kernel(), wheel: wheel() };
// For the page itself, which finds placements by it (src/net/kernel.ts).
writeFileSync(join(LUGGAGE, 'kernel.wasm'), made.kernel);
const own = readdirSync(LUGGAGE).filter((name) => /\.(js|py)$/.test(name));
const hash = hashOf(
  version,
  made.kernel,
  made.wheel,
  ...ROOMS.map((name) => readFileSync(join(SOURCES, name))),
  ...own.map((name) => readFileSync(join(LUGGAGE, name))),
  readFileSync(fileURLToPath(import.meta.url)),
);
const folder = join(OUT, hash);
if (!existsSync(folder)) {
  console.log('Packing the game to take along, once ...');
  const files = {
    'lock.json': Buffer.from(JSON.stringify({ info, packages: {} })),
    'worker.js': readFileSync(join(LUGGAGE, 'worker.js')),
    'disk.js': readFileSync(join(LUGGAGE, 'disk.js')),
    ...(await archives(made)),
  };
  for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) {
    files[name] = readFileSync(join(PYODIDE, name));
  }
  rmSync(OUT, { recursive: true, force: true });
  const part = at('../node_modules/.cache/along/part');
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  let size = 0;
  const sizes = {};
  for (const [name, content] of Object.entries(files)) {
    const packed = brotli(Buffer.from(content), name === 'pyodide.asm.wasm' ? 11 : 9);
    size += packed.length;
    sizes[name] = content.length;
    writeFileSync(join(part, name), content);
    writeFileSync(join(part, `${name}.br`), packed);
    // For those who are not told of brotli, as over plain http.
    writeFileSync(join(part, `${name}.gz`), gzipSync(content));
  }
  mkdirSync(OUT, { recursive: true });
  renameSync(part, folder);
  const pack = { folder: hash, files: sizes, bytes: size };
  writeFileSync(join(LUGGAGE, 'pack.json'), JSON.stringify(pack));
}
process.exit(0); // Pyodide would wait for its timers
