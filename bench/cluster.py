"""What a cluster costs and brings: a Dask scheduler and workers on this machine.

python bench/cluster.py [--json] [--games 400]

- `batch_ms`: what a batch of nothing takes by the clock on the wall, one worker.
- `here_ms`, `scheduler_ms`: the processor time it takes of this process and of the scheduler: the larger one
  bounds how many batches a second there can be, and so how many workers can be kept busy.
- `games_s_1`, `games_s_2`: games a second by the clock on the wall, greedy against duckling, 1 and 2 workers.
- `games_s_jobs_2`: the same with two processes of this machine and no cluster.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from dalapapa.bots.arena import workers
from dalapapa.bots.arena.contest import Contest, play_matches
from dalapapa.bots.arena.workers import Crew

BATCHES = 300


class Cluster:
    """A scheduler, and workers started one by one."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        while not (self.file.exists() and self.file.read_text()):  # made, then written
            time.sleep(0.05)
        self.address: str = json.loads(self.file.read_text())["address"]

    def worker(self) -> None:
        """One more."""
        self._start("dask_worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def _start(self, program: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
        command += ["--no-dashboard", "--scheduler-file", str(self.file)]
        silent = subprocess.DEVNULL
        self.processes.append(subprocess.Popen(command, stdout=silent, stderr=silent))

    def scheduler_time(self) -> float:
        """Seconds of processor time that the scheduler has used."""
        used = psutil.Process(self.processes[0].pid).cpu_times()
        return float(used.user + used.system)

    def end(self) -> None:
        """Stop all of it."""
        for process in self.processes:
            process.kill()
            process.wait()


def batch_ms(cluster: Cluster) -> dict[str, float]:
    """What batches of nothing cost, in milliseconds each."""
    crew = Crew(cluster=cluster.address)
    usual, workers.MOST_ITEMS = workers.MOST_ITEMS, 1
    try:
        marks = [
            (time.perf_counter(), time.process_time(), cluster.scheduler_time())
            for _ in crew.spread(abs, range(BATCHES + 1))
        ]
    finally:
        workers.MOST_ITEMS = usual
    wall, here, there = (
        1000 * (last - first) / BATCHES for first, last in zip(marks[0], marks[-1], strict=True)
    )
    return {"batch_ms": wall, "here_ms": here, "scheduler_ms": there}


def games_s(crew: Crew, games: int) -> float:
    """Games a second, when the first match is back."""
    contest = Contest(("greedy", "duckling"), seed=1)
    start, played = None, 0
    for match in play_matches(contest, range(contest.matches(games)), crew):
        if start is None:
            start = time.perf_counter()
        else:
            played += len(match.games)
    assert start is not None
    return played / (time.perf_counter() - start)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder))
        try:
            crew = Crew(cluster=cluster.address)
            cluster.worker()
            figures |= batch_ms(cluster)
            figures["games_s_1"] = games_s(crew, options.games)
            cluster.worker()
            time.sleep(3)
            figures["games_s_2"] = games_s(crew, options.games)
        finally:
            cluster.end()
    figures["games_s_jobs_2"] = games_s(Crew(jobs=2), options.games)
    if options.json:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
        return
    for name, figure in figures.items():
        print(f"{name:16} {figure:>12,.2f}")


if __name__ == "__main__":
    main()
