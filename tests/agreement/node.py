"""Node, which runs WebAssembly as browsers do."""

import shutil
import subprocess
import sys
from pathlib import Path

from dalapapa.kernel.wasm.building import built

ROOT = Path(__file__).parents[2]
# That of the virtual environment is there when the machine's own is too old (scripts/web).
NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node") or "node"


def run_in_node(module: str) -> list[str]:
    """What a module of the project prints when Python runs on WebAssembly."""
    script = ROOT / "tests" / "agreement" / "in_node.mjs"
    done = subprocess.run([NODE, script, built(), module], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()
