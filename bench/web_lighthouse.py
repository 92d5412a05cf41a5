"""Lighthouse, as npm has it, on pages that an open browser can reach; prints JSON for `bench/web.py`.

python bench/web_lighthouse.py DEBUGGING_PORT RUNS ADDRESS...
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

# The newest that runs on the Node that the client is built with.
VERSION = "12.8.2"
CATEGORIES = ("performance", "accessibility", "best-practices")
TIMES = {
    "first-contentful-paint": "first paint (ms)",
    "largest-contentful-paint": "largest paint (ms)",
    "total-blocking-time": "blocked (ms)",
}

TRIES = 3
SECONDS = 120

Report = dict[str, Any]


@contextmanager
def installed() -> Iterator[Path]:
    """The program, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wanted = {"private": True, "dependencies": {"lighthouse": VERSION}}
        (folder / "package.json").write_text(json.dumps(wanted))
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]
        subprocess.run(install, cwd=folder, check=True)
        yield folder / "node_modules/.bin/lighthouse"


def look(program: Path, debugging_port: int, address: str) -> Report:
    """One run in a browser that is open already, as on a phone with a slow network."""
    command = [
        str(program),
        address,
        f"--port={debugging_port}",
        "--output=json",
        "--quiet",
        f"--only-categories={','.join(CATEGORIES)}",
    ]
    for _ in range(TRIES):
        # A run has been seen that never came back.
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=SECONDS)
            report: Report = json.loads(done.stdout)
            return report
    sys.exit(f"Lighthouse did not finish within {SECONDS} seconds, {TRIES} times")


def median_scores(reports: list[Report]) -> dict[str, float]:
    """The median of each score, and of the times in milliseconds behind the first."""
    scores = {
        name.replace("-", " "): statistics.median(
            100 * report["categories"][name]["score"] for report in reports
        )
        for name in CATEGORIES
    }
    times = {
        label: statistics.median(report["audits"][audit]["numericValue"] for report in reports)
        for audit, label in TIMES.items()
    }
    return {**scores, **times}


def main() -> None:
    """The median scores of each address."""
    port, runs, *addresses = sys.argv[1:]
    # Where the system has no Node, the client was built with the one beside this Python.
    os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)
    with installed() as program:
        found = [
            median_scores([look(program, int(port), address) for _ in range(int(runs))])
            for address in addresses
        ]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
