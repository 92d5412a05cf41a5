"""Contests on a Dask cluster: a real scheduler and real workers, on this machine."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client

import dalapapa
from dalapapa.bots.arena.workers import ClusterError, Crew, work_through
from tests.conftest import Run
from tests.test_examples import ROOT, commands, small

from .conftest import Interrupt

# `make soak` plays 20,000, of bots that think less; a few games have to last until a worker is killed.
GAMES = int(os.environ.get("DALAPAPA_CLUSTER_GAMES", "40"))
BOTS = "greedy,duckling" if GAMES < 1000 else "greedy2,duckling"
CONTEST = ("arena", "--bots", BOTS, "--games", GAMES, "--seed", 3)


class Cluster:
    """A scheduler on a free port, and workers that can be started and killed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file))
        self._start("dask_scheduler", *where)
        wait_for(lambda: self.file.exists() and bool(self.file.read_text()))  # made, then written
        self.address: str = json.loads(self.file.read_text())["address"]

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        one = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self._start("dask_worker", *one, "--scheduler-file", str(self.file), **environment)

    def _start(self, program: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments],
            cwd=self.file.parent,
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with one worker, which has the lab."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.worker(PYTHONPATH=str(ROOT))
        yield cluster
    finally:
        cluster.end()


def lines_of(log: Path) -> int:
    return log.read_text().count("\n") if log.exists() else 0


def games_of(log: Path) -> list[object]:
    """All that a log says but for the time taken."""
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    return [{key: value for key, value in entry.items() if key != "seconds"} for entry in entries]


def timeless(table: str) -> object:
    found = json.loads(table)
    for row in found["table"]:
        del row["ms_per_turn"]
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, list[object]]:
    """What the table and the log say when one process plays the whole contest."""
    log = tmp_path_factory.mktemp("alone") / "log.jsonl"
    arguments = (*CONTEST, "--json", "--jobs", 1, "--out", log)
    command = [sys.executable, "-m", "dalapapa", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60 + GAMES)
    return timeless(done.stdout), games_of(log)


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    alone: tuple[object, list[object]], cluster: Cluster, tmp_path: Path
) -> None:
    killed = cluster.worker()
    joined(cluster, 2)
    log = tmp_path / "log.jsonl"
    arguments = (*CONTEST, "--json", "--cluster", cluster.address, "--out", log)
    with subprocess.Popen(
        [sys.executable, "-m", "dalapapa", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as arena:
        wait_for(lambda: lines_of(log) > GAMES // 8, seconds=60 + GAMES)  # a quarter of the matches
        killed.kill()
        found = lines_of(log) - 1
        assert found < GAMES // 2, "it ended before the worker did"
        out, err = arena.communicate(timeout=60 + GAMES)
    assert (arena.returncode, err) == (0, "")
    assert (timeless(out), games_of(log)) == alone
    print(f"worker killed after {found} of {GAMES // 2} matches; both tables:", timeless(out))


def test_ctrl_c_on_a_cluster_and_going_on_later(
    alone: tuple[object, list[object]], run: Run, interrupt: Interrupt, cluster: Cluster, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    there = ("--json", "--cluster", cluster.address, "--out", log)
    stopped = interrupt(*CONTEST, *there, when=lambda: lines_of(log) >= 3)
    assert stopped.returncode == 130
    assert stopped.stderr == f"dalapapa: stopped after {lines_of(log) - 1} of {GAMES // 2} matches\n"
    whole = run(*CONTEST, *there)
    assert timeless(whole.stdout) == alone[0]


def test_simulated_games_are_the_same_bytes(run: Run, cluster: Cluster, tmp_path: Path) -> None:
    games = ("simulate", "--games", 6, "--bots", "greedy,duckling,random", "--seed", 7)
    assert run(*games, "--out", "here.jsonl").returncode == 0
    assert run(*games, "--out", "there.jsonl", "--cluster", cluster.address).returncode == 0
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()


def test_games_are_looked_back_at_in_the_same_words(
    run: Run, cluster: Cluster, games: Path, tmp_path: Path
) -> None:
    here = run("analyse", games, "--json", "--jobs", 1)
    there = run("analyse", games, "--json", "--cluster", cluster.address)
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == here.stdout
    record = json.loads(games.read_text().splitlines()[1])
    record["turns"][0]["points"] += 1
    games.write_text("\n".join([*games.read_text().splitlines()[:1], json.dumps(record)]))
    refused = run("analyse", games, "--json", "--cluster", cluster.address)
    assert refused.returncode == 1
    assert "game 2: turn 1" in refused.stderr


def test_the_commands_of_the_page_work(run: Run, cluster: Cluster) -> None:
    # A few games fill one file of ten.
    here = {
        "tcp://host:8786": cluster.address,
        "games-00000-of-00010.jsonl.zst": "games-00000-of-00001.jsonl.zst",
    }
    for command in commands(ROOT / "docs" / "cluster.md"):
        done = run(*(here.get(word, word) for word in small(command[1:])))
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_the_lab_finds_the_same(cluster: Cluster) -> None:
    page = (ROOT / "docs" / "cluster.md").read_text()
    (shown,) = (line.split() for line in page.splitlines() if line.startswith("python -m lab "))
    assert shown[-2:] == ["--cluster", "tcp://host:8786"]
    found = [
        subprocess.run(
            [sys.executable, *small(shown[1:-2]), "--only", "mouse", *where],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        for where in (("--jobs", "1"), ("--cluster", cluster.address))
    ]
    assert [(done.returncode, done.stderr) for done in found] == [(0, "")] * 2
    assert found[0].stdout == found[1].stdout != ""


def test_workers_with_another_version_are_refused(run: Run, cluster: Cluster, tmp_path: Path) -> None:
    here = Path(dalapapa.__file__).parent
    other = tmp_path / "other" / "dalapapa"
    shutil.copytree(here, other, ignore=shutil.ignore_patterns("static", "__pycache__"))
    init = other / "__init__.py"
    init.write_text(init.read_text().replace(dalapapa.__version__, "0.0.9"))
    stranger = cluster.worker(PYTHONPATH=str(tmp_path / "other"))
    try:
        joined(cluster, 2)
        done = run(*CONTEST, "--cluster", cluster.address)
    finally:
        stranger.kill()
        joined(cluster, 1)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(
        f"dalapapa: versions differ: here is dalapapa {dalapapa.__version__} (sources "
    )
    assert "a worker has dalapapa 0.0.9 (sources " in done.stderr


def joined(cluster: Cluster, workers: int) -> None:
    """Wait until so many workers are there."""
    with Client(cluster.address, set_as_default=False) as client:
        wait_for(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == workers)


@pytest.fixture
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster without workers."""
    cluster = Cluster(tmp_path_factory.mktemp("empty"))
    try:
        yield cluster
    finally:
        cluster.end()


def test_a_cluster_that_is_not_there(run: Run, empty: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments, words in (
        (("--cluster", "nonsense://"), "no Dask scheduler answers at nonsense://"),
        (("--cluster", empty.address, "--jobs", 2), "--jobs is for this machine, --cluster for others"),
    ):
        done = run(*CONTEST, *arguments)
        assert done.returncode == 1
        assert done.stderr.startswith(f"dalapapa: {words}")
        assert len(done.stderr.splitlines()) == 1
    monkeypatch.setattr("dalapapa.bots.arena.cluster.PATIENCE", 2)
    for address, words in (
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        (empty.address, f"the cluster at {empty.address} has no workers"),
    ):
        with pytest.raises(ClusterError, match=words):
            list(Crew(cluster=address).spread(abs, [1]))


def test_a_worker_that_comes_later_is_looked_at_too() -> None:
    with pytest.raises(ClusterError, match="versions differ: here is something else, a worker has dalapapa"):
        work_through("something else", abs, [1])
