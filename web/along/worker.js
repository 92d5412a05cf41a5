/** The table in a worker: Python with the rules, the service and the bots, and the kernel; no server. */
import { openDisk } from './disk.js';
import { loadPyodide } from './pyodide.mjs';

const here = new URL('.', self.location.href).href;
const HOME = '/home/pyodide';
/** Seconds between the turns of bots, as on a server. */
const PACE = 1.5;

const bytes = async (file) => {
  const response = await fetch(here + file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
};

/** What pages say before Python is ready waits here. */
const waiting = [];
let hear = (data) => waiting.push(data);
self.onmessage = ({ data }) => hear(data);

async function startPython() {
  const house = bytes('house.zip');
  const lock = await fetch(`${here}lock.json`);
  const python = await loadPyodide({
    indexURL: here,
    stdLibURL: `${here}python.zip`,
    lockFileContents: await lock.text(), // it knows of no packages: all that is needed is here
  });
  python.unpackArchive(await house, 'zip', { extractDir: HOME });
  return python;
}

/** A disk that tells the pages when it refuses to write, and when it writes again. */
function told(disk) {
  let refuses = false;
  const tell = (now) => {
    if (now !== refuses) postMessage({ refuses: now });
    refuses = now;
  };
  const write = async (text) => {
    try {
      const said = await disk.write(text);
      tell(false);
      return said;
    } catch (error) {
      tell(true);
      throw error;
    }
  };
  return { ...disk, write };
}

/** The smallest program there is: a policy that forbids WebAssembly says so here, and in Pyodide not at all. */
const NOTHING = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Why it does not start, as far as a player can do something about it (net/refused.ts). */
const because = (why) => (error) => {
  throw Object.assign(new Error(String(error)), { why: error?.name === 'QuotaExceededError' ? 'full' : why });
};

async function start() {
  await WebAssembly.compile(NOTHING).catch(because('forbidden'));
  const closed = () => postMessage({ closed: true });
  const [python, disk] = await Promise.all([startPython(), openDisk(closed).catch(because('denied'))]);
  const tabs = new BroadcastChannel('dalapapa');
  const { start: open } = python.pyimport('dalapapa.browser.start');
  const house = await open(
    told(disk),
    (line, text, why) => postMessage({ line, text: text ?? undefined, why }),
    (note) => tabs.postMessage(note),
    // Whoever measures or tests need not wait between the turns of bots.
    Number(new URL(self.location.href).searchParams.get('pace') ?? PACE),
  );
  tabs.onmessage = ({ data }) => house.note(data);
  const answer = async ({ kind, number, method, path, body, line, table, since, text }) => {
    if (kind === 'ask') {
      const both = await house.carrier.ask(method, path, body ?? '');
      const [ok, said] = both.toJs();
      both.destroy();
      postMessage({ number, ok, text: said });
    } else if (kind === 'open') await house.carrier.open(line, table, since);
    else if (kind === 'say') await house.carrier.hear(line, text);
    else if (kind === 'close') house.carrier.close(line);
  };
  // Nobody must wait for what has broken: the pages begin anew, with all that the disk has.
  hear = (data) => answer(data).catch(() => postMessage({ failed: 'unable' }));
  postMessage({ ready: true });
  waiting.splice(0).forEach(hear);
}

start().catch((error) => postMessage({ failed: error.why ?? 'unable' }));
