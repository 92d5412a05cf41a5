// Runs a module of the project with Python in Node, on the kernel's WebAssembly: node in_node.mjs KERNEL MODULE
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(root, 'web/node_modules/pyodide/');
const { loadPyodide } = await import(join(home, 'pyodide.mjs'));
const [kernel, module] = process.argv.slice(2);

const python = await loadPyodide({ indexURL: home, stdout: (line) => console.log(line) });
const write = (path, content) => {
  python.FS.mkdirTree(dirname(path));
  python.FS.writeFile(path, content);
};
for (const [from, room] of [
  ['src', 'dalapapa'],
  ['.', 'tests/agreement'],
]) {
  for (const path of readdirSync(join(root, from, room), { recursive: true })) {
    if (path.endsWith('.py')) write(join('/project', room, path), readFileSync(join(root, from, room, path)));
  }
}
write('/project/dalapapa/kernel/wasm/kernel.wasm', readFileSync(kernel));
python.runPython(`
import runpy, sys
sys.path.insert(0, "/project")
runpy.run_module(${JSON.stringify(module)}, run_name="__main__")`);
