"""The workers of a Dask cluster; how they are started (`dask-ssh`, Kubernetes, SLURM …) is Dask's affair."""

import asyncio
import logging
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from distributed import Client, KilledWorker
from distributed.comm.addressing import parse_address
from distributed.comm.core import CommClosedError, connect
from distributed.comm.registry import get_backend

from dalapapa.bots.arena.workers import ClusterError, ctrl_c_held_back

PATIENCE = 20
"""Seconds to wait for the scheduler, and for its first worker."""


@contextmanager
def connected(
    address: str, fingerprint: Callable[[], str], check_same: Callable[[str, str], None]
) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor on the cluster, and how many batches it can work on at once; raises ClusterError.

    Every worker must have the same `fingerprint` as this process.
    """
    for name in ("distributed", "distributed.client"):  # what matters is said in one line, by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with warnings.catch_warnings(), ctrl_c_held_back():
        warnings.simplefilter("ignore")  # Dask's own words about versions: ours refuses
        client = _client(address)
    pool = client.get_executor(pure=False)
    try:
        with _said_in_one_line(address):
            _first_worker(client, address)
            for found in client.run(fingerprint).values():
                check_same(fingerprint(), found)
            yield pool, lambda: max(1, sum(client.nthreads().values()))
    finally:
        with ctrl_c_held_back():
            pool.shutdown(wait=False)  # what workers have begun they finish, for nobody
            client.close()


def _client(address: str) -> Client:
    try:
        get_backend(parse_address(address)[0])  # or what Dask has begun by then would end badly
        asyncio.run(_knock(address))  # nor does a client that finds nobody
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise ClusterError(f"no Dask scheduler answers at {address}") from None


async def _knock(address: str) -> None:
    (await connect(address, timeout=PATIENCE)).abort()


def _first_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(f"the cluster at {address} has no workers") from None


@contextmanager
def _said_in_one_line(address: str) -> Iterator[None]:
    try:
        yield
    except KilledWorker:
        raise ClusterError(
            f"workers of the cluster at {address} die over and over at the same games"
        ) from None
    except (CancelledError, CommClosedError):
        raise ClusterError(f"the cluster at {address} has gone away") from None
    except ModuleNotFoundError as error:
        raise ClusterError(f"a worker of the cluster at {address} has no {error.name}") from None
